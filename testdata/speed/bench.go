// Command speed makes vaults of many sizes, measures how long coldstart takes with
// them, and prints tables: each time beside its floor, which is measured in the same run by
// reading the same bytes and doing nothing else, and beside what a user would take instead.
//
//	go run ./testdata/speed                      all that is asked, and whether it is held; eight minutes
//	go run ./testdata/speed -quick               small vaults only
//	go run ./testdata/speed -sessions            the sessions of agents only
//	go run ./testdata/speed -gate                the gate only
//	go run ./testdata/speed -growth              what takes more than in proportion to a vault
//	go run ./testdata/speed -size                what each room and library weighs
//	go run ./testdata/speed -peers DIR           also the programs of agents, whose clones lie there
//	go run ./testdata/speed -plot docs/speed.svg also draws how the times grow
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"coldstart/vault"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("speed", flag.ContinueOnError)
	quick := flags.Bool("quick", false, "small vaults only")
	only := flags.Bool("sessions", false, "measure the sessions of agents only")
	gate := flags.Bool("gate", false, "measure the gate only")
	weight := flags.Bool("size", false, "print what each room and library weighs in the program")
	growth := flags.Bool("growth", false, "list what takes more than in proportion to a vault")
	soaks := flags.Duration("soak", 0, "replay the changes of a workday in so much `time` below an open screen")
	peers := flags.String("peers", "", "a `folder` with clones of Hackathon-0 and haios, which are measured too")
	plot := flags.String("plot", "", "draw how the times grow into this SVG `file`")
	task := flags.String("task", "", "measure one task in the vault that is the argument; this command calls itself so")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *task != "" && flags.NArg() == 1 {
		return child(*task, flags.Arg(0), out)
	}
	if flags.NArg() > 0 || *task != "" {
		return fmt.Errorf("what is %q? go run ./testdata/speed [-quick] [-sessions] [-gate] [-growth] [-size] [-soak TIME] [-peers DIR] [-plot FILE]", flags.Args())
	}
	switch {
	case *only:
		return benchHomes(*quick, out, progress)
	case *gate:
		return benchGate(*quick, out)
	case *weight:
		return benchSizes(out)
	case *growth:
		return benchGrowth(out)
	case *soaks > 0:
		return benchSoak(*soaks, out)
	}
	return bench(*quick, *plot, *peers, out, progress)
}

// rounds is how often each thing is measured, and fewRounds how often in a large vault; the median counts.
const rounds, fewRounds = 5, 3

// largeVault is from how many files on a vault is large.
const largeVault = 100_000

// idlePlans is the smallest vault in which the screen is left alone for a while, and the one that
// is compared with what a user would take instead.
const idlePlans = 10_000

// subject is one vault to be measured.
type subject struct {
	name string
	n    int
	make func(m *maker, n int)
	// most is how many times the floor the load may take, memory how many MB it may ever hold, and again how many
	// milliseconds a reload after one change may take, 0 where nothing is asked.
	most, memory, again float64
}

