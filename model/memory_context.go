package model

import (
	"cmp"
	"fmt"
	"strings"
)

// mostLearnings is how many learnings of a category the context lists.
const mostLearnings = 5

// Context gives the text that tells an agent at session start who it is and what it
// learned (seed "Session Start Hook", to the letter). Line breaks within a value become
// blanks, so that a proposal cannot pass for a learning.
func (m Memory) Context() string {
	switch {
	case m.Unread != "":
		return "PAI session context error: " + Unbroken(m.Unread)
	case m.FirstRun().Given():
		return "PAI seed not configured. Run setup to initialize."
	}
	parts := []string{"Seed: v" + Unbroken(m.Version) + "\n" + m.Identity.Context()}
	for _, part := range []string{m.LearningContext(), m.ProposalContext(), m.StateContext()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n")
}

// Context says in three lines who the agent is.
func (i Identity) Context() string {
	return strings.Join([]string{
		Unbroken(fmt.Sprintf("Identity: %s (working with %s)", i.AI, i.Principal)),
		Unbroken(fmt.Sprintf("Catchphrase: \"%s\"", i.Catchphrase)),
		Unbroken(fmt.Sprintf("Style: %s | Timezone: %s | Locale: %s", i.Style, i.Timezone, i.Locale)),
	}, "\n")
}

// LearningContext counts the learnings and lists up to five confirmed ones of each
// category; "" for none.
func (m Memory) LearningContext() string {
	patterns, insights, own := m.Of(LearningPattern), m.Of(LearningInsight), m.Of(LearningSelfKnowledge)
	if len(patterns)+len(insights)+len(own) == 0 {
		return ""
	}
	lines := []string{fmt.Sprintf("Learnings: %s, %s, %d self-knowledge",
		Counted(len(patterns), "pattern"), Counted(len(insights), "insight"), len(own))}
	for _, part := range []struct {
		heading string
		list    []Learning
	}{{"Recent patterns:", patterns}, {"Recent insights:", insights}, {"Recent self-knowledge:", own}} {
		lines = append(lines, confirmedLines(part.heading, part.list)...)
	}
	return strings.Join(lines, "\n")
}

func confirmedLines(heading string, list []Learning) []string {
	var lines []string
	confirmed := 0
	for _, l := range list {
		if !l.Confirmed {
			continue
		}
		if confirmed++; confirmed <= mostLearnings {
			lines = append(lines, "  - "+Unbroken(l.Content))
		}
	}
	if confirmed == 0 {
		return nil
	}
	if more := confirmed - mostLearnings; more > 0 {
		lines = append(lines, fmt.Sprintf("  ... and %d more", more))
	}
	return append([]string{heading}, lines...)
}

// ProposalContext lists the pending proposals; "" for none.
func (m Memory) ProposalContext() string {
	pending := m.Pending()
	if len(pending) == 0 {
		return ""
	}
	lines := []string{fmt.Sprintf("Pending proposals (%d):", len(pending))}
	for i, p := range pending {
		lines = append(lines, Unbroken(fmt.Sprintf("  %d. [%s] \"%s\" (from %s)", i+1, p.Type, p.Content, p.Source)))
	}
	return strings.Join(lines, "\n")
}

// StateContext says where the last session stopped.
func (m Memory) StateContext() string {
	lines := []string{
		Unbroken("Last session: " + cmp.Or(m.LastSession, "never")),
		Unbroken("Active projects: " + cmp.Or(strings.Join(m.Projects, ", "), "none")),
	}
	if m.Checkpoint != "" {
		lines = append(lines, Unbroken("Checkpoint: "+m.Checkpoint))
	}
	return strings.Join(lines, "\n")
}
