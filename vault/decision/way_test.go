package decision_test

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
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

// choose makes a decision on a step of a trace as it is now.
func choose(t *testing.T, v *vaulttest.Vault, choice model.Choice, step int, note string) model.Decision {
	t.Helper()
	d := wish(t, v, tracePath, choice, note)
	d.Step = step
	return d
}

// resumeBlock is the seed's entry with our decision line.
func resumeBlock(from, prior, decision string) string {
	return "---\n\n## Resume\n\n**Resumed:** 2026-02-21T11:00:00Z\n**Resuming from:** " + from +
		"\n**Prior steps completed:** " + prior + "\n**Decision:** " + decision + "\n"
}

func TestDecideOnATrace(t *testing.T) {
	t.Parallel()
	cut, failed := seedTrace("in-progress", "completed", "in-progress"), seedTrace("failed", "completed", "failed")
	again := resumeBlock("Step 2 — Count", "1", "Re-run step 2 (Operator ines)")
	for _, tt := range []struct {
		name, text string
		choice     model.Choice
		step       int
		note       string
		// added is what comes behind the text.
		added, day string
	}{
		{name: "run again", text: cut, choice: model.ChoiceRerun, added: "\n" + again, day: "trace_rerun"},
		{name: "run again, by its number", text: cut, choice: model.ChoiceRerun, step: 2, added: "\n" + again, day: "trace_rerun"},
		{
			name: "retry", text: failed, choice: model.ChoiceRetry, note: "the bank\nanswered",
			added: "\n" + resumeBlock("Step 2 — Count", "1", "Retry step 2 — the bank answered (Operator ines)"), day: "trace_retry",
		},
		{
			name: "skip", text: failed, choice: model.ChoiceSkip,
			added: "\n" + resumeBlock("Step 3 — the step after Count", "1", "Skip step 2 (Operator ines)"), day: "trace_skip",
		},
		{
			name: "abort", text: failed, choice: model.ChoiceAbort,
			added: "\n" + resumeBlock("Step 2 — Count", "1", "Abort step 2 (Operator ines)"), day: "trace_abort",
		},
		{
			name: "a step that is not the last", text: seedTrace("in-progress", "in-progress", "failed"), choice: model.ChoiceRerun, step: 1,
			added: "\n" + resumeBlock("Step 1 — Count", "0", "Re-run step 1 (Operator ines)"), day: "trace_rerun",
		},
		{name: "carriage returns", text: crlf(cut), choice: model.ChoiceRerun, added: crlf("\n" + again), day: "trace_rerun"},
		{name: "no line feed at the end", text: strings.TrimSuffix(cut, "\n"), choice: model.ChoiceRerun, added: "\n\n" + again, day: "trace_rerun"},
		{name: "carriage returns but the last", text: strings.TrimSuffix(crlf(cut), "\r\n"), choice: model.ChoiceRerun, added: crlf("\n\n" + again), day: "trace_rerun"},
		{name: "a blank line at the end", text: cut + "\n", choice: model.ChoiceRerun, added: again, day: "trace_rerun"},
		{name: "a byte order mark", text: "\ufeff" + cut, choice: model.ChoiceRerun, added: "\n" + again, day: "trace_rerun"},
		{name: "bytes that are no text", text: cut + "\xff\x00 \n", choice: model.ChoiceRerun, added: "\n" + again, day: "trace_rerun"},
		{
			name: "another mind", text: failed + "\n" + resumeBlock("Step 2 — Count", "1", "Retry step 2"), choice: model.ChoiceAbort,
			added: "\n" + resumeBlock("Step 2 — Count", "1", "Abort step 2 (Operator ines)"), day: "trace_abort",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{tracePath: tt.text})
			d := choose(t, v, tt.choice, tt.step, tt.note)
			receipt, _ := vaulttest.DecideAsShown(t, v, d)
			if len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v", receipt)
			}
			got := treeOf(t, v.Dir())
			checkDay(t, got[dayFile], receipt, tt.day)
			delete(got, dayFile)
			sameFiles(t, "after the decision", got, files{tracePath: tt.text + tt.added})

			trace, _ := mustLoad(t, v).Trace(tracePath)
			last, _ := trace.LastStep()
			answer, answered := trace.Answered()
			if about := tt.step == 0 || tt.step == last.Number; answered != about || about && (trace.NeedsHuman() || !strings.HasPrefix(answer.Decision, tt.choice.Past())) {
				t.Errorf("answered %+v, %v; needs a human %v", answer, answered, trace.NeedsHuman())
			}
			if again := mustDecide(t, v, d); !again.Already || again.ID != receipt.ID {
				t.Errorf("the second time: %+v", again)
			}
			v.Overwrite(t, tracePath, tt.text+tt.added+"\n## Step 3: Tell\n**Status:** failed\n")
			if trace, _ = mustLoad(t, v).Trace(tracePath); !trace.NeedsHuman() {
				t.Error("the next failure needs no human")
			}
		})
	}
}

