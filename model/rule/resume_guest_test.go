package rule

import (
	"path"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

// guest makes an open plan of another program, touched so many hours before noon.
func guest(path, status string, hours int, edits ...func(*model.Plan)) model.Plan {
	p := plan(path, status, "")
	p.Reading.Foreign, p.Reading.Tool = true, "OpenSpec"
	p.Touched.Time = noon.Add(-time.Duration(hours) * time.Hour)
	for _, edit := range edits {
		edit(&p)
	}
	return p
}

// rests gives a plan a note of so many hours before noon.
func rests(cut bool, hours int, stale string) func(*model.Plan) {
	return func(p *model.Plan) {
		p.Stop = &model.Stop{From: p.Path + "/HANDOFF", Cut: cut, At: model.Stamp{Time: noon.Add(-time.Duration(hours) * time.Hour)}, Stale: stale}
	}
}

// current makes a plan the one that its program names.
func current(p *model.Plan) { p.Reading.Current = true }

func TestWhichToResumeOverAllSources(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		plans     []model.Plan
		want      string
		because   string
		runnersUp []string
	}{
		{
			"the vault's own plan, be it a draft, before a pause elsewhere",
			[]model.Plan{guest("g", "Active", 1, rests(false, 1, "")), plan("own", "Draft", "2026-02-01")},
			"own", "it is the only open plan of the vault itself", []string{"g: the vault's own plans come first"},
		},
		{
			"the vault's own rule counts only its own plans",
			[]model.Plan{guest("g", "Active", 1), plan("a", "Active", "2026-02-01"), plan("b", "Active", "2026-02-02")},
			"b", "it is the newest of 2 Active plans", []string{"a: older", "g: the vault's own plans come first"},
		},
		{
			"a vault whose plans are done",
			[]model.Plan{plan("own", "Done", "2026-02-01"), guest("g", "Active", 1)}, "g", "it is the only open plan", nil,
		},
		{
			"a declared pause before what was touched later",
			[]model.Plan{guest("late", "Active", 1), guest("paused", "Draft", 90, rests(false, 80, ""))},
			"paused", "it was paused", []string{"late: a paused plan comes first"},
		},
		{
			"the newest pause of two",
			[]model.Plan{guest("first", "Active", 1, rests(false, 80, "")), guest("last", "Active", 2, rests(false, 70, ""))},
			"last", "it was paused last of 2 paused plans", []string{"first: paused earlier"},
		},
		{
			"a stale pause does not count",
			[]model.Plan{guest("paused", "Active", 5, rests(false, 1, "the phase is archived")), guest("late", "Active", 2)},
			"late", "it was touched last of 2 plans that were begun", []string{"paused: touched earlier"},
		},
		{
			"what was begun, blocked or interrupted before drafts that were touched later",
			[]model.Plan{guest("draft", "Draft", 1), guest("blocked", "Blocked", 4), guest("cut", "Draft", 3, rests(true, 3, "")), guest("odd", "Parked", 0)},
			"cut", "it is the only one of 2 plans that were begun that is not blocked",
			[]string{"blocked: it is blocked", "draft: plans that were begun come first", "odd: its status is unknown"},
		},
		{
			"the only one that was begun",
			[]model.Plan{guest("draft", "Draft", 1), guest("active", "Active", 4)}, "active", "it is the only one of 2 open plans that was begun",
			[]string{"draft: plans that were begun come first"},
		},
		{
			"a draft, where nothing was begun",
			[]model.Plan{guest("odd", "Parked", 1), guest("draft", "Draft", 4)}, "draft", "it is the only Draft plan of 2 open ones",
			[]string{"odd: its status is unknown"},
		},
		{
			"the same time, as after a clone",
			[]model.Plan{guest("b", "Active", 1), guest("a", "Active", 1)}, "b", "it is the last by file name of 2 plans that were begun; none was touched later",
			[]string{"a: not touched later, earlier file name"},
		},
		{
			"what its program names as current, though another one was touched later",
			[]model.Plan{guest("late", "Active", 1), guest("current", "Draft", 4, current), guest("draft", "Draft", 1)},
			"current", "OpenSpec names it as the current one",
			[]string{"late: OpenSpec names another one as current", "draft: plans that were begun come first"},
		},
		{
			"what is blocked though it is current, before one that its program passes over",
			[]model.Plan{guest("late", "Active", 1), guest("current", "Blocked", 4, current)},
			"current", "OpenSpec names it as the current one", []string{"late: OpenSpec names another one as current"},
		},
		{
			"a current plan of one program, and another program that names none",
			[]model.Plan{guest("b", "Active", 1), guest("a", "Active", 4, current, func(p *model.Plan) { p.Reading.Tool = "spec-kit" })},
			"b", "it was touched last of 2 plans that were begun", []string{"a: touched earlier"},
		},
		{
			"a pointer to what is over",
			[]model.Plan{guest("open", "Active", 3), guest("over", "Done", 1, current)}, "open", "it is the only open plan", nil,
		},
		{
			"running before blocked, though that was touched later",
			[]model.Plan{guest("blocked", "Blocked", 1), guest("a", "Active", 3), guest("b", "Active", 2)},
			"b", "it was touched last of 2 plans that were begun and are not blocked", []string{"a: touched earlier", "blocked: it is blocked"},
		},
		{"finished plans of other programs", []model.Plan{guest("g", "Done", 1)}, "", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ResumeOf(model.Snapshot{At: noon, Plans: tt.plans})
			path := ""
			if r.Plan != nil {
				path = r.Plan.Path
			}
			var got []string
			for _, up := range r.RunnersUp {
				got = append(got, up.Plan.Path+": "+Phrases.Reason(up.Behind))
			}
			if path != tt.want || Phrases.Reason(r.Because) != tt.because || !slices.Equal(got, tt.runnersUp) {
				t.Errorf("got %q because %q, runners-up %q", path, Phrases.Reason(r.Because), got)
			}
		})
	}
}

