// Package markdown lays Markdown out without leaving a character of it out.
package markdown

import (
	"strings"

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

// markdown is the state of one rendering.
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

// key shows a front-matter line with its key set apart.
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

// put adds text of one role.
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
