package list

import (
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// Scroller is a window over lines that do not all fit.
type Scroller struct{ Top int }

// By moves it down, up if n is negative, in h rows over so many lines, and stops at the ends.
func (s *Scroller) By(n, h, all int) { s.Top = max(0, min(s.Top+n, all-h)) }

// Key moves it by a key, and reports whether msg is one that moves.
func (s *Scroller) Key(k keys.Map, msg tea.KeyMsg, h, all int) bool {
	n, ok := moves(k, msg, h, all)
	if ok {
		s.By(n, h, all)
	}
	return ok
}

// Lines are those in h rows.
func (s Scroller) Lines(lines []styles.Line, h int) []styles.Line {
	return draw.Between(lines, s.Top, h)
}

// Place says where h rows are among so many lines, nil if all fit.
func (s Scroller) Place(h, all int) styles.Line { return draw.OfLines(s.Top, h, all) }

// Cursor is a row among others, of which a window from Top on is on screen.
type Cursor struct{ At, Top int }

// Move goes n rows down, up if n is negative, and stops at the ends.
func (c *Cursor) Move(n, all int) { c.At = max(0, min(c.At+n, all-1)) }

// Key moves it by a key, and reports whether msg is one that moves.
func (c *Cursor) Key(k keys.Map, msg tea.KeyMsg, h, all int) bool {
	n, ok := moves(k, msg, h, all)
	if ok {
		c.Move(n, all)
	}
	return ok
}

// Keep scrolls so that the cursor is among h rows, and no row stays empty that another could have.
func (c *Cursor) Keep(h, all int) {
	c.Move(0, all)
	c.Top = max(0, min(c.Top, c.At, all-h), c.At-h+1)
}

// Window is the range of the h rows on screen.
func (c Cursor) Window(h, all int) (from, to int) { return min(c.Top, all), min(c.Top+h, all) }

// Place is the number of the row among all.
func (c Cursor) Place(all int) styles.Line {
	return draw.Words(styles.RoleMuted, fmt.Sprintf("%d/%d", c.At+1, all))
}

// moves is how far a key moves over so many rows, of which h are on screen.
func moves(k keys.Map, msg tea.KeyMsg, h, all int) (n int, ok bool) {
	switch {
	case key.Matches(msg, k[keys.Up]):
		return -1, true
	case key.Matches(msg, k[keys.Down]):
		return 1, true
	case key.Matches(msg, k[keys.PageUp]):
		return -max(1, h), true
	case key.Matches(msg, k[keys.PageDown]):
		return max(1, h), true
	case key.Matches(msg, k[keys.Top]):
		return -all, true
	case key.Matches(msg, k[keys.Bottom]):
		return all, true
	}
	return 0, false
}
