package tui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/whole"
	"coldstart/tui/overlay"
)

func TestTheCursorStaysOnItsThing(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"1", "2"} {
		d := newDriver(t, workshop(), 120, 40)
		d.pick(page, postFile)
		s := d.store
		above := request("Pending_Approval/0-urgent.md", "Urgent", "")
		above.Created = stamp("2026-03-01T00:00:00Z")
		s.files[above.Path] = "urgent\n"
		s.snapshot.Requests = append([]model.Request{above, above}, s.snapshot.Requests...)
		s.snapshot.Requests[1].Path = "Pending_Approval/1-urgent.md"
		d.press("ctrl+r")
		if got := d.cursor(); got != postFile {
			t.Errorf("page %s: the cursor moved to %s", page, got)
		}
		d.press("a")
		d.shows("Approve this e-mail?", "Post about the truing evening")
	}
}

func TestTheCursorGoesToTheNextThingWhenItsOwnIsGone(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 120, 40)
	d.pick("2", claimFile)
	rows := d.app.list().Rows
	next, last := rows[1].Ref.Path, rows[len(rows)-1].Ref.Path
	d.store.remove(claimFile)
	d.press("ctrl+r")
	if got := d.cursor(); got != next {
		t.Errorf("cursor on %s, want the next one, %s", got, next)
	}
	d.pick("2", last)
	d.store.remove(last)
	d.press("ctrl+r")
	if got := d.cursor(); got != rows[len(rows)-2].Ref.Path {
		t.Errorf("cursor on %s, want the last one left", got)
	}
	for _, r := range slices.Clone(d.store.snapshot.Requests) {
		d.store.remove(r.Path)
	}
	d.press("ctrl+r")
	d.shows("No request is pending.")
	d.press("a", "enter", "down", "G", " ")
	d.shows("No request is pending.")
}

func TestADecidedThingLeavesTheListAndTheNextIsReady(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 120, 40)
	d.pick("2", claimFile)
	next := d.app.list().Rows[1].Ref.Path
	d.press("a")
	d.readAll()
	d.store.remove(claimFile)
	d.press("y")
	if got := d.cursor(); got != next {
		t.Errorf("cursor on %s, want %s", got, next)
	}
}

func TestADecisionClosesTheOpenRequestUnlessItStaysPending(t *testing.T) {
	t.Parallel()
	for key, open := range map[string]bool{"a": false, "x": false, "c": true} {
		d := newDriver(t, workshop(), 120, 40)
		d.pick("2", claimFile)
		d.press("enter", key)
		if key != "a" {
			d.press("because", "enter")
		}
		d.readAll()
		d.press("y")
		d.decides(1)
		if got := d.app.detail != nil; got != open {
			t.Errorf("after %s the request is open: %v, want %v", key, got, open)
		}
	}
}

// pagesHere are the pages with a tab.
func pagesHere(d *driver) []int {
	var all []int
	for i, here := range d.app.board.Here {
		if here {
			all = append(all, i)
		}
	}
	return all
}

// Pages without a source have no tab, and keep their number.
func TestPagesByNumberAndByTab(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 120, 40)
	for i, p := range d.app.pages {
		d.press(p.Key)
		if d.app.tabs.at != i {
			t.Errorf("key %s opens page %d, want %d", p.Key, d.app.tabs.at, i)
		}
		if d.app.board.Here[i] {
			d.shows("[" + d.app.th.Superscript(p.Key).String() + p.Title)
		}
	}
	n := len(pagesHere(d))
	for _, tt := range []struct {
		key  string
		step int
	}{{"tab", 1}, {"right", 1}, {"l", 1}, {"shift+tab", n - 1}, {"left", n - 1}, {"h", n - 1}} {
		d.press("1")
		for i := range n {
			if got := slices.Index(pagesHere(d), d.app.tabs.at); got != i*tt.step%n {
				t.Errorf("%s: page %d after %d turns", tt.key, d.app.tabs.at, i)
			}
			d.press(tt.key)
		}
	}
	d.press("4", "2")
	d.press("enter", "tab")
	d.shows("Unavailable: close this first (esc).")
	d.press("3")
	if d.app.detail != nil {
		t.Error("a number does not close what is open")
	}
}

func TestMovementKeys(t *testing.T) {
	t.Parallel()
	d := newDriver(t, many(100), 80, 24)
	d.pick("2", "Pending_Approval/000000.md")
	d.press("o", "g")
	page := d.app.bodyHeight() - 2
	last := len(d.app.list().Rows) - 1
	for _, tt := range []struct {
		keys []string
		want int
	}{
		{[]string{"down", "j"}, 2}, {[]string{"up"}, 1}, {[]string{"k", "k"}, 0}, {[]string{"pgdown"}, page},
		{[]string{"ctrl+d"}, 2 * page}, {[]string{"ctrl+f"}, 3 * page}, {[]string{"ctrl+u", "ctrl+b"}, page}, {[]string{"pgup", "pgup"}, 0},
		{[]string{"G"}, last}, {[]string{"down"}, last}, {[]string{"g"}, 0}, {[]string{"end"}, last}, {[]string{"home"}, 0},
		{[]string{"jjj"}, 3}, {[]string{"jjk"}, 4},
	} {
		d.press(tt.keys...)
		if d.app.list().At != tt.want {
			t.Errorf("%q leads to row %d, want %d", tt.keys, d.app.list().At, tt.want)
		}
		r, _ := d.app.list().Current()
		d.shows("▌ ", r.What)
	}
	d.shows("5/106")
}

