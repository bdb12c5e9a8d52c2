package rule

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

// asking is a request of the agents' own schema for one step of a plan.
func asking(name, plan string, step int, text string) model.Request {
	return model.Request{
		Path: "Pending_Approval/" + name, Name: name, PlanID: plan, Step: step, Plan: "Plans/" + plan + ".md",
		Seen: model.FingerprintOf([]byte(text)), Reading: model.RequestReading{Decision: model.DecisionPending, Own: true},
	}
}

func decidedAs(r model.Request, decision string) model.Request {
	r.Path, r.Reading.Decision = "Approved/"+r.Name, decision
	return r
}

func TestDoubtsThatComeOfTheRestOfTheVault(t *testing.T) {
	t.Parallel()
	plan := model.Plan{Path: "Plans/P.md", ID: "P", Steps: []model.Step{
		{Number: 1, Human: true, Mark: 'x'}, {Number: 2, Human: true}, {Number: 3},
	}}
	finished := plan
	finished.Path, finished.ID, finished.Status.State = "Plans/F.md", "F", model.StateDone
	ask := asking("a.md", "P", 2, "a")
	renamed := func(r model.Request, name string) model.Request {
		r.Path, r.Name = "Pending_Approval/"+name, name
		return r
	}
	to := func(r model.Request, target string) model.Request {
		r.Target = target
		return r
	}
	foreign := asking("a.md", "Q", 9, "a")
	foreign.Reading.Own = false
	for _, tt := range []struct {
		name    string
		request model.Request
		pending []model.Request
		decided []model.Request
		want    string
		weight  model.Weight
	}{
		{"the step waits", ask, nil, nil, "", 0},
		{"no such plan", asking("a.md", "Q", 2, "a"), nil, nil, "no plan is called Q", model.WeightAsk},
		{"in another notation", foreign, nil, nil, "", 0},
		{"the plan is done", asking("a.md", "F", 2, "a"), nil, nil, "its plan is done", model.WeightAsk},
		{"no such step", asking("a.md", "P", 4, "a"), nil, nil, "its plan has no step 4", model.WeightAsk},
		{"the step is done", asking("a.md", "P", 1, "a"), nil, nil, "step 1 of its plan is done already", model.WeightAsk},
		{"nobody has to allow the step", asking("a.md", "P", 3, "a"), nil, nil, "step 3 of its plan is not marked", model.WeightAsk},
		{"a second one for the step", ask, []model.Request{asking("b.md", "P", 2, "b")}, nil, "another request is about the same step; its text differs: Pending_Approval/b.md", model.WeightAsk},
		{"one for the step with another target", to(ask, "ann@quay.example"), []model.Request{to(asking("b.md", "P", 2, "b"), "ida@quay.example")}, nil, "about the same step; target ida@quay.example there, ann@quay.example here: Pending_Approval/b.md", model.WeightAsk},
		{"the same text again", ask, []model.Request{renamed(ask, "b.md")}, nil, "exactly the same text: Pending_Approval/b.md", model.WeightAsk},
		{"a name that differs in capitals", ask, []model.Request{asking("A.md", "P", 2, "b")}, nil, "differs only in case or accents: Pending_Approval/A.md", model.WeightAsk},
		{"the text was approved", renamed(ask, "b.md"), nil, []model.Request{decidedAs(ask, model.DecisionApproved)}, "exactly this text was approved before: Approved/a.md", model.WeightAsk},
		{"the text was rejected", renamed(ask, "b.md"), nil, []model.Request{decidedAs(ask, model.DecisionRejected)}, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := model.Snapshot{Plans: []model.Plan{plan, finished}, Requests: append([]model.Request{tt.request}, tt.pending...), Decided: tt.decided}
			WeighRequests(&s)
			got := s.Requests[0].Doubts
			fits := func(d model.Doubt) bool { return strings.Contains(d.What, tt.want) && d.Weight == tt.weight }
			if tt.want == "" && len(got) > 0 || tt.want != "" && !slices.ContainsFunc(got, fits) {
				t.Errorf("doubts %+v, want %q of weight %d", got, tt.want, tt.weight)
			}
		})
	}
}

