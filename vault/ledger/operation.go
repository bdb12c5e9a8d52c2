package ledger

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// Subject names in a log line what was decided where the operator gave no reason; for an
// undo, what comes back.
func (r Record) Subject() string {
	if r.Is(model.KindPlan) || r.Undoes != "" {
		return path.Base(cmp.Or(r.To, r.Withdrawn, r.Path))
	}
	return path.Base(r.Path)
}

// InFile reports whether a decision on a request of the vault is an edit of its file, which stays where it is.
func (r Record) InFile() bool { return r.To != "" && r.To == r.Path }

// PlanLine is the line that a decision adds to its plan's log.
func (r Record) PlanLine() string { return r.Decision().LogLine(r.Step, r.Subject()) }

// HasEdited reports whether a finished decision edited a plan.
func (r Record) HasEdited(plan string) bool {
	return r.Phase == PhaseDone && slices.ContainsFunc(r.Ops, func(o Operation) bool {
		return (o.Rule == RulePlan || o.Rule == RulePlanBack) && o.Do == OpEdit && o.Path == plan && !slices.Contains(r.Left, o.Rule)
	})
}

// Operation is one change of one file.
type Operation struct {
	Do OperationKind `json:"do,omitempty"`
	// On is where Path lies: empty for the vault, or OnMemory.
	On   string `json:"on,omitempty"`
	Path string `json:"path,omitempty"`
	// To is the target of a move. A removal first moves the file there, to a private name,
	// and looks at it once more.
	To string `json:"to,omitempty"`
	// Of is the file whose bytes are created.
	Of string `json:"of,omitempty"`
	// Was and Next are the hashes of the file before and after.
	Was  string      `json:"was,omitempty"`
	Next string      `json:"next,omitempty"`
	Mode fs.FileMode `json:"mode,omitempty"`
	// About is a document that is only read: an edit is not made unless it has the hash Says.
	About string `json:"about,omitempty"`
	Says  string `json:"says,omitempty"`
	// Text is what an edit or an addition puts into the file. It is looked for behind From
	// bytes.
	Text string `json:"text,omitempty"`
	From int64  `json:"from,omitempty"`
	// Parts are the regions of an edit with their former texts, Kept is the text of a removed
	// file. An undo needs both.
	Parts []Part `json:"parts,omitempty"`
	Kept  []byte `json:"kept,omitempty"`
	// Back says that an undo reverses it. Must says that the decision stays open until it is
	// done, and keeps other decisions off its files.
	Back bool `json:"back,omitempty"`
	Must bool `json:"must,omitempty"`
	// Taken says of a removal that a move has given the file its private name already.
	Taken bool `json:"taken,omitempty"`
	// Rule names what works it out again from the files when its turn comes. Without Do it
	// had nothing to do when it was written down.
	Rule string `json:"rule,omitempty"`
	// What names the file in a notice.
	What string `json:"what,omitempty"`

	// Publishes says that a new file tells agents what was decided, so that nobody else may
	// have a hand in it.
	Publishes bool `json:"-"`
	// Before and After are the whole texts of an edit or a new file. Line is what is appended.
	Before, After, Line []byte `json:"-"`
	// Shown is the change for people, nil for what goes without saying.
	Shown *model.Change `json:"-"`
}

// OperationKind is what happens to a file.
type OperationKind string

// What an operation does.
const (
	OpCreate OperationKind = "create" // a file is made
	OpMove   OperationKind = "move"   // a file changes its name
	OpEdit   OperationKind = "edit"   // a part of a file is replaced
	OpAppend OperationKind = "append" // lines are added behind the end
	OpRemove OperationKind = "remove" // a file goes
)

// OnMemory marks an operation on the memory, which may lie outside the vault.
const OnMemory = "memory"

// NewFile returns the operation that makes a file.
func NewFile(name string, b []byte, mode fs.FileMode) Operation {
	return Operation{
		Do: OpCreate, Path: name, Next: model.FingerprintOf(b).String(), Mode: mode, After: b,
		Shown: &model.Change{Kind: model.ChangeCreate, Path: name, After: text.Lines(b)},
	}
}

// Edit returns the edit of a whole text. An undo gives the regions of next
// their former text.
func Edit(name string, b, next []byte, regions []text.Region, shown model.Change) Operation {
	shown.Path = name
	o := Operation{
		Do: OpEdit, Path: name, Was: model.FingerprintOf(b).String(), Next: model.FingerprintOf(next).String(),
		Before: b, After: next, Shown: &shown,
	}
	o.Parts = partsOf(next, regions)
	o.Back = len(o.Parts) > 0
	return o
}

// SpliceEdit returns the edit of a file by splices.
func SpliceEdit(name string, b []byte, splices []text.Splice) Operation {
	before, after := text.Changed(b, splices)
	return Edit(name, b, text.Apply(b, splices), text.RegionsOf(b, splices), model.Change{Kind: model.ChangeEdit, Before: before, After: after})
}

// Append returns the operation that adds lines to the end of a file.
func Append(name, lines, end string) Operation {
	return Operation{
		Do: OpAppend, Path: name, Text: lines, Line: []byte(lines + end),
		Shown: &model.Change{Kind: model.ChangeAppend, Path: name, After: text.Lines([]byte(lines))},
	}
}

// isFixed reports whether an operation is done as it stands in the ledger.
func (o Operation) isFixed() bool { return o.Rule == "" }

// isWhole reports whether an operation is about a file as a whole.
func (o Operation) isWhole() bool { return o.Do == OpCreate || o.Do == OpMove || o.Do == OpRemove }

