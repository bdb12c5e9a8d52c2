package vault

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// keepAttributes gives a new file the access list and the user's attributes of another
// one, as far as the system lets us. What the kernel and its security modules attach
// is theirs to give.
func keepAttributes(f, like *os.File) error {
	// The kernel holds lists and values to this size.
	list, value := make([]byte, 64<<10), make([]byte, 64<<10)
	n, err := unix.Flistxattr(int(like.Fd()), list)
	if err != nil {
		return unlessRefused(err)
	}
	for name := range strings.SplitSeq(string(list[:n]), "\x00") {
		if name != "system.posix_acl_access" && !strings.HasPrefix(name, "user.") {
			continue
		}
		size, err := unix.Fgetxattr(int(like.Fd()), name, value)
		if err == nil {
			err = unix.Fsetxattr(int(f.Fd()), name, value[:size], 0)
		}
		if err = unlessRefused(err); err != nil {
			return err
		}
	}
	return nil
}

// unlessRefused passes over what a file system does not have or does not let us do.
func unlessRefused(err error) error {
	if mayNotGive(err) {
		return nil
	}
	return err
}
