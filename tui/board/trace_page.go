package board

import (
	"fmt"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/thread"
)

// TraceTitle names a trace, says where it stands, and when it ran.
func (b *Board) TraceTitle(th *styles.Theme, t model.Trace, w int) styles.Line {
	left := styles.Join(draw.Edge(), styles.Line{{Text: th.Label(t.Title()), Role: styles.RoleTitle}, draw.Span(styles.RolePlain, "  "), {Text: th.Label(phrase.TraceState(t))}})
	right := draw.Words(styles.RoleMuted, b.traceTimes(t))
	if left.Width()+right.Width()+2 > w-draw.RightEdge {
		right = nil
	}
	return draw.Ends(left, right, w)
}

// traceTimes are the times at which the first and the last step began, and the session that
// wrote then.
func (b *Board) traceTimes(t model.Trace) string {
	last, ok := t.LastStep()
	if !ok || !last.Started.Known() {
		return ""
	}
	from := t.Started.Time
	if from.IsZero() {
		from = last.Started.Time
	}
	now := b.Snapshot.At
	words := phrase.Moment(now, from)
	if until := last.Started.Time; until.After(from) {
		said := phrase.Moment(now, until)
		if until.In(now.Location()).YearDay() == from.In(now.Location()).YearDay() {
			said = until.In(now.Location()).Format("15:04")
		}
		words += " to " + said
	}
	if label := b.sessionAt(last.Started.Time); label != "" {
		words += " · session " + label
	}
	return words
}

// sessionAt is the one session that wrote before and after a time, "" for none or several.
func (b *Board) sessionAt(at time.Time) string {
	label := ""
	for _, s := range b.Snapshot.Events.Sessions {
		if !s.Started.Known() || s.Started.Time.After(at) || s.Last.Time.Before(at) {
			continue
		}
		if label != "" {
			return ""
		}
		label = s.Label
	}
	return label
}

// TraceStops are the steps of a trace for the upright thread, and the one to go on with.
func TraceStops(th *styles.Theme, t model.Trace) (stops []thread.Step, at int) {
	at = len(t.Steps)
	for i, s := range t.Steps {
		stop := thread.Step{Number: s.Number, Name: th.Label(s.Name), Knot: stepKnots[s.State], TookRole: styles.RoleMuted}
		if i+1 < len(t.Steps) {
			stop.Took = tookWords(s.Started.Time, t.Steps[i+1].Started.Time)
		}
		last := i == len(t.Steps)-1
		if says := s.Field("Summary"); says != "" {
			stop.Says = append(stop.Says, styles.Line{{Text: th.Label(says), Role: styles.RoleMuted}})
		}
		if last && t.Recovery() != model.RecoveryFinished {
			at = i
			stop.Took, stop.TookRole = openWords(s.State)
			if focus := s.Field("Current focus"); focus != "" {
				stop.Says = append(stop.Says, styles.Line{draw.Span(styles.RoleMuted, "Working on: "), {Text: th.Label(focus), Role: styles.RoleMuted}})
			}
			if trouble := s.Field("Challenges"); trouble != "" {
				stop.Says = append(stop.Says, styles.Line{{Text: th.MarkSymbol(styles.MarkWarn), Role: styles.RoleWarn}, draw.Span(styles.RolePlain, " "), {Text: th.Label(trouble), Role: styles.RoleWarn}})
			}
			if t.Recovery() == model.RecoveryContinue {
				at = len(t.Steps)
			}
		}
		stops = append(stops, stop)
	}
	return stops, at
}

// stepKnots are the knots of steps, an open one for the others.
var stepKnots = map[model.StepState]thread.Knot{
	model.StepCompleted: thread.Done, model.StepFailed: thread.Failed, model.StepInProgress: thread.CutOff,
}

func openWords(s model.StepState) (string, styles.Role) {
	switch s {
	case model.StepFailed:
		return "failed", styles.RoleBad
	case model.StepInProgress:
		return "no end", styles.RoleEmber
	}
	return "", styles.RoleMuted
}

// tookWords is the time between the beginnings of two steps.
func tookWords(from, to time.Time) string {
	if from.IsZero() || to.Before(from) {
		return ""
	}
	if to.Sub(from) < time.Minute {
		return "1 min"
	}
	return phrase.Ago(to.Sub(from))
}

// nameWidth is the least width of the names of files in a list of them.
const nameWidth = 12

