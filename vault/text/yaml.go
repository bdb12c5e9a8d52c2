package text

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"gopkg.in/yaml.v3"
)

// QuoteOnce writes text without line endings and control characters as YAML without escapes.
func QuoteOnce(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// QuotePlain quotes a text as the protocol does, with escapes only where needed.
func QuotePlain(text string) string {
	if IsPlain(text) && !strings.ContainsAny(text, "\"\\\t") {
		return `"` + text + `"`
	}
	return QuoteYAML(text)
}

// ValueOf returns the value of a key, an empty node when there is none.
func ValueOf(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return &yaml.Node{}
}

// IsNull reports whether a value is null.
func IsNull(n *yaml.Node) bool { return n.ShortTag() == "!!null" }

// QuoteYAML quotes text for YAML, on one line, readable for JSON readers too.
// Characters that YAML forbids and every "--" are escaped.
func QuoteYAML(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	previous := ' '
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r == '-' && previous == '-':
			out.WriteString(`\u002d`)
			r = ' '
		case unicode.IsControl(r), r == '\u2028', r == '\u2029', r == '\uFEFF', r == '\uFFFE', r == '\uFFFF':
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
		previous = r
	}
	out.WriteByte('"')
	return out.String()
}

// PlainValue reads a value that needs no YAML library: bare words, or a quoted
// text without escapes. plain is false for everything else; the text is then the
// best reading by line.
func PlainValue(raw string) (value string, plain bool) {
	value, comment := SplitComment(raw)
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
	return NotNull(value), comment == "" && !special
}

// NotNull returns a bare word, "" for one that stands for no value.
func NotNull(s string) string {
	switch s {
	case "null", "Null", "NULL", "~":
		return ""
	}
	return s
}

// SplitComment cuts a value's text into the value and the comment after it, with the
// blanks before its mark. A comment that more lines follow stays part of the value.
func SplitComment(raw string) (value, comment string) {
	if raw == "" || raw[0] == '|' || raw[0] == '>' {
		return raw, ""
	}
	quoted := 0
	if raw[0] == '"' || raw[0] == '\'' {
		quoted = QuotedEnd(raw)
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

// QuotedEnd returns the offset after the quoted text that raw starts with, or the
// end of raw when the quote is never closed.
func QuotedEnd(raw string) int {
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

// PlainLines returns a range of whole lines with plain line feeds, so that the YAML
// library counts lines as we do.
func PlainLines(b []byte, from, to int) []byte {
	text := make([]byte, 0, to-from+1)
	for at := from; at < to; {
		line, next := LineAt(b[:to], at)
		text = append(append(text, line...), '\n')
		at = next
	}
	return text
}

// NodeText returns a word, or a list of words with commas, as one text.
func NodeText(n *yaml.Node) string {
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

var yamlLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^line (\d+): `) })

// YAMLReason splits an error of the YAML library into its line, 0 for none, and its reason.
func YAMLReason(err error) (line int, reason string) {
	reason = strings.TrimPrefix(strings.TrimPrefix(err.Error(), "yaml: "), "unmarshal errors:\n  ")
	reason, _, _ = strings.Cut(reason, "\n")
	if m := yamlLine().FindStringSubmatch(reason); m != nil {
		// A number that is too long names no line.
		line, _ = strconv.Atoi(m[1])
		reason = reason[len(m[0]):]
	}
	return line, reason
}
