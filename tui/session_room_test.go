package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
)

// inDeepFolder is a session of figures whose folder has a long name.
func inDeepFolder() (*fakeStore, model.Ref) {
	s, ref := figures()
	t := &s.snapshot.Transcripts[0]
	t.Dir = "/data/coldstart-saltmarsh-wheelworks-405582278/saltmarsh-wheelworks"
	t.Command = "cd " + t.Dir + " && claude --resume " + t.ID
	return s, ref
}

// At 80x24 the page of a session has its ribbon, its first prompt, rows of its course and the whole
// command, which is broken behind &&.
func TestASessionAt80x24HasItsRibbon(t *testing.T) {
	t.Parallel()
	s, ref := inDeepFolder()
	command := s.snapshot.Transcripts[0].Command
	for _, size := range []struct{ w, h int }{{80, 24}, {100, 30}} {
		d := newDriver(t, s, size.w, size.h)
		d.opensThing(ref)
		d.shows("━━━", "silent for 37 h", "41 tools, 2 files", "│ 13:52 you “Make the quarterly figures", "│ 17:03 edit", "◉ 17:07", "INTERRUPTED", "y copies it")
		view := d.app.View()
		cd, resume, _ := strings.Cut(command, " && ")
		if !strings.Contains(view, cd+" &&") || !strings.Contains(view, resume) {
			t.Errorf("%v: the command is broken within its words:\n%s", size, view)
		}
		// A message leaves the end of the page in view.
		d.press("y")
		d.shows("Copied", resume, "◉ 17:07")
		d.press("g")
		d.shows("│ 13:53 plan")
		if n := strings.Count(d.app.View(), "Make the quarterly figures"); n != 1 {
			t.Errorf("%v: the first prompt is there %d times:\n%s", size, n, d.app.View())
		}
	}
}

// What is copied is named in help, and its columns do not touch.
func TestHelpOnASessionNamesItsCommand(t *testing.T) {
	t.Parallel()
	d := newDriver(t, bySessions(), 80, 24)
	d.pick("4", writtenAt("5be2c0d4-1"))
	d.press("?")
	d.shows("y copy the command", "A acknowledge all")
	d.hides("copy the path")
	rows := strings.Split(d.app.View(), "\n")
	at := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "acknowledge all") })
	if !strings.Contains(rows[at]+" ", "acknowledge all  ") {
		t.Errorf("the columns touch: %q", rows[at])
	}
}

// Of the sessions that are over the newest are shown, and the page says how the others are found.
func TestThePageOfSessionsSaysHowEarlierOnesAreFound(t *testing.T) {
	t.Parallel()
	s := bySessions()
	s.snapshot.Transcripts = nil
	for i := range 9 {
		s.snapshot.Transcripts = append(s.snapshot.Transcripts, written(fmt.Sprint("a-", i), fmt.Sprint("Price list ", i), model.EndingDone, time.Duration(i+1)*time.Hour))
	}
	d := newDriver(t, s, 80, 40)
	d.press("4")
	d.shows("Earlier 7 of 9", "Price list 0", "Price list 6", "2 sessions are over; / finds them.")
	d.hides("Price list 7")
	d.press("/")
	d.paste("price list 8")
	d.press("enter")
	d.shows("Price list 8")
	d.hides("are over")
}

// The lines of a session with two records are those of both.
func TestTheLinesOfASessionAreThoseOfBothRecords(t *testing.T) {
	t.Parallel()
	s := interrupted()
	dead := written("aa-1", "Returns of the shelf", model.EndingInTool, 0)
	dead.Began, dead.Last = stamp("2026-03-13T17:59:30Z"), stamp("2026-03-13T18:21:00Z")
	dead.Changed = dead.Last.Time
	s.snapshot.Transcripts = []model.Transcript{dead}
	s.files[dead.Path] = `{"type":"assistant"}` + "\n"
	d := newDriver(t, s, 120, 60)
	d.pick("4", "243")
	d.press("enter", "v")
	d.shows("The event log: its lines · sha256", `"SessionStarted"`, "Its transcript: every byte · sha256", `{"type":"assistant"}`)
}

// A session is shown no command into a folder that is gone.
func TestNoCommandLeadsIntoAFolderThatIsGone(t *testing.T) {
	t.Parallel()
	var touched []string
	m := machineOf(&touched, folders(1)...)
	m.Look = func(dir string) rule.Sight { return rule.Sight{Root: dir, Gone: true} }
	d := listOf(t, m, nil, 120, 36)
	d.shows("the folder is gone")
	if view := d.View(); strings.Contains(view, "codex resume") {
		t.Errorf("a command is shown:\n%s", view)
	}
	d.press("y")
	d.shows("The folder is gone, so no session in it can be resumed.")
}

// A path that no row holds is cut where the row ends, so that its "cd" does not stand alone.
func TestACommandBeginsWithItsFolder(t *testing.T) {
	t.Parallel()
	s, ref := figures()
	s.snapshot.Transcripts[0].Command = "cd /data/" + strings.Repeat("x", 90) + " && claude --resume 5be2c0d4"
	for _, w := range []int{40, 80, 100} {
		d := newDriver(t, s, w, 40)
		d.opensThing(ref)
		d.shows("cd /data/xxx", "&&")
	}
}
