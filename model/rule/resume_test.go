package rule

import (
	"path"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

// plan makes a plan file with a status word and a creation time as text.
func plan(path, status, created string) model.Plan {
	return model.Plan{Path: path, ID: path, Status: model.ParseStatus(status), Created: model.ParseStamp(created, nil)}
}

func TestChooseActive(t *testing.T) {
	t.Parallel()
	const older, newer = "2026-02-20T08:00:00Z", "2026-02-21T08:00:00Z"
	for _, tt := range []struct {
		name      string
		plans     []model.Plan
		want      string // path, "" for none
		because   string
		runnersUp []string // "path: behind"
		finished  []string
	}{
		{name: "no plan"},
		{
			name:  "only finished plans",
			plans: []model.Plan{plan("a", "Done", newer), plan("b", "done", older)}, finished: []string{"a", "b"},
		},
		{
			name:  "one open plan, however unusual its state",
			plans: []model.Plan{plan("a", "Parked", "")}, want: "a", because: "it is the only open plan",
		},
		{
			name:  "active before blocked before draft before unknown, whatever the dates",
			plans: []model.Plan{plan("u", "Parked", newer), plan("d", "Draft", newer), plan("b", "Blocked", newer), plan("a", "Active", older)},
			want:  "a", because: "it is the only Active plan of 4 open ones",
			runnersUp: []string{
				"b: Active plans come first", "d: Active plans come first", "u: its status is unknown",
			},
		},
		{
			name:  "blocked before draft",
			plans: []model.Plan{plan("d", "Draft", newer), plan("b", "Blocked", older)},
			want:  "b", because: "it is the only Blocked plan of 2 open ones",
			runnersUp: []string{"d: Blocked plans come first"},
		},
		{
			name:  "no status means draft",
			plans: []model.Plan{plan("u", "Parked", newer), plan("d", "", older)},
			want:  "d", because: "it is the only Draft plan of 2 open ones",
			runnersUp: []string{"u: its status is unknown"},
		},
		{
			name:  "newest of equal states, as instants and not as text",
			plans: []model.Plan{plan("a", "Active", "2026-02-21T09:00:00+03:00"), plan("b", "active", "2026-02-21T08:00:00Z")},
			want:  "b", because: "it is the newest of 2 Active plans",
			runnersUp: []string{"a: older"},
		},
		{
			name:  "a plan without a date comes last among equals",
			plans: []model.Plan{plan("a", "Active", "soon"), plan("b", "Active", older), plan("c", "Draft", newer)},
			want:  "b", because: "it is the newest of 2 Active plans",
			runnersUp: []string{"a: it has no readable created_date", "c: Active plans come first"},
		},
		{
			name:  "ties go by path and are called ties",
			plans: []model.Plan{plan("c", "Active", older), plan("b", "Active", newer), plan("a", "Active", newer)},
			want:  "a", because: "it is the first by file name of the 2 newest Active plans, which have the same created_date",
			runnersUp: []string{"b: same created_date, later file name", "c: older"},
		},
		{
			name:  "no dates at all",
			plans: []model.Plan{plan("b", "Draft", ""), plan("a", "Draft", "soon")},
			want:  "a", because: "it is the first by file name of 2 Draft plans without a readable created_date",
			runnersUp: []string{"b: no readable created_date in either, later file name"},
		},
		{
			name:  "unknown words are one rank",
			plans: []model.Plan{plan("a", "Parked", older), plan("b", "InProgress", newer), plan("c", "Done", newer)},
			want:  "b", because: "it is the newest of 2 plans of unknown status",
			runnersUp: []string{"a: older"}, finished: []string{"c"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := chooseActive(tt.plans, time.Time{})
			chosen := ""
			if got.Plan != nil {
				chosen = got.Plan.Path
			}
			if chosen != tt.want || Phrases.Reason(got.Because) != tt.because {
				t.Errorf("chose %q because %q\nwant %q because %q", chosen, got.Because, tt.want, tt.because)
			}
			var runnersUp, finished []string
			for _, r := range got.RunnersUp {
				runnersUp = append(runnersUp, r.Plan.Path+": "+Phrases.Reason(r.Behind))
			}
			for _, p := range got.Finished {
				finished = append(finished, p.Path)
			}
			if !slices.Equal(runnersUp, tt.runnersUp) {
				t.Errorf("runners-up %q\nwant %q", runnersUp, tt.runnersUp)
			}
			if !slices.Equal(finished, tt.finished) {
				t.Errorf("finished %q, want %q", finished, tt.finished)
			}
		})
	}
}

func TestResumeOfPlansInOtherNotations(t *testing.T) {
	t.Parallel()
	const older, newer = "2026-02-20T08:00:00Z", "2026-02-21T08:00:00Z"
	foreign := func(path, status, created, priority string) model.Plan {
		p := plan(path, status, created)
		p.Reading.Foreign, p.Priority = true, priority
		return p
	}
	granted := foreign("granted", "Blocked", older, "")
	granted.Grants = []model.Grant{{From: "Approved/granted.md"}}
	asked := foreign("asked", "Draft", newer, "")
	asked.AskedSteps = []int{0}
	itself := foreign("Pending_Approval/plan-x.md", "Active", newer, "")
	itself.Reading.Request = true
	begun := foreign("begun", "Blocked", older, "")
	begun.Steps = []model.Step{{Number: 1, Mark: 'x'}, {Number: 2, Mark: ' '}}
	for _, tt := range []struct {
		name      string
		plans     []model.Plan
		want      string
		because   string
		runnersUp []string
	}{
		{
			"one that is begun and blocked comes before a draft", []model.Plan{begun, foreign("d", "Draft", newer, "high")}, "begun",
			"it is the only Blocked plan of 2 open ones", []string{"d: Blocked plans come first"},
		},
		{
			"a plan that can only wait comes behind a draft", []model.Plan{foreign("b", "Blocked", newer, ""), foreign("d", "Draft", older, "")}, "d",
			"it is the only Draft plan of 2 open ones", []string{"b: it can only wait for a person"},
		},
		{
			"its request waits", []model.Plan{asked, foreign("d", "Draft", older, "")}, "d",
			"it is the only Draft plan of 2 open ones", []string{"asked: it can only wait for a person"},
		},
		{
			"what was approved comes first", []model.Plan{granted, foreign("d", "Draft", newer, "")}, "granted",
			"it is the only approved plan of 2 open ones", []string{"d: approved plans come first"},
		},
		{
			"all wait", []model.Plan{foreign("b", "Blocked", older, ""), asked}, "asked",
			"it is the newest of 2 waiting plans", []string{"b: older"},
		},
		{
			"a stated priority decides among drafts", []model.Plan{foreign("n", "Draft", newer, "medium"), foreign("h", "Draft", older, "High"), foreign("l", "Draft", newer, "low")}, "h",
			"it has the highest priority of 3 Draft plans", []string{"n: its priority is lower", "l: its priority is lower"},
		},
		{
			"two of the highest priority", []model.Plan{foreign("a", "Draft", older, "P1"), foreign("b", "Draft", newer, "high"), foreign("n", "Draft", newer, "")}, "b",
			"it is the newest of 2 Draft plans with the highest priority", []string{"a: older", "n: no priority stated"},
		},
		{
			"no priority beats a plan that has begun", []model.Plan{foreign("a", "Active", older, "low"), foreign("d", "Draft", newer, "urgent")}, "a",
			"it is the only Active plan of 2 open ones", []string{"d: Active plans come first"},
		},
		{
			"where the agents' own plans are, their order counts", []model.Plan{foreign("b", "Blocked", older, ""), plan("d", "Draft", newer), foreign("h", "Draft", older, "high")}, "b",
			"it is the only Blocked plan of 3 open ones", []string{"d: Blocked plans come first", "h: Blocked plans come first"},
		},
		{"what waits as a request is not resumed", []model.Plan{itself, foreign("d", "Draft", older, "")}, "d", "it is the only open plan", nil},
		{"not even alone", []model.Plan{itself}, "", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := chooseActive(tt.plans, time.Time{})
			chosen := ""
			if r.Plan != nil {
				chosen = r.Plan.Path
			}
			var runnersUp []string
			for _, up := range r.RunnersUp {
				runnersUp = append(runnersUp, up.Plan.Path+": "+Phrases.Reason(up.Behind))
			}
			if chosen != tt.want || Phrases.Reason(r.Because) != tt.because || !slices.Equal(runnersUp, tt.runnersUp) {
				t.Errorf("chose %q because %q, runners-up %q", chosen, Phrases.Reason(r.Because), runnersUp)
			}
		})
	}
}

