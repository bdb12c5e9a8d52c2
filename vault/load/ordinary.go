package load

import (
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/places"
)

// dropLookalikes takes out what only has the name of something that agents leave: a page on
// tracing, the events of an application, the seed of a database. It is for folders that were
// found and have no folder of a vault; where somebody made or named a vault, such a file is
// theirs, and broken.
func (l *Loader) dropLookalikes(layout places.Layout, s *model.Snapshot) {
	if l.vault.Opts.UpTo == "" || len(layout.Dirs) > 0 {
		return
	}
	drop := map[string]bool{}
	s.Traces = slices.DeleteFunc(s.Traces, func(t model.Trace) bool { return !isTrace(t) })
	if len(s.Events.Sessions) == 0 && s.Events.Path != "" {
		drop[s.Events.Path] = true
		s.Events = model.EventLog{Current: -1}
	}
	if s.Memory.Path == places.SeedName && !isMemory(s.Memory) {
		drop[s.Memory.Path] = true
		s.Memory = model.Memory{}
	}
	isRead := map[string]bool{}
	for _, t := range s.Traces {
		isRead[t.Path] = true
	}
	s.Work = slices.DeleteFunc(s.Work, func(w model.WorkItem) bool { return w.Status == "" && w.Phase == "" && w.Node == "" })
	for _, w := range s.Work {
		isRead[w.Path] = true
	}
	s.Problems = slices.DeleteFunc(s.Problems, func(p model.Problem) bool {
		base := path.Base(p.Path)
		return drop[p.Path] || (base == places.TraceFile || base == places.WorkFile) && !isRead[p.Path]
	})
}

// isTrace reports whether a trace says how one of its steps, or all of it, stands.
func isTrace(t model.Trace) bool {
	return t.State != model.StepUnknown || slices.ContainsFunc(t.Steps, func(s model.TraceStep) bool { return s.State != model.StepUnknown })
}

// isMemory reports whether a file has anything of an agent's memory, or may have, as it cannot be
// read. Names are those of the agent's schema where the file has none.
func isMemory(m model.Memory) bool {
	return m.Broken || m.Unread != "" || m.Stats || m.LastSession != "" || m.Checkpoint != "" ||
		len(m.Learned)+len(m.Proposals)+len(m.Projects) > 0 || m.Identity.Principal != "User" || m.Identity.AI != "PAI"
}
