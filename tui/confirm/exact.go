package confirm

import (
	"fmt"
	"path"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// lid is what lies over the text of a dialog. Nothing below it counts as read.
type lid int

const (
	noLid lid = iota
	helpLid
	exactLid
)

// cover lays a lid over the text, or takes it off. A frame being drawn does not count as seen.
func (d *Dialog) cover(l lid) {
	d.lid, d.lidTop = l, 0
	d.guard = d.guard.Cover(l != noLid || d.writing != nothing)
	d.Frame++
}

// The box of a lid: so many cells from the left edge where there is room, else from both sides,
// and so many rows from the top.
const (
	lidFar, lidNear, lidSide = 12, 8, 2
	lidTop, tallLid          = 3, 12
)

func (d *Dialog) lidKey(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	k := s.Keys
	switch {
	case key.Matches(msg, k[keys.Back]), key.Matches(msg, k[keys.Quit]), key.Matches(msg, k[keys.Help]) && d.lid == helpLid, key.Matches(msg, k[keys.Exact]) && d.lid == exactLid:
		d.cover(noLid)
	case key.Matches(msg, k[keys.Exact]) && d.Step() == StepConfirm:
		d.cover(exactLid)
	case key.Matches(msg, k[keys.Help]):
		d.cover(helpLid)
	case !overlay.Scroll(k, msg, &d.lidTop, max(1, d.lidRows(s)), len(d.lidLines(s))):
		s.Say(styles.RoleMuted, "esc closes this first.")
	}
	d.lidTop = max(0, min(d.lidTop, len(d.lidLines(s))-d.lidRows(s)))
	return d.disarm(s)
}

// lidBox is the lid as a box over the card.
func (d *Dialog) lidBox(s *overlay.Screen) draw.Box {
	b := draw.Box{X: lidSide, Y: lidTop, W: s.Width - 2*lidSide, Title: draw.Words(styles.RoleTitle, "Keys"), Hints: []draw.Hint{{Key: keys.Of(s.Keys[keys.Help]), Does: "close"}}}
	if s.Width >= wideCard {
		b.X, b.W = lidFar, s.Width-lidFar-lidNear
	}
	if s.Height < tallLid {
		b.Y = 0
	}
	if d.lid == exactLid {
		b.Title = draw.Words(styles.RoleTitle, "All changes this makes")
		b.Hints[0].Key = d.exactKey()
	}
	lines := d.lidLines(s)
	if h := d.lidRows(s); len(lines) > h {
		b.Hints = append(b.Hints, draw.Hint{Key: s.Keys.Moving(), Does: "move"})
		b.Place = draw.OfLines(d.lidTop, h, len(lines))
		lines = draw.Between(lines, d.lidTop, h)
	}
	b.Lines = draw.Prefixed(lines, "  ", styles.RolePlain)
	return b
}

// lidRows is how many rows a lid has room for.
func (d *Dialog) lidRows(s *overlay.Screen) int {
	const edges = 2
	if s.Height < tallLid {
		return max(1, s.Height-edges-dialogFoot)
	}
	return s.Height - lidTop - edges - dialogFoot
}

// lidLines are the rows of the lid.
func (d *Dialog) lidLines(s *overlay.Screen) []styles.Line {
	w := s.Width - 2*lidSide
	if s.Width >= wideCard {
		w = s.Width - lidFar - lidNear
	}
	w -= 2 + 2*lidSide
	if d.lid == helpLid {
		return d.help(s, w)
	}
	return d.exactLines(s.Th, w)
}

// exactLines are the changes one by one, and what an undo keeps.
func (d *Dialog) exactLines(th *styles.Theme, w int) []styles.Line {
	lines := []styles.Line{nil}
	n := 0
	for _, c := range d.Changes {
		n++
		lines = append(lines, d.changeRows(th, n, c, w)...)
		lines = append(lines, nil)
	}
	if d.Decision.Choice != model.ChoiceUndo {
		keep := "an entry in your ledger, outside the vault; " + keys.Of(d.keys[keys.Undo]) + " can undo this"
		if d.Decision.Ref.Kind == model.KindSession {
			keep = "a record in your own ledger, outside the vault"
		}
		lines = append(lines, verbRows(fmt.Sprint(n+1), "keep", draw.Wrapped(styles.Plain(keep), styles.RolePlain, w-verbWidth))...)
		lines = append(lines, nil)
	}
	last := "Nothing runs."
	if d.Decision.Choice == model.ChoiceApprove && d.Decision.Ref.Kind == model.KindRequest {
		if last += " The agent reads it in its next session."; d.Doc.Asks != nil {
			last = "Nothing runs. The agent looks for your answer from time to time."
		}
	}
	return append(append(lines, draw.Prefixed(draw.Sentence(styles.RoleMuted, last, w-2), "  ", styles.RoleMuted)...), nil)
}

// verbWidth is the cells of "1 create ".
const verbWidth = 9

// verbRows puts a number and a verb before rows.
func verbRows(number, verb string, rows []styles.Line) []styles.Line {
	lead := styles.Line{draw.Span(styles.RoleKey, number+" "), {Text: styles.Plain(verb).Pad(verbWidth - len(number) - 1), Role: styles.RoleTitle}}
	for i := range rows {
		rows[i] = styles.Join(lead, rows[i])
		lead = styles.Line{{Text: styles.Plain("").Pad(verbWidth)}}
	}
	return rows
}

// changeRows shows one change: a move with the size and hash of what moves, any other line by line.
func (d *Dialog) changeRows(th *styles.Theme, n int, c model.Change, w int) []styles.Line {
	name, added := c.Heading()
	rows := verbRows(fmt.Sprint(n), c.Kind.String(), draw.Wrapped(th.Show(name), styles.RolePlain, max(1, w-verbWidth)))
	if c.To != "" {
		where := th.Show(c.To)
		if path.Base(c.To) == path.Base(c.Path) {
			words := path.Dir(c.To) + "/ under the same name"
			if c.Path == d.Decision.Ref.Path {
				words += fmt.Sprintf(" · %s bytes, SHA-256 %s, unchanged", draw.Thousands(len(d.Doc.Bytes)), quarters(d.Doc.Seen.String()))
			}
			where = th.Said(words)
		}
		rows = append(rows, verbRows(" ", "to", draw.Wrapped(where, styles.RolePlain, max(1, w-verbWidth)))...)
	}
	const lead = 6
	for _, r := range th.RowsOf(c.Before) {
		rows = append(rows, draw.Prefixed(draw.Wrapped(r.Whole(), styles.RoleRemoved, max(1, w-lead)), "    - ", styles.RoleRemoved)...)
	}
	for _, r := range th.RowsOf(added) {
		rows = append(rows, draw.Prefixed(draw.Wrapped(r.Whole(), styles.RoleAdded, max(1, w-lead)), "    + ", styles.RoleAdded)...)
	}
	if c.Waits != "" {
		rows = append(rows, draw.Prefixed(draw.Wrapped(th.Show("the plan stays Blocked: "+c.Waits+" is still pending"), styles.RoleWarn, max(1, w-lead)), "      ", styles.RolePlain)...)
	}
	return rows
}

// quarters shortens a hash to its first and last letters.
func quarters(hash string) string {
	if len(hash) < 12 {
		return hash
	}
	return hash[:4] + " " + hash[4:8] + " … " + hash[len(hash)-4:]
}

func (d *Dialog) exactKey() string { return keys.Of(d.keys[keys.Exact]) }

// help explains the keys of a dialog.
func (d *Dialog) help(s *overlay.Screen, w int) []styles.Line {
	k := s.Keys
	all := append(DialogKeys(k), draw.Hint{Key: k.Moving() + " " + keys.Of(k[keys.Top]) + " " + keys.Of(k[keys.Bottom]), Does: "move over the text"},
		draw.Hint{Key: keys.Of(k[keys.PageUp]) + " " + keys.Of(k[keys.PageDown]), Does: "by a page"}, draw.Hint{Key: "ctrl+c", Does: "quit; nothing is decided"})
	var lines []styles.Line
	for _, h := range all {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)...)
	}
	return lines
}
