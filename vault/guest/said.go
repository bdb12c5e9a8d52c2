package guest

import (
	"iter"
	"strconv"
	"strings"

	"coldstart/vault/source"
	"coldstart/vault/text"
)

// Line is a line of a text: a heading, an item with a box, or anything else.
type Line struct {
	Number int
	// Text is the whole line. Level and Heading are those of a heading, zero for any other.
	Text    string
	Level   int
	Heading string
	// Boxed is true for an item with a box.
	Boxed bool
	Box   text.Box
}

// Said are the lines of a text that stand in no code and no comment.
func Said(body string) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for at, said := range text.Unfenced([]byte(text.WithoutComments(body))) {
			l := Line{Number: at.Number, Text: said}
			if l.Level, l.Heading = text.Heading(said); l.Level == 0 {
				l.Box, l.Boxed = text.ReadBox(said)
				l.Box.Line = at.Number
			}
			if !yield(l) {
				return
			}
		}
	}
}

// Title is the first heading of the first level of a text, empty for none.
func Title(body string) string {
	for l := range Said(body) {
		if l.Level == 1 {
			return l.Heading
		}
	}
	return ""
}

// TitleIn is the first title among some documents of which something is left without the words that
// all of a kind have: named takes them away.
func TitleIn(named func(heading string) string, all ...source.Document) string {
	for _, d := range all {
		if heading := Title(d.Text); heading != "" {
			if title := named(heading); title != "" {
				return title
			}
		}
	}
	return ""
}

// Word is a value of JSON as people write it: a text, a number, yes or no. It is empty for anything else.
func Word(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}
