package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/styles/signs"
)

// Matter is what a decision is about, for its card.
type Matter struct {
	// Question asks for the yes. Turn says which of several it is, and how long it waits.
	Question, Turn string
	// Subject comes first, then Points; Beside are more of them where there is room.
	Subject Point
	Points  []Point
	Beside  []Point
	// Doubts are the reasons to look twice, heaviest first.
	Doubts []model.Doubt
	// Plan is the one that it is for, zero for none.
	Plan model.Plan
	// ByHand is as in model.Snapshot.
	ByHand bool
	// Then is what a yes lets happen besides the changes, After what becomes of the moved file
	// later, both without words for most.
	Then  []string
	After string
	// Checked are things that were looked for and not found, in words.
	Checked []string
}

// Point is a value with its name. From are the words of the file that say it, "" where no line
// does.
type Point struct {
	ID                view.ID
	Name, Value, From string
	Role              styles.Role
	// Short is for where there is little room; a value that has one may be cut. Long is true for
	// a value with rows of its own.
	Short string
	Long  bool
}

func pointed(id view.ID, name, value, from string, role styles.Role) Point {
	return Point{ID: id, Name: name, Value: value, From: from, Role: role}
}

// SeveralMatter is what a decision on several things is about.
func SeveralMatter(c model.Choice, things string, facts []view.Said) Matter {
	return Matter{Question: c.Order() + " " + things + "?", Subject: Point{Value: things}, Points: pointsOf(facts, model.KindNone)}
}

// Of is the value of a point, "" for none.
func (m Matter) Of(id view.ID) string {
	if i := slices.IndexFunc(m.Points, func(p Point) bool { return p.ID == id }); i >= 0 {
		return m.Points[i].Value
	}
	return ""
}

// Matter works out what one decision is about.
func (b *Board) Matter(d model.Decision) Matter {
	m := Matter{Question: question(d)}
	s := b.About(d.Ref)
	if len(s.Plans) > 0 {
		m.Plan = s.Plans[0]
	}
	if r, ok := s.RequestAnywhere(d.Ref.Path); ok && d.Ref.Kind == model.KindRequest && d.Choice != model.ChoiceUndo {
		m.Turn = b.turn(r)
		if r.Ask != nil {
			m.ofAction(s, r, d)
			return m
		}
		m.Question = phrase.Asked(d.Choice, r)
		m.ofRequest(s, r)
		return m
	}
	facts := append(b.Facts(d.Ref), b.DraftFacts(d)...)
	m.Subject = Point{Value: b.Subject(d.Ref)}
	kind := d.Ref.Kind
	if d.Choice == model.ChoiceUndo {
		m.Subject.Value, facts = b.UndoFacts(d)
		kind = model.KindNone
	}
	if d.Ref.Kind == model.KindPlan && d.Choice != model.ChoiceUndo {
		p, _ := s.Plan(d.Ref.Path)
		step, _ := rule.WaitingStep(p)
		m.ByHand = rule.ByHand(s, d.Ref)
		m.Question = phrase.AskedOfStep(d.Choice, step, m.ByHand)
		m.Subject, m.Doubts = Point{Value: cmp.Or(step.Text, p.ID), From: step.Text}, p.Doubts
	}
	if t, ok := s.Trace(d.Ref.Path); ok && d.Choice != model.ChoiceUndo {
		last, _ := t.LastStep()
		m.Then = phrase.NotEmpty(phrase.StepEffect(d.Choice, last.Number))
	}
	if d.Ref.Kind == model.KindTranscript && d.Choice != model.ChoiceUndo {
		m.Then = []string{"it leaves this list until it writes again; only your own ledger is written"}
	}
	m.Points = pointsOf(facts, kind)
	return m
}

// question asks for the yes to a decision on anything but a request.
func question(d model.Decision) string {
	switch {
	case d.Choice == model.ChoiceUndo && d.Undoes.Choice == model.ChoiceNone:
		return "Undo your last decision?"
	case d.Choice == model.ChoiceUndo:
		return "Undo this " + strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(d.Undoes.Choice.Noun(), " of"), " to"), " on") + "?"
	}
	thing := map[model.Kind]string{
		model.KindSession: "this session", model.KindTranscript: "this session", model.KindProblem: "this alarm", model.KindTrace: "this step", model.KindProposal: "this proposal",
		model.KindResearch: "this problem", model.KindJournal: "this entry",
	}[d.Ref.Kind]
	if d.Ref.Path == model.RefusedPath {
		thing = "refused"
	}
	if d.Choice == model.ChoiceSwitch {
		return "Make this the current problem?"
	}
	if d.Choice == model.ChoiceAbort {
		thing = "this workflow"
	}
	return d.Choice.Order() + " " + cmp.Or(thing, "this") + "?"
}

// turn says which of the pending requests it is, and how long it waits.
func (b *Board) turn(r model.Request) string {
	var words []string
	open := slices.DeleteFunc(b.pending(), func(q *model.Request) bool { return rule.Turn(*q) == model.TurnAgent })
	if i := slices.IndexFunc(open, func(q *model.Request) bool { return q.Path == r.Path }); i >= 0 && len(open) > 1 {
		words = append(words, fmt.Sprintf("request %d of %d", i+1, len(open)))
	}
	if r.Created.Known() && r.Reading.Decision == model.DecisionPending {
		words = append(words, "waiting "+waitingSince(b.Snapshot.At, r.Created.Time))
	}
	return strings.Join(words, " · ")
}

