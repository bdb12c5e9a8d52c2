package main

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui"
	"coldstart/vault"
)

// shotTime is the time on all pictures.
func shotTime() time.Time { return time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC) }

// randomID is the random end of a decision's id, which would be another one on each
// picture of the same screen.
var randomID = regexp.MustCompile(`(20260314T070200Z-)[0-9a-f]{8}`)

// capture takes a shot on a copy of the example vault.
func capture(demo string, s shot) (frame string, err error) {
	err = onCopy(demo, s.size, s.look, func(r *runner) error {
		for _, k := range s.scene.keys {
			if k != readAll {
				r.send(keyMsg(k))
			} else if _, err := r.play(reading()); err != nil {
				return err
			}
		}
		frame = r.frame()
		return nil
	})
	return frame, err
}

// onCopy opens the screen on a copy of the example vault, and removes the copy in the end.
func onCopy(demo string, size size, l look, use func(*runner) error) (err error) {
	dir, err := vault.NewDemo(os.DirFS(demo), "saltmarsh-wheelworks", shotTime())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Remove()) }()
	v, err := vault.Open(dir.Dir, vault.Options{StateDir: dir.StateDir, Operator: "sam@bench", Stores: dir.Stores})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	disk := &quietDisk{Vault: v, dir: dir.Dir, asked: make(chan bool), over: make(chan bool)}
	defer close(disk.over)
	r := &runner{disk: disk}
	r.app = tui.New(disk, tui.Options{
		Theme: styles.New(l.theme).Masking(), Now: shotTime, Title: "demo", Watch: true, Wait: r.wait,
	})
	r.run(r.app.Init())
	r.send(tea.WindowSizeMsg{Width: size.width, Height: size.height})
	return use(r)
}

// quietDisk is a vault whose files rest: the screen is told once that it is followed, and
// waits from then on.
type quietDisk struct {
	*vault.Vault
	// dir is the copy, which has another name each time.
	dir   string
	told  bool
	asked chan bool // somebody begins to wait
	over  chan bool // closed when nobody has to wait any more
}

// shownDir is what pictures call the folder of the copy.
const shownDir = "~/saltmarsh-wheelworks"

// Load loads the copy as if it were in the same place each time.
func (d *quietDisk) Load(ctx context.Context, now time.Time) (model.Snapshot, error) {
	s, err := d.Vault.Load(ctx, now)
	for i, t := range s.Transcripts {
		s.Transcripts[i].Dir, s.Transcripts[i].Command = strings.ReplaceAll(t.Dir, d.dir, shownDir), strings.ReplaceAll(t.Command, d.dir, shownDir)
	}
	return s, err
}

// LoadChanged is Load: files rest.
func (d *quietDisk) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return d.Load(ctx, now)
}

// Changed returns at once the first time, and then only in the end.
func (d *quietDisk) Changed(ctx context.Context) (model.Watching, error) {
	if !d.told {
		d.told = true
		return model.Watching{Every: 5 * time.Second}, nil
	}
	d.asked <- true
	<-d.over
	return model.Watching{}, context.Canceled
}

// runner runs the screen without a terminal and without waiting: what the screen would
// wait for is there at once, apart from another look at a file under a dialog, which
// never ends.
type runner struct {
	app    tea.Model
	disk   *quietDisk
	timers []tea.Cmd
}

// never is the shortest of the waits that are for ever.
const never = time.Second

func (r *runner) wait(after time.Duration, ring func(time.Time) tea.Msg) tea.Cmd {
	if after < never {
		r.timers = append(r.timers, func() tea.Msg { return ring(shotTime().Add(after)) })
	}
	return nil
}

// frame is what the screen shows.
func (r *runner) frame() string { return randomID.ReplaceAllString(r.app.View(), "${1}00000000") }

// send hands a message over and lets the timers ring that come of it.
func (r *runner) send(msg tea.Msg) {
	var cmd tea.Cmd
	r.app, cmd = r.app.Update(msg)
	r.run(cmd)
	for len(r.timers) > 0 {
		due := r.timers
		r.timers = nil
		for _, ring := range due {
			r.run(ring)
		}
	}
}

// run runs commands, one after the other, until their answers bring no new ones.
func (r *runner) run(cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0; {
		cmd, queue = queue[0], queue[1:]
		if cmd == nil {
			continue
		}
		msg := r.answer(cmd)
		if batch, ok := msg.(tea.BatchMsg); ok {
			queue = append(queue, batch...)
			continue
		}
		r.app, cmd = r.app.Update(msg)
		queue = append(queue, cmd)
	}
}

// answer is what a command brings, nil when it waits for the disk.
func (r *runner) answer(cmd tea.Cmd) tea.Msg {
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		return msg
	case <-r.disk.asked:
		return nil
	}
}

func keyMsg(name string) tea.KeyMsg {
	named := map[string]tea.KeyType{
		"down": tea.KeyDown, "end": tea.KeyEnd, "enter": tea.KeyEnter, "esc": tea.KeyEsc, "pgdown": tea.KeyPgDown,
	}
	if kind, ok := named[name]; ok {
		return tea.KeyMsg{Type: kind}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}
