package vault

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchangeIn lets two names of a folder change places in one step.
func exchangeIn(dir *os.File, a, b string) error {
	return unix.RenameatxNp(int(dir.Fd()), a, int(dir.Fd()), b, unix.RENAME_SWAP)
}

// renameNewIn renames within a folder and fails where the new name exists.
func renameNewIn(dir *os.File, from, to string) error {
	return unix.RenameatxNp(int(dir.Fd()), from, int(dir.Fd()), to, unix.RENAME_EXCL)
}
