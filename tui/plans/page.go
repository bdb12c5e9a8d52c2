// Package plans draws the page of a plan: its steps as a thread, what its log says of each, why it is done,
// and what belongs to it.
package plans

import (
	"cmp"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/markdown"
)

// Page is what the page of a plan shows.
type Page struct {
	Th    *styles.Theme
	Board *board.Board
	Plan  model.Plan
	// Text is the file, nil until it is read.
	Text  []byte
	Width int
	// At is the linked thing under the cursor.
	At int
	// Whole shows each step that is done.
	Whole bool
}

// Drawn is the page: its lines, what can be opened, the line of the first of them, and whether steps are
// folded, or would be.
type Drawn struct {
	Lines []styles.Line
	Links []model.Ref
	First int
	Folds bool
}

// Draws reports whether a plan has a page here: one without steps, or with a key in them, is shown by its text.
func Draws(th *styles.Theme, p model.Plan) bool {
	return len(p.Steps) > 0 && !board.HoldsSecret(th, p.Steps)
}

// wide reports whether the log has a column of its own.
func (p Page) wide() bool { return p.Width >= draw.SplitWidth }

// Lines draws the page.
func (p Page) Lines() Drawn {
	var d Drawn
	d.Lines = append(p.head(), nil)
	if notices := p.Board.Notices(p.Plan.Ref()); len(notices) > 0 {
		d.Lines = append(append(d.Lines, board.FactLines(p.Th, notices, p.Width)...), nil)
	}
	rest := p.Board.Described(view.Beneath, p.Plan.Ref())
	if p.wide() && p.Plan.Reading.Tool != "" {
		p.sides(&d, rest)
		return d
	}
	d.Lines = append(d.Lines, p.siblings(before)...)
	steps, folds := p.steps()
	d.Lines, d.Folds = append(d.Lines, steps...), folds
	d.Lines = append(d.Lines, p.siblings(after)...)
	d.Lines = append(d.Lines, p.why(draw.Inside(p.Width))...)
	p.addLinks(&d)
	if len(rest) > 0 {
		d.Lines = append(append(d.Lines, nil), board.FactLines(p.Th, rest, p.Width)...)
	}
	return d
}

// sidesShare is the percentage of the width that the steps of another program have beside what its files say.
const sidesShare = 55

// sides draw the plan of another program in two columns: its steps and links, and what its files say.
func (p Page) sides(d *Drawn, rest []view.Said) {
	left := p
	left.Width = p.Width * sidesShare / 100
	var of Drawn
	steps, folds := left.steps()
	of.Lines = slices.Concat(left.siblings(before), []styles.Line{draw.Heading("Steps", len(p.Plan.Steps))}, steps, left.siblings(after))
	left.addLinks(&of)
	room := p.Width - left.Width - draw.ColumnGap - draw.RightEdge
	right := append(p.why(room), board.FactRows(p.Th, rest, room)...)
	if len(right) > 0 && right[0] == nil {
		right = right[1:]
	}
	d.Folds, d.Links, d.First = folds, of.Links, len(d.Lines)+of.First
	d.Lines = append(d.Lines, draw.Columns(p.Th, of.Lines, right, left.Width, max(len(of.Lines), len(right)), draw.Part{})...)
}

// addLinks adds what belongs to the plan.
func (p Page) addLinks(d *Drawn) {
	links := p.links()
	if len(links) > 0 {
		d.Lines = append(d.Lines, nil, draw.Heading("Linked", len(links)))
	}
	d.First = len(d.Lines)
	for i, l := range links {
		d.Lines = append(d.Lines, p.link(l, i == p.At))
		d.Links = append(d.Links, l.ref)
	}
}

