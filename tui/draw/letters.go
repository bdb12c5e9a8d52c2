package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/styles"
)

// Match is a part of a text, from one offset to another.
type Match struct{ From, To int }

// Lowered is s in lower case with all offsets unchanged: a letter whose lower case has another
// length in bytes stays.
func Lowered(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if small := unicode.ToLower(r); r != utf8.RuneError && utf8.RuneLen(small) == size {
			b.WriteRune(small)
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// SoughtWords are the words that were typed, in lower case.
func SoughtWords(typed string) []string { return strings.Fields(Lowered(typed)) }

// leastLetters is the shortest word matched letter by letter, within mostSpelled bytes of a text.
const (
	leastLetters = 3
	mostSpelled  = 256
)

// Spelled finds the letters of a word in a text in order, both in lower case. Each begins a
// word of the text or comes later in the word of the letter before: "clhub", "hubsh" and
// "crkd" find "claim for cracked hub shells". A word of less than leastLetters finds nothing.
func Spelled(word, text string) []Match {
	if utf8.RuneCountInString(word) < leastLetters {
		return nil
	}
	text = text[:min(len(text), mostSpelled)]
	if !InOrder(word, text) {
		return nil
	}
	letters, at := []rune(word), 0
	t := runesOf(text)
	ends := t.endings(letters)
	var out []Match
	for k := range letters {
		same := k > 0
		for !ends[k][at] || !same && !t.begins[at] {
			same = same && IsWordRune(t.runes[at])
			if at++; at == len(t.runes) {
				return nil
			}
		}
		out = append(out, Match{t.offsets[at], t.offsets[at+1]})
		at++
	}
	return out
}

// spelledText is a text as letters, with their offsets and whether a word begins there.
type spelledText struct {
	runes   []rune
	offsets []int
	begins  []bool
}

func runesOf(text string) spelledText {
	var t spelledText
	for i, r := range text {
		t.runes, t.offsets, t.begins = append(t.runes, r), append(t.offsets, i), append(t.begins, beginsWord(text, i))
	}
	t.offsets = append(t.offsets, len(text))
	return t
}

// endings says for letter k and place i whether letters k and on can match with k at i. It
// works from the end, so it is linear in letters times places.
func (t spelledText) endings(letters []rune) [][]bool {
	ends := make([][]bool, len(letters))
	for k := len(letters) - 1; k >= 0; k-- {
		ends[k] = make([]bool, len(t.runes)+1)
		// The next letter fits later at the beginning of a word, or in this word.
		later, same := false, false
		for i := len(t.runes) - 1; i >= 0; i-- {
			ends[k][i] = t.runes[i] == letters[k] && (k == len(letters)-1 || later || same)
			if k < len(letters)-1 {
				later = later || ends[k+1][i] && t.begins[i]
				same = ends[k+1][i] || same && IsWordRune(t.runes[i])
			}
		}
	}
	return ends
}

// InOrder reports whether a text has the letters of a word in order.
func InOrder(word, text string) bool {
	for _, letter := range word {
		at := strings.IndexRune(text, letter)
		if at < 0 {
			return false
		}
		text = text[min(len(text), at+utf8.RuneLen(letter)):]
	}
	return true
}

// IsWordRune reports a letter or digit.
func IsWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// beginsWord reports whether a word, or a number in one, begins at i; leading zeros are skipped.
func beginsWord(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	start := text[:i]
	if unicode.IsDigit(r) {
		start = strings.TrimRight(start, "0")
	}
	before, _ := utf8.DecodeLastRuneInString(start)
	return IsWordRune(r) && (start == "" || !IsWordRune(before) || unicode.IsDigit(r) != unicode.IsDigit(before))
}

// mostMarked is how often a word is marked in a text.
const mostMarked = 20

// Marked highlights the sought words in a text as shown.
func Marked(t styles.Text, sought []string, role styles.Role) styles.Line {
	return markedBy(Matches, t, sought, role)
}

// markedBy is Marked with a function that finds words.
func markedBy(places func(word, text string) []Match, t styles.Text, sought []string, role styles.Role) styles.Line {
	if len(sought) == 0 {
		return styles.Line{{Text: t, Role: role}}
	}
	shown := Lowered(t.String())
	hit := make([]bool, len(shown))
	for _, w := range sought {
		for _, s := range places(w, shown) {
			for i := s.From; i < s.To; i++ {
				hit[i] = true
			}
		}
	}
	return t.Marked(hit, role, styles.RoleMatch)
}

// MarkedLines highlights words, not letters, in lines.
func MarkedLines(lines []styles.Line, sought []string) []styles.Line {
	if len(sought) == 0 {
		return lines
	}
	out := make([]styles.Line, len(lines))
	for i, l := range lines {
		for _, s := range l {
			out[i] = styles.Join(out[i], markedBy(asTyped, s.Text, sought, s.Role))
		}
	}
	return out
}

// Matches are the places of a word in a text, else those of its letters; both in lower case.
func Matches(word, text string) []Match {
	if out := asTyped(word, text); len(out) > 0 {
		return out
	}
	return Spelled(word, text)
}

func asTyped(word, text string) []Match {
	var out []Match
	for at := 0; len(out) < mostMarked; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		out = append(out, Match{at + i, at + i + len(word)})
		at += i + len(word)
	}
	return out
}
