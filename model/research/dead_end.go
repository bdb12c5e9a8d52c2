package research

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// Attempt is one approach that was tried, in the journal's index, its body or both.
type Attempt struct {
	ID    string
	Entry *model.Entry
	Index *model.IndexRow
}

// fewestShared is how many shared tags make two approaches similar.
const fewestShared = 2

// Attempts lists the PROOF entries of the body, then what only the index has. Of index
// rows with one id, a dead end wins, else the last.
func Attempts(j model.Journal) []Attempt {
	var out []Attempt
	at := map[string]int{}
	for i, e := range j.Entries {
		if e.Category != model.CategoryProof {
			continue
		}
		if e.Copy == 0 {
			at[e.ID] = len(out)
		}
		out = append(out, Attempt{ID: e.ID, Entry: &j.Entries[i]})
	}
	for i, row := range j.Index {
		if k, ok := at[row.ID]; ok && row.ID != "" {
			if old := out[k].Index; old == nil || !model.ParseOutcome(old.Status).Dead() || model.ParseOutcome(row.Status).Dead() {
				out[k].Index = &j.Index[i]
			}
			continue
		}
		at[row.ID] = len(out)
		out = append(out, Attempt{ID: row.ID, Index: &j.Index[i]})
	}
	return out
}

// Strategy is the strategy type, from the body if it has one.
func (a Attempt) Strategy() string {
	if a.Index != nil && (a.Entry == nil || a.Entry.Strategy == "") {
		return a.Index.Strategy
	}
	if a.Entry == nil {
		return ""
	}
	return a.Entry.Strategy
}

// Outcome is the word for how it ended, from the body if it has one; if only the index
// calls it a dead end, the index's word.
func (a Attempt) Outcome() string {
	said := ""
	if a.Entry != nil {
		said = a.Entry.Outcome
	}
	if a.Index != nil && (said == "" || a.Dead() && !model.ParseOutcome(said).Dead()) {
		return a.Index.Status
	}
	return said
}

// Title is what the attempt is called.
func (a Attempt) Title() string {
	if a.Entry != nil {
		return a.Entry.Title
	}
	return a.ID
}

// Tags are the tags of the body and of the index.
func (a Attempt) Tags() []string {
	var tags []string
	if a.Entry != nil {
		tags = append(tags, a.Entry.Tags...)
	}
	if a.Index != nil {
		tags = append(tags, a.Index.Tags...)
	}
	return tags
}

// OnlySpoken reports an attempt that is none: a note, or what was found in the literature.
func (a Attempt) OnlySpoken() bool {
	category, _, _ := strings.Cut(a.ID, "-")
	if a.Entry != nil {
		category = string(a.Entry.Category)
	}
	return category == string(model.CategoryLit) || category == string(model.CategoryNote)
}

// Dead reports whether the index or the body says failed or abandoned: a false alarm costs
// less than a missed one.
func (a Attempt) Dead() bool {
	if a.OnlySpoken() {
		return false
	}
	return a.Entry != nil && a.Entry.Result().Dead() || a.Index != nil && model.ParseOutcome(a.Index.Status).Dead()
}

// Disagree says where index and body contradict each other, "" if they agree.
func (a Attempt) Disagree() string {
	switch {
	case a.Entry != nil && a.Entry.Tool != "":
		// Another program lists nothing in front matter.
		return ""
	case a.Entry == nil:
		return "the front matter lists " + a.ID + ", which has no entry"
	case a.Entry.Copy > 0:
		return "an earlier entry has the id " + a.ID + " too"
	case a.Index == nil:
		return a.ID + " is not in the front matter's list strategies_tried"
	case !sameOutcome(a.Index.Status, a.Entry.Outcome):
		return fmt.Sprintf("%s is %s in the front matter and %s in its entry", a.ID, a.Index.Status, a.Entry.Outcome)
	case a.Index.Strategy != a.Entry.Strategy:
		return fmt.Sprintf("%s has the strategy %s in the front matter and %s in its entry", a.ID, a.Index.Strategy, a.Entry.Strategy)
	case !sameTags(a.Index.Tags, a.Entry.Tags):
		return a.ID + " has other tags in the front matter than in its entry"
	}
	return ""
}

