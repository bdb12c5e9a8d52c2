package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

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

// planRows lists the plans in the order in which they would be resumed, finished ones last.
// Older versions are listed only when a filter finds them.
func planRows(b *Board) []list.Row {
	s, r := &b.Snapshot, b.Resume
	rows := make([]list.Row, 0, len(s.Plans))
	if r.Plan != nil {
		section := "Resumes next"
		if r.Pinned {
			section += ", pinned"
		}
		rows = append(rows, b.planRow(r.Plan, section))
	}
	for _, up := range r.RunnersUp {
		rows = append(rows, b.planRow(up.Plan, "Other open plans"))
	}
	for _, p := range r.Finished {
		rows = append(rows, b.planRow(p, "Done, still in the plans folder"))
	}
	var done, older, closed []list.Row
	finished := finishedSection(b.Snapshot)
	for i := range s.Plans {
		p := &s.Plans[i]
		switch {
		case p.Older:
			r := b.planRow(p, "Older versions of one source")
			r.Folded = true
			older = append(older, r)
		case p.Reading.Tool != "" && (p.Reading.Closed || p.Status.State == model.StateDone):
			done = append(done, b.planRow(p, finished))
		case p.Reading.Closed:
			closed = append(closed, b.planRow(p, "Done, in a folder for finished work"))
		}
	}
	return nameSources(slices.Concat(rows, done, older, closed, goneRows(b, model.KindPlan)), s.Plans)
}

// finishedSection heads the finished plans of other programs, most of which are only counted.
func finishedSection(s model.Snapshot) string {
	more, where := 0, ""
	for _, g := range s.Guests {
		switch more += g.Finished; {
		case g.Finished == 0:
		case where == "":
			where = " in " + g.Tool
		default:
			where = " in other programs"
		}
	}
	if more == 0 {
		return "Done"
	}
	return fmt.Sprintf("Done, and %d more%s", more, where)
}

