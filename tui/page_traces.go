package tui

import (
	"fmt"

	"coldstart/model"
	"coldstart/styles"
)

func traceCount(b *board) int {
	n := 0
	for _, t := range b.snapshot.Traces {
		if t.NeedsHuman() {
			n++
		}
	}
	return n
}

func traceRows(b *board) []row {
	var rows []row
	s := b.snapshot
	for _, t := range s.Traces {
		last, _ := t.LastStep()
		section := "Finished"
		switch {
		case t.NeedsHuman():
			section = "Interrupted"
		case t.Recovery() == model.RecoveryContinue:
			section = "Cut off between two steps; goes on by itself"
		case t.Recovery() != model.RecoveryFinished:
			section = "Decided, the agent has not gone on yet"
		}
		rows = append(rows, row{
			ref: t.Ref(), mark: traceMark(t), what: t.Title(), why: traceWhy(t),
			since: last.Started.Time, section: section,
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
	return styles.MarkTrace
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

func traceFacts(s model.Snapshot, t model.Trace) []fact {
	last, _ := t.LastStep()
	facts := []fact{
		{"Trace", t.Title(), styles.RoleTitle},
		{"Workflow", t.Workflow, styles.RolePlain},
		{"Status", t.Status, styles.RolePlain},
		{"Advice", t.Advice(), styles.RoleAccent},
		{"Last step", fmt.Sprintf("%d %s (%s)", last.Number, last.Name, last.Status), styles.RolePlain},
		{"Summary", last.Field("Summary"), styles.RolePlain},
		{"Challenges", last.Field("Challenges"), styles.RoleBad},
		{"Focus", last.Field("Current focus"), styles.RolePlain},
		{"Artifacts", last.Field("Artifacts"), styles.RolePlain},
		{"Decisions", last.Field("Key decisions"), styles.RolePlain},
		{"Design", last.Field("Design changes"), styles.RolePlain},
		{"Step started", stampWords(s, last.Started), styles.RolePlain},
	}
	for _, stray := range t.Stray() {
		facts = append(facts, fact{"Careful", fmt.Sprintf("step %d is in progress too, but is not the last one", stray.Number), styles.RoleBad})
	}
	if r, ok := t.Answered(); ok {
		facts = append(facts, fact{"You said", r.Decision + " (" + r.At + "); no step has followed yet", styles.RoleAccent})
	}
	return append(facts, fact{fileLabel, t.Path, styles.RolePlain})
}
