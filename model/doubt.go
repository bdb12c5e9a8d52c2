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
	What string
	// Short is What in a few words, for a row; empty where What is short.
	Short  string
	Weight Weight
	// Again is true for an earlier approval of the same thing, which stands first among those
	// of its weight.
	Again bool
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

// reasonsOf gives the doubts that ask, as reasons.
func reasonsOf(doubts []Doubt) (why []Reason) {
	for _, d := range weighed(doubts, WeightAsk) {
		why = append(why, inItsWords(d.String()))
	}
	return why
}

// sortDoubts puts the heaviest first, and of those of one weight an earlier approval.
func sortDoubts(doubts []Doubt) {
	slices.SortStableFunc(doubts, func(a, b Doubt) int {
		switch {
		case a.Weight != b.Weight:
			return int(b.Weight - a.Weight)
		case a.Again == b.Again:
			return 0
		case a.Again:
			return -1
		}
		return 1
	})
}

// Weighed lists the doubts of one weight.
func (r Request) Weighed(w Weight) []Doubt { return weighed(r.Doubts, w) }

func weighed(doubts []Doubt, w Weight) []Doubt {
	return where(doubts, func(d Doubt) bool { return d.Weight == w })
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
	agents := slices.ContainsFunc(s.Plans, Plan.forAgents)
	for i := range s.Requests {
		r := &s.Requests[i]
		if r.Ask != nil {
			// The gate wrote it, and says itself what was let through before.
			continue
		}
		r.Doubts = append(r.Doubts, r.unread(plans[r.Plan], agents)...)
		r.Doubts = append(r.Doubts, planDoubts(*r, plans[r.Plan])...)
		r.Doubts = append(r.Doubts, same.doubts(*r)...)
		sortDoubts(r.Doubts)
	}
	for i := range s.Decided {
		s.Decided[i].Doubts = nil
	}
}

// WeighPlans finds the doubts about the steps that blocked plans wait for.
func (s *Snapshot) WeighPlans() {
	for i := range s.Plans {
		s.Plans[i].Doubts = s.Plans[i].weigh()
	}
}

// forAgents reports a plan in which the agents find a place for steps.
func (p Plan) forAgents() bool { return p.Own() && p.Reading.Unseen == "" }

// mostFields is how many of the agents' fields a request can have by chance: others use their
// names too.
const mostFields = 4

// unread forbids approving what is meant for the agents and cannot be read by them, and any
// file on which their check of approvals would stop. p is the plan that the request names,
// agents says that the vault has plans of theirs.
func (r Request) unread(p *Plan, agents bool) []Doubt {
	a := r.Reading.Agents
	meant := r.PlanID != "" && p != nil && p.forAgents() || a.Fields > mostFields || a.Fenced && agents
	d := Doubt{Weight: WeightBlock, Short: a.Unread}
	switch {
	case a.Stops:
		d.What = "in Approved this file would stop the agents' check of every approval: " + a.Unread + "; reject it or ask for changes"
	case a.Unread == "" || len(r.Weighed(WeightBlock)) > 0:
		return nil
	case meant:
		d.What = "the agents cannot read this request, and approving it would do nothing: " + a.Unread + "; reject it or ask for changes"
	case r.Reading.Own:
		d = Doubt{What: "the agents' own program could not read this request: " + a.Unread}
	default:
		return nil
	}
	return []Doubt{d}
}

// planDoubts checks that the step a request in the agents' own schema names waits for a
// human. p is nil unless exactly one plan matches.
func planDoubts(r Request, p *Plan) []Doubt {
	if r.PlanUnread != "" {
		return []Doubt{{What: fmt.Sprintf("its plan %s could not be read: %s", r.PlanID, r.PlanUnread), Weight: WeightBlock}}
	}
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
	var out []Doubt
	if p.Own() && r.PlanID != p.ID {
		out = ask("approving unblocks the plan, but its step can never be ticked: the agents compare plan_id exactly, and it is %s while the plan's task_id is %s; ask for changes: plan_id must be %s", quoted(r.PlanID), quoted(p.ID), p.ID)
	}
	if how := p.Miscount(r.Step); p.Own() && how != "" {
		out = append(out, ask("%s", how)...)
	}
	step, ok := numbered(p.Steps, r.Step)
	switch {
	case r.Step == 0:
	case !ok:
		out = append(out, ask("its plan has no step %d", r.Step)...)
	case step.Done():
		out = append(out, ask("step %d of its plan is done already", r.Step)...)
	case !step.Human:
		out = append(out, ask("step %d of its plan is not marked for a human to allow", r.Step)...)
	}
	return append(out, p.misdescribed(r)...)
}

