package tui

import (
	"fmt"
	"strings"

	"coldstart/styles"
)

// viewCheck draws what is asked and, below, each match with the words for it.
func (a *App) viewCheck(w, h int) []styles.Line {
	c := a.check
	name := "any"
	if s := c.chosen(); s != "" {
		name = fmt.Sprintf("%s (%d of %d)", s, c.strategy, len(c.strategies)-1)
	}
	value := []rune(c.tags.Value())
	at := min(c.tags.Position(), len(value))
	typed := string(value[:at]) + a.th.Symbol(styles.SymVertical).String() + string(value[at:])
	lead := func(label string) styles.Line {
		return styles.Line{{Text: styles.Plain(" " + label).Pad(labelWidth), Role: styles.RoleMuted}}
	}
	head := []styles.Line{
		styles.Join(words(styles.RoleTitle, " Dead-end check  "), styles.Line{{Text: a.th.Label(c.problem.Name()), Role: styles.RoleMuted}}),
		styles.Join(lead("Strategy"), words(styles.RoleKey, "↑↓ "), words(styles.RoleTitle, name)),
		styles.Join(lead("Tags"), styles.Line{{Text: a.th.Show(typed), Role: styles.RoleTitle}}),
		styles.Join(lead("tab takes"), styles.Line{{Text: a.th.Label(strings.Join(c.known(), ", ")), Role: styles.RoleMuted}}).Fit(w),
	}
	head = append(head, section(a.th, fmt.Sprintf("Tried before: %d", len(c.matches)), w))
	return append(head, between(a.checkLines(w), c.top, h-len(head))...)
}

// checkHead is the rows above the matches.
const checkHead = 5

// checkRoom is the rows for the matches.
func (a *App) checkRoom() int { return max(1, a.bodyHeight()-checkHead) }

// checkBottom is the last place to which the matches scroll.
func (a *App) checkBottom() int { return max(0, len(a.checkLines(a.width))-a.checkRoom()) }

func (a *App) checkLines(w int) []styles.Line {
	if why := a.check.problem.Journal.Unread; why != "" {
		return prefixed(wrapped(a.th.Label("Nobody can tell: "+why), styles.RoleBad, max(1, w-1)), " ", styles.RoleBad)
	}
	if len(a.check.matches) == 0 {
		return []styles.Line{words(styles.RoleGood, " No prior similar attempts.")}
	}
	var lines []styles.Line
	for _, d := range a.check.matches {
		for _, text := range d.Nudge() {
			lines = append(lines, gutter(a.th, wrapped(a.th.Label(text), styles.RolePlain, max(1, w-gutterWidth)))...)
		}
		for _, text := range d.AgainLines() {
			lines = append(lines, gutter(a.th, wrapped(a.th.Label(text), styles.RoleAccent, max(1, w-gutterWidth)))...)
		}
		if why := d.Disagree(); why != "" {
			const lead = " Careful: "
			rows := wrapped(a.th.Label(why), styles.RoleWarn, max(1, w-len(lead)))
			lines = append(lines, prefixed(rows, lead, styles.RoleWarn)...)
		}
		lines = append(lines, nil)
	}
	return lines
}
