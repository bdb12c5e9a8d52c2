package ledger

import (
	"iter"
	"path"

	"coldstart/model"
)

// Counts reports whether a decision counts: it took effect, and was neither undone nor taken back.
func (r Record) Counts() bool { return r.TookEffect() && r.UndoneBy == "" && !r.TakenBack }

// IsOff reports whether a decision is known not to count: it never took effect, or was undone. One that is neither
// off nor counts is being made just now, was cut off, or was taken back.
func (r Record) IsOff() bool { return r.Phase == PhaseVoid || r.UndoneBy != "" }

// IsAnswer reports whether a decision is an answer to a request.
func (r Record) IsAnswer() bool {
	switch model.ParseChoice(r.Choice) {
	case model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges:
		return r.Is(model.KindRequest) && r.Undoes == ""
	}
	return false
}

// Chose reports whether a decision was of this choice.
func (r Record) Chose(c model.Choice) bool { return model.ParseChoice(r.Choice) == c }

// Answers are the answers to requests of the vault that count, oldest first.
func Answers(records []Record) iter.Seq[Record] {
	return those(records, func(r Record) bool { return r.Counts() && r.IsAnswer() && r.Tool == "" })
}

// AnswersElsewhere reports whether a decision is an answer in the file of another program that counts, and returns the
// operation that gave it.
func (r Record) AnswersElsewhere() (o Operation, is bool) {
	o, held := r.Holding()
	return o, held && r.Tool != "" && r.Counts()
}

// Acknowledged are the acknowledgements of things of one kind, oldest first. One holds once it is written down.
func Acknowledged(records []Record, k model.Kind) iter.Seq[Record] {
	return those(records, func(r Record) bool { return r.Is(k) && r.Chose(model.ChoiceAck) && !r.IsOff() })
}

// LastAnswer is the newest answer that counts, or may be under way, to the request that waited at a path.
func LastAnswer(records []Record, at string) (last Record, found bool) {
	for _, r := range records {
		if r.IsAnswer() && r.Path == at && !r.IsOff() && !r.TakenBack {
			last, found = r, true
		}
	}
	return last, found
}

// LastYesOrNo is the newest yes or no, to a request of this file name, that counts.
func LastYesOrNo(records []Record, name string) (last Record, found bool) {
	for _, r := range records {
		if r.IsAnswer() && r.Counts() && path.Base(r.Path) == name && !r.Chose(model.ChoiceChanges) {
			last, found = r, true
		}
	}
	return last, found
}

func those(records []Record, is func(Record) bool) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for _, r := range records {
			if is(r) && !yield(r) {
				return
			}
		}
	}
}
