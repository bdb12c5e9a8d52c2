package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"

	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/tui/confirm"
	"coldstart/vault"
)

// The requests of the example vault that the stories decide on.
const (
	hubsRequest = "2026-03-13T16-20-05Z_email_claims-northreach-hubs-example.md"
	postRequest = "LINKEDIN_2026-03-12_truing_evening.md"
	hubsPlan    = "Plans/PLAN-2026-013.md"
)

// patience ends a story whose text never comes.
const patience = 30 * time.Second

// story runs the real program on a copy of the example vault.
type story struct {
	t   *testing.T
	dir string
	v   *vault.Vault
	tm  *teatest.TestModel
	// told is what was drawn since the last key, and drawn hears of each view of a
	// dialog that was on screen, of which counted is the last that was heard of.
	told    bytes.Buffer
	drawn   chan confirm.DrawnMsg
	counted confirm.DrawnMsg
}

// showMsg asks what is shown after all keys before it.
type showMsg chan<- picture

// picture is a frame, and which view of a dialog it is.
type picture struct {
	text string
	view confirm.DrawnMsg
}

// witness tells a story what its screen shows, and which views of a dialog were on screen.
type witness struct {
	*root
	drawn chan confirm.DrawnMsg
}

func (w witness) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if to, ok := msg.(showMsg); ok {
		now := picture{text: w.View()}
		if d := w.single.dialog(); d != nil {
			now.view = confirm.DrawnMsg{Dialog: d.ID, View: d.Frame}
		}
		to <- now
		return w, nil
	}
	_, cmd := w.root.Update(msg)
	if of, ok := msg.(answer); ok {
		msg = of.msg
	}
	if seen, ok := msg.(confirm.DrawnMsg); ok {
		w.drawn <- seen
	}
	return w, cmd
}

func newStory(t *testing.T) *story {
	t.Helper()
	s := beginStory(t, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock})
	s.waits("as of 07:02", "2026-014")
	return s
}

// watchedStory is a story whose screen follows the disk.
func watchedStory(t *testing.T) *story {
	t.Helper()
	s := beginStory(t, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Watch: true})
	s.waits("2026-014", "live")
	return s
}

func beginStory(t *testing.T, o Options) *story {
	t.Helper()
	t.Parallel()
	return storyIn(t, filepath.Join("..", "testdata", "demo"), o)
}

// storyIn is a story in a copy of a folder.
func storyIn(t *testing.T, from string, o Options) *story {
	t.Helper()
	s := &story{t: t, drawn: make(chan confirm.DrawnMsg, 100), dir: filepath.Join(t.TempDir(), "demo")}
	must.Do(t, os.CopyFS(s.dir, os.DirFS(from)))
	v := must.Get(vault.Open(s.dir, vault.Options{StateDir: t.TempDir(), Operator: "sam"}))(t)
	t.Cleanup(func() { v.Close() })
	s.v = v
	s.opens(o)
	return s
}

// opens starts the program, for the first time or again.
func (s *story) opens(o Options) {
	s.told.Reset()
	s.tm = teatest.NewTestModel(s.t, witness{newRoot([]Vault{{Store: s.v, Dir: o.Dir, Notice: o.Notice, Close: o.Close, Again: o.Again}}, o), s.drawn}, teatest.WithInitialTermSize(100, 40))
}

// press presses keys; what was drawn before them counts no more.
func (s *story) press(keys ...string) {
	s.told.Reset()
	for len(s.drawn) > 0 {
		s.counted = <-s.drawn
	}
	for _, k := range keys {
		s.tm.Send(keyNamed(k))
	}
}

// waits waits until each text was drawn.
func (s *story) waits(texts ...string) {
	s.t.Helper()
	teatest.WaitFor(s.t, io.TeeReader(s.tm.Output(), &s.told), func([]byte) bool {
		for _, text := range texts {
			if !bytes.Contains(s.told.Bytes(), []byte(text)) {
				return false
			}
		}
		return true
	}, teatest.WithCheckInterval(5*time.Millisecond), teatest.WithDuration(patience))
}

