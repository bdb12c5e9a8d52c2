package dialect

import (
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
)

// titlePrefixes is the table of words before a title that name the kind of file. A colon, a
// dash or "for" follows.
var titlePrefixes = []string{
	"execution plan", "action plan", "task plan", "project plan", "implementation plan", "work plan", "response plan", "plan",
	"human approval required", "approval required", "approval request", "request for approval", "action", "email", "draft reply",
}

// genericTitles is the table of titles that say nothing.
var genericTitles = []string{
	"plan", "execution plan", "action plan", "task plan", "project plan", "implementation plan", "plan of action", "daily plan",
	"objective", "goal", "summary", "context", "steps", "roadmap", "tasks", "metadata",
	"approval request", "approval required", "approval", "human approval required", "email approval request",
	"api call approval request", "draft reply", "email", "action required", "pending approval",
}

// titleSections are the sections of a plan whose first line is as good as a title,
// best first; contextSection is asked last.
var (
	titleSections   = []string{"objective", "goal", "task summary", "summary", "proposed action"}
	contextSections = []string{"context"}
)

// readTitle finds the title of a plan.
func (p *Page) readTitle() Fact {
	if f := p.fromFront([]string{"title"}); f.Given() {
		return tidied(f)
	}
	return p.headTitle(titleSections, func() Fact { return Fact{} })
}

// headTitle finds a title where no key states one: the first heading, a field, a section,
// another text, and at last the name of the file.
func (p *Page) headTitle(sections []string, other func() Fact) Fact {
	h1, stem := p.titleHeading()
	if h1.Given() {
		return h1
	}
	if f := p.fact(fieldTitle); f.Given() {
		return tidied(f)
	}
	if f := p.firstOfSections(sections); f.Given() {
		return f
	}
	return firstOf(other(), stem, p.firstOfSections(contextSections), p.fileTitle())
}

// firstOf returns the first of several facts that is given.
func firstOf(facts ...Fact) Fact {
	for _, f := range facts {
		if f.Given() {
			return f
		}
	}
	return Fact{}
}

// readObjective finds what a plan with this title states as its objective.
func (p *Page) readObjective(title Fact) Fact {
	names := []string{"objective", "goal"}
	f := firstOf(p.fromFront(names), p.fromBody(names), p.firstOfSections(names))
	if f = tidied(f); f.Text == title.Text {
		return Fact{}
	}
	return f
}

// fileTitle makes a title of the file's name. A row needs one, even of marks alone.
func (p *Page) fileTitle() Fact {
	title := readable(p.stem())
	if title == "" {
		title = p.base()
	}
	return Fact{Text: title, Basis: model.BasisGuessed}
}

func tidied(f Fact) Fact {
	f.Text = tidy(stripBold(f.Text))
	return f
}

// titleHeading returns the first H1 without the words for the kind of file. One that is just
// a file name is returned as stem, made readable.
func (p *Page) titleHeading() (title, stem Fact) {
	for i := range p.sections {
		s := &p.sections[i]
		if s.embedded {
			break
		}
		if s.level != 1 {
			continue
		}
		text := tidy(cutTitlePrefix(trimMarks(s.name)))
		switch {
		case text == "" || isGeneric(text):
			return Fact{}, Fact{}
		case isStem(text):
			return Fact{}, Fact{readable(text), model.BasisDerived, s.number}
		}
		return Fact{text, model.BasisDeclared, s.number}, Fact{}
	}
	return Fact{}, Fact{}
}

// cutTitlePrefix cuts "Execution Plan:" and the like off.
func cutTitlePrefix(text string) string {
	for _, prefix := range titlePrefixes {
		if len(text) <= len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
			continue
		}
		rest := strings.TrimLeft(text[len(prefix):], " ")
		for _, mark := range []string{":", "–", "—", "- ", "for "} {
			if title, ok := strings.CutPrefix(rest, mark); ok {
				return strings.TrimLeft(title, " :–—-")
			}
		}
	}
	return text
}

// isGeneric reports whether a title says nothing: it is in the table, or has no letters.
func isGeneric(text string) bool {
	folded := words(text)
	return slices.ContainsFunc(genericTitles, func(g string) bool { return fits(folded, g, whole) }) ||
		!strings.ContainsFunc(text, unicode.IsLetter)
}

// fileEndings are extensions by which a file name differs from a title.
var fileEndings = []string{".md", ".markdown", ".txt", ".plan", ".json", ".csv", ".pdf", ".eml", ".docx", ".xlsx"}

// isStem reports whether a text is a file name and not a title.
func isStem(text string) bool {
	if text == "" {
		return false
	}
	lower := strings.ToLower(text)
	return slices.ContainsFunc(fileEndings, func(ending string) bool { return strings.HasSuffix(lower, ending) }) ||
		!strings.ContainsAny(text, " \t") && (strings.Contains(text, "_") || strings.Count(text, "-") > 1)
}

// readable turns a file name into words.
func readable(stem string) string {
	stem = cutEndings(stem)
	switch {
	case strings.Contains(stem, "_"):
		stem = strings.ReplaceAll(stem, "_", " ")
	case !strings.Contains(stem, " "):
		stem = strings.ReplaceAll(stem, "-", " ")
	}
	return tidy(stem)
}

// firstOfSections returns the first line of text in the best of these sections.
func (p *Page) firstOfSections(names []string) Fact {
	for _, name := range names {
		for i := range p.sections {
			if p.sections[i].embedded {
				break
			}
			if !fits(sectionName(p.sections[i].name), name, whole) {
				continue
			}
			if f := p.firstText(i); f.Given() {
				return f
			}
		}
	}
	return Fact{}
}

// firstText returns the first line of a section that is no label, table or rule.
func (p *Page) firstText(section int) Fact {
	for _, l := range p.body(section) {
		if l.at != inBody || l.text[0] == '|' || isRule(l.text) || isLabelLine(l.text) {
			continue
		}
		text := l.text
		if it, ok := listItem(text); ok {
			text = it.text
			if _, _, rest, isBox := boxOf(text); isBox {
				text = rest
			}
		}
		if text = tidy(stripBold(text)); text != "" {
			return Fact{text, model.BasisDeclared, int(l.number)}
		}
	}
	return Fact{}
}

// isRule reports whether a line is a horizontal rule.
func isRule(text string) bool { return strings.Trim(text, "-*_= ") == "" }

// isLabelLine reports whether a line is "**Key:** value", with or without a list mark.
func isLabelLine(text string) bool {
	text = strings.TrimLeft(text, " \t")
	if rest, ok := cutBullet(text); ok {
		text = rest
	}
	return strings.HasPrefix(text, "**") && isNextLabel(text[2:])
}
