package vault

import "golang.org/x/sys/unix"

// fileSystemOf gives the kind of file system that a folder lies on.
func fileSystemOf(dir string) (name string, whole bool) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return "", false
	}
	name = unix.ByteSliceToString(stat.Fstypename[:])
	return name, name == "apfs"
}
