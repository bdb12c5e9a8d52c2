package cli

import (
	"testing"

	"github.com/muesli/termenv"
)

// variables is an environment for tests.
type variables map[string]string

func (v variables) get(name string) string { return v[name] }

func TestProfile(t *testing.T) {
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
