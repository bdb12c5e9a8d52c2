package state

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// processMark names this process for others on this machine: its number, when it started, and
// the name space of its number.
func processMark() string {
	return fmt.Sprintf(markBegin+"%d %s %s\n", os.Getpid(), startOf(os.Getpid()), numbering())
}

// processOf returns the number of the process that a mark names, 0 for no mark. Gone is true
// when it is known to run no more.
func processOf(mark string) (pid int, gone bool) {
	var start, space string
	if n, _ := fmt.Sscanf(mark, markBegin+"%d %s %s\n", &pid, &start, &space); n < 3 || pid < 1 {
		return 0, false
	}
	if space != numbering() {
		return pid, false
	}
	now := startOf(pid)
	return pid, errors.Is(unix.Kill(pid, 0), unix.ESRCH) || now != unknownStart && now != start
}

// unknownStart stands for the start of a process that we may not look at.
const unknownStart = "-"

// startOf returns when a process started, in ticks.
func startOf(pid int) string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// The name of the program, which may hold anything, ends in the last parenthesis. The
	// start is the 20th field behind it.
	fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	const at = 19
	if err != nil || len(fields) <= at {
		return unknownStart
	}
	return string(fields[at])
}

// numbering names the name space of process numbers: containers have their own.
func numbering() string {
	name, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return unknownStart
	}
	return name
}
