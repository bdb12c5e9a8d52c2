package tui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"coldstart/styles"
	"coldstart/testdata/whole"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// mouser is a screen on which the mouse counts.
func mouser(t testing.TB, s *fakeStore, w, h int) *driver {
	t.Helper()
	return drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Mouse: true}, w, h)
}

func click(x, y int) tea.MouseMsg {
	return tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
}

func notch(b tea.MouseButton) tea.MouseMsg {
	return tea.MouseMsg{Action: tea.MouseActionPress, Button: b}
}

// TestAClickSelectsTheRowUnderIt clicks on every row of every page: what is drawn there
// is what is selected, or nothing changes.
func TestAClickSelectsTheRowUnderIt(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {80, 24}, {120, 40}} {
		for _, page := range []string{"1", "2", "3", "4", "5", "8"} {
			clicked := map[string]bool{}
			d := mouser(t, interrupted(), size[0], size[1])
			d.press(page)
			for y := range size[1] {
				if y == tabsRow || y == size[1]-1 || d.app.headAt(6, y) != "" {
					// Tabs, the footer's words and what stands above the queue do what their keys do.
					continue
				}
				rows := strings.Split(d.app.View(), "\n")
				before := d.app.list().At
				d.send(click(6, y))
				r, _ := d.app.list().Current()
				if want := d.app.th.Brief(r.What, 8).String(); d.app.list().At != before && !strings.Contains(rows[y], want[:len(want)-3]) {
					t.Errorf("%v, page %s: a click on %q selects %q", size, page, rows[y], r.What)
				}
				clicked[r.Ref.String()] = true
			}
			_, shown := d.app.list().Span(d.app.listHeight())
			if len(clicked) < min(shown, len(d.app.list().Rows)) {
				t.Errorf("%v, page %s: only %d of %d rows were reached", size, page, len(clicked), shown)
			}
		}
	}
}

func TestAClickOpensTheTabUnderIt(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {80, 24}, {120, 40}} {
		d := mouser(t, interrupted(), size[0], size[1])
		for x := range size[0] {
			d.press("1")
			tabs := d.app.viewTabs().String()
			d.send(click(x, tabsRow))
			page := d.app.pages[d.app.tabs.at]
			d.press("1")
			// What is drawn up to the click holds the number of the page, and not the next one.
			if i := strings.Index(tabs, d.app.th.Superscript(page.Key).String()); i < 0 && !strings.Contains(tabs, page.Key+" ") || i >= 0 && len([]rune(tabs[:i])) > x+1 && d.app.tabs.at != 0 {
				t.Errorf("%v: column %d of %q opens %s", size, x, tabs, page.Title)
			}
		}
		if size[0] < roomWidth {
			continue
		}
		d.press("3", "enter")
		d.send(click(1, tabsRow))
		if d.app.tabs.at != board.HomePage || d.app.detail != nil {
			t.Errorf("%v: from a detail a click opens page %d", size, d.app.tabs.at)
		}
	}
}

// TestAClickOnTheThreadContinuesThePlan holds that a click on the card is the key that continues it, and that it
// starts nothing by itself.
func TestAClickOnTheThreadContinuesThePlan(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 45}} {
		f := &fakePrograms{}
		d := drive(t, workshop(), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Mouse: true, Program: f.program}, size[0], size[1])
		at := slices.IndexFunc(strings.Split(d.app.View(), "\n"), func(row string) bool { return strings.Contains(row, "━━━") })
		d.send(click(30, at))
		if _, ok := d.app.over.Top().(*confirm.Resume); !ok {
			t.Errorf("%v: a click on row %d opens no card:\n%s", size, at, d.app.View())
		}
		if len(f.ran) > 0 {
			t.Error("a click started a program")
		}
	}
}

