package load

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"

	"coldstart/model"
	"coldstart/vault/ledger"
	"coldstart/vault/source"
	"coldstart/vault/state"
)

// markOthers marks the approved files that came after the first look without a decision of this operator. One that
// another operator approved, as a log says, is no alarm: teams share a vault. A log that names this very operator is
// one, since the ledger would have it.
func (l *Loader) markOthers(reading *source.Reading, records []ledger.Record, s *model.Snapshot) {
	before, err := l.firstLook(reading)
	if err != nil {
		s.Problems = append(s.Problems, before.Damaged(err))
		return
	}
	if s.NeverLooked = !before.Known(); s.NeverLooked {
		return
	}
	yours, known, rejected := map[string]bool{}, knownBytes(records), map[string]*model.EarlierAnswer{}
	for _, r := range records {
		if r.Is(model.KindRequest) && r.Chose(model.ChoiceReject) && r.Counts() {
			rejected[r.Seen] = &model.EarlierAnswer{At: r.At, Note: r.Note}
		}
		// One that is being made is yours, too.
		if r.Is(model.KindRequest) && r.Chose(model.ChoiceApprove) && !r.IsOff() {
			// Agents rename what they have carried out.
			yours[r.To], yours[r.Sent] = true, true
			for _, o := range r.Ops {
				yours[o.Next] = true
			}
		}
	}
	for _, v := range s.Verified {
		yours[v.Path] = true
	}
	for i := range s.Decided {
		r := &s.Decided[i]
		if r.Reading.Decision != model.DecisionApproved || r.Unread || yours[r.Path] || yours[r.Seen.String()] || before.Had(r.Path, r.Seen) {
			continue
		}
		was, err := asCheckedIn(reading, r.Path)
		if err != nil || yours[was.String()] || before.Had(r.Path, was) {
			continue
		}
		if r.DecidedBy != l.vault.Opts.By().Name && (r.DecidedOn == r.Seen || r.DecidedOn == was) {
			r.Elsewhere = true
			continue
		}
		v := model.Verified{Path: r.Path, At: r.DecidedAt, Now: r.Seen, Standing: model.StandingKnown}
		if r.ByOthers = known[r.Path] != r.Seen.String(); r.ByOthers {
			v.Standing, r.Rejected = model.StandingByOthers, rejected[r.Seen.String()]
		}
		s.Verified = append(s.Verified, v)
	}
}

// firstLook is what lay approved at the first look at the vault.
func (l *Loader) firstLook(reading *source.Reading) (state.FirstLook, error) {
	at := filepath.Join(l.vault.StateDir(), state.FirstLookName)
	return source.Once(reading, "first look", state.FirstLookName, at, func() (state.FirstLook, fs.FileInfo, error) {
		look, err := l.state.FirstLook()
		info, _ := os.Stat(at)
		return look, info, err
	})
}

// seeFirst notes what lies approved at a load before there was a first look.
func (k *look) seeFirst() {
	if !k.s.NeverLooked {
		return
	}
	approved := state.ApprovedNow(k.reading.Disk, k.layout)
	for _, r := range k.s.Decided {
		if _, there := approved[r.Path]; there {
			approved[r.Path] = r.Seen
		}
	}
	if approved != nil {
		k.state.Saw(approved)
	}
}

// asCheckedIn is the hash of a text with the ends of lines that git keeps.
func asCheckedIn(reading *source.Reading, name string) (model.Fingerprint, error) {
	b, _, err := reading.Disk.ReadWholeText(name, source.MaxDocument)
	return model.FingerprintOf(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))), err
}
