// Package text reads and edits text: lines, front matter, YAML, JSON and lines of JSON.
// Whatever it reads keeps its offsets, so that one part can be changed and every other byte
// stays. It opens no file, knows no clock, and trusts nothing it is given.
package text

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"coldstart/model"
)

// BOM is the byte order mark of UTF-8.
var BOM = []byte{0xEF, 0xBB, 0xBF}

// LineError is what is wrong with a file, by line.
type LineError struct {
	Line   int
	Reason string
	// Fault names it for people, where it has a name.
	Fault model.Fault
}

// Error names the line and the reason.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// TwiceError is a key that a front matter gives twice. Everything else in it is right.
type TwiceError struct{ LineError }

// Unwrap returns the line and the reason.
func (e *TwiceError) Unwrap() error { return &e.LineError }

var (
	// ErrEmpty means that a file which needs content has none.
	ErrEmpty = errors.New("the file is empty")
	// ErrUneven means damaged line endings, which every editor shows differently.
	ErrUneven = errors.New("its line endings are damaged, so it was left unchanged")
)

// Problem describes a file that cannot be read, with the line where there is one.
func Problem(name string, err error, hint string) model.Problem {
	p := model.Problem{Path: name, Reason: err.Error(), Hint: hint}
	var at *LineError
	if errors.As(err, &at) {
		p.Line, p.Reason, p.Fault = at.Line, at.Reason, at.Fault
	}
	return p
}

// Either is a text as bytes or as a string.
type Either interface{ ~[]byte | ~string }

// LineAt returns the line at an offset without its end, and the offset of the next one. A
// line ends at a line feed with any number of carriage returns before it, or at carriage
// returns alone.
func LineAt[T Either](b T, at int) (line T, next int) {
	rest, end := b[at:], len(b)
	for i := range len(rest) {
		// Nothing else of a line is as small, but for tabs.
		if c := rest[i]; c <= '\r' && (c == '\n' || c == '\r') {
			end = at + i
			break
		}
	}
	for next = end; next < len(b) && b[next] == '\r'; {
		next++
	}
	if next < len(b) && b[next] == '\n' {
		next++
	}
	return b[at:end], next
}

// TrimEnd cuts the blanks off the end of a line.
func TrimEnd[T Either](line T) T {
	to := len(line)
	for to > 0 && (line[to-1] == ' ' || line[to-1] == '\t') {
		to--
	}
	return line[:to]
}

// Lines returns the lines of b without their ends.
func Lines(b []byte) []string {
	var lines []string
	for at := 0; at < len(b); {
		line, next := LineAt(b, at)
		lines = append(lines, string(line))
		at = next
	}
	return lines
}

// LineEnd returns the line ending that a file uses. It fails where they are damaged.
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

// TextEnd returns the end of the last line with text in a part of b, without its line
// end. The part begins with such a line.
func TextEnd(b []byte, from, to int) int {
	last := from + len(bytes.TrimRight(b[from:to], " \t\r\n"))
	line, _ := LineAt(b[:to], last)
	return last + len(line)
}

// LastText is TextEnd for all that is before an offset; 0 when there is no text.
func LastText(b []byte, before int) int {
	if text := bytes.TrimRight(b[:before], " \t\r\n"); len(text) == 0 || bytes.Equal(text, BOM) {
		return len(text)
	}
	return TextEnd(b, 0, before)
}

// Blanks returns the blanks that a text begins with.
func Blanks(b []byte) []byte { return b[:len(b)-len(bytes.TrimLeft(b, " \t\r\n"))] }

// IsBlank reports whether a text has nothing but blanks.
func IsBlank(b []byte) bool { return len(bytes.TrimSpace(bytes.TrimPrefix(b, BOM))) == 0 }

// IsASCII reports whether a text has nothing but what shows in ASCII, blanks and ends of lines.
func IsASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; c > '~' || c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

// CheckUTF8 fails at the first line that is not UTF-8, which agents cannot read.
func CheckUTF8(b []byte) error {
	if utf8.Valid(b) {
		return nil
	}
	for at, line := 0, 1; at < len(b); line++ {
		text, next := LineAt(b, at)
		if bad := invalidUTF8(text); bad >= 0 {
			return &LineError{Line: line, Reason: "text is not UTF-8", Fault: notUTF8(text, bad)}
		}
		at = next
	}
	return nil
}

// Place is where a line is: its number, counted from 1, its offset, and that of the
// next line.
type Place struct{ Number, From, Next int }

// Unfenced returns the lines outside code blocks, without trailing blanks. A block that is
// never closed hides nothing: reading starts again after its first line and ignores
// fences. All lines share the memory of one string: clone those you keep.
func Unfenced[T Either](b T) iter.Seq2[Place, string] {
	return func(yield func(Place, string) bool) {
		text := string(b)
		var now, opened Place
		var fence Fence
		for heeded := true; now.Next < len(text); {
			raw, next := LineAt(text, now.Next)
			now = Place{now.Number + 1, now.Next, next}
			line := TrimEnd(raw)
			outside := fence == ""
			if heeded && fence.Takes(line) {
				if outside {
					opened = now
				}
			} else if !yield(now, line) {
				return
			}
			if now.Next == len(text) && fence != "" {
				now, fence, heeded = opened, "", false
			}
		}
	}
}

// Fence is the mark of the code block that is open while lines are read one by one, empty
// outside of any.
type Fence string

// Takes reports whether the next line, without blanks at its end, belongs to a code block,
// of which the fences are part.
func (f *Fence) Takes(line string) bool {
	mark := fenceMark(line)
	switch {
	case *f == "":
		*f = Fence(mark)
		return mark != ""
	case strings.HasPrefix(mark, string(*f)) && strings.TrimSpace(line) == mark:
		*f = ""
	}
	return true
}

// fenceMark returns the three or more backticks or tildes that a line starts with, "" when
// it is not a fence. Backticks further on make it text.
func fenceMark(line string) string {
	line = strings.TrimLeft(line, " \t")
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	rest := strings.TrimLeft(line, line[:1])
	mark := line[:len(line)-len(rest)]
	if len(mark) < 3 || mark[0] == '`' && strings.Contains(rest, "`") {
		return ""
	}
	return mark
}

// OpenFence returns the line where a code block begins that is never closed, 0 when there is none.
func OpenFence(b []byte) int {
	var fence Fence
	from := 0
	for at, number := 0, 1; at < len(b); number++ {
		raw, next := LineAt(b, at)
		at = next
		outside := fence == ""
		if fence.Takes(string(TrimEnd(raw))) && outside {
			from = number
		}
	}
	if fence == "" {
		return 0
	}
	return from
}

// Heading returns the level and the text of a heading, level 0 for any other line.
func Heading(line string) (level int, text string) {
	level, text = HeadingAt(line)
	return level, strings.TrimSpace(strings.TrimRight(text, "#"))
}

// HeadingAt is Heading with the marks at the end of the text, as in "Learn C#".
func HeadingAt(line string) (level int, text string) {
	for level < len(line) && line[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level < len(line) && line[level] != ' ' && line[level] != '\t' {
		return 0, ""
	}
	return level, strings.TrimSpace(line[level:])
}

// StepHeading takes the text of a heading for a step: "Step 3: name", "[Step 3]: name" and
// "Step 3 - name".
var StepHeading = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i)\[?step (\d{1,6})\b\]?\s*[:.—–-]?\s*(.*)$`) })

// maxLabel is how long the label of a field may be in bytes; longer bold text is prose.
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
