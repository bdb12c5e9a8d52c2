package cli

import "coldstart/model"

// jsonStatus is the whole report of coldstart status.
type jsonStatus struct {
	jsonHead
	// Message is what the operator says to the next session, or said to one before; the
	// answer of coldstart start has only the one that it hands over. It is null without.
	Message    *jsonMessage    `json:"message"`
	ActivePlan *jsonActivePlan `json:"active_plan"`
	// Pin is null when no plan is pinned.
	Pin            *jsonPinned       `json:"pin"`
	Finished       []jsonPlan        `json:"finished"`
	NeedsYou       []jsonNeed        `json:"needs_you"`
	Snoozed        []jsonResting     `json:"snoozed"`
	Triage         []jsonIntake      `json:"triage"`
	Problems       []jsonProblem     `json:"problems"`
	Others         []jsonOther       `json:"others"`
	ReadOnly       bool              `json:"read_only"`
	ReadOnlyReason string            `json:"read_only_reason"`
	Interrupted    []jsonInterrupted `json:"interrupted"`
	Recovery       jsonRecovery      `json:"recovery"`
	Traces         []jsonTrace       `json:"traces"`
	// Research and Memory are null where the vault has none.
	Research *jsonResearch `json:"research"`
	Memory   *jsonMemory   `json:"memory"`
}

// jsonActivePlan is the plan to resume, with the reasons for choosing it.
type jsonActivePlan struct {
	jsonPlan
	Because   string         `json:"because"`
	RunnersUp []jsonRunnerUp `json:"runners_up"`
}

type jsonRunnerUp struct {
	ID        string `json:"id"`
	PlanID    string `json:"plan_id"`
	Path      string `json:"path"`
	Objective string `json:"objective"`
	Status    string `json:"status"`
	Behind    string `json:"behind"`
}

type jsonNeed struct {
	ID       string   `json:"id"`
	Kind     string   `json:"kind"`
	What     string   `json:"what"`
	Who      string   `json:"who"`
	Why      string   `json:"why"`
	Since    jsonTime `json:"since"`
	Blocks   bool     `json:"blocks"`
	Severity string   `json:"severity"`
}

type jsonInterrupted struct {
	ID     string   `json:"id"`
	Choice string   `json:"choice"`
	Path   string   `json:"path"`
	At     jsonTime `json:"at"`
}

func statusJSON(s model.Snapshot) jsonStatus {
	r := s.Resume()
	return jsonStatus{
		jsonHead: headJSON(s), Message: messageJSON(s.Message),
		ActivePlan: activeJSON(r), Pin: pinnedJSON(s, r),
		Finished: each(r.Finished, func(p *model.Plan) jsonPlan { return planJSON(*p) }),
		NeedsYou: each(s.NeedsYou(), needJSON),
		Snoozed:  each(s.Snoozed(), restingJSON),
		Triage:   each(s.Intake, intakeJSON),
		Problems: each(s.Problems, problemJSON),
		Others:   each(s.Others, otherJSON),
		ReadOnly: s.ReadOnly != "", ReadOnlyReason: s.ReadOnly,
		Recovery: recoveryJSON(s), Traces: each(s.Traces, traceJSON),
		Research: researchJSON(s.Research), Memory: statusMemoryJSON(s),
		Interrupted: each(s.Interrupted, func(i model.Interrupted) jsonInterrupted {
			return jsonInterrupted{i.ID, i.Choice.String(), i.Path, jsonTime(i.At)}
		}),
	}
}

// activeJSON is the plan to resume, nil without one.
func activeJSON(r model.Resume) *jsonActivePlan {
	if r.Plan == nil {
		return nil
	}
	return &jsonActivePlan{planJSON(*r.Plan), r.Because, each(r.RunnersUp, runnerUpJSON)}
}

// planForAgentJSON is the plan to resume with some of its runners-up, for somebody who
// is not the operator.
func planForAgentJSON(p jsonPlan, r model.Resume, others []model.RunnerUp) *jsonActivePlan {
	return &jsonActivePlan{p, becauseForAgent(r), each(others, runnerUpJSON)}
}

func runnerUpJSON(r model.RunnerUp) jsonRunnerUp {
	p := r.Plan
	return jsonRunnerUp{p.Ref().String(), p.ID, p.Path, p.Objective, p.Status.String(), r.Behind}
}

func needJSON(a model.Attention) jsonNeed {
	return jsonNeed{
		a.Ref.String(), a.Ref.Kind.String(), a.What, a.Who, a.Why, jsonTime(a.Since), a.Blocks, severityWord(a.Severity),
	}
}

func severityWord(s model.Severity) string {
	switch s {
	case model.SeverityLow:
		return "low"
	case model.SeverityNormal:
		return "normal"
	case model.SeverityHigh:
		return "high"
	}
	return "unknown"
}
