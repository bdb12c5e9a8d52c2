package decision_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
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
			preview, err := v.Preview(t.Context(), d)
			if err != nil {
				t.Fatalf("Preview: %v", err)
			}
			sameFiles(t, "after the preview", treeOf(t, v.Dir()), before)
			if _, err := os.Stat(v.Where.Opts.StateDir); !os.IsNotExist(err) {
				t.Errorf("the preview made the state folder: %v", err)
			}

			receipt := mustDecide(t, v, d)
			if receipt.Already || !reflect.DeepEqual(receipt.Decision, d) {
				t.Errorf("receipt = %+v", receipt)
			}
			if got := withoutID(t, receipt); !reflect.DeepEqual(got, preview) {
				t.Errorf("changes differ from the preview\n got %q\nwant %q", got, preview)
			}
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
		{"no log", files{planFile: unlogged}, model.ChoiceReject, planFile + ": there is none, so no line was added to its reasoning log", false},
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
