package answer

import (
	"cmp"
	"fmt"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/phrase"
)

// Approvals is the answer of coldstart approvals.
type Approvals struct {
	Head
	Requests []jsonRequest `json:"requests"`
	// Decided are those in the folders for approved and rejected ones.
	Decided []jsonRequest `json:"decided"`
}

// ApprovalsJSON is the answer with all requests.
func ApprovalsJSON(s model.Snapshot) Approvals {
	one := func(r model.Request) jsonRequest { return requestJSON(r, s) }
	return Approvals{HeadJSON(s), say.Each(s.Requests, one), say.Each(s.Decided, one)}
}

// Approvals lists the requests.
func (p *Output) Approvals(s model.Snapshot) {
	var rows [][]styles.Span
	for _, r := range s.Requests {
		rows = append(rows, []styles.Span{
			p.Exact(styles.RoleTitle, r.Path), p.when(r.Created.Time, s.At),
			p.orDash(planStep(r)), p.orDash(r.Action), p.Label(styles.RolePlain, r.Title()+requestRemarks(r, s)),
		})
	}
	p.List(rows, "No request waits for a decision")
	p.decided(s)
}

// decided lists what was decided, what failed since first.
func (p *Output) decided(s model.Snapshot) {
	if len(s.Decided) == 0 {
		return
	}
	var failed, rest [][]styles.Span
	for _, r := range s.Decided {
		row := []styles.Span{
			p.Exact(styles.RoleTitle, r.Path), p.when(r.Created.Time, s.At), p.Label(styles.RolePlain, r.Reading.Decision),
			p.orDash(outcome(r)), p.Label(styles.RolePlain, r.Title()),
		}
		if r.Failed() {
			row[3].Role = styles.RoleBad
			failed = append(failed, row)
			continue
		}
		rest = append(rest, row)
	}
	p.listHead(fmt.Sprintf("Decided: %d", len(s.Decided)))
	p.Table(append(failed, rest...))
}

// outcome tells what became of an approved request; with a rejection nothing does.
func outcome(r model.Request) string {
	if r.Reading.Decision == model.DecisionRejected {
		return ""
	}
	return phrase.Outcome(r)
}

func planStep(r model.Request) string {
	if r.PlanID != "" && r.Step > 0 {
		return fmt.Sprintf("%s step %d", r.PlanID, r.Step)
	}
	return cmp.Or(r.PlanID, r.Plan)
}

func requestRemarks(r model.Request, s model.Snapshot) string {
	remarks := ""
	if r.Expired(s.At) && r.Reading.Decision == model.DecisionPending {
		remarks += " (expired)"
	}
	if r.Asked != nil {
		remarks += " (changes asked for: " + r.Asked.Note + ")"
	}
	if before, at := phrase.Before(r); before != "" {
		remarks += " (" + before + ", " + model.FormatUTC(at) + ")"
	}
	if r.Twin != "" {
		remarks += " (decided before: " + r.Twin + ")"
	}
	if r.Hidden > 0 {
		remarks += fmt.Sprintf(" (characters that do not show: %d)", r.Hidden)
	}
	return remarks
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
	At   Time   `json:"at"`
	Note string `json:"note"`
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
		Doubts: []jsonDoubt{}, Approvable: !s.Refuse(r.Ref(), model.ChoiceApprove).Given(),
	}
	for _, d := range r.Doubts {
		j.Doubts = append(j.Doubts, jsonDoubt{d.Line, d.What, d.Weight.String()})
	}
	if r.Asked != nil {
		j.Asked = &jsonAsked{Time(r.Asked.At), r.Asked.Note}
	}
	if r.Rejected != nil {
		j.Rejected = &jsonAsked{Time(r.Rejected.At), r.Rejected.Note}
	}
	if r.Approved != nil {
		j.Approved = &jsonAsked{Time(r.Approved.At), r.Approved.Note}
	}
	if c := r.Carried; c != nil {
		j.Carried = &jsonCarried{c.Path, stampJSON(c.At), c.Result, c.Why, c.Failed, c.Known}
	}
	return j
}
