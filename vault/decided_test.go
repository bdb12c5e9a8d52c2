package vault

import (
	"path/filepath"
	"testing"
	"time"

	"coldstart/model"
)

func TestDecided(t *testing.T) {
	dir := folderTree(t, "Pending_Approval/p.md", "approved/a.md", "Rejected/r.md", "approved/back.md", "Rejected/back.md", "Approved/", "Done/Actions/gone.md")
	v, err := Open(dir, Options{StateDir: filepath.Join(t.TempDir(), "state")})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	at := time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)
	for _, r := range []record{
		{ID: "1", Phase: phaseIntent, At: at, Kind: "request", Choice: "approve", Path: "Pending_Approval/gone.md", To: "Approved/gone.md"},
		{ID: "1", Phase: phaseDone, At: at},
		{ID: "2", Phase: phaseIntent, At: at, Kind: "request", Choice: "reject", Path: "Pending_Approval/void.md", To: "Rejected/void.md"},
		{ID: "2", Phase: phaseVoid, At: at},
		{ID: "3", Phase: phaseIntent, At: at, Kind: "request", Choice: "changes", Path: "Pending_Approval/asked.md"},
		{ID: "3", Phase: phaseDone, At: at},
		{ID: "4", Phase: phaseIntent, At: at, Kind: "plan", Choice: "approve", Path: "Plans/plan.md"},
		{ID: "4", Phase: phaseDone, At: at},
		{ID: "5", Phase: phaseIntent, At: at, Kind: "request", Choice: "approve", Path: "Pending_Approval/back.md", To: "approved/back.md"},
		{ID: "5", Phase: phaseDone, At: at},
		{ID: "6", Phase: phaseIntent, At: at, Kind: "request", Choice: "reject", Path: "Pending_Approval/back.md", To: "Rejected/back.md"},
		{ID: "6", Phase: phaseDone, At: at},
	} {
		if err := v.appendLedger(r); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name, file string
		choice     model.Choice
	}{
		{"a.md", "approved/a.md", model.ChoiceApprove},
		{"Pending_Approval/a.md", "approved/a.md", model.ChoiceApprove},
		{"r.md", "Rejected/r.md", model.ChoiceReject},
		{"gone.md", "Approved/gone.md", model.ChoiceApprove},
		{"back.md", "Rejected/back.md", model.ChoiceReject},
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