func TestDecideOnATraceIsRefused(t *testing.T) {
	t.Parallel()
	cut, failed := seedTrace("in-progress", "completed", "in-progress"), seedTrace("failed", "completed", "failed")
	for _, tt := range []struct {
		name, text string
		choice     model.Choice
		step       int
		// now is what the trace became after it was seen.
		now   string
		kind  error
		words string
	}{
		{name: "retry a step in progress", text: cut, choice: model.ChoiceRetry, kind: model.ErrNotAllowed, words: "step 2 is in progress: run it again (rerun) or inspect it"},
		{name: "run a failed step again", text: failed, choice: model.ChoiceRerun, kind: model.ErrNotAllowed, words: "step 2 failed: retry, skip or abort it"},
		{name: "a completed step", text: cut, choice: model.ChoiceRerun, step: 1, kind: model.ErrNotAllowed, words: "step 1 is completed"},
		{name: "a step that is not there", text: cut, choice: model.ChoiceRerun, step: 9, kind: model.ErrNotAllowed, words: "the trace has no such step"},
		{name: "a finished workflow", text: seedTrace("completed", "completed"), choice: model.ChoiceRerun, kind: model.ErrNotAllowed, words: "the workflow finished; there is nothing to recover"},
		{name: "between two steps", text: seedTrace("in-progress", "completed"), choice: model.ChoiceRetry, kind: model.ErrNotAllowed, words: "step 1 is completed"},
		{name: "a file of another kind", text: "# Notes\n", choice: model.ChoiceRerun, kind: model.ErrNotAllowed, words: `a trace without any "## Step N"`},
		{name: "no choice for a trace", text: cut, choice: model.ChoiceAck, kind: model.ErrNotAllowed, words: "that cannot be done with a trace"},
		{name: "a trace that went on", text: cut, now: cut + "\n", choice: model.ChoiceRerun, kind: model.ErrConflict, words: "it changed since it was seen"},
		{name: "a trace that is gone", text: cut, now: "-", choice: model.ChoiceRerun, kind: model.ErrNotFound, words: "it is no longer there"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{tracePath: tt.text})
			d := choose(t, v, tt.choice, tt.step, "")
			switch tt.now {
			case "":
			case "-":
				v.MoveFile(t, tracePath, "old.md")
			default:
				v.Overwrite(t, tracePath, tt.now)
			}
			refusedWith(t, v, d, tt.kind, tt.words)
		})
	}
}

func TestAnotherStepIsAnotherDecision(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{tracePath: seedTrace("in-progress", "in-progress", "in-progress")})
	last, first, second := choose(t, v, model.ChoiceRerun, 0, ""), choose(t, v, model.ChoiceRerun, 1, ""), choose(t, v, model.ChoiceRerun, 2, "")
	mustDecide(t, v, last)
	for _, d := range []model.Decision{first, second} {
		refusedWith(t, v, d, model.ErrConflict, "it changed since it was seen")
	}
	if again := mustDecide(t, v, last); !again.Already {
		t.Errorf("the same decision again: %+v", again)
	}
	fresh := choose(t, v, model.ChoiceRerun, 1, "")
	if receipt := mustDecide(t, v, fresh); receipt.Already || receipt.Decision.Step != 1 {
		t.Errorf("receipt %+v", receipt)
	}
}

func TestATraceThatChangesAtTheLastMomentIsAConflict(t *testing.T) {
	t.Parallel()
	text := seedTrace("in-progress", "in-progress")
	v := decidingVault(t, files{tracePath: text})
	d := choose(t, v, model.ChoiceRerun, 0, "")
	v.Before(t, "sync", "", func() { v.Overwrite(t, tracePath, text+"newer\n") })
	if _, err := v.Decide(t.Context(), d); err == nil || !strings.Contains(phrase.Error(err), model.ErrConflict.Error()) {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.Dir()), files{tracePath: text + "newer\n"})
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestDecideOnATraceKeepsItsMode(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{tracePath: seedTrace("failed", "failed")})
	full := filepath.Join(v.Dir(), tracePath)
	must.Do(t, os.Chmod(full, 0o640))
	mustDecide(t, v, choose(t, v, model.ChoiceSkip, 0, ""))
	if info, err := os.Stat(full); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
