package decision_test

import (
	"errors"
	"path"
	"slices"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
)

// TestARequestThatComesBackIsPublishedBesideTheEarlierOne decides once more on a name
// that was decided before. No earlier file changes, in its bytes or in its name.
func TestARequestThatComesBackIsPublishedBesideTheEarlierOne(t *testing.T) {
	t.Parallel()
	const older = "an earlier text\n"
	for _, tt := range []struct {
		name    string
		earlier files
		choice  model.Choice
		asks    bool
		to      string
	}{
		{"rejected, now approved", files{"Rejected/pay.md": older}, model.ChoiceApprove, false, "Approved/pay.md"},
		{"approved, now rejected", files{"Approved/pay.md": older}, model.ChoiceReject, false, "Rejected/pay.md"},
		{"approved twice", files{"Approved/pay.md": older}, model.ChoiceApprove, true, "Approved/pay-again-2.md"},
		{"rejected twice", files{"Rejected/pay.md": older}, model.ChoiceReject, false, "Rejected/pay-again-2.md"},
		{"the very text once more", files{"Approved/pay.md": payRequest}, model.ChoiceApprove, true, "Approved/pay-again-2.md"},
		{"the text under another name", files{"Approved/old.md": payRequest}, model.ChoiceApprove, true, "Approved/pay.md"},
		{"the third time", files{"Approved/pay.md": older, "Rejected/pay-again-2.md": older}, model.ChoiceApprove, true, "Approved/pay-again-3.md"},
		{"in other case", files{"Rejected/PAY.md": older}, model.ChoiceReject, false, "Rejected/pay-again-2.md"},
		{"a folder of that name", files{"Approved/pay.md/x": older}, model.ChoiceApprove, false, "Approved/pay-again-2.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().With(tt.earlier))
			before := treeOf(t, v.Dir())
			d := wish(t, v, payFile, tt.choice, "because")
			changes, err := v.Preview(t.Context(), d)
			if err != nil || len(changes) == 0 || changes[0].To != tt.to {
				t.Fatalf("Preview = %+v, %v, want a move to %s", changes, err, tt.to)
			}
			if tt.asks {
				d.Typed = ""
				if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) {
					t.Fatalf("Decide without the target: %v", err)
				}
				sameFiles(t, "without the target", treeOf(t, v.Dir()), before)
				d.Typed = payTarget
			}
			receipt := mustDecide(t, v, d)
			after := treeOf(t, v.Dir())
			if after[tt.to] != payRequest || receipt.Changes[0].To != tt.to || receipt.Already || len(receipt.Notices) > 0 {
				t.Errorf("got %+v and %q", receipt, after[tt.to])
			}
			for name, text := range tt.earlier {
				if after[name] != text {
					t.Errorf("%s became %q", name, after[name])
				}
			}
			if file, choice, err := v.Decided("pay.md"); file != tt.to || choice != tt.choice || err != nil {
				t.Errorf("Decided = %s, %v, %v", file, choice, err)
			}
		})
	}
}

// Names that other systems take for one are named before the yes, and none takes the place of another.
func TestANameThatOnlyFoldsToAnotherIsAskedAndNumbered(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ pending, approved, to string }{
		{"R.md", "r.md", "R-again-2.md"},
		{"STRASSE.md", "straße.md", "STRASSE-again-2.md"},
		{"straße.md", "STRAẞE.md", "straße-again-2.md"},
		{"caf\u00e9.md", "cafe\u0301.md", "caf\u00e9-again-2.md"},
		{"cafe\u0301.md", "CAF\u00c9.md", "cafe\u0301-again-2.md"},
		{"\u0439.md", "\u0438\u0306.md", "\u0439-again-2.md"},
		{"\u304c.md", "\u304b\u3099.md", "\u304c-again-2.md"},
		{"\ud55c.md", "\u1112\u1161\u11ab.md", "\ud55c-again-2.md"},
		{"ΣΑΣ.md", "σας.md", "ΣΑΣ-again-2.md"},
		{"K.md", "\u212a.md", "K-again-2.md"},
		{"cafe.md", "cave.md", "cafe.md"},
	} {
		t.Run(tt.pending+" "+tt.approved, func(t *testing.T) {
			t.Parallel()
			const older = "an earlier text\n"
			v := decidingVault(t, files{"Plans/": "", "Approved/" + tt.approved: older, "Pending_Approval/" + tt.pending: payRequest})
			d := wish(t, v, "Pending_Approval/"+tt.pending, model.ChoiceApprove, "")
			d.Typed = payTarget
			r, _ := mustLoad(t, v).Request(d.Ref.Path)
			named := slices.ContainsFunc(r.Doubts, func(d model.Doubt) bool {
				return d.Weight == model.WeightAsk && d.What == "another file's name differs only in case or accents: Approved/"+tt.approved
			})
			if want := tt.to != tt.pending; named != want {
				t.Errorf("doubts %+v, the name told %v", r.Doubts, want)
			}
			receipt := mustDecide(t, v, d)
			after := treeOf(t, v.Dir())
			if receipt.Changes[0].To != "Approved/"+tt.to || after["Approved/"+tt.to] != payRequest || after["Approved/"+tt.approved] != older {
				t.Errorf("got %+v and %q", receipt.Changes[0], after)
			}
		})
	}
}

// TestWhatWasSaidBeforeIsKnownWhenARequestComesBack follows one request through three
// answers, each with an id of its own.
func TestWhatWasSaidBeforeIsKnownWhenARequestComesBack(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	ids := map[string]bool{}
	for _, tt := range []struct {
		choice         model.Choice
		to, before     string
		repeated, twin bool
	}{
		{model.ChoiceReject, "Rejected/pay.md", "", false, false},
		{model.ChoiceApprove, "Approved/pay.md", "rejected before: because", false, true},
		{model.ChoiceApprove, "Approved/pay-again-2.md", "approved before: because", true, true},
		{model.ChoiceReject, "Rejected/pay-again-3.md", "approved before: because", true, true},
	} {
		v.Overwrite(t, payFile, payRequest)
		d := wish(t, v, payFile, tt.choice, "because")
		d.At = eleven.Add(time.Duration(len(ids)) * time.Hour)
		r, _ := mustLoad(t, v).Request(payFile)
		if before, _ := phrase.Before(r); before != tt.before || r.Repeated != tt.repeated || (r.Twin != "") != tt.twin {
			t.Errorf("before %s: %q, repeated %v, twin %q", tt.to, before, r.Repeated, r.Twin)
		}
		receipt := mustDecide(t, v, d)
		if s := mustLoad(t, v); len(s.Problems) > 0 {
			t.Errorf("after %s: %+v", tt.to, s.Problems)
		}
		if ids[receipt.ID] || receipt.Changes[0].To != tt.to {
			t.Errorf("receipt = %+v, want %s", receipt, tt.to)
		}
		ids[receipt.ID] = true
	}
	s := mustLoad(t, v)
	i := slices.IndexFunc(s.Decided, func(r model.Request) bool { return r.Path == "Approved/pay-again-2.md" })
	if i < 0 || s.Decided[i].Was != path.Base(payFile) || !s.Decided[i].DecidedHere || s.Decided[i].Plan == "" {
		t.Errorf("the numbered file is %+v", s.Decided)
	}
}
