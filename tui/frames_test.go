package tui

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/whole"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
)

// scene is one state of the screen, reached by keys.
type scene struct {
	name  string
	store func() *fakeStore
	act   func(d *driver)
}

func (sc scene) driver(t testing.TB, o styles.Options, w, h int) *driver {
	t.Helper()
	d := themedDriver(t, sc.store(), o, w, h)
	sc.act(d)
	return d
}

func pressing(keys ...string) func(d *driver) {
	return func(d *driver) { d.press(keys...) }
}

// scenes are all states that views tell apart.
func scenes() []scene {
	return []scene{
		{"home", workshop, pressing()},
		{"home, second page of rows", interrupted, pressing("G")},
		{"home of guests", guests, pressing()},
		{"approvals of guests", guests, pressing("2")},
		{"plans of guests", guests, pressing("3", "enter")},
		{"trace of a guest", guests, pressing("5", "enter")},
		{"lessons of guests", guests, pressing("6")},
		{"tried by guests", guests, pressing("6", "d", "cable")},
		{"approvals", workshop, pressing("2")},
		{"plans", workshop, pressing("3", "down")},
		{"orphans", interrupted, pressing("4", " ")},
		{"traces", interrupted, pressing("5")},
		{"problems", workshop, pressing("8")},
		{"open request", workshop, pressing("2", "enter")},
		{"open request, source", workshop, pressing("2", "enter", "v")},
		{"open plan", workshop, pressing("3", "enter")},
		{"open blocked plan", workshop, pressing("3", "down", "enter")},
		{"open blocked plan, its request", workshop, pressing("3", "down", "enter", "enter")},
		{"open session", interrupted, pressing("4", "enter")},
		{"open trace", interrupted, pressing("5", "enter")},
		{"open problem", workshop, pressing("8", "enter")},
		{"dialog", workshop, pressing("2", "a")},
		{"dialog at its end", workshop, pressing("2", "a", "G")},
		{"dialog read", workshop, func(d *driver) { d.press("2", "a"); d.readAll() }},
		{"stale dialog", workshop, func(d *driver) {
			d.press("2", "a")
			for path := range d.store.files {
				d.store.files[path] += "more\n"
			}
			d.ring(confirm.QuietTime)
		}},
		{"dialog without its file", workshop, func(d *driver) {
			d.press("2", "a")
			d.store.readErr = errors.New("reading " + claimFile + ": not found")
			d.ring(confirm.QuietTime)
		}},
		{"note", workshop, pressing("2", "x", "too dear")},
		{"long note", workshop, func(d *driver) { d.press("2", "x"); d.paste(strings.Repeat("long ", 200)) }},
		{"opening", workshop, func(d *driver) { d.holding = true; d.press("2", "a") }},
		{"writing", workshop, func(d *driver) { d.press("2", "a"); d.readAll(); d.holding = true; d.press("y") }},
		{"batch", interrupted, pressing("4", "A")},
		{"undo", decidedBefore, pressing("u")},
		{"undo, at its end", decidedBefore, pressing("u", "G")},
		{"snooze", workshop, pressing("s")},
		{"snooze until a date", workshop, pressing("s", "3", "2026-03-20")},
		{"message", workshop, pressing("m", "Ask Northreach before you send anything")},
		{"message waits", told, pressing()},
		{"pinned", workshop, pressing("3", "G", "up", "p")},
		{"pinned, home", workshop, pressing("3", "G", "up", "p", "1")},
		{"edited", workshop, func(d *driver) { d.shorten(); d.press("2", "enter", "e") }},
		{"edited in the dialog", workshop, func(d *driver) { d.shorten(); d.press("2", "a", "e") }},
		{"snoozed", workshop, pressing("s", "1", "z")},
		{"help", workshop, pressing("?")},
		{"help, all keys", workshop, pressing("?", "tab")},
		{"history", historic, pressing("H", "down")},
		{"history record", historic, pressing("H", "down", "enter")},
		{"history filtered", historic, pressing("H", "/", "n", "o")},
		{"find", workshop, pressing("2", "/", "refund")},
		{"find, by file and letters", workshop, pressing("3", "/", "s", "p", "r", "n", "g")},
		{"find, opened", workshop, pressing("2", "/", "freight", "enter", "enter")},
		{"find, kept", workshop, pressing("1", "/", "pay", "enter", "down")},
		{"palette", workshop, pressing("2", ":")},
		{"palette, narrowed", workshop, pressing(":", "p", "l", "a")},
		{"palette, what cannot run", workshop, pressing("2", ":", "r", "e", "-", "r")},
		{"palette, nothing fits", workshop, pressing(":", "q", "x", "q")},
		{"views", workshop, func(d *driver) { d.app.tabs.views = someViews(); d.app.listSettings(); d.press("F") }},
		{"view", workshop, func(d *driver) { d.app.tabs.views = someViews(); d.app.listSettings(); d.press("F", "down", "enter") }},
		{"view on Home", workshop, func(d *driver) { d.app.tabs.views = someViews()[5:]; d.app.listSettings(); d.press("F", "enter") }},
		{"asked to run", workshop, func(d *driver) { askToRun(d); d.ring(confirm.QuietTime) }},
		{"asked to run much", workshop, func(d *driver) { askToRun(d, strings.Repeat("long ", 300), "{id}"); d.press("pgdown") }},
		{"triage", triage, pressing()},
		{"empty", empty, pressing()},
		{"read-only", readOnly, pressing()},
		{"loading", workshop, func(d *driver) { d.app.feed.loaded, d.app.feed.loading = false, true }},
		{"not read", func() *fakeStore { s := workshop(); s.loadErr = errors.New("reading the vault: no"); return s }, pressing()},
		{"long message", workshop, func(d *driver) { d.app.say(styles.RoleBad, strings.Repeat("long message ", 60)) }},
		{"one long word", workshop, func(d *driver) { d.app.say(styles.RoleBad, strings.Repeat("x", 900)) }},
		{"cut off", func() *fakeStore { s := workshop(); s.snapshot.Interrupted = []model.Interrupted{{}}; return s }, pressing()},
	}
}

