package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// stretch is a part of a text, from one offset to another.
type stretch struct{ from, to int }

// lowered is s in small letters. Every letter keeps its place: one whose small form
// takes another number of bytes stays as it is.
func lowered(s string) string {
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

// soughtWords are the words of what was typed, in small letters.
func soughtWords(typed string) []string { return strings.Fields(lowered(typed)) }

const (
	// leastLetters is the shortest word that is also looked for letter by letter, and
	// mostSpelled how many bytes of a text it is looked for in.
	leastLetters = 3
	mostSpelled  = 256
)

// spelled finds the letters of a word in a text, both in small letters, in their
// order: each begins a word of the text, follows on the letter before, or stands
// further on in the same word. So "clhub" and "hubsh" and "crkd" all find
// "claim for cracked hub shells". A word that is too short to mean something that way
// finds nothing.
func spelled(word, text string) []stretch {
	if utf8.RuneCountInString(word) < leastLetters {
		return nil
	}
	text = text[:min(len(text), mostSpelled)]
	if !inOrder(word, text) {
		return nil
	}
	letters, at := []rune(word), 0
	t := runesOf(text)
	ends := t.endings(letters)
	var out []stretch
	for k := range letters {
		same := k > 0
		for !ends[k][at] || !same && !t.begins[at] {
			same = same && isWordRune(t.runes[at])
			if at++; at == len(t.runes) {
				return nil
			}
		}
		out = append(out, stretch{t.offsets[at], t.offsets[at+1]})
		at++
	}
	return out
}

// spelledText is a text by its letters: where each stands, and whether a word begins
// there.
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

// endings says for each letter and each place whether the letters from this one on
// fit when it stands there. It works from the end, so it takes as many steps as
// there are letters times places, whatever the text.
func (t spelledText) endings(letters []rune) [][]bool {
	ends := make([][]bool, len(letters))
	for k := len(letters) - 1; k >= 0; k-- {
		ends[k] = make([]bool, len(t.runes)+1)
		// Of the next letter: it fits further on at the beginning of a word, or in
		// the word that goes on here.
		later, same := false, false
		for i := len(t.runes) - 1; i >= 0; i-- {
			ends[k][i] = t.runes[i] == letters[k] && (k == len(letters)-1 || later || same)
			if k < len(letters)-1 {
				later = later || ends[k+1][i] && t.begins[i]
				same = ends[k+1][i] || same && isWordRune(t.runes[i])
			}
		}
	}
	return ends
}

// inOrder is the quick look before the thorough one.
func inOrder(word, text string) bool {
	for _, letter := range word {
		at := strings.IndexRune(text, letter)
		if at < 0 {
			return false
		}
		text = text[min(len(text), at+utf8.RuneLen(letter)):]
	}
	return true
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// beginsWord reports whether a word, or a number inside one, begins at i. A number
// also begins behind its leading zeros.
func beginsWord(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	start := text[:i]
	if unicode.IsDigit(r) {
		start = strings.TrimRight(start, "0")
	}
	before, _ := utf8.DecodeLastRuneInString(start)
	return isWordRune(r) && (start == "" || !isWordRune(before) || unicode.IsDigit(r) != unicode.IsDigit(before))
}
