package ledger

import (
	"slices"

	"coldstart/model"
	"coldstart/vault/places"
)

// The phases that only earlier versions wrote.
const (
	formerIntent Phase = "intent"
	formerEdit   Phase = "edit"
)

// former are the fields of an earlier version, which had no operations: To stands for a
// publication, Withdrawn for its undo, Added for one edit, and Back for the undo of that.
type former struct {
	// Added is the text that a decision put into its file, behind From bytes.
	Added string `json:"added,omitempty"`
	From  int64  `json:"from,omitempty"`
	// Back is what an undo of the edits needs.
	Back []restore `json:"back,omitempty"`
}

// restore is what an earlier version kept of an edit.
type restore struct {
	Name string `json:"name"`
	// Made is true for a file that the edit made, with the hash Left; Gone for one that it
	// removed.
	Made  bool   `json:"made,omitempty"`
	Left  string `json:"left,omitempty"`
	Gone  bool   `json:"gone,omitempty"`
	Parts []Part `json:"parts,omitempty"`
	// Dropped is another file that the edit removed, DroppedText its content.
	Dropped     string `json:"dropped,omitempty"`
	DroppedText []byte `json:"dropped_text,omitempty"`
}

// translated gives a decision of an earlier version its operations, to finish or reverse
// them. Without their bytes none can be begun.
func (r Record) translated() Record {
	if r.Phase != formerIntent {
		return r
	}
	r.Phase = PhasePlanned
	r.Ops, r.Holds = r.Publication()
	if len(r.Ops) == 0 && (r.Added != "" || len(r.Back) > 0) {
		r.Ops, r.Holds = []Operation{r.formerEdit()}, 1
	}
	r.AddRules()
	return r
}

// formerEdit is the one edit of a decision that publishes nothing.
func (r Record) formerEdit() Operation {
	o := Operation{Do: OpEdit, Path: r.Path, Text: r.Added, From: r.From}
	switch model.ParseKind(r.Kind) {
	case model.KindProposal, model.KindLearning, model.KindMemory:
		o.On = OnMemory
	case model.KindResearch:
		o.Path = places.ConfigOf(r.Path)
	case model.KindSession, model.KindTrace:
		o.Do = OpAppend
	}
	if len(r.Back) > 0 {
		o.take(r.Back[0])
	}
	return o
}

// take takes over what was kept for the undo of an edit.
func (o *Operation) take(b restore) {
	switch {
	case b.Gone:
		o.Do = OpRemove
	case b.Made:
		o.Do, o.Next = OpCreate, b.Left
	default:
		o.Parts = b.Parts
	}
	o.Back = b.Made || len(b.Parts) > 0
}

// edited takes over the edits that followed from a decision. The last line counts, except
// for the second half of an edit that was cut off between two files.
func (r *Record) edited(back []restore) {
	for _, b := range back {
		rule := RuleNote
		if b.Name == r.Plan {
			rule = RulePlan
		}
		ops := slices.DeleteFunc(r.ByRule(rule), func(o Operation) bool { return o.Do == "" })
		if b.Made || len(b.Parts) > 0 {
			o := Operation{Do: OpEdit, Path: b.Name, Rule: rule, What: RuleFiles[rule]}
			o.take(b)
			ops = append(slices.DeleteFunc(ops, func(o Operation) bool { return o.Path == b.Name }), o)
		}
		if b.Dropped != "" {
			ops = slices.DeleteFunc(ops, func(o Operation) bool { return o.Path == b.Dropped })
			ops = append(ops, Operation{Do: OpRemove, Path: b.Dropped, Kept: b.DroppedText, Back: true, Rule: rule, What: RuleFiles[rule]})
		}
		if len(ops) > 0 {
			r.Replace(rule, ops)
		}
	}
}
