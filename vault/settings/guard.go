package settings

import (
	"os"
	"slices"
	"strings"
	"time"
)

// Guard is how the gate stands for one agent in one folder.
type Guard struct {
	// File is where the gate is installed, "" where it is not; Since is when that file was written.
	File  string
	Since time.Time
	// Faults are reasons why it may not be asked, each with its file.
	Faults []Fault
}

// Fault is a reason why a gate may not be asked.
type Fault struct {
	File, What string
	// Off says that the file switches all hooks off: whoever wrote that has to take it out.
	Off bool
}

// Look reads the files from which an agent takes its hooks and says how the gate stands in them.
// Config and state are where the operator's rules and answers lie, as in GateLine.
func Look(a Agent, files []string, config, state string) Guard {
	var g Guard
	for _, file := range files {
		s, err := ReadHooks(a, file)
		if err != nil {
			g.Faults = append(g.Faults, Fault{File: file, What: err.Error()})
			continue
		}
		installed := slices.ContainsFunc(s.Hooks(), func(h Hook) bool { return h.Event == a.before })
		for _, fault := range s.Faults() {
			if off := strings.HasPrefix(fault, offPrefix); installed || off {
				g.Faults = append(g.Faults, Fault{file, fault, off})
			}
		}
		if !installed || g.File != "" {
			continue
		}
		g.File = file
		if info, err := os.Stat(file); err == nil {
			g.Since = info.ModTime()
		}
		if fault := s.outdated(config, state); fault != "" {
			g.Faults = append(g.Faults, Fault{File: file, What: fault})
		}
	}
	return g
}

func there(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// outdated says what is wrong with the line of an installed gate.
func (s *HookFile) outdated(config, state string) string {
	l, ok := s.Gate()
	if !ok {
		return "the line of the gate is not as coldstart writes it"
	}
	info, err := os.Stat(l.Program)
	switch {
	case err != nil:
		return "its program is gone: " + l.Program
	case !info.Mode().IsRegular() || info.Mode()&0o111 == 0:
		return "its program cannot be run: " + l.Program
	case l.Watchdog != "" && l.Watchdog != Shell && !there(l.Watchdog):
		return "what ends its program when it hangs is gone: " + l.Watchdog
	case l.Config != config:
		return "it asks the rules of another settings file: " + l.Config
	case state != "" && l.State != state:
		return "it looks for your answers in another state folder: " + l.State
	case s.Agent.script:
		return ""
	}
	have := s.Hooks()
	for _, h := range s.Agent.Hooks(Wanted{Gate: l, Bridge: s.Asks()}) {
		if strings.Contains(h.Command, " gate --agent ") && !slices.Contains(have, h) {
			return "its hook of " + h.Event + " is not as coldstart writes it now"
		}
	}
	return ""
}
