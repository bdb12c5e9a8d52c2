package events

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/must"
)

// began, stopped and noted are lines of an event log.
func began(session string) string {
	return `{"type": "SessionStarted", "session": ` + session + `, "agent": "Spindle", "timestamp": "2026-01-26T10:00:00.000001"}`
}

func stopped(session, agent string) string {
	return `{"type": "SessionEnded", "session": ` + session + `, "agent": "` + agent + `", "timestamp": "2026-01-26T10:30:00"}`
}

func noted(sessionID, at string) string {
	return `{"type": "CyclePhaseEntered", "phase": "DO", "timestamp": "` + at + `", "session_id": ` + sessionID + `}`
}

func TestSessionsAreComparedAsTheReferenceProgramDoes(t *testing.T) {
	t.Parallel()
	const huge, near = "9007199254740993", "9007199254740992"
	for _, tt := range []struct {
		name    string
		lines   []string
		orphans []string
		peer    string
	}{
		{"a number and a text", []string{began("1"), stopped(`"1"`, "A"), began("2")}, []string{"1"}, "1"},
		{"a text and its escapes", []string{began(`"a\u0062"`), stopped(`"ab"`, "A"), began("2")}, nil, ""},
		{"1 and 1.0", []string{began("1.0"), stopped("1", "A"), began("2")}, nil, ""},
		{"1 and 1.000", []string{began("1"), stopped("1.000", "A"), began("2")}, nil, ""},
		{"1 and true", []string{began("true"), stopped("1", "A"), began("2")}, nil, ""},
		{"0, -0 and false", []string{began("0"), stopped("-0.0", "A"), began("false"), stopped("-0", "A"), began("2")}, nil, ""},
		{"neighbours that a float would merge", []string{began(huge), stopped(near, "A"), began("2")}, []string{huge}, huge},
		{"a float that would have to be rounded", []string{began("1.0000000000000000001"), stopped("1", "A"), began("2")}, nil, ""},
		{"an exponent", []string{began("1e2"), stopped("100", "A"), began("2")}, nil, ""},
		{"an exponent that is open", []string{began("1e2"), began("2")}, []string{"100"}, "1e2"},
		{"a float that is open", []string{began("1.0"), began("2")}, []string{"1"}, "1.0"},
		{"true that is open", []string{began("true"), began("2")}, []string{"1"}, "true"},
		{"two spellings, of which it keeps the first", []string{began("1.0"), began("1"), began("2")}, []string{"1"}, "1.0"},
		{"a float too large", []string{began("1e400"), began("2")}, []string{"Infinity"}, "1e400"},
		{"a float too small", []string{began("-1e-400"), stopped("0", "A"), began("2")}, nil, ""},
		{"a fraction", []string{began("1.50"), began("1"), began("2")}, []string{"1", "1.5"}, "1.50"},
		{"NaN", []string{began("NaN"), began("2")}, []string{"NaN"}, "NaN"},
		{"NaN that ends", []string{began("NaN"), stopped("NaN", "A"), began("2")}, nil, ""},
		{"NaN beside a number", []string{began("NaN"), began("1"), began("2")}, []string{"1", "NaN"}, ""},
		{"-Infinity", []string{began("-Infinity"), began("-5"), began("2")}, []string{"-5", "-Infinity"}, "-5"},
		{"a text with a quote and an escape sequence", []string{began(`"a\"\u001b[2J"`), began("2")}, []string{`"a\"\u001b[2J"`}, `"a\"\u001b[2J"`},
		{"halves of a character", []string{began(`"\ud800"`), stopped(`"\ud801"`, "A"), began("2")}, []string{`"\ud800"`}, `"\ud800"`},
		{"below zero and huge", []string{began("-5"), began("123456789012345678901234567890"), began("2")}, []string{"123456789012345678901234567890", "-5"}, "123456789012345678901234567890"},
		{"texts by their letters", []string{began(`"9"`), began(`"10"`), began("2")}, []string{`"10"`, `"9"`}, `"9"`},
		{"no number at all", []string{began("null"), `{"type": "SessionStarted"}`, began("2")}, []string{"null"}, "null"},
		{"the order does not matter to it", []string{began("3"), began("5"), began("4")}, []string{"5", "3"}, "5"},
		{"the last start re-uses an older number", []string{began("4"), began("5"), began("4")}, []string{"5"}, "5"},
		{"an end before the start", []string{stopped("4", "A"), began("4"), began("5")}, []string{"4"}, ""},
		{"a restart behind an end", []string{began("4"), stopped("4", "A"), began("4"), began("5")}, []string{"4"}, ""},
		{"several ends", []string{began("4"), stopped("4", "A"), stopped("4", "B"), stopped("4", "A"), began("5")}, nil, ""},
		{"an end of a session nobody knows", []string{began("4"), stopped("9", "A"), began("5")}, []string{"4"}, "4"},
		{"duplicates", []string{began("4"), began("4"), began("5"), began("5")}, []string{"4"}, "4"},
		{"the current one alone", []string{began("4")}, nil, ""},
		{"a declared end", []string{began("4"), stopped("4", "SYNTHETIC_RECOVERY"), began("5")}, nil, ""},
		{"our own end", []string{began("4"), stopped("4", "OPERATOR_RECOVERY"), began("5")}, nil, ""},
		{"life after a declared end", []string{began("4"), began("5"), stopped("4", "SYNTHETIC_RECOVERY"), noted("4", "2026-01-26T11:00:00")}, []string{"4"}, ""},
		{"life after our own end", []string{began("4"), began("5"), stopped("4", "OPERATOR_RECOVERY"), noted("4", "2026-01-26T11:00:00")}, []string{"4"}, ""},
		{"a real end after a declared one", []string{began("4"), began("5"), stopped("4", "SYNTHETIC_RECOVERY"), noted("4", "2026-01-26T11:00:00"), stopped("4", "A")}, nil, ""},
		{"noise after a real end", []string{began("4"), began("5"), stopped("4", "A"), noted("4", "2026-01-26T11:00:00")}, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log, problems := readLog(t, tt.lines...)
			if len(problems) > 0 || log.Records != len(tt.lines) {
				t.Errorf("problems %q", reasons(problems))
			}
			if got := orphansOf(log); !slices.Equal(got, tt.orphans) {
				t.Errorf("orphans %q, want %q", got, tt.orphans)
			}
			if got, ok := log.PeerAnswer(); got != tt.peer || ok != (tt.peer != "") {
				t.Errorf("the reference program's answer would be %q, %v; want %q", got, ok, tt.peer)
			}
		})
	}
}

