package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

// written is a session that wrote so long before now.
func written(id, title string, e model.Ending, ago time.Duration) model.Transcript {
	at := clock().Add(-ago)
	return model.Transcript{
		Tool: "Claude Code", ID: id, Path: "~/.claude/projects/-work-kiosk/" + id + ".jsonl", Title: title, Dir: "/data/kiosk", Branch: "figures",
		Began: model.Stamp{Time: at.Add(-time.Hour), Raw: "x"}, Last: model.Stamp{Time: at, Raw: "x"}, Changed: at,
		Ending: e, Sure: model.BasisDerived, Command: "cd /data/kiosk && claude --resume " + id, Prompts: 2, Calls: 41,
	}
}

// bySessions is a repository in which agents worked, with nothing else.
func bySessions() *fakeStore {
	s := &fakeStore{files: map[string]string{}}
	s.snapshot.Name, s.snapshot.Events.Current = "kiosk", -1
	s.snapshot.Guests = []model.Guest{{Tool: "Claude Code", Path: "~/.claude", Names: []string{"Claude Code"}}}
	tool := written("5be2c0d4-1", "Quarterly figures from the ledger", model.EndingInTool, 39*time.Hour)
	tool.Call = model.Event{Act: model.ActShell, Type: "Bash", Says: "python3 compare.py --line 15", Open: true}
	tool.Touched, tool.PlanFile = []string{"figures.csv", "draft.md"}, "~/.claude/plans/figures.md"
	asks := written("77aa0000-2", "Receipt printer", model.EndingWaits, 12*time.Minute)
	asks.Questions = []model.Question{{Text: "Guess the amount?", Options: []model.Option{{Label: "Guess it", About: "from what can be read"}, {Label: "Take the bank’s"}}}}
	turn := written("turn-3", "Sort the returns shelf", model.EndingYourTurn, 2*time.Hour)
	turn.Said = "All returns are sorted."
	runs := written("runs-4", "Newsletter", model.EndingInTool, time.Minute)
	batch := written("batch-5", "Nightly check", model.EndingInTool, 3*time.Hour)
	batch.Batch = true
	s.snapshot.Transcripts = []model.Transcript{
		tool, asks, turn, runs, batch, written("torn-6", "Ledger import", model.EndingInWriting, 70*time.Hour),
		written("done-7", "Price list", model.EndingDone, 30*time.Hour), written("old-8", "Old labels", model.EndingUnanswered, 20*24*time.Hour),
	}
	model.SortTranscripts(s.snapshot.Transcripts)
	for _, t := range s.snapshot.Transcripts {
		s.files[t.Path] = `{"type":"user"}` + "\n"
	}
	return s
}

// at is where a session of bySessions lies.
func writtenAt(id string) string { return "~/.claude/projects/-work-kiosk/" + id + ".jsonl" }

func TestSessionsOnTheirPageAndOnHome(t *testing.T) {
	t.Parallel()
	d := newDriver(t, bySessions(), 180, 40)
	d.shows("⁴Sessions 4", "Needs you 4", "Last sessions 8", "◇ Receipt printer", "asks you", "Nightly check", "◌ Quarterly figures", "stopped in tool")
	d.hides("Old labels", "claude --resume runs-4")
	for _, n := range d.app.board.Queue {
		if n.Ref.Path == writtenAt("runs-4") {
			t.Error("a running session is among what needs somebody")
		}
	}
	d.press("4")
	view := d.app.View()
	at := -1
	for _, section := range []string{"Asks you 1", "Interrupted 3", "Your turn 1", "Running 1", "Interrupted, not on Home 1", "Earlier 1"} {
		next := strings.Index(view, section)
		if next <= at {
			t.Errorf("%q stands at %d, behind %d", section, next, at)
		}
		at = next
	}
	d.shows("Nightly check", "Old labels")
	d.shows("Price list")
	d.pick("4", writtenAt("5be2c0d4-1"))
	d.shows("interrupted, from its transcript", "resume with cd /data/kiosk && claude --resume", "shell python3 compare.py --line 15", "figures.csv, draft.md",
		"~/.claude/plans/figures.md", "/data/kiosk", "figures", "41 tool calls")
	d.pick("4", writtenAt("77aa0000-2"))
	d.shows("Guess the amount?", "Guess it; Take the bank’s")
}

