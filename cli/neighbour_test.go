package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/cli/remote"
	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
)

// neighbour builds the program with changes of its sources, as another version of it: by file, one text for another.
func neighbour(t *testing.T, changes map[string][][2]string) string {
	t.Helper()
	dir := t.TempDir()
	replaced := map[string]string{}
	for file, all := range changes {
		path := must.Get(filepath.Abs(filepath.Join("..", file)))(t)
		text := must.Get(os.ReadFile(path))(t)
		for _, change := range all {
			if strings.Count(string(text), change[0]) != 1 {
				t.Fatalf("%s has %q %d times", file, change[0], strings.Count(string(text), change[0]))
			}
			text = []byte(strings.Replace(string(text), change[0], change[1], 1))
		}
		replaced[path] = filepath.Join(dir, strings.ReplaceAll(file, "/", "_"))
		must.Do(t, os.WriteFile(replaced[path], text, 0o644))
	}
	overlay := must.Get(json.Marshal(map[string]any{"Replace": replaced}))(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644))
	program := filepath.Join(dir, "coldstart")
	cmd := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// withMore is a version that sends more than this one: a key of a plan, a list of a snapshot, a key of an answer and of a greeting.
func withMore() map[string][][2]string {
	return map[string][][2]string{
		"model/plan.go":         {{"type Plan struct {", "type Plan struct {\n\tMood string\n\tMoods map[string][]int"}},
		"model/snapshot.go":     {{"type Snapshot struct {", "type Snapshot struct {\n\tMoods []Moody"}, {"// MostHistory is", "// Moody is new.\ntype Moody struct{ Of string }\n\n// MostHistory is"}},
		"cli/remote/message.go": {{"type hello struct {", "type hello struct {\n\tMood string `json:\"mood\"`"}},
		"cli/remote/serve.go": {
			{"Account: s.Account, Now: s.Now()", "Account: s.Account, Mood: \"calm\", Now: s.Now()"},
			{"\ttimeless := snapshot\n", "\ttimeless := snapshot\n\ttimeless.Moods = []model.Moody{{Of: \"calm\"}}\n\tfor i := range timeless.Plans {\n\t\ttimeless.Plans[i].Mood, timeless.Plans[i].Moods = \"calm\", map[string][]int{\"a\": {1}}\n\t}\n"},
		},
	}
}

// hostOf connects this program with another version on a host that has a copy of the demo.
func hostOf(t *testing.T, program string) (conn *remote.Conn, home string) {
	t.Helper()
	home = newFarHost(t, "vault").home
	conn = remote.New(remote.Config{
		Host: remote.Host{Name: "attic", SSH: "me@attic", Dir: "vault"}, Operator: "sam@porch", Version: "v1", Now: demoStart,
		Command: func(ctx context.Context) *exec.Cmd {
			cmd := exec.CommandContext(ctx, program, remote.Serving)
			cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "USER=mira"}
			return cmd
		},
	})
	t.Cleanup(func() { conn.Close() })
	return conn, home
}

