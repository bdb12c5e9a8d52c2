package plans

import (
	"path"
	"time"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/doubt"
	"coldstart/vault/text"
)

// ReadOwnRequest reads a request in the agents' own schema. What is wrong with its
// front matter (err) comes as a problem beside it, since the agents cannot read it then.
func ReadOwnRequest(name string, b []byte, fm *text.Front, err error, zone *time.Location) (model.Request, []model.Problem) {
	r := dialect.ReadOwnRequest(name, b, fm, zone)
	r.Doubts = doubt.Find(name, b)
	if bad := text.CheckUTF8(b); bad != nil {
		err = bad
	}
	if err != nil {
		return r, []model.Problem{text.Problem(name, err, "agents that parse YAML cannot read this request; it can be decided all the same")}
	}
	return r, nil
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
	for _, note := range page.Words() {
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
