package docs

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/testdata/must"
)

// TestDesignNamesMarksAndColours holds the tables of docs/dev/design.md against the program.
func TestDesignNamesMarksAndColours(t *testing.T) {
	t.Parallel()
	page := must.Get(os.ReadFile("dev/design.md"))(t)
	drawn, ascii := styles.New(styles.Options{}), styles.New(styles.Options{ASCII: true})
	for m := styles.MarkRequest; m <= styles.MarkUnknown; m++ {
		row := fmt.Sprintf("| `%s` | `%s` | %s |", drawn.MarkSymbol(m), ascii.MarkSymbol(m), drawn.MarkWord(m))
		if !strings.Contains(string(page), row) {
			t.Errorf("no cell %s", row)
		}
	}
	roles := map[string]styles.Role{
		"dim": styles.RoleMuted, "rule": styles.RoleFrame, "ice": styles.RoleAccent, "ember": styles.RoleEmber,
		"good": styles.RoleGood, "warn": styles.RoleWarn, "bad": styles.RoleBad, "escape": styles.RoleEscape,
	}
	rows := regexp.MustCompile(`(?m)^\| (\w+) \| #(\w{6}) \| #(\w{6}) \|`).FindAllStringSubmatch(string(page), -1)
	if len(rows) != len(roles)+2 {
		t.Errorf("%d colours, want %d", len(rows), len(roles)+2)
	}
	for _, row := range rows {
		for i, dark := range []bool{true, false} {
			var r, g, b int
			if _, err := fmt.Sscanf(row[2+i], "%02X%02X%02X", &r, &g, &b); err != nil {
				t.Fatalf("%v: %v", row, err)
			}
			if got := painted(row[1], roles, dark); !paints(got, r, g, b) {
				t.Errorf("%s is not #%s: %q", row[1], row[2+i], got)
			}
		}
	}
}

// paints reports whether a sequence sets a colour, which the terminal library may round.
func paints(s string, want ...int) bool {
	near := func(got, want int) bool { return got >= want-1 && got <= want+1 }
	for _, m := range regexp.MustCompile(`[34]8;2;(\d+);(\d+);(\d+)`).FindAllStringSubmatch(s, -1) {
		var r, g, b int
		if _, err := fmt.Sscanf(strings.Join(m[1:], " "), "%d %d %d", &r, &g, &b); err == nil && near(r, want[0]) && near(g, want[1]) && near(b, want[2]) {
			return true
		}
	}
	return false
}

// painted is a word in a role of the design, or behind it a tint.
func painted(name string, roles map[string]styles.Role, dark bool) string {
	th := styles.New(styles.Options{Profile: termenv.TrueColor, Dark: dark})
	word := styles.Span{Text: styles.Plain("x"), Role: roles[name]}
	switch name {
	case "row":
		return th.Render(styles.Line{{Text: styles.Plain(" "), Role: styles.RoleSelected}, word}, 4)
	case "glow":
		word.Glow = styles.Brightest
	}
	return th.Render(styles.Line{word}, 4)
}
