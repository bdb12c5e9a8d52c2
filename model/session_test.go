package model

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// session starts in a line of the log; edits make something else of it.
func session(key string, line int, edits ...func(*Session)) Session {
	s := Session{Key: SessionKey(key), Label: key, Written: key, PeerStart: key, Path: "events.jsonl", Line: line, LastLine: line, Starts: 1}
	for _, edit := range edits {
		edit(&s)
	}
	return s
}

func ended(line int) func(*Session) {
	return func(s *Session) { s.Ended, s.PeerEnded = &SessionEnd{Agent: "Spindle", Line: line}, true }
}

func declared(line int) func(*Session) {
	return func(s *Session) { s.Declared, s.PeerEnded = &SessionEnd{Agent: SyntheticAgent, Line: line}, true }
}

func wrote(line int) func(*Session) { return func(s *Session) { s.LastLine = line } }

func lastAt(text string) func(*Session) {
	return func(s *Session) { s.Last = ParseStamp(text, nil) }
}

func neverStarted(s *Session) { s.Starts, s.Line, s.LastLine, s.PeerStart = 0, 0, 0, "" }

// unheard is a session that starts behind a byte order mark.
func unheard(s *Session) { s.PeerStart = "" }

func written(as string) func(*Session) {
	return func(s *Session) { s.Written, s.PeerStart = as, as }
}

func TestSessionIsOpenUntilSomethingBehindItsStartEndedIt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		s              Session
		open, returned bool
	}{
		{"started", session("1", 4), true, false},
		{"ended", session("1", 4, ended(5)), false, false},
		{"ended, and wrote on its way out", session("1", 4, ended(5), wrote(6)), false, false},
		{"started again behind its end", session("1", 6, ended(5)), true, false},
		{"declared dead", session("1", 4, declared(5)), false, false},
		{"declared dead, and wrote again", session("1", 4, declared(5), wrote(6)), true, true},
		{"declared dead, and started again", session("1", 6, declared(5)), true, true},
		{"declared dead, and really ended", session("1", 4, declared(5), ended(6)), false, false},
		{"declared dead, wrote again and ended", session("1", 4, declared(5), wrote(6), ended(7)), false, false},
		{"ended, and declared dead for all that", session("1", 4, ended(5), declared(6)), false, false},
		{"started again, and declared dead then", session("1", 6, ended(5), declared(7)), false, false},
		{"started again, declared dead, and wrote again", session("1", 6, ended(5), declared(7), wrote(8)), true, true},
		{"ended without a start", session("1", 0, neverStarted, ended(5)), false, false},
		{"nothing but a declaration", session("1", 0, neverStarted, declared(5)), false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.s.Open(); got != tt.open {
				t.Errorf("Open = %v, want %v", got, tt.open)
			}
			if got := tt.s.Returned(); got != tt.returned {
				t.Errorf("Returned = %v, want %v", got, tt.returned)
			}
		})
	}
}

func TestMaybeLiveForTenMinutes(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]bool{
		"2026-03-10T11:50:00Z":        false,
		"2026-03-10T11:50:00.000001Z": true,
		"2026-03-10T12:00:00Z":        true,
		"2026-03-10T12:00:01Z":        true,
		"2099-01-01T00:00:00Z":        true,
		"1970-01-01T00:00:00Z":        false,
		"yesterday":                   false,
		"":                            false,
	} {
		if got := session("1", 1, lastAt(at)).MaybeLive(noon); got != want {
			t.Errorf("last event at %q: %v, want %v", at, got, want)
		}
	}
	if session("1", 1, lastAt("2026-03-10T11:59:00Z")).MaybeLive(noon.Add(time.Hour)) {
		t.Error("still live an hour later")
	}
}

