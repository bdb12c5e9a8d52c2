package python

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"coldstart/vault/text"
)

// Kind is the type that PyYAML, which knows YAML 1.1, makes of a value.
type Kind int

// The types of values. Time is a date or a time without quotes. Unsure is a text in
// a notation that is not followed.
const (
	Null Kind = iota
	Bool
	Int
	Float
	Time
	Text
	List
	Map
	Unsure
)

// Value is a value as PyYAML's safe_load returns it.
type Value struct {
	Kind Kind
	// Text is that of a text, and of other words as the file has them.
	Text string
	// Line is that of the value in the text, from 1.
	Line int
	// Members are those of the outermost map that have texts for keys, and the texts of the outermost
	// list, as keys without values.
	Members Members
}

// Members are the keys of a map with their values. Of a key that is given twice the last one
// counts.
type Members []Member

// Member is one key with its value.
type Member struct {
	Key   string
	Value Value
}

// Find returns the value of a key.
func (m Members) Find(key string) (v Value, given bool) {
	for i := len(m) - 1; i >= 0; i-- {
		if m[i].Key == key {
			return m[i].Value, true
		}
	}
	return v, false
}

// Error is why safe_load refuses a text.
type Error struct {
	Reason string
	// Line is where, from 1, zero where that is not known.
	Line int
	// Raises is the class of the exception, "" for a YAMLError or a ValueError, which every program
	// expects.
	Raises string
}

// Error returns the reason alone.
func (e *Error) Error() string { return e.Reason }

// maxDepth is how deep values are followed; Python surely goes so deep, and gives up at some
// hundred levels.
const maxDepth = 150

// ReadYAML reads YAML with line feeds as PyYAML's safe_load does. The error is a *Error.
func ReadYAML(front string) (Value, error) {
	if v, plain := ReadPlain(front); plain {
		return v, nil
	}
	v, err := readAll(front)
	if errors.Is(err, errUnsure) {
		return Value{Kind: Unsure}, nil
	}
	return v, err
}

// readAll reads what is not plain, too. The library parses, and what PyYAML makes of the parts
// is followed here.
func readAll(front string) (Value, error) {
	if at := strings.IndexFunc(front, isUnprintable); at >= 0 {
		return Value{}, refuse("it has a control character")
	}
	var doc, more yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(front))
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF) && !strings.Contains(front, "\t"):
		return Value{}, nil
	case err != nil && !errors.Is(err, io.EOF):
		line, reason := text.YAMLReason(err)
		alone := slices.ContainsFunc(libraryAlone, func(part string) bool { return strings.Contains(reason, part) })
		if alone || strings.Contains(reason, "did not find expected ',' or") && gluedMark.MatchString(front) {
			return Value{}, errUnsure
		}
		if strings.Contains(reason, "cannot start any token") && strings.Contains(front, "\t") {
			return Value{}, &Error{Reason: tabReason, Line: line}
		}
		return Value{}, refuse(reason)
	case !errors.Is(decoder.Decode(&more), io.EOF):
		return Value{}, refuse("it holds more than one document")
	}
	src := &source{text: front}
	if err := src.looseTab(&doc); err != nil {
		return Value{}, err
	}
	if len(doc.Content) == 0 {
		return Value{}, nil
	}
	m := maker{src: src, anchors: map[string]bool{}, queued: map[*yaml.Node]bool{}}
	if err := m.compose(doc.Content[0], 0, false); err != nil {
		return Value{}, err
	}
	return m.document(doc.Content[0])
}

// libraryAlone are faults that PyYAML may not find: it knows halves of a character, and tabs behind the spaces of
// a block. A gluedMark begins or ends a key for it.
var (
	libraryAlone = []string{"Unicode character escape", "where an indentation space is expected"}
	gluedMark    = text.Pattern{Expr: `[:?][\[\]{},]`}
)

const tabReason = "it has a tab where only spaces may be"

func refuse(reason string) error { return &Error{Reason: reason} }

// errUnsure is for notations that are not followed.
var errUnsure = errors.New("it is unknown how Python reads it")

// isUnprintable reports what PyYAML refuses anywhere.
func isUnprintable(r rune) bool {
	return r != '\t' && r != '\n' && r != '\r' && r != '\u0085' && unicode.IsControl(r) || r == '\uFFFE' || r == '\uFFFF'
}
