// Package refs finds the item that an argument refers to.
package refs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/rule"
)

// Named is a thing of the vault with all its names.
type Named struct {
	Ref model.Ref
	// names are the id, the path, the file name with and without its ending, and
	// for a plan its plan id.
	names []string
}

// Find finds a thing to look at. It fails with model.ErrNotFound, or with say.ErrUsage and
// the candidates when several things fit.
func Find(s model.Snapshot, text string) (model.Ref, error) {
	things := All(s)
	fits := fitting(things, text)
	if len(fits) == 0 {
		fits = fitting(decidedThings(s), text)
	}
	if len(fits) == 0 {
		fits = begun(s, text)
	}
	return oneOf(things, fits, text)
}

// begun returns the sessions whose ids begin so, as people shorten them.
func begun(s model.Snapshot, text string) (refs []model.Ref) {
	for _, t := range s.Transcripts {
		if len(text) >= leastPrefix && strings.HasPrefix(t.ID, text) {
			refs = append(refs, t.Ref())
		}
	}
	return refs
}

// oneOf fails unless exactly one thing fits.
func oneOf(things []Named, fits []model.Ref, text string) (model.Ref, error) {
	switch len(fits) {
	case 0:
		return model.Ref{}, say.Hinted(isNot(text), near(things, text)...)
	case 1:
		return fits[0], nil
	}
	return model.Ref{}, Ambiguous(text, fits)
}

// FindShown is Find, except that for a file that is a request and something else it gives
// the request, and the id of the other.
func FindShown(s model.Snapshot, text string) (ref model.Ref, other string, err error) {
	fits := fitting(All(s), text)
	requests := ofKind(fits, model.KindRequest)
	if len(fits) == 2 && len(requests) == 1 && fits[0].Path == fits[1].Path {
		i := slices.IndexFunc(fits, func(r model.Ref) bool { return r != requests[0] })
		return requests[0], fits[i].String(), nil
	}
	ref, err = Find(s, text)
	return ref, "", err
}

// NotFound says that nothing has this name.
func NotFound(text, hint string) error { return say.Hinted(isNot(text), hint) }

func isNot(text string) error {
	return say.Failed(model.ErrNotFound, "no item named "+say.Quoted(text))
}

// leastPart is the shortest part of a name that gets suggestions.
const leastPart = 3

// near suggests things that have the text in their name, else with a similar name. Similar
// numbers are different things.
func near(things []Named, text string) []string {
	var parts []model.Ref
	var spelled []string
	small := strings.ToLower(text)
	for _, t := range things {
		has := func(name string) bool { return strings.Contains(strings.ToLower(name), small) }
		if len(text) >= leastPart && slices.ContainsFunc(t.names, has) && !slices.Contains(parts, t.Ref) {
			parts = append(parts, t.Ref)
		}
		for _, name := range t.names {
			if _, err := strconv.ParseFloat(name, 64); err != nil {
				spelled = append(spelled, name)
			}
		}
	}
	switch len(parts) {
	case 0:
		return []string{say.Suggest(text, spelled, "see coldstart list requests and coldstart list plans")}
	case 1:
		return []string{"did you mean " + parts[0].String() + "?"}
	}
	return listed(fmt.Sprintf("%d names contain it:", len(parts)), parts)
}

// mostCandidates is how many candidates are listed.
const mostCandidates = 10

// Ambiguous says that several things have this name.
func Ambiguous(text string, fits []model.Ref) error {
	return say.Usage(fmt.Sprintf("%s matches %d items", say.Quoted(text), len(fits)), listed("use one of these ids:", fits)...)
}

// listed is a hint with a list of ids.
func listed(heading string, refs []model.Ref) []string {
	hints := []string{heading}
	for i, r := range refs {
		if i == mostCandidates {
			return append(hints, fmt.Sprintf("+%d more", len(refs)-i))
		}
		hints = append(hints, r.String())
	}
	return hints
}

