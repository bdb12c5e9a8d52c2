package load

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/source"
)

// Remember notes what the operator approved, and on requests what was decided on them before.
func Remember(records []ledger.Record, s *model.Snapshot) {
	if len(records) == 0 {
		return
	}
	byPath, named, seen := map[string]*model.Request{}, map[string][]*model.Request{}, map[model.Fingerprint][]*model.Request{}
	for i := range s.Requests {
		q := &s.Requests[i]
		byPath[q.Path] = q
		named[q.Name], seen[q.Seen] = append(named[q.Name], q), append(seen[q.Seen], q)
	}
	decided := map[string]*model.Request{}
	for i := range s.Decided {
		decided[s.Decided[i].Path] = &s.Decided[i]
	}
	for _, r := range records {
		if r.Tool != "" || r.IsOff() {
			continue // rememberAnswers does the former
		}
		if a, ok := r.Approval(); ok {
			s.Approvals = append(s.Approvals, a)
		}
		noteKnown(r, s.Plans)
		// One that was interrupted before it took effect may still be dropped.
		holds := r.Counts()
		if q := decided[r.To]; q != nil && holds && r.Undoes == "" {
			q.DecidedAt, q.DecidedBy, q.DecidedHere, q.Beside = r.At, r.Operator, true, r.Beside
			if q.Was = ""; r.Is(model.KindRequest) && path.Base(r.Path) != path.Base(r.To) {
				q.Was = path.Base(r.Path)
			}
		}
		if !r.Is(model.KindRequest) {
			continue
		}
		// The acknowledgement was of this line, whatever the file is now.
		if q := decided[r.Path]; q != nil && q.Carried != nil && holds && r.About == q.Carried.Line() {
			q.Carried.Known = true
		}
		said := &model.EarlierAnswer{At: r.At, Note: r.Note}
		// It may come back under its name, or with its bytes.
		again := named[path.Base(r.Path)]
		if bytes, err := model.ParseFingerprint(r.Seen); err == nil {
			again = slices.Concat(again, seen[bytes])
		}
		switch choice := model.ParseChoice(r.Choice); {
		case choice == model.ChoiceChanges:
			// A note that asks for changes is about exactly these bytes.
			if q := byPath[r.Path]; q != nil && q.Seen.String() == r.Seen {
				q.Asked = said
			}
		case choice == model.ChoiceReject && holds:
			rememberNo(r, again, said, s)
		case choice == model.ChoiceApprove && holds:
			for _, q := range again {
				q.Approved, q.Repeated = said, q.Repeated || q.Seen.String() == r.Seen
			}
		}
	}
}

// noteKnown notes on its plan that the operator knows of a step which was ticked without approval.
func noteKnown(r ledger.Record, plans []model.Plan) {
	if !r.Is(model.KindPlan) || r.About == "" {
		return
	}
	if i := slices.IndexFunc(plans, func(p model.Plan) bool { return p.Path == r.Path }); i >= 0 {
		plans[i].Known = append(plans[i].Known, r.About)
	}
}

// rememberNo notes a rejection on the requests that come again. One may ask to lie among finished work then,
// where it was never allowed all the same.
func rememberNo(r ledger.Record, again []*model.Request, said *model.EarlierAnswer, s *model.Snapshot) {
	s.Finished = slices.DeleteFunc(s.Finished, func(q model.Request) bool { return q.Path == r.To })
	for _, q := range again {
		q.Rejected = said
	}
}

