package board

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// SessionsLine is how many sessions there were lately, drawn day by day, and how many need somebody; in wide
// windows also whose they are.
func (b *Board) SessionsLine(th *styles.Theme, w int) styles.Line {
	started, _ := b.Days.Total()
	line := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, "Sessions"))
	if started > 0 {
		line = styles.Join(line, draw.Words(styles.RoleMuted, fmt.Sprintf("  %d in %d days  ", started, len(b.Days.Started))),
			styles.Line{{Text: th.Sparkline(b.Days.Started, slices.Max(b.Days.Started)), Role: styles.RoleAccent}})
	}
	var needs []string
	asks := 0
	for _, t := range b.Snapshot.Transcripts {
		if e, _ := t.State(b.Snapshot.At); e == model.EndingWaits && t.NeedsYou(b.Snapshot.At) {
			asks++
		}
	}
	if n := len(b.Orphans); n > 0 {
		needs = append(needs, model.Counted(n, "orphan"))
	}
	if asks == 1 {
		needs = append(needs, "1 asks you")
	} else if asks > 1 {
		needs = append(needs, fmt.Sprintf("%d ask you", asks))
	}
	words := draw.Words(styles.RoleWarn, strings.Join(needs, " · "))
	if w < draw.RoomyWidth {
		return draw.Ends(line, words, w)
	}
	return draw.Ends(styles.Join(line, draw.Words(styles.RolePlain, "  "), words), styles.Line{{Text: th.Label(b.agentsWords()), Role: styles.RoleMuted}}, w)
}

// agentsWords count the sessions of each program.
func (b *Board) agentsWords() string {
	n := map[string]int{}
	for _, t := range b.Snapshot.Transcripts {
		n[t.Tool]++
	}
	tools := slices.SortedFunc(maps.Keys(n), func(x, y string) int { return cmp.Or(n[y]-n[x], strings.Compare(x, y)) })
	for i, tool := range tools {
		tools[i] = fmt.Sprintf("%s %d", tool, n[tool])
	}
	return strings.Join(tools, " · ")
}

// Verb is what is done first with a session or a work item in a row: an action, and its name.
type Verb int

// The verbs.
const (
	VerbOpen Verb = iota
	VerbAcknowledge
	VerbAnswer
	VerbResume
	VerbReply
	VerbWatch
)

// VerbOf is what is done first with the thing of a row. Nothing resumes a session that runs, and an answer comes
// before everything else.
func (b *Board) VerbOf(ref model.Ref) Verb {
	t, told := b.Written(ref)
	if e, _ := t.State(b.Snapshot.At); told && ref.Kind.Session() {
		switch sectionOf(b.Snapshot, t) {
		case waitingForYou:
			return VerbAnswer
		case runningNow:
			return VerbWatch
		}
		switch {
		case ref.Kind == model.KindSession && b.IsOrphan(ref):
			return VerbAcknowledge
		case e.Dead() && t.NeedsYou(b.Snapshot.At):
			return VerbResume
		case sectionOf(b.Snapshot, t) == yourTurn:
			return VerbReply
		}
		return VerbOpen
	}
	if ref.Kind == model.KindSession && b.IsOrphan(ref) {
		return VerbAcknowledge
	}
	return VerbOpen
}

// LastSaid is what a session asks with its answers, else what it said last, in a row of w cells.
func (b *Board) LastSaid(th *styles.Theme, ref model.Ref, w int) styles.Line {
	t, ok := b.Written(ref)
	line := draw.Edge()
	switch {
	case !ok:
		return styles.Join(line, styles.Line{{Text: th.Label(b.Title(ref)), Role: styles.RoleMuted}}).Fit(w - draw.RightEdge)
	case len(t.Questions) > 0:
		q, answers := t.Questions[0], styles.Line(nil)
		for i, o := range q.Options {
			answers = append(answers, draw.Span(styles.RoleKey, fmt.Sprintf("  %d ", i+1)), styles.Span{Text: th.Label(o.Label), Role: styles.RolePlain})
		}
		asks := styles.Line{{Text: th.Label(q.Text), Role: styles.RoleWarn}}
		// All of the answers are worth more than the end of the question.
		line = styles.Join(line, asks.Fit(max(draw.Inside(w)/2, draw.Inside(w)-answers.Width())), answers)
	default:
		line = append(line, styles.Span{Text: th.Label(cmp.Or(t.Said, phrase.Call(t.Call), t.Prompt)), Role: styles.RoleMuted})
	}
	return line.Fit(w - draw.RightEdge)
}
