package cli

import (
	"testing"

	"coldstart/styles"
	"coldstart/tui"
)

func TestHowTheScreenCopies(t *testing.T) {
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
			conf, err := configure(settings{}, env)
			if err != nil {
				t.Fatal(err)
			}
			if got := (&call{env: env, conf: conf}).clipboard(); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}
