package plans

import (
	"bytes"
	"strings"
	"testing"

	"coldstart/model"
)

func TestSlug(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"PLAN-2026-001":         "plan-2026-001-step-3",
		"../Ä b//c.md":          "b-c-md-step-3",
		"":                      "step-3",
		"✋":                     "step-3",
		strings.Repeat("a", 90): strings.Repeat("a", 40) + "-step-3",
	} {
		if got := slug(id, 3); got != want {
			t.Errorf("slug(%q) = %q, want %q", id, got, want)
		}
	}
	if name := StepRecordName(model.Plan{ID: strings.Repeat("x", 300)}, model.Step{Number: 1 << 60}, eleven); len(name) > 200 || bytes.ContainsRune([]byte(name), ':') {
		t.Errorf("name %q", name)
	}
}
