package gate

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// writers write a text into the file F; rather simple ones, as agents do.
func writers() []string {
	return []string{
		"cat > @F <<'X'\n@TEXT\nX", "cat <<'X' > @F\n@TEXT\nX", "tee @F > /dev/null <<'X'\n@TEXT\nX",
		"printf '%s\\n' @QUOTED > @F", "echo @QUOTED > @F", "echo @QUOTED | tee @F > /dev/null", "echo true > @F; echo @QUOTED >> @F",
		"{ echo 'set -e'; echo @QUOTED; } > @F", "(echo @QUOTED) > @F", "printf '%s\\n' 'set -e' @QUOTED | cat > @F", "cat > @F <<< @QUOTED",
		"touch @F; dd of=@F status=none <<< @QUOTED", "cp /dev/stdin @F <<< @QUOTED", "w() { echo @QUOTED > @F; }; w", "for i in 1; do echo @QUOTED; done > @F",
		"sh -c \"cat > @F\" <<< @QUOTED", "x=@QUOTED; echo \"$x\" > @F", "base64 <<< @QUOTED | base64 -d > @F",
	}
}

// movers bring the file @F to the name @G.
func movers() []string {
	return []string{"cp @F @G", "mv @F @G", "ln -s \"$PWD\"/@F @G", "ln @F @G", "cat @F > @G", "install -m 755 @F @G", "cat < @F > @G", "mv @F @H; cp @H @G", "tr -d '' < @F > @G"}
}

// runners run the file @G.
func runners() []string {
	return []string{
		"sh @G", "bash @G", "bash -e ./@G", ". ./@G", "chmod +x @G && ./@G", "env A=b sh @G", "timeout 5 sh @G", "sh < @G", "cat @G | sh", "eval \"$(cat @G)\"",
		"find . -name @G -exec sh {} \\;", "f=@G; sh $f", "sh \"$PWD\"/@G", "sh -c '. ./@G'", "trap '. ./@G' EXIT", "f() { sh @G; }; f", "chmod +x @G; PATH=$PWD:$PATH @G",
		"chmod +x @G; (exec ./@G)", "ls @G | xargs sh", "mkdir -p d; cd d; sh ../@G", "chmod +x @G; nohup ./@G > out 2>&1", "bash -c \"sh @G\"", "if sh @G; then :; fi",
		"echo @G: > Makefile; printf '\\tsh @G\\n' >> Makefile; make -s @G", "BASH_ENV=@G bash -c :", "perl -e 'system(\"sh @G\")'", "awk 'BEGIN { system(\"sh @G\") }'",
	}
}

// A text that a line writes and runs is weighed; the shell says that it runs.
func TestWhatIsWrittenAndRunIsAskedFor(t *testing.T) {
	t.Parallel()
	shells := []string{realShell(t, "bash")}
	if zsh, err := exec.LookPath("zsh"); err == nil {
		shells = append(shells, zsh)
	}
	dir, log := standIns(t)
	var drawn, ran int
	rapid.Check(t, func(t *rapid.T) {
		from, to := rapid.SampledFrom([]string{"x", "x.sh", "a.b"}).Draw(t, "file"), "y.sh"
		text := rapid.SampledFrom([]string{"git push", "true; git push origin", "if true; then git push; fi", "rm x", "cd . && npm publish", "# a\ngit \\\n push"}).Draw(t, "text")
		line := rapid.SampledFrom(writers()).Draw(t, "writer")
		line = strings.NewReplacer("@TEXT", text, "@QUOTED", single(text)).Replace(line)
		mover := rapid.SampledFrom(append(movers(), "")).Draw(t, "mover")
		if mover == "" {
			to = from
		}
		names := strings.NewReplacer("@F", from, "@G", to, "@H", "z")
		line = names.Replace(line + "\n" + mover + "\n" + rapid.SampledFrom(runners()).Draw(t, "runner"))
		if rapid.Bool().Draw(t, "wrapped") {
			line = "bash -c " + single(line)
		}
		drawn++
		if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenAsk {
			t.Fatalf("%s\nis not asked for", line)
		}
		if asked(t, rapid.SampledFrom(shells).Draw(t, "shell"), dir, filepath.Join(filepath.Dir(log), "log"), line) > 0 {
			ran++
		}
	})
	if ran < drawn*3/4 {
		t.Errorf("only %d of %d lines ran what they wrote", ran, drawn)
	}
	t.Logf("%d of %d lines ran what they wrote", ran, drawn)
}

