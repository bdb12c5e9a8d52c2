package events

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
)

// readLog reads an event log of these lines, each ended by a line feed.
func readLog(t *testing.T, lines ...string) (model.EventLog, []model.Problem) {
	t.Helper()
	return readText(t, strings.Join(lines, "\n")+"\n")
}

func readText(t *testing.T, text string) (model.EventLog, []model.Problem) {
	t.Helper()
	log, problems, err := Read("events.jsonl", strings.NewReader(text), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return log, problems
}

// reasons returns problems as "line: reason".
func reasons(problems []model.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}

// orphansOf returns the keys of the orphans, newest first.
func orphansOf(log model.EventLog) []string {
	var out []string
	for _, o := range log.Orphans() {
		out = append(out, string(o.Key))
	}
	return out
}

const (
	start1   = `{"type": "SessionStarted", "session": 1}`
	start2   = `{"type": "SessionStarted", "session": 2}`
	end1     = `{"type": "SessionEnded", "session": 1}`
	tooShort = "incomplete: the last write was not finished"
	noJSON   = "invalid JSON: "
)

func TestReadEventsOfEveryForm(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	for _, tt := range []struct {
		name, text          string
		records, bad, blank int
		torn, peerFails     bool
		orphans             []string
		problems            []string
	}{
		{name: "nothing"},
		{name: "only a line end", text: "\n", blank: 1},
		{name: "only a byte order mark", text: "\ufeff", blank: 1, torn: true},
		{name: "a start and a later one", text: start1 + "\n" + start2 + "\n", records: 2, orphans: []string{"1"}},
		{name: "no line feed at the end", text: start1 + "\n" + start2, records: 2, torn: true, orphans: []string{"1"}},
		{name: "carriage returns", text: start1 + "\r\n" + start2 + "\r\n", records: 2, orphans: []string{"1"}},
		{name: "carriage returns alone", text: start1 + "\r" + start2 + "\r", records: 2, orphans: []string{"1"}},
		{name: "carriage returns alone, and none at the end", text: start1 + "\r\r" + start2, records: 2, blank: 1, torn: true, orphans: []string{"1"}},
		{
			name: "a line that a carriage return cuts", text: strings.Replace(start1, ":", ":\r", 1) + "\n" + start1 + "\n" + start2 + "\n", records: 2, bad: 2,
			orphans: []string{"1"}, problems: []string{"1: " + noJSON + "the line stops in the middle", "2: " + noJSON + "not a JSON object"},
		},
		{name: "a byte order mark", text: "\ufeff" + start1 + "\n" + start2 + "\n", records: 2, orphans: []string{"1"}},
		{
			name: "a byte order mark further down", text: start1 + "\n\ufeff" + start2 + "\n", records: 1, bad: 1,
			problems: []string{"2: " + noJSON + "no object in braces"},
		},
		{name: "blank lines", text: "\n \t\n" + start1 + "\n\r\n\n" + start2 + "\n", records: 2, blank: 4, orphans: []string{"1"}},
		{name: "blanks around", text: "  " + start1 + "\t\n" + start2 + " \n", records: 2, orphans: []string{"1"}},
		{
			name: "a torn last line", text: start1 + "\n" + start2 + "\n" + end1[:20], records: 2, bad: 1, torn: true,
			orphans: []string{"1"}, problems: []string{"3: " + tooShort},
		},
		{
			name: "cut within a character", text: start1 + "\n" + start2 + "\n{\"type\": \"Caf\xc3", records: 2, bad: 1, torn: true, peerFails: true,
			orphans: []string{"1"}, problems: []string{"3: " + tooShort + model.PeerStops},
		},
		{
			name: "text, arrays, trailing commas, a run of NUL",
			text: start1 + "\nplain\n[" + start2 + "]\n5\nnull\n{\"type\": \"SessionEnded\",}\n" + strings.Repeat("\x00", 4096) + "\n{'a': 1}\n" + start2 + "\n",
			bad:  7, records: 2, peerFails: true, orphans: []string{"1"},
			problems: []string{
				"2: " + noJSON + "no object in braces", "3: not a JSON object" + model.PeerStops, "4: not a JSON object" + model.PeerStops,
				"5: not a JSON object" + model.PeerStops, "6: " + noJSON + "one comma too many", "7: " + noJSON + "no object in braces", "8: " + noJSON + "single quotes",
			},
		},
		{
			name: "two on one line", text: start1 + "\n" + start2 + end1 + "\n" + start2 + "\n", records: 2, bad: 1,
			orphans: []string{"1"}, problems: []string{"2: more than one value on this line"},
		},
		{
			name: "a line that was glued to a torn one", text: start1 + "\n" + start2[:9] + start2 + "\n" + start2 + "\n", records: 2, bad: 1,
			orphans: []string{"1"}, problems: []string{"2: " + noJSON + "the line stops in the middle"},
		},
		{
			name: "100,000 nested arrays", text: start1 + "\n" + deep + "\n{\"a\":" + deep + "}\n" + start2 + "\n", records: 2, bad: 2, peerFails: true,
			orphans: []string{"1"}, problems: []string{"2: " + noJSON + "nested too deep" + model.PeerStops, "3: " + noJSON + "nested too deep" + model.PeerStops},
		},
		{
			name: "not UTF-8", text: start1 + "\n{\"type\": \"SessionEnded\", \"session\": 1, \"agent\": \"Caf\xe9\"}\n" + start2 + "\n",
			records: 2, bad: 1, peerFails: true, orphans: []string{"1"}, problems: []string{"2: not UTF-8" + model.PeerStops},
		},
		{
			name: "a start that looks like text", text: start1 + "\n" + start2 + "\n{\"type\": \"Note\", \"text\": \"SessionEnded\\n" + strings.ReplaceAll(end1, `"`, `\"`) + "\"}\n",
			records: 3, orphans: []string{"1"},
		},
		{
			name: "the same line twice", text: start1 + "\n" + start1 + "\n" + start2 + "\n" + start2 + "\n", records: 4, orphans: []string{"1"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log, problems := readText(t, tt.text)
			if log.Records != tt.records || log.Bad != tt.bad || log.Blank != tt.blank {
				t.Errorf("%d records, %d bad, %d blank; want %d, %d, %d", log.Records, log.Bad, log.Blank, tt.records, tt.bad, tt.blank)
			}
			if log.Torn != tt.torn || log.PeerFails != tt.peerFails {
				t.Errorf("torn %v, the reference program fails %v; want %v, %v", log.Torn, log.PeerFails, tt.torn, tt.peerFails)
			}
			if got := orphansOf(log); !slices.Equal(got, tt.orphans) {
				t.Errorf("orphans %q, want %q", got, tt.orphans)
			}
			if got := reasons(problems); !slices.Equal(got, tt.problems) {
				t.Errorf("problems %q, want %q", got, tt.problems)
			}
			for _, p := range problems {
				if p.Path != "events.jsonl" || p.Hint == "" {
					t.Errorf("problem %+v", p)
				}
			}
		})
	}
}

func TestReadEventsTakesNoFieldFromALookAlikeKey(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, line string
		orphans    []string
		problems   []string
	}{
		{name: "other case", line: `{"Type": "SessionEnded", "type": "SessionStarted", "SESSION": 8, "session": 7, "Session": 9}`, orphans: []string{"7", "1"}},
		{name: "the long s", line: `{"type": "SessionStarted", "ſession": 8, "session": 7}`, orphans: []string{"7", "1"}},
		{name: "the Kelvin sign and escapes", line: `{"\u0074ype": "Session\u0053tarted", "\u017Fession": 8, "\u0073ession": 7}`, orphans: []string{"7", "1"}},
		{name: "a member of a member", line: `{"was": {"type": "SessionEnded", "session": 1}, "type": "SessionStarted", "session": 7}`, orphans: []string{"7", "1"}},
		{
			name: "the same key twice", line: `{"type": "SessionStarted", "session": 8, "session": 7}`, orphans: []string{"7", "1"},
			problems: []string{`2: "session" appears twice; the last one counts`},
		},
		{
			name: "the same key twice in two spellings", line: `{"type": "SessionEnded", "session": 1, "typ\u0065": "SessionStarted"}`, orphans: []string{"1"},
			problems: []string{`2: "type" appears twice; the last one counts`},
		},
		{name: "another key twice", line: `{"note": 1, "note": 2, "type": "SessionStarted", "session": 7}`, orphans: []string{"7", "1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log, problems := readLog(t, start1, tt.line, start2)
			if got := orphansOf(log); !slices.Equal(got, tt.orphans) {
				t.Errorf("orphans %q, want %q", got, tt.orphans)
			}
			if got := reasons(problems); !slices.Equal(got, tt.problems) || log.Bad > 0 {
				t.Errorf("problems %q, want %q", got, tt.problems)
			}
		})
	}
}

