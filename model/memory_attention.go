package model

import "strings"

// memoryAttention is what the memory has for a human: proposals, and the danger
// of losing all of it.
func (s Snapshot) memoryAttention() []Attention {
	m := s.Memory
	var out []Attention
	if why := m.WouldBeWiped(); why != "" {
		out = append(out, Attention{
			Ref: m.Ref(), What: m.Path + " looks like a first run", Severity: SeverityHigh,
			Why: "the agent's set-up would replace it and lose " + m.holds() + ": " + why,
		})
	}
	known := m.wordings()
	for _, p := range m.Pending() {
		why := "proposed " + strings.ReplaceAll(string(p.Type), "_", " ")
		if same := known.before(p); same != "" {
			why += ", " + same
		}
		out = append(out, Attention{
			Ref: p.Ref(), What: p.Content, Who: p.Source, Why: why, Since: p.Extracted.Time, Severity: SeverityLow,
		})
	}
	return out
}

// holds counts what a seed holds; of one that breaks its schema not all may have
// been read.
func (m Memory) holds() string {
	switch learnings, proposals := Counted(len(m.Learned), "learning"), Counted(len(m.Proposals), "proposal"); {
	case len(m.Learned) > 0 && len(m.Proposals) > 0:
		return learnings + " and " + proposals
	case len(m.Learned) > 0:
		return learnings
	case len(m.Proposals) > 0:
		return proposals
	}
	return "what it holds"
}
