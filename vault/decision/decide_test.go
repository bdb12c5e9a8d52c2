package decision_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
	folders "coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

var decideCases = []struct {
	name   string
	files  files
	path   string
	choice model.Choice
	note   string
	// want is what differs afterwards, apart from the day's log.
	want files
	// day is the event in the day's log.
	day string
	// open is true where the plan cannot be written before somebody mends it.
	open bool
}{
	{
		name: "approving frees the plan", files: blockedVault(), path: payFile, choice: model.ChoiceApprove,
		want: files{"-" + payFile: "", "Approved/pay.md": payRequest, planFile: freedPlan(approvedLine)},
		day:  "approval_approved",
	},
	{
		name: "approving with a note", files: blockedVault(), path: payFile, choice: model.ChoiceApprove, note: "dues  are\ndue\u202e",
		want: files{
			"-" + payFile: "", "Approved/pay.md": payRequest,
			planFile: freedPlan("- [2026-02-21T11:00:00Z] Operator: Approved step 2 — dues are due"),
		},
		day: "approval_approved",
	},
	{
		name: "rejecting leaves the plan blocked", files: blockedVault(), path: payFile, choice: model.ChoiceReject, note: "too much",
		want: files{
			"-" + payFile: "", "Rejected/pay.md": payRequest,
			"Rejected/pay.md.note": "2026-02-21T11:00:00Z Operator: Rejected — too much\n",
			planFile:               logged("- [2026-02-21T11:00:00Z] Operator: Rejected step 2 — too much"),
		},
		day: "approval_rejected",
	},
	{
		name: "wanting changes leaves the request pending", files: blockedVault(), path: payFile, choice: model.ChoiceChanges, note: "name the berth",
		want: files{
			"Pending_Approval/pay.md.note": "2026-02-21T11:00:00Z Operator: Changes wanted — name the berth\n",
			planFile:                       logged("- [2026-02-21T11:00:00Z] Operator: Changes wanted on step 2 — name the berth"),
		},
		day: "approval_changes_wanted",
	},
	{
		name: "notes move along with an approval",
		files: blockedVault().With(files{
			"Pending_Approval/pay.md.note": "2026-02-20T09:00:00Z Operator: Changes wanted — which berth?",
		}),
		path: payFile, choice: model.ChoiceApprove,
		want: files{
			"-" + payFile: "", "-" + payFile + ".note": "", "Approved/pay.md": payRequest,
			"Approved/pay.md.note": "2026-02-20T09:00:00Z Operator: Changes wanted — which berth?\n",
			planFile:               freedPlan(approvedLine),
		},
		day: "approval_approved",
	},
	{
		name: "a reason joins earlier notes on both sides",
		files: blockedVault().With(files{
			"Pending_Approval/pay.md.note": "first\nsecond\n",
			"Rejected/pay.md.note":         "older",
		}),
		path: payFile, choice: model.ChoiceReject, note: "no",
		want: files{
			"-" + payFile: "", "-" + payFile + ".note": "", "Rejected/pay.md": payRequest,
			"Rejected/pay.md.note": "older\nfirst\nsecond\n2026-02-21T11:00:00Z Operator: Rejected — no\n",
			planFile:               logged("- [2026-02-21T11:00:00Z] Operator: Rejected step 2 — no"),
		},
		day: "approval_rejected",
	},
	{
		name:  "CRLF and a byte order mark stay",
		files: files{planFile: "\ufeff" + crlf(examples.BlockedPlan), payFile: crlf(payRequest)},
		path:  payFile, choice: model.ChoiceApprove,
		want: files{"-" + payFile: "", "Approved/pay.md": crlf(payRequest), planFile: "\ufeff" + crlf(freedPlan(approvedLine))},
		day:  "approval_approved",
	},
	{
		name: "comments, blanks and a log that is not last stay",
		files: files{
			payFile: payRequest,
			planFile: "---\ntask_id: 2026-001 # ours\nstatus: Blocked   # since noon\nblocked_reason:\nextra: [1, 2]\n---\n" +
				"## Roadmap\n- [ ] ✋ Pay  \n## Reasoning Logs\n\n- [2026-02-21T10:00:00Z] Agent: Made — x\n\n\n## Notes\n\nstatus: Blocked\n\n",
		},
		path: payFile, choice: model.ChoiceApprove,
		want: files{
			"-" + payFile: "", "Approved/pay.md": payRequest,
			planFile: "---\ntask_id: 2026-001 # ours\nstatus: Active   # since noon\nblocked_reason:\nextra: [1, 2]\n---\n" +
				"## Roadmap\n- [ ] ✋ Pay  \n## Reasoning Logs\n\n- [2026-02-21T10:00:00Z] Agent: Made — x\n" + approvedLine + "\n\n\n## Notes\n\nstatus: Blocked\n\n",
		},
		day: "approval_approved",
	},
	{
		name:  "another request still blocks the plan",
		files: blockedVault().With(files{"Pending_Approval/deep/mail.md": "---\nplan_id: PLAN-2026-001\n---\nMail\n"}),
		path:  payFile, choice: model.ChoiceApprove,
		want: files{"-" + payFile: "", "Approved/pay.md": payRequest, planFile: logged(approvedLine)},
		day:  "approval_approved",
	},
	{
		name:  "a request that names no plan",
		files: files{"Pending_Approval/post.md": "Post this.\n", planFile: examples.BlockedPlan}, path: "Pending_Approval/post.md",
		choice: model.ChoiceApprove,
		want:   files{"-Pending_Approval/post.md": "", "Approved/post.md": "Post this.\n"},
		day:    "approval_approved",
	},
	{
		name:   "a request in a sub-folder, and the vault's own spelling",
		files:  files{"pending-approval/mail/post.md": "Post this.", "approved/": "", "log/": ""},
		path:   "pending-approval/mail/post.md",
		choice: model.ChoiceApprove,
		want: files{
			"-pending-approval/mail/post.md": "", "pending-approval/mail/": "", "approved/post.md": "Post this.", "-approved/": "", "-log/": "",
		},
		day: "approval_approved",
	},
	{
		name:   "a request with invalid YAML",
		files:  files{payFile: "---\nplan_id: 2026-001\nrationale: a: b: c\n---\nx"},
		path:   payFile,
		choice: model.ChoiceReject, note: "unreadable",
		want: files{
			"-" + payFile: "", "Rejected/pay.md": "---\nplan_id: 2026-001\nrationale: a: b: c\n---\nx",
			"Rejected/pay.md.note": "2026-02-21T11:00:00Z Operator: Rejected — unreadable\n",
		},
		day: "approval_rejected",
	},
	{
		name:  "a plan without a log gets its status only",
		files: files{planFile: "---\ntask_id: 2026-001\nstatus: \"Blocked\"\n---\n- [ ] x\n", payFile: payRequest}, path: payFile, choice: model.ChoiceApprove,
		want: files{"-" + payFile: "", "Approved/pay.md": payRequest, planFile: "---\ntask_id: 2026-001\nstatus: Active\n---\n- [ ] x\n"},
		day:  "approval_approved",
	},
	{
		name:  "an empty log without a line end",
		files: files{planFile: "---\ntask_id: 2026-001\n---\n## Reasoning Logs", payFile: payRequest}, path: payFile, choice: model.ChoiceApprove,
		want: files{"-" + payFile: "", "Approved/pay.md": payRequest, planFile: "---\ntask_id: 2026-001\n---\n## Reasoning Logs\n\n" + approvedLine},
		day:  "approval_approved",
	},
	{
		name:  "damaged line ends",
		files: files{planFile: "---\r\r\ntask_id: 2026-001\r\r\nstatus: Blocked\r\r\n---\r\r\n## Reasoning Logs\r\r\n", payFile: payRequest},
		path:  payFile, choice: model.ChoiceApprove,
		want: files{"-" + payFile: "", "Approved/pay.md": payRequest},
		day:  "approval_approved",
		open: true,
	},
}

