package board

import (
	"slices"
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// Part is one vault of several whose pages are shown in one.
type Part struct {
	// Vault is the number that its rows get, Label the name.
	Vault int
	Label string
	Board *Board
}

// Together is the pages of several vaults in one, as of a time. Its rows say which vault they are of;
// what stands behind a row only the board of its vault knows. The queue has its usual order, whatever
// vault a row is of; on other pages a group has the rows of the vaults one after the other.
func Together(parts []Part, name string, at time.Time) *Board {
	pages := Pages()
	b := &Board{Snapshot: model.Snapshot{Name: name, At: at}, Rows: make([][]*list.Row, len(pages)), Needs: make([]int, len(pages)), Here: make([]bool, len(pages))}
	b.Here[HomePage] = true
	for _, p := range parts {
		b.maybe += p.Board.maybe
		b.withAgent = append(b.withAgent, p.Board.withAgent...)
		for i := range pages {
			b.Needs[i] += p.Board.Needs[i]
			b.Here[i] = b.Here[i] || p.Board.Here[i]
		}
	}
	rows := b.queueOf(parts)
	for i := range pages {
		var all [][]list.Row
		for _, p := range parts {
			of := p.Board.Rows[i]
			if i == HomePage {
				of = of[len(p.Board.Queue):]
			}
			all = append(all, p.labelled(of))
		}
		b.Rows[i] = list.Of(inOne(all))
	}
	b.Rows[HomePage] = append(list.Of(rows), b.Rows[HomePage]...)
	return b
}

// queueOf takes over the queues of the parts, in one order, and gives their rows.
func (b *Board) queueOf(parts []Part) []list.Row {
	type need struct {
		says *model.Attention
		row  *list.Row
	}
	var all []need
	for _, p := range parts {
		rows := p.labelled(p.Board.Rows[HomePage][:len(p.Board.Queue)])
		for i := range rows {
			all = append(all, need{&p.Board.Queue[i], &rows[i]})
		}
	}
	rule.SortQueue(all, func(n need) *model.Attention { return n.says })
	b.Queue = make([]model.Attention, len(all))
	for i, n := range all {
		b.Queue[i] = *n.says
	}
	groups, rows := b.urgencies(), make([]list.Row, len(all))
	for i, n := range all {
		u := rule.Urgency(*n.says)
		rows[i] = *n.row
		rows[i].Section = list.Over(urgencyNames[u], groups[u])
	}
	return rows
}

// labelled are rows that say which vault they are of.
func (p Part) labelled(of []*list.Row) []list.Row {
	rows := make([]list.Row, len(of))
	for i := range rows {
		r := &rows[i]
		*r = *of[i]
		r.Vault, r.Label = p.Vault, p.Label
		r.Low = draw.Lowered(p.Label) + " " + r.Findable()
		if r.Group.Key != "" {
			r.Group.Key = strconv.Itoa(p.Vault) + " " + r.Group.Key
		}
	}
	return rows
}

// inOne puts the rows of pages that have the same groups in one page. The numbers in the headings of
// a group are added up.
func inOne(pages [][]list.Row) []list.Row {
	var order []list.Section
	groups, sums := map[list.Section][]list.Row{}, map[list.Section]list.Section{}
	for _, rows := range pages {
		before, key := -1, list.Section{}
		for i, r := range rows {
			if i == 0 || r.Section != rows[i-1].Section {
				key = r.Section.Named()
				at := slices.Index(order, key)
				if at < 0 {
					at = before + 1
					order = slices.Insert(order, at, key)
				}
				before = at
				sum := r.Section
				sum.N, sum.Also = sum.N+sums[key].N, sum.Also+sums[key].Also
				sums[key] = sum
			}
			groups[key] = append(groups[key], r)
		}
	}
	var out []list.Row
	for _, key := range order {
		for _, r := range groups[key] {
			r.Section = sums[key]
			out = append(out, r)
		}
	}
	return out
}
