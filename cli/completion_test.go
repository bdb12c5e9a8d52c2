package cli

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/testdata/must"
)

// shellOr skips the test where there is no such program, else it gives a run of the
// program with these arguments.
func shellOr(t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("needs %s, which is not on this machine", program)
	}
	return exec.CommandContext(t.Context(), path, args...)
}

// scriptFile is the completion script of a shell, as coldstart prints it.
func scriptFile(t *testing.T, shell string) string {
	t.Helper()
	got := run(machine(t, t.TempDir()), "completion", shell)
	if got.code != exitDone || got.err != "" {
		t.Fatalf("got %+v", got)
	}
	file := filepath.Join(t.TempDir(), "_coldstart")
	must.Do(t, os.WriteFile(file, []byte(got.out), 0o644))
	return file
}

// inLists is what stands between the words of a list in a flag's help.
var inLists = regexp.MustCompile(`, or |, | or `)

// What a flag's help lists is what is offered for it, word by word.
func TestChoicesAreTheOnesOfHelp(t *testing.T) {
	t.Parallel()
	lists := 0
	check := func(cmd *cobra.Command, f *pflag.Flag) {
		_, does := pflag.UnquoteUsage(f)
		_, list, listed := strings.Cut(does, ": ")
		if !listed || f.NoOptDefVal != "" || f.Name == "until" || f.Name == "for" {
			return // those two only give examples
		}
		var told []string
		for _, item := range inLists.Split(list, -1) {
			word, _, _ := strings.Cut(item, " ")
			told = append(told, word)
		}
		offered := slices.Clone(flagValues(cmd, f.Name))
		slices.Sort(told)
		slices.Sort(offered)
		if lists++; !slices.Equal(told, offered) {
			t.Errorf("--%s offers %v, help says %v", f.Name, offered, told)
		}
	}
	for _, cmd := range everyCommand() {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { check(cmd, f) })
	}
	if lists < 4 {
		t.Errorf("only %d flags have a list", lists)
	}
}

// What is completed, with the place of the cursor behind the last word.
var completed = []struct {
	line []string
	want string // words that are among the answers
	not  string // one that is not
}{
	{[]string{"a"}, "approve ack agent", "approvals"},
	{[]string{""}, "status approve completion list", "man"},
	{[]string{"--r"}, "--read-only --reveal", "--json"},
	{[]string{"status", "--"}, "--json --short --vault", "--target"},
	{[]string{"--now", "2026-03-14T07:02:00Z", "status", "--s"}, "--short", "--seed"},
	{[]string{"entry", "--category", ""}, "PROOF LIT COMP NOTE", "FAILED"},
	{[]string{"entry", "--category=P"}, "PROOF", "LIT"},
	{[]string{"deadends", "--strategy", "con"}, "contradiction construction", "induction"},
	{[]string{"--work-rule", ""}, "seed phase auto", "status"},
	{[]string{"completion", ""}, "bash zsh fish powershell", "status"},
	{[]string{"--theme", "high"}, "high-contrast high-contrast-dark", "light"},
	{[]string{"hook", ""}, "install status remove", "bash"},
	{[]string{"start", "--format", ""}, "text json claude", "start"},
	{[]string{"help", "un"}, "undo", "unsnooze"},
	{[]string{"approve", "-m", ""}, "", "2026-013"},
	{[]string{"list", ""}, "requests plans decisions snoozed", "approvals"},
	{[]string{"agent", "gate", ""}, "add remove list rules test", "hook"},
	{[]string{"agent", "--ascii", "h"}, "hook", "gate"},
	{[]string{"help", "list", "p"}, "plans problems", "approve"},
	{[]string{"approve", "V"}, "Vt3xQ9pLd2", "mB7eKz40Wy"},
	{[]string{"show", "2026-01"}, "2026-014 2026-013", "2026-009"},
	{[]string{"--json", "approve", ""}, "2026-03-13T16-20-05Z_email_claims-northreach-hubs-example", "2026-014"},
	{[]string{"ack", ""}, "241 244", "245"},
	{[]string{"end", "--session", "2"}, "244", "text"},
	{[]string{"accept", "V"}, "Vt3xQ9pLd2", "mB7eKz40Wy"},
	{[]string{"inspect", ""}, "quarterly-report import-ledger", "trace"},
	{[]string{"switch", ""}, "skid-patch-rotation", "status"},
	{[]string{"pin", "2026-00"}, "2026-009", "2026-014"},
	{[]string{"show", "2026-013", ""}, "", "2026-014"},
}

