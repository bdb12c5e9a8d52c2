package tui

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/thread"
)

// viewPage draws the list, and a preview beside it where there is room.
func (a *App) viewPage(h int) []styles.Line {
	var beside []styles.Line
	if d := a.glimpse(); d != nil {
		beside = d.lines[min(d.Top, max(0, len(d.lines)-a.previewRows(h))):]
	}
	foot := a.foot()
	h -= len(foot)
	switch rows := h - a.stripRows(); {
	case len(a.list().Rows) == 0, a.width < splitWidth && rows == h:
		return append(a.viewList(a.width, h), foot...)
	case rows < h && foot != nil:
		return append(append(draw.Tall(append(a.viewList(a.width, rows), foot...), rows+len(foot)), styles.Join(draw.Edge(), thread.Ahead(a.th, draw.Inside(a.width)))), beside...)
	case rows < h:
		line := styles.Join(draw.Edge(), thread.Ahead(a.th, draw.Inside(a.width)))
		return append(append(draw.Tall(a.viewList(a.width, rows), rows), line), beside...)
	}
	top := a.listHead()
	left := slices.Concat(top, a.viewList(a.listWidth(), h-len(top)), foot)
	return draw.Columns(a.th, left, beside, a.listWidth(), h+len(foot), a.part(h-len(top)))
}

// isForeign reports the pages of an ordinary repository.
func (a *App) isForeign() bool { return a.board.Foreign && a.all == nil }

// isLost reports a repository with files of known names, of which none says where to continue.
func (a *App) isLost() bool { return a.isForeign() && len(a.board.NotUnderstood()) > 0 }

// lostLines say that nothing says where to continue.
func (a *App) lostLines() []styles.Line {
	const says = "Nothing here says where to continue."
	if !a.roomy() || a.width < roomWidth {
		return []styles.Line{styles.Join(draw.Edge(), draw.Words(styles.RoleTitle, says))}
	}
	words := "1 file looks like an agent’s notes, but in no format that coldstart knows."
	if n := len(a.board.NotUnderstood()); n > 1 {
		words = fmt.Sprintf("%d files look like an agent’s notes, but in no format that coldstart knows.", n)
	}
	lines := slices.DeleteFunc(a.nothing(says, a.width), func(l styles.Line) bool { return len(l) == 0 })
	return append(lines, draw.Indented(draw.Sentence(styles.RoleMuted, words, draw.Inside(a.width)))...)
}

// foot is what stands below the list on Home of an ordinary repository.
func (a *App) foot() []styles.Line {
	if !a.isForeign() || a.tabs.at != board.HomePage || a.detail != nil || a.narrowed() || a.height < carefulHeight {
		return nil
	}
	f := board.Foot{Git: a.git}
	if r, ok := a.list().Current(); ok && r.Ref.Kind == model.KindOther && a.width < splitWidth {
		f.Of, f.Begins = r.Ref.Path, a.board.Snapshot.Begin(r.Ref)
	}
	t, p := a.ember()
	if f.Command = t.Resume(a.board.Snapshot.At); f.Command != "" && canContinue(a) == "" {
		f.Copies = a.keyDoes(keys.Continue, "starts or copies it")
	}
	if p != nil {
		f.Other = p.Reading.Command
	}
	if f.Command == "" && f.Other != "" {
		f.Command, f.Other, f.Copies = f.Other, "", a.copiesPlan()
	}
	h := a.height
	if a.stripRows() > 0 {
		h = min(h, stripHeight-1)
	}
	lines := f.Lines(a.th, a.board.Snapshot.At, a.listWidth(), h)
	if len(lines) == 0 {
		return nil
	}
	return append([]styles.Line{nil}, lines...)
}

// part is what h rows have of the list.
func (a *App) part(h int) draw.Part {
	from, to := a.list().Span(h)
	return draw.Part{From: from, To: to, All: len(a.list().Rows)}
}

// The least height with a strip below the list, and its rows below a line.
const stripHeight, stripLines = 28, 5

