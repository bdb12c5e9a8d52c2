package decision

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

const payment = "---\ntype: approval_request\naction: payment\ntarget: ann@example.com\nstatus: pending\n---\n\nPay 20 for tyres.\n"

var payRef = model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/pay.md"}

// deciding is the decider of a vault with these files, and the payment that waits.
func deciding(t *testing.T, files map[string]string) *Decider {
	t.Helper()
	base := t.TempDir()
	dir := filepath.Join(base, "vault")
	all := map[string]string{payRef.Path: payment, "Plans/.keep": "", "Approved/.keep": "", "Logs/.keep": ""}
	for name, text := range files {
		all[name] = text
	}
	for name, text := range all {
		at := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o644)))
	}
	root := must.Get(os.OpenRoot(dir))(t)
	v := places.New(root, dir, places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines"})
	t.Cleanup(func() { v.Close() })
	book := ledger.Open(v)
	return New(v, state.Of(v), book, load.New(v, state.Of(v), book, func(*model.Snapshot) {}))
}

// approving is a yes to the payment as it was seen.
func approving(text string) model.Decision {
	return model.Decision{Ref: payRef, Choice: model.ChoiceApprove, Seen: model.FingerprintOf([]byte(text)), At: time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)}
}

func TestOnlyTheBytesThatWereSeenAreDecidedOn(t *testing.T) {
	t.Parallel()
	dc := deciding(t, nil)
	l := must.Get(dc.vault.Layout())(t)
	e := dc.Engine(l)
	if b, _, err := e.seenBytes(approving(payment), nil); err != nil || string(b) != payment {
		t.Errorf("the bytes that were seen: %q, %v", b, err)
	}
	if _, _, err := e.seenBytes(approving("another text"), nil); !errors.Is(err, model.ErrConflict) {
		t.Errorf("a text that nobody saw is decided on: %v", err)
	}
	outside := approving(payment)
	outside.Ref.Path = "../pay.md"
	if _, _, err := e.seenBytes(outside, nil); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("a file outside the vault: %v", err)
	}
}

func TestOnlyThePlanThatWasShownIsTouched(t *testing.T) {
	t.Parallel()
	plan := model.Foreseen{Known: true, Plan: "Plans/a.md", Seen: model.FingerprintOf([]byte("a"))}
	changed := plan
	changed.Seen = model.FingerprintOf([]byte("b"))
	for _, tt := range []struct {
		name       string
		shown, now model.Foreseen
		conflict   bool
	}{
		{"the plan that was shown", plan, plan, false},
		{"none was asked about", model.Foreseen{}, plan, false},
		{"its text changed", plan, changed, true},
		{"another plan", plan, model.Foreseen{Known: true, Plan: "Plans/b.md"}, true},
		{"no plan any more", plan, model.Foreseen{Known: true}, true},
		{"a plan where none was shown", model.Foreseen{Known: true}, plan, true},
	} {
		err := prepared{touches: tt.now}.unforeseen(model.Decision{Ref: payRef, Foreseen: tt.shown})
		if errors.Is(err, model.ErrConflict) != tt.conflict || (err == nil) == tt.conflict {
			t.Errorf("%s: %v, want a conflict %v", tt.name, err, tt.conflict)
		}
	}
}

func TestTheWordThatDoubtsWantIsTyped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		must, typed string
		ok          bool
	}{{"", "", true}, {"", "any", true}, {"ann", "", false}, {"ann", "an", false}, {"ann", "Ann", false}, {"ann", "ann", true}, {"ann", " ann\n", true}} {
		err := prepared{mustType: tt.must}.untyped(model.Decision{Ref: payRef, Typed: tt.typed})
		if (err == nil) != tt.ok {
			t.Errorf("%q typed for %q: %v", tt.typed, tt.must, err)
		}
	}
}

// A request with the name of an approved one takes a word, on the disk as well.
func TestATwinIsNotApprovedWithoutAWord(t *testing.T) {
	t.Parallel()
	dc := deciding(t, map[string]string{"Approved/pay.md": "---\ntype: approval_request\naction: payment\ntarget: bo@example.com\n---\n\nPay 5.\n"})
	untyped, ok := errors.AsType[*model.Untyped](decided(t, dc, approving(payment)))
	if !ok {
		t.Fatal("a twin of an approved request is approved without a word")
	}
	d := approving(payment)
	d.Typed = untyped.Word
	if _, ok := errors.AsType[*model.Untyped](decided(t, dc, d)); ok {
		t.Errorf("the word %q does not count", untyped.Word)
	}
	if err := decided(t, deciding(t, nil), approving(payment)); err != nil {
		t.Errorf("without a twin: %v", err)
	}
}

