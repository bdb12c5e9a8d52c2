package model

import "cmp"

// Next is where the work on a plan continues, for the screen, the report, the hand-over, JSON and the queue. Which
// step a blocked plan waits for is WaitingStep.
type Next struct {
	// Said is what comes next in words of its own: by the note of a pause, else by the program that keeps the plan, else
	// by the sentence that stands for steps. It is "" where Step and Waits say it.
	Said string
	// Step is the first open step that is not a person's or that the operator approved, nil for none (seed "Checkpoint
	// Detection Algorithm").
	Step *Step
	// Waits is the first open step of a person before Step, nil for none. The seed's algorithm skips it; an operator
	// must not.
	Waits *Step
	// At is the last time in the reasoning log; for a plan of another program without one, when its files changed. A pause
	// that counts wins.
	At Stamp
}

// Next finds where the work on a plan continues; nowhere, where it is finished.
func (p Plan) Next() Next {
	n := Next{At: p.checkpointAt()}
	if p.Reading.Closed || p.Status.State == StateDone && p.Reading.Status != BasisDeclared {
		return n
	}
	n.Waits, n.Step = p.openSteps()
	switch {
	case p.Stop.Counts() && p.Stop.Next != "":
		n.Said = p.Stop.Next
	case p.Reading.Tool != "", n.Waits == nil && n.Step == nil:
		n.Said = p.Reading.Next
	}
	return n
}

// First is the step at which the work stands: the one that waits for a person, else the next one; nil for none.
func (n Next) First() *Step { return cmp.Or(n.Waits, n.Step) }

// Words say what comes next, "" for nothing.
func (n Next) Words() string {
	if s := n.First(); n.Said == "" && s != nil {
		return s.Title()
	}
	return n.Said
}

// openSteps are the first open step of a person that nobody approved, and the first one behind it that an agent may do.
func (p Plan) openSteps() (waits, next *Step) {
	for i := range p.Steps {
		s := &p.Steps[i]
		switch {
		case s.Done():
		case s.Human:
			if g, granted := p.grant(*s); granted && !g.ByOthers {
				return waits, s
			}
			waits = cmp.Or(waits, s)
		default:
			return waits, s
		}
	}
	return waits, nil
}

// checkpointAt is when the work was last written down.
func (p Plan) checkpointAt() (at Stamp) {
	for i := len(p.Log) - 1; i >= 0 && !at.Known(); i-- {
		at = p.Log[i].At
	}
	if !at.Known() && p.Reading.Tool != "" {
		at = p.Touched
	}
	if p.Stop.Counts() && p.Stop.At.Known() {
		at = p.Stop.At
	}
	return at
}