// stripRows are the rows of the preview below the list, where there is no room beside it. A session has one in
// which it says what it asks, and a memory those with its evidence.
func (a *App) stripRows() int {
	if a.width >= draw.FullWidth && a.width < draw.RoomyWidth && a.height >= 24 && a.all == nil {
		switch {
		case a.onSessions():
			return 2
		case a.pages[a.tabs.at].Title == board.MemoryTitle:
			return 1 + stripLines
		}
	}
	if a.width < draw.RoomyWidth || a.width >= splitWidth || a.height < stripHeight || a.onProblems() {
		return 0
	}
	return 1 + stripLines
}

// previewRows are the rows of the preview in a body of h rows.
func (a *App) previewRows(h int) int {
	if strip := a.stripRows(); strip > 0 {
		return strip - 1
	}
	return h
}

// previews reports whether the thing under the cursor is shown beside or below the list.
func (a *App) previews() bool {
	return a.width >= splitWidth || a.onProblems() || a.stripRows() > 0
}

// glimpse is what stands beside the list, on the pages of many what the vault of the row shows there.
func (a *App) glimpse() *detail {
	if s := a.many(); s != nil {
		return s.glance()
	}
	return a.beside
}

// The percentages of the width that the list has beside a preview: in wide windows rows also name who
// is affected, and those of sessions their verb.
const listShare, wideShare, sessionShare = 60, 66, 69

// listWidth is the width of the list.
func (a *App) listWidth() int {
	switch {
	case a.width < splitWidth:
		return a.width
	case a.onSessions():
		return a.width * sessionShare / 100
	case a.width >= wideWidth:
		return a.width * wideShare / 100
	}
	return a.width * listShare / 100
}

// viewEmpty says why there are no rows.
func (a *App) viewEmpty(w int) []styles.Line {
	if a.narrowed() {
		by := "filter"
		if a.tabs.through[a.tabs.at] != nil {
			by = "view"
		}
		says := "No match for the " + by + "; esc clears it."
		if f := &a.tabs.finding; f.running || f.left > 0 {
			says = "No match yet; texts are still being searched."
		}
		lines := draw.Sentence(styles.RoleMuted, says, draw.Inside(w))
		if a.tabs.at == board.HomePage {
			lines = append(lines, draw.Sentence(styles.RoleMuted, "Home searches only what needs you.", draw.Inside(w))...)
		}
		if places := a.tabs.finding.elsewhere[a.tabs.at]; places != "" {
			lines = append(lines, draw.Sentence(styles.RoleAccent, "Also on "+places, draw.Inside(w))...)
		}
		return draw.Indented(lines)
	}
	if a.all != nil {
		return a.allEmpty(w)
	}
	page := a.pages[a.tabs.at]
	says := a.snoozedKey(page.Empty(a.board)) + "."
	if a.tabs.at == board.HomePage {
		if a.waitsBeside > 0 {
			says = fmt.Sprintf("%s in this vault; in the others %d (%s).", strings.TrimSuffix(says, "."), a.waitsBeside, keys.Of(a.keys[keys.Vaults]))
			return append(draw.Indented([]styles.Line{{{Text: a.th.Label(says), Role: styles.RoleWarn}}}), nil)
		}
		return []styles.Line{a.nothingNeeds(), a.board.AgentsLine()}
	}
	lines := a.nothing(says, w)
	for _, sentence := range []string{page.For, page.Fills} {
		lines = append(lines, draw.Indented(draw.Sentence(styles.RoleMuted, sentence, draw.Inside(w)))...)
	}
	if over := a.overLines(w); over != nil {
		lines = append(append(lines, nil), over...)
	}
	return lines
}

// nothingNeeds is what Home says where nothing needs the operator.
func (a *App) nothingNeeds() styles.Line {
	if err := a.feed.err; err != nil {
		return styles.Line{draw.Edge()[0], {Text: a.th.MarkSymbol(styles.MarkProblem), Role: styles.RoleBad}, draw.Span(styles.RolePlain, " "), {Text: a.th.Label(err.Error()), Role: styles.RoleBad}}
	}
	says := a.snoozedKey(a.pages[board.HomePage].Empty(a.board)) + "."
	return styles.Line{draw.Edge()[0], {Text: a.th.MarkSymbol(styles.MarkDone), Role: styles.RoleGood}, draw.Span(styles.RolePlain, " "), {Text: a.th.Label(says), Role: styles.RoleGood}}
}

