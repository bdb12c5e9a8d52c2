//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// from is the operator's own machine, whose settings name others as hosts.
func from(t *testing.T, hosts string) Env {
	t.Helper()
	env := machine(t, t.TempDir())
	env.StdinIsTerminal, env.Operator = true, operatorHere
	write(t, env.Dir, "coldstart.yaml", "hosts:\n"+hosts)
	return env
}

// onHost runs a command on the machine.
func (m *sshd) onHost(t *testing.T, destination, dir string, line ...string) result {
	t.Helper()
	env := from(t, "  - {name: attic, ssh: "+destination+", dir: "+dir+"}\n")
	return run(env, append(line, "--host", "attic", "--config", filepath.Join(env.Dir, "coldstart.yaml"))...)
}

// decidingLines decide one of each kind, one after the other.
func decidingLines() [][]string {
	return [][]string{
		{"approve", pricesRequest, "-m", "prices are right"},
		{"undo"},
		{"approve", pricesRequest},
		{"reject", tyresRequest, "-m", "the discount is not in the contract"},
		{"changes", truingRequest, "-m", "name the day; $(touch x) 'and' \"more\""},
		{"ack", "244"},
		{"rerun", "runs/quarterly-report/trace.md", "-m", "as agreed"},
		{"skip", "runs/import-ledger/trace.md"},
		{"accept", "Vt3xQ9pLd2"},
		{"decline", "mB7eKz40Wy"},
		{"undo"},
	}
}

// TestDecidedByHostAsHere runs the same lines there, with --host, and here: what they say is the same
// but for the machine, and so are the files in each byte, but for the names of the decisions.
func TestDecidedByHostAsHere(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "attic")
	far := m.vault("work/vault")
	env := from(t, "")
	env.Dir = filepath.Join(env.Dir, "vault")
	must.Do(t, os.CopyFS(env.Dir, os.DirFS(filepath.Join("..", "testdata", "demo"))))
	ids := regexp.MustCompile(`20260314T070200Z-[0-9a-f]{8}`)
	unnamed := func(all map[string]string) map[string]string {
		for name, text := range all {
			all[name] = ids.ReplaceAllString(text, "ID")
		}
		return all
	}
	for _, line := range decidingLines() {
		line = append(line, "--now", "2026-03-14T07:02:00Z")
		want, got := run(env, line...), m.onHost(t, m.name, "work/vault", line...)
		if got.code != exitDone || want.code != exitDone || got.out != "on attic: "+want.out {
			t.Fatalf("%q:\nthere %+v\nhere  %+v", line, got, want)
		}
		sameFiles(t, line[0], unnamed(files(t, far)), unnamed(files(t, env.Dir)))
	}
	past, err := m.local(far, "lou@attic").History()
	if err != nil || len(past) != len(decidingLines()) {
		t.Errorf("the ledger there has %d decisions (%v)", len(past), err)
	}
	for _, p := range past {
		if p.Operator != operatorHere || !strings.HasPrefix(p.Account, "lou@") {
			t.Errorf("the ledger there says %+v of %s", rule.By(p), p.Decision.Ref)
		}
	}
}

// TestCutWhileDecidingByHost breaks the connection while a line with --host decides. It says what became of
// it, and the same line said again tells the same.
func TestCutWhileDecidingByHost(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "attic")
	line := []string{"approve", pricesRequest, "-m", "prices are right"}
	r, name := m.newRoad()
	m.vault("whole/vault")
	if got := m.onHost(t, name, "whole/vault", line...); got.code != exitDone {
		t.Fatalf("%+v", got)
	}
	size := r.bytes()
	type place struct {
		way, bytes int
		wait       time.Duration
	}
	places := []place{{there, size[there] / 2, 0}, {back, size[back] / 2, 0}, {back, size[back] - 10, 0}}
	for _, wait := range []time.Duration{0, 3, 6, 10, 20} {
		places = append(places, place{there, size[there] - 200, wait * time.Millisecond})
	}
	for i, at := range whole.Some(t, 2, places) {
		dir := "cut" + string(rune('a'+i)) + "/vault"
		far := m.vault(dir)
		r, name := m.newRoad()
		r.after(at.bytes, at.way, func() {
			time.Sleep(at.wait)
			r.cut()
		})
		got := m.onHost(t, name, dir, line...)
		again := m.onHost(t, m.name, dir, line...)
		was := strings.HasPrefix(again.out, "on attic: already approved")
		notDone := got.code == exitFailed && strings.HasPrefix(got.err, "error: no decision made: the connection to attic was lost\n")
		// A line that was never sent fails with why the machine was not reached.
		unsent := got.code == exitFailed && strings.HasPrefix(got.err, "error: no decision made: the connection to attic ended")
		if again.code != exitDone || (got.code == exitDone) != was || got.code != exitDone && !notDone && !unsent {
			t.Errorf("cut %+v: %+v, and then %+v", at, got, again)
		}
		if _, err := os.Stat(filepath.Join(far, "Approved", pricesRequest)); err != nil {
			t.Error(err)
		}
		past, err := m.local(far, "lou@attic").History()
		if err != nil || len(past) != 1 {
			t.Errorf("decided %d times (%v)", len(past), err)
		}
	}
}

// TestWhatAHostPrintsIsShownAsText has a machine print what would draw on the operator's screen.
func TestWhatAHostPrintsIsShownAsText(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "attic")
	m.runsInstead("printf '" + octal(garbage) + "'; printf '" + octal(garbage) + "' >&2; exit 3")
	for _, line := range [][]string{{"status"}, {"status", "--json"}, {"approve", "x"}, {"vaults"}} {
		got := m.onHost(t, m.name, "vault", line...)
		if got.code == exitDone {
			t.Errorf("%q: %+v", line, got)
		}
		scan(t, line, got.out+got.err, isShown)
	}
}
