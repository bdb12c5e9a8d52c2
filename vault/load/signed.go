package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/signature"
	"coldstart/vault/source"
)

// SignedWish is what to check, and by what.
type SignedWish struct {
	// Signers and Revoked are the lists of signature.Lists.
	Signers, Revoked string
	// Vault is the name that the records give the vault, empty for that of its folder.
	Vault string
	// Name is one approved file, by its path or its name with or without the ending; empty for all.
	Name string
	// Rejected adds the rejected files.
	Rejected bool
}

const (
	// mostSigned is how many files are checked.
	mostSigned = 20_000
	// deepestSigned is how many levels of folders are looked through.
	deepestSigned = 8
	// aheadSigned is how far the time of a record may be ahead of this clock.
	aheadSigned = 5 * time.Minute
	// A record is written right behind its file: for one file it is waited for.
	lateSigned, lookSigned = 2 * time.Second, 100 * time.Millisecond
)

// Signed checks the signatures of approved files, in order of their paths. It needs no ledger, but
// where this operator's own says that a decision was undone, that counts. It fails with
// model.ErrNotFound, with Several, and where nothing can be checked at all.
func (l *Loader) Signed(ctx context.Context, w SignedWish, now time.Time) ([]model.Signed, error) {
	layout, err := l.vault.Layout()
	if err != nil {
		return nil, disk.FileError("reading", l.vault.Dir, err)
	}
	if why := l.vault.NoPlace(layout); why != "" {
		return nil, errors.New(why)
	}
	tool := signature.Tool{Shuns: func(path string) bool { return disk.Holds(l.vault.Dir, path) }}
	by, err := tool.Open(signature.Lists{Signers: w.Signers, Revoked: w.Revoked})
	if err != nil {
		return nil, err
	}
	defer by.Close()
	s := signedFiles{vault: l.vault, by: by, name: cmp.Or(w.Vault, filepath.Base(l.vault.Dir)), now: now}
	folders := []places.Folder{places.FolderApproved}
	if w.Rejected {
		folders = append(folders, places.FolderRejected)
	}
	for _, f := range folders {
		for _, dir := range layout.Dirs[f] {
			s.list(dir, f, 0)
		}
	}
	if w.Name != "" {
		if err := s.only(w.Name); err != nil {
			return nil, err
		}
	}
	if err := s.undoings(ctx, layout); err != nil {
		return nil, err
	}
	for i := range s.found {
		if err := s.checkSoon(ctx, &s.found[i], w.Name != ""); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(s.found, func(a, b model.Signed) int { return strings.Compare(a.Path, b.Path) })
	return s.found, nil
}

// signedFiles are decided files and what is known of their signatures.
type signedFiles struct {
	vault *places.Vault
	by    *signature.Checker
	// name is that of the vault in the records.
	name  string
	now   time.Time
	found []model.Signed
	// undone are the decisions that were taken back, as far as that can be told.
	undone map[string]bool
}

// list adds what lies in a folder of decided files. What cannot be looked at is not signed.
func (s *signedFiles) list(dir string, f places.Folder, depth int) {
	choice := model.ChoiceApprove
	if f == places.FolderRejected {
		choice = model.ChoiceReject
	}
	add := func(name, why string) {
		s.found = append(s.found, model.Signed{Path: name, Choice: choice, Why: why})
	}
	entries, err := disk.ReadDir(s.vault.Disk.Root, dir)
	switch {
	case err != nil:
		add(dir, "the folder cannot be listed")
		return
	case depth > deepestSigned:
		add(dir, fmt.Sprintf("it is more than %d folders deep", deepestSigned))
		return
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case len(s.found) > mostSigned:
			return
		case len(s.found) == mostSigned:
			add(dir, fmt.Sprintf("there are more than %d files; the others are not checked", mostSigned))
		case e.IsDir():
			s.list(name, f, depth+1)
		case e.Type().IsRegular() && (places.IsBeside(name) || places.IsKeeper(e.Name()) || strings.HasPrefix(e.Name(), disk.PrivatePrefix)):
		default:
			add(name, "")
		}
	}
}

