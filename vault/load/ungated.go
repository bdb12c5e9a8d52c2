package load

import (
	"path/filepath"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/gate"
	"coldstart/vault/places"
	"coldstart/vault/settings"
)

// mostGuarded is how many folders are looked at for the hooks of one agent.
const mostGuarded = 8

// slackHeard is how much later than its hooks a session has to have called a tool, for the gate to
// be missed there.
const slackHeard = time.Minute

// ungated says where agents work here without the gate that the operator's rules need. Only the few
// files with their hooks are read, and only when there are rules.
func (l *Loader) ungated(s *model.Snapshot) []model.Problem {
	want := l.vault.Opts.Gated
	if want == nil {
		return nil
	}
	heard, err := gate.Of(l.vault).HeardFrom()
	var found []model.Problem
	if err != nil {
		found = append(found, model.Problem{Path: l.vault.StateDir(), Reason: err.Error(), Gate: true})
	}
	for _, a := range settings.Agents() {
		worked := workedIn(s, a)
		for _, dir := range guarded(l.vault, worked) {
			g := settings.Look(a, a.Files(dir, want.Home, want.Getenv), want.Config, want.State)
			here := slices.Contains(worked, dir)
			switch {
			case g.File == "" && here && !hears(s, a, dir, heard):
				found = append(found, missing(a, dir))
			case g.File != "":
				found = append(found, unheard(s, a, dir, g, heard)...)
			}
			for _, f := range g.Faults {
				if here || g.File != "" {
					found = append(found, model.Problem{
						Path: f.File, Reason: a.Title + " may not ask the gate: " + f.What, Gate: true,
						Hint: "coldstart gate test --agent " + a.Name + " tries it; coldstart hook install --agent " + a.Name + " writes it anew",
					})
				}
			}
		}
	}
	return once(found)
}

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

func missing(a settings.Agent, dir string) model.Problem {
	return model.Problem{
		Path: a.File(dir), Gate: true, Reason: "no gate for " + a.Title + ": its hook is not installed here",
		Hint: "run coldstart hook install --agent " + a.Name + " in " + dir,
	}
}

// hears reports whether the gate was asked in the last session of an agent in a folder, by hooks that
// lie elsewhere, as those of a plugin do.
func hears(s *model.Snapshot, a settings.Agent, dir string, heard []gate.Heard) bool {
	for _, t := range s.Transcripts {
		if t.Tool == a.Title && t.Dir == dir {
			return knows(heard, a, t)
		}
	}
	return false
}

// knows reports whether the gate was asked in a session.
func knows(heard []gate.Heard, a settings.Agent, t model.Transcript) bool {
	return slices.ContainsFunc(heard, func(h gate.Heard) bool { return h.Client == a.Name && h.Session == t.ID })
}

// workedIn are the folders in which an agent's sessions were, the newest first.
func workedIn(s *model.Snapshot, a settings.Agent) []string {
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

// unheard are the sessions that run, and called tools since the gate was installed, of which the
// gate knows nothing.
func unheard(s *model.Snapshot, a settings.Agent, dir string, g settings.Guard, heard []gate.Heard) []model.Problem {
	var found []model.Problem
	for _, t := range s.Transcripts {
		e, _ := t.State(s.At)
		runs := e == model.EndingRuns || t.Process != nil && t.Process.Alive
		if t.Tool != a.Title || t.Dir != dir || !runs || knows(heard, a, t) || t.Calls == 0 || !t.Changed.After(g.Since.Add(slackHeard)) {
			continue
		}
		found = append(found, model.Problem{
			Path: g.File, Gate: true, Reason: "a session of " + a.Title + " calls tools, and the gate has not heard of it: " + t.Name(),
			Hint: "its hooks may be switched off, or not trusted; coldstart gate test --agent " + a.Name + " tries the gate",
		})
	}
	return found
}
