package text

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
)

// faultAt is a fault at an offset.
func faultAt(at int, name, cause, help string) model.Fault {
	return model.Fault{Column: at + 1, Name: name, Cause: cause, Help: help}
}

// JSONFault names what is wrong with a text that is not one JSON object. The text is called
// what: a line, or a file. Its column counts all bytes of the text.
func JSONFault(b []byte, what string) model.Fault {
	if f, at, _ := conflictIn(b, 0, len(b), 1); at >= 0 {
		return f
	}
	j := jsonFault{b: b, what: what}
	if at := invalidUTF8(b); at >= 0 && len(bytes.TrimSpace(b[at:])) < utf8.UTFMax && !utf8.FullRune(b[at:]) {
		return j.stops(at, "in the middle of a character")
	} else if at >= 0 {
		return notUTF8(b, at)
	}
	s := Scan{b: b, deepest: maxLineNesting, grammar: PythonJSON}
	from := SkipBlanks(b, 0)
	s.skip()
	switch {
	case s.deep:
		return faultAt(s.bad, "nested too deep", fmt.Sprintf("More than %d lists or objects are open here.", maxLineNesting), "")
	case s.broken:
		return j.name(s.bad, s.wants)
	case b[from] != '{':
		return faultAt(from, "not a JSON object", "The "+what+" is JSON, but not an object in braces.", "")
	}
	return faultAt(SkipBlanks(b, s.at), "more than one value on this "+what, "The "+what+" continues after its closing brace.", "Keep one object.")
}

// jsonFault names faults of one text.
type jsonFault struct {
	b    []byte
	what string
}

// name names the fault at an offset at which something else was wanted.
func (j jsonFault) name(at int, w wanted) model.Fault {
	if at >= len(j.b) {
		return j.stops(at, "")
	}
	c := j.b[at]
	switch {
	case c == '"' && w != wantsComma:
		return j.quoted(at)
	case c == '\'':
		return faultAt(at, "single quotes", "JSON takes double quotes only.", "Write \" in place of '.")
	case c == '/' || c == '#':
		return faultAt(at, "a comment", "JSON has no comments.", "Delete it.")
	case w == wantsComma:
		return faultAt(at, "a comma or a quote is missing", "A comma is missing before this, or a quote inside a text has no backslash.", "")
	case c == ',' && w == wantsKey, c == '}' && w == wantsKey, c == ']', c == ',' && j.closes(at+1):
		return faultAt(at, "one comma too many", "No value belongs to this comma.", "Delete the comma.")
	case w == wantsKey:
		return faultAt(at, "a key without quotes", "Each key of an object needs double quotes.", "Put it in quotes.")
	case c == ',' || c == '}':
		return faultAt(at, "a value is missing", "There is nothing where a value belongs.", "")
	}
	return j.word(at)
}

// closes reports whether a list or an object is closed next.
func (j jsonFault) closes(at int) bool {
	at = SkipBlanks(j.b, at)
	return at < len(j.b) && (j.b[at] == '}' || j.b[at] == ']')
}

