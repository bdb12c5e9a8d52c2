package main

import (
	"fmt"
	"strings"
)

// scene is one state of the screen and the keys that lead there. A key of several
// letters that is no key is typed text.
type scene struct {
	name, title string
	keys        []string
}

// size is a terminal's, in cells.
type size struct{ width, height int }

var sizes = []size{{80, 24}, {140, 45}}

// scenes are every page, then what opens over them.
func scenes() []scene {
	return []scene{
		{"home", "Home: the plan to resume, and the queue of what needs you", nil},
		{"approvals", "Approvals: what waits, and what became of it", []string{"2", "down"}},
		{"plans", "Plans, in the order in which they would be resumed", []string{"3", "down"}},
		{"orphans", "Orphans: sessions that never ended, and stuck work", []string{"4"}},
		{"traces", "Traces: workflows that were cut off, with the advice", []string{"5"}},
		{"journal", "Journal: what to do next, and which dead end that would repeat", []string{"6"}},
		{"memory", "Memory: what the agent remembers and proposes", []string{"7"}},
		{"problems", "Problems: what could not be read, and why", []string{"8"}},
		{"request", "A request, opened", []string{"2", "down", "enter"}},
		{"trace", "A trace, opened: what the step left behind", []string{"5", "enter"}},
		{"decision", "A decision: what will change, and every byte of the request", []string{"2", "a"}},
		{"decision-read", "The same, read to the end: only now a yes", []string{"2", "a", "pgdown", "pgdown", "pgdown", "pgdown"}},
		{"reason", "A reason for the agent", []string{"2", "x", "Not before the flyer is out"}},
		{"sessions", "Several sessions at once", []string{"4", "A"}},
		{"undo", "Taking the last decision back", []string{"2", "a", "pgdown", "pgdown", "pgdown", "pgdown", "y", "u"}},
		{"snooze", "Letting a row rest", []string{"down", "s"}},
		{"deadends", "Was this tried before?", []string{"6", "d"}},
		{"entry", "Writing a journal entry", []string{"6", "+"}},
		{"find", "Finding a word, in names and in texts", []string{"2", "/", "offer"}},
		{"palette", "Every action to choose from", []string{"2", ":"}},
		{"help", "All keys, and why some do not work now", []string{"?"}},
	}
}

// front are the pictures of the README.
func front() []shot {
	return []shot{
		{scene{"home", "", nil}, size{100, 36}, coloured()},
		{scene{"decision", "", []string{"2", "down", "down", "down", "a"}}, size{100, 34}, coloured()},
		{scene{"orphans", "", []string{"4"}}, size{120, 28}, coloured()},
		{scene{"journal", "", []string{"6"}}, size{120, 34}, coloured()},
	}
}

// index is the page that shows all pictures.
func index() string {
	var b strings.Builder
	b.WriteString("# Pictures\n\nEvery page and the dialogs, drawn from the built-in example by `go run ./docs/pictures`: at 80 columns and 24 rows, and at\n" +
		"140 and 45; with colour, and as `NO_COLOR` has it.\n")
	for _, sc := range scenes() {
		fmt.Fprintf(&b, "\n## %s\n\n", sc.title)
		for _, s := range shots() {
			if s.scene.name == sc.name {
				fmt.Fprintf(&b, "![%s, %d×%d%s](%s)\n", sc.title, s.size.width, s.size.height, strings.ReplaceAll(s.look.name, "-plain", ", without colour"), s.file())
			}
		}
	}
	return b.String()
}
