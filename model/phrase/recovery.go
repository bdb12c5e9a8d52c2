package phrase

import (
	"fmt"

	"coldstart/model"
)

// Advice says what the recovery rules recommend.
func Advice(t model.Trace) string {
	last, _ := t.LastStep()
	switch t.Recovery() {
	case model.RecoveryFinished:
		return "It finished in an earlier session. Do not run it again."
	case model.RecoveryContinue:
		return fmt.Sprintf("It was interrupted between two steps. Resume it after step %d.", last.Number)
	case model.RecoveryInterrupted:
		return fmt.Sprintf("It was interrupted during step %d. Rerun the step, or inspect its files first.", last.Number)
	case model.RecoveryFailed:
		return fmt.Sprintf("Step %d failed. Read why first; nothing continues by itself.", last.Number)
	}
	return "The states match no recovery rule. Look at the file."
}

// TraceState says in a few words where a trace stands: "step 3 of 3 was interrupted".
func TraceState(t model.Trace) string {
	last, ok := t.LastStep()
	if !ok {
		return "no steps"
	}
	at := fmt.Sprintf("step %d of %d", last.Number, max(last.Number, len(t.Steps)))
	switch t.Recovery() {
	case model.RecoveryFinished:
		return model.Counted(len(t.Steps), "step") + ", all done"
	case model.RecoveryContinue:
		return fmt.Sprintf("stopped after step %d", last.Number)
	case model.RecoveryInterrupted:
		return at + " was interrupted"
	case model.RecoveryFailed:
		return at + " failed"
	}
	return at + " is " + last.Status
}

// WorkRule describes the rule for stuck work.
func WorkRule(r model.WorkRule) string {
	if r == model.WorkRulePhase {
		return "open node, status not final, and cycle_phase PLAN, DO, CHECK, DONE or CHAIN"
	}
	return "any open node"
}

// Recipient names the session that got a message: "Session 8".
func Recipient(d model.Delivery) string {
	if d.Session == "" {
		return "A session without a number"
	}
	return "Session " + d.Session
}
