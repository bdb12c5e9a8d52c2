package gate

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// written is a file that a line writes: its text, or the file that it becomes a copy of. More says that the text
// goes behind what is there. By is the command whose words name it.
type written struct {
	to, text, from word
	more           bool
	by             string
	// part says that the text is only a part of what the file holds then.
	part bool
}

// ran is a file that a command runs.
type ran struct {
	by   command
	name word
	// unnamed is true for one that its program looks for by itself; * in its name stands for any text. maybe is
	// true for a word that may be something else.
	unnamed, maybe bool
}

// mostPairs is how many files that are written and run are compared.
const mostPairs = 1 << 18

// redirected notes what a statement writes into a file. What cat copies is a copy.
func (l *line) redirected(s *syntax.Stmt, op syntax.RedirOperator, to word) {
	more := op == syntax.AppOut || op == syntax.AppAll
	text := l.output(s)
	if call, ok := s.Cmd.(*syntax.CallExpr); ok && !text.isKnown() {
		if c := (command{words: words(call.Args)}); len(c.words) > 1 && c.program() == "cat" {
			c.input = l.input(s)
			for _, from := range operandsOf(c) {
				l.wrote = append(l.wrote, c.copies(from, to, more))
			}
			return
		}
	}
	l.wrote = append(l.wrote, written{to: to, text: text, more: more})
}

// writtenBy are the files that a command writes by its words.
func (l *line) writtenBy(c command) (names []word) {
	places := touched(c)
	l.files = append(l.files, places...)
	if w := c.way(); w.how&copies != 0 && w.into != "" {
		return destinations(c, operandsOf(c))
	}
	for _, p := range places {
		if p.how == effectWrite {
			names = append(names, p.name)
		}
	}
	return names
}

// writes notes the files that a command writes by its words, and with what.
func (l *line) writes(c command) {
	names := l.writtenBy(c)
	from := []word{known("-")}
	switch name := c.program(); {
	case c.is(blank):
		return
	case c.is(copies):
		if from = operandsOf(c); len(from) == 1 && !from[0].isKnown() {
			l.wrote = append(l.wrote, c.copies(from[0], from[0], false)) // mv x{,.sh}
		}
	case c.is(pours):
	case name == "curl" || name == "wget":
		c.input = nil
		for _, place := range operandsOf(c) {
			l.wrote = append(l.wrote, c.copies(from[0], place, false))
		}
	case strings.HasSuffix(name, "sed") && known(joined(c.words[1:])).isKnown():
		// What it puts in are its words; the rest was there before.
		for _, to := range names {
			l.wrote = append(l.wrote, written{to: to, text: known(joined(c.words[1:])), by: joined(c.words), part: true})
		}
		return
	default:
		c.input = nil
	}
	for _, to := range names {
		for _, f := range from {
			l.wrote = append(l.wrote, c.copies(f, to, false))
		}
	}
}

// copies is the file that becomes a copy of another one, or gets what a command reads.
func (c command) copies(from, to word, more bool) written {
	w := written{to: to, text: word{unknown}, more: more, by: joined(c.words)}
	switch {
	case !isInput(from):
		w.from = from
	case c.input != nil:
		w.text = c.input
	}
	return w
}

// input is what a statement reads, as far as it is known; nil for nothing.
func (l *line) input(s *syntax.Stmt) word {
	if text := input(s.Redirs); text != nil || len(s.Redirs) > 0 && slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool { return r.Op == syntax.RdrIn }) {
		return text
	}
	return l.piped[s]
}

// pipe feeds a statement what the one before it writes.
func (l *line) pipe(b *syntax.BinaryCmd) {
	if _, before := l.piped[b.Y]; before || b.Op != syntax.Pipe && b.Op != syntax.PipeAll {
		return
	}
	l.piped[b.Y] = nil
	if text := l.output(b.X); string(text) != string(unknown) {
		l.piped[b.Y] = text
	}
}

// printers are the programs whose output is known by their words and their input.
func printers() []string { return strings.Fields("echo printf cat tee") }

// defines doubts a function by the name of a program whose output is taken for known.
func (l *line) defines(f *syntax.FuncDecl) {
	if slices.Contains(printers(), f.Name.Value) {
		l.doubt(f.Name.Value, "the line redefines this name")
	}
}

// output is what a statement writes, one unknown where that is not known.
func (l *line) output(s *syntax.Stmt) word {
	text, before := l.outs[s]
	if !before {
		text = l.outputOf(s)
		l.outs[s] = text
	}
	if l.size += len(text); l.size > mostSize {
		l.full = true
		return word{unknown}
	}
	return text
}

func (l *line) outputOf(s *syntax.Stmt) word {
	switch cmd := s.Cmd.(type) {
	case nil:
		return l.input(s) // zsh calls cat
	case *syntax.CallExpr:
		return prints(command{words: words(cmd.Args), input: l.input(s)})
	case *syntax.Block:
		return l.outputs(cmd.Stmts...)
	case *syntax.Subshell:
		return l.outputs(cmd.Stmts...)
	case *syntax.BinaryCmd:
		if cmd.Op != syntax.Pipe && cmd.Op != syntax.PipeAll {
			return l.outputs(cmd.X, cmd.Y)
		}
		l.pipe(cmd)
		return l.output(cmd.Y)
	}
	return word{unknown}
}