// ChangesOf returns the changes for people. Making one file of another and removing that is
// one move.
func ChangesOf(ops []Operation) []model.Change {
	var all []model.Change
	moved := map[string]bool{}
	for _, o := range ops {
		if o.Of != "" {
			moved[o.Of] = true
		}
	}
	for _, o := range ops {
		switch {
		case o.Shown != nil:
			all = append(all, *o.Shown)
		case !o.isFixed(), moved[o.Path], o.Do == OpRemove:
		case o.Do == OpCreate && o.Of != "":
			all = append(all, model.Change{Kind: model.ChangeMove, Path: o.Of, To: o.Path})
		case o.Do == OpMove:
			all = append(all, model.Change{Kind: model.ChangeRemove, Path: o.Path})
		default:
			kind := map[OperationKind]model.ChangeKind{OpCreate: model.ChangeCreate, OpEdit: model.ChangeEdit, OpAppend: model.ChangeAppend}[o.Do]
			all = append(all, model.Change{Kind: kind, Path: o.Path, After: text.Lines([]byte(o.Text))})
		}
	}
	return all
}

// Publication returns the operations of a decision that publishes a file, or of an undo that
// withdraws one, and how many of them it takes to hold.
func (r Record) Publication() (ops []Operation, holds int) {
	switch {
	case r.Withdrawn != "":
		if r.To != "" {
			ops = append(ops, Operation{Do: OpCreate, Path: r.To, Of: r.Withdrawn, Next: r.Sent})
		}
		return append(ops, Withdrawal(r.Withdrawn, r.Sent, r.ID)...), len(ops) + 1
	case r.To == "":
		return nil, 0
	case !r.Is(model.KindRequest):
		return []Operation{{Do: OpCreate, Path: r.To, Next: r.Sent, Back: true}}, 1
	}
	// The pending file is not moved: an agent that has it open could change what was decided.
	return []Operation{
		{Do: OpCreate, Path: r.To, Of: r.Path, Next: r.Sent, Back: true},
		{Do: OpRemove, Path: r.Path, To: disk.RetiredName(path.Dir(r.Path), r.ID), Was: r.Seen, Back: true, Must: true},
	}, 1
}

// Withdrawal returns the operations that remove a published file: a move to a private name,
// where it must have its text, and the removal.
func Withdrawal(name, hash, id string) []Operation {
	private := disk.RetiredName(path.Dir(name), id)
	return []Operation{
		{Do: OpMove, Path: name, To: private, Was: hash},
		{Do: OpRemove, Path: name, To: private, Was: hash, Must: true, Taken: true},
	}
}

// The rules that follow once a decision holds. Their operations are worked out when their
// turn comes, since agents write in between.
const (
	RuleNote = "note"
	RulePlan = "plan"
	RuleDay  = "day"
	// RuleSigned has the signed record beside the request. An undo follows it too: the record of
	// what it takes back goes.
	RuleSigned = "signed"
	// These reverse the first two.
	RuleNoteBack = "note back"
	RulePlanBack = "plan back"
	// RuleTidy has no operations: private files that could not be removed are left, or it is
	// not certain that what the decision holds by is on the disk.
	RuleTidy = "tidy"
	// againEnding marks a rule that was followed, but maybe not to the disk.
	againEnding = " again"
)

// Again names a rule that was followed and has to be looked at again. An undo reverses it.
func Again(rule string) string { return rule + againEnding }

// Whole returns the rule that is followed, whether for the first time or again.
func Whole(rule string) string { return strings.TrimSuffix(rule, againEnding) }

// RuleFiles names the file of each rule for people.
var RuleFiles = map[string]string{
	RuleSigned: "the signature", RuleNote: "the note", RulePlan: "the plan", RuleDay: "the day's log", RuleNoteBack: "the note", RulePlanBack: "the plan",
}

// effects are what the operations of each rule do.
var effects = map[string]model.Effect{
	RuleSigned: model.EffectSigned, RuleNote: model.EffectNote, RulePlan: model.EffectPlan, RuleDay: model.EffectDay,
	RuleNoteBack: model.EffectNote, RulePlanBack: model.EffectPlan,
}

// Follow makes operations those of a rule.
func Follow(rule string, ops []Operation) {
	for i := range ops {
		ops[i].Rule, ops[i].What = rule, RuleFiles[rule]
		if ops[i].Shown != nil {
			ops[i].Shown.Effect = effects[rule]
		}
	}
}

// Withdraws reports whether an undo took back only what was left of a yes, so that the request does
// not wait again.
func (r Record) Withdraws() bool {
	return r.Undone != nil && r.Undid == model.ChoiceApprove.String() && r.Undone.Is(model.KindRequest) && r.Undone.Tool == "" && r.To != r.Undone.Path
}

// AddRules adds the rules that follow once the decision holds.
func (r *Record) AddRules() {
	if r.Tool != "" || r.Is(model.KindTranscript) || r.Is(model.KindProblem) {
		// The file is no agent's of the vault, and there may be no vault.
		return
	}
	onAgents := r.Is(model.KindRequest) || r.Is(model.KindPlan)
	rules := []string{RuleDay}
	switch {
	case r.Withdraws():
	case r.Undoes != "" && (r.To != "" || r.Withdrawn != "" || r.Undid == model.ChoiceChanges.String()):
		rules = []string{RuleNoteBack, RulePlanBack, RuleDay}
	case r.Undoes == "" && onAgents && r.Choice != model.ChoiceAck.String():
		rules = []string{RuleNote, RulePlan, RuleDay}
	}
	for _, rule := range rules {
		if main, held := r.Holding(); held && main.What == RuleFiles[rule] {
			continue
		}
		r.Ops = append(r.Ops, Operation{Rule: rule, What: RuleFiles[rule]})
	}
}
