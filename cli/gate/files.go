package gate

import (
	"path"
	"slices"
	"strings"
)

// enter notes the folder to which a command goes: what is relative behind it is meant from there.
func (l *line) enter(c command) {
	l.moves = true
	to := word{unknown}
	for _, w := range c.words[1:] {
		if string(w) != "-" && !w.isOption() {
			to = w
			break
		}
	}
	l.dirs = append(l.dirs, to)
}

// operandsOf are the words of a command that are no options.
func operandsOf(c command) []word {
	return slices.DeleteFunc(slices.Clone(c.words[1:]), word.isOption)
}

// inPlace reports whether an option of sed or perl makes it change its files.
func inPlace(w word) bool {
	text := string(w)
	return strings.HasPrefix(text, "--in-place") || len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.Contains(text, "i")
}

// destinations are the last word of a command or the folder that an option names, and in both
// the names of what goes there.
func destinations(c command, words []word) []word {
	to := valued(c, "-t", "--target-directory")
	if len(to) == 0 && len(words) > 1 {
		to = words[len(words)-1:]
	}
	found := slices.Clone(to)
	for _, dir := range to {
		for _, from := range words {
			found = append(found, slices.Concat(dir, known("/"+path.Base(string(from)))))
		}
	}
	return found
}

// valued returns the values of options: the next word, or what is glued to the option.
func valued(c command, names ...string) []word {
	var found []word
	for i, w := range c.words[1:] {
		for _, name := range names {
			rest, ok := strings.CutPrefix(string(w), abbreviated(string(w), name))
			value, isValue := strings.CutPrefix(rest, "=")
			if _, behind, isBundled := bundled(string(w), []string{name}); isBundled && !ok {
				rest, ok = behind, true // -so FILE
			}
			switch {
			case !ok:
			case rest == "" && i+2 < len(c.words) && strings.IndexByte("-:", name[0]) >= 0:
				found = append(found, c.words[i+2])
			case isValue:
				found = append(found, known(value))
			case rest != "" && len(name) == 2 && name[0] == '-':
				found = append(found, known(rest))
			}
			if bundle := string(w); len(name) == 2 && len(bundle) > 2 && bundle[0] == '-' && bundle[1] != '-' && bundle[1] != name[1] && strings.HasSuffix(bundle, name[1:]) && i+2 < len(c.words) {
				found = append(found, c.words[i+2])
			}
		}
	}
	return found
}

// abbreviated is the name of a long option as a word has it, cut short or not.
func abbreviated(text, name string) string {
	const least = 6 // "--" and letters enough that it is no other one
	if given, _, _ := strings.Cut(text, "="); len(given) >= least && strings.HasPrefix(given, "--") && strings.HasPrefix(name, given) {
		return given
	}
	return name
}

// mostBases is how many folders a line is followed into.
const mostBases = 32

// bases are the folders in which commands of the line may run, the given one first. What nobody
// knows begins with unknown.
func (l *line) bases(dir string) []string {
	found := []string{dir}
	for _, to := range l.dirs {
		for _, base := range slices.Clone(found) {
			next := joinedTo(base, string(to))
			if len(found) < mostBases && !slices.Contains(found, next) {
				found = append(found, next)
			}
		}
	}
	return found
}

// places returns the paths that a name may mean in a line.
func (l *line) places(dir string, name word) []string {
	var found []string
	for _, base := range l.bases(dir) {
		found = append(found, joinedTo(base, string(name)))
		if len(name) > 0 && name[0] == unknown {
			found = append(found, path.Join(base, string(name)))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// joinedTo is a name in a folder; an unknown beginning may be that of a whole path.
func joinedTo(base, name string) string {
	switch {
	case strings.HasPrefix(name, string(unknown)):
		return name
	case strings.HasPrefix(base, string(unknown)) && !path.IsAbs(name):
		return path.Join(base, name)
	}
	return absolute(base, name)
}
