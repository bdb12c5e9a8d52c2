package board

import (
	"fmt"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/thread"
)

// Cells of the course of a plan: the upright thread before its text, between columns, and the
// most for what became of a step.
const (
	courseEdge = 2
	courseGap  = 3
	courseTime = 5
	courseSays = 2 // rows
)

// Course is how far the plan to go on with got, step by step beside an upright thread, with
// what its log says of each; w by h cells.
func (b *Board) Course(th *styles.Theme, w, h int) []styles.Line {
	p := *b.Resume.Plan
	head := styles.Join(draw.Words(styles.RolePlain, "  "), draw.Words(styles.RoleHeading, "How far it got"),
		draw.Words(styles.RoleMuted, "  "), styles.Line{{Text: th.Brief(b.origin(p), w), Role: styles.RoleMuted}})
	lines := []styles.Line{head.Fit(w), upright(th, styles.SymVertical, nil)}
	if len(p.Steps) == 0 {
		return append(lines, styles.Join(draw.Words(styles.RoleMuted, "  It lists no steps.")))
	}
	if holdsSecret(th, p.Steps) {
		return append(lines, draw.Words(styles.RoleWarn, "  Its steps contain a key or password."))
	}
	way, name := wayOf(th, p), 0
	for _, s := range p.Steps {
		name = max(name, styles.Plain(fmt.Sprintf("%d ", s.Number)).Width()+th.Brief(s.Text, w).Width())
	}
	name = min(name, (w-courseEdge)*2/5)
	from := max(0, min(way.At-2, len(p.Steps)-(h-len(lines))))
	for i, s := range p.Steps[from:] {
		rows := b.courseRows(th, p, way, from+i, s, name, w)
		if len(lines)+len(rows) > h {
			break
		}
		lines = append(lines, rows...)
		if i == way.At-from && from+i < len(p.Steps)-1 && len(lines) < h {
			lines = append(lines, upright(th, styles.SymRest, nil))
		}
	}
	return lines
}

// holdsSecret reports whether the steps contain a key or password. It may go over several, of
// which none alone looks like one.
func holdsSecret(th *styles.Theme, steps []model.Step) bool {
	texts := make([]string, len(steps))
	for i, s := range steps {
		texts[i] = s.Text
	}
	return th.Masks([]byte(strings.Join(texts, "\n")))
}

// origin is where a plan came from.
func (b *Board) origin(p model.Plan) string {
	var parts []string
	if p.Created.Known() {
		parts = append(parts, "created "+phrase.Moment(b.Snapshot.At, p.Created.Time))
	}
	if p.SourceLink != "" {
		parts = append(parts, "from "+path.Base(p.SourceLink))
	}
	return strings.Join(parts, " ")
}

// upright is a row beside a piece of the thread.
func upright(th *styles.Theme, s styles.Sym, says styles.Line) styles.Line {
	return styles.Join(styles.Line{{Text: th.Symbol(s), Role: styles.RoleAccent}}, draw.Words(styles.RolePlain, " "), says)
}

// courseRows are the rows of step i.
func (b *Board) courseRows(th *styles.Theme, p model.Plan, way thread.Way, i int, s model.Step, name, w int) []styles.Line {
	when, says, role := "", "", styles.RolePlain
	if e, ok := p.Finished(s.Number); ok && s.Done() {
		when, says = phrase.Moment(b.Snapshot.At, e.At.Time), e.Why
	}
	mark, rest := way.Knot(th, i), styles.SymVertical
	switch {
	case agentsTurn(rule.NextPlan(p), s):
		when, says, role = "next", "Approved. An agent continues here.", styles.RoleTitle
	case s.Human && !s.Done():
		when, says = "you", "Only you can do it."
	case i == way.At:
		when, says, role = "next", "The agent continues here.", styles.RoleTitle
	}
	if i >= way.At {
		rest = styles.SymRest
	}
	label := styles.Line{{Text: styles.Plain(fmt.Sprintf("%d ", s.Number)), Role: styles.RoleMuted}, {Text: th.Brief(s.Text, w), Role: role}}
	lead := styles.Join(label.Pad(name), draw.Words(styles.RolePlain, strings.Repeat(" ", courseGap)),
		draw.Words(styles.RoleMuted, styles.Plain(when).Pad(courseTime).String()), draw.Words(styles.RolePlain, strings.Repeat(" ", courseGap)))
	words := draw.Wrapped(th.Label(says), styles.RoleMuted, max(1, w-courseEdge-lead.Width()))
	if len(words) > courseSays {
		words = append(words[:courseSays-1:courseSays-1], styles.Join(words[courseSays-1:]...).Fit(w-courseEdge-lead.Width()))
	}
	first := styles.Line(nil)
	if len(words) > 0 {
		first = words[0]
	}
	rows := []styles.Line{styles.Join(styles.Line{mark}, draw.Words(styles.RolePlain, " "), lead, first)}
	for _, more := range words[min(1, len(words)):] {
		rows = append(rows, upright(th, rest, styles.Join(draw.Words(styles.RolePlain, strings.Repeat(" ", lead.Width())), more)))
	}
	return rows
}