// rotten replaces every text of a store that comes from files.
func rotten(s *fakeStore, text string) *fakeStore {
	dirty := func(was *string) { *was += text }
	s.snapshot.Name += text
	files := map[string]string{}
	for path, was := range s.files {
		files[path+text] = was + text + "\n" + text + "\n"
		if from, item, ok := strings.Cut(path, "#"); ok {
			files[from+text+"#"+item] = text
		}
	}
	s.files = files
	for i := range s.snapshot.Plans {
		p := &s.snapshot.Plans[i]
		for _, f := range []*string{&p.Path, &p.ID, &p.Objective, &p.Priority, &p.BlockedReason, &p.Status.Word} {
			dirty(f)
		}
		for j := range p.Steps {
			dirty(&p.Steps[j].Text)
		}
		for j := range p.Log {
			dirty(&p.Log[j].What)
			dirty(&p.Log[j].Why)
			dirty(&p.Log[j].At.Raw)
		}
	}
	for i := range s.snapshot.Requests {
		r := &s.snapshot.Requests[i]
		for _, f := range []*string{&r.Path, &r.Name, &r.Summary, &r.Action, &r.Target, &r.Amount, &r.Risk, &r.Rationale, &r.PlanID, &r.StepText, &r.Expires.Raw} {
			dirty(f)
		}
		if r.Plan != "" {
			dirty(&r.Plan)
		}
	}
	for i := range s.snapshot.Problems {
		dirty(&s.snapshot.Problems[i].Path)
		dirty(&s.snapshot.Problems[i].Reason)
		dirty(&s.snapshot.Problems[i].Hint)
	}
	for i := range s.snapshot.Intake {
		dirty(&s.snapshot.Intake[i].Path)
		dirty(&s.snapshot.Intake[i].Title)
		dirty(&s.snapshot.Intake[i].Folder)
	}
	for i := range s.snapshot.Events.Sessions {
		o := &s.snapshot.Events.Sessions[i]
		for _, f := range []*string{&o.Path, &o.Label, &o.Agent, &o.LastType} {
			dirty(f)
		}
	}
	for i := range s.snapshot.Work {
		w := &s.snapshot.Work[i]
		for _, f := range []*string{&w.Path, &w.ID, &w.Title, &w.Node} {
			dirty(f)
		}
	}
	for i := range s.snapshot.Traces {
		tr := &s.snapshot.Traces[i]
		dirty(&tr.Path)
		dirty(&tr.Name)
		dirty(&tr.Workflow)
		for j := range tr.Steps {
			dirty(&tr.Steps[j].Name)
		}
	}
	for i := range s.found.Left {
		dirty(&s.found.Left[i].Path)
	}
	for i := range s.changes {
		c := &s.changes[i]
		dirty(&c.Path)
		if c.To != "" {
			dirty(&c.To)
		}
		for j := range c.Before {
			dirty(&c.Before[j])
		}
		for j := range c.After {
			dirty(&c.After[j])
		}
	}
	s.receipt.Changes = s.changes
	s.receipt.Notices = []string{text}
	s.snapshot.Message = model.Message{Text: text, At: clock()}
	s.snapshot.Pin = model.Pin{Path: text, PlanID: text, At: clock()}
	return s
}

