package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

func blockedCount(b *Board) int {
	n := 0
	for _, p := range b.Snapshot.Plans {
		if rule.WaitsForYou(p) {
			n++
		}
	}
	return n
}

// openPlans counts the plans that can be resumed or wait for an approval.
func openPlans(b *Board) int {
	n := len(b.Resume.RunnersUp) + len(b.Resume.Asking)
	if b.Resume.Plan != nil {
		n++
	}
	return n
}

// planRows lists the plans in the order in which they would be resumed, finished ones last.
// Older versions are listed only when a filter finds them.
func planRows(b *Board) []list.Row {
	s, r := &b.Snapshot, b.Resume
	rows := make([]list.Row, 0, len(s.Plans))
	unsure := unsureSection(b.Snapshot)
	if r.Plan != nil {
		section := list.Section{Name: "Resumes next"}
		if r.Pinned {
			section.Name += ", pinned"
		}
		rows = append(rows, b.planRow(r.Plan, section))
	}
	for _, up := range r.RunnersUp {
		section := list.Section{Name: "Other open plans"}
		if rule.Unsure(*up.Plan, s.At) {
			section = unsure
		}
		rows = append(rows, b.planRow(up.Plan, section))
	}
	for _, p := range r.Asking {
		rows = append(rows, b.planRow(p, list.Section{Name: "Wait for an approval as requests"}))
	}
	for _, p := range r.Finished {
		rows = append(rows, b.planRow(p, list.Section{Name: "Done, still in the plans folder"}))
	}
	var done, older, closed []list.Row
	finished := finishedSection(b.Snapshot)
	for i := range s.Plans {
		p := &s.Plans[i]
		switch {
		case p.Older:
			r := b.planRow(p, list.Section{Name: "Older versions of one source"})
			r.Folded = true
			older = append(older, r)
		case p.Reading.Tool != "" && (p.Reading.Closed || p.Status.State == model.StateDone):
			done = append(done, b.planRow(p, finished))
		case p.Reading.Closed:
			closed = append(closed, b.planRow(p, list.Section{Name: "Done, in a folder for finished work"}))
		}
	}
	return b.nameApart(nameSources(slices.Concat(rows, done, older, closed, goneRows(b, model.KindPlan)), s.Plans))
}

// finishedSection heads the finished plans of other programs, most of which are only counted.
func finishedSection(s model.Snapshot) list.Section {
	return withMore("Done", s, func(g model.Guest) int { return g.Finished })
}

// unsureSection heads the plans of other programs of which nobody knows how far they are, the older of which are only counted.
func unsureSection(s model.Snapshot) list.Section {
	return withMore("Not known how far", s, func(g model.Guest) int { return g.Unkept })
}

// withMore is a section that names how many more of its kind the programs have.
func withMore(name string, s model.Snapshot, of func(model.Guest) int) list.Section {
	more, where := 0, ""
	for _, g := range s.Guests {
		n := of(g)
		switch more += n; {
		case n == 0:
		case where == "":
			where = " in " + g.Tool
		default:
			where = " in other programs"
		}
	}
	if more == 0 {
		return list.Section{Name: name}
	}
	return list.Section{Name: name, Rest: ", and %d more" + where, Also: more}
}

// planRow is the row of a plan, taken from the board before if nothing of the plan has changed.
func (b *Board) planRow(at *model.Plan, section list.Section) list.Row {
	p := *at
	if r, ok := b.before.row(at, section); ok && b.doubt(r.Ref) == "" {
		if b.News[r.Ref].Kind != r.News {
			r.Low = ""
		}
		return r
	}
	what, since := p.ID, p.Created
	if p.Objective != "" {
		what = phrase.GuessedInRow(p.Objective, p.Reading.Title) + p.Objective
	}
	if p.Reading.Tool != "" {
		// Their order is that of what was touched last.
		since = rule.LastTouched(p)
	}
	aim := phrase.Aim(p)
	if strings.Contains(what, aim) {
		aim = ""
	}
	return list.Row{
		Ref: p.Ref(), Mark: PlanMark(p.Status.State), What: what, Apart: foldedWords(p),
		Why:   phrase.PlanInRow(p),
		Since: since.Time, Section: section,
		Words: strings.Join(phrase.NotEmpty(p.ID, aim, p.Priority, p.BlockedReason, view.NextWords(p), p.Status.String(), grantedWords(p)), "\n"),
	}
}

