package list

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestElided(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		at   int
		want string
	}{
		{"Re: Order of rope, answer of the office to Anna", 43, "Re: Order of…r of the office to Anna"},
		{"Re: Order of rope, answer of the office to Anna Annason of the mill", 43, "Re: Order of…Anna Annason of the mill"},
		{"EMAIL_2026-03-10_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1bbbbbbbbbb", 70, "EMAIL_2026-0…aaaaaaaaaaaa1bbbbbbbbbb"},
		{"short", 3, "short"},
		{"Über die Öffnungszeiten im Frühjahr, an Änne", 46, "Über die Öff…im Frühjahr, an Änne"},
	} {
		if got := Elided(tt.name, tt.at, 36); got != tt.want {
			t.Errorf("%q\ngot  %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

// Names that a row would cut to the same are shown where they differ, in as much room.
func TestNamesAreShownWhereTheyDiffer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		w := rapid.IntRange(12, 60).Draw(rt, "width")
		lead := rapid.StringOfN(rapid.SampledFrom([]rune("abö -_")), w, 90, -1).Draw(rt, "lead")
		part := rapid.StringOfN(rapid.SampledFrom([]rune("xyzß ")), 1, 40, -1)
		names := []string{lead + "1" + part.Draw(rt, "one"), lead + "2" + part.Draw(rt, "two"), lead + "3" + part.Draw(rt, "three")}
		cut := make([]string, len(names))
		for i, n := range names {
			cut[i] = upTo(n, w-1)
		}
		for i, at := range Differing(names, cut) {
			shown := Elided(names[i], at, w)
			if !utf8.ValidString(shown) {
				rt.Fatalf("%q is cut within a character", shown)
			}
			if !strings.Contains(upTo(shown, w), fmt.Sprint(i+1)) {
				rt.Fatalf("%q in %d cells does not show where it differs", shown, w)
			}
		}
	})
}

func TestWhatItsBeginningTellsApartIsNotElided(t *testing.T) {
	t.Parallel()
	names := []string{"alpha one", "beta one", "gamma", "gamma"}
	for i, at := range Differing(names, []string{"alp…", "bet…", "gamma", "gamma"}) {
		if at != 0 {
			t.Errorf("%q is to be seen at %d", names[i], at)
		}
	}
}
