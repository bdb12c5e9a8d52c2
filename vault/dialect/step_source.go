package dialect

import (
	"math"
	"slices"
	"strings"

	"coldstart/model"
)

// stepSource is one way in which plans write their steps.
type stepSource struct {
	// words say to the operator where the steps were found.
	words string
	basis model.Basis
	// find returns the steps in the sections that scope takes.
	find func(f *finder, scope func(section int) bool) []Step
}

// stepSources is the table of these ways, surest first. The first that finds a
// step counts.
var stepSources = []stepSource{
	{"a list in JSON", model.BasisDeclared, fromData},
	{"boxes and ticks", model.BasisDeclared, keptBoxes},
	{"a numbered list under a heading for steps", model.BasisDeclared, numberedSteps},
	{"a heading for each step", model.BasisDerived, stepHeadings},
	{"a table of steps", model.BasisDerived, tableSteps},
	{"bullets under a heading for steps", model.BasisGuessed, stepBullets},
	{"boxes under a heading that is not for steps", model.BasisGuessed, otherBoxes},
	{"a numbered list", model.BasisGuessed, otherNumbers},
	{"bullets under phases", model.BasisGuessed, phaseBullets},
	{"boxes inside a code block", model.BasisGuessed, fencedBoxes},
}

// isKept reports whether boxes with this role are steps.
func (r role) isKept() bool { return r == roleNone || r == roleSteps || r == roleNext }

// mayBeSteps reports whether boxes with this role are taken for steps where a plan has no others.
func (r role) mayBeSteps() bool {
	return r != roleLog && r != roleChecks && r != roleOptions && r != roleEmbedded
}

// keptBoxes takes the boxes of sections that are not left out. If no section has a telling
// name, a numbered list that has one wins.
func keptBoxes(f *finder, scope func(int) bool) []Step {
	named := false
	steps := f.pick(scope, func(c candidate, s *section) bool {
		ok := c.kind == boxItem && c.role.isKept()
		named = named || ok && c.role != roleNone
		return ok
	})
	if !named && len(steps) > 0 && len(numberedSteps(f, scope)) > 0 {
		return nil
	}
	return steps
}

func numberedSteps(f *finder, scope func(int) bool) []Step {
	counts := func(c candidate, _ *section) bool { return c.kind == numberItem && !c.nested && c.role == roleSteps }
	end := f.endOfList(scope, counts)
	return stateless(f.pick(scope, func(c candidate, s *section) bool { return counts(c, s) && c.line < end }))
}

// endOfList returns the line at which a second list begins: numbers that ran on over several headings begin
// anew below another heading for steps.
func (f *finder) endOfList(scope func(int) bool, counts func(c candidate, s *section) bool) int {
	first, section, last, runsOn := -1, -1, 0, false
	for _, c := range f.all {
		if !scope(c.section) || !counts(c, nil) {
			continue
		}
		around := f.page.stepsAround(c.section)
		switch {
		case first < 0:
			first = around
		case c.section != section && c.number == last+1:
			runsOn = true
		case c.section != section && runsOn && c.number <= 1 && around != first:
			return c.line
		}
		section, last = c.section, c.number
	}
	return math.MaxInt
}

// stepsAround returns the outermost section for steps around a section.
func (p *Page) stepsAround(section int) int {
	out := section
	for s := section; s > 0; s = p.sections[s].parent {
		if p.sections[s].own == roleSteps {
			out = s
		}
	}
	return out
}

func otherBoxes(f *finder, scope func(int) bool) []Step {
	return f.pick(scope, func(c candidate, _ *section) bool { return c.kind == boxItem && c.role.mayBeSteps() })
}

func otherNumbers(f *finder, scope func(int) bool) []Step {
	return stateless(f.pick(scope, func(c candidate, s *section) bool {
		return c.kind == numberItem && !c.nested && c.role.isKept()
	}))
}

func stepBullets(f *finder, scope func(int) bool) []Step {
	return stateless(f.pick(scope, func(c candidate, s *section) bool {
		return c.kind == bulletItem && !c.nested && c.role == roleSteps && hasPhrase(s.folded(), "steps")
	}))
}

func phaseBullets(f *finder, scope func(int) bool) []Step {
	return stateless(f.pick(scope, func(c candidate, s *section) bool {
		return c.kind == bulletItem && !c.nested && s.group && c.role.isKept()
	}))
}

func fencedBoxes(f *finder, scope func(int) bool) []Step {
	return f.pick(scope, func(c candidate, _ *section) bool { return c.kind == fencedItem })
}

