package vault

import (
	"io/fs"
	"path"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// operation is one change of one file. A decision is a list of them, which the ledger
// has whole before the first is done.
type operation struct {
	Do operationKind `json:"do,omitempty"`
	// On is where Path lies: in the vault, or onMemory.
	On   string `json:"on,omitempty"`
	Path string `json:"path,omitempty"`
	// To is where a move goes, and of a removal the private name under which the file
	// has its last look.
	To string `json:"to,omitempty"`
	// Of is the file whose bytes are created.
	Of string `json:"of,omitempty"`
	// Was and Next are the hashes of the file before and after.
	Was  string      `json:"was,omitempty"`
	Next string      `json:"next,omitempty"`
	Mode fs.FileMode `json:"mode,omitempty"`
	// Text is what an edit or an addition puts into the file, where it did not stand
	// before. It is looked for behind From bytes.
	Text string `json:"text,omitempty"`
	From int64  `json:"from,omitempty"`
	// Parts are the places of an edit, with their former texts, and Kept the text of a
	// removed file: what an undo needs.
	Parts []part `json:"parts,omitempty"`
	Kept  []byte `json:"kept,omitempty"`
	// Back says that an undo reverses it, Must that the decision is open until it is
	// done, and keeps other decisions off its files.
	Back bool `json:"back,omitempty"`
	Must bool `json:"must,omitempty"`
	// Taken says of a removal that a move before it has given the file its private name.
	Taken bool `json:"taken,omitempty"`
	// Rule works it out again from the files as they are when its turn comes. One without
	// Do has nothing to do as the files were when it was written down.
	Rule string `json:"rule,omitempty"`
	// What names the file in a notice.
	What string `json:"what,omitempty"`

	// was and next are the whole texts of an edit or a new file, line is what is added.
	was, next, line []byte
	// shown is what a person is told of it, nil for what goes without saying.
	shown *model.Change
}

// operationKind is what happens to a file.
type operationKind string

const (
	opCreate operationKind = "create"
	opMove   operationKind = "move"
	opEdit   operationKind = "edit"
	opAppend operationKind = "append"
	opRemove operationKind = "remove"
)

const onMemory = "memory"

// newFile is the making of a file.
func newFile(name string, b []byte, mode fs.FileMode) operation {
	return operation{
		Do: opCreate, Path: name, Next: model.FingerprintOf(b).String(), Mode: mode, next: b,
		shown: &model.Change{Kind: model.ChangeCreate, Path: name, After: text.Lines(b)},
	}
}

// edited is an edit of a whole text. regions are the parts of next that an undo gives
// their former text.
func edited(name string, b, next []byte, regions []text.Region, shown model.Change) operation {
	shown.Path = name
	o := operation{
		Do: opEdit, Path: name, Was: model.FingerprintOf(b).String(), Next: model.FingerprintOf(next).String(),
		was: b, next: next, shown: &shown,
	}
	o.Parts = partsOf(next, regions)
	o.Back = len(o.Parts) > 0
	return o
}

// splicedEdit is the edit of an existing file by splices.
func splicedEdit(name string, b []byte, splices []text.Splice) operation {
	before, after := text.Changed(b, splices)
	return edited(name, b, text.Apply(b, splices), text.RegionsOf(b, splices), model.Change{Kind: model.ChangeEdit, Before: before, After: after})
}

// addition is a line, or some, behind the end of a file.
func addition(name, lines, end string) operation {
	return operation{
		Do: opAppend, Path: name, Text: lines, line: []byte(lines + end),
		shown: &model.Change{Kind: model.ChangeAppend, Path: name, After: text.Lines([]byte(lines))},
	}
}

// isFixed reports whether an operation is done as it stands in the ledger.
func (o operation) isFixed() bool { return o.Rule == "" }

// isWhole reports whether an operation is about a file as a whole.
func (o operation) isWhole() bool { return o.Do == opCreate || o.Do == opMove || o.Do == opRemove }

// changesOf gives what a person is told of operations: a file that goes because it lies
// elsewhere now is one move.
func changesOf(ops []operation) []model.Change {
	var all []model.Change
	moved := map[string]bool{}
	for _, o := range ops {
		if o.Of != "" {
			moved[o.Of] = true
		}
	}
	for _, o := range ops {
		switch {
		case o.shown != nil:
			all = append(all, *o.shown)
		case !o.isFixed(), moved[o.Path], o.Do == opRemove:
		case o.Do == opCreate && o.Of != "":
			all = append(all, model.Change{Kind: model.ChangeMove, Path: o.Of, To: o.Path})
		case o.Do == opMove:
			all = append(all, model.Change{Kind: model.ChangeRemove, Path: o.Path})
		default:
			kind := map[operationKind]model.ChangeKind{opCreate: model.ChangeCreate, opEdit: model.ChangeEdit, opAppend: model.ChangeAppend}[o.Do]
			all = append(all, model.Change{Kind: kind, Path: o.Path, After: text.Lines([]byte(o.Text))})
		}
	}
	return all
}

// publication gives the operations of a decision that publishes a file, or of an undo that
// withdraws one, and by how many of them it holds.
func (r record) publication() (ops []operation, holds int) {
	switch {
	case r.Withdrawn != "":
		if r.To != "" {
			ops = append(ops, operation{Do: opCreate, Path: r.To, Of: r.Withdrawn, Next: r.Sent})
		}
		return append(ops, withdrawal(r.Withdrawn, r.Sent, r.ID)...), len(ops) + 1
	case r.To == "":
		return nil, 0
	case !r.is(model.KindRequest):
		return []operation{{Do: opCreate, Path: r.To, Next: r.Sent, Back: true}}, 1
	}
	// Never the pending file itself: an agent that has it open could change what was
	// decided.
	return []operation{
		{Do: opCreate, Path: r.To, Of: r.Path, Next: r.Sent, Back: true},
		{Do: opRemove, Path: r.Path, To: disk.RetiredName(path.Dir(r.Path), r.ID), Was: r.Seen, Back: true, Must: true},
	}, 1
}

// withdrawal takes a file away from where agents look for it: to a private name, under
// which it must turn out to have its text, and then for good.
func withdrawal(name, hash, id string) []operation {
	private := disk.RetiredName(path.Dir(name), id)
	return []operation{
		{Do: opMove, Path: name, To: private, Was: hash},
		{Do: opRemove, Path: name, To: private, Was: hash, Must: true, Taken: true},
	}
}

// The rules by which a decision goes on once it holds. Their operations are worked out
// from the files as they are when their turn comes, since agents write in between.
const (
	ruleNote = "note"
	rulePlan = "plan"
	ruleDay  = "day"
	// These take back what the first two did.
	ruleNoteBack = "note back"
	rulePlanBack = "plan back"
)

// whats names the files of the rules.
var whats = map[string]string{
	ruleNote: "the note", rulePlan: "the plan", ruleDay: "the day's log", ruleNoteBack: "the note", rulePlanBack: "the plan",
}

// goOn adds the rules by which a decision goes on.
func (r *record) goOn() {
	onAgents := r.is(model.KindRequest) || r.is(model.KindPlan)
	rules := []string{ruleDay}
	switch {
	case r.Undoes != "" && (r.To != "" || r.Withdrawn != "" || r.Undid == model.ChoiceChanges.String()):
		rules = []string{ruleNoteBack, rulePlanBack, ruleDay}
	case r.Undoes == "" && onAgents && r.Choice != model.ChoiceAck.String():
		rules = []string{ruleNote, rulePlan, ruleDay}
	}
	for _, rule := range rules {
		r.Ops = append(r.Ops, operation{Rule: rule, What: whats[rule]})
	}
}
