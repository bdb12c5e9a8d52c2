package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"
)

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

// of gives the result of a test, and marks those that it is a part of.
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
