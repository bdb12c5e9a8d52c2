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

// AskedOfAction is the question of a decision on an action that the gate blocked.
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

// Lets says what an approval of an action allows, where and until when: "allows it once in /srv/shop,
// until Sun 09:31", "allows git push origin feature/* in /srv/shop and below, until Sun 09:31, and stops
// asking for it".
func Lets(k model.HeldAction, s model.Scope, until string) string {
	a, words, often := k.Action, "allows it ", "once"
	switch {
	case k.Prompt:
		return "answers the prompt that is open in " + a.Client + ", and nothing else"
	case s.Session:
		often = "as often as " + a.By() + " asks for it"
	case s.Times > 1:
		often = fmt.Sprintf("up to %d times", s.Times)
	case s.Most() == 0 && s.Pattern == "":
		often = "at every call"
	case s.Most() == 0:
		often = ""
	}
	if s.Pattern != "" {
		words = "allows " + s.Pattern + " "
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
		return "would have allowed nothing else"
	}
	var all []string
	for _, call := range calls[:min(len(calls), most)] {
		if n := times[call]; n > 1 {
			call += fmt.Sprintf(" (%d times)", n)
		}
		all = append(all, call)
	}
	words := "would also have allowed " + strings.Join(all, ", ")
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
		return client + " has ended; restart it"
	}
	return ""
}

// Ran says how often an action was allowed to run, "" for never.
func Ran(k model.HeldAction) string {
	if len(k.Used) == 0 {
		return ""
	}
	return "ran " + often(len(k.Used))
}

// often says how many times: "once", "3 times".
func often(n int) string {
	if n == 1 {
		return "once"
	}
	return model.Counted(n, "time")
}

// Withdraws says what an undo withdraws of an approval: "the remaining 1 use; it ran 2 times". left is
// model.HeldAction.Left.
func Withdraws(k model.HeldAction, left int) string {
	ran, rest := Ran(k), "the approval for "+model.Counted(left, "use")
	switch {
	case k.Scope.Pattern != "":
		rest = "the approval for " + k.Scope.Pattern
	case k.Scope.Session:
		rest = "the approval for the session"
	case k.Scope.Most() == 0:
		rest = "the approval " + Times(k.Scope)
	case ran != "":
		rest = "the remaining " + model.Counted(left, "use")
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
		return "expired on " + until + ", never run"
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
	case ran != "":
		may = "may run " + model.Counted(left, "more time")
	default:
		may = "may run " + often(left)
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
		return "expired"
	case n == 0 && k.Action.Resume != "":
		return "continue " + k.Action.Client
	case k.Scope.Session && left > 0:
		return "allowed in session"
	case k.Scope.Most() == 0 && left > 0:
		return "allowed for a time"
	case left == 0:
		return Ran(k)
	}
	return "may run " + often(left)
}

// HeldUpInRow says in a row who asks for an action, or waits for it.
func HeldUpInRow(k model.HeldAction) string {
	if k.Waits() {
		return "waits in " + k.Action.Client
	}
	return k.Action.Client + " asks"
}
