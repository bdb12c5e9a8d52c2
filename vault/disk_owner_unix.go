//go:build unix

package vault

import (
	"errors"
	"os"
	"syscall"
)

// keepOwner gives a new file the owner and the group of another one, or the group
// alone, as far as the system lets us.
func keepOwner(f, like *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	old, err := like.Stat()
	if err != nil {
		return err
	}
	want, wantOK := old.Sys().(*syscall.Stat_t)
	have, haveOK := info.Sys().(*syscall.Stat_t)
	if !wantOK || !haveOK || want.Uid == have.Uid && want.Gid == have.Gid {
		return nil
	}
	if err = f.Chown(int(want.Uid), int(want.Gid)); mayNotGive(err) {
		err = f.Chown(-1, int(want.Gid))
	}
	if mayNotGive(err) {
		return nil
	}
	return err
}

// mayNotGive reports that we may not give a file to somebody, that the owner has no
// number here, or that the file system knows no owners.
func mayNotGive(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported)
}