// hostileTexts are what an agent, or whoever writes to one, may put anywhere.
func hostileTexts() []string {
	return []string{
		"\x1b[2J\x1b[31m\x1b]0;owned\x07\x9b31m",
		"\u202egnp.exe\u202c \u2066x\u2069 \u200b\u200d\ufeff",
		"line\nbreak\r\n\tand tab",
		"高い猫🐱✋🏽❤️é" + strings.Repeat("\u0301", 40),
		strings.Repeat("longword", 60),
		strings.Repeat(" ", 300) + "far",
		"\xff\xfe bytes \xc3",
		"⟦ESC⟧ <<ESC>> ⟧⟦",
		"𒐫﷽﹏⸻ㅤ\u2800",
	}
}

var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

// checkFrame fails unless the frame is h rows of w cells without controls.
func checkFrame(frame string, w, h int, exact bool) error {
	rows := strings.Split(frame, "\n")
	if len(rows) != h {
		return fmt.Errorf("%d rows, want %d", len(rows), h)
	}
	for i, row := range rows {
		bare := colour.ReplaceAllString(row, "")
		if codes := colour.FindAllString(row, -1); len(codes) > 0 && codes[len(codes)-1] != "\x1b[0m" {
			return fmt.Errorf("row %d leaves its style open: %q", i, row)
		}
		// The widths of the theme are upper bounds, so a row of strange
		// characters may be narrower, but never wider.
		if got := ansi.StringWidth(bare); got > w || exact && got != w {
			return fmt.Errorf("row %d has %d cells, want %d: %q", i, got, w, bare)
		}
		if !utf8.ValidString(bare) {
			return fmt.Errorf("row %d is not UTF-8: %q", i, bare)
		}
		for _, r := range bare {
			if !unicode.IsPrint(r) && r != '\ufe0f' && r != '\ufe0e' || unicode.Is(unicode.Cf, r) {
				return fmt.Errorf("row %d has %U: %q", i, r, bare)
			}
		}
	}
	return nil
}

func TestFramesFillTheScreenAtAnySize(t *testing.T) {
	t.Parallel()
	all := scenes()
	rapid.Check(t, func(rt *rapid.T) {
		sc := all[rapid.IntRange(0, len(all)-1).Draw(rt, "scene")]
		w := rapid.IntRange(1, 160).Draw(rt, "width")
		h := rapid.IntRange(1, 50).Draw(rt, "height")
		o := styles.Options{NoColor: true}
		switch rapid.IntRange(0, 2).Draw(rt, "theme") {
		case 1:
			o = styles.Options{Profile: termenv.TrueColor, Dark: true}
		case 2:
			o = styles.Options{ASCII: true, NoColor: true}
		}
		d := sc.driver(t, o, w, h)
		if err := checkFrame(d.app.View(), w, h, true); err != nil {
			rt.Fatalf("%s: %v", sc.name, err)
		}
	})
}

func TestHostileTextKeepsTheFrame(t *testing.T) {
	looks := []struct {
		theme styles.Options
		w, h  int
	}{
		{styles.Options{NoColor: true}, 40, 10},
		{styles.Options{Profile: termenv.TrueColor}, 79, 23},
		{styles.Options{ASCII: true, NoColor: true}, 61, 19},
		{styles.Options{NoColor: true}, 123, 38},
	}
	for i, text := range hostileTexts() {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for at, sc := range whole.Some(t, 20, scenes()) {
				dirty := scene{sc.name, func() *fakeStore { return rotten(sc.store(), text) }, sc.act}
				for j, l := range looks {
					if !whole.All() && (at+i)%len(looks) != j {
						continue
					}
					frame := dirty.driver(t, l.theme, l.w, l.h).app.View()
					if err := checkFrame(frame, l.w, l.h, l.theme.ASCII); err != nil {
						t.Errorf("%s with %q at %dx%d: %v", sc.name, text, l.w, l.h, err)
					}
					if l.theme.ASCII && strings.ContainsFunc(frame, func(r rune) bool { return r >= utf8.RuneSelf }) {
						t.Errorf("%s with %q: not ASCII:\n%s", sc.name, text, frame)
					}
				}
			}
		})
	}
}

// Whatever stands above a list leaves room for the row that keys act on.
func TestTheRowUnderTheCursorIsOnScreen(t *testing.T) {
	t.Parallel()
	for _, text := range whole.Some(t, 3, append(hostileTexts(), "")) {
		blocked := workshop()
		blocked.snapshot.Plans = blocked.snapshot.Plans[1:2]
		for _, store := range []*fakeStore{workshop(), interrupted(), triage(), blocked} {
			rotten(store, text).snapshot.Interrupted = []model.Interrupted{{}}
			d := newDriver(t, store, 80, 24)
			for _, w := range []int{draw.MinWidth, 80, splitWidth} {
				for _, h := range []int{draw.MinHeight, 16, 23, 31, 45} {
					d.send(tea.WindowSizeMsg{Width: w, Height: h})
					for _, k := range []string{"1", "G", "2", "G", "1", "up"} {
						d.press(k)
						if !strings.Contains(d.app.View(), "▌") {
							t.Fatalf("%dx%d with %q: no cursor after %s:\n%s", w, h, text, k, d.app.View())
						}
						if rows := d.app.listHeight(); rows < 2 {
							t.Fatalf("%dx%d with %q: the list has %d rows:\n%s", w, h, text, rows, d.app.View())
						}
					}
				}
			}
		}
	}
}

