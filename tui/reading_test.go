package tui

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/tui/confirm"
)

// community is a workshop with a plan in a community's notation, three versions of
// another, and requests that were decided.
func community() *fakeStore {
	s := workshop()
	s.snapshot.Plans = []model.Plan{plan("Plans/Plan_labels.md", "Blocked", "Print labels", steps("x Measure", "✋ Order 400 labels"))}
	p := &s.snapshot.Plans[0]
	p.Status.Word = "pending_approval"
	p.Steps = append(p.Steps, model.Step{Number: 3, Text: "Send if approved", Mark: ' ', Maybe: true})
	p.Folded = 2
	p.Reading = model.PlanReading{
		Foreign: true, ID: model.BasisDerived, Title: model.BasisDeclared, Status: model.BasisDeclared, Steps: model.BasisGuessed,
		StepsFrom: "plain bullets below phases", Claimed: "cloud", Needs: model.NeedYes, Doubts: []string{"line 3: status is given twice"},
	}
	old := plan("Plans/Plan_labels_old.md", "Draft", "Print labels", nil)
	old.Older, old.Reading.Foreign = true, true
	closed := plan("Done/Plan_rota.md", "Done", "April rota", nil)
	closed.Reading = model.PlanReading{Foreign: true, Status: model.BasisFolder, Closed: true}
	s.snapshot.Plans = append(s.snapshot.Plans, old, closed)
	for _, p := range s.snapshot.Plans {
		s.files[p.Path] = "# " + p.Objective + "\n"
	}
	decided := func(path, title, decision string, c *model.Carried) model.Request {
		r := request(path, title, "")
		r.Name, r.Carried, r.Reading.Decision = path[strings.LastIndex(path, "/")+1:], c, decision
		s.files[path] = "# " + title + "\n"
		return r
	}
	s.snapshot.Decided = []model.Request{
		decided("Approved/a.md", "Send the rota", model.DecisionApproved, nil),
		decided("Approved/b.md", "Pay the rent", model.DecisionApproved, &model.Carried{Path: "Logs/x.json", Result: "failed", Why: "no funds", Failed: true, At: stamp("2026-03-14T06:00:00Z")}),
		decided("Rejected/c.md", "Countdown post", model.DecisionRejected, nil),
	}
	s.snapshot.Others = []model.Other{{Path: "Plans/Briefing.md", Kind: "document", Why: "its type is briefing"}}
	back := &s.snapshot.Requests[3]
	back.Rejected = &model.EarlierAnswer{At: clock().Add(-48 * time.Hour), Note: "no countdowns"}
	s.snapshot.Requests[0].Expires = stamp("2026-03-12")
	return s
}

func TestAPlanSaysHowItWasUnderstood(t *testing.T) {
	t.Parallel()
	d := newDriver(t, community(), 120, 50)
	d.pick("3", "Plans/Plan_labels.md")
	d.press("enter", "v")
	d.shows("Blocked (pending_approval)", "Known from declared: title, status; derived: id; guessed: steps", "Steps from plain bullets below phases",
		"Claimed by cloud", "Maybe you step 3", "the plan as a whole asks for one", "2 older versions of this source, folded", "Careful line 3: status is given twice")
	d.press("a")
	d.shows("coldstart never changes a plan in this notation")
	d.decides(0)
	d = newDriver(t, community(), 90, 50)
	d.press("3")
	d.shows("+2 older", "Done, in a folder for finished work")
	d.hides("Older versions of one source")
	d.press("/", "o", "l", "d", "e", "r", "enter")
	d.shows("Older versions of one source")
}

func TestAPlanOfAnotherProgramSaysWhatChangesIt(t *testing.T) {
	t.Parallel()
	s := community()
	r := &s.snapshot.Plans[0].Reading
	r.Tool, r.Command = "Backlog.md", "backlog task edit 12"
	d := newDriver(t, s, 120, 50)
	d.pick("3", "Plans/Plan_labels.md")
	d.press("enter")
	d.shows("Plan of Backlog.md", "Resume with backlog task edit 12")
	d.press("a")
	d.shows("Backlog.md keeps this plan: type backlog task edit 12")
	d.decides(0)
}

func TestWhatBecameOfDecidedRequestsIsShown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, community(), 90, 50)
	d.press("2")
	d.shows("Approved, and failed 1", "Pay the rent", "Approved 1", "Rejected 1")
	d.pick("2", "Approved/b.md")
	d.press("enter")
	d.shows("In logs failed, no funds")
	d.press("a")
	d.shows("Acknowledge", "in logs failed, no funds")
	d.press("esc", "esc", "1")
	d.shows("failed (log)")
	d.pick("2", postFile)
	d.press("enter")
	d.shows("Earlier rejected before: no countdowns, Thu 07:02, 2 d ago")
}