func TestPlansThatShareAnIdAreNamedWithTheirSteps(t *testing.T) {
	t.Parallel()
	plan := func(name string, step model.Step, change func(*model.Plan)) model.Plan {
		p := model.Plan{Path: "Plans/" + name, ID: "P", Status: model.Status{State: model.StateActive}, Steps: []model.Step{{Number: 1, Text: "Draft"}, step}}
		change(&p)
		return p
	}
	as, closed, foreign := func(*model.Plan) {}, func(p *model.Plan) { p.Reading.Closed = true }, func(p *model.Plan) { p.Reading.Foreign = true }
	email, wire, sent := model.Step{Number: 2, Text: "Send email", Human: true}, model.Step{Number: 2, Text: "Wire", Human: true}, model.Step{Number: 2, Text: "Sent", Human: true, Mark: 'x'}
	const both = `2 plans are called P: step 2 is "✋ Send email" in Plans/a.md and "✋ Wire" in Plans/b.md; approving would unlock each of them; each plan needs its own task_id, or ask for changes`
	for _, tt := range []struct {
		name   string
		second model.Plan
		step   int
		want   string
		weight model.Weight
	}{
		{"two steps", plan("b.md", wire, as), 2, both, model.WeightBlock},
		{"one is closed", plan("b.md", wire, closed), 2, "", 0},
		{"one is another program's", plan("b.md", wire, foreign), 2, "", 0},
		{"one is of another id", plan("b.md", wire, func(p *model.Plan) { p.ID = "PLAN-P" }), 2, "", 0},
		{"one is done", plan("b.md", sent, as), 2, `2 plans are called P: step 2 is "✋ Send email" in Plans/a.md and "✋ Sent", done already, in Plans/b.md; approving unlocks it in Plans/a.md and changes no plan`, model.WeightAsk},
		{"no such step", plan("b.md", wire, as), 3, "2 plans are called P: step 3 is none in Plans/a.md and none in Plans/b.md; approving changes none of them", model.WeightAsk},
	} {
		s := model.Snapshot{Plans: []model.Plan{plan("a.md", email, as), tt.second}, Requests: []model.Request{asking("r.md", "P", tt.step, "x")}}
		if tt.want == "" {
			s.Requests[0].Plan = "Plans/a.md"
		}
		WeighRequests(&s)
		got := s.Requests[0].Doubts
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || got[0].What != tt.want || got[0].Weight != tt.weight) {
			t.Errorf("%s: got %+v", tt.name, got)
		}
	}
}

func TestARowSaysThatARequestCannotBeApproved(t *testing.T) {
	t.Parallel()
	plan := model.Plan{Path: "Plans/P.md", ID: "P", Status: model.Status{State: model.StateBlocked}, Steps: []model.Step{{Number: 1, Human: true, Text: "Wire"}}}
	for _, tt := range []struct {
		agents, want string
		unlocks      bool
	}{
		{"", "blocks P at step 1", true},
		{"it has no rationale", "cannot be approved: it has no rationale, blocks P at step 1", false},
	} {
		r := asking("a.md", "P", 1, "a")
		r.Reading.Agents.Unread = tt.agents
		s := model.Snapshot{Plans: []model.Plan{plan}, Requests: []model.Request{r}}
		WeighRequests(&s)
		if got := Phrases.Why(queue(s)[0]); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
		if _, ok := Unlocks(s, s.Requests[0]); ok != tt.unlocks {
			t.Errorf("%q: unlocks %v", tt.agents, ok)
		}
	}
}

func TestADecidedRequestKeepsNoDoubt(t *testing.T) {
	t.Parallel()
	r := decidedAs(asking("a.md", "P", 2, "a"), model.DecisionApproved)
	r.Doubts = []model.Doubt{{What: `its status is "approved" and not "pending"`, Weight: model.WeightAsk}}
	s := model.Snapshot{Decided: []model.Request{r}}
	WeighRequests(&s)
	if got := s.Decided[0].Doubts; got != nil {
		t.Errorf("doubts %+v", got)
	}
}

