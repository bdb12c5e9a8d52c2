// Package text reads and edits text: lines, front matter, YAML, JSON and lines of JSON. What
// it reads has the place where it stands, so that one part can be changed and every other byte
// stays. It takes bytes and gives values; it opens no file, knows no clock, and takes nothing
// for granted about what it is given.
package text

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"coldstart/model"
)

// Blanks gives the blanks that a text begins with.
func Blanks(b []byte) []byte { return b[:len(b)-len(bytes.TrimLeft(b, " \t\r\n"))] }

// LastText gives the end of the last line with text ahead of an offset, without its
// line end; 0 when there is none.
func LastText(b []byte, before int) int {
	if text := bytes.TrimRight(b[:before], " \t\r\n"); len(text) == 0 || bytes.Equal(text, BOM) {
		return len(text)
	}
	return TextEnd(b, 0, before)
}

// OpenFence gives the line in which a code block begins that is never closed, 0 when
// there is none.
func OpenFence(b []byte) int {
	open, from, number := "", 0, 0
	for at := 0; at < len(b); {
		raw, next := LineAt(b, at)
		at, number = next, number+1
		line := string(bytes.TrimRight(raw, " \t"))
		mark := FenceMark(line)
		switch {
		case open != "":
			if strings.HasPrefix(mark, open) && strings.TrimSpace(line) == mark {
				open = ""
			}
		case mark != "":
			open, from = mark, number
		}
	}
	if open == "" {
		return 0
	}
	return from
}

// LineError is what is wrong with a file, by line.
type LineError struct {
	Line   int
	Reason string
}

// Error says it in a sentence.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// BOM is the byte order mark of UTF-8.
var BOM = []byte{0xEF, 0xBB, 0xBF}

// ErrUneven is returned for plans whose line ends are damaged, which every editor
// shows differently.
var ErrUneven = errors.New("its line ends are damaged, so it was left as it is")

// HeadingLevel counts the marks that a line begins with.
func HeadingLevel(line string) int { return len(line) - len(strings.TrimLeft(line, "#")) }

// HeadingAt gives the level and the text of a heading, 0 for any other line. The
// text keeps a mark at its end, as in "Learn C#".
func HeadingAt(line string) (level int, text string) {
	if _, ok := Heading(line); !ok {
		return 0, ""
	}
	level = HeadingLevel(line)
	return level, strings.TrimSpace(line[level:])
}

// TextEnd gives the end of the last line with text in a part of b, without its line
// end. The part begins with such a line.
func TextEnd(b []byte, from, to int) int {
	last := from + len(bytes.TrimRight(b[from:to], " \t\r\n"))
	line, _ := LineAt(b[:to], last)
	return last + len(line)
}

// Problem tells of a file that cannot be read, with the line where there is one.
func Problem(name string, err error, hint string) model.Problem {
	p := model.Problem{Path: name, Reason: err.Error(), Hint: hint}
	var at *LineError
	if errors.As(err, &at) {
		p.Line, p.Reason = at.Line, at.Reason
	}
	return p
}

// Heading gives the text of an ATX heading.
func Heading(line string) (string, bool) {
	text := strings.TrimLeft(line, "#")
	level := len(line) - len(text)
	if level < 1 || level > 6 || (text != "" && text[0] != ' ' && text[0] != '\t') {
		return "", false
	}
	return strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text), "#")), true
}

// maxLabel is how long the label of a field may be in bytes; longer bold text is
// prose.
const maxLabel = 60

// Labelled takes "**Label:** value" and "**Label**: value", also as a list item.
func Labelled(text string) (label, value string, ok bool) {
	if item, cut := strings.CutPrefix(text, "- "); cut {
		text = item
	} else {
		text = strings.TrimPrefix(text, "* ")
	}
	if text, ok = strings.CutPrefix(text, "**"); !ok {
		return "", "", false
	}
	label, value, ok = strings.Cut(text, "**")
	name, inside := strings.CutSuffix(strings.TrimSpace(label), ":")
	value, behind := strings.TrimSpace(value), false
	if !inside {
		value, behind = strings.CutPrefix(value, ":")
	}
	name = strings.TrimSpace(name)
	return name, strings.TrimSpace(value), ok && (inside || behind) && name != "" && len(name) <= maxLabel
}

