package overlay

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// Help is one screen with the keys that work now, or the list of all keys.
type Help struct {
	// All is true for the list.
	All bool
	list.Scroller
}

// Covers makes it take the whole screen.
func (*Help) Covers() {}

// OneByOne lets a held key scroll.
func (*Help) OneByOne() bool { return true }

// Key turns to the other view, moves over the list, or closes.
func (o *Help) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch k := s.Keys; {
	case msg.Type == tea.KeyTab:
		o.All, o.Top = !o.All, 0
	case key.Matches(msg, k[keys.Help]), key.Matches(msg, k[keys.Back]), key.Matches(msg, k[keys.Quit]):
		s.Close(o)
	default:
		o.Scroller.Key(k, msg, o.room(s), len(o.lines(s)))
	}
	return nil
}

// Hear keeps the window over the text.
func (o *Help) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	by, _ := msg.(WheelMsg)
	o.By(int(by), o.room(s), len(o.lines(s)))
	return nil
}

// helpHead are the rows above the keys: the title, and an empty one.
const helpHead = 2

// hintRoom are the cells for the keys of help.
func hintRoom(s *Screen) int { return s.Width - draw.TextEdge - draw.RightEdge }

func (o *Help) room(s *Screen) int { return max(1, s.Height-helpHead) }

func (o *Help) lines(s *Screen) []styles.Line {
	if o.All {
		return s.AllKeys(s.Width)
	}
	return s.Help(s.Width, o.room(s))
}

// Below is how far the text can scroll.
func (o *Help) Below(s *Screen) int { return max(0, len(o.lines(s))-o.room(s)) }

// View draws the title with the keys of help, and the part of the text in the window.
func (o *Help) View(s *Screen, h int) []styles.Line {
	title, says := "All keys", "  and why some are off"
	if !o.All {
		title, says = "Keys on "+s.Page(), "  for the row under the cursor"
	}
	left, right := styles.Join(draw.Edge(), draw.Words(styles.RoleTitle, title)), draw.HintLine(o.Hints(s), hintRoom(s))
	if whole := styles.Join(left, draw.Words(styles.RoleMuted, says)); whole.Width()+right.Width() < hintRoom(s)+draw.TextEdge {
		left = whole
	}
	lines := []styles.Line{draw.Ends(left, right, s.Width), nil}
	return append(lines, o.Lines(o.lines(s), h-helpHead)...)
}

// Hints are the keys that do something in it.
func (o *Help) Hints(s *Screen) []draw.Hint {
	turn := draw.Hint{Key: "tab", Does: "all pages"}
	if o.All {
		turn.Does = "this row"
	}
	hints := []draw.Hint{turn, {Key: "esc", Does: "close"}}
	if o.Below(s) > 0 {
		return append([]draw.Hint{{Key: s.Keys.Moving(), Does: "move"}}, hints...)
	}
	return hints
}

// HintAt is the hint at a cell of the screen, false for none.
func (o *Help) HintAt(s *Screen, x, y int) (draw.Hint, bool) {
	if y != 0 {
		return draw.Hint{}, false
	}
	hints := o.Hints(s)
	return draw.HintAt(hints, hintRoom(s), x-(s.Width-draw.RightEdge-draw.HintLine(hints, hintRoom(s)).Width()))
}
