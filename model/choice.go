package model

// Choice is what an operator decides.
type Choice int

// The choices. ChoiceChanges asks the agent for another version and leaves the
// request pending. ChoiceAck acknowledges that a session is dead, or that an approved
// file was changed since. ChoiceRerun to
// ChoiceAbort are about a step of a trace. ChoiceAccept and ChoiceDecline are about
// what an agent proposes to remember, ChoiceEntry writes into a research journal,
// and ChoiceSwitch makes a research problem the current one.
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

	choiceCount
)

// choiceWords has for each choice its name in the ledger, in JSON and on the
// command line, and how it reads when it happened.
var choiceWords = [choiceCount]struct{ name, past string }{
	ChoiceNone:    {"none", "Nothing decided on"},
	ChoiceApprove: {"approve", "Approved"},
	ChoiceReject:  {"reject", "Rejected"},
	ChoiceChanges: {"changes", "Changes wanted on"},
	ChoiceAck:     {"ack", "Acknowledged"},
	ChoiceRerun:   {"rerun", "Re-run"},
	ChoiceRetry:   {"retry", "Retry"},
	ChoiceSkip:    {"skip", "Skip"},
	ChoiceAbort:   {"abort", "Abort"},
	ChoiceAccept:  {"accept", "Accepted"},
	ChoiceDecline: {"decline", "Declined"},
	ChoiceEntry:   {"entry", "Wrote an entry into"},
	ChoiceSwitch:  {"switch", "Switched to"},
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
