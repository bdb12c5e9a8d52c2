package tui

import (
	"strings"

	"coldstart/styles"
)

// mostMarked is how often one word is marked in one text.
const mostMarked = 20

// marked shows a text with what the sought words find in it asTyped out. What is
// looked through is the text as it is shown, so nothing that is masked is found.
func marked(t styles.Text, sought []string, role styles.Role) styles.Line {
	return markedBy(stretches, t, sought, role)
}

// markedBy is marked with the places of a word that a function finds.
func markedBy(places func(word, text string) []stretch, t styles.Text, sought []string, role styles.Role) styles.Line {
	if len(sought) == 0 {
		return styles.Line{{Text: t, Role: role}}
	}
	shown := lowered(t.String())
	hit := make([]bool, len(shown))
	for _, w := range sought {
		for _, s := range places(w, shown) {
			for i := s.from; i < s.to; i++ {
				hit[i] = true
			}
		}
	}
	return t.Marked(hit, role, styles.RoleMatch)
}

// markedLines marks whole words in lines that are laid out.
func markedLines(lines []styles.Line, sought []string) []styles.Line {
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

// stretches are the places of a word in a text, both in small letters: where it
// stands as it is, else where its letters are.
func stretches(word, text string) []stretch {
	if out := asTyped(word, text); len(out) > 0 {
		return out
	}
	return spelled(word, text)
}

// asTyped are the places where a word stands as it was typed.
func asTyped(word, text string) []stretch {
	var out []stretch
	for at := 0; len(out) < mostMarked; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		out = append(out, stretch{at + i, at + i + len(word)})
		at += i + len(word)
	}
	return out
}
