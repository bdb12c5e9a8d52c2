package model

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// Doubt is a reason to look twice at a request, or not to approve it: a place where
// another reader of the same bytes takes them for something else, where the file
// contradicts the vault, or where a person is easily deceived.
type Doubt struct {
	// Line counts from 1; zero when the whole file is meant.
	Line int
	// What is one sentence without its line and full stop.
	What   string
	Weight Weight
}

// Weight is what follows from a doubt.
type Weight int

// The weights, lightest first.
const (
	// WeightNote is worth knowing.
	WeightNote Weight = iota
	// WeightAsk takes one more deliberate step to approve: the target is typed.
	WeightAsk
	// WeightBlock cannot be approved. Rejecting and asking for changes stay possible.
	WeightBlock
)

// String gives the weight in one word.
func (w Weight) String() string {
	return word(w, "note", "ask", "block")
}

// String gives the sentence with its line.
func (d Doubt) String() string {
	if d.Line == 0 {
		return d.What
	}
	return fmt.Sprintf("line %d: %s", d.Line, d.What)
}

// reason gives the doubt as the reason of a refusal.
func (d Doubt) reason() Reason { return inItsWords(d.String()) }

// Weighed lists the doubts of one weight.
func (r Request) Weighed(w Weight) []Doubt {
	return where(r.Doubts, func(d Doubt) bool { return d.Weight == w })
}

// Doubtful reports whether the request has a doubt that takes more than a look.
func (r Request) Doubtful() bool {
	return len(r.Weighed(WeightAsk)) > 0 || len(r.Weighed(WeightBlock)) > 0
}

// WeighRequests adds to every request the doubts that come of the rest of the vault:
// a plan or a step that the decision cannot be about, and other requests, pending or
// decided, that are the same in a way that counts. The requests are linked to their
// plans before. Those that were decided keep no doubt: there is nothing left to weigh,
// and an agent that wrote "approved" into one did what it should.
func (s *Snapshot) WeighRequests() {
	same := kinOf(s.Requests, s.Decided)
	plans := make(map[string]*Plan, len(s.Plans))
	for i := range s.Plans {
		plans[s.Plans[i].Path] = &s.Plans[i]
	}
	for i := range s.Requests {
		r := &s.Requests[i]
		r.Doubts = append(r.Doubts, planDoubts(*r, plans[r.Plan])...)
		r.Doubts = append(r.Doubts, same.doubts(*r)...)
		slices.SortStableFunc(r.Doubts, func(a, b Doubt) int { return int(b.Weight - a.Weight) })
	}
	for i := range s.Decided {
		s.Decided[i].Doubts = nil
	}
}

// planDoubts asks whether the step that a request of the agents' own schema names is
// one of its plan that waits for a human. p is nil where it names no single plan.
func planDoubts(r Request, p *Plan) []Doubt {
	if !r.Reading.Own || r.PlanID == "" {
		return nil
	}
	ask := func(format string, args ...any) []Doubt {
		return []Doubt{{What: fmt.Sprintf(format, args...), Weight: WeightAsk}}
	}
	if p == nil {
		return ask("no plan, or more than one, is called %s", r.PlanID)
	}
	if p.Status.State == StateDone || p.Reading.Closed {
		return ask("its plan is done")
	}
	i := slices.IndexFunc(p.Steps, func(step Step) bool { return step.Number == r.Step })
	switch {
	case r.Step == 0:
		return nil
	case i < 0:
		return ask("its plan has no step %d", r.Step)
	case p.Steps[i].Done():
		return ask("step %d of its plan is done already", r.Step)
	case !p.Steps[i].Human:
		return ask("step %d of its plan is not marked as one that a human allows", r.Step)
	}
	return nil
}

// kin finds requests that are the same in a way that counts for a decision.
type kin struct {
	bytes      map[Fingerprint][]*Request
	step, name map[string][]*Request
}

func kinOf(pending, decided []Request) kin {
	k := kin{map[Fingerprint][]*Request{}, map[string][]*Request{}, map[string][]*Request{}}
	for _, list := range [][]Request{pending, decided} {
		for i := range list {
			r := &list[i]
			k.bytes[r.Seen] = append(k.bytes[r.Seen], r)
			k.name[nameKey(r.Name)] = append(k.name[nameKey(r.Name)], r)
			if r.Reading.Decision == DecisionPending && r.PlanID != "" && r.Step > 0 {
				k.step[stepKey(*r)] = append(k.step[stepKey(*r)], r)
			}
		}
	}
	return k
}

func stepKey(r Request) string { return fmt.Sprintf("%s\x00%d", BareID(r.PlanID), r.Step) }

// nameKey is what the names of files have in common that some systems take for one:
// with small or capital letters, with an accent as part of its letter or behind it.
func nameKey(name string) string {
	var key []rune
	for _, r := range strings.ToLower(name) {
		switch {
		case unicode.Is(unicode.Mn, r) && len(key) > 0:
			key[len(key)-1] = accented
		case r >= 0xC0 && r <= 0x24F:
			key = append(key, accented)
		default:
			key = append(key, r)
		}
	}
	return string(key)
}

// accented stands for any letter of Latin with an accent.
const accented = '\u00E0'

// doubts names at most one request for each way.
func (k kin) doubts(r Request) []Doubt {
	var out []Doubt
	add := func(weight Weight, what string, list []*Request, counts func(*Request) bool) {
		for _, other := range list {
			if other.Path != r.Path && counts(other) {
				out = append(out, Doubt{What: what + ": " + other.Path, Weight: weight})
				return
			}
		}
	}
	is := func(decision string) func(*Request) bool {
		return func(other *Request) bool { return other.Reading.Decision == decision }
	}
	bytes := k.bytes[r.Seen]
	add(WeightAsk, "this very text was approved before", bytes, is(DecisionApproved))
	if r.Repeated && len(out) == 0 {
		// The agent moved it on, most likely because it carried it out.
		out = append(out, Doubt{What: "this very text was approved before, and its file has gone on since", Weight: WeightAsk})
	}
	if r.TwinApproved && len(out) == 0 {
		out = append(out, Doubt{What: "a file of this name was approved before: " + r.Twin, Weight: WeightAsk})
	}
	add(WeightAsk, "another request has the very same text", bytes, is(DecisionPending))
	if r.PlanID != "" && r.Step > 0 {
		// An agent that tries again asks again; both rows say so.
		add(WeightNote, "another request is about the same step", k.step[stepKey(r)], func(other *Request) bool { return other.Seen != r.Seen })
	}
	add(WeightAsk, "another file has the same name but for capital letters or accents", k.name[nameKey(r.Name)], func(other *Request) bool {
		return other.Reading.Decision == DecisionPending || path.Base(other.Path) != r.Name
	})
	return out
}
