package vault_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

const mailFile = "Pending_Approval/mail.md"

// everyKind is a vault with something to decide of every kind.
func everyKind() files {
	return blockedVault().With(files{
		mailFile:          "---\nplan_id: PLAN-2026-001\n---\nMail\n",
		payFile + ".note": "2026-02-20T09:00:00Z Operator: Changes wanted — which berth?\n",
		places.SeedName:   examples.Seed,
		tracePath:         seedTrace("in-progress", "in-progress"),
		eventFile:         orphanLog,
	}).With(researching(headed(freshHead, sections))).With(boatyard())
}

// inGit commits a whole vault.
func inGit(t *testing.T, f files) (v *vaulttest.Vault, git func(args ...string) string) {
	t.Helper()
	run := withGit(t)
	v = decidingVault(t, f)
	git = func(args ...string) string {
		t.Helper()
		return run(v.Dir(), args...)
	}
	git("init", "-q", "--template=")
	git("add", ".")
	git("commit", "-q", "-m", "First")
	return v, git
}

// In a vault that is all committed every decision of which a commit is made leaves nothing that is
// not, nor does its undo, which is one more commit.
func TestACommitHoldsAllThatADecisionChanges(t *testing.T) {
	for _, tt := range []struct {
		path    string
		choice  model.Choice
		subject string
		// changed are the names in the commit, apart from the day's log.
		changed string
	}{
		{payFile, model.ChoiceApprove, "Approve: approved 'pay.md'", "A Approved/pay.md A Approved/pay.md.note D Pending_Approval/pay.md D Pending_Approval/pay.md.note M Plans/PLAN-2026-001.md"},
		{payFile, model.ChoiceReject, "Reject: rejected 'pay.md'", "D Pending_Approval/pay.md D Pending_Approval/pay.md.note M Plans/PLAN-2026-001.md A Rejected/pay.md A Rejected/pay.md.note"},
		{payFile, model.ChoiceChanges, "Changes: changes wanted on 'pay.md'", "M Pending_Approval/pay.md.note M Plans/PLAN-2026-001.md"},
		{mailFile, model.ChoiceReject, "Reject: rejected 'mail.md'", "D Pending_Approval/mail.md M Plans/PLAN-2026-001.md A Rejected/mail.md A Rejected/mail.md.note"},
		{places.SeedName + "#pro_1", model.ChoiceAccept, "Confirm: accepted 'Claims go faster with photographs'", "M seed.json"},
		{tracePath, model.ChoiceRerun, "Re-run: a step of '" + filepath.Base(tracePath) + "'", "M " + tracePath},
		{mooringApproval, model.ChoiceApprove, "Approve: approved '" + filepath.Base(mooringApproval) + "'", "M " + mooringApproval},
		{journalName, model.ChoiceEntry, "Entry: wrote an entry into 'wheels'", "M " + journalName},
		{problemsFolder + "/cogs", model.ChoiceSwitch, "Switch: switched to 'cogs'", "M " + configName},
		{eventFile + "#244", model.ChoiceAck, "Ack: acknowledged '244'", "M " + eventFile},
	} {
		t.Run(tt.subject, func(t *testing.T) {
			v, git := inGit(t, everyKind())
			d := wish(t, v, tt.path, tt.choice, "because")
			d.Commit = true
			preview := must.Get(v.Preview(t.Context(), d))(t)
			receipt := mustDecide(t, v, d)
			if got := withoutID(t, receipt); !reflect.DeepEqual(got, preview) || len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v\npreview %+v", receipt, preview)
			}
			if last := preview[len(preview)-1]; last.Kind != model.ChangeCommit || !slices.Equal(last.After, []string{tt.subject}) {
				t.Errorf("the last change is %+v", last)
			}
			if got := git("log", "--format=%s"); got != tt.subject+"\nFirst\n" {
				t.Errorf("the log is %q", got)
			}
			if got := changedIn(git, "HEAD^", "HEAD"); got != tt.changed {
				t.Errorf("changed are %s\nwant %s", got, tt.changed)
			}
			if got := git("status", "--short"); got != "" {
				t.Errorf("not committed is\n%s", got)
			}
			if tt.choice == model.ChoiceAck {
				return // such logs are only added to
			}
			undo := undoOf(t, v, "")
			undo.Commit, undo.At = true, undo.At.Add(time.Minute)
			if back := mustDecide(t, v, undo); len(back.Notices) > 0 || back.Changes[len(back.Changes)-1].Kind != model.ChangeCommit {
				t.Errorf("undo %+v", back)
			}
			if got := git("log", "--format=%s", "HEAD^..HEAD"); !strings.HasPrefix(got, "Undo: took back the "+tt.choice.Noun()+" '") {
				t.Errorf("the commit of the undo is %q", got)
			}
			if got := git("status", "--short"); got != "" {
				t.Errorf("after the undo not committed is\n%s", got)
			}
			if got := strings.ReplaceAll(changedIn(git, "HEAD~2", "HEAD"), "M Plans/PLAN-2026-001.md", ""); got != "" {
				t.Errorf("after the undo there differs %s", got)
			}
		})
	}
}

