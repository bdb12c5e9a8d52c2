package overlay

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// History lists the decisions of the past, newest first, and shows the whole record of one.
type History struct {
	list.Cursor
	// typed is the filter, typing is true while it is typed.
	typed  string
	typing bool
	// open is true while one record has the page, scroll is its position.
	open   bool
	scroll list.Scroller
}

func (o *History) rows(s *Screen) []board.PastRow { return s.Board.History(draw.SoughtWords(o.typed)) }

// Key moves, filters, opens a record, and undoes a decision.
func (o *History) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	k := s.Keys
	switch {
	case o.typing:
		o.typeKey(msg)
	case key.Matches(msg, k[keys.Back]) && o.open:
		o.open = false
	case key.Matches(msg, k[keys.Back]) && o.typed != "":
		o.typed, o.At = "", 0
	case key.Matches(msg, k[keys.Back]), key.Matches(msg, k[keys.History]), key.Matches(msg, k[keys.Quit]):
		s.Close(o)
	case key.Matches(msg, k[keys.Undo]):
		return o.undo(s)
	case o.open:
		o.scroll.Key(k, msg, s.Rows(), len(o.record(s, s.Width)))
	case key.Matches(msg, k[keys.Find]):
		o.typing = true
	case key.Matches(msg, k[keys.Open]):
		o.open, o.scroll.Top = len(o.rows(s)) > 0, 0
	default:
		o.Cursor.Key(k, msg, o.room(s), len(o.rows(s)))
	}
	return nil
}

func (o *History) typeKey(msg tea.KeyMsg) {
	switch msg.Type {
	case tea.KeyEnter:
		o.typing = false
	case tea.KeyEsc:
		o.typing, o.typed = false, ""
	default:
		o.typed, o.At = Edited(o.typed, msg), 0
	}
}

// undo offers to undo the decision under the cursor.
func (o *History) undo(s *Screen) tea.Cmd {
	rows := o.rows(s)
	if o.At >= len(rows) {
		return nil
	}
	return s.Undo(rule.Undone(rows[o.At].Past))
}

// Hear keeps the cursor in the list, and the window around it.
func (o *History) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	by, _ := msg.(WheelMsg)
	n := len(o.rows(s))
	if o.open = o.open && n > 0; o.open {
		o.scroll.By(int(by), s.Rows(), len(o.record(s, s.Width)))
	} else {
		o.Move(int(by), n)
	}
	o.Keep(o.room(s), n)
	return nil
}

// historyHead are the rows above the list, historyFoot those below it with the note of the
// decision under the cursor, where there is no preview.
const historyHead, historyFoot = 2, 3

func (o *History) room(s *Screen) int {
	h := s.Rows() - historyHead
	if s.Width < draw.SplitWidth && s.Height >= airyHeight {
		h -= historyFoot
	}
	return max(1, h)
}

// View draws the list with a preview beside or below it, or one record.
func (o *History) View(s *Screen, h int) []styles.Line {
	if o.open {
		return o.scroll.Lines(o.record(s, s.Width), h)
	}
	rows, w := o.rows(s), s.Width
	if w >= draw.SplitWidth {
		w = w * 60 / 100
	}
	lines := []styles.Line{o.head(s, len(rows)).Fit(w), nil}
	lines = append(lines, o.list(s, rows, w)...)
	switch {
	case len(rows) == 0:
		return lines
	case s.Width >= draw.SplitWidth:
		room := s.Width - w - draw.ColumnGap - draw.RightEdge
		return draw.Columns(s.Th, lines, board.FactRows(s.Th, s.Board.PastFacts(rows[o.At]), room), w, h, draw.Part{})
	case s.Height >= airyHeight:
		lines = append(draw.Tall(lines, h-historyFoot), nil)
		return append(lines, o.note(s, rows[o.At])...)
	}
	return lines
}

func (o *History) head(s *Screen, n int) styles.Line {
	l := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, "Your decisions "), o.of(s), draw.Words(styles.RoleMuted, fmt.Sprint(n)))
	if o.typing || o.typed != "" {
		l = styles.Join(l, draw.Words(styles.RoleKey, "   /"), styles.Line{{Text: s.Th.Show(o.typed), Role: styles.RoleTitle}})
	}
	if o.typing {
		l = append(l, styles.Span{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleKey})
	}
	return l
}

