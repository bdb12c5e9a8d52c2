package vault

import (
	"fmt"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
)

// furthest gives the last phase that each decision reached, by id.
func furthest(records []record) map[string]phase {
	last := make(map[string]phase, len(records))
	for _, r := range records {
		last[r.ID] = r.Phase
	}
	return last
}

// undone gives for each decision that was taken back the id of the undo that did it.
func undone(records []record) map[string]string {
	last, by := furthest(records), map[string]string{}
	for _, r := range records {
		if p := last[r.ID]; r.Undoes != "" && p != phaseIntent && p != phaseVoid {
			by[r.Undoes] = r.ID
		}
	}
	return by
}

// standing leaves out the decisions that were taken back.
func standing(records []record) []record {
	by := undone(records)
	return slices.DeleteFunc(slices.Clone(records), func(r record) bool { return by[r.ID] != "" })
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
func (v *Vault) applyLedger(l *source.Reading, s *model.Snapshot) {
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
	held := standing(records)
	s.Verified = v.verify(l, held)
	remember(held, s)
	s.Said = notesOf(held)
	daylog.DropOlder(s)
	s.Undo = v.lastUndoable(records, *s)
}

// notesOf gives the last note of the operator on each plan and request. A decision on a
// request was one on its plan too.
func notesOf(records []record) map[string]model.Said {
	last, words := furthest(records), map[string]model.Said{}
	for _, r := range records {
		if r.Phase != phaseIntent || last[r.ID] == phaseVoid || r.Note == "" {
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
	last := furthest(records)
	for _, r := range records {
		if r.Phase != phaseIntent || last[r.ID] == phaseVoid || r.Kind != model.KindRequest.String() {
			continue
		}
		// One that was cut off before it took effect may be dropped.
		holds := last[r.ID] != phaseIntent
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
