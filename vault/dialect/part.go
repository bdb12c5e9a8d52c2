package dialect

import (
	"slices"
	"strings"
)

// part is a stretch of lines with a name: those below a heading, or those below a label that
// is alone on its line, such as "**Acceptance Criteria:**".
type part struct {
	name string
	// key is the name as that of a field.
	key     string
	section int
	role    role
	// from and to are the lines below the name.
	from, to int
}

// findParts cuts the sections at the labels inside of them.
func (p *Page) findParts() {
	p.parts = make([]part, 0, len(p.sections))
	for i := range p.sections {
		s := &p.sections[i]
		key := keyOf(s.folded())
		p.putPart(part{s.name, key, i, s.role, s.from, s.to})
		inList := -1
		for at := s.from; at < s.to; at++ {
			l := &p.lines[at]
			if l.at != inBody {
				continue
			}
			label, indent, ok := labelAlone(l.text)
			switch {
			case ok:
				inList = indent
				p.cutPart(at, part{label, fieldKey(label), i, s.roleBelow(label), at + 1, s.to})
			case inList >= 0 && indent >= 0 && indent <= inList:
				inList = -1
				p.cutPart(at, part{s.name, key, i, s.role, at, s.to})
			}
		}
	}
}

// fieldKey is a heading as the name of a field.
func fieldKey(heading string) string { return keyOf(sectionName(heading)) }

// keyOf is fieldKey of a folded heading.
func keyOf(folded string) string { return normalKey(strings.TrimSpace(folded)) }

// cutPart ends the last part ahead of a line, where the next one begins.
func (p *Page) cutPart(at int, next part) {
	p.parts[len(p.parts)-1].to = at
	p.putPart(next)
}

func (p *Page) putPart(next part) {
	p.parts = append(p.parts, next)
	p.named |= fieldsOf().label[next.key]
}

// labelAlone reads a line that is only a label: bold, or a name for such lines with a colon at its
// end. In a list the label names the items that are deeper; indent is that of a list item, else -1.
func labelAlone(row string) (label string, indent int, ok bool) {
	inner := strings.TrimSpace(row)
	indent = -1
	it, isItem := listItem(row)
	if isItem {
		inner, indent = it.text, it.indent
	}
	bare := strings.TrimSuffix(inner, ":")
	name, opened := strings.CutPrefix(bare, "**")
	name, closed := strings.CutSuffix(name, "**")
	name = strings.TrimSpace(strings.TrimSuffix(name, ":"))
	switch {
	case name == "" || len(name) > maxKey:
		return "", indent, false
	case opened && closed && !strings.Contains(name, "**"):
		// A bold item is mostly a step.
		return name, indent, !isItem || roleOf(name) != roleNone
	}
	return name, indent, !opened && !isItem && bare != inner && roleOf(name) != roleNone
}

// roleBelow returns the role of the lines below a label in a section. An approval in a label
// says when the lines count, and not what they are.
func (s *section) roleBelow(label string) role {
	r := roleOf(label)
	switch {
	case r == roleNone, r == roleLog, r == roleLeftOut && speaksOfApproval(label):
		return s.role
	case (r == roleSteps || r == roleNext) && !s.own.isKept():
		return s.role
	}
	return r
}

// ticked returns the texts of the ticked boxes of a part. Boxed is false for a part that does not
// begin with a box.
func (p *Page) ticked(of *part) (texts []Fact, boxed bool) {
	for _, l := range p.lines[of.from:of.to] {
		it, ok := listItem(l.text)
		_, done, said, isBox := boxOf(it.text)
		switch {
		case l.at != inBody:
		case ok && isBox:
			boxed = true
			if _, isChoice := choiceOf(said); done && !isChoice {
				texts = append(texts, declared(tidy(stripBold(said)), int(l.number)))
			}
		case !boxed:
			return nil, false
		}
	}
	return texts, boxed
}

// roundWords begin headings of work that is done again: "Iteration 2".
var roundWords = []string{"iteration", "attempt", "run", "pass", "cycle", "round"}

// isRound reports whether a heading in words counts a round of work.
func isRound(heading string) bool {
	first, rest, _ := strings.Cut(strings.TrimSpace(heading), " ")
	number, _, _ := strings.Cut(rest, " ")
	return slices.Contains(roundWords, first) && digits(number)
}

// roundOf returns the section that is the round of work around a section, 0 for none.
func (p *Page) roundOf(section int) int {
	for s := section; s > 0; s = p.sections[s].parent {
		if p.sections[s].round {
			return s
		}
	}
	return 0
}

// pastRounds are the rounds whose list a later one has again, at least half of it.
func (f *finder) pastRounds() map[int]bool {
	said := map[int][]string{}
	last := 0
	say := func(section int, text string) {
		if round := f.page.roundOf(section); round > 0 {
			said[round], last = append(said[round], words(stepText(text))), max(last, round)
		}
	}
	for _, c := range f.all {
		say(c.section, c.text)
	}
	for i := range f.page.sections {
		if s := &f.page.sections[i]; s.step {
			say(i, s.title)
		}
	}
	newest := map[string]bool{}
	for _, text := range said[last] {
		newest[text] = true
	}
	past := map[int]bool{}
	for round, texts := range said {
		again := 0
		for _, text := range texts {
			if newest[text] {
				again++
			}
		}
		past[round] = round != last && 2*again >= len(texts)
	}
	return past
}
