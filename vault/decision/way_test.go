package decision_test

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/vaulttest"
)

// wayCases are decisions on requests with ways of their own.
var wayCases = []struct {
	name   string
	files  files
	path   string
	choice model.Choice
	// to is where the answer is, and text what it says there.
	to, text string
}{
	{"a folder that is made", files{reqFile: wayRequest(inFolder)}, reqFile, model.ChoiceApprove, "Approved/general/req.md", wayRequest(inFolder)},
	{"a folder in another case", files{reqFile: wayRequest(inFolder), "approved/General/": ""}, reqFile, model.ChoiceApprove, "approved/General/req.md", wayRequest(inFolder)},
	{"a folder that has the name", files{reqFile: wayRequest(inFolder), "Approved/general/req.md": "x"}, reqFile, model.ChoiceApprove, "Approved/general/req-again-2.md", wayRequest(inFolder)},
	{"a name", files{reqFile: wayRequest(underName)}, reqFile, model.ChoiceApprove, "Approved/REQ_1_APPROVED.md", wayRequest(underName)},
	{"a name for a no", files{reqFile: wayRequest(underName)}, reqFile, model.ChoiceReject, "Rejected/REQ_1_REJECTED.md", wayRequest(underName)},
	{"a name that is taken", files{reqFile: wayRequest(underName), "Approved/REQ_1_APPROVED.md": "x"}, reqFile, model.ChoiceApprove, "Approved/req.md", wayRequest(underName)},
	{"a no among what is done", files{reqFile: wayRequest(rejectTo), "Done/": ""}, reqFile, model.ChoiceReject, "Done/req.md", wayRequest(rejectTo)},
	{"a yes beside such a no", files{reqFile: wayRequest(rejectTo), "Done/": ""}, reqFile, model.ChoiceApprove, "Approved/req.md", wayRequest(rejectTo)},
	{"the folder where it waits", files{emailFile: wayRequest(""), "Approved/email/": ""}, emailFile, model.ChoiceApprove, "Approved/email/m.md", wayRequest("")},
	{"no folder of that name", files{emailFile: wayRequest(""), "Approved/": "", "Rejected/email/": ""}, emailFile, model.ChoiceApprove, "Approved/m.md", wayRequest("")},
	{"the folder where it waits, for a no", files{emailFile: wayRequest(""), "Rejected/email/": ""}, emailFile, model.ChoiceReject, "Rejected/email/m.md", wayRequest("")},
	{"flat, as it says", files{emailFile: wayRequest("Move this file to /Approved to approve."), "Approved/email/": ""}, emailFile, model.ChoiceApprove, "Approved/m.md", wayRequest("Move this file to /Approved to approve.")},
	{"a folder that is a file", files{reqFile: wayRequest(inFolder), "Approved/general": "x"}, reqFile, model.ChoiceApprove, "Approved/req.md", wayRequest(inFolder)},
	{"the word of a section", files{reqFile: byStatus("PENDING")}, reqFile, model.ChoiceApprove, reqFile, byStatus("APPROVED")},
	{"the word of a section, for a no", files{reqFile: byStatus("PENDING")}, reqFile, model.ChoiceReject, reqFile, byStatus("REJECTED")},
	{"the word of a key", files{reqFile: byKey("'Pending'"), reqFile + ".note": "2026-02-20T09:00:00Z Operator: Changes wanted — why\n"}, reqFile, model.ChoiceApprove, reqFile, byKey("'Approved'")},
	{"the word of a key, for a no", files{reqFile: byKey("pending")}, reqFile, model.ChoiceReject, reqFile, byKey("rejected")},
}

