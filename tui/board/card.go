package board

import (
	"fmt"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/draw"
	"coldstart/tui/list"
	"coldstart/tui/thread"
)

// The least widths of the card in cells: below roomyCard names are shortened, below
// narrowCard only the thread and one line stay. From wideCard it says why it was chosen.
const roomyCard, narrowCard, wideCard = 80, 60, 120

// CardKeys are the keys that a card shows: Verb continues at the ember, Plans opens the other plans,
// Pin pins one of them, Copies copies the command and Whole shows the plan in full. Nil is no key now. Typed is
// true where the command stands below the list.
type CardKeys struct {
	Verb, Plans, Pin, Copies, Whole styles.Line
	Typed                           bool
}

// Card is the plan to resume in rows of w cells: its state, its objective, its thread and how far it got,
// and for the plan of another program its command. With room for labels the log says more of each step.
// A plan of another program has its first warning in one more row if careful.
func (b *Board) Card(th *styles.Theme, w int, careful, labels bool, k CardKeys) []styles.Line {
	p := *b.Resume.Plan
	if w < narrowCard {
		return b.LowCard(th, w)
	}
	lines := []styles.Line{b.cardHeading(th, p, w)}
	aim := styles.Join(draw.Edge(), styles.Line{{Text: th.Label(phrase.Aim(p)), Role: styles.RolePlain}})
	if labels {
		lines = append(lines, draw.Ends(aim, draw.Words(styles.RoleMuted, ProgressWords(p, "steps ")+" · "+phrase.BriefReason(b.Resume.Because)), w), nil)
		lines = append(append(lines, b.Course(th, w)...), nil)
		lines = append(lines, styles.Join(draw.Edge(), apart(b.verbWords(p, k), k.Whole, k.Pin)).Fit(w))
	} else {
		left := styles.Join(draw.Edge(), styles.Line{b.badge(p.Ref())}, draw.Words(styles.RoleMuted, b.courseWords(p, w)))
		lines = append(lines, aim.Fit(w-draw.RightEdge), Way(th, p).Row(th, w), draw.Ends(left, b.cardKeys(th, p, w, k), w))
	}
	if l := CommandLine(th, p); l != nil && !k.Typed {
		lines = append(lines, draw.Ends(styles.Join(draw.Edge(), l), k.Copies, w))
	}
	if l := CarefulLine(th, p); l != nil && careful {
		lines = append(lines, styles.Join(draw.Edge(), l).Fit(w-draw.RightEdge))
	}
	return lines
}

// apart joins what there is of some lines, three blanks apart.
func apart(lines ...styles.Line) (all styles.Line) {
	for _, l := range lines {
		if len(all) > 0 && len(l) > 0 {
			all = styles.Join(all, draw.Words(styles.RolePlain, "   "))
		}
		all = styles.Join(all, l)
	}
	return all
}

// verbWords say what the ember waits for, before the key that continues there.
func (b *Board) verbWords(p model.Plan, k CardKeys) styles.Line {
	if asks := b.asksWords(p); k.Verb != nil && asks != "" {
		return styles.Join(draw.Words(styles.RoleWarn, asks), draw.Words(styles.RoleMuted, " · "), k.Verb)
	}
	return k.Verb
}

// cardKeys are the keys at the end of a card of w cells.
func (b *Board) cardKeys(th *styles.Theme, p model.Plan, w int, k CardKeys) styles.Line {
	switch {
	case w < roomyCard:
		return nil
	case k.Verb != nil && w < draw.RoomyWidth:
		return k.Verb
	case k.Verb != nil && (w < wideCard || b.asksWords(p) != ""):
		return b.verbWords(p, k)
	case w < wideCard:
		return k.Plans
	}
	return apart(styles.Line{{Text: th.Label(phrase.BriefReason(b.Resume.Because) + phrase.AndOlder(p)), Role: styles.RoleMuted}}, k.Verb, k.Pin)
}

// asksWords say that a session asks about the step to continue with, "" for none.
func (b *Board) asksWords(p model.Plan) string {
	next := rule.NextPlan(p).First()
	switch {
	case b.asksAbout(p) == "":
		return ""
	case next == nil || p.Reading.Tool != "":
		return "a session asks you"
	}
	return fmt.Sprintf("a session asks you about step %d", next.Number)
}

