package dialect

import (
	"slices"
	"strings"

	"coldstart/model"
)

// yesWords and noWords are the answers to whether something needs an approval, answerConditions
// the beginnings of one that depends.
var (
	yesWords         = []string{"true", "yes", "required", "1", "on"}
	noWords          = []string{"false", "no", "not", "0", "off"}
	answerConditions = []string{"only", "if", "when", "where", "depends", "depending", "maybe", "possibly", "sometimes", "conditional", "optional", "unless"}
)

// needSections are the beginnings of headings that ask whether the plan needs an
// approval. The text below answers.
var needSections = []string{
	"requires approval", "requires human approval", "needs approval", "needs human approval",
	"approval required", "approval needed", "human approval required", "approval requirement", "approval requirements",
	"requires human review", "human review required", "requires hitl", "hitl required",
}

// planNeed reads the flag of the plan as a whole: a key, a label, or a section "Requires Human
// Approval?" that answers, or says what is to be approved.
func (p *Page) planNeed() (model.Need, Fact) {
	f := p.fact(fieldNeeds)
	need, _ := answer(f.Text)
	return need, f
}

// needSection looks for the answer below a heading that asks for it: its first line, a label, or
// any line that speaks of an approval.
func needSection(p *Page, w *weighing) {
	for i := range p.parts {
		if s := &p.sections[p.parts[i].section]; s.embedded || s.group || !asksForNeed(p.parts[i].name) {
			continue
		}
		if ticked, boxed := p.ticked(&p.parts[i]); boxed {
			for _, f := range ticked {
				w.show(f)
			}
			continue
		}
		w.show(p.answerIn(&p.parts[i]))
	}
}

func (p *Page) answerIn(of *part) Fact {
	first := true
	for _, l := range p.lines[of.from:of.to] {
		said := strings.TrimLeft(l.text, " \t")
		if it, ok := listItem(l.text); ok {
			said = it.text
		}
		if l.at != inBody || isRule(said) {
			continue
		}
		_, ok := needIn(said)
		for key, value := range boldPairs(said) {
			if anyPhrase(words(key), needMentions) {
				said, first = value, true
			}
		}
		switch said = tidy(stripBold(said)); {
		case first && isAbsent(said):
			return declared("No", int(l.number))
		case ok, first && isAnswer(said):
			return declared(said, int(l.number))
		}
		first = false
	}
	return Fact{}
}

// needHeading takes a heading for the answer that is no question and names below what is to be
// approved.
func needHeading(p *Page, w *weighing) {
	for i := range p.sections {
		s := &p.sections[i]
		if s.embedded || s.group || strings.Contains(s.name, "?") || !asksForNeed(s.name) || needOf(s.name) != model.NeedYes {
			continue
		}
		if f := p.firstText(i); f.Given() && !isForm(f.Text) {
			w.show(declared(tidy(stripBold(s.name)), s.number))
		}
	}
}

// allWords begin a sentence in bold that speaks of the whole plan: "All payments require approval."
var allWords = []string{"all", "every", "any", "each", "everything", "nothing", "no"}

// boldRule takes a bold sentence outside of the steps that asks for an approval of all.
func boldRule(p *Page, w *weighing) {
	for i := range p.lines {
		l := &p.lines[i]
		s := &p.sections[l.section]
		said, opened := strings.CutPrefix(strings.TrimLeft(l.text, " "), "**")
		said, closed := strings.CutSuffix(strings.TrimSpace(said), "**")
		if !opened || !closed || l.at != inBody || s.embedded || s.group || s.message || strings.Contains(said, "**") {
			continue
		}
		if first, _, _ := strings.Cut(strings.TrimLeft(words(said), " "), " "); slices.Contains(allWords, first) && needOf(said) == model.NeedYes {
			w.show(declared(said, int(l.number)))
		}
	}
}

// isForm reports a text that leaves the answer open, such as "[Yes / No]".
func isForm(text string) bool {
	folded := words(text)
	return strings.Count(folded, " ") <= 4 && anyPhrase(folded, yesWords) && anyPhrase(folded, noWords) || folded == " yes " || folded == " no "
}

// AsksApproval reports whether a text says that it needs approval as a whole.
func AsksApproval(p *Page) bool {
	need, _ := p.planNeed()
	return need == model.NeedYes
}

func asksForNeed(heading string) bool {
	name := sectionName(heading)
	return slices.ContainsFunc(needSections, func(start string) bool { return fits(name, start, starts) })
}

// answer reads what a text answers to whether something needs an approval.
func answer(text string) (model.Need, bool) {
	folded := words(text)
	first, rest, _ := strings.Cut(strings.TrimLeft(folded, " "), " ")
	yes, no := slices.Contains(yesWords, first), slices.Contains(noWords, first) || first == "none"
	switch {
	case rest != "" && isForm(text):
		return model.NeedNo, false
	case slices.Contains(answerConditions, first), (yes || no) && anyPhrase(" "+rest, needConditions):
		return model.NeedMaybe, true
	case yes:
		return model.NeedYes, true
	case no:
		return model.NeedNo, true
	}
	return needIn(text)
}

// groupNeed returns what a Phase or Step heading says of its steps, in its text or
// in a label below it.
func (p *Page) groupNeed(section int) model.Need {
	need := needOf(p.sections[section].name)
	for _, l := range p.labelsOf(section) {
		if slices.Contains(spellings[fieldNeeds].labels, l.key) {
			said, _ := answer(l.value)
			need = max(need, said)
		}
	}
	return need
}
