package gate

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"mvdan.cc/sh/v3/syntax"
)

// command is a program and its words, as far as they are known.
type command struct {
	words []word
	// input is what a here-document feeds it, nil for none.
	input word
	// inner is true for one that may begin in the middle of another.
	inner bool
}

func (c command) String() string {
	var b strings.Builder
	for i, w := range c.words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if text := w.String(); text == "" || strings.ContainsAny(text, " \t\n") {
			b.WriteString("'" + text + "'")
		} else {
			b.WriteString(text)
		}
	}
	return b.String()
}

// plain is the command as a rule that allows is held against it.
func (c command) plain() string {
	var words []string
	for _, w := range c.words {
		words = append(words, string(w))
	}
	return strings.Join(words, " ")
}

// names are the names of the program: as it stands, and without its folder.
func (c command) names() []word {
	base := c.base()
	if len(base) < len(c.words[0]) && c.words[0].isKnown() {
		return []word{c.words[0], base}
	}
	return []word{base}
}

// base is the program without folder and ending; zsh looks for =git as for git, nix for nixpkgs#git.
func (c command) base() word {
	text := c.words[0]
	for i, r := range text {
		if r == '/' || r == '\\' || r == '#' || r == '=' && i == 0 {
			text = c.words[0][i+1:]
		}
	}
	lower := strings.ToLower(string(text))
	for _, ending := range []string{".exe", ".cmd", ".bat", ".com"} {
		if strings.HasSuffix(lower, ending) {
			return text[:len(text)-len(ending)]
		}
	}
	return text
}

// program is the name of the program as the tables have it.
func (c command) program() string { return strings.ToLower(string(c.base())) }

// doubt is something in a line of which nobody can tell what it runs.
type doubt struct{ what, why string }

// line is what a shell line may run.
type line struct {
	commands []command
	unsure   []doubt
	// files are those to which its output goes, and that its commands write; dirs the folders to
	// which it goes.
	files []place
	dirs  []word
	// plain is true for simple commands whose words are all known, without redirections to
	// files, joined by pipes, && and the like: only such a line can be allowed.
	plain bool
	// moves is true when something runs in another folder.
	moves bool

	// wrote are the files that it writes with what they get, ran those that it runs. finds says that it changes
	// where programs are looked for.
	wrote []written
	ran   []ran
	finds bool
	// mentioned are the words in code, by which it may write a file.
	mentioned map[string]string
	// piped are the texts that statements are fed by the one before them.
	piped map[*syntax.Stmt]word
	// outs are the texts that statements write.
	outs map[*syntax.Stmt]word

	// depth counts lines within lines, size the characters of all commands.
	depth, size int
	full        bool
	// quiet is true where doubts do not count, as the text is most likely no line.
	quiet bool
	// texts are those that were read, with whether they can be lines; listed has the commands,
	// with whether their doubts counted.
	texts  map[reading]bool
	listed map[string]bool
}

// reading is a text that was read, with whether its doubts counted.
type reading struct {
	text  string
	quiet bool
}

// Limits of a line. What is longer or deeper is asked for.
const (
	mostLine  = 256 << 10
	mostDepth = 8
	mostSize  = 1 << 20
)

// read finds the commands of shell lines, each of which begins anew.
func read(texts ...string) *line {
	l := &line{plain: true, texts: map[reading]bool{}, listed: map[string]bool{}, piped: map[*syntax.Stmt]word{}, outs: map[*syntax.Stmt]word{}, mentioned: map[string]string{}}
	for _, text := range texts {
		plain := l.read(text)
		l.plain = l.plain && plain
	}
	l.linked()
	l.follow()
	if l.full {
		l.doubt(strings.Join(texts, "\n"), "it is too long, too deep or has too many commands to look at")
	}
	return l
}

// linked adds the commands that run under a name which the line itself gives a program.
func (l *line) linked() {
	named := map[string]word{}
	for _, c := range l.commands {
		if words := operandsOf(c); len(words) > 1 && c.is(copies) {
			named[strings.ToLower(path.Base(string(words[len(words)-1])))] = words[len(words)-2]
		}
	}
	for i := 0; len(named) > 0 && i < len(l.commands); i++ { // a name of a name, too
		c := l.commands[i]
		if from, ok := named[c.program()]; ok {
			l.add(command{words: append([]word{from}, c.words[1:]...), input: c.input})
		}
	}
}

