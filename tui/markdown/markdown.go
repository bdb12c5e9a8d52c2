// Package markdown lays Markdown out without leaving a character of it out.
package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// Lines renders Markdown line by line: headings, lists, boxes, quotes and
// code get a look, stressed words theirs, tables columns, and everything else stays as
// it is. Nothing of the file but marks is left out, so the view hides no comment and no
// table cell; it is still only the comfortable view, and decisions show the source.
func Lines(th *styles.Theme, b []byte, w int) []styles.Line {
	r := markdown{th: th, w: max(1, w)}
	rows := th.Rows(draw.Readable(b))
	for i := 0; i < len(rows); {
		if n := r.table(rows[i:]); n > 0 {
			i += n
			continue
		}
		r.line(i, rows[i])
		i++
	}
	return r.out
}

type markdown struct {
	th     *styles.Theme
	w      int
	out    []styles.Line
	fenced bool
	// front is true between the fences of the front matter.
	front bool
}

func (r *markdown) line(i int, row styles.Row) {
	trimmed := strings.TrimSpace(row.Raw())
	switch {
	case trimmed == "---" && (i == 0 || r.front):
		r.front = !r.front
		r.out = append(r.out, styles.Line{{Text: r.th.Rule(min(r.w, 12)), Role: styles.RoleFrame}})
	case r.front:
		r.key(row)
	case strings.HasPrefix(trimmed, "```"):
		r.fenced = !r.fenced
		r.put("", row.Whole(), styles.RoleMuted)
	case r.fenced:
		r.put("  ", row.Whole(), styles.RoleCode)
	case trimmed == "":
		r.out = append(r.out, nil)
	case strings.HasPrefix(trimmed, "#"):
		r.put("", row.Whole(), styles.RoleHeading)
	case strings.HasPrefix(trimmed, ">"):
		r.put("", row.Whole(), styles.RoleMuted)
	default:
		r.item(row)
	}
}

func (r *markdown) key(row styles.Row) {
	end := strings.IndexByte(row.Raw(), ':') + 1
	if end == 0 || strings.HasPrefix(row.Raw(), " ") {
		r.put("", row.Whole(), styles.RolePlain)
		return
	}
	line := styles.Line{
		{Text: row.Part(0, end), Role: styles.RoleMuted},
		{Text: row.Part(end, len(row.Raw())), Role: styles.RolePlain},
	}
	if line.Width() <= r.w {
		r.out = append(r.out, line)
		return
	}
	r.put("", row.Whole(), styles.RolePlain)
}

// boxes are the beginnings of list items, with what is drawn for them.
var boxes = []struct {
	start string
	drawn styles.Sym
	role  styles.Role
}{
	{"- [ ] ", styles.SymUnchecked, styles.RolePlain},
	{"- [x] ", styles.SymChecked, styles.RoleMuted}, {"- [X] ", styles.SymChecked, styles.RoleMuted},
	{"- ", styles.SymBullet, styles.RolePlain}, {"* ", styles.SymBullet, styles.RolePlain},
}

// item shows list items with a drawn box or bullet, and plain text as it is.
func (r *markdown) item(row styles.Row) {
	raw := row.Raw()
	text := strings.TrimLeft(raw, " \t")
	indent := raw[:len(raw)-len(text)]
	for _, box := range boxes {
		if strings.HasPrefix(text, box.start) {
			r.flow(indent+r.th.Symbol(box.drawn).String()+" ", stressed(r.th, row, len(indent)+len(box.start), len(raw), box.role))
			return
		}
	}
	r.flow("", stressed(r.th, row, 0, len(raw), styles.RolePlain))
}

func (r *markdown) put(prefix string, text styles.Text, role styles.Role) {
	r.flow(prefix, styles.Line{{Text: text, Role: role}})
}

// flow adds text behind a prefix of ours, wrapped to the width with the following
// rows indented like the first. An indentation that leaves no room is left out.
func (r *markdown) flow(prefix string, text styles.Line) {
	lead := r.th.Show(strings.ReplaceAll(prefix, "\t", "    "))
	if lead.Width() > r.w/2 {
		lead = r.th.Show(strings.TrimLeft(prefix, " \t")).Fit(r.w / 2)
	}
	for i, l := range text.Wrap(max(1, r.w-lead.Width())) {
		if i == 1 {
			lead = styles.Plain("").Pad(lead.Width())
		}
		r.out = append(r.out, styles.Join(styles.Line{{Text: lead, Role: styles.RoleAccent}}, l))
	}
}

