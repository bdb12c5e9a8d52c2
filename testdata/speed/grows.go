package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// small is how many things the smaller of two vaults has, which are compared; the larger one has twice as many.
const small = 300

// mostGrowth is how many times as often a block may run for twice as much: what is quadratic runs four times as often.
const mostGrowth = 3

// commandLines are command lines that read a whole vault.
var commandLines = []string{
	"status", "status --json", "status --short", "list", "list plans", "list plans --json", "list requests", "list requests --json",
	"list orphans", "list sessions", "list sessions --json", "list traces", "list problems", "list problems --json", "list decisions",
	"list memory", "list snoozed", "list sources", "tried order", "tried order --json", "doctor", "verify", "journal", "journal --json",
	"agent start --session 1",
}

// benchGrowth lists what grows more than it may.
func benchGrowth(out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "coldstart-speed-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	measured, err := measureGrowth(false, dir, out)
	if err == nil && measured[0].value > mostGrowth {
		err = errors.New("some blocks run more than in proportion")
	}
	return err
}

// measureGrowth counts how often each block of the program runs with n things and with twice as many. It lists the
// blocks that run too much more often, and returns how many times as often one did.
func measureGrowth(quick bool, dir string, out io.Writer) ([]figure, error) {
	lines := commandLines
	if quick {
		lines = lines[:1]
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	binary := filepath.Join(dir, "coldstart")
	if b, err := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg=coldstart/...", "-o", binary, ".").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the program: %w\n%s", err, b)
	}
	var dirs [2]string
	for i := range dirs {
		dirs[i] = filepath.Join(dir, strconv.Itoa(i))
		m := newMaker(filepath.Join(dirs[i], "vault"))
		if m.everything(small << i); m.err != nil {
			return nil, m.err
		}
	}
	worst := 0.0
	for _, line := range lines {
		less, err := blocks(binary, dirs[0], line)
		if err != nil {
			return nil, err
		}
		more, err := blocks(binary, dirs[1], line)
		if err != nil {
			return nil, err
		}
		for _, at := range slices.Sorted(maps.Keys(more)) {
			// What runs rarely may run for another reason.
			grown := float64(more[at]) / float64(max(less[at], 2*small))
			if worst = max(worst, grown); grown > mostGrowth {
				fmt.Fprintf(out, "%s: %s ran %d times, then %d\n", line, at, less[at], more[at])
			}
		}
	}
	return []figure{{fmt.Sprintf("twice as much, %d commands: times as often a block ran", len(lines)), worst, mostGrowth}}, nil
}

// everything is n things of each kind.
func (m *maker) everything(n int) {
	if m.err = os.MkdirAll(m.dir, 0o755); m.err != nil {
		return
	}
	for _, kind := range []func(*maker, int){(*maker).plans, (*maker).steps, (*maker).requests, (*maker).damaged, (*maker).work} {
		kind(m, n)
	}
	m.journal(n / 20 * 20)
	m.events(10 * n)
}

// blocks counts how often each block of the program runs for a command line.
func blocks(binary, dir, line string) (counts map[string]int, err error) {
	counters := filepath.Join(dir, "counters")
	if err := errors.Join(os.RemoveAll(counters), os.MkdirAll(counters, 0o755)); err != nil {
		return nil, err
	}
	cmd := exec.Command(binary, append(strings.Fields(line), "--vault", filepath.Join(dir, "vault"))...)
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+counters, "GOMAXPROCS=1", "HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	// Many commands say what they found by their exit code.
	_ = cmd.Run()
	profile := filepath.Join(dir, "profile")
	if b, err := exec.Command("go", "tool", "covdata", "textfmt", "-i", counters, "-o", profile).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", line, err, b)
	}
	f, err := os.Open(profile)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	counts = map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) == 3 {
			n, _ := strconv.Atoi(fields[2])
			counts[fields[0]] += n
		}
	}
	return counts, nil
}