func TestOrphansAreNewestFirstAndWithoutTheCurrentOne(t *testing.T) {
	t.Parallel()
	log := EventLog{Current: 2, Sessions: []Session{
		session("240", 1), session("241", 30), session("243", 40), session("242", 20, ended(21)), session("239", 35, declared(36)),
		session("238", 25, declared(26), wrote(39)),
	}}
	var got []string
	for _, s := range log.Orphans() {
		got = append(got, s.Label)
	}
	if want := []string{"241", "238", "240"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if c, ok := log.CurrentSession(); !ok || c.Label != "243" {
		t.Errorf("current = %v, %v", c, ok)
	}
	for _, current := range []int{-1, 6} {
		log.Current = current
		if c, ok := log.CurrentSession(); ok {
			t.Errorf("current %d = %v", current, c)
		}
	}
	if c, ok := (EventLog{}).CurrentSession(); ok {
		t.Errorf("an empty log has the current session %v", c)
	}
}

func TestPeerAnswer(t *testing.T) {
	t.Parallel()
	text := func(label string) Session {
		s := session(`"`+label+`"`, 1)
		s.Label, s.Written, s.PeerStart = label, `"`+label+`"`, `"`+label+`"`
		return s
	}
	for _, tt := range []struct {
		name     string
		sessions []Session
		want     string
	}{
		{"the largest number", []Session{session("9", 3), session("10", 1), session("2", 2)}, "10"},
		{"numbers below zero", []Session{session("-9", 1), session("-10", 1)}, "-9"},
		{"numbers around zero", []Session{session("-9", 1), session("0", 1)}, "0"},
		{"numbers beyond every machine's", []Session{session("9007199254740992", 1), session("99999999999999999998", 1), session("99999999999999999999", 1)}, "99999999999999999999"},
		{"texts are compared as texts", []Session{text("10"), text("9")}, `"9"`},
		{"texts with a common beginning", []Session{text("a"), text("a b")}, `"a b"`},
		{"a number and a text", []Session{session("1", 1), text("1")}, ""},
		{"no number alone", []Session{session("null", 1)}, "null"},
		{"no number beside a number", []Session{session("null", 1), session("1", 1)}, ""},
		{"one fraction alone", []Session{session("1.5", 1)}, "1.5"},
		{"a fraction beside a number", []Session{session("1.5", 1), session("1", 1)}, "1.5"},
		{"a fraction beside a larger number", []Session{session("1.5", 1), session("9007199254740993", 1)}, "9007199254740993"},
		{"no end of numbers", []Session{session("Infinity", 1), session("99999999999999999999", 1)}, "Infinity"},
		{"below all numbers", []Session{session("-Infinity", 1), session("-99999999999999999999", 1)}, "-99999999999999999999"},
		{"no number that has a place", []Session{session("NaN", 1)}, "NaN"},
		{"no number that has a place, beside one", []Session{session("NaN", 1), session("1", 1)}, ""},
		{"as the log writes it", []Session{session("100", 1, written("1e2")), session("1", 1, written("true"))}, "1e2"},
		{"a line that it does not read", []Session{session("5", 1, unheard), session("4", 1)}, "4"},
		{"an end before the start counts", []Session{session("5", 9, ended(2)), session("4", 1)}, "4"},
		{"a restart behind an end does not", []Session{session("5", 9, ended(8))}, ""},
		{"a synthetic end counts for good", []Session{session("5", 1, declared(2), wrote(9))}, ""},
		{"ends without a start", []Session{session("5", 0, neverStarted, ended(1))}, ""},
		{"nothing", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log := EventLog{Sessions: append([]Session{session("99", 50)}, tt.sessions...)}
			if got, ok := log.PeerAnswer(); got != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v; want %q", got, ok, tt.want)
			}
			for _, more := range []EventLog{{PeerFails: true}, {PeerUnknown: true}} {
				log.PeerFails, log.PeerUnknown = more.PeerFails, more.PeerUnknown
				if got, ok := log.PeerAnswer(); ok {
					t.Errorf("got %q of a log that the reference program cannot read", got)
				}
			}
		})
	}
}