func TestReadEventsBoundsLines(t *testing.T) {
	t.Parallel()
	line := func(size int) string {
		const frame = `{"type": "Note", "text": ""}`
		return strings.Replace(frame, `""`, `"`+strings.Repeat("x", size-len(frame)-1)+`"`, 1) + "\n"
	}
	long := fmt.Sprintf("longer than %d bytes", disk.MaxLine)
	for _, tt := range []struct {
		name, text   string
		records, bad int
		torn         bool
		problems     []string
	}{
		{name: "just short enough", text: line(disk.MaxLine) + end1 + "\n", records: 2},
		{name: "one byte too long", text: line(disk.MaxLine+1) + end1 + "\n", records: 1, bad: 1, problems: []string{"1: " + long}},
		{name: "8 MB between good ones", text: start1 + "\n" + line(8<<20) + end1 + "\n", records: 2, bad: 1, problems: []string{"2: " + long}},
		{name: "8 MB at the end", text: start1 + "\n" + strings.Repeat("x", 8<<20), records: 1, bad: 1, torn: true, problems: []string{"2: " + long}},
		{name: "two of them", text: line(5<<20) + line(5<<20) + end1 + "\n", records: 1, bad: 2, problems: []string{"1: " + long, "2: " + long}},
		{name: "a multiple of the buffer", text: line(512<<10) + line(256<<10) + end1, records: 3, torn: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log, problems := readText(t, tt.text)
			if log.Records != tt.records || log.Bad != tt.bad || log.Torn != tt.torn {
				t.Errorf("%d records, %d bad, torn %v", log.Records, log.Bad, log.Torn)
			}
			if got := reasons(problems); !slices.Equal(got, tt.problems) {
				t.Errorf("problems %q", got)
			}
		})
	}
}

