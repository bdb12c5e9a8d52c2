package confirm

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// DiffLines is the difference of two named texts.
func DiffLines(th *styles.Theme, names [2]string, old, new []byte, w int) []styles.Line {
	// Mask lines by their whole text: what makes one a secret may be an unchanged line.
	masked := map[string]styles.Row{}
	for _, r := range append(th.Rows(string(old)), th.Rows(string(new))...) {
		if r.Masked() {
			masked[r.Raw()] = r
		}
	}
	var lines []styles.Line
	diff := strings.TrimSuffix(udiff.Unified(names[0], names[1], string(old), string(new)), "\n")
	for _, l := range strings.Split(diff, "\n") {
		role := styles.RolePlain
		switch {
		case strings.HasPrefix(l, "+"):
			role = styles.RoleAdded
		case strings.HasPrefix(l, "-"):
			role = styles.RoleRemoved
		case strings.HasPrefix(l, "@@"):
			role = styles.RoleMuted
		}
		shown := draw.Wrapped(th.Show(l), role, max(1, w-draw.GutterWidth))
		if row, ok := masked[strings.TrimRight(l[min(1, len(l)):], "\r")]; ok && l != "" {
			shown = draw.Prefixed(draw.Wrapped(row.Whole(), role, max(1, w-draw.GutterWidth-1)), l[:1], role)
		}
		lines = append(lines, draw.Gutter(th, shown)...)
	}
	return lines
}

// ChangeLines shows changes to files line by line.
func ChangeLines(th *styles.Theme, changes []model.Change, w int) []styles.Line {
	var lines []styles.Line
	for _, c := range changes {
		name, added := c.Heading()
		lines = append(lines, named(th, " "+c.Kind.String()+" ", name, w)...)
		if c.To != "" {
			arrow := " " + th.Symbol(styles.SymArrow).String() + " "
			lines = append(lines, named(th, arrow, c.To, w)...)
		}
		lines = append(lines, changedLines(th, c, added, "   ", w)...)
	}
	return lines
}

// changedLines are the lines that a change takes out and adds, behind a margin, and why the plan stays as it is.
func changedLines(th *styles.Theme, c model.Change, added []string, margin string, w int) (lines []styles.Line) {
	line := func(text styles.Text, sign string, role styles.Role) {
		lead := margin + sign + " "
		lines = append(lines, draw.Prefixed(draw.Wrapped(text, role, max(1, w-len(lead))), lead, role)...)
	}
	for _, r := range th.RowsOf(c.Before) {
		line(r.Whole(), "-", styles.RoleRemoved)
	}
	for _, r := range th.RowsOf(added) {
		line(r.Whole(), "+", styles.RoleAdded)
	}
	if c.Waits != "" {
		line(th.Show("the plan stays Blocked: "+c.Waits+" is still pending"), " ", styles.RoleWarn)
	}
	return lines
}

// kindWidth is the cells of " create ", the longest kind of change.
const kindWidth = 8

// named is a path after a word, wrapped.
func named(th *styles.Theme, word, path string, w int) []styles.Line {
	lines := draw.Wrapped(th.Show(path), styles.RoleTitle, max(1, w-kindWidth))
	for i := range lines {
		lines[i] = styles.Join(styles.Line{{Text: styles.Plain(word).Pad(kindWidth), Role: styles.RoleMuted}}, lines[i])
		word = ""
	}
	return lines
}
