package rule

import "coldstart/model"

// Told is what an operator was told of, nil before the first time.
type Told map[told]bool

// told is a thing that needs the operator. One that starts to block work is told again.
type told struct {
	ref    model.Ref
	blocks bool
}

// Fresh returns what of the needs nobody was told of, and what is told then. Before the first time
// nothing is fresh.
func (t Told) Fresh(needs []model.Attention) (fresh []model.Attention, now Told) {
	now = make(Told, len(needs))
	for _, n := range needs {
		key := told{n.Ref, n.Blocks}
		if now[key] = true; t != nil && !t[key] {
			fresh = append(fresh, n)
		}
	}
	return fresh, now
}
