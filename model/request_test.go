package model

import (
	"testing"
	"time"
)

func TestRequestTitle(t *testing.T) {
	t.Parallel()
	if got := (Request{Name: "r.md", Summary: "Send e-mail"}).Title(); got != "Send e-mail" {
		t.Errorf("got %q", got)
	}
	if got := (Request{Name: "r.md"}).Title(); got != "r.md" {
		t.Errorf("without a summary got %q", got)
	}
}

func TestExpired(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		expires, now string
		want         bool
	}{
		{"", "2026-03-10T12:00:00Z", false},
		{"never", "2026-03-10T12:00:00Z", false},
		{"2026-03-10T12:00:01Z", "2026-03-10T12:00:00Z", false},
		{"2026-03-10T12:00:00Z", "2026-03-10T12:00:00Z", false},
		{"2026-03-10T11:59:59Z", "2026-03-10T12:00:00Z", true},
		{"2026-03-10", "2026-03-10T23:59:59Z", false},
		{"2026-03-10", "2026-03-11T00:00:01Z", true},
	} {
		now, err := time.Parse(time.RFC3339, tt.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Request{Expires: ParseStamp(tt.expires, nil)}).Expired(now); got != tt.want {
			t.Errorf("expiry %q at %s: got %v", tt.expires, tt.now, got)
		}
	}
}
