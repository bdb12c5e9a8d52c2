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
	"coldstart/tui/list"
	"coldstart/tui/overlay"
)

// lidded is a question that something may lie over.
type lidded interface {
	lift(s *overlay.Screen)
	disarm(s *overlay.Screen) tea.Cmd
	viewCard(s *overlay.Screen) []styles.Line
}

// Lid covers a question with its help or the exact changes. Nothing of the question counts as read meanwhile.
type Lid struct {
	card lidded
	// closes is the key that opened it, text are its rows in w cells.
	closes keys.ID
	title  string
	text   func(s *overlay.Screen, w int) []styles.Line
	list.Scroller
}

func (d *Dialog) showHelp(s *overlay.Screen) tea.Cmd {
	d.lay(s, &Lid{card: d, closes: keys.Help, title: "Keys", text: d.help})
	return d.disarm(s)
}

func (d *Dialog) showExact(s *overlay.Screen) tea.Cmd {
	d.lay(s, &Lid{card: d, closes: keys.Exact, title: "All changes this makes", text: d.exactLines})
	return d.disarm(s)
}

// The box of a lid: so many cells from the left edge where there is room, else from both sides,
// and so many rows from the top.
const (
	lidFar, lidNear, lidSide = 12, 8, 2
	lidTop, tallLid          = 3, 12
)

// Key moves over the lid, opens the other one, or closes it.
func (l *Lid) Key(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	k, lines := s.Keys, l.rows(s)
	d, decides := l.card.(*Dialog)
	switch {
	case key.Matches(msg, k[keys.Back], k[keys.Quit], k[l.closes]):
		l.card.lift(s)
	case decides && key.Matches(msg, k[keys.Exact]) && d.reads():
		return d.showExact(s)
	case decides && key.Matches(msg, k[keys.Help]):
		return d.showHelp(s)
	case !l.Scroller.Key(k, msg, l.room(s), len(lines)):
		s.Say(styles.RoleMuted, "esc closes this first.")
	}
	return l.card.disarm(s)
}

// Hear scrolls with the wheel.
func (l *Lid) Hear(s *overlay.Screen, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(overlay.WheelMsg); ok {
		l.By(int(by), l.room(s), len(l.rows(s)))
	}
	return nil
}

// Covers makes it take the whole screen, with the card.
func (l *Lid) Covers() {}

// Hints are the keys that do something.
func (l *Lid) Hints(s *overlay.Screen) []draw.Hint { return l.box(s).Hints }

// HintAt is the hint at a cell of the screen, false for none.
func (l *Lid) HintAt(s *overlay.Screen, x, y int) (draw.Hint, bool) { return l.box(s).HintAt(x, y) }

// View draws the lid over the card.
func (l *Lid) View(s *overlay.Screen, _ int) []styles.Line {
	return l.box(s).Over(s.Th, l.card.viewCard(s), s.Width)
}

func (l *Lid) box(s *overlay.Screen) draw.Box {
	b := draw.Box{X: lidSide, Y: lidTop, W: l.width(s), Title: draw.Words(styles.RoleTitle, l.title), Hints: []draw.Hint{{Key: keys.Of(s.Keys[l.closes]), Does: "close"}}}
	if s.Width >= wideCard {
		b.X = lidFar
	}
	if s.Height < tallLid {
		b.Y = 0
	}
	lines, h := l.rows(s), l.room(s)
	if len(lines) > h {
		b.Hints = append(b.Hints, draw.Hint{Key: s.Keys.Moving(), Does: "move"})
		b.Place = l.Place(h, len(lines))
	}
	b.Lines = draw.Prefixed(l.Lines(lines, h), "  ", styles.RolePlain)
	return b
}

// room is how many rows a lid has, width its cells.
func (l *Lid) room(s *overlay.Screen) int {
	const edges = 2
	if s.Height < tallLid {
		return max(1, s.Height-edges-dialogFoot)
	}
	return s.Height - lidTop - edges - dialogFoot
}

func (l *Lid) width(s *overlay.Screen) int {
	if s.Width >= wideCard {
		return s.Width - lidFar - lidNear
	}
	return s.Width - 2*lidSide
}

func (l *Lid) rows(s *overlay.Screen) []styles.Line { return l.text(s, l.width(s)-2-2*lidSide) }

// exactLines are the changes one by one, and what an undo keeps.
func (d *Dialog) exactLines(s *overlay.Screen, w int) []styles.Line {
	th := s.Th
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
	return append(rows, changedLines(th, c, added, "    ", w)...)
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
	all := append(helpOf(k, d.here()), draw.Hint{Key: k.Moving() + " " + keys.Of(k[keys.Top]) + " " + keys.Of(k[keys.Bottom]), Does: "scroll"},
		draw.Hint{Key: keys.Of(k[keys.PageUp]) + " " + keys.Of(k[keys.PageDown]), Does: "scroll by a page"}, draw.Hint{Key: "ctrl+c", Does: "quit; nothing is decided"})
	var lines []styles.Line
	for _, h := range all {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)...)
	}
	return lines
}
