package board

import (
	"fmt"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/list"
)

func traceCount(b *Board) int {
	n := 0
	for _, t := range b.Snapshot.Traces {
		if t.NeedsHuman() {
			n++
		}
	}
	return n
}

func traceRows(b *Board) []list.Row {
	var rows []list.Row
	s := b.Snapshot
	for _, t := range s.Traces {
		last, _ := t.LastStep()
		section := "Finished"
		switch {
		case t.NeedsHuman():
			section = "Interrupted"
		case t.Recovery() == model.RecoveryContinue:
			section = "Interrupted between two steps; resumes by itself"
		case t.Recovery() != model.RecoveryFinished:
			section = "Decided, not resumed yet"
		}
		what := t.Title()
		if t.Recovery() != model.RecoveryFinished && last.Name != "" {
			what += "  " + last.Name
		}
		rows = append(rows, list.Row{
			Ref: t.Ref(), Mark: traceMark(t), What: what, Why: phrase.TraceInRow(t),
			Since: last.Started.Time, Section: list.Section{Name: section}, Words: traceWhy(t),
		})
	}
	return rows
}

func traceMark(t model.Trace) styles.Mark {
	_, answered := t.Answered()
	switch {
	case answered:
		return styles.MarkDraft
	case t.Recovery() == model.RecoveryFinished:
		return styles.MarkDone
	case t.Recovery() == model.RecoveryFailed:
		return styles.MarkProblem
	}
	return styles.MarkCutOff
}

func traceWhy(t model.Trace) string {
	if r, ok := t.Answered(); ok {
		return "you decided: " + r.Decision
	}
	last, ok := t.LastStep()
	if !ok {
		return "no steps"
	}
	return fmt.Sprintf("step %d %s, %s", last.Number, last.Status, last.Name)
}
