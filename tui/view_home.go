package tui

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/styles"
)

// The heights at which Home's plan block changes its shape, and the rows that its
// list keeps in any case.
const (
	fullBlockHeight    = 32
	compactBlockHeight = 18
	homeListHeight     = 4
	// smallBlock is the most rows of the block in its smallest shape.
	smallBlock = 2
)

// maxFold is the most rows that one value of the plan block takes.
const maxFold = 2

// viewHeaded shows the open page's list below its head.
func (a *App) viewHeaded(h int) []styles.Line {
	return append(a.head(h), a.viewPage(a.listHeight())...)
}

// listHeight is the rows that the open page's list has.
func (a *App) listHeight() int {
	h := a.bodyHeight()
	return max(1, h-len(a.head(h)))
}

// head is what stands above the open page's list in a body of h rows.
func (a *App) head(h int) []styles.Line {
	seen := a.viewHead()
	switch {
	case a.page == homePage:
		return append(a.homeHead(h-len(seen)), seen...)
	case a.pages[a.page].title == journalTitle:
		return append(a.journalHead(h-len(seen)), seen...)
	case a.pages[a.page].title == orphansTitle:
		return append(a.orphansHead(h-len(seen)), seen...)
	}
	return seen
}

// homeHead is what stands above Home's list.
func (a *App) homeHead(h int) []styles.Line {
	var head []styles.Line
	if len(a.board.snapshot.Interrupted) > 0 {
		head = append(head, words(styles.RoleWarn, " A decision was cut off; the next one finishes it."))
	}
	head = append(append(head, a.pinDroppedLines()...), a.messageHead(h)...)
	// On a low screen only the first of these has room: the list has to keep some rows.
	head = head[:min(len(head), max(1, h-smallBlock-homeListHeight))]
	if a.board.resume.Plan == nil {
		return append(append(head, a.noPlanLines()...), nil)
	}
	room := h - len(head) - homeListHeight
	block := a.planBlock(h, false)
	if len(block) > room {
		block = a.planBlock(h, true)
	}
	if len(block) > room {
		block = a.badgedPlan(smallDashboard(a.th, *a.board.resume.Plan))
	}
	return append(head, block...)
}

// badgedPlan puts the badge of the plan to resume in front of its id.
func (a *App) badgedPlan(block []styles.Line) []styles.Line {
	p := *a.board.resume.Plan
	news, id := badge(a.board.news[p.Ref()].Kind), a.th.Label(p.ID).String()
	if news.Text.Width() == 0 {
		return block
	}
	for i, l := range block {
		for at, s := range l {
			if s.Role == styles.RoleTitle && s.Text.String() == id {
				block[i] = styles.Join(l[:at], styles.Line{news}, l[at:])
				return block
			}
		}
	}
	return block
}

func (a *App) noPlanLines() []styles.Line {
	if a.board.snapshot.Strange {
		return a.strangeLines()
	}
	lines := []styles.Line{words(styles.RoleTitle, " No active plans found")}
	if !a.board.snapshot.HasPlansFolder {
		lines = append(lines, words(styles.RoleMuted, " This vault has no plans folder."))
	}
	return lines
}

// strangeLines say of a folder without any source what was looked for, and what
// lies there instead.
func (a *App) strangeLines() []styles.Line {
	w := max(1, a.width-1)
	lines := sentence(styles.RoleWarn, "Nothing here is what a vault has; is it the right folder?", w)
	if names := a.board.snapshot.Instead; len(names) > 0 {
		lines = append(lines, wrapped(a.th.Label("Here lies: "+strings.Join(names, ", ")), styles.RolePlain, w)...)
	}
	lines = append(lines, sentence(styles.RoleMuted, "Looked for: "+model.LookedFor, w)...)
	for i := range lines {
		lines[i] = styles.Join(words(styles.RolePlain, " "), lines[i])
	}
	return lines
}

// planBlock is the block of the plan to resume for a body of h rows; bare leaves its
// rules and its empty lines out.
func (a *App) planBlock(h int, bare bool) []styles.Line {
	plan, now := *a.board.resume.Plan, a.board.snapshot.At
	var block []styles.Line
	switch {
	case h < compactBlockHeight:
		return a.badgedPlan(smallDashboard(a.th, plan))
	case bare:
		block = slices.DeleteFunc(compactDashboard(a.th, plan, now), func(l styles.Line) bool { return l[0].Role == styles.RoleFrame })
	case h < fullBlockHeight:
		block = compactDashboard(a.th, plan, now)
	default:
		block = Dashboard(a.th, plan, now)
	}
	block = folded(a.badgedPlan(append(block, a.chosenLine())), a.blockColumn())
	if a.width >= splitWidth {
		block = append(a.besideBlock(block), nil)
	}
	return block
}

// blockColumn is the cells for the plan block.
func (a *App) blockColumn() int {
	if a.width >= splitWidth {
		return blockWidth + 2
	}
	return a.width
}

// folded breaks the block's long values; the rest of a value stands under its
// beginning.
func folded(lines []styles.Line, w int) []styles.Line {
	var out []styles.Line
	for _, l := range lines {
		if len(l) != 2 || l.Width() <= w || l[0].Text.Width() >= w {
			out = append(out, l.Fit(w))
			continue
		}
		lead, room := l[0], w-l[0].Text.Width()
		parts := wrapped(l[1].Text, l[1].Role, room)
		if len(parts) > maxFold {
			parts = append(parts[:maxFold-1], styles.Join(parts[maxFold-1:]...).Fit(room))
		}
		out = append(out, prefixed(parts, lead.Text.String(), lead.Role)...)
	}
	return out
}

func (a *App) chosenLine() styles.Line {
	because := a.th.Label(a.board.resume.Because + OlderWords(*a.board.resume.Plan))
	return styles.Line{span(styles.RoleMuted, "Chosen because "), {Text: because, Role: styles.RoleMuted}}
}

// besideBlock fills the room to the right of the block with the other open plans
// and the newest lines of the reasoning log.
func (a *App) besideBlock(block []styles.Line) []styles.Line {
	w := a.width - blockWidth - 2 - gutterWidth
	right := append(a.otherPlans(w, len(block)/2), nil, words(styles.RoleHeading, "Last in its log"))
	if len(a.board.resume.Plan.Log) == 0 {
		right = append(right, words(styles.RoleMuted, "nothing yet"))
	}
	right = append(right, a.logLines(*a.board.resume.Plan, w, len(block)-len(right))...)
	return columns(a.th, block, right, blockWidth+2, len(block))
}

// otherPlans lists the open plans that were not chosen, in at most h rows.
func (a *App) otherPlans(w, h int) []styles.Line {
	lines := []styles.Line{words(styles.RoleHeading, "Other open plans")}
	others := a.board.resume.RunnersUp
	if len(others) == 0 {
		return append(lines, words(styles.RoleMuted, "none"))
	}
	for i, up := range others {
		if len(lines) == h-1 && i < len(others)-1 {
			return append(lines, words(styles.RoleMuted, fmt.Sprintf("and %d more", len(others)-i)))
		}
		mark := planMark(up.Plan.Status.State)
		lines = append(lines, styles.Line{
			{Text: a.th.MarkSymbol(mark), Role: a.th.MarkRole(mark)},
			span(styles.RolePlain, " "), {Text: a.th.Label(up.Plan.ID), Role: styles.RoleTitle},
			span(styles.RoleMuted, " "), {Text: a.th.Brief(up.Plan.Heading()+" ("+up.Behind+OlderWords(*up.Plan)+")", w), Role: styles.RoleMuted},
		}.Fit(w))
	}
	return lines
}
