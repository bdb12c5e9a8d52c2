package dialect

import (
	"strings"
	"unicode/utf8"
)

// stepMarks are the signs that stand for the state of a step, in a box or, in
// front of a numbered item, without one. Any other single sign in a box is open.
var stepMarks = []struct {
	sign string
	done bool
	// bare is true for signs that count without a box.
	bare bool
}{
	{" ", false, false},
	{"x", true, false},
	{"X", true, false},
	{"✅", true, true},
	{"✔", true, true},
	{"☑", true, true},
	{"✓", true, true},
	{"⬜", false, true},
	{"☐", false, true},
	{"🔄", false, true},
	{"⏳", false, true},
	{"❌", false, true},
}

// placeholders are texts of a box in an empty form.
var placeholders = []string{" none ", " n a ", " nothing ", " no items ", " "}

// boxOf reads "[ ] text", "[x] text" and boxes with any other single sign.
func boxOf(text string) (mark string, done bool, rest string, ok bool) {
	inner, boxed := strings.CutPrefix(text, "[")
	if !boxed || inner == "" {
		return "", false, "", false
	}
	r, size := utf8.DecodeRuneInString(inner)
	mark = inner[:size]
	rest = strings.TrimPrefix(inner[size:], "\uFE0F")
	rest, closed := strings.CutPrefix(rest, "]")
	if !closed || r == utf8.RuneError && size == 1 || rest != "" && strings.ContainsRune("([:", rune(rest[0])) {
		return "", false, "", false
	}
	for _, m := range stepMarks {
		done = done || m.done && m.sign == mark
	}
	return mark, done, strings.TrimSpace(rest), true
}

// tickOf reads a sign of the table without a box.
func tickOf(text string) (mark string, done bool, rest string, ok bool) {
	if text == "" || text[0] < utf8.RuneSelf {
		return "", false, "", false
	}
	for _, m := range stepMarks {
		if rest, ok := strings.CutPrefix(text, m.sign); ok && m.bare {
			return m.sign, m.done, strings.TrimSpace(strings.TrimPrefix(rest, "\uFE0F")), true
		}
	}
	return "", false, "", false
}

// stepText takes bold marks and a number in front off the text of a step: "1.",
// "Step 1:". Signs of approval stay.
func stepText(text string) string {
	text = tidy(stripBold(text))
	for range 3 {
		rest, ok := cutNumber(text)
		if !ok {
			rest, ok = cutStepWord(text)
		}
		if !ok || rest == "" {
			break
		}
		text = rest
	}
	return text
}

// cutStepWord takes "Step 1:" off.
func cutStepWord(text string) (string, bool) {
	if len(text) < 7 || !strings.EqualFold(text[:5], "step ") {
		return text, false
	}
	rest := strings.TrimLeft(text[5:], "0123456789")
	if len(rest) == len(text)-5 || rest == "" || !strings.ContainsRune(":.)", rune(rest[0])) {
		return text, false
	}
	return strings.TrimSpace(rest[1:]), true
}

// isPlaceholder reports whether the text of a box says that there is no step.
func isPlaceholder(text string) bool {
	if len(text) > 12 {
		return false
	}
	folded := words(text)
	for _, p := range placeholders {
		if folded == p {
			return true
		}
	}
	return false
}

// choices are the words of boxes in which a person chooses what to do with a
// request. They are no steps.
var choices = []string{"approve", "approved", "reject", "rejected", "modify", "deny"}

// choiceOf gives the word when the text of a box is such a choice.
func choiceOf(text string) (string, bool) {
	text = trimMarks(text)
	for _, c := range choices {
		if len(text) < len(c) || !strings.EqualFold(text[:len(c)], c) {
			continue
		}
		rest := text[len(c):]
		if rest != "" && isLetter(rest[0]) {
			continue
		}
		rest = strings.TrimSpace(rest)
		if rest == "" || text[:len(c)] == strings.ToUpper(c) || strings.HasPrefix(rest, "—") || strings.ContainsRune("-:(", rune(rest[0])) {
			return c, true
		}
	}
	return "", false
}
