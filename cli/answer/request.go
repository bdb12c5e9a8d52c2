package answer

import (
	"cmp"
	"fmt"
	"time"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
)

// Approvals is the answer of coldstart list requests.
type Approvals struct {
	Head
	Requests []jsonRequest `json:"requests"`
	// Decided are the requests in the folders for approved and rejected ones.
	Decided []jsonRequest `json:"decided"`
}

// ApprovalsJSON answers coldstart list requests.
func ApprovalsJSON(s model.Snapshot) Approvals {
	one := func(r model.Request) jsonRequest { return requestJSON(r, s) }
	return Approvals{HeadJSON(s), say.Each(s.Requests, one), say.Each(s.Decided, one)}
}

// Approvals lists the requests: those that need the operator in the order of the queue, many of them in
// groups; then those that only may or are snoozed, and those that wait for their agents.
func (p *Output) Approvals(s model.Snapshot) {
	pending := map[string]model.Request{}
	for _, r := range s.Requests {
		pending[r.Path] = r
	}
	queue := pendingIn(pending, rule.NeedsYou(s))
	agents := pendingIn(pending, rule.WithAgent(s))
	var rest []model.Attention
	for _, r := range s.Requests {
		if _, ok := pending[r.Path]; ok {
			rest = append(rest, model.Attention{Ref: r.Ref()})
		}
	}
	if len(queue) <= MostNeeds {
		queue, rest = append(queue, rest...), nil
		p.requests(s, "", queue)
	} else {
		p.requestGroups(s, queue)
	}
	p.requests(s, fmt.Sprintf("May need you, or snoozed: %d", len(rest)), rest)
	p.requests(s, phrase.WithAgents(len(agents)), agents)
	if len(s.Requests) == 0 {
		p.Say("No request is pending.")
	}
	p.decided(s)
}

// pendingIn takes the rows of pending requests out of a queue, and these requests out of pending.
func pendingIn(pending map[string]model.Request, queue []model.Attention) []model.Attention {
	var out []model.Attention
	for _, a := range queue {
		if _, ok := pending[a.Ref.Path]; ok && a.Ref.Kind == model.KindRequest {
			out = append(out, a)
			delete(pending, a.Ref.Path)
		}
	}
	return out
}

// requestGroups lists many requests: groups with a heading each, and in between what is in none.
func (p *Output) requestGroups(s model.Snapshot, queue []model.Attention) {
	var single []model.Attention
	for _, g := range rule.Groups(queue, s.At) {
		if len(g.Rows) == 1 {
			single = append(single, g.Rows...)
			continue
		}
		p.requests(s, "", single)
		single = nil
		p.requests(s, phrase.Group(g), g.Rows)
	}
	p.requests(s, "", single)
}

// requests lists requests below a heading, or behind a blank line without one.
func (p *Output) requests(s model.Snapshot, heading string, list []model.Attention) {
	var rows [][]styles.Span
	for _, a := range list {
		if r, ok := s.Request(a.Ref.Path); ok {
			rows = append(rows, p.request(s, r))
		}
	}
	switch {
	case len(rows) == 0:
	case heading != "":
		p.listHead(heading)
	case p.Text.Len() > 0:
		p.Line()
	}
	p.Table(rows)
}

func (p *Output) request(s model.Snapshot, r model.Request) []styles.Span {
	remarks := requestRemarks(r, s)
	if never := rule.Unapprovable(r); never.Given() {
		remarks = " (" + phrase.Reason(never) + ")" + remarks
	}
	if rule.CopyDiffers(r) {
		remarks += " (" + phrase.Reason(model.Reason{Code: model.BecauseCopyDiffers}) + ")"
	}
	if why := rule.Refuse(s, r.Ref(), model.ChoiceApprove); why.Code == model.BecauseOfTool {
		remarks += " (" + phrase.Reason(why) + ")"
	}
	return []styles.Span{
		p.Exact(styles.RoleTitle, r.Path), p.when(r.Created.Time, s.At), p.orDash(planStep(r)), p.orDash(r.Action), p.orDash(r.Target),
		p.Label(styles.RolePlain, phrase.Titled(r)+remarks),
	}
}