func TestDecide(t *testing.T) {
	t.Parallel()
	for _, tt := range decideCases {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files)
			before := treeOf(t, v.Dir())
			d := wish(t, v, tt.path, tt.choice, tt.note)
			receipt, _ := vaulttest.DecideAsShown(t, v, d)
			got := treeOf(t, v.Dir())
			day := findDay(got)
			checkDay(t, got[day], receipt, tt.day)
			delete(got, day)
			want := before.With(tt.want)
			if folder, _, _ := strings.Cut(tt.path, "/"); !anyBelow(want, folder) {
				want[folder+"/"] = ""
			}
			sameFiles(t, "after the decision", got, want)
			if open := openLedger(t, v); len(open) > 0 != tt.open {
				t.Errorf("the ledger has open intents: %+v", open)
			}
		})
	}
}

func findDay(f files) string {
	for name := range f {
		if strings.HasSuffix(name, "/2026-02-21.json") {
			return name
		}
	}
	return ""
}

func anyBelow(f files, folder string) bool {
	for name := range f {
		if strings.HasPrefix(name, folder+"/") {
			return true
		}
	}
	return false
}

func TestDecideSaysWhatItDidNotDo(t *testing.T) {
	t.Parallel()
	const unlogged = "---\ntask_id: 2026-001\nstatus: Blocked\n---\n"
	for _, tt := range []struct {
		name   string
		files  files
		choice model.Choice
		want   string
		// open is true where it is tried again until somebody mends the file.
		open bool
	}{
		{"no log", files{planFile: unlogged}, model.ChoiceReject, planFile + ": it has no reasoning log, so no line was added", false},
		{"open code block", files{planFile: unlogged + "## Reasoning Logs\n```\n- x\n"}, model.ChoiceReject, "a code block is never closed", false},
		{"damaged line ends", files{planFile: strings.ReplaceAll(unlogged, "\n", "\r\r\n")}, model.ChoiceReject, "its line endings are damaged", true},
		{"status in an unusual notation", files{planFile: strings.Replace(unlogged, "status", `"status"`, 1)}, model.ChoiceApprove, "its status was not changed", false},
		{"comment inside the status", files{planFile: strings.Replace(unlogged, "Blocked", "Blocked\n  # why", 1)}, model.ChoiceApprove, "there is a comment inside status", false},
		{"two plans of one id", files{planFile: examples.BlockedPlan, "Plans/other.md": examples.BlockedPlan}, model.ChoiceReject, `"2026-001" is not the id of exactly one plan`, false},
		{"plan that cannot be parsed", files{planFile: "---\ntask_id: 2026-001\nstatus: [\n---\n"}, model.ChoiceReject, `"2026-001" is not the id of exactly one plan`, false},
		{"day's log that is a document", files{dayFile: `{"total": 3}`}, model.ChoiceReject, "the day's log was not written: " + dayFile + ": it is neither", true},
		{"day's log that is a folder", files{dayFile + "/": ""}, model.ChoiceReject, "not a regular file: a folder", true},
		{"logs folder that is a file", files{"Logs": ""}, model.ChoiceReject, "the day's log was not written: reading " + dayFile, true},
		{"note that is a folder", files{"Rejected/pay.md.note/": ""}, model.ChoiceReject, "the note was not written", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files.With(files{payFile: payRequest}))
			receipt := mustDecide(t, v, wish(t, v, payFile, tt.choice, "no"))
			if !strings.Contains(strings.Join(receipt.Notices, "\n"), tt.want) {
				t.Errorf("notices = %q, want one with %q", receipt.Notices, tt.want)
			}
			if open := len(openLedger(t, v)) > 0; open != tt.open {
				t.Errorf("stays open: %v", open)
			}
			said := mustLoad(t, v).Interrupted
			if !tt.open {
				return
			}
			if len(said) != 1 || len(said[0].Left) != 1 || said[0].Fate != model.FateDone {
				t.Errorf("interrupted %+v", said)
			}
		})
	}
}

