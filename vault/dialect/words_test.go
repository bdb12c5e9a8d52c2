package dialect

import (
	"slices"
	"strings"
	"testing"

	"coldstart/vault/text"
)

// TestBytesDoNotMatter reads one plan in every way of writing it.
func TestBytesDoNotMatter(t *testing.T) {
	t.Parallel()
	plain := planOf(usualPlan)
	if len(plain.Steps) != 6 || plain.Next.Line != 28 {
		t.Fatalf("got %+v", plain)
	}
	for name, body := range map[string]string{
		"Windows":         strings.ReplaceAll(usualPlan, "\n", "\r\n"),
		"written twice":   strings.ReplaceAll(usualPlan, "\n", "\r\r\n"),
		"mark":            string(text.BOM) + usualPlan,
		"blanks at ends":  strings.ReplaceAll(usualPlan, "\n", " \t\n"),
		"no line end":     strings.TrimSuffix(usualPlan, "\n"),
		"NUL everywhere":  strings.ReplaceAll(usualPlan, "e", "\x00e"),
		"other list mark": strings.ReplaceAll(usualPlan, "- [", "* ["),
	} {
		got := planOf(body)
		same := slices.EqualFunc(plain.Steps, got.Steps, func(a, b Step) bool { return a == b }) && slices.Equal(plain.Log, got.Log)
		if !same || plain.ID != got.ID || plain.Title != got.Title || plain.Status != got.Status || plain.Next != got.Next {
			t.Errorf("%s: got %+v, want %+v", name, got, plain)
		}
	}
}

func TestWordsAreLookedForWhole(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, phrase string
		want         bool
	}{
		{"All is DONE.", "done", true},
		{"undone", "done", false},
		{"in_progress", "in progress", true},
		{"don't stop", "dont stop", true},
		{"", "done", false},
		{"done done-in", "done in", true},
	} {
		if got := hasPhrase(words(tt.text), tt.phrase); got != tt.want {
			t.Errorf("%q has %q: %v", tt.text, tt.phrase, got)
		}
	}
	if hasPhrase(names("/Pending_Approval"), "approval") {
		t.Error("the name of a folder speaks of approval")
	}
}

func TestTidy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                              "plain",
		" two  words\n":                      "two words",
		"list\u034F \u034F \u200C\u200C":     "list",
		"👩\u200D🔧 repairs":                   "👩\u200D🔧 repairs",
		"pay\u200Bpal":                       "pay\u200Bpal",
		"\u202Eevil":                         "\u202Eevil",
		"a \u00AD\u00AD b":                   "a b",
		strings.Repeat("a", maxText+1):       strings.Repeat("a", maxText) + "…",
		strings.Repeat("é", maxText) + "\t ": strings.Repeat("é", maxText/2) + "…",
	} {
		if got := tidy(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestNormalKey(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"status": "status", "taskFile": "task_file", "Task File": "task_file", "task-file": "task_file", "PLAN_ID": "plan_id",
		"To / Target": "to_target", "planID": "plan_id", ".to": ".to", "": "", "Größe": "größe", "step2Next": "step2_next",
	} {
		if got := normalKey(key); got != want {
			t.Errorf("%q becomes %q, want %q", key, got, want)
		}
	}
}
