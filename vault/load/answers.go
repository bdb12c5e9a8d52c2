package load

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/guest"
	"coldstart/vault/ledger"
	"coldstart/vault/source"
)

// AnswersTo returns how a request is decided whose program waits for a change of its file, nil
// for any other thing.
func AnswersTo(ref model.Ref) *guest.Answers {
	for _, g := range guests {
		if ref.Kind == model.KindRequest && g.Answers != nil && g.Answers.Holds(ref.Path) {
			return g.Answers
		}
	}
	return nil
}

// question reads what the operator has to see of a request whose program waits for a change of
// its file. One that is no request any more is shown as the file that it is.
func question(d disk.Disk, a *guest.Answers, ref model.Ref) (model.Document, error) {
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

// answersSince notes on requests of other programs what was answered before, and verifies the
// approvals among those answers.
func answersSince(reading *source.Reading, records []ledger.Record, left *model.Snapshot) []model.Verified {
	rememberAnswers(records, left)
	return verifyAnswers(reading, records, left.Requests)
}

// rememberAnswers notes on requests of other programs what the operator answered before: to the
// same request, which is pending again, or to another one about the same document.
func rememberAnswers(records []ledger.Record, s *model.Snapshot) {
	for _, r := range records {
		o, is := r.AnswersElsewhere()
		if !is {
			continue
		}
		said := &model.EarlierAnswer{At: r.At, Note: r.Note}
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

// verifyAnswers compares the approvals that stand in files of other programs with those files, and
// with the documents that they are about, oldest first. The newest about a document counts. What
// waits for a new answer is not compared.
func verifyAnswers(reading *source.Reading, records []ledger.Record, requests []model.Request) (out []model.Verified) {
	done := map[string]bool{}
	for _, r := range requests {
		done[r.Path], done[r.About] = true, r.About != "" || done[r.About]
	}
	for _, r := range slices.Backward(records) {
		o, is := r.AnswersElsewhere()
		if !is || done[r.Path] || o.About != "" && done[o.About] {
			continue
		}
		done[r.Path], done[o.About] = true, o.About != ""
		if !r.Chose(model.ChoiceApprove) {
			continue
		}
		v := standingNow(reading, model.Verified{Path: r.Path, At: r.At, ID: r.ID}, o.Next, "")
		a := AnswersTo(model.Ref{Kind: model.KindRequest, Path: r.Path})
		if v.Standing == model.StandingSame && o.About != "" && a != nil && !a.KeepsProgress(o.About) {
			if about := standingNow(reading, model.Verified{Path: o.About, At: r.At, ID: r.ID}, o.Says, ""); about.Standing != model.StandingSame {
				v = about
			}
		}
		out = append(out, v)
	}
	slices.Reverse(out)
	return out
}

// Answered finds, by its path or its file name, a request of another program that was answered in
// its file, here or elsewhere.
func (l *Loader) Answered(name string) (model.Request, bool) {
	d := l.vault.Disk
	for _, g := range guests {
		if g.Answers == nil {
			continue
		}
		names := []string{name}
		for _, dir := range d.ListSome(g.Answers.In, disk.MaxEntries) {
			names = append(names, path.Join(g.Answers.In, dir.Name(), path.Base(name)))
		}
		for _, file := range names {
			if !g.Answers.Holds(file) {
				continue
			}
			q, err := g.Answers.Ask(file, source.Named(d))
			if err == nil && q.Request.Reading.Decision != model.DecisionPending && q.Request.Status != "" {
				return q.Request, true
			}
		}
	}
	return model.Request{}, false
}
