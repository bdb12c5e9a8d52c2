package model

import (
	"cmp"
	"slices"
	"testing"
	"time"
)

func TestQueueOfSessions(t *testing.T) {
	t.Parallel()
	s := Snapshot{At: noon, Transcripts: []Transcript{
		transcript("tool", EndingInTool, 39*time.Hour).edited(func(t *Transcript) { t.Call = Event{Act: ActShell, Says: "go test"} }),
		transcript("torn", EndingInWriting, 40*time.Hour),
		transcript("asks", EndingWaits, time.Hour).edited(func(t *Transcript) { t.Questions = []Question{{Text: "Guess it?", Options: []string{"Yes", "No"}}} }),
		transcript("plan", EndingWaits, 2*time.Hour).edited(func(t *Transcript) { t.Plan = "1. Begin" }),
		transcript("turn", EndingYourTurn, time.Hour),
		transcript("script", EndingInTool, time.Hour).edited(func(t *Transcript) { t.Batch = true }),
		transcript("error", EndingUnanswered, 41*time.Hour).edited(func(t *Transcript) { t.Trouble = "API Error: 500" }),
	}}
	s.Events.Current = -1
	var got []string
	for _, a := range s.NeedsYou() {
		got = append(got, a.What+" "+string(a.Why[0].Code)+" "+a.Why[0].Text)
		if want := a.Why[0].Code == BecauseAsksYou || a.Why[0].Code == BecausePlanToAccept; a.Blocks != want || (a.Urgency() == UrgencyBlocks) != want {
			t.Errorf("%s: blocks %v, %v", a.What, a.Blocks, a.Urgency())
		}
	}
	want := []string{"plan plan-to-accept ", "asks asks-you Guess it?", "tool cut-off-in-tool go test", "torn died-writing ", "error server-error API Error: 500", "script cut-off-in-tool "}
	if !slices.Equal(got, want) {
		t.Errorf("queue %q, want %q", got, want)
	}
}

func TestASessionAtTheGateIsOneNeed(t *testing.T) {
	t.Parallel()
	alive := &Process{PID: 7, Status: "waiting", For: "permission prompt", Alive: true}
	for name, c := range map[string]struct {
		ask     Ask
		session func(*Transcript)
		logged  bool
		want    int
	}{
		"its prompt":              {Ask{Prompt: true}, func(*Transcript) {}, false, 1},
		"its prompt, in the log":  {Ask{Prompt: true}, func(*Transcript) {}, true, 1},
		"it ended at the gate":    {Ask{}, func(t *Transcript) { t.Ending, t.Process, t.Deferred = EndingWaits, nil, true }, true, 1},
		"it asks something else":  {Ask{}, func(*Transcript) {}, false, 2},
		"another session's":       {Ask{Prompt: true, Action: Action{Session: "b"}}, func(*Transcript) {}, false, 2},
		"killed while it was one": {Ask{Prompt: true}, func(t *Transcript) { t.Process = &Process{PID: 7, Status: "waiting"} }, false, 2},
	} {
		c.ask.Action.Session = cmp.Or(c.ask.Action.Session, "a")
		s := Snapshot{At: noon, Requests: []Request{{Path: "Pending_Approval/gate-1.md", Ask: &c.ask}}}
		s.Events.Current = -1
		x := transcript("a", EndingInTool, time.Hour).edited(func(t *Transcript) { t.Process = alive }).edited(c.session)
		if c.logged {
			s.Events = EventLog{Path: "events.jsonl", Sessions: []Session{logged("1", 1, time.Hour), logged("2", 2, time.Minute)}, Current: 1}
			x.Log = s.Events.Sessions[0].Ref()
		}
		s.Transcripts = []Transcript{x}
		if needs := s.NeedsYou(); len(needs) != c.want {
			t.Errorf("%s: %d needs, want %d: %+v", name, len(needs), c.want, needs)
		}
	}
}

func TestLinkSessions(t *testing.T) {
	t.Parallel()
	// They began one hour before their last word.
	s := Snapshot{At: noon, Transcripts: []Transcript{
		transcript("named", EndingInTool, 2*time.Hour), transcript("timed", EndingInTool, 39*time.Hour), transcript("one", EndingInTool, 50*time.Hour),
		transcript("other", EndingInTool, 50*time.Hour-time.Minute), transcript("before", EndingInTool, 60*time.Hour),
		transcript("after", EndingYourTurn, time.Hour).edited(func(t *Transcript) { t.From = "before" }),
	}}
	s.Events = EventLog{Path: "events.jsonl", Sessions: []Session{
		logged("1", 1, 51*time.Hour-time.Minute), logged("244", 2, 40*time.Hour-time.Minute), logged("245", 3, 30*time.Hour), logged("246", 4, 20*time.Minute),
	}, Current: 3}
	s.Link([]HandOver{{Session: "245", Caller: "named"}, {Session: "9", Caller: "timed"}, {Session: "246"}})
	labels := map[string]string{}
	for _, x := range s.Transcripts {
		labels[x.ID] = x.Label
		if x.GoneOn != (x.ID == "before") {
			t.Errorf("%s: gone on %v", x.ID, x.GoneOn)
		}
	}
	if labels["named"] != "245" || labels["timed"] != "244" || labels["one"]+labels["other"]+labels["before"]+labels["after"] != "" {
		t.Errorf("linked %v", labels)
	}
	timed, _ := s.Written(s.Events.Sessions[1].Ref())
	if _, sure := timed.State(noon); timed.ID != "timed" || sure != BasisDeclared {
		t.Errorf("%s is %v cut off, though a later session began", timed.ID, sure)
	}
	var got []string
	for _, a := range s.NeedsYou() {
		got = append(got, a.What+" "+a.Ref.Kind.String()+" "+string(a.Why[0].Code))
	}
	want := []string{
		"other transcript cut-off-in-tool", "one transcript cut-off-in-tool", "Session 1 session never-ended",
		"Session 244: timed session cut-off-in-tool", "Session 245: named session cut-off-in-tool",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("queue %q, want %q", got, want)
	}
}

func TestRefuseTranscripts(t *testing.T) {
	t.Parallel()
	for code, x := range map[Code]Transcript{
		"":                      transcript("a", EndingInTool, time.Hour),
		BecauseSessionRuns:      transcript("a", EndingInTool, time.Minute),
		BecauseSessionKnown:     transcript("a", EndingInTool, time.Hour).edited(func(t *Transcript) { t.Acked = noon }),
		BecauseSessionNotCutOff: transcript("a", EndingYourTurn, time.Hour),
	} {
		s := Snapshot{At: noon, Transcripts: []Transcript{x}}
		if got := s.Refuse(x.Ref(), ChoiceAck); got.Code != code {
			t.Errorf("%v, want %v", got, code)
		}
		if got := s.Seen(x.Ref()); got != x.Seen {
			t.Errorf("seen %v", got)
		}
	}
	if got := (Snapshot{}).Refuse(Ref{Kind: KindTranscript, Path: "~/.claude/x"}, ChoiceAck); got.Code != BecauseNoSuch {
		t.Errorf("a session that is not there: %v", got)
	}
}
