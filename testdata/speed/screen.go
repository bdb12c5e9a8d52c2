package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// figure is one measurement of the whole program, beside what is asked.
type figure struct {
	name, value, asked string
}

// look is what the screen takes with one vault.
type look struct {
	first, loaded time.Duration
	// move and find are the times between a key and its frame, sorted.
	move, find []time.Duration
	// resident is the memory it holds at rest, idle the share of one processor.
	resident int64
	idle     float64
}

// idleTime is how long the screen is left alone.
const idleTime = 10 * time.Second

// watchScreen opens the dashboard on a vault of plans and uses it.
func watchScreen(binary, dir string, idle bool) (l look, err error) {
	t, err := openTerminal(binary, dir+".state", "--vault", dir)
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
	t.rest(500 * time.Millisecond)
	if _, err := t.press("3"); err != nil {
		return l, err
	}
	if l.move, err = t.presses(strings.Split(strings.Repeat("jjjk", 25), "")...); err != nil {
		return l, err
	}
	if idle {
		t.rest(4 * time.Second)
		before := processorTime(t.cmd.Process.Pid)
		time.Sleep(idleTime)
		l.idle = float64(processorTime(t.cmd.Process.Pid)-before) / float64(idleTime)
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
	out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the program: %w\n%s", err, out)
	}
	return binary, nil
}

// runs gives how long a command takes from its start to its end, sorted. Status says
// what it found by its exit code.
func runs(n int, binary string, args ...string) []time.Duration {
	var took []time.Duration
	for range n {
		start := time.Now()
		_ = exec.Command(binary, args...).Run()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	return took
}

func figures(out io.Writer, list []figure) {
	fmt.Fprintf(out, "\n%-52s %12s %12s\n", "the whole program", "measured", "asked")
	for _, f := range list {
		fmt.Fprintf(out, "%-52s %12s %12s\n", f.name, f.value, f.asked)
	}
}

// whole sums up the program at work.
func whole(binary string, rows []row) []figure {
	const ordinary = "testdata/demo"
	list := []figure{
		{"version, median of 20 (ms)", ms(percentile(runs(20, binary, "version"), 50)), "5"},
		{"status --short on the example vault, median of 20", ms(percentile(runs(20, binary, "status", "--short", "--vault", ordinary), 50)), "10"},
	}
	for _, r := range rows {
		if r.look.first == 0 {
			continue
		}
		n := fmt.Sprintf("%d plans: ", r.n)
		list = append(list,
			figure{n + "first frame (ms)", ms(r.look.first), "30"},
			figure{n + "everything on screen (ms)", ms(r.look.loaded), ""},
			figure{n + "key to frame, 95 of 100 (ms)", ms(percentile(r.look.move, 95)), "12"},
			figure{n + "key of a search to frame, 95 of 100 (ms)", ms(percentile(r.look.find, 95)), "16.7"})
		if r.look.resident > 0 {
			list = append(list,
				figure{n + "resident memory (MB)", fmt.Sprintf("%.0f", float64(r.look.resident)/1e6), "60"},
				figure{n + "processor at rest (%)", fmt.Sprintf("%.2f", 100*r.look.idle), "0.1"})
		}
	}
	return append(list, figure{"size of the program (MB)", fmt.Sprintf("%.1f", float64(sizeOf(binary))/1e6), "10"})
}

func sizeOf(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}