// TestTheWheelScrollsThePreviewUnderIt holds that the wheel moves what it is over.
func TestTheWheelScrollsThePreviewUnderIt(t *testing.T) {
	t.Parallel()
	s := workshop()
	s.files[claimFile] = "# Claim\n\n" + strings.Repeat("A line of the claim.\n\n", 40) + "The last line.\n"
	d := mouser(t, s, 140, 24)
	d.pick("2", claimFile)
	at, before := d.app.list().At, d.app.View()
	over := notch(tea.MouseButtonWheelDown)
	over.X = 130
	d.send(over)
	if d.app.list().At != at || d.app.View() == before {
		t.Errorf("the cursor is on %d, and the preview did not move:\n%s", d.app.list().At, d.app.View())
	}
	over.Button = tea.MouseButtonWheelUp
	d.send(over)
	if d.app.View() != before {
		t.Errorf("the preview did not come back:\n%s", d.app.View())
	}
	d.send(notch(tea.MouseButtonWheelDown))
	if d.app.list().At == at {
		t.Error("over the list the wheel does not move the cursor")
	}
}

func TestTheWheelScrolls(t *testing.T) {
	t.Parallel()
	d := mouser(t, many(100), 80, 24)
	d.press("2")
	d.send(notch(tea.MouseButtonWheelDown))
	if got := d.app.list().At; got != wheelRows {
		t.Errorf("the cursor is at %d", got)
	}
	d.send(notch(tea.MouseButtonWheelUp))
	d.send(notch(tea.MouseButtonWheelUp))
	if got := d.app.list().At; got != 0 {
		t.Errorf("the cursor is at %d", got)
	}
	d.press("g", "enter", "v")
	d.send(notch(tea.MouseButtonWheelDown))
	if d.app.detail.Top == 0 {
		t.Error("the detail does not scroll")
	}
	d.press("esc", "?", "tab")
	d.send(notch(tea.MouseButtonWheelDown))
	if over[overlay.Help](d.app).Top != wheelRows {
		t.Errorf("help is at %d", over[overlay.Help](d.app).Top)
	}
	d.press("esc", "a")
	top := d.app.dialog().Top
	d.send(notch(tea.MouseButtonWheelDown))
	if d.app.dialog().Top == top {
		t.Error("the dialog does not scroll")
	}
}

func TestTheMouseIsOffUnlessAskedFor(t *testing.T) {
	t.Parallel()
	d := newDriver(t, many(20), 80, 24)
	d.press("2")
	before := d.app.View()
	for y := range 24 {
		d.send(click(6, y))
		d.send(notch(tea.MouseButtonWheelDown))
	}
	if d.app.View() != before {
		t.Error("the mouse does something")
	}
}

// TestAClickOnAKeyDoesWhatTheKeyDoes clicks on every word of the footer, or of the edge of a
// box, in every scene. A yes does nothing.
func TestAClickOnAKeyDoesWhatTheKeyDoes(t *testing.T) {
	t.Parallel()
	clicked := map[string]int{}
	for _, sc := range scenes() {
		for _, size := range append([][2]int{{80, 24}}, whole.Some(t, 0, [][2]int{{40, 10}, {120, 40}})...) {
			d := mouser(t, sc.store(), size[0], size[1])
			sc.act(d)
			cells := map[string][2]int{}
			for y, row := range strings.Split(d.app.View(), "\n") {
				if y > 0 && y < size[1]-1 && !strings.Contains(row, "╰─") {
					continue
				}
				for x := range size[0] {
					if h, ok := d.app.hintAt(x, y); ok && strings.Contains(row, h.Does) {
						cells[h.Key] = [2]int{x, y}
					}
				}
			}
			for name, at := range cells {
				if clicked[name] >= 2 && !whole.All() {
					continue
				}
				msg, one := keys.Press(name)
				by, with := mouser(t, sc.store(), size[0], size[1]), mouser(t, sc.store(), size[0], size[1])
				sc.act(by)
				sc.act(with)
				before := by.app.View()
				if by.send(click(at[0], at[1])); one && !by.app.over.Decides(name) {
					with.send(msg)
					clicked[name]++
				}
				if by.app.View() != with.app.View() || by.quit != with.quit {
					t.Errorf("%s, %v: a click on %s shows\n%s\nand the key shows\n%s", sc.name, size, name, by.app.View(), with.app.View())
				}
				if !one && by.app.View() != before {
					t.Errorf("%s, %v: a click on %s does something", sc.name, size, name)
				}
			}
		}
	}
	for _, name := range []string{"a", "x", "c", "↵", "esc", "?", ":", "tab", "q", "s"} {
		if clicked[name] == 0 {
			t.Errorf("no scene has %s to click on", name)
		}
	}
}

