package store

import (
	"slices"

	"coldstart/model"
)

// Last is what came last between the operator and the agent.
type Last int

// What may come last.
const (
	LastNone Last = iota
	// LastPrompt: the operator said something.
	LastPrompt
	// LastResult: the agent has what it called for, or began to answer.
	LastResult
	// LastCall: the agent calls a tool, and the call is not written down yet.
	LastCall
	// LastWords: the agent said something, and perhaps that is all.
	LastWords
	// LastAnswer: the agent said all.
	LastAnswer
	// LastPlan: the agent laid out a plan, and waits for a yes.
	LastPlan
	// LastFailure: an error stands for the answer.
	LastFailure
	// LastStop: the operator interrupted.
	LastStop
	// LastExit: the program was left.
	LastExit
	// LastLimit: the run reached its last turn, and the agent was not done.
	LastLimit
)

// Verdict is how a session ended, and how that is known.
type Verdict struct {
	Ending model.Ending
	Sure   model.Basis
}

// verdicts are what the last thing of a session says of its end.
var verdicts = [...]Verdict{
	LastPrompt:  {model.EndingUnanswered, model.BasisDerived},
	LastResult:  {model.EndingUnanswered, model.BasisDerived},
	LastCall:    {model.EndingInWriting, model.BasisDerived},
	LastWords:   {model.EndingYourTurn, model.BasisGuessed},
	LastAnswer:  {model.EndingYourTurn, model.BasisDerived},
	LastPlan:    {model.EndingWaits, model.BasisDerived},
	LastFailure: {model.EndingUnanswered, model.BasisDerived},
	LastStop:    {model.EndingStopped, model.BasisDerived},
	LastExit:    {model.EndingDone, model.BasisDerived},
	LastLimit:   {model.EndingYourTurn, model.BasisDerived},
}

// verdict says how the session ended.
func (b *Builder) verdict(torn bool, own map[Last]Verdict) Verdict {
	switch {
	case torn:
		return Verdict{model.EndingInWriting, model.BasisDerived}
	case slices.ContainsFunc(b.open, func(c *Call) bool { return c.Asks }):
		return Verdict{model.EndingWaits, model.BasisDerived}
	case len(b.open) > 0:
		return Verdict{model.EndingInTool, model.BasisDerived}
	}
	last := b.After
	if b.Marks && last == LastWords {
		last = LastResult
	}
	v, ok := own[last]
	if !ok {
		v = verdicts[last]
	}
	if last == LastAnswer && b.Batch {
		v.Ending = model.EndingDone
	}
	return v
}
