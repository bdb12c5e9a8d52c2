package gate

import (
	"path"
	"slices"
	"strings"

	"coldstart/model"
)

// Run is a file that an action runs.
type Run struct {
	// Name is its name in the action, and Paths where it may lie.
	Name  string
	Paths []string
	// Maybe is true for a word that may be something else, and for a file that a program looks for by itself:
	// such a file counts where it is there.
	Maybe bool
}

// Runs are the files that the line of an action runs: scripts by their paths or behind their programs, and those
// that a program such as make looks for. What the line writes whole is in the line.
func Runs(a model.Action) (found []Run) {
	lines := Lines(a)
	if len(lines) == 0 {
		return nil
	}
	l := read(lines...)
	all := slices.Clone(l.ran)
	for _, c := range l.commands {
		if slices.Contains(c.words[0], '/') {
			all = append(all, ran{by: c, name: c.words[0], maybe: c.inner})
		}
	}
	at := map[string]int{}
	for _, r := range all {
		name := string(r.name)
		switch place, before := at[name]; {
		case before:
			found[place].Maybe = found[place].Maybe && r.maybe
		case r.unnamed && (strings.ContainsAny(name, "*/") || name[0] == '.'), !r.name.isKnown(), isInput(r.name), path.Base(name) != strings.TrimSpace(path.Base(name)), l.makes(r):
		default:
			at[name] = len(found)
			found = append(found, Run{name, l.places(a.Dir, r.name), r.maybe})
		}
	}
	return found
}

// makes reports whether the line writes the whole of a file that it runs.
func (l *line) makes(r ran) bool {
	return slices.ContainsFunc(l.wrote, func(w written) bool {
		_, sure := r.is(w.to)
		return sure && !w.more && w.from == nil && w.text.isKnown()
	})
}
