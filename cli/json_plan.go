package cli

import "coldstart/model"

// jsonPlan is one plan.
type jsonPlan struct {
	ID        string `json:"id"`
	PlanID    string `json:"plan_id"`
	Path      string `json:"path"`
	Objective string `json:"objective"`
	// Stated is the objective that the plan states where its title, objective, is another
	// one, else empty.
	Stated     string        `json:"stated_objective"`
	Context    string        `json:"context"`
	Status     string        `json:"status"`
	StatusWord string        `json:"status_word"`
	Priority   string        `json:"priority"`
	Created    jsonStamp     `json:"created"`
	SourceLink string        `json:"source_link"`
	Checkpoint jsonStamp     `json:"checkpoint"`
	NextStep   *jsonStep     `json:"next_step"`
	WaitingOn  *jsonStep     `json:"waiting_on"`
	Approved   *jsonGrant    `json:"approved"`
	Progress   jsonProgress  `json:"progress"`
	Blocked    *jsonBlocked  `json:"blocked"`
	Steps      []jsonStep    `json:"steps"`
	Log        []jsonLogLine `json:"log"`
	SHA256     string        `json:"sha256"`
	// Reading is the plan in the terms of the dialects.
	Reading jsonPlanReading `json:"reading"`
}

// jsonGrant is what was approved and the agent has not acted on, null for nothing.
type jsonGrant struct {
	// Step is zero where the approval names none.
	Step int      `json:"step"`
	At   jsonTime `json:"at"`
	From string   `json:"from"`
	// Probably says that the approved file names neither plan nor is named by it.
	Probably bool `json:"probably"`
}

type jsonStep struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
	Done   bool   `json:"done"`
	Human  bool   `json:"human"`
}

type jsonProgress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// jsonBlocked is null for a plan that is not blocked.
type jsonBlocked struct {
	Reason string    `json:"reason"`
	Since  jsonStamp `json:"since"`
}

type jsonLogLine struct {
	At    jsonStamp `json:"at"`
	Actor string    `json:"actor"`
	What  string    `json:"what"`
	Why   string    `json:"why"`
}

func planJSON(p model.Plan) jsonPlan {
	c := p.Checkpoint()
	done, total := p.Progress()
	j := jsonPlan{
		ID: p.Ref().String(), PlanID: p.ID, Path: p.Path, Objective: p.Objective, Stated: p.Stated, Context: p.Context,
		Status: p.Status.State.String(), StatusWord: p.Status.Word, Priority: p.Priority,
		Created: stampJSON(p.Created), SourceLink: p.SourceLink, Checkpoint: stampJSON(c.At),
		NextStep: stepJSON(c.Next), WaitingOn: stepJSON(c.Waiting),
		Progress: jsonProgress{done, total},
		Steps:    each(p.Steps, func(s model.Step) jsonStep { return *stepJSON(&s) }),
		Log: each(p.Log, func(e model.LogEntry) jsonLogLine {
			return jsonLogLine{stampJSON(e.At), e.Actor, e.What, e.Why}
		}),
		SHA256: p.Seen.String(), Reading: planReadingJSON(p),
	}
	if g, ok := p.Granted(); ok {
		j.Approved = &jsonGrant{g.Step, jsonTime(g.At), g.From, g.Probably}
	}
	if p.Status.State == model.StateBlocked {
		j.Blocked = &jsonBlocked{p.BlockedReason, stampJSON(p.BlockedSince())}
	}
	return j
}

func stepJSON(s *model.Step) *jsonStep {
	if s == nil {
		return nil
	}
	return &jsonStep{s.Number, s.Text, s.Done(), s.Human}
}
