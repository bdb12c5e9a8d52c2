package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// modulePins names the modules whose version is a decision, and what goes
// wrong with another one.
var modulePins = []struct{ path, version, why string }{
	{"github.com/charmbracelet/x/ansi", "v0.11.6",
		"from v0.11.7 on, measuring the width of a row takes six times as long and drawing a screen twice as long"},
	{"github.com/mattn/go-runewidth", "v0.0.19",
		"v0.0.26 and v0.0.27 add over 20 ms to every start of the program"},
	{"github.com/charmbracelet/x/cellbuf", "v0.0.15",
		"older versions do not compile with the pinned x/ansi"},
	{"github.com/charmbracelet/bubbletea", "v1.3.10",
		"the key handling and the background pin are built around what this version does"},
	{"github.com/charmbracelet/bubbles", "v1.0.0",
		"the last release for Bubble Tea v1; it is what selects the pinned x/cellbuf"},
	{"github.com/charmbracelet/lipgloss", "v1.1.0",
		"the last release for Bubble Tea v1; its package-level renderer is what styles/background pins"},
	{"github.com/charmbracelet/x/exp/teatest", "v0.0.0-20251215102626-e0db08df7383",
		"the module has no releases; only this commit is known to work with the other pins"},
	{"github.com/fsnotify/fsnotify", "v1.10.1",
		"which watches it drops by itself differs between versions, and vault/teller.go is tried with this one"},
	{"github.com/spf13/cobra", "v1.10.2",
		"every start goes through it; start time and size were measured with this one"},
	{"mvdan.cc/sh/v3", "v3.14.1",
		"how it reads a line decides what the gate asks for; the tests of cli/gate compare this version with bash"},
	{"zombiezen.com/go/sqlite", "v1.4.2",
		"how it opens a database without a file beside it was tried with this version and its copy of SQLite"},
	{"gopkg.in/yaml.v3", "v3.0.1",
		"the module is archived and this is its last release; another reader would change which files count as broken"},
}

// listedModule is the part of the answer of "go list -m -json" that pins need.
type listedModule struct {
	Path, Version string
	Replace       *struct{ Path string }
}

// readModules decodes the answer of "go list -m -json": JSON objects one
// after the other.
func readModules(answer string) ([]listedModule, error) {
	var modules []listedModule
	for decoder := json.NewDecoder(strings.NewReader(answer)); ; {
		var m listedModule
		err := decoder.Decode(&m)
		if errors.Is(err, io.EOF) {
			return modules, nil
		}
		if err != nil {
			return nil, err
		}
		modules = append(modules, m)
	}
}

func TestModulePins(t *testing.T) {
	t.Parallel()
	// The go command is asked, not go.mod: it knows the selected versions.
	args := []string{"list", "-m", "-json"}
	for _, pin := range modulePins {
		args = append(args, pin.path)
	}
	answer, err := exec.CommandContext(t.Context(), "go", args...).Output()
	if err != nil {
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			t.Fatalf("go list: %v\n%s", err, failed.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	modules, err := readModules(string(answer))
	if err != nil {
		t.Fatalf("decode the answer of go list: %v", err)
	}
	for _, pin := range modulePins {
		i := slices.IndexFunc(modules, func(m listedModule) bool { return m.Path == pin.path })
		switch {
		case i < 0:
			t.Errorf("%s: not selected, want %s", pin.path, pin.version)
		case modules[i].Replace != nil:
			t.Errorf("%s: replaced by %s, want %s as published", pin.path, modules[i].Replace.Path, pin.version)
		case modules[i].Version != pin.version:
			t.Errorf("%s: %s selected, want %s: %s", pin.path, modules[i].Version, pin.version, pin.why)
		}
	}
}
