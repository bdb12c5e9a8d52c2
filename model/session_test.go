package model

import (
	"slices"
	"testing"
	"time"
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
