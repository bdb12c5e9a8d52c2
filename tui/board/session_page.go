package board

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/thread"
)

// SessionHead names a session and what it worked on, says what became of it, and when it ran.
func (b *Board) SessionHead(th *styles.Theme, o model.Session, events []model.Event, w int) []styles.Line {
	left := styles.Join(draw.Edge(), styles.Line{draw.Span(styles.RoleTitle, "Session "), {Text: th.Label(o.Label), Role: styles.RoleTitle}})
	if on := b.workedOn(events); on != "" {
		left = styles.Join(left, styles.Line{draw.Span(styles.RolePlain, "  "), {Text: th.Label(on)}})
	}
	mark, words := b.becameOf(o)
	became := styles.Line{{Text: th.MarkSymbol(mark), Role: th.MarkRole(mark)}, draw.Span(th.MarkRole(mark), " "+words)}
	var title []styles.Line
	if left.Width()+became.Width()+2 <= w-draw.RightEdge {
		title = []styles.Line{draw.Ends(left, became, w)}
	} else {
		title = append(indentedUnder(left, w), styles.Join(draw.Edge(), became))
	}
	var about styles.Line
	for _, part := range NotEmpty(o.Agent, b.sessionTimes(o), writtenWords(events)) {
		if len(about) > 0 {
			about = append(about, draw.Span(styles.RoleMuted, " · "))
		}
		about = append(about, styles.Span{Text: th.Brief(part, mostOfEvent), Role: styles.RoleMuted})
	}
	return append(title, draw.Indented(about.Wrap(draw.Inside(w)))...)
}

// indentedUnder wraps a line that begins at the text edge.
func indentedUnder(l styles.Line, w int) []styles.Line {
	return draw.Indented(l[1:].Wrap(draw.Inside(w)))
}

// workedOn is the last work item of a session, by its title where that is known.
func (b *Board) workedOn(events []model.Event) string {
	for i := len(events) - 1; i >= 0; i-- {
		if id := events[i].Work; id != "" {
			return b.workName(id)
		}
	}
	return ""
}

// workName is the title of a work item, else its id.
func (b *Board) workName(id string) string {
	for _, item := range b.Snapshot.Work {
		if item.ID == id {
			return cmp.Or(item.Title, id)
		}
	}
	return id
}

// becameOf says in a few words what became of a session.
func (b *Board) becameOf(o model.Session) (styles.Mark, string) {
	s := b.Snapshot
	switch c, ok := s.Events.CurrentSession(); {
	case !o.Open():
		return styles.MarkDone, "ended"
	case ok && c.Key == o.Key:
		return styles.MarkActive, "the current session"
	case o.MaybeLive(s.At):
		return styles.MarkActive, "may still run"
	case o.Returned():
		return styles.MarkCutOff, "wrote again after its end"
	}
	return styles.MarkCutOff, "never ended · very likely dead"
}

// sessionTimes are the times of the start and of the last event.
func (b *Board) sessionTimes(o model.Session) string {
	if !o.Started.Known() {
		return stampWords(b.Snapshot, o.Started)
	}
	now := b.Snapshot.At
	from, to := o.Started.Time.In(now.Location()), o.Last.Time.In(now.Location())
	words := from.Format("Mon 2 January, 15:04")
	if from.Year() != now.Year() {
		words = from.Format("2 January 2006, 15:04")
	}
	switch {
	case !to.After(from):
	case sameDay(from, to):
		words += " to " + to.Format("15:04")
	default:
		words += " to " + styles.Moment(now, to)
	}
	return words
}

func sameDay(x, y time.Time) bool { return x.YearDay() == y.YearDay() && x.Year() == y.Year() }

// writtenWords counts what a session wrote, "" for nothing.
func writtenWords(events []model.Event) string {
	n := 0
	for _, e := range events {
		n += max(1, e.Skipped)
	}
	if n == 0 {
		return ""
	}
	return model.Counted(n, "event")
}

// SessionRibbon is the course of a session over w cells, nil where there is no room.
func (b *Board) SessionRibbon(th *styles.Theme, o model.Session, events []model.Event, w int) []styles.Line {
	r := thread.Ribbon{Now: b.Snapshot.At, Ended: !o.Open()}
	for _, e := range events {
		if at := e.At.Time; e.At.Known() && (len(r.Events) == 0 || !at.Before(r.Events[len(r.Events)-1])) {
			r.Events = append(r.Events, at)
		}
	}
	return r.Rows(th, w)
}

// longSilence is how long nothing is written before a log says so.
const longSilence = time.Hour

// SessionLog is what a session wrote, in the order of its log, over w cells.
func (b *Board) SessionLog(th *styles.Theme, o model.Session, events []model.Event, w int) []styles.Line {
	var moments []thread.Moment
	var before time.Time
	zone := b.Snapshot.At.Location()
	for _, e := range events {
		if at := e.At.Time.In(zone); e.At.Known() {
			if silent := at.Sub(before); !before.IsZero() && silent >= longSilence {
				moments = append(moments, thread.Moment{Gap: tookInAll(silent) + " silent", Silent: true})
			}
			if !before.IsZero() && !sameDay(before, at) {
				moments = append(moments, thread.Moment{Gap: at.Format("Monday 2 January")})
			}
			before = at
		}
		moments = append(moments, b.moment(th, e, zone))
	}
	return thread.Log(th, moments, o.Open(), b.lastWords(th, o, w), w)
}

