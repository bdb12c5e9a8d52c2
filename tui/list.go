package tui

import (
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// row is one entry of a list. Its identity is the ref, never its place.
type row struct {
	ref  model.Ref
	mark styles.Mark
	// what names the thing, why says what is up with it, since tells from when on, zero
	// when nothing does.
	what, why string
	since     time.Time
	// section is the heading the row stands under, empty for none.
	section string
	// news is the badge in front.
	news model.NewsKind
	// words are more that the row can be found by, and low is all of it in small letters,
	// empty for a row that is made while it is shown.
	words, low string
	// found is what of its text a filter has found.
	found excerpt
	// folded is true for a row that only a filter shows.
	folded bool
}

// list is a cursor over rows that stays on its row when the rows change.
type list struct {
	rows []row
	at   int
	top  int
}

// set replaces the rows. The cursor stays on its row, and that row on its line of
// the screen; when that row is gone it stays at its place, which is then the next one.
func (l *list) set(rows []row) {
	cur, had := l.current()
	l.rows = rows
	if had {
		for i := range rows {
			if rows[i].ref == cur.ref {
				l.top, l.at = max(0, l.top+i-l.at), i
				break
			}
		}
	}
	l.move(0)
}

// to puts the cursor on the row of ref, if there is one.
func (l *list) to(ref model.Ref) bool {
	for i := range l.rows {
		if l.rows[i].ref == ref {
			l.at = i
			return true
		}
	}
	return false
}

// refs are the things that have a row.
func (l *list) refs() map[model.Ref]bool {
	refs := make(map[model.Ref]bool, len(l.rows))
	for _, r := range l.rows {
		refs[r.ref] = true
	}
	return refs
}

func (l *list) current() (row, bool) {
	if l.at < 0 || l.at >= len(l.rows) {
		return row{}, false
	}
	return l.rows[l.at], true
}

// move goes n rows down, or up when n is negative, and stops at the ends.
func (l *list) move(n int) {
	l.at = max(0, min(l.at+n, len(l.rows)-1))
}

// span gives the first row to draw and the row behind the last one that fits into
// h lines from there, headings included, such that the cursor is among them. It
// is empty without rows or lines.
func (l *list) span(h int) (from, to int) {
	// Each row takes a line at least, so the cursor is at most h-1 rows down.
	from = max(0, min(l.top, l.at), l.at-h+1)
	to = l.filled(from, h)
	for l.at >= to && from < l.at {
		from++
		to = l.filled(from, h)
	}
	// No line stays empty below the last row while there are rows above the first.
	for from > 0 && to == len(l.rows) && l.filled(from-1, h) == to {
		from--
	}
	return from, to
}

// filled is the row behind the last one that fits into h lines from row top on.
func (l *list) filled(top, h int) int {
	lines, to := 0, top
	for to < len(l.rows) {
		need := 1
		if l.headed(to, top, h) {
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

// fits reports whether h lines have room for all rows.
func (l *list) fits(h int) bool {
	whole := list{rows: l.rows}
	_, to := whole.span(h)
	return to == len(l.rows)
}

// headed reports whether row i is drawn with its section's heading above it, in a
// list of h lines that begins with row top. A single line is for the row.
func (l *list) headed(i, top, h int) bool {
	s := l.rows[i].section
	return h > 1 && s != "" && (i == top || l.rows[i-1].section != s)
}
