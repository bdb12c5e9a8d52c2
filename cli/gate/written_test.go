package gate

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
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
