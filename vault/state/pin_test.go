package state_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

const (
	quotePlan = "Plans/quote.md"
	spokePlan = "Plans/spokes.md"
)

func twoPlans() vaulttest.Files {
	return vaulttest.Files{
		quotePlan: "---\ntask_id: 2026-014\ncreated_date: 2026-03-12T08:00:00Z\nstatus: Active\n---\n\n# Objective\n\nQuote\n",
		spokePlan: "---\ntask_id: 2026-009\ncreated_date: 2026-03-01T08:00:00Z\nstatus: Draft\n---\n\n# Objective\n\nSpokes\n",
	}
}

func TestAPinIsKeptBesideTheLedgerAndChoosesThePlan(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	before := vaulttest.TreeOf(t, v.Dir())
	pin, refusal := rule.PinPlan(vaulttest.MustLoad(t, v), spokePlan, vaulttest.Eleven)
	if refusal.Given() {
		t.Fatal(refusal)
	}
	must.Do(t, v.Pin(t.Context(), pin))
	vaulttest.SameFiles(t, "the vault", vaulttest.TreeOf(t, v.Dir()), before)
	// A session start names the pinned plan in the vault's own audit trail.
	must.Get(v.StartSession(t.Context(), "", "Spindle", "", vaulttest.Eleven))(t)
	if got := vaulttest.TreeOf(t, v.Dir())["Logs/sessions.md"]; !contains(got, "2026-009") {
		t.Errorf("the audit trail says %q", got)
	}
	s := vaulttest.MustLoad(t, v)
	if r := rule.ResumeOf(s); r.Plan.Path != spokePlan || !r.Pinned || !s.Pin.At.Equal(vaulttest.Eleven) {
		t.Errorf("resumes %+v, pin %+v", r.Plan, s.Pin)
	}
	v.Overwrite(t, spokePlan, "---\ntask_id: 2026-009\nstatus: Done\n---\n\n# Objective\n\nSpokes\n")
	if r := rule.ResumeOf(vaulttest.MustLoad(t, v)); r.Plan.Path != quotePlan || phrase.Reason(r.PinDropped) != "it is Done" {
		t.Errorf("resumes %+v, %q", r.Plan, r.PinDropped)
	}
	must.Do(t, v.Pin(t.Context(), model.Pin{}))
	if s := vaulttest.MustLoad(t, v); rule.Set(s.Pin) || rule.ResumeOf(s).PinDropped.Given() {
		t.Errorf("pin %+v", s.Pin)
	}
}

func TestADamagedPinIsAProblemAndPinsNothing(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	must.Do(t, v.Pin(t.Context(), model.Pin{Path: spokePlan, PlanID: "2026-009", At: vaulttest.Eleven}))
	must.Do(t, os.WriteFile(filepath.Join(v.Where.StateDir(), state.PinName), []byte("{"), 0o600))
	s := vaulttest.MustLoad(t, v)
	if rule.Set(s.Pin) || rule.ResumeOf(s).Plan.Path != quotePlan || !vaulttest.HasProblem(s, state.PinName) {
		t.Errorf("pin %+v, problems %+v", s.Pin, s.Problems)
	}
	// What cannot be read is replaced.
	if err := v.Pin(t.Context(), model.Pin{}); err != nil || vaulttest.HasProblem(vaulttest.MustLoad(t, v), state.PinName) {
		t.Errorf("%v", err)
	}
	lone := must.Get(vaulttest.Open(v.Dir(), places.Options{}))(t)
	defer lone.Close()
	if err := lone.Pin(t.Context(), model.Pin{}); !errors.Is(err, model.ErrReadOnly) {
		t.Errorf("without a state folder: %v", err)
	}
}
