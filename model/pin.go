package model

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Pin is the operator's word that one plan is to be gone on with, whatever the rule for
// choosing says. It is the operator's own: nothing in the vault tells of it.
type Pin struct {
	// Path is where the plan lay when it was pinned, empty for no pin at all.
	Path string
	// PlanID is how it was called: agents move plans between folders.
	PlanID string
	At     time.Time
}

// Set reports whether there is a pin.
func (p Pin) Set() bool { return p.Path != "" }

// on reports whether the pin means this plan where it lay.
func (p Pin) on(plan Plan) bool { return plan.Path == p.Path && plan.ID == p.PlanID }

// Pinned finds the plan that the operator pinned, which may have been moved since; false
// when no plan is pinned, or it is gone.
func (s Snapshot) Pinned() (Plan, bool) {
	if !s.Pin.Set() {
		return Plan{}, false
	}
	i := slices.IndexFunc(s.Plans, s.Pin.on)
	if i < 0 {
		moved := func(p Plan) bool { return p.ID == s.Pin.PlanID && !p.Older }
		if i = slices.IndexFunc(s.Plans, moved); i < 0 || slices.ContainsFunc(s.Plans[i+1:], moved) {
			return Plan{}, false
		}
	}
	return s.Plans[i], true
}

// PinPlan makes a pin of the plan at path, or says why it cannot be gone on with.
func (s Snapshot) PinPlan(path string, at time.Time) (pin Pin, refusal string) {
	p, ok := s.Plan(path)
	if !ok {
		return Pin{}, "there is no such plan"
	}
	if refusal = p.unfit(); refusal != "" {
		return Pin{}, refusal
	}
	return Pin{Path: p.Path, PlanID: p.ID, At: at}, ""
}

// unfit says why a plan cannot be the one to go on with, "" when it can.
func (p Plan) unfit() string {
	switch {
	case p.Status.State == StateDone:
		return "it is " + p.Status.String()
	case p.Older:
		return "a newer version of it is there"
	}
	return ""
}

// Resume chooses the plan to go on with: the one that the operator pinned while it can
// be, else the one of the rule.
func (s Snapshot) Resume() Resume {
	r := ChooseActive(s.Plans)
	pinned, ok := s.Pinned()
	switch {
	case !s.Pin.Set():
		return r
	case !ok:
		r.PinDropped = s.Pin.dropped("it is gone")
		return r
	case pinned.unfit() != "":
		r.PinDropped = s.Pin.dropped(pinned.unfit())
		return r
	}
	first := r.Plan
	var others []RunnerUp
	if first.Path != pinned.Path {
		others = append(others, RunnerUp{Plan: first, Behind: "without the pin it would be chosen"})
	}
	for _, up := range r.RunnersUp {
		switch {
		case up.Plan.Path == pinned.Path:
			continue
		case byResumeOrder(up.Plan, &pinned) < 0:
			up.Behind = "the other is pinned"
		default:
			up.Behind = behind(up.Plan, &pinned)
		}
		others = append(others, up)
	}
	r.Plan, r.RunnersUp, r.Pinned, r.Because = &pinned, others, true, "you pinned it"
	return r
}

func (p Pin) dropped(why string) string {
	return fmt.Sprintf("Your pin of %s does not count: %s", strings.TrimSpace(p.PlanID+" ("+p.Path+")"), why)
}
