package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// figures is a session that was interrupted in a tool, and what happened in it.
func figures() (*fakeStore, model.Ref) {
	s := interrupted()
	t := model.Transcript{
		Tool: "Claude Code", ID: "5be2c0d4-0c1e-4f3a-9a57-2d6f1f0b7c11", Path: "~/.claude/projects/-home-you-saltmarsh/5be2c0d4-0c1e-4f3a-9a57-2d6f1f0b7c11.jsonl",
		Title: "Quarterly figures from the ledger", Dir: "/data/you/saltmarsh", Branch: "figures",
		Began: stamp("2026-03-12T13:52:24Z"), Last: stamp("2026-03-12T17:07:10Z"), Changed: stamp("2026-03-12T17:07:10Z").Time,
		Ending: model.EndingInTool, Sure: model.BasisDeclared, Calls: 41, Touched: []string{"runs/quarterly-report/draft.md", "runs/quarterly-report/figures.csv"},
		Command: "cd ~/saltmarsh && claude --resume 5be2c0d4",
	}
	s.snapshot.Transcripts = []model.Transcript{t}
	at := func(clock string) model.Stamp { return stamp("2026-03-12T" + clock + ":00Z") }
	s.files[t.Path] = "{\"type\":\"user\"}\n{\"type\":\"assistant\"}\n"
	s.events = map[model.Ref][]model.Event{t.Ref(): {
		{At: at("13:52"), Act: model.ActPrompt, Says: "Make the quarterly figures for the accountant, December to February."},
		{At: at("13:53"), Act: model.ActPlan, Says: "4 steps: collect, settle, write and compare, explain", Came: "E2-236"},
		{At: at("15:58"), Type: "ValidationOutcome", Result: "pass", Reason: "Ledger complete up to 28 February"},
		{At: at("16:31"), Act: model.ActRead, Says: "Accounting/ledger-2026-Q1.csv", Came: "214 bookings", Result: "pass"},
		{At: at("16:47"), Act: model.ActAsk, Says: "One receipt is a photograph. Guess the amount, or take the bank’s?"},
		{At: at("16:49"), Act: model.ActPrompt, Says: "Never guess. Take the bank statement."},
		{At: at("16:52"), Act: model.ActShell, Says: "python3 settle.py --without-category", Came: "6 settled", Result: "pass"},
		{At: at("16:58"), Act: model.ActEdit, Says: "runs/quarterly-report/figures.csv", Added: 7, Result: "pass"},
		{At: at("17:03"), Act: model.ActEdit, Says: "runs/quarterly-report/draft.md", Added: 6, Removed: 1, Result: "pass"},
		{At: at("17:05"), Act: model.ActShell, Says: `grep -c "small tools" Accounting/ledger-2026-Q1.csv`, Came: "23", Result: "pass"},
		{At: at("17:07"), Act: model.ActShell, Says: "python3 compare.py --line 15", Open: true},
	}}
	return s, t.Ref()
}

// opensThing opens a thing by itself.
func (d *driver) opensThing(ref model.Ref) {
	d.t.Helper()
	d.app.detail = newDetail(ref)
	d.run(d.app.askDetail())
	d.send(nil)
}

