package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// inWords reports whether a thing is shown by its fields, not by the text of a file: a session,
// and what an agent has learned or wants to remember.
func (d *detail) inWords() bool {
	return !d.raw && !d.ref.Kind.Markdown() && d.ref.Kind != model.KindProblem
}

// ribbonHeight is the least height with a ribbon above what a session wrote.
const ribbonHeight = 16

// story is the session that is open or beside the list.
func (a *App) story(d *detail) (board.Story, bool) {
	var events []model.Event
	if d.doc != nil {
		events = d.doc.Events
	}
	return a.board.Story(d.ref, events, d.unfolded)
}

// layOutStory makes the lines of an open session: the head stays, the rest scrolls. It opens at
// its end, and stays there.
func (a *App) layOutStory(d *detail, s board.Story) {
	atEnd := !d.told || d.Top >= d.end
	d.folds = s.Folds()
	lines, rows := a.storyLines(d, s, a.width)
	d.head, d.lines = a.storyHead(d, s)
	d.first = s.First(a.th, a.width)
	for i := range rows {
		rows[i] += len(d.lines)
	}
	d.lines, d.rowsAt = append(d.lines, lines...), rows
	d.editedAt, d.textAt = len(d.lines), 0
	d.lines = append(d.lines, draw.Indented(a.editedLines(d, draw.Inside(a.width)))...)
	if h := a.detailHeight(); atEnd {
		d.Top = max(0, len(d.lines)-h)
		if n := len(d.rowsAt); n > 0 {
			// The last row is on screen, with one above it.
			d.Top = min(d.Top, max(0, d.rowsAt[n-1]-1))
		}
		d.end = d.Top
	}
	d.told = d.doc != nil
	d.scroll(0, a.detailHeight())
	d.tall = a.detailHeight()
}

// pinnedShare is the part of a page that its head has at most, so that the course has the others.
const pinnedShare = 3

// leastOfCourse is how many rows stay below a head with a ribbon.
const leastOfCourse = 8

// storyHead is what stands above the course of a session and stays there, and what scrolls with
// it: the head with the ribbon, as far as there is room.
func (a *App) storyHead(d *detail, s board.Story) (pinned, scrolls []styles.Line) {
	h, head := a.bodyHeight(), append(s.Head(a.th, a.width), nil)
	var ribbon []styles.Line
	if d.doc != nil && a.height >= ribbonHeight {
		if drawn := s.Ribbon(a.th, a.width); drawn != nil {
			ribbon = append(drawn, nil)
		}
	}
	switch {
	case (len(head)+len(ribbon))*pinnedShare <= h:
		return append(head, ribbon...), nil
	case len(ribbon) > 0 && len(head)-1+len(ribbon)+leastOfCourse <= h:
		// Without the empty row above the ribbon.
		return append(head[:len(head)-1], ribbon...), nil
	case len(head)*pinnedShare <= h:
		return head, ribbon
	}
	return []styles.Line{s.Name(a.th, a.width)}, append(head, ribbon...)
}

// storyLines show what happened in a session over w cells, and what it left; rows are the lines at
// which its rows begin.
func (a *App) storyLines(d *detail, s board.Story, w int) (lines []styles.Line, rows []int) {
	if facts := a.board.Notices(d.ref); len(facts) > 0 {
		lines = append(draw.Indented(board.FactRows(a.th, facts, draw.Inside(w))), nil)
	}
	if d.doc == nil || d.err != nil {
		return append(lines, draw.Indented(d.text(a.th, draw.Inside(w)))...), nil
	}
	at := len(lines)
	log, rows := s.Log(a.th, w)
	for i := range rows {
		rows[i] += at
	}
	lines = append(lines, log...)
	behind := s.Behind(a.th, a.copiesIt(), w)
	if d.wantsGit {
		behind = append(behind, s.InGit(a.th, d.inGit, w)...)
	}
	if len(behind) > 0 {
		lines = append(append(lines, nil), behind...)
	}
	return lines, rows
}

// copiesIt says which key copies the command that goes on.
func (a *App) copiesIt() styles.Line {
	return styles.Line{{Text: styles.Plain(keys.Of(a.keys[keys.Copy])), Role: styles.RoleKey}, draw.Span(styles.RoleMuted, " copies it")}
}

// isStory reports whether a session is open in words.
func (d *detail) isStory() bool { return d != nil && len(d.head) > 0 && !d.raw }

