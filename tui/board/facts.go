package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/phrase"
)

// Fact is a labelled value about a thing. Facts without a value are not shown.
type Fact struct {
	Label string
	Value string
	Role  styles.Role
}

// Text is the value on one line; a file name is shown exactly.
func (f Fact) Text(th *styles.Theme) styles.Text {
	if f.Label == fileLabel {
		return th.Show(f.Value)
	}
	return th.Label(f.Value)
}

// fileLabel is the label of file names.
const fileLabel = "File"

// LabelWidth is the cells of a label, blanks included.
const LabelWidth = 15

// leastLabel is the column of values where labels are short.
const leastLabel = 8

// FactLines lays facts out between the edges of a page of w cells.
func FactLines(th *styles.Theme, facts []Fact, w int) []styles.Line {
	title, rest := titleAndRest(th, facts, draw.Inside(w))
	return append(draw.Quoted(th, title), draw.Indented(rest)...)
}

// FactRows lays facts out in w cells: the title of a thing over all of them, then names and
// values, which begin in one column.
func FactRows(th *styles.Theme, facts []Fact, w int) []styles.Line {
	title, rest := titleAndRest(th, facts, w)
	return append(title, rest...)
}

// titleAndRest lays out the title, which is the first fact in bold, and the other facts, with an
// empty line between them.
func titleAndRest(th *styles.Theme, facts []Fact, w int) (title, rest []styles.Line) {
	facts = slices.DeleteFunc(slices.Clone(facts), func(f Fact) bool { return f.Value == "" })
	if at := slices.IndexFunc(facts, Fact.heads); at >= 0 {
		title = draw.Wrapped(facts[at].Text(th), styles.RoleTitle, max(1, w))
		if facts = slices.Delete(facts, at, at+1); len(facts) > 0 {
			rest = append(rest, nil)
		}
	}
	column := leastLabel
	for _, f := range facts {
		column = max(column, styles.Plain(f.Label).Width()+2)
	}
	for _, f := range facts {
		label := styles.Plain(draw.Lowered(f.Label))
		for _, l := range draw.Wrapped(f.Text(th), f.Role, max(1, w-column)) {
			rest = append(rest, styles.Join(styles.Line{{Text: label.Pad(column), Role: styles.RoleMuted}}, l))
			label = styles.Plain("")
		}
	}
	return title, rest
}

// heads reports whether a fact is the name of the thing, which needs no label.
func (f Fact) heads() bool { return f.Role == styles.RoleTitle }

// course is the thread of a plan in one cell a step, where progress is kept: most agents tick
// nothing.
func (b *Board) course(th *styles.Theme, ref model.Ref) []styles.Line {
	p, ok := b.About(ref).Plan(ref.Path)
	if done, _ := p.Progress(); !ok || ref.Kind != model.KindPlan || done == 0 {
		return nil
	}
	return []styles.Line{nil, wayOf(th, p).Short(th)}
}

// FactLines are the facts about a thing on a page of w cells, with the course of a plan.
func (b *Board) FactLines(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	return append(FactLines(th, b.Facts(ref), w), draw.Indented(b.course(th, ref))...)
}

// Preview is the facts about a thing in w cells beside a list. What the page says above the list is left out.
func (b *Board) Preview(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	facts, s := b.Facts(ref), b.About(ref)
	if r, ok := s.RequestAnywhere(ref.Path); ok && ref.Kind == model.KindRequest {
		facts = slices.Concat(b.unsureFacts(ref), b.newsFacts(ref), requestGlance(s, r))
	}
	if ref.Kind == model.KindResearch {
		facts = slices.DeleteFunc(facts, func(f Fact) bool { return slices.Contains(b.Next[ref.Path], f) })
	}
	return append(FactRows(th, facts, w), b.course(th, ref)...)
}

// Title is what a thing is called, "" if it is gone.
func (b *Board) Title(ref model.Ref) string {
	for _, f := range b.ownFacts(ref) {
		if f.heads() {
			return f.Value
		}
	}
	return ""
}

// Facts are all facts about a thing; doubts about its freshness come first.
func (b *Board) Facts(ref model.Ref) []Fact { return append(b.Notices(ref), b.ownFacts(ref)...) }

// Notices are what was noticed about a thing besides what it says: doubts about its freshness, and
// news.
func (b *Board) Notices(ref model.Ref) []Fact {
	return slices.Concat(b.unsureFacts(ref), b.newsFacts(ref))
}