func TestARequestIsAnsweredAsItAsks(t *testing.T) {
	t.Parallel()
	for _, tt := range wayCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, tt.files)
			d := wish(t, v, tt.path, tt.choice, "because")
			changes, err := v.Preview(t.Context(), d)
			if err != nil || len(changes) == 0 || changes[0].To != tt.to && (changes[0].Kind != model.ChangeEdit || changes[0].Path != tt.to) {
				t.Fatalf("promised %+v, %v", changes, err)
			}
			mustDecide(t, v, d)
			got := treeOf(t, v.Dir())
			if got[tt.to] != tt.text {
				t.Errorf("%s is %q, want %q; there is %q", tt.to, got[tt.to], tt.text, got)
			}
			if _, waits := got[tt.path]; waits && tt.to != tt.path {
				t.Errorf("%s still lies there", tt.path)
			}
			standing(t, v, tt.path, tt.to, tt.choice)
			if again, err := v.Decide(t.Context(), d); err != nil || !again.Already {
				t.Errorf("made once more: %+v, %v", again, err)
			}
		})
		t.Run(tt.name+", undone", func(t *testing.T) {
			t.Parallel()
			undoWhole(t, tt.files, tt.path, tt.choice, "because")
		})
	}
}

// standing expects that a decision is known wherever somebody asks for it.
func standing(t *testing.T, v *vaulttest.Vault, file, to string, choice model.Choice) {
	t.Helper()
	s := mustLoad(t, v)
	if _, waits := s.Request(file); waits || len(s.Verified) != 0 && s.Verified[0].Standing != model.StandingSame {
		t.Errorf("it waits (%v), or was changed: %+v", waits, s.Verified)
	}
	verified := s.Verified
	if approves := choice == model.ChoiceApprove; approves != (len(verified) == 1) || approves && (verified[0].Path != to || verified[0].Standing != model.StandingSame) {
		t.Errorf("verified %+v", verified)
	}
	want := map[model.Choice]model.ReplyState{model.ChoiceApprove: model.ReplyApproved, model.ChoiceReject: model.ReplyRejected}[choice]
	for _, name := range []string{file, path.Base(file), to} {
		reply, err := v.Reply(t.Context(), name, eleven)
		if err != nil || reply.State != want || reply.To != to || reply.By != "ines" || reply.Note != "because" {
			t.Errorf("the reply to %s is %+v, %v", name, reply, err)
		}
	}
	if at, c, err := v.Decided(file); err != nil || at != to || c != choice {
		t.Errorf("decided %s %v, %v", at, c, err)
	}
	if len(s.Contradictions) > 0 || len(s.Interrupted) > 0 || len(s.Finished) > 0 {
		t.Errorf("%+v, %+v, %+v", s.Contradictions, s.Interrupted, s.Finished)
	}
}

// What cannot be followed is said before the yes, in the words of the request.
func TestAWayThatIsLostIsQuoted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lines  string
		beside files
		want   string
	}{
		{"To approve: run `python approve.py 12`", nil, "its program may not see this yes: line 8 says \"To approve: run `python approve.py 12`\"; coldstart moves the file to Approved/"},
		{"To reject: move this file to `Trash/`", nil, "its program may not see this no: line 8 says \"To reject: move this file to `Trash/`\"; coldstart moves the file to Rejected/"},
		{"If rejected: move to `Archive/`", nil, "but this vault has no folder Archive; coldstart moves the file to Rejected/"},
		{inFolder, files{"Approved/general": "x"}, "but Approved/general is a file; coldstart moves the file to Approved/"},
		{underName, files{"Approved/REQ_1_APPROVED.md": "x"}, "but Approved/REQ_1_APPROVED.md is there already; coldstart moves"},
		{underName, files{"Pending_Approval/REQ_1.md": "Another one.\n"}, "but that is the name of Pending_Approval/REQ_1.md; coldstart moves"},
		{"To approve: create file `Approved/other.md`", files{"Pending_Approval/deep/other.md": "Another one.\n"}, "but that is the name of Pending_Approval/deep/other.md"},
		{"To approve: move this file to `Approved/_later/`", nil, "but coldstart would not look at _later there; coldstart moves"},
		{"To approve: move this file to `Approved/a/b/c/d/`", nil, "but coldstart does not look so deep; coldstart moves"},
		{"**Status:** approved by the lawyer\n\nTo approve: set the status to APPROVED", nil, "its program may not see this yes: line 10 says"},
	} {
		v := decidingVault(t, files{reqFile: wayRequest(tt.lines)}.With(tt.beside))
		r, _ := mustLoad(t, v).Request(reqFile)
		said := ""
		for _, d := range r.Doubts {
			said += d.String() + "\n"
		}
		if !strings.Contains(said, tt.want) {
			t.Errorf("%s\n\t%q, want %q", tt.lines, said, tt.want)
		}
	}
}

