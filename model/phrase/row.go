package phrase

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
)

// NameInRow names a row of the queue as short as it can stand beside OfInRow.
func NameInRow(a model.Attention) string {
	switch {
	case a.Gate && a.Ref.Path == model.AlarmsPath && a.Pressing == model.PressingNormal && len(a.Why) > 0:
		// What is wrong stands as the reason, before the colon.
		_, ran, _ := strings.Cut(a.Why[0].Text, ": ")
		return cmp.Or(ran, a.What)
	case len(a.Why) > 0 && a.Why[0].Code == model.BecauseGoesOn:
		// What the operator has to do is to type this.
		return a.Why[0].Text
	case a.First, a.Gate:
		return a.What
	case a.Ref.Kind == model.KindProblem && a.Line > 0:
		return fmt.Sprintf("%s, line %d", path.Base(a.What), a.Line)
	case a.Ref.Kind == model.KindProblem:
		return path.Base(a.What)
	case TriedBefore(a):
		return "Next proof step was tried before"
	case a.Ref.Kind == model.KindWork && a.Of != "":
		return a.Of + " " + a.What
	case a.Ref.Kind == model.KindTrace && a.Who != "" && a.Of != "":
		// The steps of another program have the same names in each run.
		return What(a)
	case a.Ref.Kind == model.KindRequest, a.Of != "":
		return a.What
	}
	return What(a)
}

