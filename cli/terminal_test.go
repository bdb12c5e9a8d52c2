package cli

import (
	"context"
	"io"
	"testing"

	"coldstart/cli/settings"
	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/tui"
	"coldstart/tui/calling"
)

func TestHowTheScreenCopies(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		env  variables
		want tui.Clipboard
	}{
		{"at once", variables{"TERM": "xterm"}, tui.Clipboard{}},
		{"through tmux", variables{"TERM": "screen", "TMUX": "x,1,0"}, tui.Clipboard{Between: styles.Tmux}},
		{"through Screen", variables{"TERM": "screen", "STY": "1.x"}, tui.Clipboard{Between: styles.Screen}},
		{"not on the console", variables{"TERM": "linux"}, tui.Clipboard{Off: "this terminal has no clipboard"}},
		{"switched off", variables{"TERM": "xterm", "COLDSTART_CLIPBOARD": "0"}, tui.Clipboard{Off: "copying is switched off in the settings"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := Env{Getenv: tt.env.get}
			conf := must.Get(settings.Read(nil, env.Getenv, env.Dir))(t)
			if got := (&call{env: env, conf: conf}).clipboard(); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestWhatTheScreenIsAllowed opens the dashboard with settings and looks at what reaches
// the screen.
func TestWhatTheScreenIsAllowed(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	for _, tt := range []struct {
		name         string
		env          variables
		title, mouse bool
	}{
		{"nothing said", variables{"TERM": "xterm"}, true, true},
		{"over ssh", variables{"TERM": "xterm", "SSH_TTY": "/dev/pts/1"}, true, true},
		{"no title", variables{"TERM": "xterm", "COLDSTART_WINDOW_TITLE": "false"}, false, true},
		{"no mouse", variables{"TERM": "xterm", "COLDSTART_MOUSE": "false"}, true, false},
		{"the console", variables{"TERM": "linux"}, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := machine(t, dir)
			env.Getenv, env.StdinIsTerminal, env.StdoutIsTerminal = tt.env.get, true, true
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

func TestHowTheScreenCalls(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		env  variables
		by   calling.By
		want styles.Notices
	}{
		{variables{"TERM": "xterm-256color"}, calling.Bell, styles.BellOnly},
		{variables{"TERM": "xterm-kitty", "COLDSTART_ALERT": "notice"}, calling.Notice, styles.NoticeOSC99},
		{variables{"TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "KITTY_WINDOW_ID": "1", "COLDSTART_ALERT": "notice"}, calling.Notice, styles.NoticeOSC99},
		{variables{"TERM": "foot-extra"}, calling.Bell, styles.NoticeOSC777},
		{variables{"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2", "COLDSTART_ALERT": "off"}, calling.Silent, styles.NoticeOSC9},
	} {
		env := Env{Getenv: tt.env.get}
		conf := must.Get(settings.Read(nil, env.Getenv, env.Dir))(t)
		if got := (&call{env: env, conf: conf}).caller(); got.By != tt.by || got.Terminal != tt.want {
			t.Errorf("%v: got %+v", tt.env, got)
		}
	}
}
