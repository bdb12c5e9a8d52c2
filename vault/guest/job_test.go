package guest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/source"
)

func steps(marks string) (all []model.Step) {
	for _, m := range marks {
		all = append(all, model.Step{Text: "Dig", Mark: m})
	}
	return all
}

func TestTheStateOfAJob(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		job  Job
		want model.State
	}{
		{"no steps", Job{}, model.StateUnknown},
		{"nothing done", Job{Steps: steps("  ")}, model.StateDraft},
		{"something done", Job{Steps: steps("X ")}, model.StateActive},
		{"something in work", Job{Steps: steps("- ")}, model.StateActive},
		{"begun by a log", Job{Steps: steps("  "), Begun: true}, model.StateActive},
		{"done or dropped", Job{Steps: steps("x~"), Begun: true}, model.StateDone},
		{"all the rest waits", Job{Steps: steps("x!!")}, model.StateBlocked},
		{"some of it waits", Job{Steps: steps("x! ")}, model.StateActive},
		{"an unknown mark", Job{Steps: steps("? ")}, model.StateDraft},
		{"it says so itself", Job{Steps: steps("xx"), State: model.StateActive}, model.StateActive},
		{"it says a word that nobody knows", Job{Steps: steps("xx"), Known: Known{Status: model.BasisDeclared}}, model.StateUnknown},
		{"nobody ticks", Job{Steps: steps("  "), Unkept: true}, model.StateUnknown},
	} {
		if got := c.job.Now(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestTheSentenceOfAWait(t *testing.T) {
	t.Parallel()
	for want, w := range map[string]Wait{
		"Approve the design":                  {Do: "Approve the design"},
		"Review: 3 Print":                     {Do: "Review", Items: []string{"3 Print"}},
		"Review: 3 Print (and 2 more)":        {Do: "Review", Items: []string{"3 Print", "4 Fold", "5 Post"}},
		"Read the proposal: Doors that close": {Do: "Read the proposal", Items: []string{"Doors that close"}},
	} {
		if got := w.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func at(day int) time.Time { return time.Date(2026, 3, day, 0, 0, 0, 0, time.UTC) }

// job is one with a file that was written on a day.
func job(id, marks string, day int) Job {
	return Job{Files: []source.Document{{}, {Name: id + ".md", Changed: at(day)}}, ID: id, Title: id, Steps: steps(marks)}
}

var guest = Guest{Name: "yard", Tool: "Yard"}

func TestWhatIsListedOfWhatIsOver(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ended    Ended
		kept     bool
		want     string
		finished int
	}{
		{EndedListed, false, "a b c d", 2}, {EndedCounted, false, "c", 5}, {EndedCounted, true, "b c", 4}, {EndedNewest, false, "a c", 4}, {EndedLast, false, "c d", 4},
	} {
		jobs := []Job{job("a", "x", 9), job("b", "xx", 7), job("c", " ", 1), job("d", "x", 8)}
		jobs[1].Kept = c.kept
		f := guest.finding(0, Left{Path: ".yard", Finished: 2, Ended: c.ended, Jobs: jobs})
		var got []string
		for _, p := range f.Plans {
			got = append(got, p.ID)
		}
		if s := strings.Join(got, " "); s != c.want || f.Guests[0].Finished != c.finished {
			t.Errorf("%d: %s and %d over, want %s and %d", c.ended, s, f.Guests[0].Finished, c.want, c.finished)
		}
	}
}

func TestWaitsOfOneFileAreOneRequest(t *testing.T) {
	t.Parallel()
	j := job("a", " ", 3)
	j.Waits = []Wait{
		{Do: "Review", Items: []string{"1 Dig", "2 Fill"}, Type: "yard show 1"},
		{Do: "Unblock", Items: []string{"3 Paint"}, Why: []string{"no paint"}, Maybe: true},
		{Do: "Test", Since: model.Stamp{Raw: "2026-03-02", Time: at(2)}, In: source.Document{Name: "d.md", Changed: at(4)}},
		{Do: "Read it", In: source.Document{Name: "b.md", Changed: at(5)}, Maybe: true},
	}
	f := guest.finding(0, Left{Path: ".yard", Jobs: []Job{j}, Waits: []Wait{{Do: "Sign", In: source.Document{Name: "c.md"}}}})
	var got []string
	for _, r := range f.Requests {
		got = append(got, strings.Join([]string{r.Path, r.Summary, strings.ReplaceAll(r.Rationale, "\n", "/"), r.Plan, r.Reading.Command}, "|"))
	}
	want := []string{"a.md|Review: 1 Dig (and 1 more); unblock: 3 Paint|1 Dig/2 Fill/no paint|a.md|yard show 1", "d.md|Test||a.md|", "b.md|Read it||a.md|", "c.md|Sign|||"}
	if !slices.Equal(got, want) {
		t.Errorf("requests\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	j.At = model.Stamp{Raw: "2026-03-09", Time: at(9)}
	stated := guest.finding(0, Left{Path: ".yard", Jobs: []Job{j}}).Requests
	for i, want := range []time.Time{at(3), at(2), at(5)} {
		if f.Requests[i].Reading.Maybe != (i == 2) || !f.Requests[i].Created.Time.Equal(want) {
			t.Errorf("%+v", f.Requests[i])
		}
	}
	if stated[0].Created != j.At || !stated[2].Created.Time.Equal(at(5)) {
		t.Errorf("%+v", stated)
	}
}

func TestARequestIsLinkedToTheOnePlanThatItNames(t *testing.T) {
	t.Parallel()
	jobs := []Job{job("a", " ", 1), job("b", "x", 2), job("c", " ", 3), job("c", " ", 4)}
	asked := []model.Request{{Path: "1", PlanID: "a"}, {Path: "2", PlanID: "b"}, {Path: "3", PlanID: "c"}, {Path: "4", PlanID: "d"}}
	f := guest.finding(0, Left{Path: ".yard", Ended: EndedCounted, Jobs: jobs, Asked: asked})
	for i, want := range []string{"a.md", "", "", ""} {
		if got := f.Requests[i].Plan; got != want {
			t.Errorf("request %d is of %q, want %q", i+1, got, want)
		}
	}
}

func TestAPlanSaysWhatItsJobSays(t *testing.T) {
	t.Parallel()
	j := job("a", "x ", 3)
	j.Files, j.Current = append(j.Files, source.Document{Name: "later.md", Changed: at(6)}), true
	j.DoubtOpen("the list says done", "step")
	p := j.plan("Yard")
	if p.Path != "a.md" || !p.Touched.Time.Equal(at(6)) || !p.Reading.Foreign || p.Reading.Tool != "Yard" || p.Steps[1].Number != 2 || !p.Reading.Current ||
		!slices.Equal(p.Reading.Doubts, []string{"the list says done, and 1 of 2 steps is open"}) {
		t.Errorf("%+v", p)
	}
	if j.At = (model.Stamp{Raw: "2026-03-01", Time: at(1)}); j.plan("Yard").Touched != j.At {
		t.Error("a stated time does not win")
	}
	if j.Title = ""; j.plan("Yard").Objective != "a" {
		t.Error("a job without a title is not called by its id")
	}
	if j.Goal = "Dig a pond."; j.plan("Yard").Objective != "" || j.plan("Yard").Stated != j.Goal {
		t.Error("a job without a title is not known by its goal")
	}
}

func TestAGuestIsHereIfSomethingOfItIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		left Left
		odd  int
		want bool
	}{
		{"nothing", Left{}, 0, false}, {"only a place", Left{Path: ".yard"}, 0, false}, {"no place", Left{Finished: 1}, 1, false},
		{"it is used", Left{Path: ".yard", Used: true}, 0, true}, {"what is over", Left{Path: ".yard", Finished: 1}, 0, true},
		{"what is not understood", Left{Path: ".yard"}, 1, true},
	} {
		if f := guest.finding(c.odd, c.left); len(f.Guests) == 1 != c.want {
			t.Errorf("%s: %+v", c.name, f.Guests)
		}
	}
}

func TestWhatIsTypedIsInstalledAndCanBeTyped(t *testing.T) {
	t.Parallel()
	s := Spelling{Before: "/yard-", After: "-all"}
	for want, got := range map[string]string{
		"/yard-dig-all 'a b' -y": s.Type("dig", "a b", "-y"), "/yard-dig-all": s.Type("dig"), "": s.Type("") + s.Type("dig", "a\u202eb") + Spelling{}.Type("dig", "a"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
