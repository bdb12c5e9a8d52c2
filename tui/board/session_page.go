package board

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/draw"
	"coldstart/tui/thread"
)

// Story is a session on its page: as an event log has it, as the program of an agent wrote it
// down, or as both.
type Story struct {
	board   *Board
	session model.Session
	written model.Transcript
	// inLog and isWritten say which of the two there are.
	inLog, isWritten bool
	events           []model.Event
	// course are its events in words, with runs of calls as one unless all are asked for.
	course []view.Told
}

// Story is the session of ref with the events that are known of it; ok is false for what is none.
// Whole tells each call by itself.
func (b *Board) Story(ref model.Ref, events []model.Event, whole bool) (s Story, ok bool) {
	s = Story{board: b, events: events}
	if s.written, s.isWritten = b.About(ref).Transcript(ref); s.isWritten {
		ref = s.written.Log
	} else {
		s.written, s.isWritten = b.Snapshot.Written(ref)
	}
	s.session, s.inLog = b.About(ref).Session(ref)
	if !s.inLog && !s.isWritten {
		return s, false
	}
	if s.isWritten {
		// That it began is told by its first prompt.
		events = slices.DeleteFunc(slices.Clone(events), func(e model.Event) bool { return e.Type == "SessionStarted" && e.Act == model.ActNone })
	}
	if !whole {
		events = model.Folded(events)
	}
	s.course = view.Tell(b.Snapshot, events)
	return s, true
}

// Folds reports whether the story has runs of calls that can be told as one.
func (s Story) Folds() bool { return len(model.Folded(s.events)) < len(s.events) }

// called is the name of the session in a word, and what it worked on.
func (s Story) called() (name, on string) {
	name, on = s.written.ShortID(), s.written.Title
	if s.inLog {
		name = s.session.Label
	}
	return name, cmp.Or(on, s.workedOn())
}

// Name is the session in one row, with what became of it.
func (s Story) Name(th *styles.Theme, w int) styles.Line {
	name, on := s.called()
	mark, words, _ := s.became()
	became := styles.Line{{Text: th.MarkSymbol(mark), Role: strong(th.MarkRole(mark))}, draw.Span(strong(th.MarkRole(mark)), " "+words)}
	return draw.Ends(styles.Join(draw.Edge(), styles.Line{
		draw.Span(styles.RoleTitle, "Session "), {Text: th.Brief(name, mostName), Role: styles.RoleTitle}, draw.Span(styles.RolePlain, "  "), {Text: th.Brief(on, w)},
	}), became, w)
}

// Head names the session and what it worked on, says what became of it, and when it ran.
func (s Story) Head(th *styles.Theme, w int) []styles.Line {
	name, on := s.called()
	left := styles.Join(draw.Edge(), styles.Line{draw.Span(styles.RoleTitle, "Session "), {Text: th.Brief(name, mostName), Role: styles.RoleTitle}})
	if on != "" {
		left = styles.Join(left, styles.Line{draw.Span(styles.RolePlain, "  "), {Text: th.Brief(on, 2*w-left.Width()-draw.RightEdge)}})
	}
	mark, words, sure := s.became()
	became := styles.Line{{Text: th.MarkSymbol(mark), Role: strong(th.MarkRole(mark))}, draw.Span(strong(th.MarkRole(mark)), " "+words)}
	if sure != "" {
		became = styles.Join(became, draw.Words(styles.RoleMuted, " · "+sure))
	}
	var title []styles.Line
	if left.Width()+became.Width()+2 <= w-draw.RightEdge {
		title = []styles.Line{draw.Ends(left, became, w)}
	} else {
		title = append(indentedUnder(left, w), styles.Join(draw.Edge(), became))
	}
	about := dotted(th, s.about(false))
	if about.Width() > draw.Inside(w) {
		about = dotted(th, s.about(true))
	}
	return append(title, draw.Indented(about.Wrap(draw.Inside(w)))...)
}

// strong is the role of what became of a session: what went wrong is bold.
func strong(r styles.Role) styles.Role {
	if r == styles.RoleBad {
		return styles.RoleFailed
	}
	return r
}

// dotted are muted words with a dot between them.
func dotted(th *styles.Theme, parts []string) (line styles.Line) {
	for _, part := range parts {
		if len(line) > 0 {
			line = append(line, draw.Span(styles.RoleMuted, " · "))
		}
		line = append(line, styles.Span{Text: th.Brief(part, mostOfEvent), Role: styles.RoleMuted})
	}
	return line
}

// The most cells of what an event says, of what came of it, and of the name of a session.
const mostOfEvent, mostCame, mostName = 400, 30, 40

// indentedUnder wraps a line that begins at the text edge.
func indentedUnder(l styles.Line, w int) []styles.Line {
	return draw.Indented(l[1:].Wrap(draw.Inside(w)))
}

// workedOn is the last work item of a session, by its title where that is known.
func (s Story) workedOn() string {
	for i := len(s.events) - 1; i >= 0; i-- {
		if id := s.events[i].Work; id != "" {
			return s.board.Snapshot.WorkName(id)
		}
	}
	return ""
}

