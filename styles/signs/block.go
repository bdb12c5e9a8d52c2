package signs

import (
	"fmt"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
)

// BlockWidth is the width of the seed's heavy rules in cells.
const BlockWidth = 50

// Dashboard is the block of the seed "Initialize Session", line for line. It adds "Waiting on"
// when a human step comes before the next one, and "Approved" when that is allowed already.
func Dashboard(th *styles.Theme, p model.Plan, open model.OpenMerge, now time.Time) []styles.Line {
	rule := styles.Line{{Text: th.HeavyRule(BlockWidth), Role: styles.RoleFrame}}
	lines := []styles.Line{rule, dashboardTitle(th), rule, nil}
	for i, group := range dashboardGroups(p, open, now) {
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

func dashboardTitle(th *styles.Theme) styles.Line {
	return styles.Line{
		{Text: th.Symbol(styles.SymBolt), Role: styles.RoleAccent},
		span(styles.RoleTitle, " RESUMING ACTIVE PLAN"),
	}
}

// field is a labelled value of the block; the label is padded already.
type field struct {
	label string
	value string
	role  styles.Role
}

func fieldLine(th *styles.Theme, f field) styles.Line {
	return styles.Line{span(styles.RoleMuted, f.label), {Text: th.Label(f.value), Role: f.role}}
}

// checkpointGroup is the index of the checkpoint in dashboardGroups.
const checkpointGroup = 1

func dashboardGroups(p model.Plan, open model.OpenMerge, now time.Time) [][]field {
	c := rule.NextPlan(p)
	status := field{"Status:     ", view.StatusWords(p), Toned(view.StateTone(p.Status.State))}
	at := "none"
	if c.At.Known() {
		at = phrase.Stamp(c.At)
	}
	checkpoint := []field{
		{"Last Checkpoint: ", at, styles.RolePlain},
		{"Next Step:  ", view.NextWords(p), styles.RolePlain},
	}
	return [][]field{
		{
			{"Plan ID:    ", p.ID, styles.RoleTitle},
			{"Objective:  ", phrase.Aim(p), styles.RolePlain},
			status,
			{"Priority:   ", p.Priority, styles.RolePlain},
		},
		checkpoint,
		{
			{"Progress:   ", view.SeedProgress(p), styles.RolePlain},
			blockedField(p, open, now),
		},
	}
}

// grantLines are the added lines "Waiting on" and "Approved".
func grantLines(th *styles.Theme, p model.Plan, now time.Time) []styles.Line {
	var lines []styles.Line
	if w := rule.NextPlan(p).Waits; w != nil {
		lines = append(lines, waitingLine(th, *w))
	}
	if words := (view.Look{Snapshot: model.Snapshot{At: now}}).Grant(p); words != "" {
		role := styles.RoleGood
		if g, _ := rule.Granted(p); !g.Yours() {
			role = styles.RoleBad
		}
		lines = append(lines, fieldLine(th, field{"Approved:   ", words, role}))
	}
	return lines
}

func waitingLine(th *styles.Theme, s model.Step) styles.Line {
	return styles.Line{
		span(styles.RoleMuted, "Waiting on: "), span(styles.RoleWarn, fmt.Sprintf("step %d ", s.Number)),
		{Text: th.Symbol(styles.SymHand), Role: styles.RoleWarn}, span(styles.RoleWarn, " "),
		{Text: th.Label(s.Text), Role: styles.RoleWarn},
	}
}

func blockedField(p model.Plan, open model.OpenMerge, now time.Time) field {
	switch {
	case p.Status.State == model.StateBlocked:
	case open != "":
		return field{"Blocked:    ", "Not the plan, but " + open.String() + " is open", styles.RoleWarn}
	case p.Reading.BlockUnknown:
		return field{"Blocked:    ", "not known", styles.RolePlain}
	default:
		return field{"Blocked:    ", "No", styles.RolePlain}
	}
	words := "Yes"
	if p.BlockedReason != "" {
		words += ": " + p.BlockedReason
	}
	if since, _ := rule.BlockedSince(p); since.Known() {
		words += " (" + strings.TrimSpace(phrase.Ago(now.Sub(since.Time))+" "+phrase.BlockedSince(p)) + ")"
	}
	return field{"Blocked:    ", words, styles.RoleBad}
}

func span(role styles.Role, text string) styles.Span {
	return styles.Span{Text: styles.Plain(text), Role: role}
}
