package cli

// farthest is how many letters a typing slip may change.
const farthest = 2

// suggest makes a hint out of the candidate nearest to what was typed, or gives
// otherwise when none is near. Of two that are equally near, the longer one shares more
// of its letters.
func suggest(typed string, candidates []string, otherwise string) string {
	best, least := "", farthest+1
	for _, c := range candidates {
		d := distance([]rune(typed), []rune(c))
		nearer := d < least || d == least && len(c) > len(best)
		if d <= farthest && nearer && d < len([]rune(c)) {
			best, least = c, d
		}
	}
	if best == "" {
		return otherwise
	}
	return "did you mean " + best + "?"
}

// distance counts the letters to insert, remove, replace or swap with their
// neighbour to get from a to b. Texts that differ far in length are not compared.
func distance(a, b []rune) int {
	if d := len(a) - len(b); d > farthest || -d > farthest {
		return farthest + 1
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
