package tui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"

	tea "github.com/charmbracelet/bubbletea"
)

// resuming opens the card of a session of bySessions, with programs that only note what they run.
func resuming(t *testing.T, id string, change func(*Options)) (*driver, *fakePrograms) {
	t.Helper()
	f := &fakePrograms{}
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Program: f.program, Dir: "/data/kiosk", Clipboard: Clipboard{to: &strings.Builder{}}}
	if change != nil {
		change(&o)
	}
	d := drive(t, bySessions(), o, 100, 30)
	d.pick("4", writtenAt(id))
	d.press("R")
	return d, f
}

// launches presses enter and waits until it was alone for long enough.
func (d *driver) launches() {
	d.press("enter")
	d.ring(confirm.LaunchTime)
}

// What starts is exactly what the card shows: the words of the answer with the question said again, in the folder of
// the session, without a shell.
func TestAnAnswerResumesItsSession(t *testing.T) {
	t.Parallel()
	d, f := resuming(t, "77aa0000-2", nil)
	d.shows("Answer and resume", "“Guess the amount?”", "Take the bank’s", "Nothing is sent until you choose")
	d.ring(confirm.QuietTime)
	d.press("enter")
	d.shows("Not now: choose an answer.")
	d.press("2")
	d.ring(confirm.QuietTime)
	d.launches()
	want := []string{"claude", "--resume", "77aa0000-2", `You asked: "Guess the amount?" (Guess it / Take the bank’s). My answer: Take the bank’s.`}
	if len(f.ran) != 1 || f.dirs[0] != "/data/kiosk" || !slices.Equal(f.ran[0], want) {
		t.Fatalf("ran %q, want %q", f.ran, want)
	}
	d.shows("Receipt printer ended.")
	if d.app.over.Top() != nil {
		t.Error("the card is still open")
	}
	d.press("ctrl+c")
	if d.quit {
		t.Error("a late ctrl+c of the agent's program leaves the screen")
	}
	d.ring(lateKeys)
	d.press("ctrl+c")
	if !d.quit {
		t.Error("ctrl+c does not leave any more")
	}
}

// Words of the operator's own are told with the question, and letters are words.
func TestOwnWordsResumeASession(t *testing.T) {
	t.Parallel()
	d, f := resuming(t, "77aa0000-2", nil)
	d.press("tab", "y", "1", " ", "x")
	d.ring(confirm.QuietTime)
	d.launches()
	if len(f.ran) != 1 || !strings.HasSuffix(f.ran[0][3], "My answer: y1 x") {
		t.Errorf("ran %q", f.ran)
	}
}

// A message is added on the card, and up and down go to the other sessions that can be resumed.
func TestTheCardTakesAMessageAndTurnsToOtherSessions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ id, keys, want string }{
		{"turn-3", "m", "claude --resume turn-3 hi you"},
		{"turn-3", "down m", "claude --resume batch-5 Your last call (event) was interrupted, and its outcome is unknown. Check it before you continue. hi you"},
		{"turn-3", "down up m", "claude --resume turn-3 hi you"},
		{"5be2c0d4-1", "2 m", "claude --resume 5be2c0d4-1 hi you"},
		{"5be2c0d4-1", "m", "claude --resume 5be2c0d4-1 Your last call (shell: python3 compare.py --line 15) was interrupted, and its outcome is unknown. Check it before you continue. hi you"},
	} {
		d, f := resuming(t, tt.id, nil)
		d.shows("m add a message", "↑↓ other session")
		d.press(append(strings.Fields(tt.keys), "h", "i", " ", "y", "o", "u")...)
		d.hides("↑↓ other session")
		d.ring(confirm.QuietTime)
		if d.launches(); len(f.ran) != 1 || strings.Join(f.ran[0], " ") != tt.want {
			t.Errorf("%s, %s: ran %q", tt.id, tt.keys, f.ran)
		}
	}
	d, _ := resuming(t, "77aa0000-2", nil)
	d.shows("tab own words")
	d.hides("add a message", "other session")
}

// A call that was interrupted is told as unknown, unless nothing shall be said.
func TestAnInterruptedCallIsToldAsUnknown(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{
		"enter":   "claude --resume 5be2c0d4-1 Your last call (shell: python3 compare.py --line 15) was interrupted, and its outcome is unknown. Check it before you continue.",
		"2 enter": "claude --resume 5be2c0d4-1",
	} {
		d, f := resuming(t, "5be2c0d4-1", nil)
		for _, k := range strings.Fields(keys) {
			d.ring(confirm.QuietTime)
			if d.press(k); k == "enter" {
				d.ring(confirm.LaunchTime)
			}
		}
		if len(f.ran) != 1 || strings.Join(f.ran[0], " ") != want {
			t.Errorf("%s: ran %q", keys, f.ran)
		}
	}
}

