package dialect

import "strings"

// role is what a section of a plan is for.
type role uint8

const (
	// roleNone is for a section whose name says nothing about steps: its boxes are
	// steps unless a section with a better name has some.
	roleNone role = iota
	roleSteps
	// roleNext holds what comes next, as boxes or in a sentence.
	roleNext
	// roleLeftOut holds boxes or numbers that are no steps.
	roleLeftOut
	roleLog
	// roleEmbedded begins a pasted copy of the file that the plan was made from.
	roleEmbedded
)

// match is how a name of the section table is compared with a heading.
type match uint8

const (
	whole match = iota
	starts
	ends
	has
)

// sectionRules is the table of section names. The first row that fits counts.
// Names are in lower case without punctuation, numbers and emoji in front; add a
// name to a row, or a row above the one that must not win.
var sectionRules = []struct {
	role  role
	how   match
	names []string
}{
	{roleEmbedded, starts, []string{"original", "raw"}},
	{roleEmbedded, whole, []string{"source content", "source file content", "file content", "source file"}},
	{roleLog, has, []string{"log", "logs", "history", "reasoning", "activity"}},
	{roleLeftOut, starts, []string{
		"acceptance", "requirements", "output", "expected output", "quality", "completion", "done condition",
		"approval", "notes", "analysis", "context", "metadata", "status tracking", "preview", "content", "references",
	}},
	{roleLeftOut, has, []string{"criteria", "prerequisites", "rollback", "risk", "risks", "dependencies", "milestones", "security"}},
	{roleNext, starts, []string{"next step", "next steps", "next action", "next actions"}},
	{roleSteps, has, []string{"step", "steps", "roadmap", "action items", "tasks", "workflow"}},
	{roleSteps, ends, []string{"action required", "actions required", "actions", "action plan", "to do", "todo"}},
	{roleSteps, whole, []string{"plan", "execution plan", "task list", "checklist", "todos", "to do list"}},
	{roleLeftOut, ends, []string{"content", "preview", "requirements", "metadata", "analysis"}},
	{roleLeftOut, has, []string{"approval", "hitl", "decision"}},
}

// groupWords begin headings that group steps, as in "Phase 2: Planning". The text
// behind a step word can itself be the step.
var groupWords = []struct {
	word   string
	isStep bool
}{
	{"step", true},
	{"phase", false},
	{"task", false},
	{"milestone", false},
	{"stage", false},
}

// roleOf gives what a heading says about its section.
func roleOf(heading string) role {
	name := sectionName(heading)
	for _, rule := range sectionRules {
		for _, word := range rule.names {
			if fits(name, word, rule.how) {
				return rule.role
			}
		}
	}
	return roleNone
}

// sectionName folds a heading and takes the number off that many carry.
func sectionName(heading string) string {
	name := words(heading)
	if name[1:] != "" && name[1] >= '0' && name[1] <= '9' {
		if end := strings.IndexByte(name[1:], ' ') + 1; end < len(name)-1 && strings.Trim(name[1:end], "0123456789") == "" {
			return name[end:]
		}
	}
	return name
}

func fits(name, word string, how match) bool {
	if len(name) < len(word)+2 {
		return false
	}
	atStart := name[1:1+len(word)] == word && name[1+len(word)] == ' '
	switch how {
	case whole:
		return atStart && len(name) == len(word)+2
	case starts:
		return atStart
	case ends:
		return strings.HasSuffix(name[:len(name)-1], word) && name[len(name)-2-len(word)] == ' '
	}
	return hasPhrase(name, word)
}

// group reads a heading such as "Phase 2: Planning" or "Step: Collect". Title is
// what stands behind the number.
func group(heading string) (title string, isStep, ok bool) {
	text := trimMarks(heading)
	for _, g := range groupWords {
		if len(text) <= len(g.word) || !strings.EqualFold(text[:len(g.word)], g.word) {
			continue
		}
		rest := strings.TrimLeft(text[len(g.word):], " ")
		number := strings.TrimLeft(rest, "0123456789")
		if len(number) == len(rest) && !strings.HasPrefix(rest, ":") {
			return "", false, false
		}
		return strings.TrimLeft(number, " .):-–—"), g.isStep, true
	}
	return "", false, false
}

// section is a heading with the lines below it, up to the next heading of any
// level. The first one is what stands before any heading.
type section struct {
	// name is the heading as written.
	name   string
	level  int
	number int
	// parent is the index of the section around it, -1 for none.
	parent int
	// from and to are the lines below the heading.
	from, to int
	// role is the section's own, or that of the nearest one around it that has one.
	role role
	// own is the role by its own name.
	own role
	// group is true for Phase and Step headings, step for the second only; title is
	// what stands behind their number.
	group, step bool
	title       string
	// embedded is true inside a pasted copy of the plan's source.
	embedded bool
}

// findSections cuts the lines at the headings.
func (p *Page) findSections() {
	p.sections = append(make([]section, 0, 12), section{parent: -1})
	var around [7]int
	embedded, titled := false, false
	for i := range p.lines {
		l := &p.lines[i]
		if l.at == inHeading {
			level, text, _ := heading(l.text)
			s := section{name: text, level: level, number: int(l.number), from: i + 1}
			for up := level - 1; up >= 0; up-- {
				if s.parent = around[up]; s.parent > 0 || up == 0 {
					break
				}
			}
			p.assign(&s, level == 1 && !titled)
			titled = titled || level == 1
			embedded = embedded || s.own == roleEmbedded
			s.embedded = embedded
			p.sections[len(p.sections)-1].to = i
			p.sections = append(p.sections, s)
			around[level] = len(p.sections) - 1
			for deeper := level + 1; deeper < len(around); deeper++ {
				around[deeper] = 0
			}
		}
		l.section = int32(len(p.sections) - 1)
	}
	p.sections[len(p.sections)-1].to = len(p.lines)
}

// assign gives a section its role. The title of a file says nothing of what its
// sections are for: a plan about rollback notes has steps all the same. A numbered
// heading below one for steps is a step.
func (p *Page) assign(s *section, isTitle bool) {
	s.title, s.step, s.group = group(s.name)
	if title, ok := cutNumber(trimMarks(s.name)); ok && p.sections[s.parent].own == roleSteps {
		s.title, s.step, s.group = title, true, true
	}
	if !s.group && !isTitle {
		s.own = roleOf(s.name)
	}
	s.role = s.own
	if around := p.sections[s.parent]; s.role == roleNone && around.role != roleNext {
		s.role = around.role
	}
	if s.group && s.role == roleNone {
		s.role = roleSteps
	}
}