// head names the plan and says how it stands.
func (p Page) head() []styles.Line {
	state := styles.Line{{Text: p.Th.Label(phrase.Status(p.Plan.Status)), Role: signs.Toned(view.StateTone(p.Plan.Status.State))}}
	if p.Plan.Status.State == model.StateBlocked {
		mark := board.PlanMark(p.Plan.Status.State)
		state = styles.Line{{Text: p.Th.MarkSymbol(mark), Role: p.Th.MarkRole(mark)}, draw.Span(styles.RoleWarn, " "+p.Board.BlockedWords(p.Plan))}
	}
	if tool := p.Plan.Reading.Tool; tool != "" {
		state = styles.Join(styles.Line{{Text: p.Th.Label(tool), Role: styles.RoleMuted}}, draw.Words(styles.RoleMuted, " · "), state)
	}
	name := styles.Line{{Text: p.Th.Label(p.Plan.ID), Role: styles.RoleTitle}}
	if aim := phrase.Heading(p.Plan); aim != p.Plan.ID {
		name = styles.Join(name, draw.Words(styles.RolePlain, "  "), styles.Line{{Text: p.Th.Label(aim), Role: styles.RolePlain}})
	}
	var lines []styles.Line
	for i, l := range name.Wrap(max(1, draw.Inside(p.Width)-state.Width()-2)) {
		if l = styles.Join(draw.Edge(), l); i == 0 {
			l = draw.Ends(l, state, p.Width)
		}
		lines = append(lines, l)
	}
	var said []string
	if p.Plan.Priority != "" {
		said = append(said, p.Plan.Priority+" priority")
	}
	said = append(said, board.ProgressWords(p.Plan, "steps "))
	for _, r := range p.Board.Waiting[p.Plan.Path] {
		if r.Expires.Known() && !r.Expired(p.Board.Snapshot.At) {
			said = append(said, "until "+phrase.Expiry(p.Board.Snapshot.At, r))
			break
		}
	}
	var right styles.Line
	switch {
	case p.Plan.Reading.Tool != "":
		right = styles.Line{draw.Span(styles.RoleMuted, "read-only · "), {Text: p.Th.Brief(p.Plan.Path, p.Width/2), Role: styles.RoleMuted}}
	case p.wide() && p.Plan.Created.Known():
		right = draw.Words(styles.RoleMuted, "created "+phrase.Moment(p.Board.Snapshot.At, p.Plan.Created.Time))
	}
	words := styles.Line{{Text: p.Th.Label(strings.Join(said, " · ")), Role: styles.RoleMuted}}
	return append(lines, draw.Ends(styles.Join(draw.Edge(), words), right, p.Width))
}

// The most rows and cells of why a plan is done.
const whyRows, whyWidth = 3, 92

// why is why the plan is done in w cells, from its file or from that of the program whose it is. In two columns it
// has a row as its heading.
func (p Page) why(w int) []styles.Line {
	text := cmp.Or(p.Plan.Reading.Why, p.Plan.Stated)
	if p.Plan.Reading.Tool == "" {
		text = cmp.Or(markdown.Section(p.Text, "Context", "Why", "Background"), text)
	}
	if text == "" {
		return nil
	}
	if w < draw.Inside(p.Width) {
		return slices.Concat([]styles.Line{draw.Words(styles.RoleHeading, "Why")}, draw.Wrapped(p.Th.Label(text), styles.RolePlain, max(1, w)), []styles.Line{nil})
	}
	lead := draw.Words(styles.RoleHeading, "Why  ")
	rows, room := draw.Wrapped(p.Th.Label(text), styles.RolePlain, max(1, min(whyWidth, w-lead.Width()))), min(whyWidth, w-lead.Width())
	if len(rows) > whyRows {
		rows = append(rows[:whyRows-1:whyRows-1], styles.Join(rows[whyRows-1:]...).Fit(room))
	}
	lines := []styles.Line{nil}
	for i, l := range rows {
		if i > 0 {
			lead = styles.Line{{Text: styles.Plain("").Pad(lead.Width())}}
		}
		lines = append(lines, styles.Join(draw.Edge(), lead, l))
	}
	return lines
}
