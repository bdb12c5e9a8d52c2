package dialect

import (
	"strings"

	"coldstart/model"
)

// yesWords and noWords are the answers to whether something needs an approval.
var (
	yesWords = []string{"true", "yes", "required", "1", "on"}
	noWords  = []string{"false", "no", "not", "0", "off"}
)

// needSections are the beginnings of headings that ask whether the plan needs an
// approval. The text below answers with its first word.
var needSections = []string{
	"requires approval", "requires human approval", "needs approval", "needs human approval",
	"approval required", "approval needed", "human approval required",
}

// planNeed reads the flag of the plan as a whole: a key, or a section "Requires
// Human Approval?" that begins with Yes or No.
func (p *Page) planNeed() (model.Need, Fact) {
	f := p.fact(fieldNeeds)
	if need, ok := answer(f.Text); ok {
		return need, f
	}
	for i := range p.sections {
		s := &p.sections[i]
		if s.embedded || s.group || !asksForNeed(s.name) {
			continue
		}
		f := p.firstText(i)
		if need, ok := answer(f.Text); ok {
			return need, f
		}
	}
	return model.NeedNo, Fact{}
}

// AsksApproval reports a text that says of itself, as a whole, that it needs one.
func AsksApproval(p *Page) bool {
	need, _ := p.planNeed()
	return need == model.NeedYes
}

func asksForNeed(heading string) bool {
	name := sectionName(heading)
	for _, start := range needSections {
		if fits(name, start, starts) {
			return true
		}
	}
	return false
}

func answer(text string) (model.Need, bool) {
	first, _, _ := strings.Cut(strings.TrimLeft(words(text), " "), " ")
	switch {
	case isOneOf(first, yesWords):
		return model.NeedYes, true
	case isOneOf(first, noWords):
		return model.NeedNo, true
	}
	return model.NeedNo, false
}

// groupNeed gives what a Phase or Step heading says of its steps, in its text or
// in a label below it.
func (p *Page) groupNeed(section int) model.Need {
	need := needOf(p.sections[section].name)
	for _, l := range p.labelsOf(section) {
		if isOneOf(l.key, spellings[fieldNeeds].labels) {
			said, _ := answer(l.value)
			need = max(need, said)
		}
	}
	return need
}
