package gate

import (
	"regexp"
	"strings"
	"sync"
)

// ofParallel are the places that parallel fills, as {}, {.} and {1}.
var ofParallel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{[^{}\s]*\}`) })

// filling writes unknown words where xargs and parallel put what they read; added is true
// when that is at the end.
func filling(c command) (_ command, added bool) {
	if !c.is(fills) {
		return c, false
	}
	mark, found, begun := "{}", c.words[:1:1], false
	for i := 1; i < len(c.words) && !strings.HasPrefix(string(c.words[i]), ":::"); i++ {
		given, next, ok := placeMark(string(c.words[i]))
		begun = begun || !c.words[i].isOption() && !takesValue(c.words[i-1])
		switch {
		case !ok || begun: // what the program that is run gets is its own
			found = append(found, c.words[i])
		case next && i+1 < len(c.words):
			i++
			mark = string(c.words[i])
		case given != "":
			mark = given
		}
	}
	for i, w := range found[1:] {
		text := ofParallel().ReplaceAllString(string(w), string(unknown))
		found[i+1] = known(strings.ReplaceAll(text, mark, string(unknown)))
	}
	return command{words: append(found, word{unknown}), input: c.input}, true
}

// placeMark reads the option that says where to put what was read; next is true when the
// word behind it says so, and ok is false for any other word.
func placeMark(w string) (mark string, next, ok bool) {
	if mark, ok := strings.CutPrefix(w, "--replace"); ok {
		return strings.TrimPrefix(mark, "="), false, true
	}
	letters, ok := strings.CutPrefix(w, "-")
	letters = strings.TrimLeft(letters, "0rtpxoe")
	if !ok || letters == "" || !strings.ContainsAny(letters[:1], "IiJ") {
		return "", false, false
	}
	return letters[1:], letters[1:] == "" && letters[0] != 'i', true
}
