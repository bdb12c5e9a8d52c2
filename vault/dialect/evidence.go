package dialect

import (
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/vault/text"
)

// The value of a field may stand in several places of a file. fieldRules says for each field
// where it is looked for, best place first, and fact alone applies it: the first place with a
// value counts. Where a wrong value would do harm and one place gives two that differ, none
// counts and both are shown.

// Fact is one value with how we know it.
type Fact struct {
	// Text is the value as written, without quotes, list marks and bold marks.
	Text  string
	Basis model.Basis
	// Line is where it is, counted from 1; zero when it is in no line.
	Line int
	// Rivals are two values of one rank that differ, so that there is no Text.
	Rivals *[2]Fact
}

// Given reports whether there is a value.
func (f Fact) Given() bool { return f.Text != "" }

// Contested reports whether there are two values, of which none counts.
func (f Fact) Contested() bool { return f.Rivals != nil }

// words says which values of a field differ, "" where none do.
func (f Fact) words(name string) string {
	if !f.Contested() {
		return ""
	}
	a, b := f.Rivals[0], f.Rivals[1]
	return fmt.Sprintf("%s is given twice: %q in line %d, %q in line %d", name, tidy(a.Text), a.Line, tidy(b.Text), b.Line)
}

// declared is a value that a line of the file states.
func declared(text string, line int) Fact {
	return Fact{Text: text, Basis: model.BasisDeclared, Line: line}
}

// evidence is a place in which a value may stand.
type evidence struct {
	// words name the place in docs/dev/formats.md.
	words string
	// look shows the values that are there to w, in file order.
	look func(p *Page, w *weighing)
}

// fieldRule is how the value of a field is found.
type fieldRule struct {
	// name is the field for people, places are where it may stand, best first.
	name   string
	places []evidence
	// unless reports files that have no such value, whatever they say; nil for none.
	unless func(p *Page) bool
	// accepts reports whether a text can be such a value at all; nil for any.
	accepts func(text string) bool
	// same reports whether two values mean the same; nil where the first counts.
	same func(a, b string) bool
	// agree reports whether values of two places may both be right; nil where the better place
	// is all that matters. Where they may not, people are asked.
	agree func(a, b string) bool
	// core is how many of the first names always mean the field itself, 0 for all: an invoice
	// amount may be another than the amount.
	core int
}

// weighing is the search for one value.
type weighing struct {
	field field
	rule  *fieldRule
	first Fact
	rival Fact
	// all is true when every name and place counts, not only the best.
	all bool
}

// show offers a value.
func (w *weighing) show(f Fact) {
	switch {
	case isAbsent(f.Text), w.rule.accepts != nil && !w.rule.accepts(f.Text):
	case !w.first.Given():
		w.first = f
	case w.rule.same != nil && !w.rival.Given() && w.first.Text != f.Text && !w.rule.same(w.first.Text, f.Text):
		w.rival = f
	}
}

// settled reports whether no names behind the n-th need to be looked for.
func (w *weighing) settled(n int) bool {
	if w.all {
		return w.rival.Given() || w.rule.core > 0 && n+1 >= w.rule.core
	}
	return w.first.Given()
}

// fact returns the value of a field.
func (p *Page) fact(f field) Fact {
	rule := &fieldRules[f]
	if rule.unless != nil && rule.unless(p) {
		return Fact{}
	}
	w := p.weigh(weighing{field: f, rule: rule})
	defer p.weighed(w)
	for i := range rule.places {
		rule.places[i].look(p, w)
		if w.rival.Given() {
			return Fact{Rivals: &[2]Fact{w.first, w.rival}}
		}
		if w.first.Given() {
			return w.first
		}
	}
	return Fact{}
}

// weigh begins a search, in the memory of one that has ended.
func (p *Page) weigh(begin weighing) *weighing {
	w := p.spare
	if p.spare = nil; w == nil {
		w = new(weighing)
	}
	*w = begin
	return w
}

// weighed ends a search.
func (p *Page) weighed(w *weighing) { p.spare = w }

// inKeys looks at the front matter. Names of one rank count together.
func inKeys(p *Page, w *weighing) {
	if !p.front.fields.has(w.field) || w.first.Given() && p.front.saysOnly(w.field, w.first.Text) {
		return
	}
	for n, names := range spellings[w.field].keys {
		for i := range p.front.entries {
			if e := &p.front.entries[i]; e.fields.has(w.field) && text.Among(e.key, names) {
				w.show(declared(e.value, e.line))
			}
		}
		if w.settled(n) {
			return
		}
	}
}

