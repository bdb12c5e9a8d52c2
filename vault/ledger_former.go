package vault

import (
	"slices"

	"coldstart/model"
	"coldstart/vault/places"
)

// The phases of earlier programs that are not ours.
const (
	formerIntent phase = "intent"
	formerEdit   phase = "edit"
)

// former are the fields of lines that an earlier program wrote. They tell the operations
// without naming them: what is published by To, what is withdrawn by Withdrawn, one edit
// of one file by Added or, of an undo, by Back.
type former struct {
	// Added is text that a decision put into its file, behind From bytes.
	Added string `json:"added,omitempty"`
	From  int64  `json:"from,omitempty"`
	// Back is what it takes to undo the edits.
	Back []restore `json:"back,omitempty"`
}

// restore is what an earlier program kept of an edit.
type restore struct {
	Name string `json:"name"`
	// Made is true for a file that the edit made, with the hash Left; Gone for one
	// that it took away.
	Made  bool   `json:"made,omitempty"`
	Left  string `json:"left,omitempty"`
	Gone  bool   `json:"gone,omitempty"`
	Parts []part `json:"parts,omitempty"`
	// Dropped is another file that went with the edit, DroppedText what was in it.
	Dropped     string `json:"dropped,omitempty"`
	DroppedText []byte `json:"dropped_text,omitempty"`
}

// translated gives the operations of a decision that an earlier program wrote down. They
// are only looked at, finished and reversed: without its bytes none is begun.
func (r record) translated() record {
	if r.Phase != formerIntent {
		return r
	}
	r.Phase = phasePlanned
	r.Ops, r.Holds = r.publication()
	if len(r.Ops) == 0 && (r.Added != "" || len(r.Back) > 0) {
		r.Ops, r.Holds = []operation{r.formerEdit()}, 1
	}
	r.goOn()
	return r
}

// formerEdit is the one edit of a decision that publishes nothing.
func (r record) formerEdit() operation {
	o := operation{Do: opEdit, Path: r.Path, Text: r.Added, From: r.From}
	switch model.ParseKind(r.Kind) {
	case model.KindProposal, model.KindLearning, model.KindMemory:
		o.On = onMemory
	case model.KindResearch:
		o.Path = places.ConfigOf(r.Path)
	case model.KindSession, model.KindTrace:
		o.Do = opAppend
	}
	if len(r.Back) > 0 {
		o.take(r.Back[0])
	}
	return o
}

// take takes over what was kept of an edit.
func (o *operation) take(b restore) {
	switch {
	case b.Gone:
		o.Do = opRemove
	case b.Made:
		o.Do, o.Next = opCreate, b.Left
	default:
		o.Parts = b.Parts
	}
	o.Back = b.Made || len(b.Parts) > 0
}

// edited takes over what an earlier program kept of the edits that follow from a
// decision. What was written down last counts, but for the second half of an edit whose
// first half was made before a process was killed.
func (r *record) edited(back []restore) {
	for _, b := range back {
		rule := ruleNote
		if b.Name == r.Plan {
			rule = rulePlan
		}
		ops := slices.DeleteFunc(r.ops(rule), func(o operation) bool { return o.Do == "" })
		if b.Made || len(b.Parts) > 0 {
			o := operation{Do: opEdit, Path: b.Name, Rule: rule, What: whats[rule]}
			o.take(b)
			ops = append(slices.DeleteFunc(ops, func(o operation) bool { return o.Path == b.Name }), o)
		}
		if b.Dropped != "" {
			ops = slices.DeleteFunc(ops, func(o operation) bool { return o.Path == b.Dropped })
			ops = append(ops, operation{Do: opRemove, Path: b.Dropped, Kept: b.DroppedText, Back: true, Rule: rule, What: whats[rule]})
		}
		if len(ops) > 0 {
			r.anew(rule, ops)
		}
	}
}