func TestAcknowledgeASession(t *testing.T) {
	t.Parallel()
	d := newDriver(t, bySessions(), 120, 40)
	d.pick("4", writtenAt("5be2c0d4-1"))
	d.press("a")
	d.shows("Acknowledge this session?", "Quarterly figures from the ledger", "it leaves this list until it writes again", "your own ledger")
	d.readAll()
	d.press("y")
	if got, want := decidedOn(d.store), "ack "+writtenAt("5be2c0d4-1"); got != want {
		t.Errorf("decided %q, want %q\n%s", got, want, d.app.View())
	}
	d.shows("Acknowledged \"Quarterly figures from the ledger\"", "undo")
	for id, says := range map[string]string{
		"turn-3": "Cannot acknowledge: it was not interrupted and asks you nothing", "runs-4": "Cannot acknowledge: it runs, or wrote less than 10 minutes ago",
	} {
		d := newDriver(t, bySessions(), 120, 40)
		d.pick("4", writtenAt(id))
		d.press("a")
		d.shows(says)
	}
}

func TestAcknowledgeAllDeadSessions(t *testing.T) {
	t.Parallel()
	d := newDriver(t, bySessions(), 120, 40)
	d.press("4", "A")
	d.shows("3 sessions")
	d.readAll()
	d.press("y")
	if got, want := decidedOn(d.store), "ack "+writtenAt("batch-5")+", ack "+writtenAt("5be2c0d4-1")+", ack "+writtenAt("torn-6"); got != want {
		t.Errorf("decided %q, want %q", got, want)
	}
	d = newDriver(t, bySessions(), 120, 40)
	d.pick("4", writtenAt("77aa0000-2"))
	d.press(" ")
	d.pick("4", writtenAt("old-8"))
	d.press(" ", "A")
	d.readAll()
	d.press("y")
	if got, want := decidedOn(d.store), "ack "+writtenAt("77aa0000-2")+", ack "+writtenAt("old-8"); got != want {
		t.Errorf("decided %q, want %q", got, want)
	}
}

// A session that the event log knows is one row, under its number.
func TestASessionOfTheLogAndItsTranscriptAreOneRow(t *testing.T) {
	t.Parallel()
	s := interrupted()
	dead := written("aa-1", "Returns of the shelf", model.EndingInTool, 0)
	dead.Began, dead.Last = stamp("2026-03-13T17:59:30Z"), stamp("2026-03-13T18:21:00Z")
	dead.Changed = dead.Last.Time
	now := written("bb-2", "Figures of March", model.EndingYourTurn, time.Minute)
	now.Began = stamp("2026-03-14T07:00:00Z")
	s.snapshot.Transcripts = []model.Transcript{now, dead}
	s.files[dead.Path], s.files[now.Path] = "{}\n", "{}\n"
	d := newDriver(t, s, 140, 40)
	d.shows("243 Returns of the shelf", "stopped in tool")
	d.press("4")
	d.shows("Orphans 3", "243 Returns of the shelf", "Your turn 1", "245 Figures of March")
	d.hides("Session 243  bench", "Current session", "Interrupted 1")
	d.pick("4", "243")
	d.shows("interrupted, confirmed", "resume with cd /data/kiosk && claude", "very likely")
	d.press("a")
	d.readAll()
	d.press("y")
	if got := decidedOn(d.store); got != "ack 243" {
		t.Errorf("decided %q", got)
	}
}

// Of hundreds of sessions a page shows the newest, and a filter finds the others.
func TestHundredsOfSessions(t *testing.T) {
	t.Parallel()
	s := bySessions()
	for i := range 300 {
		e := model.EndingYourTurn
		if i%3 == 0 {
			e = model.EndingInTool
		}
		x := written(fmt.Sprintf("many-%d", i), fmt.Sprintf("Job %d", i), e, time.Duration(i+30)*24*time.Hour)
		s.snapshot.Transcripts, s.files[x.Path] = append(s.snapshot.Transcripts, x), "{}\n"
	}
	d := newDriver(t, s, 120, 60)
	d.shows("Needs you 4")
	d.press("4")
	d.shows("Your turn 20 of 201", "Job 1 ")
	if n := len(d.app.list().Rows); n > 60 {
		t.Errorf("%d rows", n)
	}
	d.press("/")
	d.paste("job 299")
	d.press("enter")
	d.shows("Job 299")
}

func TestTheCommandOfASessionIsCopied(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"4", "1"} {
		d, to := copier(t, bySessions())
		d.pick(page, writtenAt("5be2c0d4-1"))
		d.shows("y copy the command")
		d.press("y")
		if got, want := taken(t, to.String()), "cd /data/kiosk && claude --resume 5be2c0d4-1"; got != want {
			t.Errorf("copied %q, want %q", got, want)
		}
	}
}

// Nothing is written into what the program of an agent keeps.
func TestASessionIsNotEdited(t *testing.T) {
	t.Parallel()
	d := newDriver(t, bySessions(), 120, 40)
	d.pick("4", writtenAt("5be2c0d4-1"))
	d.press("e")
	d.shows("the program of the agent keeps this file")
}
