package load

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/rule"
)

// FoldVersions folds the plans of one source into the newest: loops write a new plan for the
// same source with every run. One that is begun or waits is never folded.
func FoldVersions(plans []model.Plan) {
	newest := map[string]*model.Plan{}
	source := func(p *model.Plan) string {
		return path.Dir(p.Path) + "\x00" + p.Reading.Source + "\x00" + p.Reading.Task
	}
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
		if p.Reading.Source == "" || !p.Reading.Foreign {
			continue
		}
		if n := newest[source(p)]; n != p && !isBegun(*p) && isOneJob(p, n) {
			p.Older = true
			n.Folded++
		}
	}
}

// isOneJob reports whether two plans of one source are versions of one job: where only their names
// and titles say so, the one has most of the other's steps, too.
func isOneJob(a, b *model.Plan) bool {
	if a.Reading.Task == "" {
		return true
	}
	texts, same := map[string]bool{}, 0
	for _, s := range a.Steps {
		texts[strings.ToLower(model.OneLine(s.Text))] = true
	}
	for _, s := range b.Steps {
		if texts[strings.ToLower(model.OneLine(s.Text))] {
			same++
		}
	}
	fewer := min(len(a.Steps), len(b.Steps))
	return fewer == 0 || 2*same > fewer
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
	copied := withoutCopies(s)
	if len(s.Requests)+len(s.Decided)+len(s.Approvals)+len(s.Finished) == 0 {
		return
	}
	index := IndexPlans(s.Plans, s.Requests)
	for _, v := range rule.Altered(*s) {
		index.altered[v.Path] = true
	}
	index.noteApprovals(s)
	for _, others := range []bool{false, true} {
		// What the operator approved counts first.
		for i := range s.Decided {
			if s.Decided[i].ByOthers == others {
				index.tie(&s.Decided[i])
			}
		}
	}
	index.markDecided(s.Decided)
	for i := range s.Requests {
		r := &s.Requests[i]
		r.Plan = cmp.Or(copied[r.Path], r.Plan)
		found := index.tie(r)
		if r.Plan != "" || !slices.ContainsFunc(found, func(p *model.Plan) bool { return !p.Reading.Foreign }) {
			continue
		}
		s.Problems = append(s.Problems, model.Problem{
			Path:   r.Path,
			Reason: fmt.Sprintf("names plan %s, which %d files claim to be", r.PlanID, len(found)),
			Hint:   "each plan needs its own task_id; until then no plan is changed by a decision",
		})
	}
}

// noteApprovals notes on plans what their steps said when they were approved: by the ledger what the plan said, else what
// the request describes.
func (x PlanIndex) noteApprovals(s *model.Snapshot) {
	note := func(a model.Approval) {
		if !a.Known || a.Step == 0 {
			return
		}
		one, found := x.Named(a.PlanID)
		if p := x.byPath[one]; p != nil {
			found = []*model.Plan{p}
		}
		for _, p := range found {
			p.Approvals = append(p.Approvals, a)
		}
	}
	recorded := map[string]bool{}
	for _, a := range s.Approvals {
		// Agents move the file on under its name.
		recorded[path.Base(a.From)] = recorded[path.Base(a.From)] || a.Known
		note(a)
	}
	for _, list := range [][]model.Request{s.Decided, s.Finished} {
		for _, r := range list {
			if r.Reading.Decision != model.DecisionRejected && !r.ByOthers && r.Action != "" && !recorded[r.Name] {
				note(rule.ApprovalOf(r))
			}
		}
	}
}