func TestSessionsThatAreNoSessionsAreNamed(t *testing.T) {
	t.Parallel()
	for _, session := range []string{"[]", "[1]", "{}", `{"a": 1}`} {
		log, problems := readLog(t, began("1"), began(session), stopped(session, "A"), began("2"))
		want := []string{"2: its session is a list or an object" + model.PeerStops, "3: its session is a list or an object" + model.PeerStops}
		if got := reasons(problems); !slices.Equal(got, want) || !log.PeerFails || log.Bad != 2 {
			t.Errorf("%s: problems %q", session, got)
		}
		if got, ok := log.PeerAnswer(); ok || !slices.Equal(orphansOf(log), []string{"1"}) {
			t.Errorf("%s: orphans %q, the reference program's answer %q", session, orphansOf(log), got)
		}
	}
}

// TestSessionsOfTwoTypesStopTheReferenceProgram names the second of two sessions that it
// cannot compare, until one of them ends.
func TestSessionsOfTwoTypesStopTheReferenceProgram(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ one, other string }{{"1", `"2"`}, {"null", "1"}, {`"a"`, "true"}, {"1.5", `"a"`}} {
		log, problems := readLog(t, began(tt.one), began(tt.other), began("3"))
		want := []string{"2: the open sessions " + tt.one + " and " + tt.other + " have ids of different types" + model.PeerStops}
		if got := reasons(problems); !slices.Equal(got, want) {
			t.Errorf("problems %q, want %q", got, want)
		}
		if got, ok := log.PeerAnswer(); ok || len(log.Orphans()) != 2 {
			t.Errorf("the reference program's answer would be %q; orphans %q", got, orphansOf(log))
		}
		log, problems = readLog(t, began(tt.one), began(tt.other), began("3"), stopped(tt.other, "A"))
		if got, ok := log.PeerAnswer(); got != tt.one || !ok || len(problems) > 0 {
			t.Errorf("after an end the answer would be %q, %v; problems %q", got, ok, reasons(problems))
		}
	}
}

// TestReferenceProgramDoesNotReadBehindAByteOrderMark compares what is read of such a log
// with what the reference program answers.
func TestReferenceProgramDoesNotReadBehindAByteOrderMark(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lines   []string
		orphans []string
		peer    string
	}{
		{[]string{began("1"), began("2")}, []string{"1"}, ""},
		{[]string{began("1"), began("1"), began("2")}, []string{"1"}, "1"},
		{[]string{stopped("1", "A"), began("1"), began("2")}, []string{"1"}, "1"},
		{[]string{began("9"), noted("9", "2026-01-26T10:10:00")}, nil, ""},
		{[]string{began("9"), began("8"), stopped("8", "A")}, []string{"9"}, ""},
		{[]string{"[]", began("1"), began("2")}, []string{"1"}, "1"},
	} {
		log, _ := readText(t, "\ufeff"+strings.Join(tt.lines, "\n"))
		got, ok := log.PeerAnswer()
		if !slices.Equal(orphansOf(log), tt.orphans) || got != tt.peer || ok != (tt.peer != "") {
			t.Errorf("%q: orphans %q, the reference program's answer %q, %v", tt.lines, orphansOf(log), got, ok)
		}
	}
}

