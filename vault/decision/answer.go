package decision

import (
	"errors"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/disk"
	"coldstart/vault/guest"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/source"
)

// prepareAnswer answers a request of another program that waits until somebody changes its file.
// The decision is that one edit: no folder, note or log of a vault follows. What the operator saw
// is the file and the document that it names, and both are compared again ahead of the write.
func (e *Engine) prepareAnswer(d model.Decision, id string, a *guest.Answers) (prepared, error) {
	q, err := a.Ask(d.Ref.Path, source.Named(e.vault.Disk))
	switch {
	case errors.Is(err, model.ErrNotFound):
		return prepared{}, refused(d, model.ErrNotFound, "it is no longer there")
	case err != nil:
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	case q.Request.Reading.Decision != model.DecisionPending:
		return prepared{}, refused(d, model.ErrConflict, "it is no longer pending: its status is %s", q.Request.Status)
	case q.Request.Seen != d.Seen:
		return prepared{}, changedWith(d, q.Request)
	}
	s := model.Snapshot{At: d.At, Requests: []model.Request{q.Request}}
	at := disk.Place{Disk: e.vault.Disk, Name: d.Ref.Path}
	if reason := rule.Refuse(s, d.Ref, d.Choice); reason.Given() {
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	}
	if disk.Writable(at.Folder()) != nil {
		return prepared{}, refused(d, model.ErrReadOnly, "no permission to write to its folder")
	}
	edit, err := a.Answer(q.Own, d)
	if err == nil {
		_, err = edit.Result()
	}
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	}
	p := prepared{Record: e.newRecord(d, id)}
	p.Record.Tool, p.Record.PlanID = q.Request.Reading.Tool, q.Request.PlanID
	p.requireTyping(s, d, q.Request.Doubts)
	o := ledger.SpliceEdit(d.Ref.Path, q.Own, edit.Parts)
	if q.Request.About != "" {
		o.About, o.Says = q.Request.About, model.FingerprintOf(q.Text).String()
	}
	p.does(o)
	return p, nil
}

// changedWith refuses a decision on a request that changed, or its document.
func changedWith(d model.Decision, now model.Request) error {
	what := "it"
	if now.About != "" {
		what = "it, or its document " + now.About + ","
	}
	return refused(d, model.ErrConflict, "%s changed since it was seen: %s was seen, %s is there now", what, d.Seen.Short(), now.Seen.Short())
}

// asksAgain reports whether a request of another program is pending again with a text. Any other
// request is.
func asksAgain(ref model.Ref, b []byte) bool {
	a := load.AnswersTo(ref)
	if a == nil {
		return true
	}
	q, err := a.Ask(ref.Path, func(name string) ([]byte, error) {
		if name == ref.Path {
			return b, nil
		}
		return nil, model.ErrNotFound
	})
	return err == nil && q.Request.Reading.Decision == model.DecisionPending
}
