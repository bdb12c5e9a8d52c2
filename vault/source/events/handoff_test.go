package events

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

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