func TestTextsScrollAndShowWhereTheyAre(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 60, 16)
	d.pick("2", claimFile)
	d.press("enter")
	d.shows("line 11/")
	d.press("G")
	n := len(d.app.detail.lines)
	d.shows("<!-- bank details are on file -->")
	if got := d.app.detail.Top; got != n-d.app.bodyHeight() {
		t.Errorf("top %d of %d lines", got, n)
	}
	// Nothing below the end after growing.
	d.send(tea.WindowSizeMsg{Width: 160, Height: 100})
	if d.app.detail.Top != 0 {
		t.Errorf("top %d although everything fits", d.app.detail.Top)
	}
	d.press("v")
	d.shows("Every byte · sha256 "+model.FingerprintOf([]byte(claimText)).Short(), "to: claims@northreach.example")
	d.press("v")
	d.shows("front matter hidden · v raw file")
	d.press("esc", "v")
	d.shows("Nothing is open.")
	d.press("esc")
	d.hides("Nothing is open.")
}

func TestPastedTextDoesNothingOnPages(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.paste("a\ny\nq")
	d.shows("Pasted text does nothing here.")
	if d.quit || d.app.dialog() != nil {
		t.Error("pasted text was taken for keys")
	}
}

func TestABurstStopsWhenADialogOpens(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 45)
	d.pick("2", postFile)
	d.press("ay")
	if d.app.dialog() == nil {
		t.Fatal("the first key of the burst did nothing")
	}
	d.hides("Several keys", "Not yet")
	d.decides(0)
}

// On a slow line a whole filter arrives in one read. None of its letters is a key of the page.
func TestAFilterInABurstIsWhole(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 45)
	d.press("2", "j", "/yaxq")
	if got := d.app.filter(); got != "yaxq" || d.app.dialog() != nil || d.quit {
		t.Errorf("the filter is %q", got)
	}
	d.decides(0)
	s, press := severalDriver(t, workshop(), workshop(), 80, 45)
	press("1", "/yaxq")
	if got := s.all.filter(); got != "yaxq" || !s.choosing() {
		t.Errorf("the filter of all vaults is %q:\n%s", got, s.View())
	}
}

func TestHelpListsEveryBindingAndWhy(t *testing.T) {
	t.Parallel()
	for _, s := range []*fakeStore{workshop(), empty(), readOnly(), interrupted()} {
		d := newDriver(t, s, 70, 150)
		d.press("?", "tab")
		help := strings.Join(strings.Fields(d.app.View()), " ")
		for _, act := range actions() {
			if act.group == "" {
				continue
			}
			want := d.app.keys[act.id].Help().Key + " " + d.app.does(act)
			if reason := act.refuse(d.app); reason != "" {
				want += " (not now: " + reason + ")"
			}
			if !strings.Contains(help, strings.Join(strings.Fields(want), " ")) {
				t.Errorf("help does not list %q", want)
			}
		}
		for _, p := range d.app.pages {
			if !strings.Contains(help, p.Title) {
				t.Errorf("help does not name the page %s", p.Title)
			}
		}
	}
}

func TestHelpScrollsAndCloses(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"?", "esc", "q"} {
		d := newDriver(t, workshop(), 40, 12)
		d.press("?", "tab", "G")
		d.shows("close")
		d.press("tab", "tab", "G")
		d.press("down", "pgdown")
		if over[overlay.Help](d.app).Top != over[overlay.Help](d.app).Below(d.app.screen()) {
			t.Errorf("help scrolled to %d, its end is %d", over[overlay.Help](d.app).Top, over[overlay.Help](d.app).Below(d.app.screen()))
		}
		d.press("up", "pgup", "g")
		d.shows("Move")
		d.press("G")
		d.send(tea.WindowSizeMsg{Width: 160, Height: 80})
		d.shows("Move")
		d.press("x", "a", "enter")
		if d.app.dialog() != nil {
			t.Error("help let a decision through")
		}
		d.press(key)
		if d.app.helping() || d.quit {
			t.Errorf("%s: help %v, quit %v", key, d.app.helping(), d.quit)
		}
	}
}

// The keys in the bottom row must all do something.
func TestEveryKeyInTheFooterDoesSomething(t *testing.T) {
	names := map[string]string{"pgdn": "pgdown", "↑↓": "down"}
	for _, sc := range whole.Some(t, 30, scenes()) {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			for _, size := range whole.Some(t, 1, [][2]int{{40, 10}, {80, 24}, {140, 45}}) {
				hints := sc.driver(t, styles.Options{NoColor: true}, size[0], size[1]).app.hints()
				for _, h := range hints {
					d := sc.driver(t, styles.Options{NoColor: true}, size[0], size[1])
					before := stateOf(d.app)
					name := h.Key
					if known, ok := names[name]; ok {
						name = known
					}
					d.press(name)
					if stateOf(d.app) == before && !d.quit {
						t.Errorf("%dx%d: %s %s does nothing", size[0], size[1], h.Key, h.Does)
					}
					d.hides("Cannot approve", "Cannot reject", "Cannot ask", "y confirms, esc cancels")
					if !d.app.helping() && d.app.palette() == nil {
						d.hides("Not now")
					}
				}
			}
		})
	}
}