func TestChooseActiveLeavesItsInputAlone(t *testing.T) {
	t.Parallel()
	plans := []model.Plan{plan("b", "Draft", ""), plan("a", "Active", "")}
	if chooseActive(plans, time.Time{}); plans[0].Path != "b" || plans[1].Path != "a" {
		t.Errorf("the given plans were reordered: %v", plans)
	}
}

func anyPlan(t *rapid.T) model.Plan {
	p := plan(
		rapid.StringMatching(`Plans/[a-d]{1,3}\.md`).Draw(t, "path"),
		rapid.SampledFrom([]string{"Active", "Blocked", "Draft", "Done", "Parked", ""}).Draw(t, "status"),
		rapid.SampledFrom([]string{"2026-02-20", "2026-02-21", "2026-02-22", "soon"}).Draw(t, "created"),
	)
	return p
}

func anyPlans(t *rapid.T) []model.Plan {
	return rapid.SliceOfNDistinct(rapid.Custom(anyPlan), 0, 8, func(p model.Plan) string { return p.Path }).Draw(t, "plans")
}

func TestChooseActiveDoesNotDependOnTheOrderOfFiles(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		plans := anyPlans(t)
		a, b := chooseActive(plans, time.Time{}), chooseActive(rapid.Permutation(plans).Draw(t, "shuffled"), time.Time{})
		if (a.Plan == nil) != (b.Plan == nil) || a.Plan != nil && a.Plan.Path != b.Plan.Path || a.Because != b.Because {
			t.Fatalf("got %+v and %+v", a, b)
		}
		if !slices.EqualFunc(a.RunnersUp, b.RunnersUp, func(x, y RunnerUp) bool {
			return x.Plan.Path == y.Plan.Path && x.Behind == y.Behind
		}) {
			t.Fatalf("runners-up %v and %v", a.RunnersUp, b.RunnersUp)
		}
		open := len(a.RunnersUp)
		if a.Plan != nil {
			open++
		}
		if open+len(a.Finished) != len(plans) {
			t.Fatalf("%d plans went in, %d open and %d finished came out", len(plans), open, len(a.Finished))
		}
	})
}