func subjects(quick bool) []subject {
	all := []subject{
		{name: "plans", n: 100, make: (*maker).plans, most: 3},
		{name: "plans", n: 1000, make: (*maker).plans, most: 3},
		{name: "plans", n: 10_000, make: (*maker).plans, most: 3},
		{name: "plans", n: largeVault, make: (*maker).plans, most: 3, memory: 250, again: 100},
		{name: "requests", n: 10_000, make: (*maker).requests, most: 4},
		{name: "requests", n: largeVault, make: (*maker).requests, most: 4, memory: 300, again: 100},
		{name: "events", n: 1_000_000, make: (*maker).events, memory: 64},
		{name: "work items", n: 10_000, make: (*maker).work, most: 5},
		{name: "journal entries", n: 10_000, make: (*maker).journal, most: 20},
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
	rivals       []compared
	// screen is measured for plans only.
	screen screenTimes
}

func bench(quick bool, plot, peers string, out, progress io.Writer) error {
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
			r.screen, err = measureScreen(binary, filepath.Join(dir, fmt.Sprint(i)), idle(s.n, quick))
		}
		if err != nil {
			return fmt.Errorf("%s, %d: %w", s.name, s.n, err)
		}
		if s.name != "plans" || s.n == idlePlans || quick {
			r.rivals = compare(filepath.Join(dir, fmt.Sprint(i)), rivalsOf(s.name, peers))
		}
		rows = append(rows, r)
	}
	homes, end, err := measureHomes(quick, dir, progress)
	if err != nil {
		return err
	}
	list := append(summary(binary, rows), end)
	for _, more := range []struct {
		what    string
		measure func() ([]figure, error)
	}{
		{"the gate", func() ([]figure, error) { return measureGate(quick, binary, filepath.Join(dir, "gate")) }},
		{"a slow disk", func() ([]figure, error) { return measureSlowDisk(binary, filepath.Join(dir, "slow")) }},
		{"changes below an open screen", func() ([]figure, error) {
			return measureSoak(binary, filepath.Join(dir, "soak"), shortSoak(quick), io.Discard)
		}},
		{"growth", func() ([]figure, error) { return measureGrowth(quick, filepath.Join(dir, "growth"), io.Discard) }},
	} {
		fmt.Fprintf(progress, "%s …\n", more.what)
		measured, err := more.measure()
		if err != nil {
			return fmt.Errorf("%s: %w", more.what, err)
		}
		list = append(list, measured...)
	}
	table(out, append(rows, homes))
	beside(out, rows)
	figures(out, list)
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
	times := rounds
	if s.n >= largeVault {
		times = fewRounds
	}
	for range times {
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
	if _, ok := grows[s.name]; ok {
		again, err := inChild("reload", dir)
		if err != nil {
			return r, err
		}
		r.reload, r.reloadOpened = again.Took, again.Opened
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
	fmt.Fprintf(out, "%-16s %9s %8s %9s %9s %6s %-13s %8s %9s %7s\n", "load", "number", "MB", "floor ms", "ours ms", "ratio", " asked", "peak MB", "reload ms", "opened")
	for _, r := range rows {
		ratio, again, opened := float64(r.load)/float64(r.floor), "", ""
		if r.reload > 0 {
			again, opened = ms(r.reload), fmt.Sprint(r.reloadOpened)
		}
		fmt.Fprintf(out, "%-16s %9d %8.1f %9s %9s %6.2f %-13s %8.0f %9s %7s\n", r.name, r.n, float64(r.bytes)/1e6, ms(r.floor), ms(r.load),
			ratio, asked(ratio, r.most), float64(r.peak)/1e6, again, opened)
	}
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/1e6) }

// sample is one measurement, made by a process of its own: its memory is that of the
// task alone, and nothing is warm but the system's own memory of the disk.
type sample struct {
	Took time.Duration
	// Peak is the most memory that the process ever held, in bytes, 0 where the system
	// does not tell.
	Peak int64
	// Opened is how many files were opened, -1 where the system does not tell.
	Opened int
}

// listName is the file beside a vault with the names of what the floor reads.
const listName = ".list"

// tasks are what can be measured in a vault that was made.
var tasks = map[string]func(dir string) (sample, error){
	"load":   load,
	"floor":  floor,
	"reload": reload,
}

// child is the process that measures.
func child(task, dir string, out io.Writer) error {
	run, ok := tasks[task]
	if !ok {
		run, ok = homeTasks[task]
	}
	if !ok {
		return fmt.Errorf("there is no task %q", task)
	}
	s, err := run(dir)
	if err != nil {
		return err
	}
	s.Peak = peak()
	return json.NewEncoder(out).Encode(s)
}

func open(dir string) (*vault.Vault, error) {
	return vault.Open(dir, vault.Options{StateDir: dir + ".state", Operator: "sam", Clock: time.Now})
}

// load is what coldstart does with a vault when it opens it.
func load(dir string) (s sample, err error) {
	start := time.Now()
	v, err := open(dir)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	_, err = v.Load(context.Background(), time.Now())
	s.Took = time.Since(start)
	return s, err
}

// floor reads the same bytes with as many workers and does nothing else.
func floor(dir string) (s sample, err error) {
	list, err := os.ReadFile(dir + listName)
	if err != nil {
		return s, err
	}
	s.Took, err = readAll(dir, strings.Fields(string(list)), runtime.GOMAXPROCS(0), 256<<10, readThrough)
	return s, err
}