// No line holds the gate up until its deadline, which is 8 seconds.
func TestNoLineTakesLong(t *testing.T) {
	for _, line := range whole.Some(t, 4, []string{
		strings.Repeat("echo 'git x' > x; sh x; ", 10000), strings.Repeat("echo aaaa >> x; ", 15000) + "sh x", strings.Repeat("sh -c 'echo a > x; sh x' ; ", 9000),
		"printf '" + strings.Repeat("b", 100000) + "%s' " + strings.Repeat("a ", 70000) + " > x; sh x", strings.Repeat("echo a|", 35000) + "cat",
		"echo " + strings.Repeat("a", 100000) + strings.Repeat("|cat", 35000), strings.Repeat("{ ", 4000) + "echo a" + strings.Repeat(";} > x ", 4000),
		"cat > x <<'E'\n" + strings.Repeat("echo aa\n", 12000) + "E\n" + strings.Repeat("sh x a;", 300), "git " + strings.Repeat("for-each-repo ", 15000),
	}) {
		began := time.Now()
		if Weigh(rulesOfTheTable(), bash(line)); time.Since(began) > 6*time.Second {
			t.Errorf("%.40s… takes %v", line, time.Since(began))
		}
	}
}

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

// standIns are the programs that bash finds; each writes down how it was called.
func standIns(t *testing.T) (dir, log string) {
	t.Helper()
	dir, log = t.TempDir(), filepath.Join(t.TempDir(), "log")
	record := "#!/bin/sh\nprintf '%s' \"${0##*/}\" >> \"$LOG\"\nfor a in \"$@\"; do printf ' %s' \"$a\" >> \"$LOG\"; done\nprintf '\\n' >> \"$LOG\"\n"
	for _, name := range []string{"git", "rm", "npm", "curl", "gh"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(record), 0o755))
	}
	// These run what they are given, as the real ones do.
	for _, name := range strings.Fields(`sh bash dash zsh env xargs timeout nohup nice setsid cat find awk tee dirname perl python3 chmod cp mv ln mkdir
		rev base64 sed make tar sort split dd install touch head tr less ruby lua node mktemp seq flock busybox gcc`) {
		if real, err := exec.LookPath(name); err == nil {
			must.Do(t, os.Symlink(real, filepath.Join(dir, name)))
		}
	}
	return dir, log
}

// What a shell really runs of the lines of the tables, and a rule names, is asked for.
func TestWhatAShellRunsIsAskedFor(t *testing.T) {
	t.Parallel()
	all := slices.Concat(allLines()...)
	for _, k := range kinds() {
		all = append(all, k.lines...)
	}
	all = slices.DeleteFunc(all, func(line string) bool { return !harmless(line) })
	for _, name := range []string{"bash", "dash", "zsh"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shell := realShell(t, name)
			dir, log := standIns(t)
			ran := 0
			for _, line := range whole.Some(t, 100, all) {
				ran += asked(t, shell, dir, log, line)
			}
			if ran < whole.Rounds(20, 60) {
				t.Errorf("only %d commands ran", ran)
			}
			t.Logf("%d commands ran", ran)
		})
	}
}

// realShell finds a shell to compare with.
func realShell(t *testing.T, name string) string {
	t.Helper()
	shell, err := exec.LookPath(name)
	if err != nil {
		t.Skip("there is no " + name + " to compare with")
	}
	return shell
}

// shellTest is a test, also one of a drawn line.
type shellTest interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

