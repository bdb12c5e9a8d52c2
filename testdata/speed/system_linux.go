package main

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// peak returns the most memory that this process ever held, in bytes.
func peak() int64 { return statusOf("self", "VmHWM:") }

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

// processorTime returns how long a process has had a processor.
func processorTime(pid int) time.Duration {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0
	}
	// The name of the program is in brackets and may have blanks.
	_, rest, _ := strings.Cut(string(b), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	// The kernel counts in hundredths of a second here, whatever its own clock.
	return time.Duration(user+system) * 10 * time.Millisecond
}

// resident returns how much memory a process holds, in bytes.
func resident(pid int) int64 { return statusOf(strconv.Itoa(pid), "VmRSS:") }

func statusOf(process, field string) int64 {
	b, err := os.ReadFile(filepath.Join("/proc", process, "status"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(b), field)
	kB, err := strconv.ParseInt(strings.Fields(rest + " 0")[0], 10, 64)
	if err != nil {
		return 0
	}
	return kB << 10
}

// sleep stops a process for a while, as a computer does that sleeps.
func sleep(p *os.Process, d time.Duration) error {
	err := p.Signal(unix.SIGSTOP)
	time.Sleep(d)
	return errors.Join(err, p.Signal(unix.SIGCONT))
}