// OfInRow says who or what a row of the queue is about.
func OfInRow(a model.Attention) string {
	switch {
	case len(a.Why) > 0 && a.Why[0].Code == model.BecauseGoesOn:
		return a.What
	case a.Human:
		return "you"
	case a.First, a.Gate:
		return ""
	case len(a.Why) > 0 && (a.Why[len(a.Why)-1].Code == model.BecauseHeldUp || a.Why[len(a.Why)-1].Code == model.BecauseAgentWaits):
		// The reason names the agent.
		return ""
	case a.Ref.Kind == model.KindProblem && a.Ref.Path != model.RefusedPath:
		return path.Dir(a.What)
	case a.Of != "" && a.Ref.Kind != model.KindWork:
		return a.Of
	case len(a.Why) > 0 && a.Why[len(a.Why)-1].Code == model.BecauseToolAsks:
		// The row names the program as the reason already.
		return ""
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

// InRow says in two or three words why something needs somebody. What there is more to say is
// said where the thing is read.
func InRow(a model.Attention) string {
	for _, r := range a.Why {
		switch words, ok := shortly[r.Code]; {
		case ok:
			r.Text = clipped(r.Text, longestSign)
			return filled(words, r)
		case r.Code == model.BecauseDecidedBefore:
			return r.Name + " before"
		}
	}
	switch {
	case a.Ref.Kind == model.KindProblem && len(a.Why) > 0:
		return faultInRow(a.Fault, a.Why[0].Text)
	case a.Fault.Name != "":
		return cmp.Or(a.Fault.Short, a.Fault.Name)
	case TriedBefore(a) && !a.Since.IsZero():
		return strings.ToLower(a.Why[0].Text) + " " + a.Since.Format("2 January")
	case a.Ref.Kind == model.KindRequest && !a.Failed:
		return Decide
	case a.Human && a.Of != "":
		return "blocks " + a.Of
	case a.Human:
		return "your step"
	}
	return Why(a)
}

// Decide says of a request in a row that nothing stands out about it.
const Decide = "decide"

// WithAgents says how much waits for its agent.
func WithAgents(n int) string {
	if n == 1 {
		return "1 waits for its agent"
	}
	return fmt.Sprintf("%d wait for their agents", n)
}

// GuessedInRow stands in front of a title that was guessed.
func GuessedInRow(title string, b model.Basis) string {
	if title == "" || b != model.BasisGuessed {
		return ""
	}
	return "~"
}

// TurnOfAgents counts how what waits for its agent came to do so: "4 sent back · 1 approved".
func TurnOfAgents(rows []model.Attention) string {
	var back, approved int
	for _, a := range rows {
		if a.Ref.Kind == model.KindPlan {
			approved++
		} else {
			back++
		}
	}
	switch {
	case approved == 0:
		return fmt.Sprintf("%d sent back", back)
	case back == 0:
		return fmt.Sprintf("%d approved", approved)
	}
	return fmt.Sprintf("%d sent back · %d approved", back, approved)
}

// DecidedByOther is a word for how a request was decided, with who decided it where that was somebody else:
// "rejected by mira@attic".
func DecidedByOther(r model.Request, word string) string {
	if r.DecidedHere || r.DecidedBy == "" {
		return word
	}
	return strings.TrimSpace(word + " by " + r.DecidedBy)
}

// OutcomeInRow is Outcome for a row.
func OutcomeInRow(r model.Request) string {
	switch c := r.Carried; {
	case r.Reading.Decision == model.DecisionPending:
		return ""
	case r.Against != nil:
		return shortly[model.BecauseContradicts]
	case r.Reading.Decision == model.DecisionRejected:
		return DecidedByOther(r, "rejected")
	case c == nil && DecidedByOther(r, "") != "":
		return DecidedByOther(r, "approved")
	case c == nil:
		return "no outcome yet"
	case c.Failed && c.Known:
		return "known failure"
	case c.Failed:
		return "failed (log)"
	}
	return "done (log)"
}

// AskedInRow says what stands out about a pending request in a row, "" for an ordinary one.
func AskedInRow(r model.Request, now time.Time) string {
	why := rule.Unapprovable(r)
	words, ok := shortly[why.Code]
	before, _ := r.Before()
	_, answered := Before(r)
	switch {
	case r.Asked != nil:
		return "changes asked for"
	case why.Given() && ok:
		return filled(words, why)
	case !answered.IsZero():
		return before.Earlier() + " before"
	case r.Hidden > 0:
		return shortly[model.BecauseHiddenCharacters]
	case rule.CopyDiffers(r):
		return shortly[model.BecauseCopyDiffers]
	case r.Expired(now):
		return "expired"
	case rule.Turn(r) == model.TurnAgent:
		return "sent back"
	}
	return ""
}

// TraceInRow says how far a workflow came, in a row.
func TraceInRow(t model.Trace) string {
	last, ok := t.LastStep()
	if _, answered := t.Answered(); answered {
		return "you decided"
	}
	switch r := t.Recovery(); {
	case !ok:
		return "no steps"
	case r == model.RecoveryInterrupted:
		return fmt.Sprintf("stopped, step %d", last.Number)
	case r == model.RecoveryFailed:
		return fmt.Sprintf("step %d failed", last.Number)
	case r == model.RecoveryContinue:
		return fmt.Sprintf("stopped after %d", last.Number)
	case r == model.RecoveryFinished:
		return model.Counted(len(t.Steps), "step") + " done"
	}
	return "in an unclear state"
}

// faultInRow says in a row what is wrong with a file: "line cut short", "merge conflict".
func faultInRow(f model.Fault, reason string) string {
	switch {
	case f.Short != "":
		return f.Short
	case strings.Contains(reason, "front matter"):
		return "front matter error"
	}
	words, _, _ := strings.Cut(reason, ":")
	return words
}

// PlanInRow says how far a plan came, in a row: "Active, 3/5 steps". A tilde marks guessed steps.
func PlanInRow(p model.Plan) string {
	state := p.Status.String()
	if p.Status.State == model.StateDone {
		state = EndedAs(p.Status, state)
	}
	if g, granted := rule.Granted(p); granted && g.Yours() && p.Status.State == model.StateBlocked {
		state = "Approved"
	}
	done, total := p.Progress()
	steps := model.Counted(total, "step")
	switch {
	case total == 0:
		steps = "no steps"
	case done > 0 && !p.Reading.Stateless:
		steps = fmt.Sprintf("%d/%d steps", done, total)
	}
	if p.Reading.Steps == model.BasisGuessed && total > 0 {
		steps = "~" + steps
	}
	return state + ", " + steps
}

// shortly has the words of reasons in a row.
var shortly = map[model.Code]string{
	model.BecauseUnapprovable:      "cannot be approved",
	model.BecauseAgentWaits:        "waits in {name}",
	model.BecauseHeldUp:            "{name} asks",
	model.BecauseGoesOn:            "continue {name}",
	model.BecauseToolAsks:          "{name}",
	model.BecausePausedWork:        "paused",
	model.BecauseCutOffWork:        "interrupted",
	model.BecauseBlocks:            "blocks {name}",
	model.BecauseBlocksAtStep:      "blocks {name}",
	model.BecauseProbablyBlocks:    "may block {name}",
	model.BecauseHiddenCharacters:  "hidden text",
	model.BecauseCopyDiffers:       "a copy differs",
	model.BecauseExpired:           "expired",
	model.BecauseStatedUrgent:      "urgent",
	model.BecauseTitledUrgent:      "says urgent",
	model.BecauseHighPriority:      "high priority",
	model.BecauseOverdue:           "overdue",
	model.BecauseDueToday:          "due today",
	model.BecauseDueTomorrow:       "due tomorrow",
	model.BecauseAltered:           "changed since",
	model.BecauseAlteredElsewhere:  "changed since",
	model.BecauseByOthers:          "not your approval",
	model.BecauseGoneLately:        "gone",
	model.BecauseChangedLately:     "changed",
	model.BecauseContradicts:       "approved and rejected",
	model.BecauseDisplaced:         `approved as "{name}"`,
	model.BecauseOpenAgain:         "open again",
	model.BecauseDisplacedAnswered: "answered, its old approval is still there",
	model.BecauseDisplacedTicked:   "ticked, not approved",
	model.BecauseLogSaysFailed:     "failed (log)",
	model.BecauseNoRule:            "in an unclear state",
	model.BecauseCutOff:            "stopped, step {n}",
	model.BecauseFailedStep:        "step {n} failed",
	model.BecauseNeverEnded:        "no activity",
	model.BecauseMaybeLive:         "may be running",
	model.BecauseWroteAgain:        "active again",
	model.BecauseCutOffInTool:      "stopped in tool",
	model.BecauseDiedWriting:       "stopped writing",
	model.BecauseNeverAnswered:     "no reply",
	model.BecauseServerError:       "server error",
	model.BecauseAsksYou:           "asks you",
	model.BecausePlanToAccept:      "a plan to approve",
	model.BecauseWaitsForYes:       "needs permission",
	model.BecauseStuck:             "stuck in {name}",
	model.BecauseProposed:          "a lesson",
}
