package phrase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
)

// AwayHead heads what happened since the last look.
const AwayHead = "While you were away"

// NothingRan says that nothing happened since a time.
func NothingRan(a rule.Away) string { return "Nothing ran since " + Moment(a.At, a.Since) }

// Long is a length of time to the minute: "14 h 40 min", and to the hour from two days on: "3 d 4 h".
func Long(d time.Duration) string {
	minutes := int(d / time.Minute)
	units := []struct {
		n    int
		name string
	}{{minutes / 60, "h"}, {minutes % 60, "min"}}
	if hours := minutes / 60; hours >= 48 {
		units[0].n, units[0].name, units[1].n, units[1].name = hours/24, "d", hours%24, "h"
	}
	var words []string
	for _, u := range units {
		if u.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", u.n, u.name))
		}
	}
	if len(words) == 0 {
		return "less than a minute"
	}
	return strings.Join(words, " ")
}

// Rounded is a large number in at most five cells: "950", "96 k", "1.2 M".
func Rounded(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case n < 999_500:
		return strconv.FormatInt((n+500)/1000, 10) + " k"
	case n < 9_950_000:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " M"
	}
	return strconv.FormatInt((n+500_000)/1_000_000, 10) + " M"
}

// Lines are the lines that edits changed, "" for none: "+257 −6".
func Lines(added, removed int) string {
	if added+removed == 0 {
		return ""
	}
	return fmt.Sprintf("+%d −%d", added, removed)
}

// TokensUsed says how many tokens were used since, "" where no transcript says so.
func TokensUsed(a rule.Away) string {
	switch words := Rounded(a.Tokens.Used()) + " tokens"; {
	case a.Counted == 0:
		return ""
	case a.AtLeast:
		return "at least " + words
	default:
		return words
	}
}

// TokensFrom says where that number comes from, "" where nothing ran that has a transcript.
func TokensFrom(a rule.Away) string {
	switch {
	case a.Written == 0:
		return ""
	case a.Counted == 0:
		return "no transcript has counts"
	case a.Counted < a.Written:
		return fmt.Sprintf("counted in %d of %s", a.Counted, model.Counted(a.Written, "transcript"))
	}
	return "counted in " + model.Counted(a.Written, "transcript")
}

// AwayEnded says how a session ended, and what came of it.
func AwayEnded(o rule.AwaySession) string {
	words := Ended(o.Ending)
	switch {
	case o.Orphan:
		words = "no end recorded"
	case o.Ending == model.EndingUnanswered && o.Trouble != "":
		words = "failed: " + o.Trouble
	case o.Ending == model.EndingWaits && o.Gate:
		words = "waiting at the gate"
	case o.Ending == model.EndingWaits:
		words = "asks you"
	}
	return strings.Join(NotEmpty(words, CameOf(o)), ", ")
}

// CameOf says what only this session brought, "" for nothing.
func CameOf(o rule.AwaySession) string {
	var all []string
	switch {
	case len(o.Steps) == 0:
	case slices.IsSorted(o.Steps):
		all = append(all, StepRange(o.Steps)+" done")
	default:
		// They are of several plans.
		all = append(all, model.Counted(len(o.Steps), "step")+" done")
	}
	return strings.Join(append(all, o.Results...), ", ")
}

// StepRange names steps in order: "step 3", "steps 1 to 3", "steps 1, 4".
func StepRange(steps []int) string {
	first, last := steps[0], steps[len(steps)-1]
	switch {
	case len(steps) == 1:
		return "step " + strconv.Itoa(first)
	case last-first == len(steps)-1:
		return fmt.Sprintf("steps %d to %d", first, last)
	}
	words := make([]string, 0, len(steps))
	for _, n := range steps {
		words = append(words, strconv.Itoa(n))
	}
	return "steps " + strings.Join(words, ", ")
}

// AwayDone says what was finished.
func AwayDone(d rule.AwayDone) string {
	words := strings.Join(d.Words, ", ")
	switch {
	case len(d.Steps) > 0:
		return StepRange(d.Steps) + ": " + words
	case d.Outcome != model.OutcomeSucceeded:
		return d.Outcome.Status() + ": " + words
	}
	return words
}

// DoneCounts counts what was finished: "3 steps, 1 result, 2 commits", "" for nothing.
func DoneCounts(a rule.Away) string {
	steps, results := 0, 0
	for _, d := range a.Done {
		if steps += len(d.Steps); len(d.Steps) == 0 {
			results++
		}
	}
	return strings.Join(NotEmpty(counted(steps, "step"), counted(results, "result"), CommitCount(a)), ", ")
}

// CommitCount counts the commits, "" for none.
func CommitCount(a rule.Away) string {
	known, more := a.Commits()
	return counted(len(known)+more, "commit")
}

// counted is empty for none.
func counted(n int, noun string) string {
	if n == 0 {
		return ""
	}
	return model.Counted(n, noun)
}

// AwayTotals are the sums of all sessions, the ones that are: "9 files", "+257 −6", "2 commits", "797 k tokens".
func AwayTotals(a rule.Away) []string {
	return NotEmpty(counted(a.Files, "file"), Lines(a.Added, a.Removed), CommitCount(a), TokensUsed(a))
}

// AwayKind is a way in which sessions ended, as it is counted.
type AwayKind struct {
	// Ending has its mark, Word what is counted.
	Ending model.Ending
	Word   string
	N      int
}

// AwayKinds counts the sessions by how they ended, only those that are. Asking counts what asks, which may be no session.
func AwayKinds(a rule.Away) []AwayKind {
	is := func(endings ...model.Ending) int {
		return a.Count(func(o rule.AwaySession) bool {
			for _, e := range endings {
				if o.Ending == e && !o.Orphan {
					return true
				}
			}
			return false
		})
	}
	asks := "asks you"
	if len(a.Asks) > 1 {
		asks = "ask you"
	}
	all := []AwayKind{
		{model.EndingDone, "finished", is(model.EndingDone, model.EndingStopped, model.EndingUnknown)},
		{model.EndingYourTurn, "your turn", is(model.EndingYourTurn)},
		{model.EndingWaits, asks, len(a.Asks)},
		{model.EndingInTool, "failed", a.Count(rule.AwaySession.Broke)},
		{model.EndingRuns, "running", is(model.EndingRuns)},
	}
	return model.Where(all, func(k *AwayKind) bool { return k.N > 0 })
}

// Words are the count and what is counted.
func (k AwayKind) Words() string { return strconv.Itoa(k.N) + " " + k.Word }

// RanFor says when a session ran: "19:20 to 20:11", without an end while it runs.
func RanFor(now time.Time, o rule.AwaySession) string {
	from := Moment(now, o.Began)
	if o.Ending == model.EndingRuns {
		return "since " + from
	}
	if to := o.Last.In(now.Location()); SameDay(o.Began.In(now.Location()), to) {
		return from + " to " + to.Format("15:04")
	}
	return from + " to " + Moment(now, o.Last)
}

// AwayEdits say what a session edited, nothing for none: "3 files", "+118 −2".
func AwayEdits(o rule.AwaySession) []string {
	return NotEmpty(counted(o.Files, "file"), Lines(o.Added, o.Removed))
}

// NotCommitted names the files that are not committed: "a.csv, b.csv and 2 more".
func NotCommitted(git model.LeftInGit) string {
	names := make([]string, 0, 2)
	for _, f := range git.Files[:min(len(git.Files), 2)] {
		names = append(names, f.Path)
	}
	words := strings.Join(names, ", ")
	if more := len(git.Files) + git.MoreFiles - len(names); more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}
