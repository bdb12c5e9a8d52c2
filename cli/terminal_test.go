package cli

import (
	"context"
	"io"
	"testing"

	"coldstart/cli/settings"
	"coldstart/styles"
	"coldstart/tui"
)

func TestHowTheScreenCopies(t *testing.T) {
	for _, tt := range []struct {
		name string
		env  Variables
		want tui.Clipboard
	}{
		{"at once", Variables{"TERM": "xterm"}, tui.Clipboard{}},
		{"through tmux", Variables{"TERM": "screen", "TMUX": "x,1,0"}, tui.Clipboard{Between: styles.Tmux}},
		{"through Screen", Variables{"TERM": "screen", "STY": "1.x"}, tui.Clipboard{Between: styles.Screen}},
		{"not on the console", Variables{"TERM": "linux"}, tui.Clipboard{Off: "this terminal has no clipboard"}},
		{"switched off", Variables{"TERM": "xterm", "COLDSTART_CLIPBOARD": "0"}, tui.Clipboard{Off: "copying is switched off in the settings"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := Env{Getenv: tt.env.Get}
			conf, err := settings.Read(nil, env.Getenv, env.Dir)
			if err != nil {
				t.Fatal(err)
			}
			if got := (&call{env: env, conf: conf}).clipboard(); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestWhatTheScreenIsAllowed opens the dashboard with settings and looks at what reaches
// the screen.
func TestWhatTheScreenIsAllowed(t *testing.T) {
	dir := demoVault(t)
	for _, tt := range []struct {
		name         string
		env          Variables
		title, mouse bool
	}{
		{"nothing said", Variables{"TERM": "xterm"}, true, false},
		{"no title", Variables{"TERM": "xterm", "COLDSTART_WINDOW_TITLE": "false"}, false, false},
		{"a mouse", Variables{"TERM": "xterm", "COLDSTART_MOUSE": "true"}, true, true},
		{"the console", Variables{"TERM": "linux"}, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := machine(t, dir)
			env.Getenv, env.StdinIsTerminal, env.StdoutIsTerminal = tt.env.Get, true, true
			opened := false
			env.screen = func(_ context.Context, _ []tui.Vault, o tui.Options, _ io.Reader, _ io.Writer) error {
				opened = true
				if o.WindowTitle != tt.title || o.Mouse != tt.mouse {
					t.Errorf("title %v, mouse %v", o.WindowTitle, o.Mouse)
				}
				return nil
			}
			if got := run(env); got.code != exitDone || !opened {
				t.Errorf("got %+v", got)
			}
		})
	}
}
