package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
	"coldstart/vault/source/plans"
)

// Verify holds every approval of this operator's ledger against the file that lies
// at its place now, oldest first. A file that cannot be read counts as altered: it is
// not what was approved as far as anybody can tell.
func (v *Vault) Verify() ([]model.Verified, error) {
	records, _, err := v.readLedger()
	if err != nil {
		return nil, fmt.Errorf("verifying the approvals: %w", err)
	}
	return v.verify(v.loading(nil), standing(records)), nil
}

// prepareKnown is the acknowledgement of an approved file that was changed since, or
// that a log says failed: it is written down and changes no file of the agents.
func (v *Vault) prepareKnown(ctx context.Context, d model.Decision, id string, l places.Layout) (prepared, error) {
	b, info, err := v.seenBytes(d, l)
	if err != nil {
		return prepared{}, err
	}
	s := model.Snapshot{At: d.At}
	for _, r := range []source.Source{plans.Decided, daylog.Source} {
		if err := v.readKind(ctx, r, l, &s); err != nil {
			return prepared{}, err
		}
	}
	v.applyLedger(v.loading(nil), &s)
	if reason := s.Refuse(d.Ref, d.Choice); reason != "" {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s", reason)
	}
	p := prepared{layout: l, mode: info.Mode().Perm(), record: v.newRecord(d, id), send: b}
	if r, _ := s.RequestAnywhere(d.Ref.Path); r.Failed() {
		p.record.About = r.Carried.Line()
	}
	return p, nil
}

// verify holds the newest approval for each place against its file.
func (v *Vault) verify(l *source.Reading, records []record) []model.Verified {
	last, known := furthest(records), map[string]string{}
	newest := map[string]int{}
	for i, r := range records {
		if r.Phase != phaseIntent || last[r.ID] == phaseVoid {
			continue
		}
		switch {
		case model.ParseChoice(r.Choice) == model.ChoiceApprove && r.To != "":
			newest[r.To] = i
		case model.ParseChoice(r.Choice) == model.ChoiceAck && r.Kind == model.KindRequest.String():
			known[r.Path] = r.Seen
		}
	}
	var out []model.Verified
	from := 0
	if v.where.Opts.Brief {
		from = max(0, len(records)-source.BriefFiles)
	}
	for i, r := range records {
		if i < from {
			continue
		}
		if at, ok := newest[r.To]; r.To == "" || !ok || at != i {
			continue
		}
		out = append(out, standingNow(l, r, known[r.To]))
	}
	return out
}

func standingNow(l *source.Reading, r record, known string) model.Verified {
	f := model.Verified{Path: r.To, At: r.At, ID: r.ID}
	// A hash that cannot be read matches no file.
	f.Approved, _ = model.ParseFingerprint(r.Sent)
	now, err := source.Once(l, "hash", r.To, l.Path(r.To), func() (now model.Fingerprint, info fs.FileInfo, err error) {
		b, info, err := l.Disk.ReadWhole(r.To, source.MaxDocument)
		return model.FingerprintOf(b), info, err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Standing = model.StandingGone
		return f
	case err != nil:
		f.Standing = model.StandingAltered
		return f
	}
	f.Now = now
	switch f.Now.String() {
	case r.Sent:
		f.Standing = model.StandingSame
	case known:
		f.Standing = model.StandingKnown
	default:
		f.Standing = model.StandingAltered
	}
	return f
}
