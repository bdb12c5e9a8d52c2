package text

import (
	"strings"
	"testing"
)

func TestShorten(t *testing.T) {
	for words, want := range map[string]string{
		"":                            "",
		"The cat walks in.":           "The cat walks in.",
		"The cat. It walks in slowly": "The cat.",
		"The cat walks in slowly and": "The cat walks in …",
		"Unimaginablycomplicated cat": "",
		"Die Katze läuft hin":         "Die Katze läuft hin",
	} {
		if got := Shorten(strings.Fields(words), 20); got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
}
