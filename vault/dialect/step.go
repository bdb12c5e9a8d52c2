package dialect

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"coldstart/model"
)

// Step is one step of a plan.
type Step struct {
	// Number counts the steps of the plan from 1, in file order.
	Number int
	// Text is the step without list mark, box, number and bold marks.
	Text string
	// Mark is the sign in the box or in front of the text, as written; empty for none.
	Mark string
	Done bool
	// Stateless is true when the file has no place for the step's state.
	Stateless bool
	// Need says whether the step needs a human.
	Need model.Need
	// Line is where the step is, counted from 1.
	Line int
}

// candidate is a line that may be a step.
type candidate struct {
	kind    itemKind
	section int
	// part is the stretch of lines that it is in, role what that is for.
	part int
	role role
	line int
	text string
	mark string
	done bool
	// number is the one in front of a list item.
	number int
	// nested is true for a list item that is deeper than its section's list.
	nested bool
	// need is what the lines below say about a human, where said is true.
	need model.Need
	said bool
}

type itemKind uint8

const (
	boxItem itemKind = iota
	numberItem
	bulletItem
	fencedItem
)

// finder collects what may be steps in one pass over the lines.
type finder struct {
	page *Page
	all  []candidate
	// state is what boxes and status lines say of a step heading, by section.
	state map[int]bool
	// past are the sections of rounds of work that a later round has again.
	past map[int]bool
	// part is the stretch of lines that is read.
	part int
	// above is the indent of the last box that was taken, whose deeper lines are its own; -1
	// for none.
	above, abovePart int
	// margin is the indent of the list in section marginSection, by kind.
	margin        [fencedItem]int
	marginSection int
}

func (p *Page) findSteps() *finder {
	f := &finder{page: p, state: map[int]bool{}, above: -1, marginSection: -1}
	for _, l := range p.labels {
		if isStatus(l.key) && p.sections[l.section].step {
			f.state[l.section] = stateOf(l.value) == model.StateDone
		}
	}
	for i := range p.parts {
		f.part = i
		for at := p.parts[i].from; at < p.parts[i].to; at++ {
			switch p.lines[at].at {
			case inBody:
				f.take(&p.lines[at], boxItem)
			case inFence:
				f.take(&p.lines[at], fencedItem)
			}
		}
	}
	f.past = f.pastRounds()
	return f
}

// take keeps a line that is a list item. Deeper lines below a box are about its step.
func (f *finder) take(l *line, boxed itemKind) {
	it, ok := listItem(l.text)
	if f.above >= 0 && f.abovePart == f.part {
		indent := len(l.text) - len(strings.TrimLeft(l.text, " \t"))
		if indent > f.above {
			f.note(l.text)
			return
		}
		if ok {
			f.above = -1
		}
	}
	if !ok {
		f.noteBelow(l)
		return
	}
	s := int(l.section)
	c := candidate{section: s, part: f.part, role: f.page.parts[f.part].role, line: int(l.number), kind: boxed}
	mark, done, text, isBox := boxOf(it.text)
	if !isBox {
		if it.numbered || c.role == roleSteps {
			mark, done, text, isBox = tickOf(it.text)
		}
	}
	switch {
	case isBox && f.page.sections[s].step && isStatusBox(text):
		if _, known := f.state[s]; !known {
			f.state[s] = done
		}
		return
	case isBox:
		_, isChoice := choiceOf(text)
		if isPlaceholder(text) || isChoice && f.page.place.awaits() {
			return
		}
		c.mark, c.done = mark, done
		f.above, f.abovePart = it.indent, f.part
	case boxed == fencedItem:
		return
	case it.numbered:
		c.kind, text, c.number = numberItem, it.text, it.number
		c.nested = f.isNested(c.kind, s, it.indent)
	default:
		c.kind, text = bulletItem, it.text
		c.nested = f.isNested(c.kind, s, it.indent)
	}
	if c.text = text; stepText(text) != "" {
		f.all = append(f.all, c)
	}
}

// note reads what a line below the last box says about a human. The first that speaks of it
// counts.
func (f *finder) note(text string) {
	if len(f.all) == 0 {
		return
	}
	if c := &f.all[len(f.all)-1]; !c.said {
		c.need, c.said = needIn(text)
	}
}

// noteBelow reads a sentence right below the last box, though it is not indented.
func (f *finder) noteBelow(l *line) {
	if f.above >= 0 && l.at == inBody && len(f.all) > 0 && f.all[len(f.all)-1].line+1 == int(l.number) && !strings.HasPrefix(l.text, "**") && l.text[0] != '|' {
		f.note(l.text)
	}
}

// isNested compares an item with the one that began the list of its section.
func (f *finder) isNested(kind itemKind, section, indent int) bool {
	if f.marginSection != section {
		f.marginSection = section
		for k := range f.margin {
			f.margin[k] = math.MaxInt
		}
	}
	if f.margin[kind] == math.MaxInt {
		f.margin[kind] = indent
	}
	return indent > f.margin[kind]
}

