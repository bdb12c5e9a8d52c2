package gate

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
)

// rewriting is another way to write a line that does the same.
type rewriting struct {
	name string
	of   func(line string) string
	// before is true for words before a simple command.
	before bool
}

func single(line string) string { return "'" + strings.ReplaceAll(line, "'", `'\''`) + "'" }

func wrapping(name, format string) rewriting {
	before := strings.HasSuffix(format, " %s")
	return rewriting{name, func(line string) string { return fmt.Sprintf(format, line) }, before}
}

func quoting(name, format string) rewriting {
	return rewriting{name, func(line string) string { return fmt.Sprintf(format, single(line)) }, false}
}

func rewritings() []rewriting {
	return []rewriting{
		wrapping("a variable in front", "A=b %s"),
		wrapping("a wrapper", "sudo -u bob %s"), wrapping("a wrapper", "env X=y %s"), wrapping("a wrapper", "timeout -k 1 5 %s"),
		wrapping("a wrapper", "nohup %s"), wrapping("a wrapper", "xargs -n 1 %s"), wrapping("a wrapper", "docker run --rm img %s"),
		wrapping("a subshell", "(%s)"), wrapping("a block", "{ %s; }"), wrapping("a substitution", "echo $(%s)"), wrapping("a pipe", "true | %s | cat"),
		wrapping("a list", "cd x && %s; true"), wrapping("a function", "f() { %s; }; f"), wrapping("a loop", "for i in 1 2; do %s; done"),
		wrapping("a condition", "if %s; then :; fi"), wrapping("the background", "%s & wait"), wrapping("a negation", "{ ! %s; }"),
		quoting("a shell", "bash -c %s"), quoting("a shell", "sh -xec %s arg"), quoting("eval", "eval %s"), quoting("ssh", "ssh -p 22 web %s"),
		quoting("a trap", "trap %s EXIT"), quoting("find", `find . -exec sh -c %s \;`), quoting("tmux", "tmux new -d %s"),
		{"a here-document", func(line string) string { return fmt.Sprintf("{ bash <<'E%[2]d'\n%[1]s\nE%[2]d\n}", line, len(line)) }, false},
	}
}

// spelled writes the words of a command in another way.
func spelled(t *rapid.T, words []string) string {
	var out []string
	for i, w := range words {
		if i == 0 && rapid.Bool().Draw(t, "path") {
			w = rapid.SampledFrom([]string{"/usr/bin/", "./", "../bin/", "$HOME/bin/"}).Draw(t, "folder") + w
		}
		if i == 1 && rapid.Bool().Draw(t, "options") {
			out = append(out, rapid.SampledFrom([]string{"-C x", "--no-pager", "-c a=b", "--prefix=web", "-q", "-R a/b"}).Draw(t, "option"))
		}
		var b strings.Builder
		for _, r := range w {
			switch rapid.SampledFrom([]string{"", "", "", "single", "double", "escape", "empty", "continued"}).Draw(t, "quote") {
			case "single":
				b.WriteString("'" + string(r) + "'")
			case "double":
				if r == '$' {
					b.WriteRune(r)
				} else {
					b.WriteString(`"` + string(r) + `"`)
				}
			case "escape":
				if r != '$' {
					b.WriteByte('\\')
				}
				b.WriteRune(r)
			case "empty":
				if r == '$' || strings.HasSuffix(b.String(), "$") {
					b.WriteRune(r)
				} else {
					b.WriteString(`""` + string(r))
				}
			case "continued":
				b.WriteString("\\\n" + string(r))
			default:
				b.WriteRune(r)
			}
		}
		out = append(out, b.String())
	}
	return strings.Join(out, rapid.SampledFrom([]string{" ", "  ", "\t", " \\\n "}).Draw(t, "blank"))
}

// rewritten wraps a simple command some times, at first by words before it.
func rewritten(t *rapid.T, line string, times int) string {
	simple := true
	for range times {
		r := rapid.SampledFrom(rewritings()).Draw(t, "rewriting")
		if r.before && !simple {
			continue
		}
		line, simple = r.of(line), simple && r.before
	}
	return line
}

// A command that a rule names stays asked for however it is written and wrapped.
func TestACommandStaysAskedForUnderEachRewriting(t *testing.T) {
	t.Parallel()
	rules := rulesOfTheTable()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SampledFrom([][]string{
			{"git", "push"}, {"git", "push", "origin"}, {"rm", "x"}, {"npm", "publish"}, {"gh", "pr", "merge", "7"},
		}).Draw(t, "words")
		line := rewritten(t, spelled(t, words), rapid.IntRange(0, 4).Draw(t, "times"))
		if f := Weigh(rules, bash(line)); f.Then != model.ThenAsk {
			t.Fatalf("%s\nis not asked for: %+v", line, f)
		}
	})
}

// What an ask names is never let through by an allow for something else.
func TestAnAllowNeverWinsAgainstAnAsk(t *testing.T) {
	t.Parallel()
	rules := append([]model.GateRule{
		{Tool: "Bash", Match: "sudo *", Then: model.ThenAllow}, {Tool: "Bash", Match: "bash *", Then: model.ThenAllow},
		{Tool: "Bash", Match: "echo *", Then: model.ThenAllow}, {Tool: "Bash", Match: "env *", Then: model.ThenAllow},
	}, rulesOfTheTable()...)
	rapid.Check(t, func(t *rapid.T) {
		line := rewritten(t, spelled(t, []string{"git", "push"}), rapid.IntRange(1, 4).Draw(t, "times"))
		if f := Weigh(rules, bash(line)); f.Then != model.ThenAsk {
			t.Fatalf("%s\nis not asked for: %+v", line, f)
		}
	})
}

// Nothing that an agent writes makes the gate panic, and nothing that cannot be read passes.
func FuzzWeigh(f *testing.F) {
	for _, lines := range allLines() {
		for _, line := range lines {
			f.Add(line)
		}
	}
	rules := append([]model.GateRule{{Tool: "Bash", Match: "ls *", Then: model.ThenAllow}}, rulesOfTheTable()...)
	f.Fuzz(func(t *testing.T, line string) {
		fit := Weigh(rules, bash(line))
		if fit.Then == model.ThenAllow && strings.ContainsAny(line, "`*?") && !strings.ContainsAny(line, `'"\#`) {
			t.Errorf("%q is let through", line)
		}
		Weigh(rules, model.Action{Tool: "x", Own: "x", Input: line})
	})
}