// nothing is an unlit thread with its sentence after it, or below it if that is too long.
func (a *App) nothing(says string, w int) []styles.Line {
	if line := thread.Nothing(a.th, a.th.Label(says), w); line.Width() <= w-draw.RightEdge {
		return []styles.Line{line, nil}
	}
	return append([]styles.Line{thread.Nothing(a.th, styles.Text{}, w), nil}, draw.Indented(draw.Wrapped(a.th.Label(says), styles.RoleTitle, draw.Inside(w)))...)
}

func (a *App) snoozedKey(text string) string {
	if strings.HasSuffix(text, " snoozed") {
		return text + " (" + keys.Of(a.keys[keys.Snoozed]) + ")"
	}
	return text
}

const maxFold = 2

func (a *App) listHeight() int {
	if a.all != nil {
		if _, rows, ok := a.all.place(); ok {
			return rows
		}
	}
	h := a.bodyHeight()
	h = max(1, h-len(a.head(h))-len(a.listHead())-a.stripRows()-len(a.foot()))
	if a.onProblems() {
		return a.problemListHeight(h)
	}
	return h
}

// saysNeeds reports whether there is room, or need, for the count above the queue.
func (a *App) saysNeeds() bool {
	if a.isForeign() {
		// The list has its own headings there.
		return false
	}
	return a.height >= needsHeight || a.tabs.needing < len(a.board.Queue) || len(a.board.Snoozed) > 0
}

// listHead is what stands above the list alone, beside the preview.
func (a *App) listHead() []styles.Line {
	if a.width < splitWidth || a.tabs.at != board.HomePage || len(a.list().Rows) == 0 || !a.saysNeeds() {
		return nil
	}
	if a.list().Spaced {
		return append(a.needsLines(), nil)
	}
	return a.needsLines()
}

// needsLines head the queue, and count what waits for its agent.
func (a *App) needsLines() []styles.Line {
	if agents := a.board.AgentsLine(); agents != nil && !a.narrowed() {
		return []styles.Line{a.needsLine(), agents}
	}
	return []styles.Line{a.needsLine()}
}

func (a *App) head(h int) []styles.Line {
	seen := a.viewHead()
	switch {
	case a.all != nil:
		return append(a.allHead(), seen...)
	case a.tabs.at == board.HomePage:
		return append(a.homeHead(h-len(seen)), seen...)
	case a.pages[a.tabs.at].Title == board.JournalTitle:
		return append(a.journalHead(h-len(seen)), seen...)
	case a.onProblems():
		return append(a.problemsHead(), seen...)
	case a.pages[a.tabs.at].Title == board.SessionsTitle:
		return append(a.sessionsHead(h-len(seen)), seen...)
	}
	return seen
}

// homeListHeight are the rows that Home's list keeps; from compactHeight rows on a message
// of the operator is folded, not cut.
const homeListHeight, compactHeight = 4, 18

// The least size with labels below the thread of the card.
const wideWidth, labelsHeight = 140, 40

// needsHeight is the least height with a heading above the queue.
const needsHeight = 20

// homeHead is what Home has above its queue.
func (a *App) homeHead(h int) []styles.Line {
	news, card, needs := a.homeParts(h)
	return slices.Concat(news, card, needs)
}

