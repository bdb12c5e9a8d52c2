package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// plainValue reads a value that needs no YAML library: bare words, or a quoted
// text without escapes. plain is false for everything else; the text is then the
// best reading by line.
func plainValue(raw string) (value string, plain bool) {
	value, comment := splitComment(raw)
	if value == "" {
		return "", comment == ""
	}
	if q := value[0]; q == '"' || q == '\'' {
		if len(value) < 2 || value[len(value)-1] != q {
			return value, false
		}
		inner := value[1 : len(value)-1]
		return inner, comment == "" && !strings.ContainsAny(inner, string(q)+`\`)
	}
	special := strings.ContainsRune("|>[]{}&*!%@`#,?-:", rune(value[0])) ||
		strings.Contains(value, ": ") || strings.Contains(value, ":\t") || strings.HasSuffix(value, ":")
	return notNull(value), comment == "" && !special
}

func notNull(s string) string {
	switch s {
	case "null", "Null", "NULL", "~":
		return ""
	}
	return s
}

// splitComment cuts a value's text into the value and the comment behind it,
// which begins with the blanks before its mark. A comment that more lines follow
// is not told apart.
func splitComment(raw string) (value, comment string) {
	if raw == "" || raw[0] == '|' || raw[0] == '>' {
		return raw, ""
	}
	quoted := 0
	if raw[0] == '"' || raw[0] == '\'' {
		quoted = quotedEnd(raw)
	}
	mark := 0
	if raw[0] != '#' {
		mark = strings.Index(strings.ReplaceAll(raw[quoted:], "\t", " "), " #")
	}
	if mark < 0 || strings.ContainsAny(raw[quoted+mark:], "\r\n") {
		return raw, ""
	}
	value = strings.TrimRight(raw[:quoted+mark], " \t")
	if quoted > 0 && len(value) != quoted {
		return raw, ""
	}
	return value, raw[len(value):]
}

// quotedEnd gives the offset behind the quoted text that raw starts with, or the
// end of raw when the quote is never closed.
func quotedEnd(raw string) int {
	q := raw[0]
	for i := 1; i < len(raw); i++ {
		switch {
		case raw[i] == '\\' && q == '"':
			i++
		case raw[i] != q:
		case q == '\'' && i+1 < len(raw) && raw[i+1] == q:
			i++
		default:
			return i + 1
		}
	}
	return len(raw)
}

// decode reads the entries with the YAML library, for front matters that are more
// than plain lines. What it finds counts; the scan by line only adds where an
// entry stands. Aliases are not followed, so a small file cannot unfold into a
// large one.
func (fm *frontmatter) decode(b []byte) error {
	var doc, more yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(linesOf(b, fm.start, fm.end)))
	err := decoder.Decode(&doc)
	if errors.Is(err, io.EOF) {
		fm.fields = nil
		return nil
	}
	if err != nil {
		return fm.yamlError(b, err)
	}
	if !errors.Is(decoder.Decode(&more), io.EOF) {
		return &lineError{fm.line, "front matter holds more than one YAML document"}
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return &lineError{fm.line, "front matter is not a list of keys and values"}
	}
	fm.top = top
	places := make(map[int]field, len(fm.fields))
	for _, f := range fm.fields {
		places[f.line] = f
	}
	fm.fields = fm.fields[:0]
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		line := fm.line + key.Line - 1
		f, placed := places[line]
		if !placed || f.key != key.Value {
			f = field{key: key.Value, line: line}
		}
		f.value = nodeText(value)
		fm.fields = append(fm.fields, f)
	}
	return nil
}

// linesOf gives a range of whole lines with plain line feeds, so that the YAML
// library counts lines as we do.
func linesOf(b []byte, from, to int) []byte {
	text := make([]byte, 0, to-from+1)
	for at := from; at < to; {
		line, next := lineAt(b[:to], at)
		text = append(append(text, line...), '\n')
		at = next
	}
	return text
}

func nodeText(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		return ""
	case n.Kind == yaml.ScalarNode:
		return n.Value
	case n.Kind == yaml.SequenceNode:
		var parts []string
		for _, c := range n.Content {
			if c.Kind == yaml.ScalarNode {
				parts = append(parts, c.Value)
			}
		}
		return strings.Join(parts, ", ")
	}
	return ""
}

var yamlLine = regexp.MustCompile(`line (\d+): `)

// yamlError names the line in the file. The library names lines before the wrong
// one for some faults, so the first entry that is wrong by itself is looked for.
func (fm *frontmatter) yamlError(b []byte, err error) error {
	line, text := fm.line, linesOf(b, fm.start, fm.end)
	for _, f := range fm.fields {
		start := bytes.LastIndexAny(b[:f.from], "\r\n") + 1
		entry := linesOf(b, start, f.to)
		if alone := yaml.Unmarshal(entry, new(yaml.Node)); alone != nil {
			line, text, err = f.line, entry, alone
			break
		}
	}
	reason := strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlLine.FindStringSubmatch(reason); m != nil {
		if n, convErr := strconv.Atoi(m[1]); convErr == nil {
			line += min(n, bytes.Count(text, []byte("\n"))) - 1
		}
		reason = strings.Replace(reason, m[0], "", 1)
	}
	return &lineError{line, "front matter is not valid YAML: " + reason}
}

// errEdit is returned when a value cannot be changed without risk.
var errEdit = errors.New("cannot be edited safely")

// setValue changes the value of one top-level key to the plain word want and
// nothing else: a comment behind the value, the line end and every other byte
// stay. A value that runs over several lines is replaced as a whole. It refuses
// when the front matter is not valid, the key is absent, or when reading the
// result does not give exactly the one wanted difference.
func setValue(b []byte, key, want string) ([]byte, error) {
	was, err := splitFrontmatter(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errEdit, err)
	}
	f := was.find(key)
	if f == nil {
		return nil, fmt.Errorf("%w: there is no %s", errEdit, key)
	}
	if f.from == 0 {
		return nil, fmt.Errorf("%w: %s is written in an unusual way", errEdit, key)
	}
	_, comment := splitComment(string(b[f.from:f.to]))
	if strings.HasPrefix(comment, "#") {
		comment = " " + comment
	}
	next := append([]byte(nil), b[:f.from]...)
	if b[f.from-1] == ':' {
		next = append(next, ' ')
	}
	next = append(next, want...)
	next = append(next, comment...)
	next = append(next, b[f.to:]...)
	if err := sameButFor(was, b, next, key, notNull(want)); err != nil {
		return nil, err
	}
	return next, nil
}

// sameButFor fails unless next reads like b with the one value changed to want.
func sameButFor(was *frontmatter, b, next []byte, key, want string) error {
	now, err := splitFrontmatter(next)
	if err != nil || len(now.fields) != len(was.fields) || len(next)-now.body != len(b)-was.body {
		return fmt.Errorf("%w: the result would not be the same front matter", errEdit)
	}
	for i, f := range now.fields {
		expect := was.fields[i].value
		if f.key == key {
			expect = want
		}
		if f.key != was.fields[i].key || f.value != expect {
			return fmt.Errorf("%w: changing %s would change %s", errEdit, key, f.key)
		}
	}
	return nil
}