func TestSessionFacts(t *testing.T) {
	t.Parallel()
	log, _ := readLog(t,
		`{"type": "SessionStarted", "session": 244.0, "agent": "Spindle", "timestamp": "2026-01-26T09:00:00"}`,
		`{"type": "SessionStarted", "session": 245, "agent": 7, "timestamp": 1769418000}`,
		noted("244", "2026-01-26T09:30:00"),
		`{"type": "SessionEnded", "session": 244, "agent": "SYNTHETIC_RECOVERY", "timestamp": "2026-01-26T09:31:00"}`,
		`{"type": "SessionStarted", "session": 244, "agent": "Bobbin", "timestamp": "2026-01-26T10:00:00"}`,
		`{"agent": "Bobbin", "session_id": 244, "type": "Note"}`,
		`{"type": "SessionStarted", "session": 246, "timestamp": "soon"}`,
		`{"type": "SessionEnded", "session": 245, "agent": "Spindle", "timestamp": "99999-01-01"}`,
	)
	if len(log.Sessions) != 3 {
		t.Fatalf("got %+v", log.Sessions)
	}
	a, b, c := log.Sessions[0], log.Sessions[1], log.Sessions[2]
	if a.Key != "244" || a.Label != "244.0" || a.Agent != "Bobbin" || a.Starts != 2 || a.Line != 5 || a.Started.Raw != "2026-01-26T10:00:00" || a.Path != "events.jsonl" {
		t.Errorf("244 is %+v", a)
	}
	if a.LastLine != 6 || a.LastType != "Note" || a.Last.Raw != "2026-01-26T10:00:00" || !a.Last.Assumed {
		t.Errorf("244 last wrote %+v; an event without a time keeps the time before it", a)
	}
	if a.Declared == nil || *a.Declared != (model.SessionEnd{At: model.ParseStamp("2026-01-26T09:31:00", nil), Agent: "SYNTHETIC_RECOVERY", Line: 4}) || a.Ended != nil || !a.Returned() {
		t.Errorf("244 was declared %+v", a.Declared)
	}
	if b.Agent != "7" || b.Started.Raw != "1769418000" || !b.Started.Known() || b.Ended == nil || b.Ended.At.Raw != "99999-01-01" || b.Ended.At.Known() || b.LastLine != 2 {
		t.Errorf("245 is %+v", b)
	}
	if c.Agent != "" || c.Last.Raw != "soon" || c.Last.Known() || log.Current != 2 {
		t.Errorf("246 is %+v", c)
	}
}

func TestActivityBelongsToTheSessionItNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, sessionID string
		want            string
	}{
		{"the number of an orphan", "1", "1"},
		{"its number in another spelling", "1.0", "1"},
		{"true", "true", "1"},
		{"a text that looks like it", `"1"`, "2"},
		{"a text", `"x"`, `"x"`},
		{"a text with escapes", `"\u0078"`, `"x"`},
		{"the text of those escapes", `"\\u0078"`, `"\\u0078"`},
		{"zero", "0", "2"},
		{"null", "null", "2"},
		{"a list", "[1]", "2"},
		{"a session nobody started", "9", "2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log, _ := readLog(t, began("1"), began(`"x"`), began(`"\\u0078"`), began("0"), began("2"), noted(tt.sessionID, "2026-01-26T11:00:00"))
			for _, s := range log.Sessions {
				if wrote := s.LastLine == 6; wrote != (string(s.Key) == tt.want) || wrote && (s.LastType != "CyclePhaseEntered" || s.Last.Raw != "2026-01-26T11:00:00") {
					t.Errorf("session %s: %+v", s.Key, s)
				}
			}
		})
	}
	log, _ := readLog(t, noted("1", "2026-01-26T11:00:00"), `{"type": "Note"}`, began("1"), `{"type": "Note"}`)
	if s := log.Sessions[0]; len(log.Sessions) != 1 || s.LastLine != 4 || s.Line != 3 {
		t.Errorf("events before the first start and events without a session: %+v", log.Sessions)
	}
}

