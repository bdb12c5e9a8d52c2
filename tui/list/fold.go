package list

// longList is the number of rows from which groups are folded, leastGroup the rows that make one.
const longList, leastGroup = 30, 3

// Fold leaves the first row of each group of a long list, with the number of those it stands
// for. Groups in opened stay whole.
func Fold(rows []Row, opened map[string]bool) []Row {
	if len(rows) < longList {
		return rows
	}
	sizes := map[string]int{}
	for _, r := range rows {
		sizes[r.Group]++
	}
	told := map[string]bool{"": true}
	folded := make([]Row, 0, len(rows))
	for _, r := range rows {
		switch {
		case r.Group == "" || sizes[r.Group] < leastGroup:
			r.Group = ""
		case opened[r.Group]:
		case told[r.Group]:
			continue
		default:
			told[r.Group], r.More = true, sizes[r.Group]-1
		}
		folded = append(folded, r)
	}
	return folded
}
