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
	s := speller{word: word, text: text, failed: map[[2]int]bool{}}
	if !s.from(0, 0) {
		return nil
	}
	return s.found
}

// inOrder is the quick look before the thorough one.
func inOrder(word, text string) bool {
	for _, r := range text {
		if letter, size := utf8.DecodeRuneInString(word); r == letter {
			word = word[size:]
		}
		if word == "" {
			return true
		}
	}
	return false
}

// speller looks for the letters and remembers what led nowhere, so that no text
// takes it long.
type speller struct {
	word, text string
	failed     map[[2]int]bool
	found      []stretch
}

// from finds the letters from w on in the text from t on, where the last one ended.
func (s *speller) from(w, t int) bool {
	if w == len(s.word) {
		return true
	}
	if s.failed[[2]int{w, t}] {
		return false
	}
	letter, size := utf8.DecodeRuneInString(s.word[w:])
	inWord := w > 0
	for i := t; i < len(s.text); {
		r, n := utf8.DecodeRuneInString(s.text[i:])
		if r == letter && (inWord || beginsWord(s.text, i)) {
			had := len(s.found)
			s.found = append(s.found, stretch{i, i + n})
			if s.from(w+size, i+n) {
				return true
			}
			s.found = s.found[:had]
		}
		inWord = inWord && isWordRune(r)
		i += n
	}
	s.failed[[2]int{w, t}] = true
	return false
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
