package tui

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/confirm"
	"coldstart/tui/markdown"
)

func TestExpiryInWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ raw, want string }{
		{"", ""},
		{"soon", "soon (not readable as a time)"},
		{"2026-03-14T09:02:00Z", "today 09:02, 2 h left"},
		{"2026-03-14T05:02:00Z", "05:02, expired 2 h ago"},
		{"2026-03-14T07:01:30Z", "07:01, expired just now"},
		{"2026-03-14T07:02:30Z", "today 07:02, 1 min left"},
		// A date alone lasts to its end.
		{"2026-03-14", "today 23:59, 16 h left"},
		{"2026-03-13", "Fri 23:59, expired 7 h ago"},
	} {
		if got := phrase.Expiry(clock(), model.Request{Expires: stamp(tt.raw)}); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.raw, got, tt.want)
		}
	}
}

func TestAgesInSentences(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		since time.Time
		want  string
	}{
		{time.Time{}, ""}, {clock(), "just now"}, {clock().Add(-3 * time.Hour), "3 h ago"}, {clock().Add(3 * time.Hour), "in 3 h"},
	} {
		if got := phrase.AgeWords(clock(), tt.since); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.since, got, tt.want)
		}
	}
}

// The plan's own words must stand beside what a request claims about it.
func TestARequestIsComparedWithItsPlan(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(s *model.Snapshot, r *model.Request)
		says   string
	}{
		{"as it claims", func(*model.Snapshot, *model.Request) {}, "Plan's step 4 Send the claim email Blocked"},
		{"a step that is done", func(_ *model.Snapshot, r *model.Request) { r.Step = 1 }, "Plan's step 1 Photograph the cracked shells (this step is done already)"},
		{"a step of the agent", func(_ *model.Snapshot, r *model.Request) { r.Step = 5 }, "Plan's step 5 File the answer (the plan does not mark this step for a human)"},
		{"no such step", func(_ *model.Snapshot, r *model.Request) { r.Step, r.StepText = 9, "9" }, "Plan's step 9 (the plan has no such step)"},
		{"a step in words", func(_ *model.Snapshot, r *model.Request) { r.Step, r.StepText = 0, "send it" }, "Plan's step send it (the plan has no such step)"},
		{"no such plan", func(_ *model.Snapshot, r *model.Request) { r.Plan = "" }, "Plan PLAN-2026-014 (no such plan here)"},
		{"decided before", func(_ *model.Snapshot, r *model.Request) { r.Twin = "Approved/claim.md" }, "Careful Approved/claim.md has the same name"},
		{"changes were wanted", func(_ *model.Snapshot, r *model.Request) {
			r.Asked = &model.EarlierAnswer{At: clock().Add(-time.Hour), Note: "attach the list"}
		}, "You asked attach the list, 06:02, 1 h ago"},
		{"hard to read", func(s *model.Snapshot, r *model.Request) {
			s.Problems = append(s.Problems, model.Problem{Path: r.Path, Reason: "status is given twice"})
		}, "Careful status is given twice"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := workshop()
			tt.change(&s.snapshot, &s.snapshot.Requests[0])
			d := newDriver(t, s, 120, 45)
			d.pick("2", claimFile)
			d.press("enter")
			d.shows(tt.says)
		})
	}
}

func TestAPlanTellsHowItStands(t *testing.T) {
	t.Parallel()
	s := workshop()
	s.snapshot.Plans[2].Log = []model.LogEntry{{At: stamp("2026-03-13T10:00:00Z"), Actor: model.OperatorActor, What: "Approved step 1", Why: "go on"}}
	d := newDriver(t, s, 120, 45)
	for path, want := range map[string]string{
		tyresPlan: "Resume chosen because it is the only Active plan of 6 open ones",
		draftPlan: "Resume not chosen: Active plans come first",
		donePlan:  "Resume finished, still in the plans folder",
		claimPlan: "Request Claim for 14 cracked hub shells, " + claimFile,
		quietPlan: "You said Approved step 1: go on; no answer yet",
	} {
		d.pick("3", path)
		d.press("enter", "v")
		d.shows(want)
	}
}

// The block must be the seed's, byte for byte.
func TestDashboardIsTheSeedsBlock(t *testing.T) {
	t.Parallel()
	p := model.Plan{
		ID: "PLAN-2026-001", Objective: "Generate and send invoice to Client A", Status: model.ParseStatus("Active"), Priority: "high",
		Steps: steps("x one", "x two", "x three", "Send email with invoice", "five"),
		Log:   []model.LogEntry{{At: stamp("2026-02-21T10:40:00Z")}},
	}
	rule := strings.Repeat("━", 50)
	want := rule + `
⚡ RESUMING ACTIVE PLAN
` + rule + `

Plan ID:    PLAN-2026-001
Objective:  Generate and send invoice to Client A
Status:     Active
Priority:   high

Last Checkpoint: 2026-02-21T10:40:00Z
Next Step:  4 (Send email with invoice)

Progress:   3/5 steps complete
Blocked:    No

` + rule + "\n"
	if got := text(signs.Dashboard(styles.New(styles.Options{NoColor: true}), p, "", clock())); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDashboardSaysWhatHoldsAPlanUp(t *testing.T) {
	t.Parallel()
	p := workshop().snapshot.Plans[1]
	got := text(signs.Dashboard(styles.New(styles.Options{NoColor: true}), p, "", clock()))
	for _, want := range []string{
		"Next Step:  5 (File the answer)\nWaiting on: step 4 ✋ Send the claim email\n",
		"Blocked:    Yes: Awaiting approval for the claim email (14 h)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the block does not say %q:\n%s", want, got)
		}
	}
}

func text(lines []styles.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

func TestRenderedMarkdownLeavesNothingOut(t *testing.T) {
	t.Parallel()
	const source = "---\nto: x@y.example\n  nested: 1\n---\n# Title\n\n- [ ] open\n- [x] done\n  * inner\n> quote\n```sh\n- [ ] code\n```\n" +
		"| a | b |\n<!-- hidden -->\ntab\there\n" + "          - [x] deep\n---\nend"
	want := `# Title

[ ] open
[x] done
  · inner
> quote
` + "```sh" + `
  - [ ] code
` + "```" + `
| a | b |
<!-- hidden -->
tab⟦TAB⟧here
⟦10 spaces⟧[x] deep
---
end
`
	th := styles.New(styles.Options{NoColor: true})
	if got := text(markdown.Lines(th, []byte(source), 60)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// Where an indent leaves no room, the box goes on with the text.
	got := text(markdown.Lines(th, []byte(source), 16))
	if !strings.Contains(strings.ReplaceAll(got, "\n", ""), "[x] deep") {
		t.Errorf("the box of a deep item is gone:\n%s", got)
	}
}

func TestADifferenceShowsWhatCannotBeSeen(t *testing.T) {
	t.Parallel()
	th := styles.New(styles.Options{NoColor: true})
	got := text(confirm.DiffLines(th, [2]string{"shown", "on disk now"}, []byte("a\nto: x\n"), []byte("a\nto: \u200bx\r\n"), 60))
	for _, want := range []string{"│ -to: x\n", "│ +to: ⟦U+200B ZWSP⟧x⟦CR⟧\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the difference does not show %q:\n%s", want, got)
		}
	}
}
