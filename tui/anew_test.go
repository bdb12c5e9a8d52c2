package tui

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/vault"
)

// replaced is why a vault cannot be read in whose place another folder is.
var replaced = error(model.Replaced{Dir: "/data/shop"})

// anewDriver follows a store in whose place another can come.
func anewDriver(t *testing.T, old, now *fakeStore, opens func() error) (d *driver, closed *int) {
	t.Helper()
	old.changed = []model.Watching{{Every: 5}}
	now.changed = []model.Watching{{Every: 5}}
	closed = new(int)
	o := Options{
		Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Watch: true,
		Close: func() { *closed++ },
		Again: func() (Vault, error) {
			if err := opens(); err != nil {
				return Vault{}, err
			}
			return Vault{Name: "saltmarsh", Store: now}, nil
		},
	}
	return drive(t, old, o, 100, 30), closed
}

func itOpens() error { return nil }

func newClone() *fakeStore {
	s := workshop()
	s.snapshot.Requests = []model.Request{request("Pending_Approval/rims.md", "Order forty rims", "")}
	return s
}

func TestAnotherFolderInThePlaceOfAVaultIsOpened(t *testing.T) {
	t.Parallel()
	old, now := workshop(), newClone()
	d, closed := anewDriver(t, old, now, itOpens)
	d.pick("2", claimFile)
	d.press("enter")
	d.shows("Claim for 14 cracked hub shells")
	old.loadErr = replaced
	d.changes()
	d.shows("Order forty rims", "Another folder is in the place of the vault", "live")
	d.hides("cracked hub shells", "moved away")
	if *closed != 1 || d.app.pages[d.app.tabs.at].Key != "2" {
		t.Errorf("closed %d times, on page %d", *closed, d.app.tabs.at)
	}
	// What the old one still says is about nothing here.
	d.send(changedMsg{err: errors.New("the vault was closed")})
	d.shows("live")
	// The new one is followed, and replaced in its turn.
	now.snapshot.Requests = append(now.snapshot.Requests, request("Pending_Approval/hubs.md", "Order hubs", ""))
	d.send(changedMsg{anew: 1, how: model.Watching{Every: 5}})
	d.shows("Order hubs")
}

// A dialog stays as it is, and what is said in it is not about the other folder.
func TestADialogOfTheOldFolderDecidesNothingInTheNew(t *testing.T) {
	t.Parallel()
	old, now := workshop(), newClone()
	d, closed := anewDriver(t, old, now, itOpens)
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	old.loadErr, old.decideErr, old.readErr = replaced, replaced, replaced
	d.changes()
	if d.app.dialog() == nil || *closed != 0 {
		t.Fatalf("the dialog went, or the old folder was closed %d times:\n%s", *closed, d.app.View())
	}
	d.press("y", "y")
	d.press("esc", "esc")
	d.shows("Order forty rims")
	if len(now.decided) != 0 || *closed != 1 {
		t.Errorf("decided %v in the new folder; the old one was closed %d times", now.decided, *closed)
	}
	d.press("y", "a")
	if len(now.decided) != 0 {
		t.Errorf("keys behind it decided %v", now.decided)
	}
}

// Keys between the end of the old picture and the new one find nothing to act on, and a folder that
// cannot be opened is not shown as read.
func TestAnotherFolderThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	old, now := workshop(), newClone()
	failing := errors.New("no permission to open it")
	d, closed := anewDriver(t, old, now, func() error { return failing })
	old.loadErr = replaced
	d.changes()
	d.shows("stale", "no permission to open it")
	d.press("a")
	d.readAll()
	d.press("y")
	if d.app.dialog() != nil || len(old.decided)+len(now.decided) != 0 || *closed != 0 {
		t.Errorf("a dialog opens, or something was decided or closed:\n%s", d.app.View())
	}
	failing = nil
	d.holding = true
	d.press("ctrl+r")
	d.release()
	d.shows("Order forty rims")
}

// What is opened while a dialog comes is given back, and opened once that is closed.
func TestAFolderThatComesTooLate(t *testing.T) {
	t.Parallel()
	old, now := workshop(), newClone()
	d, closed := anewDriver(t, old, now, itOpens)
	given := 0
	d.press("?")
	d.send(openedAnewMsg{vault: Vault{Store: now, Close: func() { given++ }}})
	d.hides("Order forty rims")
	if given != 1 || *closed != 0 {
		t.Errorf("the new one was given back %d times, the old one closed %d times", given, *closed)
	}
	d.press("esc")
	d.shows("Order forty rims")
}

// The folder of a real vault is deleted and made anew while the screen is open.
func TestAVaultThatIsClonedAgain(t *testing.T) {
	var s *story
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Watch: true, Again: func() (Vault, error) {
		v, err := vault.Open(s.dir, vault.Options{StateDir: t.TempDir(), Operator: "sam"})
		if err == nil {
			t.Cleanup(func() { v.Close() })
		}
		return Vault{Store: v, Dir: s.dir}, err
	}}
	s = beginStory(t, o)
	s.waits("2026-014", "live")
	s.press("2")
	s.waits("Waiting for you 5")
	s.told.Reset()
	clone := s.dir + "-clone"
	must.Do(t, os.CopyFS(clone, os.DirFS(s.dir)))
	name := filepath.Join(clone, "Pending_Approval", "PAYMENT_spokes.md")
	must.Do(t, errors.Join(os.WriteFile(name, []byte("---\naction: payment\ntarget: spokes@rim.example\n---\nPay for spokes.\n"), 0o644), os.RemoveAll(s.dir), os.Rename(clone, s.dir)))
	s.waits("Another folder is in the place of the vault", "Waiting for you 6")
}