func TestTheNameOfACopyTellsItsOriginal(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Copy{
		"pay.sync-conflict-20260314-070200-ABCDEFG.md":         {Of: "pay.md", Certain: true},
		"pay.sync-conflict-20260314-070200.md":                 {Of: "pay.md", Certain: true},
		"pay (conflicted copy 2026-03-14).md":                  {Of: "pay.md", Certain: true},
		"pay (sam's conflicted copy 2026-03-14).md":            {Of: "pay.md", Certain: true},
		"pay (Sam's conflicted copy 2026-03-14 070200).tar.md": {Of: "pay.tar.md", Certain: true},
		"pay (conflict with attic).md":                         {Of: "pay.md", Certain: true},
		"pay conflicted copy.md":                               {Of: "pay.md", Certain: true},
		"pay_conf(2).md":                                       {Of: "pay.md", Certain: true},
		"pay (SFConflict sam@post.example 2026-03-14).md":      {Of: "pay.md"},
		"pay.md~HEAD":           {Of: "pay.md"},
		"pay.md~feature_branch": {Of: "pay.md"},
		"pay.md~":               {Of: "pay.md"},
		"pay.md.orig":           {Of: "pay.md"},
		"pay 2.md":              {Of: "pay.md", Numbered: true},
		"pay (1).md":            {Of: "pay.md", Numbered: true},
		"pay (12)":              {Of: "pay", Numbered: true},
		"pay_2.md":              {Of: "pay.md", Numbered: true},
		"pay copy.md":           {Of: "pay.md", Numbered: true},
		"pay - Copy (2).md":     {Of: "pay.md", Numbered: true},
		"pay.md.bak":            {Of: "pay.md"},
		"pay.orig":              {Of: "pay"},
		"pay~HEAD.md":           {Of: "pay.md"},
		"pay~":                  {Of: "pay"},
		"pay-DESKTOP-AB12CD.md": {Of: "pay.md"},
		"pay (Konflikt-Kopie von sam 2026-03-14).md":  {Of: "pay.md"},
		"pay (Copie en conflit de sam 2026-03-14).md": {Of: "pay.md"},
		"Refund (conflicting invoice).md":             {Of: "Refund.md"},
		"waive (conflict of interest).md":             {Of: "waive.md"},
		"pay_the_bill.md":                             {}, "mail-to-desktop.md": {}, "a hard copy of it.md": {},
		"pay (conflicted copy 2026-03-14) (conflicted copy 2).md": {Of: "pay.md", Certain: true},
		"pay.md": {}, "pay 2026.md": {}, "conflict.md": {}, "a conflict of interest.md": {}, "2.md": {}, "pay (draft).md": {}, "": {},
	} {
		if got := CopyOf(name); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// Without its original a name forbids nothing: it may be about a conflict.
func TestACopyIsRefusedOnlyBesideItsOriginal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		names []string
		want  string
	}{
		{[]string{"pay (conflicted copy 2026-03-14).md", "pay.md"}, "block this is the conflict copy of a sync program; decide on the original"},
		{[]string{"send-conflict-copy.md"}, "ask its name looks like a sync program's copy of send.md, which is not pending here"},
		{[]string{"waive (conflict of interest).md"}, ""},
		{[]string{"Refund (conflicting invoice).md"}, ""},
	} {
		var s model.Snapshot
		for _, name := range tt.names {
			s.Requests = append(s.Requests, asking(name, "", 0, name))
		}
		WeighRequests(&s)
		var got []string
		for _, d := range s.Requests[0].Doubts {
			got = append(got, d.Weight.String()+" "+d.What)
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.names, got, tt.want)
		}
	}
}

