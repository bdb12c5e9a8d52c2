package vault

import (
	"path"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/doubt"
)

// isOwnRequest reports whether a request is in the agents' own schema: it names the
// plan that it is about.
func isOwnRequest(fm *frontmatter) bool { return fm != nil && fm.get("plan_id") != "" }

// readOwnRequest reads a request in the agents' own schema. What is wrong with its
// front matter (err) comes as a problem beside it, since the agents cannot read it then.
func readOwnRequest(name string, b []byte, fm *frontmatter, err error, zone *time.Location) (model.Request, []model.Problem) {
	var problems []model.Problem
	if bad := checkUTF8(b); bad != nil {
		err = bad
	}
	if err != nil {
		problems = append(problems, frontmatterProblem(name, err,
			"agents that parse YAML cannot read this request; it can be decided all the same"))
	}
	body := b
	if fm != nil {
		body = b[fm.body:]
	}
	r := model.Request{
		Path:      name,
		Name:      path.Base(name),
		Action:    fm.first("action_type", "action", "approval_type", "type"),
		Target:    fm.first("target_recipient", "to", "recipient", "target", "contact", "client"),
		Amount:    fm.get("amount"),
		PlanID:    fm.first("plan_id", "plan"),
		StepText:  fm.get("step_id"),
		StepNote:  fm.get("step_description"),
		Rationale: fm.first("rationale", "reason"),
		Risk:      fm.first("risk_level", "risk"),
		Status:    fm.get("status"),
		Created:   model.ParseStamp(fm.first("created_date", "created", "created_at", "timestamp"), zone),
		Expires:   model.ParseStamp(fm.first("expires", "expires_at", "expires_on", "valid_until"), zone),
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
	r.Summary = fm.first("title", "subject", "step_description", "reason")
	if r.Summary == "" {
		r.Summary = firstLine(body)
	}
	return r, problems
}

// firstLine gives the first heading or text line outside fences.
func firstLine(body []byte) string {
	for line := range unfenced(body) {
		h, ok := heading(line)
		switch {
		case ok && h != "":
			return strings.Clone(h)
		case !ok && strings.TrimSpace(line) != "" && !isFence([]byte(line)):
			return strings.Clone(strings.TrimSpace(line))
		}
	}
	return ""
}

// readIntake reads one file that waits for triage.
func readIntake(name string, b []byte, modified time.Time, zone *time.Location) model.Intake {
	folder, _, _ := strings.Cut(name, "/")
	i := model.Intake{Path: name, Folder: folder}
	// A broken front matter still gives the values that could be read by line.
	fm, _ := splitFrontmatter(b)
	body := b
	if fm != nil {
		body = b[fm.body:]
	}
	i.Title = fm.first("title", "subject")
	if i.Title == "" {
		i.Title = firstLine(body)
	}
	if i.Title == "" {
		i.Title = path.Base(name)
	}
	i.Since = model.ParseStamp(fm.first("received", "created_date", "created", "created_at", "timestamp", "date"), zone)
	if !i.Since.Known() {
		i.Since = model.Stamp{Raw: model.FormatUTC(modified), Time: modified}
	}
	return i
}