// readAll reads files with at most so many workers, or eight, each with a buffer of its own, and
// says how long that took.
func readAll(dir string, names []string, workers, buffer int, read func(name string, buffer []byte) error) (time.Duration, error) {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var wait sync.WaitGroup
	start := time.Now()
	for range min(workers, 8, len(names)) {
		wait.Go(func() {
			b := make([]byte, buffer)
			for i := next.Add(1) - 1; int(i) < len(names); i = next.Add(1) - 1 {
				if err := read(filepath.Join(dir, names[i]), b); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	wait.Wait()
	took := time.Since(start)
	if err := failed.Load(); err != nil {
		return took, *err
	}
	return took, nil
}

func readThrough(name string, buffer []byte) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		_, err := f.Read(buffer)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// grows are the files that are longer at a reload, with what they end with then, by the subject.
var grows = map[string]struct{ name, more string }{
	"plans":    {"Plans/PLAN-2026-000007.md", "- Looked at again.\n"},
	"requests": {"Pending_Approval/EMAIL_000001.md", "Looked at again.\n"},
	"events":   {"events.jsonl", `{"type": "CyclePhaseEntered", "timestamp": "2027-02-01T08:00:00Z", "session_id": 7}` + "\n"},
}

// grow adds to the file of a vault that grows; shrink takes it away again.
func grow(dir string) (shrink func() error, err error) {
	for _, g := range grows {
		name := filepath.Join(dir, filepath.FromSlash(g.name))
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return nil, err
		}
		_, err = f.WriteString(g.more)
		return func() error { return os.Truncate(name, info.Size()) }, errors.Join(err, f.Close())
	}
	return nil, errors.New("nothing grows in " + dir)
}

// reload is what the screen does when one file has changed.
func reload(dir string) (s sample, err error) {
	v, err := open(dir)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	if _, err := v.LoadChanged(context.Background(), time.Now()); err != nil {
		return s, err
	}
	shrink, err := grow(dir)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, shrink()) }()
	opened, err := openings(dir)
	if err != nil {
		return s, err
	}
	start := time.Now()
	_, err = v.LoadChanged(context.Background(), time.Now())
	s.Took = time.Since(start)
	s.Opened = opened()
	return s, err
}

// line is one curve of the plot.
type line struct {
	name, dash string
	y          func(r row) time.Duration
}

// Of the plot: its size, and the room for words around it.
const (
	width, height            = 740, 440
	left, right, top, bottom = 70, 190, 40, 50
)

// draw returns an SVG with the times of vaults of plans, on logarithmic axes: what grows
// with the vault is a straight line from corner to corner, and what does not is flat.
func draw(rows []row) string {
	lines := []line{
		{"load", "", func(r row) time.Duration { return r.load }},
		{"floor of the load", "2 4", func(r row) time.Duration { return r.floor }},
		{"reload, one changed", "8 4", func(r row) time.Duration { return r.reload }},
		{"key of a search", "10 3 2 3", func(r row) time.Duration { return percentile(r.screen.find, 95) }},
		{"key of the cursor", "1 3", func(r row) time.Duration { return percentile(r.screen.move, 95) }},
	}
	var plans []row
	least, most := time.Duration(math.MaxInt64), time.Duration(0)
	for _, r := range rows {
		if r.name != "plans" {
			continue
		}
		plans = append(plans, r)
		for _, l := range lines {
			least, most = min(least, l.y(r)), max(most, l.y(r))
		}
	}
	x := axis{math.Log10(float64(plans[0].n)), math.Log10(float64(plans[len(plans)-1].n)), left, width - right}
	y := axis{math.Floor(math.Log10(float64(least) / 1e6)), math.Ceil(math.Log10(float64(most) / 1e6)), height - bottom, top}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" fill="#222">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	fmt.Fprintf(&b, `<text x="%d" y="22" font-size="15">Milliseconds by number of plans, both logarithmic</text>`+"\n", left)
	for p := y.from; p <= y.to; p++ {
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n",
			left, y.at(p), width-right, left-8, y.at(p)+4, power(p))
	}
	for _, r := range plans {
		at := x.at(math.Log10(float64(r.n)))
		fmt.Fprintf(&b, `<path d="M%.1f %dV%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", at, top, height-bottom, at, height-bottom+20, r.n)
	}
	for i, l := range lines {
		var points []string
		for _, r := range plans {
			points = append(points, fmt.Sprintf("%.1f %.1f", x.at(math.Log10(float64(r.n))), y.at(math.Log10(float64(l.y(r))/1e6))))
		}
		fmt.Fprintf(&b, `<path d="M%s" fill="none" stroke="#114488" stroke-width="2" stroke-dasharray="%s"/>`+"\n", strings.Join(points, "L"), l.dash)
		at := top + 10 + 24*i
		fmt.Fprintf(&b, `<path d="M%d %dh34" stroke="#114488" stroke-width="2" stroke-dasharray="%s"/><text x="%d" y="%d">%s</text>`+"\n",
			width-right+10, at, l.dash, width-right+50, at+4, l.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// axis puts logarithms between two places of the picture.
type axis struct{ from, to, begin, end float64 }

func (a axis) at(v float64) float64 {
	if a.to == a.from {
		return a.begin
	}
	return a.begin + (v-a.from)/(a.to-a.from)*(a.end-a.begin)
}

func power(p float64) string { return fmt.Sprintf("%g", math.Pow(10, p)) }
