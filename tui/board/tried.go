package board

import (
	"coldstart/model"
	"coldstart/styles"
)

// VerdictSign is the mark of a verdict and its colour.
func VerdictSign(v model.Verdict) (styles.Mark, styles.Role) {
	switch v {
	case model.NeverTried:
		return styles.MarkDraft, styles.RoleGood
	case model.TriedAndWorked:
		return styles.MarkDone, styles.RoleGood
	case model.BeingTried:
		return styles.MarkActive, styles.RoleWarn
	case model.WorkedInPart:
		return styles.MarkPartial, styles.RoleWarn
	case model.ChangesWanted:
		return styles.MarkRequest, styles.RoleWarn
	case model.AskedAndRejected:
		return styles.MarkProblem, styles.RoleWarn
	case model.TriedAndGivenUp:
		return styles.MarkGivenUp, styles.RoleWarn
	case model.TriedAndFailed:
		return styles.MarkProblem, styles.RoleBad
	}
	return styles.MarkNote, styles.RoleWarn
}

// AnswerSign is that of a whole answer: what only comes close deserves care, and what was not searched.
func AnswerSign(a model.Answer) (styles.Mark, styles.Role) {
	if a.NotAsSuch() && !a.DeadEnd || a.NotFound() {
		return styles.MarkWarn, styles.RoleWarn
	}
	return VerdictSign(a.Verdict)
}
