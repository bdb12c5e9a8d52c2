package gate

import (
	"slices"
	"strings"
	"unicode"
)

// inside adds the commands that the words of a command hold.
func (l *line) inside(c command) {
	name := c.program()
	if sub, ok := strings.CutPrefix(name, "git-"); ok {
		l.add(command{words: append([]word{known("git"), known(sub)}, c.words[1:]...), input: c.input})
	}
	switch {
	case slices.Contains([]string{"cd", "pushd", "popd", "chdir"}, name):
		l.moves = true
	case slices.Contains(shells(), name):
		l.shell(c)
	case (name == "source" || name == ".") && len(c.words) > 1 && isInput(c.words[1]):
		l.fed(c)
	case slices.Contains(interpreters(), strings.TrimRight(name, "0123456789.")), slices.Contains([]string{"make", "gmake"}, name) && c.input != nil:
		l.code(c)
	case name == "eval":
		l.eval(c)
	case slices.Contains(readers(), name):
		l.lines(c, 1)
	}
	if slices.Contains(runners(), name) {
		l.suffixes(c, 1)
	}
	if asksForInput(c) {
		l.fed(c)
	}
	for _, job := range jobs() {
		if at, ok := behind(c, job); ok {
			l.suffixes(c, at)
		}
	}
	for _, job := range lineJobs() {
		if at, ok := behind(c, job); ok {
			l.lines(c, at)
		}
	}
	if options := lineOptions(name); len(options) > 0 {
		l.values(c, options)
	}
}

// asksForInput reports whether a program that is no shell may be called so that it takes
// lines from its input.
func asksForInput(c command) bool {
	operands, shell := 0, false
	for i, w := range c.words[1:] {
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
	case "ssh", "slogin", "mosh":
		return operands < 2
	case "su", "runuser":
		return !slices.ContainsFunc(c.words, func(w word) bool { return strings.HasPrefix(string(w), "-c") || strings.HasPrefix(string(w), "--c") })
	case "sudo", "doas":
		return shell && operands == 0
	}
	return false
}

// behind gives the place behind the words of a job.
func behind(c command, job string) (int, bool) {
	want := strings.Fields(job)
	if c.program() != want[0] {
		return 0, false
	}
	want = want[1:]
	for i, w := range c.words[1:] {
		if string(w) != want[0] {
			continue
		}
		if want = want[1:]; len(want) == 0 {
			return i + 2, true
		}
	}
	return 0, false
}