// about says who worked, where, when and how much; short leaves out what can be guessed.
func (s Story) about(short bool) []string {
	if !s.isWritten {
		return phrase.NotEmpty(s.session.Agent, s.times(s.session.Started, s.session.Until()), writtenWords(s.events))
	}
	t, branch := s.written, ""
	if t.Branch != "" {
		branch = "branch " + t.Branch
	}
	changed := " changed"
	if short {
		branch, changed = t.Branch, ""
	}
	var did []string
	if t.Calls > 0 {
		did = append(did, model.Counted(t.Calls, "tool"))
	}
	if len(t.Touched) > 0 {
		did = append(did, model.Counted(len(t.Touched), "file")+changed)
	}
	words := strings.Join(did, ", ")
	if t.Partial && words != "" {
		words = "at least " + words
	}
	return phrase.NotEmpty(t.Tool, branch, s.times(t.Began, t.Last), words)
}

// became says in a few words what became of a session, and how that is known.
func (s Story) became() (mark styles.Mark, words, sure string) {
	if s.isWritten {
		e, by := s.written.State(s.board.Snapshot.At)
		return signs.Ending(e), phrase.EndedOf(e, s.written), phrase.SureOf(s.written, e, by)
	}
	o, now := s.session, s.board.Snapshot.At
	switch c, ok := s.board.Snapshot.Events.CurrentSession(); {
	case !o.Open():
		return styles.MarkDone, "ended", ""
	case ok && c.Key == o.Key:
		return styles.MarkActive, "the current session", ""
	case o.MaybeLive(now):
		return styles.MarkActive, "may be running", ""
	case o.Returned():
		return styles.MarkCutOff, "active again after its end", ""
	}
	return styles.MarkCutOff, "no end recorded · likely over", ""
}

// times are the times of the start and of the last event.
func (s Story) times(began, last model.Stamp) string {
	now := s.board.Snapshot.At
	if !began.Known() {
		return phrase.StampWords(s.board.Snapshot.At, began)
	}
	from, to := began.Time.In(now.Location()), last.Time.In(now.Location())
	words := from.Format("Mon 2 January, 15:04")
	if from.Year() != now.Year() {
		words = from.Format("2 January 2006, 15:04")
	}
	switch {
	case !to.After(from), to.Sub(from) < time.Minute && to.Minute() == from.Minute():
	case phrase.SameDay(from, to):
		words += " to " + to.Format("15:04")
	default:
		words += " to " + phrase.Moment(now, to)
	}
	return words
}

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

// open reports whether a session has not come to its end.
func (s Story) open() bool {
	if s.isWritten {
		e, _ := s.written.State(s.board.Snapshot.At)
		return e != model.EndingDone
	}
	return s.session.Open()
}

// Ribbon is the course of a session over w cells, nil where there is no room.
func (s Story) Ribbon(th *styles.Theme, w int) []styles.Line {
	r := thread.Ribbon{Now: s.board.Snapshot.At, Ended: !s.open()}
	for _, e := range s.events {
		if at := e.At.Time; e.At.Known() && (len(r.Events) == 0 || !at.Before(r.Events[len(r.Events)-1])) {
			r.Events = append(r.Events, at)
		}
	}
	return r.Rows(th, w)
}

// Log is what happened in a session, in order, over w cells, and how it ended; rows are the lines at which its rows begin.
func (s Story) Log(th *styles.Theme, w int) (lines []styles.Line, rows []int) {
	moments := make([]thread.Moment, 0, len(s.course))
	for _, t := range s.course {
		moments = append(moments, moment(th, t))
	}
	return thread.Log(th, moments, s.open(), s.lastWords(th, w), w)
}

// First is the first prompt in one row, for when it is scrolled off; nil where a session began otherwise.
func (s Story) First(th *styles.Theme, w int) styles.Line {
	for _, t := range s.course {
		if t.Event == nil {
			continue
		}
		if t.Event.Act != model.ActPrompt {
			return nil
		}
		m := moment(th, t)
		m.Rows = 1
		lines, _ := thread.Log(th, []thread.Moment{m}, false, nil, w)
		return lines[0]
	}
	return nil
}

// moment is a row of a course as it is drawn.
func moment(th *styles.Theme, t view.Told) thread.Moment {
	if t.Event == nil {
		return thread.Moment{Gap: t.Quiet, Silent: t.Silent}
	}
	e, said := *t.Event, styles.RolePlain
	m := thread.Moment{Clock: t.Clock, Sort: t.Sort}
	switch e.Act {
	case model.ActNone:
	case model.ActPrompt:
		m.SortRole, m.Rows = styles.RoleTitle, mostOfPrompt
	case model.ActAsk:
		said, m.Rows = styles.RoleWarn, mostOfPrompt
	case model.ActTrouble:
		said, m.Rows = styles.RoleBad, mostOfAnswer
	case model.ActAnswer, model.ActPlan:
		m.Rows = mostOfAnswer
	default:
		m.Rows = 1
	}
	m.Says = styles.Line{{Text: th.BrieflySaid(t.Says, mostOfEvent), Role: said}}
	m.Came = came(th, t)
	return m
}

