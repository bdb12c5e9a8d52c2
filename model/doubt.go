package model

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// Doubt is a reason to look twice at a request, or not to approve it: another reader may
// take its bytes for something else, it contradicts the vault, or it may deceive a person.
type Doubt struct {
	// Line counts from 1; zero when the whole file is meant.
	Line int
	// What is one sentence without full stop.
	What   string
	Weight Weight
}

// Weight says how much a doubt matters.
type Weight int

// The weights, lightest first.
const (
	// WeightNote is worth knowing.
	WeightNote Weight = iota
	// WeightAsk means that approving needs the target typed.
	WeightAsk
	// WeightBlock forbids approval, not rejecting or asking for changes.
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

func (d Doubt) reason() Reason { return inItsWords(d.String()) }

// Weighed lists the doubts of one weight.
func (r Request) Weighed(w Weight) []Doubt {
	return where(r.Doubts, func(d Doubt) bool { return d.Weight == w })
}

// Doubtful reports whether a doubt weighs more than a note.
func (r Request) Doubtful() bool {
	return len(r.Weighed(WeightAsk)) > 0 || len(r.Weighed(WeightBlock)) > 0
}

// WeighRequests adds to pending requests the doubts that come from the rest of the vault:
// the plan or step they name, and similar requests. Requests must be linked to plans
// before. Decided requests lose their doubts.
func (s *Snapshot) WeighRequests() {
	same := alikeIn(s.Requests, s.Decided)
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

// planDoubts checks that the step a request in the agents' own schema names waits for a
// human. p is nil unless exactly one plan matches.
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

// alike finds requests that share bytes, a step or a file name.
type alike struct {
	bytes      map[Fingerprint][]*Request
	step, name map[string][]*Request
}

func alikeIn(pending, decided []Request) alike {
	a := alike{map[Fingerprint][]*Request{}, map[string][]*Request{}, map[string][]*Request{}}
	for _, list := range [][]Request{pending, decided} {
		for i := range list {
			r := &list[i]
			a.bytes[r.Seen] = append(a.bytes[r.Seen], r)
			a.name[nameKey(r.Name)] = append(a.name[nameKey(r.Name)], r)
			if r.Reading.Decision == DecisionPending && r.PlanID != "" && r.Step > 0 {
				a.step[stepKey(*r)] = append(a.step[stepKey(*r)], r)
			}
		}
	}
	return a
}

func stepKey(r Request) string { return fmt.Sprintf("%s\x00%d", BareID(r.PlanID), r.Step) }

// nameKey folds case and accents, as some file systems do.
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

// accented stands for any accented Latin letter.
const accented = '\u00E0'

// doubts names at most one request of each sort.
func (a alike) doubts(r Request) []Doubt {
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
	bytes := a.bytes[r.Seen]
	add(WeightAsk, "this very text was approved before", bytes, is(DecisionApproved))
	if r.Repeated && len(out) == 0 {
		out = append(out, Doubt{What: "this very text was approved before, and its file has gone on since", Weight: WeightAsk})
	}
	if r.TwinApproved && len(out) == 0 {
		out = append(out, Doubt{What: "a file of this name was approved before: " + r.Twin, Weight: WeightAsk})
	}
	add(WeightAsk, "another request has the very same text", bytes, is(DecisionPending))
	if r.PlanID != "" && r.Step > 0 {
		add(WeightNote, "another request is about the same step", a.step[stepKey(r)], func(other *Request) bool { return other.Seen != r.Seen })
	}
	add(WeightAsk, "another file has the same name but for capital letters or accents", a.name[nameKey(r.Name)], func(other *Request) bool {
		return other.Reading.Decision == DecisionPending || path.Base(other.Path) != r.Name
	})
	return out
}