// homeParts are news about the operator's own doings, the plan to continue, and how much needs somebody.
func (a *App) homeParts(h int) (news, card, needs []styles.Line) {
	if open := a.board.Snapshot.Interrupted; len(open) > 0 {
		// Each of them is a row of the list, too.
		said := "Unfinished: " + open[0].Path + ": " + open[0].String()
		for _, l := range draw.Wrapped(a.th.Label(said), styles.RoleWarn, max(1, a.width-draw.TextEdge-draw.RightEdge)) {
			news = append(news, styles.Join(draw.Edge(), l))
		}
	}
	news = slices.Concat(news, a.pinDroppedLines(), a.elsewhereLines(), a.messageHead(h), a.awayHead())
	card = a.planHead(len(news) > 0)
	if a.roomy() {
		card = append(card, nil)
	}
	if a.isForeign() && len(a.board.Queue) == 0 && len(a.list().Rows) > 0 && !a.narrowed() && !a.isLost() {
		card = append(card, a.nothingNeeds(), nil)
	}
	if a.width < splitWidth && a.saysNeeds() {
		needs = a.needsLines()
	}
	// On a low screen only the first of these fits: the list keeps some rows.
	news = news[:min(len(news), max(1, h-len(card)-len(needs)-homeListHeight))]
	if len(news) > 0 && a.roomy() {
		news = append(news, nil)
	}
	switch {
	case !a.roomy():
		return news, append(card, nil), nil
	case len(a.list().Rows) == 0 && a.filter() == "":
		return news, card, nil
	}
	return news, card, needs
}

// roomy reports whether there is room for empty rows between blocks.
func (a *App) roomy() bool { return a.height >= roomyHeight }

// needsLine heads the queue.
func (a *App) needsLine() styles.Line {
	if a.width < splitWidth {
		return a.board.NeedsLine(a.tabs.needing, keys.Of(a.keys[keys.Snoozed]), a.width)
	}
	right := draw.Words(styles.RoleMuted, "deadlines first")
	if a.width >= wideWidth {
		right = a.board.NeedsKinds(a.listWidth())
	}
	return draw.Ends(styles.Join(a.board.NeedsCount(a.tabs.needing, keys.Of(a.keys[keys.Snoozed])), a.board.MaybeCount()), right, a.listWidth())
}

// planHead is the plan to go on with. Below other news it is short on a low screen.
func (a *App) planHead(below bool) []styles.Line {
	if a.board.Resume.Plan == nil {
		return a.noPlanLines()
	}
	if a.tabs.block {
		return draw.Indented(signs.Dashboard(a.th, *a.board.Resume.Plan, a.board.Snapshot.Merging, a.board.Snapshot.At))
	}
	if below && !a.roomy() {
		return a.board.LowCard(a.th, a.width)
	}
	k := board.CardKeys{
		Verb:   a.continues(),
		Plans:  styles.Line{{Text: styles.Plain(board.PlansKey), Role: styles.RoleKey}, draw.Span(styles.RoleMuted, " opens Plans")},
		Copies: a.copiesPlan(), Typed: len(a.foot()) > 0, Whole: a.keyDoes(keys.Block, a.keys[keys.Block].Help().Desc),
	}
	if len(a.board.Resume.RunnersUp) > 0 && a.refuse(a.action(keys.Pin)) == "" {
		k.Pin = a.keyDoes(keys.Pin, "pins another")
	}
	card := a.board.Card(a.th, a.width, a.height >= carefulHeight, a.width >= wideWidth && a.height >= labelsHeight, k)
	return append(card, a.lastWords()...)
}

// keyDoes is a key and what it does.
func (a *App) keyDoes(id keys.ID, does string) styles.Line {
	return styles.Line{{Text: styles.Plain(keys.Of(a.keys[id])), Role: styles.RoleKey}, draw.Span(styles.RoleMuted, " "+does)}
}

// continues is the key that continues at the ember, nil where it does nothing.
func (a *App) continues() styles.Line {
	if canContinue(a) != "" {
		return nil
	}
	return a.keyDoes(keys.Continue, a.emberVerb())
}

// lastWords is what the last session left, where there is a row for it.
func (a *App) lastWords() []styles.Line {
	said := a.board.LastWords(a.th, a.width)
	if said == nil || a.width < roomWidth || a.height < carefulHeight {
		return nil
	}
	return []styles.Line{said}
}