// tookInAll is a time in hours and minutes, of many hours roughly.
func tookInAll(d time.Duration) string {
	if minutes := int(d.Minutes()); minutes >= 60 && minutes < 24*60 {
		words := fmt.Sprintf("%d h", minutes/60)
		if minutes%60 > 0 {
			words += fmt.Sprintf(" %d min", minutes%60)
		}
		return words
	}
	return styles.Ago(d)
}

// moment is an event in words.
func (b *Board) moment(th *styles.Theme, e model.Event, zone *time.Location) thread.Moment {
	if e.Skipped > 0 {
		return thread.Moment{Gap: model.Counted(e.Skipped, "line") + " not shown", Silent: true}
	}
	m := thread.Moment{Sort: "event"}
	if e.At.Known() {
		m.Clock = e.At.Time.In(zone).Format("15:04")
	}
	says := strings.Join(NotEmpty(typeInWords(e.Type), e.Reason), ": ")
	var came styles.Line
	switch e.Type {
	case "SessionStarted":
		m.Sort, says = "start", cmp.Or(e.Agent, "the session")+" began"
	case "SessionEnded":
		m.Sort, says = "end", endWords(e)
	case "CyclePhaseEntered":
		m.Sort, says = "phase", e.Phase
		if e.Work != "" {
			says, came = e.Phase+"  "+b.workName(e.Work), styles.Line{{Text: th.Brief(e.Work, mostWork), Role: styles.RoleMuted}}
		}
	case "ValidationOutcome":
		m.Sort, says = "check", cmp.Or(e.Reason, e.Gate)
	}
	m.Says = styles.Line{{Text: th.Brief(says, mostOfEvent)}}
	m.Came = styles.Join(came, outcome(th, e))
	return m
}

// The most cells of what an event says, and of the name of a work item.
const mostOfEvent, mostWork = 400, 20

// endWords say who ended a session.
func endWords(e model.Event) string {
	switch e.Agent {
	case model.OperatorAgent:
		return "you said that it is dead"
	case model.SyntheticAgent:
		return "another session took it for dead"
	}
	return cmp.Or(e.Agent, "the session") + " ended"
}

// outcome is the mark of a check, or its result as written.
func outcome(th *styles.Theme, e model.Event) styles.Line {
	marks := map[model.EventResult]styles.Mark{
		model.ResultPass: styles.MarkDone, model.ResultWarn: styles.MarkWarn, model.ResultFail: styles.MarkProblem,
	}
	r := e.Outcome()
	if mark, ok := marks[r]; ok {
		return styles.Line{{Text: th.MarkSymbol(mark), Role: th.MarkRole(mark)}}
	}
	if r == model.ResultNone {
		return nil
	}
	return styles.Line{{Text: th.Brief(e.Result, mostWork), Role: styles.RoleMuted}}
}

// typeInWords takes the type of an event apart: "MemoryWritten" is "memory written".
func typeInWords(name string) string {
	var words strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			words.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		words.WriteRune(r)
	}
	return draw.Lowered(words.String())
}

// verdictWidth is the cells of a verdict, so that its reason begins below what the events say.
const verdictWidth = 15

// lastWords stand below the last event of an open session.
func (b *Board) lastWords(th *styles.Theme, o model.Session, w int) []styles.Line {
	if !o.Open() {
		return nil
	}
	s := b.Snapshot
	silent := "Nothing since then."
	if o.Last.Known() && s.At.Sub(o.Last.Time) >= time.Minute {
		silent = "Nothing for " + styles.Ago(s.At.Sub(o.Last.Time)) + "."
	}
	c, ok := s.Events.CurrentSession()
	switch {
	case ok && c.Key == o.Key:
		return []styles.Line{draw.Words(styles.RoleMuted, silent+" It started last, so it may go on.")}
	case o.MaybeLive(s.At):
		return []styles.Line{draw.Words(styles.RoleMuted, "It may still run.")}
	}
	verdict := draw.Words(styles.RoleEmber, "CUT OFF  ")
	if w >= draw.FullWidth {
		verdict = verdict.Pad(verdictWidth)
	}
	lines := []styles.Line{styles.Join(verdict, draw.Words(styles.RolePlain, "The last word of this session. It never ended."))}
	next, ok := s.Events.After(o)
	if !ok {
		return append(lines, draw.Words(styles.RoleMuted, silent))
	}
	words := styles.Line{draw.Span(styles.RoleMuted, silent+" Session "), {Text: th.Label(next.Label), Role: styles.RoleMuted}}
	began := " began later"
	if next.Started.Known() {
		began = " began " + styles.Moment(s.At, next.Started.Time)
	}
	return append(lines, styles.Join(words, draw.Words(styles.RoleMuted, began+", so this one will not go on.")))
}
