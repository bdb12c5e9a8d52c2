package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"coldstart/cli/remote"
	"coldstart/cli/settings"
	"coldstart/testdata/must"
)

// reachedBy is a machine whose host attic is reached by lines of a shell, one for each connection; the
// last one holds for all that follow.
func reachedBy(t *testing.T, lines ...string) (env Env, home string) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs sh")
	}
	env = withHosts(t, "hosts: [{name: attic, ssh: attic, dir: vault}]\n", map[string]func(string){"attic": func(dir string) {
		home = dir
		write(t, dir, "vault/Pending_Approval/a.md", "Please send this.\n")
	}})
	env.StdinIsTerminal = true
	var connections atomic.Int32
	env.connect = func(c remote.Config) *remote.Conn {
		c.Command = func(ctx context.Context) *exec.Cmd {
			n := int(connections.Add(1)) - 1
			cmd := exec.CommandContext(ctx, "sh", "-c", lines[min(n, len(lines)-1)])
			cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "USER=mira"}
			return cmd
		}
		return remote.New(c)
	}
	return env, home
}

// A line whose answer was lost says what became of it: done with its receipt, or not done and never.
func TestALineWhoseAnswerWasLost(t *testing.T) {
	t.Parallel()
	const serves = "exec coldstart serve-stdio"
	// The question is cut, or the answer.
	const unasked = "head -c 100 | coldstart serve-stdio"
	unanswered := fmt.Sprintf("coldstart serve-stdio | { dd bs=1 count=%d 2>/dev/null; kill $$; }", len(greetingOf(t))+10)
	approve := []string{"approve", "a", "-m", "go", "--host", "attic"}
	for _, tt := range []struct {
		name    string
		lines   []string
		words   []string
		code    int
		out     string
		err     string
		decided bool
	}{
		{"done", []string{unanswered, serves}, approve, exitDone, "on attic: moved Pending_Approval/a.md to Approved/a.md\n", "", true},
		{"done, as JSON", []string{unanswered, serves}, append(approve, "--json"), exitDone, "{\n", "", true},
		{"not done", []string{unasked, serves}, approve, exitFailed, "", "error: no decision made: the connection to attic was lost\n", false},
		{"nobody knows", []string{unanswered, "exit 0"}, approve, exitFailed, "", "error: it is unknown whether it was done on attic: ", true},
		{"several decisions", []string{unasked, serves}, []string{"ack", "--all", "--host", "attic"}, exitFailed, "", "error: it is unknown whether it was done on attic: ", false},
		{"no decision", []string{unasked, serves}, []string{"message", "Hello", "--host", "attic"}, exitFailed, "", "error: it is unknown whether it was done on attic: ", false},
		{"never sent", []string{"echo 'closed by remote host.' >&2; exit 255"}, approve, exitFailed, "", "error: no decision made: the connection to attic ended: closed by remote host\nhint: try again later; the screen does so by itself\n", false},
		{"never sent, and no decision", []string{"exit 255"}, []string{"message", "Hello", "--host", "attic"}, exitFailed, "", "error: nothing was written: the connection to attic ended\n", false},
		{"a look", []string{unasked, serves}, []string{"approve", "a", "--dry-run", "--host", "attic"}, exitFailed, "", "error: the connection to attic ended", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			env, home := reachedBy(t, tt.lines...)
			got := run(env, tt.words...)
			if got.code != tt.code || !strings.HasPrefix(got.out, tt.out) || !strings.HasPrefix(got.err, tt.err) || tt.out == "" && got.out != "" {
				t.Errorf("got %+v", got)
			}
			if tt.out == "{\n" {
				fits(t, "decision", got.out)
			}
			hint := "hint: it does no harm to say it again\n"
			if tt.words[0] != "message" {
				hint = "hint: coldstart list decisions --host attic shows it\n"
			}
			if unknown := strings.Contains(got.err, "it is unknown"); strings.Contains(got.err, hint) != unknown {
				t.Errorf("got %q", got.err)
			}
			_, err := os.Stat(filepath.Join(home, "vault", "Approved", "a.md"))
			if decided := err == nil; decided != tt.decided {
				t.Errorf("decided: %v", decided)
			}
			if tt.name == "not done" {
				// It can be said again.
				if again := run(env, tt.words...); again.code != exitDone || !strings.HasPrefix(again.out, "on attic: moved ") {
					t.Errorf("again: %+v", again)
				}
			}
		})
	}
}

// greetingOf is how the far side greets.
func greetingOf(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("coldstart", remote.Serving)
	cmd.Dir, cmd.Env = t.TempDir(), []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "USER=mira"}
	out := must.Get(cmd.Output())(t)
	return string(out)
}

// A host whose clock is off says so once in what a command writes, and in no prompt.
func TestAHostWhoseClockIsOff(t *testing.T) {
	t.Parallel()
	env, _ := reachedBy(t, "exec coldstart serve-stdio --now 2026-01-02T03:04:05Z")
	said := "hint: the clocks differ: on attic it is 2026-01-02T03:04:05Z, here 20"
	for _, words := range []string{"approvals --host attic", "approvals --host attic --json", "vaults --host attic", "status --hosts", "approve a --host attic -m go"} {
		if got := run(env, split(words)...); got.code != exitDone || strings.Count(got.err, said) != 1 {
			t.Errorf("%s: got %+v", words, got)
		}
	}
	if got := run(env, "status", "--short", "--hosts"); got.err != "" {
		t.Errorf("got %+v", got)
	}
	env, _ = reachedBy(t, "exec coldstart serve-stdio --now "+time.Now().UTC().Add(2*time.Minute).Format(time.RFC3339))
	if got := run(env, "approvals", "--host", "attic"); got.code != exitDone || strings.Contains(got.err, "clocks") {
		t.Errorf("got %+v", got)
	}
}

// What a host tells to type is for the operator's own shell.
func TestTheHintsOfAHostNameIt(t *testing.T) {
	t.Parallel()
	env, _ := reachedBy(t, "exec coldstart serve-stdio")
	env.StdinIsTerminal = false
	got := run(env, "approve", "a", "--host", "attic", "--vault", "my vault/../vault", "-m", "it's fine")
	seen := "--host attic --vault 'my vault/../vault'"
	if got.code != exitUsage || strings.Count(got.err, "hint: ") != 2 || !strings.Contains(got.err, "\nhint: look at it with coldstart show "+seen+" Pending_Approval/a.md; ") {
		t.Fatalf("got %+v", got)
	}
	_, line, ok := strings.Cut(got.err, "run:\nhint: coldstart ")
	if !ok {
		t.Fatalf("got %+v", got)
	}
	if again := run(env, shellWords(t, line)...); again.code != exitDone || !strings.HasPrefix(again.out, "on attic: moved ") {
		t.Errorf("%q: got %+v", line, again)
	}
	c := newCall(t.Context(), env)
	c.host = "attic"
	for text, want := range map[string]string{
		"hint: see coldstart list decisions\n": "hint: see coldstart list decisions --host attic\n",
		"hint: coldstart help approve":         "hint: coldstart help approve",
		"hint: coldstart init makes one here":  "hint: on attic: coldstart init makes one here",
		"error: no coldstart status there\n":   "error: on attic: no coldstart status there\n",
		"hint: try again":                      "hint: try again",
	} {
		if got := c.fromThere(settings.OwnHost{Name: "attic"}, text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// shellWords are the words of a line as a shell takes them.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	out := must.Get(exec.Command("sh", "-c", `printf '%s\n' `+line).Output())(t)
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}