// Enter counts alone, a moment after the card opened, and never as a part of what is pasted or held.
func TestNothingStartsByAccident(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(d *driver){
		"at once":  func(d *driver) { d.press("enter") },
		"held":     func(d *driver) { d.press("enter", "enter", "enter", "enter") },
		"in a row": func(d *driver) { d.ring(confirm.QuietTime); d.press("enter", "enter"); d.ring(confirm.LaunchTime) },
		"repeated": func(d *driver) {
			d.ring(confirm.QuietTime)
			d.press("enter", "enter")
			d.ring(confirm.QuietTime)
			d.press("enter", "enter")
			d.ring(confirm.LaunchTime)
		},
		"alt": func(d *driver) {
			d.ring(confirm.QuietTime)
			d.send(tea.KeyMsg{Type: tea.KeyEnter, Alt: true})
			d.ring(confirm.LaunchTime)
		},
		"pasted": func(d *driver) { d.ring(confirm.QuietTime); d.paste("1\n2\n") },
		"left":   func(d *driver) { d.press("esc"); d.ring(confirm.QuietTime) },
	} {
		d, f := resuming(t, "torn-6", nil)
		if do(d); len(f.ran) > 0 {
			t.Errorf("%s: ran %q", name, f.ran)
		}
	}
}

// Where nothing can be started the card says why, and its command can be copied.
func TestWhatCannotStartSaysWhy(t *testing.T) {
	t.Parallel()
	copied := &strings.Builder{}
	for why, change := range map[string]func(*Options){
		"no program can run here":    func(o *Options) { o.Program = nil },
		"claude is not on your PATH": func(o *Options) { o.Unable = func(p string) string { return p + " is not on your PATH" } },
		"the clock is wrong":         func(o *Options) { o.Unable = func(string) string { return "the clock is wrong" } },
	} {
		d, f := resuming(t, "torn-6", func(o *Options) { change(o); o.Clipboard = Clipboard{to: copied} })
		d.shows("Cannot start it: " + why)
		d.ring(confirm.QuietTime)
		d.press("enter")
		d.shows("Not now: " + why)
		if d.press("y"); len(f.ran) > 0 || copied.Len() == 0 {
			t.Errorf("%s: ran %q, copied %q", why, f.ran, copied)
		}
		copied.Reset()
	}
	s := bySessions()
	s.snapshot.ReadOnly = "asked for"
	d := newDriver(t, s, 100, 30)
	d.pick("4", writtenAt("torn-6"))
	d.press("R")
	d.shows("Cannot start it: read-only: asked for")
}

// A session that runs, or may, is never offered.
func TestARunningSessionIsNotResumed(t *testing.T) {
	t.Parallel()
	d, f := resuming(t, "runs-4", nil)
	d.shows("it wrote a moment ago, and may be running")
	if d.app.over.Top() != nil || len(f.ran) > 0 {
		t.Error("a card is open")
	}
	d.pick("4", writtenAt("torn-6"))
	d.press("R")
	for i := range d.store.snapshot.Transcripts {
		if d.store.snapshot.Transcripts[i].ID == "torn-6" {
			d.store.snapshot.Transcripts[i].Process = &model.Process{PID: 4242, Alive: true}
		}
	}
	d.run(d.app.load())
	d.ring(confirm.QuietTime)
	d.press("enter")
	d.shows("Not now: it is running as process 4242")
	if len(f.ran) > 0 {
		t.Errorf("ran %q", f.ran)
	}
}

// A card that does not fit starts nothing: the command, or what is chosen, would not be on screen.
func TestNothingStartsUnseen(t *testing.T) {
	t.Parallel()
	for size, fits := range map[[2]int]bool{{40, 10}: false, {60, 12}: false, {60, 15}: true, {100, 30}: true} {
		d, f := resuming(t, "5be2c0d4-1", nil)
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.ring(confirm.QuietTime)
		if d.launches(); (len(f.ran) > 0) != fits {
			t.Errorf("%v: ran %q", size, f.ran)
		}
	}
}

