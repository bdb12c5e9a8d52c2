// Package list has the parts of lists and long texts: cursor, window, filter and columns.
package list

import (
	"fmt"
	"iter"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// RowAt is the row drawn on a line of a list of h lines; false for a heading.
func (l *List) RowAt(line, h int) (int, bool) {
	from, to := l.Span(h)
	for i := from; i < to && line >= 0; i++ {
		if l.Headed(i, from, h) {
			line -= l.headingLines(i, from)
		}
		if line == 0 {
			return i, true
		}
		line--
	}
	return 0, false
}

// Section is a heading over rows.
type Section struct {
	Name string
	// N is how many things it is over, where it is Counted; Of is how many there are where N are shown, else 0.
	Counted bool
	N, Of   int
	// Rest goes on behind that, with %d for how many are also counted.
	Rest string
	Also int
}

// Over is a heading over so many things.
func Over(name string, n int) Section { return Section{Name: name, Counted: true, N: n} }

// Count are the numbers behind the name, with a blank before them.
func (s Section) Count() (words string) {
	if s.Counted {
		words = fmt.Sprintf(" %d", s.N)
	}
	if s.Of > 0 {
		words += fmt.Sprintf(" of %d", s.Of)
	}
	if s.Rest != "" {
		words += fmt.Sprintf(s.Rest, s.Also)
	}
	return words
}

// String is the heading in words, "" for none.
func (s Section) String() string { return s.Name + s.Count() }

// Named is the heading without its numbers.
func (s Section) Named() Section {
	s.N, s.Of, s.Also = 0, 0, 0
	return s
}

// Counts returns the headings to draw over sections that show fewer rows than they have: "Needs you 1 of 16".
func Counts(shown, all []*Row) map[Section]Section {
	counts, of := map[Section]Section{}, inSections(all)
	for section, n := range inSections(shown) {
		if m := of[section]; section.Counted && section.N == m && n != m {
			short := section
			short.N, short.Of = n, m
			counts[section] = short
		}
	}
	return counts
}

func inSections(rows []*Row) map[Section]int {
	n := map[Section]int{}
	for from, to := range runs(rows) {
		n[rows[from].Section] += to - from
	}
	return n
}

// runs yields the bounds of each section.
func runs(rows []*Row) iter.Seq2[int, int] {
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

// Row is one entry of a list, identified by its ref, and by its vault where the list has rows of several.
type Row struct {
	Ref  model.Ref
	Mark styles.Mark
	// News is the badge in front.
	News model.NewsKind
	// Vault numbers the vault that the row is of, Label names it in the row; zero where the list is of
	// one vault.
	Vault int
	Label string
	// What names the thing, Apart sets it apart from others of that name, Who asks or is
	// affected, Why says why it is listed, Since is its age, zero if unknown.
	What, Apart, Who, Why string
	Since                 time.Time
	// Dated shows the day in place of the age.
	Dated bool
	// Apiece says that Why has its own width in this row, since all of it has to be read.
	Apiece bool
	// Alarm says that Why is a danger. Until is the deadline that Why says, zero for none.
	Alarm bool
	// Beside says that it stands beside what needs the operator.
	Beside bool
	// Folded rows are shown only by a filter.
	Folded bool
	Until  time.Time
	// Section is the heading above the row, without a name for none.
	Section Section
	// Words are more to find the row by. Low caches Findable.
	Words, Low string
	// Found is what a filter found in its text.
	Found Excerpt
	// Group is that of rows which a long list folds; More is how many a folded group hides behind
	// its first row.
	Group Group
	More  int
}

// Same reports whether two rows are about the same thing.
func (r Row) Same(other Row) bool { return r.Ref == other.Ref && r.Vault == other.Vault }

// Group is what rows share that a long list folds. Its key is "" for a row that stands alone.
type Group struct {
	Key string
	// Who and Why stand in a row that hides others: Who where the group goes to several, Why where the
	// row has none.
	Who, Why string
	// Mixed groups have rows that differ.
	Mixed bool
}

// Of returns the rows of a list. Rows are large and can be many: lists share them and never change them.
func Of(rows []Row) []*Row {
	all := make([]*Row, len(rows))
	for i := range rows {
		all[i] = &rows[i]
	}
	return all
}

// List is a cursor over rows. It stays on its row when the rows change.
type List struct {
	Rows []*Row
	// Counts are the headings that read differently here.
	Counts map[Section]Section
	Cursor
	// Bare lists have no headings, Spaced ones an empty line between their groups.
	Bare, Spaced bool
}

// Set replaces the rows. The cursor stays on its row, and the row on its line of the screen, unless the
// list was at its top: then a new first row is on screen. If the row is gone, the cursor is on the next one.
func (l *List) Set(rows []*Row) {
	cur, had := l.Current()
	l.Rows = rows
	if had {
		before := l.At
		if l.Back(cur); l.Top > 0 {
			l.Top = max(0, l.Top+l.At-before)
		}
	}
	l.Move(0)
}

// To moves the cursor to the row of ref, if there is one.
func (l *List) To(ref model.Ref) bool {
	for i := range l.Rows {
		if l.Rows[i].Ref == ref {
			l.At = i
			return true
		}
	}
	return false
}

// Back moves the cursor to a row on which it was, if it is there.
func (l *List) Back(to Row) {
	for i := range l.Rows {
		if l.Rows[i].Same(to) {
			l.At = i
			return
		}
	}
}

// Refs are the refs of all rows.
func (l *List) Refs() map[model.Ref]bool {
	refs := make(map[model.Ref]bool, len(l.Rows))
	for i := range l.Rows {
		refs[l.Rows[i].Ref] = true
	}
	return refs
}

// Current is the row under the cursor.
func (l *List) Current() (Row, bool) {
	if l.At < 0 || l.At >= len(l.Rows) {
		return Row{}, false
	}
	return l.Shown(l.At, l.At+1)[0], true
}

// Shown returns rows from one up to another as they are drawn.
func (l *List) Shown(from, to int) []Row {
	rows := make([]Row, 0, to-from)
	for _, r := range l.Rows[from:to] {
		rows = append(rows, *r)
		if s, ok := l.Counts[r.Section]; ok {
			rows[len(rows)-1].Section = s
		}
	}
	return rows
}

// Move goes n rows down, up if n is negative, and stops at the ends.
func (l *List) Move(n int) { l.Cursor.Move(n, len(l.Rows)) }

// Span is the range of rows that fit into h lines, headings included, with the cursor among
// them.
func (l *List) Span(h int) (from, to int) {
	// Each row takes at least a line, so the cursor is at most h-1 rows down.
	from = max(0, min(l.Top, l.At), l.At-h+1)
	to = l.filled(from, h)
	for l.At >= to && from < l.At {
		from++
		to = l.filled(from, h)
	}
	// Leave no line empty below while there are rows above.
	for from > 0 && to == len(l.Rows) && l.filled(from-1, h) == to {
		from--
	}
	return from, to
}

// filled is the end of the range from top that fits into h lines.
func (l *List) filled(top, h int) int {
	lines, to := 0, top
	for to < len(l.Rows) {
		need := 1
		if l.Headed(to, top, h) {
			need += l.headingLines(to, top)
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
	whole := List{Rows: l.Rows, Bare: l.Bare, Spaced: l.Spaced}
	_, to := whole.Span(h)
	return to == len(l.Rows)
}

// Headed reports whether row i has its heading above it, in a list of h lines from row top on.
// A single line is for the row.
func (l *List) Headed(i, top, h int) bool {
	s := l.Rows[i].Section
	return h > 2 && s.Name != "" && !l.Bare && (i == top || l.Rows[i-1].Section != s)
}

// headingLines are the lines of the heading above row i. The first has no empty line above it.
func (l *List) headingLines(i, top int) int {
	if l.Spaced && i > top {
		return 2
	}
	return 1
}

// Badge marks what is new, changed or gone since the last look.
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
