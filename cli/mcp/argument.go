package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is what an argument is.
type kind string

const (
	text  kind = "string"
	whole kind = "integer"
	words kind = "array"
)

// field is one argument of a tool.
type field struct {
	name  string
	kind  kind
	about string
	// must is true for what cannot be left out.
	must bool
	// most bounds a text in characters, a number in value and a list in length.
	most int
	// oneOf are the only texts that are taken, nil for any.
	oneOf []string
}

const (
	// maxWord is how long a text of a list may be in characters, maxShown how much of
	// an unknown name is said back.
	maxWord  = 100
	maxShown = 40
)

// schema gives the field in JSON Schema.
func (f field) schema() map[string]any {
	s := map[string]any{"type": string(f.kind), "description": f.about}
	switch f.kind {
	case text:
		s["maxLength"] = f.most
		if f.oneOf != nil {
			s["enum"] = f.oneOf
		}
	case whole:
		s["minimum"], s["maximum"] = 1, f.most
	case words:
		s["items"] = map[string]any{"type": string(text), "maxLength": maxWord}
		s["maxItems"] = f.most
	}
	return s
}

// arguments are checked: each one is there that must be, and fits its field.
type arguments struct {
	texts  map[string]string
	wholes map[string]int
	lists  map[string][]string
}

// check holds what a client sent against the fields of a tool.
func check(fields []field, raw map[string]json.RawMessage) (arguments, error) {
	a := arguments{map[string]string{}, map[string]int{}, map[string][]string{}}
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		if !slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
			names := strings.Join(each(fields, func(f field) string { return f.name }), ", ")
			return a, fmt.Errorf("there is no argument %s; it takes: %s", ascii(name), names)
		}
	}
	for _, f := range fields {
		value, ok := raw[f.name]
		if !ok || string(value) == "null" {
			if f.must {
				return a, fmt.Errorf("%s is missing: %s", f.name, f.about)
			}
			continue
		}
		if err := a.take(f, value); err != nil {
			return a, err
		}
	}
	return a, nil
}

func (a arguments) take(f field, raw json.RawMessage) error {
	switch f.kind {
	case text:
		var value string
		switch {
		case json.Unmarshal(raw, &value) != nil:
			return fmt.Errorf("%s is a text", f.name)
		case utf8.RuneCountInString(value) > f.most:
			return fmt.Errorf("%s is longer than %d characters", f.name, f.most)
		case f.oneOf != nil && !slices.Contains(f.oneOf, value):
			return fmt.Errorf("%s is one of %s", f.name, strings.Join(f.oneOf, ", "))
		}
		a.texts[f.name] = value
	case whole:
		value, err := strconv.Atoi(string(raw))
		if err != nil || value < 1 || value > f.most {
			return fmt.Errorf("%s is a whole number from 1 to %d", f.name, f.most)
		}
		a.wholes[f.name] = value
	case words:
		var list []string
		if json.Unmarshal(raw, &list) != nil {
			return fmt.Errorf("%s is a list of texts", f.name)
		}
		long := func(s string) bool { return utf8.RuneCountInString(s) > maxWord }
		if len(list) > f.most || slices.ContainsFunc(list, long) {
			return fmt.Errorf("%s has at most %d texts of at most %d characters", f.name, f.most, maxWord)
		}
		a.lists[f.name] = list
	}
	return nil
}

// ascii shows a word of the client's in our sentences, as much as is needed to know it.
func ascii(word string) string {
	if len(word) > maxShown {
		word = word[:maxShown] + "..."
	}
	return strconv.QuoteToASCII(word)
}
