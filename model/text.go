package model

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine folds text to one line that is safe in the agents' files: single blanks, no
// control, bidirectional or invisible characters. Only a joiner that belongs where it is stays,
// as JoinsAt says.
func OneLine(text string) string {
	if isTidy(text) {
		return text
	}
	var b strings.Builder
	// between is what comes in front of the next character: a blank or a joiner.
	var between, before rune
	for _, r := range text {
		switch {
		case isSpace(r):
			if b.Len() > 0 {
				between = ' '
			}
			continue
		case isJoiner(r):
			if between == 0 {
				between = r
			}
			continue
		case IsHidden(r):
			continue
		}
		if between == ' ' || joins(before, between, r) {
			b.WriteRune(between)
		}
		between, before = 0, r
		b.WriteRune(r)
	}
	return b.String()
}

// isTidy reports whether a text is printable ASCII with single blanks, and none at its ends.
func isTidy(text string) bool {
	last := byte(' ')
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c >= unicode.MaxASCII || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return text == "" || last != ' '
}

// Unbroken makes each line break a blank and keeps all else.
func Unbroken(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\v", " ", "\f", " ",
		"\u0085", " ", "\u2028", " ", "\u2029", " ").Replace(text)
}

// Joined puts the lines of a text onto one, with " ⏎ " between two of them and single blanks, so
// that none is pushed out of sight. Blank lines are left out.
func Joined(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) }); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, LineSign)
}

// LineSign stands in a line of Joined where a line of the text ended.
const LineSign = " ⏎ "

// Counted is a number and a noun, in the plural unless it is 1.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.ContainsAny(stem[max(len(stem)-1, 0):], "aeou") {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\u2028' || r == '\u2029' }

// isJoiner reports the characters that join or part letters.
func isJoiner(r rune) bool { return r == '\u200C' || r == '\u200D' }

// IsHidden reports characters that do not show or that change how others show.
func IsHidden(r rune) bool {
	switch {
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), unicode.Is(unicode.Cs, r):
		return true
	case r == unicode.ReplacementChar, r == '\u2800', r == '\uFFFC', r == '\U00013455', r == '\U00016FE4': // blank Braille, an object that is not there, fillers
		return true
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r), unicode.Is(unicode.Variation_Selector, r):
		return true
	}
	return false
}

// CountHidden counts hidden characters, apart from line ends, tabs, a leading byte order
// mark, the selectors of emoji, and joiners where their script or an emoji needs them.
func CountHidden(text string) int {
	n := 0
	for i, r := range text {
		switch {
		case r < unicode.MaxASCII && (r >= ' ' || r == '\n' || r == '\r' || r == '\t'):
		case i == 0 && r == '\uFEFF', SelectsAt(text, i), isJoiner(r) && JoinsAt(text, i):
		case IsHidden(r):
			n++
		}
	}
	return n
}

// SelectsAt reports whether the character at a byte of a text picks how an emoji is drawn. Behind a
// letter or a digit it shows nothing and makes the word another one.
func SelectsAt(text string, at int) bool {
	selector, size := utf8.DecodeRuneInString(text[at:])
	if selector != '\uFE0E' && selector != '\uFE0F' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+size:])
	return before == 'ℹ' || after == '\u20E3' || !unicode.IsLetter(before) && !unicode.IsDigit(before)
}

// JoinsAt reports whether the character at a byte of a text is a zero-width joiner or non-joiner that
// belongs there: it stands between two letters of scripts whose letters change beside each other, or it
// makes two emoji one.
func JoinsAt(text string, at int) bool {
	joiner, size := utf8.DecodeRuneInString(text[at:])
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+size:])
	return joins(before, joiner, after)
}

// joins is JoinsAt for three characters.
func joins(before, joiner, after rune) bool {
	if joiner == '\u200D' && unicode.Is(unicode.So, after) {
		return unicode.Is(unicode.So, before) || before == '\uFE0F' || before >= 0x1F3FB && before <= 0x1F3FF
	}
	return isJoiner(joiner) && unicode.In(before, joined...) && unicode.In(after, joined...)
}

