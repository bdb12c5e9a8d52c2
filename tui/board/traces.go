package board

import (
	"fmt"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/list"
)

// LeftFacts say of each file that a step left how large it is, when it was written, and what
// became of it in the step.
func LeftFacts(now time.Time, in model.Inspection) []Fact {
	var facts []Fact
	for _, a := range in.Left {
		role, words := styles.RolePlain, a.Path+", "+a.News()
		switch {
		case a.Refused != "":
			role = styles.RoleWarn
		case !a.Exists:
			role = styles.RoleBad
		default:
			words = a.Path + ", " + phrase.Size(a.Size) + ", " + phrase.Moment(now, a.Modified) + ", " + a.News()
		}
		facts = append(facts, Fact{"Left", words, role})
	}
	return facts
}

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
			Since: last.Started.Time, Section: section, Words: traceWhy(t),
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

func traceFacts(s model.Snapshot, t model.Trace) []Fact {
	last, _ := t.LastStep()
	facts := []Fact{
		{"Trace", t.Title(), styles.RoleTitle},
		{"Workflow", t.Workflow, styles.RolePlain},
		{"Status", t.Status, styles.RolePlain},
		{"Advice", phrase.Advice(t), styles.RoleAccent},
		{"Run by", t.Tool, styles.RolePlain},
		{"Go on with", t.Command, styles.RoleEmphasis},
		{"Last step", fmt.Sprintf("%d %s (%s)", last.Number, last.Name, last.Status), styles.RolePlain},
		{"Summary", last.Field("Summary"), styles.RolePlain},
		{"Challenges", last.Field("Challenges"), styles.RoleBad},
		{"Focus", last.Field("Current focus"), styles.RolePlain},
		{"Artifacts", last.Field("Artifacts"), styles.RolePlain},
		{"Decisions", last.Field("Key decisions"), styles.RolePlain},
		{"Design", last.Field("Design changes"), styles.RolePlain},
		{"Step started", phrase.StampWords(s.At, last.Started), styles.RolePlain},
	}
	for _, stray := range t.Stray() {
		facts = append(facts, Fact{"Careful", fmt.Sprintf("step %d is also in progress", stray.Number), styles.RoleBad})
	}
	if r, ok := t.Answered(); ok {
		facts = append(facts, Fact{"You said", r.Decision + " (" + r.At + "); no step has followed yet", styles.RoleAccent})
	}
	return append(facts, Fact{fileLabel, t.Path, styles.RolePlain})
}
