package vault_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/vault/decision"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// TestDecisionsUndoneLeaveNothing makes decisions in any order and undoes all of them,
// the newest first: nothing is left but lines in logs and the ledger.
func TestDecisionsUndoneLeaveNothing(t *testing.T) {
	t.Parallel()
	const second = "Pending_Approval/mail.md"
	start := blockedVault().With(files{
		second:            "---\nplan_id: PLAN-2026-001\n---\nMail\n",
		payFile + ".note": "2026-02-20T09:00:00Z Operator: Changes wanted — which berth?\n",
		places.SeedName:   examples.Seed,
		tracePath:         seedTrace("in-progress", "in-progress"),
	}).With(researching(headed(freshHead, sections))).With(boatyard())
	wishes := []struct {
		path    string
		choices []model.Choice
	}{
		{payFile, []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}},
		{second, []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}},
		{places.SeedName + "#pro_1", []model.Choice{model.ChoiceAccept, model.ChoiceDecline}},
		{tracePath, []model.Choice{model.ChoiceRerun}},
		{mooringApproval, []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}},
		{journalName, []model.Choice{model.ChoiceEntry}},
		{".math/problems/cogs", []model.Choice{model.ChoiceSwitch}},
	}
	rapid.Check(t, func(rt *rapid.T) {
		v := decidingVault(t, start)
		before := unlogged(treeOf(t, v.Dir()))
		at := eleven
		var made []string
		for range rapid.IntRange(1, 6).Draw(rt, "decisions") {
			w := rapid.SampledFrom(wishes).Draw(rt, "on")
			choice := rapid.SampledFrom(w.choices).Draw(rt, "choice")
			name, item, _ := strings.Cut(w.path, "#")
			if !v.Where.Disk.Exists(name) || item != "" && !decision.New(v.Where, state.Of(v.Where), ledger.Open(v.Where), load.New(v.Where, state.Of(v.Where), ledger.Open(v.Where), nil)).Engine(places.Layout{}).IsPending(model.Ref{Kind: model.KindProposal, Path: name, Item: item}) {
				continue
			}
			d := wish(t, v, w.path, choice, "because")
			at = at.Add(time.Second)
			d.At = at
			if r, err := v.Decide(t.Context(), d); err == nil && !r.Already {
				made = append(made, r.ID)
			}
		}
		for _, id := range slices.Backward(made) {
			d := undoOf(t, v, "")
			at = at.Add(time.Second)
			if d.At = at; d.Undoes.ID != id {
				rt.Fatalf("undoes %s, want %s", d.Undoes.ID, id)
			}
			if r, err := v.Decide(t.Context(), d); err != nil || len(r.Notices) > 0 {
				rt.Fatalf("undoing %s: %+v, %v", d.Undoes.Choice, r, err)
			}
		}
		sameFiles(t, "after all undos", unlogged(treeOf(t, v.Dir())), before)
		if open := openLedger(t, v); len(open) > 0 || t.Failed() {
			rt.Fatalf("open: %+v", open)
		}
	})
}
