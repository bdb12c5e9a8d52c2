package phrase

import (
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// InRow says in two or three words why something needs somebody. What there is more to say is
// said where the thing is read.
func InRow(a model.Attention, now time.Time) string {
	if !a.Until.IsZero() {
		return Deadline(now, a.Until)
	}
	for _, r := range a.Why {
		switch words, ok := shortly[r.Code]; {
		case ok:
			return filled(words, r)
		case r.Code == model.BecauseDecidedBefore:
			return r.Name + " before"
		}
	}
	switch {
	case a.Ref.Kind == model.KindRequest && !a.Failed:
		return "decide"
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
	model.BecauseLogSaysFailed:    "failed, says a log",
	model.BecauseNoRule:           "in an odd state",
	model.BecauseCutOff:           "cut off in step {n}",
	model.BecauseFailedStep:       "step {n} failed",
	model.BecauseNeverEnded:       "never ended",
	model.BecauseMaybeLive:        "may still run",
	model.BecauseWroteAgain:       "wrote again",
	model.BecauseStuck:            "stuck in {name}",
	model.BecauseRepeats:          "tried before",
	model.BecauseProposed:         "accept a lesson",
}

// Deadline says until when, and how long that is: "12:00, 4 h left".
func Deadline(now, until time.Time) string {
	return Moment(now, until) + ", " + styles.Ago(until.Sub(now).Round(time.Minute)) + " left"
}

// Moment is a time as people say it: "06:48" today, "Fri 16:20" within a week, "2 March"
// this year, else with the year.
func Moment(now, at time.Time) string {
	at = at.In(now.Location())
	day := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	switch days := day(now).Sub(day(at)) / (24 * time.Hour); {
	case days == 0:
		return at.Format("15:04")
	case days > -7 && days < 7:
		return at.Format("Mon 15:04")
	case at.Year() == now.Year():
		return at.Format("2 January")
	}
	return at.Format("2 January 2006")
}

// mostWeeks is how long an age is said in weeks; after that the day itself says more.
const mostWeeks = 8

// Age says how long ago something was, by its date after eight weeks, "" for no time.
func Age(now, since time.Time) string {
	switch {
	case since.IsZero():
		return ""
	case now.Sub(since) <= mostWeeks*7*24*time.Hour:
		return styles.Ago(now.Sub(since))
	case since.In(now.Location()).Year() == now.Year():
		return since.In(now.Location()).Format("2 Jan")
	}
	return since.In(now.Location()).Format("Jan ") + strconv.Itoa(since.In(now.Location()).Year())
}