func TestDecideKeepsTheMode(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	for _, name := range []string{planFile, payFile} {
		must.Do(t, os.Chmod(filepath.Join(v.Dir(), name), 0o640))
	}
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "no"))
	for _, name := range []string{planFile, "Rejected/pay.md", "Rejected/pay.md.note"} {
		info := must.Get(os.Stat(filepath.Join(v.Dir(), name)))(t)
		if got := info.Mode().Perm(); got != 0o640 {
			t.Errorf("%s has mode %o, want 640", name, got)
		}
	}
}

// as opens the same vault with the same state folder for an operator, who may be at another machine.
func as(t *testing.T, v *vaulttest.Vault, operator, account string) *vaulttest.Vault {
	t.Helper()
	other := must.Get(vaulttest.Open(v.Dir(), places.Options{StateDir: v.Where.Opts.StateDir, Operator: operator, Account: account}))(t)
	t.Cleanup(func() { other.Close() })
	return other
}

// Who decides at another machine is named everywhere, with the account that carried it out.
func TestTheOperatorOfAnotherMachineIsNamed(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	makeFiles(t, filepath.Join(base, "vault"), blockedVault().With(files{tracePath: seedTrace("in-progress", "in-progress")}))
	local := openVault(t, base, "state")
	v := as(t, local, "sam@porch", "ines@attic")
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "no"))
	tree := treeOf(t, v.Dir())
	var entry map[string]any
	if err := json.Unmarshal([]byte(tree["Logs/2026-02-21.json"]), &entry); err != nil || entry["operator"] != "sam@porch" || entry["actor"] != "operator" {
		t.Errorf("the day's log has %v, %v", entry, err)
	}
	if plan := tree[planFile]; !strings.Contains(plan, "] Operator: ") || strings.Contains(plan, "porch") {
		t.Errorf("the plan is %s", plan)
	}
	if lines := ledgerLines(t, v); lines[0]["operator"] != "sam@porch" || lines[0]["account"] != "ines@attic" {
		t.Errorf("the ledger has %v", lines[0])
	}
	past, err := local.History()
	if err != nil || rule.By(past[0]) != (model.Operator{Name: "sam@porch", Account: "ines@attic"}) {
		t.Errorf("the history has %+v, %v", past, err)
	}
	s := mustLoad(t, as(t, local, "ines@attic", ""))
	if got := phrase.RefuseUndo(s); !strings.HasSuffix(got, "sam@porch decided it, and only sam@porch can undo it") {
		t.Errorf("for ines: %q", got)
	}
	mustDecide(t, v, undoOf(t, v, ""))
	mustDecide(t, v, wish(t, v, tracePath, model.ChoiceRerun, ""))
	if trace := treeOf(t, v.Dir())[tracePath]; !strings.Contains(trace, " (Operator sam@porch)") {
		t.Errorf("the trace is %s", trace)
	}
	own := as(t, local, "ines@attic", "ines@attic")
	d := wish(t, own, payFile, model.ChoiceApprove, "")
	d.Typed = payTarget
	mustDecide(t, own, d)
	for _, l := range ledgerLines(t, own) {
		if l["operator"] == "ines@attic" && l["account"] != nil {
			t.Errorf("the operator's own account is in the ledger: %v", l)
		}
	}
}

