package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coldstart/styles"
)

// maxStatus is the most rows that the status line grows to.
const maxStatus = 3

// statusLines is what the last key or answer had to say, in one to most rows.
func (a *App) statusLines(most int) []styles.Line {
	text, role := "", styles.RoleWarn
	switch {
	case a.toast.text != "":
		text, role = a.toast.text, a.toast.role
	case a.writing:
		text = "Writing…"
	case a.palette != nil && a.paletteReason() != "":
		text, role = a.paletteReason(), styles.RoleMuted
	case a.loadErr != nil:
		text, role = "Could not read the vault: "+a.loadErr.Error()+". "+keyOf(a.keys.reload)+" tries again.", styles.RoleBad
	case a.dialog == nil && a.board.snapshot.ReadOnly != "":
		text = "Read-only: " + a.board.snapshot.ReadOnly + ". Nothing can be decided."
	}
	if text == "" && a.check == nil && !a.prompting() && a.palette == nil && a.asking == nil && a.detail == nil && (a.filtering || a.filter() != "") {
		return []styles.Line{a.filterLine().Fit(a.width)}
	}
	w := max(1, a.width-1)
	rows := wrapped(a.th.Label(text), role, w)
	for _, n := range []int{32, 24, 16} {
		if len(rows) > most {
			rows = wrapped(a.th.Label(cutNames(text, n)), role, w)
		}
	}
	if len(rows) > most {
		rows = append(rows[:most-1], styles.Join(rows[most-1:]...).Fit(w))
	}
	return prefixed(rows, " ", role)
}

// cutNames cuts words of more than n characters, which are names of files, in their
// middle: what was said of them keeps its room.
func cutNames(text string, n int) string {
	list := strings.Split(text, " ")
	for i, word := range list {
		if r := []rune(word); len(r) > n {
			list[i] = string(r[:n/2-1]) + "…" + string(r[len(r)-n/2:])
		}
	}
	return strings.Join(list, " ")
}

// paletteHint is the width from which the key for all actions keeps its place among
// the hints of a list, with those for help and for leaving.
const paletteHint = 60

// viewFooter is the bottom row: the keys that work now, and at its right end the
// place in what is shown.
func (a *App) viewFooter() styles.Line {
	place := a.place()
	w := a.width - place.Width()
	keep := 2
	if a.width >= paletteHint && a.detail == nil {
		keep = 3
	}
	return styles.Join(hintLine(a.hints(), keep, w).Pad(w), place)
}

// place says where in a list or a text the screen is, when not all of it fits.
func (a *App) place() styles.Line {
	h := a.bodyHeight()
	l := a.list()
	from, to := l.span(a.listHeight())
	switch {
	case a.asking != nil:
		return ofLines(a.asking.top, h, len(a.askLines(a.width)))
	case a.palette != nil:
		return words(styles.RoleMuted, fmt.Sprintf(" %d of %d ", len(a.palette.fits), len(a.palette.entries)))
	case !a.loaded, a.prompting():
	case a.help:
		return ofLines(a.helpTop, h, len(a.viewHelp(a.width)))
	case a.check != nil:
		return ofLines(a.check.top, a.checkRoom(), len(a.checkLines(a.width)))
	case a.detail != nil:
		return ofLines(a.detail.top, h, len(a.detail.lines))
	case to-from < len(l.rows):
		return words(styles.RoleMuted, fmt.Sprintf(" %d/%d ", l.at+1, len(l.rows)))
	}
	return nil
}

func ofLines(top, h, all int) styles.Line {
	if all <= h {
		return nil
	}
	return words(styles.RoleMuted, fmt.Sprintf(" line %d/%d ", min(all, top+h), all))
}

// hint is a key and what it does, for the bottom row.
type hint struct{ key, does string }

// hintLine shows the hints that fit into w cells. The last ones stay longest, as
// many as keep says: they are how to leave, and how to get help.
func hintLine(hints []hint, keep, w int) styles.Line {
	for {
		var l styles.Line
		for _, h := range hints {
			l = styles.Join(l, styles.Line{
				span(styles.RolePlain, " "), span(styles.RoleKey, h.key), span(styles.RoleMuted, " "+h.does+" "),
			})
		}
		drop := len(hints) - keep - 1
		if l.Width() <= w || drop < 0 {
			return l
		}
		hints = append(hints[:drop:drop], hints[drop+1:]...)
	}
}

// hints are the keys that work right now.
func (a *App) hints() []hint {
	switch {
	case a.help && a.helpBottom() > 0:
		return []hint{{a.keys.moving(), "move"}, {"esc", "close"}}
	case a.help:
		return []hint{{"esc", "close"}}
	case a.asking != nil && a.asking.seen < len(a.askLines(a.width)):
		return []hint{{keyOf(a.keys.pageDown), "read the rest"}, {"esc", "leave it"}}
	case a.asking != nil:
		return []hint{{"y", "run it"}, {"esc", "leave it"}}
	case a.palette != nil:
		return a.paletteHints()
	case a.snoozing != nil && a.snoozing.typing:
		return []hint{{"enter", "snooze"}, {"esc", "leave it"}}
	case a.snoozing != nil:
		return []hint{{"1 2 3", "choose"}, {"esc", "leave it"}}
	case a.message != nil:
		return []hint{{"enter", "keep it"}, {"esc", "leave it"}}
	case a.check != nil:
		return []hint{{"↑↓", "strategy"}, {"tab", "take a tag"}, {"enter", "open the first"}, {"esc", "close"}}
	case a.filtering:
		return []hint{{"enter", "keep it"}, {"esc", "show all"}}
	}
	var hints []hint
	for _, act := range slices.Concat(a.actionsOf(decideGroup), a.actionsOf("")) {
		here := act.where == "" || act.where == a.pages[a.page].title
		if act.footer && here && act.refuse(a) == "" {
			hints = append(hints, hint{act.binding(a.bound()).Help().Key, cmp.Or(act.short, act.does(a))})
		}
	}
	return a.wakeFirst(hints)
}

// wakeFirst puts the key that wakes a row ahead of the others, where the row rests.
func (a *App) wakeFirst(hints []hint) []hint {
	ref, _ := a.subject()
	if _, rests := a.board.resting(ref); !rests {
		return hints
	}
	wakes := func(h hint) bool { return h.key == a.keys.snooze.Help().Key }
	if i := slices.IndexFunc(hints, wakes); i > 0 {
		wake := hints[i]
		return slices.Insert(slices.Delete(hints, i, i+1), 0, wake)
	}
	return hints
}

// actionsOf gives the actions of one group, or with "" all that are not for deciding:
// what can be decided on the row under the cursor is named first.
func (a *App) actionsOf(group string) []action {
	return slices.DeleteFunc(a.actions(), func(act action) bool {
		if group == "" {
			return act.group == decideGroup
		}
		return act.group != group
	})
}