// Decided returns the last decision on the request with this file name and where its file
// lies: by the ledger if that file exists, else by the folder that has a file of the name,
// whoever put it there, else by the ledger alone, since agents move an approved file on
// once they have acted. Without a decision it gives model.ChoiceNone.
func (l *Loader) Decided(name string) (file string, choice model.Choice, err error) {
	name = path.Base(name)
	if name == "." || name == ".." || name == "/" {
		return "", model.ChoiceNone, nil
	}
	layout, err := l.vault.Layout()
	if err != nil {
		return "", model.ChoiceNone, disk.FileError("reading", l.vault.Dir, err)
	}
	records, _, err := l.ledger.Read()
	if err != nil {
		return "", model.ChoiceNone, fmt.Errorf("looking for the decision on %s: %w", name, err)
	}
	if r, found := ledger.LastYesOrNo(records, name); found {
		file, choice = r.To, model.ParseChoice(r.Choice)
		if o, _ := r.Holding(); r.Tool != "" || r.InFile() {
			file = r.Path
			if there, _ := (disk.Place{Disk: l.vault.Disk, Name: file}).Is(disk.HasHash(o.Next)); there != disk.Present && l.vault.Disk.Exists(file) {
				// Somebody has answered otherwise since.
				choice = model.ChoiceNone
			}
		}
	}
	if choice != model.ChoiceNone && l.vault.Disk.Exists(file) {
		return file, choice, nil
	}
	switch lies, said := l.list(layout).lies(name); said {
	case model.ReplyApproved:
		return lies, model.ChoiceApprove, nil
	case model.ReplyRejected:
		return lies, model.ChoiceReject, nil
	}
	return file, choice, nil
}

// verify compares the newest approval for each place with its file.
func (l *Loader) verify(reading *source.Reading, records []ledger.Record) []model.Verified {
	known, newest := knownBytes(records), map[string]int{}
	for i, r := range records {
		if r.Chose(model.ChoiceApprove) && r.To != "" && r.Counts() {
			newest[r.To] = i
		}
	}
	var out []model.Verified
	from := 0
	if l.vault.Opts.Brief {
		from = max(0, len(records)-source.BriefFiles)
	}
	for i, r := range records {
		if i < from {
			continue
		}
		if at, ok := newest[r.To]; r.To == "" || !ok || at != i {
			continue
		}
		out = append(out, standingNow(reading, model.Verified{Path: r.To, At: r.At, ID: r.ID}, r.Sent, known[r.To]))
	}
	return out
}

// alteredElsewhere lists the files that somebody else approved, and that have other bytes now than the log says: git
// takes an edit of what waited along to where the other side moved it. What differs only in the ends of
// its lines is as git checks it out.
func alteredElsewhere(reading *source.Reading, records []ledger.Record, s *model.Snapshot) (altered []model.Verified) {
	known := knownBytes(records)
	for _, r := range s.Decided {
		if r.Reading.Decision != model.DecisionApproved || r.DecidedHere || r.Unread || r.Ask != nil || r.DecidedOn.IsZero() || r.Seen == r.DecidedOn {
			continue
		}
		if was, err := asCheckedIn(reading, r.Path); err != nil || was == r.DecidedOn {
			continue
		}
		v := model.Verified{Path: r.Path, At: r.DecidedAt, By: r.DecidedBy, Approved: r.DecidedOn, Now: r.Seen, Standing: model.StandingAltered}
		if known[r.Path] == v.Now.String() {
			v.Standing = model.StandingKnown
		}
		altered = append(altered, v)
	}
	return altered
}

// knownBytes are the hashes of changed approved files that the operator knows, by path.
func knownBytes(records []ledger.Record) map[string]string {
	known := map[string]string{}
	for r := range ledger.Acknowledged(records, model.KindRequest) {
		known[r.Path] = r.Seen
	}
	return known
}

// standingNow compares a file with the hash of what was approved, and of what is known to be there.
func standingNow(reading *source.Reading, f model.Verified, approved, known string) model.Verified {
	// A hash that cannot be read matches no file.
	f.Approved, _ = model.ParseFingerprint(approved)
	now, err := source.Once(reading, "hash", f.Path, reading.Path(f.Path), func() (now model.Fingerprint, info fs.FileInfo, err error) {
		b, info, err := reading.Text(reading.Disk, f.Path, source.MaxDocument)
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
	case approved:
		f.Standing = model.StandingSame
	case known:
		f.Standing = model.StandingKnown
	default:
		f.Standing = model.StandingAltered
	}
	return f
}
