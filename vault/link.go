package vault

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
)

// foldVersions puts the plans of one source together: loops write a new plan for the
// same source with every run. The newest stands for all, and counts the others.
func foldVersions(plans []model.Plan) {
	newest := map[string]int{}
	for i := range plans {
		p := &plans[i]
		source := p.Reading.Source
		if source == "" || !p.Reading.Foreign {
			continue
		}
		source = path.Dir(p.Path) + "\x00" + source
		j, met := newest[source]
		switch {
		case !met:
			newest[source] = i
		case newer(*p, plans[j]):
			p.Folded, plans[j].Folded = plans[j].Folded+1, 0
			plans[j].Older, newest[source] = true, i
		default:
			p.Older = true
			plans[j].Folded++
		}
	}
}

func newer(a, b model.Plan) bool {
	return cmp.Or(a.Reading.Version.Time.Compare(b.Reading.Version.Time), cmp.Compare(a.Path, b.Path)) > 0
}

// link ties requests to the plans they name, by id or by path. An id that several of
// the agents' own plans share links to none of them. Where a request names none, a
// plan with the same source or the same stem in its file name is probably its plan;
// nothing is decided by that.
func link(s *model.Snapshot) {
	named, likely := map[string][]model.Plan{}, map[string]string{}
	for _, p := range s.Plans {
		if p.Older {
			continue
		}
		for _, key := range []string{model.BareID(p.ID), p.Path, path.Base(p.Path)} {
			named[key] = append(named[key], p)
		}
		for _, key := range []string{"source:" + p.Reading.Source, "stem:" + p.Reading.Stem} {
			if !strings.HasSuffix(key, ":") {
				likely[key] = p.Path
			}
		}
	}
	for i := range s.Requests {
		r := &s.Requests[i]
		if r.PlanID == "" {
			r.Probably = cmp.Or(likely["source:"+r.Reading.Source], likely["stem:"+r.Reading.Stem])
			continue
		}
		found := distinct(named[model.BareID(r.PlanID)])
		switch {
		case len(found) == 0:
		case len(found) == 1:
			r.Plan = found[0].Path
		case slices.ContainsFunc(found, func(p model.Plan) bool { return !p.Reading.Foreign }):
			s.Problems = append(s.Problems, model.Problem{
				Path:   r.Path,
				Reason: fmt.Sprintf("names plan %s, which %d files claim to be", r.PlanID, len(found)),
				Hint:   "give each plan its own task_id; until then no plan is changed by a decision",
			})
		}
	}
}

// distinct takes out plans that were found twice, by id and by name.
func distinct(plans []model.Plan) []model.Plan {
	return slices.CompactFunc(plans, func(a, b model.Plan) bool { return a.Path == b.Path })
}

func planNamed(plans []model.Plan, id string) []model.Plan {
	var found []model.Plan
	for _, p := range plans {
		if p.SameID(id) {
			found = append(found, p)
		}
	}
	return found
}

// markTwins finds requests whose name already lies in a decided folder.
func (v *Vault) markTwins(l layout, s *model.Snapshot) {
	for i := range s.Requests {
		r := &s.Requests[i]
		for _, f := range []folder{folderApproved, folderRejected} {
			for _, dir := range l[f] {
				if name := path.Join(dir, r.Name); r.Twin == "" && v.disk.exists(name) {
					r.Twin = name
				}
			}
		}
	}
}