// read adds the commands of a text, and reports whether it is a plain line.
func (l *line) read(text string) (plain bool) {
	file, ok := l.look(text)
	if !ok {
		l.doubt(text, "it cannot be read as a shell line")
		return false
	}
	return plainStmts(file.Stmts) && asBashEnds(text) == text
}

// look adds the commands of a text, and reports whether it can be a line.
func (l *line) look(text string) (*syntax.File, bool) {
	file, ok := l.parse(text)
	if ok {
		l.walk(file)
		l.endings(text, file)
	}
	if other := asBashEnds(text); other != text {
		l.maybe(other)
	}
	return file, ok
}

// endOfComment is a backslash at the end of a comment.
var endOfComment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(#[^\n]*?)\\+\n`) })

// asBashEnds writes a text so that the parser ends its lines where bash does: to bash, a
// carriage return is a letter, and no comment goes on in the next line.
func asBashEnds(text string) string {
	return endOfComment().ReplaceAllString(strings.ReplaceAll(text, "\r", "\ue00d"), "$1\n")
}

// endings doubts a here-document whose end mark goes on in the next line, as bash reads it.
func (l *line) endings(text string, file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Redirect)
		if !ok || r.Hdoc == nil {
			return true
		}
		from, to := r.Hdoc.Pos().Offset(), min(r.Hdoc.End().Offset(), uint(len(text)))
		if from > to || !strings.Contains(text[from:to], "\\\n") {
			return true
		}
		lines := strings.Split(strings.ReplaceAll(text[from:to], "\\\n", ""), "\n")
		for _, one := range lines[:len(lines)-1] {
			if strings.TrimLeft(one, "\t") == string(wordOf(r.Word)) {
				l.doubt(text, "where its here-document ends is not clear")
				break
			}
		}
		return true
	})
}

// maybe adds the commands of a text that may be a line, and reports whether it can be one.
func (l *line) maybe(text string) bool {
	_, ok := l.look(text)
	return ok
}

// data adds the commands of a text that is most likely none.
func (l *line) data(text string) {
	l.quietly(func() { l.maybe(text) })
	l.expanded(known(text))
}

// quietly reads something whose doubts do not count.
func (l *line) quietly(read func()) {
	before := l.quiet
	l.quiet = true
	read()
	l.quiet = before
}

// parse reads a text as bash does. What was read before has nothing new.
func (l *line) parse(text string) (file *syntax.File, ok bool) {
	if ok, before := l.texts[reading{text, l.quiet}]; before {
		return &syntax.File{}, ok
	}
	l.size += len(text)
	if len(text) > mostLine || l.depth == mostDepth || l.size > mostSize {
		l.full = true
		return &syntax.File{}, true
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	l.texts[reading{text, l.quiet}] = err == nil
	return file, err == nil
}

func (l *line) walk(root syntax.Node) {
	l.depth++
	defer func() { l.depth-- }()
	syntax.Walk(root, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			l.stmt(n)
		case *syntax.BinaryCmd:
			l.pipe(n)
		case *syntax.FuncDecl:
			l.defines(n)
		case *syntax.ExtGlob:
			l.qualifiers(n.Pattern.Value)
		case *syntax.TestClause, *syntax.ArithmCmd, *syntax.ArithmExp, *syntax.LetClause:
			l.numbers(n)
		case *syntax.ParamExp:
			if n.Exp != nil && n.Exp.Op == syntax.OtherParamOps && n.Exp.Word.Lit() == "P" {
				l.doubt("${"+n.Param.Value+"@P}", "the prompt is unknown until the shell expands it")
			}
		}
		return true
	})
}

func (l *line) doubt(what, why string) {
	if !l.quiet {
		l.unsure = append(l.unsure, doubt{shortened(what), why})
	}
}

// mostShown is how much of a text is shown, in characters.
const mostShown = 300

func shortened(text string) string {
	if r := []rune(text); len(r) > mostShown {
		return string(r[:mostShown]) + "…"
	}
	return text
}

