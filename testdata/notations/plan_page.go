package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// page writes the text of a plan, and says what depends on how it is written.
func (m *maker) page(p *plan, v *made) string {
	s := &sheet{m: m, form: p.style.meta, spelled: p.style.spelled}
	if s.form == nowhere {
		p.style.id, p.style.created = "", ""
	}
	m.planKeys(p, s)
	m.planTitle(p, s, v)
	if p.style.steps == stepHeadless {
		m.stepsOf(p, s)
	}
	m.planStatus(p, s)
	m.planNeed(p, s)
	if p.style.title != titleFirst && m.chance(50) {
		s.section("## Context", pick(m, asides...))
	}
	if p.style.pasted == pastedBefore || p.style.pasted == pastedDetails {
		m.paste(p, s)
	}
	switch p.style.aside {
	case asideBefore:
		s.section("## Prerequisites", boxes(some(m, 2, criteria))...)
	case asideNumbered:
		s.section("## Analysis", "1. The sender is a customer", "2. The tone is friendly", "3. There is no hurry")
	}
	if p.style.steps != stepHeadless {
		m.stepsOf(p, s)
	}
	m.asideOf(p, s)
	if p.style.pasted != pastedBefore && p.style.pasted != pastedDetails && p.style.pasted != pastedNone {
		m.paste(p, s)
	}
	if m.chance(30) {
		s.section(pick(m, "## Notes", "## Notes", "## Execution Log", "## Audit Trail"), "- "+pick(m, asides...))
	}
	return s.text()
}

func boxes(of []string) []string {
	out := make([]string, len(of))
	for i, text := range of {
		out[i] = "- [ ] " + text
	}
	return out
}

// planKeys sets the keys but for the status.
func (m *maker) planKeys(p *plan, s *sheet) {
	if p.style.id != "" {
		p.id = fmt.Sprintf("%s-%03d", pick(m, "PLAN", "TASK", "OPS"), m.number())
		s.set(p.style.id, p.id)
	}
	if p.style.created != "" {
		text, says := p.style.clock.write(p.made)
		if m.chance(3) {
			text, says = pick(m, "TBD", "null", "$(date -u +%Y-%m-%d)", "{{created}}", "${NOW}"), time.Time{}
		}
		p.stated = says
		if outer, key, nested := strings.Cut(p.style.created, "/"); nested {
			s.setBelow(outer, key, text)
		} else {
			s.set(p.style.created, text)
		}
	}
	if s.form == nowhere {
		return
	}
	if m.chance(50) {
		p.priority = pick(m, "high", "medium", "normal", "low", "p1")
		s.set("priority", p.priority)
	}
	if p.source != "" {
		s.set(pick(m, "source file", "source task", "original file"), p.source)
	} else if m.chance(25) {
		s.set("source file", "FILE_"+slug(p.title, "_")+".txt")
	}
	if s.form == frontMatter && m.chance(20) {
		s.set("type", pick(m, "plan", "execution_plan", "action_plan", "task_plan"))
	}
}

// planTitle writes what the plan is about.
func (m *maker) planTitle(p *plan, s *sheet, v *made) {
	right := []string{p.title}
	how := string(p.style.title)
	if p.style.pasted == pastedDetails || p.style.pasted == pastedBefore {
		how += ", pasted " + string(p.style.pasted)
	}
	form := p.style.title
	if (form == titleKey || form == titleGoalKey) && s.form == nowhere {
		form, how = titleBare, string(titleBare)
	}
	switch form {
	case titlePrefixed:
		s.title = "# " + p.style.prefix + p.title
		how += " " + p.style.prefix
	case titleBare:
		s.title = "# " + p.title
	case titleKey:
		s.set("title", p.title)
		s.title = pick(m, "", "# "+p.style.generic)
	case titleGoalKey:
		s.set("objective", p.title)
		s.title = "# " + p.style.generic
	case titleGeneric:
		s.title = "# " + p.style.generic
		s.section(pick(m, "## Objective", "## Objective", "## Goal", "## 🎯 Objective"), p.title)
	case titleSection:
		s.section(pick(m, "## Objective", "## Goal", "## Task Summary"), p.title)
	case titleBold:
		s.title = "# " + p.style.generic
		s.lines(pick(m, "**Objective:** ", "**Goal:** ", "**Task:** ") + p.title)
	case titleFirst:
		s.title = "# Objective"
		s.lines(p.title)
	case titleDated:
		s.title = "# Execution Plan — " + p.made.Format("2006-01-02")
		s.section("## Summary", "- AUTO items: 1", "- Items to look at: 3")
		right = []string{s.title[2:], p.slug}
	case titleStem:
		stem := pick(m, "FILE_", "EMAIL_", "TASK_") + slug(p.title, "_")
		s.title = "# Plan: " + stem
		right = []string{stem, p.title}
	default:
		right = []string{p.slug, p.title}
	}
	v.says(p.path, kindPlan, fieldTitle, how, right...)
}

