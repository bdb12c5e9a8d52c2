package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"

	"coldstart/model"
)

// retire takes the pending copy of a published request away, provided it still
// is what was decided on. It is moved to a private name before the last look, so
// that nothing written in between is lost: a newer text is put back and named in
// the notice. With an error the copy is still there.
func (v *Vault) retire(p prepared) (notice string, err error) {
	r := p.record
	dir := path.Dir(r.Path)
	retired := retiredName(dir, r.ID)
	if !v.disk.exists(retired) {
		b, _, err := v.disk.readWhole(r.Path, maxDocument)
		switch {
		case errors.Is(err, fs.ErrNotExist) && p.resumed:
			return "", nil
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Sprintf("another program took %s away while it was decided on", r.Path), nil
		case errors.Is(err, errNotRegular), errors.Is(err, errTooLarge), err == nil && model.FingerprintOf(b).String() != r.Seen:
			return newerPending(r.Path), nil
		case err != nil:
			return "", fileError("removing", r.Path, err)
		}
		if err := v.disk.rename(r.Path, retired); err != nil {
			return "", err
		}
	}
	seen := func(b []byte) bool { return model.FingerprintOf(b).String() == r.Seen }
	gone, err := v.disk.discard(retired, seen, maxDocument)
	if gone {
		return "", errors.Join(err, v.disk.syncDir(dir))
	}
	if errors.Is(err, errBusy) {
		return v.keepOpen(retired, r.Path)
	}
	name, err := v.disk.putBack(retired, r.Path)
	if err != nil {
		return "", err
	}
	return newerPending(name), v.disk.syncDir(dir)
}

// keepOpen takes a pending copy away into which another program may still write.
func (v *Vault) keepOpen(retired, name string) (notice string, err error) {
	err = v.disk.keep(retired, errBusy)
	kept, ok := errors.AsType[*keptError](err)
	if !ok || kept.names[0] == retired {
		return "", err
	}
	return fmt.Sprintf("another program still has %s open for writing; what it writes there is kept in %s", name, kept.names[0]), nil
}

func newerPending(name string) string {
	return fmt.Sprintf("a newer text is still pending: %s", name)
}

// putBack gives a newer text its name back, or the next free one beside it.
func (d disk) putBack(retired, name string) (string, error) {
	const attempts = 100
	if d.sameText(retired, name) {
		return name, d.remove(retired)
	}
	err := d.publish(retired, name)
	for n := 2; errors.Is(err, fs.ErrExist) && n < attempts; n++ {
		next := besideName(name, "newer-"+strconv.Itoa(n-1))
		if err = d.publish(retired, next); err == nil {
			return next, nil
		}
	}
	return name, err
}

// sameText reports whether two files are known to have the same bytes, as after a
// process was killed while it put a text back.
func (d disk) sameText(a, b string) bool {
	left, _, err := d.readWhole(a, largestKept)
	if err != nil {
		return false
	}
	right, _, err := d.readWhole(b, largestKept)
	return err == nil && bytes.Equal(left, right)
}
