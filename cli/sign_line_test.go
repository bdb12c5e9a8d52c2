package cli

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/remote"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault"
)

const lineID = "20260314T070200Z-00000001"

// lineFor is a command line as far as its signature looks at it.
func lineFor(t *testing.T, name string, args []string, flags map[string]string) *call {
	t.Helper()
	env := machine(t, t.TempDir())
	env.Operator = "sam@porch"
	env.Now = func() time.Time { return time.Date(2026, time.March, 14, 7, 30, 0, 0, time.UTC) }
	c := newCall(context.Background(), env)
	c.cmd = map[string]func(*call) *cobra.Command{"approve": newApprove, "reject": newReject, "changes": newChanges, "undo": newUndo, "accept": newAccept}[name](c)
	c.args = args
	for flag, value := range flags {
		must.Do(t, c.cmd.Flags().Set(flag, value))
	}
	return c
}

// What a host wants signed for a command line is signed only if the line says all of it.
func TestOnlyWhatTheLineSaysIsSigned(t *testing.T) {
	t.Parallel()
	hash := model.FingerprintOf([]byte("pay 120 EUR")).String()
	yes := vault.SignedRecord{
		Choice: "approve", Request: "Pending_Approval/pay.md", File: "Approved/pay.md", SHA256: hash, Plan: "2026-001", Note: "checked", Times: 2,
		At: "2026-03-14T07:02:00Z", By: "sam@porch", Decision: lineID, Vault: "studio",
	}
	undo := vault.SignedRecord{
		Choice: "undo", Request: "Approved/pay.md", File: "Pending_Approval/pay.md", SHA256: hash, Note: "checked",
		At: "2026-03-14T07:02:00Z", By: "sam@porch", Decision: lineID, Undoes: "20260314T070000Z-00000009", Vault: "studio",
	}
	yesFlags := map[string]string{"expect-hash": strings.ToUpper(hash), "note": "checked", "times": "2"}
	undoFlags := map[string]string{"expect-hash": hash, "note": "checked"}
	for _, tt := range []struct {
		name string
		lie  func(*vault.SignedRecord)
		ref  string
		want string
	}{
		{"the path", nil, "Pending_Approval/pay.md", ""},
		{"its id", nil, "request:Pending_Approval/pay.md", ""},
		{"the name", nil, "pay.md", ""},
		{"the name without its ending", nil, "pay", ""},
		{"a plan", nil, "2026-001", "the line names"},
		{"another request", func(r *vault.SignedRecord) { r.Request = "Pending_Approval/other.md" }, "pay", "the line names"},
		{"another file", func(r *vault.SignedRecord) { r.File = "Approved/other.md" }, "pay", "another file"},
		{"another choice", func(r *vault.SignedRecord) { r.Choice = "reject" }, "pay", "another choice"},
		{"another text", func(r *vault.SignedRecord) { r.SHA256 = model.FingerprintOf(nil).String() }, "pay", "another text"},
		{"more than a hash", func(r *vault.SignedRecord) { r.SHA256 += "0" }, "pay", "another text"},
		{"another note", func(r *vault.SignedRecord) { r.Note = "" }, "pay", "another note"},
		{"another name", func(r *vault.SignedRecord) { r.By = "mira@attic" }, "pay", "another name"},
		{"another id", func(r *vault.SignedRecord) { r.Decision = "20260314T070200Z-00000002" }, "pay", "another id"},
		{"another vault", func(r *vault.SignedRecord) { r.Vault = "bank" }, "pay", "another vault"},
		{"more often", func(r *vault.SignedRecord) { r.Times = 1000 }, "pay", "another number of times"},
		{"a session", func(r *vault.SignedRecord) { r.Session = true }, "pay", "another extent"},
		{"for a time", func(r *vault.SignedRecord) { r.For = 1800 }, "pay", "another length of time"},
		{"for a pattern", func(r *vault.SignedRecord) { r.Pattern = "git *" }, "pay", "another pattern"},
		{"an undo, too", func(r *vault.SignedRecord) { r.Undoes = lineID }, "pay", "another undo"},
		{"another time", func(r *vault.SignedRecord) { r.At = "2027-03-14T07:02:00Z" }, "pay", "another time"},
	} {
		r := yes
		if tt.lie != nil {
			tt.lie(&r)
		}
		err := lineFor(t, "approve", []string{tt.ref}, yesFlags).fitsLine(r, lineID, "~/vaults/studio")
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	token := model.FingerprintOf([]byte("pay 120 EUR")).Token(model.FingerprintOf([]byte("a plan"))).String()
	wide, wideFlags := yes, maps.Clone(yesFlags)
	wide.Times, wide.For, wide.Pattern = 0, 1800, "git push origin feature/*"
	delete(wideFlags, "times")
	wideFlags["for"], wideFlags["pattern"] = "30m", wide.Pattern
	if err := lineFor(t, "approve", []string{"pay"}, wideFlags).fitsLine(wide, lineID, "studio"); err != nil {
		t.Errorf("for a time and a pattern: %v", err)
	}
	byToken := map[string]string{"expect-hash": strings.ToUpper(token), "note": "checked", "times": "2"}
	if err := lineFor(t, "approve", []string{"pay"}, byToken).fitsLine(yes, lineID, "studio"); err != nil {
		t.Errorf("by the token: %v", err)
	}
	other := yes
	other.SHA256 = model.FingerprintOf([]byte("pay 9,120 EUR")).String()
	if err := lineFor(t, "approve", []string{"pay"}, byToken).fitsLine(other, lineID, "studio"); err == nil || !strings.Contains(err.Error(), "another text") {
		t.Errorf("by the token of another text: %v", err)
	}
	if err := lineFor(t, "undo", []string{undo.Undoes}, undoFlags).fitsLine(undo, lineID, "studio/"); err != nil {
		t.Error(err)
	}
	for want, args := range map[string][]string{"must be named here": nil, "another undo": {lineID}} {
		if err := lineFor(t, "undo", args, undoFlags).fitsLine(undo, lineID, "studio"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("undo %q: %v", args, err)
		}
	}
	for _, dir := range []string{"", "~", ".", "a/..", "/", settings.AllOfHost} {
		if err := lineFor(t, "approve", []string{"pay"}, yesFlags).fitsLine(yes, lineID, dir); err == nil || !strings.Contains(err.Error(), "the vault must be named") {
			t.Errorf("in %q: %v", dir, err)
		}
	}
	short := map[string]string{"expect-hash": hash[:63], "note": "checked", "times": "2"}
	if err := lineFor(t, "approve", []string{"pay"}, short).fitsLine(yes, lineID, "studio"); err == nil || !strings.Contains(err.Error(), "64 digits") {
		t.Errorf("by the beginning of a hash: %v", err)
	}
}

// The folder of the settings names the vault, whatever the host calls it.
func TestAHostDoesNotNameAVault(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		dir, name, listed string
		want              string
	}{
		{"~/studio", "bank", "/srv/bank", "studio"},
		{settings.AllOfHost, "studio", "/srv/studio", "studio"},
		{settings.AllOfHost, "b/studio", "/srv/b/studio", "studio"},
		{"", "studio", "/srv/bank", ""},
		{"~", "studio", "/", ""},
	} {
		got, err := shownVault(settings.OwnHost{Name: "attic", Dir: tt.dir}, remote.Listed{Name: tt.name, Dir: tt.listed})
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%+v: %q, %v", tt, got, err)
		}
	}
}

// Only a line that decides on requests lets a host ask for a signature.
func TestOnlyDecisionsOnRequestsAreOfferedForSigning(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"approve": true, "reject": true, "changes": true, "undo": true, "accept": false} {
		if got := lineFor(t, name, nil, nil).signer(settings.OwnHost{}).Line != nil; got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