func TestReadEventsBoundsWhatItKeeps(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxEventField)
	log, problems := readLog(t,
		start1, `{"type": "SessionStarted", "session": "`+long+`"}`, `{"type": "SessionEnded", "session": 1, "agent": "`+long+`"}`,
		`{"type": "Note", "text": "`+long+long+`"}`, `{"type": "`+long[:maxEventField-2]+`"}`, start2)
	want := []string{`2: "session" is longer than 1024 bytes`, `3: "agent" is longer than 1024 bytes`}
	if got := reasons(problems); !slices.Equal(got, want) || log.Bad != 2 || log.Records != 4 || !slices.Equal(orphansOf(log), []string{"1"}) {
		t.Errorf("problems %q, %+v", got, log)
	}
}

func TestReadEventsNamesTheFirstBadLinesAndCountsTheOthers(t *testing.T) {
	t.Parallel()
	log, problems := readText(t, start1+"\n"+strings.Repeat("x\n", 1000)+start2+"\n")
	if len(problems) != maxNamedLines+1 || log.Bad != 1000 {
		t.Fatalf("%d problems, %d bad lines", len(problems), log.Bad)
	}
	last := problems[maxNamedLines]
	if last.Line != 0 || last.Reason != "980 more bad lines" {
		t.Errorf("the last one is %+v", last)
	}
	if problems[maxNamedLines-1].Line != maxNamedLines+1 {
		t.Errorf("the one before is %+v", problems[maxNamedLines-1])
	}
}