// changedIn are the files that differ between two commits, apart from the day's log.
func changedIn(git func(args ...string) string, from, to string) string {
	var names []string
	for line := range strings.Lines(git("diff", "--name-status", "--no-renames", from, to)) {
		if line = strings.ReplaceAll(strings.TrimSpace(line), "\t", " "); !strings.HasPrefix(strings.ToLower(line[2:]), "log") {
			names = append(names, line)
		}
	}
	return strings.Join(names, " ")
}

// What others staged, changed or wrote in the meantime stays theirs.
func TestACommitHasOnlyWhatTheDecisionWrote(t *testing.T) {
	v, git := inGit(t, everyKind())
	v.Overwrite(t, "staged.txt", "x")
	git("add", "staged.txt")
	mustDecide(t, v, wish(t, v, mailFile, model.ChoiceChanges, "shorter"))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	d.Commit, d.At = true, d.At.Add(time.Minute)
	added := func(name, line string) {
		f := must.Get(os.OpenFile(filepath.Join(v.Dir(), name), os.O_APPEND|os.O_WRONLY, 0))(t)
		defer f.Close()
		must.Get(f.WriteString(line))(t)
	}
	// Both come behind our own lines, and before the commit.
	v.Where.Disk.Before = func(op, name string) {
		if op == "ledger" && name == "done" {
			added("Plans/PLAN-2026-001.md", "an agent's line\n")
			added(dayFile, "{\"event\": \"later\"}\n")
		}
	}
	mustDecide(t, v, d)
	if got, want := git("status", "--short"), " M "+dayFile+"\n M Plans/PLAN-2026-001.md\nA  staged.txt\n?? "+mailFile+".note\n"; got != want {
		t.Errorf("the status is %q, want %q", got, want)
	}
	if got := git("show", "HEAD:Plans/PLAN-2026-001.md"); strings.Contains(got, "an agent's line") || !strings.Contains(got, "Approved") {
		t.Errorf("the plan is committed as %s", got)
	}
	if got := git("show", "HEAD:"+dayFile); strings.Contains(got, "later") || !strings.Contains(got, "approval_approved") {
		t.Errorf("the log is committed as %s", got)
	}
}