// A request in the agents' own schema is looked for in the folder of approved requests and nowhere else.
func TestTheAgentsOwnRequestsGoWhereTheirProgramLooks(t *testing.T) {
	t.Parallel()
	own := strings.TrimSuffix(payRequest, "\n") + "\n\n" + inFolder + "\n"
	v := decidingVault(t, blockedVault().With(files{payFile: own, "Approved/general/": ""}))
	r, _ := mustLoad(t, v).Request(payFile)
	if len(rule.Weighed(r, model.WeightNote)) == 0 || !strings.Contains(rule.Weighed(r, model.WeightNote)[0].What, "may not see this yes") {
		t.Errorf("doubts %+v", r.Doubts)
	}
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	if got := treeOf(t, v.Dir()); got["Approved/pay.md"] != own {
		t.Errorf("there is %q", got)
	}
}

// Somebody may write the answer by hand, and take it back.
func TestAnAnswerInAFileIsReadWhoeverWroteIt(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{reqFile: byStatus("PENDING")})
	write := func(status string) model.Snapshot {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(v.Dir(), filepath.FromSlash(reqFile)), []byte(byStatus(status)), 0o644))
		return mustLoad(t, v)
	}
	s := write("APPROVED")
	if len(s.Requests) != 0 || len(s.Decided) != 1 || s.Decided[0].Reading.Decision != model.DecisionApproved || s.Decided[0].DecidedHere {
		t.Errorf("waiting %+v, decided %+v", s.Requests, s.Decided)
	}
	if reply, err := v.Reply(t.Context(), "req", eleven); err != nil || reply.State != model.ReplyApproved || reply.By != "" {
		t.Errorf("the reply is %+v, %v", reply, err)
	}
	if s = write("PENDING"); len(s.Requests) != 1 || len(s.Decided) != 0 {
		t.Errorf("waiting %+v, decided %+v", s.Requests, s.Decided)
	}
	mustDecide(t, v, wish(t, v, reqFile, model.ChoiceApprove, ""))
	s = write("REJECTED")
	if all := mustLoad(t, v).Verified; len(all) != 1 || all[0].Standing != model.StandingAltered {
		t.Errorf("verified %+v", all)
	}
	if s.Undo.Why.Code == "" {
		t.Error("an answer that somebody changed can be undone")
	}
}

// TestDialectsAreAnsweredAsTheyAsk decides on the reduced cases from real vaults.
func TestDialectsAreAnsweredAsTheyAsk(t *testing.T) {
	t.Parallel()
	const cases = "../../../shared/dialects-2"
	b, err := os.ReadFile(filepath.Join(cases, "expected.json"))
	if err != nil {
		t.Skipf("the cases are not here: %v", err)
	}
	type after struct{ Exists string }
	var expected struct {
		Files map[string]struct {
			Approve after `json:"after_approve"`
			Reject  after `json:"after_reject"`
			Answer  string
		}
	}
	must.Do(t, json.Unmarshal(b, &expected))
	seen := 0
	for name, want := range expected.Files {
		folder, file, _ := strings.Cut(name, "/")
		for choice, to := range map[model.Choice]string{model.ChoiceApprove: want.Approve.Exists, model.ChoiceReject: want.Reject.Exists} {
			if choice == model.ChoiceApprove && want.Answer != "" {
				to = file
			}
			if to == "" {
				continue
			}
			seen++
			v := decidingVault(t, treeOf(t, filepath.Join(cases, folder)))
			start := treeOf(t, v.Dir())
			mustDecide(t, v, wish(t, v, file, choice, "because"))
			got := treeOf(t, v.Dir())
			if _, there := got[to]; !there || to != file && got[to] != start[file] || to == file && !strings.Contains(got[to], "\nAPPROVED\n") {
				t.Errorf("%s: %s is %q", name, to, got[to])
			}
			if _, made := got["Rejected/"]; made && !strings.HasPrefix(to, "Rejected/") {
				t.Errorf("%s: there is a new folder", name)
			}
			standing(t, v, file, to, choice)
		}
	}
	if seen < 6 {
		t.Errorf("%d decisions were made", seen)
	}
}