// cardHeading names a plan and says how it stands.
func (b *Board) cardHeading(th *styles.Theme, p model.Plan, w int) styles.Line {
	heading, priority, gap := "RESUMING ACTIVE PLAN", " priority", "  "
	switch p.Status.State {
	case model.StateBlocked:
		heading = "BLOCKED PLAN"
	case model.StateDraft:
		heading = "RESUMING DRAFT PLAN"
	}
	if w < roomyCard {
		heading, _, _ = strings.Cut(heading, " ")
		priority, gap = "", " "
	}
	left := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, heading+gap), styles.Line{{Text: th.Label(p.ID), Role: styles.RoleTitle}})
	state := styles.Line{{Text: th.Label(phrase.Status(p.Status)), Role: signs.Toned(view.StateTone(p.Status.State))}}
	if tool := p.Reading.Tool; tool != "" {
		if w < wideCard {
			// The program's own word is said where there is more room.
			state = styles.Line{draw.Span(signs.Toned(view.StateTone(p.Status.State)), p.Status.State.String())}
		}
		state = styles.Join(styles.Line{{Text: th.Label(tool), Role: styles.RoleMuted}}, draw.Words(styles.RoleMuted, " · "), state)
	}
	if p.Priority != "" {
		state = styles.Join(state, draw.Words(styles.RoleMuted, " · "), styles.Line{{Text: th.Label(p.Priority + priority), Role: styles.RoleMuted}})
	}
	return draw.Ends(left, styles.Join(state, draw.Words(styles.RoleMuted, " · "+b.BlockedWords(p))), w)
}

// CommandLine is the command that goes on with a plan of another program, nil where none is
// known.
func CommandLine(th *styles.Theme, p model.Plan) styles.Line {
	if p.Reading.Tool == "" || p.Reading.Command == "" {
		return nil
	}
	return styles.Line{draw.Span(styles.RoleMuted, "resume with  "), {Text: th.Label(p.Reading.Command), Role: styles.RoleTitle}}
}

// CarefulLine is the first doubt about a plan of another program, nil for none.
func CarefulLine(th *styles.Theme, p model.Plan) styles.Line {
	if p.Reading.Tool == "" || len(p.Reading.Doubts) == 0 {
		return nil
	}
	l := styles.Line{draw.Span(styles.RoleWarn, "careful  "), {Text: th.Label(p.Reading.Doubts[0]), Role: styles.RoleWarn}}
	if more := len(p.Reading.Doubts) - 1; more > 0 {
		l = append(l, draw.Span(styles.RoleMuted, fmt.Sprintf(" (%d more)", more)))
	}
	return l
}

// LowCard is the plan to go on with in two rows.
func (b *Board) LowCard(th *styles.Theme, w int) []styles.Line {
	p, now := *b.Resume.Plan, b.Snapshot.At
	words := strings.Join(phrase.NotEmpty(p.Status.State.String(), shortProgress(p), clockOf(now, rule.NextPlan(p).At)), " · ")
	name := styles.Line{b.badge(p.Ref()), {Text: th.Label(p.ID), Role: styles.RoleTitle}}
	return []styles.Line{
		Way(th, p).Row(th, w),
		styles.Join(draw.Edge(), name, draw.Words(styles.RoleMuted, " "+words)).Fit(w - draw.RightEdge),
	}
}

// courseWords say in w cells how far a plan got, and when it was last written. What a session asks about
// it comes first where only one fits.
func (b *Board) courseWords(p model.Plan, w int) string {
	steps, checkpoint := "steps ", "last checkpoint "
	if w < roomyCard {
		steps, checkpoint = "", "checkpoint "
	}
	words := ProgressWords(p, steps) + " · "
	at, now := rule.NextPlan(p).At, b.Snapshot.At
	switch asks := b.asksWords(p); {
	case asks != "" && w >= roomyCard && w < draw.RoomyWidth:
		return words + asks
	case !at.Known():
		return words + "no checkpoint yet"
	}
	return words + checkpoint + phrase.When(now, at.Time)
}

// ProgressWords say how many steps are done.
func ProgressWords(p model.Plan, steps string) string {
	done, total := p.Progress()
	if total == 0 || p.Reading.Stateless {
		return phrase.OfSteps(p, phrase.Progress(p))
	}
	return phrase.OfSteps(p, fmt.Sprintf("%d of %d %sdone", done, total, steps))
}

func shortProgress(p model.Plan) string {
	done, total := p.Progress()
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", done, total)
}

