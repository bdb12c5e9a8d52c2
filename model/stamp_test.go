package model

import (
	"encoding/json"
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
		{raw: "2026-02-21t10:40:00z"},
		{raw: "$(date -Iseconds)"},
		{raw: "<2026-02-21T10:40:00Z>"},
		{raw: "2026-02-21T10:40:00.000000000000000000000000000000000000000000000Z"},
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
	layouts := append(append([]string{}, zoned...), unzoned...)
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-62200000000, 253500000000).Draw(t, "seconds"), 0).
			In(time.FixedZone("", rapid.IntRange(-14*60, 14*60).Draw(t, "zone")*60))
		s := ParseStamp(at.Format(rapid.SampledFrom(layouts).Draw(t, "layout")), at.Location())
		if _, err := json.Marshal(s.Time.UTC()); err != nil {
			t.Fatalf("%q: %v", s.Raw, err)
		}
	})
}
