package openspec

import (
	"strings"
	"testing"

	"coldstart/vault/source"
)

func TestWhy(t *testing.T) {
	long := strings.Repeat("word ", 39)
	for proposal, want := range map[string]string{
		"# Doors\n## Why\nThe cat\nwalks in.\n\nIt sits down.":       "The cat walks in.",
		"## Why\n<!-- why -->\n- The cat walks in.\n## What\nA door": "The cat walks in.",
		"## Why\n## What\nA door":                                    "",
		"## Why\nA cat. " + long + "end more":                        "A cat.",
		"## Why\n" + long + "ending more":                            strings.TrimSpace(long) + " …",
		"## Why\n" + strings.Repeat("w", 300):                        "",
		"A door":                                                     "",
	} {
		if got := (change{proposal: source.Document{Text: proposal}}).why(); got != want {
			t.Errorf("%q: why %q, want %q", proposal, got, want)
		}
	}
}

func TestWhereTheTasksAre(t *testing.T) {
	c := change{}
	c.addBoxes(source.Document{Text: "## 1. Dig\n- [x] 1.1 a\n## 2. Plant\n- [ ] 2.1 b\n"})
	if got := c.stepsFrom(); got != "the tasks, now under: 2. Plant" {
		t.Error(got)
	}
	if got := (change{}).stepsFrom(); got != "the tasks" {
		t.Error(got)
	}
}

func TestAChangeIsNeverWithoutATitle(t *testing.T) {
	for proposal, want := range map[string]string{"## Why\nThe cat walks in.": "add-doors", "# Proposal: Doors\n## Why\nA cat.": "Doors"} {
		if got := (kit{}).job(change{id: "add-doors", proposal: source.Document{Name: "proposal.md", Text: proposal}}); got.Title != want {
			t.Errorf("%q: title %q, want %q", proposal, got.Title, want)
		}
	}
}
