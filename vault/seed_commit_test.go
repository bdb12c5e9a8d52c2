package vault_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

func TestADecisionIsCommittedWhenTheOperatorWantsIt(t *testing.T) {
	git := withGit(t)
	v := decidingVault(t, files{places.SeedName: examples.Seed, "staged.txt": "x"})
	git(v.Dir(), "init", "-q")
	git(v.Dir(), "add", places.SeedName)
	git(v.Dir(), "commit", "-q", "-m", "First")
	git(v.Dir(), "add", "staged.txt")
	for i, tt := range []struct {
		choice  model.Choice
		commit  bool
		subject string
	}{
		{model.ChoiceDecline, false, "First"},
		{model.ChoiceDecline, true, "Reject: rejected 'Claims go faster with photographs'"},
		{model.ChoiceAccept, true, "Confirm: accepted 'Claims go faster with photographs'"},
	} {
		v.Overwrite(t, places.SeedName, examples.Seed)
		d := wish(t, v, places.SeedName+"#pro_1", tt.choice, "")
		d.Commit = tt.commit
		d.At = d.At.AddDate(0, 0, i)
		preview := must.Get(v.Preview(t.Context(), d))(t)
		receipt := mustDecide(t, v, d)
		if got := withoutID(t, receipt); !reflect.DeepEqual(got, preview) || len(receipt.Notices) > 0 || !reflect.DeepEqual(receipt.Decision, d) {
			t.Errorf("receipt %+v\npreview %+v", receipt, preview)
		}
		last := preview[len(preview)-1]
		if want := (model.Change{Kind: model.ChangeCommit, Path: places.SeedName, After: []string{tt.subject}}); tt.commit != reflect.DeepEqual(last, want) {
			t.Errorf("the last change is %+v", last)
		}
		if got := git(v.Dir(), "log", "-1", "--format=%s"); got != tt.subject+"\n" {
			t.Errorf("the last commit is %q", got)
		}
		if !tt.commit {
			continue
		}
		if got := git(v.Dir(), "show", "HEAD:"+places.SeedName); got != treeOf(t, v.Dir())[places.SeedName] {
			t.Errorf("committed is %s", got)
		}
		if got := git(v.Dir(), "status", "--short", places.SeedName, "staged.txt"); got != "A  staged.txt\n" {
			t.Errorf("the status is %q", got)
		}
	}
}

func TestACommitThatCannotBeMadeIsANotice(t *testing.T) {
	for name, tt := range map[string]struct {
		prepare func(t *testing.T, v *vaulttest.Vault, git func(string, ...string) string)
		// promised says that the dialog shows a commit.
		promised bool
		notice   string
	}{
		"no repository": {func(*testing.T, *vaulttest.Vault, func(string, ...string) string) {}, false, "not committed: the file is not in a git repository"},
		"no author": {func(t *testing.T, v *vaulttest.Vault, git func(string, ...string) string) {
			git(v.Dir(), "init", "-q")
			must.Do(t, os.Remove(filepath.Join(os.Getenv("HOME"), ".gitconfig")))
		}, true, "not committed: git has no author; set user.name and user.email"},
		"ignored": {func(t *testing.T, v *vaulttest.Vault, git func(string, ...string) string) {
			git(v.Dir(), "init", "-q")
			v.Overwrite(t, ".gitignore", "seed.json\nLogs/\n")
		}, true, "not committed: git ignores the file"},
		"no git": {func(t *testing.T, v *vaulttest.Vault, git func(string, ...string) string) {
			git(v.Dir(), "init", "-q")
			t.Setenv("PATH", t.TempDir())
		}, false, "not committed: git is not installed"},
	} {
		t.Run(name, func(t *testing.T) {
			git := withGit(t)
			v := decidingVault(t, files{places.SeedName: examples.Seed})
			t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(v.Dir()))
			tt.prepare(t, v, git)
			d := wish(t, v, places.SeedName+"#pro_1", model.ChoiceAccept, "")
			d.Commit = true
			preview := must.Get(v.Preview(t.Context(), d))(t)
			if got := preview[len(preview)-1].Kind == model.ChangeCommit; got != tt.promised {
				t.Errorf("the preview is %+v", preview)
			}
			receipt := mustDecide(t, v, d)
			if !slices.Equal(receipt.Notices, []string{tt.notice}) || receipt.Changes[len(receipt.Changes)-1].Kind == model.ChangeCommit {
				t.Errorf("receipt %+v", receipt)
			}
			if m := mustLoad(t, v).Memory; len(m.Learned) != 3 || len(openLedger(t, v)) > 0 {
				t.Errorf("the decision does not hold: %+v", m)
			}
			if undo := mustDecide(t, v, undoOf(t, v, "")); len(undo.Notices) > 0 {
				t.Errorf("the undo names a commit: %q", undo.Notices)
			}
		})
	}
}

func TestAnUndoTellsOfACommitThatWasMade(t *testing.T) {
	git := withGit(t)
	v := decidingVault(t, files{places.SeedName: examples.Seed})
	git(v.Dir(), "init", "-q")
	d := wish(t, v, places.SeedName+"#pro_1", model.ChoiceDecline, "")
	d.Commit = true
	mustDecide(t, v, d)
	undo := mustDecide(t, v, undoOf(t, v, ""))
	if want := "its git commit stays; commit the files by hand as they are now"; !slices.Equal(undo.Notices, []string{want}) {
		t.Errorf("notices %q", undo.Notices)
	}
}