// askedBy runs another version here, which reaches this one by a program called ssh.
func askedBy(t *testing.T, program string) (home string, run func(words ...string) (string, error)) {
	t.Helper()
	home = newFarHost(t, "vault").home
	bin, own := t.TempDir(), t.TempDir()
	serve := must.Get(exec.LookPath("coldstart"))(t)
	script := fmt.Sprintf("#!/bin/sh\ncd %s && HOME=%s exec %s serve-stdio\n", home, home, serve)
	settings := filepath.Join(own, "coldstart.yaml")
	for file, text := range map[string]string{filepath.Join(bin, "ssh"): script, settings: "hosts:\n  - {name: attic, ssh: me@attic, dir: vault}\n"} {
		must.Do(t, os.WriteFile(file, []byte(text), 0o755))
	}
	return home, func(words ...string) (string, error) {
		cmd := exec.Command(program, append(words, "--config", settings)...)
		cmd.Dir, cmd.Env = own, []string{"HOME=" + own, "PATH=" + bin + ":" + os.Getenv("PATH"), "USER=sam"}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
}

// decidable is a request that can be rejected.
func decidable(s model.Snapshot) int {
	return slices.IndexFunc(s.Requests, func(r model.Request) bool { return !rule.Refuse(s, r.Ref(), model.ChoiceReject).Given() })
}

// Two versions of which one sends more look and decide together, whichever asks.
func TestTwoVersionsDecideTogether(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the program")
	}
	program := neighbour(t, withMore())
	conn, home := hostOf(t, program)
	store := conn.Store(remote.Listed{Name: "vault", Dir: filepath.Join(home, "vault")})
	s, err := store.Load(t.Context(), demoStart())
	if err != nil || s.ReadOnly != "" || len(s.Plans) == 0 || decidable(s) < 0 {
		t.Fatalf("%q, %d plans, %v", s.ReadOnly, len(s.Plans), err)
	}
	here, err := newFarHostLoad(t)
	if err != nil || len(here.Plans) != len(s.Plans) || len(here.Requests) != len(s.Requests) {
		t.Fatalf("%d plans there, %d here, %v", len(s.Plans), len(here.Plans), err)
	}
	r := s.Requests[decidable(s)]
	must.Get(store.Decide(t.Context(), model.Decision{Ref: r.Ref(), Choice: model.ChoiceReject, Seen: r.Seen, Note: "not now", At: demoStart()}))(t)
	if _, err := os.Stat(filepath.Join(home, "vault", r.Path)); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("it is still pending: %v", err)
	}

	far, run := askedBy(t, program)
	if out, err := run("approvals", "--hosts", "--json"); err != nil || !strings.Contains(out, r.Path) {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := run("reject", r.Path, "--host", "attic", "-m", "not now", "--now", "2026-03-14T07:02:00Z"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(far, "vault", r.Path)); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("it is still pending: %v", err)
	}
}

// newFarHostLoad loads the same vault from a host of this version.
func newFarHostLoad(t *testing.T) (model.Snapshot, error) {
	t.Helper()
	h := newFarHost(t, "vault")
	store, _ := h.only(t)
	return store.Load(t.Context(), demoStart())
}

// Versions with other rules look at each other's vaults, decide nothing there, and say why.
func TestVersionsWithOtherRulesOnlyLook(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the program")
	}
	program := neighbour(t, map[string][][2]string{"cli/remote/typing.go": {{"\trules = ", "\trules = 9"}}})
	conn, home := hostOf(t, program)
	store := conn.Store(remote.Listed{Name: "vault", Dir: filepath.Join(home, "vault")})
	s, err := store.Load(t.Context(), demoStart())
	if err != nil || len(s.Plans) == 0 || !strings.Contains(s.ReadOnly, "decides by other rules than coldstart") {
		t.Fatalf("%q, %d plans, %v", s.ReadOnly, len(s.Plans), err)
	}
	r := s.Requests[0]
	if doc, err := store.Read(t.Context(), r.Ref()); err != nil || len(doc.Bytes) == 0 {
		t.Fatal(err)
	}
	_, err = store.Decide(t.Context(), model.Decision{Ref: r.Ref(), Choice: model.ChoiceReject, Seen: r.Seen, Note: "no", At: demoStart()})
	if !errors.Is(err, model.ErrReadOnly) || !strings.Contains(err.Error(), "decides by other rules") {
		t.Fatal(err)
	}
	must.Do(t, store.KeepLook(t.Context(), model.Look{}))
	for _, words := range [][]string{{"reject", r.Path, "-m", "no"}, {"pin", s.Plans[0].Path}, {"message", "hello"}} {
		if out, err := conn.Run(t.Context(), words); err == nil && out.Exit == exitDone {
			t.Errorf("%q was done: %s", words, out.Stdout)
		}
	}
	if _, err := conn.Decide(t.Context(), []string{"reject", r.Path, "-m", "no"}); !errors.Is(err, model.ErrReadOnly) {
		t.Error(err)
	}
	far, run := askedBy(t, program)
	if out, err := run("reject", r.Path, "--host", "attic", "-m", "no"); err == nil || !strings.Contains(out, "decides by other rules") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, dir := range []string{home, far} {
		if _, err := os.Stat(filepath.Join(dir, "vault", r.Path)); err != nil {
			t.Error(err)
		}
	}
}
