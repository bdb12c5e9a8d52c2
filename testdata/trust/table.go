package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// The attributes that tests count with, and the one for rows of a table of their own.
const (
	casesKey = "cases"
	lostKey  = "lost-bytes"
	halfKey  = "half-decisions"
	liveKey  = "live-bytes"
	rowKey   = "row"
)

// sum is a line of the table.
type sum struct {
	tried, passed, failed, skipped int
	// lost, half and live are -1 where nobody counts.
	lost, half, live int
	rows             []string
	reasons          []string
	missing          []string
}

func newSum() sum { return sum{lost: -1, half: -1, live: -1} }

// sumOf counts what came out of a part: the cases that its tests counted, else the
// tests themselves without those that only hold others.
func sumOf(p part, all results) sum {
	s := newSum()
	for _, name := range p.tests {
		top := all.by[name]
		if top == nil || top.ended == "" {
			s.missing = append(s.missing, name)
			continue
		}
		one := newSum()
		counted := 0
		for _, r := range all.list {
			if r.name == name || strings.HasPrefix(r.name, name+"/") {
				one.take(r)
				counted += r.numbers[casesKey]
			}
		}
		if counted > 0 {
			one.tried, one.passed = counted, max(0, counted-one.failed)
		}
		s.add(one)
	}
	return s
}

func (s *sum) take(r *result) {
	for key, at := range map[string]*int{lostKey: &s.lost, halfKey: &s.half, liveKey: &s.live} {
		if n, ok := r.numbers[key]; ok {
			*at = max(0, *at) + n
		}
	}
	s.rows = append(s.rows, r.rows...)
	switch {
	case r.parent && r.ended != "skip":
	case r.ended == "skip":
		s.skipped++
		s.reasons = append(s.reasons, r.name+": "+r.reason())
	case r.ended == "pass":
		s.tried++
		s.passed++
	default:
		s.tried++
		s.failed++
	}
}

func (s *sum) add(o sum) {
	s.tried, s.passed, s.failed, s.skipped = s.tried+o.tried, s.passed+o.passed, s.failed+o.failed, s.skipped+o.skipped
	for _, n := range []struct{ to, from *int }{{&s.lost, &o.lost}, {&s.half, &o.half}, {&s.live, &o.live}} {
		if *n.from >= 0 {
			*n.to = max(0, *n.to) + *n.from
		}
	}
	s.rows = append(s.rows, o.rows...)
	s.reasons = append(s.reasons, o.reasons...)
	s.missing = append(s.missing, o.missing...)
}

// good reports whether everything that was tried passed.
func (s sum) good() bool {
	return s.failed == 0 && len(s.missing) == 0 && s.lost <= 0 && s.half <= 0 && s.live <= 0
}

// report writes the table, and why something was skipped or did not run. It reports
// whether all is good.
func report(out io.Writer, results results) bool {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ttried\tpassed\tfailed\tskipped\tlost bytes\thalf decisions\tlive control bytes")
	total := newSum()
	for _, c := range suite {
		fmt.Fprintf(w, "%s\t\t\t\t\t\t\t\n", strings.ToUpper(c.title))
		all := newSum()
		for _, p := range c.parts {
			s := sumOf(p, results)
			s.line(w, "  "+p.what)
			all.add(s)
		}
		all.line(w, "  all "+c.title)
		total.add(all)
	}
	total.line(w, "ALL")
	w.Flush()
	if len(total.rows) > 0 {
		fmt.Fprintf(out, "\nhow it ended:\n  %s\n", strings.Join(total.rows, "\n  "))
	}
	list(out, "skipped", total.reasons)
	list(out, "did not run to an end", total.missing)
	return total.good()
}

func (s sum) line(w io.Writer, what string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t%s\t%s\n", what, s.tried, s.passed, s.failed, s.skipped, number(s.lost), number(s.half), number(s.live))
}

func number(n int) string {
	if n < 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// list prints lines under a heading, equal ones counted as one.
func list(out io.Writer, heading string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s:\n", heading)
	count := map[string]int{}
	var order []string
	for _, line := range lines {
		test, reason, _ := strings.Cut(line, ": ")
		test, _, _ = strings.Cut(test, "/")
		line = strings.TrimSuffix(test+": "+reason, ": ")
		if count[line]++; !slices.Contains(order, line) {
			order = append(order, line)
		}
	}
	for _, line := range order {
		fmt.Fprintf(out, "  %d × %s\n", count[line], line)
	}
}

// event is a line of go test -json.
type event struct {
	Action, Package, Test, Key, Value, Output string
}

// result is how one test or subtest came out.
type result struct {
	name    string
	ended   string // pass, fail, skip, or empty when it never ended
	parent  bool
	numbers map[string]int
	rows    []string
	said    string
}

// results are those of some packages, in the order in which the tests began.
type results struct {
	list []*result
	by   map[string]*result
	// loose is what was said outside of any test, such as why it does not compile.
	loose string
}

// read takes the output of go test -json apart. Numbers that a test counted come as
// its attributes, and so do rows of a table of its own.
func read(from io.Reader) (results, error) {
	all := results{by: map[string]*result{}}
	for d := json.NewDecoder(from); ; {
		var e event
		switch err := d.Decode(&e); {
		case err == io.EOF:
			return all, nil
		case err != nil:
			return all, fmt.Errorf("reading what go test says: %w", err)
		case e.Test == "":
			all.loose += e.Output
			continue
		}
		r := all.of(e.Test)
		switch e.Action {
		case "pass", "fail", "skip":
			r.ended = e.Action
		case "output":
			r.said += e.Output
		case "attr":
			if e.Key == rowKey {
				r.rows = append(r.rows, e.Value)
			} else if n, err := strconv.Atoi(e.Value); err == nil {
				if _, there := r.numbers[e.Key]; !there {
					r.numbers[e.Key] = 0
				}
				r.numbers[e.Key] += n
			}
		}
	}
}

// add takes the results of another package over; no two have tests of one name.
func (all *results) add(other results) {
	all.list = append(all.list, other.list...)
	maps.Copy(all.by, other.by)
}

// of returns the result of a test, and marks those that it is a part of.
func (all *results) of(name string) *result {
	if r := all.by[name]; r != nil {
		return r
	}
	r := &result{name: name, numbers: map[string]int{}}
	all.by[name] = r
	all.list = append(all.list, r)
	if at := strings.LastIndex(name, "/"); at > 0 {
		all.of(name[:at]).parent = true
	}
	return r
}

// reason is why a test was skipped: what it said before it said so.
func (r *result) reason() string {
	for line := range strings.Lines(r.said) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "===") || strings.HasPrefix(line, "---") || line == "" {
			continue
		}
		if _, words, ok := strings.Cut(line, ".go:"); ok {
			_, line, _ = strings.Cut(words, ": ")
		}
		return line
	}
	return "it does not say why"
}