// isStatusBox reports whether a box is the state of the heading above it.
func isStatusBox(text string) bool {
	text = trimMarks(text)
	return len(text) >= 7 && strings.EqualFold(text[:7], "status:")
}

// steps returns the steps of a plan, and by which rule they were found.
func (f *finder) steps() ([]Step, *stepSource) {
	sections := f.page.sections
	inside := func(s int) bool { return !sections[s].embedded && !f.past[f.page.roundOf(s)] }
	for i := range stepSources {
		src := &stepSources[i]
		if steps := src.find(f, inside); len(steps) > 0 {
			for n := range steps {
				steps[n].Number = n + 1
			}
			return steps, src
		}
	}
	return nil, nil
}

// leftOut names the sections with boxes or numbers but no steps.
func (f *finder) leftOut(steps []Step) []string {
	var out []string
	next, last := 0, -1
	for _, c := range f.all {
		for next < len(steps) && steps[next].Line < c.line {
			next++
		}
		isStep := next < len(steps) && steps[next].Line == c.line
		if isStep || c.part == last || c.kind > numberItem || c.role.isKept() {
			continue
		}
		last = c.part
		if name := tidy(stripBold(f.page.parts[c.part].name)); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// stepMarks are the signs for the state of a step, in a box or before a numbered item. Any
// other single sign in a box is open.
var stepMarks = []struct {
	sign string
	done bool
	// bare is true for signs that count without a box.
	bare bool
}{
	{" ", false, false},
	{"x", true, false},
	{"X", true, false},
	{"✅", true, true},
	{"✔", true, true},
	{"☑", true, true},
	{"✓", true, true},
	{"⬜", false, true},
	{"☐", false, true},
	{"🔄", false, true},
	{"⏳", false, true},
	{"❌", false, true},
}

// placeholders are texts of a box in an empty form.
var placeholders = []string{" none ", " n a ", " nothing ", " no items ", " "}

// boxOf reads "[ ] text", "[x] text" and boxes with any other single sign.
func boxOf(text string) (mark string, done bool, rest string, ok bool) {
	inner, boxed := strings.CutPrefix(text, "[")
	if !boxed || inner == "" {
		return "", false, "", false
	}
	r, size := utf8.DecodeRuneInString(inner)
	mark = inner[:size]
	rest = strings.TrimPrefix(inner[size:], "\uFE0F")
	rest, closed := strings.CutPrefix(rest, "]")
	if !closed || r == utf8.RuneError && size == 1 || rest != "" && strings.ContainsRune("([:", rune(rest[0])) {
		return "", false, "", false
	}
	for _, m := range stepMarks {
		done = done || m.done && m.sign == mark
	}
	return mark, done, strings.TrimSpace(rest), true
}

// tickOf reads a sign of the table without a box.
func tickOf(text string) (mark string, done bool, rest string, ok bool) {
	if text == "" || text[0] < utf8.RuneSelf {
		return "", false, "", false
	}
	for _, m := range stepMarks {
		if rest, ok := strings.CutPrefix(text, m.sign); ok && m.bare {
			return m.sign, m.done, strings.TrimSpace(strings.TrimPrefix(rest, "\uFE0F")), true
		}
	}
	return "", false, "", false
}

// stepText removes bold marks and a number in front, "1." or "Step 1:", from a step.
func stepText(text string) string {
	text = tidy(stripBold(text))
	for range 3 {
		rest, ok := cutNumber(text)
		if !ok {
			rest, ok = cutStepWord(text)
		}
		if !ok || rest == "" {
			break
		}
		text = rest
	}
	return text
}

// cutStepWord cuts "Step 1:" off.
func cutStepWord(text string) (string, bool) {
	if len(text) < 7 || !strings.EqualFold(text[:5], "step ") {
		return text, false
	}
	rest := strings.TrimLeft(text[5:], "0123456789")
	if len(rest) == len(text)-5 || rest == "" || !strings.ContainsRune(":.)", rune(rest[0])) {
		return text, false
	}
	return strings.TrimSpace(rest[1:]), true
}

// isPlaceholder reports whether the text of a box says that there is no step.
func isPlaceholder(text string) bool {
	if len(text) > 12 {
		return false
	}
	return slices.Contains(placeholders, words(text))
}

// choices are the words of boxes in which a person chooses what to do with a
// request. They are not steps.
var choices = []string{"approve", "approved", "reject", "rejected", "modify", "deny"}

// choiceOf returns the word when the text of a box is such a choice.
func choiceOf(text string) (string, bool) {
	text = trimMarks(text)
	for _, c := range choices {
		if len(text) < len(c) || !strings.EqualFold(text[:len(c)], c) {
			continue
		}
		rest := text[len(c):]
		if rest != "" && isLetter(rest[0]) {
			continue
		}
		rest = strings.TrimSpace(rest)
		if rest == "" || text[:len(c)] == strings.ToUpper(c) || strings.HasPrefix(rest, "—") || strings.ContainsRune("-:(", rune(rest[0])) {
			return c, true
		}
	}
	return "", false
}
