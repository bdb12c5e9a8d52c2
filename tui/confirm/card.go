package confirm

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
)

// The sizes at which a card changes.
const (
	// wideCard and tallCard are the least size with the facts beside the text.
	wideCard, tallCard = draw.SplitWidth, 30
	// unfolded is the least height at which an empty line of a text is a row of its own.
	unfolded = 36
	// roomyCard is the least height with empty rows between the parts.
	roomyCard = 16
	// leastText are the rows of a text on the first screen that no row above it pushes out.
	leastText = 9
	// nameWidth is the cells of the name of a point.
	nameWidth = 8
	// narrowSide and wideSide bound the cells of the facts beside a text.
	narrowSide, wideSide = 44, 64
)

// card is a decision laid out for a size.
type card struct {
	// side are the facts beside the text, nil where they stand above it; text is then at the
	// column sideWidth.
	side      []styles.Line
	sideWidth int
	// text is the first row of the body that is of the file or a remark about it, notes are the
	// remarks.
	text  int
	rows  []draw.SourceRow
	notes []int
	of    reading
	// subject is what comes first.
	subject string
}

// reading is what a text was laid out from, and for which size.
type reading struct {
	seen   model.Fingerprint
	choice model.Choice
	bytes  bool
	w, h   int
}

// layOut makes the lines for a size. What was read of the text in its order stays read, and another size keeps the place in it.
func (d *Dialog) layOut(th *styles.Theme, w, h int) {
	stopped := d.guard.Stage() == Stopped
	if d.guard.Stage() != Reading && !stopped {
		return
	}
	was, seen, top := d.card, d.guard.Seen(), d.Top
	d.card = card{}
	if stopped {
		d.Body = d.StaleContent(th, w)
	} else {
		d.content(th, w, h)
	}
	d.Height = 0
	if w >= draw.MinWidth && h >= draw.MinHeight {
		d.Height = h - len(d.above(h)) - dialogFoot
	}
	d.guard = d.guard.Laid(d.card.stillRead(was, seen, len(d.Body))).Show(d.Height == 0, d.isMasked(th))
	d.Top = d.card.placeOf(was, top)
	d.scroll(0)
}

func (d *Dialog) scroll(n int) {
	d.By(n, d.Height, len(d.Body))
	d.Frame++
}

// resized reports the same card for another size.
func (c *card) resized(was card) bool {
	of := was.of
	of.w, of.h = c.of.w, c.of.h
	return was.of.w > 0 && c.of == of && c.of != was.of
}

// readLine is what a line shows, and which bytes of that were on screen. all is true where all of it was.
type readLine struct {
	text string
	seen []bool
	all  bool
}

// linesOf are the lines of a text by number, those of the notes about it by numbers below zero.
func linesOf(rows []draw.SourceRow, seen []bool) map[int]*readLine {
	lines := make(map[int]*readLine, len(rows))
	for i, r := range rows {
		for n := r.Number; n <= r.Number+r.Folded; n++ {
			l := cmp.Or(lines[keyOf(r, n)], &readLine{all: true})
			lines[keyOf(r, n)] = l
			l.all = l.all && seen[i]
			if n == r.Number {
				l.text += r.Text
				l.seen = append(l.seen, slices.Repeat(seen[i:i+1], len(r.Text))...)
			}
		}
	}
	return lines
}

func keyOf(r draw.SourceRow, line int) int {
	if r.Note {
		return -1 - line
	}
	return line
}

// stillRead marks the rows of a body of which every byte was on screen as the card was laid out before. Rows above the
// text count only for another size, and only all of them.
func (c *card) stillRead(was card, seen []bool, body int) []bool {
	read := make([]bool, body)
	if c.of.w == 0 || was.of.w == 0 || c.of.seen != was.of.seen || c.of.bytes != was.of.bytes || len(seen) != was.text+len(was.rows) {
		return read
	}
	if c.resized(was) && slices.Contains(seen, true) && !slices.Contains(seen[:was.text], false) {
		for i := range c.text {
			read[i] = true
		}
	}
	before, now, at := linesOf(was.rows, seen[was.text:]), linesOf(c.rows, make([]bool, len(c.rows))), map[int]int{}
	for i, r := range c.rows {
		all := true
		for n := r.Number; n <= r.Number+r.Folded; n++ {
			key := keyOf(r, n)
			l := before[key]
			switch {
			case l == nil || l.text != now[key].text:
				all = false
			case n == r.Number && r.Text != "":
				all = all && !slices.Contains(l.seen[at[key]:at[key]+len(r.Text)], false)
			default:
				all = all && l.all
			}
		}
		at[keyOf(r, r.Number)] += len(r.Text)
		read[c.text+i] = all
	}
	return read
}

