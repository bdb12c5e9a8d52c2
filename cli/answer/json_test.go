package answer

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/testdata/must"
)

func TestASCIIJSONMeansTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "value")
		plain := must.Get(json.Marshal(want))(t)
		coded := ASCIIJSON(plain)
		for _, b := range coded {
			if b < ' ' || b > '~' {
				t.Fatalf("byte %#x in %q", b, coded)
			}
		}
		var got, same map[string]string
		must.Do(t, json.Unmarshal(coded, &got))
		must.Do(t, json.Unmarshal(plain, &same))
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
