package vaulttest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/places"
)

// LoadTime is when the vaults of Contents are loaded.
var LoadTime = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// Contents are the files of a vault, text by path; a name that ends in a slash is
// a folder.
type Contents map[string]string

// Write makes the files below dir, all with one modification time.
func (c Contents) Write(t testing.TB, dir string) {
	t.Helper()
	for name, text := range c {
		path := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if strings.HasSuffix(name, "/") {
			must.Do(t, os.MkdirAll(path, 0o755))
			continue
		}
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		must.Do(t, os.Chtimes(path, LoadTime, LoadTime))
	}
}

// OpenContents opens a new vault with these files and gives its folder.
func OpenContents(t testing.TB, c Contents) (*Vault, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "v")
	must.Do(t, os.Mkdir(dir, 0o755))
	c.Write(t, dir)
	return OpenAt(t, dir), dir
}

// OpenAt opens an existing folder, with a state folder of its own.
func OpenAt(t testing.TB, dir string) *Vault {
	t.Helper()
	v := must.Get(Open(dir, places.Options{StateDir: t.TempDir()}))(t)
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return v
}

// MustLoad loads a vault at LoadTime.
func MustLoad(t testing.TB, v *Vault) model.Snapshot {
	t.Helper()
	s := must.Get(v.Load(t.Context(), LoadTime))(t)
	return s
}

// RowsOf returns everything in a snapshot as one line each, in order.
func RowsOf(s model.Snapshot) []string {
	var out []string
	for _, p := range s.Plans {
		out = append(out, p.Ref().String()+" "+p.ID)
	}
	for _, r := range s.Requests {
		out = append(out, strings.TrimSpace(r.Ref().String()+" "+r.Plan))
	}
	for _, i := range s.Intake {
		out = append(out, i.Ref().String()+" "+i.Title)
	}
	for _, p := range s.Problems {
		out = append(out, p.Ref().String())
	}
	return out
}

// WatchedContents is a vault with something of each kind in it.
func WatchedContents() Contents {
	return Contents{
		"Plans/PLAN-1.md":                       "---\nstatus: Active\n---\n# Objective\nOrder chalk\n",
		"Pending_Approval/chalk.md":             "---\naction: payment\n---\nPay for chalk.\n",
		"Approved/":                             "",
		"Logs/":                                 "",
		"docs/work/active/W-1/WORK.md":          "---\nstatus: active\n---\n",
		".claude/haios/governance-events.jsonl": "{}\n",
		".math/config.json":                     "{}",
		".math/problems/knots/JOURNAL.md":       "# Journal\n",
		"flows/chalk/trace.md":                  "# Trace\n",
		"flows/chalk/notes.txt":                 "chalk\n",
		"src/main.c":                            "int main;\n",
		"seed.json":                             "{}",
	}
}

// AgentPlan is a plan as the agents write it, but for its status and date.
func AgentPlan(status, created string) string {
	return fmt.Sprintf("---\ntask_id: '1'\nstatus: %s\ncreated_date: %s\n---\n\n# Objective\n\nx\n\n## Roadmap\n\n- [ ] Go on\n\n## Reasoning Logs\n", status, created)
}

// TroublesOf returns what is said of the agents' own programs, as "path: reason".
func TroublesOf(s model.Snapshot) (found []string) {
	for _, p := range rule.AgentTrouble(s) {
		found = append(found, p.Path+": "+p.Reason)
	}
	return found
}

// HasProblem tells whether something is wrong with a file.
func HasProblem(s model.Snapshot, name string) bool {
	return slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Path == name })
}

// The usual places, as most tests use them.
const (
	ResearchFolder = places.UsualResearch
	ProblemsFolder = ResearchFolder + "/problems"
	ConfigName     = ResearchFolder + "/config.json"
	NewEventLog    = places.UsualNewEventLog
)

// PlacesOf makes places of their kinds, each with its names.
func PlacesOf(t testing.TB, all map[string][]string) places.Places {
	t.Helper()
	var p places.Places
	for what, names := range all {
		for _, name := range names {
			must.Do(t, p.Add(what, name))
		}
	}
	return p
}

// ReasonsOf returns problems as "line: reason".
func ReasonsOf(problems []model.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}

// Wheels is the folder of the research problem that most tests are about.
const Wheels = ".math/problems/wheels/"

// With returns c with more files.
func (c Contents) With(more Contents) Contents {
	next := Contents{}
	for name, text := range c {
		next[name] = text
	}
	for name, text := range more {
		if gone, ok := strings.CutPrefix(name, "-"); ok {
			delete(next, gone)
			continue
		}
		next[name] = text
	}
	return next
}
