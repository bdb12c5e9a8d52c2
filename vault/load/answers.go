package load

import (
	"errors"
	"fmt"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/source"
)

// AnswersTo gives how a request is decided whose program waits for a change of its file, nil
// for any other thing.
func AnswersTo(ref model.Ref) *source.Answers {
	for _, g := range guests {
		if ref.Kind == model.KindRequest && g.Answers != nil && g.Answers.Holds(ref.Path) {
			return g.Answers
		}
	}
	return nil
}

// question reads what the operator has to see of a request whose program waits for a change of
// its file. One that is no request any more is shown as the file that it is.
func question(d disk.Disk, a *source.Answers, ref model.Ref) (model.Document, error) {
	q, err := a.Ask(ref.Path, source.Named(d))
	switch {
	case errors.Is(err, model.ErrNotFound):
		return model.Document{}, fmt.Errorf("reading %s: %w", ref.Path, err)
	case err == nil:
		return q.Document(), nil
	}
	b, _, err := d.ReadText(ref.Path, LimitOf(ref.Kind))
	return model.Document{Ref: ref, Bytes: b, Seen: model.FingerprintOf(b)}, err
}

// rememberAnswers notes on requests of other programs what the operator answered before: to the
// same request, which is pending again, or to another one about the same document.
func rememberAnswers(records []ledger.Record, s *model.Snapshot) {
	for _, r := range records {
		o, held := r.Holding()
		if r.Tool == "" || !r.TookEffect() || !held {
			continue
		}
		said := &model.Asked{At: r.At, Note: r.Note}
		for i := range s.Requests {
			q := &s.Requests[i]
			if !q.Reading.Polls || q.Path != r.Path && (q.About == "" || q.About != o.About) {
				continue
			}
			switch model.ParseChoice(r.Choice) {
			case model.ChoiceApprove:
				q.Approved = said
			case model.ChoiceReject:
				q.Rejected = said
			case model.ChoiceChanges:
				q.Wished = said
			}
		}
	}
}
