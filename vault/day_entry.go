package vault

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"

	"coldstart/model"
)

// dayEntry writes one decision as a line of the day's log: the keys of the
// reference program's AuditLogger first, then ours. It is ASCII only, and
// everything that comes from the vault stands inside a JSON string.
func dayEntry(r record, event, actor string) string {
	file, hash := r.Path, r.Seen
	if r.To != "" {
		file, hash = r.To, r.Sent
	}
	step := "null"
	if r.Step > 0 {
		step = strconv.Itoa(r.Step)
	}
	fields := []struct{ key, value string }{
		{"timestamp", asciiJSON(model.FormatUTC(r.At))},
		{"event", asciiJSON(event)},
		{"actor", asciiJSON(actor)},
		{"plan_id", asciiJSON(r.PlanID)},
		{"step_id", step},
		{"result", asciiJSON("success")},
		{"detail", asciiJSON(r.Note)},
		{"decision_id", asciiJSON(r.ID)},
		{"file", asciiJSON(file)},
		{"sha256", asciiJSON(hash)},
	}
	if r.Item != "" {
		key := r.Kind
		if key == model.KindJournal.String() {
			key = model.KindEntry.String()
		}
		fields = append(fields, struct{ key, value string }{key, asciiJSON(r.Item)})
	}
	if r.Undoes != "" {
		fields = append(fields, struct{ key, value string }{"undoes", asciiJSON(r.Undoes)})
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = asciiJSON(f.key) + ": " + f.value
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// dayEvents names what happened.
var dayEvents = map[model.Choice]string{
	model.ChoiceApprove: "approval_approved",
	model.ChoiceReject:  "approval_rejected",
	model.ChoiceChanges: "approval_changes_wanted",
	model.ChoiceAck:     "session_acknowledged",
	model.ChoiceRerun:   "trace_rerun",
	model.ChoiceRetry:   "trace_retry",
	model.ChoiceSkip:    "trace_skip",
	model.ChoiceAbort:   "trace_abort",
	model.ChoiceAccept:  "proposal_accepted",
	model.ChoiceDecline: "proposal_declined",
	model.ChoiceEntry:   "journal_entry",
	model.ChoiceSwitch:  "problem_switched",
}

// undoneEvents names what happened when a decision was undone. The names of those on
// requests say "approval", or they would read as something done with the request.
var undoneEvents = map[model.Choice]string{
	model.ChoiceApprove: "approval_undone",
	model.ChoiceReject:  "approval_rejection_undone",
	model.ChoiceChanges: "approval_changes_undone",
	model.ChoiceAck:     "approval_acknowledgement_undone",
	model.ChoiceRerun:   "trace_rerun_undone",
	model.ChoiceRetry:   "trace_retry_undone",
	model.ChoiceSkip:    "trace_skip_undone",
	model.ChoiceAbort:   "trace_abort_undone",
	model.ChoiceAccept:  "proposal_acceptance_undone",
	model.ChoiceDecline: "proposal_refusal_undone",
	model.ChoiceEntry:   "journal_entry_undone",
	model.ChoiceSwitch:  "problem_switch_undone",
}

// asciiJSON gives text as a JSON string without any character outside ASCII.
func asciiJSON(text string) string {
	// A string can always be encoded.
	quoted, _ := json.Marshal(text)
	var out strings.Builder
	for _, r := range string(quoted) {
		switch {
		case r < 0x7F:
			out.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		}
	}
	return out.String()
}
