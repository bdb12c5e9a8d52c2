package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
	"coldstart/tui/keys"
)

// Help in a dialog lists its keys and lets nothing through: what it hides is not seen.
func TestHelpInADialog(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {80, 24}} {
		d := newDriver(t, workshop(), size[0], size[1])
		d.pick("2", claimFile)
		d.press("a")
		before, _ := d.app.dialog().Unseen()
		d.press("?")
		d.shows("Keys", "approve, once", "? close")
		d.hides("y confirms, esc cancels")
		d.press("pgdown", "pgdown", "down", "pgup", "G")
		d.shows("ctrl+c", "nothing")
		d.ring(confirm.QuietTime)
		d.press("y")
		d.shows("esc closes this first")
		d.decides(0)
		if unseen, _ := d.app.dialog().Unseen(); unseen != before {
			t.Errorf("%d lines are not seen behind help, want %d", unseen, before)
		}
		d.press("?")
		d.hides("? close")
		d.readAll()
		d.press("?", "esc", "y")
		d.decides(0)
		d.shows("too fast")
		d.ring(confirm.QuietTime)
		d.press("y")
		d.decides(1)
	}
}

// A first view that help covers before it is drawn is not seen.
func TestHelpBeforeTheFirstFrame(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.unseen(keyNamed("a"))
	d.press("?")
	if unseen, _ := d.app.dialog().Unseen(); unseen != len(d.app.dialog().Body) {
		t.Errorf("%d of %d lines are not seen", unseen, len(d.app.dialog().Body))
	}
}

// Each row of the table of a dialog's keys works in some dialog, and stands in help.
func TestEachKeyOfADialogWorksAndStandsInHelp(t *testing.T) {
	t.Parallel()
	on := func(s *fakeStore, path string, keys ...string) func() *driver {
		return func() *driver {
			d := newDriver(t, s, 80, 24)
			d.app.fits, d.app.outside.addRule = pushing, func(model.GateRule) (string, error) { return "", nil }
			d.pick("2", path)
			d.press(keys...)
			return d
		}
	}
	changed := func() *driver {
		d := atConfirm(t)
		d.store.files[claimFile] += "changed\n"
		d.ring(confirm.WatchEvery)
		return d
	}
	dialogs := []func() *driver{
		func() *driver { return atConfirm(t) }, changed, on(gated(), pushFile, "a"), on(doubtful(), claimFile, "a"),
	}
	all := newDriver(t, workshop(), 80, 24).app
	var help strings.Builder
	for _, l := range all.allKeys(200) {
		help.WriteString(l.String() + "\n")
	}
	works := map[keys.ID]bool{}
	for _, k := range confirm.Keys() {
		if k.Says != "" && !strings.Contains(help.String(), k.Says) {
			t.Errorf("help does not say of %s: %s", k.ID, k.Says)
		}
		for _, open := range dialogs {
			d := open()
			d.press(all.keys[k.ID].Keys()[0])
			said := d.app.toast.text
			works[k.ID] = works[k.ID] || said != "y confirms, esc cancels." && !strings.HasPrefix(said, "Nothing can be decided now")
		}
		if !works[k.ID] {
			t.Errorf("%s does nothing in any dialog", k.ID)
		}
	}
}

// What is below a prompt of another kind does not count as read either.
func TestWhatARuleHidesIsNotRead(t *testing.T) {
	t.Parallel()
	d := drive(t, gated(), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock}, 60, 14)
	d.pick("2", pushFile)
	d.press("a")
	d.app.outside.addRule = func(model.GateRule) (string, error) { return "", nil }
	d.press("P")
	d.shows("Ask for this from now on")
	d.send(tea.WindowSizeMsg{Width: 60, Height: 60})
	if why := d.app.dialog().Guard().Allows(); why != confirm.Covered {
		t.Errorf("a yes below the prompt: %d", why)
	}
	if unseen, _ := d.app.dialog().Unseen(); unseen == 0 {
		t.Error("what is laid out below the prompt counts as read")
	}
	d.press("esc")
	d.readAll()
	if why := d.app.dialog().Guard().Allows(); why != confirm.None {
		t.Errorf("after the prompt a yes does not count: %d", why)
	}
}

func TestTheHintsThatMatterStay(t *testing.T) {
	t.Parallel()
	last := func(d *driver) string {
		rows := strings.Split(d.app.View(), "\n")
		return rows[len(rows)-1]
	}
	for _, key := range []string{"a", "c"} {
		d := newDriver(t, workshop(), 40, 10)
		d.pick("2", claimFile)
		d.press(key)
		if key == "c" {
			d.press("more", "enter")
		}
		for range 2 {
			if got := last(d); !strings.Contains(got, "esc cancel") {
				t.Errorf("the hints are %q", got)
			}
			d.readAll()
		}
	}
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	if got := last(d); !strings.Contains(got, "? help") {
		t.Errorf("the hints of a card are %q", got)
	}
	d = newDriver(t, needy(), 80, 24)
	for _, p := range d.app.pages {
		d.press(p.Key)
		if got := last(d); !strings.Contains(got, " : all ") || !strings.Contains(got, " ? help ") {
			t.Errorf("the hints of %s are %q", p.Title, got)
		}
	}
}
