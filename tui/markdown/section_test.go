package markdown

import "testing"

func TestASectionIsTheFirstParagraphBelowItsHeading(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"# Plan\n\n## Context\n\nThe hubs\ncame wet.\n\nMore.\n## Steps\n": "The hubs came wet.",
		"## context ##\nOne.\n## Why\nTwo.\n":                              "One.",
		"## Steps\n- one\n":                                                "",
		"## Context\n\n## Steps\nno\n":                                     "",
		"":                                                                 "",
	} {
		if got := Section([]byte(text), "Context", "Why"); got != want {
			t.Errorf("%q has the section %q, want %q", text, got, want)
		}
	}
}