// nameSources names the program whose plan a row is, where there are plans of several.
func nameSources(rows []list.Row, plans []model.Plan) []list.Row {
	tools := map[string]string{}
	if slices.ContainsFunc(plans, func(p model.Plan) bool { return p.Reading.Tool != plans[0].Reading.Tool }) {
		for i := range plans {
			tools[plans[i].Path] = cmp.Or(plans[i].Reading.Tool, "the vault")
		}
	}
	for i := range rows {
		if who := tools[rows[i].Ref.Path]; rows[i].Who != who {
			rows[i].Who, rows[i].Low = who, ""
		}
	}
	return rows
}

// nameApart shows the ids of plans that have one title.
func (b *Board) nameApart(rows []list.Row) []list.Row {
	titled := make(map[string]int, len(rows))
	for i := range rows {
		titled[rows[i].What]++
	}
	for i := range rows {
		r := &rows[i]
		at, ok := b.place(r.Ref.Path)
		if !ok {
			continue
		}
		p := &b.Snapshot.Plans[at]
		apart := foldedWords(*p)
		if titled[r.What] > 1 && r.What != p.ID {
			apart = strings.TrimSpace(p.ID + " " + apart)
		}
		if r.Apart != apart {
			r.Apart, r.Low = apart, ""
		}
	}
	return rows
}

func foldedWords(p model.Plan) string {
	if p.Folded == 0 {
		return ""
	}
	return fmt.Sprintf("+%d older", p.Folded)
}

func grantedWords(p model.Plan) string {
	if g, granted := rule.Granted(p); granted && g.Yours() {
		return "approved, waits for the agent"
	}
	return ""
}

// SilenceWords name a long gap after entry i of a log, "" for none.
func SilenceWords(p model.Plan, i int, s model.Snapshot) string {
	quiet := p.SilenceAfter(i, s.At)
	switch {
	case quiet == 0:
		return ""
	case i == len(p.Log)-1:
		return phrase.Ago(quiet) + " silence until now"
	}
	return phrase.Ago(quiet) + " silence"
}

// newestEntries is how many log entries are shown above the text of a plan.
const newestEntries = 5

// logColumn is the width of the times of log entries.
const logColumn = 12

// LogSection is the newest part of a plan's log if it has gaps, which its text does not show.
func (b *Board) LogSection(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	p, ok := b.About(ref).Plan(ref.Path)
	if !ok || ref.Kind != model.KindPlan {
		return nil
	}
	heading := "Its log, newest first"
	if n := len(p.Log); n > newestEntries {
		heading += fmt.Sprintf(": %d of %d, all of them below", newestEntries, n)
	}
	lines, silent := []styles.Line{draw.Words(styles.RoleHeading, heading)}, false
	room := max(1, w-logColumn)
	for i := len(p.Log) - 1; i >= max(0, len(p.Log)-newestEntries); i-- {
		if quiet := SilenceWords(p, i, b.Snapshot); quiet != "" {
			silent = true
			lines = append(lines, draw.Words(styles.RoleMuted, strings.Repeat(" ", logColumn)+quiet).Fit(w))
		}
		e := p.Log[i]
		lines = append(lines, styles.Line{
			{Text: styles.Plain(phrase.Moment(b.Snapshot.At, e.At.Time)).Pad(logColumn), Role: styles.RoleMuted},
			{Text: th.Brief(logWords(e), room), Role: styles.RolePlain},
		})
	}
	if !silent {
		return nil
	}
	return append(lines, nil)
}

func logWords(e model.LogEntry) string {
	says := strings.Join(phrase.NotEmpty(e.What, e.Why), " — ")
	if e.Actor == "" {
		return says
	}
	return e.Actor + ": " + says
}
