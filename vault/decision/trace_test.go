package decision_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/testdata/must"
	"coldstart/vault/vaulttest"
)

// choose makes a decision on a step of a trace as it is now.
func choose(t *testing.T, v *vaulttest.Vault, choice model.Choice, step int, note string) model.Decision {
	t.Helper()
	d := wish(t, v, tracePath, choice, note)
	d.Step = step
	return d
}

// resumeBlock is the seed's entry with our decision line.
func resumeBlock(from, prior, decision string) string {
	return "---\n\n## Resume\n\n**Resumed:** 2026-02-21T11:00:00Z\n**Resuming from:** " + from +
		"\n**Prior steps completed:** " + prior + "\n**Decision:** " + decision + "\n"
}

func TestDecideOnATrace(t *testing.T) {
	t.Parallel()
	cut, failed := seedTrace("in-progress", "completed", "in-progress"), seedTrace("failed", "completed", "failed")
	again := resumeBlock("Step 2 — Count", "1", "Re-run step 2 (Operator ines)")
	for _, tt := range []struct {
		name, text string
		choice     model.Choice
		step       int
		note       string
		// added is what comes behind the text.
		added, day string
	}{
		{name: "run again", text: cut, choice: model.ChoiceRerun, added: "\n" + again, day: "trace_rerun"},
		{name: "run again, by its number", text: cut, choice: model.ChoiceRerun, step: 2, added: "\n" + again, day: "trace_rerun"},
		{
			name: "retry", text: failed, choice: model.ChoiceRetry, note: "the bank\nanswered",
			added: "\n" + resumeBlock("Step 2 — Count", "1", "Retry step 2 — the bank answered (Operator ines)"), day: "trace_retry",
		},
		{
			name: "skip", text: failed, choice: model.ChoiceSkip,
			added: "\n" + resumeBlock("Step 3 — the step after Count", "1", "Skip step 2 (Operator ines)"), day: "trace_skip",
		},
		{
			name: "abort", text: failed, choice: model.ChoiceAbort,
			added: "\n" + resumeBlock("Step 2 — Count", "1", "Abort step 2 (Operator ines)"), day: "trace_abort",
		},
		{
			name: "a step that is not the last", text: seedTrace("in-progress", "in-progress", "failed"), choice: model.ChoiceRerun, step: 1,
			added: "\n" + resumeBlock("Step 1 — Count", "0", "Re-run step 1 (Operator ines)"), day: "trace_rerun",
		},
		{name: "carriage returns", text: crlf(cut), choice: model.ChoiceRerun, added: crlf("\n" + again), day: "trace_rerun"},
		{name: "no line feed at the end", text: strings.TrimSuffix(cut, "\n"), choice: model.ChoiceRerun, added: "\n\n" + again, day: "trace_rerun"},
		{name: "carriage returns but the last", text: strings.TrimSuffix(crlf(cut), "\r\n"), choice: model.ChoiceRerun, added: crlf("\n\n" + again), day: "trace_rerun"},
		{name: "a blank line at the end", text: cut + "\n", choice: model.ChoiceRerun, added: again, day: "trace_rerun"},
		{name: "a byte order mark", text: "\ufeff" + cut, choice: model.ChoiceRerun, added: "\n" + again, day: "trace_rerun"},
		{name: "bytes that are no text", text: cut + "\xff\x00 \n", choice: model.ChoiceRerun, added: "\n" + again, day: "trace_rerun"},
		{
			name: "another mind", text: failed + "\n" + resumeBlock("Step 2 — Count", "1", "Retry step 2"), choice: model.ChoiceAbort,
			added: "\n" + resumeBlock("Step 2 — Count", "1", "Abort step 2 (Operator ines)"), day: "trace_abort",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{tracePath: tt.text})
			d := choose(t, v, tt.choice, tt.step, tt.note)
			preview, err := v.Preview(t.Context(), d)
			if err != nil {
				t.Fatalf("Preview: %v", err)
			}
			sameFiles(t, "after the preview", treeOf(t, v.Dir()), files{tracePath: tt.text})
			receipt := mustDecide(t, v, d)
			if receipt.Already || !reflect.DeepEqual(receipt.Decision, d) || len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v", receipt)
			}
			if got := withoutID(t, receipt); !reflect.DeepEqual(got, preview) {
				t.Errorf("changes differ from the preview\n got %q\nwant %q", got, preview)
			}
			got := treeOf(t, v.Dir())
			checkDay(t, got[dayFile], receipt, tt.day)
			delete(got, dayFile)
			sameFiles(t, "after the decision", got, files{tracePath: tt.text + tt.added})

			trace, _ := mustLoad(t, v).Trace(tracePath)
			last, _ := trace.LastStep()
			answer, answered := trace.Answered()
			if about := tt.step == 0 || tt.step == last.Number; answered != about || about && (trace.NeedsHuman() || !strings.HasPrefix(answer.Decision, tt.choice.Past())) {
				t.Errorf("answered %+v, %v; needs a human %v", answer, answered, trace.NeedsHuman())
			}
			if again := mustDecide(t, v, d); !again.Already || again.ID != receipt.ID {
				t.Errorf("the second time: %+v", again)
			}
			v.Overwrite(t, tracePath, tt.text+tt.added+"\n## Step 3: Tell\n**Status:** failed\n")
			if trace, _ = mustLoad(t, v).Trace(tracePath); !trace.NeedsHuman() {
				t.Error("the next failure needs no human")
			}
		})
	}
}

