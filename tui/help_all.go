package tui

import (
	"cmp"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

const helpColumns = 76

// allKeys lists every key, with the reason for each that does nothing now.
func (a *App) allKeys(w int) []styles.Line {
	if w < helpColumns {
		left, right := a.helpLeft(w), a.helpRight(w)
		return append(append(left, nil), right...)
	}
	half := w/2 - 1
	left, right := a.helpLeft(half), a.helpRight(w-half-draw.ColumnGap)
	return draw.Columns(a.th, left, right, half, max(len(left), len(right)))
}

func (a *App) helpLeft(w int) []styles.Line {
	lines := append(a.helpGroup("Move", w), nil)
	lines = append(append(lines, a.helpGroup("Pages", w)...), nil)
	lines = append(append(lines, a.helpGroup("Find", w)...), nil)
	lines = append(append(lines, a.helpGroup(firstGroup, w)...), nil)
	return append(lines, a.legend(w)...)
}

func (a *App) helpRight(w int) []styles.Line {
	lines := append(a.helpGroup(decideGroup, w), nil, draw.Words(styles.RoleHeading, " While deciding"))
	for _, h := range confirm.DialogKeys(a.keys) {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)...)
	}
	lines = append(append(lines, nil), a.freshnessHelp(w)...)
	if len(a.outside.own) > 0 {
		lines = append(append(lines, nil), a.helpGroup(ownGroup, w)...)
	}
	lines = append(append(lines, nil), a.helpGroup("Program", w)...)
	return append(lines, a.mouseHelp(w)...)
}

// freshnessHelp explains the words at the top right.
func (a *App) freshnessHelp(w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleHeading, " At the top right")}
	for _, h := range []draw.Hint{
		{Key: "live", Does: "the screen follows the disk"},
		{Key: "polling", Does: "this file system reports no changes; files are checked every few seconds"},
		{Key: "as of", Does: "a snapshot; " + keys.Of(a.keys[keys.Reload]) + " reloads"},
		{Key: "stale", Does: "the vault is unreadable; decisions are off"},
	} {
		lines = append(lines, draw.HelpLine(h, styles.RoleTitle, styles.RolePlain, w)...)
	}
	return lines
}

// legend explains the marks of rows.
func (a *App) legend(w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleHeading, " Marks")}
	for _, m := range []struct {
		mark styles.Mark
		says string
	}{
		{styles.MarkRequest, "decide"},
		{styles.MarkHuman, "do it yourself, or it waits for you"},
		{styles.MarkWarn, "careful"},
		{styles.MarkProblem, "failed, broken"},
		{styles.MarkCutOff, "cut off"},
		{styles.MarkGivenUp, "given up"},
		{styles.MarkPartial, "in part, or your turn"},
		{styles.MarkActive, "running"},
		{styles.MarkDraft, "not begun"},
		{styles.MarkDone, "done"},
		{styles.MarkMemory, "lesson"},
		{styles.MarkNote, "noted"},
		{styles.MarkUnknown, "gone, or in an unknown state"},
	} {
		h := draw.Hint{Key: a.th.MarkSymbol(m.mark).String(), Does: m.says}
		lines = append(lines, draw.HelpLine(h, a.th.MarkRole(m.mark), styles.RolePlain, w)...)
	}
	return append(lines, badgeHelp(w)...)
}

func badgeHelp(w int) []styles.Line {
	var lines []styles.Line
	for _, kind := range []model.NewsKind{model.NewsNew, model.NewsChanged, model.NewsGone} {
		says := map[model.NewsKind]string{
			model.NewsNew:     "new since you last looked",
			model.NewsChanged: "changed or moved since; open it for the difference",
			model.NewsGone:    "gone since you last looked",
		}[kind]
		lines = append(lines, draw.HelpLine(draw.Hint{Key: kind.String(), Does: says}, list.Badge(kind).Role, styles.RolePlain, w)...)
	}
	return lines
}

func (a *App) helpGroup(group string, w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleHeading, " "+group)}
	if group == "Pages" {
		lines = append(lines, a.helpPages(w)...)
	}
	for _, act := range a.actions() {
		if act.group != group {
			continue
		}
		h := draw.Hint{Key: cmp.Or(a.bound(act).Help().Key, a.keys[keys.Palette].Help().Key), Does: a.called(act)}
		reason := a.refuse(act)
		if reason == "" {
			lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)...)
			continue
		}
		not := draw.Hint{Key: h.Key, Does: h.Does + " (not now: " + reason + ")"}
		lines = append(lines, draw.HelpLine(not, styles.RoleMuted, styles.RoleMuted, w)...)
	}
	return lines
}

func (a *App) helpPages(w int) []styles.Line {
	var names []string
	for _, p := range a.pages {
		names = append(names, p.Key+" "+p.Title)
	}
	return draw.HelpLine(draw.Hint{Key: "number", Does: strings.Join(names, ", ")}, styles.RoleKey, styles.RolePlain, w)
}
