package gate

import (
	"fmt"
	"strings"

	"coldstart/model"
)

// What an agent reads when its action is refused: short, with the way on.
const (
	// TooLate is for an action that was still not judged at the gate's own deadline.
	TooLate = "coldstart: the gate could not look for the operator's approval in time, so this is refused. Nothing was run. Try it again, or tell the operator."
	// Probed is the answer to the probe.
	Probed = "coldstart: this is the gate's own probe, which is always refused."
	// NoLonger says why the request for a prompt is taken back.
	NoLonger = "the prompt was answered in the agent, or is gone"

	stay = " Do not try another way."
)

// Probe is the command of a shell by which a hook is tried: it is refused whatever the rules say.
const Probe = "coldstart-gate-probe"

// IsProbe reports whether an action is that of coldstart agent gate test.
func IsProbe(a model.Action) bool { return a.Tool == Shell && strings.TrimSpace(a.Line) == Probe }

// IsQuestion reports whether the client's prompt wants another answer than yes or no.
func IsQuestion(a model.Action) bool { return a.Own == "AskUserQuestion" }

// Restricts reports whether a rule can keep an action from running.
func Restricts(rules []model.GateRule) bool {
	for _, r := range rules {
		if r.Then == model.ThenAsk || r.Then == model.ThenDeny {
			return true
		}
	}
	return false
}

// Waits says that an action waits for the operator.
func Waits(id string, fit model.Fit) string {
	why := named(fit)
	if fit.Unsure != "" {
		why = fit.Unsure
	}
	return fmt.Sprintf("coldstart: this needs the operator's approval (%s). It was not run. It is pending as %s, and only the operator decides, in coldstart. "+
		"Wait with: coldstart wait %s --timeout 10m (or the tool wait of the server coldstart). Once approved, make exactly the same call again: it runs once."+stay, why, id, id)
}

// Answered says what the operator decided, where that is not yes.
func Answered(id string, reply model.Reply) string {
	switch reply.State {
	case model.ReplyRejected:
		return "coldstart: the operator rejected this (" + id + "): " + said(reply.Note) + stay
	case model.ReplyContradicting:
		return "coldstart: this was approved and rejected (" + id + "), so it is refused: " + said(reply.Note) + " The operator must settle it first." + stay
	case model.ReplyChanges:
		return "coldstart: the operator wants changes before this may run (" + id + "): " + said(reply.Note) + " Change the call and make it again." + stay
	}
	return "coldstart: the approval for this has ended (" + id + ", " + reply.State.String() + "). Make the call again to ask again." + stay
}

// Approved says that the operator's yes lets an action through.
func Approved(id string, reply model.Reply) string {
	if reply.By == "" {
		return "coldstart: approved as " + id
	}
	return "coldstart: " + reply.By + " approved it as " + id
}

// Denied says which rule refuses an action.
func Denied(fit model.Fit, settings string) string {
	where := ""
	if fit.Rule.Line > 0 {
		where = fmt.Sprintf(", %s:%d", settings, fit.Rule.Line)
	}
	return "coldstart: the operator's settings refuse this (" + named(fit) + where + ")." + stay
}

// Protected says that an action names a file on which the gate itself depends.
func Protected(file string) string {
	return "coldstart: this names " + file + ", on which the gate depends, and is refused. The operator changes it in a terminal of their own." + stay
}

// Personal says that a command of this program is the operator's.
func Personal(command string) string {
	return "coldstart: " + command + " is for the operator alone, in a terminal of their own, and is refused." + stay
}

// Unreadable says that something could not be read, without which nothing is let through.
func Unreadable(what, why string) string {
	return "coldstart: " + what + " could not be read, so this is refused: " + sentence(why) + " Tell the operator; coldstart doctor shows more." + stay
}

// Unasked says that the operator cannot be asked for an action.
func Unasked(why string) string {
	return "coldstart: the operator cannot be asked for this, so it is refused: " + sentence(why) + " Tell the operator." + stay
}

// named tells a rule by its patterns.
func named(fit model.Fit) string {
	var parts []string
	for _, p := range []string{fit.Rule.Tool, fit.Rule.Match} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return "a gate rule"
	}
	return "rule " + strings.Join(parts, " ")
}

func said(note string) string {
	if strings.TrimSpace(note) == "" {
		return "without a reason."
	}
	return sentence(note)
}

// sentence ends a text as one.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}
