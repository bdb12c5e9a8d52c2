package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// ConfigEntry is one entry of the operator's settings file: a name, its value as it
// stands there without quotes, and the line of the name, from 1.
type ConfigEntry struct {
	Name, Value string
	Line        int
}

// ReadConfig reads the operator's settings file at path: lines of names and single
// words in YAML. What names there are and what they may be is not known here. An error
// names the path and, where it can, the line; a file that is not there is fs.ErrNotExist.
func ReadConfig(path string) ([]ConfigEntry, error) {
	b, err := readBounded(path, maxConfig)
	if err != nil {
		return nil, fmt.Errorf("reading the settings file %s: %w", path, err)
	}
	found, err := parseConfig(b)
	var at *lineError
	if errors.As(err, &at) {
		return nil, fmt.Errorf("%s:%d: %s", path, at.line, at.reason)
	}
	return found, err
}

func parseConfig(b []byte) ([]ConfigEntry, error) {
	b = bytes.TrimPrefix(b, bom)
	var doc, more yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(b))
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, configError(b, err)
	}
	if err := decoder.Decode(&more); err == nil {
		return nil, &lineError{more.Line, "a second document begins here; there is one list of settings"}
	} else if !errors.Is(err, io.EOF) {
		return nil, configError(b, err)
	}
	top := doc.Content[0]
	switch {
	case top.Kind == yaml.ScalarNode && top.Tag == "!!null":
		return nil, nil
	case top.Kind != yaml.MappingNode:
		return nil, &lineError{top.Line, "this is not a list of settings, as in name: value"}
	}
	lines := map[string]int{}
	var found []ConfigEntry
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		name := key.Value
		switch {
		case key.Kind != yaml.ScalarNode:
			return nil, &lineError{key.Line, "the name of a setting is one word"}
		case lines[name] > 0:
			return nil, &lineError{key.Line, fmt.Sprintf("%s is set in line %d already", name, lines[name])}
		case value.Kind != yaml.ScalarNode:
			return nil, &lineError{key.Line, name + " takes one word"}
		case value.Tag == "!!null" || value.Value == "":
			return nil, &lineError{key.Line, name + " has no value"}
		}
		lines[name] = key.Line
		found = append(found, ConfigEntry{name, value.Value, key.Line})
	}
	return found, nil
}

var configLine = regexp.MustCompile(`^line (\d+): `)

// configError names the line of what is no YAML. The library names lines before the
// wrong one for some faults, so the first line that is wrong by itself comes first.
func configError(b []byte, err error) error {
	for i, line := range bytes.Split(b, []byte("\n")) {
		if alone := yaml.Unmarshal(line, new(yaml.Node)); alone != nil {
			reason := strings.TrimPrefix(alone.Error(), "yaml: ")
			return &lineError{i + 1, "this is not valid YAML: " + configLine.ReplaceAllString(reason, "")}
		}
	}
	reason, line := strings.TrimPrefix(err.Error(), "yaml: "), 1
	if m := configLine.FindStringSubmatch(reason); m != nil {
		if n, convErr := strconv.Atoi(m[1]); convErr == nil {
			line = n
		}
	}
	return &lineError{line, "this is not valid YAML: " + configLine.ReplaceAllString(reason, "")}
}

// Holds reports whether the file at path lies in the vault at dir, by its name or by
// where links lead.
func Holds(dir, path string) bool {
	for _, d := range withoutLinks(dir) {
		for _, p := range withoutLinks(path) {
			rel, err := filepath.Rel(d, p)
			if err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}

// withoutLinks gives the absolute spellings of a path: as it is, and with its links
// followed.
func withoutLinks(path string) []string {
	var all []string
	if abs, err := filepath.Abs(path); err == nil {
		all = append(all, abs)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		if real, err = filepath.Abs(real); err == nil {
			all = append(all, real)
		}
	}
	return all
}
