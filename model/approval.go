package model

import (
	"fmt"
	"strings"
	"time"
)

// Approval is an approval of a request or of a plan's step, as the ledger or a file has it.
type Approval struct {
	// At is zero if unknown.
	At time.Time
	// From is the path of the file that was approved, which may be gone, or of the plan with the
	// line in its log.
	From   string
	PlanID string
	// Step is zero for none named. Text is what it said then, if Known: by the plan, else by the request, "" where the
	// plan had no such step and the request described none. Place is as Plan.Place says.
	Step           int
	Text, Place    string
	Known          bool
	Action, Target string
	// ID is the decision in the operator's ledger, "" for none.
	ID string
	// Amount, Title and Seen are those of its file, empty where that was not read.
	Amount, Title string
	Seen          Fingerprint
}

// ApprovedSteps are the approvals of steps in the plan's log that were not taken back.
func (p Plan) ApprovedSteps() []Grant {
	last, times := map[string]Grant{}, map[string]int{}
	for _, e := range p.Log {
		if e.Actor != OperatorActor {
			continue
		}
		if number, ok := strings.CutPrefix(e.What, ChoiceApprove.Past()+" step "); ok {
			g := Grant{At: e.At.Time, From: p.Path}
			if _, err := fmt.Sscanf(number, "%d", &g.Step); err == nil {
				last[number] = g
				times[number]++
			}
		} else if number, ok := strings.CutPrefix(e.What, undid+ChoiceApprove.Noun()+" step "); ok {
			times[number]--
		}
	}
	var all []Grant
	for number, g := range last {
		if times[number] > 0 {
			all = append(all, g)
		}
	}
	return all
}

// A yes is for a text. The agents find a step by its number alone, so an approval keeps beside the number what the
// step said then; once another text stands at the number, the step counts as not approved.
