package model

import (
	"cmp"
	"slices"
	"testing"
	"time"
)

// transcript is one that wrote so long before noon.
func transcript(id string, e Ending, ago time.Duration) Transcript {
	at := noon.Add(-ago)
	return Transcript{
		Tool: "Claude Code", ID: id, Path: "~/.claude/projects/-work/" + id + ".jsonl", Title: id, Dir: "/work",
		Began: Stamp{Time: at.Add(-time.Hour), Raw: "x"}, Last: Stamp{Time: at, Raw: "x"}, Changed: at,
		Ending: e, Sure: BasisDerived, Seen: FingerprintOf([]byte(id)),
	}
}

// edited returns a transcript after edits to it.
func (t Transcript) edited(edit func(*Transcript)) Transcript {
	edit(&t)
	return t
}

func TestSessionsThatNeedYou(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	for name, c := range map[string]struct {
		t     Transcript
		needs bool
		minor bool
		state Ending
	}{
		"cut off in a tool":       {transcript("a", EndingInTool, time.Hour), true, false, EndingInTool},
		"died while writing":      {transcript("a", EndingInWriting, time.Hour), true, false, EndingInWriting},
		"never answered":          {transcript("a", EndingUnanswered, 13*day), true, false, EndingUnanswered},
		"waits":                   {transcript("a", EndingWaits, time.Minute), true, false, EndingWaits},
		"within the grace":        {transcript("a", EndingInTool, 9*time.Minute), false, false, EndingRuns},
		"missed for two weeks":    {transcript("a", EndingInTool, 14*day), false, true, EndingInTool},
		"waits for two weeks":     {transcript("a", EndingWaits, 15*day), false, true, EndingWaits},
		"your turn":               {transcript("a", EndingYourTurn, time.Hour), false, false, EndingYourTurn},
		"stopped":                 {transcript("a", EndingStopped, 15*day), false, false, EndingStopped},
		"done":                    {transcript("a", EndingDone, time.Hour), false, false, EndingDone},
		"acknowledged":            {transcript("a", EndingInTool, time.Hour).edited(func(t *Transcript) { t.Acked = noon }), false, false, EndingInTool},
		"another went on":         {transcript("a", EndingInTool, time.Hour).edited(func(t *Transcript) { t.GoneOn = true }), false, false, EndingInTool},
		"old, and acknowledged":   {transcript("a", EndingInTool, 20*day).edited(func(t *Transcript) { t.Acked = noon }), false, false, EndingInTool},
		"without a person":        {transcript("a", EndingInTool, time.Hour).edited(func(t *Transcript) { t.Batch = true }), true, false, EndingInTool},
		"done again by a script":  {transcript("a", EndingInTool, time.Hour).edited(func(t *Transcript) { t.Batch, t.Redone = true, true }), false, true, EndingInTool},
		"its process runs":        {transcript("a", EndingInTool, time.Hour).edited(func(t *Transcript) { t.Process = &Process{Alive: true} }), false, false, EndingRuns},
		"its process waits":       {transcript("a", EndingInTool, time.Hour).edited(func(t *Transcript) { t.Process = &Process{Alive: true, Status: "waiting"} }), true, false, EndingWaits},
		"killed while it waited":  {transcript("a", EndingInTool, time.Minute).edited(func(t *Transcript) { t.Process = &Process{Status: "waiting", For: "permission prompt"} }), true, false, EndingInTool},
		"killed while it asked":   {transcript("a", EndingWaits, time.Minute).edited(func(t *Transcript) { t.Process = &Process{PID: 7, Status: "waiting"} }), true, false, EndingInTool},
		"killed, and deferred":    {transcript("a", EndingWaits, time.Hour).edited(func(t *Transcript) { t.Process, t.Deferred = &Process{PID: 7}, true }), true, false, EndingWaits},
		"asks, and runs":          {transcript("a", EndingWaits, time.Hour).edited(func(t *Transcript) { t.Process = &Process{PID: 7, Alive: true} }), true, false, EndingWaits},
		"its log says it ended":   {transcript("a", EndingWaits, time.Hour).edited(func(t *Transcript) { t.LogEnded = true }), false, false, EndingDone},
		"it ended at the gate":    {transcript("a", EndingWaits, time.Hour).edited(func(t *Transcript) { t.LogEnded, t.Deferred = true, true }), true, false, EndingWaits},
		"it is not known how":     {transcript("a", EndingUnknown, time.Hour), false, false, EndingUnknown},
		"a clock that is ahead":   {transcript("a", EndingInTool, -9*time.Minute), false, false, EndingRuns},
		"written in time to come": {transcript("a", EndingInTool, -time.Hour), true, false, EndingInTool},
	} {
		state, _ := c.t.State(noon)
		if got := c.t.NeedsYou(noon); got != c.needs || c.t.Minor(noon) != c.minor || state != c.state {
			t.Errorf("%s: needs you %v, minor %v, %v", name, got, c.t.Minor(noon), state)
		}
	}
}

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

