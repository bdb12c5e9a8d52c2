package board

import (
	"coldstart/model/research"
	"coldstart/styles"
)

// VerdictSign is the mark of a verdict and its colour.
func VerdictSign(v research.Verdict) (styles.Mark, styles.Role) {
	switch v {
	case research.NeverTried:
		return styles.MarkDraft, styles.RoleGood
	case research.TriedAndWorked:
		return styles.MarkDone, styles.RoleGood
	case research.BeingTried:
		return styles.MarkActive, styles.RoleWarn
	case research.WorkedInPart:
		return styles.MarkPartial, styles.RoleWarn
	case research.ChangesWanted:
		return styles.MarkRequest, styles.RoleWarn
	case research.AskedAndRejected:
		return styles.MarkProblem, styles.RoleWarn
	case research.TriedAndGivenUp:
		return styles.MarkGivenUp, styles.RoleWarn
	case research.TriedAndFailed:
		return styles.MarkProblem, styles.RoleBad
	}
	return styles.MarkNote, styles.RoleWarn
}

// AnswerSign is that of a whole answer: what only comes close deserves care, and what was not searched.
func AnswerSign(a research.Answer) (styles.Mark, styles.Role) {
	if a.NotAsSuch() && !a.DeadEnd || a.NotFound() {
		return styles.MarkWarn, styles.RoleWarn
	}
	return VerdictSign(a.Verdict)
}
