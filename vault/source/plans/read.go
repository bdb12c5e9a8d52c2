// Package plans reads plans and requests in the agents' own schema and in other notations,
// and edits plans.
package plans

import (
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/doubt"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// ReadPlan reads a plan in the seed's schema, else as the dialects know it.
func ReadPlan(in *dialect.Folders, name string, b []byte, zone *time.Location) (*model.Plan, []model.Problem) {
	if fm, err := text.ReadFront(b); dialect.IsOwnPlan(name, b, fm, err) {
		p, problems := readOwnPlan(name, b, fm, err, zone)
		return whole(p, problems, name, b)
	}
	p := foreignPlan(dialect.Open(in, name, b), b, zone)
	return whole(&p, nil, name, b)
}

// wholly reads a request, and adds that git left its marks in it unless a line of it is named already.
func wholly(read func(source.File) source.Finding) func(source.File) source.Finding {
	return func(f source.File) source.Finding {
		found := read(f)
		said := slices.ContainsFunc(found.Problems, func(p model.Problem) bool { return p.Line > 0 })
		if bad := text.Conflict(f.B); bad != nil && !said && len(found.Requests)+len(found.Decided) > 0 {
			found.Problems = append(found.Problems, text.Problem(f.Name, bad, "until then it has two versions, and while it waits it cannot be approved"))
		}
		return found
	}
}

// whole adds what may be wrong with a plan that can be read: git's marks in its text, and a
// status with a letter too many, too few or wrong.
func whole(p *model.Plan, problems []model.Problem, name string, b []byte) (*model.Plan, []model.Problem) {
	if p == nil {
		return nil, problems
	}
	if bad := text.Conflict(b); bad != nil && len(problems) == 0 {
		problems = append(problems, text.Problem(name, bad, "until then both versions count, here and for the agents"))
	}
	if meant := p.Status.Meant(); meant != "" {
		p.Reading.Doubts = append(p.Reading.Doubts, "status "+p.Status.Word+": did you mean "+meant+"?")
	}
	return p, problems
}

// ReadOwnPlan reads a plan in the seed's schema. One that cannot be read gives a problem
// and no plan.
func ReadOwnPlan(name string, b []byte, zone *time.Location) (*model.Plan, []model.Problem) {
	fm, err := text.ReadFront(b)
	return readOwnPlan(name, b, fm, err, zone)
}

// readOwnPlan is ReadOwnPlan with the front matter and its fault.
func readOwnPlan(name string, b []byte, fm *text.Front, err error, zone *time.Location) (*model.Plan, []model.Problem) {
	p, err := dialect.ReadOwnPlan(name, b, fm, err, zone)
	switch {
	case err == nil:
		return p, nil
	case p == nil:
		return nil, []model.Problem{text.Problem(name, err, "the agents skip this plan; fix the line in an editor")}
	case !errors.Is(err, text.ErrEmpty):
		return p, []model.Problem{text.Problem(name, err, "agents and coldstart use the last one")}
	}
	return p, []model.Problem{text.Problem(name, err, "it counts as a draft without steps; restore the text from its history, or remove the file")}
}

// foreignPlan reads a plan as the dialects know it.
func foreignPlan(page *dialect.Page, b []byte, zone *time.Location) model.Plan {
	d := dialect.ReadPlan(page)
	p := model.Plan{
		Path: d.Name, ID: d.ID.Text, Objective: d.Title.Text, Stated: d.Objective.Text,
		Status:        model.Status{State: d.Status.State, Word: d.Status.Word},
		BlockedReason: d.Blocked.Text, Priority: d.Priority.Text, SourceLink: d.Source.Text,
		Created: model.ParseStamp(d.Created.Text, zone), Seen: model.FingerprintOf(b),
		Reading: model.PlanReading{
			Foreign: true, ID: d.ID.Basis, Title: d.Title.Basis, Status: d.Status.Basis, Steps: d.StepsBasis,
			StepsFrom: d.StepsFrom, Stateless: len(d.Steps) > 0 && !d.KeepsState(), Needs: d.Needs,
			Claimed: d.ClaimedBy.Text, Parent: d.Parent.Text, Source: d.Source.Text, Task: d.Task, Stem: d.Stem, Message: d.Message,
			Closed: page.Folders.Closed(d.Name), Called: d.Called.Text, Keys: d.Keys,
			Version: firstKnown(zone, d.Created.Text, d.NameTime.Text, d.Updated.Text), Named: model.ParseStamp(d.NameTime.Text, zone),
		},
	}
	if d.NextStep == 0 {
		p.Reading.Next = d.Next.Text
	}
	for _, s := range d.Steps {
		p.Steps = append(p.Steps, foreignStep(s))
	}
	for _, e := range d.Log {
		p.Log = append(p.Log, model.LogEntry{
			At: model.ParseStamp(e.Time, zone), Actor: e.Who, What: strings.TrimSpace(e.Action + " " + e.Target), Why: firstGiven(e.Why, e.Result),
		})
	}
	p.Reading.Mentions = Asks(b, page.Folders)
	p.Reading.Doubts = page.Words(d.Doubts...)
	return p
}

func foreignStep(s dialect.Step) model.Step {
	step := model.Step{
		Number: s.Number, Text: s.Text, Mark: ' ', Worded: true,
		Human: s.Need == model.NeedYes, Maybe: s.Need == model.NeedMaybe,
	}
	if s.Done {
		step.Mark = 'x'
	}
	return step
}

func firstGiven(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// firstKnown returns the first text that is a time.
func firstKnown(zone *time.Location, texts ...string) model.Stamp {
	for _, t := range texts {
		if s := model.ParseStamp(t, zone); s.Known() {
			return s
		}
	}
	return model.Stamp{}
}

// ReadOwnRequest reads a request in the agents' own schema. A fault of its front matter
// (err) becomes a problem, since agents cannot read it then.
func ReadOwnRequest(name string, b []byte, fm *text.Front, err error, zone *time.Location) (model.Request, []model.Problem) {
	return readOwnRequest(name, b, fm, err, zone, doubt.ByAgents(name, b, fm))
}

// readOwnRequest is ReadOwnRequest with how the agents read it: its plan and step are theirs.
func readOwnRequest(name string, b []byte, fm *text.Front, err error, zone *time.Location, agents doubt.Agents) (model.Request, []model.Problem) {
	r := dialect.ReadOwnRequest(name, b, agents.Front(fm), zone)
	r.Doubts, r.Reading.Agents = agents.Doubts(doubt.Find(name, b)), agents.AgentReading
	if bad := text.CheckUTF8(b); bad != nil {
		err = bad
	}
	if err != nil {
		return r, []model.Problem{text.Problem(name, err, "agents that parse YAML may not read this request; reject it, or ask for changes")}
	}
	return r, nil
}

// senderOf returns the sender, unless the request goes to the sender.
func senderOf(d dialect.Request) string {
	if d.Sender.Text == d.Target.Text {
		return ""
	}
	return d.Sender.Text
}

// countHidden counts the hidden characters in the bytes of a file, of which the decoded text is most
// often the same.
func countHidden(b []byte, decoded string, notes text.Notes) int {
	if notes != (text.Notes{}) || len(decoded) != len(b) {
		decoded = string(b)
	}
	if text.IsASCII(decoded) {
		return 0
	}
	return model.CountHidden(model.WithoutPadding(decoded))
}

// foreignRequest reads a request as the dialects know it. Agents is how their own program would.
func foreignRequest(page *dialect.Page, b []byte, zone *time.Location, agents doubt.Agents) model.Request {
	d := dialect.ReadRequest(page)
	decoded, notes := page.Decoded(b)
	r := model.Request{
		Path: d.Name, Name: path.Base(d.Name), Summary: d.Summary.Text, Action: d.Action.Text, Target: d.Target.Text, Sender: senderOf(d),
		Amount: d.Amount.Text, PlanID: d.Plan.Text, StepText: d.StepText.Text, Step: d.Step, Rationale: d.Rationale.Text,
		Priority: d.Priority.Text, Risk: d.Risk.Text, Status: d.Status.Text, Hidden: countHidden(b, decoded, notes),
		Created: model.ParseStamp(d.Created.Text, zone), Expires: model.ParseStamp(d.Expires.Text, zone), Seen: model.FingerprintOf(b),
		Reading: model.RequestReading{
			Summary: d.Summary.Basis, Action: d.Action.Basis, Target: d.Target.Basis, Plan: d.Plan.Basis, Due: d.Due.Text,
			ID: d.ID.Text, Source: d.Source.Text, Stem: d.Stem, Message: d.Message, Platform: d.Platform, Decision: d.Decision.String(),
			StatusBelow: d.StatusBelow, Author: d.Author.Text, Yes: d.Yes, No: d.No,
		},
	}
	if d.Within > 0 && r.Created.Known() {
		r.Expires.Time, r.Expires.Assumed = r.Created.Time.Add(d.Within), r.Created.Assumed
	}
	if d.Decision != dialect.DecisionPending {
		// It is decided, so doubts do not matter any more.
		return r
	}
	r.Doubts, r.Reading.Agents = agents.Doubts(doubt.FindIn(d.Name, b, decoded, notes)), agents.AgentReading
	for _, note := range page.Words() {
		r.Doubts = append(r.Doubts, model.Doubt{What: note})
	}
	for _, c := range d.Contests {
		r.Doubts = append(r.Doubts, model.Doubt{What: c.Reason, Weight: model.WeightAsk})
	}
	for _, c := range d.Contradictions {
		if c.Stale {
			continue
		}
		weight := model.WeightNote
		if c.Stated {
			// A program that goes by the status may not act on it, or may have acted.
			weight = model.WeightAsk
		}
		r.Doubts = append(r.Doubts, model.Doubt{What: c.Reason, Weight: weight})
	}
	return r
}
