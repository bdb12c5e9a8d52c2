package plans

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// link is something that belongs to the plan.
type link struct {
	ref               model.Ref
	mark              styles.Mark
	what, kind, state string
	since             time.Time
	key, verb         string
}

// mostOfKind are the decided requests and the sessions that are listed.
const mostOfKind = 3

// links are the requests, the sessions and the source of the plan.
func (p Page) links() (all []link) {
	b := p.Board
	for _, r := range b.Waiting[p.Plan.Path] {
		l := link{ref: r.Ref(), mark: styles.MarkRequest, what: r.Title(), kind: "request", state: "pending", since: r.Created.Time, key: "a", verb: "review"}
		if r.Asked != nil {
			l.mark, l.state = styles.MarkDraft, "sent back"
		}
		if r.Reading.Tool != "" {
			l.key, l.verb = "", ""
		}
		if r.Step > 0 {
			l.kind = fmt.Sprintf("request, step %d", r.Step)
		}
		all = append(all, l)
	}
	n := 0
	for _, r := range b.Snapshot.Decided {
		if r.Plan == p.Plan.Path && n < mostOfKind {
			all, n = append(all, link{ref: r.Ref(), mark: b.MarkOf(model.Attention{Ref: r.Ref()}), what: r.Title(), kind: "request", state: r.Reading.Decision, since: r.DecidedAt}), n+1
		}
	}
	n = 0
	for _, t := range b.Snapshot.Transcripts {
		if t.WorkedOn(p.Plan) && n < mostOfKind {
			e, _ := t.State(b.Snapshot.At)
			all, n = append(all, link{ref: t.Ref(), mark: signs.Session(b.Snapshot, t), what: t.Called(), kind: "session", state: phrase.EndedOf(e, t), since: t.Wrote()}), n+1
		}
	}
	return all
}

// link is the row of a linked thing.
func (p Page) link(l link, under bool) styles.Line {
	w := draw.Inside(p.Width)
	t := list.Table{{Width: 0}, {Width: 15}, {Width: 5, Right: true}}
	if p.wide() {
		t = list.Table{{Width: 0}, {Width: 16}, {Width: 16}, {Width: 5, Right: true}, {Width: 9}}
	}
	t[0].Width = w
	for _, c := range t[1:] {
		t[0].Width -= c.Width + list.Gap
	}
	role, cursor := styles.RolePlain, styles.Plain(" ")
	if under {
		role, cursor = styles.RoleTitle, p.Th.Symbol(styles.SymCursor)
	}
	key, verb := l.key, l.verb
	if key == "" {
		key, verb = p.Th.Symbol(styles.SymEnter).String(), "open"
	}
	what := styles.Line{{Text: p.Th.Brief(l.what, t[0].Width), Role: role}}
	state := styles.Line{{Text: p.Th.Label(l.state), Role: styles.RoleMuted}}
	age := draw.Words(styles.RoleMuted, phrase.AgeInRow(p.Board.Snapshot.At, l.since))
	cells := []styles.Line{what, state, age}
	if p.wide() {
		cells = []styles.Line{what, draw.Words(styles.RoleMuted, l.kind), state, age, {draw.Span(styles.RoleKey, key), draw.Span(styles.RoleMuted, " "+verb)}}
	}
	row := styles.Join(styles.Line{{Text: cursor, Role: styles.RoleAccent}, draw.Span(styles.RolePlain, " "), {Text: p.Th.MarkSymbol(l.mark).Pad(2), Role: p.Th.MarkRole(l.mark)}}, t.Row(cells...))
	if under {
		row[0].Role = styles.RoleSelected
	}
	return row
}

// Where a plan of the same program stands: before this one, or after it.
const (
	before = -1
	after  = 1
)

// siblings are the plans of the same program in numbered folders beside this one, on one side of it.
func (p Page) siblings(side int) (lines []styles.Line) {
	if p.Plan.Reading.Tool == "" || !numbered(p.Plan.Path) {
		return nil
	}
	for _, q := range p.Board.Snapshot.Plans {
		if q.Reading.Tool != p.Plan.Reading.Tool || path.Dir(path.Dir(q.Path)) != path.Dir(path.Dir(p.Plan.Path)) || !numbered(q.Path) || strings.Compare(path.Dir(q.Path), path.Dir(p.Plan.Path)) != side {
			continue
		}
		mark := board.PlanMark(q.Status.State)
		row := styles.Join(blank(rail), styles.Line{{Text: p.Th.MarkSymbol(mark), Role: p.Th.MarkRole(mark)}}, blank(draw.TextEdge-rail-1), styles.Line{{Text: p.Th.Label(phrase.Heading(q)), Role: styles.RolePlain}})
		lines = append(lines, draw.Ends(row, draw.Words(styles.RoleMuted, board.ProgressWords(q, "")), p.Width))
	}
	switch {
	case len(lines) == 0:
		return nil
	case side == before:
		return slices.Concat([]styles.Line{draw.Heading("Before this", len(lines))}, lines, []styles.Line{nil})
	}
	return slices.Concat([]styles.Line{nil, draw.Heading("After that", len(lines))}, lines)
}

// numbered reports whether the folder of a file begins with a number.
func numbered(file string) bool {
	name := path.Base(path.Dir(file))
	return name[0] >= '0' && name[0] <= '9'
}