// sameOutcome allows for both writers: the seed document files a failure as abandoned and
// a partial success as in progress, the protocol does not.
func sameOutcome(status, outcome string) bool {
	s, o := model.ParseOutcome(status), model.ParseOutcome(outcome)
	switch {
	case s == model.OutcomeAbandoned && o == model.OutcomeFailed, s == model.OutcomeInProgress && o == model.OutcomePartial:
		return true
	case s == model.OutcomeNone && o == model.OutcomeNone:
		return status == outcome
	}
	return s == o
}

func sameTags(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// DeadEnd is an earlier attempt that a proposed approach would repeat.
type DeadEnd struct {
	Attempt
	// SameStrategy is true for the same strategy type; Shared are the common tags, in
	// the attempt's order.
	SameStrategy bool
	Shared       []string
	// Since are later literature, computations and successful proofs, oldest first.
	Since []model.Entry
	// Again are the entries that retry it, or say why that is worth it.
	Again []model.Entry
}

// Called names an attempt: an entry of another program by that program, since its id says nothing.
func (a Attempt) Called() string {
	if a.Entry != nil && a.Entry.Tool != "" {
		return a.Entry.Tool
	}
	return a.ID
}

// DeadEnds finds failed or abandoned attempts with the same strategy type or at least two
// shared tags (seed "Resume", function 2): same strategy first, then newest.
func DeadEnds(j model.Journal, strategy string, tags []string) []DeadEnd {
	proposed := map[string]bool{}
	for _, t := range tags {
		proposed[t] = true
	}
	var out []DeadEnd
	news, again := news(j), triedAgain(j)
	for _, a := range Attempts(j) {
		if !a.Dead() {
			continue
		}
		d := DeadEnd{Attempt: a}
		if a.Entry != nil {
			d.match(a.Entry.Strategy, a.Entry.Tags, strategy, proposed)
		}
		if a.Index != nil {
			d.match(a.Index.Strategy, a.Index.Tags, strategy, proposed)
		}
		if !d.SameStrategy && len(d.Shared) < fewestShared {
			continue
		}
		d.Since, d.Again = since(news, a), again[a.ID]
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b DeadEnd) int {
		return cmp.Or(model.FalseFirst(!a.SameStrategy, !b.SameStrategy), b.at().Time.Compare(a.at().Time), cmp.Compare(b.number(), a.number()), cmp.Compare(b.ID, a.ID))
	})
	return out
}

// number orders attempts without a time.
func (d DeadEnd) number() int {
	n, _ := model.EntryNumber(d.ID, model.CategoryProof)
	return n
}

// match compares with the index or the body, and keeps the better match.
func (d *DeadEnd) match(strategy string, tags []string, wanted string, proposed map[string]bool) {
	d.SameStrategy = d.SameStrategy || wanted != "" && strategy == wanted
	var shared []string
	seen := map[string]bool{}
	for _, t := range tags {
		if proposed[t] && !seen[t] {
			seen[t] = true
			shared = append(shared, t)
		}
	}
	if len(shared) > len(d.Shared) {
		d.Shared = shared
	}
}

func (d DeadEnd) at() model.Stamp {
	if d.Entry == nil {
		return model.Stamp{}
	}
	return d.Entry.At
}

// news lists the entries that may change the conditions of an attempt, by time.
func news(j model.Journal) []model.Entry {
	var out []model.Entry
	for _, e := range j.Entries {
		if e.Category == model.CategoryLit || e.Category == model.CategoryComp ||
			e.Category == model.CategoryProof && e.Result() == model.OutcomeSucceeded {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b model.Entry) int { return a.At.Time.Compare(b.At.Time) })
	return slices.Clip(out)
}

// since is the part of news after an attempt, without copying: journals have thousands of
// both.
func since(news []model.Entry, a Attempt) []model.Entry {
	if a.Entry == nil || !a.Entry.At.Known() {
		return nil
	}
	first, _ := slices.BinarySearchFunc(news, a.Entry.At.Time, func(e model.Entry, at time.Time) int {
		if e.At.Time.After(at) {
			return 1
		}
		return -1
	})
	return news[first:]
}