// shows returns what is shown after all keys so far.
func (s *story) shows() picture {
	now := make(chan picture, 1)
	s.tm.Send(showMsg(now))
	return <-now
}

// counts waits until what is shown of a dialog counts as seen.
func (s *story) counts() picture {
	s.t.Helper()
	late := time.After(patience)
	for now := s.shows().view; s.counted.Dialog != now.Dialog || s.counted.View < now.View; {
		select {
		case s.counted = <-s.drawn:
		case <-late:
			s.t.Fatalf("the dialog was not seen:\n%s", s.shows().text)
		}
	}
	return s.shows()
}

// read scrolls to the end of the open dialog and waits until a yes counts.
func (s *story) read(yes string) {
	s.t.Helper()
	for strings.Contains(s.counts().text, readOn) {
		s.tm.Send(keyNamed("pgdown"))
	}
	begun := time.Now()
	for now := s.shows().text; !strings.Contains(now, "all read") || !strings.Contains(now, yes); now = s.shows().text {
		if time.Since(begun) > patience {
			s.t.Fatalf("%q does not count:\n%s", yes, now)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// readOn stands where there is more below.
const readOn = "pgdn read on"

// leaves quits and waits for the end of the program.
func (s *story) leaves() {
	s.t.Helper()
	s.press("q")
	s.tm.WaitFinished(s.t, teatest.WithFinalTimeout(patience))
}

func (s *story) file(name string) string {
	s.t.Helper()
	b := must.Get(os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name))))(s.t)
	return string(b)
}

func (s *story) missing(names ...string) {
	s.t.Helper()
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(s.dir, filepath.FromSlash(name))); !errors.Is(err, fs.ErrNotExist) {
			s.t.Errorf("%s is there (%v)", name, err)
		}
	}
}

func (s *story) contains(name string, texts ...string) {
	s.t.Helper()
	got := s.file(name)
	for _, text := range texts {
		if !strings.Contains(got, text) {
			s.t.Errorf("%s does not contain %q:\n%s", name, text, got)
		}
	}
}

func TestStoryApprove(t *testing.T) {
	s := newStory(t)
	seen := s.file("Pending_Approval/" + hubsRequest)
	s.press("3", "down")
	s.waits("4 waits for you")
	s.press("a")
	s.waits("Approve this e-mail?", "claims@northreach-hubs.example", "lines read")
	s.read("y approve")
	s.press("y")
	s.waits(`Approved "`, " · u undo")
	s.leaves()

	if got := s.file("Approved/" + hubsRequest); got != seen {
		t.Errorf("the approved file differs from what was on screen:\n%s", got)
	}
	s.missing("Pending_Approval/" + hubsRequest)
	s.contains(hubsPlan, "status: Active\n", "blocked_reason: null\n", "- [2026-03-14T07:02:00Z] Operator: Approved step 4 — ")
	s.contains("Logs/2026-03-14.json", hubsRequest)
}

func TestStoryReject(t *testing.T) {
	s := newStory(t)
	seen := s.file("Pending_Approval/" + postRequest)
	s.press("2", "g", "down", "down", "down", "down")
	s.waits("post on LinkedIn")
	s.press("x")
	s.waits("Reject: why?")
	s.press("not before the flyer", " ", "is ready", "enter")
	s.waits("note    not before the flyer is")
	s.read("y reject")
	s.press("y")
	s.waits(`Rejected "`, " · u undo")
	s.leaves()

	if got := s.file("Rejected/" + postRequest); got != seen {
		t.Errorf("the rejected file differs from what was on screen:\n%s", got)
	}
	s.missing("Pending_Approval/"+postRequest, "Approved/"+postRequest)
	s.contains("Rejected/"+postRequest+".note", "not before the flyer is ready")
}

