package model

import (
	"cmp"
	"strings"
)

// Choice is what an operator decides.
type Choice int

// The choices, each of them a row of the table below.
const (
	ChoiceNone Choice = iota
	ChoiceApprove
	ChoiceReject
	// ChoiceChanges asks the agent for another version; the request stays pending.
	ChoiceChanges
	// ChoiceAck takes note that a session is dead, that an approved file was changed
	// since, or that carrying it out failed.
	ChoiceAck
	// ChoiceRerun to ChoiceAbort are about a step of a trace.
	ChoiceRerun
	ChoiceRetry
	ChoiceSkip
	ChoiceAbort
	// ChoiceAccept and ChoiceDecline are about what an agent proposes to remember.
	ChoiceAccept
	ChoiceDecline
	// ChoiceEntry writes into a research journal.
	ChoiceEntry
	// ChoiceSwitch makes a research problem the current one.
	ChoiceSwitch
	// ChoiceUndo takes one of the others back.
	ChoiceUndo

	choiceCount
)

// choices has all that is said of a choice.
var choices = [choiceCount]struct {
	// name stands in the ledger, in JSON and on the command line.
	name string
	// verb and doing stand in front of what is decided on, noun in front of what was;
	// past is how it reads when it happened.
	verb, doing, past, noun string
	// order is what the screen calls it, key what its key does where that differs.
	order, key string
	// event is its name in a day's log, undone that of its undo. Of requests they say
	// "approval", or they would read as something done with the request.
	event, undone string
	// remark begins the line beside a request; a choice that has one needs a reason.
	remark string
}{
	ChoiceNone: {name: "none", past: "Nothing decided on", noun: "nothing on"},
	ChoiceApprove: {
		name: "approve", doing: "approving", past: "Approved", noun: "approval of", order: "Approve",
		event: "approval_approved", undone: "approval_undone",
	},
	ChoiceReject: {
		name: "reject", doing: "rejecting", past: "Rejected", noun: "rejection of", order: "Reject",
		event: "approval_rejected", undone: "approval_rejection_undone", remark: "Rejected",
	},
	ChoiceChanges: {
		name: "changes", verb: "ask for changes on", doing: "asking for changes on", past: "Changes wanted on",
		noun: "wish for changes on", order: "Ask for changes",
		event: "approval_changes_wanted", undone: "approval_changes_undone", remark: "Changes wanted",
	},
	ChoiceAck: {
		name: "ack", doing: "acknowledging a session of", past: "Acknowledged", noun: "acknowledgement of", order: "Acknowledge",
		event: "session_acknowledged", undone: "approval_acknowledgement_undone",
	},
	ChoiceRerun: {name: "rerun", past: "Re-run", noun: "order to re-run", event: "trace_rerun", undone: "trace_rerun_undone"},
	ChoiceRetry: {name: "retry", past: "Retry", noun: "order to retry", event: "trace_retry", undone: "trace_retry_undone"},
	ChoiceSkip:  {name: "skip", past: "Skip", noun: "order to skip", event: "trace_skip", undone: "trace_skip_undone"},
	ChoiceAbort: {name: "abort", past: "Abort", noun: "order to abort", event: "trace_abort", undone: "trace_abort_undone"},
	ChoiceAccept: {
		name: "accept", doing: "accepting a proposal of", past: "Accepted", noun: "acceptance of", order: "Accept",
		event: "proposal_accepted", undone: "proposal_acceptance_undone",
	},
	ChoiceDecline: {
		name: "decline", doing: "declining a proposal of", past: "Declined", noun: "refusal of", order: "Decline",
		event: "proposal_declined", undone: "proposal_refusal_undone",
	},
	ChoiceEntry: {
		name: "entry", verb: "write an entry into", doing: "writing an entry into", past: "Wrote an entry into", noun: "entry",
		order: "Write", event: "journal_entry", undone: "journal_entry_undone",
	},
	ChoiceSwitch: {
		name: "switch", verb: "switch to", doing: "switching to", past: "Switched to", noun: "switch to",
		order: "Make current", key: "make it current", event: "problem_switched", undone: "problem_switch_undone",
	},
	ChoiceUndo: {name: "undo", doing: "undoing what was decided on", past: "Undone", noun: "undo of", order: "Undo"},
}

func (c Choice) known() Choice {
	if c < 0 || c >= choiceCount {
		return ChoiceNone
	}
	return c
}

// String gives the choice's name as it stands in the ledger and in JSON.
func (c Choice) String() string { return choices[c.known()].name }

// Verb gives the choice in front of what it is about: "ask for changes on".
func (c Choice) Verb() string { return cmp.Or(choices[c.known()].verb, c.String()) }

// Doing gives the choice as it is being made: "approving".
func (c Choice) Doing() string { return cmp.Or(choices[c.known()].doing, "deciding on") }

// Past gives the choice as something that happened or was ordered: "Approved".
func (c Choice) Past() string { return choices[c.known()].past }

// Noun gives the choice as a thing, in front of what it was about: "approval of".
func (c Choice) Noun() string { return choices[c.known()].noun }

// Order gives the choice as the screen puts it: "Ask for changes".
func (c Choice) Order() string { return cmp.Or(choices[c.known()].order, c.Past()) }

// Key gives what the key does that makes the choice: "ask for changes".
func (c Choice) Key() string { return cmp.Or(choices[c.known()].key, strings.ToLower(c.Order())) }

// Event names the choice in a day's log, Undone its undo.
func (c Choice) Event() string { return choices[c.known()].event }

// Undone names the undo of the choice in a day's log.
func (c Choice) Undone() string { return choices[c.known()].undone }

// Remark begins the line that is put beside a request, "" where none is.
func (c Choice) Remark() string { return choices[c.known()].remark }

// NeedsNote reports whether the choice is only useful with a reason.
func (c Choice) NeedsNote() bool { return c.Remark() != "" }

// ParseChoice reads the name of a choice; ChoiceNone for any other text.
func ParseChoice(name string) Choice {
	for c := range choiceCount {
		if c.String() == name {
			return c
		}
	}
	return ChoiceNone
}
