package vault

import (
	"path"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/journal"
	"coldstart/vault/text"
)

// prepareSwitch makes a research problem the current one: one value of the project's
// configuration. What the operator saw is the problem's statement.
func (v *Vault) prepareSwitch(d model.Decision, id string, l places.Layout) (prepared, error) {
	if _, _, err := v.seenResearch(d, path.Join(d.Ref.Path, places.ProblemFile)); err != nil {
		return prepared{}, err
	}
	configName := l.Places.ResearchConfig()
	b, info, err := v.where.Disk.Read(configName, source.MaxDocument)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	}
	slug := path.Base(d.Ref.Path)
	config, err := journal.ReadConfig(b, v.where.Opts.Zone)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", configName, err)
	}
	current := config.Slug() == slug
	s := model.Snapshot{At: d.At, Research: model.Research{Problems: []model.ResearchProblem{{Path: d.Ref.Path, Current: current}}}}
	switch reason := s.Refuse(d.Ref, d.Choice); {
	case reason != "" && current:
		return prepared{}, refused(d, model.ErrConflict, "%s", reason)
	case reason != "":
		return prepared{}, refused(d, model.ErrNotAllowed, "%s", reason)
	}
	change, added, err := config.SwitchTo(slug)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", configName, err)
	}
	p := prepared{layout: l, mode: info.Mode().Perm(), record: v.newRecord(d, id)}
	p.record.Added = added
	p.main = splicedEdit(configName, b, []text.Splice{change})
	return p, nil
}