// planStatus writes the status, and works out what it says with the folder and the boxes.
func (m *maker) planStatus(p *plan, s *sheet) {
	form := p.style.status
	if s.form == nowhere && (form == statusKey || form == statusTwice || form == statusTorn) {
		form = statusNone
	}
	p.style.status = form
	word := m.statusWord(p.meant)
	switch form {
	case statusKey:
		s.set("status", word)
	case statusTwice:
		s.set("status", word)
		s.set("status", word)
	case statusTorn:
		other := pick(m, "in_progress", "active", "running")
		if p.meant == active {
			other = "pending"
		}
		s.set("status", word)
		s.set("status", other)
		p.torn = []string{word, other}
	case statusBold:
		s.lines(pick(m, "**Status:** ", "**Status**: ", "- **Status:** ", "**Current Status:** ") + word)
	case statusColon:
		s.lines("## Status: " + word)
	case statusBelow:
		s.section("## Status", word)
	case statusInline:
		var options []string
		for _, o := range optionWords {
			options = append(options, mark(o.is == p.meant)+" "+o.word)
		}
		s.lines("**Status:** " + strings.Join(options, " "))
	case statusOptions:
		var lines []string
		for _, o := range optionWords {
			lines = append(lines, "- "+mark(o.is == p.meant)+" "+o.word)
		}
		s.section("## Status", lines...)
	}
	p.is = p.stateOf(form)
	if p.closed() || p.folder == "progress" {
		p.torn = nil
	}
}

// mark is a box.
func mark(ticked bool) string {
	if ticked {
		return "[x]"
	}
	return "[ ]"
}

// stateOf is the state that a person reads.
func (p *plan) stateOf(form statusForm) state {
	is := p.meant
	if form == statusNone {
		ticked := 0
		for _, s := range p.steps {
			if s.done {
				ticked++
			}
		}
		switch {
		case ticked == 0:
			is = draft
		case ticked == len(p.steps):
			is = done
		default:
			is = active
		}
	}
	switch {
	case p.closed():
		return done
	case p.folder == "progress" && (is == draft || form == statusTorn):
		return active
	case form == statusTorn:
		return unknown
	}
	return is
}

// planNeed says whether the plan as a whole needs a human.
func (m *maker) planNeed(p *plan, s *sheet) {
	if s.form == nowhere && (p.style.need == needKeyYes || p.style.need == needKeyNo) {
		p.style.need = needNone
	}
	key := pick(m, "requires approval", "requires hitl", "approval required", "needs approval", "requires human approval")
	question := pick(m, "## Requires Human Approval?", "## Requires Human Approval?", "## Approval Required?", "## Human Approval Needed?")
	switch p.style.need {
	case needKeyYes:
		s.set(key, pick(m, "true", "yes", "True"))
		p.human = needsHuman
	case needKeyNo:
		s.set(key, pick(m, "false", "no", "False"))
	case needAskYes:
		s.section(question, pick(m, "Yes", "**Yes**", "Yes - the letter goes to a customer", "✅ Yes", "YES"))
		p.human = needsHuman
	case needAskNo:
		s.section(question, pick(m, "No", "**No**", "No - nothing leaves the house", "no"))
	case needProse:
		s.section("## Approval Requirements", pick(m, "All letters to customers require human approval before they are sent.",
			"The owner must approve the sum.", "Human approval is needed for the payment.", "**Approval Status**: Required"))
		p.human = needsHuman
	case needProseMay:
		s.section("## Approval Requirements", pick(m, "Human approval is required if the sum is above 500.", "Approval is needed only when the letter goes out.",
			"May need approval of the owner, depending on the price."))
		p.human = mayNeed
	case needProseNo:
		s.section("## Approval Requirements", pick(m, "None. This is internal work.", "No approval needed.", "None"))
	}
}