// copiesPlan says which key copies the command of the plan to go on with, and where: its row has that key.
func (a *App) copiesPlan() styles.Line {
	plan := a.board.Resume.Plan.Ref()
	if r, ok := a.list().Current(); !ok || r.Ref == plan {
		return a.keyDoes(keys.Copy, "copies it")
	}
	if slices.ContainsFunc(a.list().Rows, func(r *list.Row) bool { return r.Ref == plan }) {
		return a.keyDoes(keys.Copy, "on its row copies it")
	}
	return append(styles.Line{{Text: styles.Plain(board.PlansKey), Role: styles.RoleKey}, draw.Span(styles.RoleMuted, ", then ")}, a.keyDoes(keys.Copy, "copies it")...)
}

func (a *App) noPlanLines() []styles.Line {
	if a.isLost() {
		return a.lostLines()
	}
	if !a.roomy() || a.width < roomWidth {
		return []styles.Line{styles.Join(draw.Edge(), draw.Words(styles.RoleTitle, "No active plans found."))}
	}
	said := a.board.LastWordsRows(a.th, a.width)
	if last := a.board.LastCard(a.th, a.width); last != nil {
		return append(last, said...)
	}
	lines := a.nothing("No active plans found.", a.width)
	if len(said) > 0 {
		return append(lines, said...)
	}
	if s := a.board.Snapshot; len(s.Guests) > 0 && !s.HasPlansFolder {
		return append(lines, draw.Indented(draw.Sentence(styles.RoleMuted, "No open plan here. Other agent work is below and on the other pages.", draw.Inside(a.width)))...)
	}
	if !a.board.Snapshot.HasPlansFolder {
		return append(lines, draw.Indented(draw.Sentence(styles.RoleMuted, "This vault has no plans folder.", draw.Inside(a.width)))...)
	}
	if len(a.board.Queue) > 0 {
		// What needs the operator comes before what a plan would show.
		return slices.DeleteFunc(lines, func(l styles.Line) bool { return len(l) == 0 })
	}
	return append(lines, draw.Indented(draw.Sentence(styles.RoleMuted, "Once an agent has a plan here, this page shows where it stopped and the next step.", draw.Inside(a.width)))...)
}

// folded wraps long values under their beginning.
func folded(lines []styles.Line, w int) []styles.Line {
	var out []styles.Line
	for _, l := range lines {
		if len(l) != 2 || l.Width() <= w || l[0].Text.Width() >= w {
			out = append(out, l.Fit(w))
			continue
		}
		lead, room := l[0], w-l[0].Text.Width()
		parts := draw.Wrapped(l[1].Text, l[1].Role, room)
		if len(parts) > maxFold {
			parts = append(parts[:maxFold-1], styles.Join(parts[maxFold-1:]...).Fit(room))
		}
		out = append(out, draw.Prefixed(parts, lead.Text.String(), lead.Role)...)
	}
	return out
}

// trendHeight is the rows of a body from which there is room for trends above a list.
const trendHeight = 12

// sessionsHead counts the sessions, lately and by their agents, and those that need somebody.
func (a *App) sessionsHead(h int) []styles.Line {
	if h < trendHeight || len(a.list().Rows) == 0 {
		return nil
	}
	return []styles.Line{a.board.SessionsLine(a.th, a.width), nil}
}

// messageHead shows the message that waits, or for a while who got it.
func (a *App) messageHead(h int) []styles.Line {
	m, now := a.board.Snapshot.Message, a.board.Snapshot.At
	lead := "Your message to the next session, " + phrase.AgeWords(now, m.At) + ": "
	switch {
	case m.News(now):
		lead = phrase.Recipient(m.Delivered) + " got your message, " + phrase.AgeWords(now, m.Delivered.At) + ": "
	case m.Waits() && 2*a.width < 3*len(lead):
		lead = "To the next session, " + phrase.AgeWords(now, m.At) + ": "
	case !m.Waits():
		return nil
	}
	line := styles.Line{draw.Span(styles.RoleAccent, lead), {Text: a.th.Label(m.Text), Role: styles.RolePlain}}
	if h < compactHeight {
		return draw.Indented([]styles.Line{line.Fit(draw.Inside(a.width))})
	}
	return draw.Indented(folded([]styles.Line{line}, draw.Inside(a.width)))
}
