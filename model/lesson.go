package model

import "slices"

// Lesson finds what another program wrote down as tried.
func (s Snapshot) Lesson(ref Ref) (Entry, bool) {
	return first(s.Lessons.Entries, func(e Entry) bool { return e.Ref() == ref })
}

// Tools names the programs that wrote entries, each once, in order.
func (j Journal) Tools() []string {
	var tools []string
	for _, e := range j.Entries {
		if !slices.Contains(tools, e.Tool) {
			tools = append(tools, e.Tool)
		}
	}
	return tools
}
