package hook

import (
	"strconv"
	"strings"
)

// tomlEntry is one entry of a TOML file: the names on the way to it, and its value, a text without
// its quotes and anything else as it is written. A list of tables has "[]" for the place in it.
type tomlEntry struct {
	path  []string
	value string
}

// tomlEntries lists the entries of a TOML file; ok is false where it, or a part of it, is none. Lists
// and tables within a line are one value.
func tomlEntries(s string) (found []tomlEntry, ok bool) {
	var table []string
	for s = tomlSkipped(s); s != ""; s = tomlSkipped(s) {
		rest, isTable := strings.CutPrefix(s, "[")
		rest, isList := strings.CutPrefix(rest, "[")
		names, rest, ok := tomlNames(rest)
		if !ok {
			return found, false
		}
		if isTable {
			end := "]"
			if table = names; isList {
				table, end = append(names, "[]"), "]]"
			}
			if s, ok = strings.CutPrefix(rest, end); !ok {
				return found, false
			}
			continue
		}
		rest, ok = strings.CutPrefix(rest, "=")
		value, rest, isValue := tomlValue(strings.TrimLeft(rest, " \t"))
		if !ok || !isValue {
			return found, false
		}
		found, s = append(found, tomlEntry{append(table[:len(table):len(table)], names...), value}), rest
	}
	return found, true
}

// tomlSkipped leaves out blanks, ends of lines and comments.
func tomlSkipped(s string) string {
	for s = strings.TrimLeft(s, " \t\r\n"); strings.HasPrefix(s, "#"); s = strings.TrimLeft(s, " \t\r\n") {
		_, s, _ = strings.Cut(s, "\n")
	}
	return s
}

// tomlNames reads names between dots.
func tomlNames(s string) (names []string, rest string, ok bool) {
	for {
		s = strings.TrimLeft(s, " \t")
		name := s[:len(s)-len(strings.TrimLeft(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"))]
		rest, ok := s[len(name):], name != ""
		if !ok {
			name, rest, ok = tomlText(s)
		}
		if !ok {
			return nil, s, false
		}
		names = append(names, name)
		s = strings.TrimLeft(rest, " \t")
		if rest, ok = strings.CutPrefix(s, "."); !ok {
			return names, s, true
		}
		s = rest
	}
}

// tomlText reads a text in quotes.
func tomlText(s string) (text, rest string, ok bool) {
	for _, quote := range []string{`"""`, `'''`, `"`, `'`} {
		if !strings.HasPrefix(s, quote) {
			continue
		}
		for at := len(quote); at < len(s); at++ {
			switch {
			case s[at] == '\\' && quote[0] == '"':
				at++
			case strings.HasPrefix(s[at:], quote):
				text, rest = s[len(quote):at], s[at+len(quote):]
				if quote == `"` && strings.Contains(text, `\`) {
					var err error
					text, err = strconv.Unquote(s[:at+1])
					return text, rest, err == nil
				}
				return text, rest, true
			case len(quote) == 1 && s[at] == '\n':
				return "", s, false
			}
		}
		return "", s, false
	}
	return "", s, false
}

// tomlValue reads a value.
func tomlValue(s string) (value, rest string, ok bool) {
	if text, rest, ok := tomlText(s); ok || s == "" || s[0] == '"' || s[0] == '\'' {
		return text, rest, ok
	}
	depth, at := 0, 0
	for at < len(s) && (depth > 0 || s[at] != '\n' && s[at] != '#') {
		switch s[at] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '#':
			at = len(s) - len(tomlSkipped(s[at:]))
			continue
		case '"', '\'':
			_, rest, ok := tomlText(s[at:])
			if !ok {
				return "", s, false
			}
			at = len(s) - len(rest)
			continue
		}
		at++
	}
	value = strings.TrimSpace(s[:at])
	return value, s[at:], value != "" && depth == 0
}
