package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// rounds is how often each thing is measured; the median counts.
const rounds = 5

// idlePlans is the vault in which the screen is left alone for a while.
const idlePlans = 10_000

// subject is one vault to be measured.
type subject struct {
	name string
	n    int
	make func(m *maker, n int)
	// most is how many times the floor the load may take.
	most float64
}

func subjects(quick bool) []subject {
	all := []subject{
		{"plans", 100, (*maker).plans, 2},
		{"plans", 1000, (*maker).plans, 2},
		{"plans", 10_000, (*maker).plans, 2},
		{"plans", 100_000, (*maker).plans, 2},
		{"requests", 10_000, (*maker).requests, 0},
		{"events", 1_000_000, (*maker).events, 1.5},
		{"work items", 10_000, (*maker).work, 3},
		{"journal entries", 10_000, (*maker).journal, 3},
	}
	if quick {
		for i := range all {
			all[i].n = min(all[i].n, 1000)
		}
		all = slices.CompactFunc(all, func(a, b subject) bool { return a.name == b.name && a.n == b.n })
	}
	return all
}

// row is what was measured of one subject.
type row struct {
	subject
	bytes        int64
	floor, load  time.Duration
	peak         int64
	reload       time.Duration
	reloadOpened int
	// look is what the screen took, of plans only.
	look look
}

func bench(quick bool, plot string, out, progress io.Writer) error {
	dir, err := os.MkdirTemp("", "coldstart-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary, err := build(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %s/%s, %d processors\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	var rows []row
	for i, s := range subjects(quick) {
		fmt.Fprintf(progress, "%s, %d …\n", s.name, s.n)
		r, err := measure(s, filepath.Join(dir, fmt.Sprint(i)))
		if err == nil && s.name == "plans" {
			r.look, err = watchScreen(binary, filepath.Join(dir, fmt.Sprint(i)), s.n == idlePlans || quick)
		}
		if err != nil {
			return fmt.Errorf("%s, %d: %w", s.name, s.n, err)
		}
		rows = append(rows, r)
	}
	table(out, rows)
	figures(out, whole(binary, rows))
	if plot == "" {
		return nil
	}
	return os.WriteFile(plot, []byte(draw(rows)), 0o644)
}

func measure(s subject, dir string) (r row, err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return r, err
	}
	m := newMaker(dir)
	if s.make(m, s.n); m.err != nil {
		return r, m.err
	}
	if err := os.WriteFile(dir+listName, []byte(strings.Join(m.files, "\n")), 0o644); err != nil {
		return r, err
	}
	r = row{subject: s, bytes: m.bytes}
	// What was just written has not rested, and is in no memory of the system yet.
	time.Sleep(4 * time.Second)
	var floors, loads []sample
	for range rounds {
		a, err := inChild("floor", dir)
		if err != nil {
			return r, err
		}
		b, err := inChild("load", dir)
		if err != nil {
			return r, err
		}
		floors, loads = append(floors, a), append(loads, b)
	}
	r.floor, r.load, r.peak = median(floors).Took, median(loads).Took, median(loads).Peak
	if s.name == "plans" {
		var reloads []sample
		for range 3 {
			a, err := inChild("reload", dir)
			if err != nil {
				return r, err
			}
			reloads = append(reloads, a)
			time.Sleep(4 * time.Second)
		}
		r.reload, r.reloadOpened = median(reloads).Took, median(reloads).Opened
	}
	return r, nil
}

func median(s []sample) sample {
	s = slices.SortedFunc(slices.Values(s), func(a, b sample) int { return int(a.Took - b.Took) })
	return s[len(s)/2]
}

func inChild(task, dir string) (s sample, err error) {
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	cmd := exec.Command(self, "-task", task, dir)
	var answer, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &answer, &complaint
	if err := cmd.Run(); err != nil {
		return s, fmt.Errorf("%s: %w: %s", task, err, &complaint)
	}
	return s, json.Unmarshal(answer.Bytes(), &s)
}

func table(out io.Writer, rows []row) {
	fmt.Fprintf(out, "%-16s %9s %8s %9s %9s %6s %6s %8s %9s %7s\n", "load", "number", "MB", "floor ms", "ours ms", "ratio", "asked", "peak MB", "reload ms", "opened")
	for _, r := range rows {
		asked, again, opened := "", "", ""
		if r.most > 0 {
			asked = fmt.Sprintf("%.1f", r.most)
		}
		if r.reload > 0 {
			again, opened = ms(r.reload), fmt.Sprint(r.reloadOpened)
		}
		fmt.Fprintf(out, "%-16s %9d %8.1f %9s %9s %6.2f %6s %8.0f %9s %7s\n", r.name, r.n, float64(r.bytes)/1e6, ms(r.floor), ms(r.load),
			float64(r.load)/float64(r.floor), asked, float64(r.peak)/1e6, again, opened)
	}
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/1e6) }
