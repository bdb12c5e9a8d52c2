package hook

import (
	"os"
	"slices"
	"strings"
	"time"

	"coldstart/vault/places"
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
	// Short is What in a few words, "" where it has none.
	Short string
	// Inactive says that the agent does not ask the gate, and Note that this is no alarm: it may ask.
	Inactive, Note bool
	// Type is what to type against it, or what to do.
	Type string
}

// String says all of it in one line.
func (f Fault) String() string {
	says := f.What
	if f.Inactive {
		says = "not active: " + says
	}
	if f.Type != "" {
		says += "; " + f.Type
	}
	return says
}

// Look says whether an agent that is started in a folder asks the gate, and if not why, and what to type.
func Look(a Agent, dir string, in *places.Gated) Guard {
	var g Guard
	for _, file := range a.Files(dir, in.Home, in.Getenv) {
		s, err := ReadHooks(a, file)
		if err != nil {
			g.Faults = append(g.Faults, Fault{File: file, What: err.Error(), Type: "coldstart agent gate test"})
			continue
		}
		installed := slices.ContainsFunc(s.Hooks(), func(h Hook) bool { return h.Event == a.before })
		for _, fault := range s.Faults() {
			switch off := strings.HasSuffix(fault, switchesOff); {
			case off:
				g.Faults = append(g.Faults, Fault{File: file, What: fault, Short: "its hooks are switched off", Inactive: true, Type: "delete that from the file"})
			case installed:
				g.Faults = append(g.Faults, Fault{File: file, What: fault, Inactive: true, Type: a.Installs()})
			}
		}
		if !installed || g.File != "" {
			continue
		}
		g.File = file
		if info, err := os.Stat(file); err == nil {
			g.Since = info.ModTime()
		}
		if fault := s.outdated(in.Config, in.State); fault != "" {
			g.Faults = append(g.Faults, Fault{File: file, What: fault, Type: a.Installs()})
		} else if l, _ := s.Gate(); l.Watchdog == "" && !a.script {
			g.Faults = append(g.Faults, Fault{File: file, What: "its line is older, and does not end a program that hangs", Note: true, Type: a.Installs()})
		}
		if a.trust != nil {
			g.Faults = append(g.Faults, a.trust(started{s, dir, in})...)
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
		return "the program that ends it when it hangs is gone: " + l.Watchdog
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
