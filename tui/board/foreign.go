package board

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// mostNext and mostLast are how many plans and sessions an ordinary repository shows on Home.
const mostNext, mostLast = 3, 4

// besideNeeds are the plans and the sessions of an ordinary repository that nobody needs to look at, for Home.
func (b *Board) besideNeeds() []list.Row {
	if !b.Foreign {
		return nil
	}
	s, queued := b.Snapshot, map[model.Ref]bool{}
	for _, n := range b.Queue {
		queued[n.Ref] = true
	}
	var plans, last, unclear []list.Row
	for _, o := range b.NotUnderstood() {
		unclear = append(unclear, list.Row{Ref: o.Ref(), Mark: styles.MarkWarn, What: o.Path, Why: o.Kind, Since: o.At, Beside: true})
	}
	for _, p := range b.openPlans() {
		if len(plans) < mostNext {
			plans = append(plans, list.Row{
				Ref: p.Ref(), Mark: PlanMark(p.Status.State), What: phrase.Heading(p), Apart: foldedWords(p), Who: p.Reading.Tool, Why: ProgressWords(p, ""),
				Since: rule.LastTouched(p).Time, Beside: true,
			})
		}
	}
	newest := slices.Clone(s.Transcripts)
	slices.SortStableFunc(newest, func(x, y model.Transcript) int { return y.Wrote().Compare(x.Wrote()) })
	for _, t := range newest {
		if !queued[t.Ref()] && !t.Minor(s.At) && len(last) < mostLast {
			r := transcriptRow(s, t, yourTurn)
			r.Why, r.Beside = cameOf(s, t), true
			last = append(last, r)
		}
	}
	return slices.Concat(headed(plans, list.Over("Next plans", len(b.openPlans()))), headed(unclear, list.Over("Not understood", len(unclear))), headed(last, list.Over("Last sessions", len(s.Transcripts))))
}

// NotUnderstood are the files and folders with a known name of an ordinary repository, where nothing else says where to
// continue.
func (b *Board) NotUnderstood() []model.Other {
	if !b.Foreign || b.Resume.Plan != nil {
		return nil
	}
	return b.Snapshot.KnownNames()
}

// headed puts rows below a heading.
func headed(rows []list.Row, section list.Section) []list.Row {
	for i := range rows {
		rows[i].Section = section
	}
	return rows
}

// openPlans are the plan to resume and the other open ones, in their order.
func (b *Board) openPlans() (all []model.Plan) {
	if b.Resume.Plan != nil {
		all = append(all, *b.Resume.Plan)
	}
	for _, up := range b.Resume.RunnersUp {
		all = append(all, *up.Plan)
	}
	return all
}

// cameOf says how a session ended, and how many files it changed.
func cameOf(s model.Snapshot, t model.Transcript) string {
	e, _ := t.State(s.At)
	words := phrase.EndedOf(e, t)
	if n := len(t.Touched); n > 0 && e == model.EndingDone {
		words += ", " + model.Counted(n, "file")
	}
	return words
}

// Foot is what Home has below its list in an ordinary repository.
type Foot struct {
	// Git is where its work stands, nil until git answered. Inspect shows the files.
	Git *model.LeftInGit
	// Command continues the work, which the key copies; Other is the word of the program whose plan it is.
	Command, Other string
	Copies         styles.Line
	// Of is the file under the cursor that was not understood, "" for none, and Begins are its first lines.
	Of     string
	Begins []string
}

// The heights from which the foot has more than the command, and all of it.
const gitHeight, wholeFoot = 28, 40

// typeLead stands before the command.
const typeLead = "Type  "

