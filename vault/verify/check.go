package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/signature"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
)

// checkAll checks the files that were found, as far as the time goes. What it does not get to is not
// signed.
func (s *signedFiles) checkAll(ctx context.Context, most time.Duration, alone bool) error {
	within, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for i := range s.found {
		f := &s.found[i]
		if f.Why != "" {
			continue
		}
		err := s.checkSoon(within, f, alone)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			f.Why = fmt.Sprintf("it was not checked within %s", most)
		}
	}
	if !alone {
		// Decisions go on meanwhile.
		s.found = slices.DeleteFunc(s.found, func(f model.Signed) bool { return f.Why == noSuch })
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
	case r.FitsFile() != nil && !plans.IsStepRecord(path.Base(r.File), f.At):
		f.Why = "its record is of " + r.Request + ", which is not called so"
	case !slices.Contains(s.names, r.Vault):
		f.Why = `its record is of the vault "` + r.Vault + `", not of "` + strings.Join(s.names, `" or "`) + `"`
		f.OtherVault = r.Vault
	case f.At.After(s.now.Add(aheadSigned)):
		f.Why = "its record is from the future"
	default:
		key, err := s.by.Check(ctx, signed)
		if f.Key = key; err != nil {
			f.Why = err.Error()
			return
		}
		f.Why = cmp.Or(s.undoneWhy(ctx, f.ID), s.rejectedLater(ctx, *f, r), s.bothWays(ctx, *f))
	}
}
