package rule

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"coldstart/model"
)

func TestQueueOfSessions(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{At: noon, Transcripts: []model.Transcript{
		editedTranscript(transcript("tool", model.EndingInTool, 39*time.Hour), func(t *model.Transcript) { t.Call = model.Event{Act: model.ActShell, Says: "go test"} }),
		transcript("torn", model.EndingInWriting, 40*time.Hour),
		editedTranscript(transcript("asks", model.EndingWaits, time.Hour), func(t *model.Transcript) {
			t.Questions = []model.Question{{Text: "Guess it?", Options: []string{"Yes", "No"}}}
		}),
		editedTranscript(transcript("plan", model.EndingWaits, 2*time.Hour), func(t *model.Transcript) { t.Plan = "1. Begin" }),
		transcript("turn", model.EndingYourTurn, time.Hour),
		editedTranscript(transcript("script", model.EndingInTool, time.Hour), func(t *model.Transcript) { t.Batch = true }),
		editedTranscript(transcript("error", model.EndingUnanswered, 41*time.Hour), func(t *model.Transcript) { t.Trouble = "API Error: 500" }),
	}}
	s.Events.Current = -1
	var got []string
	for _, a := range NeedsYou(s) {
		got = append(got, a.What+" "+string(a.Why[0].Code)+" "+a.Why[0].Text)
		if want := a.Why[0].Code == model.BecauseAsksYou || a.Why[0].Code == model.BecausePlanToAccept; a.Blocks != want || (Urgency(a) == model.UrgencyBlocks) != want {
			t.Errorf("%s: blocks %v, %v", a.What, a.Blocks, Urgency(a))
		}
	}
	want := []string{"plan plan-to-accept ", "asks asks-you Guess it?", "tool cut-off-in-tool go test", "torn died-writing ", "error server-error API Error: 500", "script cut-off-in-tool "}
	if !slices.Equal(got, want) {
		t.Errorf("queue %q, want %q", got, want)
	}
}

func TestASessionAtTheGateIsOneNeed(t *testing.T) {
	t.Parallel()
	alive := &model.Process{PID: 7, Status: "waiting", For: "permission prompt", Alive: true}
	for name, c := range map[string]struct {
		ask     model.HeldAction
		session func(*model.Transcript)
		logged  bool
		want    int
	}{
		"its prompt":              {model.HeldAction{Prompt: true}, func(*model.Transcript) {}, false, 1},
		"its prompt, in the log":  {model.HeldAction{Prompt: true}, func(*model.Transcript) {}, true, 1},
		"it ended at the gate":    {model.HeldAction{}, func(t *model.Transcript) { t.Ending, t.Process, t.Deferred = model.EndingWaits, nil, true }, true, 1},
		"it asks something else":  {model.HeldAction{}, func(*model.Transcript) {}, false, 2},
		"another session's":       {model.HeldAction{Prompt: true, Action: model.Action{Session: "b"}}, func(*model.Transcript) {}, false, 2},
		"killed while it was one": {model.HeldAction{Prompt: true}, func(t *model.Transcript) { t.Process = &model.Process{PID: 7, Status: "waiting"} }, false, 2},
	} {
		c.ask.Action.Session = cmp.Or(c.ask.Action.Session, "a")
		s := model.Snapshot{At: noon, Requests: []model.Request{{Path: "Pending_Approval/gate-1.md", Ask: &c.ask}}}
		s.Events.Current = -1
		x := editedTranscript(editedTranscript(transcript("a", model.EndingInTool, time.Hour), func(t *model.Transcript) { t.Process = alive }), c.session)
		if c.logged {
			s.Events = model.EventLog{Path: "events.jsonl", Sessions: []model.Session{logged("1", 1, time.Hour), logged("2", 2, time.Minute)}, Current: 1}
			x.Log = s.Events.Sessions[0].Ref()
		}
		s.Transcripts = []model.Transcript{x}
		if needs := NeedsYou(s); len(needs) != c.want {
			t.Errorf("%s: %d needs, want %d: %+v", name, len(needs), c.want, needs)
		}
	}
}

func TestLinkSessions(t *testing.T) {
	t.Parallel()
	// They began one hour before their last word.
	s := model.Snapshot{At: noon, Transcripts: []model.Transcript{
		transcript("named", model.EndingInTool, 2*time.Hour), transcript("timed", model.EndingInTool, 39*time.Hour), transcript("one", model.EndingInTool, 50*time.Hour),
		transcript("other", model.EndingInTool, 50*time.Hour-time.Minute), transcript("before", model.EndingInTool, 60*time.Hour),
		editedTranscript(transcript("after", model.EndingYourTurn, time.Hour), func(t *model.Transcript) { t.From = "before" }),
	}}
	s.Events = model.EventLog{Path: "events.jsonl", Sessions: []model.Session{
		logged("1", 1, 51*time.Hour-time.Minute), logged("244", 2, 40*time.Hour-time.Minute), logged("245", 3, 30*time.Hour), logged("246", 4, 20*time.Minute),
	}, Current: 3}
	s.Link([]model.HandOver{{Session: "245", Caller: "named"}, {Session: "9", Caller: "timed"}, {Session: "246"}})
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
	if _, sure := timed.State(noon); timed.ID != "timed" || sure != model.BasisDeclared {
		t.Errorf("%s is %v cut off, though a later session began", timed.ID, sure)
	}
	var got []string
	for _, a := range NeedsYou(s) {
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
	for code, x := range map[model.Code]model.Transcript{
		"":                            transcript("a", model.EndingInTool, time.Hour),
		model.BecauseSessionRuns:      transcript("a", model.EndingInTool, time.Minute),
		model.BecauseSessionKnown:     editedTranscript(transcript("a", model.EndingInTool, time.Hour), func(t *model.Transcript) { t.Acked = noon }),
		model.BecauseSessionNotCutOff: transcript("a", model.EndingYourTurn, time.Hour),
	} {
		s := model.Snapshot{At: noon, Transcripts: []model.Transcript{x}}
		if got := Refuse(s, x.Ref(), model.ChoiceAck); got.Code != code {
			t.Errorf("%v, want %v", got, code)
		}
		if got := s.Seen(x.Ref()); got != x.Seen {
			t.Errorf("seen %v", got)
		}
	}
	if got := Refuse((model.Snapshot{}), model.Ref{Kind: model.KindTranscript, Path: "~/.claude/x"}, model.ChoiceAck); got.Code != model.BecauseNoSuch {
		t.Errorf("a session that is not there: %v", got)
	}
}