func decided(t *testing.T, dc *Decider, d model.Decision) error {
	t.Helper()
	_, err := dc.Decide(t.Context(), d)
	return err
}

// Where plans were left out, that of a request may be one of them.
func TestARequestWhosePlanWasLeftOutIsNotApproved(t *testing.T) {
	t.Parallel()
	left := model.LeftOut{What: model.Plans, Files: 1}
	s := model.Snapshot{Requests: []model.Request{{Path: payRef.Path, PlanID: "2026-001"}}, LeftOut: []model.LeftOut{left}}
	if err := planKnown(s, approving(payment)); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("a yes is let through though its plan may be left out: %v", err)
	}
	no := approving(payment)
	no.Choice = model.ChoiceReject
	if err := planKnown(s, no); err != nil {
		t.Errorf("a no: %v", err)
	}
	s.Requests[0].Plan = "Plans/a.md"
	if err := planKnown(s, approving(payment)); err != nil {
		t.Errorf("its plan was read: %v", err)
	}
	s.Requests[0].Plan, s.LeftOut = "", nil
	if err := planKnown(s, approving(payment)); err != nil {
		t.Errorf("nothing was left out: %v", err)
	}
}

// told is a decision in one line: why it is refused, or what has to be typed for it and what it does.
func told(p prepared, err error) string {
	if err != nil {
		why := err.Error()
		return "no: " + why[strings.LastIndex(why, ": ")+2:]
	}
	var all []string
	if p.mustType != "" {
		all = append(all, "type "+p.mustType)
	}
	for _, o := range p.Record.Ops {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s", o.Do, o.Path)))
	}
	return strings.Join(append(all, fmt.Sprint(p.Record.Step, p.Record.Despite)), ", ")
}

