package tui

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/tui/board"
	"coldstart/vault"
)

// guestRepositories are the fixtures of all guests in which something was left, by name, and a
// repository in which three programs work beside a vault.
func guestRepositories(t *testing.T) map[string][]string {
	t.Helper()
	source := filepath.Join("..", "vault", "guest")
	cases := must.Get(filepath.Glob(filepath.Join(source, "*", "testdata", "*", "expected.json")))(t)
	all := map[string][]string{}
	for _, name := range cases {
		b := must.Get(os.ReadFile(name))(t)
		var want struct{ Guest bool }
		if json.Unmarshal(b, &want) == nil && want.Guest {
			dir := filepath.Dir(name)
			all[filepath.Base(filepath.Dir(filepath.Dir(dir)))+" "+filepath.Base(dir)] = []string{filepath.Join(dir, "repo")}
		}
	}
	if len(all) == 0 {
		t.Fatal("no guest has a fixture")
	}
	fixture := func(guest, name string) string { return filepath.Join(source, guest, "testdata", name, "repo") }
	all["mixed"] = []string{filepath.Join("..", "testdata", "demo"), fixture("gsd", "boatyard"), fixture("speckit", "shop"), fixture("superpowers", "shop")}
	return all
}

// openGuests is a screen on a copy of repositories, one over the other.
func openGuests(t *testing.T, dirs []string, w, h int) *driver {
	t.Helper()
	at := t.TempDir()
	for _, dir := range dirs {
		must.Do(t, os.CopyFS(at, os.DirFS(dir)))
	}
	v := must.Get(vault.Open(at, vault.Options{StateDir: t.TempDir(), Operator: "sam"}))(t)
	t.Cleanup(func() { _ = v.Close() })
	d := &driver{t: t, store: &fakeStore{}}
	d.opens(v, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock}, w, h)
	return d
}

// Every row of every page that a guest fills has facts and a text, and its program is named.
func TestEveryPageIsUsefulWithGuestsAlone(t *testing.T) {
	t.Parallel()
	for name, dirs := range guestRepositories(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openGuests(t, dirs, 120, 36)
			b := d.app.board
			d.hides("No agent work found here yet", "does not look like a vault")
			if p := b.Resume.Plan; p != nil && p.Reading.Tool != "" {
				d.shows(p.Reading.Tool)
				if words := strings.Fields(p.Reading.Command); len(words) > 0 {
					d.shows("Type " + words[0])
				}
			}
			for i, page := range board.Pages() {
				if !b.Here[i] || strings.Contains(name, "mixed") && i > 2 {
					continue
				}
				d.press(page.Key)
				for _, r := range b.Rows[i] {
					readsGuest(t, d, r.Ref)
				}
				for _, size := range [][2]int{{40, 10}, {80, 24}, {160, 46}, {120, 36}} {
					d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				}
			}
		})
	}
}

// readsGuest fails unless a thing has a title and a text that can be opened.
func readsGuest(t *testing.T, d *driver, ref model.Ref) {
	t.Helper()
	if ref.Kind == model.KindOther || ref.Kind == model.KindProblem {
		// Of these only the place is known.
		return
	}
	if d.app.board.Title(ref) == "" {
		t.Errorf("%s has no title", ref)
	}
	if _, err := d.app.store.Read(context.Background(), ref); err != nil {
		t.Errorf("%s: %v", ref, err)
	}
}

func TestSeveralProgramsBesideAVaultKeepTheirNames(t *testing.T) {
	t.Parallel()
	d := openGuests(t, guestRepositories(t)["mixed"], 150, 60)
	d.shows("RESUMING ACTIVE PLAN 2026-014")
	d.hides("go on with")
	d.press("3")
	d.shows("the vault", "GSD", "spec-kit", "superpowers")
	d.press("2")
	d.shows("Waiting for you", "Maybe waiting for you")
	d.press("6")
	d.shows("Tried by GSD", "Tried by superpowers")
}
