package refs

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
)

// FindPlan finds a plan.
func FindPlan(s model.Snapshot, text string) (model.Ref, error) {
	plans := ofKind(fitting(All(s), text), model.KindPlan)
	switch len(plans) {
	case 0:
		ref, err := Find(s, text)
		if err == nil {
			err = say.Usage(Subject(ref)+" is not a plan", "see coldstart list plans")
		}
		return ref, err
	case 1:
		return plans[0], nil
	}
	return model.Ref{}, Ambiguous(text, plans)
}

// leastPrefix is the shortest prefix of a proposal's id that counts.
const leastPrefix = 4

// FindProposal finds a proposal by its ref, its id or a prefix of it. An accepted one is a
// learning with the same id.
func FindProposal(m model.Memory, text string) (model.Proposal, error) {
	if m.Unread != "" {
		return model.Proposal{}, fmt.Errorf("the memory cannot be read: %s", m.Unread)
	}
	if why := m.FirstRun(); why.Given() && len(m.Proposals) == 0 {
		return model.Proposal{}, fmt.Errorf("the memory holds no proposals: %s", phrase.Reason(why))
	}
	var fits []model.Proposal
	var ids []string
	for _, p := range m.Proposals {
		if text == p.Ref().String() || p.ID != "" && text == p.ID {
			return p, nil
		}
		if len([]rune(text)) >= leastPrefix && strings.HasPrefix(p.ID, text) {
			fits = append(fits, p)
		}
		ids = append(ids, p.ID)
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return acceptedProposal(m, text, say.Suggest(text, ids, "see coldstart list memory"))
	}
	return model.Proposal{}, Ambiguous(text, say.Each(fits, model.Proposal.Ref))
}

func acceptedProposal(m model.Memory, text, hint string) (model.Proposal, error) {
	for _, l := range m.Learned {
		p := model.Proposal{Path: l.Path, ID: l.ID, Type: l.Type, Status: "accepted"}
		begins := len([]rune(text)) >= leastPrefix && strings.HasPrefix(l.ID, text)
		if l.Confirmed && l.ID != "" && (begins || text == p.Ref().String()) {
			return p, nil
		}
	}
	return model.Proposal{}, say.Failed(model.ErrNotFound, fmt.Sprintf("Proposal '%s' not found", text), hint)
}

// FindTrace finds a trace by its name, its path, its folder or its id.
func FindTrace(s model.Snapshot, text string) (model.Ref, error) {
	var fits []model.Ref
	var all []string
	for _, t := range s.Traces {
		names := []string{t.Ref().String(), t.Path, path.Dir(t.Path), path.Base(path.Dir(t.Path)), t.Title(), t.Workflow}
		if slices.Contains(names, text) {
			fits = append(fits, t.Ref())
		}
		all = append(all, names...)
	}
	switch len(fits) {
	case 0:
		return model.Ref{}, NotFound(text, say.Suggest(text, all, "see coldstart list traces"))
	case 1:
		return fits[0], nil
	}
	return model.Ref{}, Ambiguous(text, fits)
}

// FindSession finds a session by its number in the event log, by the id that its program gave it
// or the beginning of that, or by its path. One that is open in the event log is named by that.
func FindSession(s model.Snapshot, text string) (model.Ref, error) {
	var fits []model.Ref
	var all []string
	for _, o := range s.Events.Sessions {
		if text == o.Label || text == o.Ref().String() {
			fits = append(fits, o.Ref())
		}
		all = append(all, o.Label)
	}
	for _, t := range s.Transcripts {
		if text == t.ID || text == t.Path || text == t.Ref().String() {
			fits = append(fits, t.Ref())
		}
		all = append(all, t.ID)
	}
	if len(fits) == 0 {
		fits = begun(s, text)
	}
	switch len(fits) {
	case 0:
		return model.Ref{}, NotFound(text, say.Suggest(text, all, "see coldstart list orphans"))
	case 1:
		return inLog(s, fits[0]), nil
	}
	return model.Ref{}, Ambiguous(text, fits)
}

// inLog is the orphan of the event log that a session is, else the session itself.
func inLog(s model.Snapshot, ref model.Ref) model.Ref {
	t, _ := s.Transcript(ref)
	for _, o := range s.Orphans() {
		if o.Ref() == t.Log {
			return t.Log
		}
	}
	return ref
}

// FindNeed finds a row of the queue, also a snoozed one; a plan means the one request that
// waits for it.
func FindNeed(s model.Snapshot, text string) (model.Ref, error) {
	needs := map[model.Ref]bool{}
	for _, a := range rule.NeedsYou(s) {
		needs[a.Ref] = true
	}
	for _, r := range rule.Snoozed(s) {
		needs[r.Ref] = true
	}
	idle := func(r model.Ref) bool { return !needs[r] }
	called := fitting(All(s), text)
	fits := slices.DeleteFunc(slices.Clone(called), idle)
	if len(fits) == 0 {
		fits = slices.DeleteFunc(requestsNaming(s, ofKind(called, model.KindPlan), text), idle)
	}
	switch len(fits) {
	case 0:
		return Find(s, text)
	case 1:
		return fits[0], nil
	}
	return model.Ref{}, Ambiguous(text, fits)
}

// FindToKnow finds, by path or name, what the operator may acknowledge: an approved file that changed or failed since, or
// a plan with a ticked step that was not approved.
func FindToKnow(s model.Snapshot, text string) (model.Ref, bool) {
	var refs []model.Ref
	for _, v := range append(rule.Altered(s), rule.ByOthers(s)...) {
		refs = append(refs, model.Ref{Kind: model.KindRequest, Path: v.Path})
	}
	for _, r := range s.Decided {
		refs = append(refs, r.Ref())
	}
	for _, p := range s.Plans {
		refs = append(refs, p.Ref())
	}
	for _, a := range s.Alarms {
		if ref := a.Problem().Ref(); rule.ToKnow(s, ref) && (text == a.ID || text == ref.String()) {
			return ref, true
		}
	}
	for _, ref := range refs {
		if rule.ToKnow(s, ref) && slices.Contains(NamesOf(ref).names, text) {
			return ref, true
		}
	}
	return model.Ref{}, false
}

// FindKnown finds an approved file whose failure the operator has acknowledged.
func FindKnown(s model.Snapshot, text string) (model.Ref, bool) {
	for _, r := range s.Decided {
		if r.Carried != nil && r.Carried.Known && slices.Contains(NamesOf(r.Ref()).names, text) {
			return r.Ref(), true
		}
	}
	return model.Ref{}, false
}
