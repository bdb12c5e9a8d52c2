package ledger

import (
	"strings"
	"testing"
)

func TestLinesThatAreNewSinceAMark(t *testing.T) {
	t.Parallel()
	const plan = "# Objective\n\n- [ ] one\n- [ ] one\n- [ ] two"
	ours := []string{"- Operator: Approved", "status: Active"}
	long := strings.Repeat("x\n", mostLines+1)
	for _, tt := range []struct {
		name, was, now string
		line           string
		number         int
		taken          bool
	}{
		{"the same", plan, plan, "", 0, false},
		{"our line", plan, plan + "\n- Operator: Approved\n", "", 0, false},
		{"blanks and line ends", plan, strings.ReplaceAll(plan, "\n", " \r\n") + "\n\n", "", 0, false},
		{"another order", plan, "- [ ] two\n- [ ] one\n- [ ] one\n# Objective", "", 0, false},
		{"a tick of one of two that are the same", plan, strings.Replace(plan, "[ ] one", "[x] one", 1), "- [x] one", 3, true},
		{"a line more that was there", plan, plan + "\n- [ ] two", "- [ ] two", 6, false},
		{"the last of several", plan, "new\n" + plan + "\nnewer\n\n", "newer", 7, false},
		{"a line less", plan, strings.Replace(plan, "- [ ] one\n", "", 1), "", 0, true},
		{"our line taken out", plan + "\nstatus: Active", plan, "", 0, false},
		{"everything taken out", plan, "", "", 0, true},
		{"too long to know", long, long + "more", "", 0, false},
		{"of an empty file", "", "", "", 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line, number, taken := MarkOf("plan.md", []byte(tt.was)).Since([]byte(tt.now), ours)
			if line != tt.line || number != tt.number || taken != tt.taken {
				t.Errorf("got %q on line %d, taken %v; want %q on line %d, taken %v", line, number, taken, tt.line, tt.number, tt.taken)
			}
		})
	}
}
