package plans

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/thread"
)

const (
	// rail is the column of the thread.
	rail = 2
	// logShare is the percentage of the width that the steps have beside the log, timeWidth the cells of its times.
	logShare, timeWidth = 52, 11
	// sayEdge is where the log begins below a step, and sayRows the rows that it has there.
	sayEdge, sayRows = 8, 2
	// mostDone are the steps that are shown whole once they are done, leastDone those left when the others fold.
	mostDone, leastDone = 8, 3
)

// step is one step as it is drawn: its name and notes, when it was done, and what its log says.
type step struct {
	names []styles.Line
	when  string
	says  styles.Line
}

// steps are the steps beside the thread.
func (p Page) steps() (lines []styles.Line, folds bool) {
	way, logAt := board.Way(p.Th, p.Plan), p.Width*logShare/100
	if p.wide() {
		lines = append(lines, styles.Join(draw.Heading("Steps", len(p.Plan.Steps)).Pad(logAt), draw.Words(styles.RoleHeading, "Log")))
	}
	done := 0
	for done < min(way.At, len(p.Plan.Steps)) && p.Plan.Steps[done].Done() {
		done++
	}
	from := 0
	if folds = done > mostDone; folds && !p.Whole {
		from = done - leastDone
		words := fmt.Sprintf("%d to %d done", p.Plan.Steps[0].Number, p.Plan.Steps[from-1].Number)
		row := styles.Join(p.knot(way, 0), draw.Words(styles.RoleMuted, words))
		lines = append(lines, draw.Ends(row, styles.Line{draw.Span(styles.RoleKey, "o"), draw.Span(styles.RoleMuted, " opens")}, p.Width), p.beside(true, nil))
	}
	if len(p.Plan.Reading.Parts) == len(p.Plan.Steps) {
		return append(lines, p.parts(way)...), false
	}
	for i, s := range p.Plan.Steps[from:] {
		i += from
		var rows []styles.Line
		if p.wide() {
			rows = p.wideRows(way, i, p.step(s, i == way.At, logAt-draw.TextEdge-2), logAt)
		} else {
			rows = p.narrowRows(way, i, p.step(s, i == way.At, p.Width-draw.TextEdge-draw.RightEdge-timeWidth))
		}
		if i == way.At {
			rows = lit(rows, p.Width)
		}
		lines = append(lines, rows...)
	}
	return lines, folds
}

// parts are the steps below their headings, of which those of the part in work are shown.
func (p Page) parts(way thread.Way) (lines []styles.Line) {
	steps, names := p.Plan.Steps, p.Plan.Reading.Parts
	for from, to := 0, 0; from < len(steps); from = to {
		done := 0
		for to = from; to < len(steps) && names[to] == names[from]; to++ {
			if steps[to].Done() {
				done++
			}
		}
		here := way.At >= from && way.At < to
		mark, role := thread.Way{Knots: []thread.Knot{thread.Open}, At: 1}, styles.RolePlain
		if here {
			mark.At, role = 0, styles.RoleTitle
		} else if done == to-from {
			mark.Knots[0] = thread.Done
		}
		row := styles.Join(p.knot(mark, 0), styles.Line{{Text: p.Th.Label(names[from]), Role: role}})
		rows := []styles.Line{draw.Ends(row, draw.Words(styles.RoleMuted, fmt.Sprintf("%d of %d", done, to-from)), p.Width)}
		for i := from; here && i < to; i++ {
			name := styles.Line{draw.Span(styles.RolePlain, "  "), way.Knot(p.Th, i), draw.Span(styles.RolePlain, " ")}
			for _, l := range draw.Wrapped(p.Th.Label(board.StepText(p.Plan, steps[i])), styles.RolePlain, max(1, p.Width-sayEdge-draw.RightEdge)) {
				rows = append(rows, p.beside(i < way.At, styles.Join(name, l)))
				name = blank(sayEdge - draw.TextEdge)
			}
		}
		if here {
			rows = lit(rows, p.Width)
		}
		lines = append(lines, rows...)
	}
	return lines
}

// lit lays the light of the ember behind the first row of its step.
func lit(rows []styles.Line, w int) []styles.Line {
	rows[0] = rows[0].Lit(styles.Light{At: rail, Left: 1, Right: max(0, w-draw.RightEdge-rail-1), Strength: 1}, w)
	return rows
}

// step lays out a step, its name in w cells.
func (p Page) step(s model.Step, ember bool, w int) step {
	role, number := styles.RolePlain, styles.RoleMuted
	if ember {
		role, number = styles.RoleTitle, styles.RoleEmber
	}
	lead := styles.Line{draw.Span(number, fmt.Sprintf("%d ", s.Number))}
	if p.Plan.Reading.Tool != "" {
		lead = nil
	}
	var out step
	for i, l := range draw.Wrapped(p.Th.Label(board.StepText(p.Plan, s)), role, max(1, w-2)) {
		if i > 0 {
			lead = draw.Words(styles.RolePlain, "  ")
		}
		out.names = append(out.names, styles.Join(lead, l))
	}
	when, asks, says := p.Board.StepSays(p.Plan, s, ember)
	if note := p.ofHuman(s); note != nil {
		out.names, says = append(out.names, note), ""
	}
	if last := len(p.Plan.Log) - 1; ember && last >= 0 && !p.finishes(p.Plan.Log[last]) {
		e := p.Plan.Log[last]
		when, asks, says = phrase.Moment(p.Board.Snapshot.At, e.At.Time), "", strings.Join(phrase.NotEmpty(e.What, e.Why), ": ")
	}
	if !p.wide() {
		// Beside the log, that says it.
		when = strings.Join(phrase.NotEmpty(when, asks), " · ")
	}
	out.when, out.says = when, styles.Line{{Text: p.Th.Label(says), Role: styles.RoleMuted}}
	return out
}