func TestAPinOverrulesAllSources(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{At: noon, Plans: []model.Plan{plan("own", "Active", "2026-02-01"), guest("paused", "Active", 9, rests(false, 9, "")), guest("late", "Draft", 1)}}
	s.Pin = model.Pin{Path: "late", PlanID: "late"}
	r := ResumeOf(s)
	var got []string
	for _, up := range r.RunnersUp {
		got = append(got, up.Plan.Path+": "+Phrases.Reason(up.Behind))
	}
	want := []string{"own: without the pin it would be chosen", "paused: the other is pinned"}
	if r.Plan.Path != "late" || !r.Pinned || !slices.Equal(got, want) {
		t.Errorf("%q, pinned %v, %q", r.Plan.Path, r.Pinned, got)
	}
}

// Plans of other programs never change what the seed's rule chooses among the vault's own.
func TestGuestsLeaveTheVaultsOwnChoiceAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		own := anyPlans(t)
		all := slices.Clone(own)
		for i, status := range rapid.SliceOfN(rapid.SampledFrom([]string{"Active", "Blocked", "Draft", "Parked", "Done"}), 0, 4).Draw(t, "guests") {
			all = append(all, guest(string(rune('w'+i)), status, i, rests(i%2 == 0, i, "")))
		}
		alone, among := chooseActive(own, noon), chooseActive(rapid.Permutation(all).Draw(t, "shuffled"), noon)
		if alone.Plan != nil && (among.Plan.Path != alone.Plan.Path || len(among.RunnersUp) < len(alone.RunnersUp)) {
			t.Fatalf("got %s, alone it is %s", among.Plan.Path, alone.Plan.Path)
		}
		for i, up := range alone.RunnersUp {
			if among.RunnersUp[i].Plan.Path != up.Plan.Path || among.RunnersUp[i].Behind != up.Behind {
				t.Fatalf("runner-up %d: %+v, alone %+v", i, among.RunnersUp[i], up)
			}
		}
	})
}

func TestWhereAPlanOfAnotherProgramGoesOn(t *testing.T) {
	t.Parallel()
	p := guest("g", "Active", 3)
	p.Steps = steps("xoo")
	if c := NextPlan(p); !c.At.Time.Equal(p.Touched.Time) || c.Step.Number != 2 || NextPlan(p).Words() != p.Steps[1].Text {
		t.Errorf("%+v, %q", c, NextPlan(p).Words())
	}
	rests(false, 1, "")(&p)
	p.Stop.Next = "Print the tax number"
	if c := NextPlan(p); !c.At.Time.Equal(p.Stop.At.Time) || NextPlan(p).Words() != "Print the tax number" {
		t.Errorf("%+v, %q", c, NextPlan(p).Words())
	}
	p.Stop.Stale = "the phase is archived"
	if c := NextPlan(p); !c.At.Time.Equal(p.Touched.Time) || NextPlan(p).Words() != p.Steps[1].Text {
		t.Errorf("stale: %+v, %q", c, NextPlan(p).Words())
	}
}

