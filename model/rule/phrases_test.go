package rule

import (
	"time"

	"coldstart/model"
)

// Phrases makes sentences of what the tests get, so that they read as people read it.
// TestMain sets it, since the package of phrases is above this one.
var Phrases struct {
	Reason     func(model.Reason) string
	What, Why  func(model.Attention) string
	PinDropped func(string, model.Pin, Resume) string
	Granted    func(model.Plan) string
	Advice     func(model.Trace) string
}

// need is a row of the queue as people read it.
type need struct {
	What, Who, Why string
	Since          time.Time
	Ref            model.Ref
	Blocks, Human  bool
	Severity       model.Severity
}

func needOf(a model.Attention) need {
	return need{Ref: a.Ref, What: Phrases.What(a), Who: a.Who, Why: Phrases.Why(a), Since: a.Since, Blocks: a.Blocks, Human: a.Human, Severity: a.Severity}
}

func needsOf(rows []model.Attention) []need {
	var out []need
	for _, a := range rows {
		out = append(out, needOf(a))
	}
	return out
}
