package dialect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on what is kept of one file. Longer text is cut with an ellipsis; the
// file itself shows the rest.
const (
	// maxText is the most bytes that are kept of a value, a title or a step.
	maxText = 2000
	// maxKey is the most bytes a key has.
	maxKey = 64
	// maxFolded is the most bytes of a text that rules look at word by word.
	maxFolded = 400
	// maxFrontLines is the most lines a front matter has.
	maxFrontLines = 200
	// maxCells is the most columns of a table that are read.
	maxCells = 32
)

// words gives the words of s in lower case, each between blanks, so that a phrase
// can be looked for with its ends. Whatever is neither letter nor digit parts
// words, but for apostrophes, which vanish.
func words(s string) string { return fold(s, false) }

// names is words for text in which file and folder names stand: an underscore
// does not part words, so that Pending_Approval does not speak of approval.
func names(s string) string { return fold(s, true) }

func fold(s string, join bool) string {
	s = cutBytes(s, maxFolded)
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte(' ')
	blank := true
	for _, r := range s {
		switch {
		case r == '\'' || r == '’':
			continue
		case r == '_' && join, unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(unicode.ToLower(r))
			blank = false
		case !blank:
			b.WriteByte(' ')
			blank = true
		}
	}
	if !blank {
		b.WriteByte(' ')
	}
	return b.String()
}

// hasPhrase reports whether folded text has the phrase as whole words.
func hasPhrase(folded, phrase string) bool { return phraseAt(folded, phrase, 0) >= 0 }

// phraseAt gives where the phrase begins in folded text at or behind from, -1 when
// it does not.
func phraseAt(folded, phrase string, from int) int {
	for from < len(folded) {
		i := strings.Index(folded[from:], phrase)
		if i < 0 {
			return -1
		}
		i += from
		if end := i + len(phrase); i > 0 && folded[i-1] == ' ' && end < len(folded) && folded[end] == ' ' {
			return i
		}
		from = i + 1
	}
	return -1
}

// anyPhrase reports whether folded text has one of the phrases.
func anyPhrase(folded string, phrases []string) bool {
	for _, phrase := range phrases {
		if hasPhrase(folded, phrase) {
			return true
		}
	}
	return false
}

// cutBytes cuts s to at most n bytes, between characters.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// clip bounds a text and says so.
func clip(s string) string {
	if len(s) <= maxText {
		return s
	}
	return cutBytes(s, maxText) + "…"
}

// isFiller reports characters that mails fill their previews with. Alone inside a
// word they stay, for the screen to show.
func isFiller(r rune) bool {
	switch r {
	case '\u00AD', '\u034F', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF':
		return true
	}
	return false
}

// tidy gives s as one line: white space becomes single blanks, and filler goes
// where it stands beside white space, beside other filler, or at an end.
func tidy(s string) string {
	if isTidy(s) {
		return clip(s)
	}
	runes := []rune(cutBytes(s, 2*maxText))
	gap := func(i int) bool {
		return i < 0 || i >= len(runes) || unicode.IsSpace(runes[i]) || isFiller(runes[i])
	}
	var b strings.Builder
	for i, r := range runes {
		switch {
		case unicode.IsSpace(r), isFiller(r) && (gap(i-1) || gap(i+1)):
			if n := b.Len(); n > 0 && b.String()[n-1] != ' ' {
				b.WriteByte(' ')
			}
		default:
			b.WriteRune(r)
		}
	}
	return clip(strings.TrimRight(b.String(), " "))
}

// isTidy reports plain printable text without doubled blanks, which most is.
func isTidy(s string) bool {
	last := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= utf8.RuneSelf || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return s == "" || last != ' '
}

// normalKey gives a key in one spelling: lower case, words joined by underscores,
// so that taskFile, task-file and "Task File" are one key.
func normalKey(s string) string {
	plain := true
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && c != '_' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	lower := false
	for _, r := range s {
		switch {
		case unicode.IsUpper(r):
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
			lower = false
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '.':
			b.WriteRune(r)
			lower = true
		default:
			if n := b.Len(); n > 0 && b.String()[n-1] != '_' {
				b.WriteByte('_')
			}
			lower = false
		}
	}
	return strings.TrimRight(b.String(), "_")
}
