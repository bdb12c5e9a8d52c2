package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/thread"
)

// The widths of the columns of the list of vaults in cells, and the most of a name.
const (
	mostName, threadColumn, trendColumn, nextColumn, needsColumn, lastColumn = 24, 6, 17, 20, 9, 8
	// leastAbout is the least room below the list for what is said about one vault.
	leastAbout = 6
)

// lines are the list of vaults, each with its plan, its fortnight, the next deadline, how many
// things need somebody, and when something was last written.
func (s *several) lines() []styles.Line {
	a := s.apps[s.at]
	if a.tooSmall() {
		return draw.Sentence(styles.RolePlain, fmt.Sprintf("Make the window larger (%d×%d at least), or %s to quit.", draw.MinWidth, draw.MinHeight+1, keys.Of(a.keys.Quit)), s.width)
	}
	name := styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, "coldstart  "), draw.Words(styles.RoleTitle, model.Counted(len(s.apps), "vault")))
	lines := []styles.Line{
		draw.Ends(name, a.headerRight(), s.width),
		styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, s.says)).Fit(s.width),
	}
	if s.helping {
		return append(draw.Tall(append(lines, s.helpLines()...), s.height-1), s.hintRow([]draw.Hint{{Key: "esc", Does: "close"}}))
	}
	lines = append(lines, s.needsRow(), nil, s.headRow())
	for i := s.top; i < len(s.apps) && len(lines) < s.height-2; i++ {
		lines = append(lines, s.vaultRow(i))
	}
	if s.height-2-len(lines) > leastAbout {
		lines = append(append(lines, nil), s.about()...)
	}
	return append(draw.Tall(lines, s.height-1), s.hintRow([]draw.Hint{
		{Key: a.keys.Moving(), Does: "move"}, {Key: keys.Of(a.keys.Open), Does: "open"}, {Key: keys.Of(a.keys.Help), Does: "help"}, {Key: keys.Of(a.keys.Quit), Does: "quit"},
	}))
}

func (s *several) hintRow(hints []draw.Hint) styles.Line {
	a := s.apps[s.at]
	for i, h := range hints {
		hints[i].Key = a.keyText(h.Key).String()
	}
	return styles.Join(draw.Edge(), draw.HintLine(hints, draw.Inside(s.width)))
}

// needsRow counts what needs somebody in all vaults.
func (s *several) needsRow() styles.Line {
	n, soon := 0, 0
	for _, a := range s.apps {
		n += a.board.Needs[board.HomePage]
		soon += a.board.Soon()
	}
	var right styles.Line
	if soon > 0 {
		words := strconv.Itoa(soon) + " expire today"
		if soon == 1 {
			words = "1 expires today"
		}
		right = draw.Words(styles.RoleWarn, words)
	}
	return draw.Ends(styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, fmt.Sprintf("Needs you %d", n))), right, s.width)
}

// about says more of the vault under the cursor.
func (s *several) about() []styles.Line {
	a := s.apps[s.at]
	title := styles.Line{{Text: a.th.Show(s.names[s.at]), Role: styles.RoleTitle}}
	facts := board.FactLines(a.th, a.board.VaultFacts(), s.width)
	return append(append(draw.Quoted(a.th, []styles.Line{title}), nil), facts...)
}

// vaultCells are the columns of a row. Goes is drawn before next.
type vaultCells struct {
	name, next, trend, until, needs, last styles.Text
	goes                                  styles.Line
	role, untilRole, needsRole            styles.Role
	nameRole, trendRole                   styles.Role
}

// vaultRow is the row of a vault. Only the one under the cursor is lit.
func (s *several) vaultRow(i int) styles.Line {
	a := s.apps[i]
	cells := vaultCells{role: styles.RolePlain, needsRole: styles.RoleTitle}
	if says, role := a.summary(); role != styles.RoleGood && (a.feed.err != nil || !a.feed.loaded) {
		cells.next, cells.role = a.th.Label(says), role
	} else {
		cells = cellsOf(a.th, a.board, i == s.at)
	}
	cells.name, cells.nameRole = a.th.Show(s.names[i]), styles.RoleTitle
	return underCursor(a.th, i == s.at, s.laidOut(cells))
}

