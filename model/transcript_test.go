package model

import (
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

// editedTranscript returns a transcript after edits to it.
func editedTranscript(t Transcript, edit func(*Transcript)) Transcript {
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
		"interrupted in a tool":     {transcript("a", EndingInTool, time.Hour), true, false, EndingInTool},
		"interrupted while writing": {transcript("a", EndingInWriting, time.Hour), true, false, EndingInWriting},
		"never answered":            {transcript("a", EndingUnanswered, 13*day), true, false, EndingUnanswered},
		"waits":                     {transcript("a", EndingWaits, time.Minute), true, false, EndingWaits},
		"within the grace":          {transcript("a", EndingInTool, 9*time.Minute), false, false, EndingRuns},
		"missed for two weeks":      {transcript("a", EndingInTool, 14*day), false, true, EndingInTool},
		"waits for two weeks":       {transcript("a", EndingWaits, 15*day), false, true, EndingWaits},
		"your turn":                 {transcript("a", EndingYourTurn, time.Hour), false, false, EndingYourTurn},
		"stopped":                   {transcript("a", EndingStopped, 15*day), false, false, EndingStopped},
		"done":                      {transcript("a", EndingDone, time.Hour), false, false, EndingDone},
		"acknowledged":              {editedTranscript(transcript("a", EndingInTool, time.Hour), func(t *Transcript) { t.Acked = noon }), false, false, EndingInTool},
		"another went on":           {editedTranscript(transcript("a", EndingInTool, time.Hour), func(t *Transcript) { t.GoneOn = true }), false, false, EndingInTool},
		"old, and acknowledged":     {editedTranscript(transcript("a", EndingInTool, 20*day), func(t *Transcript) { t.Acked = noon }), false, false, EndingInTool},
		"without a person":          {editedTranscript(transcript("a", EndingInTool, time.Hour), func(t *Transcript) { t.Batch = true }), true, false, EndingInTool},
		"done again by a script":    {editedTranscript(transcript("a", EndingInTool, time.Hour), func(t *Transcript) { t.Batch, t.Redone = true, true }), false, true, EndingInTool},
		"its process runs":          {editedTranscript(transcript("a", EndingInTool, time.Hour), func(t *Transcript) { t.Process = &Process{Alive: true} }), false, false, EndingRuns},
		"its process waits":         {editedTranscript(transcript("a", EndingInTool, time.Hour), func(t *Transcript) { t.Process = &Process{Alive: true, Status: "waiting"} }), true, false, EndingWaits},
		"killed while it waited":    {editedTranscript(transcript("a", EndingInTool, time.Minute), func(t *Transcript) { t.Process = &Process{Status: "waiting", For: "permission prompt"} }), true, false, EndingInTool},
		"killed while it asked":     {editedTranscript(transcript("a", EndingWaits, time.Minute), func(t *Transcript) { t.Process = &Process{PID: 7, Status: "waiting"} }), true, false, EndingInTool},
		"killed, and deferred":      {editedTranscript(transcript("a", EndingWaits, time.Hour), func(t *Transcript) { t.Process, t.Deferred = &Process{PID: 7}, true }), true, false, EndingWaits},
		"asks, and runs":            {editedTranscript(transcript("a", EndingWaits, time.Hour), func(t *Transcript) { t.Process = &Process{PID: 7, Alive: true} }), true, false, EndingWaits},
		"its log says it ended":     {editedTranscript(transcript("a", EndingWaits, time.Hour), func(t *Transcript) { t.LogEnded = true }), false, false, EndingDone},
		"it ended at the gate":      {editedTranscript(transcript("a", EndingWaits, time.Hour), func(t *Transcript) { t.LogEnded, t.Deferred = true, true }), true, false, EndingWaits},
		"it is not known how":       {transcript("a", EndingUnknown, time.Hour), false, false, EndingUnknown},
		"a clock that is ahead":     {transcript("a", EndingInTool, -9*time.Minute), false, false, EndingRuns},
		"written in time to come":   {transcript("a", EndingInTool, -time.Hour), true, false, EndingInTool},
	} {
		state, _ := c.t.State(noon)
		if got := c.t.NeedsYou(noon); got != c.needs || c.t.Minor(noon) != c.minor || state != c.state {
			t.Errorf("%s: needs you %v, minor %v, %v", name, got, c.t.Minor(noon), state)
		}
	}
}

// A session that asks for what is a request of the gate is one need, whether the event log has it or not.
// A run of a script that was cut off needs nobody once a later one in its folder ended well.
func TestFollow(t *testing.T) {
	t.Parallel()
	script := func(id, dir string, e Ending, ago time.Duration) Transcript {
		return editedTranscript(transcript(id, e, ago), func(t *Transcript) { t.Batch, t.Dir = true, dir })
	}
	all := []Transcript{
		script("redone", "/a", EndingInTool, 3*time.Hour), script("well", "/a", EndingDone, 2*time.Hour), script("later", "/a", EndingInTool, time.Hour),
		script("elsewhere", "/b", EndingInTool, 3*time.Hour), script("failed again", "/b", EndingUnanswered, 2*time.Hour),
		editedTranscript(transcript("with a person", EndingInTool, 3*time.Hour), func(t *Transcript) { t.Dir = "/a" }),
		editedTranscript(transcript("by a person", EndingYourTurn, time.Hour), func(t *Transcript) { t.Dir = "/b" }),
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
