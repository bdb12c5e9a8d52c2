package draw

import (
	"fmt"

	"coldstart/styles"
)

// OfLines says how far a text of so many lines was read, in a window of h lines.
func OfLines(top, h, all int) styles.Line {
	if all <= h {
		return nil
	}
	return Words(styles.RoleMuted, fmt.Sprintf(" line %d/%d ", min(all, top+h), all))
}

// Hint is a key and what it does, for the bottom row.
type Hint struct{ Key, Does string }

// HintLine shows the hints that fit into w cells. The last ones stay longest, as
// many as keep says: they are how to leave, and how to get help.
func HintLine(hints []Hint, keep, w int) styles.Line {
	for {
		var l styles.Line
		for _, h := range hints {
			l = styles.Join(l, styles.Line{
				Span(styles.RolePlain, " "), Span(styles.RoleKey, h.Key), Span(styles.RoleMuted, " "+h.Does+" "),
			})
		}
		drop := len(hints) - keep - 1
		if l.Width() <= w || drop < 0 {
			return l
		}
		hints = append(hints[:drop:drop], hints[drop+1:]...)
	}
}

// HelpLine explains a key in help, over as many lines as it takes.
func HelpLine(h Hint, keyRole, role styles.Role, w int) []styles.Line {
	lead := styles.Line{Span(styles.RolePlain, "  "), {Text: styles.Plain(h.Key).Pad(11), Role: keyRole}}
	var lines []styles.Line
	for i, l := range Sentence(role, h.Does, max(1, w-lead.Width())) {
		if i > 0 {
			lead = styles.Line{{Text: styles.Plain("").Pad(lead.Width()), Role: styles.RolePlain}}
		}
		lines = append(lines, styles.Join(lead, l))
	}
	return lines
}
