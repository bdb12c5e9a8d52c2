package tui

import "coldstart/styles"

// The heights at which Home's plan block changes its shape.
const (
	fullBlockHeight    = 32
	compactBlockHeight = 18
)

// viewHome shows what will be resumed and then what needs a human.
func (a *App) viewHome(h int) []styles.Line {
	head, rest := a.homeHead(h), a.listHeight()
	if a.width >= splitWidth {
		return append(head, a.viewSplit(rest)...)
	}
	return append(head, a.viewList(a.width, rest)...)
}

// listHeight is the rows that the open page's list has.
func (a *App) listHeight() int {
	h := a.bodyHeight()
	if a.page == homePage {
		h = max(1, h-len(a.homeHead(h)))
	}
	return h
}

func (a *App) homeHead(h int) []styles.Line {
	r := a.snapshot.Resume()
	var head []styles.Line
	if n := len(a.snapshot.Interrupted); n > 0 {
		head = append(head, words(styles.RoleWarn, " A decision was cut off; the next one finishes it."))
	}
	if r.Plan == nil {
		head = append(head, words(styles.RoleTitle, " No active plans found"))
		if !a.snapshot.HasPlansFolder {
			head = append(head, words(styles.RoleMuted, " This vault has no plans folder."))
		}
		return append(head, nil)
	}
	switch {
	case h < compactBlockHeight:
		return append(head, smallDashboard(a.th, *r.Plan)...)
	case h < fullBlockHeight:
		head = append(head, compactDashboard(a.th, *r.Plan, a.snapshot.At)...)
	default:
		head = append(head, Dashboard(a.th, *r.Plan, a.snapshot.At)...)
	}
	head = folded(head, a.headWidth())
	head = append(head, a.chosenLine())
	if a.width >= splitWidth {
		head = append(a.besideBlock(head), nil)
	}
	return head
}

// headWidth is the room for the plan block.
func (a *App) headWidth() int {
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
			out = append(out, l)
			continue
		}
		lead := l[0]
		for i, part := range wrapped(l[1].Text, l[1].Role, w-lead.Text.Width()) {
			if i > 0 {
				lead = styles.Span{Text: styles.Plain("").Pad(lead.Text.Width())}
			}
			out = append(out, styles.Join(styles.Line{lead}, part))
		}
	}
	return out
}

func (a *App) chosenLine() styles.Line {
	r := a.snapshot.Resume()
	return styles.Line{span(styles.RoleMuted, "Chosen because "), {Text: a.th.Label(r.Because), Role: styles.RoleMuted}}.Fit(a.headWidth())
}

// besideBlock fills the room to the right of the block with the other open plans
// and the newest lines of the reasoning log.
func (a *App) besideBlock(head []styles.Line) []styles.Line {
	r := a.snapshot.Resume()
	w := a.width - blockWidth - 4
	right := []styles.Line{words(styles.RoleHeading, "Other open plans")}
	for _, up := range r.RunnersUp {
		mark := planMark(up.Plan.Status.State)
		right = append(right, styles.Line{
			{Text: a.th.MarkSymbol(mark), Role: a.th.MarkRole(mark)},
			span(styles.RolePlain, " "), {Text: a.th.Label(up.Plan.ID), Role: styles.RoleTitle},
			span(styles.RoleMuted, " "), {Text: a.th.Label(up.Behind + ". " + up.Plan.Objective), Role: styles.RoleMuted},
		}.Fit(w))
	}
	if len(r.RunnersUp) == 0 {
		right = append(right, words(styles.RoleMuted, "none"))
	}
	right = append(right, nil, words(styles.RoleHeading, "Last in its log"))
	for i := len(r.Plan.Log) - 1; i >= 0 && len(right) < len(head); i-- {
		e := r.Plan.Log[i]
		right = append(right, styles.Line{
			{Text: rightAligned(age(a.snapshot.At, e.At.Time), ageWidth), Role: styles.RoleMuted}, span(styles.RolePlain, "  "),
			{Text: a.th.Label(e.What), Role: styles.RolePlain}, span(styles.RoleMuted, " "),
			{Text: a.th.Label(e.Why), Role: styles.RoleMuted},
		}.Fit(w))
	}
	return columns(a.th, head, right, blockWidth+2, len(head))
}
