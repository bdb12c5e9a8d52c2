package tui

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/styles"
)

// trendHeight is the rows of a body from which there is room for trends above a list.
const trendHeight = 12

// orphansHead is how many sessions began lately, and how many of these never ended. The
// weeks are shown where they tell of more than the days.
func (a *App) orphansHead(h int) []styles.Line {
	b := a.board
	inDays, _ := b.days.Total()
	inWeeks, _ := b.weeks.Total()
	if h < trendHeight || inWeeks == 0 {
		return nil
	}
	lines := []styles.Line{a.trendLine(b.days, "days")}
	if inWeeks > inDays {
		lines = append(lines, a.trendLine(b.weeks, "weeks"))
	}
	return append(lines, nil)
}

// trendLine says one trend in words, and draws it where there is room.
func (a *App) trendLine(t model.Trend, unit string) styles.Line {
	started, orphans := t.Total()
	lead := fmt.Sprintf(" %d %s: ", len(t.Started), unit)
	all, open := model.Counted(started, "session"), model.Counted(orphans, "orphan")
	most := slices.Max(t.Started)
	drawn := styles.Line{
		span(styles.RoleMuted, lead), span(styles.RolePlain, all+" "), {Text: a.th.Sparkline(t.Started, most), Role: styles.RoleAccent},
		span(styles.RolePlain, ", "+open+" "), {Text: a.th.Sparkline(t.Orphans, most), Role: styles.RoleWarn},
	}
	if drawn.Width() <= a.width {
		return drawn
	}
	return styles.Line{span(styles.RoleMuted, lead), span(styles.RolePlain, all+", "+open)}
}

// logLines are the newest entries of a plan's log, in at most h rows of w cells, with
// what was silent for a day or more between them.
func (a *App) logLines(p model.Plan, w, h int) []styles.Line {
	now := a.board.snapshot.At
	var lines []styles.Line
	for i := len(p.Log) - 1; i >= 0 && len(lines) < h; i-- {
		if quiet := silenceWords(p, i, a.board.snapshot); quiet != "" {
			lines = append(lines, words(styles.RoleMuted, "         "+quiet).Fit(w))
		}
		e := p.Log[i]
		lines = append(lines, styles.Line{
			{Text: rightAligned(age(now, e.At.Time), ageWidth), Role: styles.RoleMuted}, span(styles.RolePlain, "  "),
			{Text: a.th.Brief(e.What, w), Role: styles.RolePlain}, span(styles.RoleMuted, " "),
			{Text: a.th.Brief(e.Why, w), Role: styles.RoleMuted},
		}.Fit(w))
	}
	return between(lines, 0, h)
}

// silenceWords name the time without an entry behind one, "" where it was short.
func silenceWords(p model.Plan, i int, s model.Snapshot) string {
	quiet := p.SilenceAfter(i, s.At)
	switch {
	case quiet == 0:
		return ""
	case i == len(p.Log)-1:
		return styles.Ago(quiet) + " silence until now"
	}
	return styles.Ago(quiet) + " silence"
}

// newestEntries is how many entries of its log stand above the text of a plan, which has
// all of them, one row each.
const newestEntries = 5

// logSection is the newest part of a plan's log, with both kinds of time, where it was
// silent: the text below does not tell that by itself.
func (b *board) logSection(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	p, ok := b.about(ref).Plan(ref.Path)
	if !ok || ref.Kind != model.KindPlan {
		return nil
	}
	heading := "Its log, newest first"
	if n := len(p.Log); n > newestEntries {
		heading += fmt.Sprintf(": %d of %d, all of them below", newestEntries, n)
	}
	lines, silent := []styles.Line{section(th, heading, w)}, false
	room := max(1, w-labelWidth)
	for i := len(p.Log) - 1; i >= max(0, len(p.Log)-newestEntries); i-- {
		if quiet := silenceWords(p, i, b.snapshot); quiet != "" {
			silent = true
			lines = append(lines, words(styles.RoleMuted, strings.Repeat(" ", labelWidth)+quiet).Fit(w))
		}
		e := p.Log[i]
		lines = append(lines, styles.Line{
			{Text: rightAligned(age(b.snapshot.At, e.At.Time), labelWidth-2).Pad(labelWidth), Role: styles.RoleMuted},
			{Text: th.Brief(strings.Join(notEmpty(e.At.Raw, logWords(e)), " "), room), Role: styles.RolePlain},
		})
	}
	if !silent {
		return nil
	}
	return append(lines, nil)
}

// logWords are what an entry says, and who says so.
func logWords(e model.LogEntry) string {
	says := strings.Join(notEmpty(e.What, e.Why), " — ")
	if e.Actor == "" {
		return says
	}
	return e.Actor + ": " + says
}
