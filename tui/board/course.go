package board

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/thread"
)

// mostLabels are the steps with a label each, labelName and labelSays the most rows of a name and of what
// the log says.
const mostLabels, labelName, labelSays = 6, 2, 2

// Course is the thread of the plan to resume over w cells, with what its log says of each step below.
func (b *Board) Course(th *styles.Theme, w int) []styles.Line {
	p := *b.Resume.Plan
	way := Way(th, p)
	if len(p.Steps) == 0 || HoldsSecret(th, p.Steps) {
		return []styles.Line{way.Row(th, w)}
	}
	n := min(len(p.Steps), mostLabels)
	from := max(0, min(way.At-n/2, len(p.Steps)-n))
	room := thread.Pitch(n, w) - 2
	names := 1
	for _, s := range p.Steps[from : from+n] {
		names = max(names, len(inRows(th.Label(stepName(p, s)), styles.RolePlain, labelName, room)))
	}
	var labels []thread.Label
	for i := from; i < from+n; i++ {
		labels = append(labels, b.stepLabel(th, p, i, i == way.At, names, room))
	}
	follows := ""
	if more := len(p.Steps) - from - n; more > 0 {
		follows = fmt.Sprintf("and %d more", more)
	}
	return way.Labelled(th, from, labels, follows, w)
}

// stepLabel is step i in rows of w cells: its name in so many rows, when it was done or who is next, and
// what its log says.
func (b *Board) stepLabel(th *styles.Theme, p model.Plan, i int, ember bool, names, w int) thread.Label {
	s := p.Steps[i]
	when, asks, says := b.StepSays(p, s, ember)
	when = strings.Join(phrase.NotEmpty(when, asks), " · ")
	name, role := styles.RolePlain, styles.RoleMuted
	if ember {
		name, role = styles.RoleTitle, styles.RoleEmber
	}
	label := draw.Tall(inRows(th.Label(stepName(p, s)), name, labelName, w), names)
	return append(append(label, draw.Words(role, when)), inRows(th.Label(says), styles.RoleMuted, labelSays, w)...)
}

// inRows wraps a text to at most n rows of w cells.
func inRows(t styles.Text, role styles.Role, n, w int) []styles.Line {
	rows := draw.Wrapped(t, role, max(1, w))
	if len(rows) > n {
		rows = append(rows[:n-1:n-1], styles.Join(rows[n-1:]...).Fit(w))
	}
	return rows
}

// stepName is a step with its number; those of another program have their own.
func stepName(p model.Plan, s model.Step) string {
	if p.Reading.Tool != "" {
		return StepText(p, s)
	}
	return fmt.Sprintf("%d %s", s.Number, s.Text)
}

// StepText is what a step says.
func StepText(p model.Plan, s model.Step) string {
	if p.Reading.Tool != "" {
		return rule.Label(s)
	}
	return s.Text
}

// StepSays is when a step was done, or whose turn it is, that a session asks about it, and what the log of its plan
// says of it.
func (b *Board) StepSays(p model.Plan, s model.Step, next bool) (when, asks, says string) {
	if e, ok := p.Finished(s.Number); ok && s.Done() {
		return phrase.Moment(b.Snapshot.At, e.At.Time), "", e.Why
	}
	switch c := rule.NextPlan(p); {
	case AgentsTurn(c, s):
		return "next", "", "Approved. An agent continues here."
	case s.Human && !s.Done() && next && rule.SentBack(p):
		return "agent", "", "You asked for changes."
	case s.Human && !s.Done():
		return "you", "", "Only you can do it."
	case next && b.asksAbout(p) != "":
		return "next", "a session asks you", b.asksAbout(p)
	case next && c.Said != "":
		return "next", "", c.Said
	case next:
		return "next", "", "The agent continues here."
	}
	return "", "", ""
}

// asksAbout is what a session that worked on a plan asks, "" for nothing.
func (b *Board) asksAbout(p model.Plan) string {
	t, ok := model.First(b.Snapshot.Transcripts, func(t *model.Transcript) bool { return t.WorkedOn(p) })
	if !ok || len(t.Questions) == 0 || !t.NeedsYou(b.Snapshot.At) {
		return ""
	}
	return t.Questions[0].Text
}

// HoldsSecret reports whether the steps contain a key or password. It may go over several, of
// which none alone looks like one.
func HoldsSecret(th *styles.Theme, steps []model.Step) bool {
	texts := make([]string, len(steps))
	for i, s := range steps {
		texts[i] = s.Text
	}
	return th.Masks([]byte(strings.Join(texts, "\n")))
}