// mostMarks is how many pieces of one line have a look of their own.
const mostMarks = 500

// stressed is a line of Markdown by its pieces: code in backticks, and words between
// one or two stars. Stars go where the look of the words says the same; everywhere
// else, and around words that only might be meant so, they stay. Backticks always stay.
func stressed(th *styles.Theme, row styles.Row, from, to int, role styles.Role) styles.Line {
	raw := row.Raw()
	var line styles.Line
	plain := from
	show := func(from, to int, role styles.Role) {
		if from < to {
			line = append(line, styles.Span{Text: row.Part(from, to), Role: role})
		}
	}
	for at := from; at < to && len(line) < mostMarks; {
		size := sameAs(raw[at:to])
		end := 0
		switch raw[at] {
		case '\\':
			// What is escaped is no mark, and stays with its backslash.
			size = min(2, to-at)
		case '`':
			end = codeEnd(raw[:to], at, size)
		case '*':
			end = stressEnd(raw[from:to], at-from, size) + from
		default:
			size = plainSize(raw[at:to])
		}
		if end <= at {
			at += size
			continue
		}
		show(plain, at, role)
		switch {
		case raw[at] == '`':
			show(at, end, styles.RoleCode)
		case th.Emphasizes():
			show(at+size, end-size, stressRole(size))
		default:
			show(at, end, role)
		}
		at, plain = end, end
	}
	show(plain, to, role)
	return line
}

// stressRole is the role of words between stars: one is for italic, two for bold.
func stressRole(stars int) styles.Role {
	if stars == 1 {
		return styles.RoleEmphasis
	}
	return styles.RoleTitle
}

func sameAs(s string) int { return len(s) - len(strings.TrimLeft(s, s[:1])) }

func plainSize(s string) int {
	if i := strings.IndexAny(s, "\\`*"); i > 0 {
		return i
	}
	return len(s)
}

// farthestMark is how many bytes there may be between two marks that belong together,
// so that a line of nothing but marks is read in reasonable time.
const farthestMark = 4 << 10

// codeEnd is the offset behind the code that n backticks begin, 0 without an end.
func codeEnd(raw string, at, n int) int {
	near := raw[:min(len(raw), at+farthestMark)]
	for i := at + n; i < len(near); {
		next := strings.IndexByte(near[i:], '`')
		if next < 0 {
			return 0
		}
		i += next
		size := sameAs(raw[i:])
		if size == n {
			return i + size
		}
		i += size
	}
	return 0
}

// stressEnd is the offset behind the words that n stars begin, else -1. Stars are marks
// only where a word begins and ends: "2*3" and "src/*/x/*" have none.
func stressEnd(raw string, at, n int) int {
	if n > 2 || !opensHere(raw[:at]) {
		return -1
	}
	near := raw[:min(len(raw), at+farthestMark)]
	if first, _ := utf8.DecodeRuneInString(near[at+n:]); !stands(first, "`\"'([") {
		return -1
	}
	for i := at + n; i < len(near); {
		next := strings.IndexAny(near[i:], "*`\\")
		if next < 0 {
			return -1
		}
		i += next
		size := sameAs(raw[i:])
		switch before, _ := utf8.DecodeLastRuneInString(raw[:i]); {
		case raw[i] == '\\':
			i += min(2, len(raw)-i)
			continue
		case raw[i] == '`':
			// Whatever stands in code is no mark.
			if end := codeEnd(raw, i, size); end > 0 {
				i = end
				continue
			}
		case size == n && stands(before, "`\"')].,;:!?%…") && closesHere(raw[i+size:]):
			return i + size
		case size == n:
			return -1
		}
		i += size
	}
	return -1
}

// stands reports whether words between stars may have this at their edge: what words
// and pictures are made of, and some punctuation.
func stands(r rune, punctuation string) bool {
	return draw.IsWordRune(r) || unicode.Is(unicode.So, r) || strings.ContainsRune(punctuation, r)
}

// opensHere and closesHere report whether words may begin behind, or end ahead of, a text.
func opensHere(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || unicode.IsSpace(r) || strings.ContainsRune("([{\"'—–|", r)
}

func closesHere(after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	return after == "" || unicode.IsSpace(r) || strings.ContainsRune(".,;:!?)]}\"'—–|…", r)
}
