package main

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// rival is what a user would take instead of coldstart on one of the vaults. It says less.
type rival struct {
	name string
	// line is the program with its arguments, which runs in the vault; none where there is no clone.
	line []string
	// most is how many times its time ours may take, 0 where nothing is asked.
	most float64
}

// The programs of agents themselves, which look for what goes on. The first says nothing of its own,
// and a package above it cannot be loaded; so it is passed over.
const (
	findPlan = `import logging, sys, types
from pathlib import Path
sys.modules["agents"] = above = types.ModuleType("agents")
above.__path__ = [sys.argv[1]]
logging.disable()
from agents.skills.managing_obsidian_vault.plan_manager import PlanManager
print(PlanManager(Path(".")).find_active_plan().metadata.task_id)`
	findOrphan = `import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from governance_events import detect_orphan_session
print(detect_orphan_session(Path("events.jsonl")))`
)

// rivalsOf are what a user would take on a kind of vault. In the folder peers lie clones of the
// programs of agents.
func rivalsOf(vault, peers string) []rival {
	grep := func(most float64, pattern, where string) []rival {
		return []rival{
			{"grep", []string{"grep", "-rc", pattern, where}, most},
			{"rg", []string{"rg", "-c", pattern, where}, 0},
		}
	}
	python := func(name, script, folder string) rival {
		if peers == "" {
			return rival{name: name}
		}
		return rival{name: name, line: []string{"python3", "-c", script, filepath.Join(peers, folder)}}
	}
	switch vault {
	case "plans":
		return append(grep(0, "^status: Active", "Plans"), python("find_active_plan of Hackathon-0", findPlan, "Hackathon-0/agents"))
	case "requests":
		return grep(0, "^status: pending", "Pending_Approval")
	case "events":
		return append(grep(1.5, `"Session`, "events.jsonl"),
			rival{"jq", []string{"jq", "-c", `select(.type | startswith("Session"))`, "events.jsonl"}, 0},
			python("detect_orphan_session of haios", findOrphan, "haios/.claude/haios/lib"))
	case "work items":
		return grep(0, "^current_node: DO", "docs/work")
	case "journal entries":
		return grep(0, "^### PROOF", ".math")
	}
	return nil
}

// compared is a rival with the median of its times, or why there is none.
type compared struct {
	rival
	took    time.Duration
	without error
}

// slow is a time after which a program is not run again.
const slow = 2 * time.Second

// compare runs what a user would take in the folder of the vault.
func compare(dir string, rivals []rival) (list []compared) {
	for _, r := range rivals {
		c := compared{rival: r}
		var took []time.Duration
		for len(took) < rounds && c.without == nil && (len(took) == 0 || took[0] < slow) {
			var one time.Duration
			if one, c.without = r.run(dir); c.without == nil {
				took = append(took, one)
			}
		}
		if c.without == nil {
			slices.Sort(took)
			c.took = percentile(took, 50)
		}
		list = append(list, c)
	}
	return list
}

var errNothing = errors.New("it found nothing")

func (r rival) run(dir string) (time.Duration, error) {
	if len(r.line) == 0 {
		return 0, errors.New("needs a clone in the folder of -peers")
	}
	program, err := exec.LookPath(r.line[0])
	if err != nil {
		return 0, errors.New("not on this machine")
	}
	cmd := exec.Command(program, r.line[1:]...)
	cmd.Dir = dir
	start := time.Now()
	if out, err := cmd.Output(); err != nil || len(out) == 0 {
		return 0, fmt.Errorf("%w: %v", errNothing, err)
	}
	return time.Since(start), nil
}

// beside prints what was measured of the rivals. Their times have the start of a process in them,
// ours have not: it is that of version.
func beside(out io.Writer, rows []row) {
	fmt.Fprintf(out, "\n%-16s %9s  %-34s %9s %9s %6s %6s\n", "instead", "number", "by", "its ms", "ours ms", "ratio", "asked")
	for _, r := range rows {
		for _, c := range r.rivals {
			if c.without != nil {
				fmt.Fprintf(out, "%-16s %9d  %-34s %v\n", r.name, r.n, c.name, c.without)
				continue
			}
			ratio := float64(r.load) / float64(c.took)
			fmt.Fprintf(out, "%-16s %9d  %-34s %9s %9s %6.2f %s\n", r.name, r.n, c.name, ms(c.took), ms(r.load), ratio, asked(ratio, c.most))
		}
	}
}

// asked is what is asked of a value, and whether that is held; nothing where nothing is.
func asked(value, most float64) string {
	switch {
	case most == 0:
		return ""
	case value <= most:
		return fmt.Sprintf("%6.4g held", most)
	}
	return fmt.Sprintf("%6.4g missed", most)
}
