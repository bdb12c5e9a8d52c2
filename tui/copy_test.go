package tui

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"coldstart/styles"
)

// copier is a screen whose clipboard is looked at.
func copier(t *testing.T, s *fakeStore) (*driver, *strings.Builder) {
	t.Helper()
	var to strings.Builder
	return drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Clipboard: Clipboard{to: &to}}, 80, 24), &to
}

// taken is what a terminal takes from the sequences it got.
func taken(t *testing.T, sent string) string {
	t.Helper()
	inner, framed := strings.CutPrefix(sent, "\x1b]52;c;")
	inner, closed := strings.CutSuffix(inner, "\x07")
	name, err := base64.StdEncoding.DecodeString(inner)
	if !framed || !closed || err != nil {
		t.Errorf("%q was sent", sent)
	}
	return string(name)
}

func TestOnlyWhatIsSelectedIsCopied(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		page, name, want string
		keys             []string
	}{
		{"2", postFile, postFile, []string{"y"}},
		{"2", postFile, postFile, []string{"Y"}},
		{"2", postFile, postFile, []string{"enter", "y"}},
		{"3", claimPlan, claimPlan, []string{"Y"}},
		{"4", "243", "session:" + eventLog + "#243", []string{"Y"}},
		{"8", brokenPlan, brokenPlan + ":3", []string{"Y"}},
	} {
		d, to := copier(t, interrupted())
		d.pick(tt.page, tt.name)
		ref, _ := d.app.selected()
		d.press(tt.keys...)
		got := taken(t, to.String())
		if !strings.HasPrefix(got, tt.want) || got != d.app.copied(ref) {
			t.Errorf("%s on page %s: copied %q, want %q", tt.name, tt.page, got, tt.want)
		}
		if !strings.HasPrefix(d.app.toast.text, "Copied") || !strings.Contains(d.app.toast.text, got) {
			t.Errorf("the screen says %q", d.app.toast.text)
		}
		if len(d.store.decided) > 0 {
			t.Errorf("copying decided %v", d.store.decided)
		}
	}
}

func TestNoHostileNameIsCopied(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Pending_Approval/cl\nim\u202efdp.md", "Pending_Approval/\x1b]52;c;b3duZWQ=\x07.md", "Pending_Approval/$(id).md",
		"Pending_Approval/⟦ESC⟧.md", "Pending_Approval/" + strings.Repeat("a", 2000) + ".md",
	} {
		s := workshop()
		s.snapshot.Requests = s.snapshot.Requests[:1]
		s.snapshot.Requests[0].Path = name
		s.files[name] = "text\n"
		d, to := copier(t, s)
		d.press("2", "Y")
		if ref, ok := d.app.selected(); !ok || ref.Path != name {
			t.Fatalf("%q is not selected", name)
		}
		if to.Len() > 0 || !strings.Contains(d.app.toast.text, "unsafe to paste") {
			t.Errorf("%q: sent %q, the screen says %q", name, to.String(), d.app.toast.text)
		}
	}
}

func TestCopyingCanBeOffAndCanFail(t *testing.T) {
	t.Parallel()
	s := workshop()
	d := drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Clipboard: Clipboard{Off: "copying is switched off"}}, 80, 24)
	d.press("2", "Y")
	if want := "Unavailable: copying is switched off."; d.app.toast.text != want {
		t.Errorf("the screen says %q, want %q", d.app.toast.text, want)
	}
	d = drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Clipboard: Clipboard{to: gone{}}}, 80, 24)
	d.press("2", "Y")
	if want := "Not copied: the terminal is gone."; d.app.toast.text != want {
		t.Errorf("the screen says %q, want %q", d.app.toast.text, want)
	}
	empty, to := copier(t, empty())
	if empty.press("Y"); to.Len() > 0 {
		t.Errorf("from an empty list %q is copied", to.String())
	}
}

// gone is a terminal that takes nothing.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errors.New("the terminal is gone") }

func TestADialogCopiesNothing(t *testing.T) {
	t.Parallel()
	d, to := copier(t, workshop())
	d.press("2", "a", "Y", "y")
	if to.Len() > 0 || d.app.dialog() == nil {
		t.Errorf("sent %q, dialog %v", to.String(), d.app.dialog())
	}
}

// Who presses y once more behind a yes decides nothing further: it says what it copied.
func TestAYBehindADialogOnlyCopies(t *testing.T) {
	t.Parallel()
	for _, end := range []struct {
		keys []string
		made int
	}{{[]string{"y"}, 1}, {[]string{"esc"}, 0}} {
		d, to := copier(t, workshop())
		d.pick("2", claimFile)
		d.press("a")
		d.readAll()
		d.press(end.keys...)
		d.decides(end.made)
		d.press("y", "y", "yy")
		d.decides(end.made)
		if d.app.dialog() != nil || to.Len() == 0 || !strings.HasPrefix(d.app.toast.text, "Copied") {
			t.Errorf("behind %q: dialog %v, the screen says %q", end.keys, d.app.dialog(), d.app.toast.text)
		}
	}
}

func TestAYWhileItIsWrittenDoesNothing(t *testing.T) {
	t.Parallel()
	d, to := copier(t, workshop())
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	d.app.Update(keyNamed("y"))
	d.app.Update(d.app.dialog().Alone())
	d.app.Update(keyNamed("y"))
	if to.Len() > 0 || !d.app.write.on {
		t.Errorf("sent %q, writing %v", to.String(), d.app.write.on)
	}
}