func TestResumeWithAPin(t *testing.T) {
	t.Parallel()
	const older, newer = "2026-02-20T08:00:00Z", "2026-02-21T08:00:00Z"
	at := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	pin := func(path, id string) model.Pin { return model.Pin{Path: path, PlanID: id, At: at} }
	named := func(path, id, status string) model.Plan {
		p := plan(path, status, older)
		p.ID = id
		return p
	}
	superseded := plan("v1", "Active", older)
	superseded.Older = true
	open := []model.Plan{plan("a", "Active", newer), plan("b", "Blocked", newer), plan("c", "Blocked", older), plan("d", "Draft", older), plan("e", "Done", newer)}
	for _, tt := range []struct {
		name      string
		plans     []model.Plan
		pin       model.Pin
		want      string
		because   string
		runnersUp []string
		dropped   string
	}{
		{"no pin", open[:2], model.Pin{}, "a", "it is the only Active plan of 2 open ones", []string{"b: Active plans come first"}, ""},
		{"a pin overrules state and date", open, pin("c", "c"), "c", "you pinned it",
			[]string{"a: without the pin it would be chosen", "b: the other is pinned", "d: Blocked plans come first"}, ""},
		{"a pin of what the rule chooses", open[:2], pin("a", "a"), "a", "you pinned it", []string{"b: Active plans come first"}, ""},
		{"the only open plan", []model.Plan{plan("d", "Draft", older)}, pin("d", "d"), "d", "you pinned it", nil, ""},
		{"a plan that is not there any more is dropped", open[:1], pin("e", "e"), "a", "it is the only open plan", nil, "Your pin of e (e) does not count: the plan is no longer there"},
		{"a plan that is done is dropped", []model.Plan{open[0], open[4]}, pin("e", "e"), "a", "it is the only open plan", nil, "Your pin of e (e) does not count: it is Done"},
		{"done and nothing else is open", []model.Plan{open[4]}, pin("e", "e"), "", "", nil, "Your pin of e (e) does not count: it is Done"},
		{"a superseded version", []model.Plan{open[0], superseded}, pin("v1", "v1"), "a", "it is the only open plan", nil, "Your pin of v1 (v1) does not count: there is a newer version of it"},
		{"it follows a plan that was moved", []model.Plan{open[0], named("In_Progress/x.md", "X-1", "Draft")}, pin("Plans/x.md", "X-1"), "In_Progress/x.md", "you pinned it",
			[]string{"a: without the pin it would be chosen"}, ""},
		{"not when two plans have its id", []model.Plan{open[0], named("p/x.md", "X-1", "Draft"), named("q/x.md", "X-1", "Draft")}, pin("Plans/x.md", "X-1"), "a",
			"it is the only Active plan of 3 open ones", []string{"p/x.md: Active plans come first", "q/x.md: Active plans come first"}, "Your pin of X-1 (Plans/x.md) does not count: the plan is no longer there"},
		{"not another plan in its file", []model.Plan{open[0], named("Plans/x.md", "X-2", "Draft")}, pin("Plans/x.md", "X-1"), "a",
			"it is the only Active plan of 2 open ones", []string{"Plans/x.md: Active plans come first"}, "Your pin of X-1 (Plans/x.md) does not count: the plan is no longer there"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ResumeOf(model.Snapshot{Plans: tt.plans, Pin: tt.pin})
			path := ""
			if r.Plan != nil {
				path = r.Plan.Path
			}
			if path != tt.want || Phrases.Reason(r.Because) != tt.because || Phrases.PinDropped("Your", tt.pin, r) != tt.dropped || r.Pinned != (Set(tt.pin) && tt.dropped == "") {
				t.Errorf("got %q because %q, pinned %v, %q", path, r.Because, r.Pinned, r.PinDropped)
			}
			var got []string
			for _, up := range r.RunnersUp {
				got = append(got, up.Plan.Path+": "+Phrases.Reason(up.Behind))
			}
			if !slices.Equal(got, tt.runnersUp) {
				t.Errorf("runners-up %q", got)
			}
		})
	}
}

