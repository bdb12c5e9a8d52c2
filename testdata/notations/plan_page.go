package main

import (
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