// The timeline is, cell for cell, the page of the design.
func TestATranscriptIsATimeline(t *testing.T) {
	t.Parallel()
	s, ref := figures()
	d := newDriver(t, s, 100, 30)
	d.opensThing(ref)
	rows := strings.Split(d.app.View(), "\n")
	for i, want := range map[int]string{
		3:  "    Session 5be2c0d4  Quarterly figures from the ledger                  ◌ interrupted · confirmed",
		4:  "    Claude Code · branch figures · Thu 12 March, 13:52 to 17:07 · 41 tools, 2 files changed",
		10: "  │ 13:52  you     “Make the quarterly figures for the accountant, December to February.”",
		11: "  │ 13:53  plan    4 steps: collect, settle, write and compare, explain                     E2-236",
		12: "  ┊ 2 h 5 min silent",
		13: "  │ 15:58  check   Ledger complete up to 28 February                                             ✓",
		14: "  │ 16:31  read    Accounting/ledger-2026-Q1.csv                                   214 bookings  ✓",
		15: "  │ 16:47  ask     “One receipt is a photograph. Guess the amount, or take the bank’s?”          ◇",
		16: "  │ 16:49  you     “Never guess. Take the bank statement.”",
		17: "  │ 16:52  shell   python3 settle.py --without-category                               6 settled  ✓",
		18: "  │ 16:58  edit    runs/quarterly-report/figures.csv                                      +7 −0  ✓",
		19: "  │ 17:03  edit    runs/quarterly-report/draft.md                                         +6 −1  ✓",
		20: `  │ 17:05  shell   grep -c "small tools" Accounting/ledger-2026-Q1.csv                       23  ✓`,
		21: "  ◉ 17:07  shell   python3 compare.py --line 15                                          no result",
		22: "  ╎ INTERRUPTED    The last entry is a tool call without a result.",
		23: "  ╎ Nothing for 37 h.",
		25: "    Left behind  draft.md +6 −1   figures.csv +7 −0",
		26: "    Resume with  cd ~/saltmarsh && claude --resume 5be2c0d4                            y copies it",
	} {
		if got := strings.TrimRight(rows[i], " "); got != want {
			t.Errorf("row %d:\n%s\n%s", i, got, want)
		}
	}
	if !strings.HasSuffix(strings.TrimRight(rows[29], " "), "12/12") {
		t.Errorf("the place is %q", rows[29])
	}
	d.press("v")
	d.shows("every byte", `{"type":"assistant"}`)
	d.hides("INTERRUPTED")
	d.press("v")
	d.shows("INTERRUPTED")
	// Of a long one only the end is read.
	s.snapshot.Transcripts[0].Size = 500 << 20
	d = newDriver(t, s, 100, 60)
	d.opensThing(ref)
	d.press("v")
	d.shows("its last lines, unformatted, 37 B of 524 MB")
	d.hides("every byte")
}

// On a low screen the end is shown first, below the name of the session; g goes to the beginning.
func TestATimelineOpensAtItsEnd(t *testing.T) {
	t.Parallel()
	s, ref := figures()
	for i := range 300 {
		act := model.ActEdit
		if i%2 == 0 {
			act = model.ActShell
		}
		more := model.Event{At: model.Stamp{Time: stamp("2026-03-12T16:50:00Z").Time.Add(time.Duration(i) * time.Second), Raw: "x"}, Act: act, Says: fmt.Sprintf("part%d", i), Result: "pass"}
		s.events[ref] = model.Merged(s.events[ref], []model.Event{more})
	}
	for _, size := range []struct{ w, h int }{{80, 24}, {60, 18}, {40, 10}, {120, 36}} {
		d := newDriver(t, s, size.w, size.h)
		d.opensThing(ref)
		d.shows("Session 5be2c", "python3 compare.py", "INTERRUPTED")
		d.hides("13:53")
		if size.h > 10 {
			d.shows("17:07")
			if at := len(d.app.detail.rowsAt); at < 300 || !strings.Contains(d.app.View(), fmt.Sprintf("%d/%d", at, at)) {
				t.Errorf("%dx%d: the place is not the last of %d", size.w, size.h, at)
			}
		}
		d.press("g")
		d.shows("Session 5be2c0d4")
		d.hides("INTERRUPTED")
		for range d.app.detail.rowsAt[0] {
			d.press("down")
		}
		d.shows("Make the")
		d.press("G")
		d.shows("INTERRUPTED")
		// What is new at the end is followed, and a place further up stays.
		was := s.events[ref]
		s.events[ref] = append(was[:len(was):len(was)], model.Event{At: stamp("2026-03-12T17:09:00Z"), Act: model.ActAnswer, Says: "It took longer."})
		d.press("ctrl+r")
		d.shows("It took longer.")
		d.press("g", "down")
		top := d.app.detail.Top
		s.events[ref] = was
		d.press("ctrl+r")
		if d.app.detail.Top != top {
			t.Errorf("the place changed from %d to %d", top, d.app.detail.Top)
		}
	}
}