func TestTheQueueHasWhatOtherProgramsWaitFor(t *testing.T) {
	t.Parallel()
	ask := func(name, plan string, maybe bool) model.Request {
		r := request(name, "2026-03-09")
		r.Summary, r.Plan = "Verify "+name, plan
		r.Reading.Tool, r.Reading.Command, r.Reading.Maybe = "GSD", "/gsd:verify-work "+name, maybe
		return r
	}
	next := func(p *model.Plan) { p.Stop.Next = "Wire " + p.Path }
	typed := func(p *model.Plan) { p.Reading.Command = "/opsx:apply " + p.Path }
	hand := func(p *model.Plan) { p.Steps = steps("xH") }
	stuck := guest("stuck", "Blocked", 4)
	stuck.BlockedReason = "no key for the test account"
	failed := model.Trace{Path: "run.json", Name: "Release", Tool: "spec-kit", Command: "specify workflow resume 7", State: model.StepFailed, Steps: []model.TraceStep{{Number: 2, Name: "Publish", State: model.StepFailed}}}
	s := model.Snapshot{
		At: noon,
		Plans: []model.Plan{
			guest("asked", "Blocked", 1), guest("may", "Blocked", 2), stuck, guest("paused", "Active", 6, rests(false, 6, ""), next),
			guest("hand", "Active", 6, rests(false, 6, ""), hand), guest("cut", "Active", 5, rests(true, 5, ""), next, typed), guest("writes", "Active", 0, rests(true, 0, ""), next),
			guest("stale", "Active", 7, rests(false, 7, "archived"), next), guest("over", "Done", 8, rests(false, 8, ""), next),
		},
		Requests: []model.Request{ask("4", "asked", false), ask("5", "may", true), ask("6", "", true)},
		Traces:   []model.Trace{failed},
	}
	var got []string
	for _, a := range NeedsYou(s) {
		got = append(got, Phrases.What(a)+" | "+a.Who+" | "+Phrases.Why(a))
	}
	want := []string{
		"Verify 4 | GSD | blocks asked, GSD asks: type /gsd:verify-work 4",
		"stuck: no key for the test account | OpenSpec | blocks stuck",
		"may | OpenSpec | blocks may",
		"Release: Publish | spec-kit | the step failed, spec-kit runs this workflow: type specify workflow resume 7",
		"cut: Wire cut | OpenSpec | interrupted, according to cut/HANDOFF, OpenSpec keeps this plan: type /opsx:apply cut",
		"hand: ✋ step | OpenSpec | paused, according to hand/HANDOFF",
	}
	if !slices.Equal(got, want) || MaybeNeeds(s) != 2 {
		t.Errorf("got\n%q\nwant\n%q\n%d may", got, want, MaybeNeeds(s))
	}
}

// What waits for a decision comes before a file that another program has to read.
func TestABrokenFileOfAnotherProgramComesBehindRequests(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{
		At: noon, Requests: []model.Request{request("ask.md", "2026-03-09")},
		Problems: []model.Problem{{Path: "theirs.json", Reason: "invalid", Tool: "beads"}, {Path: "ours.md", Reason: "invalid"}},
	}
	var got []string
	for _, a := range NeedsYou(s) {
		got = append(got, path.Base(a.Ref.Path))
	}
	if want := []string{"ours.md", "ask.md", "theirs.json"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatAnotherProgramDecidesIsDecidedThere(t *testing.T) {
	t.Parallel()
	ask, mute := request("verify.md", ""), request("mute.md", "")
	ask.Reading.Tool, ask.Reading.Command, mute.Reading.Tool = "GSD", "/gsd:verify-work 4", "GSD"
	s := model.Snapshot{
		Requests: []model.Request{ask, mute}, Plans: []model.Plan{guest("g", "Blocked", 1, func(p *model.Plan) { p.Reading.Command = "/opsx:apply g" })},
		Traces: []model.Trace{{Path: "run.json", Tool: "spec-kit", Command: "specify workflow resume 7", Steps: []model.TraceStep{{Number: 1, State: model.StepFailed}}}},
	}
	for ref, want := range map[model.Ref]string{
		ask.Ref():         "GSD decides this: type /gsd:verify-work 4",
		mute.Ref():        "GSD decides this; coldstart only reads it",
		s.Plans[0].Ref():  "OpenSpec keeps this plan: type /opsx:apply g",
		s.Traces[0].Ref(): "spec-kit runs this workflow: type specify workflow resume 7",
	} {
		for _, c := range []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges, model.ChoiceRetry} {
			if got := Phrases.Reason(Refuse(s, ref, c)); got != want {
				t.Errorf("%s %s: %q", c, ref, got)
			}
		}
	}
}