func TestReadEventsBoundsTheNumberOfSessions(t *testing.T) {
	t.Parallel()
	e := newReader("events.jsonl", time.UTC)
	if e.room != maxSessions {
		t.Errorf("there is room for %d sessions", e.room)
	}
	e.room = 3
	text := strings.Join([]string{began("1"), began("2"), began("3"), began("4"), began("5"), stopped("6", "A"), stopped("4", "A"), stopped("2", "A")}, "\n")
	must.Do(t, e.read(strings.NewReader(text)))
	want := []string{"4: more than 3 sessions; those that begin after this are not shown"}
	if got := reasons(e.problems); !slices.Equal(got, want) || e.log.Records != 8 || e.log.Bad != 0 {
		t.Errorf("problems %q, %d records, %d bad", got, e.log.Records, e.log.Bad)
	}
	if c, ok := e.log.CurrentSession(); ok || !slices.Equal(orphansOf(e.log), []string{"3", "1"}) {
		t.Errorf("orphans %q, current %+v; the current one is none of those that are shown", orphansOf(e.log), c)
	}
}

func TestReadEventsSaysWhenReadingFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is gone")
	log, _, err := Read("events.jsonl", io.MultiReader(strings.NewReader(start1+"\n"+start2+"\n"), iotest.ErrReader(broken)), time.UTC)
	if !errors.Is(err, broken) || err.Error() != "reading events.jsonl: the disk is gone" {
		t.Errorf("error %v", err)
	}
	if !slices.Equal(orphansOf(log), []string{"1"}) || log.Sessions[1].LastLine != 2 {
		t.Errorf("what was read before is %+v", log)
	}
}

