package rule

import (
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
	for _, tt := range []struct {
		name      string
		plans     []model.Plan
		want      string
		because   string
		runnersUp []string
	}{
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
