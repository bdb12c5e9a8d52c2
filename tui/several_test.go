package tui

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/confirm"
)

// manyOf are the pages of several vaults, or of hosts, on a root of their own.
func manyOf(vaults []Vault, o Options) *several {
	r := bareRoot(o)
	r.many = newSeveral(r, vaults)
	return r.many
}

// severalDriver shows two vaults and gives the App of each its own driver.
func severalDriver(t *testing.T, first, second *fakeStore, w, h int) (*several, func(keys ...string)) {
	t.Helper()
	s := manyOf([]Vault{{Name: "north", Store: first}, {Name: "south", Store: second}},
		Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock})
	s.runs(s.Init())
	s.sends(tea.WindowSizeMsg{Width: w, Height: h})
	return s, func(keys ...string) {
		for _, k := range keys {
			s.sends(keyNamed(k))
		}
	}
}

func TestSeveralVaultsBeginWithAList(t *testing.T) {
	t.Parallel()
	first, second := workshop(), workshop()
	second.loadErr = errors.New("reading the vault: no permission")
	s, press := severalDriver(t, first, second, 80, 24)
	golden(t, "several_80x24", s.View())
	press("0")
	golden(t, "several_vaults_80x24", s.View())
	press("down", "enter")
	if s.at != 1 || !strings.Contains(s.View(), "Could not read the vault") {
		t.Errorf("the second vault is not open:\n%s", s.View())
	}
	press("0", "0", "up", "enter")
	if view := s.View(); s.at != 0 || !strings.Contains(view, "Renew the van insurance") || strings.Contains(view, "RESUMING") {
		t.Errorf("the row of the first vault is not open:\n%s", view)
	}
	press("esc")
	view := s.View()
	if s.at != 0 || !strings.Contains(view, "RESUMING ACTIVE PLAN") || !strings.Contains(view, "0  1 more here: south cannot be read") {
		t.Errorf("the first vault is not open:\n%s", view)
	}
	if got := strings.Count(view, "\n") + 1; got != 24 {
		t.Errorf("the frame has %d rows, want 24", got)
	}
	if first.loads != 1 || second.loads != 1 {
		t.Errorf("%d and %d loads, want one of each", first.loads, second.loads)
	}
}

func TestTheListOfVaultsTellsItsKeys(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {40, 11}} {
		s, press := severalDriver(t, workshop(), workshop(), size[0], size[1])
		press("?")
		for _, words := range []string{"↵    open", "x    reject", "tab all pages", "esc close"} {
			if !strings.Contains(s.View(), words) {
				t.Errorf("%q is not shown:\n%s", words, s.View())
			}
		}
		press("enter", "down")
		if !s.choosing() || s.all.list().At != 0 {
			t.Error("a key behind the help does something")
		}
		press("?")
		if strings.Contains(s.View(), "open the marked one") || !strings.Contains(s.View(), "? help") {
			t.Errorf("the help stays:\n%s", s.View())
		}
		press("?", "q", "down")
		if s.all.list().At != 1 {
			t.Error("q does not close the help")
		}
	}
}

func TestKeysAndAnswersStayInTheirVault(t *testing.T) {
	t.Parallel()
	first, second := workshop(), workshop()
	s, press := severalDriver(t, first, second, 80, 24)
	press("0", "enter", "2", "down", "0", "down", "enter", "ctrl+r")
	if s.apps[0].tabs.at != 1 || s.apps[1].tabs.at != 0 || first.loads != 1 || second.loads != 2 {
		t.Errorf("pages %d and %d, loads %d and %d", s.apps[0].tabs.at, s.apps[1].tabs.at, first.loads, second.loads)
	}
	// A zero that is typed into a text is no key.
	press("2", "x", "0")
	if s.choosing() || over[confirm.Note](s.apps[1]) == nil || over[confirm.Note](s.apps[1]).Raw() != "0" {
		t.Errorf("the zero did not reach the note:\n%s", s.View())
	}
}

