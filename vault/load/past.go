package load

import (
	"fmt"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/ledger"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
)

// ApplyLedger adds what the operator decided before: wishes for changes that the
// agent has not answered, and decisions that were cut off. It gives them all.
func (v *Loader) ApplyLedger(l *source.Reading, s *model.Snapshot) []ledger.Record {
	records, bad, err := ledger.Of(v.where).Read()
	if err != nil || bad > 0 {
		p := model.Problem{Path: "ledger", Hint: "earlier decisions may not be shown; the vault itself is not affected"}
		if p.Reason = fmt.Sprintf("%d lines cannot be read", bad); err != nil {
			p.Reason = err.Error()
		}
		s.Problems = append(s.Problems, p)
	}
	for _, r := range records {
		switch {
		case r.IsOpen():
			s.Interrupted = append(s.Interrupted, model.Interrupted{
				ID: r.ID, Choice: model.ParseChoice(r.Choice), Path: r.Path, At: r.At,
			})
		case r.IsUnfinished():
			s.Problems = append(s.Problems, r.LeftOver())
		}
	}
	held := ledger.Standing(records)
	s.Verified = v.verify(l, held)
	Remember(held, s)
	s.Said = ledger.NotesOf(held)
	daylog.DropOlder(s)
	return records
}

// Remember tells requests what the operator said of them before.
func Remember(records []ledger.Record, s *model.Snapshot) {
	byPath, alike := map[string]*model.Request{}, map[string][]*model.Request{}
	for i := range s.Requests {
		q := &s.Requests[i]
		byPath[q.Path] = q
		alike[q.Name] = append(alike[q.Name], q)
		alike[q.Seen.String()] = append(alike[q.Seen.String()], q)
	}
	decided := map[string]*model.Request{}
	for i := range s.Decided {
		decided[s.Decided[i].Path] = &s.Decided[i]
	}
	for _, r := range records {
		if r.Phase == ledger.PhaseVoid || !r.Is(model.KindRequest) {
			continue
		}
		// One that was cut off before it took effect may be dropped.
		holds := r.Took()
		if q := decided[r.To]; q != nil && holds {
			q.DecidedAt, q.DecidedHere = r.At, true
			if q.Was = ""; path.Base(r.Path) != path.Base(r.To) {
				q.Was = path.Base(r.Path)
			}
		}
		// What was acknowledged was this line, whatever the file is now.
		if q := decided[r.Path]; q != nil && q.Carried != nil && holds && r.About == q.Carried.Line() {
			q.Carried.Known = true
		}
		said := &model.Asked{At: r.At, Note: r.Note}
		// It comes back under its name, or with its bytes.
		again := slices.Concat(alike[path.Base(r.Path)], alike[r.Seen])
		switch choice := model.ParseChoice(r.Choice); {
		case choice == model.ChoiceChanges:
			// A wish for changes is about exactly these bytes.
			if q := byPath[r.Path]; q != nil && q.Seen.String() == r.Seen {
				q.Asked = said
			}
		case choice == model.ChoiceReject && holds:
			for _, q := range again {
				q.Rejected = said
			}
		case choice == model.ChoiceApprove && holds:
			for _, q := range again {
				q.Approved, q.Repeated = said, q.Repeated || q.Seen.String() == r.Seen
			}
		}
	}
}