// word names a value that is neither a text, a list nor an object.
func (j jsonFault) word(at int) model.Fault {
	end := at + bytes.IndexFunc(append(j.b[at:len(j.b):len(j.b)], ' '), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	word := string(j.b[at:end])
	if len(bytes.TrimSpace(j.b[end:])) == 0 {
		for _, whole := range []string{"true", "false", "null"} {
			if word != "" && strings.HasPrefix(whole, word) {
				return j.stops(len(j.b), "in the middle of a word")
			}
		}
	}
	switch {
	case word == "None":
		return faultAt(at, "None in place of null", "None is Python. JSON writes null.", "Write null.")
	case word == "True" || word == "False":
		return faultAt(at, word+" in place of "+strings.ToLower(word), "JSON writes true and false in lower case.", "Write "+strings.ToLower(word)+".")
	case j.b[at] == '-' || j.b[at] >= '0' && j.b[at] <= '9':
		return faultAt(at, "not a number", "JSON writes numbers as in 12, -0.5 or 1e3.", "")
	case at == SkipBlanks(j.b, 0):
		return faultAt(at, "no object in braces", "The "+j.what+" does not begin with a brace.", "")
	}
	return faultAt(at, "a text without quotes", "A text needs double quotes.", "Put it in quotes.")
}

// quoted names what is wrong with a quoted text, or with what follows a key.
func (j jsonFault) quoted(at int) model.Fault {
	end, bad := stringEnd(j.b, at)
	switch {
	case end >= 0:
		if at = SkipBlanks(j.b, end); at == len(j.b) {
			return j.stops(at, "")
		}
		return faultAt(at, "a colon is missing", "A colon belongs between a key and its value.", "Add the colon.")
	case bad >= len(j.b):
	case j.b[bad] != '\\':
		return faultAt(bad, "a control character inside quotes", "A line end, a tab or another control character is inside quotes.", `Close the quote before it, or write \n or \t.`)
	case len(j.b)-bad > len(`\u0000`):
		return faultAt(bad, "an escape that JSON does not have", "A backslash is before a letter that JSON does not escape.", `Write \\ for a backslash.`)
	default:
		return j.stops(len(j.b), "in the middle of a word")
	}
	if last, _ := utf8.DecodeLastRune(j.b); unicode.IsLetter(last) || unicode.IsDigit(last) {
		return j.stops(len(j.b), "in the middle of a word")
	}
	return j.stops(len(j.b), "inside quotes")
}

// stops is a text that ends too early.
func (j jsonFault) stops(at int, where string) model.Fault {
	f := faultAt(at, "the "+j.what+" stops in the middle", "The "+j.what+" stops "+where+". No quote and no brace close it.", "")
	f.Short = j.what + " cut short"
	if where == "" {
		f.Cause = "The " + j.what + " stops too early. No brace closes it."
	}
	return f
}

// wanted is what a scanner expects at an offset.
type wanted int

const (
	wantsValue wanted = iota
	wantsKey
	wantsComma
)

// invalidUTF8 is the offset of the first byte that is not UTF-8, -1 for none.
func invalidUTF8(b []byte) int {
	for at := 0; at < len(b); {
		r, size := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// notUTF8 names a byte that is not UTF-8.
func notUTF8(b []byte, at int) model.Fault {
	cause := fmt.Sprintf("Byte 0x%02X is not UTF-8.", b[at])
	if r := rune(b[at]); unicode.IsPrint(r) {
		cause = fmt.Sprintf("Byte 0x%02X is not UTF-8. In Latin-1 it is %c.", b[at], r)
	}
	return faultAt(at, "not UTF-8", cause, "Save the file as UTF-8.")
}

// Conflict is where git left its three marks in a text, outside of code blocks, nil where it did not.
func Conflict(b []byte) *LineError {
	if !bytes.Contains(b, []byte(conflictMarks[0])) {
		return nil
	}
	var c conflict
	for at, row := range Unfenced(b) {
		if c.takes(row, at.From, at.Number) {
			f := c.fault()
			f.Column = 1
			return &LineError{Line: c.lines[0], Reason: f.Name, Fault: f}
		}
	}
	return nil
}

// conflictIn finds the three marks that git leaves, in lines from one offset to another of which
// the first has a number. It returns the offset and the number of the first mark, -1 for none.
func conflictIn(b []byte, from, to, number int) (f model.Fault, first, line int) {
	var c conflict
	for at := from; at < to; number++ {
		row, next := LineAt(b, at)
		if c.takes(string(row), at, number) {
			return c.fault(), c.first, c.lines[0]
		}
		at = next
	}
	return model.Fault{}, -1, 0
}

// conflictMarks are what git puts before, between and behind two versions.
var conflictMarks = [...]string{"<<<<<<<", "=======", ">>>>>>>"}

// conflict collects the marks of git: the offset of the first, and the lines of all.
type conflict struct {
	first int
	lines []int
}

// takes looks at the next line, and reports whether it is the last of the three marks.
func (c *conflict) takes(row string, at, number int) bool {
	rest, ok := strings.CutPrefix(row, conflictMarks[len(c.lines)])
	if !ok || rest != "" && rest[0] != ' ' {
		return false
	}
	if len(c.lines) == 0 {
		c.first = at
	}
	c.lines = append(c.lines, number)
	return len(c.lines) == len(conflictMarks)
}

func (c *conflict) fault() model.Fault {
	f := faultAt(c.first, "git merge conflict, not resolved", "Git found two versions here, and none was chosen.",
		fmt.Sprintf("Keep one of the two, and delete the marks on lines %d, %d and %d.", c.lines[0], c.lines[1], c.lines[2]))
	f.Short = "merge conflict"
	return f
}