// What was decided before names had a host, or the machine had its name, is still the operator's own.
func TestDecisionsWithoutAHostStayTheOperatorsOwn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ines@attic", "ines@cellar"} {
		v := decidingVault(t, blockedVault())
		d := wish(t, v, payFile, model.ChoiceReject, "no")
		made := mustDecide(t, v, d)
		later := as(t, v, name, "")
		if again := mustDecide(t, later, d); !again.Already || again.ID != made.ID {
			t.Errorf("%s once more: %+v", name, again)
		}
		if back := mustDecide(t, later, undoOf(t, later, "")); back.Decision.Undoes.ID != made.ID {
			t.Errorf("%s undid %+v", name, back)
		}
	}
}

func TestTheDayLogInTheVault(t *testing.T) {
	t.Parallel()
	for name, log := range map[string]string{"array": "[\n  {}\n]\n", "lines": "{\"timestamp\":1}\n{\"torn"} {
		t.Run(name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().With(files{dayFile: log}))
			receipt := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			got := treeOf(t, v.Dir())[dayFile]
			if len(receipt.Notices) > 0 || strings.Count(got, receipt.ID) != 1 {
				t.Errorf("the log is %q, notices %q", got, receipt.Notices)
			}
			change := receipt.Changes[len(receipt.Changes)-1]
			if change.Kind != model.ChangeAppend || !strings.Contains(got, strings.Join(change.After, "\n")) {
				t.Errorf("change = %+v", change)
			}
		})
	}
	t.Run("too large", func(t *testing.T) {
		log := "[" + strings.Repeat(" ", daylog.MaxSize) + "]"
		v := decidingVault(t, blockedVault().With(files{dayFile: log}))
		receipt := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
		if got := treeOf(t, v.Dir())[dayFile]; got != log || !strings.Contains(strings.Join(receipt.Notices, "\n"), "too large") {
			t.Errorf("the log has %d bytes, notices %q", len(got), receipt.Notices)
		}
	})
}

