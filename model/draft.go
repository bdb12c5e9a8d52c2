package model

// Draft is a journal entry to be written; id and time are added then.
type Draft struct {
	Category  Category
	Title     string
	Agent     string
	Strategy  string
	Tags      []string
	Tried     string
	Outcome   Outcome
	Reasoning string
	Artifacts string
	Related   string
	Insight   string
	// Earlier is the id of the entry that this one retries.
	Earlier string
	// Repair allows rebuilding a broken front matter from the body. Only somebody who saw
	// the difference sets it.
	Repair bool
}

// RequestDraft is a request drafted by an agent. What the step is comes from the plan.
type RequestDraft struct {
	// Plan is a plan's id or path, Step the number of its step.
	Plan string
	Step int
	// Action is one of RequestActions.
	Action string
	// Target is whom or what the action reaches.
	Target    string
	Rationale string
	// Details is the text to be approved.
	Details string
}

// Drafted is a request that was written for an agent.
type Drafted struct {
	Path   string
	PlanID string
	Step   int
	// Doubts are notes that the operator will see beside it.
	Doubts []Doubt
	Seen   Fingerprint
}
