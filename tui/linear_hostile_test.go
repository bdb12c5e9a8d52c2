package tui

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/styles"
	"coldstart/testdata/hostile/cases"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// TestHostileVaultInLines opens each request of a vault that has all cases, and some of
// what else it has, asks to approve some, and answers with anything but yes.
func TestHostileVaultInLines(t *testing.T) {
	t.Parallel()
	store := hostileVault(t, cases.Together(cases.Options{Special: true})...)
	for _, ascii := range whole.Some(t, 1, []bool{false, true}) {
		in := &script{}
		pages := []int{2, 3, 8}
		if whole.All() {
			pages = []int{1, 2, 3, 4, 5, 6, 7, 8}
		}
		for _, page := range pages {
			in.lines = append(in.lines, fmt.Sprintf("page %d", page), "more", "more", "more", "more")
			most := whole.Rounds(5, 20)
			if page == 2 {
				most = whole.Rounds(listedAtOnce/2, 5*listedAtOnce)
			}
			for n := 1; n <= most; n++ {
				in.lines = append(in.lines, fmt.Sprint(n))
				// A look at what a decision would change takes a while among so many requests.
				if page == 2 && n%whole.Rounds(8, 10) == 1 {
					in.lines = append(in.lines, "a", "no")
				}
			}
		}
		var out strings.Builder
		o := Options{Theme: styles.New(styles.Options{NoColor: true, ASCII: ascii}).Masking(), Now: clock}
		must.Do(t, Linear(t.Context(), []Vault{{Store: store}}, o, in, &out))
		if err := cases.Scan(out.String()); err != nil {
			t.Errorf("ascii %v: %v", ascii, err)
		}
		if strings.Contains(out.String(), "\x1b") || ascii && strings.ContainsFunc(out.String(), func(r rune) bool { return r > '~' }) {
			t.Errorf("ascii %v: the lines have what they may not", ascii)
		}
		if n := strings.Count(out.String(), "Type yes to approve"); n < whole.Rounds(1, 5) {
			t.Errorf("only %d cases were asked about", n)
		}
	}
	if store.decided > 0 {
		t.Errorf("%d decisions", store.decided)
	}
}
