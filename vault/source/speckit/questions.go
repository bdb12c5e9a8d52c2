package speckit

import (
	"regexp"
	"strings"

	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	marker = "[NEEDS CLARIFICATION:"
	// longestQuestion is the most of a question that is read, in bytes.
	longestQuestion = 600
)

var inlineCode = regexp.MustCompile("`[^`]*`")

// questions are those that a spec asks its reader: "[NEEDS CLARIFICATION: which bank?]". Left
// out are those in code, in comments and crossed out, the template's example, and the record of
// answers.
func questions(d source.Document) (asked []string) {
	var body strings.Builder
	answers, example := false, false
	for _, line := range text.Unfenced([]byte(text.WithoutComments(d.Text))) {
		level, heading := text.Heading(line)
		item := strings.HasPrefix(line, "-") || strings.HasPrefix(line, "*") || strings.HasPrefix(line, " ")
		switch {
		case level > 0:
			example = false
			if level <= 2 {
				answers = strings.EqualFold(heading, "Clarifications")
			}
		case strings.HasPrefix(strings.ToLower(strings.Trim(line, "* _")), "example of marking unclear"):
			example = true
		case line != "" && !item:
			example = false
		}
		if !answers && !example {
			body.WriteString(inlineCode.ReplaceAllString(line, ""))
		}
		body.WriteByte('\n')
	}
	rest := body.String()
	for {
		before, behind, ok := strings.Cut(rest, marker)
		if !ok {
			return asked
		}
		question, after, closed := untilClosed(behind)
		if rest = after; !closed {
			rest = behind
			continue
		}
		crossedOut := strings.HasSuffix(before, "~~") || strings.HasPrefix(after, "~~")
		if question = strings.Join(strings.Fields(question), " "); !crossedOut && isQuestion(question) {
			asked = append(asked, question)
		}
	}
}

// untilClosed cuts a text behind the bracket that closes it, with the brackets inside.
func untilClosed(s string) (inside, after string, ok bool) {
	open := 1
	for i := range min(len(s), longestQuestion) {
		switch s[i] {
		case '[':
			open++
		case ']':
			if open--; open == 0 {
				return s[:i], s[i+1:], true
			}
		}
		if strings.HasPrefix(s[i:], "\n\n") {
			break
		}
	}
	return "", "", false
}

// isQuestion reports whether somebody wrote a question, and did not only name the marker.
func isQuestion(s string) bool {
	switch strings.ToLower(strings.Trim(s, " .…")) {
	case "", "question", "specific question", "your question", "reason", "details":
		return false
	}
	return true
}
