package dialect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/text/python"
)

// The agents' plan manager finds the steps of a plan by patterns of its own and acts on a
// step by its number. What is here counts exactly as it does, whatever a person would make
// of the marks: it knows no code blocks, and no other bullets, boxes or headings.

// agentSteps are the steps of a plan as the agents count them.
type agentSteps struct {
	steps []model.Step
	// lines are the lines of the steps in the file, counted from 1.
	lines []int
	// none says why the agents find no place for steps, "" where they find one.
	none string
}

// Headings between which the agents look for steps.
const (
	agentRoadmap = "## Roadmap"
	agentLog     = "\n## Reasoning Logs"
)

// countAsAgents counts the steps of a plan as the agents do.
func countAsAgents(whole string) agentSteps {
	whole = python.Lines(whole)
	_, body, ok := python.Match(whole)
	if !ok {
		return agentSteps{none: "its front matter is not enclosed in two lines of exactly ---"}
	}
	from, to, ok := agentSection(whole[body:])
	if !ok {
		return agentSteps{none: `they look between the lines "## Roadmap" and "## Reasoning Logs", spelled exactly like that`}
	}
	var a agentSteps
	number := strings.Count(whole[:body+from], "\n")
	for line := range strings.SplitSeq(whole[body+from:body+to], "\n") {
		number++
		if s, ok := agentStep(line); ok {
			s.Number = len(a.steps) + 1
			if a.steps == nil {
				a.steps, a.lines = make([]model.Step, 0, fewSteps), make([]int, 0, fewSteps)
			}
			a.steps, a.lines = append(a.steps, s), append(a.lines, number)
		}
	}
	return a
}

// agentSection finds the text in which the agents look for steps: behind the first heading
// for the roadmap and the blank lines below it, up to the next heading for the log.
func agentSection(body string) (from, to int, ok bool) {
	for at := 0; at < len(body); {
		line := body[at:]
		next := strings.IndexByte(line, '\n') + 1
		if next == 0 {
			break
		}
		rest, headed := strings.CutPrefix(line, agentRoadmap)
		blank := len(rest) - len(strings.TrimLeftFunc(rest, isAgentBlank))
		if last := strings.LastIndexByte(rest[:blank], '\n'); headed && last >= 0 {
			from = at + len(agentRoadmap) + last + 1
			if end := strings.Index(body[from:], agentLog); end >= 0 {
				return from, from + end, true
			}
			// The log may follow the blank lines at once.
			return from, from, strings.HasPrefix(body[from-1:], agentLog) && strings.Count(rest[:blank], "\n") > 1
		}
		at += next
	}
	return 0, 0, false
}

// agentStep reads a dash, blanks, a box with a blank or an x, and text: behind a hand and
// one blank, that of a human step.
func agentStep(line string) (model.Step, bool) {
	item, ok := strings.CutPrefix(strings.TrimFunc(line, isAgentBlank), "-")
	box := strings.TrimLeftFunc(item, isAgentBlank)
	if !ok || box == item || len(box) < 4 || box[0] != '[' || box[2] != ']' || !strings.ContainsRune(" xX", rune(box[1])) {
		return model.Step{}, false
	}
	s := model.Step{Mark: rune(box[1]), Text: strings.TrimLeftFunc(box[3:], isAgentBlank)}
	if hand, ok := strings.CutPrefix(s.Text, "✋"); ok {
		r, size := utf8.DecodeRuneInString(hand)
		switch {
		case isAgentBlank(r):
			s.Human, s.Text = true, strings.TrimLeftFunc(hand[size:], isAgentBlank)
		default:
			s.Hand = afterHand(hand) != ""
		}
	}
	return s, true
}

// isAgentBlank reports a blank as the agents' language knows them.
func isAgentBlank(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }

// afterHand returns the text behind a hand, its colour and its blanks.
func afterHand(text string) string {
	return strings.TrimSpace(strings.TrimLeft(text, "\uFE0F\uFE0E\U0001F3FB\U0001F3FC\U0001F3FD\U0001F3FE\U0001F3FF"))
}

// takeAgents makes the agents' count that of a plan, whose steps are those that a person
// would count. Where the two differ it keeps both.
func takeAgents(p *model.Plan, whole string) {
	person := p.Steps
	a := countAsAgents(whole)
	if a.none != "" {
		if len(person) > 0 {
			p.Reading.Unseen = a.none
		}
		return
	}
	p.Steps, p.Reading.Lines = a.steps, a.lines
	same := func(a, b model.Step) bool { return rule.SameTo(a, b) }
	if !slices.EqualFunc(a.steps, person, same) {
		p.Reading.Counted, p.Reading.Otherwise = person, true
	}
}
