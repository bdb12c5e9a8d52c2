package process

import (
	"os"
	"strconv"
	"strings"
)

// Program is a process of a program: its number, its arguments and its folder, "" where the system does not tell.
type Program struct {
	PID  int
	Args []string
	Dir  string
}

// Named returns the processes of a program by its name. The folders of another user's are not seen, and nothing
// where the system does not tell.
func Named(name string) []Program { return named("/proc", name) }

func named(proc, name string) (all []Program) {
	for i, process := range list(proc) {
		pid, err := strconv.Atoi(process)
		if err != nil || i >= mostProcesses || strings.TrimSpace(string(read(proc, pid, "comm"))) != name {
			continue
		}
		dir, _ := os.Readlink(proc + "/" + process + "/cwd")
		all = append(all, Program{PID: pid, Args: argsOf(read(proc, pid, "cmdline")), Dir: dir})
	}
	return all
}