func TestLongMessagesLeaveTheRestOnScreen(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 40, 10)
	d.press("2")
	d.app.say(styles.RoleBad, strings.Repeat("a long message ", 40))
	d.shows("a long message", "…", "2 Approvals", "▌", "? help")
	d.press("down")
	d.hides("a long message")
}

// Rows begin with something of ours, so that no text of a vault can pass for a
// title, a rule, the keys or another row.
func TestNoRowBeginsWithTextOfTheVault(t *testing.T) {
	t.Parallel()
	for _, sc := range scenes() {
		if strings.Contains(sc.name, "word") || strings.Contains(sc.name, "message") {
			continue
		}
		dirty := scene{sc.name, func() *fakeStore { return rotten(sc.store(), strings.Repeat("猫", 120)) }, sc.act}
		for _, size := range whole.Some(t, 1, [][2]int{{40, 10}, {80, 24}, {120, 40}}) {
			d := dirty.driver(t, styles.Options{NoColor: true}, size[0], size[1])
			for i, row := range strings.Split(d.app.View(), "\n") {
				if strings.HasPrefix(row, "猫") {
					t.Errorf("%s at %v: row %d begins with vault text: %s", sc.name, size, i, row)
				}
			}
		}
	}
}

// What a dialog shows must not be cut: a cut line would count as read.
func TestDialogLinesAreNeverCut(t *testing.T) {
	t.Parallel()
	for _, text := range append(hostileTexts(), "") {
		for _, w := range whole.Some(t, 2, []int{40, 61, 80, 160}) {
			// A name that is no UTF-8 opens no dialog.
			d := newDriver(t, rotten(workshop(), strings.ToValidUTF8(text, "\u009b")), w, 24)
			d.press("2", "a")
			if d.app.dialog() == nil || d.app.dialog().Guard().Stage() != confirm.Reading {
				t.Fatalf("no dialog with %q: %s", text, d.app.View())
			}
			for i, l := range d.app.dialog().Body {
				if l.Width() > w {
					t.Errorf("width %d with %q: line %d has %d cells: %s", w, text, i, l.Width(), l.String())
				}
			}
			for path := range d.store.files {
				d.store.files[path] += text + " more\n"
			}
			d.ring(confirm.QuietTime)
			for i, l := range d.app.dialog().Body {
				if l.Width() > w {
					t.Errorf("stale, width %d with %q: line %d has %d cells", w, text, i, l.Width())
				}
			}
		}
	}
}

// stateOf is the whole state of the screen as text, with what its pointers point
// to.
func stateOf(a *App) string {
	text := fmt.Sprintf("%+v", *a)
	for _, d := range []*detail{a.beside, a.detail} {
		if d != nil {
			text += fmt.Sprintf("\n%+v", *d)
			if d.doc != nil {
				text += fmt.Sprintf("\n%+v", *d.doc)
			}
		}
	}
	for _, o := range a.over {
		text += fmt.Sprintf("\n%+v", o)
	}
	return text + fmt.Sprintf("\n%+v", *a.board)
}

func TestViewsArePure(t *testing.T) {
	t.Parallel()
	for _, sc := range scenes() {
		for _, size := range whole.Some(t, 2, [][2]int{{30, 8}, {40, 10}, {80, 24}, {140, 45}}) {
			d := sc.driver(t, styles.Options{Profile: termenv.TrueColor, Dark: true}, size[0], size[1])
			calls, before := d.store.calls(), stateOf(d.app)
			first := d.app.View()
			if d.app.View() != first {
				t.Errorf("%s at %v: two frames of one state differ", sc.name, size)
			}
			if stateOf(d.app) != before {
				t.Errorf("%s at %v: drawing changed the state", sc.name, size)
			}
			if d.store.calls() != calls {
				t.Errorf("%s at %v: drawing asked the store %d times", sc.name, size, d.store.calls()-calls)
			}
		}
	}
}

func TestNothingIsDrawnWithoutASize(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{0, 0}, {0, 10}, {10, 0}, {-1, -1}} {
		d := newDriver(t, workshop(), 80, 24)
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.press("2", "down", "a", "pgdown", "y", "esc", "?")
		if got := d.app.View(); got != "" {
			t.Errorf("%v: drew %q", size, got)
		}
	}
}
