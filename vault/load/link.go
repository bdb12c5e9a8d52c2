package load

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// FoldVersions folds the plans of one source into the newest: loops write a new plan for the
// same source with every run. One that is begun or waits is never folded.
func FoldVersions(plans []model.Plan) {
	newest := map[string]*model.Plan{}
	source := func(p *model.Plan) string { return path.Dir(p.Path) + "\x00" + p.Reading.Source }
	for i := range plans {
		p := &plans[i]
		if p.Reading.Source == "" || !p.Reading.Foreign {
			continue
		}
		if n := newest[source(p)]; n == nil || byVersion(p, n) > 0 {
			newest[source(p)] = p
		}
	}
	for i := range plans {
		p := &plans[i]
		if n := newest[source(p)]; n != nil && n != p && p.Reading.Foreign && p.Reading.Source != "" && !isBegun(*p) {
			p.Older = true
			n.Folded++
		}
	}
}

// isBegun reports an open plan that is active, blocked, claimed, or has a step done.
func isBegun(p model.Plan) bool {
	done, _ := p.Progress()
	switch p.Status.State {
	case model.StateDone:
		return false
	case model.StateActive, model.StateBlocked:
		return true
	}
	return done > 0 || p.Reading.Claimed != ""
}

// byVersion orders the versions of a plan, oldest first: by the time that they state, the
// one in their name, and their path.
func byVersion(a, b *model.Plan) int {
	return cmp.Or(
		a.Reading.Version.Time.Compare(b.Reading.Version.Time),
		a.Reading.Named.Time.Compare(b.Reading.Named.Time),
		cmp.Compare(a.Path, b.Path),
	)
}

// Link links requests to the plans they name. An id that several of the agents' own plans
// share links to none. A request that names none may still belong to the plan with the same
// source or the same stem in its file name, which is shown and decides nothing.
func Link(s *model.Snapshot) {
	index := IndexPlans(s.Plans, s.Requests)
	for i := range s.Decided {
		index.tie(&s.Decided[i])
	}
	for i := range s.Requests {
		r := &s.Requests[i]
		found := index.tie(r)
		if r.Plan != "" || !slices.ContainsFunc(found, func(p *model.Plan) bool { return !p.Reading.Foreign }) {
			continue
		}
		s.Problems = append(s.Problems, model.Problem{
			Path:   r.Path,
			Reason: fmt.Sprintf("names plan %s, which %d files claim to be", r.PlanID, len(found)),
			Hint:   "give each plan its own task_id; until then no plan is changed by a decision",
		})
	}
}

// tie links one request, and notes on its plan what is asked and was granted. It gives the
// plans that the request may mean when they are several.
func (x PlanIndex) tie(r *model.Request) (found []*model.Plan) {
	if r.PlanID != "" {
		r.Plan, found = x.Named(r.PlanID)
	} else if said := x.mention[cmp.Or(r.Was, r.Name)]; len(said) == 1 && said[0].Path != r.Path {
		r.Plan, r.Reading.Plan = said[0].Path, model.BasisDerived
	} else {
		r.Probably = cmp.Or(x.probably("source", r.Reading.Source, r.Path), x.probably("stem", r.Reading.Stem, r.Path))
	}
	p := x.byPath[cmp.Or(r.Plan, r.Probably)]
	if itself := x.byPath[r.Path]; itself != nil && r.Reading.Decision == model.DecisionApproved {
		itself.Grants = append(itself.Grants, model.Grant{At: r.DecidedAt, From: r.Path})
	}
	switch {
	case p == nil:
	case r.Reading.Decision == model.DecisionPending:
		p.AskedSteps = append(p.AskedSteps, r.Step)
	case r.Reading.Decision == model.DecisionApproved:
		p.Grants = append(p.Grants, model.Grant{Step: r.Step, At: r.DecidedAt, From: r.Path, Probably: r.Plan == ""})
	}
	return found
}

// PlanIndex finds plans by what requests call them. It has no older versions.
type PlanIndex struct {
	byPath               map[string]*model.Plan
	byID, byName, likely map[string][]*model.Plan
	// mention has the plans that mention a file among the requests, by its name.
	mention map[string][]*model.Plan
	// asking are the paths of requests: a plan that waits as one is not the plan that others
	// mean.
	asking map[string]bool
}