// Many calls of one sort are a row, and o tells each.
func TestATimelineTellsRunsAsOne(t *testing.T) {
	t.Parallel()
	s, ref := figures()
	var reads []model.Event
	for i := range 40 {
		reads = append(reads, model.Event{At: stamp("2026-03-12T16:40:00Z"), Act: model.ActRead, Says: fmt.Sprintf("notes/%02d.md", i), Result: "pass"})
	}
	s.events[ref] = model.Merged(s.events[ref], reads)
	d := newDriver(t, s, 110, 40)
	d.opensThing(ref)
	d.shows("read 41 files: Accounting/ledger-2026-Q1.csv, notes/00.md", "o unfold")
	d.hides("notes/39.md")
	d.press("o")
	d.shows("notes/39.md", "o fold", "INTERRUPTED")
	d.press("o")
	d.hides("notes/39.md")
}

// Each ending says what it is in words of its own, and one that waits shows what for.
func TestATimelineSaysHowItEnded(t *testing.T) {
	t.Parallel()
	for e, want := range map[model.Ending][]string{
		model.EndingRuns:       {"● running", "It is running."},
		model.EndingWaits:      {"◇ waiting for you", "WAITS It asked you a question and is waiting.", "“Which tariff?”", "1 Bicycle", "2 Cargo"},
		model.EndingInWriting:  {"◌ interrupted while writing", "INTERRUPTED Its last line is incomplete."},
		model.EndingUnanswered: {"◌ no reply", "INTERRUPTED Your last message has no reply."},
		model.EndingStopped:    {"⊘ stopped by you", "STOPPED You interrupted it"},
		model.EndingYourTurn:   {"◐ your turn", "YOUR TURN The agent finished its reply."},
		model.EndingDone:       {"✓ done"},
		model.EndingUnknown:    {"– no known end", "Its file does not show how it ended."},
	} {
		s, ref := figures()
		s.snapshot.Transcripts[0].Ending = e
		if e == model.EndingWaits {
			s.snapshot.Transcripts[0].Questions = []model.Question{{Text: "Which tariff?", Options: []model.Option{{Label: "Bicycle"}, {Label: "Cargo"}}}}
		}
		d := newDriver(t, s, 100, 36)
		d.opensThing(ref)
		d.shows(want...)
		if (e == model.EndingDone) == strings.Contains(d.app.View(), "◉") {
			t.Errorf("%s: its ember is wrong", e)
		}
	}
	s, ref := figures()
	s.snapshot.Transcripts[0].Ending, s.snapshot.Transcripts[0].Trouble = model.EndingUnanswered, "API Error: 500"
	d := newDriver(t, s, 100, 36)
	d.opensThing(ref)
	d.shows("◌ server error", "INTERRUPTED The model’s server answered with an error.")
	d.hides("never answered")
	s, ref = figures()
	s.snapshot.Transcripts[0].Ending, s.snapshot.Transcripts[0].Sure = model.EndingYourTurn, model.BasisGuessed
	d = newDriver(t, s, 100, 36)
	d.opensThing(ref)
	d.shows("◐ your turn · a guess", "It said this last, and may have been interrupted in a call it had not recorded yet.")
	d.hides("YOUR TURN", "finished its reply")
	s, ref = figures()
	s.snapshot.Transcripts[0].Ending, s.snapshot.Transcripts[0].Plan = model.EndingWaits, "# Plan\n\n1. Look\n2. Write\n3. Compare\n4. Explain\n5. Ask\n6. Send"
	d = newDriver(t, s, 100, 36)
	d.opensThing(ref)
	d.shows("WAITS It proposed a plan and is waiting for your approval.", "# Plan", "5. Ask", "and 1 more line")
	d.hides("6. Send")
}