func TestWhatCanBePinned(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	old := plan("v1", "Active", "")
	old.Older = true
	s := model.Snapshot{Plans: []model.Plan{plan("a", "Draft", ""), plan("done", "Done", ""), old}}
	for path, want := range map[string]string{"a": "", "done": "it is Done", "v1": "there is a newer version of it", "x": "there is no such plan"} {
		pin, refusal := PinPlan(s, path, at)
		if Phrases.Reason(refusal) != want || Set(pin) != (want == "") {
			t.Errorf("%s: %+v, %q", path, pin, refusal)
		}
	}
}

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

// ticked gives a plan a step that is done and one that is not.
func ticked(p *model.Plan) { p.Steps = []model.Step{{Number: 1, Mark: 'x'}, {Number: 2, Mark: ' '}} }

// stated makes the times of a plan those that its files state.
func stated(p *model.Plan) {
	p.Touched.Raw = "stated"
	if p.Stop != nil {
		p.Stop.At.Raw = "stated"
	}
}

// priority gives a plan one.
func priority(word string) func(*model.Plan) { return func(p *model.Plan) { p.Priority = word } }

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
			"an older pause, and work on another plan that is dated after it",
			[]model.Plan{guest("paused", "Active", 1, rests(false, 90, ""), stated), guest("late", "Active", 20, stated), guest("draft", "Draft", 1)},
			"late", "it is the only one of 3 open plans that was begun", []string{"paused: it was paused before that", "draft: plans that were begun come first"},
		},
		{
			"an older pause, and work that only file times put after it",
			[]model.Plan{guest("paused", "Active", 1, rests(false, 90, ""), stated), guest("late", "Active", 20)},
			"paused", "it was paused", []string{"late: a paused plan comes first"},
		},
		{
			"a pause on the day before",
			[]model.Plan{guest("paused", "Active", 1, rests(false, 30, ""), stated), guest("late", "Active", 20, stated)},
			"paused", "it was paused", []string{"late: a paused plan comes first"},
		},
		{
			"nothing begun: the lowest number",
			[]model.Plan{guest("10-roof", "Draft", 1), guest("task-9 - walls", "Draft", 1), guest("11-door", "Draft", 1)},
			"task-9 - walls", "it comes first by file name of 3 Draft plans; none was touched later", []string{"10-roof: touched at the same time, behind it by file name", "11-door: touched at the same time, behind it by file name"},
		},
		{
			"nothing begun: the latest day",
			[]model.Plan{guest("2026-01-09-roof", "Draft", 1), guest("2026-02-01-door", "Draft", 1)},
			"2026-02-01-door", "it comes first by file name of 2 Draft plans; none was touched later", []string{"2026-01-09-roof: touched at the same time, behind it by file name"},
		},
		{
			"nothing begun: the highest priority, though another was touched later",
			[]model.Plan{guest("a", "Draft", 1), guest("b", "Draft", 9, priority("high")), guest("c", "Draft", 2, priority("low"))},
			"b", "it has the highest priority of 3 Draft plans", []string{"a: no priority stated", "c: its priority is lower"},
		},
		{
			"what was begun has its own order",
			[]model.Plan{guest("a", "Active", 1), guest("b", "Active", 9, priority("high"))},
			"a", "it was touched last of 2 plans that were begun", []string{"b: touched earlier"},
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
			[]string{"a: touched at the same time, behind it by file name"},
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
		{
			"nobody knows how far any of them is", []model.Plan{guest("odd", "Parked", 1), guest("unkept", "Odder", 2)}, "", "",
			[]string{"odd: its status is unknown", "unkept: its status is unknown"},
		},
		{
			"an unknown word, and ticks", []model.Plan{guest("unkept", "Odder", 1), guest("odd", "Parked", 9, ticked)},
			"odd", "it is the only one of 2 open plans that was begun", []string{"unkept: its status is unknown"},
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
		mute.Ref():        "coldstart only reads " + mute.Path + " (GSD); change it there, or tell your agent",
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

func TestCheckpointSteps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, steps            string
		next, waiting, decides int // zero when there is none
	}{
		{"no steps", "", 0, 0, 0},
		{"all done", "xxh", 0, 0, 0},
		{"the first open step is next", "xxoo", 3, 0, 3},
		{"a human step is walked past, and waits", "xHo", 3, 2, 2},
		{"the first of several human steps waits", "HHo", 3, 1, 1},
		{"a human step behind the next one does not wait yet", "xoH", 2, 0, 2},
		{"only a human step is left", "xxH", 0, 3, 3},
		{"a ticked human step does not wait", "xho", 3, 0, 3},
		{"a gap in the ticks", "oxx", 1, 0, 1},
		{"another mark is not done", "x-o", 2, 0, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := model.Plan{Steps: steps(tt.steps)}
			c := NextPlan(p)
			if number(c.Step) != tt.next || number(c.Waits) != tt.waiting {
				t.Errorf("next %d, waiting %d; want %d and %d", number(c.Step), number(c.Waits), tt.next, tt.waiting)
			}
			s, ok := WaitingStep(p)
			if s.Number != tt.decides || ok != (tt.decides > 0) {
				t.Errorf("decides on step %d (%v), want %d", s.Number, ok, tt.decides)
			}
		})
	}
}

