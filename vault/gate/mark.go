package gate

import (
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/ledger"
	"coldstart/vault/state"
)

// Mark ties the requests that the gate wrote to the actions that they are about, by the
// decisions of the ledger. It comes before requests are linked and weighed: what such a
// request says is what the gate was asked, and its bytes are the gate's own.
func (g *Gate) Mark(records []ledger.Record, s *model.Snapshot) {
	if g.vault.Opts.StateDir == "" {
		return
	}
	b, err := g.read(records, s.At)
	if err != nil {
		s.Problems = append(s.Problems, model.Problem{
			Path: state.AsksName, Reason: err.Error(), Hint: "until it can be read, the gate blocks every action that needs approval",
		})
		return
	}
	if b.bad > 0 {
		s.Problems = append(s.Problems, model.Problem{
			Path: state.AsksName, Reason: model.Counted(b.bad, "unreadable line"),
			Hint: "earlier approvals do not count any more; the agents have to ask again",
		})
	}
	if s.Refused, err = g.refusals(records); err != nil {
		s.Problems = append(s.Problems, model.Problem{Path: state.RefusedName, Reason: err.Error(), Hint: "the gate works without it"})
	}
	s.Alarms = append(b.alarms, tries(s.Refused)...)
	for _, a := range s.Alarms {
		if a.Acked.IsZero() {
			s.Problems = append(s.Problems, a.Problem())
		}
	}
	at := map[string]*entry{}
	for _, e := range b.asks {
		s.Asks = append(s.Asks, e.HeldAction)
		at[e.Request] = e
		if e.to != "" {
			at[e.to] = e
		}
	}
	for i := range s.Requests {
		if e := at[s.Requests[i].Path]; e != nil {
			b.markPending(&s.Requests[i], e)
		} else if namedLikeOurs(s.Requests[i].Path) {
			s.Requests[i].Doubts = append(s.Requests[i].Doubts, model.Doubt{
				What: "it has a name of the gate, which did not ask for it here: an approval would have no effect", Weight: model.WeightBlock,
			})
		}
	}
	for _, list := range [][]model.Request{s.Decided, s.Finished} {
		for i := range list {
			if e := at[list[i].Path]; e != nil && e.Seen == list[i].Seen {
				e.speaksFor(&list[i])
			}
		}
	}
}

// namedLikeOurs reports whether a file has such a name as the gate gives to requests.
func namedLikeOurs(name string) bool {
	id, isNote := strings.CutSuffix(path.Base(name), ".md")
	digits, ours := strings.CutPrefix(id, askPrefix)
	random, err := hex.DecodeString(digits)
	return isNote && ours && err == nil && len(random) == 4
}

// speaksFor makes a request say what the gate was asked, whatever a reader takes its text for.
func (e *entry) speaksFor(r *model.Request) {
	ask := e.HeldAction
	r.Ask, r.Hidden, r.Doubts = &ask, 0, nil
	r.Summary, r.Rationale, r.Amount, r.Risk = e.title, e.Why, "", ""
	r.PlanID, r.StepText, r.Step, r.StepNote, r.Expires = "", "", 0, "", model.Stamp{}
	r.Reading = model.RequestReading{
		Summary: model.BasisDeclared, Action: model.BasisDeclared, Target: model.BasisDeclared, Decision: r.Reading.Decision,
	}
}

// markPending says what a yes to a pending request of the gate would mean.
func (b *book) markPending(r *model.Request, e *entry) {
	block := func(what string) {
		r.Doubts = append(r.Doubts, model.Doubt{What: what, Weight: model.WeightBlock})
	}
	if e.Seen != r.Seen {
		block("the gate wrote another text here, which was changed since: an approval would have no effect")
		return
	}
	e.speaksFor(r)
	switch {
	case e.lost():
		block("the prompt is gone, and no agent waits for the answer: an approval would have no effect")
	case e.state != model.ReplyPending && e.state != model.ReplyChanges:
		block("the gate does not wait for this any more: an approval would have no effect")
	}
	for _, f := range e.Action.Runs {
		if f.Unread != "" {
			r.Doubts = append(r.Doubts, model.Doubt{What: "it runs " + f.Name + ", whose contents are unknown: " + f.Unread, Weight: model.WeightAsk})
		}
	}
	if e.cut > 0 {
		r.Doubts = append(r.Doubts, model.Doubt{What: fmt.Sprintf("not all of it is shown: %d bytes more belong to it", e.cut), Weight: model.WeightAsk})
	}
}
