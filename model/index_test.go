package model

import (
	"reflect"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// TestAnIndexChangesNoAnswer asks one snapshot with an index and one without for the same things, and again after a list of the
// first became another one.
func TestAnIndexChangesNoAnswer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.Custom(func(t *rapid.T) string { return strconv.Itoa(rapid.IntRange(0, 5).Draw(t, "name")) })
		longID := func(t *rapid.T) string {
			return rapid.StringMatching(`(abcdefgh|ab)?[ab]{0,4}-?[ab]{0,3}`).Draw(t, "id")
		}
		var s Snapshot
		for range rapid.IntRange(0, 6).Draw(t, "things") {
			at, plan := name.Draw(t, "path"), name.Draw(t, "plan")
			s.Plans = append(s.Plans, Plan{Path: at, ID: plan})
			s.Requests = append(s.Requests, Request{Path: at, Plan: plan})
			s.Decided = append(s.Decided, Request{Path: name.Draw(t, "decided"), Plan: plan})
			s.Intake, s.Work = append(s.Intake, Intake{Path: at}), append(s.Work, WorkItem{Path: at})
			s.Traces = append(s.Traces, Trace{Path: at})
			s.Events.Sessions = append(s.Events.Sessions, Session{Key: SessionKey(plan)})
			s.Transcripts = append(s.Transcripts, Transcript{Path: at, ID: longID(t), Log: Session{Key: SessionKey(plan)}.Ref()})
		}
		answers := func(s Snapshot) (all []any) {
			for _, t := range s.Transcripts {
				all = append(all, s.ShortID(t))
			}
			for i := range 6 {
				n := strconv.Itoa(i)
				log := Session{Key: SessionKey(n)}.Ref()
				for _, kind := range []Kind{KindPlan, KindRequest, KindIntake, KindTrace, KindWork, KindTranscript} {
					at, ok := s.PlaceOf(Ref{Kind: kind, Path: n})
					all = append(all, ok && at >= 0, at)
				}
				p, _ := s.Plan(n)
				r, _ := s.RequestAnywhere(n)
				q, _ := s.Request(n)
				w, _ := s.Written(log)
				o, _ := s.Session(log)
				all = append(all, p, r, q, w, o, s.RequestsFor(n), s.PlansCalled(n))
			}
			return all
		}
		indexed := s
		indexed.Index()
		if got, want := answers(indexed), answers(s); !reflect.DeepEqual(got, want) {
			t.Fatalf("with an index %v, without %v", got, want)
		}
		if len(s.Requests) > 0 {
			indexed.Requests, s.Requests = s.Requests[1:], s.Requests[1:]
			indexed.Plans, s.Plans = s.Plans[1:], s.Plans[1:]
		}
		if got, want := answers(indexed), answers(s); !reflect.DeepEqual(got, want) {
			t.Fatalf("after a change, with an index %v, without %v", got, want)
		}
	})
}

// What another load reads is not said to be left out for good.
func TestWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	l := LeftOut{What: "requests", Files: 13, Of: 20}
	if p := l.Problem("Pending_Approval", "the newest are"); p.Reason != "13 of 20 requests were not read: one read of a vault has a limit" || p.Hint != "the newest are read first; move finished files to another folder" {
		t.Errorf("%q, %q", p.Reason, p.Hint)
	}
	l.Later = true
	if p := l.Problem("Pending_Approval", "the newest are"); p.Reason != "13 of 20 requests are not read yet" || p.Hint != "the newest are read first; the rest follows" {
		t.Errorf("%q, %q", p.Reason, p.Hint)
	}
}
