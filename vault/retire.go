package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
)

// retire takes the pending copy of a published request away, provided it still
// is what was decided on. It is moved to a private name before the last look, so
// that nothing written in between is lost: a newer text is put back and named in
// the notice. With an error the copy is still there.
func (v *Vault) retire(p prepared) (notice string, err error) {
	r := p.record
	dir := path.Dir(r.Path)
	retired := disk.RetiredName(dir, r.ID)
	if !v.where.Disk.Exists(retired) {
		b, _, err := v.where.Disk.ReadWhole(r.Path, source.MaxDocument)
		switch {
		case errors.Is(err, fs.ErrNotExist) && p.resumed:
			return "", nil
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Sprintf("another program took %s away while it was decided on", r.Path), nil
		case errors.Is(err, disk.ErrNotRegular), errors.Is(err, disk.ErrTooLarge), err == nil && model.FingerprintOf(b).String() != r.Seen:
			return newerPending(r.Path), nil
		case err != nil:
			return "", disk.FileError("removing", r.Path, err)
		}
		if err := v.where.Disk.Rename(r.Path, retired); err != nil {
			return "", err
		}
	}
	seen := func(b []byte) bool { return model.FingerprintOf(b).String() == r.Seen }
	gone, err := v.where.Disk.Discard(retired, seen, source.MaxDocument)
	if gone {
		return "", errors.Join(err, v.where.Disk.SyncDir(dir))
	}
	if errors.Is(err, disk.ErrBusy) {
		return v.keepOpen(retired, r.Path)
	}
	name, err := v.where.Disk.PutBack(retired, r.Path)
	if err != nil {
		return "", err
	}
	return newerPending(name), v.where.Disk.SyncDir(dir)
}

// keepOpen takes a pending copy away into which another program may still write.
func (v *Vault) keepOpen(retired, name string) (notice string, err error) {
	err = v.where.Disk.Keep(retired, disk.ErrBusy)
	kept, ok := errors.AsType[*disk.KeptError](err)
	if !ok || kept.Names[0] == retired {
		return "", err
	}
	return fmt.Sprintf("another program still has %s open for writing; what it writes there is kept in %s", name, kept.Names[0]), nil
}

func newerPending(name string) string {
	return fmt.Sprintf("a newer text is still pending: %s", name)
}