func TestDecideConflicts(t *testing.T) {
	t.Parallel()
	changed := strings.Replace(payRequest, "412.50", "942.50", 1)
	for _, tt := range []struct {
		name   string
		change func(t *testing.T, v *vaulttest.Vault)
		kind   error
		words  string
	}{
		{"other bytes of the same size", func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, changed) },
			model.ErrConflict, model.FingerprintOf([]byte(payRequest)).Short() + " was seen, " + model.FingerprintOf([]byte(changed)).Short() + " is there now"},
		{"approved by somebody else", func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Approved/pay.md") },
			model.ErrConflict, "approving Pending_Approval/pay.md: already approved: it is in Approved/pay.md"},
		{"rejected by somebody else", func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Rejected/pay.md") },
			model.ErrConflict, "already rejected: it is in Rejected/pay.md"},
		{"carried out and gone", func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Done/Actions/pay.md") },
			model.ErrNotFound, "it is no longer there"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault())
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			tt.change(t, v)
			refusedWith(t, v, d, tt.kind, tt.words)
		})
	}
}

func TestDecideRefuses(t *testing.T) {
	t.Parallel()
	vault := blockedVault().With(files{
		"Plans/draft.md":                "---\nstatus: Draft\n---\n- [ ] x\n",
		"Plans/ended.md":                "---\nstatus: Blocked\n---\n- [x] x\n## Reasoning Logs\n",
		"Plans/PLAN-silent.md":          "---\nstatus: Blocked\n---\n- [ ] x\n",
		"Needs_Action/mail.md":          "x",
		"Pending_Approval/README.md":    "x",
		"Pending_Approval/big.md":       strings.Repeat("x", source.MaxDocument+1),
		"Pending_Approval/folder.md/a":  "x",
		"Approved/.coldstart-other.tmp": "not ours",
	})
	seen := func(path string) model.Fingerprint { return model.FingerprintOf([]byte(vault[path])) }
	request := model.Ref{Kind: model.KindRequest, Path: payFile}
	for _, tt := range []struct {
		name  string
		d     model.Decision
		kind  error
		words string
	}{
		{"nothing seen", model.Decision{Ref: request, Choice: model.ChoiceApprove}, model.ErrNotAllowed, "unknown which text was seen"},
		{"no choice", model.Decision{Ref: request, Seen: seen(payFile)}, model.ErrNotAllowed, "no choice was made"},
		{"rejection without a reason", model.Decision{Ref: request, Choice: model.ChoiceReject, Seen: seen(payFile), Note: " \u202e\n"}, model.ErrNotAllowed, "a reason is needed"},
		{"changes without a note", model.Decision{Ref: request, Choice: model.ChoiceChanges, Seen: seen(payFile)}, model.ErrNotAllowed, "a reason is needed"},
		{"outside the vault", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "../x.md"}, Choice: model.ChoiceApprove, Seen: seen(payFile)}, model.ErrNotFound, "not a path in this vault"},
		{"not pending", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Needs_Action/mail.md"}, Choice: model.ChoiceApprove, Seen: seen("Needs_Action/mail.md")}, model.ErrNotAllowed, "no longer pending"},
		{"a folder's readme", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/README.md"}, Choice: model.ChoiceApprove, Seen: seen("Needs_Action/mail.md")}, model.ErrNotAllowed, "no longer pending"},
		{"too large", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/big.md"}, Choice: model.ChoiceApprove, Seen: seen(payFile)}, model.ErrNotAllowed, "too large"},
		{"a folder", model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/folder.md"}, Choice: model.ChoiceApprove, Seen: seen(payFile)}, model.ErrNotAllowed, "not a regular file: a folder"},
		{"triage", model.Decision{Ref: model.Ref{Kind: model.KindIntake, Path: "Needs_Action/mail.md"}, Choice: model.ChoiceApprove, Seen: seen("Needs_Action/mail.md")}, model.ErrNotAllowed, "waits for an agent"},
		{"a plan with a request", model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: planFile}, Choice: model.ChoiceApprove, Seen: seen(planFile)}, model.ErrNotAllowed, "first decide the"},
		{"a plan that is not blocked", model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: "Plans/draft.md"}, Choice: model.ChoiceApprove, Seen: seen("Plans/draft.md")}, model.ErrNotAllowed, "Draft, not Blocked"},
		{"a plan without an open step", model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: "Plans/ended.md"}, Choice: model.ChoiceApprove, Seen: seen("Plans/ended.md")}, model.ErrNotAllowed, "no open step"},
		{"a note on a plan without a log", model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: "Plans/PLAN-silent.md"}, Choice: model.ChoiceChanges, Seen: seen("Plans/PLAN-silent.md"), Note: "x"}, model.ErrNotAllowed, "no reasoning log"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, vault)
			tt.d.At = eleven
			refusedWith(t, v, tt.d, tt.kind, tt.words)
		})
	}
}

