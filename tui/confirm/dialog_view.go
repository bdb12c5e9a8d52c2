package confirm

import (
	"cmp"
	"slices"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
	"coldstart/tui/thread"
)

// dialogFoot are the rows below the text: status line, thread, keys. wideHead are those above it
// where the facts stand beside it.
const dialogFoot, wideHead = 3, 2

// marginGap are the cells before the gutter of a difference, whose text begins at the text edge.
const marginGap = draw.TextEdge - draw.GutterWidth

// View draws the open dialog over the whole screen.
func (d *Dialog) View(s *overlay.Screen, _ int) []styles.Line {
	if d.guard.Stage() == Typing {
		return d.viewUnder(s, d.typeBox(s))
	}
	return d.viewCard(s)
}

// viewUnder draws a box over the card. Its message is in the last row.
func (d *Dialog) viewUnder(s *overlay.Screen, box draw.Box) []styles.Line {
	lines := d.viewCard(s)
	if d.guard.Stage() == Opening {
		lines = append([]styles.Line{d.head(s), nil}, board.FactLines(s.Th, d.Facts, s.Width)...)
		lines = draw.Tall(lines, s.Height)
	}
	for i := range lines[max(0, s.Height-dialogFoot):] {
		lines[s.Height-dialogFoot+i] = nil
	}
	// The upper half stays legible: only the rows beside the box are dim.
	out := slices.Clone(lines)
	copy(out[box.Y:], box.Over(s.Th, lines, s.Width)[box.Y:])
	out[s.Height-1] = s.Status(1)[0]
	return out
}

// viewCard draws the dialog without what is written over it.
func (d *Dialog) viewCard(s *overlay.Screen) []styles.Line {
	lines := d.above(s.Height)
	lines[0] = d.head(s)
	h := s.Height - len(lines) - dialogFoot
	var body []styles.Line
	switch d.guard.Stage() {
	case Opening:
		body = []styles.Line{styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, "Reading…"))}
	default:
		body = d.window(s.Th, s.Width, h)
	}
	lines = append(lines, draw.Tall(body, h)...)
	return append(lines, s.Status(1)[0], d.thread(s), d.footer(s))
}

// above are the rows above the text, of which the first is the title. The facts above a text
// begin with an empty row of their own.
func (d *Dialog) above(h int) []styles.Line {
	if h < roomyCard || d.shows() && d.card.side == nil {
		return make([]styles.Line, 1)
	}
	return make([]styles.Line, wideHead)
}

// shows reports whether the text is on screen, also below what has to be typed.
func (d *Dialog) shows() bool { return d.guard.Stage() == Reading || d.guard.Stage() == Typing }

// window is the part of the text on screen, beside the facts where there is room for both.
func (d *Dialog) window(th *styles.Theme, w, h int) []styles.Line {
	body := d.Lines(d.Body, h)
	if d.card.side == nil || !d.shows() {
		return body
	}
	out := make([]styles.Line, h)
	for i := range out {
		var left, right styles.Line
		if i < len(d.card.side) {
			left = d.card.side[i]
		}
		if i < len(body) {
			right = body[i]
		}
		out[i] = styles.Join(left.Pad(d.card.sideWidth), right)
	}
	if len(d.Body) > h {
		draw.Thumb(th, out, draw.Part{From: d.Top, To: d.Top + h, All: len(d.Body)}, w)
	}
	return out
}

// head asks the question. Once the facts are scrolled away it repeats to whom and how much.
func (d *Dialog) head(s *overlay.Screen) styles.Line {
	m := d.matter
	where := styles.Line{draw.Span(styles.RolePlain, "  "), {Text: s.Th.Label(s.Where), Role: styles.RoleAccent}}
	if s.Where == "" {
		where = nil
	}
	line := styles.Join(draw.Edge(), draw.Words(styles.RoleTitle, d.matter.Question), where)
	doubts := styles.Line{draw.Span(styles.RoleBad, s.Th.MarkSymbol(styles.MarkWarn).String())}
	if n := len(m.Doubts); n > 0 && d.Top == 0 {
		line = styles.Join(line, draw.Words(styles.RolePlain, "   "), doubts, draw.Words(styles.RoleBad, " "+model.Counted(n, "warning")))
	}
	if !d.shows() || d.card.side != nil || d.Top == 0 {
		if right := draw.Words(styles.RoleMuted, m.Turn); line.Width()+right.Width()+2 <= s.Width-draw.RightEdge {
			return draw.Ends(line, right, s.Width)
		}
		return line.Fit(s.Width - draw.RightEdge)
	}
	if to := m.Of(view.To); to != "" {
		full := styles.Join(line, draw.Words(styles.RoleMuted, "  to "), styles.Line{{Text: s.Th.Label(to)}})
		if amount := m.Of(view.Amount); amount != "" {
			full = styles.Join(full, draw.Words(styles.RoleMuted, "  · "), styles.Line{{Text: s.Th.Label(amount), Role: styles.RoleTitle}})
		}
		if len(m.Doubts) == 0 && full.Width() <= s.Width-draw.RightEdge {
			return full
		}
		line = styles.Join(draw.Edge(), draw.Words(styles.RoleTitle, d.order()+"?"), where)
		if len(m.Doubts) > 0 {
			line = styles.Join(line, draw.Words(styles.RolePlain, "  "), doubts)
		}
		return styles.Join(line, draw.Words(styles.RolePlain, "  "), styles.Line{{Text: s.Th.Label(to)}}).Fit(s.Width - draw.RightEdge)
	}
	return styles.Join(line, draw.Words(styles.RolePlain, "  "), styles.Line{{Text: s.Th.Brief(d.card.subject, s.Width)}}).Fit(s.Width - draw.RightEdge)
}

