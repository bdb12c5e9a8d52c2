package load

import (
	"errors"
	"fmt"
	"io/fs"

	"coldstart/model"
	"coldstart/vault/ledger"
	"coldstart/vault/source"
)

// Verify holds every approval of this operator's ledger against the file that lies
// at its place now, oldest first. A file that cannot be read counts as altered: it is
// not what was approved as far as anybody can tell.
func (l *Loader) Verify() ([]model.Verified, error) {
	records, _, err := ledger.Of(l.where).Read()
	if err != nil {
		return nil, fmt.Errorf("verifying the approvals: %w", err)
	}
	return l.verify(l.Reading(nil), ledger.Standing(records)), nil
}

// verify holds the newest approval for each place against its file.
func (v *Loader) verify(l *source.Reading, records []ledger.Record) []model.Verified {
	known, newest := map[string]string{}, map[string]int{}
	for i, r := range records {
		if r.Phase == ledger.PhaseVoid {
			continue
		}
		switch {
		case model.ParseChoice(r.Choice) == model.ChoiceApprove && r.To != "":
			newest[r.To] = i
		case model.ParseChoice(r.Choice) == model.ChoiceAck && r.Is(model.KindRequest):
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

func standingNow(l *source.Reading, r ledger.Record, known string) model.Verified {
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