// Whatever a copy is called, two requests with one id and one title that ask for other amounts are one question.
func TestOneIdWithTwoAmountsHasToBeAnswered(t *testing.T) {
	t.Parallel()
	bill := func(name, id, title, amount string) model.Request {
		r := asking(name, "", 0, name)
		r.Reading.ID, r.Summary, r.Amount = id, title, amount
		return r
	}
	s := model.Snapshot{Requests: []model.Request{
		bill("a.md", "7", "Pay", "120 EUR"), bill("b.md", "7", "Pay", "990 EUR"),
		bill("c.md", "8", "Pay", "1 EUR"), bill("d.md", "7", "Refund", "2 EUR"), bill("e.md", "9", "Mail", ""), bill("f.md", "9", "Mail", ""),
	}}
	WeighRequests(&s)
	for i, want := range []string{
		"another request has its id and title: amount 990 EUR there, 120 EUR here (b.md)",
		"another request has its id and title: amount 120 EUR there, 990 EUR here (a.md)", "", "", "", "",
	} {
		var got []string
		for _, d := range s.Requests[i].Doubts {
			if d.Weight == model.WeightAsk {
				got = append(got, d.What)
			}
		}
		if strings.Join(got, "; ") != want || CopyDiffers(s.Requests[i]) != (want != "") {
			t.Errorf("%s: %q, want %q", s.Requests[i].Name, got, want)
		}
	}
}