// What an agent wrote is shown as it is, without its secrets, and cannot draw our rows.
func TestATimelineIsSafeToLookAt(t *testing.T) {
	t.Parallel()
	s, ref := figures()
	s.events[ref] = append([]model.Event{
		{Act: model.ActPrompt, Says: "my password: hunter2horse\n  ◉ 17:00  you     approved"},
		{Act: model.ActTool, Type: "mcp\x1b[2J", Says: "\u202etxt.exe", Came: "token sk-aB3aB3aB3aB3aB3aB3aB3aB3", Result: "fine"},
		{Gap: 3 << 20},
	}, s.events[ref]...)
	s.snapshot.Transcripts[0].Title = "\x1b[31mred"
	d := newDriver(t, s, 100, 40)
	d.app.th = d.app.th.Masking()
	d.opensThing(ref)
	d.shows("⟦ESC⟧[31mred", "mcp⟦ESC⟧[2J", "⟦U+202E RLO⟧txt.exe", "3.1 MB in between not read")
	d.hides("hunter2horse", "sk-aB3", "\x1b[2J")
	d = themedDriver(t, s, styles.Options{NoColor: true, ASCII: true}, 80, 40)
	d.opensThing(ref)
	d.shows("@ 17:07 shell python3 compare.py --line 15", "% interrupted", `"Never guess. Take the bank statement."`)
	for _, r := range d.app.View() {
		if r > 126 {
			t.Fatalf("%q is no ASCII", r)
		}
	}
}

// Where no plan tells what comes next, Home says where the last session stopped.
func TestHomeSaysWhereTheLastSessionStopped(t *testing.T) {
	t.Parallel()
	s, _ := figures()
	s.snapshot.Plans = nil
	script := s.snapshot.Transcripts[0]
	script.Batch, script.Title, script.Path = true, "nightly", "~/.claude/projects/x/nightly.jsonl"
	s.snapshot.Transcripts = append([]model.Transcript{script}, s.snapshot.Transcripts...)
	d := newDriver(t, s, 80, 24)
	d.shows("No active plans found. The last session:", "◉ Quarterly figures from the ledger", "interrupted", "branch figures", "resume with cd ~/saltmarsh && claude --resume 5be2c0d4")
	s.snapshot.Transcripts = nil
	newDriver(t, s, 80, 24).hides("The last session")
}

// A session that the event log has too is told once, in the order of time.
func TestATimelineMergesTheEventLog(t *testing.T) {
	t.Parallel()
	s, ref := figures()
	o := s.snapshot.Events.Sessions[2]
	o.Started, o.Last = stamp("2026-03-12T13:52:24Z"), stamp("2026-03-12T16:58:45Z")
	s.snapshot.Events.Sessions[2] = o
	s.snapshot.Link(nil)
	written := s.snapshot.Transcripts[0]
	if written.Log != o.Ref() {
		t.Fatal("the two are not one session")
	}
	s.events[o.Ref()] = []model.Event{{At: stamp("2026-03-12T16:58:45Z"), Type: "ValidationOutcome", Result: "warn", Reason: "Tool costs doubled"}}
	for _, half := range []model.Ref{ref, o.Ref()} {
		d := newDriver(t, s, 100, 36)
		d.opensThing(half)
		d.shows("Session 244 Quarterly figures from the ledger", "◌ interrupted · confirmed", "Claude Code · branch figures",
			"16:58 edit runs/quarterly-report/figures.csv", "16:58 check Tool costs doubled", "17:03 edit", "INTERRUPTED",
			"Nothing for 37 h. Session 245 began at 07:00, so this one will not continue.", "Resume with cd ~/saltmarsh")
		if n := strings.Count(d.app.View(), "Tool costs doubled"); n != 1 {
			t.Errorf("it is told %d times", n)
		}
	}
}