// withoutCopies removes the plans that are copies of others among the requests, and gives by the path
// of each copy that of its plan: agents copy a plan to ask for a yes to it.
func withoutCopies(s *model.Snapshot) map[string]string {
	if len(s.Requests) == 0 && !slices.ContainsFunc(s.Plans, func(p model.Plan) bool { return p.Reading.Request }) {
		return nil
	}
	byBytes, byName := map[model.Fingerprint][]string{}, map[string][]string{}
	name := func(p model.Plan) string { return path.Base(p.Path) + "\x00" + model.BareID(p.ID) }
	for _, p := range s.Plans {
		if p.Reading.Request || p.Older || p.Reading.Closed || p.Status.State == model.StateDone {
			continue
		}
		byBytes[p.Seen] = append(byBytes[p.Seen], p.Path)
		if p.Reading.ID == model.BasisDeclared {
			byName[name(p)] = append(byName[name(p)], p.Path)
		}
	}
	copied := map[string]string{}
	for _, r := range s.Requests {
		if same := byBytes[r.Seen]; len(same) == 1 && !r.Unread {
			copied[r.Path] = same[0]
		}
	}
	for _, p := range s.Plans {
		same := byBytes[p.Seen]
		if len(same) == 0 && p.Reading.ID == model.BasisDeclared {
			same = byName[name(p)]
		}
		if p.Reading.Request && len(same) == 1 {
			copied[p.Path] = same[0]
		}
	}
	s.Plans = slices.DeleteFunc(s.Plans, func(p model.Plan) bool { return copied[p.Path] != "" })
	return copied
}

// tie links one request, and notes on its plan what is asked and was granted. It returns the
// plans that the request may mean when they are several.
func (x PlanIndex) tie(r *model.Request) (found []*model.Plan) {
	if r.PlanID != "" {
		r.Plan, found = x.Named(r.PlanID)
	} else if r.Plan != "" {
		r.Reading.Plan = model.BasisDerived
	} else if said := x.mention[cmp.Or(r.Was, r.Name)]; len(said) == 1 && said[0].Path != r.Path {
		r.Plan, r.Reading.Plan = said[0].Path, model.BasisDerived
	} else {
		r.Probably = cmp.Or(probably(x.bySource, r.Reading.Source, r.Path), probably(x.byStem, r.Reading.Stem, r.Path))
	}
	p := x.byPath[cmp.Or(r.Plan, r.Probably)]
	if itself := x.byPath[r.Path]; itself != nil && r.Reading.Decision == model.DecisionApproved && r.Against == nil {
		itself.Grants = append(itself.Grants, model.Grant{At: r.DecidedAt, From: r.Path, ByOthers: r.ByOthers, Altered: x.altered[r.Path]})
	}
	switch {
	case p == nil:
	case r.Reading.Decision == model.DecisionPending:
		p.AskedSteps = append(p.AskedSteps, r.Step)
		p.AsksYou = p.AsksYou || rule.Turn(*r) == model.TurnOperator
	case r.Against != nil:
		p.Disputed = append(p.Disputed, r.Step)
	case r.Reading.Decision == model.DecisionApproved:
		p.Grants = append(p.Grants, model.Grant{Step: r.Step, At: r.DecidedAt, From: r.Path, Probably: r.Plan == "", ByOthers: r.ByOthers, Altered: x.altered[r.Path]})
	}
	return found
}

// markDecided notes on the plans which steps lie approved and which rejected, by the requests that name them: an
// approval that was asked for no earlier outweighs a rejection, also where it is unknown which came first.
func (x PlanIndex) markDecided(decided []model.Request) {
	type step struct {
		plan   string
		number int
	}
	approved := map[step][]model.Stamp{}
	for _, r := range decided {
		if r.Reading.Decision == model.DecisionApproved {
			of := step{r.Plan, r.Step}
			approved[of] = append(approved[of], r.Created)
		}
	}
	for _, r := range decided {
		outweighs := func(asked model.Stamp) bool {
			return !asked.Known() || !r.Created.Known() || !asked.Time.Before(r.Created.Time)
		}
		p, of := x.byPath[r.Plan], step{r.Plan, r.Step}
		if p != nil && r.Step > 0 && r.Reading.Decision == model.DecisionRejected && !slices.ContainsFunc(approved[of], outweighs) {
			p.Rejected = append(p.Rejected, r.Step)
			delete(approved, of)
		}
	}
	for of := range approved {
		if p := x.byPath[of.plan]; p != nil && of.number > 0 {
			p.Approved = append(p.Approved, of.number)
		}
	}
}