// order is the label of a yes.
func (d *Dialog) order() string { return d.Decision.Choice.OrderOn(d.matter.ByHand) }

// thread shows how far the text was read, or why nothing can be decided.
func (d *Dialog) thread(s *overlay.Screen) styles.Line {
	switch {
	case d.reads():
		seen, all := d.read()
		return thread.Read(s.Th, seen, all, "all read", s.Width)
	case !d.stopped():
		return nil
	}
	stop := map[Reason]string{Gone: "gone from disk", Silent: "not responding", Unreadable: "cannot be read", Changed: "changed on disk"}[d.guard.Why()]
	mark := styles.Line{{Text: s.Th.MarkSymbol(styles.MarkProblem), Role: styles.RoleBad}, draw.Span(styles.RoleBad, " "+stop)}
	return styles.Join(draw.Words(styles.RolePlain, "  "), mark)
}

// read counts the rows of the text that were on screen, and all. Rows above the text that were
// not count as one more to read; of an action with nothing below its head they are the text.
func (d *Dialog) read() (seen, all int) {
	from := d.card.text
	if d.headAlone() {
		from = 0
	}
	all = len(d.Body) - from
	unseen, below := d.guard.Unseen(from)
	seen = all - below
	if unseen > 0 && seen == all {
		all++
	}
	return seen, all
}

// footer are the keys. An unlocked yes is the ember.
func (d *Dialog) footer(s *overlay.Screen) styles.Line {
	hints := d.Hints(s)
	line := styles.Join(draw.Edge(), draw.HintLine(hints, s.Width-draw.TextEdge-draw.RightEdge))
	switch {
	case len(hints) == 0 || hints[0].For != string(keys.Yes) || d.guard.IsCovered():
		return line
	case !d.guard.IsRested():
		line[1].Role = [brightening]styles.Role{styles.RoleFrame, styles.RoleMuted, styles.RolePlain}[d.bright]
		return line
	}
	line[1].Role = styles.RoleEmber
	const right = 20
	return line.Lit(styles.Light{At: draw.TextEdge, Left: draw.TextEdge - 1, Right: right, Strength: 1}, s.Width)
}

// Hints are the keys of this stage: first what leads to a yes, then the other answers, then what shows more.
func (d *Dialog) Hints(s *overlay.Screen) []draw.Hint {
	switch {
	case s.Writing:
		return nil
	case d.guard.Stage() == Typing:
		return []draw.Hint{{Key: "enter", Does: d.key()}, {Key: "esc", Does: "cancel"}}
	}
	all := d.here()
	slices.SortStableFunc(all, func(x, y Key) int { return cmp.Compare(x.place, y.place) })
	var hints []draw.Hint
	for _, k := range all {
		if does := k.called(d); does != "" && (k.shown == nil || k.shown(d)) {
			hints = append(hints, draw.Hint{For: string(k.ID), Key: keys.Of(s.Keys[k.ID]), Does: does, Rank: k.rank})
		}
	}
	return hints
}

// key is what the yes does, for its hint.
func (d *Dialog) key() string {
	if d.MustType != "" && d.guard.Stage() == Reading {
		return "type " + d.typedFirst()
	}
	if d.action != nil && d.Decision.Choice == model.ChoiceApprove {
		return phrase.YesToAction(d.Decision.Scope, d.action.Action)
	}
	return d.Decision.Choice.KeyOn(d.matter.ByHand)
}

// StaleContent shows what the file is now.
func (d *Dialog) StaleContent(th *styles.Theme, w int) []styles.Line {
	if d.gone != "" {
		return draw.Indented(draw.Wrapped(th.Label(d.gone), styles.RoleBad, max(1, w-draw.TextEdge)))
	}
	lines := draw.Indented(draw.Sentence(styles.RoleBad, "The file changed while you were reading it. The difference:", w-draw.TextEdge))
	lines = append(lines, nil)
	was, now := d.newer.Against(d.Doc)
	for _, l := range DiffLines(th, [2]string{"shown", "on disk now"}, was, now, w-marginGap) {
		lines = append(lines, styles.Join(draw.Words(styles.RolePlain, "  "), l))
	}
	return lines
}
