package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
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
	if err := os.WriteFile(file, []byte(got.out), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestCompletionsHaveEveryCommandAndFlag(t *testing.T) {
	for _, shell := range shells() {
		script := run(machine(t, t.TempDir()), "completion", shell).out
		for _, cmd := range namedCommands() {
			if !strings.Contains(script, cmd.name) {
				t.Errorf("%s: no %s", shell, cmd.name)
			}
		}
		for _, o := range allFlags() {
			as := dashed(o.name)
			if shell == "fish" {
				as = "-l " + o.name
				if len(o.name) == 1 {
					as = "-s " + o.name
				}
			}
			if !strings.Contains(script, as) {
				t.Errorf("%s: no %s", shell, as)
			}
			if words := strings.Join(o.choices(), " "); !strings.Contains(script, words) {
				t.Errorf("%s: %s does not offer %s", shell, as, words)
			}
		}
	}
}

// inLists is what stands between the words of a list in a flag's help.
var inLists = regexp.MustCompile(`, or |, | or `)

// What a flag's help lists is what is offered for it, word by word.
func TestChoicesAreTheOnesOfHelp(t *testing.T) {
	lists := 0
	for _, o := range allFlags() {
		_, list, listed := strings.Cut(o.does, ": ")
		if !listed || o.value == "" || o.name == "until" || o.name == "for" {
			continue // those two only give examples
		}
		var told []string
		for _, item := range inLists.Split(list, -1) {
			word, _, _ := strings.Cut(item, " ")
			told = append(told, word)
		}
		offered := slices.Clone(o.choices())
		slices.Sort(told)
		slices.Sort(offered)
		if lists++; !slices.Equal(told, offered) {
			t.Errorf("--%s offers %v, help says %v", o.name, offered, told)
		}
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
	{[]string{"appr"}, "approvals approve", "abort"},
	{[]string{""}, "status approve completion man", "--json"},
	{[]string{"--r"}, "--read-only --reveal", "--json"},
	{[]string{"status", "--"}, "--json --short --vault", "--target"},
	{[]string{"--now", "2026-03-14T07:02:00Z", "status", "--s"}, "--short --seed", "--strategy"},
	{[]string{"entry", "--category", ""}, "PROOF LIT COMP NOTE", "FAILED"},
	{[]string{"entry", "--category", "=", "P"}, "PROOF", "LIT"},
	{[]string{"deadends", "--strategy", "con"}, "contradiction construction", "induction"},
	{[]string{"--work-rule", ""}, "seed phase auto", "status"},
	{[]string{"completion", ""}, "bash zsh fish", "status"},
	{[]string{"--theme", "high"}, "high-contrast high-contrast-dark", "light"},
	{[]string{"hook", ""}, "install status remove", "bash"},
	{[]string{"start", "--format", ""}, "text json claude", "start"},
	{[]string{"help", "un"}, "undo unsnooze", "abort"},
	{[]string{"approve", "-m", ""}, "", "abort"},
	{[]string{"--commit", "=", "false", "mem"}, "memory", "approve"},
}

func TestBashCompletes(t *testing.T) {
	if out, err := shellOr(t, "bash", "-n", scriptFile(t, "bash")).CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	const ask = `source "$1"; shift
COMP_WORDS=(coldstart "$@"); COMP_CWORD=$#
_coldstart
printf '%s\n' "${COMPREPLY[@]}"`
	script := scriptFile(t, "bash")
	for _, tt := range completed {
		args := append([]string{"--norc", "-c", ask, "bash", script}, tt.line...)
		checkCompleted(t, shellOr(t, "bash", args...), tt.line, tt.want, tt.not)
	}
}

func TestBashCompletesFoldersWithBlanks(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "my vault"), 0o755); err != nil {
		t.Fatal(err)
	}
	const ask = `source "$1"; COMP_WORDS=(coldstart --vault my); COMP_CWORD=2; _coldstart; printf '%s|' "${COMPREPLY[@]}"`
	cmd := shellOr(t, "bash", "--norc", "-c", ask, "bash", scriptFile(t, "bash"))
	cmd.Dir = dir
	if out, err := cmd.Output(); err != nil || string(out) != "my vault|" {
		t.Errorf("%v: %q", err, out)
	}
}

func TestFishCompletes(t *testing.T) {
	script := scriptFile(t, "fish")
	for _, tt := range completed {
		if slices.Contains(tt.line, "=") {
			continue // fish does not take words apart at the sign
		}
		line := "coldstart " + strings.Join(tt.line, " ")
		cmd := shellOr(t, "fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line)
		checkCompleted(t, cmd, tt.line, tt.want, tt.not)
	}
}

func TestZshReadsItsCompletions(t *testing.T) {
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
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
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
