package gate

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assigned looks at the variables that stand before a command, or alone.
func (l *line) assigned(c command, list []*syntax.Assign) {
	for _, a := range list {
		if a.Name == nil {
			continue
		}
		value := wordOf(a.Value)
		l.variable(c, a.Name.Value, value)
		if len(c.words) > 0 || runsItsValue(a.Name.Value) {
			l.data(strings.TrimLeft(string(value), "!")) // GIT_CONFIG_VALUE_0='!git push'
		}
		l.expanded(value)
	}
}

// variable doubts a variable by which something else runs than what the line says.
func (l *line) variable(c command, name string, value word) {
	if changesWhatRuns(name) || name == "ENV" && isInput(value) && strings.Contains(string(value), "/") {
		l.doubt(name+"=… "+c.String(), "the variable "+name+" makes other things run")
	}
}

func changesWhatRuns(name string) bool {
	return strings.HasPrefix(name, "GIT_CONFIG_") || strings.HasPrefix(name, "BASH_FUNC_") ||
		slices.Contains([]string{"BASH_ENV", "PROMPT_COMMAND", "LD_PRELOAD", "LD_AUDIT"}, name)
}

// runsItsValue reports whether programs take the value of a variable as a command.
func runsItsValue(name string) bool {
	for _, part := range []string{"GIT_", "EDITOR", "VISUAL", "PAGER", "BROWSER", "ASKPASS", "COMMAND", "WRAPPER", "LESSOPEN"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// variables looks at the words of a command of the shell that sets or reads variables.
func (l *line) variables(c command) {
	later := false
	for _, w := range c.words[1:] {
		name, value, ok := strings.Cut(string(w), "=")
		l.variable(c, name, known(value))
		if later = later || runsItsValue(name); ok {
			l.data(value)
		}
		if strings.Contains(string(w), "[") {
			l.expanded(w)
		}
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
