//go:build unix

package vault_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
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

// A process that is killed around the plan's line has it written once by the next one, also
// where the log has the same line of an earlier decision.
func TestASecondLineOfOneSecondSurvivesAKill(t *testing.T) {
	t.Parallel()
	again := func() (*vaulttest.Vault, model.Decision) {
		v := decidingVault(t, blockedVault())
		mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
		mustDecide(t, v, undoOf(t, v, ""))
		return v, wish(t, v, payFile, model.ChoiceApprove, "")
	}
	probe, d := again()
	var at []int
	n := 0
	probe.Where.Disk.Before = func(op, name string) {
		if n++; strings.HasPrefix(name, "Plans/") {
			at = append(at, n)
		}
	}
	mustDecide(t, probe, d)
	if len(at) < 3 {
		t.Fatalf("the plan is changed in %d steps", len(at))
	}
	for _, step := range append(at, at[len(at)-1]+1) {
		v, d := again()
		e := errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d, KillAt: step}
		if _, killed := e.inChild(t); !killed {
			t.Fatalf("step %d was not reached", step)
		}
		must.Get(v.Recover(t.Context(), eleven))(t)
		if got := strings.Count(v.TextOf(t, planFile), approvedLine); got != 2 {
			t.Errorf("killed at step %d: the line stands there %d times", step, got)
		}
	}
}

func TestAnUndoBringsEveryKindBack(t *testing.T) {
	t.Parallel()
	for _, tt := range crashCases {
		if tt.choice == model.ChoiceAck {
			continue
		}
		t.Run(tt.name, func(t *testing.T) { undoWhole(t, tt.files, tt.path, tt.choice, tt.note) })
	}
}

// killedUndos are the cases whose undos differ in their steps.
var killedUndos = []string{"approve", "reject", "changes", "approve a plan", "accept", "begin a journal", "answer an approval", "approve under a name", "approve by a status"}

// decided returns a vault in which a decision was made, and the errand that undoes it.
func (c crashCase) decided(t *testing.T) (*vaulttest.Vault, errand) {
	t.Helper()
	v, e := c.fresh(t)
	mustDecide(t, v, *e.Decision)
	d := undoOf(t, v, "")
	e.Decision = &d
	return v, e
}

func TestAnUndoKilledAnywhereIsWholeOrNothing(t *testing.T) {
	t.Parallel()
	for _, tt := range crashCases {
		if !slices.Contains(killedUndos, tt.name) {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if nothing, whole := killedAnywhere(t, tt.decided); nothing == 0 && tt.choice != model.ChoiceChanges || whole == 0 {
				t.Errorf("%d runs came to nothing, %d were whole; both should occur", nothing, whole)
			}
		})
	}
}

func TestARecoveryOfAnUndoKilledAnywhereIsGoneOnWith(t *testing.T) {
	t.Parallel()
	for _, tt := range crashCases[:2] {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			recoveryKilledAnywhere(t, tt.decided)
		})
	}
}

func TestRecoverOfAnUndoAfterTheAgentsWentOn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		op, suffix string
		meanwhile  func(t *testing.T, v *vaulttest.Vault)
		want       files
	}{
		{
			"the approved file was carried out", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, "Approved/pay.md", "Done/pay.md") },
			files{"-" + payFile: "", "Done/pay.md": payRequest},
		},
		{
			"the approved file was changed", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/pay.md", "theirs") },
			files{"-" + payFile: "", "Approved/pay.md": "theirs"},
		},
		{
			"the pending copy went away", "ledger", "published",
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "away.md") },
			files{"-" + payFile: "", "Approved/pay.md": payRequest, "away.md": payRequest},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			approval := crashCase{files: blockedVault(), path: payFile, choice: model.ChoiceApprove}
			v, e := approval.decided(t)
			before := treeOf(t, v.Dir())
			probe, undo := approval.decided(t)
			var ops []string
			probe.Where.Disk.Before = func(op, name string) { ops = append(ops, op+" "+name) }
			mustDecide(t, probe, *undo.Decision)
			e.KillAt = 1 + slices.IndexFunc(ops, func(o string) bool {
				return len(o) > len(tt.suffix) && o[:len(tt.op)+1] == tt.op+" " && o[len(o)-len(tt.suffix):] == tt.suffix
			})
			if _, killed := e.inChild(t); !killed {
				t.Fatalf("no change is %s %s: %q", tt.op, tt.suffix, ops)
			}
			tt.meanwhile(t, v)
			receipts, err := v.Recover(t.Context(), eleven)
			if err != nil || len(receipts) != 1 || !receipts[0].Void {
				t.Errorf("Recover = %+v, %v", receipts, err)
			}
			if tt.want["Approved/pay.md"] == "" {
				delete(before, "Approved/pay.md")
			}
			got := withoutEmptyFolders(treeOf(t, v.Dir()))
			sameFiles(t, "afterwards", got, withoutEmptyFolders(before.With(tt.want)))
			if len(openLedger(t, v)) > 0 {
				t.Error("an intent is still open")
			}
		})
	}
}

