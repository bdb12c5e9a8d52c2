package board

import (
	"fmt"

	"coldstart/model"
	"coldstart/tui/list"
)

// groupRows works out what rows of long lists share, on all pages.
func (b *Board) groupRows() {
	s, maybe := b.Snapshot, b.Snapshot.Maybe()
	b.maybe, b.withAgent, b.groups = len(maybe), s.WithAgent(), map[model.Ref]list.Group{}
	for _, rows := range [][]model.Attention{b.Queue, maybe, b.withAgent, s.Triage()} {
		for _, g := range model.Groups(rows, s.At) {
			for _, a := range g.Rows {
				b.groups[a.Ref] = groupInRow(g)
			}
		}
	}
}

// groupInRow is a group as a folded row shows it.
func groupInRow(g model.Group) list.Group {
	shown := list.Group{Key: g.Key, Why: g.Age.String(), Mixed: g.Who == "" && g.Age != model.AgeAny}
	if n := g.Recipients(); n > 1 {
		shown.Who = fmt.Sprintf("%d recipients", n)
	}
	return shown
}