// cellsOf are the columns of a row about a board, but for its name.
func cellsOf(th *styles.Theme, b *board.Board, lit bool) vaultCells {
	goes, next := b.GoesOn(th)
	if !lit {
		goes = thread.Unlit(th, goes)
	}
	cells := vaultCells{role: styles.RolePlain, untilRole: styles.RoleWarn, needsRole: styles.RoleTitle, goes: goes, next: th.Label(next), needs: styles.Plain("–")}
	if n := b.Needs[board.HomePage]; n > 0 {
		cells.needs = styles.Plain(strconv.Itoa(n))
	} else if th.Emphasizes() {
		cells.needsRole = styles.RoleMuted
	}
	if until := b.Deadline(); until != "" {
		cells.until = styles.Plain(th.Symbol(styles.SymDeadline).String() + " " + until)
	}
	if started, _ := b.Days.Total(); started > 0 {
		cells.trend, cells.trendRole = th.Sparkline(b.Days.Started, slices.Max(b.Days.Started)), styles.RoleAccent
	}
	cells.last = styles.Plain(styles.Age(b.Snapshot.At, b.LastTime()))
	return cells
}

// headRow names the columns.
func (s *several) headRow() styles.Line {
	return styles.Join(draw.Edge(), s.laidOut(headCells("vault", "last 14 days")))
}

// headCells are the names of the columns.
func headCells(name, trend string) vaultCells {
	return vaultCells{
		name: styles.Plain(name), next: styles.Plain("goes on with"), trend: styles.Plain(trend), until: styles.Plain("next"),
		needs: styles.Plain("needs you"), last: styles.Plain("last"), role: styles.RoleMuted, untilRole: styles.RoleMuted, needsRole: styles.RoleMuted, nameRole: styles.RoleMuted, trendRole: styles.RoleMuted,
	}
}

// underCursor puts the cursor, or a blank, before a row.
func underCursor(th *styles.Theme, cursor bool, row styles.Line) styles.Line {
	if !cursor {
		return styles.Join(draw.Edge(), row)
	}
	return styles.Join(styles.Line{{Text: th.Symbol(styles.SymCursor).Pad(draw.TextEdge), Role: styles.RoleSelected}}, row)
}

func (s *several) laidOut(c vaultCells) styles.Line {
	name := len("vault")
	for i, n := range s.names {
		name = max(name, min(mostName, s.apps[i].th.Show(n).Width()))
	}
	return c.laidOut(name, s.width)
}

// laidOut sets the columns of a row in w cells side by side, with name cells for its name: from
// draw.SplitWidth on with trend and deadline.
func (c vaultCells) laidOut(name, w int) styles.Line {
	wide := w >= draw.SplitWidth
	rest := draw.Inside(w) - name - needsColumn - lastColumn - 3*between
	if wide {
		rest = draw.Inside(w) - name - trendColumn - nextColumn - lastColumn - 4*between
	}
	rest = max(0, rest)
	gap := draw.Span(styles.RolePlain, strings.Repeat(" ", between))
	goes := c.goes
	if goes.Width() > 0 {
		if wide && goes.Width() < threadColumn {
			goes = goes.Pad(threadColumn)
		}
		goes = append(slices.Clone(goes), draw.Span(styles.RolePlain, " "))
	}
	goes = styles.Join(goes, styles.Line{{Text: c.next, Role: c.role}}).Fit(rest).Pad(rest)
	row := styles.Join(styles.Line{{Text: c.name.Fit(name).Pad(name), Role: c.nameRole}, gap}, goes)
	needs, last := styles.Span{Text: c.needs, Role: c.needsRole}, styles.Span{Text: draw.RightAligned(c.last.String(), lastColumn), Role: styles.RoleMuted}
	if !wide {
		return append(row, gap, styles.Span{Text: draw.RightAligned(needs.Text.String(), needsColumn), Role: c.needsRole}, gap, last)
	}
	next := c.until.Fit(max(0, nextColumn-needs.Text.Width()-1)).Pad(nextColumn - needs.Text.Width())
	return append(row, draw.Span(styles.RolePlain, " "), styles.Span{Text: c.trend.Pad(trendColumn), Role: c.trendRole}, gap,
		styles.Span{Text: next, Role: c.untilRole}, needs, gap, draw.Span(styles.RolePlain, " "), last)
}
