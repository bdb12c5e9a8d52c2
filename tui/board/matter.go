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
	"coldstart/tui/phrase"
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
	Name, Value, From string
	Role              styles.Role
	// Short is for where there is little room; a value that has one may be cut. Long is true for
	// a value with rows of its own.
	Short string
	Long  bool
}

func pointed(name, value, from string, role styles.Role) Point {
	return Point{Name: name, Value: value, From: from, Role: role}
}

// SeveralMatter is what a decision on several things is about.
func SeveralMatter(c model.Choice, things string, facts []Fact) Matter {
	return Matter{Question: c.Order() + " " + things + "?", Subject: Point{Value: things}, Points: pointsOf(facts, model.KindNone)}
}

// To is the value of a point, "" for none.
func (m Matter) To(name string) string {
	for _, p := range m.Points {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// The names of points that a card repeats when it is scrolled, or leaves out where there is no room.
const (
	PointTo     = "to"
	PointAmount = "amount"
	PointWhy    = "why"
	// PointBy is the program that waits for the answer.
	PointBy = "by"
)

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
		facts = slices.DeleteFunc(facts, func(f Fact) bool { return saysDoubt(f, p.Doubts) })
	}
	if t, ok := s.Trace(d.Ref.Path); ok && d.Choice != model.ChoiceUndo {
		last, _ := t.LastStep()
		m.Then = NotEmpty(phrase.StepEffect(d.Choice, last.Number))
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
		thing = "what was refused"
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
	open := slices.DeleteFunc(b.pending(), func(q model.Request) bool { return rule.Turn(q) == model.TurnAgent })
	if i := slices.IndexFunc(open, func(q model.Request) bool { return q.Path == r.Path }); i >= 0 && len(open) > 1 {
		words = append(words, fmt.Sprintf("request %d of %d", i+1, len(open)))
	}
	if r.Created.Known() && r.Reading.Decision == model.DecisionPending {
		words = append(words, "waiting "+waitingSince(b.Snapshot.At, r.Created.Time))
	}
	return strings.Join(words, " · ")
}

// waitingSince is how long something waits, since which day when that is long ago.
func waitingSince(now, since time.Time) string {
	if styles.Dated(now, since) {
		return "since " + styles.Day(now, since)
	}
	return styles.Age(now, since)
}

// ofRequest names first what a yes is to: to whom, how much, until when, for what.
func (m *Matter) ofRequest(s model.Snapshot, r model.Request) {
	m.Subject = Point{Value: r.Title(), From: r.Title()}
	m.Doubts = r.Doubts
	until := pointed("until", untilWords(s.At, r.Expires), r.Expires.Raw, expiryRole(s.At, r))
	m.Points = []Point{
		pointed(PointTo, r.Target, r.Target, styles.RolePlain),
		pointed(PointAmount, phrase.Amount(r.Amount), r.Amount, styles.RoleTitle),
		until,
		pointed("document", r.About, r.About, styles.RolePlain),
		forPlan(s, r),
		pointed("from", r.Sender, r.Sender, styles.RolePlain),
		pointed(PointBy, polling(r), "", styles.RolePlain),
		pointed("due", r.Reading.Due, r.Reading.Due, styles.RolePlain),
		pointed("risk", r.Risk, r.Risk, styles.RoleWarn),
	}
	if m.Points[1].Value == "" {
		m.Points[1].Value, m.Points[1].From = phrase.Amount(model.AmountSaid(r.Rationale)), r.Rationale
	}
	if until.Value == "" {
		if day, ok := model.DaySaid(r.Rationale, r.Created.Time); ok {
			m.Points[2] = pointed("until", dayLeft(s.At, day), r.Rationale, styles.RoleWarn)
		}
	}
	why := pointed(PointWhy, r.Rationale, r.Rationale, styles.RoleMuted)
	why.Long = true
	if m.Points[2].Value == "" && !r.Reading.Polls && r.Reading.Decision != model.DecisionApproved && r.Reading.Decision != model.DecisionRejected {
		m.Points[2] = pointed("until", "no date given", "", styles.RoleMuted)
	}
	m.Beside = []Point{pointed("asked", askedWords(s.At, r.Created), r.Created.Raw, styles.RolePlain), why}
	for _, f := range slices.Concat(warningFacts(s, r), linkFacts(s, r), requestReadingFacts(r), carriedFacts(s, r)) {
		if f.Role == styles.RoleBad && f.Label != "Blocked" && !doubtFact(f, r) {
			m.Points = append(m.Points, pointed(strings.ToLower(f.Label), f.Value, "", f.Role))
		}
	}
	if r.Asked != nil {
		m.Points = append(m.Points, pointed("you said", r.Asked.Note+", "+Ago(s.At, r.Asked.At), "", styles.RoleAccent))
	}
	if r.Hidden == 0 {
		m.Checked = append(m.Checked, "no hidden characters")
	}
	if before, _ := phrase.Before(r); before == "" && r.Twin == "" {
		m.Checked = append(m.Checked, "not decided before under this name")
	}
}

// doubtFact reports whether a fact says a doubt, which the card shows by itself.
func doubtFact(f Fact, r model.Request) bool {
	return f.Value == hiddenWords(r.Hidden) && len(r.Doubts) > 0 || saysDoubt(f, r.Doubts)
}

func saysDoubt(f Fact, doubts []model.Doubt) bool {
	return slices.ContainsFunc(doubts, func(d model.Doubt) bool { return d.String() == f.Value })
}

// forPlan names the plan and the step that a request is for.
func forPlan(s model.Snapshot, r model.Request) Point {
	p, ok := s.Plan(r.Plan)
	switch {
	case !ok && r.PlanUnread != "":
		return pointed("for", r.PlanID+" (could not be read)", r.PlanID, styles.RoleBad)
	case !ok && r.PlanID != "":
		return pointed("for", phrase.NoPlan(s, r), r.PlanID, styles.RoleWarn)
	case !ok && r.Probably != "":
		return pointed("for", r.Probably+", probably", "", styles.RoleWarn)
	case !ok:
		return Point{}
	}
	to := pointed("for", p.ID+": "+phrase.Heading(p), r.PlanID, styles.RolePlain)
	if to.Short = p.ID; r.Step > 0 {
		// The step's own text is what is allowed, so it is never cut.
		to.Value, to.Short = fmt.Sprintf("%s, step %d", p.ID, r.Step), ""
		if step, ok := rule.Step(p, r.Step); ok {
			to.Value += ": " + step.Text
		}
	}
	return to
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
		return at.Time.Format("Mon 2 January") + ", expired " + Ago(now, at.End())
	case at.Time.Before(now):
		return styles.Moment(now, at.Time) + ", expired " + Ago(now, at.Time)
	case daysTo(now, at.Time) == 0:
		return "today " + styles.Deadline(now, at.Time)
	}
	return styles.Deadline(now, at.Time)
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
	if styles.Dated(now, at.Time) {
		return styles.Day(now, at.Time)
	}
	return styles.Moment(now, at.Time) + ", " + Ago(now, at.Time)
}

// leftOut are the labels of facts that a card says elsewhere, by kind; those of KindNone are left
// out for any kind. The text says them as well.
var leftOut = map[model.Kind][]string{
	model.KindNone:       {fileLabel, "Waiting", "Resume", "Title", "Undoes"},
	model.KindPlan:       {"Status", "Priority", "Progress", "Next step", "Waiting on", "Waits for", "Checkpoint"},
	model.KindSession:    {"Session", "Go on with", "Program", "Careful", "Known", "Began"},
	model.KindTranscript: {"Session", "Go on with", "Program", "Careful", "Known", "Began"},
	model.KindTrace:      {"Trace", "Workflow", "Summary", "Challenges", "Focus", "Artifacts", "Decisions", "Design", "Step started"},
	model.KindProposal:   {"Proposal"},
}

// pointsOf makes points of the facts about a thing of a kind that a card needs.
func pointsOf(facts []Fact, k model.Kind) []Point {
	var points []Point
	for _, f := range facts {
		if !slices.Contains(leftOut[model.KindNone], f.Label) && (k == model.KindNone || !slices.Contains(leftOut[k], f.Label)) {
			points = append(points, pointed(strings.ToLower(f.Label), f.Value, f.Value, f.Role))
		}
	}
	return points
}
