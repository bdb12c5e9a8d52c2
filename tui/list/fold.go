package list

import (
	"slices"

	"coldstart/model"
)

// longList is the number of rows from which groups are folded.
const longList = 30

// Fold leaves of each group of a long list its first row, or first rows if they differ and there is
// room for them, with the number of those that the last of them stands for. Groups in opened stay
// whole, and stand together.
func Fold(rows []*Row, opened map[string]bool) []*Row {
	if !slices.ContainsFunc(rows, func(r *Row) bool { return r.Group != Group{} }) {
		return rows
	}
	groups, alone := map[string][]*Row{}, 0
	for _, r := range rows {
		switch key := r.Group.Key; {
		case key == "":
			alone++
		case len(rows) >= longList:
			groups[key] = append(groups[key], r)
		}
	}
	lead := leading(groups, alone)
	folded := make([]*Row, 0, len(rows))
	told := map[string]bool{}
	for _, r := range rows {
		key := r.Group.Key
		if key == "" {
			folded = append(folded, r.alone())
			continue
		}
		whole := groups[key]
		first := 1
		if r.Group.Mixed {
			first = lead
		}
		switch {
		case len(whole) < model.LeastGroup || len(whole) <= first:
			folded = append(folded, r.alone())
		case told[key]:
		case opened[key]:
			told[key], folded = true, append(folded, whole...)
		default:
			told[key], folded = true, append(folded, whole[:first-1]...)
			folded = append(folded, whole[first-1].standingFor(len(whole)-first))
		}
	}
	return folded
}

// leading is how many rows of each mixed group a long list has room for, beside those in no group.
func leading(groups map[string][]*Row, alone int) int {
	shown, mixed := alone, 0
	for _, rows := range groups {
		switch {
		case len(rows) < model.LeastGroup:
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

// alone returns the row without its group.
func (r *Row) alone() *Row {
	if r.Group == (Group{}) {
		return r
	}
	alone := *r
	alone.Group = Group{}
	return &alone
}

// standingFor returns the row as one that hides others of its group.
func (r *Row) standingFor(more int) *Row {
	lead := *r
	lead.More = more
	if r.Group.Who != "" {
		lead.Who = r.Group.Who
	}
	if r.Why == "" {
		lead.Why = r.Group.Why
	}
	return &lead
}
