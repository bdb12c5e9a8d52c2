package tui

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/styles"
)

// The sizes at which the layout changes, in cells.
const (
	minWidth, minHeight = 40, 10
	// splitWidth is where lists get a preview beside them.
	splitWidth = 100
	// frameRows are header, tabs, status line and hints.
	frameRows = 4
)

// View draws the whole screen: exactly height rows of exactly width cells.
func (a *App) View() string {
	if a.width <= 0 || a.height <= 0 {
		return ""
	}
	lines := a.lines()
	rows := make([]string, a.height)
	for i := range rows {
		var l styles.Line
		if i < len(lines) {
			l = lines[i]
		}
		rows[i] = a.th.Render(l, a.width)
	}
	return strings.Join(rows, "\n")
}

func (a *App) lines() []styles.Line {
	switch {
	case a.width < minWidth || a.height < minHeight:
		return a.viewSmall()
	case a.dialog != nil:
		return a.viewDialog()
	}
	lines := []styles.Line{a.viewHeader(), a.viewTabs()}
	h := a.bodyHeight()
	body := a.viewBody(h)
	for i := range h {
		var l styles.Line
		if i < len(body) {
			l = body[i]
		}
		lines = append(lines, l)
	}
	return append(lines, a.viewStatus(), hintLine(a.hints()))
}

func (a *App) bodyHeight() int { return max(1, a.height-frameRows) }

// viewSmall is the one sentence that fits a screen too small for anything else.
func (a *App) viewSmall() []styles.Line {
	text := fmt.Sprintf("%d need you; make the window larger (%d×%d at least), or q to quit.",
		len(a.snapshot.NeedsYou()), minWidth, minHeight)
	return between(sentence(styles.RolePlain, text, max(1, a.width)), 0, a.height)
}

func (a *App) viewHeader() styles.Line {
	left := styles.Line{
		span(styles.RoleAccent, " coldstart "), {Text: a.th.Label(a.snapshot.Name), Role: styles.RoleTitle},
	}
	if a.title != "" {
		left = styles.Join(left, words(styles.RoleMuted, " "+a.title))
	}
	right := a.headerRight()
	return styles.Join(left.Pad(max(0, a.width-right.Width()-1)), right)
}

func (a *App) headerRight() styles.Line {
	var l styles.Line
	if a.snapshot.ReadOnly != "" {
		l = words(styles.RoleWarn, "read-only ")
	}
	switch {
	case !a.loaded:
		return styles.Join(l, words(styles.RoleMuted, "reading…"))
	case a.loadErr != nil:
		return styles.Join(l, words(styles.RoleBad, "stale, as of "+a.snapshot.At.Format("15:04")))
	}
	return styles.Join(l, words(styles.RoleMuted, "as of "+a.snapshot.At.Format("15:04")))
}

// viewTabs names the pages and what needs a human on each. Where the names do not
// fit, only the open page has one.
func (a *App) viewTabs() styles.Line {
	if l := a.tabs(true); l.Width() <= a.width {
		return l
	}
	return a.tabs(false)
}

func (a *App) tabs(named bool) styles.Line {
	var l styles.Line
	for i, p := range a.pages {
		name := p.key
		if named || i == a.page {
			name += " " + p.title
		}
		if n := p.needs(a.snapshot); n > 0 {
			name += fmt.Sprintf(" (%d)", n)
		}
		if i == a.page {
			l = styles.Join(l, words(styles.RoleTabActive, "["+name+"]"))
		} else {
			l = styles.Join(l, words(styles.RoleTab, " "+name+" "))
		}
	}
	return l
}

func (a *App) viewStatus() styles.Line {
	switch {
	case a.toast.text != "":
		return styles.Join(words(a.toast.role, " "), styles.Line{{Text: a.th.Label(a.toast.text), Role: a.toast.role}}).Fit(a.width)
	case a.writing:
		return words(styles.RoleWarn, " Writing…")
	case a.dialog == nil && a.snapshot.ReadOnly != "":
		return words(styles.RoleWarn, " Read-only: "+a.snapshot.ReadOnly+". Nothing can be decided.").Fit(a.width)
	}
	return nil
}

func (a *App) viewBody(h int) []styles.Line {
	switch {
	case a.help:
		return between(a.viewHelp(a.width), a.helpTop, h)
	case !a.loaded && a.loadErr != nil:
		return wrapped(a.th.Label("Could not read the vault: "+a.loadErr.Error()), styles.RoleBad, a.width)
	case !a.loaded:
		return []styles.Line{nil, words(styles.RoleMuted, " Reading the vault…")}
	case a.detail != nil:
		return between(a.detailLines(a.width), a.detail.top, h)
	case a.page == homePage:
		return a.viewHome(h)
	case a.width >= splitWidth:
		return a.viewSplit(h)
	}
	return a.viewList(a.width, h)
}

// viewSplit sets the list and the thing under its cursor side by side.
func (a *App) viewSplit(h int) []styles.Line {
	left := a.width * 45 / 100
	return columns(a.th, a.viewList(left, h), a.viewPreview(a.width-left-2, h), left, h)
}

func (a *App) viewPreview(w, h int) []styles.Line {
	r, ok := a.list().current()
	if !ok {
		return nil
	}
	lines := factLines(a.th, refFacts(a.snapshot, r.ref), w)
	if doc, ok := a.docs[r.ref]; ok && r.ref.Kind != model.KindProblem {
		lines = append(lines, nil)
		lines = append(lines, markdownLines(a.th, doc.Bytes, w)...)
	} else if ok {
		lines = append(lines, nil)
		lines = append(lines, sourceLines(a.th, doc.Bytes, w)...)
	}
	return between(lines, 0, h)
}