// TestWhatFollowsFromADecision decides on a request, or a plan, in pictures that no disk made: each choice is
// refused, or does just this.
func TestWhatFollowsFromADecision(t *testing.T) {
	t.Parallel()
	where := must.Get(places.Open(t.TempDir(), places.Options{Operator: "ines"}))(t)
	t.Cleanup(func() { where.Close() })
	layout := must.Get(where.Layout())(t)
	e := &Engine{vault: where, layout: layout}
	at := time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)
	text := []byte("---\nstatus: pending\n---\nPay.\n")
	seen := model.FingerprintOf(text)
	doubted := func(w model.Weight) func(*model.Request, *model.Snapshot) {
		return func(r *model.Request, _ *model.Snapshot) { r.Doubts = []model.Doubt{{What: "odd", Weight: w}} }
	}
	forStep := func(r *model.Request, s *model.Snapshot) {
		r.PlanID, r.Step, r.Plan = "b", 2, "Plans/b.md"
		s.Plans = []model.Plan{{
			Path: "Plans/b.md", ID: "b", HasLog: true, Status: model.Status{State: model.StateBlocked}, Seen: seen,
			Steps: []model.Step{{Number: 1, Text: "Weigh", Mark: 'x'}, {Number: 2, Text: "Pay", Mark: ' ', Human: true}},
		}}
	}
	const (
		approves = "create Approved/pay.md, remove Pending_Approval/pay.md, "
		rejects  = "create Rejected/pay.md, remove Pending_Approval/pay.md, "
		records  = "_other_b-step-2.md, 2 "
		known    = "no: [nothing-to-know]"
		never    = "no: [not-a-choice]"
	)
	always := func(why string) [5]string { return [5]string{why, why, why, why, why} }
	unless := func(why string) [5]string { return [5]string{why, why, why, known, never} }
	choices := []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges, model.ChoiceAck, model.ChoiceRetry}
	for _, tt := range []struct {
		name string
		with func(*model.Request, *model.Snapshot)
		want [5]string
	}{
		{"as it came", func(*model.Request, *model.Snapshot) {}, [5]string{approves + "0 []", rejects + "0 []", "0 []", known, never}},
		{"with a note", doubted(model.WeightNote), [5]string{approves + "0 []", rejects + "0 []", "0 []", known, never}},
		{"with a doubt", doubted(model.WeightAsk), [5]string{"type dues@quay.example, " + approves + "0 [odd]", rejects + "0 []", "0 []", known, never}},
		{"with a doubt that forbids", doubted(model.WeightBlock), [5]string{"no: [in-its-words]", rejects + "0 []", "0 []", known, never}},
		{"for a step", forStep, [5]string{approves + "2 []", rejects + "2 []", "2 []", known, never}},
		{"expired", func(r *model.Request, _ *model.Snapshot) { r.Expires = model.Stamp{Time: at.Add(-time.Hour)} }, [5]string{"type dues@quay.example, " + approves + "0 []", rejects + "0 []", "0 []", known, never}},
		{"already decided", func(r *model.Request, s *model.Snapshot) {
			s.Decided, r.Path = []model.Request{*r}, "Pending_Approval/other.md"
		}, unless("no: [not-pending]")},
		{"of another program", func(r *model.Request, _ *model.Snapshot) { r.Reading.Tool = "loom" }, always("no: [of-tool]")},
		{"being written", func(r *model.Request, s *model.Snapshot) { s.Writing = map[string]bool{r.Path: true} }, always("no: [being-written]")},
		{"stale", func(r *model.Request, s *model.Snapshot) { s.Stale = map[string]time.Time{r.Path: at} }, always("no: [stale]")},
		{"in a vault that is only read", func(_ *model.Request, s *model.Snapshot) { s.ReadOnly = "asked for" }, always("no: [read-only]")},
	} {
		r := model.Request{Path: "Pending_Approval/pay.md", Name: "pay.md", Action: "payment", Target: "dues@quay.example", Seen: seen}
		s := model.Snapshot{At: at}
		tt.with(&r, &s)
		s.Requests = []model.Request{r}
		for i, c := range choices {
			p, err := e.follows(s, model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/pay.md"}, Choice: c, Seen: seen, At: at}, "1", text, 0o644)
			if got := told(p, err); got != tt.want[i] {
				t.Errorf("%s, %s: got %q, want %q", tt.name, c, got, tt.want[i])
			}
		}
	}
	for _, tt := range []struct {
		name string
		with func(*model.Plan, *model.Snapshot)
		want [5]string
	}{
		{"a blocked plan", func(*model.Plan, *model.Snapshot) {}, [5]string{"create Approved/2026-03-14T09-00-00Z" + records + "[]", "create Rejected/2026-03-14T09-00-00Z" + records + "[]", "2 []", known, never}},
		{"with a doubt", func(p *model.Plan, _ *model.Snapshot) {
			p.Doubts = []model.Doubt{{What: "odd", Weight: model.WeightAsk}}
		}, [5]string{"type b, create Approved/2026-03-14T09-00-00Z" + records + "[odd]", "create Rejected/2026-03-14T09-00-00Z" + records + "[]", "2 []", known, never}},
		{"an active plan", func(p *model.Plan, _ *model.Snapshot) { p.Status.State = model.StateActive }, unless("no: [plan-not-blocked]")},
		{"with a request", func(p *model.Plan, s *model.Snapshot) {
			s.Requests = []model.Request{{Path: "Pending_Approval/pay.md", Name: "pay.md", PlanID: "b", Plan: p.Path, Step: 2}}
		}, unless("no: [plan-has-requests]")},
	} {
		var r model.Request
		s := model.Snapshot{At: at}
		forStep(&r, &s)
		tt.with(&s.Plans[0], &s)
		for i, c := range choices {
			p, err := e.follows(s, model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: "Plans/b.md"}, Choice: c, Seen: seen, At: at}, "1", text, 0o644)
			if got := told(p, err); got != tt.want[i] {
				t.Errorf("%s, %s: got %q, want %q", tt.name, c, got, tt.want[i])
			}
		}
	}
}

