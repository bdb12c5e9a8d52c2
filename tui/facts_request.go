package tui

import (
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

func requestFacts(s model.Snapshot, r model.Request) []fact {
	facts := append([]fact{{"Request", r.Title(), styles.RoleTitle}}, warningFacts(s, r)...)
	facts = append(facts,
		fact{"Action", r.Action, styles.RolePlain},
		fact{"Target", r.Target, styles.RoleAccent},
		fact{"Amount", r.Amount, styles.RoleAccent},
		fact{"Risk", r.Risk, styles.RoleWarn},
		fact{"Why", r.Rationale, styles.RolePlain},
		fact{"Expires", expiryWords(s.At, r), expiryRole(s.At, r)},
		madeFact(s, r),
	)
	facts = append(facts, linkFacts(s, r)...)
	facts = append(facts, requestReadingFacts(r)...)
	facts = append(facts, fact{fileLabel, r.Path, styles.RolePlain})
	if r.Asked != nil {
		facts = append(facts, fact{"You asked", r.Asked.Note + ", " + when(s.At, r.Asked.At), styles.RoleAccent})
	}
	return facts
}

// madeFact says when a request was made, and how long it waits: a decided one waits no
// more.
func madeFact(s model.Snapshot, r model.Request) fact {
	switch r.Reading.Decision {
	case model.DecisionApproved, model.DecisionRejected:
		return fact{"Made", knownStamp(s, r.Created), styles.RolePlain}
	}
	return fact{"Waiting", waited(s, r.Created), styles.RolePlain}
}

// warningFacts are what deserves a second look. They stand high up, because the
// eye stops early.
func warningFacts(s model.Snapshot, r model.Request) []fact {
	var facts []fact
	if r.Hidden > 0 {
		facts = append(facts, fact{"Careful", strconv.Itoa(r.Hidden) + " characters of this file do not show by themselves; the text below shows them in brackets", styles.RoleBad})
	}
	if before, at := r.Before(); before != "" {
		facts = append(facts, fact{"Earlier", strings.Join(notEmpty(before, when(s.At, at)), ", "), styles.RoleBad})
	}
	if r.Twin != "" {
		facts = append(facts, fact{"Careful", r.Twin + " has this name already; an agent that looks for the name may find that one", styles.RoleBad})
	}
	for _, p := range s.Problems {
		if p.Path == r.Path {
			facts = append(facts, fact{"Careful", p.Reason, styles.RoleBad})
		}
	}
	return facts
}

// linkFacts puts the plan's own words beside what the request claims about it.
func linkFacts(s model.Snapshot, r model.Request) []fact {
	p, ok := s.Plan(r.Plan)
	switch decided := r.Reading.Decision; {
	case !ok && (decided == model.DecisionApproved || decided == model.DecisionRejected):
		// Only pending requests are looked at together with their plans.
		return []fact{{"Plan", r.PlanID, styles.RolePlain}}
	case !ok && r.PlanID != "":
		return []fact{{"Plan", r.PlanID + " (no such plan here)", styles.RoleWarn}}
	case !ok:
		return nil
	}
	named := ""
	if r.PlanID == "" {
		named = " (the plan names this request)"
	}
	facts := []fact{{"Plan", p.ID + ", " + p.Status.String() + ": " + p.Heading() + named, styles.RolePlain}}
	switch {
	case r.Step > 0 && r.Step <= len(p.Steps):
		step := p.Steps[r.Step-1]
		note := ""
		if step.Done() {
			note = " (this step is done already)"
		} else if !step.Human {
			note = " (the plan does not mark this as a human's step)"
		}
		facts = append(facts, fact{"Plan's step", strconv.Itoa(r.Step) + " " + step.Text + note, styles.RolePlain})
	case r.StepText != "":
		facts = append(facts, fact{"Plan's step", r.StepText + " (the plan has no such step)", styles.RoleWarn})
	}
	return append(facts, fact{"Blocked", p.BlockedReason, styles.RoleBad})
}

func expiryWords(now time.Time, r model.Request) string {
	switch {
	case r.Expires.Raw == "":
		return ""
	case !r.Expires.Known():
		return r.Expires.Raw + " (not readable as a time)"
	case r.Expired(now):
		return r.Expires.Raw + ", expired " + ago(now, r.Expires.End())
	}
	if r.Expires.Local() {
		return r.Expires.Raw + " local time, " + age(now, r.Expires.End())
	}
	return r.Expires.Raw + ", " + age(now, r.Expires.End())
}

func expiryRole(now time.Time, r model.Request) styles.Role {
	if r.Expired(now) {
		return styles.RoleBad
	}
	return styles.RoleWarn
}