// The most rows of a prompt, and of an answer.
const mostOfPrompt, mostOfAnswer = 3, 2

// came is what came of an event: words, and the mark of its outcome.
func came(th *styles.Theme, t view.Told) styles.Line {
	e := *t.Event
	var words styles.Line
	switch {
	case e.Act.Call() && e.Added+e.Removed > 0:
		added, removed, _ := strings.Cut(t.Came, " ")
		words = styles.Line{draw.Span(styles.RoleAdded, added), draw.Span(styles.RolePlain, " "), draw.Span(styles.RoleRemoved, removed)}
	case e.Act.Call() && e.Open && t.Came != "" && e.Came == "":
		words = draw.Words(styles.RoleEmber, t.Came)
	case t.Came != "" && (e.Act != model.ActAsk || e.Outcome() == model.ResultFail):
		words = styles.Line{{Text: th.Brief(t.Came, mostCame), Role: styles.RoleMuted}}
	}
	mark := outcome(th, e)
	if len(words) > 0 && len(mark) > 0 {
		words = append(words, draw.Span(styles.RolePlain, "  "))
	}
	return append(words, mark...)
}

// outcome is the mark of a check or a call, or its result as written.
func outcome(th *styles.Theme, e model.Event) styles.Line {
	marks := map[model.EventResult]styles.Mark{
		model.ResultPass: styles.MarkDone, model.ResultWarn: styles.MarkWarn, model.ResultFail: styles.MarkProblem,
	}
	r := e.Outcome()
	mark, ok := marks[r]
	if e.Act == model.ActAsk {
		mark, ok = styles.MarkHuman, true
	}
	switch {
	case ok:
		return styles.Line{{Text: th.MarkSymbol(mark), Role: th.MarkRole(mark)}}
	case r == model.ResultNone:
		return nil
	}
	return styles.Line{{Text: th.Brief(e.Result, mostCame), Role: styles.RoleMuted}}
}

// verdictWidth is the cells of a verdict, so that its reason begins below what the events say.
const verdictWidth = 15

// fitting is the first of several wordings that fits in a row beside a log, else the last.
func fitting(w int, wordings ...styles.Line) styles.Line {
	for _, l := range wordings {
		if l.Width() <= draw.Inside(w) {
			return l
		}
	}
	return wordings[len(wordings)-1]
}

// verdict is a verdict with its reason.
func verdict(words, reason string, w int) styles.Line {
	said := draw.Words(styles.RoleEmber, words+"  ")
	if w >= draw.FullWidth {
		said = said.Pad(verdictWidth)
	}
	return styles.Join(said, draw.Words(styles.RolePlain, reason))
}

// lastWords stand below the last event of an open session.
func (s Story) lastWords(th *styles.Theme, w int) []styles.Line {
	if !s.open() {
		return nil
	}
	if s.isWritten {
		return s.endWords(th, w)
	}
	c, ok := s.board.Snapshot.Events.CurrentSession()
	switch {
	case ok && c.Key == s.session.Key:
		return []styles.Line{draw.Words(styles.RoleMuted, s.silence()+" It started last, so it may continue.")}
	case s.session.MaybeLive(s.board.Snapshot.At):
		return []styles.Line{draw.Words(styles.RoleMuted, "It may be running.")}
	}
	return []styles.Line{verdict("INTERRUPTED", "The last entry of this session. No end is recorded.", w), s.since(th, w)}
}

// silence says for how long nothing has come of a session.
func (s Story) silence() string {
	last := s.session.Last
	if s.isWritten {
		last = model.Stamp{Time: s.written.Wrote()}
	}
	if !last.Time.IsZero() && s.board.Snapshot.At.Sub(last.Time) >= time.Minute {
		return "Nothing for " + phrase.Ago(s.board.Snapshot.At.Sub(last.Time)) + "."
	}
	return "Nothing since then."
}

// since says what came after a session that was cut off.
func (s Story) since(th *styles.Theme, w int) styles.Line {
	if s.inLog {
		if next, ok := s.board.Snapshot.Events.After(s.session); ok {
			words := styles.Line{draw.Span(styles.RoleMuted, s.silence()+" Session "), {Text: th.Label(next.Label), Role: styles.RoleMuted}}
			began := " began later"
			if next.Started.Known() {
				began = " began " + onDay(s.board.Snapshot.At, next.Started.Time)
			}
			return fitting(w, styles.Join(words, draw.Words(styles.RoleMuted, began+", so this one will not continue.")), styles.Join(words, draw.Words(styles.RoleMuted, began+".")))
		}
	}
	words := s.silence()
	if p := s.written.Process; p != nil && !p.Alive {
		words += " Its process is gone."
	}
	return draw.Words(styles.RoleMuted, words)
}

// onDay is a time within a sentence: "at 09:08", "on Friday at 09:08", "on 2 March".
func onDay(now, at time.Time) string {
	at = at.In(now.Location())
	switch {
	case phrase.SameDay(now, at):
		return at.Format("at 15:04")
	case at.Before(now) && now.Sub(at) < 6*24*time.Hour:
		return at.Format("on Monday at 15:04")
	}
	return "on " + phrase.Moment(now, at)
}
