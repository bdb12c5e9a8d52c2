package list

import (
	"strings"
	"unicode/utf8"
)

// Differing says at which byte each of the names has to be seen, since others that are cut to the same
// differ from it there; 0 for a name that its beginning tells apart. Cut are the names as they
// would be shown.
func Differing(names, cut []string) []int {
	at := make([]int, len(names))
	alike := map[string][]int{}
	for i, c := range cut {
		alike[c] = append(alike[c], i)
	}
	for _, same := range alike {
		for _, i := range same {
			for _, j := range same {
				if names[i] != names[j] {
					at[i] = max(at[i], common(names[i], names[j]))
				}
			}
		}
	}
	return at
}

// common is how many bytes two names have in common from their beginning.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

const (
	// headShare is the part of a row that the beginning of an elided name has.
	headShare = 3
	// Elision stands for what is left out of a name.
	Elision = "…"
)

// Elided is a name for w cells in which byte at is seen: its beginning, and what follows from the word
// on in which that byte stands, or its end where that has room.
func Elided(name string, at, w int) string {
	head := upTo(name, w/headShare)
	room := w - w/headShare - 1
	from := strings.LastIndexAny(name[:at], " _-./") + 1
	if at-from >= room {
		// The word is longer than the row.
		from = at - room/2
	}
	from = max(len(head), min(from, len(name)-room))
	for from < len(name) && !utf8.RuneStart(name[from]) {
		from++
	}
	if from == len(head) {
		return name
	}
	return strings.TrimRight(head, " ") + Elision + strings.TrimLeft(name[from:], " ")
}

// upTo is the beginning of a text with n characters.
func upTo(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
