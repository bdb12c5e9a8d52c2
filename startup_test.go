package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

const (
	// hangDeadline only ends a test whose program no longer reacts. One that asks the terminal for its
	// background and gets no answer is known by what it wrote.
	hangDeadline = 20 * time.Second

	// mostInitAllocations may happen before main begins; 1,400 took a millisecond. Times are not
	// tested, since machines differ.
	mostInitAllocations = 2000

	enterAltScreen = "\x1b[?1049h"
)

// TestStartup runs the real program in a terminal that never answers.
func TestStartup(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a pseudo-terminal")
	}
	binary := filepath.Join(t.TempDir(), "coldstart")
	// Which commit was built does not matter here, and git may be missing.
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", binary, "coldstart")
	if message, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, message)
	}
	t.Run("version exits without asking the terminal", func(t *testing.T) { versionInTerminal(t, binary) })
	t.Run("demo draws without asking the terminal", func(t *testing.T) { demoInTerminal(t, binary) })
	t.Run("the background is pinned before Bubble Tea starts", func(t *testing.T) { initOrder(t, binary) })
}

func versionInTerminal(t *testing.T, binary string) {
	ctx, cancel := context.WithTimeout(t.Context(), hangDeadline)
	defer cancel()
	command := program(ctx, t, binary, "version")
	_, chunks := openTerminal(t, command)
	var seen []byte
	for chunk := range chunks {
		seen = append(seen, chunk...)
	}
	refuseQueries(t, seen)
	if err := command.Wait(); err != nil {
		t.Errorf("version did not exit well within %v: %v\n%q", hangDeadline, err, seen)
	}
}

func demoInTerminal(t *testing.T, binary string) {
	ctx, cancel := context.WithTimeout(t.Context(), hangDeadline)
	defer cancel()
	command := program(ctx, t, binary, "demo")
	terminal, chunks := openTerminal(t, command)
	var seen []byte
	for !drawn(seen) {
		chunk, open := <-chunks
		if !open {
			refuseQueries(t, seen)
			t.Fatalf("demo ended before it drew anything: %v\n%q", command.Wait(), seen)
		}
		seen = append(seen, chunk...)
	}
	if _, err := terminal.WriteString("q"); err != nil {
		t.Fatalf("press q: %v", err)
	}
	for chunk := range chunks {
		seen = append(seen, chunk...)
	}
	refuseQueries(t, seen)
	if err := command.Wait(); err != nil {
		t.Errorf("demo did not quit well: %v", err)
	}
}

// drawn tells whether the first tab's title is on the alternate screen.
func drawn(seen []byte) bool {
	_, screen, entered := strings.Cut(string(seen), enterAltScreen)
	return entered && strings.Contains(ansi.Strip(screen), "Home")
}

func refuseQueries(t *testing.T, seen []byte) {
	t.Helper()
	for _, query := range []struct{ what, bytes string }{
		{"its background colour", "\x1b]11;?"},
		{"the cursor position", "\x1b[6n"},
	} {
		if bytes.Contains(seen, []byte(query.bytes)) {
			t.Errorf("the terminal was asked for %s", query.what)
		}
	}
}

func initOrder(t *testing.T, binary string) {
	ctx, cancel := context.WithTimeout(t.Context(), hangDeadline)
	defer cancel()
	command := program(ctx, t, binary, "version")
	command.Env = append(command.Env, "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	command.Stderr = &trace
	if err := command.Run(); err != nil {
		t.Fatalf("version: %v\n%s", err, &trace)
	}
	packages, allocations := initialised(trace.String())
	t.Logf("%d packages do work when the program starts, with %d allocations", len(packages), allocations)
	if allocations > mostInitAllocations {
		t.Errorf("%d allocations at each start, more than %d", allocations, mostInitAllocations)
	}
	pin := slices.Index(packages, "coldstart/styles/background")
	bubbletea := slices.Index(packages, "github.com/charmbracelet/bubbletea")
	if pin < 0 || bubbletea < 0 || pin > bubbletea {
		t.Errorf("styles/background is initialised at place %d, Bubble Tea at %d (-1: never); order:\n%s",
			pin, bubbletea, strings.Join(packages, "\n"))
	}
}

// initialised lists the packages of an inittrace report, first to last, and counts the
// allocations of all of them.
func initialised(trace string) (packages []string, allocations int) {
	for line := range strings.Lines(trace) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] != "init" {
			continue
		}
		packages = append(packages, words[1])
		if n, err := strconv.Atoi(words[len(words)-2]); err == nil {
			allocations += n
		}
	}
	return packages, allocations
}

// TestGarbageIsCollectedLaterOnce holds that only the first collection comes later than usual.
func TestGarbageIsCollectedLaterOnce(t *testing.T) {
	was := debug.SetGCPercent(100)
	defer debug.SetGCPercent(was)
	collectLater()
	if got := collectedAt(); got != 400 {
		t.Errorf("the first collection is at %d percent", got)
	}
	for deadline := time.Now().Add(hangDeadline); collectedAt() != 100; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("after collections it is still at %d percent", collectedAt())
		}
		runtime.GC()
	}
}

// collectedAt is by how many percent the heap may grow until it is collected.
func collectedAt() uint64 {
	read := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(read)
	return read[0].Value.Uint64()
}

// program prepares a run outside any vault, with nothing of the person's own
// settings and nothing in the environment that hides the terminal query.
func program(ctx context.Context, t *testing.T, binary string, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(ctx, binary, args...)
	command.Dir = t.TempDir()
	command.Env = slices.DeleteFunc(os.Environ(), func(setting string) bool {
		name, _, _ := strings.Cut(setting, "=")
		return slices.Contains([]string{"CI", "TMUX", "NO_COLOR", "TERM", "COLORFGBG", "GODEBUG", "HOME"}, name) ||
			strings.HasPrefix(name, "XDG_") || strings.HasPrefix(name, "COLDSTART_")
	})
	command.Env = append(command.Env, "TERM=xterm-256color", "HOME="+t.TempDir())
	return command
}

// openTerminal starts the command in a pseudo-terminal and hands out what it
// writes until it ends.
func openTerminal(t *testing.T, command *exec.Cmd) (*os.File, <-chan []byte) {
	t.Helper()
	terminal, err := pty.StartWithSize(command, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatalf("start in a pseudo-terminal: %v", err)
	}
	t.Cleanup(func() { terminal.Close() })
	chunks := make(chan []byte)
	go func() {
		defer close(chunks)
		for {
			buffer := make([]byte, 4096)
			n, err := terminal.Read(buffer)
			select {
			case chunks <- buffer[:n]:
			case <-t.Context().Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return terminal, chunks
}