// only leaves the one file with a name.
func (s *signedFiles) only(name string) error {
	name = strings.TrimPrefix(name, model.KindRequest.String()+":")
	fits := func(is func(path string) bool) (some []model.Signed) {
		for _, f := range s.found {
			if is(f.Path) {
				some = append(some, f)
			}
		}
		return some
	}
	some := fits(func(p string) bool { return p == path.Clean(name) })
	if len(some) == 0 {
		some = fits(func(p string) bool {
			return path.Base(p) == name || strings.TrimSuffix(path.Base(p), path.Ext(p)) == name
		})
	}
	switch len(some) {
	case 0:
		return fmt.Errorf("no approved file has the name %s: %w", name, model.ErrNotFound)
	case 1:
		s.found = some
		return nil
	}
	several := &Several{Text: name}
	for _, f := range some {
		several.Paths = append(several.Paths, f.Path)
	}
	return several
}

// undoings finds the decisions that were taken back: by the ledger, and by the signed records of that
// beside requests that wait again. Somebody can take those away, and where there is no ledger, nobody
// knows.
func (s *signedFiles) undoings(ctx context.Context, l places.Layout) error {
	s.undone = map[string]bool{}
	records, _, err := ledger.Of(s.vault).Read()
	if err != nil {
		return err
	}
	for _, r := range records {
		if r.UndoneBy != "" || r.Phase == ledger.PhaseVoid {
			s.undone[r.ID] = true
		}
	}
	looked := 0
	for _, dir := range append(slices.Clone(l.Dirs[places.FolderPending]), l.Dirs[places.FolderDone]...) {
		// What is not found here only does not help.
		for _, e := range s.vault.Disk.ListSome(dir, mostSigned) {
			if path.Ext(e.Name()) != places.SignedEnding || looked == mostSigned {
				continue
			}
			looked++
			signed, why := s.read(path.Join(dir, e.Name()))
			if why != "" || signed.Record.Choice != model.ChoiceUndo.String() || signed.Record.Vault != s.name {
				continue
			}
			if _, err := s.by.Check(ctx, signed); err == nil {
				s.undone[signed.Record.Undoes] = true
			} else if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return nil
}

// read reads a record; why says what is wrong with it.
func (s *signedFiles) read(name string) (signed signature.Signed, why string) {
	b, why := s.alone(name, signature.MostFile)
	switch {
	case why == noSuch:
		return signed, noSignature
	case why != "":
		return signed, "its record: " + why
	}
	signed, err := signature.Read(b)
	if err != nil {
		return signed, err.Error()
	}
	return signed, ""
}

// What is wrong with a file that is not there, and with one that has no record.
const noSuch, noSignature = "it is not there", "it has no signature"

// alone reads a file that has one name only: through another, somebody could still change it.
func (s *signedFiles) alone(name string, limit int64) (b []byte, why string) {
	b, info, err := s.vault.Disk.ReadWhole(name, limit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, noSuch
	case errors.Is(err, disk.ErrNotRegular), errors.Is(err, disk.ErrTooLarge):
		return nil, err.Error()
	case err != nil:
		return nil, "it cannot be read"
	case disk.LinkCount(info) > 1:
		return nil, "it has another name (a hard link), under which it can be changed"
	}
	return b, ""
}

// checkSoon checks a file; for one alone it waits a moment for its record.
func (s *signedFiles) checkSoon(ctx context.Context, f *model.Signed, alone bool) error {
	if f.Why != "" {
		return nil
	}
	for waited := time.Duration(0); ; waited += lookSigned {
		s.check(ctx, f)
		switch err := ctx.Err(); {
		case err != nil:
			return err
		case f.Why != noSignature || !alone || waited >= lateSigned:
			return nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(lookSigned):
		}
	}
}

// check holds a file against its record, and that against the list.
func (s *signedFiles) check(ctx context.Context, f *model.Signed) {
	b, why := s.alone(f.Path, source.MaxDocument)
	if f.Why = why; why != "" {
		return
	}
	f.Hash = model.FingerprintOf(b)
	signed, why := s.read(f.Path + places.SignedEnding)
	if f.Why = why; why != "" {
		return
	}
	r := signed.Record
	f.By, f.ID = r.By, r.Decision
	f.At, _ = r.Time()
	switch {
	case r.SHA256 != f.Hash.String():
		f.Why = "its bytes are not those that were decided on"
	case r.File != f.Path:
		f.Why = "its record is that of " + r.File
	case r.Choice != f.Choice.String():
		f.Why = "its record is of another decision: " + r.Choice
	case r.Vault != s.name:
		f.Why = "its record is of the vault " + r.Vault + ", not of " + s.name
	case f.At.After(s.now.Add(aheadSigned)):
		f.Why = "its record is from the future"
	case s.undone[r.Decision]:
		f.Why = "its decision was undone"
	default:
		key, err := s.by.Check(ctx, signed)
		if f.Key = key; err != nil {
			f.Why = err.Error()
		}
	}
}
