package process

import (
	"os"
	"strconv"
	"strings"
)

const (
	// mostProcesses is how many processes are looked at, mostOpen how many open files in all.
	mostProcesses = 10_000
	mostOpen      = 200_000
)

// Holders gives the processes that have files open, by the last parts of the files' paths. What
// belongs to another user is not seen. Known is false where the system does not tell.
func Holders(names []string) (pids map[string]int, known bool) { return holders("/proc", names) }

func holders(proc string, names []string) (pids map[string]int, known bool) {
	pids, wanted := map[string]int{}, map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	if info, err := os.Stat(proc + "/self/fd"); err != nil || !info.IsDir() {
		return pids, false
	}
	looked := 0
	for i, process := range list(proc) {
		pid, err := strconv.Atoi(process)
		if err != nil || len(wanted) == 0 || i >= mostProcesses || looked >= mostOpen {
			continue
		}
		dir := proc + "/" + process + "/fd"
		for _, fd := range list(dir) {
			looked++
			at, err := os.Readlink(dir + "/" + fd)
			if name := at[strings.LastIndexByte(at, '/')+1:]; err == nil && wanted[name] {
				pids[name] = pid
				delete(wanted, name)
			}
		}
	}
	return pids, true
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