func TestDecideOnATraceIsRefused(t *testing.T) {
	t.Parallel()
	cut, failed := seedTrace("in-progress", "completed", "in-progress"), seedTrace("failed", "completed", "failed")
	for _, tt := range []struct {
		name, text string
		choice     model.Choice
		step       int
		// now is what the trace became after it was seen.
		now   string
		kind  error
		words string
	}{
		{name: "retry a step in progress", text: cut, choice: model.ChoiceRetry, kind: model.ErrNotAllowed, words: "step 2 is in progress: run it again (rerun) or inspect it"},
		{name: "run a failed step again", text: failed, choice: model.ChoiceRerun, kind: model.ErrNotAllowed, words: "step 2 failed: retry, skip or abort it"},
		{name: "a completed step", text: cut, choice: model.ChoiceRerun, step: 1, kind: model.ErrNotAllowed, words: "step 1 is completed"},
		{name: "a step that is not there", text: cut, choice: model.ChoiceRerun, step: 9, kind: model.ErrNotAllowed, words: "the trace has no such step"},
		{name: "a finished workflow", text: seedTrace("completed", "completed"), choice: model.ChoiceRerun, kind: model.ErrNotAllowed, words: "the workflow finished; there is nothing to recover"},
		{name: "between two steps", text: seedTrace("in-progress", "completed"), choice: model.ChoiceRetry, kind: model.ErrNotAllowed, words: "step 1 is completed"},
		{name: "a file of another kind", text: "# Notes\n", choice: model.ChoiceRerun, kind: model.ErrNotAllowed, words: `a trace without any "## Step N"`},
		{name: "no choice for a trace", text: cut, choice: model.ChoiceAck, kind: model.ErrNotAllowed, words: "that cannot be done with a trace"},
		{name: "a trace that went on", text: cut, now: cut + "\n", choice: model.ChoiceRerun, kind: model.ErrConflict, words: "it changed since it was seen"},
		{name: "a trace that is gone", text: cut, now: "-", choice: model.ChoiceRerun, kind: model.ErrNotFound, words: "it is no longer there"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{tracePath: tt.text})
			d := choose(t, v, tt.choice, tt.step, "")
			switch tt.now {
			case "":
			case "-":
				v.MoveFile(t, tracePath, "old.md")
			default:
				v.Overwrite(t, tracePath, tt.now)
			}
			refusedWith(t, v, d, tt.kind, tt.words)
		})
	}
}

func TestAnotherStepIsAnotherDecision(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{tracePath: seedTrace("in-progress", "in-progress", "in-progress")})
	last, first, second := choose(t, v, model.ChoiceRerun, 0, ""), choose(t, v, model.ChoiceRerun, 1, ""), choose(t, v, model.ChoiceRerun, 2, "")
	mustDecide(t, v, last)
	for _, d := range []model.Decision{first, second} {
		refusedWith(t, v, d, model.ErrConflict, "it changed since it was seen")
	}
	if again := mustDecide(t, v, last); !again.Already {
		t.Errorf("the same decision again: %+v", again)
	}
	fresh := choose(t, v, model.ChoiceRerun, 1, "")
	if receipt := mustDecide(t, v, fresh); receipt.Already || receipt.Decision.Step != 1 {
		t.Errorf("receipt %+v", receipt)
	}
}

func TestATraceThatChangesAtTheLastMomentIsAConflict(t *testing.T) {
	t.Parallel()
	text := seedTrace("in-progress", "in-progress")
	v := decidingVault(t, files{tracePath: text})
	d := choose(t, v, model.ChoiceRerun, 0, "")
	v.Before(t, "sync", "", func() { v.Overwrite(t, tracePath, text+"newer\n") })
	if _, err := v.Decide(t.Context(), d); err == nil || !strings.Contains(phrase.Error(err), model.ErrConflict.Error()) {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.Dir()), files{tracePath: text + "newer\n"})
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestDecideOnATraceKeepsItsMode(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{tracePath: seedTrace("failed", "failed")})
	full := filepath.Join(v.Dir(), tracePath)
	must.Do(t, os.Chmod(full, 0o640))
	mustDecide(t, v, choose(t, v, model.ChoiceSkip, 0, ""))
	if info, err := os.Stat(full); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
