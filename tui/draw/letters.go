package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/styles"
)

// Match is a part of a text, from one offset to another.
type Match struct{ From, To int }

// Lowered is s in small letters. Every letter keeps its place: one whose small form
// takes another number of bytes stays as it is.
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

// SoughtWords are the words of what was typed, in small letters.
func SoughtWords(typed string) []string { return strings.Fields(Lowered(typed)) }

// leastLetters is the shortest word that is also looked for letter by letter, and
// mostSpelled how many bytes of a text it is looked for in.
const (
	leastLetters = 3
	mostSpelled  = 256
)

// Spelled finds the letters of a word in a text, both in small letters, in their
// order: each begins a word of the text, follows on the letter before, or stands
// further on in the same word. So "clhub" and "hubsh" and "crkd" all find
// "claim for cracked hub shells". A word that is too short to mean something that way
// finds nothing.
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

// spelledText is a text by its letters, where they stand, and whether a word begins there.
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
				same = ends[k+1][i] || same && IsWordRune(t.runes[i])
			}
		}
	}
	return ends
}

// InOrder is the quick look before the thorough one.
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

// IsWordRune reports whether words are made of such letters.
func IsWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// beginsWord reports whether a word, or a number in one, begins at i, leading zeros apart.
func beginsWord(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	start := text[:i]
	if unicode.IsDigit(r) {
		start = strings.TrimRight(start, "0")
	}
	before, _ := utf8.DecodeLastRuneInString(start)
	return IsWordRune(r) && (start == "" || !IsWordRune(before) || unicode.IsDigit(r) != unicode.IsDigit(before))
}

// mostMarked is how often one word is marked in one text.
const mostMarked = 20

// Marked sets apart what the sought words find in a text as it is shown.
func Marked(t styles.Text, sought []string, role styles.Role) styles.Line {
	return markedBy(Matches, t, sought, role)
}

// markedBy is marked with the places of a word that a function finds.
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

// MarkedLines marks whole words in lines that are laid out.
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

// Matches are the places of a word in a text, both in small letters, else those of its letters.
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