// A session that wrote, or asked something else, since the card opened gets no answer to what it asked before.
func TestAnAnswerIsForWhatWasAsked(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*model.Transcript){
		"asks else": func(t *model.Transcript) { t.Questions = []model.Question{{Text: "Delete all?"}} },
		"wrote":     func(t *model.Transcript) { t.Last.Time = t.Last.Time.Add(time.Second) },
		"gone":      func(t *model.Transcript) { t.Path = "~/elsewhere.jsonl" },
	} {
		d, f := resuming(t, "77aa0000-2", nil)
		d.press("1")
		for i := range d.store.snapshot.Transcripts {
			if one := &d.store.snapshot.Transcripts[i]; one.ID == "77aa0000-2" {
				change(one)
			}
		}
		d.run(d.app.load())
		d.ring(confirm.QuietTime)
		if d.launches(); len(f.ran) > 0 {
			t.Errorf("%s: ran %q", name, f.ran)
		}
	}
}

// Words that the program could take for a command or an option start nothing, and words are kept.
func TestWordsForAnAgentAreASentence(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"update", "/clear now", "-p x", "! ls"} {
		d, f := resuming(t, "turn-3", nil)
		d.press("tab")
		for _, r := range words {
			d.press(string(r))
		}
		d.ring(confirm.QuietTime)
		if d.launches(); len(f.ran) > 0 {
			t.Errorf("%q: ran %q", words, f.ran)
		}
		if d.press("ctrl+c"); d.quit {
			t.Errorf("%q is lost without a question", words)
		}
		d.press("esc", "R", "tab")
		d.shows(words)
	}
}

// A session whose folder is gone is not started in another one.
func TestASessionWithoutItsFolderIsNotResumed(t *testing.T) {
	t.Parallel()
	s := bySessions()
	for i := range s.snapshot.Transcripts {
		s.snapshot.Transcripts[i].Away = true
	}
	d := newDriver(t, s, 100, 30)
	d.pick("4", writtenAt("torn-6"))
	d.press("R")
	d.shows("its folder is gone: /data/kiosk")
}

// E continues the plan to resume: in the session that worked on it, else in a new one.
func TestContinueWhereThePlanStopped(t *testing.T) {
	t.Parallel()
	s := workshop()
	f := &fakePrograms{err: errors.New("exit status 3")}
	d := drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Program: f.program, Dir: "/data/desk"}, 100, 30)
	plan := d.app.board.Resume.Plan
	d.press("E")
	d.shows("A new session of Claude Code", "A new session of Codex", plan.ID, "↑↓ other agent", "m add a message")
	d.ring(confirm.QuietTime)
	d.launches()
	if len(f.ran) != 1 || f.dirs[0] != "/data/desk" || f.ran[0][0] != "claude" || !strings.HasPrefix(f.ran[0][1], "Continue plan "+plan.ID) {
		t.Fatalf("ran %q", f.ran)
	}
	d.shows("claude ended with an error: exit status 3.")
	worked := written("77aa0000-2", "The quote", model.EndingYourTurn, time.Hour)
	worked.Touched = []string{plan.Path}
	s.snapshot.Transcripts = []model.Transcript{worked}
	d.press("ctrl+r", "E")
	d.shows("The quote", "claude --resume 77aa0000-2")
}

// What changed in the folder since the session ended is on its card, and a card of another one does not hear of it.
func TestTheCardSaysWhatChangedSince(t *testing.T) {
	t.Parallel()
	s := bySessions()
	s.inGit = model.LeftInGit{Files: []model.Uncommitted{{Path: "src/tariff.go"}, {Path: "old.go", Untouched: true}}}
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Program: (&fakePrograms{}).program, Clipboard: Clipboard{to: &strings.Builder{}}}
	d := drive(t, s, o, 100, 30)
	d.pick("4", writtenAt("77aa0000-2"))
	d.press("R")
	d.press("1")
	d.shows("“from what can be read”", "Changed since then: tariff.go.")
	d.send(confirm.ChangedMsg{Card: -1, Left: model.LeftInGit{}})
	d.shows("Changed since then: tariff.go.")
}

// What the agent is told at its start is on the card, also that it is told nothing.
func TestTheCardSaysWhatTheAgentIsTold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		told confirm.Told
		want []string
	}{
		{confirm.Told{}, []string{"nothing: no start hook is installed"}},
		{confirm.Told{Hook: true, Size: 1240, Lines: []string{"Next step: step 4\x1b[2J", "Decided: rejected"}}, []string{"from the start hook, 1,240 characters", "· Next step: step 4⟦ESC⟧[2J", "· Decided: rejected"}},
	} {
		asked := ""
		d, _ := resuming(t, "77aa0000-2", func(o *Options) {
			o.Told = func(_ model.Snapshot, tool, dir string) (confirm.Told, error) {
				asked = tool + " " + dir
				return tt.told, nil
			}
		})
		d.press("1")
		d.shows(append(tt.want, "The agent gets")...)
		if asked != "Claude Code /data/kiosk" {
			t.Errorf("asked about %q", asked)
		}
	}
}
