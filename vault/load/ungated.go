package load

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/gate"
	"coldstart/vault/hook"
	"coldstart/vault/places"
)

// mostGuarded is how many folders are looked at for the hooks of one agent.
const mostGuarded = 8

// slackHeard is how much later than its hooks a session has to have called a tool, for the gate to
// be missed there.
const slackHeard = time.Minute

// ungated says where agents work here without the gate that the operator's rules need, and whether
// nothing asks it at all. Only the few files with their hooks are read, and only when there are rules.
func (l *Loader) ungated(s *model.Snapshot) []model.Problem {
	want := l.vault.Opts.Gated
	if want == nil || s.Strange {
		return nil
	}
	heard, err := l.gate.HeardFrom()
	var found, off []model.Problem
	if err != nil {
		found = append(found, model.Problem{Path: l.vault.StateDir(), Reason: err.Error(), Gate: true})
	}
	held := false
	for _, a := range hook.Agents() {
		worked := workedIn(s, a)
		for _, dir := range guarded(l.vault, worked) {
			g := hook.Look(a, dir, want)
			here := slices.Contains(worked, dir)
			switch {
			case g.File != "":
				found = append(found, unheard(s, a, dir, g, heard)...)
			case here && !hears(s, a, dir, heard):
				found = append(found, missing(a, dir))
			}
			held = held || g.File != "" || here && hears(s, a, dir, heard)
			for _, f := range g.Faults {
				switch {
				case f.Note:
				case here || g.File != "":
					found = append(found, faulty(a, f))
				default:
					off = append(off, faulty(a, f))
				}
			}
		}
	}
	if !held {
		// Whoever has not worked here yet will not ask either.
		found = append(append(found, off...), l.nothingHeld(found)...)
	}
	return once(found)
}

// nothingHeld says that no agent's hook is installed, unless that was said of one already.
func (l *Loader) nothingHeld(found []model.Problem) []model.Problem {
	if slices.ContainsFunc(found, func(p model.Problem) bool { return strings.HasPrefix(p.Reason, noGate) }) {
		return nil
	}
	return []model.Problem{{
		Path: l.vault.Opts.Gated.Config, Gate: true, Title: "Your rules have no effect here", Type: hook.Agents()[0].Installs(),
		Reason: "your rules have no effect here: no agent hook is installed",
		Hint:   "run coldstart agent hook install in " + append(l.vault.Repository(), l.vault.Dir)[0] + "; --agent names another than Claude Code",
	}}
}

func faulty(a hook.Agent, f hook.Fault) model.Problem {
	p := model.Problem{
		Path: f.File, Gate: true, Title: a.Title + ": " + cmp.Or(f.Short, "hook not in order"), Type: f.Type, Reason: a.Title + " may not ask the gate: " + f.What,
		Hint: f.Type + "; coldstart agent gate test --agent " + a.Name + " then tries the gate",
	}
	if f.Inactive {
		p.Reason = "the gate of " + a.Title + " is not active: " + f.What
	}
	return p
}

// InstalledGates returns the files in which the gate is installed and nothing is wrong with it, by the title
// of their agent, with the time when the gate was asked last there, zero for never.
func (l *Loader) InstalledGates(s model.Snapshot) []InstalledGate {
	want := l.vault.Opts.Gated
	if want == nil {
		return nil
	}
	heard, _ := l.gate.HeardFrom()
	var all []InstalledGate
	for _, a := range hook.Agents() {
		for _, dir := range guarded(l.vault, workedIn(&s, a)) {
			g := hook.Look(a, dir, want)
			stands := InstalledGate{Agent: a.Title, File: g.File}
			for _, h := range heard {
				if h.Client == a.Name && h.At.After(stands.Asked) && !h.At.Before(g.Since) {
					stands.Asked = h.At
				}
			}
			alarms := slices.ContainsFunc(g.Faults, func(f hook.Fault) bool { return !f.Note })
			for _, f := range g.Faults {
				stands.Notes = append(stands.Notes, f.String())
			}
			if g.File != "" && !alarms && !slices.ContainsFunc(all, func(s InstalledGate) bool { return s.File == stands.File }) {
				all = append(all, stands)
			}
		}
	}
	return all
}

