package cli

import (
	"path/filepath"
	"testing"
)

func TestStateDir(t *testing.T) {
	root := t.TempDir() // an absolute path on every system
	for _, tt := range []struct {
		name, system string
		env          Variables
		want         string
	}{
		{"by XDG", "linux", Variables{"XDG_STATE_HOME": root, "HOME": "h"}, filepath.Join(root, "coldstart")},
		{"a relative XDG folder does not count", "linux", Variables{"XDG_STATE_HOME": "x", "HOME": root}, filepath.Join(root, ".local", "state", "coldstart")},
		{"at home", "darwin", Variables{"HOME": root, "LOCALAPPDATA": root}, filepath.Join(root, ".local", "state", "coldstart")},
		{"Windows", "windows", Variables{"LOCALAPPDATA": root}, filepath.Join(root, "coldstart")},
		{"nowhere", "linux", Variables{}, ""},
		{"a relative home", "linux", Variables{"HOME": "."}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := stateDir(tt.env.Get, tt.system); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestHomeSeed(t *testing.T) {
	root := t.TempDir()
	for _, tt := range []struct {
		name string
		env  Variables
		want string
	}{
		{"at home", Variables{"HOME": root}, filepath.Join(root, ".pai", "seed.json")},
		{"a relative home does not count", Variables{"HOME": "home"}, ""},
		{"no home", Variables{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := homeSeed(tt.env.Get); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
