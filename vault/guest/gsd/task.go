package gsd

import (
	"strings"

	"coldstart/vault/guest"
	"coldstart/vault/text"
)

// checkpoint is a task of a plan at which a human is asked.
type checkpoint struct {
	// what says what is wanted of the human, details how.
	what, details string
}

var (
	taskTag   = text.Pattern{Expr: `<task\b([^<>]*)>`}
	taskType  = text.Pattern{Expr: `\btype\s*=\s*["']checkpoint:([\w-]+)["']`}
	taskCount = text.Pattern{Expr: `^(?i)(?:task|checkpoint) ?[\w.]*\s*:\s*`}
)

// checkpoints reads the tasks of a plan at which a human is asked.
func checkpoints(plan string) (all []checkpoint) {
	tags := taskTag.FindAllStringSubmatchIndex(plan, -1)
	for i, tag := range tags {
		m := taskType.FindStringSubmatch(plan[tag[2]:tag[3]])
		if m == nil {
			continue
		}
		end := len(plan)
		if i+1 < len(tags) {
			end = tags[i+1][0]
		}
		body, _, _ := strings.Cut(plan[tag[1]:end], "</task>")
		all = append(all, readCheckpoint(m[1], body))
	}
	return all
}

func readCheckpoint(kind, body string) checkpoint {
	verb, names := "do: ", []string{"name", "action", "instructions"}
	switch kind {
	case "human-verify":
		verb, names = "check: ", []string{"name", "what-built", "how-to-verify"}
	case "decision":
		verb, names = "decide: ", []string{"name", "decision", "context"}
	}
	c := checkpoint{what: verb + "a checkpoint without a name"}
	// The names of options are not that of the task.
	before, behind, _ := strings.Cut(body, "<options>")
	_, behind, _ = strings.Cut(behind, "</options>")
	body = before + behind
	var details []string
	for named := false; len(names) > 0; names = names[1:] {
		for _, line := range strings.Split(element(body, names[0]), "\n") {
			switch line = strings.TrimSpace(line); {
			case line == "":
			case !named:
				c.what, named = verb+taskCount.ReplaceAllString(firstLine(line), ""), true
			default:
				details = append(details, line)
			}
		}
	}
	c.details = strings.Join(details, "\n")
	return c
}

// element returns the text in an element such as <objective>, empty where it is not there.
func element(body, name string) string {
	_, rest, ok := strings.Cut(body, "<"+name+">")
	if !ok {
		return ""
	}
	inside, _, _ := strings.Cut(rest, "</"+name+">")
	return strings.TrimSpace(inside)
}

// unfenced leaves out code, whose tasks are examples, and comments.
func unfenced(s string) string {
	var out strings.Builder
	for l := range guest.Said(s) {
		out.WriteString(l.Text)
		out.WriteByte('\n')
	}
	return out.String()
}

// listMark is what a line of a list begins with.
var listMark = text.Pattern{Expr: `^(?:[-*]|\d{1,3}[.)])\s+`}

// firstLine is the first line with text, without bold and without the mark of a list.
func firstLine(s string) string {
	for _, line := range strings.Split(s, "\n") {
		line = strings.TrimSpace(strings.ReplaceAll(line, "**", ""))
		if line = listMark.ReplaceAllString(line, ""); line != "" {
			return line
		}
	}
	return ""
}

// firstSentence is the first sentence of the first line, without its full stop.
func firstSentence(s string) string {
	line, _, _ := strings.Cut(firstLine(s), ". ")
	return strings.TrimSuffix(line, ".")
}
