package say

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSuggest(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"stauts":                       "did you mean status?",
		"Status":                       "did you mean status?",
		"aprove":                       "did you mean approve?",
		"plan":                         "did you mean plans?",
		"showw":                        "did you mean show?",
		"x":                            "otherwise",
		"":                             "otherwise",
		"hélpp":                        "did you mean help?",
		"élp":                          "otherwise",
		"nothing":                      "otherwise",
		strings.Repeat("status", 1000): "otherwise",
	} {
		if got := Suggest(typed, []string{"approve", "help", "plans", "show", "status"}, "otherwise"); got != want {
			t.Errorf("%.20q: got %q, want %q", typed, got, want)
		}
	}
}

func TestDistanceIsTheSameBothWaysAndZeroOnlyForEquals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.StringMatching(`[a-c]{0,5}`)
		a, b := words.Draw(t, "a"), words.Draw(t, "b")
		there, back := distance([]rune(a), []rune(b)), distance([]rune(b), []rune(a))
		if there != back || (there == 0) != (a == b) {
			t.Fatalf("%q and %q: %d there, %d back", a, b, there, back)
		}
	})
}