// suffixes adds the commands that may begin at one of the words from a place on.
func (l *line) suffixes(c command, from int) {
	c, filled := filling(c)
	before := operands(c.program())
	for i := from; i < len(c.words) && !l.full; i++ {
		w := c.words[i]
		name, value, isValue := strings.Cut(string(w), "=")
		switch {
		case isValue && changesWhatRuns(name):
			l.doubt(c.String(), "the variable "+name+" makes other things run")
		case isValue && (w.isOption() || isName(name)):
			l.data(value)
		case w.isOption():
		case !(command{words: c.words[i:]}).base().isKnown():
			if before >= 0 && !(filled && i == len(c.words)-1) {
				l.doubt(c.String(), "which program runs is not known before")
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

// filling writes unknown words where xargs and parallel put what they read; added is true
// when that is at the end.
func filling(c command) (_ command, added bool) {
	if !slices.Contains([]string{"xargs", "gxargs", "parallel"}, c.program()) {
		return c, false
	}
	mark, found := "{}", c.words[:1:1]
	for i := 1; i < len(c.words); i++ {
		switch w := string(c.words[i]); {
		case w == "-I" && i+1 < len(c.words):
			i++
			mark = string(c.words[i])
		case strings.HasPrefix(w, "-I"):
			mark = w[2:]
		default:
			found = append(found, c.words[i])
		}
	}
	for i, w := range found[1:] {
		if mark != "" {
			found[i+1] = known(strings.ReplaceAll(string(w), mark, string(unknown)))
		}
	}
	return command{words: append(found, word{unknown}), input: c.input}, true
}

// eval adds the commands of the line that all words are together.
func (l *line) eval(c command) {
	text := joined(c.words[1:])
	if !known(text).isKnown() {
		l.doubt(c.String(), "a part of the line that it runs is not known before")
		return
	}
	l.read(text)
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
			l.doubt(c.String(), "a part of what it runs is not known before")
			return
		}
		if name, value, ok := strings.Cut(string(w), "="); ok && isName(name) {
			// An alias gets more words where it is used.
			l.maybe(value + " " + string(unknown))
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
		if text := string(w); len(text) > 2 && text[1] != '-' && slices.Contains(options, text[:2]) {
			name, value, ok = text[:2], text[2:], true
		}
		if !slices.Contains(options, name) {
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

// value adds the commands that begin with the value of an option.
func (l *line) value(c command, rest []word) {
	first := string(rest[0])
	l.data(strings.TrimLeft(first, ":!"))
	// As in alias.x=push, ProxyCommand=ssh and core.pager=!less.
	if _, line, ok := strings.Cut(first, "="); ok {
		line = strings.TrimLeft(line, "!")
		l.data(line)
		l.data("git " + line + " " + string(unknown))
	}
	if !slices.Contains([]string{"find", "gfind", "fd", "fdfind"}, c.program()) {
		return
	}
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

// shell adds the commands of a line that a shell takes.
func (l *line) shell(c command) {
	line := false
	for i := 1; i < len(c.words); i++ {
		switch w := string(c.words[i]); {
		case w == "--version", w == "--help":
			return
		case w == "-o", w == "+o", w == "-O", w == "+O", w == "--rcfile", w == "--init-file":
			i++
		case c.words[i].isOption():
			line = line || w[1] != '-' && strings.Contains(w, "c")
		case line && !c.words[i].isKnown():
			l.doubt(c.String(), "a part of the line that it runs is not known before")
			return
		case line:
			l.read(w)
			return
		case isInput(c.words[i]):
			l.fed(c)
			return
		default:
			return
		}
	}
	l.fed(c)
}

// isInput reports whether a word stands for the input of a program instead of a file.
func isInput(w word) bool {
	text := string(w)
	return text == "-" || text == "/dev/stdin" || text == string(unknown) || strings.HasPrefix(text, "/dev/fd/") || strings.HasPrefix(text, "/proc/")
}

// fed adds the commands that a program reads from its input.
func (l *line) fed(c command) {
	switch {
	case c.input == nil:
		l.doubt(c.String(), "it runs what it reads from its input")
	case !c.input.isKnown():
		l.doubt(c.String(), "a part of what it reads and runs is not known before")
	default:
		l.read(string(c.input))
	}
}

// mostWords is how many words of code are taken for one command.
const mostWords = 12

// code adds the commands that code of another language may have, as in
// subprocess.run(["git", "push"]): each of its words may begin one.
func (l *line) code(c command) {
	texts, operand := c.words[1:], false
	for i, w := range texts {
		operand = operand || !w.isOption() && string(w) != "-" || slices.Contains([]string{"--version", "--help", "-V", "-v", "-h", "-l"}, string(w))
		if i > 0 && !w.isKnown() && slices.Contains([]string{"-c", "-e", "-E", "-p", "--eval", "--print"}, string(texts[i-1])) {
			l.doubt(c.String(), "a part of the code that it runs is not known before")
		}
	}
	switch {
	case c.input != nil:
		texts = append(texts[:len(texts):len(texts)], c.input)
	case !operand:
		l.doubt(c.String(), "it runs what it reads from its input")
	}
	for _, t := range texts {
		found := strings.FieldsFunc(string(t), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./@:=+~*"+string(unknown), r)
		})
		if len(found) < 2 {
			continue
		}
		var words []word
		for _, f := range found {
			words = append(words, known(f))
		}
		for i := range words {
			if part := words[i:min(i+mostWords, len(words))]; part[0].isKnown() && !part[0].isOption() {
				l.list(command{words: part, inner: true})
			}
		}
	}
}
