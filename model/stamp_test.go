package model

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParseStamp(t *testing.T) {
	t.Parallel()
	summer := time.FixedZone("", 2*3600)
	for _, tt := range []struct {
		raw     string
		zone    *time.Location
		want    string // UTC with nanoseconds, "" when no time
		assumed bool
	}{
		{raw: "2026-02-21T10:40:00Z", want: "2026-02-21T10:40:00Z"},
		{raw: "  2026-02-21T10:40:00Z\t", want: "2026-02-21T10:40:00Z"},
		{raw: "2026-02-21T10:40:00.123456Z", want: "2026-02-21T10:40:00.123456Z"},
		{raw: "2026-02-21T10:40:00+01:00", want: "2026-02-21T09:40:00Z"},
		{raw: "2026-02-21T10:40:00-0530", want: "2026-02-21T16:10:00Z"},
		{raw: "2026-02-21T10:40Z", want: "2026-02-21T10:40:00Z"},
		{raw: "2026-02-21 10:40:00Z", want: "2026-02-21T10:40:00Z"},
		{raw: "2026-02-21 10:40:00+01:00", want: "2026-02-21T09:40:00Z"},
		{raw: "20260221T104000Z", want: "2026-02-21T10:40:00Z"},
		{raw: "2026-02-21T10:40:00", want: "2026-02-21T10:40:00Z", assumed: true},
		{raw: "2026-02-21T10:40:00", zone: summer, want: "2026-02-21T08:40:00Z", assumed: true},
		{raw: "2026-02-21T10:40:00Z", zone: summer, want: "2026-02-21T10:40:00Z"},
		{raw: "2026-02-21T10:40:00.413004", want: "2026-02-21T10:40:00.413004Z", assumed: true},
		{raw: "2026-02-21 10:40:00", want: "2026-02-21T10:40:00Z", assumed: true},
		{raw: "2026-02-21T10:40", want: "2026-02-21T10:40:00Z", assumed: true},
		{raw: "2026-02-21 10:40", want: "2026-02-21T10:40:00Z", assumed: true},
		{raw: "2026-02-21", zone: summer, want: "2026-02-20T22:00:00Z", assumed: true},
		{raw: ""},
		{raw: "soon"},
		{raw: "2026"},
		{raw: "2026-02-30"},
		{raw: "2026-02-21T25:00:00Z"},
		{raw: "2026-02-21T10:40:00Z and more"},
		{raw: "2026-02-21t10:40:00z", want: "2026-02-21T10:40:00Z"},
		{raw: "$(date -Iseconds)"},
		{raw: "2026-02-21T10:40:00.000000000000000000000000000000000000000000000Z", want: "2026-02-21T10:40:00Z"},
		{raw: "0001-01-01T00:00:00Z"},
		{raw: "0000-06-01T00:00:00Z"},
		{raw: "9999-12-31T23:59:59-01:00"},
		{raw: "9999-12-31T23:59:59Z", want: "9999-12-31T23:59:59Z"},
	} {
		t.Run(tt.raw, func(t *testing.T) {
			got := ParseStamp(tt.raw, tt.zone)
			if got.Raw != tt.raw {
				t.Errorf("the text became %q", got.Raw)
			}
			text := ""
			if got.Known() {
				text = got.Time.UTC().Format(time.RFC3339Nano)
			}
			if text != tt.want || got.Assumed != tt.assumed {
				t.Errorf("got %q, assumed %v; want %q and %v", text, got.Assumed, tt.want, tt.assumed)
			}
		})
	}
}

