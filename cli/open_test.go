package cli

import (
	"path/filepath"
	"testing"
)

func TestStateDir(t *testing.T) {
	t.Parallel()
	root := t.TempDir() // an absolute path on every system
	for _, tt := range []struct {
		name, system string
		env          variables
		want         string
	}{
		{"by XDG", "linux", variables{"XDG_STATE_HOME": root, "HOME": "h"}, filepath.Join(root, "coldstart")},
		{"a relative XDG folder does not count", "linux", variables{"XDG_STATE_HOME": "x", "HOME": root}, filepath.Join(root, ".local", "state", "coldstart")},
		{"at home", "darwin", variables{"HOME": root, "LOCALAPPDATA": root}, filepath.Join(root, ".local", "state", "coldstart")},
		{"Windows", "windows", variables{"LOCALAPPDATA": root}, filepath.Join(root, "coldstart")},
		{"nowhere", "linux", variables{}, ""},
		{"a relative home", "linux", variables{"HOME": "."}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := stateDir(tt.env.get, tt.system); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestHomeSeed(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, tt := range []struct {
		name string
		env  variables
		want string
	}{
		{"at home", variables{"HOME": root}, filepath.Join(root, ".pai", "seed.json")},
		{"a relative home does not count", variables{"HOME": "home"}, ""},
		{"no home", variables{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := homeSeed(tt.env.get); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
