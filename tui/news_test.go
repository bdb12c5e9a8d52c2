package tui

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/must"
)

func TestAFirstLookHasNoBadges(t *testing.T) {
	t.Parallel()
	s := looked(t)
	s.last = model.Look{}
	d := lookingDriver(t, s, 120, 40)
	d.press("2")
	d.hides("NEW", "CHANGED", "GONE", "Since your last visit")
	d.press("}")
	d.shows("Unavailable: this is your first look at this vault.")
}

func TestWithoutLooksThereAreNoBadges(t *testing.T) {
	t.Parallel()
	d := newDriver(t, looked(t), 120, 40)
	d.press("2")
	d.hides("NEW", "CHANGED", "GONE")
	for _, k := range []string{"}", "{", "L"} {
		d.press(k)
		d.shows("Unavailable: off with --read-only or --now.")
	}
	if d.press("q"); !d.quit || len(d.store.kept) != 0 {
		t.Errorf("quit %v, %d looks kept", d.quit, len(d.store.kept))
	}
}

func TestJumpsGoFromBadgeToBadge(t *testing.T) {
	t.Parallel()
	d := lookingDriver(t, looked(t), 120, 40)
	const tools, sign = "Pending_Approval/tools.md", "Plans/PLAN-2026-001.md"
	var there []string
	for range 8 {
		d.press("}")
		there = append(there, d.app.pages[d.app.tabs.at].Title+" "+d.cursor())
	}
	want := []string{
		"Home " + claimFile, "Home " + postFile, "Approvals " + claimFile, "Approvals " + postFile, "Approvals " + tools,
		"Plans " + sign, "Home " + claimFile, "Home " + postFile,
	}
	// The cursor of a page that was left stands where it stood: a jump begins there.
	for i, got := range there {
		if i < len(want) && got != want[i] {
			t.Fatalf("jumps went to %q, want %q", there, want)
		}
	}
	d.press("{")
	if d.cursor() != claimFile {
		t.Errorf("back on %s", d.cursor())
	}
	d.press("2", "g", "enter", "}")
	if d.app.detail == nil || d.app.detail.ref.Path != postFile {
		t.Errorf("a jump from an open thing opened %+v", d.app.detail)
	}
	d.shows("NEW since your last visit, Fri 22:02, 9 h ago")
	d.press("esc", "/", "g", "o", "n", "e", "enter")
	if rows := d.app.list().Rows; len(rows) != 1 || rows[0].Ref.Path != tools {
		t.Errorf("%d rows are found by the word of their badge", len(rows))
	}
	d.press("a")
	d.shows("Cannot approve: the request is no longer pending.")
}

func TestTheDifferenceIsShownInTheOpenThing(t *testing.T) {
	t.Parallel()
	s := looked(t)
	d := lookingDriver(t, s, 80, 45)
	d.pick("2", claimFile)
	d.press("enter")
	d.shows("CHANGED since your last visit, Fri 22:02, 9 h ago", "Changes wanted, Fri 16:02, 15 h ago: name the batch", "+we return 14 hub shells of batch NR-7731", "-we return 14 hub shells that cracked")
	// It follows the file.
	s.files = maps.Clone(s.files)
	s.files[claimFile] += "One more line.\n"
	d.press("ctrl+r")
	d.shows("+One more line.")
	s.texts = nil
	d.press("ctrl+r")
	d.shows("the earlier text was not kept")
	// The one that did not change has none.
	d.pick("2", twinFile)
	d.press("enter")
	d.hides("since your last visit")
}

func TestTheDifferenceMasksSecrets(t *testing.T) {
	t.Parallel()
	s := looked(t)
	s.files = maps.Clone(s.files)
	s.files[claimFile] += "password: " + madeUpKey + "1\n"
	for seen, text := range s.texts {
		s.texts[seen] = text + "password: " + madeUpKey + "2\n"
	}
	d := lookingDriver(t, s, 100, 60)
	d.app.th = d.app.th.Masking()
	d.pick("2", claimFile)
	d.press("enter")
	d.shows("+password: ⟦masked: 28 bytes⟧", "-password: ⟦masked: 28 bytes⟧")
	d.hides(madeUpKey)
	d.press("V")
	d.shows("+password: "+madeUpKey+"1", "-password: "+madeUpKey+"2")
}

func TestLeavingWritesDownWhatWasSeen(t *testing.T) {
	t.Parallel()
	s := looked(t)
	d := lookingDriver(t, s, 80, 24)
	d.press("2", "j", "}", "/", "x", "esc", "?", "esc", "ctrl+r")
	if len(s.kept) != 0 {
		t.Fatal("a look was written down before the screen was left")
	}
	d.press("q")
	if !d.quit || len(s.kept) != 1 {
		t.Fatalf("quit %v, %d looks", d.quit, len(s.kept))
	}
	now := s.kept[0]
	if got := now.Things[model.Ref{Kind: model.KindRequest, Path: claimFile}].Seen; got != model.FingerprintOf([]byte(claimText)) || !now.At.Equal(clock()) {
		t.Errorf("as of %v, claim %s", now.At, got.Short())
	}
}

