package rule

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

// looksAgain is when the operator looks again, having looked last at eight.
var looksAgain = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// clock is a time of that day.
func clock(hour, minute int) model.Stamp {
	return model.Stamp{Raw: "x", Time: time.Date(2026, 3, 14, hour, minute, 0, 0, time.UTC)}
}

// ran is a transcript of a session that did something in two of its minutes.
func ran(name string, e model.Ending, began, last model.Stamp) model.Transcript {
	beat := func(at model.Stamp, out int64) model.Beat {
		return model.Beat{At: at.Time, Calls: 1, Added: 10, Removed: 1, Tokens: model.Tokens{In: 100, CacheRead: 5000, Out: out}}
	}
	return model.Transcript{
		Tool: "Claude Code", ID: name, Path: "~/" + name, Title: name, Dir: "/srv/shop", Ending: e, Began: began, Last: last, Changed: last.Time,
		Touched: []string{name + ".md", "both.md"}, TouchedAt: []time.Time{last.Time, began.Time}, Counted: true,
		Beats: []model.Beat{beat(began, 1000), beat(last, 20)},
	}
}

// awaySince is what happened since eight.
func awaySince(s model.Snapshot) Away { return AwaySince(s, clock(8, 0).Time, NeedsYou(s)) }

// What ran since the last look, with what of each session lies in that time.
func TestAwaySessions(t *testing.T) {
	t.Parallel()
	long := ran("long", model.EndingYourTurn, clock(7, 0), clock(9, 0))
	cut := ran("cut", model.EndingInTool, clock(10, 0), clock(10, 30))
	cut.Counted, cut.Beats = false, nil
	s := model.Snapshot{At: looksAgain, Transcripts: []model.Transcript{
		ran("whole", model.EndingDone, clock(9, 0), clock(9, 30)), long, cut, ran("before", model.EndingDone, clock(6, 0), clock(7, 0)),
		ran("asks", model.EndingWaits, clock(11, 0), clock(11, 20)), ran("now", model.EndingUnanswered, clock(11, 55), clock(11, 59)),
	}}
	a := awaySince(s)
	var got []string
	for _, o := range a.Sessions {
		got = append(got, fmt.Sprintf("%s %s %d files +%d -%d %d calls %d tokens", o.Name, o.Ending, o.Files, o.Added, o.Removed, o.Calls, o.Tokens.Used()))
	}
	want := []string{
		"long your-turn 1 files +10 -1 1 calls 120 tokens", "whole done 2 files +20 -2 2 calls 1220 tokens", "cut cut-off-in-tool 2 files +0 -0 0 calls 0 tokens",
		"asks waits 2 files +20 -2 2 calls 1220 tokens", "now running 2 files +20 -2 2 calls 1220 tokens",
	}
	if !slices.Equal(got, want) {
		t.Errorf("sessions:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	// The file that all edited counts once: whole, cut, asks, now and long have one each of their own.
	if a.Files != 6 || a.Added != 70 || a.Removed != 7 || a.Tokens.Used() != 3780 || a.Tokens.CacheRead != 35000 {
		t.Errorf("totals: %d files +%d -%d, %+v", a.Files, a.Added, a.Removed, a.Tokens)
	}
	if a.Counted != 4 || a.Written != 5 || !a.AtLeast {
		t.Errorf("counted in %d of %d transcripts, at least %v", a.Counted, a.Written, a.AtLeast)
	}
}

// A sum is exact only where all transcripts were read as a whole and have counts.
func TestAwayAtLeast(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		partial, counted, want bool
	}{{false, true, false}, {true, true, true}, {false, false, true}} {
		one := ran("one", model.EndingDone, clock(9, 0), clock(9, 30))
		one.Partial, one.Counted = c.partial, c.counted
		if a := awaySince(model.Snapshot{At: looksAgain, Transcripts: []model.Transcript{one}}); a.AtLeast != c.want {
			t.Errorf("partial %v, counted %v: at least %v", c.partial, c.counted, a.AtLeast)
		}
	}
}

// What the event log alone has: a session that ended, one that never did, and the current one.
func TestAwayLogged(t *testing.T) {
	t.Parallel()
	end := &model.SessionEnd{At: clock(9, 10), Line: 4}
	s := model.Snapshot{At: looksAgain, Events: model.EventLog{Path: "log", Current: 2, Sessions: []model.Session{
		{Key: "1", Label: "1", Path: "log", Line: 1, Starts: 1, Started: clock(9, 0), Last: clock(9, 10), LastLine: 3, Ended: end},
		{Key: "2", Label: "2", Path: "log", Line: 5, Starts: 1, Started: clock(9, 20), Last: clock(9, 30), LastLine: 6},
		{Key: "3", Label: "3", Path: "log", Line: 7, Starts: 1, Started: clock(10, 0), Last: clock(10, 30), LastLine: 8},
	}}}
	a := awaySince(s)
	var got []string
	for _, o := range a.Sessions {
		got = append(got, fmt.Sprintf("%s %s %v", o.Name, o.Ending, o.Broke()))
	}
	if want := []string{"Session 1 done false", "Session 2 unknown true", "Session 3 running false"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(a.ToCheck) != 1 || a.ToCheck[0].Ref != s.Events.Sessions[1].Ref() {
		t.Errorf("failed: %+v", a.ToCheck)
	}
}

// Steps and results of that time, and whose they are: of several sessions the one that edited the file.
func TestAwayDone(t *testing.T) {
	t.Parallel()
	plan := model.Plan{Path: "Plans/P.md", ID: "P", Status: model.Status{State: model.StateActive}, Steps: []model.Step{
		{Number: 1, Text: "one", Mark: 'x'}, {Number: 2, Text: "two", Mark: 'x'}, {Number: 3, Text: "three", Mark: 'x'}, {Number: 4, Text: "four", Mark: ' '},
	}, Log: []model.LogEntry{
		{At: clock(7, 0), Actor: "Agent", What: "Completed step 1"}, {At: clock(9, 5), Actor: "Agent", What: "Completed step 2"},
		{At: clock(9, 6), Actor: "Agent", What: "Completed step 3"}, {At: clock(9, 7), Actor: "Agent", What: "Completed step 4"},
	}}
	journal := model.Journal{Entries: []model.Entry{
		{ID: "COMP-1", Title: "a table", Outcome: "SUCCEEDED", At: clock(10, 5)}, {ID: "COMP-2", Title: "later", Outcome: "IN_PROGRESS", At: clock(10, 6)},
		{ID: "COMP-0", Title: "before", Outcome: "FAILED", At: clock(7, 5)},
	}}
	one, two := ran("one", model.EndingDone, clock(9, 0), clock(9, 30)), ran("two", model.EndingDone, clock(9, 0), clock(9, 30))
	two.Touched[0] = "Plans/P.md"
	s := model.Snapshot{At: looksAgain, Plans: []model.Plan{plan}, Research: model.Research{Problems: []model.ResearchProblem{{Journal: journal}}},
		Transcripts: []model.Transcript{one, two, ran("alone", model.EndingDone, clock(10, 0), clock(10, 30))}}
	a := awaySince(s)
	var got []string
	for _, d := range a.Done {
		got = append(got, fmt.Sprint(d.ID, d.Steps, d.Words, d.Outcome, d.At.Format(" 15:04")))
	}
	for _, o := range a.Sessions {
		got = append(got, fmt.Sprint(o.Name, o.Steps, o.Results))
	}
	if want := []string{"P[2 3] [two three] N/A 09:06", "COMP-1[] [a table] SUCCEEDED 10:05", "one[] []", "two[2 3] []", "alone[] []"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Requests that were moved, changed or removed since the last look are told, even if their own dates are older.
func TestAwayRequests(t *testing.T) {
	t.Parallel()
	hash := func(b byte) model.Fingerprint { return model.Fingerprint{b} }
	old := model.Stamp{Raw: "x", Time: clock(7, 0).Time.AddDate(0, 0, -3)}
	ask := func(name string, now byte) model.Request {
		return model.Request{Path: "Pending_Approval/" + name, Name: name, Created: old, Seen: hash(now)}
	}
	taken := ask("taken.md", 2)
	taken.Path, taken.Reading.Decision = "Approved/taken.md", model.DecisionApproved
	s := model.Snapshot{At: looksAgain, Requests: []model.Request{ask("same.md", 1), ask("changed.md", 9)}, Decided: []model.Request{taken},
		Verified: []model.Verified{{Path: taken.Path, At: old.Time, Standing: model.StandingByOthers}},
		LastLook: model.Look{At: clock(8, 0).Time, Things: map[model.Ref]model.Looked{}}}
	for i, name := range []string{"same.md", "taken.md", "changed.md", "gone.md"} {
		s.LastLook.Things[model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/" + name}] = model.Looked{Seen: hash(byte(i + 1)), Title: name}
	}
	told := func(since time.Time) (all []string) {
		a := AwaySince(s, since, NeedsYou(s))
		for _, group := range [][]model.Attention{a.ToCheck, a.Asks} {
			for _, n := range group {
				all = append(all, n.Ref.Path+" "+string(n.Why[0].Code))
			}
		}
		return all
	}
	want := []string{"Pending_Approval/gone.md gone-lately", "Approved/taken.md by-others", "Pending_Approval/changed.md changed-lately"}
	if got := told(clock(8, 0).Time); !slices.Equal(got, want) {
		t.Errorf("since the last look: %q, want %q", got, want)
	}
	if got := told(clock(9, 0).Time); len(got) != 0 {
		t.Errorf("since a time after the last look: %q", got)
	}
}

// Nothing happened before anything did, and what git has counts.
func TestAwayHappened(t *testing.T) {
	t.Parallel()
	a := awaySince(model.Snapshot{At: looksAgain})
	if a.Happened() {
		t.Error("something happened in an empty vault")
	}
	if a.Git = &(model.LeftInGit{Commits: []model.Commit{{ID: "b71e04d"}}}); !a.Happened() {
		t.Error("a commit is nothing")
	}
}
