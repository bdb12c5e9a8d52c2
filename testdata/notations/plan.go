package main

import (
	"fmt"
	"strings"
	"time"
)

// planStyle is how one program writes its plans.
type planStyle struct {
	meta    metaForm
	spelled spelling
	status  statusForm
	title   titleForm
	prefix  string
	generic string
	steps   stepForm
	heading string
	aside   asideForm
	pasted  pastedForm
	need    needForm
	name    nameForm
	bytes   byteForm
	clock   clock
	// created and id are the keys, as words. An empty one is not written.
	created, id string
	// ticks is whether boxes are ever ticked.
	ticks bool
}

func (m *maker) planStyle() planStyle {
	return planStyle{
		meta: draw(m, planMetas), spelled: draw(m, spellings), status: draw(m, statusForms), title: draw(m, titleForms),
		prefix: pick(m, titlePrefixes...), generic: pick(m, genericTitles...), steps: draw(m, stepForms),
		heading: pick(m, stepHeadingNames...), aside: draw(m, asideForms), pasted: draw(m, pastedForms), need: draw(m, needForms),
		name: draw(m, nameForms), bytes: draw(m, byteForms), clock: draw(m, clocks), ticks: m.chance(45),
		created: draw(m, odds[string]{
			{10, "created"}, {8, "created at"}, {3, "date"}, {2, "created date"}, {2, "timestamp"}, {2, "generated"}, {1, "generated at"},
			{2, "date created"}, {1, "created on"}, {2, "details/timestamp"}, {1, "timestamps/created"}, {6, ""},
		}),
		id: draw(m, odds[string]{{70, ""}, {10, "plan id"}, {6, "id"}, {8, "task id"}}),
	}
}

// need says whether a human has to do a step.
type need int

const (
	needsNobody need = iota
	mayNeed
	needsHuman
)

// planStep is one step as a person counts them.
type planStep struct {
	text string
	done bool
	need need
	// note is a line below the step that says who is needed, empty for most.
	note string
}

// plan is a plan with what a person reads in it.
type plan struct {
	style planStyle
	title string
	// slug is the name without its ending; path includes the folder.
	slug, path string
	id         string
	// meant is the state its writer had in mind, is what the file and its folder say.
	meant, is state
	torn      []string
	steps     []planStep
	sentence  string
	made      time.Time
	// stated is the creation as the file says it, named as its name says it.
	stated, named time.Time
	human         need
	// folder tells where it lies: plans, done, progress or completed.
	folder string
	// own is true for one in the agents' own schema.
	own bool
	// priority is as stated, empty for most.
	priority string
	// source is the file that it was made from, empty for most.
	source string
}

// newPlan draws a plan of a style; folder is where it will lie.
func (m *maker) newPlan(style planStyle, folder string) *plan {
	p := &plan{style: style, title: m.title(), made: m.moment(), folder: folder}
	if m.chance(20) {
		p.style = m.vary(style)
	}
	p.meant = draw(m, odds[state]{{5, draft}, {4, active}, {3, blocked}, {2, done}})
	if p.closed() {
		p.meant = pick(m, done, done, draft, active)
	}
	m.drawSteps(p)
	m.nameOf(p)
	return p
}

// vary changes some of a style, as programs do from plan to plan.
func (m *maker) vary(s planStyle) planStyle {
	other := m.planStyle()
	switch m.IntN(6) {
	case 0:
		s.steps, s.heading = other.steps, other.heading
	case 1:
		s.title, s.prefix = other.title, other.prefix
	case 2:
		s.status = other.status
	case 3:
		s.aside, s.pasted = other.aside, other.pasted
	case 4:
		s.clock, s.created = other.clock, other.created
	default:
		s.need = other.need
	}
	return s
}

// closed tells whether it lies among finished work.
func (p *plan) closed() bool {
	return p.folder == "done" || p.folder == "completed" || p.folder == "month"
}

// drawSteps draws the steps and which of them are done.
func (m *maker) drawSteps(p *plan) {
	switch p.style.steps {
	case stepSentence:
		p.sentence = pick(m, ordinary...) + "."
		return
	case stepsNotGiven:
		return
	}
	for _, text := range some(m, 2+m.IntN(5), ordinary) {
		p.steps = append(p.steps, planStep{text: text})
	}
	if p.allowed() {
		at := m.IntN(len(p.steps))
		switch m.IntN(5) {
		case 0, 1:
			p.steps[at] = planStep{text: pick(m, sure...), need: needsHuman}
		case 2:
			p.steps[at] = planStep{text: pick(m, asking...), need: mayNeed}
		case 3:
			if p.style.steps.boxed() && m.chance(30) {
				p.steps[at].note, p.steps[at].need = pick(m, "⚠️ Requires human approval", "Requires approval: **yes** (the letter goes out)"), needsHuman
			}
		}
	}
	ticked := 0
	switch {
	case !p.style.ticks || p.stateless():
	case p.meant == done:
		ticked = len(p.steps)
	case p.meant != draft:
		ticked = m.IntN(len(p.steps))
	}
	for i := range ticked {
		p.steps[i].done = true
	}
}

