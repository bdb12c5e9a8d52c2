package model

import (
	"testing"
	"time"
)

// What names a time in the past, and what does not.
func TestParseSince(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("here", 3600)
	now := time.Date(2026, 3, 14, 8, 5, 0, 0, zone)
	for text, want := range map[string]string{
		"4h": "2026-03-14T04:05:00+01:00", "2d": "2026-03-12T08:05:00+01:00", "2026-03-13": "2026-03-13T00:00:00+01:00", "2026-03-13 17:25": "2026-03-13T17:25:00+01:00",
		" 2026-03-13T17:25 ": "2026-03-13T17:25:00+01:00", "2026-03-13T17:25:00Z": "2026-03-13T17:25:00Z",
		"0h": "", "-4h": "", "2026-03-15": "", "2026-03-14T08:05": "", "soon": "", "": "", "last": "",
	} {
		got, ok := ParseSince(text, now)
		if ok != (want != "") || ok && got.Format(time.RFC3339) != want {
			t.Errorf("%q: %s %v, want %q", text, got, ok, want)
		}
	}
}