func TestSeenIsTheHashOfTheNewestLine(t *testing.T) {
	t.Parallel()
	lines := []string{began("1"), noted("1", "2026-01-26T10:10:00"), began("2"), stopped("2", "A"), "  " + noted("1", "2026-01-26T10:20:00") + "\t\r"}
	log, _ := readLog(t, lines...)
	for i, want := range []string{strings.TrimSpace(lines[4]), lines[2]} {
		if log.Sessions[i].Seen != model.FingerprintOf([]byte(want)) {
			t.Errorf("session %s is not known by %q", log.Sessions[i].Key, want)
		}
	}
}

func TestLogsThatImitateOtherLinesStayInTheirOwn(t *testing.T) {
	t.Parallel()
	forged := "ok\n" + stopped("1", "A") + "\r\n" + began("7")
	quoted := must.Get(json.Marshal(forged))(t)
	log, problems := readLog(t, began("1"), `{"type": "Note", "text": `+string(quoted)+`}`, `{"type": `+string(quoted)+`, "session": 1}`, began("2"))
	if got := orphansOf(log); !slices.Equal(got, []string{"1"}) || log.Records != 4 || len(problems) > 0 || log.Sessions[0].LastType != forged {
		t.Errorf("orphans %q, %+v, problems %q", got, log, reasons(problems))
	}
}

// life is what an independent reading says of one session.
type life struct {
	lines         []string
	started, open bool
}

// lived replays one event by the words of the rules.
func (l *life) lived(event, line string) {
	switch event {
	case "start":
		l.started, l.open = true, true
	case "write":
		declared := slices.ContainsFunc(l.lines, func(s string) bool { return strings.Contains(s, "_RECOVERY") })
		l.open = l.open || l.started && declared && !endedForGood(l.lines)
	default:
		l.open = false
	}
	l.lines = append(l.lines, line)
}

// TestEveryStartedSessionIsOrphanOrEndedOrCurrent replays random logs event for
// event.
func TestEveryStartedSessionIsOrphanOrEndedOrCurrent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lives, current := map[int]*life{}, 0
		var lines []string
		for i := range rapid.IntRange(0, 25).Draw(t, "events") {
			n := rapid.IntRange(1, 4).Draw(t, "session")
			event := rapid.SampledFrom([]string{"start", "end", "write", "declare", "ack"}).Draw(t, "event")
			line := map[string]string{
				"start": began(strconv.Itoa(n)), "end": stopped(strconv.Itoa(n), "Spindle"), "write": noted(strconv.Itoa(n), fmt.Sprintf("2026-01-26T12:00:%02d", i)),
				"declare": stopped(strconv.Itoa(n), model.SyntheticAgent), "ack": stopped(strconv.Itoa(n), model.OperatorAgent),
			}[event]
			lines = append(lines, line)
			if event == "write" && lives[n] == nil {
				// Nobody started this session, so the current one is meant.
				n = current
			}
			if n == 0 {
				continue
			}
			if lives[n] == nil {
				lives[n] = &life{}
			}
			lives[n].lived(event, line)
			if event == "start" {
				current = n
			}
		}
		log, problems, err := Read("events.jsonl", strings.NewReader(strings.Join(lines, "\n")), time.UTC)
		if err != nil || len(problems) > 0 {
			t.Fatalf("%v, %q", err, reasons(problems))
		}
		c, _ := log.CurrentSession()
		orphans := orphansOf(log)
		for n, l := range lives {
			name := strconv.Itoa(n)
			if want := l.started && l.open && n != current; slices.Contains(orphans, name) != want {
				t.Fatalf("session %d is an orphan: %v, want %v\n%s", n, !want, want, strings.Join(lines, "\n"))
			}
			i := slices.IndexFunc(log.Sessions, func(s model.Session) bool { return string(s.Key) == name })
			if i < 0 || (log.Sessions[i].Starts > 0) != l.started {
				t.Fatalf("session %d started: want %v\n%s", n, l.started, strings.Join(lines, "\n"))
			}
			kinds := 0
			for _, is := range []bool{slices.Contains(orphans, name), string(c.Key) == name, string(c.Key) != name && !log.Sessions[i].Open()} {
				if is {
					kinds++
				}
			}
			if l.started && kinds != 1 {
				t.Fatalf("session %d is %d things at once\n%s", n, kinds, strings.Join(lines, "\n"))
			}
		}
		if len(lives) != len(log.Sessions) {
			t.Fatalf("%d sessions, want %d", len(log.Sessions), len(lives))
		}
	})
}

// endedForGood reports whether a real end stands behind the session's last start.
func endedForGood(lines []string) bool {
	for _, line := range slices.Backward(lines) {
		switch {
		case strings.Contains(line, "SessionEnded") && strings.Contains(line, "Spindle"):
			return true
		case strings.Contains(line, "SessionStarted"):
			return false
		}
	}
	return false
}