// Reports returns the files in which hooks for the report are installed, for an agent that is started
// in one of this repository's folders.
func (l *Loader) Reports(home string, getenv func(string) string) []string {
	var found []string
	for _, a := range hook.Agents() {
		for _, dir := range guarded(l.vault, nil) {
			for _, file := range a.Files(dir, home, getenv) {
				s, err := hook.ReadHooks(a, file)
				if err == nil && s.Reports() && !slices.Contains(found, file) {
					found = append(found, file)
				}
			}
		}
	}
	return found
}

// InstalledGate is an installed gate with which nothing is wrong.
type InstalledGate struct {
	// Agent is the title of the agent, File where its hook is.
	Agent, File string
	// Asked is when the gate was asked last since then, zero for not yet.
	Asked time.Time
	// Notes say what is no alarm.
	Notes []string
}

// noGate begins what is said of an agent without the hook.
const noGate = "no gate for "

// once drops what was found from several folders.
func once(found []model.Problem) []model.Problem {
	var out []model.Problem
	for _, p := range found {
		if !slices.ContainsFunc(out, func(o model.Problem) bool { return o.Path == p.Path && o.Reason == p.Reason }) {
			out = append(out, p)
		}
	}
	return out
}

func missing(a hook.Agent, dir string) model.Problem {
	return model.Problem{
		Path: a.File(dir), Gate: true, Title: "No gate for " + a.Title, Type: a.Installs(), Reason: noGate + a.Title + ": its hook is not installed here",
		Hint: "run coldstart agent hook install --agent " + a.Name + " in " + dir,
	}
}

// hears reports whether the gate was asked in the last session of an agent in a folder, by hooks that
// lie elsewhere, as those of a plugin do.
func hears(s *model.Snapshot, a hook.Agent, dir string, heard []gate.Heard) bool {
	for _, t := range s.Transcripts {
		if t.Tool == a.Title && t.Dir == dir {
			return slices.ContainsFunc(heard, func(h gate.Heard) bool { return h.Elsewhere && h.Client == a.Name && h.Session == t.ID })
		}
	}
	return false
}

// knows reports whether the gate was asked in a session.
func knows(heard []gate.Heard, a hook.Agent, t model.Transcript) bool {
	return slices.ContainsFunc(heard, func(h gate.Heard) bool { return h.Client == a.Name && h.Session == t.ID })
}

// workedIn are the folders in which an agent's sessions were, the newest first.
func workedIn(s *model.Snapshot, a hook.Agent) []string {
	var dirs []string
	for _, t := range s.Transcripts {
		if t.Tool == a.Title && filepath.IsAbs(t.Dir) && !slices.Contains(dirs, t.Dir) && places.IsFolder(t.Dir) {
			dirs = append(dirs, t.Dir)
		}
	}
	return dirs[:min(len(dirs), mostGuarded)]
}

// guarded are the folders to look at: where an agent worked, and where it would be started.
func guarded(v *places.Vault, worked []string) []string {
	dirs := slices.Clone(worked)
	for _, dir := range append(v.Repository(), v.Dir) {
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// unheard are the sessions that called tools since the gate was installed, and of which the gate knows
// nothing: each that runs, and of those that ended the last one, where the gate was not asked since.
func unheard(s *model.Snapshot, a hook.Agent, dir string, g hook.Guard, heard []gate.Heard) []model.Problem {
	var found []model.Problem
	ended := slices.ContainsFunc(g.Faults, func(f hook.Fault) bool { return f.Inactive })
	for _, t := range s.Transcripts {
		if t.Tool != a.Title || t.Dir != dir || knows(heard, a, t) || t.Calls == 0 || !t.Changed.After(g.Since.Add(slackHeard)) {
			continue
		}
		p := model.Problem{
			Path: g.File, Gate: true, Title: a.Title + " did not ask the gate", Type: "coldstart agent gate test --agent " + a.Name,
			Reason: "a session of " + a.Title + " calls tools, and the gate has not heard of it: " + t.Name(),
			Hint:   "its hooks may be switched off, or not trusted; coldstart agent gate test --agent " + a.Name + " tries the gate",
		}
		if e, _ := t.State(s.At); e != model.EndingRuns && (t.Process == nil || !t.Process.Alive) {
			later := func(h gate.Heard) bool { return h.Client == a.Name && !h.At.Before(t.Began.Time) }
			if ended || !t.Began.Time.After(g.Since) || slices.ContainsFunc(heard, later) {
				continue
			}
			ended, p.Reason = true, a.Title+" called tools here since its hook was installed, and the gate was not asked: "+t.Name()
		}
		found = append(found, p)
	}
	return found
}
