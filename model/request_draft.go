package model

import (
	"fmt"
	"slices"
	"strings"
)

// Bounds of a request that an agent drafts, in characters.
const (
	mostTarget    = 300
	mostRationale = 2000
	mostDetails   = 20_000
)

// RequestDraft is what an agent says of an action that a person has to allow. What the
// step is comes from the plan, not from the agent, so that the two cannot differ.
type RequestDraft struct {
	// Plan is a plan's id or path, Step the number of its step.
	Plan string
	Step int
	// Action is one of RequestActions.
	Action string
	// Target is whom or what the action reaches.
	Target    string
	Rationale string
	// Details is the text to be approved, of any number of lines.
	Details string
}

// Drafted is a request that was written for an agent.
type Drafted struct {
	Path   string
	PlanID string
	Step   int
	// Doubts are the remarks that an operator will see beside it. None of them takes
	// more than a look.
	Doubts []Doubt
	Seen   Fingerprint
}

// RequestActions lists the types of action of the agents' own requests (Personal AI
// Employee, draft_external_action).
func RequestActions() []string {
	return []string{"email", "payment", "social_post", "api_call", "other"}
}

// Refuse says why the draft cannot be written, "" when it can as far as it alone tells.
func (d RequestDraft) Refuse() string {
	switch {
	case !slices.Contains(RequestActions(), d.Action):
		return "the actions are " + strings.Join(RequestActions(), ", ")
	case OneLine(d.Target) == "":
		return "a request needs a target: whom or what the action reaches"
	case OneLine(d.Target) != d.Target:
		return "the target is not plain text on one line"
	case strings.Contains(d.Target, "---"):
		return "the target has three dashes, where the agents take the fields to end"
	case OneLine(d.Rationale) == "":
		return "a request needs a rationale: why it should be allowed"
	case d.Step < 1:
		return "the step is its number in the plan, from 1 on"
	}
	for _, part := range []struct {
		name, text string
		most       int
	}{{"target", d.Target, mostTarget}, {"rationale", d.Rationale, mostRationale}, {"details", d.Details, mostDetails}} {
		switch {
		case len([]rune(part.text)) > part.most:
			return fmt.Sprintf("the %s is longer than %d characters", part.name, part.most)
		case CountHidden(part.text) > 0 || strings.ContainsRune(part.text, '\uFEFF'):
			return fmt.Sprintf("the %s has characters that do not show", part.name)
		}
	}
	return ""
}