// A session that asks for what is a request of the gate is one need, whether the event log has it or not.
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

// A run of a script that was cut off needs nobody once a later one in its folder ended well.
func TestFollow(t *testing.T) {
	t.Parallel()
	script := func(id, dir string, e Ending, ago time.Duration) Transcript {
		return transcript(id, e, ago).edited(func(t *Transcript) { t.Batch, t.Dir = true, dir })
	}
	all := []Transcript{
		script("redone", "/a", EndingInTool, 3*time.Hour), script("well", "/a", EndingDone, 2*time.Hour), script("later", "/a", EndingInTool, time.Hour),
		script("elsewhere", "/b", EndingInTool, 3*time.Hour), script("failed again", "/b", EndingUnanswered, 2*time.Hour),
		transcript("with a person", EndingInTool, 3*time.Hour).edited(func(t *Transcript) { t.Dir = "/a" }),
		transcript("by a person", EndingYourTurn, time.Hour).edited(func(t *Transcript) { t.Dir = "/b" }),
	}
	Follow(all)
	for _, x := range all {
		if x.Redone != (x.ID == "redone") {
			t.Errorf("%s: redone %v", x.ID, x.Redone)
		}
	}
}

// logged is a session of an event log that started so long before noon.
func logged(label string, line int, ago time.Duration) Session {
	at := Stamp{Time: noon.Add(-ago), Raw: "x"}
	return Session{Key: SessionKey(label), Label: label, Path: "events.jsonl", Starts: 1, Line: line, LastLine: line, Started: at, Last: at}
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

// One acknowledgement is for the session of the log and for its transcript, until that writes
// again.
func TestAcknowledgedInTheLog(t *testing.T) {
	t.Parallel()
	for wrote, acked := range map[time.Duration]bool{3 * time.Hour: true, time.Hour: false} {
		s := Snapshot{At: noon, Transcripts: []Transcript{transcript("a", EndingInTool, wrote)}}
		o := logged("7", 1, wrote+time.Hour)
		o.Declared = &SessionEnd{At: Stamp{Time: noon.Add(-2 * time.Hour), Raw: "x"}, Agent: OperatorAgent, Line: 2}
		s.Events = EventLog{Path: "events.jsonl", Sessions: []Session{o}, Current: -1}
		s.Link(nil)
		if got := s.Transcripts[0]; got.Acked.IsZero() == acked || got.NeedsYou(noon) == acked {
			t.Errorf("wrote %v ago: acknowledged %v", wrote, got.Acked)
		}
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

// The ids of Codex begin with the time, so that sessions of one minute begin alike.
func TestShortIDsTellSessionsApart(t *testing.T) {
	t.Parallel()
	var s Snapshot
	ids := []string{
		"0190aaaa-03b4-74a0-81ad-dfc859d06892", "0190aaaa-03b9-74a0-81ad-dfc859d06892", "5be2c0d4-0000-4000-8000-000000000001",
		"abc-1", "abc-1", "abcdefghé-x", "abcdefghè-x", "",
	}
	for _, id := range ids {
		s.Transcripts = append(s.Transcripts, Transcript{ID: id})
	}
	for i, want := range []string{"0190aaaa-03b4", "0190aaaa-03b9", "5be2c0d4", "abc-1", "abc-1", "abcdefghé", "abcdefghè", ""} {
		if got := s.ShortID(s.Transcripts[i]); got != want {
			t.Errorf("%q is short for %q, want %q", got, ids[i], want)
		}
	}
}
