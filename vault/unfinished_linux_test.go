package vault_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
)

func TestAWishForChangesIsItsNote(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{payFile + ".note/": ""}))
	before := treeOf(t, v.Dir())
	d := wish(t, v, payFile, model.ChoiceChanges, "name the berth")
	refusedWith(t, v, d, model.ErrNotAllowed, "a folder")
	sameFiles(t, "without room for the note", treeOf(t, v.Dir()), before)
	wantFates(t, v, "without room for the note")
	mustRemove(t, v, payFile+".note")
	made := mustDecide(t, v, d)
	if got := v.TextOf(t, payFile+".note"); !strings.Contains(got, "name the berth") {
		t.Errorf("the note is %q", got)
	}
	if undone := mustDecide(t, v, undoOf(t, v, made.ID)); len(undone.Notices) > 0 || v.Where.Disk.Exists(payFile+".note") {
		t.Errorf("undone: %+v", undone)
	}
}

// A process that is killed between the note and the ledger has asked for changes, whatever
// was added to the note since.
func TestAKilledWishForChangesIsFoundByItsLine(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceChanges, "name the berth")
	for k := 1; ; k++ {
		e := errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d, KillAt: k}
		if _, killed := e.inChild(t); !killed {
			t.Fatal("it was never killed behind the note")
		}
		if v.Where.Disk.Exists(payFile + ".note") {
			break
		}
	}
	v.Overwrite(t, payFile+".note", v.TextOf(t, payFile+".note")+"which one?\n")
	if _, err := v.Recover(t.Context(), eleven); err != nil {
		t.Errorf("Recover: %v", err)
	}
	if past := fates(t, v); past[len(past)-1] != model.FateDone {
		t.Errorf("the decisions are %v", past)
	}
}

// What is in the way of a day's log stays in the way until somebody removes it, and is shown
// that long.
func TestAnEntryWaitsForTheDaysLog(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{dayFile + "/": ""}))
	made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	if said := strings.Join(made.Notices, "\n"); !strings.Contains(said, "the day's log was not written") || !strings.Contains(said, model.FinishHint) {
		t.Errorf("notices %q", made.Notices)
	}
	for range 2 {
		s := mustLoad(t, v)
		want := "approve of 2026-02-21T11:00:00Z holds; still to do: write " + dayFile + " (not a regular file: a folder)"
		shown := slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Path == "Approved/pay.md" && p.Reason == want })
		if len(s.Interrupted) != 1 || s.Interrupted[0].Fate != model.FateDone || !shown {
			t.Errorf("interrupted %+v, problems %+v", s.Interrupted, s.Problems)
		}
		if receipts, err := v.Recover(t.Context(), eleven); err == nil || len(receipts) > 0 {
			t.Errorf("Recover in vain = %+v, %v", receipts, err)
		}
	}
	mustRemove(t, v, dayFile)
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) != 1 || receipts[0].Void {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	if s := mustLoad(t, v); len(s.Interrupted) > 0 || !strings.Contains(v.TextOf(t, dayFile), made.ID) {
		t.Errorf("interrupted %+v, the log is %q", s.Interrupted, v.TextOf(t, dayFile))
	}
}