func (l *line) outputs(list ...*syntax.Stmt) (text word) {
	for _, s := range list {
		text = append(text, l.output(s)...)
	}
	return text
}

// prints is what a command writes, one unknown where that is not known.
func prints(c command) word {
	if len(c.words) == 0 {
		return nil
	}
	rest := c.words[1:]
	switch c.program() {
	case "cd", ":", "true", "set", "export", "mkdir", "chmod", "rm", "sleep", "umask":
		return nil
	case "echo":
		end := word{'\n'}
		for len(rest) > 0 && len(rest[0]) > 1 && rest[0][0] == '-' && strings.Trim(string(rest[0][1:]), "neE") == "" {
			if strings.Contains(string(rest[0]), "n") {
				end = nil
			}
			rest = rest[1:]
		}
		text := known(joined(rest))
		if plain := escaped(text); !slices.Contains(text, '\\') {
			return append(text, end...)
		} else {
			// Some write what an escape stands for, some the escape: both count.
			return slices.Concat(plain, word{'\n'}, text, end)
		}
	case "printf":
		if len(rest) > 0 && string(rest[0]) == "--" {
			rest = rest[1:]
		}
		return formatted(rest)
	case "cat", "tee":
		if c.input != nil && (c.program() == "tee" || !slices.ContainsFunc(operandsOf(c), func(w word) bool { return string(w) != "-" })) {
			return c.input
		}
	}
	return word{unknown}
}

// formatted is what printf writes. Of what is no %s, %b or %% it is not known.
func formatted(words []word) (text word) {
	if len(words) == 0 || len(words[0]) > 0 && words[0][0] == '-' {
		return word{unknown}
	}
	format, args := escaped(words[0]), words[1:]
	for {
		left := len(args)
		if len(text) > mostLine {
			return word{unknown}
		}
		for i := 0; i < len(format); i++ {
			if format[i] != '%' || i+1 == len(format) {
				text = append(text, format[i])
				continue
			}
			i++
			switch r := format[i]; {
			case r == '%':
				text = append(text, '%')
			case r != 's' && r != 'b':
				return append(text, unknown)
			case len(args) > 0:
				if text, args = append(text, args[0]...), args[1:]; r == 'b' {
					text = escaped(text)
				}
			}
		}
		if len(args) == 0 || len(args) == left {
			return text
		}
	}
}

// escaped is a text with what its escapes stand for; rare ones are unknown.
func escaped(text word) (out word) {
	plain := map[rune]rune{'n': '\n', 't': '\t', 'r': '\r', '\\': '\\', '"': '"', '\'': '\''}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '\\' || i+1 == len(text):
			out = append(out, text[i])
		case plain[text[i+1]] != 0:
			i++
			out = append(out, plain[text[i]])
		default:
			i++
			out = append(out, unknown)
		}
	}
	return out
}

// named notes the files that a program is given by options, or runs unnamed.
func (l *line) named(c command, w *row) {
	for _, name := range strings.Fields(w.reads) {
		l.ran = append(l.ran, ran{by: c, name: known(name), unnamed: true, maybe: true})
	}
	for _, file := range valued(c, strings.Fields(w.files)...) {
		l.ran = append(l.ran, ran{by: c, name: file})
		switch {
		case !isInput(file), string(file) == string(unknown):
		case c.input == nil:
			l.doubt(c.String(), "it runs what it reads from its input")
		default:
			l.inText(string(c.input))
		}
	}
}

// scripts notes the words that may be the script of an interpreter: the first one that is no value of an option.
func (l *line) scripts(c command) {
	given := false
	for i, w := range c.words[1:] {
		bare, glued := codeOption(c.program(), w)
		given = given || bare || glued || string(w) == "-m"
		if w.isOption() {
			continue
		}
		l.ran = append(l.ran, ran{by: c, name: w, maybe: given || takesValue(c.words[i])})
		if !takesValue(c.words[i]) || strings.ContainsAny(string(w), "./") {
			return
		}
	}
}

// follow reads the files that the line writes and runs, until they hold nothing new.
func (l *line) follow() {
	seen := map[string]bool{}
	for round := 0; len(l.wrote)+len(l.mentioned) > 0; round++ {
		commands, wrote, started := len(l.commands), len(l.wrote), len(l.ran)
		if round == mostDepth || len(l.wrote)*(len(l.ran)+len(l.commands)) > mostPairs {
			l.full = true
			return
		}
		for _, c := range l.commands[:commands] {
			l.runs(ran{by: c, name: c.words[0]}, true, seen)
			l.reads(c)
			if rest := operandsOf(c); c.inner && len(rest) > 0 && c.is(shell|sources|code) {
				l.runs(ran{by: c, name: rest[0]}, false, seen) // os.system("sh x")
			}
		}
		for _, r := range l.ran[:started] {
			l.runs(r, false, seen)
		}
		if l.full || len(l.commands) == commands && len(l.wrote) == wrote && len(l.ran) == started {
			return
		}
	}
}

