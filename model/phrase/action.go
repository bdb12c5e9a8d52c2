package phrase

import (
	"fmt"
	"strings"

	"coldstart/model"
)

// NextTimes names a scope in the hint of the key that takes it.
func NextTimes(s model.Scope) string {
	s.Pattern = ""
	if s.Session {
		return "session"
	}
	return strings.TrimPrefix(Times(s), "for ")
}

// Times says how far a yes to an action goes: "once", "3 times", "in this session", "for 30 minutes",
// "git push origin feature/*, 3 times in 2 hours".
func Times(s model.Scope) string {
	words, within := "", " for "
	switch {
	case s.Session:
		words = "in this session"
	case s.Times > 1:
		words, within = fmt.Sprintf("%d times", s.Times), " in "
	case s.Most() == 1:
		words, within = "once", " in "
	}
	if s.For > 0 {
		words = strings.TrimPrefix(words+within+model.Lasting(s.For), " ")
	}
	if s.Pattern != "" && words != "" {
		return s.Pattern + ", " + words
	}
	return s.Pattern + words
}

// AsFar says how far a yes to an action went: "once", "up to 3 times", "in this session".
func AsFar(s model.Scope) string {
	if s.Times > 1 && s.Pattern == "" {
		return "up to " + Times(s)
	}
	return Times(s)
}

// AskedOfAction is the question of a decision on an action that the gate held up.
func AskedOfAction(d model.Decision, a model.Action) string {
	switch d.Choice {
	case model.ChoiceApprove:
		order := "Allow"
		if a.Line != "" && d.Scope.Pattern == "" {
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
	if a.Line != "" && s.Pattern == "" {
		return "run " + Times(s)
	}
	if s.Pattern != "" {
		s.Pattern = "by pattern"
	}
	return "allow " + Times(s)
}

// Lets says what a yes to an action lets happen, until when and where: "lets it run once in
// /srv/shop, until Sun 09:31", "lets git push origin feature/* through in /srv/shop and below, until
// Sun 09:31, and stops asking for it".
func Lets(k model.HeldAction, s model.Scope, until string) string {
	a, words, often := k.Action, "lets it run ", "once"
	switch {
	case k.Prompt:
		return "answers the prompt that is open in " + a.Client + ", and nothing else"
	case s.Session:
		often = "as often as " + a.By() + " asks for it"
	case s.Times > 1:
		often = fmt.Sprintf("up to %d times", s.Times)
	case s.Most() == 0 && s.Pattern == "":
		often = "as often as it is asked for"
	case s.Most() == 0:
		often = ""
	}
	if s.Pattern != "" {
		words = "lets " + s.Pattern + " through "
	}
	if words += often; a.Dir != "" {
		words = strings.TrimSuffix(words, " ") + " in " + a.Dir
	}
	if s.Pattern != "" {
		words += " and below"
	}
	if until != "" {
		words += ", until " + until
	}
	if s.Pattern != "" && s.Most() == 0 {
		words += ", and stops asking for it"
	}
	return words
}

// Covers says what a pattern covers.
func Covers(pattern string, a model.Action) string {
	words := "each line in " + a.Dir + " and below whose commands all fit " + pattern
	if strings.ContainsAny(pattern, "*?") {
		words += "; * is any text in a word, but no option and no colon, a last * alone any more words"
	}
	return words
}

// CoveredToo says what else a yes for a pattern would have let through, as model.Snapshot.Covered
// counts it.
func CoveredToo(calls []string, times map[string]int) string {
	const most = 5
	if len(calls) == 0 {
		return "would have let through nothing else"
	}
	var all []string
	for _, call := range calls[:min(len(calls), most)] {
		if n := times[call]; n > 1 {
			call += fmt.Sprintf(" (%d times)", n)
		}
		all = append(all, call)
	}
	words := "would also have let through " + strings.Join(all, ", ")
	if more := len(calls) - most; more > 0 {
		words += fmt.Sprintf(", and %d more", more)
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
func Ran(k model.HeldAction) string {
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
func Withdraws(k model.HeldAction, left int) string {
	ran, rest := Ran(k), "the yes for "+model.Counted(left, "use")
	switch {
	case k.Scope.Pattern != "":
		rest = "the yes for " + k.Scope.Pattern
	case k.Scope.Session:
		rest = "the yes for the session"
	case k.Scope.Most() == 0:
		rest = "the yes " + Times(k.Scope)
	case ran != "" && left == 1:
		rest = "the 1 use that was left"
	case ran != "":
		rest = "the " + model.Counted(left, "use") + " that were left"
	}
	if ran == "" {
		return rest + "; it never ran"
	}
	return rest + "; it " + ran + through(k)
}

// through names the lines that a pattern let through, "" for none.
func through(k model.HeldAction) string {
	if len(k.Through) == 0 {
		return ""
	}
	return ": " + strings.Join(k.Through, ", ")
}

// Allowed says what an approved action may still do, and what it did: "may run 2 more times until
// Sun 09:31, ran once". left is model.Ask.Left.
func Allowed(k model.HeldAction, left int, until string) string {
	ran, may := Ran(k), ""
	switch {
	case left == 0 && ran == "":
		return "ran out on " + until + ", never run"
	case left == 0:
		return ran
	case k.Scope.Pattern != "" && k.Scope.Most() > 0:
		may = k.Scope.Pattern + " may run " + model.Counted(left, "more time")
	case k.Scope.Pattern != "":
		may = k.Scope.Pattern + " may run"
	case k.Scope.Session:
		may = "may run in " + k.Action.By()
	case k.Scope.Most() == 0:
		may = "may run"
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
	if k.Scope.Pattern != "" && k.Scope.Session {
		may += " in " + k.Action.By()
	}
	if ran != "" {
		may += ", " + ran + through(k)
	}
	return may
}

// Stands says in a row how long a yes still holds, and how often: "until
// 14:30, 2 of 3 left, ran once".
func Stands(k model.HeldAction, left int, until string) string {
	words := "until " + until
	if most := k.Scope.Most(); most > 0 {
		words += fmt.Sprintf(", %d of %d left", left, most)
	}
	if ran := Ran(k); ran != "" {
		words += ", " + ran
	}
	return words
}

// Let is what a yes lets through, in a row: its pattern, or what was asked for.
func Let(k model.HeldAction) string {
	if k.Scope.Pattern != "" {
		return k.Scope.Pattern
	}
	return k.Action.Called()
}

// AllowedInRow is Allowed for a row.
func AllowedInRow(k model.HeldAction, left int) string {
	switch n := len(k.Used); {
	case left == 0 && n == 0:
		return "ran out"
	case n == 0 && k.Action.Resume != "":
		return "continue " + k.Action.Client
	case k.Scope.Session && left > 0:
		return "allowed in session"
	case k.Scope.Most() == 0 && left > 0:
		return "allowed for a time"
	case left == 0:
		return Ran(k)
	case left == 1:
		return "may run once"
	}
	return fmt.Sprintf("may run %d times", left)
}

// HeldUpInRow says in a row who asks for an action, or waits for it.
func HeldUpInRow(k model.HeldAction) string {
	if k.Waits() {
		return "waits in " + k.Action.Client
	}
	return k.Action.Client + " asks"
}
