package decision_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// placedVault is a vault in which one plan waits for one request, all of it elsewhere.
func placedVault(t *testing.T, more files) *vaulttest.Vault {
	t.Helper()
	base := t.TempDir()
	start := files{"Roadmaps/PLAN-2026-001.md": examples.BlockedPlan, "desk/Waiting/pay.md": payRequest, "Approved/": "", "Pending_Approval/other.md": "x"}
	makeFiles(t, filepath.Join(base, "vault"), start.With(more))
	v, err := vaulttest.Open(filepath.Join(base, "vault"), places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines", Places: placed(t, map[string][]string{
		"plans": {"Roadmaps"}, "pending": {"desk/Waiting"}, "approved": {"desk/Yes"}, "rejected": {"No"}, "logs": {"var/log"},
	})})
	must.Do(t, err)
	t.Cleanup(func() { v.Close() })
	return v
}

// placedWish is a decision on the waiting request as it is now.
func placedWish(t *testing.T, v *vaulttest.Vault, choice model.Choice, note string) model.Decision {
	t.Helper()
	d := wish(t, v, "desk/Waiting/pay.md", choice, note)
	s := mustLoad(t, v)
	if len(s.Requests) != 1 || s.Requests[0].Plan != "Roadmaps/PLAN-2026-001.md" || !s.HasPlansFolder {
		t.Fatalf("requests %+v", s.Requests)
	}
	return d
}

func TestDecidingInOtherFolders(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		choice model.Choice
		note   string
		to     string
	}{
		{model.ChoiceApprove, "", "desk/Yes/pay.md"},
		{model.ChoiceReject, "too dear", "No/pay.md"},
	} {
		v := placedVault(t, nil)
		before := treeOf(t, v.Dir())
		made := mustDecide(t, v, placedWish(t, v, tt.choice, tt.note))
		tree := treeOf(t, v.Dir())
		if _, pending := tree["desk/Waiting/pay.md"]; tree[tt.to] != payRequest || pending || !strings.Contains(tree["var/log/2026-02-21.json"], made.ID) ||
			!strings.Contains(tree["Roadmaps/PLAN-2026-001.md"], "] Operator: ") {
			t.Errorf("%v leaves %q", tt.choice, tree)
		}
		s := mustLoad(t, v)
		if len(s.Decided) != 1 || s.Decided[0].Path != tt.to || s.Decided[0].Reading.Decision != map[bool]string{true: model.DecisionApproved, false: model.DecisionRejected}[tt.choice == model.ChoiceApprove] {
			t.Errorf("decided: %+v", s.Decided)
		}
		if file, choice, err := v.Decided("pay.md"); file != tt.to || choice != tt.choice || err != nil {
			t.Errorf("Decided gives %s, %v, %v", file, choice, err)
		}
		if all := mustLoad(t, v).Verified; tt.choice == model.ChoiceApprove && (len(all) != 1 || all[0].Path != tt.to || all[0].Standing != model.StandingSame) {
			t.Errorf("verified: %+v", all)
		}
		mustDecide(t, v, undoOf(t, v, ""))
		after := treeOf(t, v.Dir())
		if after["desk/Waiting/pay.md"] != payRequest || after[tt.to] != "" || after["Pending_Approval/other.md"] != before["Pending_Approval/other.md"] {
			t.Errorf("the undo leaves %q", after)
		}
	}
}

// A folder with a request's name is no file that was approved before.
func TestAFolderIsNoTwin(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{payFile: payRequest, "Approved/pay.md/inside.md": "x"})
	if r, _ := mustLoad(t, v).Request(payFile); r.Twin != "" || r.TwinApproved {
		t.Errorf("twin %q, %+v", r.Twin, r.Doubts)
	}
}

// A file that was decided on under the same name is known from the named folders, and
// not from the usual ones.
func TestTwinsInOtherFolders(t *testing.T) {
	t.Parallel()
	v := placedVault(t, files{"desk/Yes/pay.md": "old", "No/pay.md": "older", "Rejected/pay.md": "usual"})
	s := mustLoad(t, v)
	if r := s.Requests[0]; r.Twin != "desk/Yes/pay.md" || !r.TwinApproved {
		t.Errorf("twin %q", r.Twin)
	}
	twice := slices.ContainsFunc(s.Problems, func(p model.Problem) bool {
		return p.Path == "desk/Yes/pay.md" && strings.Contains(p.Hint, "rm No/pay.md") && p.First
	})
	if !twice {
		t.Errorf("problems %+v", s.Problems)
	}
	mustDecide(t, v, placedWish(t, v, model.ChoiceApprove, ""))
	if tree := treeOf(t, v.Dir()); tree["desk/Yes/pay.md"] != "old" || tree["desk/Yes/pay-again-2.md"] != payRequest {
		t.Errorf("tree %q", tree)
	}
}

func TestAnInterruptedDecisionInOtherFolders(t *testing.T) {
	t.Parallel()
	v := placedVault(t, nil)
	d := placedWish(t, v, model.ChoiceApprove, "")
	lay(t, v, planned(disk.NewID(eleven), d).With(line{"to": "desk/Yes/pay.md", "sent": d.Seen.String()}))
	v.Overwrite(t, "desk/Yes/pay.md", payRequest)
	done, err := v.Recover(t.Context(), eleven)
	if tree := treeOf(t, v.Dir()); err != nil || len(done) != 1 || tree["desk/Yes/pay.md"] != payRequest || tree["desk/Waiting/pay.md"] != "" {
		t.Errorf("recovered %+v, %v: %q", done, err, tree)
	}
}

// A folder behind a link is named and neither read nor written into.
func TestAPlaceBehindALink(t *testing.T) {
	t.Parallel()
	v := placedVault(t, nil)
	out := t.TempDir()
	contents{"Yes/": ""}.Write(t, out)
	must.Do(t, os.Rename(filepath.Join(v.Dir(), "desk", "Waiting"), filepath.Join(v.Dir(), "w")))
	must.Do(t, os.Remove(filepath.Join(v.Dir(), "desk")))
	contents{"real/Waiting/pay.md": payRequest, "real/Yes/": ""}.Write(t, v.Dir())
	if err := os.Symlink("real", filepath.Join(v.Dir(), "desk")); err != nil {
		t.Skipf("needs links: %v", err)
	}
	s := mustLoad(t, v)
	told := slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Path == "desk" && strings.HasPrefix(p.Reason, "a link") })
	if len(s.Requests) > 0 || !told {
		t.Errorf("requests %+v, problems %+v", s.Requests, s.Problems)
	}
	if err := v.Where.Disk.Mkdir("desk/Yes"); err == nil {
		t.Error("a folder behind a link is written into")
	}
}
