package vault

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// fileSystems are the kinds of which is known whether they have all that decisions
// use. Those over a network, in another machine or for exchange with cameras lack one
// thing or another, depending on who made them.
var fileSystems = map[int64]struct {
	name  string
	whole bool
}{
	unix.EXT4_SUPER_MAGIC: {"ext4", true}, unix.XFS_SUPER_MAGIC: {"xfs", true}, unix.BTRFS_SUPER_MAGIC: {"btrfs", true},
	unix.F2FS_SUPER_MAGIC: {"f2fs", true}, unix.OVERLAYFS_SUPER_MAGIC: {"overlay", true},
	// What lies in memory goes with the power, as everybody knows who put it there.
	unix.TMPFS_MAGIC:     {"tmpfs", true},
	unix.NFS_SUPER_MAGIC: {"nfs", false}, unix.SMB_SUPER_MAGIC: {"smb", false}, unix.SMB2_SUPER_MAGIC: {"smb", false}, unix.CIFS_SUPER_MAGIC: {"smb", false},
	unix.FUSE_SUPER_MAGIC: {"fuse", false}, unix.V9FS_MAGIC: {"9p", false}, unix.MSDOS_SUPER_MAGIC: {"vfat", false}, unix.EXFAT_SUPER_MAGIC: {"exfat", false},
}

// fileSystemOf gives the kind of file system that a folder lies on.
func fileSystemOf(dir string) (name string, whole bool) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return "", false
	}
	if known, ok := fileSystems[int64(uint32(stat.Type))]; ok {
		return known.name, known.whole
	}
	return fmt.Sprintf("type %#x", uint32(stat.Type)), false
}
