package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/creack/pty"
)

// patience is how long a program may take before it counts as hanging.
const patience = time.Minute

// terminal is coldstart in a bare pseudo-terminal: it answers no question.
type terminal struct {
	cmd     *exec.Cmd
	pty     *os.File
	started time.Time

	mu     sync.Mutex
	seen   []byte
	chunks []chunk
	news   chan struct{}
}

// chunk is some output: where it ends in all that was seen, and when it came.
type chunk struct {
	end int
	at  time.Time
}

// openTerminal starts the program there.
func openTerminal(binary, state string, args ...string) (*terminal, error) {
	t := &terminal{cmd: exec.Command(binary, args...), news: make(chan struct{}, 1)}
	t.cmd.Env = []string{"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "HOME=" + state, "XDG_STATE_HOME=" + state, "PATH=" + os.Getenv("PATH")}
	t.started = time.Now()
	var err error
	if t.pty, err = pty.StartWithSize(t.cmd, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
		return nil, err
	}
	go t.listen()
	return t, nil
}

func (t *terminal) listen() {
	part := make([]byte, 64<<10)
	for {
		n, err := t.pty.Read(part)
		now := time.Now()
		t.mu.Lock()
		t.seen = append(t.seen, part[:n]...)
		t.chunks = append(t.chunks, chunk{len(t.seen), now})
		t.mu.Unlock()
		select {
		case t.news <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// when waits until a text stands in what was written behind an offset, and gives the time at
// which it was there and the offset behind all that was seen.
func (t *terminal) when(text string, from int) (at time.Time, end int, err error) {
	limit := time.After(patience)
	for {
		t.mu.Lock()
		place := bytes.Index(t.seen[min(from, len(t.seen)):], []byte(text))
		if place >= 0 && len(t.seen) > from {
			place += from + max(len(text), 1)
			i, _ := slices.BinarySearchFunc(t.chunks, place, func(c chunk, place int) int { return c.end - place })
			at, end = t.chunks[i].at, len(t.seen)
		}
		t.mu.Unlock()
		if !at.IsZero() {
			return at, end, nil
		}
		select {
		case <-t.news:
		case <-limit:
			return at, end, fmt.Errorf("%q was not shown within %v", text, patience)
		}
	}
}

// rest waits until nothing is written for a while.
func (t *terminal) rest(quiet time.Duration) int {
	for {
		before := t.size()
		time.Sleep(quiet)
		if now := t.size(); now == before {
			return now
		}
	}
}

func (t *terminal) size() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.seen)
}

// press types a key and gives the time until something was drawn for it.
func (t *terminal) press(key string) (time.Duration, error) {
	from := t.rest(20 * time.Millisecond)
	start := time.Now()
	if _, err := t.pty.WriteString(key); err != nil {
		return 0, err
	}
	at, _, err := t.when("", from)
	return at.Sub(start), err
}

// presses types keys and gives the times, sorted.
func (t *terminal) presses(keys ...string) ([]time.Duration, error) {
	var took []time.Duration
	for _, key := range keys {
		d, err := t.press(key)
		if err != nil {
			return nil, fmt.Errorf("key %q: %w", key, err)
		}
		took = append(took, d)
	}
	slices.Sort(took)
	return took, nil
}

func (t *terminal) close() error {
	_, err := t.pty.WriteString("q")
	done := make(chan error, 1)
	go func() { done <- t.cmd.Wait() }()
	select {
	case ended := <-done:
		err = errors.Join(err, ended)
	case <-time.After(patience):
		err = errors.Join(err, errors.New("the program does not quit"), t.cmd.Process.Kill())
	}
	return errors.Join(err, t.pty.Close())
}

func percentile(sorted []time.Duration, of int) time.Duration {
	return sorted[min(len(sorted)-1, len(sorted)*of/100)]
}
