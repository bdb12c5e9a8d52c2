package vault

import (
	"path"

	"coldstart/model"
	"coldstart/vault/text"
)

// prepareSwitch makes a research problem the current one: one value of the project's
// configuration. What the operator saw is the problem's statement.
func (v *Vault) prepareSwitch(d model.Decision, id string, l layout) (prepared, error) {
	if _, _, err := v.seenResearch(d, path.Join(d.Ref.Path, problemFile)); err != nil {
		return prepared{}, err
	}
	configName := l.places.researchConfig()
	b, info, err := v.disk.read(configName, maxDocument)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	}
	slug := path.Base(d.Ref.Path)
	config, err := readConfig(b, v.opts.Zone)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", configName, err)
	}
	current := config.slug() == slug
	s := model.Snapshot{At: d.At, Research: model.Research{Problems: []model.ResearchProblem{{Path: d.Ref.Path, Current: current}}}}
	switch reason := s.Refuse(d.Ref, d.Choice); {
	case reason != "" && current:
		return prepared{}, refused(d, model.ErrConflict, "%s", reason)
	case reason != "":
		return prepared{}, refused(d, model.ErrNotAllowed, "%s", reason)
	}
	change, added, err := config.switchTo(slug)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", configName, err)
	}
	p := prepared{layout: l, mode: info.Mode().Perm(), record: v.newRecord(d, id)}
	p.record.Added = added
	p.main = splicedEdit(configName, b, []text.Splice{change})
	return p, nil
}