// placeOf is the row with the byte that was in the top row before, 0 for another text.
func (c *card) placeOf(was card, top int) int {
	if !c.resized(was) || top == 0 || top < was.text || top >= was.text+len(was.rows) {
		return 0
	}
	sought := was.rows[top-was.text]
	key, from := keyOf(sought, sought.Number), 0
	for _, r := range was.rows[:top-was.text] {
		if keyOf(r, r.Number) == key {
			from += len(r.Text)
		}
	}
	place, at := 0, 0
	for i, r := range c.rows {
		switch {
		case keyOf(r, r.Number) == key && at <= from:
			place, at = c.text+i, at+len(r.Text)
		case key >= 0 && !r.Note && r.Number < key && key <= r.Number+r.Folded:
			place = c.text + i
		}
	}
	return place
}

// content lays out what must be read before a yes, in lines of at most w cells.
func (d *Dialog) content(th *styles.Theme, w, h int) {
	c := &d.card
	c.subject = d.subject().Value
	width := w - draw.RightEdge
	if w >= wideCard && h >= tallCard && !d.headAlone() {
		c.sideWidth = max(narrowSide, min(w*11/30, wideSide))
		room := h - wideHead - dialogFoot
		for _, more := range []bool{true, false} {
			if c.side = d.beside(th, c.sideWidth, more); len(c.side) <= room {
				width -= c.sideWidth + 1
				break
			}
			c.side = nil
		}
	}
	rows := d.source(th, width, h < unfolded && !d.bytes)
	d.Body = nil
	if c.side == nil {
		c.sideWidth = 0
		d.Body = d.over(th, w, h, false)
		if room := h - 1 - dialogFoot - len(d.Body); room > min(len(rows), leastText) {
			d.Body = d.over(th, w, h, true)
		}
	}
	c.text = len(d.Body)
	for i, r := range rows {
		d.Body = append(d.Body, r.Line)
		if r.Note && (i == 0 || !rows[i-1].Note) {
			c.notes = append(c.notes, c.text+i)
		}
	}
	c.rows, c.of = rows, reading{d.Doc.Seen, d.Decision.Choice, d.bytes, w, h}
}

// over are the facts above a text, with the reason of the agent in a row where why is true.
func (d *Dialog) over(th *styles.Theme, w, h int, why bool) []styles.Line {
	var lines []styles.Line
	if h >= roomyCard {
		lines = append(lines, nil)
	}
	n, points, at := d.numbered(), d.points(), d.places()
	for _, p := range d.matter.Beside {
		if why && p.ID == view.Why {
			p.Short = p.Value
			points = append(points, p)
		}
	}
	width := w - draw.RightEdge
	lines = append(lines, numberedRows(n, at(d.subject().From), draw.Wrapped(th.Label(d.subject().Value), styles.RoleTitle, width-n.Margin()))...)
	names := namesWidth(points)
	for _, p := range points {
		lines = append(lines, pointRows(th, n, p, at(p.From), names, width)...)
	}
	for _, doubt := range d.matter.Doubts {
		lines = append(lines, doubtRows(th, n, doubt, width)...)
	}
	if wide := d.wideBytes(); wide != "" {
		lines = append(lines, numberedRows(n, 0, draw.Sentence(styles.RoleWarn, wide, width-n.Margin()))...)
	}
	if effect := d.effectRows(th, w); len(effect) > 0 {
		lines = append(append(lines, nil), effect...)
	}
	return append(lines, nil)
}

// points are what a yes is to, and the note that goes with it.
func (d *Dialog) points() []board.Point {
	points := slices.Clone(d.matter.Points)
	if d.Decision.Note != "" {
		points = append(points, board.Point{Name: "note", Value: d.Decision.Note, Role: styles.RoleAccent})
	}
	return points
}

// numbered is the margin of the text.
func (d *Dialog) numbered() draw.Numbered {
	return draw.Numbered{First: 1, Last: bytes.Count(d.Doc.Bytes, []byte{'\n'}) + 1}
}

// numberedRows puts a number of a line before rows of ours.
func numberedRows(n draw.Numbered, number int, rows []styles.Line) []styles.Line {
	for i, row := range rows {
		rows[i] = styles.Join(n.Number(number), row)
		number = 0
	}
	return rows
}