func TestCommitSubject(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, content string
		choice        model.Choice
		want          string
		undone        model.Choice
	}{
		{"short", "Likes 'so'", model.ChoiceAccept, "Confirm: accepted 'Likes 'so''", 0},
		{"declined", "Likes so", model.ChoiceDecline, "Reject: rejected 'Likes so'", 0},
		{"of 50", strings.Repeat("é", 50), model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("é", 50) + "'", 0},
		{"of 51", strings.Repeat("é", 51), model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("é", 50) + "'", 0},
		{"a pair at the cut", strings.Repeat("a", 49) + "😀b", model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("a", 49) + "'", 0},
		{"a pair before the cut", strings.Repeat("a", 48) + "😀b", model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("a", 48) + "😀'", 0},
		{"lines and marks", "a\r\n\r\nSigned-off-by: x\u202e\x1b[2J", model.ChoiceAccept, "Confirm: accepted 'a Signed-off-by: x[2J'", 0},
		{"empty", "", model.ChoiceAccept, "Confirm: accepted ''", 0},
		{"a long name", strings.Repeat("a", 201), model.ChoiceApprove, "Approve: approved '" + strings.Repeat("a", 200) + "'", 0},
		{"a request", "pay.md", model.ChoiceApprove, "Approve: approved 'pay.md'", 0},
		{"a wish", "pay.md", model.ChoiceChanges, "Changes: changes wanted on 'pay.md'", 0},
		{"a step", "trace.md", model.ChoiceRetry, "Retry: a step of 'trace.md'", 0},
		{"an undo", "pay.md", model.ChoiceUndo, "Undo: took back the rejection of 'pay.md'", model.ChoiceReject},
	} {
		if got := commitSubject(tt.choice, tt.undone, tt.content); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// What was dropped, taken back or undone is passed over without a word, as is an undo. A
// decision that is half done has to be finished first.
func TestTheNewestDecisionThatStandsIsTheOneToUndo(t *testing.T) {
	t.Parallel()
	e := &Engine{vault: places.New(nil, t.TempDir(), places.Options{Operator: "ines"})}
	made := func(id, by string, phase ledger.Phase) ledger.Record {
		return ledger.Record{ID: id, Operator: by, Phase: phase, Kind: model.KindTranscript.String(), Choice: model.ChoiceAck.String()}
	}
	stands, other := made("a", "ines", ledger.PhaseDone), made("k", "kai", ledger.PhaseDone)
	undone, undo, takenBack := made("b", "ines", ledger.PhaseDone), made("c", "ines", ledger.PhaseDone), made("d", "ines", ledger.PhaseDone)
	undone.UndoneBy, undo.Undoes, takenBack.TakenBack = undo.ID, undone.ID, true
	othersUndo := undo
	othersUndo.Operator = "kai"
	session := made("s", "ines", ledger.PhaseDone)
	session.Kind, session.Choice = model.KindSession.String(), ""
	for _, tt := range []struct {
		name  string
		all   []ledger.Record
		want  string
		newer []string
		why   bool
	}{
		{"none", nil, "", nil, false},
		{"one", []ledger.Record{stands}, "a", nil, false},
		{"one that was dropped", []ledger.Record{stands, made("v", "ines", ledger.PhaseVoid)}, "a", nil, false},
		{"one that was taken back", []ledger.Record{stands, takenBack}, "a", nil, false},
		{"one that was undone", []ledger.Record{stands, undone, undo}, "a", nil, false},
		{"one that nothing can undo", []ledger.Record{stands, session}, "a", []string{"s"}, false},
		{"planned", []ledger.Record{stands, made("p", "ines", ledger.PhasePlanned)}, "p", nil, true},
		{"published", []ledger.Record{stands, made("p", "ines", ledger.PhasePublished)}, "p", nil, true},
		{"half done behind one that nothing can undo", []ledger.Record{stands, made("p", "ines", ledger.PhasePlanned), session}, "s", nil, true},
		{"another operator's", []ledger.Record{stands, other}, "a", nil, false},
		{"another operator's alone", []ledger.Record{made("j", "kai", ledger.PhaseDone), other, undone, undo}, "k", nil, true},
		{"another operator's, which do not stand", []ledger.Record{other, made("v", "kai", ledger.PhaseVoid), othersUndo}, "k", nil, true},
		{"as far as is looked", slices.Concat([]ledger.Record{stands}, slices.Repeat([]ledger.Record{session}, mostUndoable)), "s", nil, true},
		{"not so far", slices.Concat([]ledger.Record{stands}, slices.Repeat([]ledger.Record{session}, mostUndoable-1)), "a", slices.Repeat([]string{"s"}, mostUndoable-1), false},
	} {
		got := e.lastUndoable(tt.all, model.Snapshot{})
		var newer []string
		for _, u := range got.Newer {
			newer = append(newer, u.Past.ID)
		}
		if got.Past.ID != tt.want || !slices.Equal(newer, tt.newer) || got.Why.Given() != tt.why {
			t.Errorf("%s: got %q past %q, with reason %+v; want %q past %q, with reason %v", tt.name, got.Past.ID, newer, got.Why, tt.want, tt.newer, tt.why)
		}
	}
}