// finishes reports whether a line of the log says that a step is done.
func (p Page) finishes(e model.LogEntry) bool {
	return slices.ContainsFunc(p.Plan.Steps, func(s model.Step) bool {
		f, ok := p.Plan.Finished(s.Number)
		return ok && f == e
	})
}

// ofHuman says that only the operator can take a step, and which request waits for it; nil for others, and for one that
// they approved.
func (p Page) ofHuman(s model.Step) styles.Line {
	if !s.Human || s.Done() || board.AgentsTurn(rule.NextPlan(p.Plan), s) {
		return nil
	}
	mark, words := styles.MarkHuman, " only you: no request for it"
	waiting, ok := rule.WaitingStep(p.Plan)
	switch g, granted := rule.Granted(p.Plan); {
	case granted && g.Step == s.Number && g.Altered:
		mark, words = styles.MarkWarn, " the file that you approved was changed"
	case granted && g.Step == s.Number && g.ByOthers:
		mark, words = styles.MarkWarn, " approved, but not by you"
	case !ok || waiting.Number != s.Number || len(p.Board.Waiting[p.Plan.Path]) == 0:
	case rule.SentBack(p.Plan):
		mark, words = styles.MarkDraft, " you asked for changes: the agent’s turn"
	default:
		mark, words = styles.MarkRequest, " only you: the request waits, a reviews it"
	}
	if mark == styles.MarkHuman && slices.ContainsFunc(p.Board.Snapshot.Decided, func(r model.Request) bool {
		return r.Plan == p.Plan.Path && r.Step == s.Number && r.Reading.Decision == model.DecisionRejected
	}) {
		words = " you rejected it: the agent reads your reason"
	}
	return styles.Line{draw.Span(styles.RolePlain, "  "), {Text: p.Th.MarkSymbol(mark), Role: p.Th.MarkRole(mark)}, draw.Span(styles.RoleWarn, words)}
}

// knot begins the row of a step.
func (p Page) knot(way thread.Way, i int) styles.Line {
	return styles.Join(blank(rail), styles.Line{way.Knot(p.Th, i)}, blank(draw.TextEdge-rail-1))
}

// beside is a row beside the thread, of what ran or of what is to come.
func (p Page) beside(ran bool, words styles.Line) styles.Line {
	line := styles.Span{Text: p.Th.Symbol(styles.SymRest), Role: styles.RoleFrame}
	if ran {
		line = styles.Span{Text: p.Th.Symbol(styles.SymVertical), Role: styles.RoleAccent}
	}
	return styles.Join(blank(rail), styles.Line{line}, blank(draw.TextEdge-rail-1), words)
}

// wideRows are the rows of step i with its log beside it.
func (p Page) wideRows(way thread.Way, i int, s step, logAt int) []styles.Line {
	words := s.says.Wrap(max(1, p.Width-logAt-timeWidth-draw.RightEdge))
	if s.says.Width() == 0 {
		words = nil
	}
	n := max(len(s.names), len(words), 1)
	if i <= way.At && i < len(p.Plan.Steps)-1 && len(words) > 0 {
		n++
	}
	var rows []styles.Line
	for r := range n {
		var name, said styles.Line
		if r < len(s.names) {
			name = s.names[r]
		}
		row := p.beside(i < way.At, name)
		if r == 0 {
			row = styles.Join(p.knot(way, i), name)
			said = draw.Words(styles.RoleMuted, s.when).Fit(timeWidth - 1)
		}
		if said = said.Pad(timeWidth); r < len(words) {
			said = styles.Join(said, words[r])
		}
		if i == len(p.Plan.Steps)-1 && r > 0 {
			row = styles.Join(draw.Edge(), name)
		}
		rows = append(rows, styles.Join(row.Pad(logAt), said).Fit(p.Width))
	}
	return rows
}

// narrowRows are the rows of step i with its log below it.
func (p Page) narrowRows(way thread.Way, i int, s step) []styles.Line {
	rows := []styles.Line{draw.Ends(styles.Join(p.knot(way, i), s.names[0]), draw.Words(styles.RoleMuted, s.when), p.Width)}
	below := slices.Clone(s.names[1:])
	words := s.says.Wrap(max(1, p.Width-sayEdge-draw.RightEdge))
	if s.says.Width() == 0 {
		words = nil
	}
	if p.ofHuman(p.Plan.Steps[i]) != nil {
		words = nil
	}
	for _, l := range words[:min(len(words), sayRows)] {
		below = append(below, styles.Join(blank(sayEdge-draw.TextEdge), l))
	}
	for _, l := range below {
		row := p.beside(i < way.At, l)
		if i == len(p.Plan.Steps)-1 {
			row = styles.Join(draw.Edge(), l)
		}
		rows = append(rows, row)
	}
	return rows
}

func blank(n int) styles.Line { return styles.Line{{Text: styles.Plain("").Pad(n)}} }
