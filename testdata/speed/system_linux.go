package main

import (
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// peak gives the most memory that this process ever held, in bytes.
func peak() int64 {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(b), "VmHWM:")
	kB, err := strconv.ParseInt(strings.Fields(rest + " 0")[0], 10, 64)
	if err != nil {
		return 0
	}
	return kB << 10
}

// openings counts the files below a folder that are opened from now on.
func openings(dir string) (count func() int, err error) {
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			_, err = unix.InotifyAddWatch(fd, path, unix.IN_OPEN)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return func() (n int) {
		defer unix.Close(fd)
		buffer := make([]byte, 64<<10)
		for {
			read, err := unix.Read(fd, buffer)
			if read <= 0 || err != nil {
				return n
			}
			for b := buffer[:read]; len(b) >= unix.SizeofInotifyEvent; {
				if mask := binary.NativeEndian.Uint32(b[4:]); mask&unix.IN_ISDIR == 0 {
					n++
				}
				b = b[unix.SizeofInotifyEvent+binary.NativeEndian.Uint32(b[12:]):]
			}
		}
	}, nil
}