// stepHeadings takes "### Step 1: name" for a step. It is done by a tick in the
// heading, or by the status or the status box below it.
func stepHeadings(f *finder, scope func(int) bool) []Step {
	var steps []Step
	for i := range f.page.sections {
		s := &f.page.sections[i]
		if !s.step || !scope(i) || !s.role.isKept() || f.page.inStep(s.parent) {
			continue
		}
		done, known := f.state[i]
		ticked := isTicked(s)
		title := stepText(strings.TrimSpace(strings.ReplaceAll(s.title, "✅", "")))
		if title == "" {
			title = tidy(stripBold(s.name))
		}
		steps = append(steps, Step{
			Text: title, Done: done || ticked, Stateless: !known && !ticked,
			Need: f.page.groupNeed(i), Line: s.number,
		})
	}
	return steps
}

// isTicked reports whether the heading of a step has its tick, at the beginning, at the end or
// before a word for the end; one inside of its words is part of them.
func isTicked(s *section) bool {
	title := strings.Trim(s.title, "*_ \uFE0F")
	at := strings.LastIndex(title, "✅")
	return strings.HasPrefix(strings.Trim(s.name, "*_ "), "✅") || strings.HasPrefix(title, "✅") || strings.HasSuffix(title, "✅") ||
		at >= 0 && stateOf(title[at:]) == model.StateDone
}

// inStep reports whether a section is a step, or inside of one.
func (p *Page) inStep(section int) bool {
	for section > 0 && !p.sections[section].step {
		section = p.sections[section].parent
	}
	return section > 0
}

// pick makes steps of the items that want accepts. A step has the need of the Phase or Step
// heading above it, too.
func (f *finder) pick(scope func(int) bool, want func(c candidate, s *section) bool) []Step {
	var steps []Step
	need, needOfSection := model.NeedNo, -1
	for _, c := range f.all {
		s := &f.page.sections[c.section]
		if !scope(c.section) || !want(c, s) {
			continue
		}
		if c.section != needOfSection {
			need, needOfSection = f.headingNeed(c.section), c.section
		}
		steps = append(steps, Step{
			Text: stepText(c.text), Mark: c.mark, Done: c.done,
			Need: stepNeed(c, need), Line: c.line,
		})
	}
	return steps
}

// headingNeed returns what the nearest Phase or Step heading says of its steps, or the heading
// for steps: "Steps (each needs approval)".
func (f *finder) headingNeed(section int) model.Need {
	for s := section; s > 0; s = f.page.sections[s].parent {
		switch above := &f.page.sections[s]; {
		case above.group:
			return f.page.groupNeed(s)
		case above.own == roleSteps:
			return needOf(above.name)
		}
	}
	return model.NeedNo
}

func stateless(steps []Step) []Step {
	for i := range steps {
		steps[i].Stateless = steps[i].Mark == ""
	}
	return steps
}

// stepColumns are the heads of the columns of a table of steps; the first that fits counts.
var stepColumns = struct{ step, text, state []string }{
	step:  []string{"step", "steps", "task", "action", "action item"},
	text:  []string{"description", "action", "task", "step", "steps", "action item"},
	state: []string{"status", "state", "done"},
}

// tableSteps reads tables with a column for steps.
func tableSteps(f *finder, scope func(int) bool) []Step {
	var steps []Step
	lines := f.page.lines
	for i := 0; i+1 < len(lines); i++ {
		s := &f.page.sections[lines[i].section]
		if lines[i].at != inBody || lines[i].text[0] != '|' || !isSeparator(lines[i+1].text) || !scope(int(lines[i].section)) || !s.role.isKept() {
			continue
		}
		head := cells(lines[i].text)
		text, state := column(head, stepColumns.text), column(head, stepColumns.state)
		isSteps := column(head, stepColumns.step) >= 0
		for i += 2; i < len(lines) && lines[i].at == inBody && lines[i].text[0] == '|' && lines[i].number == lines[i-1].number+1; i++ {
			if row := joined(cells(lines[i].text), len(head), text); isSteps && text >= 0 && text < len(row) && row[text] != "" {
				steps = append(steps, tableStep(head, row, text, state, int(lines[i].number)))
			}
		}
		i--
	}
	return steps
}

// tickWords are the answers in a column that asks whether a step is done.
var tickWords = []string{" yes ", " y ", " true ", " x "}

func tableStep(head, row []string, text, state, line int) Step {
	s := Step{Text: stepText(row[text]), Stateless: true, Need: needOf(row[text]), Line: line}
	if state >= 0 && state < len(row) {
		s.Mark, s.Stateless = row[state], false
		_, ticked, _, isTick := tickOf(row[state])
		isAsked := state < len(head) && stateOf(stripBold(head[state])) == model.StateDone
		s.Done = ticked || !isTick && (stateOf(row[state]) == model.StateDone || isAsked && slices.Contains(tickWords, words(row[state])))
	}
	return s
}

// column returns the first column that has one of the names, by the order of the
// names; -1 when none has.
func column(head, names []string) int {
	for _, name := range names {
		if i := slices.IndexFunc(head, func(h string) bool { return strings.EqualFold(stripBold(h), name) }); i >= 0 {
			return i
		}
	}
	return -1
}
