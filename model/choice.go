package model

// Choice is what an operator decides.
type Choice int

// The choices. ChoiceChanges asks the agent for another version and leaves the
// request pending. ChoiceAck acknowledges that a session is dead, or that an approved
// file was changed since. ChoiceRerun to
// ChoiceAbort are about a step of a trace. ChoiceAccept and ChoiceDecline are about
// what an agent proposes to remember, ChoiceEntry writes into a research journal,
// ChoiceSwitch makes a research problem the current one, and ChoiceUndo takes one of
// these back.
const (
	ChoiceNone Choice = iota
	ChoiceApprove
	ChoiceReject
	ChoiceChanges
	ChoiceAck
	ChoiceRerun
	ChoiceRetry
	ChoiceSkip
	ChoiceAbort
	ChoiceAccept
	ChoiceDecline
	ChoiceEntry
	ChoiceSwitch
	ChoiceUndo

	choiceCount
)

// choiceWords has for each choice its name in the ledger, in JSON and on the
// command line, how it reads when it happened, and what it is called when it is
// undone.
var choiceWords = [choiceCount]struct{ name, past, noun string }{
	ChoiceNone:    {"none", "Nothing decided on", "nothing on"},
	ChoiceApprove: {"approve", "Approved", "approval of"},
	ChoiceReject:  {"reject", "Rejected", "rejection of"},
	ChoiceChanges: {"changes", "Changes wanted on", "wish for changes on"},
	ChoiceAck:     {"ack", "Acknowledged", "acknowledgement of"},
	ChoiceRerun:   {"rerun", "Re-run", "order to re-run"},
	ChoiceRetry:   {"retry", "Retry", "order to retry"},
	ChoiceSkip:    {"skip", "Skip", "order to skip"},
	ChoiceAbort:   {"abort", "Abort", "order to abort"},
	ChoiceAccept:  {"accept", "Accepted", "acceptance of"},
	ChoiceDecline: {"decline", "Declined", "refusal of"},
	ChoiceEntry:   {"entry", "Wrote an entry into", "entry"},
	ChoiceSwitch:  {"switch", "Switched to", "switch to"},
	ChoiceUndo:    {"undo", "Undone", "undo of"},
}

func (c Choice) known() Choice {
	if c < 0 || c >= choiceCount {
		return ChoiceNone
	}
	return c
}

// String gives the choice's name as it stands in the ledger and in JSON.
func (c Choice) String() string { return choiceWords[c.known()].name }

// Past gives the choice as something that happened or was ordered: "Approved".
func (c Choice) Past() string { return choiceWords[c.known()].past }

// Noun gives the choice as a thing, in front of what it was about: "approval of".
func (c Choice) Noun() string { return choiceWords[c.known()].noun }

// ParseChoice reads the name of a choice; ChoiceNone for any other text.
func ParseChoice(name string) Choice {
	for c := range choiceCount {
		if c.String() == name {
			return c
		}
	}
	return ChoiceNone
}

// NeedsNote reports whether the choice is only useful with a reason.
func (c Choice) NeedsNote() bool { return c == ChoiceReject || c == ChoiceChanges }
