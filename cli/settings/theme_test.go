package settings

import (
	"testing"

	"github.com/muesli/termenv"

	"coldstart/cli/answer"
	"coldstart/styles"
	"coldstart/testdata/must"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		env  variables
		want termenv.Profile
	}{
		{"nothing known", variables{}, termenv.ANSI},
		{"16 colours", variables{"TERM": "xterm"}, termenv.ANSI},
		{"256 colours", variables{"TERM": "screen-256color"}, termenv.ANSI256},
		{"true colours", variables{"TERM": "xterm-256color", "COLORTERM": "truecolor"}, termenv.TrueColor},
		{"true colours by bits", variables{"COLORTERM": "24bit"}, termenv.TrueColor},
		{"none wanted", variables{"NO_COLOR": "1", "COLORTERM": "truecolor"}, termenv.Ascii},
		{"none wanted, but empty", variables{"NO_COLOR": "", "COLORTERM": "truecolor"}, termenv.TrueColor},
		{"dumb", variables{"TERM": "dumb", "COLORTERM": "truecolor"}, termenv.Ascii},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := profile(tt.env.get); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestDrawsUnicode(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		env  variables
		want bool
	}{
		{"no locale", variables{}, true},
		{"UTF-8", variables{"LANG": "en_GB.UTF-8"}, true},
		{"UTF-8 spelled otherwise", variables{"LANG": "de_DE.utf8@euro"}, true},
		{"C", variables{"LANG": "C"}, false},
		{"POSIX over a language", variables{"LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"}, false},
		{"the character type over the language", variables{"LC_CTYPE": "C.UTF-8", "LANG": "C"}, true},
		{"another encoding", variables{"LANG": "ja_JP.eucJP"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := noUnicode(tt.env.get) == ""; got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestTheThemeKnowsItsBackground(t *testing.T) {
	t.Parallel()
	light, none := variables{"COLORFGBG": "0;15"}, variables{}
	for _, tt := range []struct {
		theme string
		env   variables
		want  bool
	}{
		{"auto", none, true}, {"auto", light, false},
		{"light", none, false}, {"dark", light, true},
		{"high-contrast", none, true}, {"high-contrast", light, false},
		{"high-contrast-light", none, false}, {"high-contrast-dark", light, true},
	} {
		if got := dark(tt.theme, tt.env.get); got != tt.want {
			t.Errorf("%s with %v: dark is %v", tt.theme, tt.env, got)
		}
	}
}

// TestThemesReachTheTerminal draws an error, which is red everywhere: each theme differs
// from the others, and without colours none of them has any.
func TestThemesReachTheTerminal(t *testing.T) {
	t.Parallel()
	drawn := func(env variables, name string) string {
		conf := must.Get(Read(map[string]string{"theme": name}, env.get, ""))(t)
		return conf.Theme(env.get, false, true).Render(styles.Line{answer.Words(styles.RoleBad, "error")}, -1)
	}
	seen := map[string]string{}
	for _, name := range []string{"light", "dark", "high-contrast-light", "high-contrast-dark"} {
		row := drawn(variables{"COLORTERM": "truecolor"}, name)
		if other := seen[row]; other != "" {
			t.Errorf("%s looks like %s: %q", name, other, row)
		}
		seen[row] = name
		for _, env := range []variables{{"COLORTERM": "truecolor", "NO_COLOR": "1"}, {"TERM": "dumb"}} {
			if got := drawn(env, name); got != "error" {
				t.Errorf("%s with %v is %q", name, env, got)
			}
		}
	}
}

func TestWhereNothingMoves(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		env  variables
		want string
	}{
		{variables{"TERM": "xterm"}, ""},
		{variables{"NO_COLOR": "1"}, "NO_COLOR"},
		{variables{"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, "SSH_CONNECTION"},
		{variables{"SSH_TTY": "pts"}, "SSH_TTY"},
	} {
		if got := still(tt.env.get); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.env, got, tt.want)
		}
	}
}
