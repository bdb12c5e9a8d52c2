package board

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

func blockedCount(b *Board) int {
	n := 0
	for _, p := range b.Snapshot.Plans {
		if p.WaitsForYou() {
			n++
		}
	}
	return n
}

// planRows lists the plans in the order in which they would be resumed, the
// finished ones last. Older versions are counted by their newest, and listed only
// where a filter finds them.
func planRows(b *Board) []list.Row {
	s, r := b.Snapshot, b.Resume
	var rows []list.Row
	if r.Plan != nil {
		section := "Resumes next"
		if r.Pinned {
			section += ", as you pinned it"
		}
		rows = append(rows, planRow(s, *r.Plan, section))
	}
	for _, up := range r.RunnersUp {
		rows = append(rows, planRow(s, *up.Plan, "Other open plans"))
	}
	for _, p := range r.Finished {
		rows = append(rows, planRow(s, *p, "Done, still in the plans folder"))
	}
	var older, closed []list.Row
	for _, p := range s.Plans {
		switch {
		case p.Older:
			r := planRow(s, p, "Older versions of one source")
			r.Folded = true
			older = append(older, r)
		case p.Reading.Closed:
			closed = append(closed, planRow(s, p, "Done, in a folder for finished work"))
		}
	}
	return slices.Concat(rows, older, closed, goneRows(b, model.KindPlan))
}

func planRow(s model.Snapshot, p model.Plan, section string) list.Row {
	what := p.ID
	if p.Objective != "" {
		what += "  " + p.Heading()
	}
	return list.Row{
		Ref: p.Ref(), Mark: PlanMark(p.Status.State), What: what,
		Why:   p.Status.String() + grantedWords(p) + ", " + p.ProgressInRow() + foldedWords(p),
		Since: p.Created.Time, Section: section,
		Words: strings.Join(NotEmpty(p.Aim(), p.Priority, p.BlockedReason, nextStep(p)), "\n"),
	}
}

// grantedWords say of a plan that it waits no more for the operator.
func grantedWords(p model.Plan) string {
	if _, granted := p.Granted(); granted {
		return ", approved, waits for the agent"
	}
	return ""
}

// OlderWords adds to a sentence about a plan how many older versions it stands for:
// "; and 3 older versions", "" for most plans.
func OlderWords(p model.Plan) string {
	if p.Folded == 0 {
		return ""
	}
	return "; and " + p.AndOlder()
}

// foldedWords counts the older versions behind a plan.
func foldedWords(p model.Plan) string {
	if p.Folded == 0 {
		return ""
	}
	return fmt.Sprintf(", +%d older", p.Folded)
}

// SilenceWords name the time without an entry behind one, "" where it was short.
func SilenceWords(p model.Plan, i int, s model.Snapshot) string {
	quiet := p.SilenceAfter(i, s.At)
	switch {
	case quiet == 0:
		return ""
	case i == len(p.Log)-1:
		return styles.Ago(quiet) + " silence until now"
	}
	return styles.Ago(quiet) + " silence"
}

// newestEntries is how many entries of its log stand above the text of a plan, which has
// all of them, one row each.
const newestEntries = 5

// LogSection is the newest part of a plan's log, with both kinds of time, where it was
// silent: the text below does not tell that by itself.
func (b *Board) LogSection(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	p, ok := b.About(ref).Plan(ref.Path)
	if !ok || ref.Kind != model.KindPlan {
		return nil
	}
	heading := "Its log, newest first"
	if n := len(p.Log); n > newestEntries {
		heading += fmt.Sprintf(": %d of %d, all of them below", newestEntries, n)
	}
	lines, silent := []styles.Line{draw.Section(th, heading, w)}, false
	room := max(1, w-LabelWidth)
	for i := len(p.Log) - 1; i >= max(0, len(p.Log)-newestEntries); i-- {
		if quiet := SilenceWords(p, i, b.Snapshot); quiet != "" {
			silent = true
			lines = append(lines, draw.Words(styles.RoleMuted, strings.Repeat(" ", LabelWidth)+quiet).Fit(w))
		}
		e := p.Log[i]
		lines = append(lines, styles.Line{
			{Text: draw.RightAligned(Age(b.Snapshot.At, e.At.Time), LabelWidth-2).Pad(LabelWidth), Role: styles.RoleMuted},
			{Text: th.Brief(strings.Join(NotEmpty(e.At.Raw, logWords(e)), " "), room), Role: styles.RolePlain},
		})
	}
	if !silent {
		return nil
	}
	return append(lines, nil)
}

// logWords are what an entry says, and who says so.
func logWords(e model.LogEntry) string {
	says := strings.Join(NotEmpty(e.What, e.Why), " — ")
	if e.Actor == "" {
		return says
	}
	return e.Actor + ": " + says
}
