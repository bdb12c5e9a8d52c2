package vault

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// exchangeIn lets two names of a folder change places in one step.
func exchangeIn(dir *os.File, a, b string) error {
	return unix.Renameat2(int(dir.Fd()), a, int(dir.Fd()), b, unix.RENAME_EXCHANGE)
}

// renameNewIn renames within a folder and fails where the new name exists.
func renameNewIn(dir *os.File, from, to string) error {
	return unix.Renameat2(int(dir.Fd()), from, int(dir.Fd()), to, unix.RENAME_NOREPLACE)
}

// leaseBusy reports whether somebody has the file open for writing. If not, those
// who want to have to wait from now on, until the file is closed here. The system
// tells it by granting a lease or not; files of others and some file systems have
// none, and then nobody can be told to be writing.
func leaseBusy(f *os.File) bool {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	return errors.Is(err, unix.EAGAIN)
}

// leaseAlone reports whether nobody else has the file open, and keeps everybody out
// until leaseEnd.
func leaseAlone(f *os.File) bool {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_WRLCK)
	return err == nil
}

// leaseEnd lets everybody write again.
func leaseEnd(f *os.File) {
	// Where there was no lease there is none to give back.
	_, _ = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK)
}