// PlanIndex finds plans by what requests call them, and older versions by their path and name
// alone.
type PlanIndex struct {
	byPath                         map[string]*model.Plan
	byID, byName, bySource, byStem map[string][]*model.Plan
	// byKey has the plans by what they have in common with their requests.
	byKey map[string][]*model.Plan
	// older has the folded versions by their names.
	older map[string][]*model.Plan
	// mention has the plans that mention a file among the requests, by its name.
	mention map[string][]*model.Plan
	// asking are the paths of requests: a plan that waits as one is not the plan that others
	// mean.
	asking map[string]bool
	// altered are the approved files that changed since.
	altered map[string]bool
}

// IndexPlans makes an index of plans by what requests call them.
func IndexPlans(plans []model.Plan, requests []model.Request) PlanIndex {
	x := PlanIndex{
		byPath: make(map[string]*model.Plan, len(plans)), byID: make(map[string][]*model.Plan, len(plans)), byName: make(map[string][]*model.Plan, len(plans)),
		bySource: map[string][]*model.Plan{}, byStem: map[string][]*model.Plan{}, mention: map[string][]*model.Plan{}, byKey: map[string][]*model.Plan{}, asking: make(map[string]bool, len(requests)), altered: map[string]bool{}, older: map[string][]*model.Plan{},
	}
	for i := range requests {
		x.asking[requests[i].Path] = true
	}
	for i := range plans {
		p := &plans[i]
		id, name := model.BareID(p.ID), path.Base(p.Path)
		if x.byPath[p.Path] = p; p.Older {
			x.older[name] = append(x.older[name], p)
			continue
		}
		source, stem := p.Reading.Source, p.Reading.Stem
		x.byID[id], x.byName[name] = append(x.byID[id], p), append(x.byName[name], p)
		for _, key := range p.Reading.Keys {
			x.byKey[key] = append(x.byKey[key], p)
		}
		for _, name := range p.Reading.Mentions {
			x.mention[name] = append(x.mention[name], p)
		}
		x.bySource[source], x.byStem[stem] = append(x.bySource[source], p), append(x.byStem[stem], p)
	}
	return x
}

// Named returns the path of the one plan with this path, id, or file name, which finds a plan
// that was moved. When there are several it gives them instead.
func (x PlanIndex) Named(text string) (plan string, found []*model.Plan) {
	text = bareName(text)
	for _, name := range []string{text, text + ".md"} {
		if p := x.byPath[path.Clean(name)]; p != nil {
			return p.Path, nil
		}
	}
	found = x.byID[model.BareID(text)]
	if model.BareID(text) == "" {
		found = nil
	}
	for _, named := range []map[string][]*model.Plan{x.byName, x.older} {
		for _, name := range []string{path.Base(text), path.Base(text) + ".md"} {
			if len(found) == 0 {
				found = named[name]
			}
		}
	}
	if len(found) == 0 && model.BareID(text) != "" {
		found = x.byKey[model.BareID(text)]
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

// bareName removes quotes and brackets around a name, and what a link shows for it.
func bareName(text string) string {
	text, _, _ = strings.Cut(strings.Trim(text, "`\"'[]() "), "|")
	return strings.ReplaceAll(text, `\`, "/")
}

// Calls reports whether a request that names a plan so may mean this one.
func Calls(text string, p model.Plan) bool {
	return p.SameID(text) || text != "" && path.Base(bareName(text)) == path.Base(p.Path)
}

// probably returns the plan with a source or a stem: the only one, else the newest. A request
// that is a plan is not its own.
func probably(by map[string][]*model.Plan, value, request string) string {
	if value == "" {
		return ""
	}
	found := slices.DeleteFunc(slices.Clone(by[value]), func(p *model.Plan) bool { return p.Path == request })
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
