package tui

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/tui/confirm"
)

// typist stands for an editor that has the terminal.
type typist struct{ types func() error }

func (e typist) Run() error { return e.types() }

func (typist) SetStdin(io.Reader) {}

func (typist) SetStdout(io.Writer) {}

func (typist) SetStderr(io.Writer) {}

// edits gives the screen an editor that changes the files of the store, and remembers
// how it was called.
func (d *driver) edits(change func(files map[string]string) error) *[]string {
	calls := new([]string)
	d.app.outside.editor = func(_, file string, line int) ([]string, error) {
		return []string{"ed", fmt.Sprint(file, " ", line)}, nil
	}
	d.app.outside.program = func(_ string, words []string) Process {
		*calls = append(*calls, words[1])
		return typist{func() error {
			d.store.files = maps.Clone(d.store.files)
			return change(d.store.files)
		}}
	}
	return calls
}

// shorten gives it one that changes a line of the claim.
func (d *driver) shorten() {
	d.edits(func(files map[string]string) error {
		files[claimFile] = strings.Replace(files[claimFile], "we return 14 hub shells", "we return 12 hub shells", 1)
		return nil
	})
}

func TestEditShowsWhatWasEditedInTheOpenThing(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.shorten()
	d.pick("2", claimFile)
	d.press("enter", "e")
	d.shows("Edited: Pending_Approval/claim.md.", "Your edit", "-we return 14 hub shells", "+we return 12 hub shells")
	d.press("pgdown")
	d.shows("we return 12 hub shells")
	d.press("e")
	d.shows("Nothing changed in Pending_Approval/claim.md.")
	d.press("esc", "enter")
	d.hides("Your edit")
	d.decides(0)
}

func TestEditFromAListOpensTheDifference(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := newDriver(t, workshop(), size[0], size[1])
		d.shorten()
		d.pick("2", claimFile)
		d.press("e")
		d.shows("Edited: Pending_Approval/claim.md.", "Your edit", "-we return 14 hub shells", "+we return 12 hub shells")
		d.press("esc")
		d.hides("Your edit")
		if d.cursor() != claimFile {
			t.Errorf("the cursor is on %s", d.cursor())
		}
		d.press("e")
		d.shows("Nothing changed")
		if d.app.detail != nil {
			t.Error("an edit without a change opened something")
		}
	}
}

// What was edited under a dialog is read anew before it can be decided, and the decision
// is about the new bytes.
func TestEditUnderADialog(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.shorten()
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	d.press("e")
	d.shows("The file changed while you were reading. Read the new text first.", "-we return 14", "+we return 12", "changed on disk")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(0)
	d.press("l")
	d.shows("lines read")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(0)
	d.readAll()
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(1)
	if got, want := d.store.decided[0].Seen, model.FingerprintOf([]byte(d.store.files[claimFile])); got != want {
		t.Error("the decision is about other bytes")
	}
}

func TestAnEditWithoutAChangeLeavesTheDialogAsItWas(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.edits(func(map[string]string) error { return nil })
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	d.press("e", "y")
	d.shows("too fast")
	d.decides(0)
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(1)
}

func TestEditOpensTheLineOfAProblem(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	calls := d.edits(func(map[string]string) error { return nil })
	d.pick("8", brokenPlan)
	d.press("e", "enter", "e")
	d.pick("3", tyresPlan)
	d.press("e")
	if got, want := strings.Join(*calls, "; "), "/vault/"+brokenPlan+" 3; /vault/"+brokenPlan+" 3; /vault/"+tyresPlan+" 0"; got != want {
		t.Errorf("opened %s", got)
	}
}

func TestWhatIsNotEdited(t *testing.T) {
	t.Parallel()
	s := workshop()
	d := newDriver(t, s, 80, 24)
	d.press("e")
	d.shows("Unavailable: no editor can run here.")
	d.edits(func(map[string]string) error { return nil })
	d.app.outside.editor = func(string, string, int) ([]string, error) { return nil, errors.New("neither names one") }
	d.press("e")
	d.shows("Could not open the editor: neither names one.")
	s.fileErr = errors.New("editing Plans/x.md: a link")
	d.edits(func(map[string]string) error { return nil })
	d.press("e")
	d.shows("Could not open the editor: editing Plans/x.md: a link.")
	s.fileErr = nil
	d.edits(func(map[string]string) error { return errors.New("exit status 1") })
	d.press("e")
	d.shows("The editor failed: exit status 1.")
	d.edits(func(files map[string]string) error { delete(files, claimFile); return nil })
	d.pick("2", claimFile)
	d.press("a", "e")
	d.shows("The file is gone; only esc works now.")
	d.press("e")
	d.shows("Cannot edit: the file is gone.")

	d = newDriver(t, readOnly(), 80, 24)
	refused := d.edits(func(map[string]string) error { return nil })
	d.press("2", "e")
	d.shows("Unavailable: read-only: asked for with --read-only.")
	d = newDriver(t, interrupted(), 80, 24)
	elsewhere := d.edits(func(map[string]string) error { return nil })
	d.press("4", "A", "e")
	d.shows("Cannot edit: the text of session is not edited here.")
	d.press("esc", "m", "e")
	if len(*refused)+len(*elsewhere) > 0 {
		t.Errorf("opened %q, %q", *refused, *elsewhere)
	}
}

// The whole way: pinned, told and edited with the real program, then looked at on disk.
func TestStoryOfWhatIsTheOperatorsOwn(t *testing.T) {
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock}
	o.Editor = func(_, file string, _ int) ([]string, error) { return []string{file}, nil }
	o.Program = func(_ string, words []string) Process {
		return typist{func() error {
			text, err := os.ReadFile(words[0])
			if err != nil {
				return err
			}
			// As the real one, it gives the screen time to come to rest.
			time.Sleep(50 * time.Millisecond)
			return os.WriteFile(words[0], append(text, "and one line more\n"...), 0o644)
		}}
	}
	s := beginStory(t, o)
	s.waits("as of 07:02", "2026-014")
	before := s.tree()
	s.press("3", "G", "g", "down", "p")
	s.waits("Pinned: 2026-013")
	s.press("m")
	s.waits("Message to the next session")
	s.press("Ask Northreach first", "enter")
	s.waits("Saved for the next session")
	if s.tree() != before {
		t.Error("the vault was written")
	}
	s.press("2", "g", "down", "down", "down", "down", "a")
	s.waits("moves the file to Approved")
	s.press("e")
	s.waits("Read the new text first.", "+and one line more")
	s.press("l")
	s.waits("moves the file to Approved")
	s.press("g")
	s.read("y approve")
	s.press("y")
	s.waits(`Approved "`)
	s.leaves()

	s.contains("Approved/"+postRequest, "and one line more")
	snapshot := must.Get(s.v.Load(t.Context(), clock()))(t)
	if r := rule.ResumeOf(snapshot); !r.Pinned || r.Plan.ID != "2026-013" || snapshot.Message.Text != "Ask Northreach first" {
		t.Errorf("resumes %s, message %+v", r.Plan.ID, snapshot.Message)
	}
	if left, err := filepath.Glob(filepath.Join(s.dir, "*.json")); err != nil || len(left) != 1 {
		t.Errorf("left %q, %v", left, err)
	}
}
