package text

import (
	"strings"
	"unicode/utf8"
)

// Shorten ends a text behind the last sentence for which there is room, else behind a word. Most
// counts letters; a first word that is longer leaves nothing.
func Shorten(words []string, most int) string {
	all, ends, n := len(words), 0, 0
	for i, w := range words {
		if n += utf8.RuneCountInString(w) + 1; n > most {
			all = i
			break
		}
		if strings.HasSuffix(w, ".") || strings.HasSuffix(w, "。") {
			ends = i + 1
		}
	}
	switch {
	case all == len(words):
		return strings.Join(words, " ")
	case ends > 0:
		return strings.Join(words[:ends], " ")
	case all == 0:
		return ""
	}
	return strings.Join(words[:all], " ") + " …"
}