// Who may not write in Logs decides all the same: the entry follows later.
func TestALogsFolderOfAnotherAccountIsNotInTheWay(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{"Logs/": ""}))
	base := filepath.Dir(v.Dir())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	e := errand{Base: base, State: "state", Operator: "ines", Decision: &d}
	logs := filepath.Join(v.Dir(), "Logs")
	program := testProgram(t)
	other := os.Geteuid() == 0
	if other {
		program = copiedProgram(t, base)
		giveAway(t, base, nobody)
	}
	must.Do(t, os.Chmod(logs, 0o555))
	cmd, text := e.command(t, program)
	if other {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, _ := reportOf(t, cmd.Run(), text)
	if other {
		giveAway(t, base, 0)
	}
	must.Do(t, os.Chmod(logs, 0o755))
	said := strings.Join(out.Notices, "\n")
	if out.Err != "" || out.ReadOnly != "" || !strings.Contains(said, "permission denied; "+model.FinishHint) || !v.Where.Disk.Exists("Approved/pay.md") {
		t.Errorf("outcome %+v", out)
	}
	if s := mustLoad(t, v); len(s.Interrupted) != 1 || !slices.Equal(s.Interrupted[0].Left, []string{"write " + dayFile + " (permission denied)"}) {
		t.Errorf("interrupted %+v", s.Interrupted)
	}
	if receipts, err := v.Recover(t.Context(), eleven); err != nil || len(receipts) != 1 || !v.Where.Disk.Exists(dayFile) {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
}

// What a decision left that is long finished goes with the next start, if it is ours by its
// name and its bytes. Everything else is named.
func TestTheNextStartRemovesWhatIsOurs(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	temp := disk.TempName("Plans", made.ID)
	aside := disk.AsideName(temp, []byte(examples.BlockedPlan), []byte("next"))
	theirs := disk.AsideName(temp, []byte("was"), []byte("next"))
	stranger := disk.TempName("Approved", "20260221T110000Z-00000000")
	makeFiles(t, v.Dir(), files{temp: "half", aside: examples.BlockedPlan, theirs: "theirs", stranger: "not ours"})
	left, err := v.Leftovers(mustLoad(t, v))
	var ours, others []string
	for _, l := range left {
		if l.Ours {
			ours = append(ours, l.Path)
		} else {
			others = append(others, l.Path)
		}
	}
	if err != nil || len(ours) != 3 || !slices.Equal(others, []string{stranger}) {
		t.Errorf("leftovers %+v, %v", left, err)
	}
	if _, err := v.Recover(t.Context(), eleven); err != nil {
		t.Errorf("Recover: %v", err)
	}
	tree := treeOf(t, v.Dir())
	if kept := keptTexts(tree); !slices.Equal(kept, []string{"theirs"}) || tree[stranger] != "not ours" {
		t.Errorf("afterwards %q", tree)
	}
	for _, name := range []string{temp, aside, theirs} {
		if _, there := tree[name]; there {
			t.Errorf("%s is still there", name)
		}
	}
	left, err = v.Leftovers(mustLoad(t, v))
	if err != nil || len(left) != 2 {
		t.Errorf("leftovers %+v, %v", left, err)
	}
}

// A start of a session is no decision. One that was killed leaves nothing to the next start.
func TestAStartKilledAnywhereLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	begin := researching("").With(files{dayFile: "[]\n"})
	met := false
	for k, killed := 1, true; killed; k += whole.Rounds(3, 1) {
		v := decidingVault(t, begin)
		e := errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Starts: true, KillAt: k}
		_, killed = e.inChild(t)
		for name := range treeOf(t, v.Dir()) {
			met = met || disk.IsUnfinished(filepath.Base(name)) && strings.HasPrefix(filepath.Base(name), disk.PrivatePrefix)
		}
		if receipts, err := v.Recover(t.Context(), eleven.Add(time.Minute)); err != nil || len(receipts) > 0 {
			t.Errorf("killed at %d: Recover = %+v, %v", k, receipts, err)
		}
		for name := range treeOf(t, filepath.Dir(v.Dir())) {
			base := filepath.Base(name)
			if strings.HasPrefix(base, disk.PrivatePrefix) || strings.HasPrefix(base, "writing-") {
				t.Errorf("killed at %d: %s is left", k, name)
			}
		}
		if left, err := v.Leftovers(mustLoad(t, v)); err != nil || len(left) > 0 {
			t.Errorf("killed at %d: leftovers %+v, %v", k, left, err)
		}
	}
	if !met {
		t.Error("no start was killed beside a private file")
	}
}

// The same decision, made again after one that was interrupted before it took effect, counts.
func TestADecisionAfterADroppedOneSaysSo(t *testing.T) {
	t.Parallel()
	v := killedAt(t, "link", "Approved/pay.md")
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	receipt := mustDecide(t, v, d)
	want := "an earlier decision on " + payFile + " was interrupted before it took effect; this one counts"
	if receipt.Already || !slices.Equal(receipt.Notices, []string{want}) {
		t.Errorf("receipt %+v", receipt)
	}
}