// asked runs a line in a shell and returns how many commands ran. Each that a rule names has to be asked for.
func asked(t shellTest, shell, dir, log, line string) int {
	t.Helper()
	found := runs(t, shell, dir, log, line)
	rules := rulesOfTheTable()
	for _, command := range found {
		if Weigh(rules, bash(command)).Then == model.ThenAsk && Weigh(rules, bash(line)).Then != model.ThenAsk {
			t.Errorf("%s\n\truns %s, which is not asked for", line, command)
		}
	}
	return len(found)
}

// harmless reports whether a line of the table ends by itself, and calls only programs that
// are there.
func harmless(line string) bool {
	for _, word := range []string{"while ", "vim", "tmux", "script", "at now", "at -f", "ssh", "parallel", "watch", "/usr/", "bash < x", "node", "less", "docker", "python3 -i", "sudo ", "su ", "crontab", "TMOUT", "sched", "zpty"} {
		if strings.Contains(line, word) {
			return false
		}
	}
	return true
}

// runs returns the calls of the stand-ins.
func runs(t shellTest, shell, dir, log, line string) []string {
	t.Helper()
	must.Do(t, os.WriteFile(log, nil, 0o600))
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	home := must.Get(os.MkdirTemp(filepath.Dir(log), "home"))(t)
	defer os.RemoveAll(home)
	run := exec.CommandContext(ctx, shell, "-c", line, "bash")
	run.Dir, run.Env = home, []string{"PATH=" + dir, "HOME=" + home, "LOG=" + log}
	run.WaitDelay = time.Second
	// How it ends does not matter: many of the lines fail.
	_ = run.Run()
	b := must.Get(os.ReadFile(log))(t)
	return slices.DeleteFunc(strings.Split(string(b), "\n"), func(call string) bool { return call == "" })
}

// lineIn is a call of a shell by a client, with the whole input that it gets.
func lineIn(dir, line, input string, links ...model.Link) model.Action {
	if input == "" {
		input = `{"command":"` + line + `"}`
	}
	return model.Action{Client: "claude", Tool: "Bash", Own: "Bash", Dir: dir, Line: line, Input: input, Links: links}
}

// inputOf is what the tool gets for a line.
func inputOf(t *testing.T, line string) string {
	t.Helper()
	b := must.Get(json.Marshal(map[string]string{"command": line}))(t)
	return string(b)
}