// joined are the scripts whose letters change beside each other.
var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
	unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
}

// WithoutPadding leaves out the characters that do not show and with which newsletters fill the line
// that a mailbox shows of them. A run of these and of blanks is padding if no word changes without it
// and it repeats one short pattern, or one in each line, so that it says nothing. One that touches a
// word, or begins a line with words, is long besides. Blanks and line ends stay.
func WithoutPadding(text string) string {
	if !strings.ContainsFunc(text, isZeroWidth) {
		return text
	}
	var out strings.Builder
	kept := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isZeroWidth(r) && !isPad(r) {
			i += size
			continue
		}
		end := len(text)
		if n := strings.IndexFunc(text[i:], func(r rune) bool { return !isZeroWidth(r) && !isPad(r) }); n >= 0 {
			end = i + n
		}
		if isPadding(text[i:end], i == 0, end == len(text)) {
			out.WriteString(text[kept:i])
			out.WriteString(strings.Map(func(r rune) rune {
				if isZeroWidth(r) {
					return -1
				}
				return r
			}, text[i:end]))
			kept = end
		}
		i = end
	}
	return out.String() + text[kept:]
}

// isZeroWidth reports the characters of zero width that newsletters are padded with. Those that turn the
// direction of a text are none.
func isZeroWidth(r rune) bool {
	switch r {
	case '\u00AD', '\u034F', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF':
		return true
	}
	return false
}

// isPad reports the blanks and line ends of padding.
func isPad(r rune) bool {
	return r == ' ' || r == '\n' || r == '\r' || r == '\t' || r >= utf8.RuneSelf && unicode.Is(unicode.Zs, r)
}

// The bounds of padding: the fewest fillers that may touch a word, and the longest pattern they repeat.
const (
	fewestTouching = 8
	longestPattern = 6
)

// isPadding reports whether a run of fillers and blanks is padding. first and last say that no text
// stands before it or behind it.
func isPadding(run string, first, last bool) bool {
	fillers := zeroWidths(run)
	if len(fillers) == 0 || !strings.ContainsFunc(run, isPad) || !repeats(fillers) && !eachLineRepeats(run) {
		return false
	}
	begins, _ := utf8.DecodeRuneInString(run)
	ends, _ := utf8.DecodeLastRuneInString(run)
	// What stands in front of words in their line can make a heading or a field of it, or none.
	leads := (first || strings.ContainsAny(run, "\r\n")) && strings.ContainsFunc(run[strings.LastIndexAny(run, "\r\n")+1:], isZeroWidth)
	touches := !first && isZeroWidth(begins) || !last && (isZeroWidth(ends) || leads)
	return !touches || len(fillers) >= fewestTouching
}

// zeroWidths returns the characters of zero width in a text.
func zeroWidths(text string) []rune {
	var out []rune
	for _, r := range text {
		if isZeroWidth(r) {
			out = append(out, r)
		}
	}
	return out
}

func eachLineRepeats(run string) bool {
	for line := range strings.Lines(run) {
		if fillers := zeroWidths(line); len(fillers) == 1 || len(fillers) > 1 && !repeats(fillers) {
			return false
		}
	}
	return true
}

// repeats reports whether one short pattern makes up all of a list, twice at least.
func repeats(list []rune) bool {
	for size := 1; size <= longestPattern && 2*size <= max(2, len(list)); size++ {
		if slices.Equal(list[size:], list[:len(list)-size]) {
			return true
		}
	}
	return false
}

// ErrorText returns the text of an error on one line: those that were joined are parted by
// semicolons.
func ErrorText(err error) string {
	text := err.Error()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return strings.Replace(text, inner.Error(), ErrorText(inner), 1)
		}
	case interface{ Unwrap() []error }:
		var was, now []string
		for _, inner := range e.Unwrap() {
			was, now = append(was, inner.Error()), append(now, ErrorText(inner))
		}
		if strings.Join(was, "\n") == text {
			return strings.Join(now, "; ")
		}
		for i := range was {
			text = strings.Replace(text, was[i], now[i], 1)
		}
	}
	return text
}