// IndexPlans makes an index of plans by what requests call them.
func IndexPlans(plans []model.Plan, requests []model.Request) PlanIndex {
	x := PlanIndex{
		byPath: map[string]*model.Plan{}, byID: map[string][]*model.Plan{}, byName: map[string][]*model.Plan{},
		likely: map[string][]*model.Plan{}, mention: map[string][]*model.Plan{}, asking: map[string]bool{},
	}
	for i := range requests {
		x.asking[requests[i].Path] = true
	}
	for i := range plans {
		p := &plans[i]
		if p.Older {
			continue
		}
		id, name := model.BareID(p.ID), path.Base(p.Path)
		source, stem := "source:"+p.Reading.Source, "stem:"+p.Reading.Stem
		x.byPath[p.Path] = p
		x.byID[id], x.byName[name] = append(x.byID[id], p), append(x.byName[name], p)
		for _, name := range p.Reading.Mentions {
			x.mention[name] = append(x.mention[name], p)
		}
		x.likely[source], x.likely[stem] = append(x.likely[source], p), append(x.likely[stem], p)
	}
	return x
}

// Named gives the path of the one plan with this path, id, or file name, which finds a plan
// that was moved. When there are several it gives them instead.
func (x PlanIndex) Named(text string) (plan string, found []*model.Plan) {
	text = bareName(text)
	if p := x.byPath[path.Clean(text)]; p != nil {
		return p.Path, nil
	}
	found = x.byID[model.BareID(text)]
	if model.BareID(text) == "" || len(found) == 0 {
		found = x.byName[path.Base(text)]
	}
	for _, last := range []func(*model.Plan) bool{
		func(p *model.Plan) bool { return p.Reading.Closed },
		func(p *model.Plan) bool { return x.asking[p.Path] },
	} {
		if rest := slices.DeleteFunc(slices.Clone(found), last); len(rest) > 0 {
			found = rest
		}
	}
	if len(found) == 1 {
		return found[0].Path, nil
	}
	return "", found
}

// bareName removes quotes and brackets around a name.
func bareName(text string) string {
	return strings.ReplaceAll(strings.Trim(text, "`\"'[]() "), `\`, "/")
}

// Calls reports whether a request that names a plan so may mean this one.
func Calls(text string, p model.Plan) bool {
	return p.SameID(text) || text != "" && path.Base(bareName(text)) == path.Base(p.Path)
}

// probably gives the plan with a source or a stem: the only one, else the newest. A request
// that is a plan is not its own.
func (x PlanIndex) probably(by, value, request string) string {
	if value == "" {
		return ""
	}
	found := slices.DeleteFunc(slices.Clone(x.likely[by+":"+value]), func(p *model.Plan) bool { return p.Path == request })
	if len(found) == 0 {
		return ""
	}
	newest := slices.MaxFunc(found, byVersion)
	for _, p := range found {
		if p != newest && !p.Reading.Version.Time.Before(newest.Reading.Version.Time) {
			return ""
		}
	}
	return newest.Path
}

// MarkTwins marks the requests whose name a decided or finished file has already.
func MarkTwins(d disk.Disk, layout places.Layout, s *model.Snapshot) {
	if len(s.Requests) == 0 {
		return
	}
	done := map[string]string{}
	// What cannot be listed is reported with the plans that are looked for there.
	finished, _ := places.Watched(d, layout, places.FolderDone)
	for _, name := range finished {
		done[path.Base(name)] = name
	}
	filled := map[places.Folder][]string{}
	for _, f := range []places.Folder{places.FolderApproved, places.FolderRejected} {
		for _, dir := range layout.Dirs[f] {
			if !d.IsEmpty(dir) {
				filled[f] = append(filled[f], dir)
			}
		}
	}
	for i := range s.Requests {
		r := &s.Requests[i]
		decided := func(f places.Folder) string {
			for _, dir := range filled[f] {
				if name := path.Join(dir, r.Name); d.Exists(name) && !d.IsFolder(name) {
					return name
				}
			}
			return ""
		}
		approved := decided(places.FolderApproved)
		r.Twin = cmp.Or(approved, done[r.Name], decided(places.FolderRejected))
		r.TwinApproved, r.TwinDone = approved != "", approved == "" && done[r.Name] != ""
	}
}

// decidedTwice reports files with one name in Approved and Rejected, since agents look into
// Approved first. It is right when the operator approved a request that came back after
// its rejection.
func decidedTwice(l places.Layout, decided []model.Request) (problems []model.Problem) {
	rejected := map[string]model.Request{}
	for _, r := range decided {
		if l.Contains(places.FolderRejected, r.Path) {
			rejected[strings.ToLower(r.Name)] = r
		}
	}
	for _, r := range decided {
		other, twice := rejected[strings.ToLower(r.Name)]
		meant := r.DecidedHere && !other.DecidedAt.After(r.DecidedAt)
		if twice && !meant && l.Contains(places.FolderApproved, r.Path) {
			problems = append(problems, model.Problem{
				Path: r.Path, Reason: "a file with this name is also rejected: " + other.Path + "; agents treat it as approved",
				Hint: "coldstart verify lists what you approved; remove the other one",
			})
		}
	}
	return problems
}
