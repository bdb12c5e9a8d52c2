package phrase

import (
	"fmt"

	"coldstart/model"
)

// NextTimes names a scope in the hint of the key that takes it.
func NextTimes(s model.Scope) string {
	if s.Session {
		return "session"
	}
	return Times(s)
}

// Times says how far a yes to an action goes: "once", "3 times", "in this session".
func Times(s model.Scope) string {
	switch {
	case s.Session:
		return "in this session"
	case s.Times > 1:
		return fmt.Sprintf("%d times", s.Times)
	}
	return "once"
}

// AsFar says how far a yes to an action went: "once", "up to 3 times", "in this session".
func AsFar(s model.Scope) string {
	if s.Times > 1 {
		return "up to " + Times(s)
	}
	return Times(s)
}

// AskedOfAction is the question of a decision on an action that the gate held up.
func AskedOfAction(d model.Decision, a model.Action) string {
	switch d.Choice {
	case model.ChoiceApprove:
		order := "Allow"
		if a.Line != "" {
			order = "Run"
		}
		return order + " " + Times(d.Scope) + "?"
	case model.ChoiceChanges:
		return "Ask for changes to this action?"
	}
	return d.Choice.Order() + " this action?"
}

// YesToAction is the label of the key that says yes to an action: "run once".
func YesToAction(s model.Scope, a model.Action) string {
	if a.Line != "" {
		return "run " + Times(s)
	}
	return "allow " + Times(s)
}

// Lets says what a yes to an action lets happen, until when and where: "lets it run once in
// /srv/shop, until Sun 09:31".
func Lets(k model.Ask, s model.Scope, until string) string {
	a, words := k.Action, "lets it run "
	if k.Prompt {
		return "answers the prompt that is open in " + a.Client + ", and nothing else"
	}
	switch {
	case s.Session:
		words += "as often as " + a.By() + " asks for it"
	default:
		words += AsFar(s)
	}
	if a.Dir != "" {
		words += " in " + a.Dir
	}
	if until != "" {
		words += ", until " + until
	}
	return words
}

// Continues says how an agent continues after a yes, "" where it tries again by itself.
func Continues(client string, c model.Course) string {
	switch {
	case c.Waits:
		return client + " continues"
	case c.Ended && c.Command != "":
		return client + " has ended; continue it with " + c.Command
	case c.Ended:
		return client + " has ended; start it anew"
	}
	return ""
}

// Ran says how often an action was let through, "" for never.
func Ran(k model.Ask) string {
	switch n := len(k.Used); n {
	case 0:
		return ""
	case 1:
		return "ran once"
	default:
		return fmt.Sprintf("ran %d times", n)
	}
}

// Withdraws says what an undo takes back of a yes that was given: "the 1 use that was left; it ran 2
// times". left is model.Ask.Left.
func Withdraws(k model.Ask, left int) string {
	ran, rest := Ran(k), "the yes for "+model.Counted(left, "use")
	switch {
	case k.Scope.Session:
		rest = "the yes for the session"
	case ran != "" && left == 1:
		rest = "the 1 use that was left"
	case ran != "":
		rest = "the " + model.Counted(left, "use") + " that were left"
	}
	if ran == "" {
		return rest + "; it never ran"
	}
	return rest + "; it " + ran
}

// Allowed says what an approved action may still do, and what it did: "may run 2 more times until
// Sun 09:31, ran once". left is model.Ask.Left.
func Allowed(k model.Ask, left int, until string) string {
	ran, may := Ran(k), ""
	switch {
	case left == 0 && ran == "":
		return "ran out on " + until + ", never run"
	case left == 0:
		return ran
	case k.Scope.Session:
		may = "may run in " + k.Action.By()
	case left == 1 && ran == "":
		may = "may run once"
	case left == 1:
		may = "may run once more"
	case ran == "":
		may = fmt.Sprintf("may run %d times", left)
	default:
		may = fmt.Sprintf("may run %d more times", left)
	}
	may += " until " + until
	if ran != "" {
		may += ", " + ran
	}
	return may
}

// AllowedInRow is Allowed for a row.
func AllowedInRow(k model.Ask, left int) string {
	switch n := len(k.Used); {
	case left == 0 && n == 0:
		return "ran out"
	case n == 0 && k.Action.Resume != "":
		return "continue " + k.Action.Client
	case k.Scope.Session && left > 0:
		return "allowed in session"
	case left == 0:
		return Ran(k)
	case left == 1:
		return "may run once"
	}
	return fmt.Sprintf("may run %d times", left)
}

// HeldUpInRow says in a row who asks for an action, or waits for it.
func HeldUpInRow(k model.Ask) string {
	if k.Waits() {
		return "waits in " + k.Action.Client
	}
	return k.Action.Client + " asks"
}
