package phrase

import "coldstart/model"

// InRow says in two or three words why something needs somebody. What there is more to say is
// said where the thing is read.
func InRow(a model.Attention) string {
	for _, r := range a.Why {
		switch words, ok := shortly[r.Code]; {
		case ok:
			return filled(words, r)
		case r.Code == model.BecauseDecidedBefore:
			return r.Name + " before"
		}
	}
	switch {
	case a.Ref.Kind == model.KindRequest && !a.Failed:
		return "decide"
	case a.Human:
		return "do it yourself"
	}
	return Why(a)
}

// shortly has the words of reasons in a row.
var shortly = map[model.Code]string{
	model.BecauseBlocks:           "blocks {name}",
	model.BecauseBlocksAtStep:     "blocks {name}",
	model.BecauseProbablyBlocks:   "may block {name}",
	model.BecauseHiddenCharacters: "hidden characters",
	model.BecauseExpired:          "expired",
	model.BecauseAltered:          "changed since",
	model.BecauseLogSaysFailed:    "failed, says a log",
	model.BecauseNoRule:           "in an odd state",
	model.BecauseCutOff:           "cut off in step {n}",
	model.BecauseFailedStep:       "step {n} failed",
	model.BecauseNeverEnded:       "never ended",
	model.BecauseMaybeLive:        "may still run",
	model.BecauseWroteAgain:       "wrote again",
	model.BecauseStuck:            "stuck in {name}",
	model.BecauseRepeats:          "tried before",
	model.BecauseProposed:         "accept a lesson",
}
