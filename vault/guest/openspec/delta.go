package openspec

import (
	"fmt"
	"path"
	"strings"

	"coldstart/vault/source"
	"coldstart/vault/text"
)

// delta is what a change does to one spec: how many requirements it adds, changes, removes and
// renames.
type delta struct {
	spec string
	n    [4]int
}

// kinds are the headings of a delta, and the words for what is below them.
var kinds = [4]struct{ heading, word string }{
	{"ADDED Requirements", "added"}, {"MODIFIED Requirements", "changed"}, {"REMOVED Requirements", "removed"}, {"RENAMED Requirements", "renamed"},
}

// readDeltas reads the specs of a change, which lie one or two folders deep.
func (c *change) readDeltas(h *source.Repo, in string) {
	for _, dir := range h.Folders(in) {
		for _, dir := range append([]string{dir}, h.Folders(dir)...) {
			if d, ok := h.Document(path.Join(dir, "spec.md")); ok {
				c.others = append(c.others, d)
				c.deltas = append(c.deltas, readDelta(strings.TrimPrefix(dir, in+"/"), d))
			}
		}
	}
}

func readDelta(name string, d source.Document) delta {
	out, kind := delta{spec: name}, -1
	for _, line := range text.Unfenced([]byte(d.Text)) {
		level, heading := text.Heading(line)
		switch {
		case level == 2:
			kind = -1
			for i, k := range kinds {
				if strings.EqualFold(heading, k.heading) {
					kind = i
				}
			}
		case kind < 0:
		case level == 3 && strings.HasPrefix(heading, "Requirement:"):
			out.n[kind]++
		case kinds[kind].word == "renamed" && strings.HasPrefix(strings.TrimLeft(line, "-* "), "FROM:"):
			out.n[kind]++
		}
	}
	return out
}

// String says what changes: "printer (2 requirements added, 1 removed)".
func (d delta) String() string {
	var words []string
	for i, k := range kinds {
		if d.n[i] > 0 {
			words = append(words, fmt.Sprintf("%d %s", d.n[i], k.word))
		}
	}
	if len(words) == 0 {
		return d.spec
	}
	return d.spec + " (" + strings.Join(words, ", ") + ")"
}

// effects say why a change is made, and which requirements of which specs it touches.
func (c change) effects() (lines []string) {
	if why := c.why(); why != "" {
		lines = append(lines, why)
	}
	if len(c.deltas) > 0 {
		var specs []string
		for _, d := range c.deltas {
			specs = append(specs, d.String())
		}
		lines = append(lines, "Requirements that change: "+strings.Join(specs, "; "))
	}
	return lines
}
