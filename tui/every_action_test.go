package tui

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/keys"
	"coldstart/tui/plain"
)

// withoutWaits opens several vaults in which nothing happens by itself.
func withoutWaits(t *testing.T, first, second *fakeStore) (*several, func(keys ...string)) {
	t.Helper()
	s, press := severalDriver(t, first, second, 140, 45)
	s.wait = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	return s, press
}

// On each page with the rows of several vaults every key does something, or says why not.
func TestEveryKeyWorksWithSeveralVaultsOrSaysWhy(t *testing.T) {
	t.Parallel()
	s, press := withoutWaits(t, laboratory(), interrupted())
	for page := range len(board.Pages()) {
		for _, act := range actions() {
			if act.keys == "" || act.group == "" || act.group == firstGroup || act.group == "Move" || act.id == keys.Kill || act.id == keys.Quit || act.id == keys.Back || act.id == keys.Reveal {
				continue
			}
			for _, a := range s.apps {
				a.over, a.detail, a.drafts, a.toast = nil, nil, map[string]string{}, toast{}
			}
			s.stack = s.stack[:1]
			s.all.over, s.all.tabs.filtering, s.all.toast = nil, false, toast{}
			s.all.openPage(page)
			s.settle()
			before := s.View()
			press(act.binding().Keys()[0])
			if s.choosing() && s.View() == before && act.id != keys.Reload {
				t.Errorf("page %d: %s does nothing and says nothing", page+1, act.id)
			}
			if says := s.all.toast.text; strings.Contains(says, "opens the vault of this row") {
				t.Errorf("page %d: %s says %q", page+1, act.id, says)
			}
		}
	}
}

// The keys that were dead with several vaults act on the vault of the row.
func TestKeysActOnTheVaultOfTheRow(t *testing.T) {
	t.Parallel()
	s, press := withoutWaits(t, laboratory(), interrupted())
	press("6")
	press("f")
	if s.choosing() || !s.apps[s.at].tabs.deadOnly {
		t.Errorf("f does not open the journal of the vault with what failed:\n%s", s.View())
	}
	press("0", "6", "+")
	if a := s.apps[s.at]; !s.top().loan || a.dialog() == nil {
		t.Errorf("+ opens no form:\n%s", s.View())
	}
	press("esc", "d")
	if !s.top().loan || s.apps[s.at].over.Top() == nil {
		t.Errorf("d does not ask what was tried:\n%s", s.View())
	}
	press("esc", "V")
	if !s.all.revealed || !s.apps[0].revealed || !s.apps[1].revealed {
		t.Error("V does not reveal in all vaults")
	}
	press("V", "4", " ")
	marked := 0
	for _, a := range s.apps {
		marked += len(a.tabs.marked)
	}
	if marked != 1 || !s.choosing() {
		t.Errorf("%d rows are marked:\n%s", marked, s.View())
	}
	press("A")
	if !s.top().loan || s.apps[s.at].dialog() == nil {
		t.Errorf("A decides nothing:\n%s", s.View())
	}
}

// Whatever is on the screen, an action is refused with a reason or runs, and keys that several actions share
// mean one of them.
func TestEveryActionOnEveryScreen(t *testing.T) {
	t.Parallel()
	unread := func() *fakeStore {
		s := workshop()
		s.loadErr = errors.New("reading the vault: no permission")
		return s
	}
	for name, store := range map[string]func() *fakeStore{"workshop": workshop, "empty": empty, "read-only": readOnly, "interrupted": interrupted, "laboratory": laboratory, "unread": unread} {
		for page := range len(board.Pages()) {
			d := newDriver(t, store(), 100, 30)
			a := d.app
			for _, open := range []bool{false, true} {
				reset := func() {
					a.over, a.detail, a.tabs.filtering, a.write = nil, nil, false, write{}
					d.press(string(rune('1' + page)))
					if open {
						d.press("enter")
					}
				}
				reset()
				able := map[string]keys.ID{}
				for _, act := range a.actions() {
					for _, k := range a.keys[act.id].Keys() {
						if a.refuse(act) != "" || act.places()&onPages == 0 {
							continue
						}
						if able[k] != "" {
							t.Errorf("%s, page %d: %q means %s and %s", name, page+1, k, able[k], act.id)
						}
						able[k] = act.id
					}
				}
				for _, act := range a.actions() {
					if reset(); a.refuse(act) == "" {
						a.do(act)
						a.keepInView()
						_ = a.View()
					}
				}
			}
		}
	}
	a := New(workshop(), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock})
	for _, act := range a.actions() {
		if a.refuse(act) == "" {
			a.do(act)
		}
	}
}

// Each action has a command or a reason why there is none, a place in help, everyday words in the palette, and
// says what it is about and when plain lines have it.
func TestEachRowOfTheTableIsWhole(t *testing.T) {
	t.Parallel()
	a := New(laboratory(), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Actions: []Action{{Name: "look", Key: "K"}}})
	for _, act := range a.actions() {
		if act.of == unsaid || act.plain == plain.Unsaid || act.finds == "" && act.findsOnly == "" && act.places() != onCard {
			t.Errorf("%s does not say what it is about, when plain lines have it, or what finds it", act.id)
		}
		if (act.command == "") == (act.none == "") {
			t.Errorf("%s has the command %q, and none since %q", act.id, act.command, act.none)
		}
		if act.does == "" || act.refuse == nil || act.run == nil || act.group == "" && act.places() != onCard {
			t.Errorf("%s lacks something", act.id)
		}
	}
}

// State that belongs together has a name of its own.
func TestAScreenHasFewFields(t *testing.T) {
	t.Parallel()
	if n := reflect.TypeOf(App{}).NumField(); n > 15 {
		t.Errorf("App has %d fields", n)
	}
}
