package plans

import (
	"path"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/doubt"
	"coldstart/vault/text"
)

// IsOwnRequest reports whether a request is in the agents' own schema: it names the
// plan that it is about.
func IsOwnRequest(fm *text.Front) bool { return fm != nil && fm.Get("plan_id") != "" }

// ReadOwnRequest reads a request in the agents' own schema. What is wrong with its
// front matter (err) comes as a problem beside it, since the agents cannot read it then.
func ReadOwnRequest(name string, b []byte, fm *text.Front, err error, zone *time.Location) (model.Request, []model.Problem) {
	var problems []model.Problem
	if bad := text.CheckUTF8(b); bad != nil {
		err = bad
	}
	if err != nil {
		problems = append(problems, text.Problem(name, err,
			"agents that parse YAML cannot read this request; it can be decided all the same"))
	}
	body := b
	if fm != nil {
		body = b[fm.Body:]
	}
	r := model.Request{
		Path:      name,
		Name:      path.Base(name),
		Action:    fm.First("action_type", "action", "approval_type", "type"),
		Target:    fm.First("target_recipient", "to", "recipient", "target", "contact", "client"),
		Amount:    fm.Get("amount"),
		PlanID:    fm.First("plan_id", "plan"),
		StepText:  fm.Get("step_id"),
		StepNote:  fm.Get("step_description"),
		Rationale: fm.First("rationale", "reason"),
		Risk:      fm.First("risk_level", "risk"),
		Status:    fm.Get("status"),
		Created:   model.ParseStamp(fm.First("created_date", "created", "created_at", "timestamp"), zone),
		Expires:   model.ParseStamp(fm.First("expires", "expires_at", "expires_on", "valid_until"), zone),
		Hidden:    model.CountHidden(string(b)),
		Seen:      model.FingerprintOf(b),
		Reading: model.RequestReading{
			Summary: model.BasisDeclared, Action: model.BasisDeclared, Target: model.BasisDeclared, Plan: model.BasisDeclared,
			Decision: model.DecisionPending, Own: true,
		},
	}
	if n, err := strconv.Atoi(r.StepText); err == nil && n > 0 {
		r.Step = n
	}
	r.Doubts = doubt.Find(name, b)
	r.Summary = fm.First("title", "subject", "step_description", "reason")
	if r.Summary == "" {
		r.Summary = firstLine(body)
	}
	return r, problems
}

// firstLine gives the first heading or text line outside fences.
func firstLine(body []byte) string {
	for _, line := range text.Unfenced(body) {
		level, h := text.Heading(line)
		switch {
		case h != "":
			return strings.Clone(h)
		case level == 0 && strings.TrimSpace(line) != "" && !text.IsFence([]byte(line)):
			return strings.Clone(strings.TrimSpace(line))
		}
	}
	return ""
}

// ReadIntake reads one file that waits for triage.
func ReadIntake(name string, b []byte, modified time.Time, zone *time.Location) model.Intake {
	folder, _, _ := strings.Cut(name, "/")
	i := model.Intake{Path: name, Folder: folder}
	// A broken front matter still gives the values that could be read by line.
	fm, _ := text.ReadFront(b)
	body := b
	if fm != nil {
		body = b[fm.Body:]
	}
	i.Title = fm.First("title", "subject")
	if i.Title == "" {
		i.Title = firstLine(body)
	}
	if i.Title == "" {
		i.Title = path.Base(name)
	}
	i.Since = model.ParseStamp(fm.First("received", "created_date", "created", "created_at", "timestamp", "date"), zone)
	if !i.Since.Known() {
		i.Since = model.Stamp{Raw: model.FormatUTC(modified), Time: modified}
	}
	return i
}
