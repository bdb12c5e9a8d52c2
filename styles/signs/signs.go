// Package signs has the marks and colours of items, and the block of the plan to resume, for screen and
// reports.
package signs

import (
	"coldstart/model"
	"coldstart/model/research"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
)

// toneRoles are the roles of tones; plain is none of its own.
var toneRoles = map[view.Tone]styles.Role{
	view.Plain: styles.RolePlain, view.Muted: styles.RoleMuted, view.Strong: styles.RoleEmphasis, view.Accent: styles.RoleAccent,
	view.Good: styles.RoleGood, view.Warn: styles.RoleWarn, view.Bad: styles.RoleBad, view.Head: styles.RoleTitle,
}

// Toned is the role of a tone.
func Toned(t view.Tone) styles.Role { return toneRoles[t] }

// endMarks are the marks of endings.
var endMarks = map[model.Ending]styles.Mark{
	model.EndingUnknown: styles.MarkUnknown, model.EndingRuns: styles.MarkActive, model.EndingWaits: styles.MarkHuman,
	model.EndingInTool: styles.MarkCutOff, model.EndingInWriting: styles.MarkCutOff, model.EndingUnanswered: styles.MarkCutOff,
	model.EndingStopped: styles.MarkGivenUp, model.EndingYourTurn: styles.MarkPartial, model.EndingDone: styles.MarkDone,
}

// Ending is the mark of how a session ended.
func Ending(e model.Ending) styles.Mark { return endMarks[e] }

// AwaySession is the mark of how a session ended that ran since the last look.
func AwaySession(o rule.AwaySession) styles.Mark {
	if o.Broke() {
		return styles.MarkProblem
	}
	return endMarks[o.Ending]
}

// Session is the mark of how a session of this snapshot ended.
func Session(s model.Snapshot, t model.Transcript) styles.Mark {
	e, _ := t.State(s.At)
	return endMarks[e]
}

// Verdict is the mark of a verdict and its colour.
func Verdict(v research.Verdict) (styles.Mark, styles.Role) {
	switch v {
	case research.Planned:
		return styles.MarkDraft, styles.RoleWarn
	case research.NeverTried:
		return styles.MarkDraft, styles.RoleGood
	case research.TriedAndWorked:
		return styles.MarkDone, styles.RoleGood
	case research.BeingTried:
		return styles.MarkActive, styles.RoleWarn
	case research.Interrupted:
		return styles.MarkCutOff, styles.RoleWarn
	case research.WorkedInPart:
		return styles.MarkPartial, styles.RoleWarn
	case research.ChangesWanted:
		return styles.MarkRequest, styles.RoleWarn
	case research.AskedAndRejected:
		return styles.MarkProblem, styles.RoleWarn
	case research.RuledOut, research.TriedAndGivenUp:
		return styles.MarkGivenUp, styles.RoleWarn
	case research.TriedAndFailed:
		return styles.MarkProblem, styles.RoleBad
	}
	return styles.MarkNote, styles.RoleWarn
}

// Answer is that of a whole answer: what only comes close deserves care, and what was not searched.
func Answer(a research.Answer) (styles.Mark, styles.Role) {
	if a.NotAsSuch() && !a.DeadEnd || a.NotFound() {
		return styles.MarkWarn, styles.RoleWarn
	}
	return Verdict(a.Verdict)
}
