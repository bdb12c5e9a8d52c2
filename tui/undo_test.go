package tui

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
)

const approvedFile = "Approved/claim.md"

// decidedBefore is a workshop in which the claim was approved an hour ago.
func decidedBefore() *fakeStore {
	s := workshop()
	claim := s.snapshot.Requests[0]
	s.remove(claimFile)
	claim.Path, claim.Reading.Decision = approvedFile, model.DecisionApproved
	s.snapshot.Decided = append(s.snapshot.Decided, claim)
	s.files[approvedFile] = claimText
	s.snapshot.Undo = model.Undoable{
		Past: model.Past{
			ID: "20260314T060200Z-a", At: clock().Add(-time.Hour), To: approvedFile,
			Decision: model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: claimFile}, Choice: model.ChoiceApprove, Note: "by mail"},
		},
		On: model.Ref{Kind: model.KindRequest, Path: approvedFile},
	}
	s.snapshot.History = []model.Past{s.snapshot.Undo.Past}
	s.changes = []model.Change{
		{Kind: model.ChangeMove, Path: approvedFile, To: claimFile},
		{Kind: model.ChangeEdit, Effect: model.EffectPlan, Path: claimPlan, Before: []string{"status: Active", "blocked_reason: null"}, After: []string{"status: Blocked", "blocked_reason: Awaiting approval for the claim email"}, Word: "Active", NewWord: "Blocked"},
		{Kind: model.ChangeAppend, Effect: model.EffectDay, Path: "Logs/2026-03-14.json", After: []string{`{"event":"approval_undone"}`}},
	}
	s.receipt = model.Receipt{Changes: s.changes}
	return s
}

// back puts the vault as it is behind the undo.
func back(s *fakeStore) {
	s.snapshot.Requests, s.snapshot.Decided, s.snapshot.Undo = workshop().snapshot.Requests, nil, model.Undoable{}
	s.files[claimFile] = claimText
}

func TestUndoTakesTheLastDecisionBack(t *testing.T) {
	t.Parallel()
	s := decidedBefore()
	d := newDriver(t, s, 80, 30)
	d.pick("2", twinFile)
	d.press("u")
	d.shows(
		"Undo this approval?", "approval of claim.md", "about e-mail to claims@northreach.example, 1,840.00 EUR",
		"decided 06:02, 1 h ago", "your note by mail",
		"moves the file to Pending_Approval, unchanged", "sets PLAN-2026-014 from Active to Blocked", "all read",
	)
	d.press("D")
	d.shows("1 move "+approvedFile, "to Pending_Approval/ under the same name", "- status: Active", "+ status: Blocked")
	d.press("D")
	d.hides("Dear Northreach claims team")
	d.press("y")
	d.decides(0)
	d.press("M", "wrong desk", "enter")
	d.readAll()
	back(s)
	d.press("y")
	want := model.Decision{
		Ref: model.Ref{Kind: model.KindRequest, Path: approvedFile}, Choice: model.ChoiceUndo, Note: "wrong desk", At: clock(),
		Seen:     model.FingerprintOf([]byte(claimText)),
		Undoes:   model.Undone{ID: "20260314T060200Z-a", Choice: model.ChoiceApprove},
		Foreseen: model.Foreseen{Known: true}, How: model.HowScreen,
	}
	if got := s.decided; len(got) != 1 || !reflect.DeepEqual(got[0], want) {
		t.Fatalf("decided %+v, want once %+v", got, want)
	}
	d.shows("Undone: approval of claim.md · moved to Pending_Approval · PLAN-2026-014 is Blocked")
	if got := d.cursor(); got != claimFile {
		t.Errorf("the cursor is on %s, not on what came back", got)
	}
}

// The file of an undo is checked before its yes counts: y is only ever too quick.
func TestTheFileIsCheckedBeforeAYesCounts(t *testing.T) {
	t.Parallel()
	d := newDriver(t, decidedBefore(), 80, 30)
	d.press("u")
	d.ring(confirm.SteadyTime)
	if d.press("y"); confirm.SteadyTime >= confirm.QuietTime {
		t.Error("a yes counts before the file is checked")
	}
	d.shows("Ignored: typed too fast. Press y again.")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(1)
}

