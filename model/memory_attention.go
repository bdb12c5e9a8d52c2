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
			Why: "the agent's set-up would replace it and lose " + counted(len(m.Learned), "learning") + ": " + why,
		})
	}
	for _, p := range m.Pending() {
		why := "proposed " + strings.ReplaceAll(string(p.Type), "_", " ")
		if before := m.Before(p); before != "" {
			why += ", " + before
		}
		out = append(out, Attention{
			Ref: p.Ref(), What: p.Content, Who: p.Source, Why: why, Since: p.Extracted.Time, Severity: SeverityLow,
		})
	}
	return out
}
