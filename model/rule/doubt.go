package rule

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"coldstart/model"
)

// reasonsOf returns the doubts that ask, as reasons.
func reasonsOf(doubts []model.Doubt) (why []model.Reason) {
	for _, d := range weighed(doubts, model.WeightAsk) {
		why = append(why, inItsWords(d.String()))
	}
	return why
}

// sortDoubts puts the heaviest first, and of those of one weight an earlier approval.
func sortDoubts(doubts []model.Doubt) {
	slices.SortStableFunc(doubts, func(a, b model.Doubt) int {
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
func Weighed(r model.Request, w model.Weight) []model.Doubt { return weighed(r.Doubts, w) }

func weighed(doubts []model.Doubt, w model.Weight) []model.Doubt {
	return model.Where(doubts, func(d *model.Doubt) bool { return d.Weight == w })
}

// Doubtful reports whether a doubt weighs more than a note.
func Doubtful(r model.Request) bool {
	return len(Weighed(r, model.WeightAsk)) > 0 || len(Weighed(r, model.WeightBlock)) > 0
}

// WeighRequests adds to pending requests the doubts that come from the rest of the vault:
// the plan or step they name, and similar requests. Requests must be linked to plans
// before. Decided requests lose their doubts.
func WeighRequests(s *model.Snapshot) {
	beside := copiesIn(s.Requests, s.Problems)
	same := alikeIn(s.Requests, s.Decided, beside)
	plans := make(map[string]*model.Plan, len(s.Plans))
	called := map[string][]*model.Plan{}
	for _, r := range s.Requests {
		called[r.PlanID] = nil
	}
	for i := range s.Plans {
		p := &s.Plans[i]
		plans[p.Path] = p
		if _, named := called[p.ID]; named && p.Own() && !p.Older && !p.Reading.Closed && !p.Reading.Request {
			called[p.ID] = append(called[p.ID], p)
		}
	}
	for _, a := range s.AgentPlans {
		if _, named := called[a.ID]; named && a.ID != "" {
			called[a.ID] = append(called[a.ID], planned(a))
		}
	}
	agents := slices.ContainsFunc(s.Plans, forAgents)
	for i := range s.Requests {
		r := &s.Requests[i]
		if r.Ask != nil {
			// The gate wrote it, and says itself what was let through before.
			continue
		}
		if beside.original[r.Path] != nil && CopyOf(r.Name).Certain {
			// The row of the original says so.
			r.Reading.Maybe = true
		}
		r.Doubts = append(r.Doubts, unread(*r, plans[r.Plan], agents)...)
		r.Doubts = append(r.Doubts, planDoubts(*r, plans[r.Plan], called[r.PlanID])...)
		r.Doubts = append(r.Doubts, unreadPlans(*s, *r)...)
		r.Doubts = append(r.Doubts, same.doubts(*r)...)
		r.Doubts = append(r.Doubts, beside.doubts(*r)...)
		if strings.ContainsAny(r.Name[:min(1, len(r.Name))], ".~#") {
			r.Doubts = append(r.Doubts, model.Doubt{What: "its name looks like a hidden or temporary file: most lists do not show it", Weight: model.WeightAsk})
		}
		if by := r.Reading.OpenBy; by != "" {
			r.Doubts = append(r.Doubts, model.Doubt{What: "it is open in an editor (" + by + ")", Weight: model.WeightAsk})
		}
		sortDoubts(r.Doubts)
	}
	for i := range s.Decided {
		s.Decided[i].Doubts = nil
	}
}

// WeighPlans finds the doubts about the steps that blocked plans wait for.
func WeighPlans(s *model.Snapshot) {
	for i := range s.Plans {
		s.Plans[i].Doubts = weigh(&s.Plans[i])
	}
}

// forAgents reports a plan in which the agents find a place for steps.
func forAgents(p model.Plan) bool { return p.Own() && p.Reading.Unseen == "" }

// mostFields is how many of the agents' fields a request can have by chance: others use their
// names too.
const mostFields = 4

// unread forbids approving what is meant for the agents and cannot be read by them, and any
// file on which their check of approvals would stop. p is the plan that the request names,
// agents says that the vault has plans of theirs.
func unread(r model.Request, p *model.Plan, agents bool) []model.Doubt {
	a := r.Reading.Agents
	meant := r.PlanID != "" && p != nil && forAgents(*p) || a.Fields > mostFields || a.Fenced && agents
	d := model.Doubt{Weight: model.WeightBlock, Short: a.Unread}
	switch {
	case a.Stops:
		d.What = "in Approved this file would stop the agents' check of every approval: " + a.Unread + "; reject it or ask for changes"
	case a.Unread == "" || len(Weighed(r, model.WeightBlock)) > 0:
		return nil
	case meant:
		d.What = "the agents cannot read this request, and approving it would do nothing: " + a.Unread + "; reject it or ask for changes"
	case r.Reading.Own:
		d = model.Doubt{What: "the agents' own program could not read this request: " + a.Unread}
	default:
		return nil
	}
	return []model.Doubt{d}
}

// planDoubts checks that the step a request in the agents' own schema names waits for a
// human. p is nil unless exactly one plan matches; called are the open ones with exactly this id.
func planDoubts(r model.Request, p *model.Plan, called []*model.Plan) []model.Doubt {
	if r.PlanUnread != "" {
		return []model.Doubt{{What: fmt.Sprintf("its plan %s could not be read: %s", r.PlanID, r.PlanUnread), Weight: model.WeightBlock}}
	}
	if !r.Reading.Own || r.PlanID == "" {
		return nil
	}
	ask := func(format string, args ...any) []model.Doubt {
		return []model.Doubt{{What: fmt.Sprintf(format, args...), Weight: model.WeightAsk}}
	}
	if len(called) > 1 && r.Step > 0 {
		if shared := sharedID(r, called); p == nil || shared.Weight == model.WeightBlock {
			return []model.Doubt{shared}
		}
	}
	if p == nil {
		which := "no plan, or more than one,"
		if len(called) == 0 {
			which = "no plan"
		}
		return ask("%s is called %s", which, r.PlanID)
	}
	if len(called) == 1 && called[0].Path == p.Path && called[0] != p {
		return readOtherwise(r, *p, *called[0])
	}
	if p.Status.State == model.StateDone || p.Reading.Closed {
		return ask("its plan is done")
	}
	var out []model.Doubt
	if how := Unmatched(*p); how != "" {
		out = ask("%s; put it in quotes", how)
	} else if p.Own() && r.PlanID != p.ID {
		out = ask("approving unblocks the plan, but its step can never be ticked: the agents compare plan_id exactly, and it is %s while the plan's task_id is %s; ask for changes: plan_id must be %s", model.Quoted(r.PlanID), model.Quoted(p.ID), p.ID)
	}
	if how := Miscount(*p, r.Step); p.Own() && how != "" {
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
	return append(out, misdescribed(*p, r)...)
}

// readOtherwise names the step of a plan that the agents take for theirs, and that is read as another program's here.
func readOtherwise(r model.Request, p, theirs model.Plan) []model.Doubt {
	step, ok := numbered(theirs.Steps, r.Step)
	ours, _ := numbered(p.Steps, r.Step)
	switch {
	case !ok:
		return []model.Doubt{{What: fmt.Sprintf("the agents read %s as their plan, and count no step %d in it", p.Path, r.Step), Weight: model.WeightAsk}}
	case StepText(step.Text) == StepText(ours.Text):
		return nil
	}
	return []model.Doubt{{What: fmt.Sprintf("the agents read %s as a plan of theirs: they read step %d as %s", p.Path, r.Step, model.Quoted(step.Title())), Weight: model.WeightAsk}}
}

// unreadPlans names a file that the agents may take for the plan of a request, and that nobody here could read.
func unreadPlans(s model.Snapshot, r model.Request) []model.Doubt {
	a, ok := model.First(s.AgentPlans, func(a *model.AgentPlan) bool { return a.Unread != "" })
	if !ok || !r.Reading.Own || r.Step == 0 || a.Path == r.Plan {
		return nil
	}
	return []model.Doubt{{What: fmt.Sprintf("the agents may take %s for this plan, too, and let its step %d be ticked: %s", a.Path, r.Step, a.Unread), Weight: model.WeightAsk}}
}

// mostShared is how many of the plans with one id are named with their steps.
const mostShared = 3

// sharedID names the steps of several plans with one id. The agents' check of approvals compares the
// id and the number alone, so that one yes unlocks the step in each.
func sharedID(r model.Request, called []*model.Plan) model.Doubt {
	var steps, unlocked []string
	for _, p := range called {
		step, ok := numbered(p.Steps, r.Step)
		says := "none in " + p.Path
		switch {
		case ok && step.Done():
			says = model.Quoted(step.Title()) + ", done already, in " + p.Path
		case ok:
			says = model.Quoted(step.Title()) + " in " + p.Path
			if step.Human {
				unlocked = append(unlocked, p.Path)
			}
		}
		steps = append(steps, says)
	}
	if more := len(steps) - mostShared; more > 0 {
		steps = append(steps[:mostShared], fmt.Sprintf("others in %d more", more))
	}
	d := model.Doubt{What: fmt.Sprintf("%d plans are called %s: step %d is %s; ", len(called), r.PlanID, r.Step, strings.Join(steps, " and ")), Weight: model.WeightAsk}
	switch len(unlocked) {
	case 0:
		d.What += "approving changes none of them"
	case 1:
		d.What += "approving unlocks it in " + unlocked[0] + " and changes no plan"
	default:
		d.What += "approving would unlock each of them; each plan needs its own task_id, or ask for changes"
		d.Short, d.Weight = fmt.Sprintf("%d plans are called %s", len(called), r.PlanID), model.WeightBlock
	}
	return d
}

// misdescribed compares the step that a request describes with the one that the agents find
// by its number.
func misdescribed(p model.Plan, r model.Request) []model.Doubt {
	said := model.OneLine(strings.TrimPrefix(r.StepNote, "✋"))
	step, ok := numbered(p.Steps, r.Step)
	if !ok || !p.Own() || said == "" || said == model.OneLine(step.Text) {
		return nil
	}
	return []model.Doubt{{What: fmt.Sprintf("it describes step %d as %s; the plan has %s there", r.Step, model.Quoted(said), model.Quoted(step.Title())), Weight: model.WeightAsk}}
}

// alike finds requests that share bytes, a step or a file name. Of as many as may share one
// it knows the two that any of them needs.
type alike struct {
	pending, approved map[model.Fingerprint]sharing
	// id has those with an id and a title.
	step, id map[string]sharing
	// name has the pending ones with a name, decided the others.
	name, decided map[string]sharing
	beside        copies
}

// sharing is the first request of those that share something, and the first that differs
// from it in what counts.
type sharing struct{ first, other *model.Request }

// share adds a request to those with its key.
func share[K comparable](to map[K]sharing, key K, r *model.Request, differs func(a, b *model.Request) bool) {
	switch s, ok := to[key]; {
	case !ok:
		to[key] = sharing{first: r}
	case s.other == nil && differs(s.first, r):
		to[key] = sharing{s.first, r}
	}
}

// besides returns the first that differs from r, nil for none.
func (s sharing) besides(r *model.Request, differs func(a, b *model.Request) bool) *model.Request {
	if s.first == nil || differs(s.first, r) {
		return s.first
	}
	return s.other
}

func differsInPath(a, b *model.Request) bool { return a.Path != b.Path }

func differsInBytes(a, b *model.Request) bool { return a.Seen != b.Seen }

func differsInAmount(a, b *model.Request) bool {
	return a.Path != b.Path && model.OneLine(a.Amount) != model.OneLine(b.Amount)
}

func differsInName(a, b *model.Request) bool { return path.Base(a.Path) != path.Base(b.Path) }

func alikeIn(pending, decided []model.Request, beside copies) alike {
	a := alike{
		pending: make(map[model.Fingerprint]sharing, len(pending)), approved: map[model.Fingerprint]sharing{},
		step: map[string]sharing{}, id: map[string]sharing{},
		name: make(map[string]sharing, len(pending)), decided: make(map[string]sharing, len(decided)),
		beside: beside,
	}
	for _, list := range [][]model.Request{pending, decided} {
		for i := range list {
			r := &list[i]
			if r.Unread || beside.original[r.Path] != nil {
				continue
			}
			switch r.Reading.Decision {
			case model.DecisionPending:
				share(a.pending, r.Seen, r, differsInPath)
				share(a.name, model.NameKey(r.Name), r, differsInPath)
				if r.PlanID != "" && r.Step > 0 {
					share(a.step, stepKey(*r), r, differsInBytes)
				}
				if r.Reading.ID != "" && r.Summary != "" {
					share(a.id, idKey(*r), r, differsInAmount)
				}
				continue
			case model.DecisionApproved:
				share(a.approved, r.Seen, r, differsInPath)
			}
			share(a.decided, model.NameKey(r.Name), r, differsInName)
		}
	}
	return a
}

func stepKey(r model.Request) string { return fmt.Sprintf("%s\x00%d", model.BareID(r.PlanID), r.Step) }

func idKey(r model.Request) string { return r.Reading.ID + "\x00" + r.Summary }

// doubts names at most one request of each sort.
func (a alike) doubts(r model.Request) []model.Doubt {
	var out []model.Doubt
	add := func(weight model.Weight, what string, other *model.Request) {
		if other != nil {
			out = append(out, model.Doubt{What: what + ": " + other.Path, Weight: weight})
		}
	}
	add(model.WeightAsk, "exactly this text was approved before", a.approved[r.Seen].besides(&r, differsInPath))
	if r.Repeated && len(out) == 0 {
		out = append(out, model.Doubt{What: "exactly this text was approved before, and its file has moved on since", Weight: model.WeightAsk})
	}
	if r.TwinApproved && len(out) == 0 {
		out = append(out, model.Doubt{What: "a file of this name was approved before: " + r.Twin, Weight: model.WeightAsk})
	}
	if c := r.Companion; c != nil {
		out = append(out, model.Doubt{What: c.String(), Weight: model.WeightAsk})
	}
	for i := range out {
		out[i].Again = true
	}
	add(model.WeightAsk, "another request has exactly the same text", a.pending[r.Seen].besides(&r, differsInPath))
	if r.PlanID != "" && r.Step > 0 {
		if other := a.step[stepKey(r)].besides(&r, differsInBytes); other != nil {
			add(model.WeightAsk, "another request is about the same step; "+unlikeRequest(r, *other), other)
		}
	}
	if twin := a.id[idKey(r)].besides(&r, differsInAmount); twin != nil && a.beside.original[r.Path] == nil {
		out = append(out, model.Doubt{What: "another request has its id and title: " + unlikeRequest(r, *twin) + " (" + twin.Name + ")", Weight: model.WeightAsk, Copy: true})
	}
	name := model.NameKey(r.Name)
	other := a.name[name].besides(&r, differsInPath)
	if other == nil {
		other = a.decided[name].besides(&r, differsInName)
	}
	add(model.WeightAsk, "another file's name differs only in case or accents", other)
	return out
}

// Copy is what the name of a file says of another one.
type Copy struct {
	// Of is the name of the original, "" for a name of no copy.
	Of string
	// Certain says that a sync program made the copy where two versions met. Numbered says that it has
	// a number only, as new files have too.
	Certain, Numbered bool
}

// copyName is what is added to the names of copies, and what of that stays in the original's.
type copyName struct {
	added *regexp.Regexp
	stays string
	Copy
}

// copyNames are those of sync programs (docs of Syncthing, Dropbox, Nextcloud, Obsidian Sync, OneDrive),
// of git, patch and other programs, and a number or a word.
var copyNames = sync.OnceValue(func() (all []copyName) {
	for _, n := range []struct {
		expr, stays       string
		certain, numbered bool
	}{
		{`\.sync-conflict-\d{8}-\d{6}(-[a-z0-9]+)?|[ _-]?\([^)]*conflict(ed)? copy[^)]*\)|[ _-]conflict(ed)?[ _-]copy|_conf\(\d+\)|[ _-]?\(conflict(ed)? with [^)]*\)`, "", true, false},
		{`\.(orig|bak)$|[ _-]?\([^)]*(conflict|konflikt|conflit)[^)]*\)|-(desktop|laptop)-[a-z0-9]+`, "", false, false},
		{`(\.[a-z0-9]+)~[^~]*$`, "$1", false, false},
		{`~[^~.]*(\.[^.]*)?$`, "$1", false, false},
		{`([ _]\d{1,2}| ?\(\d{1,2}\)| (- )?(copy|kopie)( \d{1,2}| \(\d{1,2}\))?)($|\.[^.]*$)`, "$5", false, true},
	} {
		all = append(all, copyName{regexp.MustCompile("(?i)" + n.expr), n.stays, Copy{Certain: n.certain, Numbered: n.numbered}})
	}
	return all
})

// CopyOf reads the name of a file without its folder.
func CopyOf(name string) Copy {
	if !mayBeCopy(name) {
		return Copy{}
	}
	for _, n := range copyNames() {
		if n.added.MatchString(name) {
			c := n.Copy
			c.Of = n.added.ReplaceAllString(name, n.stays)
			return c
		}
	}
	return Copy{}
}

// mayBeCopy is false for names that have nothing of copyNames, as most.
func mayBeCopy(name string) bool {
	if strings.ContainsAny(name, " (~") {
		return true
	}
	for rest := name; ; {
		_, after, ok := strings.Cut(rest, "_")
		if !ok {
			break
		}
		digits := len(after) - len(strings.TrimLeft(after, "0123456789"))
		if digits == 1 || digits == 2 {
			return true
		}
		rest = after
	}
	lower := strings.ToLower(name)
	return slices.ContainsFunc([]string{"conflict", ".orig", ".bak", "-desktop-", "-laptop-"}, func(part string) bool { return strings.Contains(lower, part) })
}

// copies are the copies that lie beside requests, and their originals, by path.
type copies struct {
	of       map[string][]*model.Request
	original map[string]*model.Request
}

func copiesIn(requests []model.Request, problems []model.Problem) copies {
	c := copies{map[string][]*model.Request{}, map[string]*model.Request{}}
	byPath := make(map[string]*model.Request, len(requests))
	for i := range requests {
		byPath[requests[i].Path] = &requests[i]
	}
	add := func(r *model.Request) {
		named := CopyOf(r.Name)
		if named.Of == "" {
			return
		}
		o := byPath[path.Join(path.Dir(r.Path), named.Of)]
		if o == nil || o == r || named.Numbered && !asksAsIn(*r, *o) {
			return
		}
		c.of[o.Path], c.original[r.Path] = append(c.of[o.Path], r), o
	}
	for i := range requests {
		add(&requests[i])
	}
	// A copy that is too large, a link or a folder is a problem and no request.
	for _, p := range problems {
		if byPath[p.Path] == nil {
			add(&model.Request{Path: p.Path, Name: path.Base(p.Path), Unread: true})
		}
	}
	return c
}

// CopyDiffers reports whether a copy that differs lies beside the request.
func CopyDiffers(r model.Request) bool {
	return slices.ContainsFunc(r.Doubts, func(d model.Doubt) bool { return d.Copy })
}

// asksAsIn reports whether two requests ask for one thing: they have one id and one title, or without an id
// one title and target, and were created at one time by what they say themselves.
func asksAsIn(r model.Request, o model.Request) bool {
	id := func(r model.Request) string { return r.Reading.ID + "\x00" + r.PlanID + "\x00" + r.StepText }
	switch {
	case r.Seen == o.Seen:
		return true
	case id(r) != id(o) || r.Summary != o.Summary:
		return false
	}
	made := r.Created
	return len(id(r)) > 2 || r.Summary != "" && r.Target == o.Target && made.Raw != "" && !made.IsDay() && made == o.Created
}

// mostCopies is how many copies of one request are compared with it.
const mostCopies = 3

// doubts says what differs in copies beside a request, which has to be answered: nobody but a person
// can say which of them is meant.
func (c copies) doubts(r model.Request) (out []model.Doubt) {
	named, o := CopyOf(r.Name), c.original[r.Path]
	switch {
	case named.Certain && o != nil:
		out = append(out, model.Doubt{What: "this is the conflict copy of a sync program; decide on the original", Weight: model.WeightBlock})
	case named.Certain:
		out = append(out, model.Doubt{What: "its name looks like a sync program's copy of " + named.Of + ", which is not pending here", Weight: model.WeightAsk})
	case o != nil && o.Seen != r.Seen:
		out = append(out, model.Doubt{What: "it looks like a copy of " + o.Name + ": " + unlikeRequest(r, *o), Weight: model.WeightAsk, Copy: true})
	}
	for i, other := range c.of[r.Path] {
		switch {
		case i == mostCopies:
			more := len(c.of[r.Path]) - mostCopies
			return append(out, model.Doubt{What: "more copies were not compared: " + fmt.Sprint(more), Weight: model.WeightAsk, Copy: true})
		case other.Seen == r.Seen:
			out = append(out, model.Doubt{What: "another copy is identical: " + other.Name})
		default:
			out = append(out, model.Doubt{What: "another copy differs: " + unlikeRequest(r, *other) + " (" + other.Name + ")", Weight: model.WeightAsk, Copy: true})
		}
	}
	return out
}

// unlikeRequest says what differs in another version of a request: there is that one, here this.
func unlikeRequest(r model.Request, other model.Request) string {
	if other.Unread || r.Unread {
		return "it was not read"
	}
	var differs []string
	for _, f := range [...]struct{ name, there, here string }{
		{"action", other.Action, r.Action}, {"target", other.Target, r.Target}, {"amount", other.Amount, r.Amount},
		{"expiry", other.Expires.Raw, r.Expires.Raw}, {"plan", other.PlanID, r.PlanID}, {"step", other.StepText, r.StepText},
	} {
		if there, here := model.OneLine(f.there), model.OneLine(f.here); there != here {
			differs = append(differs, fmt.Sprintf("%s %s there, %s here", f.name, briefly(there), briefly(here)))
		}
	}
	if len(differs) == 0 {
		return "its text differs"
	}
	return strings.Join(differs, "; ")
}

// briefly is a value in a sentence.
func briefly(value string) string {
	const longest = 60
	if runes := []rune(value); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return cmp.Or(value, "none")
}
