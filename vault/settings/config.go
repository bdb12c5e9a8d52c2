package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"gopkg.in/yaml.v3"

	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// ConfigEntry is one entry of the operator's settings file, or of a list or map in it.
type ConfigEntry struct {
	// Name is "" for an element of a list.
	Name string
	// Value is a scalar without quotes, "" for a list or a map.
	Value string
	// Line is that of the name, from 1; of an element its own.
	Line int
	// List has the elements of a list, Map the entries of a map, neither nil when empty.
	List, Map []ConfigEntry
}

// maxConfig is the largest settings file of the operator in bytes.
const maxConfig = 64 << 10

// maxConfigDepth is how deep lists and maps may be nested: one more than the deepest
// setting, the arguments of a program in the list of actions.
const maxConfigDepth = 5

// ReadConfig reads the operator's settings file at path: a YAML map of words, lists and
// maps. It does not know which settings there are. An error names the path and, where it
// can, the line; a missing file is fs.ErrNotExist.
func ReadConfig(path string) ([]ConfigEntry, error) {
	b, err := disk.ReadBounded(path, maxConfig)
	if err != nil {
		return nil, disk.FileError("reading the settings file", path, err)
	}
	found, err := parseConfig(b)
	var at *text.LineError
	if errors.As(err, &at) {
		return nil, fmt.Errorf("%s:%d: %s", path, at.Line, at.Reason)
	}
	return found, err
}

func parseConfig(b []byte) ([]ConfigEntry, error) {
	b = bytes.TrimPrefix(b, text.BOM)
	var doc, more yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(b))
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, configError(b, err)
	}
	if err := decoder.Decode(&more); err == nil {
		return nil, &text.LineError{Line: more.Line, Reason: "a second document begins here; the settings must be one document"}
	} else if !errors.Is(err, io.EOF) {
		return nil, configError(b, err)
	}
	top := doc.Content[0]
	switch {
	case top.Kind == yaml.ScalarNode && top.Tag == "!!null":
		return nil, nil
	case top.Kind != yaml.MappingNode:
		return nil, &text.LineError{Line: top.Line, Reason: "this is not a list of settings, as in name: value"}
	}
	return configMap(top, 1)
}

// configMap returns the entries of a map. Each name is in it once.
func configMap(n *yaml.Node, depth int) ([]ConfigEntry, error) {
	lines, found := map[string]int{}, []ConfigEntry{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			return nil, &text.LineError{Line: key.Line, Reason: "the name of a setting must be one word"}
		case lines[key.Value] > 0:
			return nil, &text.LineError{Line: key.Line, Reason: fmt.Sprintf("%s is already set on line %d", key.Value, lines[key.Value])}
		}
		lines[key.Value] = key.Line
		e, err := configValue(value, key.Value, key.Line, depth)
		if err != nil {
			return nil, err
		}
		found = append(found, e)
	}
	return found, nil
}

// configValue returns a value under its name, "" for an element of a list.
func configValue(n *yaml.Node, name string, line, depth int) (e ConfigEntry, err error) {
	e, called := ConfigEntry{Name: name, Line: line}, name
	if name == "" {
		called = "an element of the list"
	}
	switch {
	case depth > maxConfigDepth:
		return e, &text.LineError{Line: line, Reason: called + " is nested too deep"}
	case n.Kind == yaml.AliasNode:
		return e, &text.LineError{Line: line, Reason: called + " is an alias; write it out in full"}
	case n.Kind == yaml.MappingNode:
		e.Map, err = configMap(n, depth+1)
	case n.Kind == yaml.SequenceNode:
		e.List = []ConfigEntry{}
		for _, c := range n.Content {
			one, err := configValue(c, "", c.Line, depth+1)
			if err != nil {
				return e, err
			}
			e.List = append(e.List, one)
		}
	case n.Tag == "!!null" || n.Value == "":
		return e, &text.LineError{Line: line, Reason: called + " has no value"}
	default:
		e.Value = n.Value
	}
	return e, err
}

// configError names the line that is not YAML. For some faults the library names an earlier
// line, so the first line that is wrong by itself comes first.
func configError(b []byte, err error) error {
	for i, line := range bytes.Split(b, []byte("\n")) {
		if alone := yaml.Unmarshal(line, new(yaml.Node)); alone != nil {
			_, reason := text.YAMLReason(alone)
			return &text.LineError{Line: i + 1, Reason: "this is not valid YAML: " + reason}
		}
	}
	line, reason := text.YAMLReason(err)
	return &text.LineError{Line: max(line, 1), Reason: "this is not valid YAML: " + reason}
}