// asideOf writes boxes that are no steps.
func (m *maker) asideOf(p *plan, s *sheet) {
	switch p.style.aside {
	case asideSection:
		s.section("## "+pick(m, asideNames...), boxes(some(m, 3, criteria))...)
	case asideLabel:
		s.lines(append([]string{"**" + pick(m, asideNames...) + ":**"}, boxes(some(m, 2, criteria))...)...)
	case asideTools:
		s.section(pick(m, "## MCP Tools Required", "## Tools Needed", "## Required MCP Servers"), boxes(some(m, 2, tools))...)
	case asideChoice:
		s.section("## Approval Decision", "- [ ] APPROVE", "- [ ] REJECT", "- [ ] MODIFY")
	}
}

// paste puts the source into the plan.
func (m *maker) paste(p *plan, s *sheet) {
	heading := "## " + pick(m, pastedNames...)
	from := pick(m, firms...)
	source := []string{
		"---", "type: file_drop", "status: " + pick(m, "new", "Complete", "done"), "created: 2025-11-05T09:10:11Z", "priority: high", "---", "",
		"# Message from " + from.name, "", "**Status:** Complete", "", "Please look at this before Friday. Offer expires: 2025-12-01.", "",
		"## Suggested Actions", "", "- [ ] Reply to the sender", "- [x] Archive after reading", "- [ ] Wait for approval of the reply",
	}
	switch p.style.pasted {
	case pastedDetails:
		s.section("## Task Details", "---", "type: data", "source: dropbox", "---", "", "A sheet with two columns.")
	case pastedFence:
		s.section(heading, append(append([]string{"```"}, source...), "```")...)
	case pastedQuote:
		quoted := make([]string, len(source))
		for i, l := range source {
			quoted[i] = strings.TrimRight("> "+l, " ")
		}
		s.section(heading, quoted...)
	default:
		s.section(heading, source...)
	}
}

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

// ownPlan writes a plan in the agents' own schema: the front matter, the headings and the
// hands of their plan manager.
func (m *maker) ownPlan(v *made) *plan {
	p := &plan{title: m.title(), made: m.moment(), folder: "plans", own: true}
	p.style = planStyle{meta: frontMatter, status: statusKey, title: titleFirst, steps: stepBoxes, name: nameSerial, ticks: true, clock: clocks[0].v}
	p.meant = draw(m, odds[state]{{4, draft}, {4, active}, {3, blocked}, {3, done}})
	for _, text := range some(m, 2+m.IntN(4), ordinary) {
		p.steps = append(p.steps, planStep{text: text, done: p.meant == done})
	}
	if p.meant == active {
		p.steps[0].done = true
	}
	if m.chance(50) {
		last := len(p.steps) - 1
		p.steps[last].text, p.steps[last].need = "✋ "+p.steps[last].text, needsHuman
	}
	p.id = fmt.Sprintf("PLAN-2026-%03d", m.number())
	p.slug, p.style.id, p.style.created = p.id, "task_id", "created_date"
	p.path = m.folder("Plans") + "/" + p.slug + ".md"
	text, says := p.style.clock.write(p.made)
	p.is, p.stated = p.meant, says
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntask_id: %s\nsource_link: /Needs_Action/x.md\ncreated_date: '%s'\npriority: medium\nstatus: %s\nblocked_reason: null\n---\n\n", p.id, text, p.meant)
	fmt.Fprintf(&b, "# Objective\n\n%s\n\n## Context\n\n%s\n\n## Roadmap\n\n", p.title, pick(m, asides...))
	for _, s := range p.steps {
		b.WriteString(itemMark(stepBoxes, 0, s.done) + s.text + "\n")
	}
	fmt.Fprintf(&b, "\n## Reasoning Logs\n\n- [%s] Agent: Created plan — they asked for it.\n", text)
	v.put(p.path, []byte(b.String()))
	p.told(v)
	v.says(p.path, kindPlan, fieldTitle, "the agents' own", p.title)
	return p
}