// All returns everything that can be shown.
func All(s model.Snapshot) []Named {
	var things []Named
	for _, p := range s.Plans {
		bare := strings.TrimPrefix(p.ID, "PLAN-")
		things = append(things, NamesOf(p.Ref(), p.ID, bare, "PLAN-"+bare))
	}
	for _, r := range s.Requests {
		things = append(things, NamesOf(r.Ref()))
	}
	// The file name means the pending request, so a decided one needs its path.
	for _, r := range s.Decided {
		things = append(things, Named{r.Ref(), []string{r.Ref().String(), r.Path}})
	}
	for _, o := range s.Others {
		things = append(things, Named{o.Ref(), []string{o.Ref().String(), o.Path}})
	}
	for _, i := range s.Intake {
		things = append(things, NamesOf(i.Ref()))
	}
	for _, t := range s.Traces {
		things = append(things, NamesOf(t.Ref(), t.Title(), path.Dir(t.Path)))
	}
	for _, w := range s.Work {
		things = append(things, NamesOf(w.Ref(), w.ID))
	}
	for _, o := range s.Events.Sessions {
		things = append(things, Named{o.Ref(), []string{o.Ref().String(), o.Label}})
	}
	for _, t := range s.Transcripts {
		things = append(things, Named{t.Ref(), []string{t.Ref().String(), t.Path, t.ID}})
	}
	things = append(things, learnedThings(s)...)
	for _, e := range s.Lessons.Entries {
		// Its file is something else, too.
		things = append(things, Named{e.Ref(), []string{e.Ref().String()}})
	}
	// The file of a problem is mostly something else too, which comes first.
	paths := make(map[string]bool, len(things))
	for _, t := range things {
		paths[t.Ref.Path] = true
	}
	for _, p := range s.Problems {
		known := paths[p.Path]
		t := Named{Ref: p.Ref(), names: []string{p.Ref().String()}}
		if !known {
			base := path.Base(p.Path)
			t = NamesOf(p.Ref(), strings.TrimPrefix(strings.TrimSuffix(base, path.Ext(base)), "PLAN-"))
		}
		if p.Alarm != "" {
			t.names = append(t.names, p.Alarm)
		}
		things, paths[p.Path] = append(things, t), true
	}
	return things
}

// decidedThings are the decided requests by their file names.
func decidedThings(s model.Snapshot) []Named {
	return say.Each(s.Decided, func(r model.Request) Named { return NamesOf(r.Ref()) })
}

// NamesOf returns a thing with the names that follow from its path, and more.
func NamesOf(ref model.Ref, more ...string) Named {
	base := path.Base(ref.Path)
	names := []string{ref.String(), ref.Path, base, strings.TrimSuffix(base, path.Ext(base))}
	if !utf8.ValidString(ref.Path) {
		// As it is shown, since such a name is hard to type.
		for _, name := range names {
			names = append(names, shown(name))
		}
	}
	return Named{ref, append(names, more...)}
}