func TestOtherFilesAreListedByNameOnly(t *testing.T) {
	t.Parallel()
	d := newDriver(t, community(), 120, 50)
	d.pick("8", "Plans/Briefing.md")
	d.shows("Other files 1", "Because its type is briefing")
	d.hides("Reading")
	reads := d.store.reads
	d.press("enter")
	d.shows("Looks like document", "Because its type is briefing", "its text is not shown")
	if d.store.reads != reads {
		t.Error("the file was read")
	}
	d.press("a")
	d.shows("coldstart did not understand this file")
}

// A terminal without bracketed paste sends a paste as keys: in one read, or one by one.
func TestAnEnterInABurstDoesNotApprove(t *testing.T) {
	t.Parallel()
	for name, paste := range map[string]func(d *driver){
		"in one read": func(d *driver) { d.press(claimTarget, "enter") },
		"one by one":  func(d *driver) { typed(d, claimTarget); d.press("enter") },
		"and again":   func(d *driver) { d.press(claimTarget, "enter", "enter", "enter") },
		// Timers of earlier keys ring in between.
		"late timers": func(d *driver) {
			early := d.timers
			d.press(claimTarget)
			for _, timer := range early {
				d.send(timer.ring(clock()))
			}
			d.press("enter")
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, community(), 120, 60)
			d.pick("2", claimFile)
			d.press("a")
			d.readAll()
			d.press("y")
			paste(d)
			d.decides(0)
			d.shows("Ignored: typed too fast. Press enter again.")
			d.ring(confirm.QuietTime)
			d.press("enter")
			d.decides(1)
		})
	}
}

// All that asks for the target stands before the field, which many reasons do not push off the
// screen.
func TestEveryReasonToTypeIsShown(t *testing.T) {
	t.Parallel()
	for rows, more := range map[int]int{60: 0, 24: 30} {
		s := community()
		r := &s.snapshot.Requests[0]
		r.Doubts = []model.Doubt{
			{What: "exactly this text was approved before", Weight: model.WeightAsk, Again: true},
			{What: "step 3 of its plan is done already", Weight: model.WeightAsk},
		}
		note := ""
		if more == 0 {
			note = "Note: line 16: a comment of 4 lines is not shown elsewhere"
			r.Doubts = append(r.Doubts, model.Doubt{What: "a comment of 4 lines is not shown elsewhere", Line: 16, Weight: model.WeightNote})
		}
		for range more {
			r.Doubts = append(r.Doubts, model.Doubt{What: "and one more", Weight: model.WeightAsk})
		}
		d := newDriver(t, s, 80, rows)
		d.pick("2", claimFile)
		d.press("a")
		d.readAll()
		d.press("y")
		d.decides(0)
		d.shows("Careful: exactly this text was approved before", "Careful: it has expired", "Careful: step 3 of its plan is done already",
			note, "To approve anyway, type:", claimTarget)
		typed(d, claimTarget)
		d.ring(confirm.QuietTime)
		d.press("enter")
		d.decides(1)
	}
}

func TestTheDialogSaysWhyThePlanStaysBlocked(t *testing.T) {
	t.Parallel()
	s := community()
	s.changes = []model.Change{{Kind: model.ChangeAppend, Effect: model.EffectPlan, Path: "Plans/P.md", After: []string{"- line"}, Waits: "Pending_Approval/other.md"}}
	d := newDriver(t, s, 120, 60)
	d.pick("2", claimFile)
	d.press("a")
	d.shows("leaves the plan Blocked: it is also", "waiting for other.md")
	d.press("D")
	d.shows("the plan stays Blocked: Pending_Approval/other.md is still pending")
}

func TestAnExpiredRequestTakesItsTarget(t *testing.T) {
	t.Parallel()
	d := newDriver(t, community(), 120, 60)
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	d.press("y")
	d.decides(0)
	d.shows("Careful: it has expired", claimTarget)
	d.paste(claimTarget)
	d.ring(confirm.QuietTime)
	d.press("enter")
	d.shows("That does not match.")
	typed(d, claimTarget)
	d.ring(confirm.QuietTime)
	d.press("enter")
	d.decides(1)
	if got := d.store.decided[0].Typed; got != claimTarget {
		t.Errorf("typed %q", got)
	}
}

func TestAnExpiredRequestIsRejectedWithoutTyping(t *testing.T) {
	t.Parallel()
	d := newDriver(t, community(), 120, 60)
	d.pick("2", claimFile)
	d.press("x")
	typed(d, "too late")
	d.press("enter")
	d.readAll()
	d.press("y")
	d.decides(1)
}

func TestAFolderThatIsNoVaultSaysSo(t *testing.T) {
	t.Parallel()
	s := empty()
	s.snapshot.Strange = true
	d := newDriver(t, s, 80, 24)
	d.shows("No agent work found here yet.", "Searched for (not found)")
	d.hides("Nothing needs you", "No active plans")
	d.press("8")
	d.shows("There is nothing to show.")
	d.hides("Everything could be read")
}