func TestCheckpointTimeIsTheLastEntryThatStatesOne(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		log  []model.LogEntry
		want string
	}{
		{"no log", nil, ""},
		{"last entry, not the newest", logAt("2026-02-21T10:40:00Z", "2026-02-21T10:30:00Z"), "2026-02-21T10:30:00Z"},
		{"entries without a time are passed over", logAt("2026-02-21T10:40:00Z", "later", ""), "2026-02-21T10:40:00Z"},
		{"no entry states a time", logAt("", "later"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := NextPlan((model.Plan{Log: tt.log})).At; got.Raw != tt.want || got.Known() != (tt.want != "") {
				t.Errorf("got %+v, want %q", got, tt.want)
			}
		})
	}
}

func TestBlockedSince(t *testing.T) {
	t.Parallel()
	created := model.ParseStamp("2026-02-20", nil)
	for _, tt := range []struct {
		name string
		log  []model.LogEntry
		want string
	}{
		{"the last entry", logAt("2026-02-21T10:40:00Z", "2026-02-21T10:50:00Z"), "2026-02-21T10:50:00Z"},
		{"without a log the creation", nil, "2026-02-20"},
		{"without a time in the last entry the creation", logAt("2026-02-21T10:40:00Z", "later"), "2026-02-20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := BlockedSince((model.Plan{Log: tt.log, Created: created})); got.Raw != tt.want {
				t.Errorf("got %+v, want %s", got, tt.want)
			}
		})
	}
}
