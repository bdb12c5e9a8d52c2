package phrase

import (
	"cmp"
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/model/research"
)

// notRecorded stands for what the journal does not say.
const notRecorded = "not recorded"

// Nudge returns the seed's text for somebody about to repeat the attempt, which depends on
// whether conditions changed. Every line stays one line.
func Nudge(d research.DeadEnd) []string {
	var reasoning, insight string
	if d.Entry != nil {
		reasoning, insight = d.Entry.Reasoning, d.Entry.Insight
	}
	strategy, outcome := cmp.Or(d.Strategy(), notRecorded), cmp.Or(d.Outcome(), notRecorded)
	var lines []string
	if len(d.Since) == 0 {
		lines = []string{
			fmt.Sprintf("Note: A similar approach was tried before — see %s.", d.ID),
			fmt.Sprintf("Strategy: %s. Outcome: %s.", strategy, outcome),
			fmt.Sprintf("Insight: %s.", cmp.Or(unstopped(insight), notRecorded)),
			"",
			"Proceed with the new attempt anyway?",
		}
	} else {
		lines = []string{
			fmt.Sprintf("Previous attempt '%s' (%s) used %s", d.Title(), d.ID, strategy),
			fmt.Sprintf("and was %s because: %s.", outcome, cmp.Or(unstopped(reasoning), notRecorded)),
			"",
			"However, since then:",
		}
		for _, e := range d.Since {
			lines = append(lines, fmt.Sprintf("- %s: %s (%s)", e.ID, e.Title, e.At.Raw))
		}
		lines = append(lines, "", "This may address the original blocker. Worth retrying?")
	}
	for i := range lines {
		lines[i] = model.Unbroken(lines[i])
	}
	return lines
}

// unstopped drops a full stop.
func unstopped(text string) string { return strings.TrimSuffix(strings.TrimSpace(text), ".") }

// Again says how a dead end was retried since, or why somebody thinks it is worth it.
func Again(d research.DeadEnd) []string {
	var lines []string
	for _, e := range d.Again {
		line := fmt.Sprintf("Tried again in %s (%s): %s", e.ID, cmp.Or(e.Outcome, notRecorded), e.Title)
		if e.Category == model.CategoryNote {
			line = fmt.Sprintf("Worth retrying, says %s: %s", e.ID, cmp.Or(e.Insight, e.Title))
		}
		lines = append(lines, model.Unbroken(line))
	}
	return lines
}