// appender is a shell that adds thousands of lines to the log, each in one write.
// Starting a process now and then slows it down.
const appender = `n=0
while [ $n -lt 2000 ]; do
  echo "{\"type\": \"Note\", \"session_id\": 900, \"writer\": $WRITER, \"n\": $n, \"text\": \"$TEXT\"}"
  n=$((n+1))
  if [ $((n % 20)) = 0 ]; then : $(:); fi
done >> "$LOG"`

func TestAcknowledgingWhileOthersWriteLosesAndTearsNothing(t *testing.T) {
	t.Parallel()
	const orphans, writers = 10, 2
	var b strings.Builder
	for i := range orphans {
		b.WriteString(began(fmt.Sprint(100+i)) + "\n")
	}
	b.WriteString(began("900") + "\n")
	first := b.String()
	v := decidingVault(t, files{eventFile: first})
	log := filepath.Join(v.Dir(), filepath.FromSlash(eventFile))
	var running []*exec.Cmd
	for i := range writers {
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", appender)
		cmd.Env = append(os.Environ(), "LOG="+log, fmt.Sprintf("WRITER=%d", i), "TEXT="+strings.Repeat("x", 500))
		must.Do(t, cmd.Start())
		running = append(running, cmd)
	}
	for grown := false; !grown; {
		info := must.Get(os.Stat(log))(t)
		grown = info.Size() > int64(len(first))
	}
	for i := range orphans {
		if receipt := mustDecide(t, v, ack(t, v, eventFile, fmt.Sprint(100+i))); len(receipt.Notices) > 0 {
			t.Errorf("receipt %+v", receipt)
		}
	}
	for _, cmd := range running {
		must.Do(t, cmd.Wait())
	}
	text := treeOf(t, v.Dir())[eventFile]
	if !strings.HasPrefix(text, first) {
		t.Error("the old bytes changed")
	}
	checkAppended(t, strings.SplitAfter(strings.TrimPrefix(text, first), "\n"), orphans, writers)
	s := mustLoad(t, v)
	if len(s.Orphans()) > 0 || s.Events.Bad > 0 || s.Events.Torn {
		t.Errorf("%d orphans, %d bad lines", len(s.Orphans()), s.Events.Bad)
	}
}

// checkAppended expects our lines, one for each orphan, and every line of each
// writer in its order. A blank line may stand before one of ours: another line that
// was half written just then looks like a torn one.
func checkAppended(t *testing.T, lines []string, orphans, writers int) {
	t.Helper()
	next, acked, blank := make([]int, writers), 0, 0
	for _, line := range lines {
		writer := -1
		for i, n := range next {
			if line == fmt.Sprintf("{\"type\": \"Note\", \"session_id\": 900, \"writer\": %d, \"n\": %d, \"text\": %q}\n", i, n, strings.Repeat("x", 500)) {
				writer = i
			}
		}
		switch {
		case line == "":
		case line == "\n":
			blank++
		case line == strings.Replace(ackLine, "244", fmt.Sprint(100+acked), 1):
			acked++
		case writer >= 0:
			next[writer]++
		default:
			t.Fatalf("a line nobody wrote: %q", line)
		}
	}
	if acked != orphans || blank > acked || slices.Min(next) != 2000 || slices.Max(next) != 2000 {
		t.Errorf("%d acknowledgements, %d blank lines, the others wrote %v lines", acked, blank, next)
	}
}

func TestATornAcknowledgementIsNone(t *testing.T) {
	t.Parallel()
	for _, cut := range []int{1, 40, len(ackLine) - 2} {
		v := decidingVault(t, files{eventFile: orphanLog})
		d := ack(t, v, eventFile, "244")
		lay(t, v, acknowledging(t, d, orphanLog))
		torn := orphanLog + ackLine[:cut]
		v.Overwrite(t, eventFile, torn)
		receipts, err := v.Recover(t.Context(), eleven)
		if err != nil || len(receipts) != 1 || !receipts[0].Void || len(openLedger(t, v)) > 0 {
			t.Errorf("cut at %d: Recover = %+v, %v", cut, receipts, err)
		}
		sameFiles(t, "after recovery", treeOf(t, v.Dir()), files{eventFile: torn})
		if s := mustLoad(t, v); len(s.Orphans()) != 1 || len(s.Problems) != 1 || s.Problems[0].Line != 4 {
			t.Errorf("cut at %d: %+v", cut, s)
		}
		mustDecide(t, v, d)
		if got := treeOf(t, v.Dir())[eventFile]; got != torn+"\n"+ackLine {
			t.Errorf("cut at %d: the log is %q", cut, got)
		}
	}
}

func TestAWholeLineOfAKilledAcknowledgementCounts(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	lay(t, v, acknowledging(t, d, orphanLog))
	v.Overwrite(t, eventFile, orphanLog+strings.TrimSuffix(ackLine, "\n"))
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) != 1 || !reflect.DeepEqual(receipts[0].Decision, d) {
		t.Fatalf("Recover = %+v, %v", receipts, err)
	}
	checkDay(t, treeOf(t, v.Dir())[dayFile], model.Receipt{ID: receipts[0].ID, Decision: d}, "session_acknowledged")
	if o := mustLoad(t, v).Orphans(); len(o) > 0 {
		t.Errorf("orphans %+v", o)
	}
}
