package python

import (
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"coldstart/vault/text"
)

// source is a text of which the places of values are looked up.
type source struct {
	text string
	// starts are the offsets of its lines.
	starts []int
	// near is the place that was looked up last: most are asked for in their order.
	near struct{ line, column, at int }
}

// lines returns the offsets of the lines, which YAML ends at more characters than a line feed.
func (s *source) lines() []int {
	if s.starts == nil {
		s.starts = []int{0}
		for i, r := range s.text {
			if strings.ContainsRune("\n\u0085\u2028\u2029", r) {
				s.starts = append(s.starts, i+utf8.RuneLen(r))
			}
		}
	}
	return s.starts
}

// line returns a line with its end, from 0.
func (s *source) line(number int) string {
	all := s.lines()
	if number = min(max(number, 0), len(all)-1); number+1 < len(all) {
		return s.text[all[number]:all[number+1]]
	}
	return s.text[all[number]:]
}

// begins returns the offset at which the text of a value begins, behind its name and tag. bare is true
// where the tag is "!" alone.
func (s *source) begins(n *yaml.Node) (at int, bare bool) {
	if s.near.line != n.Line || s.near.column > n.Column {
		s.near.line, s.near.column, s.near.at = n.Line, 1, s.lines()[min(max(n.Line, 1), len(s.lines()))-1]
	}
	for ; s.near.column < n.Column; s.near.column++ {
		_, size := utf8.DecodeRuneInString(s.text[s.near.at:])
		s.near.at += size
	}
	at = s.near.at
	for at < len(s.text) && (s.text[at] == '&' || s.text[at] == '!') {
		end := strings.IndexAny(s.text[at:], " \t\n")
		if end < 0 {
			break
		}
		bare = bare || s.text[at] == '!' && end == 1
		at += end
		at += len(s.text[at:]) - len(strings.TrimLeft(s.text[at:], " \t\n"))
	}
	return at, bare
}

// isOdd reports what the library reads and PyYAML reads otherwise, without telling: a quoted value behind
// a lone "!", which makes a word of it again, and a comment that follows the mark of a block at once.
func (s *source) isOdd(n *yaml.Node) bool {
	quoted := n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
	block := n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
	if !block && (!quoted || !strings.Contains(s.text, "! ") && !strings.Contains(s.text, "!\n")) {
		return false
	}
	at, bare := s.begins(n)
	return bare || block && strings.HasPrefix(strings.TrimLeft(s.text[at:], "|>+-0123456789"), "#")
}

// looseTab refuses a tab outside of quotes, comments and blocks of text: PyYAML can begin nothing with
// it, the library can.
func (s *source) looseTab(doc *yaml.Node) error {
	if !strings.Contains(s.text, "\t") {
		return nil
	}
	masked := []byte(s.text)
	s.mask(masked, doc, 0)
	for i, from := range s.lines() {
		line := string(masked[from : from+len(s.line(i))])
		switch line, _, _ = strings.Cut(line, " #"); {
		case !strings.Contains(line, "\t"), line[0] == '#':
		case strings.Contains(line, "]#"), strings.Contains(line, "}#"):
			// It is a comment only where the bracket ends a list or map.
			return errUnsure
		default:
			return &Error{Reason: tabReason, Line: i + 1}
		}
	}
	return nil
}

// mask overwrites the texts in quotes and in blocks. The lines of a block are those that are indented
// more than what it stands in.
func (s *source) mask(masked []byte, n *yaml.Node, indent int) {
	hide := func(from, to int) {
		for i := from; i < to; i++ {
			if masked[i] != '\n' {
				masked[i] = 'x'
			}
		}
	}
	leading := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	switch {
	case n.Kind == yaml.ScalarNode && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		if at, _ := s.begins(n); at < len(masked) {
			end := at + text.QuotedEnd(s.text[at:])
			hide(at, end)
			// A comment may follow at once.
			masked[end-1] = ' '
		}
	case n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		at, _ := s.begins(n)
		for i := max(n.Line-1, 0); i < len(s.lines()); i++ {
			from, line := s.lines()[i], s.line(i)
			switch {
			case from <= at:
				continue
			case strings.TrimLeft(line, " ") != "\n" && leading(line) <= indent:
				return
			}
			hide(from, from+len(line))
		}
	case len(n.Content) > 0 && n.Kind != yaml.DocumentNode:
		if indent = n.Column - 1; n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
			indent = leading(s.line(n.Content[0].Line - 1))
		}
	}
	for _, part := range n.Content {
		s.mask(masked, part, indent)
	}
}