// stated returns the value of a field that the file declares, in the best place that has one.
func (p *Page) stated(f field) Fact {
	w := p.weigh(weighing{field: f, rule: &p.anyValue})
	defer p.weighed(w)
	for i := 0; i < len(declaredPlaces) && !w.first.Given(); i++ {
		declaredPlaces[i].look(p, w)
	}
	return w.first
}

// atHead looks at labels before the first section and in sections about the file itself.
func atHead(p *Page, w *weighing) { p.showLabels(w, true) }

// furtherDown looks at the labels of all other sections.
func furtherDown(p *Page, w *weighing) { p.showLabels(w, false) }

// inHeadings looks at headings such as "From: Ida Roe".
func inHeadings(p *Page, w *weighing) {
	p.showLabelled(w, func(l *label, s *section) bool { return l.form == formHeading })
}

// showLabels shows the labels of a field that a mark sets off.
func (p *Page) showLabels(w *weighing, head bool) {
	p.showLabelled(w, func(l *label, s *section) bool {
		return l.form != formPlain && s.head == head && p.nearEnough(w.field, l)
	})
}

// showLabelled shows the labels of a field that counts takes. Those below the heading of a step, a phase or
// a task are about that part alone.
func (p *Page) showLabelled(w *weighing, counts func(l *label, s *section) bool) {
	if !p.labelled.has(w.field) {
		return
	}
	for n, names := range spellings[w.field].labels {
		for i := range p.labels {
			l := &p.labels[i]
			s := &p.sections[l.section]
			if l.fields.has(w.field) && !s.group && s.maySay(w.field) && text.Among(l.key, names) && counts(l, s) && (w.field != fieldStatus || s.isAboutPlan(l.value)) {
				w.show(declared(l.value, l.line))
			}
		}
		if w.settled(n) {
			return
		}
	}
}

// planWords are words of headings below which a status is that of the plan.
var planWords = []string{
	"status", "plan", "task", "tasks", "project", "progress", "execution", "tracking", "approval", "metadata", "details", "summary", "overview", "info",
	"information", "notes", "request", "current", "state", "completion", "result", "results", "outcome", "objective", "goal", "context", "step", "steps",
	"workflow", "log", "roadmap", "final", "implementation", "header", "update",
}

// otherSubjects are words of headings below which a status is never that of the plan.
var otherSubjects = []string{
	"assessment", "capacity", "health", "check", "checks", "system", "systems", "service", "services", "server", "servers", "integration", "integrations",
	"dependency", "dependencies", "environment", "compliance", "budget", "inventory", "account",
}

// isAboutPlan reports whether a status in a section is that of the plan, and not of something else, such as a
// capacity assessment: the heading says so, or stands no deeper than those of a plan above a known word.
func (s *section) isAboutPlan(status string) bool {
	switch name := s.folded(); {
	case s.head, s.level <= 1, anyPhrase(name, planWords):
		return true
	case s.level > 2, anyPhrase(name, otherSubjects):
		return false
	}
	return stateOf(status) != model.StateUnknown
}

// maySay reports whether a section may state a field of its file.
func (s *section) maySay(f field) bool { return !s.message || slices.Contains(messageFields, f) }

// labelOf returns the first label of a field, at the top or further down.
func (p *Page) labelOf(f field) Fact {
	w := p.weigh(weighing{field: f, rule: &p.anyValue})
	defer p.weighed(w)
	for _, look := range []func(*Page, *weighing){atHead, furtherDown, plainLine} {
		if look(p, w); w.first.Given() {
			break
		}
	}
	return w.first
}

// inSection looks at the first line below a heading that is just the name of the field. Of boxes
// there, or below such a label, the ticked ones are the values.
func inSection(p *Page, w *weighing) {
	if !p.named.has(w.field) {
		return
	}
	for n, names := range spellings[w.field].labels {
		for i := range p.parts {
			part := &p.parts[i]
			s := &p.sections[part.section]
			if s.embedded || !text.Among(part.key, names) {
				continue
			}
			ticked, boxed := p.ticked(part)
			for _, f := range ticked {
				w.show(f)
			}
			if !boxed && part.from == s.from {
				w.show(p.firstText(part.section))
			}
		}
		if w.settled(n) {
			return
		}
	}
}