// The word that says yes is no button, however long the mouse is held on it.
func TestAClickOnYesDoesNothing(t *testing.T) {
	t.Parallel()
	d := mouser(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	d.ring(confirm.QuietTime)
	d.shows("y approve")
	for y := range 24 {
		for x := range 80 {
			if h, ok := d.app.hintAt(x, y); ok && h.Key == "y" {
				d.send(click(x, y))
			}
		}
	}
	d.decides(0)
	d.shows("y approve")
}

// TestTheMouseNeverDecides lets mice run over every scene: no decision is written.
func TestTheMouseNeverDecides(t *testing.T) {
	t.Parallel()
	all := scenes()
	rapid.Check(t, func(rt *rapid.T) {
		sc := all[rapid.IntRange(0, len(all)-1).Draw(rt, "scene")]
		store := sc.store()
		d := mouser(t, store, 80, 24)
		sc.act(d)
		decided, writing := len(store.decided), d.app.write.on
		for range rapid.IntRange(1, 30).Draw(rt, "events") {
			d.send(tea.MouseMsg{
				X: rapid.IntRange(-1, 90).Draw(rt, "x"), Y: rapid.IntRange(-1, 30).Draw(rt, "y"),
				Action: tea.MouseAction(rapid.IntRange(0, 2).Draw(rt, "action")),
				Button: tea.MouseButton(rapid.IntRange(0, 11).Draw(rt, "button")),
				Alt:    rapid.Bool().Draw(rt, "alt"), Ctrl: rapid.Bool().Draw(rt, "ctrl"),
			})
			d.ring(confirm.QuietTime)
		}
		if len(store.decided) != decided || d.app.write.on && !writing {
			rt.Errorf("%s: decided %v, writing %v", sc.name, store.decided[decided:], d.app.write.on)
		}
	})
}

func TestTheMouseChoosesAVault(t *testing.T) {
	t.Parallel()
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Mouse: true}
	s := manyOf([]Vault{{Name: "a", Store: workshop()}, {Name: "b", Store: workshop()}, {Name: "c", Store: workshop()}}, o)
	s.Update(tea.WindowSizeMsg{Width: 80, Height: 25})
	s.Update(keyNamed("0"))
	for _, step := range []struct {
		msg  tea.MouseMsg
		want int
	}{
		{click(5, s.all.bodyRow()+1+2), 2}, {click(5, 0), 2}, {click(5, s.all.bodyRow()+1+3), 2},
		{notch(tea.MouseButtonWheelUp), 0}, {notch(tea.MouseButtonWheelDown), 2}, {notch(tea.MouseButtonWheelDown), 2},
	} {
		if s.Update(step.msg); s.cursor().At != step.want || !s.choosing() {
			t.Errorf("after %+v vault %d is marked, want %d", step.msg, s.cursor().At, step.want)
		}
	}
	s.enter(s.apps[s.at])
	tabs := s.apps[s.at].viewTabs().String()
	x := len([]rune(tabs[:strings.Index(tabs, "⁸")]))
	if s.Update(click(x, tabsRow+1)); s.apps[s.at].tabs.at != 7 {
		t.Errorf("page %d is open", s.apps[s.at].tabs.at)
	}
}