func TestStoryChangedUnderTheDialog(t *testing.T) {
	s := newStory(t)
	s.press("2", "g", "down", "down", "down", "down", "a")
	s.waits("Approve this post?")
	s.read("y approve")
	name := "Pending_Approval/" + postRequest
	changed := s.file(name) + "and one line more\n"
	must.Do(t, os.WriteFile(filepath.Join(s.dir, filepath.FromSlash(name)), []byte(changed), 0o644))
	s.waits("The file changed while you were reading. Read the new text first.", "+and one line more")
	s.press("y")
	s.waits("Not yet: the file changed; l rereads it.")
	s.press("l")
	s.waits("moves the file to Approved")
	s.press("esc")
	s.waits("No decision made.")
	s.leaves()

	if got := s.file(name); got != changed {
		t.Errorf("the pending file was written:\n%s", got)
	}
	s.missing("Approved/"+postRequest, "Rejected/"+postRequest)
}

func TestStoryChangedAtTheLastMoment(t *testing.T) {
	s := newStory(t)
	s.press("2", "g", "down", "down", "down", "down", "a")
	s.waits("Approve this post?")
	s.read("y approve")
	name := "Pending_Approval/" + postRequest
	changed := s.file(name) + "and one line more\n"
	must.Do(t, os.WriteFile(filepath.Join(s.dir, filepath.FromSlash(name)), []byte(changed), 0o644))
	// Either the watch of the dialog or the vault itself notices.
	s.press("y")
	teatest.WaitFor(t, s.tm.Output(), func(b []byte) bool {
		return bytes.Contains(b, []byte("No decision made: approving")) || bytes.Contains(b, []byte("Read the new text first"))
	}, teatest.WithCheckInterval(5*time.Millisecond), teatest.WithDuration(patience))
	s.press("ctrl+c")
	s.tm.WaitFinished(t, teatest.WithFinalTimeout(patience))

	if got := s.file(name); got != changed {
		t.Errorf("the pending file was written:\n%s", got)
	}
	s.missing("Approved/"+postRequest, "Rejected/"+postRequest)
}

func TestStoryAcknowledgeASession(t *testing.T) {
	s := newStory(t)
	const log = ".claude/haios/governance-events.jsonl"
	before := s.file(log)
	s.press("4", "g")
	s.waits("a acknowledge")
	s.press("a")
	s.waits("Acknowledge this session?")
	s.read("y acknowledge")
	s.press("y")
	s.waits("Acknowledged session 244")
	s.leaves()

	added, ok := strings.CutPrefix(s.file(log), before)
	if !ok || !strings.Contains(added, "SessionEnded") || !strings.Contains(added, "244") {
		t.Errorf("added to the log: %q", added)
	}
}

func TestStoryQuitWritesNothing(t *testing.T) {
	s := newStory(t)
	before := s.tree()
	s.press("1", "2", "3", "4", "5", "8", "2", "enter", "v", "esc", "?", "esc", "ctrl+r", "a")
	s.waits("Approve this payment?")
	s.press("esc")
	s.waits("No decision made.")
	s.leaves()
	if after := s.tree(); after != before {
		t.Errorf("the vault changed:\n%s\nwas\n%s", after, before)
	}
}

// tree is every file of the vault with its size and time.
func (s *story) tree() string {
	s.t.Helper()
	var tree strings.Builder
	must.Do(s.t, filepath.WalkDir(s.dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		_, err = tree.WriteString(name + " " + info.Mode().String() + " " + info.ModTime().String() + "\n")
		return err
	}))
	return tree.String()
}

func TestRunShowsAndGivesTheTerminalBack(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	keys, press := io.Pipe()
	go press.Write([]byte("q"))
	must.Do(t, Run(t.Context(), []Vault{{Store: workshop()}}, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock}, keys, &out))
	for _, code := range []string{"\x1b[?1049h", "\x1b[?1049l", "\x1b[?25h"} {
		if !strings.Contains(out.String(), code) {
			t.Errorf("the terminal was not given %q", code)
		}
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	keys, _ := io.Pipe()
	err := Run(ctx, []Vault{{Store: workshop()}}, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock}, keys, io.Discard)
	if err != nil && !errors.Is(err, tea.ErrProgramKilled) {
		t.Errorf("ended with %v", err)
	}
}
