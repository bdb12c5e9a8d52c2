package draw

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSmallLettersKeepTheirPlace(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "ABC", "ÄÖÜ Straße", "İstanbul", "Kelvin K", "a\xffB\xc3", "漢字", "ẞ"} {
		if got := Lowered(s); len(got) != len(s) {
			t.Errorf("%q becomes %q", s, got)
		}
	}
	if got := Lowered("ÄPFEL Und"); got != "äpfel und" {
		t.Errorf("small letters are %q", got)
	}
}

func TestLettersInOrder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		word, text string
		want       []Match
	}{
		{"abc", "a b c", []Match{{From: 0, To: 1}, {From: 2, To: 3}, {From: 4, To: 5}}},
		{"014", "plan-2026-014", []Match{{From: 10, To: 11}, {From: 11, To: 12}, {From: 12, To: 13}}},
		{"p14", "plan-14", []Match{{From: 0, To: 1}, {From: 5, To: 6}, {From: 6, To: 7}}},
		{"p14", "plan-0014", []Match{{From: 0, To: 1}, {From: 7, To: 8}, {From: 8, To: 9}}},
		{"p00", "plan-0014", []Match{{From: 0, To: 1}, {From: 5, To: 6}, {From: 6, To: 7}}},
		{"p04", "plan-1004", nil},
		{"clm", "a claim", []Match{{From: 2, To: 3}, {From: 3, To: 4}, {From: 6, To: 7}}},
		{"lai", "claim", nil},
		{"cmx", "claim x", []Match{{From: 0, To: 1}, {From: 4, To: 5}, {From: 6, To: 7}}},
		{"cal", "cable and all", []Match{{From: 0, To: 1}, {From: 1, To: 2}, {From: 3, To: 4}}},
		{"aab", "a xa ab", []Match{{From: 0, To: 1}, {From: 5, To: 6}, {From: 6, To: 7}}},
		{"ab", "a b", nil},
		{"\ufffdxx", "\xffxx", nil},
		{"xyz", strings.Repeat("a ", mostSpelled) + "x y z", nil},
	} {
		if got := Spelled(tt.word, tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q in %q: %v, want %v", tt.word, tt.text, got, tt.want)
		}
	}
}

// Whatever is found spells the word, in order, and each letter has a reason to stand
// where it does; and what begins every word is always found.
func TestFoundLettersSpellTheWord(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ab0é -]{0,40}`).Draw(t, "text")
		word := rapid.StringMatching(`[ab0é]{3,6}`).Draw(t, "word")
		end, letters := 0, ""
		for i, s := range Spelled(word, text) {
			between := strings.ContainsFunc(text[end:s.From], func(r rune) bool { return !IsWordRune(r) })
			if s.From < end || (i == 0 || between) && !beginsWord(text, s.From) {
				t.Fatalf("%q in %q: a letter at %d behind %d", word, text, s.From, end)
			}
			letters, end = letters+text[s.From:s.To], s.To
		}
		if letters != "" && letters != word {
			t.Fatalf("%q in %q spells %q", word, text, letters)
		}
		apart := strings.Join(strings.Split(word, ""), " - ")
		if len(Spelled(word, apart)) == 0 {
			t.Fatalf("%q is not found in %q", word, apart)
		}
	})
}