func (b *Board) ownFacts(ref model.Ref) []Fact {
	s := b.About(ref)
	switch ref.Kind {
	case model.KindRequest:
		if r, ok := s.RequestAnywhere(ref.Path); ok {
			return append(requestFacts(s, r), carriedFacts(s, r)...)
		}
	case model.KindPlan:
		if p, ok := s.Plan(ref.Path); ok {
			return PlanFacts(s, p, b.Standing(p.Path))
		}
	case model.KindSession, model.KindTranscript:
		if facts := factsOfSession(s, ref); facts != nil {
			return facts
		}
	case model.KindWork:
		if w, ok := s.WorkItem(ref.Path); ok {
			return workFacts(s, w, b.workRule)
		}
	case model.KindTrace:
		if t, ok := s.Trace(ref.Path); ok {
			return traceFacts(s, t)
		}
	case model.KindResearch, model.KindJournal, model.KindEntry:
		if facts := b.researchFactsOf(ref); facts != nil {
			return facts
		}
	case model.KindMemory, model.KindProposal, model.KindLearning:
		if facts := b.memoryFactsOf(ref); facts != nil {
			return facts
		}
	case model.KindProblem:
		for _, p := range s.Problems {
			if p.Ref() == ref {
				return problemFacts(p)
			}
		}
	case model.KindOther:
		for _, o := range b.Snapshot.Others {
			if o.Ref() == ref {
				return otherFacts(o)
			}
		}
	case model.KindIntake:
		for _, i := range s.Intake {
			if i.Ref() == ref {
				return []Fact{
					{"Title", i.Title, styles.RoleTitle},
					{fileLabel, i.Path, styles.RolePlain},
					{"Waiting", Waited(s, i.Since), styles.RolePlain},
				}
			}
		}
	}
	return []Fact{{fileLabel, ref.Path, styles.RolePlain}}
}

// Subject is what a decision is about, in a few words.
func (b *Board) Subject(ref model.Ref) string {
	s := b.About(ref)
	if r, ok := s.RequestAnywhere(ref.Path); ok && r.Ask != nil {
		return actionSubject(r.Ask.Action)
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
		return sessionTitle(o)
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

// titleBeside is the title of a plan that also states an objective.
func titleBeside(p model.Plan) string {
	if p.Stated == "" {
		return ""
	}
	return phrase.Heading(p)
}

// PlanFacts are about a plan; standing is its Board.Standing.
func PlanFacts(s model.Snapshot, p model.Plan, standing string) []Fact {
	c := rule.NextPlan(p)
	facts := []Fact{
		{"Plan", p.ID, styles.RoleTitle},
		{"Title", titleBeside(p), styles.RolePlain},
		{"Objective", phrase.Aim(p), styles.RolePlain},
		{"Plan of", p.Reading.Tool, styles.RolePlain},
		{"Go on with", p.Reading.Command, styles.RoleEmphasis},
		{"Status", statusWords(p), stateRole(p.Status.State)},
		{"Priority", p.Priority, styles.RolePlain},
		{"Blocked", p.BlockedReason, styles.RoleBad},
		{"Progress", progressSentence(p), styles.RolePlain},
	}
	if c.Waits != nil {
		facts = append(facts, Fact{"Next step", fmt.Sprintf("%d waits for you: %s", c.Waits.Number, c.Waits.Text), styles.RoleWarn}, Fact{"Then", nextStep(p), styles.RolePlain})
	} else {
		facts = append(facts, Fact{"Next step", nextStep(p), styles.RolePlain})
	}
	if step, ok := rule.WaitingStep(p); ok && p.Own() && p.Status.State == model.StateBlocked && (c.Waits == nil || c.Waits.Number != step.Number) {
		facts = append(facts, Fact{"Waits for", phrase.StepNamed(step), styles.RoleWarn})
	}
	facts = append(facts, Fact{"Approved", grantWords(p, s.At), styles.RoleGood})
	if c.At.Known() {
		facts = append(facts, Fact{"Checkpoint", stampWords(s, c.At), styles.RolePlain})
	}
	facts = append(facts, stopFacts(s, p)...)
	facts = append(facts, Fact{"Resume", standing, styles.RoleMuted})
	facts = append(facts, readingFacts(p)...)
	for _, r := range s.RequestsFor(p.Path) {
		label := "Request"
		if r.Reading.Maybe {
			label = "Maybe"
		}
		facts = append(facts, Fact{label, strings.TrimSuffix(r.Title(), ".") + ", " + r.Path, styles.RoleAccent})
	}
	for _, r := range s.Requests {
		if r.Plan == "" && r.Probably == p.Path {
			facts = append(facts, Fact{"Probably", r.Title() + ", " + r.Path, styles.RoleAccent})
		}
	}
	if e := p.Answered(); e != nil {
		facts = append(facts, Fact{"You said", e.What + ": " + e.Why + "; no answer yet", styles.RoleAccent})
	}
	return append(facts, Fact{fileLabel, p.Path, styles.RolePlain})
}

// When is a time as people say it, with its age: "Fri 16:20, 16 h ago", "" for none. Where the
// time is a date, that says it all.
func When(now, t time.Time) string {
	if t.IsZero() {
		return ""
	}
	said := styles.Moment(now, t)
	if ago := Ago(now, t); ago != said {
		return said + ", " + ago
	}
	return said
}

// Waited says how long something has waited and since when, "" if unknown.
func Waited(s model.Snapshot, since model.Stamp) string {
	if !since.Known() {
		return ""
	}
	return When(s.At, since.Time)
}

// Ago is Age for a sentence: "2 h ago", after eight weeks the date.
func Ago(now, since time.Time) string {
	switch {
	case since.IsZero():
		return ""
	case styles.Dated(now, since):
		return styles.Moment(now, since)
	}
	return styles.AgoWords(now.Sub(since))
}

// stopFacts say how work on a plan of another program came to rest.
func stopFacts(s model.Snapshot, p model.Plan) []Fact {
	if p.Stop == nil {
		return nil
	}
	label, role := "Paused", styles.RoleWarn
	if p.Stop.Cut {
		label, role = "Cut off", styles.RoleBad
	}
	if p.Stop.Stale != "" {
		role = styles.RoleMuted
	}
	return []Fact{{label, strings.Join(NotEmpty(Waited(s, p.Stop.At), phrase.Stopped(*p.Stop)), ", "), role}}
}

// readingFacts say how a plan in another notation was read.
func readingFacts(p model.Plan) []Fact {
	r := p.Reading
	var facts []Fact
	if r.Foreign {
		facts = append(facts, Fact{"Known from", phrase.PlanKnown(r), howRole(r.ID, r.Title, r.Status, r.Steps)})
	}
	if r.Needs == model.NeedYes {
		facts = append(facts, Fact{"Approval", "the plan as a whole asks for one", styles.RoleWarn})
	}
	if _, maybe := p.NeedsHuman(); len(maybe) > 0 {
		facts = append(facts, Fact{"Maybe you", "step " + numbers(maybe), styles.RolePlain})
	}
	facts = append(facts,
		Fact{"Steps from", r.StepsFrom, styles.RoleMuted},
		Fact{"Claimed by", r.Claimed, styles.RolePlain},
		Fact{"State of", r.Parent, styles.RolePlain},
		Fact{"Source", r.Source, styles.RolePlain},
		Fact{"Versions", phrase.Versions(p), styles.RolePlain},
	)
	for _, d := range r.Doubts {
		facts = append(facts, Fact{"Doubt", d, styles.RoleWarn})
	}
	return append(facts, doubtFacts(p.Doubts)...)
}

func requestReadingFacts(r model.Request) []Fact {
	h := r.Reading
	facts := []Fact{{"Due", h.Due, styles.RolePlain}}
	if r.Probably != "" {
		facts = append(facts, Fact{"Probably of", r.Probably, styles.RoleMuted})
	}
	if weak := phrase.RequestKnown(h); weak != "" {
		facts = append(facts, Fact{"Known from", weak, styles.RoleWarn})
	}
	return append(facts, doubtFacts(r.Doubts)...)
}

func doubtFacts(doubts []model.Doubt) []Fact {
	roles := map[model.Weight]styles.Role{model.WeightNote: styles.RoleWarn, model.WeightAsk: styles.RoleWarn, model.WeightBlock: styles.RoleBad}
	var facts []Fact
	for _, d := range doubts {
		facts = append(facts, Fact{phrase.DoubtHeading(d.Weight), d.String(), roles[d.Weight]})
	}
	return facts
}

func howRole(values ...model.Basis) styles.Role {
	for _, b := range values {
		if b == model.BasisGuessed {
			return styles.RoleWarn
		}
	}
	return styles.RoleMuted
}

func numbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ", ")
}

