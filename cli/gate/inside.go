package gate

import (
	"slices"
	"strings"
	"unicode"
)

// inside adds the commands that the words of a command hold.
func (l *line) inside(c command) {
	if sub, ok := strings.CutPrefix(c.program(), "git-"); ok {
		l.add(command{words: append([]word{known("git"), known(sub)}, c.words[1:]...), input: c.input})
	}
	w := c.way()
	l.dirs = append(l.dirs, valued(c, strings.Fields(w.goes)...)...)
	switch {
	case w.how&enters != 0:
		l.enter(c)
	case w.how&shell != 0:
		l.shell(c)
	case w.how&sources != 0:
		l.sourced(c)
	case w.how&evals != 0:
		l.eval(c)
	case w.how&code != 0:
		l.code(c)
	case w.how&lines != 0:
		l.lines(c, 1)
	case w.how&sets != 0:
		l.variables(c)
	case w.how&codes != 0:
		l.inCode(c)
		l.mentions(c)
	}
	l.renamed(c)
	l.writes(c)
	if asksForInput(c) {
		l.fed(c)
	}
	for _, w := range c.uses() {
		l.byRow(c, w)
	}
}

// byRow adds the commands that a row of the table tells of.
func (l *line) byRow(c command, w *row) {
	if w.how&marks != 0 {
		l.escapes(c)
	}
	looks := c.program() == "command" && len(c.words) > 1 && slices.Contains([]string{"-v", "-V"}, string(c.words[1]))
	if w.how&starts != 0 && !looks {
		l.suffixes(c, 1)
	}
	for _, at := range behind(c, w.jobs) {
		l.suffixes(c, at)
	}
	for _, at := range behind(c, w.lines) {
		l.lines(c, at)
	}
	for _, at := range behind(c, w.own) {
		for ; at < len(c.words) && !l.full; at++ {
			l.add(command{words: append(c.words[:1:1], c.words[at:]...), input: c.input, inner: true})
		}
	}
	for _, word := range c.words[1:] {
		if name, value, _ := strings.Cut(string(word), "="); w.how&assigns != 0 && isName(name) {
			l.ran = append(l.ran, ran{by: c, name: known(value), maybe: true})
			if strings.ContainsAny(value, " \t") {
				l.variable(c, name, nil, known(value))
			}
		}
	}
	for _, value := range valued(c, strings.Fields(w.commas)...) {
		l.data(strings.ReplaceAll(string(value), ",", " "))
	}
	for _, program := range valued(c, strings.Fields(w.entries)...) {
		for i := 2; i <= len(c.words) && !l.full; i++ {
			l.add(command{words: append([]word{program}, c.words[i:]...), input: c.input, inner: true})
		}
	}
	if options := strings.Fields(w.options); len(options) > 0 {
		l.values(c, options)
	}
	l.named(c, w)
}

// asksForInput reports whether a program that is no shell may be called so that it takes
// lines from its input.
func asksForInput(c command) bool {
	operands, shell := 0, false
	for i, w := range c.words[1:] {
		if strings.HasPrefix(string(w), "::::") {
			break // files of parallel
		}
		switch {
		case w.isOption():
			shell = shell || slices.Contains([]string{"-s", "-i", "--shell", "--login"}, string(w))
		case !takesValue(c.words[i]):
			operands++
		}
	}
	switch c.program() {
	case "at", "batch":
		return true
	case "parallel":
		return operands == 0
	case "ssh", "slogin", "mosh":
		return operands < 2
	case "su", "runuser":
		return !slices.ContainsFunc(c.words, func(w word) bool { return strings.HasPrefix(string(w), "-c") || strings.HasPrefix(string(w), "--c") })
	case "sudo", "doas":
		return shell && operands == 0
	}
	return false
}

// suffixes adds the commands that may begin at one of the words from a place on.
func (l *line) suffixes(c command, from int) {
	c, filled := filling(c)
	before := c.way().after
	for i := from; i < len(c.words) && !l.full; i++ {
		w := c.words[i]
		name, value, isValue := strings.Cut(string(w), "=")
		switch {
		case isValue && w.isOption():
			l.data(value)
		case isValue && (isName(name) || takenAs(name).as != 0):
			l.variable(c, name, nil, known(value))
		case w.isOption():
		case !(command{words: c.words[i:]}).base().isKnown():
			if before >= 0 && !(filled && i == len(c.words)-1) {
				l.doubt(c.String(), "the program is unknown until it runs")
			}
		default:
			l.add(command{words: c.words[i:], input: c.input, inner: true})
			if !isNumber(w) && !takesValue(c.words[i-1]) {
				before--
			}
		}
	}
}

// takesValue reports whether a word may be an option whose value is the next word.
func takesValue(w word) bool {
	return w.isOption() && !strings.Contains(string(w), "=") && string(w) != "--" && string(w) != "-0" && string(w) != "-r"
}

// isNumber reports whether a word is a number or a length of time.
func isNumber(w word) bool { return strings.Trim(string(w), "0123456789.smhdx") == "" }

// isName reports whether a text is the name of a variable.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// lines adds the commands of words that may each be a line, and of all of them together.
func (l *line) lines(c command, from int) {
	words := c.words[min(from, len(c.words)):]
	if c.input != nil {
		words = append(words[:len(words):len(words)], c.input)
	}
	for i, w := range words {
		if l.full {
			return
		}
		if !w.isKnown() {
			l.doubt(c.String(), "part of its command is unknown until it runs")
			return
		}
		if name, value, ok := strings.Cut(string(w), "="); ok && isName(name) {
			// An alias gets more words where it is used.
			l.maybe(value + " " + string(unknown))
		}
		if strings.HasPrefix(string(w), "!") {
			l.data(string(w[1:])) // gh alias set x '!git push'
		}
		for _, value := range glued(w) {
			l.data(value)
		}
		alone, on := l.maybe(string(w)), l.maybe(joined(words[i:]))
		if !alone && !on {
			l.doubt(c.String(), "what it runs cannot be read as a shell line")
		}
	}
}