// A pattern covers what a rule that allows would: plain lines, each command of them, in the folder or
// below.
func TestCovers(t *testing.T) {
	t.Parallel()
	asked := lineIn("/srv/shop", "git push origin feature/cart", "")
	for line, want := range map[string]bool{
		"git push origin feature/cart":                           true,
		"git push origin feature/search":                         true,
		"git push origin feature/a && git push origin feature/b": true,
		"git push origin 'feature/a'":                            true,
		"git push origin feature/a --tags":                       false, // a * ends with its word
		"git push origin main":                                   false,
		"git push origin feature/a && git push origin main":      false,
		"git push origin feature/a; make":                        false,
		"git push origin feature/a | sh":                         false,
		"git push origin feature/$x":                             false,
		"git push origin feature/$(make)":                        false,
		"git push origin feature/`make`":                         false,
		"git push origin feature/*":                              false,
		"git push origin feature/a > log":                        false,
		"git push origin feature/a &":                            false,
		"GIT_SSH_COMMAND=x git push origin feature/a":            false,
		"sudo git push origin feature/a":                         false,
		"/tmp/git push origin feature/a":                         false,
		"cd sub && git push origin feature/a":                    false,
		"git push origin feature/../../etc":                      false,
		"git -c core.sshCommand=x push origin feature/a":         false,
		"bash -c 'git push origin feature/a'":                    false,
		"git push origin feature/a # \\\nmake":                   false,
		"git push origin feature/a\nmake":                        false,
		"git push origin feature/a\ngit push origin feature/b":   true,
		"":                               false,
		"git push origin feature/a '":    false,
		"eval git push origin feature/a": false,
		"alias git=make; git push origin feature/a":                    false,
		"if true; then git push origin feature/a; fi":                  false,
		"git push origin feature/a <<< x":                              false,
		"git push origin feature/a /etc/passwd":                        false,
		"GIT push origin feature/a":                                    false,
		"git  push   origin feature/a":                                 true,
		"git push origin feature/a && coldstart approve gate-2826c07e": false,
	} {
		if got := Covers("git push origin feature/*", asked, lineIn("/srv/shop", line, `{"command":"x"}`)); got {
			t.Errorf("%q is covered with another input", line)
		}
		if got := Covers("git push origin feature/*", asked, lineIn("/srv/shop", line, inputOf(t, line))); got != want {
			t.Errorf("%q: covered %v, want %v", line, got, want)
		}
	}
	link := model.Link{Name: "/srv/shop", To: "/mnt/shop"}
	linked := asked
	linked.Links = []model.Link{link}
	script := func(text string) model.Action {
		a := lineIn("/srv/shop", "git push origin feature/b", "")
		a.Runs = []model.RunFile{{Name: "hook.sh", Seen: model.FingerprintOf([]byte(text))}}
		return a
	}
	unread := script("")
	unread.Runs[0] = model.RunFile{Name: "hook.sh", Unread: "it is missing"}
	background := `{"command":"git push origin feature/b","run_in_background":true}`
	for name, tt := range map[string]struct {
		asked, a model.Action
		want     bool
	}{
		"the same folder":          {asked, lineIn("/srv/shop", "git push origin feature/b", ""), true},
		"a folder below":           {asked, lineIn("/srv/shop/api", "git push origin feature/b", ""), true},
		"a folder beside":          {asked, lineIn("/srv/shop2", "git push origin feature/b", ""), false},
		"the folder above":         {asked, lineIn("/srv", "git push origin feature/b", ""), false},
		"a link":                   {asked, lineIn("/srv/shop", "git push origin feature/b", "", link), false},
		"the link of the request":  {linked, lineIn("/srv/shop", "git push origin feature/b", "", link), true},
		"where it leads now":       {linked, lineIn("/srv/shop", "git push origin feature/b", "", model.Link{Name: "/srv/shop", To: "/mnt/other"}), false},
		"a file to run":            {asked, script("echo"), false},
		"the file of the request":  {script("echo"), script("echo"), true},
		"that file, changed":       {script("echo"), script("make"), false},
		"a file nobody could read": {unread, unread, false},
		"another option":           {asked, lineIn("/srv/shop", "git push origin feature/b", background), false},
		"another tool":             {asked, model.Action{Tool: "Write", Dir: "/srv/shop", Paths: []string{"/srv/shop/git"}}, false},
		"without a folder":         {lineIn("", "git push origin feature/a", ""), lineIn("/x", "git push origin feature/b", ""), false},
	} {
		if got := Covers("git push origin feature/*", tt.asked, tt.a); got != tt.want {
			t.Errorf("%s: covered %v, want %v", name, got, tt.want)
		}
	}
}

// A * ends with its word, unless it is the last one alone.
func TestAPatternEndsWithItsWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, line string
		want          bool
	}{
		{"git push*", "git push", true},
		{"git push*", "git push origin main", false},
		{"git push *", "git push origin main", true},
		{"git push *", "git push", false},
		{"git push *", "git pull origin", false},
		{"git push *", "git push --force origin a:b", true},
		{"git push origin feature/*", "git push origin feature/a:main", false},
		{"git push origin feature/?", "git push origin feature/:", false},
		{"git push origin feature/*:*", "git push origin feature/a:feature/a", true},
		{"git push * main", "git push origin main", true},
		{"git push * main", "git push --force main", false},
		{"git push * main", "git push -d main", false},
		{"git push --repo=* main", "git push --repo=x main", true},
		{"git push && make", "git push", false},
		{"X=1", "git push", false},
		{"", "git push", false},
		{"'", "git push", false},
	} {
		a := lineIn("/srv/shop", tt.line, inputOf(t, tt.line))
		if got := Covers(tt.pattern, a, a); got != tt.want {
			t.Errorf("%q of %q: covered %v, want %v", tt.pattern, tt.line, got, tt.want)
		}
	}
}
