// Package python reads YAML, times and front matter as Python and PyYAML do for the agents' own programs.
package python

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"coldstart/vault/text"
)

const dashes = "---"

// LongestFront is how many bytes of front matter are read as YAML. Real ones reach 4 kB.
const LongestFront = 256 << 10

// Front is the front matter of a request as the agents' own program takes it.
type Front struct {
	Value
	// Between is what is between the dashes, with line feeds alone. Where the program takes nothing, it is what a
	// person would take.
	Between string
	// Body is where the text behind it begins.
	Body int
	// Behind is true where fields follow the dashes in the first line.
	Behind bool
}

// ReadFront reads the front matter of a request as the agents' program does: all between the first two times that
// there are three dashes, wherever they are, if the first are the beginning of the file. The error is an *Error with
// a whole sentence.
func ReadFront(b []byte) (f Front, err error) {
	if f.Between, err = split(b); err != nil {
		return f, err
	}
	f.Body = 2*len(dashes) + bytes.Index(b[len(dashes):], []byte(dashes))
	line, _ := text.LineAt(b, 0)
	f.Behind = !text.IsFence(line)
	f.Value, err = ReadYAML(f.Between)
	var refused *Error
	switch {
	case !errors.As(err, &refused) || refused.Raises != "":
	case refused.Line > 0:
		err = refuse(fmt.Sprintf("line %d %s", refused.Line, strings.TrimPrefix(refused.Reason, "it ")))
	default:
		err = refuse("the front matter is not valid YAML: " + refused.Reason)
	}
	return f, err
}

// split is their startswith("---") and split("---", 2).
func split(b []byte) (front string, err error) {
	switch {
	case !utf8.Valid(b):
		return "", refuse("it is not UTF-8")
	case bytes.HasPrefix(b, text.BOM):
		err = refuse("there is a byte order mark in front of the three dashes")
	case !bytes.HasPrefix(b, []byte(dashes)):
		err = refuse("it does not begin with three dashes")
	}
	rest, fenced := bytes.CutPrefix(bytes.TrimSpace(bytes.TrimPrefix(b, text.BOM)), []byte(dashes))
	inner, _, closed := bytes.Cut(rest, []byte(dashes))
	switch {
	case !fenced:
		return "", err
	case !closed && err == nil:
		err = refuse("the front matter is never closed")
	case len(inner) > LongestFront:
		return "", refuse("the front matter is too long to check")
	}
	return Lines(string(inner)), err
}

// Match finds the front matter of a text with line feeds as the agents' plan manager does, by
// re.match(r"^---\n(.*?)\n---\n", …, re.DOTALL). The text behind it begins at body.
func Match(whole string) (front string, body int, ok bool) {
	rest, ok := strings.CutPrefix(whole, dashes+"\n")
	if !ok {
		return "", 0, false
	}
	front, behind, ok := strings.Cut(rest, "\n"+dashes+"\n")
	return front, len(whole) - len(behind), ok
}

// Lines is a text with line feeds alone, as Python opens it.
func Lines(whole string) string {
	return strings.ReplaceAll(strings.ReplaceAll(whole, "\r\n", "\n"), "\r", "\n")
}