// allowed tells whether a step may need a human without contradicting what the plan says.
func (p *plan) allowed() bool {
	n := p.style.need
	return n != needKeyNo && n != needAskNo && n != needProseNo
}

// stateless tells whether the steps cannot be ticked.
func (p *plan) stateless() bool { return p.style.steps == stepPlain || p.style.steps == stepBullets }

// nameOf gives the file its name.
func (m *maker) nameOf(p *plan) {
	low := slug(p.title, "_")
	named := p.made
	if p.style.created != "" && m.chance(25) {
		// The time of the source.
		named = named.Add(-50 * time.Hour)
	}
	time := named.Format("20060102_150405")
	switch p.style.name {
	case nameUpper:
		p.slug, p.named = "PLAN_"+low+"_"+time, named
	case nameTitle:
		p.slug = "Plan_" + low
	case nameLower:
		p.slug, p.named = "plan_"+time+"_"+low, named
	case nameDash:
		p.slug = "plan-" + slug(p.title, "-")
	case nameEnd:
		p.slug = low + pick(m, "_plan", "-plan", "_PLAN")
	case nameDouble:
		p.slug = low + ".plan"
	case nameWords:
		p.slug = p.title + " Plan"
	case nameSerial:
		p.slug = fmt.Sprintf("PLAN-%s-%03d", pick(m, "OPS", "MKT", "FIN"), m.number())
	default:
		p.slug = strings.ToUpper(low[:1]) + low[1:]
	}
	p.path = map[string]string{
		"plans": m.folder("Plans"), "done": m.folder("Done"), "progress": m.folder("In_Progress") + pick(m, "/cloud", "/local_agent", "/human"),
		"completed": m.folder("Plans") + "/completed", "email": m.folder("Plans") + "/email", "month": m.folder("Done") + "/2026-03",
	}[p.folder] + "/" + p.slug + ".md"
}

// write writes the file and says what a person reads in it.
func (m *maker) write(p *plan, v *made) {
	v.put(p.path, encode(m.page(p, v), m.bytes(p.style.bytes)))
	p.told(v)
}

// told says what a person reads in the file, but for its title.
func (p *plan) told(v *made) {
	how := string(p.style.steps)
	v.says(p.path, kindPlan, fieldKind, p.folder+", "+string(p.style.name), string(kindPlan))
	if p.id != "" {
		v.says(p.path, kindPlan, fieldID, fmt.Sprintf("%s, %q", p.style.meta, p.style.id), p.id)
	} else {
		v.says(p.path, kindPlan, fieldID, "name", p.slug, strings.TrimSuffix(p.slug, ".plan"))
	}
	if p.torn != nil {
		v.tears(p.path, kindPlan, fieldStatus, string(p.style.status), p.torn...)
	} else {
		v.says(p.path, kindPlan, fieldStatus, p.folder+", "+string(p.style.status), string(p.is))
	}
	ticked := 0
	for _, s := range p.steps {
		if s.done {
			ticked++
		}
	}
	beside := ""
	if p.style.aside != asideNone {
		beside = ", aside " + string(p.style.aside)
	}
	if p.style.pasted != pastedNone {
		beside += ", pasted " + string(p.style.pasted)
	}
	v.says(p.path, kindPlan, fieldSteps, how+beside, fmt.Sprint(len(p.steps)))
	v.says(p.path, kindPlan, fieldTicked, how+beside, fmt.Sprint(ticked))
	v.says(p.path, kindPlan, fieldHuman, string(p.style.need)+": "+p.marks(), p.humans()...)
	v.says(p.path, kindPlan, fieldNext, how+beside, p.next()...)
	v.says(p.path, kindPlan, fieldCreated, fmt.Sprintf("%s, %q, %s", p.style.meta, p.style.created, p.style.clock.name), p.times()...)
}

// humans are the answers to whether a human is needed. A step that is done needs nobody, but
// it is no mistake to say that it needed somebody.
func (p *plan) humans() []string {
	open, all := p.human, p.human
	for _, s := range p.steps {
		all = max(all, s.need)
		if !s.done {
			open = max(open, s.need)
		}
	}
	words := []string{"no", "maybe", "yes"}
	return []string{words[open], words[all]}
}

// marks are the steps that speak of a human, for the table of misses.
func (p *plan) marks() string {
	for _, s := range p.steps {
		if s.need != needsNobody {
			return strings.TrimSpace(s.text + " " + s.note)
		}
	}
	return ""
}

// next are the answers to what comes next.
func (p *plan) next() []string {
	open := p.sentence
	for _, s := range p.steps {
		if !s.done {
			open = s.text
			break
		}
	}
	switch {
	case p.closed():
		return []string{""}
	case p.is == done:
		return []string{"", open}
	}
	return []string{open}
}

// times are the answers to when it was made.
func (p *plan) times() []string {
	switch {
	case !p.stated.IsZero() && p.named.Equal(p.made):
		// The name may say more than what is stated.
		return []string{stamp(p.stated), stamp(p.named)}
	case !p.stated.IsZero():
		return []string{stamp(p.stated)}
	case !p.named.IsZero():
		return []string{"", stamp(p.named)}
	}
	return []string{""}
}