func TestAnOrderToQuitWaitsForTheVaultThatIsWritten(t *testing.T) {
	t.Parallel()
	s, press := severalDriver(t, workshop(), workshop(), 80, 24)
	press("0", "enter")
	s.apps[0].write.on = true
	press("0")
	if s.choosing() {
		t.Error("the list opens over a write")
	}
	if msg := afterWriting(s, tea.QuitMsg{}); msg != (leaveMsg{}) {
		t.Errorf("a signal became %T", msg)
	}
	s.Update(leaveMsg{})
	if !s.apps[0].write.quitting {
		t.Error("the vault does not leave after its write")
	}
	s.apps[0].write.on = false
	if msg := afterWriting(s, tea.QuitMsg{}); msg != (tea.QuitMsg{}) {
		t.Errorf("without a write a signal became %T", msg)
	}
}

func TestASmallListOfVaultsScrolls(t *testing.T) {
	t.Parallel()
	var vaults []Vault
	for range 30 {
		vaults = append(vaults, Vault{Name: "v\x1b[2J", Store: empty()})
	}
	s := manyOf(vaults, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock})
	s.Update(tea.WindowSizeMsg{Width: 40, Height: 12})
	s.Update(keyNamed("0"))
	s.Update(keyNamed("G"))
	view := s.View()
	if s.cursor().At != 29 || !strings.Contains(view, "▌") || strings.Contains(view, "\x1b[2J") || strings.Count(view, "\n") != 11 {
		t.Errorf("at %d:\n%s", s.cursor().At, view)
	}
	s.Update(tea.WindowSizeMsg{Width: 30, Height: 5})
	if !strings.Contains(s.View(), "too small") {
		t.Errorf("a small window:\n%s", s.View())
	}
}

// The nearest folder is open at once, the others are read behind it and stand in the row above.
func TestWhatLiesBesideStandsAboveTheNearest(t *testing.T) {
	t.Parallel()
	first, second, third := workshop(), empty(), workshop()
	third.loadErr = errors.New("no permission")
	s := manyOf([]Vault{{Name: "shop", Store: first}, {Name: "attic", Store: second}, {Name: "till", Store: third}},
		Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Nearest: true})
	load := s.Init()
	if s.Update(tea.WindowSizeMsg{Width: 80, Height: 24}); second.loads+third.loads > 0 || s.choosing() {
		t.Fatalf("%d and %d loads before that of the nearest; the list is shown: %v", second.loads, third.loads, s.choosing())
	}
	var run func(cmd tea.Cmd)
	run = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		if msg, ok := cmd().(tea.BatchMsg); ok {
			for _, c := range msg {
				run(c)
			}
		} else if msg := cmd(); msg != nil {
			_, next := s.Update(msg)
			run(next)
		}
	}
	_, behind := s.Update(load())
	run(behind)
	row, _, _ := strings.Cut(s.View(), "\n")
	if want := "0  2 more here: till cannot be read · attic nothing"; !strings.Contains(row, want) || !strings.Contains(s.View(), "RESUMING ACTIVE PLAN") {
		t.Errorf("the row is %q, want %q", row, want)
	}
	s.Update(keyNamed("0"))
	for w := 20; w < 140; w += 7 {
		s.Update(tea.WindowSizeMsg{Width: w, Height: 24})
		if s.row(s.apps[0]).Width() > w {
			t.Errorf("%d cells: %d", w, s.row(s.apps[0]).Width())
		}
	}
}

// TestNothingIsGreenWhileOthersWait holds that a vault without anything to do does not say so alone.
func TestNothingIsGreenWhileOthersWait(t *testing.T) {
	t.Parallel()
	s, press := severalDriver(t, empty(), workshop(), 80, 24)
	press("0", "down", "enter")
	needs := s.apps[1].board.Needs[0]
	want := fmt.Sprintf("Nothing needs you in this vault; in the others %d (0).", needs)
	if view := s.View(); needs == 0 || !strings.Contains(view, want) || strings.Contains(view, "✓ Nothing") {
		t.Errorf("%d wait in the other vault:\n%s", needs, view)
	}
}
