package gsd

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"coldstart/vault/text"
)

// phaseNumber is the number that a folder or a value begins with: "04-receipts", "02.1",
// "12A", and "BY-04-receipts" where a project has a code.
var phaseNumber = text.Pattern{Expr: `^(?:[A-Z]{1,6}-)?0*(\d{1,6}[A-Z]?(?:\.\d{1,6})*)(?:[^\w.]|$)`}

// number returns the number of a phase without leading zeros, empty for none.
func number(text string) string {
	if m := phaseNumber.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
		return m[1]
	}
	return ""
}

// compare orders the numbers of phases: 2, 2.1, 10.
func compare(a, b string) int {
	for a != "" || b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, ".")
		y, b, _ = strings.Cut(b, ".")
		m, _ := strconv.Atoi(strings.TrimRightFunc(x, unicode.IsLetter))
		n, _ := strconv.Atoi(strings.TrimRightFunc(y, unicode.IsLetter))
		if c := cmp.Or(cmp.Compare(m, n), cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
			return c
		}
	}
	return 0
}