// Repeats is a dead end that is about to be repeated.
type Repeats struct {
	DeadEnd
	// What would repeat it: "the suggested next step".
	What string
}

// approach is something that is about to be tried.
type approach struct {
	what, strategy string
	tags           []string
	// self is its entry, if it has one.
	self model.Ref
}

// mostOpen is how many of the newest attempts in progress are compared.
const mostOpen = 20

// approaches lists what is about to be tried.
func approaches(p model.ResearchProblem) []approach {
	var next []approach
	s := Suggest(p)
	for _, strategy := range s.Strategies {
		next = append(next, approach{what: "the suggested next step", strategy: strategy, tags: s.Tags})
	}
	if len(s.Strategies) == 0 && len(s.Tags) > 0 {
		next = append(next, approach{what: "the suggested next step", tags: s.Tags})
	}
	var open []approach
	for _, e := range p.Journal.Entries {
		if e.Category == model.CategoryProof && e.Result() == model.OutcomeInProgress {
			open = append(open, approach{what: e.ID + ", which is in progress,", strategy: e.Strategy, tags: e.Tags, self: e.Ref()})
		}
	}
	next = append(next, open[max(0, len(open)-mostOpen):]...)
	if p.Proof.Found && !complete(p) {
		next = append(next, approach{what: "the proof's strategy", strategy: p.Proof.Strategy})
	}
	return next
}

// RepeatsResearchProblem lists each dead end that the suggestion, an attempt in progress or the proof's
// strategy would repeat. It leaves out those retried or marked since, and strategies that
// succeeded since.
func RepeatsResearchProblem(p model.ResearchProblem) []Repeats {
	told, known := map[Attempt]bool{}, map[string]bool{}
	worked := map[string]model.Stamp{}
	for _, e := range p.Journal.Entries {
		for _, id := range e.Earlier {
			known[id] = known[id] || id != e.ID
		}
		if e.Category == model.CategoryProof && e.Result() == model.OutcomeSucceeded && e.At.Time.After(worked[e.Strategy].Time) {
			worked[e.Strategy] = e.At
		}
	}
	var out []Repeats
	for _, n := range approaches(p) {
		for _, d := range DeadEnds(p.Journal, n.strategy, n.tags) {
			itself := d.Entry != nil && d.Entry.Ref() == n.self
			overcome := d.SameStrategy && worked[d.Strategy()].Time.After(d.at().Time)
			if told[d.Attempt] || itself || known[d.ID] || overcome {
				continue
			}
			told[d.Attempt] = true
			out = append(out, Repeats{DeadEnd: d, What: n.what})
		}
	}
	return out
}

// Words names the dead end, what would repeat it, and what changed since.
func (r Repeats) Words() string {
	text := fmt.Sprintf("%s (%s, %s), repeated by %s", r.ID, cmp.Or(r.Strategy(), "no strategy"), r.Outcome(), r.What)
	if len(r.Since) == 0 {
		return text
	}
	return text + "; since then " + named(r.Since, false) + ": worth retrying?"
}

// Attention lists the approaches of the current problem that were tried before.
func Attention(s model.Snapshot) []model.Attention {
	p, ok := s.Research.Active()
	if !ok {
		return nil
	}
	var out []model.Attention
	for _, r := range RepeatsResearchProblem(p) {
		out = append(out, r.attention(p.Journal.Ref()))
	}
	return out
}

// attention is its row; journal stands for an attempt without an entry.
func (r Repeats) attention(journal model.Ref) model.Attention {
	a := model.Attention{
		Ref: model.Ref{Kind: journal.Kind, Path: journal.Path, Item: r.ID}, What: r.ID, Since: r.at().Time, Severity: model.SeverityLow,
		Why: []model.Reason{{Code: model.BecauseRepeats, Name: r.What, Other: r.Strategy(), Text: r.Outcome()}},
	}
	if len(r.Since) > 0 {
		a.Why = append(a.Why, model.Reason{Code: model.BecauseSinceThen, Text: named(r.Since, false)})
	}
	if r.Entry != nil {
		a.Ref, a.What, a.Of, a.Who = r.Entry.Ref(), r.Title(), r.ID, r.Entry.Agent
	}
	return a
}

// notRecorded stands for what the journal does not say.
const notRecorded = "not recorded"
