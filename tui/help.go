package tui

import (
	"cmp"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
)

// helpColumns is the width from which help is set in two columns.
const helpColumns = 76

// viewHelp lists every key: what works now, and for what does not, why.
func (a *App) viewHelp(w int) []styles.Line {
	if w < helpColumns {
		left, right := a.helpLeft(w), a.helpRight(w)
		return append(append(left, nil), right...)
	}
	half := w/2 - 1
	left, right := a.helpLeft(half), a.helpRight(w-half-2)
	return draw.Columns(a.th, left, right, half, max(len(left), len(right)))
}

func (a *App) helpLeft(w int) []styles.Line {
	lines := append(a.helpGroup("Move", w), nil)
	lines = append(append(lines, a.helpGroup("Pages", w)...), nil)
	lines = append(append(lines, a.helpGroup("Find", w)...), nil)
	return append(lines, a.legend(w)...)
}

func (a *App) helpRight(w int) []styles.Line {
	lines := append(a.helpGroup(decideGroup, w), nil, draw.Words(styles.RoleHeading, " While deciding"))
	for _, h := range overlay.DialogKeys(a.keys) {
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
		{Key: "live", Does: "the screen follows the disk by itself"},
		{Key: "polling", Does: "the system tells of no changes here; files are looked at every few seconds"},
		{Key: "as of", Does: "one moment is shown; " + keys.Of(a.keys.Reload) + " shows the next"},
		{Key: "stale", Does: "it could not be read again; nothing can be decided"},
	} {
		lines = append(lines, draw.HelpLine(h, styles.RoleTitle, styles.RolePlain, w)...)
	}
	return lines
}

// legend explains the marks in front of rows; the numbers behind the pages count
// what needs a human.
func (a *App) legend(w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleHeading, " Marks")}
	for _, m := range []struct {
		mark styles.Mark
		says string
	}{
		{styles.MarkHuman, "work waits for something you have to do"},
		{styles.MarkBlocked, "blocked work, and the request it waits for"},
		{styles.MarkWarn, "urgent or doubtful: expires, hides characters, is stuck or stale"},
		{styles.MarkRequest, "a request or a proposal that nothing waits for yet"},
		{styles.MarkOrphan, "a session that never ended"},
		{styles.MarkTrace, "a workflow that was cut off"},
		{styles.MarkProblem, "broken, failed or abandoned"},
		{styles.MarkPartial, "some of it worked"},
		{styles.MarkNote, "noted in a journal"},
		{styles.MarkMemory, "who an agent is"},
		{styles.MarkUnread, "waits for triage"},
		{styles.MarkActive, "going on"},
		{styles.MarkDraft, "not begun, not confirmed, declined, or waiting for the agent"},
		{styles.MarkDone, "finished or confirmed"},
		{styles.MarkUnknown, "gone, or in a state that is not known"},
	} {
		h := draw.Hint{Key: a.th.MarkSymbol(m.mark).String(), Does: m.says}
		lines = append(lines, draw.HelpLine(h, a.th.MarkRole(m.mark), styles.RolePlain, w)...)
	}
	return append(lines, badgeHelp(w)...)
}

// badgeHelp explains the badges in front of rows.
func badgeHelp(w int) []styles.Line {
	var lines []styles.Line
	for _, kind := range []model.NewsKind{model.NewsNew, model.NewsChanged, model.NewsGone} {
		says := map[model.NewsKind]string{
			model.NewsNew:     "came since you last left this screen",
			model.NewsChanged: "changed or moved since; open it for the difference",
			model.NewsGone:    "was there then and is not now",
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
		h := draw.Hint{Key: cmp.Or(act.binding(a.bound()).Help().Key, a.keys.Palette.Help().Key), Does: act.does(a)}
		reason := act.refuse(a)
		if reason == "" {
			lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)...)
			continue
		}
		not := draw.Hint{Key: h.Key, Does: h.Does + " (not now: " + reason + ")"}
		lines = append(lines, draw.HelpLine(not, styles.RoleMuted, styles.RoleMuted, w)...)
	}
	return lines
}

// helpPages lists the keys of the pages.
func (a *App) helpPages(w int) []styles.Line {
	var names []string
	for _, p := range a.pages {
		names = append(names, p.Key+" "+p.Title)
	}
	return draw.HelpLine(draw.Hint{Key: "number", Does: strings.Join(names, ", ")}, styles.RoleKey, styles.RolePlain, w)
}