// of names the vault, where there are several.
func (o *History) of(s *Screen) styles.Line {
	if s.Vault == "" {
		return nil
	}
	return styles.Join(styles.Line{{Text: s.Th.Label("in " + s.Vault), Role: styles.RoleHeading}}, draw.Words(styles.RolePlain, " "))
}

// The columns of the list, in cells: the most for what became of a decision, and for its age.
const mostOutcome, pastAge = 17, 8

// narrowPast is the least width of the list that says what became of a decision.
const narrowPast = 56

func (o *History) list(s *Screen, rows []board.PastRow, w int) []styles.Line {
	if len(s.Board.Snapshot.History) == 0 {
		says := "No decisions yet. Each one appears here with your reason and its result."
		return draw.Indented(draw.Sentence(styles.RoleMuted, says, max(1, w-draw.TextEdge-draw.RightEdge)))
	}
	if len(rows) == 0 {
		return []styles.Line{styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, "No decision matches; esc shows all."))}
	}
	var lines []styles.Line
	t := list.Fitted(w, list.Column{}, list.Column{Width: mostOutcome, From: narrowPast}, list.Column{Width: pastAge, Right: true})
	sought := draw.SoughtWords(o.typed)
	from, to := o.Window(o.room(s), len(rows))
	for i := from; i < to; i++ {
		r := rows[i]
		cursor, role := styles.Span{Text: styles.Plain(" ")}, styles.RolePlain
		if i == o.At {
			cursor, role = styles.Span{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleSelected}, styles.RoleTitle
		}
		l := styles.Line{cursor, draw.Span(styles.RolePlain, " "), {Text: s.Th.MarkSymbol(r.Mark).Pad(draw.TextEdge - 2), Role: s.Th.MarkRole(r.Mark)}}
		l = styles.Join(l, t.Row(draw.Marked(s.Th.Brief(r.What, t[0].Width), sought, role), styles.Line{{Text: s.Th.Label(r.Outcome), Role: signs.Toned(r.Tone)}}, draw.Words(styles.RoleMuted, s.Board.Age(r.Past.At))))
		lines = append(lines, l.Fit(w))
	}
	return lines
}

// note is what was written with a decision, in two rows.
func (o *History) note(s *Screen, r board.PastRow) []styles.Line {
	w := s.Width - draw.TextEdge - draw.RightEdge
	text, role := "no note was written", styles.RoleMuted
	if r.Past.Decision.Note != "" {
		text, role = "“"+r.Past.Decision.Note+"”", styles.RolePlain
	}
	rows := draw.Wrapped(s.Th.Label(text), role, w)
	if len(rows) > historyFoot-1 {
		rows = append(rows[:historyFoot-2], styles.Join(rows[historyFoot-2:]...).Fit(w))
	}
	return draw.Prefixed(rows, strings.Repeat(" ", draw.TextEdge), styles.RolePlain)
}

func (o *History) record(s *Screen, w int) []styles.Line {
	rows := o.rows(s)
	if o.At >= len(rows) {
		return nil
	}
	return board.FactLines(s.Th, s.Board.PastFacts(rows[o.At]), w)
}

// Place is the place in the list, or in the record.
func (o *History) Place(s *Screen) styles.Line {
	n := len(o.rows(s))
	switch {
	case o.open:
		return o.scroll.Place(s.Rows(), len(o.record(s, s.Width)))
	case n > o.room(s):
		return o.Cursor.Place(n)
	}
	return nil
}

// mayUndo reports whether an undo is worth a try: what agents did since, only the vault knows.
func mayUndo(p model.Past) bool {
	return p.UndoneBy == "" && p.Fate == model.FateDone && p.Decision.Choice != model.ChoiceUndo && p.Decision.Ref.Kind != model.KindSession
}

// Hints are the keys that do something.
func (o *History) Hints(s *Screen) []draw.Hint {
	if o.typing {
		return []draw.Hint{{Key: "enter", Does: "keep"}, {Key: "esc", Does: "show all"}}
	}
	var hints []draw.Hint
	rows := o.rows(s)
	if o.At < len(rows) && mayUndo(rows[o.At].Past) && !s.Board.Snapshot.Closed().Given() {
		hints = append(hints, draw.Hint{Key: keys.Of(s.Keys[keys.Undo]), Does: "undo"})
	}
	if !o.open {
		hints = append(hints, draw.Hint{Key: keys.Of(s.Keys[keys.Open]), Does: "whole record"}, draw.Hint{Key: keys.Of(s.Keys[keys.Find]), Does: "find"})
	}
	return append(hints, draw.Hint{Key: "esc", Does: "back"})
}