func TestAnIgnoredLogIsLeftOutOfTheCommit(t *testing.T) {
	v, git := inGit(t, everyKind().With(files{".gitignore": "Logs/\nLog/\n"}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	d.Commit = true
	receipt := mustDecide(t, v, d)
	if want := []string{"not committed: " + dayFile + ": git ignores the file"}; !slices.Equal(receipt.Notices, want) {
		t.Errorf("notices %q, want %q", receipt.Notices, want)
	}
	if got := git("log", "-1", "--format=%s"); got != "Approve: approved 'pay.md'\n" {
		t.Errorf("the commit is %q", got)
	}
}

// Where git ignores what a request becomes, a commit of its removal alone would lose it for others. An
// undo is committed all the same: what was decided has to go everywhere.
func TestARequestIsNotLostForOthersWhereWhatWasDecidedIsIgnored(t *testing.T) {
	v, git := inGit(t, everyKind().With(files{".gitignore": "Approved/\n"}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	d.Commit = true
	receipt := mustDecide(t, v, d)
	if got := changedIn(git, "HEAD^", "HEAD"); got != "M Plans/PLAN-2026-001.md" {
		t.Errorf("committed is %s", got)
	}
	want := []string{
		"not committed: Approved/pay.md, Approved/pay.md.note: git ignores the file",
		"not committed: Pending_Approval/pay.md, Pending_Approval/pay.md.note: the decided file is not committed, and a removal alone would lose it elsewhere",
	}
	if !slices.Equal(receipt.Notices, want) {
		t.Errorf("notices %q, want %q", receipt.Notices, want)
	}

	v, git = inGit(t, everyKind())
	d = wish(t, v, payFile, model.ChoiceApprove, "")
	d.Commit = true
	mustDecide(t, v, d)
	v.Overwrite(t, ".gitignore", "Pending_Approval/\n")
	undo := undoOf(t, v, "")
	undo.Commit, undo.At = true, undo.At.Add(time.Minute)
	mustDecide(t, v, undo)
	if got := changedIn(git, "HEAD^", "HEAD"); !strings.Contains(got, "D Approved/pay.md") {
		t.Errorf("committed of the undo is %s", got)
	}
}

// A log of the day that is in HEAD and not, or not whole, in the folder is not committed: the lines of others would go.
func TestACommitTakesNoLinesOutOfTheLog(t *testing.T) {
	v, git := inGit(t, everyKind())
	for minute, choice := range []model.Choice{model.ChoiceChanges, model.ChoiceReject} {
		if minute == 0 {
			v.Overwrite(t, dayFile, "{\"event\": \"another machine's\"}\n")
			git("add", ".")
			git("commit", "-q", "-m", "Log")
			must.Do(t, os.Remove(filepath.Join(v.Dir(), dayFile)))
		}
		d := wish(t, v, payFile, choice, "because")
		d.Commit, d.At = true, d.At.Add(time.Duration(minute)*time.Minute)
		receipt := mustDecide(t, v, d)
		if want := []string{"not committed: " + dayFile + ": the file in the folder lacks lines that git has of it"}; !slices.Equal(receipt.Notices, want) {
			t.Errorf("notices %q, want %q", receipt.Notices, want)
		}
		if got := git("show", "HEAD:"+dayFile); got != "{\"event\": \"another machine's\"}\n" {
			t.Errorf("the log is committed as %s", got)
		}
	}
	if got := git("log", "--format=%s"); got != "Reject: rejected 'pay.md'\nChanges: changes wanted on 'pay.md'\nLog\nFirst\n" {
		t.Errorf("the commits are %q", got)
	}
	// A list whose end moves down, and ends of lines that a checkout changed, lack nothing.
	v, git = inGit(t, everyKind().With(files{dayFile: "[\r\n  {\"event\": \"earlier\"}\r\n]\r\n"}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	d.Commit = true
	if receipt := mustDecide(t, v, d); len(receipt.Notices) > 0 {
		t.Errorf("notices %q", receipt.Notices)
	}
	if got := git("show", "HEAD:"+dayFile); !strings.Contains(got, "earlier") || !strings.Contains(got, "approval_approved") {
		t.Errorf("the log is committed as %s", got)
	}
}

// Two machines that keep a vault in step by git decide in turn.
func TestDecisionsReachTheOtherCloneByAPull(t *testing.T) {
	run := withGit(t)
	base := t.TempDir()
	makeFiles(t, filepath.Join(base, "vault"), everyKind())
	first := filepath.Join(base, "vault")
	run(first, "init", "-q")
	run(first, "add", ".")
	run(first, "commit", "-q", "-m", "First")
	other := filepath.Join(t.TempDir(), "vault")
	run(base, "clone", "-q", first, other)
	here, there := openVault(t, base, "state"), openVault(t, filepath.Dir(other), "state")
	approve := wish(t, here, payFile, model.ChoiceApprove, "")
	approve.Commit = true
	mustDecide(t, here, approve)
	run(other, "pull", "-q", "--no-rebase", first, "HEAD")
	if treeOf(t, other)[payFile] != "" || treeOf(t, other)["Approved/pay.md"] != payRequest {
		t.Error("the other clone does not have the approval")
	}
	reject := wish(t, there, mailFile, model.ChoiceReject, "not now")
	reject.Commit, reject.At = true, reject.At.Add(time.Hour)
	mustDecide(t, there, reject)
	run(first, "pull", "-q", "--no-rebase", other, "HEAD")
	if got := run(first, "status", "--short"); got != "" {
		t.Errorf("after the pull the status is %q", got)
	}
	s := mustLoad(t, here)
	for _, r := range s.Requests {
		if r.Path == payFile || r.Path == mailFile {
			t.Errorf("%s still waits", r.Path)
		}
	}
	if got := run(first, "log", "--format=%s"); got != "Reject: rejected 'mail.md'\nApprove: approved 'pay.md'\nFirst\n" {
		t.Errorf("the log is %q", got)
	}
}

func TestALogThatIsTooLargeIsNotCommitted(t *testing.T) {
	v, git := inGit(t, everyKind())
	must.Do(t, os.Truncate(filepath.Join(v.Dir(), eventFile), 65<<20))
	f := must.Get(os.OpenFile(filepath.Join(v.Dir(), eventFile), os.O_APPEND|os.O_WRONLY, 0))(t)
	defer f.Close()
	must.Get(f.WriteString("\n" + orphanLog))(t)
	d := wish(t, v, eventFile+"#244", model.ChoiceAck, "")
	d.Commit = true
	receipt := mustDecide(t, v, d)
	if len(receipt.Notices) != 1 || !strings.HasPrefix(receipt.Notices[0], "not committed: "+eventFile+": ") {
		t.Errorf("notices %q", receipt.Notices)
	}
	if got := changedIn(git, "HEAD^", "HEAD"); got != "" {
		t.Errorf("committed is %s", got)
	}
}

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
	if want := "its git commit stays; commit the files by hand"; !slices.Equal(undo.Notices, []string{want}) {
		t.Errorf("notices %q", undo.Notices)
	}
}
