package load

import (
	"bytes"
	"context"
	"fmt"
	"path"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/signature"
)

const (
	// mostBeside is how many files are looked at for records of undos.
	mostBeside = 100_000
	// mostUndoings is how many records that say that one decision was undone are checked: anybody can
	// write them, and each check is a run of ssh-keygen.
	mostUndoings = 4
)

// decidedOtherwise is what is known against decisions.
type decidedOtherwise struct {
	// undone are the decisions that the ledger says were taken back, undoings the records that say so
	// of a decision, not yet checked.
	undone   map[string]bool
	undoings map[string][]signature.Signed
	// beside is how many files were looked at for them.
	beside int
	// both are the requests that were decided both ways, by each of the two paths.
	both map[string]model.Contradiction
	// partly says that there is too much to find all of those.
	partly bool
}

// readOtherwise reads the ledger, the records of undos in the vault, and what was decided both ways.
// Somebody can take those records away, and where there is no ledger, nobody knows.
func (s *signedFiles) readOtherwise(ctx context.Context, l *Loader, layout places.Layout) error {
	s.undone, s.undoings, s.both = map[string]bool{}, map[string][]signature.Signed{}, map[string]model.Contradiction{}
	records, _, err := ledger.Of(s.vault).Read()
	if err != nil {
		return err
	}
	for _, r := range records {
		if r.UndoneBy != "" || r.Phase == ledger.PhaseVoid {
			s.undone[r.ID] = true
		}
	}
	for f, dirs := range layout.Dirs {
		if f == places.FolderApproved || f == places.FolderRejected {
			continue
		}
		for _, dir := range dirs {
			s.readUndoings(dir, 0)
		}
	}
	reading := l.Reading("")
	defer reading.Disk.Budget.Stop()
	decided, err := l.decided(ctx, reading, layout, s.now)
	s.partly = reading.Disk.Budget.Level() == disk.LevelGone
	for _, c := range decided.Contradictions {
		s.both[c.Approved.Path], s.both[c.Rejected.Path] = c, c
	}
	return err
}

// readUndoings reads the records of undos below a folder. They may be moved with their request.
func (s *signedFiles) readUndoings(dir string, depth int) {
	// What cannot be listed only does not help.
	for _, e := range s.vault.Disk.ListSome(dir, disk.MaxEntries) {
		name := path.Join(dir, e.Name())
		switch s.beside++; {
		case s.beside > mostBeside:
			return
		case e.IsDir() && depth < deepestSigned:
			s.readUndoings(name, depth+1)
		case path.Ext(name) == places.SignedEnding:
			// A record with a second name counts, too: the signature says who wrote it.
			b, _, err := s.vault.Disk.ReadWhole(name, signature.MostFile)
			if err != nil || !bytes.Contains(b, []byte(`"choice":"undo"`)) {
				continue
			}
			if signed, err := signature.Read(b); err == nil && signed.Record.Choice == model.ChoiceUndo.String() {
				id := signed.Record.Undoes
				if len(s.undoings[id]) <= mostUndoings {
					s.undoings[id] = append(s.undoings[id], signed)
				}
			}
		}
	}
}

// undoneWhy says that a decision was undone, or that this was not checked; "" for neither.
func (s *signedFiles) undoneWhy(ctx context.Context, id string) string {
	all := s.undoings[id]
	for _, signed := range all[:min(len(all), mostUndoings)] {
		if s.undone[id] {
			break
		}
		_, err := s.by.Check(ctx, signed)
		s.undone[id] = err == nil
	}
	switch {
	case s.undone[id]:
		return "its decision was undone"
	case len(all) > mostUndoings:
		return fmt.Sprintf("it was not checked: more than %d records say that its decision was undone", mostUndoings)
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
		return "it was not checked whether it was rejected, too: there is too much to read"
	case !ok:
		return ""
	case f.Choice != model.ChoiceApprove:
		return "it was approved, too: " + c.Approved.Path
	case c.Rejected.Gone:
		return "it was rejected, too, and " + c.Rejected.Path + " is gone"
	}
	no := model.Signed{Path: c.Rejected.Path, Choice: model.ChoiceReject}
	delete(s.both, f.Path)
	delete(s.both, no.Path)
	s.check(ctx, &no)
	s.both[f.Path], s.both[no.Path] = c, c
	if no.Why == "" && no.By == f.By && no.At.Before(f.At) {
		return ""
	}
	return "it was rejected, too: " + no.Path
}
