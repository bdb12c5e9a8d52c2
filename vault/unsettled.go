package vault

import (
	"slices"

	"coldstart/model"
)

// overtaken reports whether a decision that only has its intent cannot have had the
// effect that its file shows: a later one, which was not dropped, sent the same file to
// the same name, where there was none then, or made the same addition behind the same
// bytes, or the same undo. A decision that was reported as failed must not be credited
// with what another one did.
func overtaken(records []record, r record) bool {
	if r.Phase != phaseIntent {
		return false
	}
	last := furthest(records)
	later := records[1+slices.IndexFunc(records, func(o record) bool { return o.ID == r.ID }):]
	return slices.ContainsFunc(later, func(o record) bool {
		switch {
		case o.Phase != phaseIntent || last[o.ID] == phaseVoid:
			return false
		case r.Undoes != "" || o.Undoes != "":
			return r.Undoes == o.Undoes
		case r.To != "":
			return r.To == o.To && r.Sent == o.Sent
		case r.Added != "":
			return r.Added == o.Added && r.From == o.From && r.decision().Ref == o.decision().Ref
		}
		return false
	})
}

// unsettled refuses a decision while an earlier one on the same files is still open:
// with both, nobody could tell whose the file is.
func (v *Vault) unsettled(r record) error {
	records, _, err := v.readLedger()
	if err != nil {
		return err
	}
	for _, o := range openIntents(records) {
		if r.meets(o) {
			return refused(r.decision(), model.ErrNotAllowed, "an earlier decision on it could not be finished yet: decision %s on %s", o.ID, o.Path)
		}
	}
	return nil
}

// meets reports whether two decisions are about the same thing or the same published
// file. Several decisions on parts of one shared file do not meet.
func (r record) meets(o record) bool {
	publishes := func(a, b record) bool {
		for _, name := range []string{a.To, a.Withdrawn} {
			if name != "" && slices.Contains([]string{b.Path, b.To, b.Withdrawn}, name) {
				return true
			}
		}
		return false
	}
	return r.decision().Ref == o.decision().Ref || publishes(r, o) || publishes(o, r)
}
