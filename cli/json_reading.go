package cli

import "coldstart/model"

// jsonPlanReading is what a plan says, in the terms of the dialects, and how each
// value is known: declared, folder, derived or guessed.
type jsonPlanReading struct {
	Kind   string `json:"kind"`
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"`
	Steps  int    `json:"steps"`
	Done   int    `json:"done"`
	// Next is null when nothing is open.
	Next *string `json:"next"`
	// NeedsApproval and Maybe are the numbers of steps.
	NeedsApproval []int `json:"needs_approval"`
	Maybe         []int `json:"maybe"`
	// Flag says that the plan as a whole asks for an approval.
	Flag      bool   `json:"flag"`
	ClaimedBy string `json:"claimed_by"`
	// Stateless says that the steps have no place for their state.
	Stateless bool   `json:"stateless"`
	StepsFrom string `json:"steps_from"`
	Source    string `json:"source"`
	Older     bool   `json:"older"`
	Folded    int    `json:"folded"`
	// Closed says that it lies in a folder for finished or rejected work.
	Closed bool        `json:"closed"`
	How    jsonPlanHow `json:"how"`
	Doubts []string    `json:"doubts"`
}

type jsonPlanHow struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"`
	Steps  string `json:"steps"`
}

func planReadingJSON(p model.Plan) jsonPlanReading {
	done, total := p.Progress()
	surely, maybe := p.NeedsHuman()
	r := p.Reading
	j := jsonPlanReading{
		Kind: "plan", ID: p.ID, Title: p.Objective, Status: p.Status.State.String(), Steps: total, Done: done,
		NeedsApproval: each(surely, func(n int) int { return n }), Maybe: each(maybe, func(n int) int { return n }),
		Flag: r.Needs == model.NeedYes, ClaimedBy: r.Claimed, Stateless: r.Stateless, StepsFrom: r.StepsFrom, Source: r.Source,
		Older: p.Older, Folded: p.Folded, Closed: r.Closed, Doubts: same(r.Doubts),
		How: jsonPlanHow{r.ID.String(), r.Title.String(), r.Status.String(), r.Steps.String()},
	}
	if next := p.NextOpen(); next != "" {
		j.Next = &next
	}
	return j
}

// jsonRequestReading is what a request says, in the same terms.
type jsonRequestReading struct {
	Kind    string `json:"kind"`
	Summary string `json:"summary"`
	Action  string `json:"action"`
	Target  string `json:"target"`
	Amount  string `json:"amount"`
	Expires string `json:"expires"`
	Due     string `json:"due"`
	// Plan is as the request names it; Probably is the path of a plan that it does not
	// name.
	Plan     string `json:"plan"`
	Probably string `json:"probably"`
	Step     int    `json:"step"`
	// Decision is what the folder says.
	Decision string         `json:"decision"`
	How      jsonRequestHow `json:"how"`
}

type jsonRequestHow struct {
	Summary string `json:"summary"`
	Action  string `json:"action"`
	Target  string `json:"target"`
	Plan    string `json:"plan"`
}

func requestReadingJSON(r model.Request) jsonRequestReading {
	h := r.Reading
	return jsonRequestReading{
		Kind: "request", Summary: r.Summary, Action: r.Action, Target: r.Target, Amount: r.Amount, Expires: r.Expires.Raw,
		Due: h.Due, Plan: r.PlanID, Probably: r.Probably, Step: r.Step, Decision: h.Decision,
		How: jsonRequestHow{h.Summary.String(), h.Action.String(), h.Target.String(), h.Plan.String()},
	}
}