// decided lists the decided requests, those that failed since first.
func (p *Output) decided(s model.Snapshot) {
	if len(s.Decided) == 0 {
		return
	}
	var failed, rest [][]styles.Span
	for _, r := range s.Decided {
		row := []styles.Span{
			p.Exact(styles.RoleTitle, r.Path), p.when(r.Since(), s.At), p.Label(styles.RolePlain, phrase.Decided(s, r)),
			p.orDash(outcome(r, s.At)), p.Label(styles.RolePlain, phrase.Titled(r)),
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

// outcome says what became of an approved request, "" for a rejected one.
func outcome(r model.Request, now time.Time) string {
	if k := r.Ask; k != nil && !k.Until.IsZero() && r.Carried == nil && r.Reading.Decision == model.DecisionApproved {
		return phrase.Allowed(*k, k.Left(now), model.FormatUTC(k.Until))
	}
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
		if !at.IsZero() {
			before += ", " + model.FormatUTC(at)
		}
		remarks += " (" + before + ")"
	}
	if r.Twin != "" {
		remarks += " (decided before: " + r.Twin + ")"
	}
	if p, ok := s.Plan(r.Plan); ok && p.Own() && r.Step > 0 && rule.Miscount(p, r.Step) != "" {
		remarks += " (" + rule.Miscount(p, r.Step) + ")"
	}
	if r.Reading.Maybe {
		remarks += " (maybe)"
	}
	if r.Hidden > 0 {
		remarks += fmt.Sprintf(" (hidden characters: %d)", r.Hidden)
	}
	return remarks
}

// jsonRequestReading is what a request says, in the terms of docs/dev/formats.md.
type jsonRequestReading struct {
	Kind    string `json:"kind"`
	Summary string `json:"summary"`
	Action  string `json:"action"`
	Target  string `json:"target"`
	// From is who wrote the message that came in, or that is answered, where that is not the target.
	From    string `json:"from"`
	Amount  string `json:"amount"`
	Expires string `json:"expires"`
	Due     string `json:"due"`
	// Plan is the plan as the request names it; Probably is the path of a likely plan that
	// it does not name.
	Plan     string `json:"plan"`
	Probably string `json:"probably"`
	Step     int    `json:"step"`
	// Decision is what the folder says.
	Decision string `json:"decision"`
	// Tool is the program that asks, empty for the vault's own, and Command what to type there
	// to decide. Polls says that the program waits for a change of the file: then the request is
	// decided here. Maybe says that it only probably waits for somebody.
	Tool    string         `json:"tool"`
	Command string         `json:"command"`
	Polls   bool           `json:"polls"`
	Maybe   bool           `json:"maybe"`
	How     jsonRequestHow `json:"how"`
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
		Kind: "request", Summary: r.Summary, Action: r.Action, Target: r.Target, From: r.Sender, Amount: r.Amount, Expires: r.Expires.Raw,
		Due: h.Due, Plan: r.PlanID, Probably: r.Probably, Step: r.Step, Decision: h.Decision, Tool: h.Tool, Command: h.Command, Polls: h.Polls, Maybe: h.Maybe,
		How: jsonRequestHow{h.Summary.String(), h.Action.String(), h.Target.String(), h.Plan.String()},
	}
}

// jsonRequest is one request.
type jsonRequest struct {
	ID       string `json:"id"`
	Path     string `json:"path"`
	Name     string `json:"name"`
	Title    string `json:"title"`
	Action   string `json:"action"`
	Target   string `json:"target"`
	From     string `json:"from"`
	Amount   string `json:"amount"`
	PlanID   string `json:"plan_id"`
	Plan     string `json:"plan"`
	Step     int    `json:"step"`
	StepText string `json:"step_text"`
	StepNote string `json:"step_description"`
	// Unlocks is the step that approving lets the agents tick, by their own count; null for
	// none.
	Unlocks   *jsonStep `json:"unlocks"`
	Rationale string    `json:"rationale"`
	Status    string    `json:"status"`
	Created   jsonStamp `json:"created"`
	Expires   jsonStamp `json:"expires"`
	Expired   bool      `json:"expired"`
	// Asked is the operator's request for changes that is not answered yet, else null.
	Asked *jsonAsked `json:"changes_asked"`
	// MustType is what --target has to be for an approval, empty for most.
	MustType string `json:"must_type"`
	// Hidden counts the hidden characters of the file.
	Hidden int `json:"hidden_characters"`
	// Rejected is an earlier rejection of this name or of these bytes.
	Rejected *jsonAsked `json:"rejected_before"`
	// Approved is an earlier approval of this name, of these bytes, of this step of its plan,
	// or of this action on this target within 30 days.
	Approved *jsonAsked `json:"approved_before"`
	// Wished is the operator's last wish for changes to an earlier version of the document.
	Wished *jsonAsked `json:"changes_asked_before"`
	// Carried is what the logs say became of an approved request.
	Carried *jsonCarried `json:"carried_out"`
	// DecidedTwin is the path of a decided or finished file with the same name, else empty.
	DecidedTwin string `json:"decided_twin"`
	// Gate is the action that the gate held up, null for a request that an agent wrote itself.
	Gate *jsonHeld `json:"gate"`
	// Document is the path of the document that is decided on, where that is another file than
	// the request's own, as in an approval of spec-workflow; else empty.
	Document string `json:"document"`
	// SHA256 is the hash of the text. With a document it covers both files.
	SHA256 string `json:"sha256"`
	// Token is for --expect-hash: the SHA-256, and where a yes touches a plan a hash over both. Covers
	// is then the path of that plan, else empty.
	Token  string `json:"token_hash"`
	Covers string `json:"token_covers"`
	// Doubts are reasons to look twice, the weightiest first; Approvable is false when one
	// of them forbids approval.
	Doubts     []jsonDoubt `json:"doubts"`
	Approvable bool        `json:"approvable"`
	// Standing is contradicting where the request was approved and rejected, and altered where an approved file was
	// changed since: neither is approved. It is empty for all others.
	Standing string `json:"standing"`
	// Reading is the request in the terms of docs/dev/formats.md.
	Reading jsonRequestReading `json:"reading"`
}

type jsonAsked struct {
	At   Time   `json:"at"`
	Note string `json:"note"`
}

// jsonDoubt is a reason to look twice. Its weight is note, ask (the target has to be typed
// to approve) or block (it cannot be approved).
type jsonDoubt struct {
	Line   int    `json:"line"`
	What   string `json:"what"`
	Weight string `json:"weight"`
}

// jsonCarried is null when no log says.
type jsonCarried struct {
	Path   string    `json:"path"`
	At     jsonStamp `json:"at"`
	Result string    `json:"result"`
	Why    string    `json:"why"`
	Failed bool      `json:"failed"`
	// Known says that the operator has acknowledged the failure.
	Known bool `json:"acknowledged"`
}

func askedJSON(a *model.EarlierAnswer) *jsonAsked {
	if a == nil {
		return nil
	}
	return &jsonAsked{Time(a.At), a.Note}
}

func doubtsJSON(doubts []model.Doubt) []jsonDoubt {
	return say.Each(doubts, func(d model.Doubt) jsonDoubt { return jsonDoubt{d.Line, d.What, d.Weight.String()} })
}

func requestJSON(r model.Request, s model.Snapshot) jsonRequest {
	j := jsonRequest{
		ID: r.Ref().String(), Path: r.Path, Name: r.Name, Title: r.Title(), Action: r.Action,
		Target: r.Target, From: r.Sender, Amount: r.Amount, PlanID: r.PlanID, Plan: r.Plan, Step: r.Step,
		StepText: r.StepText, StepNote: r.StepNote, Rationale: r.Rationale, Status: r.Status,
		Created: stampJSON(r.Created), Expires: stampJSON(r.Expires), Expired: r.Expired(s.At),
		MustType: rule.MustTypeRequest(r, s.At), Hidden: r.Hidden, DecidedTwin: r.Twin, SHA256: r.Seen.String(), Reading: requestReadingJSON(r),
		Asked: askedJSON(r.Asked), Rejected: askedJSON(r.Rejected), Approved: askedJSON(r.Approved), Wished: askedJSON(r.Wished), Document: r.About, Gate: heldJSON(r.Ask),
		Doubts:     doubtsJSON(r.Doubts),
		Standing:   standingJSON(s, r.Path),
		Approvable: !rule.Refuse(s, r.Ref(), model.ChoiceApprove).Given(),
	}
	yes := Seen(s, r.Ref(), r.Seen)
	j.Token, j.Covers = yes.Token().String(), yes.Covers()
	if step, ok := rule.Unlocks(s, r); ok {
		j.Unlocks = stepJSON(&step)
	}
	if c := r.Carried; c != nil {
		j.Carried = &jsonCarried{c.Path, stampJSON(c.At), c.Result, c.Why, c.Failed, c.Known}
	}
	return j
}
