package model

import (
	"strings"
	"time"
)

// Stamp is a time as a file states it: the text, and the time if it can be read.
type Stamp struct {
	Raw  string
	Time time.Time
	// Assumed is true if the text names no zone.
	Assumed bool
}

// Known reports whether the text could be read as a time.
func (s Stamp) Known() bool { return !s.Time.IsZero() }

// Local reports a time of day without a zone, taken as local.
func (s Stamp) Local() bool { return s.Assumed && len(strings.TrimSpace(s.Raw)) > len(dateOnly) }

// zoned and unzoned are the layouts found in real vaults; the reference programs write
// the first.
var zoned = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04Z07:00",
	"2006-01-02 15:04:05Z07:00",
	"2006-01-02T15:04:05Z0700",
	"20060102T150405Z0700",
}

var unzoned = []string{
	"2006-01-02T15:04:05.999999999",
	"2006-01-02 15:04:05.999999999",
	"2006-01-02T15:04",
	"2006-01-02 15:04",
	dateOnly,
}

const dateOnly = "2006-01-02"

// ParseStamp reads raw, by default in zone (nil for UTC). Text that is no time gives an
// unknown Stamp.
func ParseStamp(raw string, zone *time.Location) Stamp {
	s := Stamp{Raw: raw}
	text := strings.TrimSpace(raw)
	if len(text) < len(dateOnly) || len(text) > 64 || text[0] < '0' || text[0] > '9' {
		return s
	}
	if zone == nil {
		zone = time.UTC
	}
	for _, layout := range zoned {
		if t, err := time.Parse(layout, text); err == nil && presentable(t) {
			s.Time = t
			return s
		}
	}
	for _, layout := range unzoned {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil && presentable(t) {
			s.Time, s.Assumed = t, true
			return s
		}
	}
	return s
}

// presentable reports whether RFC 3339 and JSON can write the year.
func presentable(t time.Time) bool {
	year := t.UTC().Year()
	return year >= 1 && year <= 9999
}

// End gives the last moment the text can mean: the end of a day for a date alone.
func (s Stamp) End() time.Time {
	if _, err := time.Parse(dateOnly, strings.TrimSpace(s.Raw)); err == nil && s.Known() {
		return s.Time.AddDate(0, 0, 1)
	}
	return s.Time
}

// FormatUTC gives t as agents write it: UTC, whole seconds, a Z.
func FormatUTC(t time.Time) string {
	return t.UTC().Format("2006-01-02T15:04:05Z")
}
