package text

import (
	"bytes"
	"fmt"
	"strings"

	"coldstart/model"
)

// neverClosed is a front matter without an end, which opens in a line.
func neverClosed(line int) *LineError {
	return &LineError{
		Line: line, Reason: "front matter is never closed",
		Fault: faultAt(0, "front matter is never closed", "The front matter opens here, and no second --- closes it.", "Put --- on a line of its own below the last field."),
	}
}

// twice is a key that an earlier line has already.
func twice(f Field, first int) LineError {
	return LineError{
		Line: f.Line, Reason: fmt.Sprintf("key %q appears twice, first on line %d", f.Key, first),
		Fault: faultAt(0, "duplicate key", fmt.Sprintf("This key is already on line %d.", first), "Delete one of the two lines."),
	}
}

// fault names what is wrong with a front matter that the YAML library refused at a line with a
// reason. One that has no name here keeps the words of the library.
func (fm *Front) fault(b []byte, line int, reason string) *LineError {
	if f, at, number := conflictIn(b, fm.Start, fm.End, fm.Line); at >= 0 {
		f.Column = 1
		return notYAML(number, f)
	}
	// The library may name the line before or after: it is asked first, then all from the top.
	number := fm.Line
	var found *LineError
	for at := fm.Start; at < fm.End; number++ {
		row, next := LineAt(b[:fm.End], at)
		if f := rowFault(string(row)); f.Name != "" && (found == nil || number == line) {
			found = notYAML(number, f)
		}
		at = next
	}
	if found != nil {
		return found
	}
	for _, n := range named {
		if strings.Contains(reason, n.said) {
			return notYAML(line, n.fault)
		}
	}
	return notYAML(line, model.Fault{Name: reason})
}

// named are words of the YAML library with what they mean for a person.
var named = []struct {
	said  string
	fault model.Fault
}{
	{"could not find expected ':'", faultAt(0, "a line without a colon", "This line is neither a key with a colon nor the rest of a value.", "Write it as name: value, or delete it.")},
	{"unknown anchor", faultAt(0, "a value that begins with *", "A value without quotes must not begin with *.", "Put the value in quotes.")},
	{"control characters are not allowed", faultAt(0, "a control character", "There is a control character in this line.", "Delete it.")},
	{"mapping values are not allowed", faultAt(0, "a colon inside a value", "YAML reads a colon in this value as the end of a key.", "Put the value in quotes.")},
	{"did not find expected", faultAt(0, "a line out of place", "This line is not indented like its neighbours, or something before it is not closed.", "Give it the indent of its neighbours.")},
}

func notYAML(line int, f model.Fault) *LineError {
	return &LineError{Line: line, Reason: "front matter is not valid YAML: " + f.Name, Fault: f}
}

// rowFault names what is wrong with one line of YAML, the zero value when it may be right.
func rowFault(row string) model.Fault {
	indent := row[:len(row)-len(strings.TrimLeft(row, " \t"))]
	text := strings.TrimRight(row[len(indent):], " \t")
	if tab := strings.IndexByte(indent, '\t'); tab >= 0 && text != "" {
		return faultAt(tab, "a tab as indent", "A tab indents this line. YAML takes spaces only.", "Write spaces in place of the tab.")
	}
	at := len(indent)
	for strings.HasPrefix(text, "- ") {
		rest := strings.TrimLeft(text[2:], " ")
		at, text = at+len(text)-len(rest), rest
	}
	if text == "" || text[0] == '#' {
		return model.Fault{}
	}
	colon := strings.IndexByte(text, ':')
	if text[0] == '"' || text[0] == '\'' || colon < 0 {
		return valueFault(text, at)
	}
	if rest := text[colon+1:]; rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return model.Fault{}
	}
	value := strings.TrimLeft(text[colon+1:], " ")
	return valueFault(value, at+len(text)-len(value))
}

// valueFault names what is wrong with a value at an offset of its line.
func valueFault(value string, at int) model.Fault {
	if value == "" {
		return model.Fault{}
	}
	switch c := value[0]; c {
	case '\t':
		return faultAt(at, "a tab before the value", "There is a tab before the value. YAML takes spaces only.", "Write a space in place of the tab.")
	case '"', '\'':
		return quotedFault(value, at)
	case '[', '{':
		if bytes.Count([]byte(value), []byte{c}) > strings.Count(value, string(c+2)) {
			return faultAt(at, "a bracket is never closed", "The bracket that opens here is not closed on this line.", "Close it, or put the value in quotes.")
		}
		if end := strings.LastIndexByte(value, c+2) + 1; strings.TrimSpace(value[end:]) != "" && strings.TrimSpace(value[end:])[0] != '#' {
			return faultAt(at+end, "text after a bracket", "The value ends at the bracket, and more text follows.", "Put the whole value in quotes.")
		}
	case '@', '`', '%':
		return faultAt(at, fmt.Sprintf("a value that begins with %c", c), fmt.Sprintf("A value without quotes must not begin with %c.", c), "Put the value in quotes.")
	case '|', '>', '&', '*', '!':
	default:
		if colon := strings.Index(value+" ", ": "); colon >= 0 {
			return faultAt(at+colon, "a colon inside a value", "YAML reads the colon in this value as the end of a key.", "Put the value in quotes.")
		}
	}
	return model.Fault{}
}

// quotedFault names what is wrong with a quoted value, or a quoted key with its value.
func quotedFault(value string, at int) model.Fault {
	end := QuotedEnd(value)
	rest := strings.TrimLeft(value[end:], " ")
	switch {
	case len(value) < 2 || end == len(value) && value[end-1] != value[0]:
		return faultAt(at, "a quote is never closed", "The quote that opens here is not closed.", "Close the quote at the end of the value.")
	case rest == "" || rest[0] == '#':
	case rest[0] == ':':
		return valueFault(strings.TrimLeft(rest[1:], " "), at+len(value)-len(strings.TrimLeft(rest[1:], " ")))
	default:
		return faultAt(at+len(value)-len(rest), "text after a closing quote", "The quote is closed, and more text follows.", "Put the whole value in one pair of quotes.")
	}
	return model.Fault{}
}
