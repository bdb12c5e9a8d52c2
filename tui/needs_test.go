package tui

import (
	"fmt"
	"slices"
	"testing"

	"coldstart/model"
)

// needy is a vault in which something needs the operator on most pages.
func needy() *fakeStore {
	s, lab := interrupted(), laboratory()
	s.snapshot.Research, s.snapshot.Memory = lab.snapshot.Research, lab.snapshot.Memory
	for path, text := range lab.files {
		s.files[path] = text
	}
	return s
}

// Whatever needs the operator is reached with one key, once a round, and in the
// other direction as well.
func TestOneKeyLeadsThroughAllThatNeedsYou(t *testing.T) {
	t.Parallel()
	for _, from := range []string{"1", "2", "6", "8"} {
		d := newDriver(t, needy(), 120, 40)
		d.press(from, "g")
		var want []model.Ref
		for _, n := range d.app.board.Queue {
			want = append(want, n.Ref)
		}
		for _, key := range []string{"]", "["} {
			var got []model.Ref
			pages := map[int]bool{}
			for range want {
				d.press(key)
				r, _ := d.app.list().Current()
				got = append(got, r.Ref)
				pages[d.app.tabs.at] = true
			}
			for _, ref := range want {
				if !slices.Contains(got, ref) {
					t.Errorf("from page %s, %s does not lead to %v", from, key, ref)
				}
			}
			if from == "1" && len(pages) != 1 || from != "1" && len(pages) < 5 {
				t.Errorf("from page %s, %s leads over the pages %v", from, key, pages)
			}
		}
	}
}

func TestNextGoesDownThePageThenToTheNextOne(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 120, 40)
	d.pick("2", claimFile)
	d.press("n")
	d.shows(numbered(d), "[²Approvals")
	if got := d.cursor(); got != "Pending_Approval/deposit.md" {
		t.Errorf("n leads to %s", got)
	}
	d.press("N")
	if got := d.cursor(); got != claimFile {
		t.Errorf("N leads back to %s", got)
	}
	d.press("n", "n", "n", "n", "n")
	d.shows("[³Plans")
	d.press("8", "n")
	d.shows(numbered(d)+", from the first again.", "[²Approvals")
	d.press("N")
	d.shows(numbered(d)+", from the last again.", "[⁸Problems")
}

// numbered is what is said of the thing under the cursor: its place on Home.
func numbered(d *driver) string {
	r, _ := d.app.list().Current()
	i := slices.IndexFunc(d.app.board.Queue, func(n model.Attention) bool { return n.Ref == r.Ref })
	return fmt.Sprintf("Needs you: %d of %d", i+1, len(d.app.board.Queue))
}

func TestWhatIsOpenStaysOpenOnTheWay(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("enter", "n")
	d.shows("Pay the deposit")
	if d.app.detail == nil || d.app.detail.ref.Path != "Pending_Approval/deposit.md" {
		t.Fatalf("n does not open the next one:\n%s", d.app.View())
	}
	d.press("esc", "n")
	if d.app.detail != nil {
		t.Error("n opens what was not open")
	}
}

func TestAFilterThatHidesTheNextOneGoes(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("2", "/", "invoice", "enter", "8", "n")
	if got := d.cursor(); got != claimFile || d.app.filter() != "" {
		t.Errorf("n leads to %s behind the filter %q", got, d.app.filter())
	}
}

// On the journal n is the note, everywhere else the next that needs you; help and
// footer say which.
func TestNIsTheNoteOnTheJournalOnly(t *testing.T) {
	t.Parallel()
	d := newDriver(t, needy(), 140, 50)
	d.press("6")
	d.shows("n note", "] next")
	d.hides("n next")
	d.press("n")
	if d.app.dialog() == nil {
		t.Fatal("n writes no note on the journal")
	}
	d.press("esc", "]")
	d.shows("Needs you: ")
	d.press("1")
	d.shows("n next")
	d.hides("n note")
	d.press("n")
	if d.app.dialog() != nil {
		t.Error("n writes a note on Home")
	}
	d.press("?", "tab")
	d.shows("note (not now: Journal only)", "n next needing you")
}

func TestNothingIsLeftToJumpTo(t *testing.T) {
	t.Parallel()
	d := newDriver(t, empty(), 80, 24)
	d.press("n")
	d.shows("Nothing needs you.")
	alone := triage()
	alone.snapshot.Problems = nil
	d = newDriver(t, alone, 80, 24)
	d.press("2", "n")
	d.shows("Nothing else needs you.")
}