// carriedFacts say what became of a decided request.
func carriedFacts(s model.Snapshot, r model.Request) []Fact {
	facts := []Fact{{"Decided", strings.Join(NotEmpty(phrase.DecidedByOther(r, r.Reading.Decision), When(s.At, r.DecidedAt)), " "), styles.RoleMuted}}
	if rule.Standing(s, r.Path) != model.StandingSame {
		facts[0].Value, facts[0].Role = phrase.Decided(s, r), styles.RoleBad
	}
	if r.Reading.Decision == model.DecisionPending {
		facts = nil
	}
	if c := r.Against; c != nil {
		p := c.Problem(s.At)
		facts = append(facts, Fact{"Careful", p.Reason, styles.RoleBad}, Fact{"To settle", p.Hint, styles.RoleWarn})
	}
	if r.ByOthers {
		facts = append(facts, Fact{"Careful", phrase.Reason(rule.WhyByOthers(s, model.Verified{Path: r.Path})), styles.RoleBad})
	}
	if v, ok := rule.AlteredAt(s, r.Path); ok {
		facts = append(facts, Fact{"Careful", fmt.Sprintf("changed after %s approved it: %s was approved %s, it is now %s", cmp.Or(v.By, "you"), v.Approved.Short(), When(s.At, v.At), v.Now.Short()), styles.RoleBad})
	}
	if c := r.Carried; c != nil {
		role := styles.RoleGood
		known := ""
		if c.Failed {
			role = styles.RoleBad
		}
		if c.Known {
			known = "acknowledged"
		}
		facts = append(facts, Fact{"A log says", strings.Join(NotEmpty(c.Result, known, c.Why, knownStamp(s, c.At), c.Path), ", "), role})
	}
	return facts
}
