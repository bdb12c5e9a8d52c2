package phrase

import (
	"time"

	"coldstart/model"
)

// When is a time as people say it, with its age: "Fri 16:20, 16 h ago", "" for none. Where the
// time is a date, that says it all.
func When(now, t time.Time) string {
	if t.IsZero() {
		return ""
	}
	said := Moment(now, t)
	if ago := AgeWords(now, t); ago != said {
		return said + ", " + ago
	}
	return said
}

// Waited says how long something has waited and since when, "" if unknown.
func Waited(now time.Time, since model.Stamp) string {
	if !since.Known() {
		return ""
	}
	return When(now, since.Time)
}

// AgeWords is Age for a sentence: "2 h ago", after eight weeks the date.
func AgeWords(now, since time.Time) string {
	switch {
	case since.IsZero():
		return ""
	case Dated(now, since):
		return Moment(now, since)
	}
	return AgoWords(now.Sub(since))
}

// Expired adds to a time in words that something expired then, and how long ago unless the time is a date.
func Expired(said string, now, at time.Time) string {
	if Dated(now, at) {
		return said + ", expired"
	}
	return said + ", expired " + AgeWords(now, at)
}

// Expiry says when a request expires, and in how long.
func Expiry(now time.Time, r model.Request) string {
	switch {
	case r.Expires.Raw == "":
		return ""
	case !r.Expires.Known():
		return r.Expires.Raw + " (not readable as a time)"
	case r.Expired(now):
		return Expired(Until(now, r.Expires.End()), now, r.Expires.End())
	}
	words := Deadline(now, r.Expires.End())
	if len(Until(now, r.Expires.End())) == len("15:04") {
		return "today " + words
	}
	return words
}

// StampWords is the time of a file with its age, or its own words where they are no time.
func StampWords(now time.Time, t model.Stamp) string {
	switch {
	case t.Known():
		return When(now, t.Time)
	case t.Raw == "":
		return "no stated time"
	}
	return t.Raw
}

// NotEmpty returns the parts that are not empty.
func NotEmpty(parts ...string) []string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// UntilWords is a future time as people say it, always with its hour.
func UntilWords(now, until time.Time) string {
	if said := Moment(now, until); len(said) <= len("Mon 15:04") {
		return said
	}
	return until.In(now.Location()).Format("2 January 15:04")
}