// TestBashCompletes needs no package for bash but bash. COMP_LINE is what was typed.
func TestBashCompletes(t *testing.T) {
	t.Parallel()
	script := scriptFile(t, "bash")
	if out, err := shellOr(t, "bash", "-n", script).CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	const ask = `source "$1"; COMP_TYPE=9; COMP_LINE=$2; COMP_POINT=${#2}; __start_coldstart 2>/dev/null; printf '%s\n' "${COMPREPLY[@]}"`
	for _, tt := range completed {
		t.Run(strings.Join(tt.line, " "), func(t *testing.T) {
			t.Parallel()
			cmd := shellOr(t, "bash", "--norc", "-c", ask, "bash", script, "coldstart "+strings.Join(tt.line, " "))
			checkCompleted(t, cmd, tt.line, tt.want, tt.not)
		})
	}
}

func TestBashCompletesFoldersWithBlanks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(dir, "my vault"), 0o755))
	const ask = `source "$1"; COMP_TYPE=9; COMP_LINE="coldstart --vault my"; COMP_POINT=${#COMP_LINE}; __start_coldstart 2>/dev/null; printf '%s|' "${COMPREPLY[@]}"`
	cmd := shellOr(t, "bash", "--norc", "-c", ask, "bash", scriptFile(t, "bash"))
	cmd.Dir = dir
	if out, err := cmd.Output(); err != nil || string(out) != "my vault|" {
		t.Errorf("%v: %q", err, out)
	}
}

// Whoever names a file names what a shell would complete.
func TestNoNameIsOfferedThatAShellReads(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"$(touch x)", "a;b", "`c`", "-f", "d'e", " f", "g\u202eh", "plain-1"} {
		write(t, dir, "Pending_Approval/"+name+".md", "---\naction: \x1b[2J$(touch y)\n---\nPlease.\n")
	}
	before := texts(t, dir)
	got := run(machine(t, dir), "__complete", "approve", "")
	if names := strings.Split(got.out, "\n"); len(names) != 3 || !strings.HasPrefix(names[0], "plain-1\t") || strings.Contains(got.out, "\x1b") {
		t.Errorf("got %q", got.out)
	}
	if after := texts(t, dir); !maps.Equal(before, after) {
		t.Errorf("the vault was %q and is %q", before, after)
	}
}

// Names as people give them are offered, and quoted by the shell.
func TestNamesOfPeopleAreOffered(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"Mail to Bob", "angebot-für-müller", "请求", "ann@mail"} {
		write(t, dir, "Pending_Approval/"+name+".md", "Please.\n")
	}
	for _, command := range []string{"approve", "reject", "changes", "wait", "show", "snooze"} {
		got := run(machine(t, dir), "__complete", command, "")
		for _, name := range []string{"Mail to Bob", "angebot-für-müller", "请求", "ann@mail"} {
			if !strings.Contains(got.out, name) {
				t.Errorf("%s does not offer %s: %q", command, name, got.out)
			}
		}
	}
	const ask = `source "$1"; COMP_TYPE=9; COMP_LINE="coldstart approve Mail"; COMP_POINT=${#COMP_LINE}; __start_coldstart 2>/dev/null; printf '%s|' "${COMPREPLY[@]}"`
	cmd := shellOr(t, "bash", "--norc", "-c", ask, "bash", scriptFile(t, "bash"))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+t.TempDir(), "LC_ALL=C.UTF-8")
	if out, err := cmd.Output(); err != nil || string(out) != `Mail\ to\ Bob|` {
		t.Errorf("%v: %q", err, out)
	}
}

func TestFishCompletes(t *testing.T) {
	t.Parallel()
	script := scriptFile(t, "fish")
	for _, tt := range completed {
		line := "coldstart " + strings.Join(tt.line, " ")
		cmd := shellOr(t, "fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line)
		checkCompleted(t, cmd, tt.line, tt.want, tt.not)
	}
}

func TestZshReadsItsCompletions(t *testing.T) {
	t.Parallel()
	script := scriptFile(t, "zsh")
	if out, err := shellOr(t, "zsh", "-n", script).CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	const load = `fpath=(${1:h} $fpath); autoload -Uz compinit; compinit -u -D; print $_comps[coldstart]`
	if out, err := shellOr(t, "zsh", "-f", "-c", load, "zsh", script).CombinedOutput(); err != nil || string(out) != "_coldstart\n" {
		t.Errorf("%v: %q", err, out)
	}
}

// checkCompleted holds the first word of each line against what is wanted.
func checkCompleted(t *testing.T, cmd *exec.Cmd, line []string, want, not string) {
	t.Helper()
	module := must.Get(filepath.Abs(".."))(t)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), moduleVar+"="+module)
	cmd.Dir = filepath.Join(module, "testdata", "demo")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v: %s", line, err, out)
	}
	var got []string
	for l := range strings.Lines(string(out)) {
		word, _, _ := strings.Cut(strings.TrimSpace(l), "\t")
		got = append(got, word)
	}
	for word := range strings.FieldsSeq(want) {
		if !slices.Contains(got, word) {
			t.Errorf("%q: %s is not among %v", line, word, got)
		}
	}
	if slices.Contains(got, not) {
		t.Errorf("%q: %s is among %v", line, not, got)
	}
}
