// Command pictures draws the screenshots of the documentation from the example
// vault: it opens a copy, presses keys, and writes what the screen shows as SVG.
//
//	go run ./docs/pictures
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"coldstart/styles"
	_ "coldstart/styles/background"
	"coldstart/tui"
	"coldstart/vault"
)

// picture is one screenshot: the keys that lead to it and the size of the screen.
type picture struct {
	name          string
	width, height int
	keys          []string
}

var wanted = []picture{
	{"home", 100, 36, nil},
	{"home-80x24", 80, 24, nil},
	{"approvals", 120, 32, []string{"2", "down", "down"}},
	{"decision", 100, 34, []string{"2", "end", "a"}},
	{"plans", 120, 32, []string{"3", "down"}},
	{"orphans", 120, 28, []string{"4"}},
	{"traces", 120, 32, []string{"5"}},
	{"journal", 120, 34, []string{"6"}},
	{"deadends", 100, 26, []string{"6", "d"}},
	{"memory", 120, 30, []string{"7"}},
	{"find", 100, 20, []string{"2", "/", "offer"}},
	{"palette", 90, 44, []string{"2", ":"}},
	{"help", 80, 24, []string{"?"}},
}

func main() {
	if err := draw("testdata/demo", "docs"); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func draw(demo, out string) error {
	now := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	dir, err := vault.NewTempCopy(os.DirFS(demo), "saltmarsh-wheelworks", now)
	if err != nil {
		return err
	}
	defer dir.Remove()
	v, err := vault.Open(dir.Dir, vault.Options{StateDir: dir.StateDir})
	if err != nil {
		return err
	}
	defer v.Close()
	th := styles.New(styles.Options{Profile: termenv.TrueColor, Dark: true})
	for _, p := range wanted {
		app := tui.New(v, tui.Options{Theme: th, Now: func() time.Time { return now }, Title: "demo"})
		svg := svgOf(screen(app, p), p.width, p.height)
		if err := os.WriteFile(filepath.Join(out, p.name+".svg"), []byte(svg), 0o644); err != nil {
			return fmt.Errorf("writing a picture: %w", err)
		}
	}
	return nil
}

// screen brings app to the state of p and gives the frame.
func screen(app tea.Model, p picture) string {
	app = settle(app, app.Init())
	app, cmd := app.Update(tea.WindowSizeMsg{Width: p.width, Height: p.height})
	app = settle(app, cmd)
	for _, k := range p.keys {
		app, cmd = app.Update(keyMsg(k))
		app = settle(app, cmd)
	}
	return app.View()
}

func keyMsg(name string) tea.KeyMsg {
	switch name {
	case "down":
		return tea.KeyMsg{Type: tea.KeyDown}
	case "end":
		return tea.KeyMsg{Type: tea.KeyEnd}
	case "enter":
		return tea.KeyMsg{Type: tea.KeyEnter}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// patience is how long a command may take before it is left behind; only the
// timers of an open dialog take longer than reading a file.
const patience = 200 * time.Millisecond

// settle runs commands until their answers bring no new ones.
func settle(app tea.Model, cmd tea.Cmd) tea.Model {
	queue := []tea.Cmd{cmd}
	for len(queue) > 0 {
		cmd, queue = queue[0], queue[1:]
		if cmd == nil {
			continue
		}
		answer := make(chan tea.Msg, 1)
		go func() { answer <- cmd() }()
		select {
		case msg := <-answer:
			if batch, ok := msg.(tea.BatchMsg); ok {
				queue = append(queue, batch...)
				continue
			}
			app, cmd = app.Update(msg)
			queue = append(queue, cmd)
		case <-time.After(patience):
		}
	}
	return app
}
