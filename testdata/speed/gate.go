package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// gateRounds is how often each of two programs is started, in turn; the median counts. Among
// many asks it is a tenth.
const gateRounds = 200

// post is a vault with a gate, with its operator's settings and ledger beside it.
type post struct{ binary, dir string }

// benchGate measures the gate alone.
func benchGate(quick bool, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "coldstart-speed-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	binary, err := build(dir)
	if err != nil {
		return err
	}
	list, err := measureGate(quick, binary, filepath.Join(dir, "gate"))
	if err == nil {
		figures(out, list)
	}
	return err
}

// measureGate measures the whole program as a hook calls it: for an action that no rule
// names, and for one that waits among many.
func measureGate(quick bool, binary, dir string) ([]figure, error) {
	asks, ledger, times := 10_000, 10<<20, gateRounds
	if quick {
		asks, ledger, times = 100, 1<<16, 5
	}
	p := post{binary, dir}
	if err := p.write(map[string]string{"vault/Pending_Approval/.keep": "", "vault/Approved/.keep": "", settingsFile: mayDecide + "gate:\n  - {tool: Bash, match: \"git push*\", then: ask}\n"}); err != nil {
		return nil, err
	}
	var list []figure
	for _, measured := range []struct {
		name, line string
		most       float64
	}{{"an action that no rule names", "go test ./...", 20}, {"an action that waits", "git push", 0}} {
		f, err := p.compare("gate: "+measured.name, measured.line, measured.most, times)
		if err != nil {
			return nil, err
		}
		list = append(list, f...)
	}
	if err := p.fill(asks, ledger); err != nil {
		return nil, err
	}
	f, err := p.compare(fmt.Sprintf("gate: an action among %d, ledger of %.0f MB", asks, float64(ledger)/1e6), "git push", 0, max(1, times/10))
	return append(list, f...), err
}

// settingsFile are the operator's settings of a post, which has to decide below an agent, too.
const settingsFile, mayDecide = "home/coldstart/coldstart.yaml", "decide-under-agents: true\n"

// write writes files below the folder of a post.
func (p post) write(files map[string]string) error {
	for name, text := range files {
		file := filepath.Join(p.dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			return err
		}
	}
	return nil
}

// command is the program with the operator's folders.
func (p post) command(args ...string) *exec.Cmd {
	cmd := exec.Command(p.binary, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(p.dir, "home"), "XDG_STATE_HOME="+filepath.Join(p.dir, "home"))
	return cmd
}

// call starts the gate as a hook does, and wants an answer.
func (p post) call(line string) (time.Duration, []byte, error) {
	event, err := json.Marshal(map[string]any{
		"session_id": "5e1", "cwd": p.dir, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "toolu_1",
		"tool_input": map[string]string{"command": line},
	})
	if err != nil {
		return 0, nil, err
	}
	cmd := p.command("gate", "--agent", "claude", "--vault", filepath.Join(p.dir, "vault"))
	cmd.Stdin = bytes.NewReader(event)
	start := time.Now()
	out, err := cmd.Output()
	return time.Since(start), out, err
}

// compare returns the median of one action, and that of the program that only says its version.
func (p post) compare(name, line string, most float64, times int) ([]figure, error) {
	var gate, version []time.Duration
	for range times {
		took, _, err := p.call(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		start := time.Now()
		if err := p.command("version").Run(); err != nil {
			return nil, err
		}
		gate, version = append(gate, took), append(version, time.Since(start))
	}
	slices.Sort(gate)
	slices.Sort(version)
	return []figure{
		{name + " (ms)", took(percentile(gate, 50)), most},
		{"  version, in turn with it (ms)", took(percentile(version, 50)), 0},
	}, nil
}

var gateID = regexp.MustCompile(`gate-[0-9a-f]{8}`)

// fill repeats what the gate and a decision wrote until there are so many of it.
func (p post) fill(asks, ledger int) error {
	_, said, err := p.call("git push origin other")
	if err != nil {
		return err
	}
	id := gateID.FindString(string(said))
	if out, err := p.command("reject", id, "-m", "no", "--vault", filepath.Join(p.dir, "vault")).CombinedOutput(); err != nil {
		return fmt.Errorf("rejecting %s: %w: %s", id, err, out)
	}
	for pattern, repeat := range map[string]func(text string) (string, error){
		"gate.jsonl": func(text string) (string, error) {
			var b strings.Builder
			for line := range strings.Lines(text) {
				for i := 0; strings.Contains(line, id) && i < asks; i++ {
					b.WriteString(strings.ReplaceAll(line, id, fmt.Sprintf("gate-%08x", i)))
				}
			}
			return b.String() + text, nil
		},
		"ledger.jsonl": func(text string) (string, error) {
			return strings.Repeat(text, ledger/max(1, len(text))+1), nil
		},
	} {
		files, err := filepath.Glob(filepath.Join(p.dir, "home", "coldstart", "*", pattern))
		if err != nil || len(files) != 1 {
			return fmt.Errorf("%d files %s (%v)", len(files), pattern, err)
		}
		text, err := os.ReadFile(files[0])
		if err != nil {
			return err
		}
		more, err := repeat(string(text))
		if err == nil {
			err = os.WriteFile(files[0], []byte(more), 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
