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
	// MustType is what --target has to give to approve it, empty for most.
	MustType string `json:"must_type"`
	// Hidden counts the characters of the file that do not show.
	Hidden int `json:"hidden_characters"`
	// Rejected is the operator's earlier rejection of this name or of these bytes.
	Rejected *jsonAsked `json:"rejected_before"`
	// Approved is the operator's earlier approval of this name or of these bytes.
	Approved *jsonAsked `json:"approved_before"`
	// Carried is what the logs say became of an approved request.
	Carried *jsonCarried `json:"carried_out"`
	// DecidedTwin is the path of a decided file of the same name, else empty.
	DecidedTwin string `json:"decided_twin"`
	SHA256      string `json:"sha256"`
	// Doubts are the reasons to look twice, heaviest first; Approvable is false when one
	// of them forbids a yes.
	Doubts     []jsonDoubt `json:"doubts"`
	Approvable bool        `json:"approvable"`
	// Reading is the request in the terms of the dialects.
	Reading jsonRequestReading `json:"reading"`
}

type jsonAsked struct {
	At   jsonTime `json:"at"`
	Note string   `json:"note"`
}

// jsonDoubt is one reason to look twice. Its weight is note, ask (the target has to be
// typed to approve) or block (it cannot be approved).
type jsonDoubt struct {
	Line   int    `json:"line"`
	What   string `json:"what"`
	Weight string `json:"weight"`
}

// jsonCarried is null when no log tells.
type jsonCarried struct {
	Path   string    `json:"path"`
	At     jsonStamp `json:"at"`
	Result string    `json:"result"`
	Why    string    `json:"why"`
	Failed bool      `json:"failed"`
	// Known is true for a failure that the operator has acknowledged.
	Known bool `json:"acknowledged"`
}

func requestJSON(r model.Request, s model.Snapshot) jsonRequest {
	j := jsonRequest{
		ID: r.Ref().String(), Path: r.Path, Name: r.Name, Title: r.Title(), Action: r.Action,
		Target: r.Target, Amount: r.Amount, PlanID: r.PlanID, Plan: r.Plan, Step: r.Step,
		StepText: r.StepText, StepNote: r.StepNote, Rationale: r.Rationale, Status: r.Status,
		Created: stampJSON(r.Created), Expires: stampJSON(r.Expires), Expired: r.Expired(s.At),
		MustType: r.MustType(s.At), Hidden: r.Hidden, DecidedTwin: r.Twin, SHA256: r.Seen.String(), Reading: requestReadingJSON(r),
		Doubts: []jsonDoubt{}, Approvable: s.Refuse(r.Ref(), model.ChoiceApprove) == "",
	}
	for _, d := range r.Doubts {
		j.Doubts = append(j.Doubts, jsonDoubt{d.Line, d.What, d.Weight.String()})
	}
	if r.Asked != nil {
		j.Asked = &jsonAsked{jsonTime(r.Asked.At), r.Asked.Note}
	}
	if r.Rejected != nil {
		j.Rejected = &jsonAsked{jsonTime(r.Rejected.At), r.Rejected.Note}
	}
	if r.Approved != nil {
		j.Approved = &jsonAsked{jsonTime(r.Approved.At), r.Approved.Note}
	}
	if c := r.Carried; c != nil {
		j.Carried = &jsonCarried{c.Path, stampJSON(c.At), c.Result, c.Why, c.Failed, c.Known}
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

// jsonOther is a file of which only the name is shown.
type jsonOther struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	Kind string `json:"kind"`
	Why  string `json:"why"`
	Size int64  `json:"size"`
	// AsksApproval says that the text of the file asks for one.
	AsksApproval bool `json:"asks_approval"`
}

func otherJSON(o model.Other) jsonOther {
	return jsonOther{o.Ref().String(), o.Path, o.Kind, o.Why, o.Size, o.Asks}
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