func TestUndoOpensThePageOfWhatCameBack(t *testing.T) {
	t.Parallel()
	s := decidedBefore()
	d := newDriver(t, s, 80, 30)
	d.pick("2", approvedFile)
	d.press("enter", "u")
	d.readAll()
	back(s)
	d.press("y")
	if d.app.detail != nil || d.cursor() != claimFile {
		t.Errorf("open %v, cursor on %s\n%s", d.app.detail, d.cursor(), d.app.View())
	}

	s = decidedBefore()
	d = newDriver(t, s, 80, 30)
	d.press("3", "u")
	d.readAll()
	back(s)
	d.press("y")
	if d.cursor() != claimFile {
		t.Errorf("cursor on %s\n%s", d.cursor(), d.app.View())
	}
}

func TestUndoSaysWhyItCannot(t *testing.T) {
	t.Parallel()
	picked := decidedBefore()
	picked.snapshot.Undo.Why = model.Reason{Code: model.BecausePickedUp, Name: "Approved/claim.md"}
	closed := decidedBefore()
	closed.snapshot.ReadOnly = "asked for with --read-only"
	for _, tt := range []struct {
		name  string
		store *fakeStore
		want  string
	}{
		{"nothing decided", workshop(), "Nothing to undo"},
		{"picked up", picked, "Cannot undo your last decision: approval of claim.md: picked up: Approved/claim.md is gone; tell the agent what to do instead"},
		{"read-only", closed, "Cannot undo your last decision: this vault is open read-only: asked for with --read-only"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDriver(t, tt.store, 120, 60)
			d.press("u")
			d.shows(tt.want + ".")
			d.press("?", "tab")
			d.shows("undo your last decision (not now: ")
			d.press("esc")
			d.hides("u undo")
			if d.app.dialog() != nil || tt.store.previews != 0 {
				t.Error("something was opened")
			}
		})
	}
}

// The board is older than a decision that was made a moment ago, here or elsewhere.
func TestUndoLooksAtTheVaultAsItIsNow(t *testing.T) {
	t.Parallel()
	s := decidedBefore()
	undo := s.snapshot.Undo
	s.snapshot.Undo = model.Undoable{}
	d := newDriver(t, s, 80, 30)
	d.app.feed.loading, s.snapshot.Undo = true, undo
	d.press("u")
	d.shows("approval of claim.md")

	// One that was made since does not take its place.
	s.older = map[string]model.Undoable{undo.Past.ID: undo}
	s.snapshot.Undo.Past.ID, s.snapshot.Undo.Past.To = "20260314T070100Z-b", "Approved/other.md"
	d.press("M", "enter")
	d.shows("approval of claim.md")
	d.press("esc", "ctrl+r", "u")
	s.older = nil
	s.snapshot.Undo.Why = model.Reason{Code: model.BecauseAnswered}
	d.press("M", "enter")
	d.shows("Cannot undo: approval of claim.md: the agent has written a new text since; decide on that once it waits for you.")
	s.snapshot.Undo.Why = model.Reason{}
	d.press("ctrl+r", "u")
	s.previewErr = errors.New("undoing: it was changed since")
	d.press("M", "enter")
	d.shows("Cannot undo: undoing: it was changed since.")
	d.decides(0)
}

func TestUndoSaysFirstWhatItPassedOver(t *testing.T) {
	t.Parallel()
	s := decidedBefore()
	s.snapshot.Undo.Newer = []model.Undoable{
		{
			Past: model.Past{Decision: model.Decision{Ref: model.Ref{Kind: model.KindSession, Path: "events.jsonl", Item: "244"}, Choice: model.ChoiceAck}},
			Why:  model.Reason{Code: model.BecauseLogOnlyGrows},
		},
		{Why: model.Reason{Code: model.BecausePickedUp, Name: "bells.md"}},
	}
	d := newDriver(t, s, 80, 30)
	d.press("u")
	d.shows("careful not your last decision, the acknowledgement of 244: the event log is append-only; a session that writes again reappears by itself (and 1 more that cannot be undone)")
	view := d.app.View()
	if strings.Index(view, "careful") > strings.Index(view, "about") {
		t.Errorf("it is not said first:\n%s", view)
	}
}

