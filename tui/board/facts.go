package board

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/draw"
)

// LabelWidth is the cells of a label, blanks included.
const LabelWidth = 15

// narrowFacts is the width below which a long value stands below its name.
const narrowFacts = 40

// leastLabel is the column of values where labels are short.
const leastLabel = 8

// Shown is a value on one line; a file name is shown exactly.
func Shown(th *styles.Theme, s view.Said) styles.Text {
	if s.Exact() {
		return th.Show(s.Text)
	}
	return th.Label(s.Text)
}

// FactLines lays facts out between the edges of a page of w cells.
func FactLines(th *styles.Theme, facts []view.Said, w int) []styles.Line {
	title, rest := titleAndRest(th, facts, draw.Inside(w))
	return append(draw.Quoted(th, title), draw.Indented(rest)...)
}

// FactRows lays facts out in w cells: the title of a thing over all of them, then names and
// values, which begin in one column.
func FactRows(th *styles.Theme, facts []view.Said, w int) []styles.Line {
	title, rest := titleAndRest(th, facts, w)
	return append(title, rest...)
}

// titleAndRest lays out the name of a thing and the other facts, with an empty line between them.
func titleAndRest(th *styles.Theme, facts []view.Said, w int) (title, rest []styles.Line) {
	facts = slices.DeleteFunc(slices.Clone(facts), func(s view.Said) bool { return s.Text == "" })
	if at := slices.IndexFunc(facts, view.Said.Heads); at >= 0 {
		title = draw.Wrapped(Shown(th, facts[at]), styles.RoleTitle, max(1, w))
		if facts = slices.Delete(facts, at, at+1); len(facts) > 0 {
			rest = append(rest, nil)
		}
	}
	column := leastLabel
	for _, s := range facts {
		column = max(column, styles.Plain(s.Label).Width()+2)
	}
	for _, s := range facts {
		label := styles.Plain(draw.Lowered(s.Label))
		if value := Shown(th, s); w < narrowFacts && value.Width() > 2*(w-column) {
			// Beside its name it would be a column of single words.
			rest = append(rest, styles.Line{{Text: label, Role: styles.RoleMuted}})
			for _, l := range draw.Wrapped(value, signs.Toned(s.Tone), max(1, w-2)) {
				rest = append(rest, styles.Join(draw.Words(styles.RolePlain, "  "), l))
			}
			continue
		}
		for _, l := range draw.Wrapped(Shown(th, s), signs.Toned(s.Tone), max(1, w-column)) {
			rest = append(rest, styles.Join(styles.Line{{Text: label.Pad(column), Role: styles.RoleMuted}}, l))
			label = styles.Plain("")
		}
	}
	return title, rest
}

// course is the thread of a plan in one cell a step, where progress is kept: most agents tick
// nothing.
func (b *Board) course(th *styles.Theme, ref model.Ref) []styles.Line {
	p, ok := b.About(ref).Plan(ref.Path)
	if done, _ := p.Progress(); !ok || ref.Kind != model.KindPlan || done == 0 {
		return nil
	}
	return []styles.Line{nil, Way(th, p).Short(th)}
}

// FactLines are the facts about a thing on a page of w cells, with the course of a plan.
func (b *Board) FactLines(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	return append(FactLines(th, b.Facts(ref), w), draw.Indented(b.course(th, ref))...)
}

// look is the part of the snapshot about a thing, as it is described.
func (b *Board) look(ref model.Ref) view.Look {
	l := view.Look{Snapshot: b.About(ref), Order: &b.Resume, Rule: b.workRule, Next: b.Next}
	if ref.Kind == model.KindOther {
		l.Others = b.Snapshot.Others
	}
	return l
}

// Described is what a place says of a thing. The text of an action has all that its name leaves out.
func (b *Board) Described(p view.Place, ref model.Ref) []view.Said {
	all := b.look(ref).Describe(p, ref)
	for i := range all {
		if all[i].ID == view.Action {
			all[i].Text = begun(all[i].Text)
		}
	}
	return all
}

// Preview is the facts about a thing in w cells beside a list. What the page says above the list is left out.
func (b *Board) Preview(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	return append(FactRows(th, append(b.Notices(ref), b.Described(view.Glance, ref)...), w), b.course(th, ref)...)
}

// Title is what a thing is called, "" if it is gone.
func (b *Board) Title(ref model.Ref) string {
	for _, s := range b.Described(view.Page, ref) {
		if s.Heads() {
			return s.Text
		}
	}
	return ""
}

// Facts are all facts about a thing; doubts about its freshness come first.
func (b *Board) Facts(ref model.Ref) []view.Said {
	return append(b.Notices(ref), b.Described(view.Page, ref)...)
}

// Notices are what was noticed about a thing besides what it says: doubts about its freshness, and
// news.
func (b *Board) Notices(ref model.Ref) []view.Said {
	return slices.Concat(b.unsureFacts(ref), b.newsFacts(ref))
}

// Subject is what a decision is about, in a few words.
func (b *Board) Subject(ref model.Ref) string {
	s := b.About(ref)
	if r, ok := s.RequestAnywhere(ref.Path); ok && r.Ask != nil {
		return begun(r.Ask.Action.Called())
	} else if ok && r.Target != "" {
		words := r.Target
		switch action := phrase.Action(r.Action); {
		case strings.HasSuffix(strings.ToLower(action), " "+strings.ToLower(words)):
			words = action
		case action != "":
			words = action + " to " + words
		}
		if r.Amount != "" {
			words += ", " + phrase.Amount(r.Amount)
		}
		return words
	} else if ok {
		return r.Title()
	}
	if p, ok := s.Plan(ref.Path); ok {
		step, _ := rule.WaitingStep(p)
		return p.ID + ": " + step.Text
	}
	if t, ok := b.Written(ref); ok {
		return t.Called()
	}
	if o, ok := s.Session(ref); ok {
		return view.SessionTitle(o)
	}
	if words := b.learnedSubject(ref); words != "" {
		return words
	}
	if t, ok := s.Trace(ref.Path); ok {
		last, _ := t.LastStep()
		return fmt.Sprintf("%s, step %d: %s", t.Title(), last.Number, last.Name)
	}
	return ""
}
