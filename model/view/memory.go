package view

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
)

// IdentityWords says who the agent is, or why that is not known.
func IdentityWords(m model.Memory) string {
	broken, isBroken := m.NoJSON()
	switch why := m.FirstRun(); {
	case isBroken:
		return "Cannot be read: " + broken.Reason
	case m.Unread != "":
		return m.Unread
	case why.Given():
		return "Not set up: " + phrase.Reason(why)
	}
	return fmt.Sprintf("%s, working with %s", m.Identity.AI, m.Identity.Principal)
}

// learnings name one learning of a type, and all of them.
var learnings = map[model.LearningType][2]string{
	model.LearningPattern: {"a pattern", "Patterns"},
	model.LearningInsight: {"an insight", "Insights"},
}

func learnedAs(t model.LearningType) [2]string {
	if names, ok := learnings[t]; ok {
		return names
	}
	return [2]string{"self-knowledge", "About itself"}
}

func learnedName(t model.LearningType) string { return learnedAs(t)[0] }

// LearnedNames heads the learnings of one type.
func LearnedNames(t model.LearningType) string { return learnedAs(t)[1] }

// mostFaults is how many schema faults are listed.
const mostFaults = 5

func (l Look) memory(m model.Memory) []Said {
	all := []Said{{Name, "Memory", IdentityWords(m), Head}}
	if why := m.WouldBeWiped(); why.Given() {
		all = append(all, Said{Careful, "Careful", "the agent would think this is a first run and replace the file: " + phrase.Reason(why), Bad})
	}
	if broken, ok := m.NoJSON(); ok {
		return append(all, Said{Other, "Cause", broken.Fault.Cause, Plain}, Said{File, "File", m.Path, Plain})
	}
	for i, f := range m.Faults {
		if i == mostFaults {
			all = append(all, Said{Other, "Schema", fmt.Sprintf("and %d more places", len(m.Faults)-i), Bad})
			break
		}
		all = append(all, Said{Other, "Schema", fmt.Sprintf("line %d, %s: %s", f.Line, f.Path, f.Reason), Bad})
	}
	stale := 0
	for _, of := range m.Learned {
		if of.Stale(l.At) {
			stale++
		}
	}
	return append(all,
		Said{Other, "Version", m.Version, Plain},
		Said{Other, "Catchphrase", m.Identity.Catchphrase, Plain},
		Said{Other, "Style", strings.Join(phrase.NotEmpty(m.Identity.Style, m.Identity.Timezone, m.Identity.Locale), ", "), Plain},
		Said{Other, "Learned", fmt.Sprintf("%d, %d of them stale", len(m.Learned), stale), Plain},
		Said{Other, "Proposed", fmt.Sprintf("%d pending", len(m.Pending())), Plain},
		Said{Other, "Last session", l.known(model.ParseStamp(m.LastSession, nil)), Plain},
		Said{Other, "Projects", strings.Join(m.Projects, ", "), Plain},
		Said{Checkpoint, "Checkpoint", m.Checkpoint, Plain},
		Said{File, "File", m.Path, Plain})
}

func (l Look) proposal(p model.Proposal) []Said {
	wiped := ""
	if why := l.Memory.WouldBeWiped(); why.Given() {
		wiped = "the agent's setup would replace this file and this decision: " + phrase.Reason(why)
	}
	decided := l.known(p.Decided)
	if p.Status != model.ProposalPending {
		decided = strings.Join(phrase.NotEmpty(p.Status, decided), ", ")
	}
	all := []Said{
		{Name, "Proposal", p.Content, Head},
		{Careful, "Careful", wiped, Bad},
		{Matter, "Kind", learnedName(p.Type), Plain},
		{Other, "Confidence", p.Confidence, Plain},
		{Source, "Source", p.Source, Plain},
		{Other, "Asked", l.stamp(p.Extracted), Plain},
		{Other, "Seen before", phrase.Reason(l.Memory.Before(p)), Warn},
		{Other, "Decided", decided, Plain},
	}
	if p.Status == model.ProposalPending {
		all = append(append(all, l.evidence(p)...), Said{Other, "If accepted", l.accepted(p), Plain})
	}
	return append(all, Said{File, "File", p.Path, Plain})
}

// evidence is what the agent wrote down for a proposal, then what against it.
func (l Look) evidence(p model.Proposal) []Said {
	if p.Evidence == nil {
		return []Said{{Other, "Evidence", "none", Warn}}
	}
	var speaks, against []Said
	for _, e := range p.Evidence {
		named, line := "", ""
		if e.Where != "" {
			named = path.Base(e.Where)
		}
		if e.Line > 0 {
			line = "line " + strconv.Itoa(e.Line)
		}
		words, tone := strings.Join(phrase.NotEmpty("“"+e.Quote+"”", named, line, l.moment(e.At.Time)), ", "), Plain
		switch e.Found {
		case model.FoundThere:
			words += "; found there"
		case model.NotFoundThere:
			words, tone = words+"; not found there", Warn
		case model.FileGone:
			words, tone = words+"; that file is gone", Warn
		}
		if e.Against {
			against = append(against, Said{Other, "Against", words, tone})
		} else {
			speaks = append(speaks, Said{Other, "For", words, tone})
		}
	}
	return append(speaks, against...)
}

// accepted says what accepting a proposal changes.
func (l Look) accepted(p model.Proposal) string {
	joins := fmt.Sprintf("It joins %s in %s. ", LearnedNames(p.Type), path.Base(p.Path))
	if l.Memory.Told(p) {
		return joins + "Each session start tells the agent, in " + model.Counted(len(strings.Fields(p.Content)), "word") + "."
	}
	return joins + "A session start counts it and does not list it."
}

func (l Look) learning(of model.Learning) []Said {
	if of.Tool != "" {
		return []Said{
			{Name, "Learning", of.Content, Head},
			{Other, "Kind", strings.Join(of.Tags, ", "), Plain},
			{Other, "Kept by", of.Tool + ", which alone changes it", Plain},
			{Other, "Learned", l.stamp(of.Extracted), Plain},
			{File, "File", of.Path, Plain},
		}
	}
	stale := ""
	if of.Stale(l.At) {
		stale = "stale: not confirmed for 90 days"
	}
	return []Said{
		{Name, "Learning", of.Content, Head},
		{Careful, "Careful", stale, Warn},
		{Other, "Kind", learnedName(of.Type), Plain},
		{Other, "Source", of.Source, Plain},
		{Other, "Learned", l.stamp(of.Extracted), Plain},
		{Other, "Confirmed", l.known(of.ConfirmedAt), Plain},
		{Other, "Tags", strings.Join(of.Tags, ", "), Plain},
		{File, "File", of.Path, Plain},
	}
}

// learned is the memory, a proposal or a learning, nil if it is gone.
func (l Look) learned(ref model.Ref) []Said {
	m := l.Memory
	if p, ok := m.Proposal(ref); ok {
		return l.proposal(p)
	}
	if of, ok := m.Learning(ref); ok {
		return l.learning(of)
	}
	if ref == m.Ref() {
		return l.memory(m)
	}
	return nil
}
