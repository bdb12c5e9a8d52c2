//go:build unix

package vault_test

import (
	"context"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// TestADecisionWithAnIDIsMadeOnceOrNever sends orders with the same ids again and again, kills who
// carries them out at any change, asks in between what became of them, and lets the agent ask anew:
// what was said once stays true, and no order is carried out twice.
func TestADecisionWithAnIDIsMadeOnceOrNever(t *testing.T) {
	t.Parallel()
	ids := []string{"20260221T110000Z-0000000a", "20260221T110000Z-0000000b", "20260221T110000Z-0000000c"}
	choices := []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceApprove}
	rapid.Check(t, func(rt *rapid.T) {
		v := decidingVault(t, blockedVault())
		made, never := map[string]bool{}, map[string]bool{}
		seen := wish(t, v, payFile, model.ChoiceApprove, "")
		settle := func(id string) {
			s, err := v.Settle(t.Context(), id, eleven)
			switch {
			case err != nil:
				rt.Fatalf("settling %s: %v", id, err)
			case s.Made && (never[id] || s.Receipt.ID != id), !s.Made && made[id]:
				rt.Fatalf("%s: %+v, but made was %v and never %v", id, s, made[id], never[id])
			}
			made[id], never[id] = s.Made, !s.Made
		}
		for range rapid.IntRange(1, 8).Draw(rt, "turns") {
			i := rapid.IntRange(0, len(ids)-1).Draw(rt, "order")
			d := seen
			d.ID, d.Choice, d.Note, d.Typed = ids[i], choices[i], "because", payTarget
			e := errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines"}
			switch rapid.SampledFrom([]string{"decide", "decide", "killed", "killed", "settle", "settle killed", "ask"}).Draw(rt, "turn") {
			case "decide":
				r, err := v.Decide(t.Context(), d)
				if err != nil || r.ID != d.ID {
					continue
				}
				if never[d.ID] || made[d.ID] && !r.Already {
					rt.Fatalf("%s was made: %+v", d.ID, r)
				}
				made[d.ID] = true
			case "killed":
				e.Decision, e.KillAt = &d, rapid.IntRange(1, 40).Draw(rt, "at")
				e.inChild(t)
			case "settle":
				settle(d.ID)
			case "settle killed":
				e.Settles, e.KillAt = d.ID, rapid.IntRange(1, 20).Draw(rt, "at")
				e.inChild(t)
			case "ask":
				v.Overwrite(t, payFile, payRequest)
			}
		}
		for _, id := range ids {
			settle(id)
		}
		holds := 0
		for _, id := range ids {
			if made[id] {
				holds++
			}
		}
		published := 0
		for name := range treeOf(t, v.Dir()) {
			if ok, _ := path.Match("*ed/pay*.md", name); ok {
				published++
			}
		}
		if open := openLedger(t, v); published != holds || len(open) > 0 {
			rt.Fatalf("%d files were published for %d decisions, open %q", published, holds, open)
		}
	})
}

// gone returns a context that ends when a decision is written down.
func gone(t *testing.T, v *vaulttest.Vault) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	v.Where.Disk.Before = func(op, _ string) {
		if op == "ledger" {
			cancel()
		}
	}
	return ctx
}

func TestADecisionThatBeganIsFinishedAlthoughNobodyWaitsForIt(t *testing.T) {
	t.Parallel()
	for _, tt := range crashCases {
		v := decidingVault(t, tt.files)
		d := wish(t, v, tt.path, tt.choice, tt.note)
		end := wholeOutcome(t, tt.files, tt.path, tt.choice, tt.note)
		ctx := gone(t, v)
		if r, err := v.Decide(ctx, d); err != nil || len(r.Notices) > 0 || ctx.Err() == nil {
			t.Errorf("%s: %+v, %v, %v", tt.name, r, err, ctx.Err())
		}
		sameFiles(t, tt.name, named(treeOf(t, v.Dir())), end)
		wantFates(t, v, tt.name, model.FateDone)
	}
}

func TestACommitIsMadeAlthoughNobodyWaitsForIt(t *testing.T) {
	git := withGit(t)
	v := decidingVault(t, files{places.SeedName: examples.Seed})
	git(v.Dir(), "init", "-q")
	d := wish(t, v, places.SeedName+"#pro_1", model.ChoiceAccept, "")
	d.Commit = true
	if r, err := v.Decide(gone(t, v), d); err != nil || len(r.Notices) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if got := git(v.Dir(), "log", "--format=%s"); !strings.HasPrefix(got, "Confirm: ") {
		t.Errorf("the commits are %q", got)
	}
}