func TestSessionKeyIsText(t *testing.T) {
	t.Parallel()
	for key, want := range map[SessionKey]bool{"1": false, "null": false, `"1"`: true, `""`: true, "": false} {
		if got := key.IsText(); got != want {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
}

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

func atMinute(n int) Stamp {
	return Stamp{Time: time.Date(2026, 3, 12, 13, n, 0, 0, time.UTC), Raw: "x"}
}

// Runs of calls of one sort are one row; what failed, what asks and what waits is not hidden.
func TestRunsOfCallsAreOneEvent(t *testing.T) {
	t.Parallel()
	var events []Event
	for i := range 40 {
		events = append(events, Event{At: atMinute(i), Act: ActRead, Says: fmt.Sprintf("file%d.go", i%20), Result: "pass"})
	}
	events = append(events,
		Event{At: atMinute(41), Act: ActEdit, Says: "a.go", Added: 3, Removed: 1, Result: "pass"},
		Event{At: atMinute(42), Act: ActEdit, Says: "b.go", Added: 4, Result: "pass"},
		Event{At: atMinute(43), Act: ActShell, Says: "go vet"},
		Event{At: atMinute(43), Act: ActShell, Says: "go test", Result: "fail"},
		Event{At: atMinute(44), Act: ActShell, Says: "go vet"},
		Event{At: atMinute(45), Act: ActHand}, Event{At: atMinute(45), Act: ActHand}, Event{At: atMinute(45), Act: ActHand},
	)
	got := Folded(events)
	if len(got) != 9 || got[0].Times != 40 || got[0].Different != 20 || got[0].Until != atMinute(39) || got[0].Result != "pass" {
		t.Fatalf("folded to %d: %+v", len(got), got[0])
	}
	if got[0].Says != "file0.go, file1.go, file2.go, file3.go, file4.go, file5.go, file6.go, file7.go" {
		t.Errorf("it names %q", got[0].Says)
	}
	// Silence ends a run.
	late := []Event{{At: atMinute(0), Act: ActRead}, {At: atMinute(1), Act: ActRead}, {At: atMinute(61), Act: ActRead}, {At: atMinute(62), Act: ActRead}}
	if got := Folded(late); len(got) != 4 {
		t.Errorf("over a silence: %d events", len(got))
	}
}

func TestTwoCoursesAreMergedByTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		course := func(name string) []Event {
			var all []Event
			minute := 0
			for i := range rapid.IntRange(0, 8).Draw(rt, name) {
				minute += rapid.IntRange(0, 5).Draw(rt, "later")
				all = append(all, Event{At: atMinute(minute), Type: fmt.Sprint(name, i)})
			}
			return all
		}
		x, y := course("x"), course("y")
		all := Merged(x, y)
		if len(all) != len(x)+len(y) {
			rt.Fatalf("%d of %d", len(all), len(x)+len(y))
		}
		of := map[byte]int{}
		for i, e := range all {
			if i > 0 && e.At.Time.Before(all[i-1].At.Time) {
				rt.Fatalf("out of order at %d", i)
			}
			if e.Type != fmt.Sprint(string(e.Type[0]), of[e.Type[0]]) {
				rt.Fatalf("%s out of its own order", e.Type)
			}
			of[e.Type[0]]++
		}
		// No event is lost in a run.
		n := 0
		for _, e := range Folded(all) {
			n += max(1, e.Times)
		}
		if n != len(all) {
			rt.Fatalf("folded %d of %d", n, len(all))
		}
	})
}

func TestAMessageWaitsUntilASessionGotIt(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	got := Delivery{Session: "8", At: at}
	for _, tt := range []struct {
		name        string
		m           Message
		now         time.Time
		waits, news bool
	}{
		{"none", Message{}, at, false, false},
		{"written", Message{Text: "Look at the quote", At: at}, at.Add(240 * time.Hour), true, false},
		{"handed over", Message{Text: "Look at the quote", At: at, Delivered: got}, at.Add(23 * time.Hour), false, true},
		{"handed over long ago", Message{Text: "Look at the quote", At: at, Delivered: got}, at.Add(24 * time.Hour), false, false},
		{"taken away", Message{At: at, Delivered: got}, at, false, false},
	} {
		if tt.m.Waits() != tt.waits || tt.m.News(tt.now) != tt.news {
			t.Errorf("%s: waits %v, news %v", tt.name, tt.m.Waits(), tt.m.News(tt.now))
		}
	}
	if Phrases.Recipient(got) != "Session 8" || Phrases.Recipient(Delivery{At: at}) != "A session without a number" {
		t.Errorf("%q, %q", Phrases.Recipient(got), Phrases.Recipient(Delivery{At: at}))
	}
}

func TestASessionLastsUntilItsEnd(t *testing.T) {
	t.Parallel()
	at := func(minute int) Stamp {
		return Stamp{Raw: "x", Time: time.Date(2026, 3, 6, 11, minute, 0, 0, time.UTC)}
	}
	for name, tt := range map[string]struct {
		session Session
		want    int
	}{
		"ended":                   {Session{Starts: 1, Line: 1, Last: at(26), Ended: &SessionEnd{At: at(55), Line: 3}}, 55},
		"ended without a time":    {Session{Starts: 1, Line: 1, Last: at(26), Ended: &SessionEnd{Line: 3}}, 26},
		"open":                    {Session{Starts: 1, Line: 1, Last: at(26)}, 26},
		"started again after end": {Session{Starts: 2, Line: 5, Last: at(56), Ended: &SessionEnd{At: at(55), Line: 3}}, 56},
	} {
		if got := tt.session.Until(); got.Time.Minute() != tt.want {
			t.Errorf("%s: until %v, want minute %d", name, got.Time, tt.want)
		}
	}
}
