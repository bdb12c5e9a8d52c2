package kiro

import (
	"fmt"

	"coldstart/vault/guest"
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

// waits are the approval for which a spec waits, and the tasks that the agent gave up and reported.
func (k kit) waits(s spec) (all []guest.Wait) {
	x, ok := s.waiting()
	if ok {
		all = append(all, k.approval(s, x))
	}
	stuck, _ := s.list.stuck()
	if len(stuck) == 0 || ok && all[0].In.Name == s.tasks.Name {
		// The tasks themselves are not approved yet.
		return all
	}
	w := guest.Wait{Do: "Unblock", In: s.tasks, Type: k.typed(s, "impl")}
	for _, x := range stuck {
		w.Items = append(w.Items, x.Text+": "+x.blocked)
	}
	w.Why = w.Items
	return append(all, w)
}

// approval is that of a document. Where work went on without it, it is only probable that anybody waits.
func (k kit) approval(s spec, x step) guest.Wait {
	w := guest.Wait{
		Do: fmt.Sprintf("Approve the %s of %s", x.name, s.id), In: x.doc, Type: k.typed(s, "spec-status"), Maybe: x.further, Since: s.at,
		Why: []string{fmt.Sprintf("spec.json says that %s %s generated and not approved.", x.they, x.are)},
	}
	why := "Work continued without it."
	if command := k.typed(s, x.verb, "-y"); !x.further && x.verb != "" && command != "" {
		why = fmt.Sprintf("%s approves %s and continues to %s.", command, x.them, x.next)
	} else if !x.further {
		why = fmt.Sprintf("To approve %s, set approvals.%s.approved to true there, or tell the agent.", x.them, x.name)
	}
	w.Why = append(w.Why, why)
	if x.doc.Name == "" || x.further {
		// That spec.json lags behind is all there is to look at.
		w.In = s.file
	}
	return w
}
