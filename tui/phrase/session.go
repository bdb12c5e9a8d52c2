package phrase

import "coldstart/model"

// Ended says in a few words how a session of an agent came to its end, or that it goes on.
func Ended(e model.Ending) string {
	switch e {
	case model.EndingRuns:
		return "running"
	case model.EndingWaits:
		return "waits for you"
	case model.EndingInTool:
		return "cut off in a tool"
	case model.EndingInWriting:
		return "died while writing"
	case model.EndingUnanswered:
		return "asked, never answered"
	case model.EndingStopped:
		return "stopped by you"
	case model.EndingYourTurn:
		return "your turn"
	case model.EndingDone:
		return "done"
	}
	return "no known end"
}

// Sure says how it is known how a session ended.
func Sure(sure model.Basis) string {
	switch sure {
	case model.BasisDeclared:
		return "sure"
	case model.BasisDerived, model.BasisFolder:
		return "by its file"
	}
	return "a guess"
}