// FuzzEvents reads any bytes as an event log.
func FuzzEvents(f *testing.F) {
	for _, text := range []string{
		"", "\n", start1, start1 + "\n" + start2 + "\n" + end1 + "\r\n", "\ufeff" + start1 + "\n\x00\x00\n[]\nnull\n{\n",
		`{"type": "SessionStarted", "session": "a\u0062", "timestamp": "2026-01-26T10:00:00", "agent": 5}` + "\n" + start2,
		`{"type": "SessionEnded", "session": true, "agent": "SYNTHETIC_RECOVERY"}` + "\n" + start1 + "\n" + `{"type": "X", "session_id": 1, "type": "Y"}`,
		start1 + start2 + "\n" + `{"type": "SessionStarted"}` + "\n" + `{"type": "SessionStarted", "session": [1]}` + "\n" + `{"type": "SessionStarted", "session": 1.0e2}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		log, problems, err := Read("events.jsonl", bytes.NewReader(b), time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		whole := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(b))
		lines := strings.Count(whole, "\n")
		if whole != "" && !strings.HasSuffix(whole, "\n") {
			lines++
		}
		if log.Records+log.Bad+log.Blank != lines {
			t.Fatalf("%d records, %d bad and %d blank of %d lines", log.Records, log.Bad, log.Blank, lines)
		}
		if log.Bad > 0 && len(problems) == 0 {
			t.Fatal("a bad line is not named")
		}
		again, problemsAgain, _ := Read("events.jsonl", iotest.HalfReader(bytes.NewReader(b)), time.UTC)
		if !reflect.DeepEqual(log, again) || !slices.Equal(problems, problemsAgain) {
			t.Fatalf("read in other pieces it is\n%+v\nnot\n%+v", again, log)
		}
		current, some := log.CurrentSession()
		for _, o := range log.Orphans() {
			if some && o.Key == current.Key || !o.Open() {
				t.Fatalf("orphan %+v, current %+v", o, current)
			}
			if o.Line < 1 || o.Line > lines || o.LastLine < o.Line || o.LastLine > lines || o.Seen.IsZero() {
				t.Fatalf("orphan %+v of %d lines", o, lines)
			}
		}
		for _, p := range problems {
			if p.Line < 0 || p.Line > lines || p.Reason == "" {
				t.Fatalf("problem %+v of %d lines", p, lines)
			}
		}
	})
}

// The scenarios of the seed "Orphan Session Detection", in its own words.

func TestSeedDetectsAnOrphanWhenASessionStartedWithoutAnEnd(t *testing.T) {
	t.Parallel()
	log, problems := readLog(t,
		`{"type": "SessionStarted", "session": 100, "timestamp": "2026-01-26T10:00:00"}`,
		`{"type": "SessionStarted", "session": 101, "timestamp": "2026-01-26T11:00:00"}`)
	orphans := log.Orphans()
	if len(orphans) != 1 || orphans[0].Key != "100" || len(problems) > 0 {
		t.Errorf("orphans %+v, problems %+v", orphans, problems)
	}
	if c, ok := log.CurrentSession(); !ok || c.Key != "101" {
		t.Errorf("current %+v", c)
	}
	if got, ok := log.PeerAnswer(); !ok || got != "100" {
		t.Errorf("the reference program's answer would be %q, %v", got, ok)
	}
}

func TestSeedFindsNoOrphanWhenAllSessionsEnded(t *testing.T) {
	t.Parallel()
	log, _ := readLog(t,
		`{"type": "SessionStarted", "session": 100, "timestamp": "2026-01-26T10:00:00"}`,
		`{"type": "SessionEnded", "session": 100, "timestamp": "2026-01-26T10:30:00"}`,
		`{"type": "SessionStarted", "session": 101, "timestamp": "2026-01-26T11:00:00"}`)
	if got := log.Orphans(); len(got) > 0 {
		t.Errorf("orphans %+v", got)
	}
	if got, ok := log.PeerAnswer(); ok {
		t.Errorf("the reference program's answer would be %q", got)
	}
}

func TestSeedSessionStartIsRead(t *testing.T) {
	t.Parallel()
	log, problems := readLog(t, `{"type": "SessionStarted", "session": 245, "agent": "Hephaestus", "timestamp": "2026-01-26T12:00:00.000001"}`)
	c, ok := log.CurrentSession()
	if !ok || c.Label != "245" || c.Agent != "Hephaestus" || c.Started.Raw != "2026-01-26T12:00:00.000001" || log.Records != 1 || len(problems) > 0 {
		t.Errorf("got %+v, %+v", log, problems)
	}
}

func TestSeedOtherEventsStillWork(t *testing.T) {
	t.Parallel()
	log, problems := readLog(t,
		`{"type": "CyclePhaseEntered", "phase": "PLAN", "work_id": "E2-236", "agent": "Hephaestus"}`,
		`{"type": "ValidationOutcome", "gate": "preflight", "work_id": "E2-236", "result": "pass", "reason": "ok"}`)
	if log.Records != 2 || len(log.Sessions) > 0 || log.Current != -1 || len(problems) > 0 {
		t.Errorf("got %+v, %+v", log, problems)
	}
}

// What is written is read back as it was, and the session has ended for everybody else.
func TestAHandoffIsReadBack(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 2, 21, 12, 0, 0, 0, time.UTC)
	long := strings.Repeat("ж", model.MostHandoff)
	for _, tt := range []struct {
		name string
		h    model.Handoff
	}{
		{"nothing", model.Handoff{}},
		{"one part", model.Handoff{Next: "Send it"}},
		{"all parts", model.Handoff{Summary: `He said "yes"`, Done: "a\\b", Next: "\U0001f6b2 }", Open: "?"}},
		{"the longest", model.Handoff{Summary: strings.Repeat("\U0001f6b2", model.MostHandoff), Done: long, Next: long, Open: long}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := Line("SessionStarted", "7", "Spindle", at, time.UTC) + "\n" + EndLine("7", "Spindle", tt.h, at, time.UTC) + "\n"
			log, problems, err := Read("events.jsonl", strings.NewReader(text), time.UTC)
			if err != nil || len(problems) > 0 || log.Sessions[0].Open() || !log.Sessions[0].PeerEnded {
				t.Fatalf("got %+v, %v and error %v", log, problems, err)
			}
			want := tt.h
			if want.Given() {
				want.Session, want.Agent, want.At = log.Sessions[0].Ref(), "Spindle", log.Sessions[0].Ended.At
			}
			if log.Handoff != want {
				t.Errorf("got %+v, want %+v", log.Handoff, want)
			}
		})
	}
}

// Whatever stands in its place, the line is an end, and what is kept of it is bounded.
func TestAForeignHandoffIsBounded(t *testing.T) {
	t.Parallel()
	read := func(value string) model.EventLog {
		line := `{"type": "SessionEnded", "session": 7, "handoff": ` + value + "}\n"
		log, problems, err := Read("events.jsonl", strings.NewReader(line), time.UTC)
		if err != nil || len(problems) > 0 || log.Records != 1 || log.Sessions[0].Ended == nil {
			t.Errorf("%.40s: got %+v, %v and error %v", value, log, problems, err)
		}
		return log
	}
	for _, value := range []string{"null", `"words"`, "[1]", "{}", `{"next": 7, "done": {"next": "x"}}`, `{"next": "` + strings.Repeat("x", maxHandoff) + `"}`} {
		if h := read(value).Handoff; h.Given() {
			t.Errorf("%.40s: got %+v", value, h)
		}
	}
	if h := read(`{"next": "` + strings.Repeat("x", 5000) + `"}`).Handoff; len(h.Next) != model.MostHandoff {
		t.Errorf("got %d bytes", len(h.Next))
	}
}

func TestLinesOfASessionAreReadAsEvents(t *testing.T) {
	t.Parallel()
	lines := sessionLines{most: 300}
	for _, line := range []string{
		`{"type": "SessionStarted", "session": 4, "agent": "A", "timestamp": "2026-01-26T10:00:00"}`,
		`{"type": "ValidationOutcome", "gate": "dod", "work_id": "E2-1", "result": "pass", "result": "warn", "re\u0061son": "37 rows \u00e4", "timestamp": 7}`,
		`{"type": "CyclePhaseEntered", "phase": ["DO"], "work_id": null}`,
		`{"type": "` + strings.Repeat("x", 400) + `"}`,
		`{"type": "CyclePhaseEntered", "phase": "DO", "work_id": "E2-1", "timestamp": "2026-01-26T10:30:00Z"}`,
	} {
		lines.add([]byte(line))
	}
	at := func(raw string) model.Stamp { return model.ParseStamp(raw, time.UTC) }
	want := []model.Event{
		{Type: "SessionStarted", Agent: "A", At: at("2026-01-26T10:00:00")},
		{Type: "ValidationOutcome", Gate: "dod", Work: "E2-1", Result: "warn", Reason: "37 rows ä", At: at("7")},
		{Skipped: 2},
		{Type: "CyclePhaseEntered", Phase: "DO", Work: "E2-1", At: at("2026-01-26T10:30:00Z")},
	}
	got := lines.events(time.UTC)
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("event %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
}

// readBy reads a log in chunks of a size, or line by line.
func readBy(t must.T, log string, size int) (model.EventLog, []model.Problem) {
	e := newReader("events.jsonl", time.UTC)
	if e.chunk = size; size == 0 {
		e.chunk, e.tell = chunkSize, func(model.SessionKey, []byte) {}
	}
	must.Do(t, e.read(strings.NewReader(log)))
	return e.log, e.problems
}

// manyLines are lines of all forms.
func manyLines() []string {
	return []string{
		`{"type": "SessionStarted", "session": 1, "agent": "Spindle", "timestamp": "2026-03-01T08:00:00Z"}`,
		`{"type": "SessionStarted", "session": "two", "agent": "Loom"}`,
		`{"type": "SessionEnded", "session": 1, "agent": "Spindle", "timestamp": "2026-03-01T09:00:00Z"}`,
		`{"type": "SessionEnded", "session": 1, "handoff": {"next": "Send it"}}`,
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:10:00Z"}`,
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:20:00Z"}`,
		`{"type": "Step", "timestamp": "2026-03-01T08:21:00Z", "session_id" : "two" , "note": "x, y}"}`,
		`{"session_id": "two", "type": "Step", "timestamp": "2026-03-01T08:22:00Z"}`,
		`{"type": "Step", "session_id": 1.0, "timestamp": "2026-03-01T08:23:00Z"}`,
		`{"type": "Step", "session_id": 0, "timestamp": "2026-03-01T08:24:00Z"}`,
		`{"type": "Step", "session_id": 9, "timestamp": null}`,
		`{"type": "Step", "session_id": 1}`,
		`{"type": "Step", "timestamp": "2026-03-01T08:25:00Z"}`,
		`{"type": "Note about \"Session", "session_id": 1, "timestamp": "2026-03-01T08:26:00Z"}`,
		`{"type": "\u0053essionEnded", "session": 1, "timestamp": "2026-03-01T08:27:00Z"}`,
		`{"type": "Step", "data": {"session_id": 1}, "timestamp": "2026-03-01T08:28:00Z"}`,
		`{"type": "Step", "data": ["session_id", 1], "session_id": 1, "timestamp": "2026-03-01T08:29:00Z"}`,
		`{"type": "SessionNote", "session_id": 1, "timestamp": "2026-03-01T08:30:00Z"}`,
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:31:00Z", "text": "` + strings.Repeat("long ", 30) + `"}`,
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:32:00Z", "agent": "` + strings.Repeat("x", maxEventField) + `"}`,
		`{"type": "Step", "session_id": 1, "timest`, `no JSON`, `[1]`, ``, "\t", "\xff", `{}`, `{"a": 1}{"b": 2}`, " {\"type\": \"Step\", \"session_id\": 1} ",
	}
}

// However a log is cut, it says what it says line by line.
func TestALogInChunksSaysWhatItsLinesSay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 30).Draw(t, "runs") {
			line := rapid.SampledFrom(manyLines()).Draw(t, "line")
			for range rapid.IntRange(1, 3).Draw(t, "times") {
				b.WriteString(line + rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "\r"}).Draw(t, "end"))
			}
		}
		log := b.String()
		log = log[:rapid.IntRange(0, len(log)).Draw(t, "cut")]
		want, problems := readBy(t, log, 0)
		for _, size := range []int{16, 100, 1000, chunkSize} {
			got, said := readBy(t, log, size)
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(said, problems) {
				t.Fatalf("in chunks of %d bytes:\n%s\ngot  %+v, %v\nwant %+v, %v", size, log, got, said, want, problems)
			}
		}
	})
}

// A run ends at the last of its lines that can be read, so that no broken line is the newest of a session.
func TestARunEndsWithALineThatCanBeRead(t *testing.T) {
	t.Parallel()
	const start = `{"type": "SessionStarted", "session": 1, "timestamp": "2026-03-01T08:00:00Z"}` + "\n"
	good := func(minute int) string {
		return fmt.Sprintf(`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:%02d:00Z"}`+"\n", minute)
	}
	const broken = `{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T09:00:00Z", oops}` + "\n"
	log, problems, err := Read("events.jsonl", strings.NewReader(start+good(1)+good(2)+broken+broken), time.UTC)
	if err != nil || log.Records != 3 || log.Bad != 2 || len(problems) != 2 || log.Sessions[0].LastLine != 3 || log.Sessions[0].Last.Time.Minute() != 2 {
		t.Errorf("got %+v, %v and error %v", log, problems, err)
	}
}
