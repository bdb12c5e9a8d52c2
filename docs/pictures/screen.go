package main

import (
	"errors"
	"os"
	"regexp"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui"
	"coldstart/vault"
)

// morning is the time on all pictures.
func morning() time.Time { return time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC) }

// randomID is the random end of a decision's id, which would be another one on each
// picture of the same screen.
var randomID = regexp.MustCompile(`(20260314T070200Z-)[0-9a-f]{8}`)

// photograph opens a copy of the example vault and gives the frame of a shot.
func photograph(demo string, s shot) (frame string, err error) {
	dir, err := vault.NewTempCopy(os.DirFS(demo), "saltmarsh-wheelworks", morning())
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, dir.Remove()) }()
	v, err := vault.Open(dir.Dir, vault.Options{StateDir: dir.StateDir, Operator: "sam"})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	c := &camera{}
	c.app = tui.New(v, tui.Options{
		Theme: styles.New(s.look.theme).Masking(), Now: morning, Title: "demo", Wait: c.wait,
	})
	c.run(c.app.Init())
	c.send(tea.WindowSizeMsg{Width: s.size.width, Height: s.size.height})
	for _, k := range s.scene.keys {
		c.send(keyMsg(k))
	}
	return randomID.ReplaceAllString(c.app.View(), "${1}00000000"), nil
}

// camera runs the screen without a terminal and without waiting: what the screen would
// wait for is there at once, apart from another look at a file under a dialog, which
// never ends.
type camera struct {
	app    tea.Model
	timers []tea.Cmd
}

// forEver is the shortest of the waits that are for ever.
const forEver = time.Second

func (c *camera) wait(after time.Duration, ring func(time.Time) tea.Msg) tea.Cmd {
	if after < forEver {
		c.timers = append(c.timers, func() tea.Msg { return ring(morning().Add(after)) })
	}
	return nil
}

// send hands a message over and lets the timers ring that come of it.
func (c *camera) send(msg tea.Msg) {
	var cmd tea.Cmd
	c.app, cmd = c.app.Update(msg)
	c.run(cmd)
	for len(c.timers) > 0 {
		due := c.timers
		c.timers = nil
		for _, ring := range due {
			c.run(ring)
		}
	}
}

// run runs commands, one after the other, until their answers bring no new ones.
func (c *camera) run(cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0; {
		cmd, queue = queue[0], queue[1:]
		if cmd == nil {
			continue
		}
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			queue = append(queue, batch...)
			continue
		}
		c.app, cmd = c.app.Update(msg)
		queue = append(queue, cmd)
	}
}

func keyMsg(name string) tea.KeyMsg {
	named := map[string]tea.KeyType{"down": tea.KeyDown, "end": tea.KeyEnd, "enter": tea.KeyEnter, "pgdown": tea.KeyPgDown}
	if kind, ok := named[name]; ok {
		return tea.KeyMsg{Type: kind}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}
