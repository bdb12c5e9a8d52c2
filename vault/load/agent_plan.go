package load

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// agentPlans reads the files that the agents take for plans of theirs as they do, where coldstart reads them otherwise:
// one approval unlocks a step by the id and number that they read. It looks only where an approval matters, and not in
// a short look, which leaves most plans out.
func agentPlans(r *source.Reading, layout places.Layout, s *model.Snapshot) []model.AgentPlan {
	asks := slices.ContainsFunc(s.Requests, func(r model.Request) bool { return r.PlanID != "" && r.Step > 0 })
	if r.Disk.Brief || len(layout.Dirs[places.FolderPlans]) == 0 || !asks && len(s.Approvals) == 0 {
		return nil
	}
	dir := layout.Main(places.FolderPlans)
	same := map[string]bool{}
	for i := range s.Plans {
		if p := &s.Plans[i]; path.Dir(p.Path) == dir && p.Own() && p.Reading.IDAs == "" {
			same[p.Path] = true
		}
	}
	var found []model.AgentPlan
	for _, e := range r.Disk.ListSome(dir, disk.MaxEntries) {
		name := path.Join(dir, e.Name())
		if !dialect.IsManaged(name) || same[name] {
			continue
		}
		to, info, err := r.Disk.Follow(name)
		switch {
		case disk.IsMissing(err), err == nil && !info.Mode().IsRegular(), same[to]:
			// They pass over it, or stop at it, which is told elsewhere, or it is read already.
		case err != nil:
			found = append(found, model.AgentPlan{Path: name, Unread: "it is a link that coldstart does not follow"})
		default:
			if a := agentPlan(r, name, to); a.ID != "" || a.Unread != "" {
				found = append(found, a)
			}
		}
	}
	return found
}

// agentPlan reads one file, once as long as it is the same.
func agentPlan(r *source.Reading, name, to string) model.AgentPlan {
	a, err := source.Once(r, "agents' plan", name, filepath.Join(r.Vault.Dir, to), func() (model.AgentPlan, fs.FileInfo, error) {
		b, info, err := r.Disk.ReadWholeText(to, source.MaxDocument)
		if err != nil {
			return model.AgentPlan{}, nil, err
		}
		return dialect.ReadAgentPlan(name, b), info, nil
	})
	if err != nil {
		return model.AgentPlan{Path: name, Unread: "it could not be read"}
	}
	return a
}
