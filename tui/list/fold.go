package list

import (
	"coldstart/model"
)

// longList is the number of rows from which groups are folded.
const longList = 30

// Fold leaves of each group of a long list its first row, or first rows if they differ and there is
// room for them, with the number of those that the last of them stands for. Groups in opened stay
// whole, and stand together.
func Fold(rows []Row, opened map[string]bool) []Row {
	if !anyOf(rows, func(r *Row) bool { return r.Group != Group{} }) {
		return rows
	}
	groups := map[string][]Row{}
	if len(rows) >= longList {
		for _, r := range rows {
			groups[r.Group.Key] = append(groups[r.Group.Key], r)
		}
	}
	lead := leading(groups)
	folded := make([]Row, 0, len(rows))
	told := map[string]bool{}
	for _, r := range rows {
		key := r.Group.Key
		whole := groups[key]
		first := 1
		if r.Group.Mixed {
			first = lead
		}
		switch {
		case key == "" || len(whole) < model.LeastGroup || len(whole) <= first:
			r.Group = Group{}
			folded = append(folded, r)
		case told[key]:
		case opened[key]:
			told[key], folded = true, append(folded, whole...)
		default:
			told[key], folded = true, append(folded, whole[:first]...)
			folded[len(folded)-1].standsFor(len(whole) - first)
		}
	}
	return folded
}

// leading is how many rows of each mixed group a long list has room for.
func leading(groups map[string][]Row) int {
	shown, mixed := 0, 0
	for key, rows := range groups {
		switch {
		case key == "" || len(rows) < model.LeastGroup:
			shown += len(rows)
			continue
		case rows[0].Group.Mixed:
			mixed++
		}
		shown++
	}
	if mixed == 0 {
		return 1
	}
	return 1 + max(0, longList-shown)/mixed
}

// standsFor makes a row the one behind which others of its group are hidden.
func (r *Row) standsFor(more int) {
	r.More = more
	if r.Group.Who != "" {
		r.Who = r.Group.Who
	}
	if r.Why == "" {
		r.Why = r.Group.Why
	}
}
