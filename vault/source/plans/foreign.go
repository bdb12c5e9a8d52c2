package plans

import (
	"fmt"
	"path"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/doubt"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

// IsOwnPlan reports whether a plan is in the agents' own schema, which is read by
// its own rules and may be edited. What is called PLAN-….md is: the agents look for
// these names, and no other program was seen to use them. Elsewhere a broken front
// matter that names a task id is one of theirs too: they skip it, and so do we (seed
// "Initialize Session", error table).
func IsOwnPlan(name string, b []byte) bool {
	if base := path.Base(name); strings.HasPrefix(base, "PLAN-") && strings.HasSuffix(base, ".md") {
		return true
	}
	fm, err := text.ReadFront(b)
	switch {
	case text.CheckUTF8(b) != nil:
		return err == nil && fm.Get("task_id") != "" && hasRoadmap(b)
	case err != nil:
		return namesTask(b)
	case fm == nil || model.ParseStatus(fm.Get("status")).State == model.StateUnknown:
		return false
	}
	return fm.Get("task_id") != "" || fm.Get("status") != "" && hasRoadmap(b[fm.Body:])
}

// namesTask looks for a task id among the first lines of a file whose front matter
// cannot be read.
func namesTask(b []byte) bool {
	at := 0
	for range 20 {
		line, next := text.LineAt(b, at)
		if key, _, ok := strings.Cut(string(line), ":"); ok && strings.TrimSpace(key) == "task_id" {
			return true
		}
		if at = next; at >= len(b) {
			break
		}
	}
	return false
}

// hasRoadmap reports whether a text has the agents' own heading for steps.
func hasRoadmap(body []byte) bool {
	for _, line := range text.Unfenced(body) {
		if level, h := text.Heading(line); level > 0 && planSectionOf(h) == sectionRoadmap {
			return true
		}
	}
	return false
}

// ForeignPlan gives a plan as the dialects know it.
func ForeignPlan(page *dialect.Page, b []byte, zone *time.Location) model.Plan {
	d := dialect.ReadPlan(page)
	p := model.Plan{
		Path: d.Name, ID: d.ID.Text, Objective: d.Title.Text, Stated: d.Objective.Text,
		Status:        model.Status{State: d.Status.State, Word: d.Status.Word},
		BlockedReason: d.Blocked.Text, Priority: d.Priority.Text, SourceLink: d.Source.Text,
		Created: model.ParseStamp(d.Created.Text, zone), Seen: model.FingerprintOf(b),
		Reading: model.PlanReading{
			Foreign: true, ID: d.ID.Basis, Title: d.Title.Basis, Status: d.Status.Basis, Steps: d.StepsBasis,
			StepsFrom: d.StepsFrom, Stateless: len(d.Steps) > 0 && !d.KeepsState(), Needs: d.Needs,
			Claimed: d.ClaimedBy.Text, Parent: d.Parent.Text, Source: d.Source.Text, Stem: d.Stem,
			Closed:  page.In.Closed(d.Name),
			Version: firstKnown(zone, d.Created.Text, d.NameTime.Text, d.Updated.Text), Named: model.ParseStamp(d.NameTime.Text, zone),
		},
	}
	if d.NextStep == 0 {
		p.Reading.Next = d.Next.Text
	}
	if !p.Created.Known() {
		p.Created = model.ParseStamp(d.NameTime.Text, zone)
	}
	for _, s := range d.Steps {
		p.Steps = append(p.Steps, foreignStep(s))
	}
	for _, e := range d.Log {
		p.Log = append(p.Log, model.LogEntry{
			At: model.ParseStamp(e.Time, zone), Actor: e.Who, What: strings.TrimSpace(e.Action + " " + e.Target), Why: firstGiven(e.Why, e.Result),
		})
	}
	p.Reading.Mentions = places.Mentions(b, page.In)
	p.Reading.Doubts = doubts(page, d.Doubts)
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

// doubts puts what a person should know about a file's bytes and its contradictions
// into sentences.
func doubts(page *dialect.Page, found []dialect.Trouble) []string {
	out := page.Notes.Words()
	for _, t := range append(page.Troubles[:len(page.Troubles):len(page.Troubles)], found...) {
		out = append(out, inLine(t.Line)+t.Reason)
	}
	return out
}

func firstGiven(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// firstKnown gives the first of some texts that is a time.
func firstKnown(zone *time.Location, texts ...string) model.Stamp {
	for _, t := range texts {
		if s := model.ParseStamp(t, zone); s.Known() {
			return s
		}
	}
	return model.Stamp{}
}

// ForeignRequest gives a request as the dialects know it.
func ForeignRequest(page *dialect.Page, b []byte, zone *time.Location) model.Request {
	d := dialect.ReadRequest(page)
	r := model.Request{
		Path: d.Name, Name: path.Base(d.Name), Summary: d.Summary.Text, Action: d.Action.Text, Target: d.Target.Text,
		Amount: d.Amount.Text, PlanID: d.Plan.Text, StepText: d.StepText.Text, Step: d.Step, Rationale: d.Rationale.Text,
		Risk: d.Risk.Text, Status: d.Status.Text, Hidden: model.CountHidden(string(b)),
		Created: model.ParseStamp(d.Created.Text, zone), Expires: model.ParseStamp(d.Expires.Text, zone), Seen: model.FingerprintOf(b),
		Reading: model.RequestReading{
			Summary: d.Summary.Basis, Action: d.Action.Basis, Target: d.Target.Basis, Plan: d.Plan.Basis, Due: d.Due.Text,
			Source: d.Source.Text, Stem: d.Stem, Decision: d.Decision.String(),
		},
	}
	if d.Within > 0 && r.Created.Known() {
		r.Expires.Time, r.Expires.Assumed = r.Created.Time.Add(d.Within), r.Created.Assumed
	}
	if d.Decision != dialect.DecisionPending {
		// Nothing is left to doubt.
		return r
	}
	r.Doubts = doubt.Find(d.Name, b)
	for _, note := range doubts(page, nil) {
		r.Doubts = append(r.Doubts, model.Doubt{What: note})
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

func inLine(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("line %d: ", n)
}