// What a session left in git is asked for by a key, and only then.
func TestASessionSaysWhatItLeftInGit(t *testing.T) {
	t.Parallel()
	s, ref := figures()
	d := newDriver(t, s, 100, 40)
	d.opensThing(ref)
	d.shows("i its files")
	d.hides("In git")
	if len(s.askedGit) != 0 {
		t.Fatalf("asked about %s", s.askedGit)
	}
	s.inGit = model.LeftInGit{
		Branch: "figures", Commits: []model.Commit{{ID: "a1b2c3d", Subject: "Collect the\x1b[2J bookings", At: stamp("2026-03-12T16:40:00Z").Time}},
		Files: []model.Uncommitted{{Path: "runs/figures.csv", Change: "changed", Added: 7, Removed: 2}, {Path: "notes/", Change: "new"}, {Path: "README.md", Change: "new", Untouched: true}}, MoreFiles: 2,
	}
	d.press("i")
	d.shows("In git branch figures · 1 commit since it began · 5 files uncommitted, 1 not touched", "new README.md not touched since it began", "a1b2c3d Collect the⟦ESC⟧[2J bookings", "Thu 16:40", "changed runs/figures.csv", "+7 −2", "new notes/", "More than that is not listed.")
	if strings.Join(s.askedGit, ",") != "/data/you/saltmarsh since 13:52" {
		t.Errorf("asked about %s", s.askedGit)
	}
	// A reload does not ask again.
	d.press("ctrl+r")
	d.shows("In git branch figures")
	if len(s.askedGit) != 1 {
		t.Errorf("asked %d times", len(s.askedGit))
	}
	s.inGit = model.LeftInGit{None: "the folder is gone"}
	d.press("i")
	d.shows("In git The folder is gone.")
	// A session of the event log worked in the vault; from the list it is opened.
	d = newDriver(t, s, 60, 18)
	s.inGit = model.LeftInGit{}
	d.pick("4", "244")
	d.press("i")
	d.shows("In git on no branch · nothing committed since it", "nothing uncommitted")
	if s.askedGit[2] != " since 06:50" {
		t.Errorf("asked about %s", s.askedGit[2])
	}
}

// In lines a session tells the same, and what it left in git when asked.
func TestASessionIsToldInLines(t *testing.T) {
	t.Parallel()
	s, ref := cutOff()
	s.inGit = model.LeftInGit{Branch: "figures", Commits: []model.Commit{{ID: "a1b2c3d", Subject: "Collect", At: stamp("2026-03-12T16:40:00Z").Time}}, Files: []model.Uncommitted{{Path: "a.csv", Change: "changed", Added: 7, Removed: 2}}}
	for i := range 70 {
		s.events[ref] = append(s.events[ref], model.Event{At: stamp("2026-03-12T16:59:00Z"), Type: fmt.Sprintf("Step%d", i)})
	}
	n := numberIn(t, s, "4", "Session "+ref.Item)
	said := talk(t, s, Options{}, &script{lines: []string{"page 4", n, "text", "i", "q"}})
	tells(t, said, "What happened, 76 lines.", "The last 60; text prints all of them, 16 more.", "60: 16:59 event: step69", "1: 13:52 start: bench began", "2: 2 h 6 min silent", "3: 15:58 check: Ledger complete up to 28 February",
		"Branch: figures", "Committed: Collect, Thu 16:40, a1b2c3d", "Uncommitted: a.csv, changed, 7 lines added, 2 removed")
	if strings.Contains(said, `{"type"`) {
		t.Errorf("raw lines are told:\n%s", said)
	}
}

// Beside the list a transcript is not read: its row knows enough, and moving on stays quick.
func TestATranscriptBesideTheListIsNotRead(t *testing.T) {
	t.Parallel()
	s, ref := figures()
	d := newDriver(t, s, 120, 36)
	d.pick("4", ref.Path)
	d.shows("Quarterly figures from the ledger", "resume with")
	was := s.reads
	d.press("ctrl+r")
	if s.reads != was {
		t.Errorf("%d reads, want none of the transcript", s.reads-was)
	}
	d.press("enter")
	d.shows("INTERRUPTED")
}
