package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"
)

// figure is one measurement of the whole program, beside what is asked, 0 where nothing is.
type figure struct {
	name        string
	value, most float64
}

// screenTimes is what the screen takes with one vault.
type screenTimes struct {
	first, loaded time.Duration
	// move and find are the times between a key and its frame, sorted.
	move, find []time.Duration
	// resident is the memory it holds at rest, idle the share of one processor.
	resident int64
	idle     float64
}

// idle is how long the screen is left alone: long enough for one look at all files, or for memory to be
// given back.
func idle(plans int, quick bool) time.Duration {
	switch {
	case plans == idlePlans:
		return 65 * time.Second
	case plans > idlePlans || quick:
		return 5 * time.Second
	}
	return 0
}

// measureScreen opens the dashboard on a vault of plans and uses it.
func measureScreen(binary, dir string, rest time.Duration) (l screenTimes, err error) {
	t, err := openTerminal(binary, dir+".state", nil, "--vault", dir)
	if err != nil {
		return l, err
	}
	defer func() {
		if closed := t.close(); err == nil {
			err = closed
		}
	}()
	at, _, err := t.when("Home", 0)
	if err != nil {
		return l, err
	}
	l.first = at.Sub(t.started)
	if at, _, err = t.when("RESUMING", 0); err != nil {
		return l, err
	}
	l.loaded = at.Sub(t.started)
	// From here on the screen follows the disk, and nothing is read any more. The word begins in a colour.
	if _, _, err = t.when("mlive", 0); err != nil {
		return l, err
	}
	t.rest(500 * time.Millisecond)
	if _, err := t.press("3"); err != nil {
		return l, err
	}
	if l.move, err = t.presses(strings.Split(strings.Repeat("jjjk", 25), "")...); err != nil {
		return l, err
	}
	if rest > 0 {
		t.rest(4 * time.Second)
		before := processorTime(t.cmd.Process.Pid)
		time.Sleep(rest)
		l.idle = float64(processorTime(t.cmd.Process.Pid)-before) / float64(rest)
		l.resident = resident(t.cmd.Process.Pid)
	}
	if _, err := t.press("/"); err != nil {
		return l, err
	}
	t.rest(2 * time.Second)
	word := strings.Split("wharf\x7f\x7f\x7f\x7f\x7f99\x7f\x7f", "")
	if l.find, err = t.presses(slices.Repeat(word, 7)...); err != nil {
		return l, err
	}
	_, err = t.press("\x1b")
	return l, err
}

// build makes the program as it is released.
func build(dir string) (string, error) {
	binary := filepath.Join(dir, "coldstart")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the program: %w\n%s", err, out)
	}
	return binary, nil
}

// starts returns the median of what each of some command lines takes of a processor, in turn. Status says
// what it found by its exit code.
func starts(binary string, lines ...[]string) []time.Duration {
	const times = 20
	took := make([][]time.Duration, len(lines))
	for range times {
		for i, line := range lines {
			cmd := exec.Command(binary, line...)
			_ = cmd.Run()
			took[i] = append(took[i], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	}
	medians := make([]time.Duration, len(lines))
	for i := range took {
		slices.Sort(took[i])
		medians[i] = percentile(took[i], 50)
	}
	return medians
}

func figures(out io.Writer, list []figure) {
	fmt.Fprintf(out, "\n%-58s %9s %6s\n", "the whole program", "measured", "asked")
	for _, f := range list {
		fmt.Fprintf(out, "%-58s %9.2f %s\n", f.name, f.value, asked(f.value, f.most))
	}
}

// took is a time as a figure has it.
func took(d time.Duration) float64 { return float64(d) / 1e6 }

// summary lists the measurements of the whole program.
func summary(binary string, rows []row) []figure {
	start := starts(binary, []string{"version"}, []string{"status", "--short", "--vault", "testdata/demo"})
	list := []figure{
		{"version: processor, median of 20 (ms)", took(start[0]), 4},
		{"status --short on the example vault (ms)", took(start[1]), 8},
		{"size of the program (MB)", float64(sizeOf(binary)) / 1e6, 22},
	}
	// By the number of plans: what may be held in memory, and how soon everything has to be there.
	held, there := map[int]float64{10_000: 64, largeVault: 250}, map[int]float64{1000: 100}
	for _, r := range rows {
		if r.memory > 0 {
			list = append(list, figure{fmt.Sprintf("%d %s: most memory of a load (MB)", r.n, r.name), float64(r.peak) / 1e6, r.memory})
		}
		if r.again > 0 {
			list = append(list, figure{fmt.Sprintf("%d %s: load after one change (ms)", r.n, r.name), took(r.reload), r.again})
		}
		if r.screen.first == 0 {
			continue
		}
		n := fmt.Sprintf("%d plans: ", r.n)
		list = append(list,
			figure{n + "first frame (ms)", took(r.screen.first), 30},
			figure{n + "everything on screen (ms)", took(r.screen.loaded), there[r.n]},
			figure{n + "key to frame, 95 of 100 (ms)", took(percentile(r.screen.move, 95)), 12},
			figure{n + "key of a search to frame, 95 of 100 (ms)", took(percentile(r.screen.find, 95)), 16.7})
		if r.screen.resident > 0 {
			list = append(list,
				figure{n + "resident memory (MB)", float64(r.screen.resident) / 1e6, held[r.n]})
		}
		if r.n == idlePlans {
			list = append(list, figure{n + "processor at rest (%)", 100 * r.screen.idle, 0.3})
		}
	}
	return list
}

func sizeOf(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}

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

// openTerminal starts the program there, with more variables of its environment.
func openTerminal(binary, state string, env []string, args ...string) (*terminal, error) {
	t := &terminal{cmd: exec.Command(binary, args...), news: make(chan struct{}, 1)}
	t.cmd.Env = append(env, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "HOME="+state, "XDG_STATE_HOME="+state, "PATH="+os.Getenv("PATH"))
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

// when waits until a text is in what was written after an offset, and returns the time at
// which it was there and the offset after all that was seen.
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

// rest waits until nothing is written for a while, at most so long as patience lasts.
func (t *terminal) rest(quiet time.Duration) int {
	for limit := time.Now().Add(patience); ; {
		before := t.size()
		time.Sleep(quiet)
		if now := t.size(); now == before || time.Now().After(limit) {
			return now
		}
	}
}

func (t *terminal) size() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.seen)
}

// press types a key and returns the time until something was drawn for it.
func (t *terminal) press(key string) (time.Duration, error) {
	from := t.rest(20 * time.Millisecond)
	start := time.Now()
	if _, err := t.pty.WriteString(key); err != nil {
		return 0, err
	}
	at, _, err := t.when("", from)
	return at.Sub(start), err
}

// presses types keys and returns the times, sorted.
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
