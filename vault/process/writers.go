package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

const (
	// mostProcesses is how many processes are looked at, mostOpen how many open files in all.
	mostProcesses = 10_000
	mostOpen      = 200_000
)

// Writers returns the processes that have files open to write into them, by the files' absolute paths.
// What belongs to another user is not seen, and nothing where the system does not tell.
func Writers(files []string) map[string]int { return writers("/proc", files) }

func writers(proc string, files []string) map[string]int {
	pids, wanted := map[string]int{}, map[string][]string{}
	for _, file := range files {
		wanted[filepath.Base(file)] = append(wanted[filepath.Base(file)], file)
	}
	if len(wanted) == 0 {
		return pids
	}
	looked := 0
	for i, process := range list(proc) {
		pid, err := strconv.Atoi(process)
		if err != nil || i >= mostProcesses || looked >= mostOpen {
			continue
		}
		dir := proc + "/" + process + "/fd/"
		for _, fd := range list(dir) {
			looked++
			at, err := os.Readlink(dir + fd)
			if err != nil || len(wanted[filepath.Base(at)]) == 0 || !writes(read(proc, pid, "fdinfo/"+fd)) {
				continue
			}
			// A link of a name may be a copy of the file, or lie in a folder that is elsewhere here.
			open, err := os.Stat(dir + fd)
			for _, file := range wanted[filepath.Base(at)] {
				if info, no := os.Stat(file); err == nil && no == nil && os.SameFile(open, info) {
					pids[file] = pid
				}
			}
		}
	}
	return pids
}

// writes reads how a process opened a file, see proc_pid_fdinfo(5).
func writes(info []byte) bool {
	for line := range bytes.Lines(info) {
		if value, ok := bytes.CutPrefix(line, []byte("flags:")); ok {
			flags, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 8, 64)
			return err == nil && flags&3 != 0
		}
	}
	return false
}

// list are the names in a folder, none where it cannot be read.
func list(dir string) []string {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	return names
}
