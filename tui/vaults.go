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
	mostName, trendColumn, nextColumn, needsColumn, lastColumn = 24, 14, 15, 9, 8
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
		for _, need := range a.board.Queue {
			if !need.Until.IsZero() {
				soon++
			}
		}
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
}

// vaultRow is the row of a vault. Only the one under the cursor is lit.
func (s *several) vaultRow(i int) styles.Line {
	a := s.apps[i]
	cells := vaultCells{name: a.th.Show(s.names[i]), role: styles.RolePlain, untilRole: styles.RoleWarn, needsRole: styles.RoleTitle}
	if says, role := a.summary(); role != styles.RoleGood && (a.feed.err != nil || !a.feed.loaded) {
		cells.next, cells.role = a.th.Label(says), role
		return s.cursorOn(i, s.laidOut(cells))
	}
	goes, next := a.board.GoesOn(a.th)
	if i != s.at {
		goes = thread.Unlit(a.th, goes)
	}
	cells.goes, cells.next, cells.needs = goes, a.th.Label(next), styles.Plain("–")
	if a.th.Emphasizes() {
		cells.needsRole = styles.RoleMuted
	}
	if n := a.board.Needs[board.HomePage]; n > 0 {
		cells.needs, cells.needsRole = styles.Plain(strconv.Itoa(n)), styles.RoleTitle
	}
	if until := a.board.Deadline(); until != "" {
		cells.until = styles.Plain(a.th.Symbol(styles.SymDeadline).String() + " " + until)
	}
	if started, _ := a.board.Days.Total(); started > 0 {
		cells.trend = a.th.Sparkline(a.board.Days.Started, slices.Max(a.board.Days.Started))
	}
	cells.last = styles.Plain(styles.Age(a.board.Snapshot.At, a.board.LastTime()))
	return s.cursorOn(i, s.laidOut(cells))
}

// headRow names the columns.
func (s *several) headRow() styles.Line {
	return styles.Join(draw.Edge(), s.laidOut(vaultCells{
		name: styles.Plain("vault"), next: styles.Plain("goes on with"), trend: styles.Plain("last 14 days"), until: styles.Plain("next"),
		needs: styles.Plain("needs you"), last: styles.Plain("last"), role: styles.RoleMuted, untilRole: styles.RoleMuted, needsRole: styles.RoleMuted,
	}))
}

// cursorOn puts the cursor, or a blank, before a row.
func (s *several) cursorOn(i int, row styles.Line) styles.Line {
	if i != s.at {
		return styles.Join(draw.Edge(), row)
	}
	return styles.Join(styles.Line{{Text: s.apps[i].th.Symbol(styles.SymCursor).Pad(draw.TextEdge), Role: styles.RoleSelected}}, row)
}

// laidOut sets the columns of a row side by side: from draw.SplitWidth on with trend and deadline.
func (s *several) laidOut(c vaultCells) styles.Line {
	name := 0
	for i, n := range s.names {
		name = max(name, min(mostName, s.apps[i].th.Show(n).Width()))
	}
	name = max(name, len("vault"))
	rest := draw.Inside(s.width) - name - needsColumn - lastColumn - 3*between
	wide := s.width >= draw.SplitWidth
	if wide {
		rest -= trendColumn + nextColumn + 2*between
	}
	gap := draw.Span(styles.RolePlain, strings.Repeat(" ", between))
	goes := c.goes
	if goes.Width() > 0 {
		goes = append(slices.Clone(goes), draw.Span(styles.RolePlain, " "))
	}
	goes = styles.Join(goes, styles.Line{{Text: c.next, Role: c.role}}).Fit(max(0, rest)).Pad(max(0, rest))
	row := styles.Join(styles.Line{{Text: c.name.Fit(name).Pad(name), Role: styles.RoleTitle}, gap}, goes, styles.Line{gap})
	if wide {
		row = append(row, styles.Span{Text: c.trend.Pad(trendColumn), Role: styles.RoleAccent}, gap, styles.Span{Text: c.until.Fit(nextColumn).Pad(nextColumn), Role: c.untilRole}, gap)
	}
	return append(row, styles.Span{Text: draw.RightAligned(c.needs.String(), needsColumn), Role: c.needsRole}, gap, styles.Span{Text: draw.RightAligned(c.last.String(), lastColumn), Role: styles.RoleMuted})
}
