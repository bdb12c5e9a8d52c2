// Package process finds the programs that started this one, that run, and that write into a file. It reads
// what the system says in /proc, and nothing where there is none.
package process

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// mostAbove is how many programs are looked at on the way up.
	mostAbove = 64
	// maxStatus is how many bytes of a file of /proc are read.
	maxStatus = 8 << 10
	// maxStat is the same for the one about the whole machine.
	maxStat = 256 << 10
)

// Above returns the arguments of the programs that run this one, the nearest first. The list
// ends where the system does not tell.
func Above() [][]string { return above("/proc", os.Getppid()) }

// Nearest names the nearest of the programs that run this one of which is holds, by its number and its
// start, "" for none.
func Nearest(is func(args []string) bool) string { return nearest("/proc", os.Getppid(), is) }

func nearest(proc string, pid int, is func(args []string) bool) string {
	for _, args := range above(proc, pid) {
		if is(args) {
			start, _ := started(proc, pid)
			return "process " + strconv.Itoa(pid) + " " + start
		}
		pid = parentOf(proc, pid)
	}
	return ""
}

// above goes up from a process.
func above(proc string, pid int) [][]string {
	var all [][]string
	for ; pid > 0 && len(all) < mostAbove; pid = parentOf(proc, pid) {
		line := read(proc, pid, "cmdline")
		if len(line) == 0 {
			// A process of the kernel, or one that ended and was not waited for.
			line = read(proc, pid, "comm")
		}
		if len(line) == 0 {
			break
		}
		all = append(all, argsOf(line))
	}
	return all
}

// argsOf splits arguments at their NUL bytes. A program that writes a title over them leaves
// one text with blanks.
func argsOf(line []byte) []string {
	text := strings.TrimRight(string(line), "\x00\n ")
	return strings.Split(text, "\x00")
}

// parentOf returns the process that started another, 0 where nothing tells.
func parentOf(proc string, pid int) int {
	for line := range bytes.Lines(read(proc, pid, "status")) {
		if value, ok := bytes.CutPrefix(line, []byte("PPid:")); ok {
			parent, _ := strconv.Atoi(string(bytes.TrimSpace(value)))
			return parent
		}
	}
	return 0
}

// read reads the beginning of a file about a process.
func read(proc string, pid int, name string) []byte {
	f, err := os.Open(proc + "/" + strconv.Itoa(pid) + "/" + name)
	if err != nil {
		return nil
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxStatus))
	if err != nil {
		return nil
	}
	return b
}

// startField is the place of the start time behind the name in the file stat, see proc(5).
const startField = 19

// Runs reports whether a process runs, by its number and its start as the system counts, and
// whether that is sure. Without the start it is another one if it began well after a time, zero for
// not known; else only the number says that it is the same.
func Runs(pid int, start string, before time.Time) (alive, sure bool) {
	return runs("/proc", pid, start, before)
}

// settled is how far clocks may have been set since a process began.
const settled = 10 * time.Minute

func runs(proc string, pid int, start string, before time.Time) (alive, sure bool) {
	now, ok := started(proc, pid)
	switch {
	case !ok:
		return false, true
	case start != "" && now != "":
		return start == now, true
	}
	began, known := clock(proc, now)
	if known && !before.IsZero() && began.After(before.Add(settled)) {
		return false, true
	}
	return true, false
}

// ticks is how many parts of a second the system counts.
const ticks = 100

// clock is the time of a start as the system counts, known false where it does not tell.
func clock(proc, start string) (at time.Time, known bool) {
	n, err := strconv.ParseInt(start, 10, 64)
	if err != nil {
		return at, false
	}
	f, err := os.Open(proc + "/stat")
	if err != nil {
		return at, false
	}
	defer f.Close()
	all, _ := io.ReadAll(io.LimitReader(f, maxStat))
	for line := range bytes.Lines(all) {
		if value, ok := bytes.CutPrefix(line, []byte("btime ")); ok {
			boot, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
			return time.Unix(boot+n/ticks, 0), err == nil
		}
	}
	return at, false
}

// Started returns the time at which a process began as the system counts, ok false if it does not
// run. The time is empty where the system does not tell.
func Started(pid int) (start string, ok bool) { return started("/proc", pid) }

func started(proc string, pid int) (start string, ok bool) {
	if pid <= 0 {
		return "", false
	}
	stat := read(proc, pid, "stat")
	if len(stat) == 0 {
		return "", alive(pid)
	}
	// The name may have blanks and brackets itself.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= startField || string(fields[0]) == "Z" {
		return "", false
	}
	return string(fields[startField]), true
}

// alive asks the system for a process: by a signal that does nothing where there are such signals.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer func() { _ = p.Release() }()
	if runtime.GOOS == "windows" {
		// There only a process that runs is found.
		return true
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
