package tui

import (
	"fmt"
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// fact is one labelled value about a thing; empty ones are not shown.
type fact struct {
	label string
	value string
	role  styles.Role
}

// labelWidth is the cells that labels of facts take.
const labelWidth = 13

func factLines(th *styles.Theme, facts []fact, w int) []styles.Line {
	var lines []styles.Line
	for _, f := range facts {
		if f.value == "" {
			continue
		}
		label := styles.Line{{Text: styles.Plain(" " + f.label).Pad(labelWidth), Role: styles.RoleMuted}}
		for i, l := range wrapped(th.Label(f.value), f.role, max(1, w-labelWidth)) {
			if i > 0 {
				label = styles.Line{{Text: styles.Plain("").Pad(labelWidth), Role: styles.RolePlain}}
			}
			lines = append(lines, styles.Join(label, l))
		}
	}
	return lines
}

// decisionFacts is the head of a decision dialog: what is decided on, for whom,
// and what it holds up, each as the files state it.
func decisionFacts(th *styles.Theme, s model.Snapshot, d model.Decision, w int) []styles.Line {
	facts := refFacts(s, d.Ref)
	if d.Note != "" {
		facts = append(facts, fact{"Your note", d.Note, styles.RoleAccent})
	}
	return factLines(th, facts, w)
}

// refFacts gives what is known about a thing without its text.
func refFacts(s model.Snapshot, ref model.Ref) []fact {
	switch ref.Kind {
	case model.KindRequest:
		if r, ok := s.Request(ref.Path); ok {
			return requestFacts(s, r)
		}
	case model.KindPlan:
		if p, ok := s.Plan(ref.Path); ok {
			return planFacts(s, p)
		}
	case model.KindSession:
		if o, ok := s.Session(ref); ok {
			return sessionFacts(s, o)
		}
	case model.KindWork:
		if w, ok := s.WorkItem(ref.Path); ok {
			return workFacts(s, w)
		}
	case model.KindTrace:
		if t, ok := s.Trace(ref.Path); ok {
			return traceFacts(s, t)
		}
	case model.KindProblem:
		for _, p := range s.Problems {
			if p.Ref() == ref {
				return problemFacts(p)
			}
		}
	case model.KindIntake:
		for _, i := range s.Intake {
			if i.Ref() == ref {
				return []fact{
					{"Title", i.Title, styles.RoleTitle},
					{"File", i.Path, styles.RolePlain},
					{"Waiting", age(s.At, i.Since.Time), styles.RolePlain},
				}
			}
		}
	}
	return []fact{{"File", ref.Path, styles.RolePlain}}
}

func requestFacts(s model.Snapshot, r model.Request) []fact {
	facts := []fact{
		{"Request", r.Title(), styles.RoleTitle},
		{"Action", r.Action, styles.RolePlain},
		{"Target", r.Target, styles.RoleAccent},
		{"Amount", r.Amount, styles.RoleAccent},
		{"Risk", r.Risk, styles.RoleWarn},
		{"Why", r.Rationale, styles.RolePlain},
		{"Expires", expiryWords(s.At, r), expiryRole(s.At, r)},
		{"Waiting", age(s.At, r.Created.Time), styles.RolePlain},
	}
	facts = append(facts, linkFacts(s, r)...)
	facts = append(facts, fact{"File", r.Path, styles.RolePlain})
	if r.Asked != nil {
		facts = append(facts, fact{"You asked", r.Asked.Note + " (" + age(s.At, r.Asked.At) + ")", styles.RoleAccent})
	}
	if r.Twin != "" {
		facts = append(facts, fact{"Careful", "a file of this name was decided before: " + r.Twin, styles.RoleBad})
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
	if !ok {
		if r.PlanID != "" {
			return []fact{{"Plan", r.PlanID + " (no such plan here)", styles.RoleWarn}}
		}
		return nil
	}
	facts := []fact{{"Plan", p.ID + ", " + p.Status.String() + ": " + p.Objective, styles.RolePlain}}
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

func planFacts(s model.Snapshot, p model.Plan) []fact {
	c := p.Checkpoint()
	facts := []fact{
		{"Plan", p.ID, styles.RoleTitle},
		{"Objective", p.Objective, styles.RolePlain},
		{"Status", statusWords(p), stateRole(p.Status.State)},
		{"Priority", p.Priority, styles.RolePlain},
		{"Blocked", p.BlockedReason, styles.RoleBad},
		{"Progress", progressSentence(p), styles.RolePlain},
		{"Next step", nextWords(c), styles.RolePlain},
	}
	if c.Waiting != nil {
		facts = append(facts, fact{"Waiting on", fmt.Sprintf("step %d, a human's: %s", c.Waiting.Number, c.Waiting.Text), styles.RoleWarn})
	}
	if c.At.Known() {
		facts = append(facts, fact{"Checkpoint", fmt.Sprintf("%s (%s)", c.At.Raw, age(s.At, c.At.Time)), styles.RolePlain})
	}
	facts = append(facts, fact{"Resume", resumeWords(s, p), styles.RoleMuted})
	for _, r := range s.RequestsFor(p.Path) {
		facts = append(facts, fact{"Request", r.Title() + ", " + r.Path, styles.RoleAccent})
	}
	if e := p.Answered(); e != nil {
		facts = append(facts, fact{"You said", e.What + ": " + e.Why + "; the agent has not answered yet", styles.RoleAccent})
	}
	return append(facts, fact{"File", p.Path, styles.RolePlain})
}

// resumeWords says how a plan stands to the one that is resumed.
func resumeWords(s model.Snapshot, p model.Plan) string {
	r := s.Resume()
	if r.Plan != nil && r.Plan.Path == p.Path {
		return "chosen because " + r.Because
	}
	for _, up := range r.RunnersUp {
		if up.Plan.Path == p.Path {
			return "not chosen: " + up.Behind
		}
	}
	return "finished; it still lies in the plans folder"
}

func problemFacts(p model.Problem) []fact {
	line := ""
	if p.Line > 0 {
		line = strconv.Itoa(p.Line)
	}
	return []fact{
		{"File", p.Path, styles.RoleTitle},
		{"Line", line, styles.RolePlain},
		{"Problem", p.Reason, styles.RoleBad},
		{"What to do", p.Hint, styles.RolePlain},
	}
}

func expiryWords(now time.Time, r model.Request) string {
	switch {
	case r.Expires.Raw == "":
		return ""
	case !r.Expires.Known():
		return r.Expires.Raw + " (not readable as a time)"
	case r.Expired(now):
		return "expired " + age(now, r.Expires.Time) + " ago, at " + r.Expires.Raw
	}
	return styles.Ago(now.Sub(r.Expires.Time)) + ", at " + r.Expires.Raw
}

func expiryRole(now time.Time, r model.Request) styles.Role {
	if r.Expired(now) {
		return styles.RoleBad
	}
	return styles.RoleWarn
}