func TestLeavingDoesNotDependOnWritingItDown(t *testing.T) {
	t.Parallel()
	s := looked(t)
	s.keepErr = errors.New("saving your last visit: no space left on device")
	d := lookingDriver(t, s, 80, 24)
	d.press("L")
	d.shows("Failed: saving your last visit: no space left on device.")
	d.press("q")
	if err := atEnd(appsOf(d.app)); !d.quit || err == nil {
		t.Errorf("quit %v, error %v", d.quit, err)
	}
	// Who cannot wait presses twice.
	d = lookingDriver(t, looked(t), 80, 24)
	d.holding = true
	d.press("q")
	held := len(d.held)
	d.press("ctrl+c")
	if len(d.held) != held+1 {
		t.Fatalf("%d commands wait", len(d.held))
	}
	if _, ok := d.held[held]().(tea.QuitMsg); !ok {
		t.Error("the second key does not quit")
	}
}

func TestAKeySaysThatAllIsSeen(t *testing.T) {
	t.Parallel()
	s := looked(t)
	d := lookingDriver(t, s, 80, 24)
	d.press("2", "L")
	d.shows("Marked as seen.")
	d.hides("CHANGED", "GONE")
	s.files = maps.Clone(s.files)
	s.files[twinFile] += "more\n"
	d.press("ctrl+r")
	d.shows("CHANGED Pay the tyre invoice")
}

func TestALookThatCannotBeReadIsSaid(t *testing.T) {
	t.Parallel()
	s := looked(t)
	s.lookErr = errors.New("reading your last visit: unexpected end of JSON input")
	d := lookingDriver(t, s, 80, 24)
	d.shows("Cannot list the changes since your last visit: reading your last visit")
	d.press("2")
	d.hides("NEW", "CHANGED")
}

// What the operator's own decision changed is no news to them; what else changed stays
// some, also on the way out.
func TestOwnDecisionsAreNoNews(t *testing.T) {
	t.Parallel()
	for _, leave := range []bool{false, true} {
		s := looked(t)
		s.receipt.Changes = append(s.receipt.Changes, model.Change{Kind: model.ChangeEdit, Path: donePlan})
		d := lookingDriver(t, s, 100, 40)
		d.pick("2", claimFile)
		d.press("a")
		d.readAll()
		d.holding = true
		d.press("y")
		s.files = maps.Clone(s.files)
		for _, name := range []string{claimPlan, donePlan, tyresPlan} {
			s.files[name] += "changed\n"
		}
		s.remove(claimFile)
		if leave {
			d.press("q")
		}
		d.release()
		if leave {
			s.last = s.kept[0]
			d = lookingDriver(t, s, 100, 40)
		}
		got := map[string]bool{}
		for ref := range d.app.board.News {
			got[ref.Path] = true
		}
		if !got[tyresPlan] || got[claimPlan] || got[donePlan] || got[claimFile] {
			t.Errorf("leaving at once: %v; news: %v", leave, got)
		}
	}
}

// While the look is saved on leaving, the screen says so and keys do nothing; a second q does not wait.
func TestLeavingSaysThatItSaves(t *testing.T) {
	t.Parallel()
	d := lookingDriver(t, looked(t), 100, 40)
	d.press("2")
	at := d.cursor()
	d.holding = true
	d.press("q")
	d.shows("Saving what you saw, then quitting.")
	d.press("j")
	if d.cursor() != at {
		t.Errorf("a key moved the cursor to %s", d.cursor())
	}
	d.shows("Saving what you saw")
	if cmd := d.app.key(keyNamed("q")); cmd == nil {
		t.Error("a second q waits")
	}
}

func TestOnlyVaultsThatWereOpenedAreSeen(t *testing.T) {
	t.Parallel()
	first, second := looked(t), looked(t)
	s := manyOf([]Vault{{Name: "north", Store: first}, {Name: "south", Store: second}},
		Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Looks: true})
	for _, a := range s.apps {
		a.wait = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	}
	quit := false
	var run func(cmd tea.Cmd)
	run = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				run(c)
			}
		case tea.QuitMsg:
			quit = true
		case answer:
			_, next := s.Update(msg)
			run(next)
		}
	}
	press := func(k string) {
		_, cmd := s.Update(keyNamed(k))
		run(cmd)
	}
	run(s.Init())
	for _, k := range []string{"0", "down", "enter", "2", "0", "up"} {
		press(k)
	}
	if len(second.kept) != 1 {
		t.Errorf("%d looks when the vault was left for the list", len(second.kept))
	}
	press("q")
	if !quit || len(first.kept) != 0 || len(second.kept) != 1 {
		t.Errorf("quit %v, looks %d and %d", quit, len(first.kept), len(second.kept))
	}
}

func TestStoryTellsWhatChangedSinceTheLastLook(t *testing.T) {
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Looks: true}
	s := beginStory(t, o)
	s.waits("as of 07:02", "2026-014")
	s.leaves()
	name := filepath.Join(s.dir, "Pending_Approval", postRequest)
	was := s.file("Pending_Approval/" + postRequest)
	must.Do(t, os.WriteFile(name, []byte(strings.Replace(was, "platform: LinkedIn", "platform: Elsewhere", 1)), 0o644))
	s.opens(o)
	s.waits("Since your last visit, just now: 1 changed. } jumps")
	s.press("}", "enter")
	s.waits("-platform: LinkedIn", "+platform: Elsewhere")
	s.leaves()
	s.opens(o)
	s.waits("as of 07:02", "2026-014")
	s.press("}")
	s.waits("Nothing here changed since your last visit.")
	s.leaves()
}
