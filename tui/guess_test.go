package tui

import (
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/styles/signs"
)

// TestAGuessIsMarkedInTheBlock does not touch what the agents' own schema says.
func TestAGuessIsMarkedInTheBlock(t *testing.T) {
	t.Parallel()
	p := model.Plan{
		ID: "flyer", Objective: "FILE flyer", Status: model.Status{State: model.StateBlocked, Word: "Blocked"},
		Created: stamp("2026-03-13T07:02:00Z"), Steps: []model.Step{{Number: 1, Text: "Draw", Mark: 'x'}, {Number: 2, Text: "Print", Mark: ' '}},
	}
	block := func() string {
		var b strings.Builder
		for _, l := range signs.Dashboard(styles.New(styles.Options{}), p, "", clock()) {
			b.WriteString(l.String() + "\n")
		}
		return b.String()
	}
	for _, line := range []string{"Objective:  FILE flyer\n", "Next Step:  2 (Print)\n", "Progress:   1/2 steps complete\n", "Blocked:    Yes (24 h)\n"} {
		if !strings.Contains(block(), line) {
			t.Errorf("no %q in\n%s", line, block())
		}
	}
	p.Reading = model.PlanReading{Foreign: true, Title: model.BasisGuessed, Steps: model.BasisGuessed}
	for _, line := range []string{
		"Objective:  FILE flyer (guessed)\n", "Next Step:  2 (Print) (guessed)\n", "Progress:   1/2 steps complete (guessed)\n",
		"Blocked:    Yes (24 h since created)\n",
	} {
		if !strings.Contains(block(), line) {
			t.Errorf("no %q in\n%s", line, block())
		}
	}
	p.Stated = "Two hundred flyers"
	if !strings.Contains(block(), "Objective:  Two hundred flyers\n") {
		t.Errorf("the objective is not in\n%s", block())
	}
}
