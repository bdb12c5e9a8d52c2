package confirm

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// In another size a row is read if all its letters, each of which the text has once, were in rows that were read.
func TestAnotherSizeKeepsTheLettersThatWereRead(t *testing.T) {
	t.Parallel()
	th := styles.New(styles.Options{NoColor: true})
	rapid.Check(t, func(t *rapid.T) {
		letter, text := rune(0x4e00), ""
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			for range rapid.IntRange(0, 40).Draw(t, "letters") {
				text, letter = text+string(letter), letter+1
			}
			text += "\n"
		}
		notes := map[int][]draw.Note{}
		if line := rapid.IntRange(0, 6).Draw(t, "note below"); line > 0 {
			notes[line] = []draw.Note{{Mark: styles.Plain("!"), Text: th.Label(strings.Repeat("note ", 9))}}
		}
		laid := func(w int) card {
			n := draw.Numbered{First: 1, Last: 20, Fold: rapid.Bool().Draw(t, "folded"), Notes: notes}
			return card{rows: draw.Source(th, th.Source([]byte(text)), n, w), of: reading{choice: model.ChoiceApprove, w: w, h: 24}}
		}
		was, now := laid(rapid.IntRange(9, 60).Draw(t, "width before")), laid(rapid.IntRange(61, 90).Draw(t, "width now"))
		if rapid.Bool().Draw(t, "narrower") {
			was, now = now, was
		}
		seen := make([]bool, len(was.rows))
		read := map[rune]bool{}
		for i := range seen {
			if seen[i] = rapid.IntRange(0, 3).Draw(t, "unread") > 0; seen[i] {
				for _, r := range was.rows[i].Line.String() {
					read[r] = true
				}
			}
		}
		top := rapid.IntRange(0, len(was.rows)-1).Draw(t, "top")
		for i, got := range now.stillRead(was, seen, len(now.rows)) {
			letters := strings.Map(func(r rune) rune {
				if r < 0x4e00 {
					return -1
				}
				return r
			}, now.rows[i].Line.String())
			if letters == "" || now.rows[i].Note {
				if got && !slices.Contains(seen, true) {
					t.Fatalf("row %d is read, and nothing was", i)
				}
				continue
			}
			want := !strings.ContainsFunc(letters, func(r rune) bool { return !read[r] })
			if got && !want || want && !got && now.rows[i].Folded == 0 {
				t.Fatalf("row %d %q: read %v, want %v", i, letters, got, want)
			}
		}
		if first := was.rows[top].Text; top > 0 && first != "" && !was.rows[top].Note {
			if row := now.rows[now.placeOf(was, top)]; !strings.Contains(row.Text, first[:3]) {
				t.Fatalf("the place of %q is %q", first, row.Text)
			}
		}
		if other := was; len(now.rows) > 0 {
			other.of.seen = model.FingerprintOf([]byte("changed"))
			if slices.Contains(now.stillRead(other, seen, len(now.rows)), true) {
				t.Fatal("rows of another text count as read")
			}
		}
	})
}
