package main

import (
	"fmt"
	"strings"
)

// stepsOf writes the steps in the style of the plan.
func (m *maker) stepsOf(p *plan, s *sheet) {
	if len(p.steps) == 0 {
		if p.sentence != "" {
			s.section("## Next Step", p.sentence)
		}
		return
	}
	heading := "## " + p.style.heading
	switch p.style.steps {
	case stepHeadings:
		m.headedSteps(p, s)
	case stepPhases, stepBullets:
		m.phases(p, s)
	case stepTable:
		s.section(heading, m.tableSteps(p)...)
	case stepRounds:
		m.rounds(p, s)
	case stepLabelled:
		s.lines(append([]string{"**Steps:**"}, m.stepLines(p, p.steps)...)...)
	case stepHeadless:
		s.lines(m.stepLines(p, p.steps)...)
	case stepFenced:
		s.section(heading, append(append([]string{"```"}, m.stepLines(p, p.steps)...), "```")...)
	default:
		lines := m.stepLines(p, p.steps)
		if m.chance(4) {
			lines = append([]string{"<!-- - [ ] An example of a step -->"}, lines...)
		}
		s.section(heading, lines...)
	}
}

// stepLines writes steps as the items of a list.
func (m *maker) stepLines(p *plan, steps []planStep) []string {
	number := ""
	if p.style.steps == stepBoxes && m.chance(15) {
		number = pick(m, "%d. ", "Step %d: ", "**Step %d:** ")
	}
	var out []string
	for i, step := range steps {
		text := step.text
		if number != "" {
			text = fmt.Sprintf(number, i+1) + text
		}
		out = append(out, itemMark(p.style.steps, i+1, step.done)+text)
		if note := step.note; note != "" {
			out = append(out, "  - "+note)
		}
		if p.style.steps == stepNested && i%2 == 0 {
			out = append(out, "  - [ ] with the older letters beside it", "  - [ ] in both languages")
		}
	}
	return out
}

// itemMark is what stands before the text of a step.
func itemMark(form stepForm, number int, done bool) string {
	box, sign := mark(done), "⬜"
	if done {
		sign = "✅"
	}
	switch form {
	case stepStars:
		return "* " + box + " "
	case stepNumbered:
		return fmt.Sprintf("%d. %s ", number, box)
	case stepDashed:
		return fmt.Sprintf("%d. - %s ", number, box)
	case stepPlain:
		return fmt.Sprintf("%d. ", number)
	case stepEmoji:
		return fmt.Sprintf("%d. %s ", number, sign)
	case stepMarks:
		return "- " + sign + " "
	case stepBullets:
		return "- "
	}
	return "- " + box + " "
}

// headedSteps writes a heading for each step.
func (m *maker) headedSteps(p *plan, s *sheet) {
	form, named := m.IntN(3), pick(m, "### Step %d: %s", "### Step %d: %s", "### Step %d - %s", "### %d. %s", "#### Step %d: %s")
	s.lines("## " + p.style.heading)
	for i, step := range p.steps {
		heading := fmt.Sprintf(named, i+1, step.text)
		switch form {
		case 0:
			if step.done {
				heading += " ✅"
			}
			s.section(heading, "This comes from the letter.")
		case 1:
			word := "pending"
			if step.done {
				word = "completed"
			}
			s.section(heading, "**Status:** "+word, "", "This comes from the letter.")
		default:
			box := "- [ ] Status: pending"
			if step.done {
				box = "- [x] Status: completed"
			}
			s.section(heading, box, "- Who: agent")
		}
	}
}

// phases writes the steps below headings of phases.
func (m *maker) phases(p *plan, s *sheet) {
	named := pick(m, "### Phase %d: %s", "### Phase %d: %s", "## Phase %d: %s", "## Phase %d - %s", "### Stage %d: %s")
	if strings.HasPrefix(named, "### ") {
		s.lines("## " + pick(m, "Phases", "Implementation Phases", "Execution", p.style.heading))
	}
	per := 1 + len(p.steps)/2
	for n := 0; n*per < len(p.steps); n++ {
		part := p.steps[n*per : min(len(p.steps), (n+1)*per)]
		s.section(fmt.Sprintf(named, n+1, stages[n%len(stages)]), m.stepLines(p, part)...)
	}
}

// tableSteps writes the steps as rows.
func (m *maker) tableSteps(p *plan) []string {
	open, finished := "⏳ Pending", "✅ Done"
	if m.chance(50) {
		open, finished = "pending", "completed"
	}
	out := []string{"| # | Step | Status |", "|---|------|--------|"}
	for i, step := range p.steps {
		word := open
		if step.done {
			word = finished
		}
		out = append(out, fmt.Sprintf("| %d | %s | %s |", i+1, strings.ReplaceAll(step.text, "|", `\|`), word))
	}
	return out
}

// rounds writes the list once for each iteration, the last as it is.
func (m *maker) rounds(p *plan, s *sheet) {
	earlier := make([]planStep, len(p.steps))
	for i, step := range p.steps {
		earlier[i] = planStep{text: step.text, need: step.need}
	}
	s.section("## Iteration 1", m.stepLines(p, earlier)...)
	s.section("## Iteration 2", m.stepLines(p, p.steps)...)
}
