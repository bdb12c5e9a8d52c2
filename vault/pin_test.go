package vault

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/tui/phrase"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

const (
	quotePlan = "Plans/quote.md"
	spokePlan = "Plans/spokes.md"
)

func twoPlans() files {
	return files{
		quotePlan: "---\ntask_id: 2026-014\ncreated_date: 2026-03-12T08:00:00Z\nstatus: Active\n---\n\n# Objective\n\nQuote\n",
		spokePlan: "---\ntask_id: 2026-009\ncreated_date: 2026-03-01T08:00:00Z\nstatus: Draft\n---\n\n# Objective\n\nSpokes\n",
	}
}

func TestAPinIsKeptBesideTheLedgerAndChoosesThePlan(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, twoPlans())
	before := treeOf(t, v.where.Dir)
	pin, refusal := rule.PinPlan(mustLoad(t, v), spokePlan, eleven)
	if refusal.Given() {
		t.Fatal(refusal)
	}
	if err := v.Pin(t.Context(), pin); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, "the vault", treeOf(t, v.where.Dir), before)
	// A session start names the pinned plan in the vault's own audit trail.
	if _, err := v.StartSession(t.Context(), "", "Spindle", "", eleven); err != nil {
		t.Fatal(err)
	}
	if got := treeOf(t, v.where.Dir)["Logs/sessions.md"]; !contains(got, "2026-009") {
		t.Errorf("the audit trail says %q", got)
	}
	s := mustLoad(t, v)
	if r := rule.ResumeOf(s); r.Plan.Path != spokePlan || !r.Pinned || !s.Pin.At.Equal(eleven) {
		t.Errorf("resumes %+v, pin %+v", r.Plan, s.Pin)
	}
	v.overwrite(t, spokePlan, "---\ntask_id: 2026-009\nstatus: Done\n---\n\n# Objective\n\nSpokes\n")
	if r := rule.ResumeOf(mustLoad(t, v)); r.Plan.Path != quotePlan || phrase.Reason(r.PinDropped) != "it is Done" {
		t.Errorf("resumes %+v, %q", r.Plan, r.PinDropped)
	}
	if err := v.Pin(t.Context(), model.Pin{}); err != nil {
		t.Fatal(err)
	}
	if s := mustLoad(t, v); rule.Set(s.Pin) || rule.ResumeOf(s).PinDropped.Given() {
		t.Errorf("pin %+v", s.Pin)
	}
}

func TestADamagedPinIsAProblemAndPinsNothing(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, twoPlans())
	if err := v.Pin(t.Context(), model.Pin{Path: spokePlan, PlanID: "2026-009", At: eleven}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(v.where.StateDir(), state.PinName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := mustLoad(t, v)
	if rule.Set(s.Pin) || rule.ResumeOf(s).Plan.Path != quotePlan || !hasProblem(s, state.PinName) {
		t.Errorf("pin %+v, problems %+v", s.Pin, s.Problems)
	}
	// What cannot be read is replaced.
	if err := v.Pin(t.Context(), model.Pin{}); err != nil || hasProblem(mustLoad(t, v), state.PinName) {
		t.Errorf("%v", err)
	}
	lone, err := Open(v.where.Dir, places.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lone.Close()
	if err := lone.Pin(t.Context(), model.Pin{}); !errors.Is(err, model.ErrReadOnly) {
		t.Errorf("without a state folder: %v", err)
	}
}
