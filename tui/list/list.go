// Package list keeps a cursor over rows, and finds rows by what stands in them.
package list

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// RowAt is the row that is drawn on a line of a list of h lines; none is on a heading's.
func (l *List) RowAt(line, h int) (int, bool) {
	from, to := l.Span(h)
	for i := from; i < to && line >= 0; i++ {
		if l.Headed(i, from, h) {
			line--
		}
		if line == 0 {
			return i, true
		}
		line--
	}
	return 0, false
}

// CountedOf has headings that count rows say how many of them are shown: "Needs you:
// 1 of 16".
func CountedOf(shown, all []Row) []Row {
	of, left := inSections(all), inSections(shown)
	names := map[string]string{}
	for section, m := range of {
		if n := left[section]; n > 0 && n < m {
			names[section] = strings.Replace(section, fmt.Sprintf(": %d", m), fmt.Sprintf(": %d of %d", n, m), 1)
		}
	}
	if len(names) == 0 {
		return shown
	}
	shown = slices.Clone(shown)
	for from, to := range runs(shown) {
		if name, ok := names[shown[from].Section]; ok {
			for i := from; i < to; i++ {
				shown[i].Section = name
			}
		}
	}
	return shown
}

func inSections(rows []Row) map[string]int {
	n := map[string]int{}
	for from, to := range runs(rows) {
		n[rows[from].Section] += to - from
	}
	return n
}

// runs gives the first row of each section and the one behind its last.
func runs(rows []Row) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for from, to := 0, 0; from < len(rows); from = to {
			for to < len(rows) && rows[to].Section == rows[from].Section {
				to++
			}
			if !yield(from, to) {
				return
			}
		}
	}
}

// Row is one entry of a list. Its identity is the ref, never its place.
type Row struct {
	Ref  model.Ref
	Mark styles.Mark
	// What names the thing, Why says what is up with it, Since tells from when on, zero
	// when nothing does.
	What, Why string
	Since     time.Time
	// Section is the heading the row stands under, empty for none.
	Section string
	// News is the badge in front.
	News model.NewsKind
	// Words are more that the row can be found by, and Low is all of it in small letters,
	// empty for a row that is made while it is shown.
	Words, Low string
	// Found is what of its text a filter has found.
	Found Excerpt
	// Folded is true for a row that only a filter shows.
	Folded bool
}

// List is a cursor over rows that stays on its row when the rows change.
type List struct {
	Rows []Row
	At   int
	Top  int
}

// Set replaces the rows. The cursor stays on its row, and that row on its line of
// the screen; when that row is gone it stays at its place, which is then the next one.
func (l *List) Set(rows []Row) {
	cur, had := l.Current()
	l.Rows = rows
	if had {
		for i := range rows {
			if rows[i].Ref == cur.Ref {
				l.Top, l.At = max(0, l.Top+i-l.At), i
				break
			}
		}
	}
	l.Move(0)
}

// To puts the cursor on the row of ref, if there is one.
func (l *List) To(ref model.Ref) bool {
	for i := range l.Rows {
		if l.Rows[i].Ref == ref {
			l.At = i
			return true
		}
	}
	return false
}

// Refs are the things that have a row.
func (l *List) Refs() map[model.Ref]bool {
	refs := make(map[model.Ref]bool, len(l.Rows))
	for _, r := range l.Rows {
		refs[r.Ref] = true
	}
	return refs
}

// Current is the row under the cursor.
func (l *List) Current() (Row, bool) {
	if l.At < 0 || l.At >= len(l.Rows) {
		return Row{}, false
	}
	return l.Rows[l.At], true
}

// Move goes n rows down, or up when n is negative, and stops at the ends.
func (l *List) Move(n int) {
	l.At = max(0, min(l.At+n, len(l.Rows)-1))
}

// Span gives the first row to draw and the row behind the last one that fits into
// h lines from there, headings included, such that the cursor is among them. It
// is empty without rows or lines.
func (l *List) Span(h int) (from, to int) {
	// Each row takes a line at least, so the cursor is at most h-1 rows down.
	from = max(0, min(l.Top, l.At), l.At-h+1)
	to = l.filled(from, h)
	for l.At >= to && from < l.At {
		from++
		to = l.filled(from, h)
	}
	// No line stays empty below the last row while there are rows above the first.
	for from > 0 && to == len(l.Rows) && l.filled(from-1, h) == to {
		from--
	}
	return from, to
}

// filled is the row behind the last one that fits into h lines from row top on.
func (l *List) filled(top, h int) int {
	lines, to := 0, top
	for to < len(l.Rows) {
		need := 1
		if l.Headed(to, top, h) {
			need = 2
		}
		if lines+need > h {
			break
		}
		lines += need
		to++
	}
	return to
}

// Fits reports whether h lines have room for all rows.
func (l *List) Fits(h int) bool {
	whole := List{Rows: l.Rows}
	_, to := whole.Span(h)
	return to == len(l.Rows)
}

// Headed reports whether row i is drawn with its section's heading above it, in a
// list of h lines that begins with row top. A single line is for the row.
func (l *List) Headed(i, top, h int) bool {
	s := l.Rows[i].Section
	return h > 1 && s != "" && (i == top || l.Rows[i-1].Section != s)
}

// Badge is what stands in front of a row that is not as it was at the last look.
func Badge(k model.NewsKind) styles.Span {
	text := k.String()
	if text != "" {
		text += " "
	}
	role := styles.RoleAccent
	switch k {
	case model.NewsChanged:
		role = styles.RoleWarn
	case model.NewsGone:
		role = styles.RoleMuted
	}
	return styles.Span{Text: styles.Plain(text), Role: role}
}
