package board

import (
	"fmt"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// BlockWidth is the length of the seed's heavy rules in cells.
const BlockWidth = 50

// Dashboard gives the block of the seed "Initialize Session", line for line: the
// plan to resume, its checkpoint, its progress. A line "Waiting on" is added when
// a human step stands before the next one, which the seed's own text would hide, and
// a line "Approved" when one is allowed already.
func Dashboard(th *styles.Theme, p model.Plan, now time.Time) []styles.Line {
	rule := styles.Line{{Text: th.HeavyRule(BlockWidth), Role: styles.RoleFrame}}
	lines := []styles.Line{rule, dashboardTitle(th), rule, nil}
	for i, group := range dashboardGroups(p, now) {
		for _, f := range group {
			lines = append(lines, fieldLine(th, f))
		}
		if i == checkpointGroup {
			lines = append(lines, grantLines(th, p, now)...)
		}
		lines = append(lines, nil)
	}
	return append(lines, rule)
}

// CompactDashboard is the same block without its empty lines, for low screens.
func CompactDashboard(th *styles.Theme, p model.Plan, now time.Time) []styles.Line {
	var lines []styles.Line
	for _, l := range Dashboard(th, p, now) {
		if len(l) > 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

// SmallDashboard is the block in two lines, for screens of ten rows.
func SmallDashboard(th *styles.Theme, p model.Plan) []styles.Line {
	done, total := p.Progress()
	lines := []styles.Line{{
		{Text: th.MarkSymbol(PlanMark(p.Status.State)), Role: th.MarkRole(PlanMark(p.Status.State))},
		draw.Span(styles.RoleTitle, " "), {Text: th.Label(p.ID), Role: styles.RoleTitle},
		draw.Span(styles.RolePlain, fmt.Sprintf(" %d/%d ", done, total)),
		{Text: th.Label(p.Status.String()), Role: th.MarkRole(PlanMark(p.Status.State))},
	}}
	c := p.Checkpoint()
	if c.Waiting != nil {
		return append(lines, waitingLine(th, *c.Waiting))
	}
	return append(lines, fieldLine(th, field{"Next Step:  ", nextStep(p), styles.RolePlain}))
}

func dashboardTitle(th *styles.Theme) styles.Line {
	return styles.Line{
		{Text: th.Symbol(styles.SymBolt), Role: styles.RoleAccent},
		draw.Span(styles.RoleTitle, " RESUMING ACTIVE PLAN"),
	}
}

// field is one labelled value of a block; the label carries its own padding.
type field struct {
	label string
	value string
	role  styles.Role
}

func fieldLine(th *styles.Theme, f field) styles.Line {
	return styles.Line{draw.Span(styles.RoleMuted, f.label), {Text: th.Label(f.value), Role: f.role}}
}

// checkpointGroup is the place of the checkpoint among the groups.
const checkpointGroup = 1

func dashboardGroups(p model.Plan, now time.Time) [][]field {
	c := p.Checkpoint()
	status := field{"Status:     ", statusWords(p), stateRole(p.Status.State)}
	at := "none"
	if c.At.Known() {
		at = c.At.Raw
	}
	checkpoint := []field{
		{"Last Checkpoint: ", at, styles.RolePlain},
		{"Next Step:  ", nextStep(p), styles.RolePlain},
	}
	return [][]field{
		{
			{"Plan ID:    ", p.ID, styles.RoleTitle},
			{"Objective:  ", p.Aim(), styles.RolePlain},
			status,
			{"Priority:   ", p.Priority, styles.RolePlain},
		},
		checkpoint,
		{
			{"Progress:   ", progressSentence(p), styles.RolePlain},
			blockedField(p, now),
		},
	}
}

func statusWords(p model.Plan) string {
	switch {
	case p.Status.State == model.StateDraft && !p.Reading.Foreign:
		return "Draft (approval may be needed)"
	case p.Status.State == model.StateUnknown:
		return p.Status.Word + " (not a known status)"
	}
	return p.Status.Both()
}

func stateRole(s model.State) styles.Role {
	switch s {
	case model.StateActive:
		return styles.RoleGood
	case model.StateBlocked:
		return styles.RoleBad
	case model.StateDraft, model.StateUnknown:
		return styles.RoleWarn
	}
	return styles.RolePlain
}

func nextWords(c model.Checkpoint) string {
	if c.Next == nil {
		return "none"
	}
	return fmt.Sprintf("%d (%s)", c.Next.Number, c.Next.Text)
}

// nextStep is where a plan goes on, or the sentence that it has in place of steps.
func nextStep(p model.Plan) string {
	if p.Status.State == model.StateDone && p.Reading.Foreign {
		return "none"
	}
	if len(p.Steps) == 0 && p.Reading.Next != "" {
		return p.Reading.Next
	}
	return p.GuessedSteps(nextWords(p.Checkpoint()))
}

// grantLines say which human step stands before the next one, and what was approved
// and when.
func grantLines(th *styles.Theme, p model.Plan, now time.Time) []styles.Line {
	var lines []styles.Line
	if w := p.Checkpoint().Waiting; w != nil {
		lines = append(lines, waitingLine(th, *w))
	}
	if words := grantWords(p, now); words != "" {
		lines = append(lines, fieldLine(th, field{"Approved:   ", words, styles.RoleGood}))
	}
	return lines
}

// grantWords say what the agent may do now: "step 3, 2026-02-21T11:00:00Z (5 min ago)".
// A plan that still says that it is blocked has not noticed yet.
func grantWords(p model.Plan, now time.Time) string {
	g, ok := p.Granted()
	if !ok {
		return ""
	}
	words := "by " + g.From
	switch {
	case g.Step > 0:
		words = fmt.Sprintf("step %d", g.Step)
	case g.Probably:
		words = "probably, " + words
	}
	if !g.At.IsZero() {
		words += ", " + model.FormatUTC(g.At) + " (" + Ago(now, g.At) + ")"
	}
	if p.Status.State == model.StateBlocked || g.From == p.Path && g.Step == 0 {
		words += "; waits for the agent"
	}
	return words
}

// waitingLine names the human step that stands before the next one.
func waitingLine(th *styles.Theme, s model.Step) styles.Line {
	return styles.Line{
		draw.Span(styles.RoleMuted, "Waiting on: "), draw.Span(styles.RoleWarn, fmt.Sprintf("step %d ", s.Number)),
		{Text: th.MarkSymbol(styles.MarkHuman), Role: styles.RoleWarn}, draw.Span(styles.RoleWarn, " "),
		{Text: th.Label(s.Text), Role: styles.RoleWarn},
	}
}

func progressSentence(p model.Plan) string {
	done, total := p.Progress()
	if total == 0 || done == 0 || p.Reading.Stateless {
		return p.ProgressWords()
	}
	return p.GuessedSteps(fmt.Sprintf("%d/%d steps complete", done, total))
}

func blockedField(p model.Plan, now time.Time) field {
	if p.Status.State != model.StateBlocked {
		return field{"Blocked:    ", "No", styles.RolePlain}
	}
	words := "Yes"
	if p.BlockedReason != "" {
		words += ": " + p.BlockedReason
	}
	if since := p.BlockedSince(); since.Known() {
		words += " (" + strings.TrimSpace(styles.Ago(now.Sub(since.Time))+" "+p.BlockedSinceWords()) + ")"
	}
	return field{"Blocked:    ", words, styles.RoleBad}
}