// jsonPlan writes a plan as JSON.
func (m *maker) jsonPlan(v *made) *plan {
	p := &plan{title: m.title(), made: m.moment(), folder: "plans"}
	p.style = planStyle{meta: "JSON", status: statusKey, title: "JSON", steps: "JSON", name: "plan_slug.json", ticks: true, clock: draw(m, clocks)}
	p.meant = draw(m, odds[state]{{5, draft}, {4, active}, {3, blocked}, {2, done}})
	p.is = p.meant
	p.slug = "plan_" + slug(p.title, "_")
	p.path = m.folder("Plans") + "/" + p.slug + ".json"
	doc := map[string]any{pick(m, "title", "objective", "goal", "task"): p.title, "status": m.plainStatus(p.meant)}
	if m.chance(60) {
		p.style.id, p.id = pick(m, "plan_id", "id", "task_id"), fmt.Sprintf("PLAN-%03d", m.number())
		doc[p.style.id] = p.id
	}
	p.style.created = pick(m, "created", "created_at", "createdAt", "timestamp")
	doc[p.style.created], p.stated = p.style.clock.write(p.made)
	simple := m.chance(40)
	p.style.steps = map[bool]stepForm{true: "JSON texts", false: "JSON objects"}[simple]
	ticked := 0
	texts := some(m, 2+m.IntN(4), ordinary)
	if !simple && p.meant == active {
		ticked = m.IntN(len(texts))
	} else if !simple && p.meant == done {
		ticked = len(texts)
	}
	key := pick(m, "description", "action", "title", "step")
	var steps []any
	for i, text := range texts {
		p.steps = append(p.steps, planStep{text: text, done: i < ticked})
		switch {
		case simple:
			steps = append(steps, text)
		case i < ticked:
			steps = append(steps, map[string]any{key: text, "status": pick(m, "completed", "done")})
		default:
			steps = append(steps, map[string]any{key: text, "status": "pending"})
		}
	}
	doc["steps"] = steps
	content, _ := json.MarshalIndent(doc, "", "  ") // of text and lists alone, which cannot fail
	v.put(p.path, append(content, '\n'))
	p.told(v)
	v.says(p.path, kindPlan, fieldTitle, "JSON", p.title)
	return p
}

// ownRequest writes a request in the agents' own schema for a step of one of their plans.
func (m *maker) ownRequest(p *plan, v *made) {
	to := pick(m, firms...)
	for i, step := range p.steps {
		if step.done || p.is == done {
			continue
		}
		path := fmt.Sprintf("%s/EMAIL-%s-%d.md", m.folder("Pending_Approval"), strings.TrimPrefix(p.id, "PLAN-"), i+1)
		at := m.moment()
		v.put(path, fmt.Appendf(nil, "---\naction_type: email\ntarget_recipient: %s\napproval_required_by: human\nrationale: \"%s\"\ncreated_date: '%s'\n"+
			"status: pending\nplan_id: %s\nstep_id: %d\nstep_description: \"%s\"\n---\n\n# Email Approval Request\n\n## Draft Content\n\nHello,\n",
			to.mail, "It was asked for", stamp(at), p.id, i+1, step.text))
		how := "the agents' own"
		v.says(path, kindRequest, fieldKind, how, string(kindRequest))
		v.says(path, kindRequest, fieldSummary, how, step.text)
		v.says(path, kindRequest, fieldAction, how, "email")
		v.says(path, kindRequest, fieldTarget, how, to.mail)
		v.says(path, kindRequest, fieldCreated, how, stamp(at))
		v.says(path, kindRequest, fieldLink, how, p.path)
		v.says(path, kindRequest, fieldNeeds, how, "yes")
		v.says(path, kindRequest, fieldMay, how, "yes")
		return
	}
}

// loose writes a plan beside the usual folders, which its name or its type tells.
func (m *maker) loose(v *made) {
	if !m.chance(10) {
		return
	}
	title := m.title()
	path := pick(m, "Tasks/plan_", "Tasks/PLAN_") + slug(title, "_") + ".md"
	v.put(path, []byte("---\ntype: plan\nstatus: completed\n---\n\n# Plan: "+title+"\n\n## Steps\n\n- [x] Read the letter\n- [x] Look up the address\n"))
	v.says(path, kindPlan, fieldKind, "Tasks", string(kindPlan))
	v.says(path, kindPlan, fieldTitle, "Tasks", title)
	v.says(path, kindPlan, fieldStatus, "Tasks", string(done))
	v.says(path, kindPlan, fieldSteps, "Tasks", "2")
}

// asked writes a whole plan that lies among the requests: it is both.
func (m *maker) asked(v *made) {
	title := m.title()
	path := m.folder("Pending_Approval") + "/" + pick(m, "PLAN_", "plan_") + slug(title, "_") + ".md"
	v.put(path, []byte("---\ntype: plan\nstatus: pending\n---\n\n# Plan: "+title+"\n\n## Steps\n\n- [ ] Read the letter\n- [ ] Look up the address\n"))
	v.says(path, kindRequest, fieldKind, "a plan", "both")
	v.says(path, kindRequest, fieldSummary, "a plan", title)
	v.says(path, kindRequest, fieldNeeds, "a plan", "yes")
	v.says(path, kindPlan, fieldSteps, "among the requests", "2")
}
