package cli

import (
	"fmt"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/tui/board"
)

// handoverPart is one part of what an agent is told at the start of its session.
type handoverPart struct {
	title string
	lines []string
	// more is the command that lists all of it.
	more string
}

// handoverParts gives the parts in their fixed order, the one first that an agent
// can least do without. Parts without any lines are left out.
func handoverParts(s model.Snapshot, made []model.Made, m model.Message) []handoverPart {
	decided, written := apartFromEntries(made)
	all := []handoverPart{
		{"The operator says to this session", messageLines(m), "coldstart message --show"},
		{"Decided by the operator since the last session start", decidedLines(decided), "coldstart history"},
		{"Next step", nextLines(s), "coldstart plans"},
		{"Blocked, waits for the operator", blockedLines(s), "coldstart approvals"},
		{"Dead ends that are about to be repeated", repeatLines(s), "coldstart journal --dead"},
		{"Written into the journal since the last session start", decidedLines(written), "coldstart journal"},
		{"Left open by earlier sessions", leftLines(s), "coldstart status"},
		{"Memory", memoryLines(s.Memory), "coldstart memory --context"},
		{"Files that could not be read", problemLines(s), "coldstart problems"},
	}
	var parts []handoverPart
	for _, p := range all {
		if len(p.lines) > 0 {
			parts = append(parts, p)
		}
	}
	return parts
}

// apartFromEntries separates decisions from entries of a journal: agents write those
// with the same commands, so that they are nobody's decision.
func apartFromEntries(made []model.Made) (decided, written []model.Made) {
	for _, m := range made {
		if m.Decision.Choice == model.ChoiceEntry {
			written = append(written, m)
		} else {
			decided = append(decided, m)
		}
	}
	return decided, written
}

// decidedLines has the newest decision first.
func decidedLines(made []model.Made) []string {
	var lines []string
	for i := len(made) - 1; i >= 0; i-- {
		m := made[i]
		line := m.Decision.Choice.Past() + ": " + subject(m.Decision.Ref)
		if m.PlanID != "" {
			line += ", plan " + m.PlanID
			if m.Step > 0 {
				line += " step " + strconv.Itoa(m.Step)
			}
		}
		if m.To != "" {
			line += ", now " + m.To
		}
		line += ", at " + model.FormatUTC(m.At)
		if m.Decision.Note != "" {
			line += ". Reason: " + m.Decision.Note
		}
		lines = append(lines, line)
	}
	return lines
}

// nextLines say where work goes on: the plan, its checkpoint and its next step (seed
// "Initialize Session").
func nextLines(s model.Snapshot) []string {
	r := s.Resume()
	if r.Plan == nil {
		lines := append([]string{"No active plans found"}, droppedLines(r)...)
		if n := len(s.Intake); n > 0 {
			lines = append(lines, fmt.Sprintf("Triage: %d waiting, first %s", n, s.Intake[0].Path))
		}
		return lines
	}
	p := *r.Plan
	lines := []string{fmt.Sprintf("Plan: %s (%s), %s; chosen because %s%s", p.ID, p.Status, p.Path, becauseForAgent(r), board.OlderWords(p))}
	lines = append(lines, droppedLines(r)...)
	if p.Objective != "" {
		lines = append(lines, "Objective: "+p.Objective)
	}
	c := p.Checkpoint()
	if words := p.GrantWords(); words != "" {
		lines = append(lines, "Approved: "+words)
	}
	if c.Waiting != nil {
		lines = append(lines, fmt.Sprintf("Waiting on: step %d %s", c.Waiting.Number, c.Waiting.Title()))
	}
	if c.Next != nil {
		lines = append(lines, fmt.Sprintf("Next step: %d (%s)", c.Next.Number, c.Next.Text))
	} else {
		lines = append(lines, "Next step: none is open for an agent")
	}
	if c.At.Known() {
		lines = append(lines, "Last checkpoint: "+c.At.Raw)
	}
	if p.BlockedReason != "" {
		lines = append(lines, "Blocked because: "+p.BlockedReason)
	}
	return lines
}

// droppedLines say that the operator's pin does not count.
func droppedLines(r model.Resume) []string {
	if r.PinDropped == "" {
		return nil
	}
	return []string{strings.Replace(r.PinDropped, "Your pin", "The operator's pin", 1)}
}

// blockedLines are what work stands still for, and how much else waits for a human.
func blockedLines(s model.Snapshot) []string {
	var lines []string
	others := 0
	for _, n := range s.NeedsYou() {
		if !n.Blocks {
			others++
			continue
		}
		lines = append(lines, n.What+": "+n.Why)
	}
	for _, v := range s.Altered() {
		lines = append(lines, v.Path+" was changed after its approval: do not act on it")
	}
	for _, i := range s.Interrupted {
		lines = append(lines, fmt.Sprintf("%s of %s was cut off: do not act on it before the operator has finished it", i.Choice, i.Path))
	}
	if others > 0 {
		lines = append(lines, fmt.Sprintf("Besides, %d things need the operator and block nothing", others))
	}
	return lines
}

func repeatLines(s model.Snapshot) []string {
	p, ok := s.Research.Active()
	if !ok {
		return nil
	}
	var lines []string
	for _, r := range p.Repeats() {
		lines = append(lines, r.Words())
	}
	return lines
}

// leftLines are orphan sessions, stuck work and interrupted workflows.
func leftLines(s model.Snapshot) []string {
	var lines []string
	for _, o := range s.Orphans() {
		lines = append(lines, "Session "+o.Label+" started but never ended")
	}
	for _, w := range s.StuckWork() {
		lines = append(lines, w.ID+": stuck in '"+w.Node+"'")
	}
	for _, t := range s.Traces {
		if t.NeedsHuman() || t.Recovery() == model.RecoveryContinue {
			lines = append(lines, t.Title()+": "+traceRemark(t))
		}
	}
	return lines
}

// memoryLines is the text of the seed "Session Start Hook".
func memoryLines(m model.Memory) []string {
	if m.Path == "" {
		return nil
	}
	var lines []string
	for l := range strings.SplitSeq(m.Context(), "\n") {
		if l != "" {
			lines = append(lines, strings.TrimPrefix(l, "  - "))
		}
	}
	return lines
}

func problemLines(s model.Snapshot) []string {
	return each(s.Problems, func(p model.Problem) string { return place(p.Path, p.Line) + ": " + p.Reason })
}
