package vault

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
)

// standing leaves out the decisions that were taken back.
func standing(records []record) []record {
	return slices.DeleteFunc(slices.Clone(records), func(r record) bool { return r.undoneBy != "" })
}

// applyLedger adds what the operator decided before: wishes for changes that the
// agent has not answered, and decisions that were cut off. It gives them all.
func (v *Vault) applyLedger(l *source.Reading, s *model.Snapshot) []record {
	records, bad, err := v.ledger().read()
	if err != nil || bad > 0 {
		p := model.Problem{Path: "ledger", Hint: "earlier decisions may not be shown; the vault itself is not affected"}
		if p.Reason = fmt.Sprintf("%d lines cannot be read", bad); err != nil {
			p.Reason = err.Error()
		}
		s.Problems = append(s.Problems, p)
	}
	for _, r := range records {
		switch {
		case r.isOpen():
			s.Interrupted = append(s.Interrupted, model.Interrupted{
				ID: r.ID, Choice: model.ParseChoice(r.Choice), Path: r.Path, At: r.At,
			})
		case r.isUnfinished():
			s.Problems = append(s.Problems, r.leftOver())
		}
	}
	held := standing(records)
	s.Verified = v.verify(l, held)
	remember(held, s)
	s.Said = notesOf(held)
	daylog.DropOlder(s)
	return records
}

// leftOver tells what could not be written of a decision.
func (r record) leftOver() model.Problem {
	var files []string
	for _, rule := range r.Left {
		files = append(files, whats[rule])
	}
	return model.Problem{
		Path: r.Path, Reason: fmt.Sprintf("decision %s is made, but could not be written into %s yet", r.ID, strings.Join(files, " and ")),
		Hint: "opening coldstart tries it again",
	}
}

// notesOf gives the last note of the operator on each plan and request. A decision on a
// request was one on its plan too.
func notesOf(records []record) map[string]model.Said {
	words := map[string]model.Said{}
	for _, r := range records {
		if r.Phase == phaseVoid || r.Note == "" {
			continue
		}
		note := model.Said{At: r.At, Choice: model.ParseChoice(r.Choice), Note: r.Note}
		for _, name := range []string{r.Path, r.To, r.Plan} {
			if name != "" {
				words[name] = note
			}
		}
	}
	return words
}

// remember tells requests what the operator said of them before.
func remember(records []record, s *model.Snapshot) {
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
		if r.Phase == phaseVoid || !r.is(model.KindRequest) {
			continue
		}
		// One that was cut off before it took effect may be dropped.
		holds := r.took()
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
