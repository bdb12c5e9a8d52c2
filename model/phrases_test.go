package model

import "time"

// Phrases makes sentences of what the tests get, so that they read as people read it.
// Package phrase, which is above this one, gives it; see TestMain.
var Phrases struct {
	Reason     func(Reason) string
	What, Why  func(Attention) string
	PinDropped func(string, Pin, Resume) string
	Nudge      func(DeadEnd) []string
	Granted    func(Plan) string
	Advice     func(Trace) string
	WorkRule   func(WorkRule) string
	Recipient  func(Delivery) string
}

// need is a row of the queue as people read it.
type need struct {
	What, Who, Why string
	Since          time.Time
	Ref            Ref
	Blocks, Human  bool
	Severity       Severity
}

func needOf(a Attention) need {
	return need{Ref: a.Ref, What: Phrases.What(a), Who: a.Who, Why: Phrases.Why(a), Since: a.Since, Blocks: a.Blocks, Human: a.Human, Severity: a.Severity}
}

func needsOf(rows []Attention) []need {
	var out []need
	for _, a := range rows {
		out = append(out, needOf(a))
	}
	return out
}
