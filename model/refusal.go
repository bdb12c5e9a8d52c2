package model

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// RefusedPath is where the actions are that were refused without asking the operator, beside the
// ledger.
const RefusedPath = "refused.jsonl"

// RefusedBy is what refused an action.
type RefusedBy int

// What can refuse an action. A no of the operator is none of these.
const (
	RefusedByNothing RefusedBy = iota
	// RefusedByRule is for a rule that says deny.
	RefusedByRule
	// RefusedOwnFile is for an action that names a file on which the gate depends.
	RefusedOwnFile
	// RefusedPersonal is for a command that only the operator may run.
	RefusedPersonal
	// RefusedUnread is for one that could not be judged.
	RefusedUnread

	refusedByCount
)

// String returns the name used in JSON.
func (b RefusedBy) String() string {
	return word(b, "nothing", "rule", "own-file", "personal-command", "unreadable")
}

// ParseRefusedBy reads a name; RefusedByNothing for any other text.
func ParseRefusedBy(name string) RefusedBy {
	for b := range refusedByCount {
		if b.String() == name {
			return b
		}
	}
	return RefusedByNothing
}

// Refusal is an action that was refused without asking the operator.
type Refusal struct {
	At time.Time
	// Client, Session and Tool are as in Action; Line is the beginning of what was tried.
	Client, Session, Tool, Line string
	By                          RefusedBy
	// What is the rule, the file or the command, or why the action could not be judged. RuleLine is
	// the rule's line in the settings, 0 for none.
	What     string
	RuleLine int
	// Vault is the folder of the vault.
	Vault string
	// Known says that the operator acknowledged it.
	Known bool
}

// Because says in a few words what refused it.
func (r Refusal) Because() string {
	switch {
	case r.By == RefusedByRule && r.RuleLine > 0:
		return fmt.Sprintf("rule line %d: %s", r.RuleLine, r.What)
	case r.By == RefusedByRule:
		return "rule: " + r.What
	case r.By == RefusedOwnFile:
		return "a file of the gate: " + r.What
	case r.By == RefusedPersonal:
		return "only for the operator: " + r.What
	}
	return "could not be judged: " + r.What
}

const (
	// RefusedPrefix begins the id of every alarm about refusals.
	RefusedPrefix = "refused-"
	// RefusedAll is the id of the one about all of them.
	RefusedAll = RefusedPrefix + "all"
	// mostTries is how many rows refusals have on Home.
	mostTries = 2
)

// Group is the id of the alarm about this refusal and those of its session for the same reason.
func (r Refusal) Group() string {
	return RefusedPrefix + fingerprintOfAll([]string{r.Client, r.Session, r.By.String()}).String()[:8]
}

// Faults are the problems, without what was refused: there the gate did what it is for.
func (s Snapshot) Faults() []Problem {
	return slices.DeleteFunc(slices.Clone(s.Problems), func(p Problem) bool { return p.Path == RefusedPath && p.Alarm != "" })
}

// Unknown are the refusals of which the operator does not know.
func Unknown(all []Refusal) []Refusal {
	return slices.DeleteFunc(slices.Clone(all), func(r Refusal) bool { return r.Known })
}

// Tries are alarms about the refusals of which the operator does not know: one for each session and
// reason, or a single one where these are more than Home has rows for. The caller adds Seen.
func Tries(all []Refusal) []Alarm {
	groups := map[string][]Refusal{}
	var order []string
	for _, r := range Unknown(all) {
		id := r.Group()
		if groups[id] == nil {
			order = append(order, id)
		}
		groups[id] = append(groups[id], r)
	}
	if len(order) > mostTries {
		return []Alarm{Tried(RefusedAll, Unknown(all))}
	}
	var alarms []Alarm
	for _, id := range order {
		alarms = append(alarms, Tried(id, groups[id]))
	}
	return alarms
}

// Tried is the alarm about refusals, of which the newest is named.
func Tried(id string, of []Refusal) Alarm {
	last, times, which := of[len(of)-1], "once", ""
	if len(of) > 1 {
		times = fmt.Sprintf("%d times", len(of))
	}
	for _, r := range of {
		if r.Line != last.Line {
			which = ", at last"
		}
	}
	return Alarm{
		ID: id, At: last.At, Refused: of, What: "refused " + times + which + ": " + cmp.Or(Joined(last.Line), last.Tool, "an action"),
		Action: Action{Client: last.Client, Session: last.Session, Tool: last.Tool, Line: last.Line},
	}
}