func TestUndoOfAFileThatChangesIsOff(t *testing.T) {
	t.Parallel()
	d := newDriver(t, decidedBefore(), 80, 30)
	d.press("u")
	d.readAll()
	d.store.files[approvedFile] += "and more\n"
	d.ring(confirm.WatchEvery)
	d.press("y")
	d.shows("+and more", "Not yet: the file changed; l rereads it.")
	d.decides(0)
}

// What was decided is said first: names of files may fill the rest of the line.
func TestReceiptsNameTheKeyThatTakesThemBack(t *testing.T) {
	t.Parallel()
	receipt := func(kind model.Kind, path, item string, choice model.Choice, changes ...model.Change) model.Receipt {
		return model.Receipt{Decision: model.Decision{Ref: model.Ref{Kind: kind, Path: path, Item: item}, Choice: choice}, Changes: changes}
	}
	moved := model.Change{Kind: model.ChangeMove, Path: claimFile, To: approvedFile}
	removed := model.Change{Kind: model.ChangeRemove, Path: "Rejected/PLAN.md"}
	undo := receipt(model.KindPlan, "Plans/PLAN.md", "", model.ChoiceUndo, removed)
	undo.Decision.Undoes = model.Undone{ID: "b", Choice: model.ChoiceReject}
	already := undo
	already.Already = true
	b := board.New(decidedBefore().snapshot)
	for _, tt := range []struct {
		want    string
		receipt model.Receipt
	}{
		{"Approved claim.md · u undo", receipt(model.KindRequest, claimFile, "", model.ChoiceApprove, moved)},
		{"Acknowledged session 244",
			receipt(model.KindSession, "events.jsonl", "244", model.ChoiceAck, model.Change{Kind: model.ChangeAppend, Path: "events.jsonl"})},
		{"Accepted proposal p1 · u undo · committed",
			receipt(model.KindProposal, "seed.json", "p1", model.ChoiceAccept, model.Change{Kind: model.ChangeEdit, Path: "seed.json"}, model.Change{Kind: model.ChangeCommit})},
		{"Retry requested: report · u undo", receipt(model.KindTrace, failedTrace, "", model.ChoiceRetry)},
		{"Wrote an entry into x/JOURNAL.md · u undo", receipt(model.KindJournal, "x/JOURNAL.md", "", model.ChoiceEntry)},
		{"Undone: rejection of PLAN.md · removed Rejected/PLAN.md", undo},
		{"Nothing to do: the rejection of PLAN.md was undone before", already},
	} {
		if got := b.ReceiptWords(defaultKeys(), tt.receipt) + b.ChangeWords(tt.receipt); got != tt.want {
			t.Errorf("got  %q\nwant %q", got, tt.want)
		}
	}
}

// Why it cannot be, and what went wrong, fit beside long names of files.
func TestLongNamesLeaveRoomForTheReason(t *testing.T) {
	t.Parallel()
	name := "2026-03-12_payment_" + strings.Repeat("velmora_tyres_", 8) + "4471.md"
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		s := workshop()
		s.snapshot.Undo = model.Undoable{
			Past: model.Past{ID: "a", Decision: model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/" + name}, Choice: model.ChoiceApprove}},
			Why:  model.Reason{Code: model.BecauseChangedSince, Name: "Approved/" + name},
		}
		d := newDriver(t, s, size[0], size[1])
		d.press("u")
		d.shows("Cannot undo your last decision: approval of 2026-03-", "4471.md: Approved/2026", "has changed since; look at it and move it by hand")

		d = atConfirm(t)
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.readAll()
		d.store.receipt.Changes = []model.Change{{Kind: model.ChangeMove, Path: claimFile, To: approvedFile}, {Kind: model.ChangeEdit, Path: "Plans/" + name}, {Kind: model.ChangeAppend, Path: "Logs/" + name}}
		d.store.receipt.Notices = []string{"Plans/" + name + " had changed, and its status was left as it is"}
		d.press("y")
		d.shows("Approved \"Claim for 14 cracked hub shells\" · u undo · but: Plans/", "4471.md had changed, and its status was left as it is")
	}
	d := newDriver(t, workshop(), 80, 24)
	d.app.say(styles.RoleWarn, "Edited: Plans/"+strings.Replace(name, "velmora_tyres_velmora_tyres_", "", 2)+".")
	d.shows("velmora_tyres_velmora_tyres_")
}

