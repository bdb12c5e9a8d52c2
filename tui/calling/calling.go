// Package calling calls the operator when something new needs them while the screen is open: by a bell, by a
// notice of the desktop, and by the count in the window's title. It is calm: it calls once, and then not
// until somebody looked.
package calling

import (
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
)

// By is how the operator is called.
type By int

// The ways to call.
const (
	Silent By = iota
	Bell
	Notice
)

// atScreen is how long somebody who pressed a key is taken to see what the screen shows.
const atScreen = 30 * time.Second

// Caller calls. Its zero value is silent.
type Caller struct {
	By    By
	Theme *styles.Theme
	// Title is the window's, "" where it is left alone.
	Title string
	// Terminal takes notices, Between stands before it.
	Terminal styles.Notices
	Between  styles.Multiplexer
	// told is what the operator was told of in each vault, titled the count in the title.
	told   map[any]rule.Told
	titled int
	// looked is when somebody last looked; called is true after a call, until somebody looks.
	looked time.Time
	called bool
}

// Look takes up a key, a click, or the focus.
func (c *Caller) Look(now time.Time) { c.looked, c.called = now, false }

// Needs takes up what needs the operator in a vault, and returns what to write to the terminal for it,
// "" for nothing.
func (c *Caller) Needs(vault any, needs []model.Attention, now time.Time) string {
	if c.By == Silent {
		return ""
	}
	if c.told == nil {
		c.told = map[any]rule.Told{}
	}
	fresh, told := c.told[vault].Fresh(needs)
	c.told[vault] = told
	if len(fresh) == 0 || c.called || now.Sub(c.looked) < atScreen {
		return ""
	}
	c.called = true
	if c.By == Bell {
		return c.Theme.Notice("", styles.BellOnly, c.Between)
	}
	return c.Theme.Notice(phrase.Fresh(fresh), c.Terminal, c.Between)
}

// Count puts how many things need the operator into the title, and returns what to write for it.
func (c *Caller) Count(needs int) string {
	if c.Title == "" || needs == c.titled {
		return ""
	}
	c.titled = needs
	return c.Theme.WindowTitle(c.Title, needs)
}