func TestACopyThatDiffersHasToBeAnswered(t *testing.T) {
	t.Parallel()
	bill := func(name, amount string) model.Request {
		r := asking(name, "", 0, "Pay "+amount)
		r.Action, r.Target, r.Amount, r.Reading.Own = "payment", "bank", amount, false
		return r
	}
	unread := bill("pay.md.orig", "120 EUR")
	unread.Unread, unread.Seen = true, model.Fingerprint{}
	text := bill("pay.md~HEAD", "120 EUR")
	text.Seen = model.FingerprintOf([]byte("another"))
	numbered := bill("pay 2.md", "990 EUR")
	same := numbered
	same.Reading.ID = "7"
	later := bill("pay.md.orig", "120 EUR")
	later.Seen = model.FingerprintOf([]byte("later"))
	later.Expires, later.PlanID, later.StepText, later.Target = model.Stamp{Raw: "2026-03-20"}, "P", "2", strings.Repeat("x", 70)
	elsewhere := bill("pay.md.orig", "990 EUR")
	elsewhere.Path = "Pending_Approval/below/pay.md.orig"
	const sync = "pay.sync-conflict-20260314-070200-ABCDEFG.md"
	const at = "2026-03-14T07:02:00Z"
	made := func(r model.Request, when string) model.Request {
		r.Created, r.Summary = model.ParseStamp(when, time.UTC), cmp.Or(r.Summary, "Pay")
		return r
	}
	refund, post := numbered, numbered
	refund.Summary, post.Target = "Refund", "post"
	for _, tt := range []struct {
		name   string
		id     string
		beside []model.Request
		want   []string
	}{
		{"another amount", "", []model.Request{bill(sync, "990 EUR")}, []string{"ask another copy differs: amount 990 EUR there, 120 EUR here (" + sync + ")"}},
		{"the same text", "", []model.Request{bill(sync, "120 EUR")}, []string{"note another copy is identical: " + sync}},
		{"another text", "", []model.Request{text}, []string{"ask another copy differs: its text differs (pay.md~HEAD)"}},
		{"one that was not read", "", []model.Request{unread}, []string{"ask another copy differs: it was not read (pay.md.orig)"}},
		{"many fields", "", []model.Request{later}, []string{"ask another copy differs: target " + strings.Repeat("x", 59) + "… there, bank here; expiry 2026-03-20 there, none here; plan P there, none here; step 2 there, none here (pay.md.orig)"}},
		{"a number, and no id", "", []model.Request{numbered}, nil},
		{"a number, and another id", "8", []model.Request{same}, nil},
		{"a number, and one time", "", []model.Request{made(numbered, at)}, []string{"ask another copy differs: amount 990 EUR there, 120 EUR here (pay 2.md)"}},
		{"a number, and another time", "", []model.Request{made(numbered, "2026-03-14T07:02:01Z")}, nil},
		{"a number, and another title", "", []model.Request{made(refund, at)}, nil},
		{"a number, and another target", "", []model.Request{made(post, at)}, nil},
		{"a number, and its id", "7", []model.Request{same}, []string{"ask another copy differs: amount 990 EUR there, 120 EUR here (pay 2.md)"}},
		{"in another folder", "", []model.Request{elsewhere}, nil},
		{"many", "", []model.Request{bill("pay.md~a", "1"), bill("pay.md~b", "120 EUR"), bill("pay.md~c", "3"), bill("pay.md~d", "4"), bill("pay.md~e", "5")}, []string{
			"ask another copy differs: amount 1 there, 120 EUR here (pay.md~a)", "ask another copy differs: amount 3 there, 120 EUR here (pay.md~c)",
			"ask more copies were not compared: 2", "note another copy is identical: pay.md~b",
		}},
	} {
		original := bill("pay.md", "120 EUR")
		original.Reading.ID = tt.id
		if strings.HasPrefix(tt.name, "a number, and") && tt.id == "" {
			original = made(original, at)
		}
		s := model.Snapshot{Requests: append([]model.Request{original}, tt.beside...)}
		WeighRequests(&s)
		var got []string
		for _, d := range s.Requests[0].Doubts {
			got = append(got, d.Weight.String()+" "+d.What)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q\nwant %q", tt.name, got, tt.want)
		}
		if must := MustTypeRequest(s.Requests[0], s.At); (must == "bank") != Doubtful(s.Requests[0]) {
			t.Errorf("%s: typed is %q", tt.name, must)
		}
	}
	// One that is too large, a link or a folder is a problem, and was not read.
	s := model.Snapshot{Requests: []model.Request{bill("pay.md", "120 EUR")}, Problems: []model.Problem{{Path: "Pending_Approval/" + sync, Unread: true}, {Path: "Pending_Approval/b.md~"}, {}}}
	WeighRequests(&s)
	if got := s.Requests[0].Doubts; len(got) != 1 || got[0].What != "another copy differs: it was not read ("+sync+")" || got[0].Weight != model.WeightAsk {
		t.Errorf("an unread copy: %+v", got)
	}
	// The copy of a sync program is no row of its own, as long as the original waits.
	for _, amount := range []string{"120 EUR", "990 EUR"} {
		s = model.Snapshot{Requests: []model.Request{bill("pay.md", "120 EUR"), bill(sync, amount)}}
		WeighRequests(&s)
		if rows := NeedsYou(s); len(rows) != 1 || rows[0].Ref.Path != "Pending_Approval/pay.md" {
			t.Errorf("a copy with %s: %+v", amount, rows)
		}
	}
	s = model.Snapshot{Requests: []model.Request{bill(sync, "990 EUR")}}
	WeighRequests(&s)
	if rows := NeedsYou(s); len(rows) != 1 {
		t.Errorf("a copy without its original: %+v", rows)
	}
	// A copy that no sync program made is a request as well, and asks about its original.
	s = model.Snapshot{Requests: []model.Request{bill("pay.md", "120 EUR"), bill("pay.md.orig", "990 EUR")}}
	WeighRequests(&s)
	if got := s.Requests[1].Doubts; len(got) != 1 || got[0].What != "it looks like a copy of pay.md: amount 120 EUR there, 990 EUR here" || got[0].Weight != model.WeightAsk {
		t.Errorf("the copy: %+v", got)
	}
}

// The quick look at a name passes over none that the patterns take for a copy.
func TestTheQuickLookMissesNoCopy(t *testing.T) {
	t.Parallel()
	parts := []string{"pay", "EMAIL", "_", "-", " ", ".", "1", "12", "123", "copy", "Kopie", "conflict", "Conflicted", "(", ")", "~", ".md", ".orig", ".BAK", "-desktop-", "-LAPTOP-", ".sync-conflict-20260314-070000", "_conf(1)", "x"}
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 6).Draw(t, "name"), "")
		for _, n := range copyNames() {
			if n.added.MatchString(name) && !mayBeCopy(name) {
				t.Fatalf("%q is taken for a copy by %s", name, n.added)
			}
		}
	})
}