// reads returns, for a program without a row, the texts that the line writes into the files among its words.
func (l *line) reads(c command) {
	if _, ok := c.row(); ok || c.inner {
		return
	}
	for _, name := range c.words[1:] {
		for _, w := range l.wrote {
			if _, sure := (ran{name: name}).is(w.to); sure && w.from == nil && w.by != joined(c.words) {
				l.list(command{words: []word{c.words[0], w.text}, inner: true})
			}
		}
	}
}

// runs reads what a file gets that is run, by itself or by another program: what is added to it is one text with
// what was there.
func (l *line) runs(r ran, itself bool, seen map[string]bool) {
	texts, surely, part := map[string]word{}, map[string]bool{}, map[string]bool{}
	var order []string
	hold := func(to string) { l.holds(r, texts[to], surely[to], !part[to], itself, seen) }
	for _, w := range l.wrote {
		fits, sure := r.is(w.to)
		if !fits || itself && !(sure && l.isFound(r, w.to)) || w.by != "" && w.by == joined(r.by.words) {
			continue
		}
		if w.from != nil {
			l.copied(r, w, itself, seen)
			continue
		}
		to := path.Clean(string(w.to))
		switch _, before := texts[to]; {
		case !before:
			order = append(order, to)
			part[to] = w.more
		case !w.more:
			hold(to)
			texts[to], part[to] = nil, false
		}
		part[to] = part[to] || w.part
		texts[to], surely[to] = append(texts[to], w.text...), sure
	}
	for _, to := range order {
		hold(to)
	}
	if r.unnamed || r.by.inner || itself && !l.isFound(r, nil) {
		return
	}
	name := string(baseOf(r.name))
	if by, found := l.mentioned[name]; found && by != joined(r.by.words) && !seen[name] {
		seen[name] = true
		l.doubt(r.by.String(), "code in the line may write what it runs")
	}
}

// copied reads the file of which another one that is run is a copy. A copy of a program is that program.
func (l *line) copied(r ran, w written, itself bool, seen map[string]bool) {
	name := "copy\x00" + string(r.name) + "\x00" + string(w.from)
	if seen[name] {
		return
	}
	seen[name] = true
	if itself {
		l.add(command{words: append([]word{w.from}, r.by.words[1:]...), input: r.by.input, inner: true})
		r.name = append(known("./"), w.from...)
	} else {
		r.name = w.from
	}
	l.runs(r, itself, seen)
}

// holds reads the text of a file that is run, all of it or a part.
func (l *line) holds(r ran, text word, sure, all, itself bool, seen map[string]bool) {
	if l.size += len(text); l.size > mostSize {
		l.full = true
		return
	}
	name := joined(r.by.words) + "\x00" + string(r.name) + "\x00" + string(text)
	if seen[name] {
		return
	}
	seen[name] = true
	aLine := r.by.is(shell | sources)
	if itself {
		aLine = isScript(string(text))
	}
	switch {
	case r.unnamed && strings.HasSuffix(string(r.name), "config"):
		l.doubt(r.by.String(), "the line writes its settings, by which it can run something else")
	case !text.isKnown() && sure && (aLine || r.unnamed || strings.TrimSpace(strings.Trim(string(text), string(unknown))) == ""):
		l.doubt(r.by.String(), "it runs what the line writes, and not all of that is known before")
	case aLine && sure && all && !r.unnamed:
		l.read(string(text))
	default:
		l.data(string(text))
		l.inText(string(text))
		if r.by.is(code) {
			l.files = append(l.files, quotedIn(string(text))...)
		}
	}
}

// isScript reports whether a shell runs a text that is called by its name.
func isScript(text string) bool {
	begin, found := strings.CutPrefix(text, "#!")
	begin, _, _ = strings.Cut(begin, "\n")
	return !found || slices.ContainsFunc(strings.Fields(begin), func(w string) bool { return command{words: []word{known(w)}}.is(shell) })
}

// is reports whether a name may be that of the file that is run, in whatever folder, and whether it surely is.
func (r ran) is(to word) (fits, sure bool) {
	name, other := baseOf(r.name), baseOf(to)
	switch {
	case r.unnamed:
		return pattern("*/" + string(r.name)).fits(append(word{'/'}, to...)), r.name[0] != '*' && other.isKnown()
	case name.isKnown() && other.isKnown():
		return string(name) == string(other), true
	case !name.isKnown() && !other.isKnown():
		return true, true
	case name.isKnown():
		name, other = other, name
	}
	return wide{runes: []rune(strings.ReplaceAll(string(name), string(unknown), "*"))}.fits(other), false
}

// isFound reports whether a program of this name may be that file: by its path, or where programs are looked for.
func (l *line) isFound(r ran, file word) bool {
	return slices.Contains(r.name, '/') || !r.by.inner && (l.finds || slices.Contains(file, '/'))
}

// baseOf is a name without its folder; zsh looks for =x as for a program.
func baseOf(name word) word { return known(strings.TrimPrefix(path.Base(string(name)), "=")) }