// misdescribed compares the step that a request describes with the one that the agents find
// by its number.
func (p Plan) misdescribed(r Request) []Doubt {
	said := OneLine(strings.TrimPrefix(r.StepNote, "✋"))
	step, ok := numbered(p.Steps, r.Step)
	if !ok || !p.Own() || said == "" || said == OneLine(step.Text) {
		return nil
	}
	d := Doubt{What: fmt.Sprintf("it describes step %d as %s; the plan has %s there", r.Step, quoted(said), quoted(step.Title()))}
	for _, other := range append(slices.Clone(p.Steps), p.Reading.Counted...) {
		if OneLine(other.Text) == said {
			d.Weight = WeightAsk
		}
	}
	return []Doubt{d}
}

// alike finds requests that share bytes, a step or a file name. Of as many as may share one
// it knows the two that any of them needs.
type alike struct {
	pending, approved map[Fingerprint]sharing
	step              map[string]sharing
	// name has the pending ones with a name, decided the others.
	name, decided map[string]sharing
}

// sharing is the first request of those that share something, and the first that differs
// from it in what counts.
type sharing struct{ first, other *Request }

// share adds a request to those with its key.
func share[K comparable](to map[K]sharing, key K, r *Request, differs func(a, b *Request) bool) {
	switch s, ok := to[key]; {
	case !ok:
		to[key] = sharing{first: r}
	case s.other == nil && differs(s.first, r):
		to[key] = sharing{s.first, r}
	}
}

// besides gives the first that differs from r, nil for none.
func (s sharing) besides(r *Request, differs func(a, b *Request) bool) *Request {
	if s.first == nil || differs(s.first, r) {
		return s.first
	}
	return s.other
}

func differsInPath(a, b *Request) bool  { return a.Path != b.Path }
func differsInBytes(a, b *Request) bool { return a.Seen != b.Seen }
func differsInName(a, b *Request) bool  { return path.Base(a.Path) != path.Base(b.Path) }

func alikeIn(pending, decided []Request) alike {
	a := alike{map[Fingerprint]sharing{}, map[Fingerprint]sharing{}, map[string]sharing{}, map[string]sharing{}, map[string]sharing{}}
	for _, list := range [][]Request{pending, decided} {
		for i := range list {
			r := &list[i]
			if r.Unread {
				continue
			}
			switch r.Reading.Decision {
			case DecisionPending:
				share(a.pending, r.Seen, r, differsInPath)
				share(a.name, nameKey(r.Name), r, differsInPath)
				if r.PlanID != "" && r.Step > 0 {
					share(a.step, stepKey(*r), r, differsInBytes)
				}
				continue
			case DecisionApproved:
				share(a.approved, r.Seen, r, differsInPath)
			}
			share(a.decided, nameKey(r.Name), r, differsInName)
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
	add := func(weight Weight, what string, other *Request) {
		if other != nil {
			out = append(out, Doubt{What: what + ": " + other.Path, Weight: weight})
		}
	}
	add(WeightAsk, "exactly this text was approved before", a.approved[r.Seen].besides(&r, differsInPath))
	if r.Repeated && len(out) == 0 {
		out = append(out, Doubt{What: "exactly this text was approved before, and its file has moved on since", Weight: WeightAsk})
	}
	if r.TwinApproved && len(out) == 0 {
		out = append(out, Doubt{What: "a file of this name was approved before: " + r.Twin, Weight: WeightAsk})
	}
	for i := range out {
		out[i].Again = true
	}
	add(WeightAsk, "another request has exactly the same text", a.pending[r.Seen].besides(&r, differsInPath))
	if r.PlanID != "" && r.Step > 0 {
		add(WeightNote, "another request is about the same step", a.step[stepKey(r)].besides(&r, differsInBytes))
	}
	other := a.name[nameKey(r.Name)].besides(&r, differsInPath)
	if other == nil {
		other = a.decided[nameKey(r.Name)].besides(&r, differsInName)
	}
	add(WeightAsk, "another file's name differs only in case or accents", other)
	return out
}
