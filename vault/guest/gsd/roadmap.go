package gsd

import (
	"cmp"
	"strings"
	"unicode"

	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// roadmap is what ROADMAP.md says.
type roadmap struct {
	source.Document
	title  string
	phases []*roadPhase
}

// roadPhase is a phase of the roadmap.
type roadPhase struct {
	number, name, goal string
	// mark is that of its box, zero for none, word its status in the table.
	mark rune
	word string
	// checked is true for a heading with a check mark, past for a phase of a milestone that is
	// folded away.
	checked, past bool
	// plans are the texts of its plans by their ids.
	plans map[string]string
}

// done reports whether the roadmap says that the phase is over: by its box, else by the table,
// else by a mark at its heading.
func (r *roadPhase) done() bool {
	switch {
	case r.mark != 0:
		return r.mark == 'x' || r.mark == 'X' || strings.EqualFold(r.word, complete)
	case r.word != "":
		return strings.EqualFold(r.word, complete)
	}
	return r.checked || r.past
}

func (r roadmap) find(number string) *roadPhase {
	for _, p := range r.phases {
		if p.number == number {
			return p
		}
	}
	return nil
}

var (
	phaseTitle = text.Pattern{Expr: `^(?i)phase (\d{1,6}[A-Z]?(?:\.\d{1,6})*)\s*[:.—–-]\s*(.*)$`}
	planTitle  = text.Pattern{Expr: `^\**(\d{1,6}(?:\.\d{1,6})*-\d{1,6})(?:-PLAN)?(?:\.md)?\**\s*[:—–-]*\s*(.*)$`}
	tableCell  = text.Pattern{Expr: `^(?i)\**(?:phase )?(\d{1,6}[A-Z]?(?:\.\d{1,6})*)[.:]?\s`}
	// headedDone is the end of a heading that says so, statedDone a status below one.
	headedDone = text.Pattern{Expr: `(?i)\s*\((?:complete|completed|done|shipped)\)\s*$`}
	statedDone = text.Pattern{Expr: `^(?i)\W*(?:complete|completed|done|shipped)\b`}
	// behindName is what may follow a name: a text behind a dash, or counts in brackets.
	behindName = text.Pattern{Expr: `\s+[—–-]+\s.*$|\s+\((?:INSERTED|\d+/|completed)[^)]*\).*$`}
)

func readRoadmap(h *source.Repo, name string) (r roadmap) {
	d, ok := h.Document(name)
	if !ok {
		return roadmap{}
	}
	r.Document = d
	var at *roadPhase
	folded := 0
	for l := range guest.Said(d.Text) {
		folded = max(0, folded+strings.Count(l.Text, "<details")-strings.Count(l.Text, "</details"))
		label, value, labelled := text.Labelled(strings.TrimSpace(l.Text))
		switch {
		case l.Level > 0:
			at = r.heading(l.Level, l.Heading, folded > 0)
		case l.Boxed:
			r.box(l.Box, at, folded > 0)
		case labelled && at != nil && strings.EqualFold(label, "goal"):
			at.goal = cmp.Or(at.goal, value)
		case labelled && at != nil && strings.EqualFold(label, "status"):
			at.checked = at.checked || statedDone.MatchString(value)
		default:
			r.row(text.Cells(l.Text))
		}
	}
	return r
}

// heading reads a heading, and gives the phase that it begins, nil for none.
func (r *roadmap) heading(level int, heading string, past bool) *roadPhase {
	checked := strings.ContainsAny(heading, "✅✓✔☑") || headedDone.MatchString(heading)
	heading = headedDone.ReplaceAllString(heading, "")
	plain := strings.TrimFunc(heading, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != ')' })
	if level == 1 && r.title == "" {
		r.title = plain
	}
	m := phaseTitle.FindStringSubmatch(plain)
	if m == nil {
		return nil
	}
	p := r.phase(m[1], nameOf(m[2]), past)
	p.checked = p.checked || checked
	return p
}

// box reads a box: a phase, or a plan of the phase whose heading came last.
func (r *roadmap) box(b text.Box, at *roadPhase, past bool) {
	title := b.Text
	if bold, ok := strings.CutPrefix(title, "**"); ok {
		title, _, _ = strings.Cut(bold, "**")
	}
	if m := phaseTitle.FindStringSubmatch(strings.TrimSpace(title)); m != nil {
		r.phase(m[1], nameOf(m[2]), past).mark = b.Rune()
	} else if m := planTitle.FindStringSubmatch(b.Text); m != nil && at != nil && m[2] != "" {
		at.plans[m[1]] = m[2]
	}
}

// row reads a row of the table of progress.
func (r *roadmap) row(cells []string) {
	if len(cells) == 0 {
		return
	}
	m := tableCell.FindStringSubmatch(cells[0] + " ")
	if m == nil {
		return
	}
	p := r.find(m[1])
	for _, cell := range cells[1:] {
		switch word := strings.Trim(cell, "*✅✓✔ "); strings.ToLower(word) {
		case complete, "in progress", "not started", "deferred":
			if p != nil {
				p.word = word
			}
		}
	}
}

// phase finds a phase by its number, or adds it.
func (r *roadmap) phase(number, name string, past bool) *roadPhase {
	p := r.find(number)
	if p == nil {
		p = &roadPhase{number: number, past: past, plans: map[string]string{}}
		r.phases = append(r.phases, p)
	}
	p.name = cmp.Or(p.name, name)
	p.past = p.past && past
	return p
}

func nameOf(title string) string {
	return strings.Trim(behindName.ReplaceAllString(strings.ReplaceAll(title, "**", ""), ""), " *:")
}