// waitingSince is how long something waits, since which day when that is long ago.
func waitingSince(now, since time.Time) string {
	if phrase.Dated(now, since) {
		return "since " + phrase.Day(now, since)
	}
	return phrase.Age(now, since)
}

// ofRequest names first what a yes is to: to whom, how much, until when, for what.
func (m *Matter) ofRequest(s model.Snapshot, r model.Request) {
	m.Subject = Point{Value: r.Title(), From: r.Title()}
	m.Doubts = r.Doubts
	amount, saysAmount := phrase.Amount(r.Amount), r.Amount
	if amount == "" {
		amount, saysAmount = phrase.Amount(model.AmountSaid(r.Rationale)), r.Rationale
	}
	by := r.Reading.Tool
	if !r.Reading.Polls {
		by = ""
	}
	m.Points = []Point{
		pointed(view.To, "to", r.Target, r.Target, styles.RolePlain),
		pointed(view.Amount, "amount", amount, saysAmount, styles.RoleTitle),
		until(s, r),
		pointed(view.Document, "document", r.About, r.About, styles.RolePlain),
		forPlan(s, r),
		pointed(view.Other, "from", r.Sender, r.Sender, styles.RolePlain),
		pointed(view.By, "by", by, "", styles.RolePlain),
		pointed(view.Other, "due", r.Reading.Due, r.Reading.Due, styles.RolePlain),
		pointed(view.Risk, "risk", r.Risk, r.Risk, styles.RoleWarn),
	}
	why := pointed(view.Why, "why", r.Rationale, r.Rationale, styles.RoleMuted)
	why.Long = true
	m.Beside = []Point{pointed(view.Other, "asked", askedWords(s.At, r.Created), r.Created.Raw, styles.RolePlain), why}
	for _, f := range (view.Look{Snapshot: s}).Warned(r) {
		m.Points = append(m.Points, pointed(f.ID, strings.ToLower(f.Label), f.Text, "", styles.RoleBad))
	}
	if r.Asked != nil {
		m.Points = append(m.Points, pointed(view.Other, "you said", r.Asked.Note+", "+phrase.AgeWords(s.At, r.Asked.At), "", styles.RoleAccent))
	}
	if r.Hidden == 0 {
		m.Checked = append(m.Checked, "no hidden characters")
	}
	if before, _ := phrase.Before(r); before == "" && r.Twin == "" {
		m.Checked = append(m.Checked, "not decided before under this name")
	}
}

// forPlan names the plan and the step that a request is for.
func forPlan(s model.Snapshot, r model.Request) Point {
	to, short := view.Look{Snapshot: s}.ForPlan(r)
	return Point{ID: to.ID, Name: strings.ToLower(to.Label), Value: to.Text, From: r.PlanID, Role: signs.Toned(to.Tone), Short: short}
}

// until says until when an answer is wanted, in the reason if nowhere else.
func until(s model.Snapshot, r model.Request) Point {
	day, said := model.DaySaid(r.Rationale, r.Created.Time)
	switch words := untilWords(s.At, r.Expires); {
	case words != "":
		return pointed(view.Until, "until", words, r.Expires.Raw, signs.Toned(view.ExpiryTone(s.At, r)))
	case said:
		return pointed(view.Until, "until", dayLeft(s.At, day), r.Rationale, styles.RoleWarn)
	case r.Reading.Polls, r.Reading.Decision == model.DecisionApproved, r.Reading.Decision == model.DecisionRejected:
		return Point{}
	}
	return pointed(view.Until, "until", "no date", "", styles.RoleMuted)
}

// untilWords say until when an answer is wanted, "" if no time is given.
func untilWords(now time.Time, at model.Stamp) string {
	switch {
	case at.Raw == "":
		return ""
	case !at.Known():
		return at.Raw + " (not readable as a time)"
	case !at.End().Equal(at.Time) && !at.End().Before(now):
		return dayLeft(now, at.Time)
	case !at.End().Equal(at.Time):
		return phrase.Expired(at.Time.Format("Mon 2 January"), now, at.End())
	case at.Time.Before(now):
		return phrase.Expired(phrase.Moment(now, at.Time), now, at.Time)
	case daysTo(now, at.Time) == 0:
		return "today " + phrase.Deadline(now, at.Time)
	}
	return phrase.Deadline(now, at.Time)
}

// dayLeft says a day as a deadline: "Tue 17 March, 3 days left".
func dayLeft(now, end time.Time) string {
	end = end.In(now.Location())
	words := end.Format("Mon 2 January")
	switch days := daysTo(now, end); {
	case days < 0:
		return words + ", over"
	case days == 0:
		return "today, " + words
	default:
		return words + ", " + model.Counted(days, "day") + " left"
	}
}

// daysTo counts the nights until a day.
func daysTo(now, at time.Time) int {
	day := func(t time.Time) time.Time {
		t = t.In(now.Location())
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return int(day(at).Sub(day(now)) / (24 * time.Hour))
}

func askedWords(now time.Time, at model.Stamp) string {
	if !at.Known() {
		return ""
	}
	if phrase.Dated(now, at.Time) {
		return phrase.Day(now, at.Time)
	}
	return phrase.When(now, at.Time)
}

// pointsOf makes points of the facts about a thing of a kind that a card needs.
func pointsOf(facts []view.Said, k model.Kind) []Point {
	var points []Point
	for _, s := range view.In(view.Card, k, facts) {
		points = append(points, pointed(s.ID, strings.ToLower(s.Label), s.Text, s.Text, signs.Toned(s.Tone)))
	}
	return points
}
