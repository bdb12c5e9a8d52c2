package model

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// What fills up the first line of a newsletter changes no word and says nothing.
func TestThePaddingOfNewslettersHidesNothing(t *testing.T) {
	for name, text := range map[string]string{
		"between words":         "Our spring sale \u034f \u034f \u034f begins today",
		"at the end of a line":  "Our spring sale \u200b\nbegins today",
		"on lines of its own":   "Sale\n\u200c\u00a0\u200c\u00a0\u200c\u00a0\n \u200c\u00a0\u200c \nToday",
		"of several characters": "Sale " + strings.Repeat("\u034f\u200c\u00a0\u00ad\u2007", 40) + " today",
		"cut in its pattern":    "Sale " + strings.Repeat("\u034f \u200c \ufeff ", 9) + "\u034f",
		"long, behind a word":   "Sale" + strings.Repeat("\u200c\u00a0", 60) + "today",
		"long, before words":    strings.Repeat("\u034f ", 20) + "View in browser",
		"long, below a line":    "Sale\n" + strings.Repeat("\u034f ", 20) + "View in browser",
		"with CRLF":             "Sale\r\n\u200b\r\nToday",
		"of joiners":            "Sale \u200d \u200d \u200d today",
		"all there is":          "\u034f \u034f",
	} {
		if n := CountHidden(WithoutPadding(text)); n != 0 {
			t.Errorf("%s: %d of %q count", name, n, text)
		}
	}
}

// Padding goes, and everything else of a text stays as it is.
func TestWithoutPaddingKeepsTheRest(t *testing.T) {
	for text, want := range map[string]string{
		"a \u200b b":                       "a  b",
		"a\u200bb \u200b c":                "a\u200bb  c",
		"x\n\u034f\u00a0\u034f\r\ny":       "x\n\u00a0\r\ny",
		"plain":                            "plain",
		"\ufeff---\ntitle: x":              "\ufeff---\ntitle: x",
		"می\u200cخواهم":                    "می\u200cخواهم",
		"no\u00a0break \xff \u200b broken": "no\u00a0break \xff  broken",
	} {
		if got := WithoutPadding(text); got != want {
			t.Errorf("WithoutPadding(%q) is %q, want %q", text, got, want)
		}
	}
}

func TestCountHidden(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"a word is cut":                  {"pay\u200bpal", 1},
		"a selector in a word":           {"pay\uFE0Fpal", 1},
		"a selector in a number":         {"12\uFE0F0 EUR", 1},
		"selectors of emoji":             {"\u2764\uFE0F 1\uFE0F\u20E3 \u2139\uFE0F", 0},
		"fillers":                        {"a\U00013455b\U00016FE4c\uFFFC", 3},
		"a soft hyphen in a word":        {"pay\u00adpal", 1},
		"behind a word":                  {"bob@tidewell.example\u200b", 1},
		"before a word":                  {"\u200bstatus: x", 1},
		"before a heading":               {"text\n\u200b # Heading", 1},
		"before the first word":          {"\u200b - [ ] step", 1},
		"long, between letters":          {"a" + strings.Repeat("\u200b", 40) + "b", 40},
		"a message of two characters":    {"a \u200b\u200c\u200c\u200b\u200b\u200b\u200c\u200b\u200c b", 9},
		"a message down the lines":       {"a\n\u200b\n\u200c\n\u200c\n\u200b\n\u200b\nb", 5},
		"a message in blanks":            {"a \u200b \u200c \u200c \u200b \u200b \u200c \u200b b", 7},
		"direction in padding":           {"a \u200b\u202e\u200b b", 3},
		"a mark of direction by itself":  {"a \u200e b", 1},
		"a tag by itself":                {"a \U000e0041 b", 1},
		"a control character":            {"a \x1b b", 1},
		"a joiner in a word":             {"pay\u200dpal", 1},
		"a joiner behind an emoji":       {"👩\u200d x", 1},
		"an emoji of two":                {"👩\u200d💻 ❤\ufe0f\u200d🔥 👩🏽\u200d🚀", 0},
		"Persian":                        {"می\u200cخواهم", 0},
		"Hindi":                          {"क्\u200dष", 0},
		"a joiner from Persian to Latin": {"می\u200cpay", 1},
		"a byte order mark ahead":        {"\ufeff---\n", 0},
	} {
		if got := CountHidden(WithoutPadding(c.text)); got != c.want {
			t.Errorf("%s: %q counts %d, want %d", name, c.text, got, c.want)
		}
	}
}

// Whatever stands around it: what turns the direction of a text, a tag, or a joiner between two Latin
// letters counts, and so does any hidden character inside a word.
func TestWhatHidesMeaningAlwaysCounts(t *testing.T) {
	around := rapid.StringOfN(rapid.RuneFrom([]rune{'a', 'é', ' ', '\n', '\r', '\u00a0', '\u034f', '\u200b', '\u200c', '\u200d', '\u00ad', '\ufeff', '👩', 'م'}), 0, 30, -1)
	alone := rapid.OneOf(
		rapid.RuneFrom(nil, unicode.Bidi_Control),
		rapid.Map(rapid.IntRange(0xE0001, 0xE007F), func(n int) rune { return rune(n) }),
	)
	inside := rapid.SampledFrom([]rune{'\u034f', '\u200b', '\u200c', '\u200d', '\u00ad', '\u2060', '\ufeff'})
	rapid.Check(t, func(t *rapid.T) {
		before, after := around.Draw(t, "before"), around.Draw(t, "after")
		for _, what := range []string{string(alone.Draw(t, "alone")), "a" + string(inside.Draw(t, "inside")) + "b"} {
			text := before + what + after
			if CountHidden(WithoutPadding(text)) == 0 {
				t.Fatalf("nothing of %q counts", text)
			}
		}
	})
}

// The words of a text are the same without its padding.
func TestWithoutPaddingChangesNoWord(t *testing.T) {
	texts := rapid.StringOfN(rapid.RuneFrom([]rune{'a', 'b', ' ', '\n', '\u034f', '\u200b', '\u202e'}), 0, 60, -1)
	words := func(text string) string {
		return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if isZeroWidth(r) {
				return -1
			}
			return r
		}, text)), " ")
	}
	rapid.Check(t, func(t *rapid.T) {
		text := texts.Draw(t, "text")
		if got := WithoutPadding(text); words(got) != words(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Fatalf("%q becomes %q", text, got)
		}
	})
}
