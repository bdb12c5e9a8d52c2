package gate

import (
	"path"
	"slices"
	"strings"
)

// shell adds the commands of a line that a shell takes.
func (l *line) shell(c command) {
	o := shellOptions(c)
	for _, w := range o.lines {
		l.given(c, w)
	}
	rest := c.words[o.end:]
	for _, w := range o.files {
		l.ran = append(l.ran, ran{by: c, name: w})
	}
	if len(rest) > 0 && !o.line {
		l.ran = append(l.ran, ran{by: c, name: rest[0]})
	}
	switch {
	case o.about:
	case slices.ContainsFunc(o.files, isInput):
		l.doubt(c.String(), "it runs a file that is made while it runs")
	case o.line && len(rest) > 0:
		l.given(c, rest[0])
	case o.line && len(o.lines) > 0:
	case o.input, len(rest) == 0, isInput(rest[0]):
		l.fed(c)
	}
}

// shellCall is how a shell is called.
type shellCall struct {
	// line is true when it takes a line, input when it reads its input, about when it only
	// prints its version or help.
	line, input, about bool
	// lines are lines among its options, files those that it runs at first.
	lines, files []word
	// end is the place behind the options.
	end int
}

// shellOptions reads the options of a shell. Each o in a bundle takes a word, as in
// -euo pipefail.
func shellOptions(c command) shellCall {
	o := shellCall{}
	for o.end = 1; o.end < len(c.words) && c.words[o.end].isOption(); o.end++ {
		w := string(c.words[o.end])
		if w == "--" {
			o.end++
			break
		}
		if strings.HasPrefix(w, "--") {
			o.long(c, w)
			continue
		}
		o.line = o.line || strings.Contains(w, "c")
		o.input = o.input || strings.Contains(w, "s")
		if slices.Contains([]string{"fish", "nu"}, c.program()) && o.end+1 < len(c.words) && strings.ContainsAny(w, "Ce") {
			o.lines = append(o.lines, c.words[o.end+1])
		}
		for range strings.Count(strings.ToLower(w), "o") {
			if next := o.end + 1; next < len(c.words) && !c.words[next].isOption() && !strings.Contains(string(c.words[next]), " ") {
				o.end = next
			}
		}
	}
	o.end = min(o.end, len(c.words))
	return o
}

// long reads one of the long options.
func (o *shellCall) long(c command, w string) {
	name, value, given := strings.Cut(w, "=")
	next := word(nil)
	if o.end+1 < len(c.words) {
		next = c.words[o.end+1]
	}
	if given {
		next = known(value)
	}
	switch name {
	case "--version", "--help":
		o.about = true
	case "--rcfile", "--init-file":
		o.files = append(o.files, next)
	case "--command", "--commands", "--init-command", "--execute":
		o.line, o.lines = true, append(o.lines, next)
	default:
		return
	}
	if !given {
		o.end++
	}
}

// given adds the commands of a line that a program is given.
func (l *line) given(c command, w word) {
	if !w.isKnown() {
		l.doubt(c.String(), "part of its line is unknown until it runs")
		return
	}
	if text := string(w); c.program() == "zsh" && (strings.Contains(text, "(e") || strings.Contains(text, "(+")) {
		l.doubt(c.String(), "a pattern of zsh can run a line")
	}
	l.read(string(w))
}

// isInput reports whether a word stands for the input of a program instead of a file: as it
// is named in /dev, too, where a line may have gone before.
func isInput(w word) bool {
	text := path.Clean(string(w))
	return text == "-" || text == string(unknown) || path.Base(text) == "stdin" ||
		strings.HasPrefix(text, "/dev/fd/") || strings.HasPrefix(text, "/proc/")
}

// sourced adds the commands that source reads from its input.
func (l *line) sourced(c command) {
	rest := c.words[1:]
	if len(rest) > 0 && string(rest[0]) == "--" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return
	}
	l.ran = append(l.ran, ran{by: c, name: rest[0]})
	if isInput(rest[0]) {
		l.fed(c)
	}
}

// fed adds the commands that a program reads from its input.
func (l *line) fed(c command) {
	switch {
	case c.input == nil:
		l.doubt(c.String(), "it runs what it reads from its input")
	case !c.input.isKnown():
		l.doubt(c.String(), "part of its input, which it runs, is unknown")
	default:
		l.read(string(c.input))
	}
}

// eval adds the commands of the line that all words are together.
func (l *line) eval(c command) {
	rest := c.words[1:]
	if len(rest) > 0 && string(rest[0]) == "--" {
		rest = rest[1:]
	}
	l.given(c, known(joined(rest)))
}