// shown writes the bytes of a name that are no UTF-8 as lists do: ⟦\xE9⟧.
func shown(name string) string {
	var b strings.Builder
	for i, r := range name {
		if _, n := utf8.DecodeRuneInString(name[i:]); r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, "⟦\\x%02X⟧", name[i])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Handy is the shortest name; for a trace its folder, since all have one file name.
func (n Named) Handy() string {
	if n.Ref.Kind == model.KindTrace {
		return path.Base(path.Dir(n.Ref.Path))
	}
	return slices.MinFunc(n.names, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
}

// fitting returns the things with exactly this name, else those that differ only in case.
func fitting(things []Named, text string) []model.Ref {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		var fits []model.Ref
		for _, t := range things {
			if slices.ContainsFunc(t.names, func(n string) bool { return same(n, text) }) {
				fits = append(fits, t.Ref)
			}
		}
		if len(fits) > 0 {
			return fits
		}
	}
	return nil
}

// FindRequest finds what a choice is about. Unlike Find it ignores what cannot be decided,
// takes a plan for the requests that wait for it, and a file name for what is pending.
func FindRequest(s model.Snapshot, text string, choice model.Choice) (model.Ref, error) {
	things := All(s)
	fits := fitting(things, text)
	plans, candidates := ofKind(fits, model.KindPlan), ofKind(fits, model.KindRequest)
	id := text
	if len(candidates) > 0 {
		// The name of a file is not the id of a missing plan.
		id = ""
	}
	if len(fits) == 0 || len(plans)+len(candidates) > 0 {
		for _, r := range requestsNaming(s, plans, id) {
			if !slices.Contains(candidates, r) {
				candidates = append(candidates, r)
			}
		}
	}
	for _, p := range plans {
		if !rule.Refuse(s, p, choice).Given() {
			candidates = append(candidates, p)
		}
	}
	switch len(candidates) {
	case 0:
		return oneOf(things, fits, text)
	case 1:
		return candidates[0], nil
	}
	return model.Ref{}, Ambiguous(text, candidates)
}

// ofKind returns the refs of one kind.
func ofKind(refs []model.Ref, k model.Kind) (of []model.Ref) {
	for _, r := range refs {
		if r.Kind == k {
			of = append(of, r)
		}
	}
	return of
}

// requestsNaming lists the pending requests of some plans, and those that name the plan id,
// whose plan may be gone.
func requestsNaming(s model.Snapshot, plans []model.Ref, id string) []model.Ref {
	var refs []model.Ref
	for _, r := range s.Requests {
		linked := slices.ContainsFunc(plans, func(p model.Ref) bool { return p.Path == r.Plan })
		if called := (model.Plan{ID: r.PlanID}); linked || r.PlanID != "" && called.SameID(id) {
			refs = append(refs, r.Ref())
		}
	}
	return refs
}

// learnedThings are the parts of the research journal and the memory. An entry has its id
// as a name, also after its problem's slug.
func learnedThings(s model.Snapshot) []Named {
	var things []Named
	for _, p := range s.Research.Problems {
		things = append(things, Named{p.Ref(), []string{p.Ref().String(), p.Path, p.Slug}})
		if p.Journal.Found {
			things = append(things, NamesOf(p.Journal.Ref()))
		}
		for _, e := range p.Journal.Entries {
			item := e.Ref().Item
			things = append(things, Named{e.Ref(), []string{e.Ref().String(), item, p.Slug + "/" + item}})
		}
	}
	m := s.Memory
	if m.Found || m.Unread != "" {
		things = append(things, NamesOf(m.Ref()))
	}
	for _, p := range m.Proposals {
		things = append(things, Named{p.Ref(), []string{p.Ref().String(), p.Ref().Item}})
	}
	for _, l := range slices.Concat(m.Learned, m.Kept) {
		things = append(things, Named{l.Ref(), []string{l.Ref().String(), l.Ref().Item}})
	}
	return things
}

// Subject names what a decision is about, in sentences.
func Subject(ref model.Ref) string {
	switch ref.Kind {
	case model.KindSession:
		var label string
		if json.Unmarshal([]byte(ref.Item), &label) != nil {
			label = ref.Item
		}
		return "session " + label
	case model.KindTranscript:
		base := path.Base(ref.Path)
		return "session " + strings.TrimSuffix(base, path.Ext(base))
	case model.KindProposal:
		return "proposal " + ref.Item
	case model.KindProblem:
		if ref.OfGate() {
			return ref.Item
		}
	case model.KindResearch:
		return path.Base(ref.Path)
	}
	return ref.Path
}

// Typed returns what names the thing for coldstart show.
func Typed(ref model.Ref) string {
	switch ref.Kind {
	case model.KindProposal:
		return ref.Item
	case model.KindResearch:
		return path.Base(ref.Path)
	}
	return ref.Path
}
