package cli

import "coldstart/model"

// jsonRequest is one request that waits for a decision.
type jsonRequest struct {
	ID        string    `json:"id"`
	Path      string    `json:"path"`
	Name      string    `json:"name"`
	Title     string    `json:"title"`
	Action    string    `json:"action"`
	Target    string    `json:"target"`
	Amount    string    `json:"amount"`
	PlanID    string    `json:"plan_id"`
	Plan      string    `json:"plan"`
	Step      int       `json:"step"`
	StepText  string    `json:"step_text"`
	StepNote  string    `json:"step_description"`
	Rationale string    `json:"rationale"`
	Status    string    `json:"status"`
	Created   jsonStamp `json:"created"`
	Expires   jsonStamp `json:"expires"`
	Expired   bool      `json:"expired"`
	// Asked is the operator's unanswered wish for changes, null when there is none.
	Asked *jsonAsked `json:"changes_asked"`
	// DecidedTwin is the path of a decided file of the same name, else empty.
	DecidedTwin string `json:"decided_twin"`
	SHA256      string `json:"sha256"`
	// Reading is the request in the terms of the dialects.
	Reading jsonRequestReading `json:"reading"`
}

type jsonAsked struct {
	At   jsonTime `json:"at"`
	Note string   `json:"note"`
}

func requestJSON(r model.Request, s model.Snapshot) jsonRequest {
	j := jsonRequest{
		ID: r.Ref().String(), Path: r.Path, Name: r.Name, Title: r.Title(), Action: r.Action,
		Target: r.Target, Amount: r.Amount, PlanID: r.PlanID, Plan: r.Plan, Step: r.Step,
		StepText: r.StepText, StepNote: r.StepNote, Rationale: r.Rationale, Status: r.Status,
		Created: stampJSON(r.Created), Expires: stampJSON(r.Expires), Expired: r.Expired(s.At),
		DecidedTwin: r.Twin, SHA256: r.Seen.String(), Reading: requestReadingJSON(r),
	}
	if r.Asked != nil {
		j.Asked = &jsonAsked{jsonTime(r.Asked.At), r.Asked.Note}
	}
	return j
}

// jsonIntake is one thing that waits for triage.
type jsonIntake struct {
	ID     string    `json:"id"`
	Path   string    `json:"path"`
	Title  string    `json:"title"`
	Folder string    `json:"folder"`
	Since  jsonStamp `json:"since"`
}

func intakeJSON(i model.Intake) jsonIntake {
	return jsonIntake{i.Ref().String(), i.Path, i.Title, i.Folder, stampJSON(i.Since)}
}

// jsonProblem is something that could not be read.
type jsonProblem struct {
	ID     string `json:"id"`
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
	Hint   string `json:"hint"`
}

func problemJSON(p model.Problem) jsonProblem {
	return jsonProblem{p.Ref().String(), p.Path, p.Line, p.Reason, p.Hint}
}