func TestStoryUndoTwoDecisions(t *testing.T) {
	s := newStory(t)
	plan, hubs, post := s.file(hubsPlan), s.file("Pending_Approval/"+hubsRequest), s.file("Pending_Approval/"+postRequest)
	s.press("2", "g", "down", "down", "down", "down")
	s.waits("post on LinkedIn")
	s.press("x")
	s.waits("Reject: why?")
	s.press("not yet", "enter")
	s.waits("note    not yet")
	s.read("y reject")
	s.press("y")
	s.waits(`Rejected "`, " · u undo")
	s.press("3", "g", "down")
	s.waits("4 waits for you")
	s.press("a")
	s.waits("Approve this e-mail?", "claims@northreach-hubs.example")
	s.read("y approve")
	s.press("y")
	s.waits(`Approved "`, " · u undo")
	s.contains(hubsPlan, "status: Active\n")

	s.press("u")
	s.waits("Undo this approval?", "from Active to Blocked")
	s.read("y undo")
	s.press("y")
	s.waits("Undone: approval of " + hubsRequest)
	s.press("u")
	s.waits("Undo this rejection?", "rejection of")
	s.read("y undo")
	s.press("y")
	s.waits("Undone: rejection of " + postRequest)
	s.press("u")
	s.waits("Nothing to undo.")
	s.leaves()

	s.missing("Approved/"+hubsRequest, "Rejected/"+postRequest, "Rejected/"+postRequest+".note", "Pending_Approval/"+postRequest+".note")
	if s.file("Pending_Approval/"+hubsRequest) != hubs || s.file("Pending_Approval/"+postRequest) != post {
		t.Error("a request came back with other bytes")
	}
	s.contains(hubsPlan, "Operator: Approved step 4 — ", "Operator: Undid approval of step 4 — ")
	left := slices.DeleteFunc(strings.Split(s.file(hubsPlan), "\n"), func(l string) bool {
		return strings.HasPrefix(l, "- [2026-03-14T07:02:00Z] Operator: ")
	})
	if got := strings.Join(left, "\n"); got != plan {
		t.Errorf("the plan differs by more than two lines of its log:\n%s", got)
	}
	s.contains("Logs/2026-03-14.json", "approval_undone", "approval_rejection_undone")
}

// On a decided request u means that decision, wherever it is shown; right after a decision it means
// what the receipt says.
func TestUndoOfADecidedRequest(t *testing.T) {
	t.Parallel()
	hubs := func() *fakeStore {
		s := historic()
		s.snapshot.Decided = append(s.snapshot.Decided, model.Request{
			Path: "Approved/hubs.md", Name: "hubs.md", Reading: model.RequestReading{Decision: model.DecisionApproved},
		})
		s.files["Approved/hubs.md"] = "# Hubs\n"
		s.older = map[string]model.Undoable{"d-1": {Past: s.snapshot.History[2], On: model.Ref{Kind: model.KindRequest, Path: "Approved/hubs.md"}}}
		return s
	}
	s := hubs()
	d := newDriver(t, s, 80, 24)
	d.pick("2", "Approved/hubs.md")
	d.press("u")
	d.shows("Undo this approval?", "approval of hubs.md")
	d.press("esc")
	d.pick("2", approvedFile)
	d.press("enter", "u")
	d.shows("Undo this approval?", "approval of claim.md")
	d.press("esc", "esc")
	d.pick("2", twinFile)
	d.press("u")
	d.shows("approval of claim.md")
	d.press("esc")

	// A receipt is on screen until the next key.
	d.pick("2", "Approved/hubs.md")
	d.app.report(decidedMsg{decision: model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: claimFile}, Choice: model.ChoiceApprove}}, 0)
	d.press("u")
	d.shows("approval of claim.md")
	d.press("esc")

	// What cannot be undone says why.
	s.older["d-1"] = model.Undoable{Past: s.snapshot.History[2], Why: model.Reason{Code: model.BecauseAnswered}}
	d.press("u")
	d.shows("Cannot undo: approval of hubs.md: the agent has written a new text")
	s = hubs()
	s.snapshot.History[2].To = "Approved/other.md"
	d = newDriver(t, s, 80, 24)
	d.pick("2", "Approved/hubs.md")
	d.hides("u undo")
	d.press("u")
	d.shows("Cannot undo this decision: H lists no decision on this file.")
	if d.app.dialog() != nil {
		t.Error("an undo is open")
	}
}
