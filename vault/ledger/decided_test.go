package ledger_test

import (
	"path/filepath"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

func TestDecided(t *testing.T) {
	t.Parallel()
	dir := examples.Folders(t, "Pending_Approval/p.md", "approved/a.md", "Rejected/r.md", "approved/back.md", "Rejected/back.md", "Approved/", "Done/Actions/gone.md", "Approved/2026/deep.md")
	v := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(t.TempDir(), "state")}))(t)
	defer v.Close()
	at := time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)
	vaulttest.LayLedger(t, v, []vaulttest.LedgerLine{
		{"id": "1", "phase": "planned", "at": at, "kind": "request", "choice": "approve", "path": "Pending_Approval/gone.md", "to": "Approved/gone.md"},
		{"id": "1", "phase": "done", "at": at},
		{"id": "2", "phase": "planned", "at": at, "kind": "request", "choice": "reject", "path": "Pending_Approval/void.md", "to": "Rejected/void.md"},
		{"id": "2", "phase": "void", "at": at},
		{"id": "3", "phase": "planned", "at": at, "kind": "request", "choice": "changes", "path": "Pending_Approval/asked.md"},
		{"id": "3", "phase": "done", "at": at},
		{"id": "4", "phase": "planned", "at": at, "kind": "plan", "choice": "approve", "path": "Plans/plan.md"},
		{"id": "4", "phase": "done", "at": at},
		{"id": "5", "phase": "planned", "at": at, "kind": "request", "choice": "approve", "path": "Pending_Approval/back.md", "to": "approved/back.md"},
		{"id": "5", "phase": "done", "at": at},
		{"id": "6", "phase": "planned", "at": at, "kind": "request", "choice": "reject", "path": "Pending_Approval/back.md", "to": "Rejected/back.md"},
		{"id": "6", "phase": "done", "at": at},
	}...)
	for _, tt := range []struct {
		name, file string
		choice     model.Choice
	}{
		{"a.md", "approved/a.md", model.ChoiceApprove},
		{"Pending_Approval/a.md", "approved/a.md", model.ChoiceApprove},
		{"r.md", "Rejected/r.md", model.ChoiceReject},
		{"gone.md", "Approved/gone.md", model.ChoiceApprove},
		{"back.md", "Rejected/back.md", model.ChoiceReject},
		{"deep.md", "Approved/2026/deep.md", model.ChoiceApprove},
		{"p.md", "", model.ChoiceNone},
		{"void.md", "", model.ChoiceNone},
		{"asked.md", "", model.ChoiceNone},
		{"plan.md", "", model.ChoiceNone},
		{"", "", model.ChoiceNone},
		{"..", "", model.ChoiceNone},
		{"/", "", model.ChoiceNone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file, choice, err := v.Decided(tt.name)
			if err != nil || file != tt.file || choice != tt.choice {
				t.Errorf("got %q, %v and error %v; want %q, %v", file, choice, err, tt.file, tt.choice)
			}
		})
	}
}
