package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

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
