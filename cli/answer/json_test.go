package answer

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestASCIIJSONMeansTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "value")
		plain, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		coded := ASCIIJSON(plain)
		for _, b := range coded {
			if b < ' ' || b > '~' {
				t.Fatalf("byte %#x in %q", b, coded)
			}
		}
		var got, same map[string]string
		if err := json.Unmarshal(coded, &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(plain, &same); err != nil {
			t.Fatal(err)
		}
		if len(got) != len(same) {
			t.Fatalf("got %q, want %q", got, same)
		}
		for key := range same {
			if got[key] != same[key] {
				t.Fatalf("%q: got %q, want %q", key, got[key], same[key])
			}
		}
	})
}

func TestJSONTime(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		at   time.Time
		want string
	}{
		{"unknown", time.Time{}, "null"},
		{"another zone, parts of a second", time.Date(2026, 3, 14, 8, 2, 3, 999, time.FixedZone("", 3600)), `"2026-03-14T07:02:03Z"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := json.Marshal(Time(tt.at)); err != nil || string(got) != tt.want {
				t.Errorf("got %s and error %v, want %s", got, err, tt.want)
			}
		})
	}
}
