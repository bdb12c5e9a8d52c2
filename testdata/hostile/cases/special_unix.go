//go:build linux || darwin

package cases

import "syscall"

// special makes what is no file and no folder. A device needs the right to make one;
// it is the one that swallows everything.
func special(k Kind, path string) error {
	const null = 1<<8 | 3
	switch k {
	case Pipe:
		return syscall.Mkfifo(path, 0o644)
	case Socket:
		return syscall.Mknod(path, syscall.S_IFSOCK|0o644, 0)
	}
	return syscall.Mknod(path, syscall.S_IFCHR|0o644, null)
}
