package vault

import (
	"fmt"

	"coldstart/model"
)

// refusal is a decision that was not made. It reads as one sentence and is found
// by errors.Is as the reason callers tell apart.
type refusal struct {
	text string
	kind error
}

func (r *refusal) Error() string { return r.text }
func (r *refusal) Unwrap() error { return r.kind }

// refused says which decision was not made and why.
func refused(d model.Decision, kind error, format string, args ...any) error {
	return &refusal{deciding(d.Choice) + " " + d.Ref.Path + ": " + fmt.Sprintf(format, args...), kind}
}

// doing has the words for what was about to happen to a file.
var doing = map[model.Choice]string{
	model.ChoiceApprove: "approving",
	model.ChoiceReject:  "rejecting",
	model.ChoiceChanges: "asking for changes on",
	model.ChoiceAck:     "acknowledging a session of",
	model.ChoiceAccept:  "accepting a proposal of",
	model.ChoiceDecline: "declining a proposal of",
	model.ChoiceEntry:   "writing an entry into",
	model.ChoiceSwitch:  "switching to",
	model.ChoiceUndo:    "undoing what was decided on",
}

func deciding(c model.Choice) string {
	if words, ok := doing[c]; ok {
		return words
	}
	return "deciding on"
}
