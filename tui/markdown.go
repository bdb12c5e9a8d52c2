package tui

import (
	"bytes"
	"strings"

	"coldstart/styles"
)

// markdownLines renders Markdown line by line: headings, lists, boxes, quotes and
// code get a look, and everything else stays as it is. Nothing of the file is
// left out, so the view hides no comment and no table cell; it is still only the
// comfortable view, and decisions show the source.
func markdownLines(th *styles.Theme, b []byte, w int) []styles.Line {
	r := markdown{th: th, w: max(1, w)}
	for i, raw := range bytes.Split(bytes.TrimSuffix(b, []byte("\n")), []byte("\n")) {
		r.line(i, string(bytes.TrimRight(raw, "\r")))
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

func (r *markdown) line(i int, text string) {
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "---" && (i == 0 || r.front):
		r.front = !r.front
		r.out = append(r.out, styles.Line{{Text: r.th.Rule(min(r.w, 12)), Role: styles.RoleFrame}})
	case r.front:
		r.key(text)
	case strings.HasPrefix(trimmed, "```"):
		r.fenced = !r.fenced
		r.put("", text, styles.RoleMuted)
	case r.fenced:
		r.put("  ", text, styles.RoleCode)
	case trimmed == "":
		r.out = append(r.out, nil)
	case strings.HasPrefix(trimmed, "#"):
		r.put("", text, styles.RoleHeading)
	case strings.HasPrefix(trimmed, ">"):
		r.put("", text, styles.RoleMuted)
	default:
		r.item(text, trimmed)
	}
}

// key shows a front-matter line with its key set apart.
func (r *markdown) key(text string) {
	name, value, ok := strings.Cut(text, ":")
	if !ok || strings.HasPrefix(text, " ") {
		r.put("", text, styles.RolePlain)
		return
	}
	line := styles.Line{
		{Text: r.th.Show(name + ":"), Role: styles.RoleMuted},
		{Text: r.th.Show(value), Role: styles.RolePlain},
	}
	if line.Width() <= r.w {
		r.out = append(r.out, line)
		return
	}
	r.put("", text, styles.RolePlain)
}

// item shows list items with a drawn box or bullet, and plain text as it is.
func (r *markdown) item(text, trimmed string) {
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	switch {
	case strings.HasPrefix(trimmed, "- [ ] "):
		r.put(indent+r.th.Symbol(styles.SymUnchecked).String()+" ", trimmed[6:], styles.RolePlain)
	case strings.HasPrefix(trimmed, "- [x] "), strings.HasPrefix(trimmed, "- [X] "):
		r.put(indent+r.th.Symbol(styles.SymChecked).String()+" ", trimmed[6:], styles.RoleMuted)
	case strings.HasPrefix(trimmed, "- "), strings.HasPrefix(trimmed, "* "):
		r.put(indent+r.th.Symbol(styles.SymBullet).String()+" ", trimmed[2:], styles.RolePlain)
	default:
		r.put("", text, styles.RolePlain)
	}
}

// put adds text behind a prefix of ours, wrapped to the width with the following
// rows indented like the first.
func (r *markdown) put(prefix, text string, role styles.Role) {
	lead := r.th.Show(strings.ReplaceAll(prefix, "\t", "    "))
	if lead.Width() > r.w/2 {
		lead, text = styles.Text{}, prefix+text
	}
	for i, l := range wrapped(r.th.Show(text), role, max(1, r.w-lead.Width())) {
		if i == 1 {
			lead = styles.Plain("").Pad(lead.Width())
		}
		r.out = append(r.out, styles.Join(styles.Line{{Text: lead, Role: styles.RoleAccent}}, l))
	}
}
