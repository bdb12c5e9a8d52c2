package phrase

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/rule"
)

// Asked is the question of a decision on a request: "Approve this e-mail?".
func Asked(c model.Choice, r model.Request) string {
	thing := "request"
	switch action := strings.ToLower(r.Action); {
	case action == "email" || action == "e-mail" || action == "mail":
		thing = "e-mail"
	case action == "payment":
		thing = "payment"
	case strings.HasSuffix(action, "post"):
		thing = "post"
	case action == "" && r.About != "":
		thing = "document"
	}
	switch {
	case c == model.ChoiceChanges:
		return "Ask for changes to this " + thing + "?"
	case c == model.ChoiceAck && r.ByOthers:
		return "Someone else approved this " + thing + ". Keep it? If not, move its file out of Approved."
	case c == model.ChoiceAck:
		return "Acknowledge the outcome of this " + thing + "?"
	}
	return c.Order() + " this " + thing + "?"
}

// AskedOfStep is the question of a decision on the step that a plan waits for.
func AskedOfStep(c model.Choice, s model.Step, byHand bool) string {
	what := "this step"
	if s.Number > 0 {
		what = fmt.Sprintf("step %d", s.Number)
	}
	switch {
	case c == model.ChoiceApprove && byHand:
		return "Mark " + what + " done?"
	case c == model.ChoiceChanges:
		return "Ask for changes to " + what + "?"
	}
	return c.Order() + " " + what + "?"
}

// Effects say in at most so many sentences what a yes changes, for a plan or for none. The exact
// changes say more.
func Effects(d model.Decision, changes []model.Change, p model.Plan, most int) []string {
	var files, plans, logs, lines, commits []string
	edits, added := false, map[string]int{}
	var appended []string
	for _, c := range changes {
		edits = edits || c.Kind == model.ChangeEdit
		switch {
		case c.Waits != "":
			plans = append(plans, "leaves the plan Blocked: it is also waiting for "+path.Base(c.Waits))
			logs = append(logs, "the plan’s log")
		case c.Kind == model.ChangeMove && path.Base(c.Path) == path.Base(c.To):
			files = append(files, "moves the file to "+path.Dir(c.To)+", unchanged")
		case c.Kind == model.ChangeMove:
			files = append(files, "moves the file to "+c.To)
		case c.Effect == model.EffectPlan && c.Kind == model.ChangeEdit && p.Path == c.Path:
			plans = append(plans, planEffect(d, c, p))
			if c.LogLine != "" {
				logs = append(logs, "the plan’s log")
			}
		case c.Kind == model.ChangeEdit && d.Ref.Kind == model.KindRequest && c.Path == d.Ref.Path:
			lines = append(lines, answerEffect(d, c))
		case c.Kind == model.ChangeCommit:
			commits = append(commits, "makes a git commit of these changes")
		case c.Effect == model.EffectDay:
			logs = append(logs, "today’s log")
		case c.Effect == model.EffectPlan && c.Kind == model.ChangeAppend:
			logs = append(logs, "the plan’s log")
			edits = true
		case c.Kind == model.ChangeAppend:
			added[c.Path] += max(1, len(c.After))
			if added[c.Path] == max(1, len(c.After)) {
				appended = append(appended, c.Path)
			}
		default:
			lines = append(lines, otherEffect(c))
		}
	}
	for _, name := range appended {
		switch words := "adds " + model.Counted(added[name], "line") + " to " + path.Base(name); {
		case d.Ref.Kind == model.KindTrace && name == d.Ref.Path:
			lines = append(lines, "adds your decision to "+path.Base(name))
		case d.Ref.Kind == model.KindSession && name == d.Ref.Path:
			lines = append(lines, words+"; this cannot be undone")
		default:
			lines = append(lines, words)
		}
	}
	switch {
	case len(logs) > 0 && len(plans) == 0 && len(appended) == 0 && !edits && d.Ref.Kind == model.KindRequest:
		plans = append(plans, "changes no plan; adds an entry to "+strings.Join(distinct(logs), " and to "))
	case len(logs) > 0:
		plans = append(plans, "adds a line to "+strings.Join(distinct(logs), " and to "))
	}
	all := distinct(slices.Concat(files, lines, plans, commits))
	if len(all) > most {
		all = append(all[:most-1], strings.Join(all[most-1:], "; "))
	}
	return all
}

// StepEffect says what the agent does about a step of a workflow after a decision on it.
func StepEffect(c model.Choice, step int) string {
	switch c {
	case model.ChoiceRerun, model.ChoiceRetry:
		return fmt.Sprintf("the agent runs step %d again in its next session; nothing runs now", step)
	case model.ChoiceSkip:
		return fmt.Sprintf("the next session continues after step %d", step)
	case model.ChoiceAbort:
		return "the agent ends the workflow here"
	}
	return ""
}

// planEffect says what becomes of a plan.
func planEffect(d model.Decision, c model.Change, p model.Plan) string {
	if c.Word == "" {
		return "changes " + p.ID
	}
	words := "sets " + p.ID + " from " + c.Word + " to " + c.NewWord
	if step, ok := rule.WaitingStep(p); ok && d.Choice == model.ChoiceApprove && d.Ref.Kind == model.KindRequest {
		words += fmt.Sprintf("; step %d is next", step.Number)
	}
	return words
}

// answerEffect says a change of the request's own file, where its program looks for the answer.
func answerEffect(d model.Decision, c model.Change) string {
	name := path.Base(c.Path)
	switch {
	case d.Choice == model.ChoiceUndo:
		return "takes your answer out of " + name + " again: it waits as before"
	case c.Word != "":
		return "changes " + c.Word + " to " + c.NewWord + " in " + name + ", where its program looks for it; the file stays"
	}
	return "writes your answer into " + name + ", where the agent looks for it"
}

// otherEffect says a change to any other file.
func otherEffect(c model.Change) string {
	name := path.Base(c.Path)
	switch {
	case c.Effect == model.EffectSigned && c.Kind == model.ChangeRemove:
		return "removes its signature"
	case c.Effect == model.EffectSigned && len(c.After) == 1:
		return "is " + c.After[0]
	case c.Effect == model.EffectNote && c.Kind == model.ChangeCreate:
		return "writes your reason into a note beside it"
	case c.Kind == model.ChangeCreate:
		return "writes " + c.Path
	case c.Kind == model.ChangeRemove:
		return "removes " + name
	}
	return "changes " + name
}

// distinct are texts without those that were there before.
func distinct(texts []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, t := range texts {
		if !seen[t] {
			out, seen[t] = append(out, t), true
		}
	}
	return out
}