func joined(words []word) string {
	var all []string
	for _, w := range words {
		all = append(all, string(w))
	}
	return strings.Join(all, " ")
}

// values adds the commands of options that run what they are given.
func (l *line) values(c command, options []string) {
	for i, w := range c.words[1:] {
		if l.full {
			return
		}
		name, value, ok := strings.Cut(string(w), "=")
		if option, rest, found := bundled(string(w), options); found {
			name, value, ok = option, rest, rest != ""
		}
		if !slices.ContainsFunc(options, func(o string) bool { return abbreviated(name, o) == name }) {
			continue
		}
		rest := c.words[i+2:]
		if ok {
			rest = []word{known(value)}
		}
		if len(rest) > 0 {
			l.value(c, rest)
		}
	}
}

// bundled finds an option of one letter in a word that has others before it, or its value
// behind it, as in -qc'git push'.
func bundled(text string, options []string) (option, value string, ok bool) {
	if len(text) < 3 || text[0] != '-' || text[1] == '-' {
		return "", "", false
	}
	for at := 1; at < len(text) && unicode.IsLetter(rune(text[at])); at++ {
		if option := "-" + text[at:at+1]; slices.Contains(options, option) {
			return option, text[at+1:], true
		}
	}
	return "", "", false
}

// glued are the values that an option may have in its own word.
func glued(w word) []string {
	text := string(w)
	if !w.isOption() || !strings.ContainsAny(text, " \t\n") {
		return nil
	}
	if _, value, ok := strings.Cut(text, "="); ok && strings.HasPrefix(text, "--") {
		return []string{value}
	}
	var values []string
	for at := 1; at < len(text) && unicode.IsLetter(rune(text[at])); at++ {
		values = append(values, text[at+1:])
	}
	return values
}

// renamed doubts what makes other things run under a name that the line has.
func (l *line) renamed(c command) {
	config := slices.IndexFunc(c.words, func(w word) bool { return string(w) == "config" })
	for i, w := range c.words[1:] {
		text := strings.ToLower(string(w))
		configures := config > 0 && config <= i && i+2 < len(c.words)
		switch program := c.program(); {
		case program == "hash" && (w.isOption() && strings.Contains(text, "p") || strings.Contains(text, "=")), program == "enable" && w.isOption() && strings.Contains(text, "f"):
			l.doubt(c.String(), "it renames a program")
		case program == "alias" && (w.isOption() && strings.ContainsAny(text, "gs") || strings.HasSuffix(text, " ")): // the next word counts, too
			l.doubt(c.String(), "it renames a part of a line")
		case (program == "pwsh" || program == "powershell") && strings.HasPrefix("-encodedcommand", text) && strings.HasPrefix(text, "-e"):
			l.doubt(c.String(), "what it runs is written in a code")
		case program != "git":
		case strings.HasPrefix(text, "ext::"):
			l.data(strings.ReplaceAll(string(w[len("ext::"):]), "% ", " "))
		case strings.HasPrefix(text, "--exec-path="):
			l.doubt(c.String(), "git runs programs of another folder")
		case strings.HasPrefix(text, "--config-env"):
			l.doubt(c.String(), "a setting of git comes from a variable")
		case setsGit(text) && (strings.HasPrefix(text, "-c") || string(c.words[i]) == "-c" || configures):
			l.doubt(c.String(), "with this setting, git runs something else")
		case configures && strings.Contains(text, "."):
			if strings.HasPrefix(text, "alias.") {
				l.data("git " + string(c.words[i+2]) + " " + string(unknown))
			}
			l.data(strings.TrimLeft(string(c.words[i+2]), "!"))
		}
	}
}

// setsGit reports whether a setting makes git run what the line does not say.
func setsGit(text string) bool {
	text = strings.TrimPrefix(text, "-c")
	name, _, _ := strings.Cut(text, "=")
	return slices.ContainsFunc([]string{"help.autocorrect", "core.hookspath", "include.path", "includeif."}, func(begin string) bool { return strings.HasPrefix(name, begin) }) ||
		strings.HasSuffix(name, ".vcs")
}

// value adds the commands that begin with the value of an option.
func (l *line) value(c command, rest []word) {
	first := string(rest[0])
	l.data(strings.TrimLeft(first, ":!|"))
	// As in alias.x=push, ProxyCommand=ssh and core.pager=!less.
	if _, line, ok := strings.Cut(first, "="); ok {
		line = strings.TrimLeft(line, "!")
		l.data(line)
		l.data("git " + line + " " + string(unknown))
	}
	if !slices.Contains([]string{"find", "gfind", "fd", "fdfind"}, c.program()) {
		return
	}
	l.moves = true // -execdir
	end := slices.IndexFunc(rest, func(w word) bool { return string(w) == ";" || string(w) == "+" })
	if end > 0 {
		rest = rest[:end]
	}
	rest = slices.Clone(rest)
	for i, w := range rest {
		rest[i] = known(strings.ReplaceAll(string(w), "{}", string(unknown)))
	}
	l.add(command{words: rest})
}
