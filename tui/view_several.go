package tui

import (
	"fmt"
	"strings"

	"coldstart/styles"
)

// chooserRows are the rows of the list of vaults that are no vault: the title, an
// empty one, and the hints.
const chooserRows = 3

// chooserHead are those above it.
const chooserHead = 2

// View draws the open vault below a row that names it, or the list of all.
func (s *several) View() string {
	if s.width <= 0 || s.height <= 0 {
		return ""
	}
	th := s.apps[s.at].th
	if !s.choosing {
		return th.Render(s.row(), s.width) + "\n" + s.apps[s.at].View()
	}
	rows := make([]string, s.height)
	for i, l := range tall(s.lines(), s.height) {
		rows[i] = th.Render(l, s.width)
	}
	return strings.Join(rows, "\n")
}

// row names the open vault and counts what the others need.
func (s *several) row() styles.Line {
	th := s.apps[s.at].th
	others := 0
	for i, a := range s.apps {
		if i != s.at {
			others += a.board.needs[homePage]
		}
	}
	left := styles.Line{span(styles.RoleKey, " "+keyOf(s.apps[s.at].keys.vaults)+" "), {Text: th.Show(s.names[s.at]), Role: styles.RoleTitle}}
	right := words(styles.RoleMuted, fmt.Sprintf(" vault %d of %d, %d need you in the others ", s.at+1, len(s.apps), others))
	return styles.Join(left.Fit(max(0, s.width-right.Width())).Pad(max(0, s.width-right.Width())), right)
}

func (s *several) lines() []styles.Line {
	a := s.apps[s.at]
	if a.tooSmall() {
		return sentence(styles.RolePlain, fmt.Sprintf("Make the window larger (%d×%d at least), or %s to quit.", minWidth, minHeight+1, keyOf(a.keys.quit)), s.width)
	}
	lines := []styles.Line{words(styles.RoleTitle, fmt.Sprintf(" coldstart: %d vaults", len(s.apps))), words(styles.RoleMuted, " "+s.says).Fit(s.width)}
	if s.helping {
		return append(tall(append(lines, s.helpLines()...), s.height-1), hintLine([]hint{{"esc", "close"}}, 1, s.width))
	}
	for i := s.top; i < len(s.apps) && len(lines) < s.height-1; i++ {
		lines = append(lines, s.vaultRow(i))
	}
	lines = tall(lines, s.height-1)
	return append(lines, hintLine([]hint{{a.keys.moving(), "move"}, {keyOf(a.keys.open), "open"}, {keyOf(a.keys.help), "help"}, {keyOf(a.keys.quit), "quit"}}, 2, s.width))
}

// helpLines are the keys that do something in the list of vaults.
func (s *several) helpLines() []styles.Line {
	k := s.apps[s.at].keys
	var lines []styles.Line
	for _, h := range []hint{
		{k.moving(), "mark another vault"},
		{keyOf(k.top) + " " + keyOf(k.bottom), "the first, the last"},
		{keyOf(k.open), "open the marked one"},
		{keyOf(k.vaults), "from a vault back here"},
		{keyOf(k.help), "in a vault, all of its keys"},
		{keyOf(k.quit), "quit"},
	} {
		lines = append(lines, helpLine(h, styles.RoleKey, styles.RolePlain, s.width)...)
	}
	return lines
}

func (s *several) vaultRow(i int) styles.Line {
	a := s.apps[i]
	cursor, role := styles.Plain(" "), styles.RolePlain
	if i == s.at {
		cursor, role = a.th.Symbol(styles.SymCursor), styles.RoleSelected
	}
	says, saysRole := a.summary()
	half := max(1, s.width/2)
	return styles.Line{
		{Text: cursor, Role: role},
		span(styles.RolePlain, " "),
		{Text: a.th.Show(s.names[i]).Fit(half - 3).Pad(half - 2), Role: styles.RoleTitle},
		{Text: a.th.Label(says).Fit(s.width - half), Role: saysRole},
	}
}

// summary says in a few words how a vault stands.
func (a *App) summary() (string, styles.Role) {
	switch n := a.board.needs[homePage]; {
	case a.loadErr != nil:
		return "cannot be read: " + a.loadErr.Error(), styles.RoleBad
	case !a.loaded:
		return "reading…", styles.RoleMuted
	case n == 0:
		return "nothing needs you", styles.RoleGood
	default:
		return fmt.Sprintf("%d need you", n), styles.RoleWarn
	}
}
