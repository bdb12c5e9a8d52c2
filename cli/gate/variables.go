package gate

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// taken is how programs take the value of a variable.
type taken int

const (
	// asLine is for a line, or the words behind the program that the row names.
	asLine taken = iota + 1
	// asCode is for code of another language, or options with some.
	asCode
	// asFile is for a file that is run.
	asFile
	// asOther makes things run that the line does not say.
	asOther
	// asNames are lines by their names, and asPlaces programs by theirs: a value for one of them counts.
	asNames
	asPlaces
	// asFiles are files by their names.
	asFiles
)

// variable is how the variables of some names are taken. A * stands for any text.
type variable struct {
	names string
	as    taken
	// program is the one whose words the value is, "" for a whole line.
	program string
}

func variableRows() []variable {
	return []variable{
		{"GIT_CONFIG_* BASH_FUNC_* BASH_ENV PROMPT_COMMAND LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_ALLOW_PROTOCOL NULLCMD READNULLCMD " +
			"CLAUDE_CONFIG_DIR CLAUDE_CODE_SIMPLE CODEX_HOME OPENCODE_CONFIG* GEMINI_CLI_SYSTEM_*", asOther, ""},
		{"BASH_ALIASES aliases galiases saliases dis_aliases dis_galiases dis_saliases functions dis_functions", asNames, ""},
		{"BASH_CMDS commands", asPlaces, ""},
		{"mapfile", asFiles, ""},
		{"ENV MAKEFILES PYTHONSTARTUP", asFile, ""},
		{"TAR_OPTIONS", asLine, "tar"},
		{"MAKEFLAGS GNUMAKEFLAGS", asLine, "make"},
		{"GOFLAGS", asLine, "go"},
		{"PERL5OPT PERL5DB RUBYOPT NODE_OPTIONS LUA_INIT* EXINIT VIMINIT LESS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS", asCode, ""},
		{"*GIT_* *EDITOR* *VISUAL* *PAGER* *BROWSER* *ASKPASS* *COMMAND* *WRAPPER* LESSOPEN LESSCLOSE FCEDIT SHELL *_RSH *_SSH", asLine, ""},
	}
}

// takenAs says how a variable is taken, the zero row for one that no program runs.
func takenAs(name string) variable {
	for _, v := range variableRows() {
		for _, pattern := range strings.Fields(v.names) {
			part := strings.Trim(pattern, "*")
			begins, ends := strings.HasSuffix(pattern, "*"), strings.HasPrefix(pattern, "*")
			if name == part || begins && ends && strings.Contains(name, part) || begins && strings.HasPrefix(name, part) || ends && strings.HasSuffix(name, part) {
				return v
			}
		}
	}
	return variable{}
}

// assigned looks at the variables that stand before a command, or alone.
func (l *line) assigned(c command, list []*syntax.Assign) {
	for _, a := range list {
		if a.Name == nil {
			continue
		}
		l.assign(c, a)
		l.expanded(wordOf(a.Value))
	}
}

// assign looks at the values that a variable gets; those of an array may be its names, too.
func (l *line) assign(c command, a *syntax.Assign) {
	if index, ok := a.Index.(*syntax.Word); ok {
		l.variable(c, a.Name.Value, wordOf(index), wordOf(a.Value))
		return
	}
	if a.Array == nil {
		l.variable(c, a.Name.Value, nil, wordOf(a.Value))
		return
	}
	index := word{unknown}
	for _, e := range a.Array.Elems {
		l.variable(c, a.Name.Value, index, wordOf(e.Value))
		index = wordOf(e.Value)
	}
}

// variable looks at a value by which something else runs than what the line says. The index is nil for all
// but an element of an array.
func (l *line) variable(c command, name string, index, value word) {
	v := takenAs(name)
	text := string(value)
	l.finds = l.finds || slices.Contains([]string{"PATH", "path", "FPATH", "fpath"}, name)
	switch v.as {
	case asOther, asPlaces:
		if v.as == asOther || name == "BASH_CMDS" || index != nil && strings.ContainsAny(text, "/"+string(unknown)) {
			l.doubt(name+"=… "+c.String(), "the variable "+name+" makes other things run")
		}
	case asNames:
		if index != nil && !value.isKnown() {
			l.doubt(name+"=… "+c.String(), "the value of this name is unknown until it runs")
		}
		l.data(text + " " + string(unknown)) // More words come where the name is used.
	case asFiles:
		if index != nil {
			l.wrote = append(l.wrote, written{to: index, text: value})
		}
	case asFile:
		if isInput(value) && strings.Contains(text, "/") {
			l.doubt(name+"=… "+c.String(), "the variable "+name+" makes other things run")
		}
		l.ran = append(l.ran, ran{by: c, name: value})
	case asCode:
		l.inText(text)
	}
	switch {
	case v.program != "":
		l.data(v.program + " " + text)
		l.inText(text)
	case len(c.words) > 0 || v.as != 0:
		l.data(strings.TrimLeft(text, "!|-")) // GIT_CONFIG_VALUE_0='!git push', LESSOPEN='||-git push'
	}
}

// variables looks at the words of a command of the shell that sets or reads variables.
func (l *line) variables(c command) {
	later := false
	for _, w := range c.words[1:] {
		name, value, ok := strings.Cut(string(w), "=")
		name, _, isElement := strings.Cut(name, "[")
		var index word
		if isElement {
			index = word{unknown}
		}
		as := takenAs(name).as
		if ok || as == asOther {
			l.variable(c, name, index, known(value))
		}
		if of := takenAs(value).as; of == asNames || of == asPlaces || of != 0 && has(c, "-n") {
			l.doubt(c.String(), "it renames "+value)
		}
		if later = later || as != 0; ok {
			l.data(value)
		}
		l.expanded(w)
	}
	if !later {
		return
	}
	for _, w := range append(c.words[1:len(c.words):len(c.words)], c.input) {
		l.data(string(w))
	}
}

// expanded adds the commands in a text that the shell may look at once more, as it does with
// a prompt and with the name of an element in a number: x='a[$(git push)]'; echo $((x)).
func (l *line) expanded(text word) {
	if s := string(text); !strings.Contains(s, "$(") && !strings.Contains(s, "`") {
		return
	}
	l.quietly(func() {
		if w, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Document(strings.NewReader(string(text))); err == nil && l.depth < mostDepth {
			l.walk(w)
		}
	})
}

// numbers adds the commands in the texts of a test or a number.
func (l *line) numbers(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok {
			l.expanded(wordOf(w))
		}
		return true
	})
}

// qualifiers adds the commands by which a pattern of zsh chooses files, as in *(e:'git push':) and *(+f). To
// bash this is a pattern.
func (l *line) qualifiers(pattern string) {
	plain := strings.NewReplacer("'", "", `"`, "", `\`, "").Replace(pattern)
	for i, r := range plain {
		rest := plain[i+1:]
		switch {
		case r == '+' && rest != "":
			l.data(rest)
		case r != 'e' || rest == "" || isName(rest[:1]):
		case strings.ContainsAny(rest, "$`"):
			l.doubt("("+pattern+")", "a pattern of zsh can run a line")
		default:
			line, _, _ := strings.Cut(rest[1:], string(closedBy(rune(rest[0]))))
			l.data(line)
		}
	}
}

// closedBy is the mark that ends what another one begins.
func closedBy(r rune) rune {
	if i := strings.IndexRune("([{<", r); i >= 0 {
		return rune(")]}>"[i])
	}
	return r
}