// TestPeopleReadTheseTimes has each way to write the 15th of March 2026, with the time of day or
// without.
func TestPeopleReadTheseTimes(t *testing.T) {
	t.Parallel()
	for want, texts := range map[string][]string{
		"2026-03-15T14:05:02Z": {
			"2026-03-15T14:05:02 UTC", "2026-03-15 14:05:02 UTC", "2026-03-15T14:05:02 GMT", "2026-03-15 14:05:02 (UTC)", "2026-03-15T16:05:02+02",
			"2026-03-15T19:05:02 PKT", "2026-03-15 16:05:02 GMT+2", "2026-03-15 16:05:02 UTC+02:00", "2026-03-15 14:05:02 +0000 UTC",
			"Sun, 15 Mar 2026 14:05:02 +0000", "Sun, 15 Mar 2026 14:05:02 GMT", "Sun, 15 Mar 2026 16:05:02 +0200 (CEST)", "15 Mar 2026 09:05:02 EST",
			"Sun Mar 15 2026 14:05:02 GMT+0000 (Coordinated Universal Time)", "Sun Mar 15 14:05:02 UTC 2026", "20260315_140502Z", "<2026-03-15T14:05:02Z>",
			"1773583502", "1773583502000", "2026-03-15T14-05-02Z", "`2026-03-15T14:05:02Z`",
		},
		"2026-03-15T14:05:02Z assumed": {
			"2026-03-15 14:05:02", "2026-03-15, 14:05:02", "2026/03/15 14:05:02", "20260315_140502", "20260315-140502", "20260315140502", "2026-03-15_14-05-02",
			"Sun Mar 15 14:05:02 2026", "15.03.2026 14:05:02", "15/03/2026 14:05:02", "03/15/2026 02:05:02 PM", "Sonntag, den 15. März 2026 um 14:05:02 Uhr",
		},
		"2026-03-15T14:05:02.123Z":         {"1773583502.123", "1773583502123", "2026-03-15 14:05:02,123 UTC"},
		"2026-03-15T14:05:02.123Z assumed": {"2026-03-15 14:05:02,123", "2026-03-15T14:05:02.123"},
		"2026-03-15T14:05:00Z":             {"2026-03-15 14:05 UTC", "2026-03-15 14:05Z", "2026-03-15 at 14:05 UTC", "14:05 UTC, 15 March 2026", "15 March 2026 14:05 UTC"},
		"2026-03-15T14:05:00Z assumed": {
			"2026-03-15 14:05", "2026/03/15 14:05", "2026-03-15 2:05 PM", "March 15, 2026 at 2:05 PM", "Mar 15, 2026, 2:05 p.m.", "March 15th, 2026 2:05pm",
			"Sunday, March 15, 2026 2:05\u202fPM", "15 March 2026, 14:05", "15-Mar-2026 14:05", "15. März 2026, 14.05 Uhr", "15 mars 2026 à 14h05",
			"domenica 15 marzo 2026 alle 14:05", "domingo, 15 de março de 2026 às 14:05", "15 de marzo de 2026 a las 14:05", "le 15 mars 2026 14:05",
			"20260315_1405", "📅 2026-03-15 14:05", "2026-03-15 14:05 (local time)", "2026-03-15 - 14:05", "2026-03-15 | 14:05", "14:05 on March 15, 2026",
		},
		"2026-03-15T00:00:00Z": {"2026-03-15 UTC", "2026-03-15Z"},
		"2026-03-15T00:00:00Z assumed": {
			"2026-03-15", "2026-3-15", "2026/03/15", "2026.03.15", "20260315", "15.03.2026", "15.3.2026", "15/03/2026", "03/15/2026", "3-15-2026", "15-03-2026",
			"15 March 2026", "15. März 2026", "March 15, 2026", "Mar 15 2026", "15th of March 2026", "Sun, 15 Mar 2026", "Sunday 15 March 2026",
			"15 mars 2026", "15 marzo 2026", "15 de março de 2026", "15 de marzo de 2026", "2026-03-15 (Sunday)", "2026-03-15, Sunday", "[[2026-03-15]]", "**2026-03-15**",
		},
	} {
		want, assumed := strings.CutSuffix(want, " assumed")
		for _, raw := range texts {
			got := ParseStamp(raw, nil)
			if !got.Known() || got.Time.UTC().Format(time.RFC3339Nano) != want || got.Assumed != assumed {
				t.Errorf("%q is %s, assumed %v, want %s and %v", raw, got.Time.UTC().Format(time.RFC3339Nano), got.Assumed, want, assumed)
			}
		}
	}
}

