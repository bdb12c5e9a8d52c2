package board

import (
	"fmt"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/tui/list"
)

// groupRows works out what rows of long lists share, on all pages.
func (b *Board) groupRows() {
	s, maybe := b.Snapshot, rule.Maybe(b.Snapshot)
	b.maybe, b.withAgent, b.groups = len(maybe), rule.WithAgent(s), map[model.Ref]list.Group{}
	for _, rows := range [][]model.Attention{b.Queue, maybe, b.withAgent, rule.Triage(s)} {
		for _, g := range rule.Groups(rows, s.At) {
			shown := groupInRow(g)
			for _, a := range g.Rows {
				b.groups[a.Ref] = shown
			}
		}
	}
}

// groupInRow is a group as a folded row shows it.
func groupInRow(g rule.Group) list.Group {
	shown := list.Group{Key: g.Key, Why: g.Age.String(), Mixed: g.Who == "" && g.Age != model.AgeAny}
	if n := g.Recipients(); n > 1 {
		shown.Who = fmt.Sprintf("%d recipients", n)
	}
	return shown
}
