package phrase

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"coldstart/model"
)

// NameInRow names a row of the queue as short as it can stand beside OfInRow.
func NameInRow(a model.Attention) string {
	switch {
	case a.Ref.Kind == model.KindProblem && a.Line > 0:
		return fmt.Sprintf("%s, line %d", path.Base(a.What), a.Line)
	case a.Ref.Kind == model.KindProblem:
		return path.Base(a.What)
	case TriedBefore(a):
		return "Next proof step was tried before"
	case a.Ref.Kind == model.KindRequest:
		return a.What
	case a.Ref.Kind == model.KindWork:
		return strings.Replace(a.What, ": ", " ", 1)
	case a.Of != "":
		return strings.TrimPrefix(a.What, a.Of+": ")
	}
	return What(a)
}

// OfInRow says who or what a row of the queue is about.
func OfInRow(a model.Attention) string {
	switch {
	case a.Human:
		return "you"
	case a.Ref.Kind == model.KindProblem:
		return path.Dir(a.What)
	case a.Of != "":
		return a.Of
	}
	return a.Who
}

// TriedBefore reports whether a row is a step of research that was tried before.
func TriedBefore(a model.Attention) bool {
	return len(a.Why) > 0 && a.Why[0].Code == model.BecauseRepeats
}

// NeedYou counts what needs the operator: "nothing needs you", "1 needs you", "2 need you".
func NeedYou(n int) string {
	switch n {
	case 0:
		return "nothing needs you"
	case 1:
		return "1 needs you"
	}
	return strconv.Itoa(n) + " need you"
}

// NoVault follows the name of a folder that has nothing of a vault.
const NoVault = " does not look like a vault; is it the right folder?"

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
	case a.Fault != "":
		// Two or three words have to do; the page Problems says the rest.
		name, _, _ := strings.Cut(strings.TrimPrefix(a.Fault, "the "), ", ")
		return strings.Replace(name, " stops in the middle", " cut short", 1)
	case TriedBefore(a) && !a.Since.IsZero():
		return strings.ToLower(a.Why[0].Text) + " on " + a.Since.Format("2 January")
	case a.Ref.Kind == model.KindRequest && !a.Failed:
		return "decide"
	case a.Human && a.Of != "":
		return "blocks " + a.Of
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
	model.BecauseLogSaysFailed:    "a log says failed",
	model.BecauseNoRule:           "in an unclear state",
	model.BecauseCutOff:           "cut off in step {n}",
	model.BecauseFailedStep:       "step {n} failed",
	model.BecauseNeverEnded:       "never ended",
	model.BecauseMaybeLive:        "may still run",
	model.BecauseWroteAgain:       "wrote again",
	model.BecauseStuck:            "stuck in {name}",
	model.BecauseProposed:         "accept a lesson",
}