// planRow is the row of a plan, taken from the board before if nothing of the plan has changed.
func (b *Board) planRow(at *model.Plan, section string) list.Row {
	p := *at
	if r, ok := b.before.row(at, section); ok && b.doubt(r.Ref) == "" {
		if b.News[r.Ref].Kind != r.News {
			r.Low = ""
		}
		return r
	}
	what, since := p.ID, p.Created
	if p.Reading.Tool != "" {
		// Their order is that of what was touched last.
		since = rule.LastTouched(p)
	}
	if p.Objective != "" && p.Objective != p.ID {
		what += "  " + phrase.GuessedInRow(p.Objective, p.Reading.Title) + p.Objective
	}
	aim := phrase.Aim(p)
	if strings.Contains(what, aim) {
		aim = ""
	}
	return list.Row{
		Ref: p.Ref(), Mark: PlanMark(p.Status.State), What: what, Apart: foldedWords(p),
		Why:   phrase.PlanInRow(p),
		Since: since.Time, Section: section,
		Words: strings.Join(phrase.NotEmpty(aim, p.Priority, p.BlockedReason, view.NextWords(p), p.Status.String(), grantedWords(p)), "\n"),
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

func foldedWords(p model.Plan) string {
	if p.Folded == 0 {
		return ""
	}
	return fmt.Sprintf("+%d older", p.Folded)
}

func grantedWords(p model.Plan) string {
	if _, granted := rule.Granted(p); granted {
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

// BlockWidth is the width of the seed's heavy rules in cells.
const BlockWidth = 50

// Dashboard is the block of the seed "Initialize Session", line for line. It adds "Waiting on"
// when a human step comes before the next one, and "Approved" when that is allowed already.
func Dashboard(th *styles.Theme, p model.Plan, open model.OpenMerge, now time.Time) []styles.Line {
	rule := styles.Line{{Text: th.HeavyRule(BlockWidth), Role: styles.RoleFrame}}
	lines := []styles.Line{rule, dashboardTitle(th), rule, nil}
	for i, group := range dashboardGroups(p, open, now) {
		for _, f := range group {
			lines = append(lines, fieldLine(th, f))
		}
		if i == checkpointGroup {
			lines = append(lines, grantLines(th, p, now)...)
		}
		lines = append(lines, nil)
	}
	return append(lines, rule)
}

// CompactDashboard is Dashboard without empty lines, for low screens.
func CompactDashboard(th *styles.Theme, p model.Plan, open model.OpenMerge, now time.Time) []styles.Line {
	var lines []styles.Line
	for _, l := range Dashboard(th, p, open, now) {
		if len(l) > 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

func dashboardTitle(th *styles.Theme) styles.Line {
	return styles.Line{
		{Text: th.Symbol(styles.SymBolt), Role: styles.RoleAccent},
		draw.Span(styles.RoleTitle, " RESUMING ACTIVE PLAN"),
	}
}

// field is a labelled value of the block; the label is padded already.
type field struct {
	label string
	value string
	role  styles.Role
}

func fieldLine(th *styles.Theme, f field) styles.Line {
	return styles.Line{draw.Span(styles.RoleMuted, f.label), {Text: th.Label(f.value), Role: f.role}}
}

// checkpointGroup is the index of the checkpoint in dashboardGroups.
const checkpointGroup = 1

func dashboardGroups(p model.Plan, open model.OpenMerge, now time.Time) [][]field {
	c := rule.NextPlan(p)
	status := field{"Status:     ", view.StatusWords(p), draw.Toned(view.StateTone(p.Status.State))}
	at := "none"
	if c.At.Known() {
		at = phrase.Stamp(c.At)
	}
	checkpoint := []field{
		{"Last Checkpoint: ", at, styles.RolePlain},
		{"Next Step:  ", view.NextWords(p), styles.RolePlain},
	}
	return [][]field{
		{
			{"Plan ID:    ", p.ID, styles.RoleTitle},
			{"Objective:  ", phrase.Aim(p), styles.RolePlain},
			status,
			{"Priority:   ", p.Priority, styles.RolePlain},
		},
		checkpoint,
		{
			{"Progress:   ", seedProgress(p), styles.RolePlain},
			blockedField(p, open, now),
		},
	}
}

// grantLines are the added lines "Waiting on" and "Approved".
func grantLines(th *styles.Theme, p model.Plan, now time.Time) []styles.Line {
	var lines []styles.Line
	if w := rule.NextPlan(p).Waits; w != nil {
		lines = append(lines, waitingLine(th, *w))
	}
	if words := (view.Look{Snapshot: model.Snapshot{At: now}}).Grant(p); words != "" {
		role := styles.RoleGood
		if g, _ := rule.Granted(p); g.ByOthers {
			role = styles.RoleBad
		}
		lines = append(lines, fieldLine(th, field{"Approved:   ", words, role}))
	}
	return lines
}

func waitingLine(th *styles.Theme, s model.Step) styles.Line {
	return styles.Line{
		draw.Span(styles.RoleMuted, "Waiting on: "), draw.Span(styles.RoleWarn, fmt.Sprintf("step %d ", s.Number)),
		{Text: th.Symbol(styles.SymHand), Role: styles.RoleWarn}, draw.Span(styles.RoleWarn, " "),
		{Text: th.Label(s.Text), Role: styles.RoleWarn},
	}
}

// seedProgress has the words of the seed's block, but for plans of other programs that keep
// no progress.
func seedProgress(p model.Plan) string {
	done, total := p.Progress()
	if total == 0 || done > 0 || p.Reading.Foreign {
		return view.ProgressWords(p)
	}
	return fmt.Sprintf("0/%d steps complete", total)
}

func blockedField(p model.Plan, open model.OpenMerge, now time.Time) field {
	switch {
	case p.Status.State == model.StateBlocked:
	case open != "":
		return field{"Blocked:    ", "Not the plan, but " + open.String() + " is open", styles.RoleWarn}
	default:
		return field{"Blocked:    ", "No", styles.RolePlain}
	}
	words := "Yes"
	if p.BlockedReason != "" {
		words += ": " + p.BlockedReason
	}
	if since, _ := rule.BlockedSince(p); since.Known() {
		words += " (" + strings.TrimSpace(phrase.Ago(now.Sub(since.Time))+" "+phrase.BlockedSince(p)) + ")"
	}
	return field{"Blocked:    ", words, styles.RoleBad}
}
