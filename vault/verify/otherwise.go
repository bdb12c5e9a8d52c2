package verify

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/signature"
)

const (
	// mostBeside is how many files are looked at for records of undos and rejections.
	mostBeside = 100_000
	// mostAgainst is how many records that say that one decision was undone, or its request rejected later,
	// are checked: anybody can write them, and each check is a run of ssh-keygen.
	mostAgainst = 4
)

// decidedOtherwise is what is known against decisions.
type decidedOtherwise struct {
	// undone are the decisions that the ledger says were taken back, undoings the records that say so
	// of a decision, not yet checked.
	undone   map[string]bool
	undoings map[string][]signature.Signed
	// rejections are the records that say that a request was rejected, not yet checked, by its path and by
	// the hash of its bytes.
	rejections map[string][]rejection
	// beside is how many files were looked at for them.
	beside int
	// both are the requests that were decided both ways, by each of the two paths.
	both map[string]model.Contradiction
	// partly says that there is too much to find all of those.
	partly bool
}

// rejection is a record of one: its file, its decision and its time.
type rejection struct {
	file, id string
	at       time.Time
}

// readOtherwise reads the ledger, the records of undos and rejections in the vault, and what was decided both ways.
// Somebody can take those records away, and where there is no ledger, nobody knows.
func (s *signedFiles) readOtherwise(ctx context.Context, l *load.Loader, layout places.Layout) error {
	s.undone, s.undoings, s.both = map[string]bool{}, map[string][]signature.Signed{}, map[string]model.Contradiction{}
	s.rejections = map[string][]rejection{}
	records, _, err := s.ledger.Read()
	if err != nil {
		return err
	}
	for _, r := range records {
		if r.IsOff() {
			s.undone[r.ID] = true
		}
	}
	// Of the vault's own folder only what lies right in it.
	s.readRecords(".", deepestSigned)
	for _, dirs := range layout.Dirs {
		for _, dir := range dirs {
			s.readRecords(dir, 0)
		}
	}
	decided, err := l.Deciding(ctx, s.now, load.Want{})
	s.partly = decided.Partly
	for _, c := range decided.Contradictions {
		s.both[c.Approved.Path], s.both[c.Rejected.Path] = c, c
	}
	return err
}

// readRecords reads the records of undos and rejections below a folder. They may be moved with their request.
func (s *signedFiles) readRecords(dir string, depth int) {
	// What cannot be listed only does not help.
	for _, e := range s.vault.Disk.ListSome(dir, disk.MaxEntries) {
		name := path.Join(dir, e.Name())
		switch s.beside++; {
		case s.beside > mostBeside:
			return
		case e.IsDir() && depth < deepestSigned:
			s.readRecords(name, depth+1)
		case path.Ext(name) == places.SignedEnding:
			s.readRecord(name)
		}
	}
}

// readRecord keeps a record if it is of an undo or a rejection.
func (s *signedFiles) readRecord(name string) {
	// A record with a second name counts, too: the signature says who wrote it.
	b, _, err := s.vault.Disk.ReadWhole(name, signature.MostFile)
	if err != nil || !bytes.Contains(b, []byte(`"choice":"undo"`)) && !bytes.Contains(b, []byte(`"choice":"reject"`)) {
		return
	}
	signed, err := signature.Read(b)
	if err != nil {
		return
	}
	r := signed.Record
	switch model.ParseChoice(r.Choice) {
	case model.ChoiceUndo:
		if len(s.undoings[r.Undoes]) <= mostAgainst {
			s.undoings[r.Undoes] = append(s.undoings[r.Undoes], signed)
		}
	case model.ChoiceReject:
		at, _ := r.Time()
		for _, of := range []string{r.Request, r.SHA256} {
			s.rejections[of] = append(s.rejections[of], rejection{name, r.Decision, at})
		}
	}
}

// rejectedLater says of an approval with a valid signature that somebody on the list rejected its
// request, or its very bytes, afterwards; "" if not.
func (s *signedFiles) rejectedLater(ctx context.Context, f model.Signed, r signature.Record) string {
	if f.Choice != model.ChoiceApprove {
		return ""
	}
	checked := map[string]bool{}
	for _, no := range slices.Concat(s.rejections[r.Request], s.rejections[r.SHA256]) {
		if no.at.Before(f.At) || checked[no.file] {
			continue
		}
		if len(checked) == mostAgainst {
			return fmt.Sprintf("it was not checked: more than %d records say that it was rejected later", mostAgainst)
		}
		checked[no.file] = true
		b, _, err := s.vault.Disk.ReadWhole(no.file, signature.MostFile)
		if err != nil {
			continue
		}
		signed, err := signature.Read(b)
		if err != nil || signed.Record.Decision != no.id {
			continue
		}
		if _, err := s.by.Check(ctx, signed); err == nil && !s.isUndone(ctx, no.id) {
			return "it was rejected later: " + signed.Record.File
		}
	}
	return ""
}

// isUndone reports whether a decision is known to be undone.
func (s *signedFiles) isUndone(ctx context.Context, id string) bool {
	all := s.undoings[id]
	for _, signed := range all[:min(len(all), mostAgainst)] {
		if s.undone[id] {
			break
		}
		_, err := s.by.Check(ctx, signed)
		s.undone[id] = err == nil
	}
	return s.undone[id]
}

// undoneWhy says that a decision was undone, or that this was not checked; "" for neither.
func (s *signedFiles) undoneWhy(ctx context.Context, id string) string {
	switch {
	case s.isUndone(ctx, id):
		return "its decision was undone"
	case len(s.undoings[id]) > mostAgainst:
		return fmt.Sprintf("it was not checked: more than %d records say that its decision was undone", mostAgainst)
	case s.beside > mostBeside:
		return fmt.Sprintf("it was not checked whether its decision was undone: there are more than %d files", mostBeside)
	}
	return ""
}

// bothWays says of a file with a valid signature that its request was decided otherwise, too, "" if
// not. An approval by whoever signed the earlier rejection is meant so.
func (s *signedFiles) bothWays(ctx context.Context, f model.Signed) string {
	c, ok := s.both[f.Path]
	switch {
	case !ok && s.partly:
		return "whether it was also rejected was not checked: there is too much to read"
	case !ok:
		return ""
	case f.Choice != model.ChoiceApprove:
		return "it was also approved: " + c.Approved.Path
	case c.Rejected.Gone:
		return "it was also rejected, and " + c.Rejected.Path + " is gone"
	}
	no := model.Signed{Path: c.Rejected.Path, Choice: model.ChoiceReject}
	delete(s.both, f.Path)
	delete(s.both, no.Path)
	s.check(ctx, &no)
	s.both[f.Path], s.both[no.Path] = c, c
	if no.Why == "" && no.By == f.By && no.At.Before(f.At) {
		return ""
	}
	return "it was also rejected: " + no.Path
}