// TestNobodyCanBeSureOfTheseTimes has texts that are no time, or may be two.
func TestNobodyCanBeSureOfTheseTimes(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"03/04/2026", "03-04-2026 14:05", "4/3/2026", "15/03/26", "31/02/2026", "15 March", "March 2026", "2026-03", "2026-W11", "Q1 2026", "15 Smarch 2026",
		"2026-03-15 25:00", "2026-03-15 14:65", "2026-03-15 14:05 AM", "2026-03-15 0:30 PM", "2026-03-15 10:00 - 11:00", "2026-03-15 to 2026-03-20",
		"2026-03-15 14:05 IST", "2026-03-15 14:05 XYZ", "2026-03-15 (moved from 2026-03-10)", "2026-03-15 14:05 +99:00", "about 2026-03-15", "Project 2026-03-15",
		"12345678", "99999999", "1234567", "123456789", "12345678901", "9999999999999", "tomorrow", "in 24 hours", "24 hours", "1.2.3.4", "192.168.1.10",
		"2026-03-15T", "2026-03-15 T14", "2026-13-15", "2026-00-15", "2026-03-00", "v2026.03", "+49 30 1234567", "2026-03-15-16", "(2026)-03-15",
	} {
		if got := ParseStamp(raw, nil); got.Known() || got.Assumed {
			t.Errorf("%q is %s", raw, got.Time)
		}
	}
}

// FuzzParseStamp holds that any text gives a time that can be written and read again, or none.
func FuzzParseStamp(f *testing.F) {
	for _, raw := range []string{"2026-03-15T14:05:02Z", "Sun Mar 15 14:05:02 UTC 2026", "March 15, 2026 at 2:05 PM", "15.3.2026 14.05 Uhr", "20260315_140502", "1773583502.123", "14:05 +02 (x), 1º mar 2026"} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		s := ParseStamp(raw, nil)
		if s.Raw != raw || s.Assumed && !s.Known() {
			t.Fatalf("%+v", s)
		}
		if !s.Known() {
			return
		}
		if again := ParseStamp(s.Time.UTC().Format(time.RFC3339Nano), nil); !again.Time.Equal(s.Time) || s.End().Before(s.Time) {
			t.Fatalf("%q is %s, and that is %s", raw, s.Time, again.Time)
		}
	})
}

func BenchmarkParseStamp(b *testing.B) {
	for _, raw := range []string{"2026-03-15T14:05:02.123Z", "Sun, 15 Mar 2026 14:05:02 +0000", "pending"} {
		b.Run(raw, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ParseStamp(raw, nil)
			}
		})
	}
}

func TestStampEnd(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"2026-03-31":           "2026-04-01T00:00:00Z",
		" 2026-03-31 ":         "2026-04-01T00:00:00Z",
		"2026-03-31T00:00":     "2026-03-31T00:00:00Z",
		"2026-03-31T18:00:00Z": "2026-03-31T18:00:00Z",
	} {
		if got := FormatUTC(ParseStamp(raw, nil).End()); got != want {
			t.Errorf("%q ends at %s, want %s", raw, got, want)
		}
	}
	if got := ParseStamp("2026-03-99", nil).End(); !got.IsZero() {
		t.Errorf("a text that is no time ends at %s", got)
	}
}

func TestFormatUTCGivesWholeSecondsAndAZ(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 2, 21, 10, 40, 0, 999, time.FixedZone("", 3600))
	if got := FormatUTC(at); got != "2026-02-21T09:40:00Z" {
		t.Errorf("got %q", got)
	}
}

func TestWhatFormatUTCWritesIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-62135596799, 253402300799).Draw(t, "seconds"), 0)
		if got := ParseStamp(FormatUTC(at), nil); !got.Time.Equal(at) || got.Assumed {
			t.Fatalf("%s became %+v", FormatUTC(at), got)
		}
	})
}

func TestEveryKnownStampCanBeWrittenAsJSON(t *testing.T) {
	t.Parallel()
	layouts := []string{time.RFC3339Nano, time.RFC1123Z, time.RFC850, time.ANSIC, time.UnixDate, "2006-01-02 15:04", time.DateOnly, "20060102_150405"}
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-62200000000, 253500000000).Draw(t, "seconds"), 0).
			In(time.FixedZone("", rapid.IntRange(-14*60, 14*60).Draw(t, "zone")*60))
		s := ParseStamp(at.Format(rapid.SampledFrom(layouts).Draw(t, "layout")), at.Location())
		if _, err := json.Marshal(s.Time.UTC()); err != nil {
			t.Fatalf("%q: %v", s.Raw, err)
		}
	})
}