// viewStory draws an open session.
func (a *App) viewStory(h int) []styles.Line {
	d, head := a.detail, slices.Clone(a.detail.head)
	top, rows := d.Top, h-len(head)
	if top >= d.end {
		// A message took rows: those at the end stay.
		top += max(0, d.tall-rows)
	}
	if n := len(head); n > 1 && len(head[n-1]) == 0 && len(d.rowsAt) > 0 && top > d.rowsAt[0] && d.first != nil {
		head[n-1] = d.first
	}
	lines := append(head, draw.Between(d.lines, top, rows)...)
	return draw.MarkedLines(lines, draw.SoughtWords(a.filter()))
}

// storyPlace is the last row on screen of the course of an open session.
func (d *detail) storyPlace(h int) styles.Line {
	if len(d.rowsAt) == 0 {
		return nil
	}
	n := 0
	for n < len(d.rowsAt) && d.rowsAt[n] < d.Top+h {
		n++
	}
	return draw.Words(styles.RoleMuted, fmt.Sprintf("%d/%d", n, len(d.rowsAt)))
}

// storyHints are the keys of an open session, in the order of the page.
func (a *App) storyHints() []draw.Hint {
	var hints []draw.Hint
	scrolls := len(a.detail.lines) > a.detailHeight()
	for _, wanted := range []struct {
		id   keys.ID
		does string
		rank int
	}{
		{keys.Resume, "", always}, {keys.Approve, "", always}, {keys.Undo, "undo", usual}, {keys.Inspect, "", noRank}, {keys.Down, "move", quitRank}, {keys.Top, "beginning", usual},
		{keys.Source, "", usual}, {keys.Fold, "", snoozeRank}, {keys.Help, "", always}, {keys.Back, "", always},
	} {
		act := a.action(wanted.id)
		if a.refuse(act) != "" || act.group == "Move" && !scrolls {
			continue
		}
		h := draw.Hint{Key: keys.Of(a.keys[act.id]), Does: cmp.Or(wanted.does, a.does(act)), Rank: wanted.rank}
		if act.id == keys.Down {
			h.Key = a.keys.Moving()
		}
		hints = append(hints, h)
	}
	return hints
}

// inGitMsg brings what a session left in git.
type inGitMsg struct {
	read int
	left model.LeftInGit
}

func inGitCmd(s Store, read int, dir string, since time.Time) tea.Cmd {
	return func() tea.Msg {
		left, err := s.LeftInGit(context.Background(), dir, since)
		if err != nil {
			left.None = err.Error()
		}
		return inGitMsg{read: read, left: left}
	}
}

// gitState brings where the work of an ordinary repository stands.
type gitState model.LeftInGit

func (msg gitState) reach(a *App) tea.Cmd {
	left := model.LeftInGit(msg)
	a.git = &left
	return nil
}

// stateTime is how long git has for its answer, and stateSince how old the commits are that it lists.
const (
	stateTime  = 300 * time.Millisecond
	stateSince = 90 * 24 * time.Hour
)

// stateCmd asks git where the work stands, after the frame that shows the rest.
func stateCmd(s Store, now time.Time) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), stateTime)
		defer cancel()
		left, err := s.LeftInGit(ctx, "", now.Add(-stateSince))
		switch {
		case err != nil:
			return gitState(model.LeftInGit{None: "no answer"})
		case left.None != "":
			return nil
		}
		return gitState(left)
	}
}

// askGit asks what the open session left in git.
func (a *App) askGit() tea.Cmd {
	d := a.detail
	a.reads++
	d.wantsGit, d.gitRead = true, a.reads
	a.layOutDetail()
	dir, since := a.board.Snapshot.Worked(d.ref)
	return inGitCmd(a.store, d.gitRead, dir, since)
}

// reach shows what a session left in git, with its last line on screen.
func (msg inGitMsg) reach(a *App) tea.Cmd {
	d := a.detail
	if d == nil || d.gitRead != msg.read {
		return nil
	}
	first := d.inGit == nil
	d.inGit = &msg.left
	a.layOutDetail()
	if first && d.isStory() {
		d.Top = len(d.lines)
	}
	return nil
}

// inspect opens a trace or a session, and asks what it left.
func inspect(a *App) tea.Cmd {
	ref, _ := a.selected()
	if ref.Kind == model.KindTrace {
		return openDetail(a)
	}
	if a.detail != nil {
		return a.askGit()
	}
	return tea.Batch(openDetail(a), a.askGit())
}

// inspectName says what i does on a thing.
func inspectName(a *App) string {
	if ref, ok := a.selected(); ok && ref.Kind.Session() {
		return "its files"
	}
	return a.keys[keys.Inspect].Help().Desc
}