// Lines gives the lines of b without their ends.
func Lines(b []byte) []string {
	var lines []string
	for at := 0; at < len(b); {
		line, next := LineAt(b, at)
		lines = append(lines, string(line))
		at = next
	}
	return lines
}

// LineEnd gives the line end that a file uses. It fails where they are damaged.
func LineEnd(b []byte) (string, error) {
	first, next := LineAt(b, 0)
	end := string(b[len(first):next])
	switch {
	case bytes.Contains(b, []byte("\r\r\n")):
		return "", ErrUneven
	case end == "":
		return "\n", nil
	case end != "\n" && end != "\r\n" && end != "\r":
		return "", ErrUneven
	}
	return end, nil
}

// LineAt gives the line that starts at offset at, without its line end, and the
// offset of the next one. A line ends at a line feed, with any number of carriage
// returns before it, or at carriage returns alone, as the reference program reads
// them.
func LineAt(b []byte, at int) (line []byte, next int) {
	end := at
	for end < len(b) && b[end] != '\n' && b[end] != '\r' {
		end++
	}
	for next = end; next < len(b) && b[next] == '\r'; {
		next++
	}
	if next < len(b) && b[next] == '\n' {
		next++
	}
	return b[at:end], next
}

// Unfenced gives the lines that stand outside code fences, without line ends and
// the blanks before them. A fence that is never closed hides nothing: reading
// starts again behind it and takes no more fences. All lines share the memory of one
// text: who keeps a few of them clones these.
func Unfenced(b []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range NumberedUnfenced(b) {
			if !yield(line) {
				return
			}
		}
	}
}

// NumberedUnfenced is Unfenced with the number of each line, counted from 1.
func NumberedUnfenced(b []byte) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at, line := range PlacedUnfenced(b) {
			if !yield(at.Number, line) {
				return
			}
		}
	}
}

// Place is where a line stands: its number, counted from 1, its offset, and
// that of the next line.
type Place struct{ Number, From, Next int }

// PlacedUnfenced is Unfenced with the place of each line.
func PlacedUnfenced(b []byte) iter.Seq2[Place, string] {
	return func(yield func(Place, string) bool) {
		text := string(b)
		var now, behind Place
		open, heeded := "", true
		for now.Next < len(b) {
			raw, next := LineAt(b, now.Next)
			now = Place{now.Number + 1, now.Next, next}
			line := text[now.From : now.From+len(bytes.TrimRight(raw, " \t"))]
			mark := ""
			if heeded {
				mark = FenceMark(line)
			}
			switch {
			case open != "":
				if strings.HasPrefix(mark, open) && strings.TrimSpace(line) == mark {
					open = ""
				}
			case mark != "":
				open, behind = mark, now
			case !yield(now, line):
				return
			}
			if now.Next == len(b) && open != "" {
				now, open, heeded = behind, "", false
			}
		}
	}
}

// FenceMark gives the three or more backticks or tildes that a line starts with,
// "" when it is no fence. Backticks further on make it text, not a fence.
func FenceMark(line string) string {
	line = strings.TrimLeft(line, " \t")
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(line, c)
		mark := line[:len(line)-len(rest)]
		if len(mark) >= 3 && (c == "~" || !strings.Contains(rest, c)) {
			return mark
		}
	}
	return ""
}

// ErrEmpty is what is wrong with a file that has to say something and says nothing.
var ErrEmpty = errors.New("the file is empty")

// IsBlank tells a text of nothing but blanks.
func IsBlank(b []byte) bool { return len(bytes.TrimSpace(bytes.TrimPrefix(b, BOM))) == 0 }

// EmptyFile tells of a file that has to say something and says nothing.
func EmptyFile(name, hint string) model.Problem {
	return model.Problem{Path: name, Reason: ErrEmpty.Error(), Hint: hint}
}

// CheckUTF8 fails at the first line that is not UTF-8, which agents cannot read.
func CheckUTF8(b []byte) error {
	if utf8.Valid(b) {
		return nil
	}
	for at, line := 0, 1; at < len(b); line++ {
		text, next := LineAt(b, at)
		if !utf8.Valid(text) {
			return &LineError{line, "text is not UTF-8"}
		}
		at = next
	}
	return nil
}