func clockOf(now time.Time, at model.Stamp) string {
	if !at.Known() {
		return ""
	}
	return phrase.Moment(now, at.Time)
}

// BlockedWords say since when a plan is blocked. Its log may name the block again, so a request
// that waits for longer counts.
func (b *Board) BlockedWords(p model.Plan) string {
	if rest := restWords(p, b.Snapshot.At); rest != "" && p.Status.State != model.StateBlocked {
		return rest
	}
	switch {
	case p.Status.State == model.StateBlocked:
	case p.Reading.BlockUnknown:
		return "blocked: not known"
	default:
		return "not blocked"
	}
	since, _ := rule.BlockedSince(p)
	for _, r := range b.Waiting[p.Path] {
		if r.Created.Known() && r.Created.Time.Before(since.Time) {
			since = r.Created
		}
	}
	if took := b.Snapshot.At.Sub(since.Time); since.Known() && took >= time.Minute {
		return "blocked for " + phrase.Ago(took)
	}
	return "blocked"
}

// restWords say that somebody paused a plan, or that work on it was cut off, and when; "" for
// most.
func restWords(p model.Plan, now time.Time) string {
	if !p.Stop.Holds(now) {
		return ""
	}
	words := "paused"
	if p.Stop.Cut {
		words = "interrupted"
	}
	if p.Stop.At.Known() {
		words += " " + phrase.Moment(now, p.Stop.At.Time)
	}
	return words
}

// Way is the thread of a plan. It goes on at the step that waits for a person, else at the
// next one.
func Way(th *styles.Theme, p model.Plan) thread.Way {
	c := rule.NextPlan(p)
	way := thread.Way{At: len(p.Steps)}
	next := c.First()
	done, _ := p.Progress()
	for i, s := range p.Steps {
		knot := thread.Open
		switch {
		case s.Done():
			knot = thread.Done
		case s.Human && !AgentsTurn(c, s):
			knot = thread.Yours
		}
		way.Knots = append(way.Knots, knot)
		if next != nil && s.Number == next.Number {
			way.At = i
		}
	}
	switch {
	case c.Said != "":
		way.Says = styles.Line{{Text: th.Label(c.Said), Role: styles.RoleTitle}}
	case next != nil && p.Reading.Tool != "":
		way.Says = styles.Line{{Text: th.Label(rule.Label(*next)), Role: styles.RoleTitle}}
	case next != nil:
		way.Says = styles.Line{draw.Span(styles.RoleEmber, fmt.Sprintf("%d ", next.Number)), {Text: th.Label(next.Text), Role: styles.RoleTitle}}
	case len(p.Steps) == 0:
		way.Says = draw.Words(styles.RoleMuted, "no steps")
	case len(p.Steps) > done:
		way.Says = draw.Words(styles.RoleMuted, "finished")
	default:
		way.Says = draw.Words(styles.RoleGood, "all steps done")
	}
	switch {
	case next != nil && next.Human && AgentsTurn(c, *next):
		way.Then = draw.Words(styles.RoleGood, "approved; an agent continues here")
	case next != nil && next.Human && rule.SentBack(p):
		way.Then = draw.Words(styles.RoleMuted, "sent back to the agent")
	case humanAfter(p, way.At):
		way.Then = styles.Line{{Text: th.MarkSymbol(styles.MarkHuman), Role: styles.RoleWarn}, draw.Span(styles.RoleMuted, " you")}
	case next != nil && way.At+1 < len(p.Steps):
		open := styles.Line{{Text: th.MarkSymbol(styles.MarkDraft), Role: th.MarkRole(styles.MarkDraft)}}
		way.Then = append(open, draw.Span(styles.RoleMuted, fmt.Sprintf(" %d more", len(p.Steps)-1-way.At)))
	}
	return way
}

// AgentsTurn reports whether a step of a person is approved, so that the agent continues with it.
func AgentsTurn(c rule.Next, s model.Step) bool {
	return c.Waits == nil && c.Step != nil && c.Step.Human && c.Step.Number == s.Number
}

// humanAfter reports whether an open step from one on is for a person.
func humanAfter(p model.Plan, from int) bool {
	for _, s := range p.Steps[min(from, len(p.Steps)):] {
		if s.Human && !s.Done() {
			return true
		}
	}
	return false
}

// badge marks what is new or changed since the last look.
func (b *Board) badge(ref model.Ref) styles.Span { return list.Badge(b.News[ref].Kind) }
