package vault

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// frontmatter is the block between two fences at the top of a Markdown file,
// with the byte range of every top-level entry, so that one value can be changed
// without touching any other byte.
type frontmatter struct {
	// start and end enclose the lines between the fences; body is where the text
	// after the closing fence begins.
	start, end, body int
	// line is the number of the first line between the fences.
	line   int
	fields []field
	// top is what the YAML library read, nil where it was not needed.
	top *yaml.Node
}

// field is one top-level "key: value" entry. Offsets are in the whole file.
type field struct {
	key string
	// line counts from 1.
	line int
	// from is where the value's text begins on the key's line (after the colon and
	// blanks); to is the end of the entry, without its last line end, and spans
	// the continuation lines of a long value. Both are zero for an entry in an
	// unusual notation, which can be read but not edited.
	from, to int
	value    string
}

// lineError is what is wrong with a file, by line.
type lineError struct {
	line   int
	reason string
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.reason) }

var bom = []byte{0xEF, 0xBB, 0xBF}

// splitFrontmatter finds the front matter of b. It gives nil and no error when
// there is none. With an error the fields that could be read by line are still
// there, since an unreadable request must be listed all the same.
func splitFrontmatter(b []byte) (*frontmatter, error) {
	fm, err := findFrontmatter(b, maxFrontmatter)
	switch {
	case fm == nil:
		return nil, nil
	case err != nil:
		fm.endAtBlank(b)
		return fm, err
	}
	return fm, fm.scan(b)
}

// findFrontmatter finds the fences of a front matter of at most limit bytes and
// reads nothing between them. The end is not known when it fails.
func findFrontmatter(b []byte, limit int) (*frontmatter, error) {
	at, line := 0, 1
	if bytes.HasPrefix(b, bom) {
		at = len(bom)
	}
	text, next := lineAt(b, at)
	for next < len(b) && len(bytes.TrimSpace(text)) == 0 {
		at, line = next, line+1
		text, next = lineAt(b, at)
	}
	if !isFence(text) {
		return nil, nil
	}
	fm := &frontmatter{start: next, line: line + 1}
	for at = next; at < len(b); at = next {
		if at-fm.start > limit {
			return fm, &lineError{line, fmt.Sprintf("front matter is longer than %d bytes", limit)}
		}
		text, next = lineAt(b, at)
		if isFence(text) || string(bytes.TrimRight(text, " \t")) == "..." {
			fm.end, fm.body = at, next
			return fm, nil
		}
	}
	return fm, &lineError{line, "front matter is never closed"}
}

func isFence(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && len(bytes.TrimRight(line[3:], " \t")) == 0
}

// endAtBlank reads what can be read of a front matter whose end is not marked: it
// is taken to end before the first blank line or heading.
func (fm *frontmatter) endAtBlank(b []byte) {
	fm.end = fm.start
	for fm.end < len(b) {
		text, next := lineAt(b, fm.end)
		if len(bytes.TrimSpace(text)) == 0 || text[0] == '#' || next-fm.start > maxFrontmatter {
			break
		}
		fm.end = next
	}
	fm.body = fm.end
	// That its end is missing is reported already.
	_ = fm.scan(b)
}

// scan finds the entries and reads their values.
func (fm *frontmatter) scan(b []byte) error {
	simple := true
	// What the fields say shares the memory of one text.
	text := string(b[fm.start:fm.end])
	for at, number := fm.start, fm.line; at < fm.end; number++ {
		line, next := lineAt(b, at)
		trimmed := bytes.TrimRight(line, " \t")
		simple = simple && isPlainText(trimmed)
		switch {
		case len(trimmed) == 0, trimmed[0] == '#':
		case trimmed[0] == ' ', trimmed[0] == '\t', trimmed[0] == '-':
			simple = false
			if n := len(fm.fields); n > 0 {
				fm.fields[n-1].to = at + len(trimmed)
			}
		default:
			f, ok := scanField(trimmed, at, number)
			if !ok {
				simple = false
				break
			}
			var plain bool
			f.value, plain = plainValue(text[f.from-fm.start : f.to-fm.start])
			simple = simple && plain && isPlainKey(f.key)
			fm.fields = append(fm.fields, f)
		}
		at = next
	}
	if !simple {
		if err := fm.decode(b); err != nil {
			return err
		}
	}
	return fm.duplicate()
}

// isPlainText reports whether a line has no character that YAML forbids or takes
// for a line end of its own.
func isPlainText(line []byte) bool {
	return bytes.IndexFunc(line, func(r rune) bool {
		return r != '\t' && unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\uFEFF' || r == utf8.RuneError
	}) < 0
}

func isPlainKey(key string) bool {
	return strings.IndexFunc(key, func(r rune) bool {
		return r != '_' && r != '-' && r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

func scanField(line []byte, at, number int) (field, bool) {
	colon := bytes.IndexByte(line, ':')
	if colon <= 0 || (colon+1 < len(line) && line[colon+1] != ' ' && line[colon+1] != '\t') {
		return field{}, false
	}
	from := colon + 1
	for from < len(line) && (line[from] == ' ' || line[from] == '\t') {
		from++
	}
	key := strings.TrimSpace(string(line[:colon]))
	return field{key: key, line: number, from: at + from, to: at + len(line)}, true
}

func (fm *frontmatter) duplicate() error {
	seen := make(map[string]int, len(fm.fields))
	for _, f := range fm.fields {
		if first, ok := seen[f.key]; ok {
			return &lineError{f.line, fmt.Sprintf("key %q is given twice, first in line %d", f.key, first)}
		}
		seen[f.key] = f.line
	}
	return nil
}

// get gives a value, empty when the key is absent or its value is null.
func (fm *frontmatter) get(key string) string {
	if f := fm.find(key); f != nil {
		return f.value
	}
	return ""
}

// first gives the first value of several keys that is not empty.
func (fm *frontmatter) first(keys ...string) string {
	for _, key := range keys {
		if v := fm.get(key); v != "" {
			return v
		}
	}
	return ""
}

func (fm *frontmatter) find(key string) *field {
	if fm == nil {
		return nil
	}
	for i := range fm.fields {
		if fm.fields[i].key == key {
			return &fm.fields[i]
		}
	}
	return nil
}
