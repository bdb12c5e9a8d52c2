package speckit

import (
	"slices"
	"strings"

	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	marker = "[NEEDS CLARIFICATION:"
	// longestQuestion is the most of a question that is read, in bytes.
	longestQuestion = 600
)

var inlineCode = text.Pattern{Expr: "`[^`]*`"}

// questions are those that a spec asks its reader: "[NEEDS CLARIFICATION: which bank?]". Left
// out are those in code, in comments, crossed out or answered behind the marker, the examples
// of the template, and the record of answers.
func questions(d source.Document) (asked []string) {
	var plain, examples strings.Builder
	answers, example := false, false
	for l := range guest.Said(d.Text) {
		level, heading, line := l.Level, l.Heading, l.Text
		item := strings.HasPrefix(line, "-") || strings.HasPrefix(line, "*") || strings.HasPrefix(line, " ")
		switch {
		case level > 0:
			example = false
			if level <= 2 {
				answers = strings.EqualFold(heading, "Clarifications")
			}
		case headsExamples(line):
			example = true
		case line != "" && !item:
			example = false
		}
		line = inlineCode.ReplaceAllString(line, "")
		switch {
		case answers:
			line = ""
		case example:
			examples.WriteString(line + "\n")
			line = ""
		}
		plain.WriteString(line + "\n")
	}
	for _, q := range marked(examples.String()) {
		// People ask under that heading too.
		if !slices.ContainsFunc(samples, func(s string) bool { return strings.HasPrefix(strings.ToLower(q), s) }) {
			asked = append(asked, q)
		}
	}
	return append(marked(plain.String()), asked...)
}

// samples are how the template's own questions begin.
var samples = []string{"auth method not specified", "retention period not specified", "detail not specified", "specific "}

// headsExamples reports the line that stands above the template's own questions.
func headsExamples(line string) bool {
	words := strings.ToLower(strings.Trim(line, "*_: "))
	return strings.HasPrefix(words, "example of marking unclear") || strings.HasPrefix(words, "mark unclear requirements")
}

// marked are the questions of a text.
func marked(rest string) (asked []string) {
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
		question = strings.Join(strings.Fields(question), " ")
		if !crossedOut && !answered.MatchString(after) && isQuestion(question) {
			asked = append(asked, question)
		}
	}
}

// answered begins what stands behind a question that has its answer.
var answered = text.Pattern{Expr: `(?i)^[\s*_→=>✅—–:-]*(?:resolved|answered|closed|clarified|decided)\b`}

// untilClosed cuts a text behind the bracket that closes it, with the brackets inside. A
// question ends with its paragraph.
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
		case '\n':
			if i+1 < len(s) && s[i+1] == '\n' {
				return "", "", false
			}
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
	return !strings.HasPrefix(s, "<") || !strings.HasSuffix(s, ">")
}
