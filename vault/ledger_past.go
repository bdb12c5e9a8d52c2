package vault

import (
	"fmt"
	"path"

	"coldstart/model"
)

// furthest gives the last phase that each decision reached, by id.
func furthest(records []record) map[string]phase {
	last := make(map[string]phase, len(records))
	for _, r := range records {
		last[r.ID] = r.Phase
	}
	return last
}

// openIntents lists the intents that were neither finished nor voided, oldest
// first, each with the furthest phase it reached.
func openIntents(records []record) []record {
	last := furthest(records)
	var open []record
	for _, r := range records {
		p := last[r.ID]
		if r.Phase == phaseIntent && p != phaseDone && p != phaseVoid {
			r.Phase = p
			open = append(open, r)
		}
	}
	return open
}

// applyLedger adds what the operator decided before: wishes for changes that the
// agent has not answered, and decisions that were cut off.
func (v *Vault) applyLedger(s *model.Snapshot) {
	records, bad, err := v.readLedger()
	if err != nil || bad > 0 {
		p := model.Problem{Path: "ledger", Hint: "earlier decisions may not be shown; the vault itself is not affected"}
		if p.Reason = fmt.Sprintf("%d lines cannot be read", bad); err != nil {
			p.Reason = err.Error()
		}
		s.Problems = append(s.Problems, p)
	}
	for _, r := range openIntents(records) {
		s.Interrupted = append(s.Interrupted, model.Interrupted{
			ID: r.ID, Choice: model.ParseChoice(r.Choice), Path: r.Path, At: r.At,
		})
	}
	s.Verified = v.verify(records)
	last := furthest(records)
	for _, r := range records {
		if r.Phase != phaseIntent || last[r.ID] == phaseVoid || r.Kind != model.KindRequest.String() {
			continue
		}
		for i := range s.Requests {
			r.remind(&s.Requests[i])
		}
	}
}

// remind tells a pending request what the operator said of it before: a wish for
// changes of exactly these bytes, or a rejection of its name or of these bytes.
func (r record) remind(q *model.Request) {
	same := q.Seen.String() == r.Seen
	switch model.ParseChoice(r.Choice) {
	case model.ChoiceChanges:
		if q.Path == r.Path && same {
			q.Asked = &model.Asked{At: r.At, Note: r.Note}
		}
	case model.ChoiceReject:
		if same || path.Base(r.Path) == q.Name {
			q.Rejected = &model.Asked{At: r.At, Note: r.Note}
		}
	}
}
