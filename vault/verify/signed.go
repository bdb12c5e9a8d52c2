// Package verify checks signed decisions against the files of a vault.
package verify

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
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/signature"
)

// SignedWish is what to check, and by what.
type SignedWish struct {
	// Signers and Revoked are the lists of signature.Lists.
	Signers, Revoked string
	// Vaults are the names that the records may give the vault, none for that of its folder.
	Vaults []string
	// Name is one approved file, by its path or its name with or without the ending; empty for all.
	Name string
	// Rejected adds the rejected files.
	Rejected bool
	// Time is how long it may take, zero for TimeSigned.
	Time time.Duration
}

// TimeSigned is how long all checks may take.
const TimeSigned = 2 * time.Minute

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
// where this operator's own says that a decision was undone, or was made otherwise, that counts. It
// fails with model.ErrNotFound, with model.ErrNoVault, with load.Several, and where nothing can be checked
// at all.
func Signed(ctx context.Context, v *places.Vault, own *ledger.Ledger, l *load.Loader, w SignedWish, now time.Time) ([]model.Signed, error) {
	layout, err := v.Layout()
	switch {
	case err != nil:
		return nil, disk.FileError("reading", v.Dir, err)
	case len(layout.Dirs) == 0:
		return nil, fmt.Errorf("checking the signatures in %s: %w", v.Dir, model.ErrNoVault)
	}
	if why := v.NoPlace(layout); why != "" {
		return nil, errors.New(why)
	}
	tool := signature.Tool{Shuns: func(path string) bool { return disk.Holds(v.Dir, path) }}
	by, err := tool.Open(ctx, signature.Lists{Signers: w.Signers, Revoked: w.Revoked})
	if err != nil {
		return nil, err
	}
	defer by.Close()
	s := signedFiles{vault: v, ledger: own, by: by, names: w.Vaults, now: now}
	if len(s.names) == 0 {
		s.names = []string{filepath.Base(v.Dir)}
	}
	s.inFolders(layout, w.Rejected)
	if w.Name != "" {
		if err := s.only(w.Name); err != nil {
			return nil, err
		}
	}
	if err := s.readOtherwise(ctx, l, layout); err != nil {
		return nil, err
	}
	if err := s.checkAll(ctx, cmp.Or(w.Time, TimeSigned), w.Name != ""); err != nil {
		return nil, err
	}
	slices.SortFunc(s.found, func(a, b model.Signed) int { return strings.Compare(a.Path, b.Path) })
	return s.found, nil
}

// signedFiles are decided files and what is known of their signatures.
type signedFiles struct {
	vault  *places.Vault
	ledger *ledger.Ledger
	by     *signature.Checker
	// names are those of the vault in the records.
	names []string
	now   time.Time
	found []model.Signed
	decidedOtherwise
}

// inFolders adds what lies in the folders of decided files.
func (s *signedFiles) inFolders(l places.Layout, rejected bool) {
	folders := []places.Folder{places.FolderApproved}
	if rejected {
		folders = append(folders, places.FolderRejected)
	}
	for _, f := range folders {
		for _, dir := range l.Dirs[f] {
			s.list(dir, f, 0)
		}
	}
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
	case len(entries) > disk.MaxEntries:
		add(dir, fmt.Sprintf("it has more than %d entries; the others are not checked", disk.MaxEntries))
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
		case e.Type().IsRegular() && (isRecordOrNote(name) || keepsFolder(e)):
		default:
			add(name, "")
		}
	}
}

// isRecordOrNote reports the name of what a decision leaves beside its file. A name that differs in its
// case is that of a file like any other.
func isRecordOrNote(name string) bool {
	ending := path.Ext(name)
	return ending == places.SignedEnding || ending == places.RemarkEnding
}

// keepsFolder reports an empty hidden file, and the one that a Mac leaves in every folder.
func keepsFolder(e fs.DirEntry) bool {
	info, err := e.Info()
	return places.IsKeeper(e.Name()) && err == nil && (info.Size() == 0 || e.Name() == ".DS_Store")
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
	several := &load.Several{Text: name}
	for _, f := range some {
		several.Paths = append(several.Paths, f.Path)
	}
	return several
}