// LeftRows list the files that a step left, with their size, time and news, over w cells. The
// one at a place has the cursor.
func LeftRows(th *styles.Theme, now time.Time, in model.Inspection, dir string, at, w int) []styles.Line {
	var sizes, times, news int
	for _, a := range in.Left {
		news = max(news, th.Brief(a.News(), w/2).Width())
		if a.Exists {
			sizes, times = max(sizes, len(phrase.Size(a.Size))), max(times, len(phrase.Moment(now, a.Modified)))
		}
	}
	const between = 3
	room := w - draw.TextEdge - draw.RightEdge
	if room < nameWidth+sizes+times+news+3*between {
		times = 0
	}
	if room < nameWidth+sizes+news+2*between {
		sizes = 0
	}
	var lines []styles.Line
	for i, a := range in.Left {
		lines = append(lines, leftRow(th, now, a, dir, i == at, []int{sizes, times, news}, w))
	}
	return lines
}

func leftRow(th *styles.Theme, now time.Time, a model.Artifact, dir string, cursor bool, wide []int, w int) styles.Line {
	lead, name, quiet := styles.Plain(" "), styles.RolePlain, styles.RoleMuted
	if cursor {
		lead, name, quiet = th.Symbol(styles.SymCursor), styles.RoleTitle, styles.RolePlain
	}
	news := quiet
	switch {
	case a.Refused != "":
		news = styles.RoleWarn
	case !a.Exists:
		news = styles.RoleBad
	}
	gap := styles.Plain("   ")
	right := styles.Line{}
	cells := []styles.Text{draw.RightAligned("", wide[0]), draw.RightAligned("", wide[1])}
	if a.Exists {
		cells = []styles.Text{draw.RightAligned(phrase.Size(a.Size), wide[0]), styles.Plain(phrase.Moment(now, a.Modified)).Pad(wide[1])}
	}
	for i, c := range cells {
		if wide[i] > 0 {
			right = append(right, styles.Span{Text: c, Role: quiet}, styles.Span{Text: gap})
		}
	}
	said := th.Brief(a.News(), wide[2])
	right = append(right, styles.Span{Text: styles.Plain("").Pad(wide[2] - said.Width())}, styles.Span{Text: said, Role: news})
	left := styles.Line{{Text: lead, Role: styles.RoleAccent}, {Text: styles.Plain("").Pad(draw.TextEdge - 1)}, {Text: th.Show(beside(dir, a.Path)), Role: name}}
	row := draw.Ends(left, right, w).Pad(w - 1)
	if cursor {
		// The role of the first span is the background of the row.
		row[0].Role = styles.RoleSelected
	}
	return row
}

// beside is a path as seen from a folder.
func beside(dir, path string) string {
	if n := len(dir) + 1; len(path) > n && path[:n] == dir+"/" {
		return path[n:]
	}
	return path
}

// ruleColumn is where the words behind Rule begin.
const ruleColumn = 6

// TraceRule says what the recovery rules advise, and what was decided before.
func TraceRule(th *styles.Theme, now time.Time, t model.Trace, w int) []styles.Line {
	room := max(1, w-draw.TextEdge-draw.RightEdge-ruleColumn)
	said := draw.Sentence(styles.RolePlain, phrase.Advice(t), room)
	switch {
	case t.Tool != "" && t.Command != "":
		said = append(said, draw.Wrapped(th.Label(t.Tool+" runs it. Resume with"), styles.RoleMuted, room)...)
		said = append(said, draw.Wrapped(th.Label(t.Command), styles.RoleTitle, room)...)
	case t.NeedsHuman() && t.Tool == "":
		follows := "Your choice is added to trace.md, where the next session reads it."
		if t.Recovery() == model.RecoveryInterrupted {
			follows = "Nothing continues by itself. " + follows
		}
		said = append(said, draw.Sentence(styles.RoleMuted, follows, room)...)
	}
	var lines []styles.Line
	for _, l := range draw.Prefixed(said, "Rule  ", styles.RoleHeading) {
		lines = append(lines, styles.Join(draw.Edge(), l))
	}
	for _, stray := range t.Stray() {
		lines = append(lines, styles.Join(draw.Edge(), draw.Words(styles.RoleWarn, fmt.Sprintf("Careful: step %d is also in progress.", stray.Number))))
	}
	if t.Tool != "" {
		return lines
	}
	lines = append(lines, nil)
	heading := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, "Decided before"))
	if len(t.Resumes) == 0 {
		return append(lines, styles.Join(heading, draw.Words(styles.RoleMuted, "  nothing yet for this step")))
	}
	lines = append(lines, heading)
	for i := len(t.Resumes) - 1; i >= 0 && len(t.Resumes)-i <= mostResumes; i-- {
		r := t.Resumes[i]
		when := r.At
		if at := model.ParseStamp(r.At, now.Location()); at.Known() {
			when = phrase.Moment(now, at.Time)
		}
		for _, l := range draw.Prefixed(draw.Wrapped(th.Label(when+"  "+r.Decision), styles.RoleMuted, room), "", styles.RolePlain) {
			lines = append(lines, styles.Join(draw.Edge(), l))
		}
	}
	return lines
}

// mostResumes is how many earlier decisions are listed, the newest first.
const mostResumes = 5