// namesWidth is the cells of the longest name of a point.
func namesWidth(points []board.Point) int {
	w := nameWidth
	for _, p := range points {
		if p.Value != "" {
			w = max(w, len(p.Name)+1)
		}
	}
	return w
}

// pointRows are a name and a value, with the number of the line that says it.
func pointRows(th *styles.Theme, n draw.Numbered, p board.Point, number, names, w int) []styles.Line {
	if p.Value == "" {
		return nil
	}
	room := max(1, w-n.Margin()-names)
	value := draw.Wrapped(th.Label(p.Value), p.Role, room)
	if p.Short != "" {
		value = []styles.Line{{{Text: th.Brief(p.Value, room), Role: p.Role}}}
	}
	name := styles.Line{{Text: styles.Plain(p.Name).Pad(names), Role: styles.RoleMuted}}
	for i := range value {
		value[i] = styles.Join(name, value[i])
		name = styles.Line{{Text: styles.Plain("").Pad(names)}}
	}
	return numberedRows(n, number, value)
}

// doubtRows are a doubt with its line.
func doubtRows(th *styles.Theme, n draw.Numbered, doubt model.Doubt, w int) []styles.Line {
	role := doubtRole(doubt.Weight)
	rows := draw.Wrapped(th.Label(phrase.DoubtShort(doubt)), role, max(1, w-n.Margin()-2))
	return numberedRows(n, doubt.Line, draw.Prefixed(rows, th.MarkSymbol(styles.MarkWarn).String()+" ", role))
}

func doubtRole(w model.Weight) styles.Role {
	if w == model.WeightNote {
		return styles.RoleWarn
	}
	return styles.RoleBad
}

// effects says what a yes does, in at most so many sentences.
func (d *Dialog) effects(most int) []string {
	then := d.matter.Then[:min(len(d.matter.Then), most-1)]
	all := append(slices.Clone(then), phrase.Effects(d.Decision, d.Changes, d.matter.Plan, most-len(then))...)
	if d.matter.After != "" {
		for i := range all {
			all[i] = strings.Replace(all[i], "unchanged", d.matter.After, 1)
		}
	}
	return all
}

// mostEffects is how many lines say what a yes does.
const mostEffects = 3

// whyTyped says why something has to be typed.
func (d *Dialog) whyTyped() string {
	if len(d.matter.Doubts) > 0 {
		return "because of the warnings"
	}
	return "since it has expired"
}

// typedFirst says what has to be typed, "" for nothing.
func (d *Dialog) typedFirst() string {
	switch d.MustType {
	case "":
		return ""
	case model.OneLine(d.matter.Of(view.To)):
		return "the target"
	case d.Doc.Seen.Short():
		return "the short hash"
	}
	if d.Decision.Ref.Kind == model.KindPlan {
		return "the plan’s id"
	}
	return "the file’s name"
}

// effectName heads what the answer does.
const effectName = "Effect"

// effectRows are what the answer does, below its name, and the key for more at the right end.
func (d *Dialog) effectRows(th *styles.Theme, w int) []styles.Line {
	name, edge := effectName, draw.Edge()
	var rows []styles.Line
	more := styles.Line{draw.Span(styles.RoleKey, d.exactKey()), draw.Span(styles.RoleMuted, " exact changes")}
	all, typed := d.effects(mostEffects), d.typedFirst()
	if typed != "" {
		all = append(d.effects(mostEffects-1), "needs "+typed+" typed, "+d.whyTyped())
	}
	for i, words := range all {
		room, role := w-draw.TextEdge-nameWidth-draw.RightEdge, styles.RolePlain
		if typed != "" && i == len(all)-1 {
			role = styles.RoleWarn
		}
		lines := draw.Wrapped(th.Said(words), role, room)
		for j, l := range lines {
			row := styles.Join(edge, styles.Line{{Text: styles.Plain(name).Pad(nameWidth), Role: styles.RoleMuted}}, l)
			name = ""
			if i == len(all)-1 && j == len(lines)-1 && row.Width()+more.Width()+2 <= w-draw.RightEdge {
				row, more = draw.Ends(row, more, w), nil
			}
			rows = append(rows, row)
		}
	}
	if len(more) > 0 && len(d.Changes) > 0 {
		rows = append(rows, draw.Ends(edge, more, w))
	}
	return rows
}