func TestTheSameDecisionAgainIsNoFailure(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	first := mustDecide(t, v, d)
	after := treeOf(t, v.Dir())

	second := mustDecide(t, v, d)
	if !second.Already || second.ID != first.ID || len(second.Changes) > 0 {
		t.Errorf("second receipt = %+v", second)
	}
	if changes, err := v.Preview(t.Context(), d); err != nil || len(changes) > 0 {
		t.Errorf("Preview = %q, %v", changes, err)
	}
	v.MoveFile(t, "Approved/pay.md", "Done/Actions/pay.md")
	if third := mustDecide(t, v, d); !third.Already {
		t.Errorf("receipt after the action was carried out = %+v", third)
	}
	v.MoveFile(t, "Done/Actions/pay.md", "Approved/pay.md")

	reject := d
	reject.Choice, reject.Note = model.ChoiceReject, "no"
	refusedWith(t, v, reject, model.ErrConflict, "already approved: it is in Approved/pay.md")
	if _, err := v.Read(t.Context(), reject.Ref); !errors.Is(err, model.ErrNotFound) || !strings.Contains(err.Error(), "already approved: it is in Approved/pay.md") {
		t.Errorf("reading it says %v", err)
	}
	other := openVault(t, filepath.Dir(v.Dir()), "other")
	refusedWith(t, other, d, model.ErrConflict, "already approved: it is in Approved/pay.md")
	other.Where.Opts = v.Where.Opts
	other.Where.Opts.Operator = "bo"
	refusedWith(t, other, d, model.ErrConflict, "already approved")
	sameFiles(t, "after all of them", treeOf(t, v.Dir()), after.With(files{"Done/Actions/": ""}))
}

func TestARequestThatComesBackIsANewOne(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	mustDecide(t, v, d)
	v.MoveFile(t, "Approved/pay.md", payFile)
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), "exactly this text was approved before, and its file has moved on since") {
		t.Fatalf("the second approval without a word: %v", err)
	}
	d.Typed = payTarget
	if second := mustDecide(t, v, d); second.Already {
		t.Error("the second approval was taken for the first")
	}
	v.MoveFile(t, "Approved/pay.md", "Done/pay.md")
	v.Overwrite(t, payFile, "other")
	refusedWith(t, v, d, model.ErrConflict, "changed since it was seen")
}

func TestDecideWaitsForTheLockAndGivesUpWithTheContext(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"state", "other"} {
		v := decidingVault(t, blockedVault())
		d := wish(t, v, payFile, model.ChoiceApprove, "")
		holder := openVault(t, filepath.Dir(v.Dir()), state)
		held := must.Get(folders.Of(holder.Where).Lock(t.Context()))(t)
		ctx, cancel := context.WithCancelCause(t.Context())
		waiting := false
		v.Where.Disk.Before = func(op, _ string) {
			if op == "lock" {
				waiting = true
				cancel(model.ErrLocked)
			}
		}
		before := treeOf(t, v.Dir())
		if _, err := v.Decide(ctx, d); !errors.Is(err, model.ErrLocked) || !waiting {
			t.Errorf("with the state folder %s: %v, want %v", state, err, model.ErrLocked)
		}
		sameFiles(t, "without the lock", treeOf(t, v.Dir()), before)
		must.Do(t, held.Release())
		v.Where.Disk.Before = nil
		mustDecide(t, v, d)
	}
}

func TestDecideFailsInAVaultThatWasMovedAway(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	must.Do(t, os.Rename(v.Dir(), v.Dir()+"-moved"))
	if _, err := v.Decide(t.Context(), d); err == nil {
		t.Error("decided in a vault that is not there")
	}
	makeFiles(t, v.Dir(), blockedVault())
	if _, err := v.Decide(t.Context(), d); err == nil || !strings.Contains(phrase.Error(err), "moved away") {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "the moved vault", treeOf(t, v.Dir()+"-moved"), blockedVault())
	sameFiles(t, "the new one", treeOf(t, v.Dir()), blockedVault())
}