// stmt adds the command of a statement. Statements within it are visited by themselves.
func (l *line) stmt(s *syntax.Stmt) {
	for _, r := range s.Redirs {
		if to := wordOf(r.Word); writesTo(r.Op, to) {
			l.files = append(l.files, place{to, effectWrite})
			l.redirected(s, r.Op, to)
			if call, ok := s.Cmd.(*syntax.CallExpr); ok && string(to) == "!" { // zsh's >! FILE
				for _, w := range words(call.Args) {
					l.files = append(l.files, place{w, effectWrite})
					l.redirected(s, r.Op, w)
				}
			}
		}
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		c := command{words: words(cmd.Args), input: l.input(s)}
		l.assigned(c, cmd.Assigns)
		l.add(c)
		for _, r := range s.Redirs {
			if r.Op == syntax.RdrIn && len(c.words) > 0 && c.is(marks|codes|lines) {
				l.ran = append(l.ran, ran{by: c, name: wordOf(r.Word), maybe: true}) // psql < x
			}
		}
	case *syntax.DeclClause:
		c := command{words: []word{known(cmd.Variant.Value)}}
		for _, a := range cmd.Args {
			if a.Name == nil {
				c.words = append(c.words, wordOf(a.Value))
			} else {
				c.words = append(c.words, append(known(a.Name.Value+"="), wordOf(a.Value)...))
			}
		}
		l.add(c)
	}
}

// writesTo reports whether a redirection writes to a file.
func writesTo(op syntax.RedirOperator, to word) bool {
	switch op {
	case syntax.DplOut:
		return strings.Trim(string(to), "0123456789-") != ""
	case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
		return !slices.Contains([]string{"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"}, string(to))
	}
	return false
}

// add adds a command and those that its words hold.
func (l *line) add(c command) {
	switch {
	case len(c.words) == 0 || len(c.words[0]) == 0:
	case !c.base().isKnown(), strings.HasPrefix(string(c.words[0]), "/proc/"), strings.HasPrefix(string(c.base()), "$"):
		l.doubt(c.String(), "the program is unknown until it runs")
	case l.list(c):
		l.inside(c)
	}
}

// list puts a command on the list, unless it is there or the list is full.
func (l *line) list(c command) bool {
	size := len(c.input) + 1
	for _, w := range c.words {
		size += len(w) + 1
	}
	if l.size += size; l.size > mostSize {
		l.full = true
		return false
	}
	name := joined(c.words) + "\n" + string(c.input)
	counted, before := l.listed[name]
	if !before {
		l.commands = append(l.commands, c)
	}
	l.listed[name] = counted || !l.quiet
	return !before || !counted && !l.quiet
}

// reaches reports whether something of the line may run in the folder to, or touch it.
func (l *line) reaches(dir, to string) bool {
	if l.moves || within(to, dir) {
		return true
	}
	for _, c := range l.commands {
		for _, w := range c.words {
			if _, value, ok := strings.Cut(w.String(), "="); ok && within(to, absolute(dir, value)) {
				return true
			}
			if !w.isKnown() || within(to, absolute(dir, string(w))) {
				return true
			}
			if w.isOption() && within(to, absolute(dir, string(w[2:]))) {
				return true // -C../shop
			}
		}
	}
	return false
}

// stays reports whether all of a plain line runs in the folder in, and names nothing outside
// of it.
func (l *line) stays(dir, in string) bool {
	if in == "" {
		return true
	}
	if l.moves || !within(in, dir) {
		return false
	}
	for _, c := range l.commands {
		for _, w := range c.words[1:] {
			text := string(w)
			if strings.HasPrefix(text, "file:") {
				return false
			}
			if strings.Contains(text, "/") || strings.Contains(text, "..") {
				_, value, _ := strings.Cut(text, "=")
				if !within(in, absolute(dir, text)) || !within(in, absolute(dir, value)) || strings.Contains(text, "/..") || w.isOption() && !staysGlued(text, dir, in) {
					return false
				}
			}
		}
	}
	return true
}

// staysGlued reports whether the value that an option has in its own word stays in a folder:
// -o/etc/x and -d@/etc/x do not, nor does --up-to=../x.
func staysGlued(text, dir, in string) bool {
	value := strings.TrimLeftFunc(text, func(r rune) bool { return r == '-' || unicode.IsLetter(r) })
	value = strings.TrimLeft(value, "@=")
	return !strings.Contains(value, "..") && within(in, absolute(dir, value))
}
