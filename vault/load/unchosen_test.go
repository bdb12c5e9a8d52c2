package load_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault"
	"coldstart/vault/vaulttest"
)

// An agent whose hook is called in every repository must leave nothing in one that never chose
// coldstart, whatever its folders are called.
func TestNothingIsWrittenForAgentsWhereNobodyMadeAVault(t *testing.T) {
	t.Parallel()
	dir := examples.Folders(t, "logs/build.log", "src/main.c", "trace.txt")
	found := vault.Options{StateDir: t.TempDir(), UpTo: "~/shop"}
	v := must.Get(vaulttest.Open(dir, found))(t)
	t.Cleanup(func() { v.Close() })
	s := mustLoad(t, v)
	if !s.Strange || len(s.Problems) > 0 || s.Search.UpTo != "~/shop" {
		t.Errorf("strange %v, problems %v, up to %s", s.Strange, s.Problems, s.Search.UpTo)
	}
	_, startErr := v.StartSession(t.Context(), "", "Spindle", "", loadTime)
	_, endErr := v.EndSession(t.Context(), "1", "Spindle", model.Handoff{}, loadTime)
	_, draftErr := v.DraftRequest(t.Context(), model.RequestDraft{Step: 1, Action: "email", Target: "a@b.example", Rationale: "They wait.", Details: "Hello."}, loadTime)
	for what, err := range map[string]error{"start": startErr, "end": endErr, "draft": draftErr} {
		if !errors.Is(err, model.ErrNoVault) {
			t.Errorf("%s: %v", what, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%d entries, %v", len(entries), err)
	}

	// A vault that is made while it is open is one.
	must.Do(t, os.Mkdir(filepath.Join(dir, "Plans"), 0o755))
	if _, err := v.StartSession(t.Context(), "", "Spindle", "", loadTime); err != nil {
		t.Error(err)
	}
	if s := mustLoad(t, v); s.Strange || len(s.Events.Sessions) != 1 {
		t.Errorf("strange %v, %d sessions", s.Strange, len(s.Events.Sessions))
	}
}

// In a folder that was found only what lies near its root is looked for; one that is named is
// read whole.
func TestTracesDeepInAFoundFolderAreNotLookedFor(t *testing.T) {
	t.Parallel()
	dir := examples.Folders(t, "a/b/trace.md", "a/b/c/trace.md", "vendor/trace.md")
	for _, name := range []string{"a/b/trace.md", "a/b/c/trace.md", "vendor/trace.md"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("# Trace\n\n## Step 1: sow\n\n**Status:** completed\n"), 0o644))
	}
	for upTo, want := range map[string]int{"": 3, "~/shop": 1} {
		v := must.Get(vaulttest.Open(dir, vault.Options{UpTo: upTo}))(t)
		t.Cleanup(func() { v.Close() })
		s := mustLoad(t, v)
		if n := len(s.Traces) + len(s.Problems); n != want {
			t.Errorf("up to %q: %d traces, want %d", upTo, n, want)
		}
	}
}

// Around a repository lie others, which are nobody's business there.
func TestNothingIsReadInTheOtherRepositoriesOfAVaultAround(t *testing.T) {
	t.Parallel()
	dir := examples.Folders(t, "Plans/", "Logs/", "mine/trace.md", "other/.git/", "other/trace.md", "other/deep/trace.md", "tree/.git", "tree/trace.md", "Inbox/.git/", "Inbox/x.md")
	for around, want := range map[bool]int{false: 5, true: 1} {
		v := must.Get(vaulttest.Open(dir, vault.Options{UpTo: "~/code/mine", Repository: true, Around: around}))(t)
		// An empty trace is a problem.
		if s := mustLoad(t, v); len(s.Problems)+len(s.Intake) != want {
			t.Errorf("around %v: problems %+v, intake %+v", around, s.Problems, s.Intake)
		}
		v.Close()
	}
}
