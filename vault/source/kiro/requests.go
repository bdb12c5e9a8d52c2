package kiro

import (
	"fmt"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
)

// step is one of the three documents that a person approves.
type step struct {
	name string
	approval
	doc source.Document
	// further is true if work went on behind it.
	further bool
	// they is how one speaks of it, are its verb.
	they, are, them string
	// verb is the command that begins the step behind it, and next that step.
	verb, next string
}

// waiting is the earliest document that is written and not approved.
func (s spec) waiting() (step, bool) {
	if s.state == nil {
		return step{}, false
	}
	a := s.state.Approvals
	built := s.list.done() > 0 || s.state.Ready
	for _, x := range []step{
		{name: "requirements", approval: a.Requirements, doc: s.requirements, further: built || a.Design.Generated || a.Tasks.Generated,
			they: "they", are: "are", them: "them", verb: "spec-design", next: "the design"},
		{name: "design", approval: a.Design, doc: s.design, further: built || a.Tasks.Generated,
			they: "it", are: "is", them: "it", verb: "spec-tasks", next: "the tasks"},
		{name: "tasks", approval: a.Tasks, doc: s.tasks, further: built, they: "they", are: "are", them: "them"},
	} {
		if x.waits() {
			return x, true
		}
	}
	return step{}, false
}

// approve is the command that approves a document and goes on, empty where there is none.
func (k *reader) approve(s spec, x step) string {
	if x.verb == "" {
		return ""
	}
	return k.command(s, x.verb, "-y")
}

// ask adds the approval for which a spec waits. Where work went on without it, it is only
// probable that anybody waits.
func (k *reader) ask(s spec) {
	x, ok := s.waiting()
	if !ok {
		return
	}
	why := []string{fmt.Sprintf("spec.json says that %s %s generated and not approved.", x.they, x.are)}
	if command := k.approve(s, x); x.further {
		why = append(why, "Work went on without it.")
	} else if command != "" {
		why = append(why, fmt.Sprintf("%s approves %s and goes on to %s.", command, x.them, x.next))
	} else {
		why = append(why, fmt.Sprintf("To approve %s, set approvals.%s.approved to true there, or tell the agent.", x.them, x.name))
	}
	doc := x.doc
	if doc.Name == "" || x.further {
		// That spec.json lags behind is all there is to look at.
		doc = s.file
	}
	r := k.request(s, doc, fmt.Sprintf("Approve the %s of %s", x.name, s.id), why, k.command(s, "spec-status"))
	r.Created, r.Reading.Maybe = s.at, x.further
	if r.Created.Raw == "" {
		r.Created = model.Stamp{Time: doc.Changed}
	}
	k.found.Requests = append(k.found.Requests, r)
}

// askBlocked adds the tasks that the agent gave up and reported.
func (k *reader) askBlocked(s spec, p model.Plan) {
	stuck, _ := s.list.stuck()
	if len(stuck) == 0 {
		return
	}
	var why []string
	for _, x := range stuck {
		why = append(why, x.Text+": "+x.blocked)
	}
	summary := "Unblock " + why[0]
	if len(stuck) > 1 {
		summary = fmt.Sprintf("Unblock %d tasks, first %s", len(stuck), why[0])
	}
	for _, r := range k.found.Requests {
		if r.Path == s.tasks.Name {
			// The tasks themselves are not approved yet.
			return
		}
	}
	r := k.request(s, s.tasks, summary, why, k.command(s, "impl"))
	r.Created = model.Stamp{Time: s.tasks.Changed}
	k.found.Requests = append(k.found.Requests, r)
}

func (k *reader) request(s spec, d source.Document, summary string, why []string, command string) model.Request {
	return model.Request{
		Path: d.Name, Name: path.Base(d.Name), Summary: summary, Rationale: strings.Join(why, "\n"), PlanID: s.id,
		Reading: model.RequestReading{Tool: s.tool(), Command: command, Summary: model.BasisDerived, Decision: model.DecisionPending},
	}
}