// Lines draws the foot in w cells of a screen of h rows.
func (f Foot) Lines(th *styles.Theme, now time.Time, w, h int) []styles.Line {
	var lines []styles.Line
	if h >= gitHeight && f.Git != nil {
		lines = append(f.git(th, now, w, h), nil)
	}
	lines = append(lines, f.begun(th, w)...)
	if f.Command == "" {
		return lines
	}
	rows := draw.Prefixed(draw.Wrapped(th.Label(f.Command), styles.RoleTitle, max(1, draw.Inside(w)-len(typeLead))), typeLead, styles.RoleHeading)
	for i := range rows {
		rows[i] = styles.Join(draw.Edge(), rows[i])
	}
	if last := len(rows) - 1; rows[last].Width()+f.Copies.Width()+2 <= w-draw.RightEdge {
		rows[last] = draw.Ends(rows[last], f.Copies, w)
	}
	lines = append(lines, rows...)
	if h >= gitHeight && f.Other != "" && f.Other != f.Command {
		lines = append(lines, styles.Join(draw.Edge(), styles.Line{draw.Span(styles.RoleMuted, "      or, in a new session: "), {Text: th.Label(f.Other), Role: styles.RolePlain}}).Fit(w-draw.RightEdge))
	}
	if h >= wholeFoot {
		lines = append(lines, styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, "      coldstart only reads here. The guide tells agents how to plan and ask in files.")).Fit(w-draw.RightEdge))
	}
	return lines
}

// begun are the first lines of a file that was not understood.
func (f Foot) begun(th *styles.Theme, w int) []styles.Line {
	if f.Of == "" || len(f.Begins) == 0 {
		return nil
	}
	const most = 4
	var rows []styles.Line
	for _, r := range th.RowsOf(f.Begins) {
		rows = append(rows, draw.Wrapped(r.Whole(), styles.RolePlain, draw.Inside(w))...)
	}
	lines := []styles.Line{styles.Join(draw.Edge(), styles.Line{{Text: th.Label(f.Of), Role: styles.RoleHeading}, draw.Span(styles.RoleMuted, " begins")})}
	return append(append(lines, draw.Quoted(th, rows[:min(most, len(rows))])...), nil)
}

// git is the branch, the newest commits and the open files.
func (f Foot) git(th *styles.Theme, now time.Time, w, h int) []styles.Line {
	head := styles.Line{draw.Span(styles.RoleHeading, "Git  "), {Text: th.Label(GitWords(*f.Git)), Role: styles.RolePlain}}
	lines := []styles.Line{styles.Join(draw.Edge(), head).Fit(w - draw.RightEdge)}
	most := 2
	if h >= wholeFoot {
		most = 3
	}
	for _, c := range f.Git.Commits[:min(most, len(f.Git.Commits))] {
		what := styles.Line{{Text: th.Label(c.ID), Role: styles.RoleMuted}, draw.Span(styles.RolePlain, "  "), {Text: th.Label(c.Subject), Role: styles.RolePlain}}
		lines = append(lines, draw.Ends(styles.Join(draw.Edge(), what), draw.Words(styles.RoleMuted, phrase.Moment(now, c.At)), w))
	}
	var open []string
	for _, u := range f.Git.Files {
		words := u.Path
		if u.Added+u.Removed > 0 {
			words += fmt.Sprintf(" +%d −%d", u.Added, u.Removed)
		} else if u.Change == "new" {
			words += " new"
		}
		open = append(open, words)
	}
	for n := len(open); n > 0; n-- {
		words := strings.Join(open[:n], ", ")
		if more := len(open) + f.Git.MoreFiles - n; more > 0 {
			words += fmt.Sprintf(", %d more", more)
		}
		line := styles.Line{draw.Span(styles.RoleMuted, "open     "), {Text: th.Label(words), Role: styles.RoleMuted}}
		if n == 1 || line.Width() <= draw.Inside(w) {
			return append(lines, styles.Join(draw.Edge(), line).Fit(w-draw.RightEdge))
		}
	}
	return lines
}

// GitWords say where the work in a repository stands: "main, 2 ahead, 3 changed, 1 new".
func GitWords(g model.LeftInGit) string {
	if g.None != "" {
		return "git: " + g.None
	}
	fresh := len(model.Where(g.Files, func(u *model.Uncommitted) bool { return u.Change == "new" }))
	words := []string{g.Branch}
	if g.Branch == "" {
		words[0] = "on no branch"
	}
	for _, part := range []struct {
		n    int
		says string
	}{{g.Ahead, "ahead"}, {g.Behind, "behind"}, {len(g.Files) + g.MoreFiles - fresh, "changed"}, {fresh, "new"}} {
		if part.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", part.n, part.says))
		}
	}
	if len(g.Files) == 0 {
		words = append(words, "clean")
	}
	return strings.Join(words, ", ")
}
