package cli

import (
	"fmt"
	"strings"

	"coldstart/model"
)

// addLearning adds what is known about a thing of the research journal or of the
// memory.
func (j *jsonShow) addLearning(s model.Snapshot, ref model.Ref) {
	m := s.Memory
	switch ref.Kind {
	case model.KindResearch:
		if p, ok := s.Research.Problem(ref.Path); ok {
			j.Research = pointer(researchProblemJSON(p))
		}
	case model.KindJournal:
		if p, ok := s.Research.Holding(ref.Path); ok {
			j.Journal = pointer(journalFileJSON(p.Journal))
		}
	case model.KindEntry:
		if journal, e, ok := entryAt(s, ref); ok {
			j.Entry = pointer(entryJSON(e, triedAgain(journal)[e.ID]))
		}
	case model.KindMemory:
		j.Memory = pointer(memoryJSON(m, s.At))
	case model.KindProposal:
		if p, ok := m.Proposal(ref); ok {
			j.Proposal = pointer(proposalJSON(m, p))
		}
	case model.KindLearning:
		if l, ok := m.Learning(ref); ok {
			j.Learning = pointer(learningJSON(l, s.At))
		}
	}
}

// entryAt finds the entry that ref names, with its journal.
func entryAt(s model.Snapshot, ref model.Ref) (model.Journal, model.Entry, bool) {
	p, _ := s.Research.Holding(ref.Path)
	for _, e := range p.Journal.Entries {
		if e.Ref() == ref {
			return p.Journal, e, true
		}
	}
	return model.Journal{}, model.Entry{}, false
}

// learningFacts names what is known about a thing of the research journal or of
// the memory.
func learningFacts(s model.Snapshot, ref model.Ref) []fact {
	switch ref.Kind {
	case model.KindResearch:
		p, _ := s.Research.Problem(ref.Path)
		facts := []fact{
			{"Problem", p.Name()}, {"Domain", p.Domain}, {"State", p.State.Name}, {"Last active", p.LastActive.Raw},
			{"Entries", fmt.Sprint(len(p.Journal.Entries))}, {"Suggested", p.Suggest().Text},
		}
		if p.Current {
			facts = append(facts, fact{"Current", "agents work on it"})
		}
		return facts
	case model.KindJournal:
		p, _ := s.Research.Holding(ref.Path)
		return []fact{{"Problem", p.Name()}, {"Entries", fmt.Sprint(len(p.Journal.Entries))}, {"Broken", p.Journal.Broken}}
	case model.KindEntry:
		journal, e, _ := entryAt(s, ref)
		return []fact{
			{"Entry", e.ID}, {"Title", e.Title}, {"Written", e.At.Raw}, {"Agent", e.Agent}, {"Strategy", e.Strategy},
			{"Tags", strings.Join(e.Tags, ", ")}, {"Outcome", e.Outcome}, {"Links", strings.TrimSpace(entryLinks(e, triedAgain(journal)[e.ID]))},
		}
	case model.KindMemory:
		m := s.Memory
		return []fact{
			{"Version", m.Version}, {"Learned", fmt.Sprint(len(m.Learned))}, {"Pending", fmt.Sprint(len(m.Pending()))},
			{"First run", m.FirstRun()}, {"Unread", m.Unread},
		}
	case model.KindProposal:
		p, _ := s.Memory.Proposal(ref)
		return []fact{
			{"Proposal", p.ID}, {"Type", string(p.Type)}, {"Content", p.Content}, {"Status", p.Status}, {"Confidence", p.Confidence},
			{"Source", p.Source}, {"Proposed", p.Extracted.Raw}, {"Decided", p.Decided.Raw}, {"Before", s.Memory.Before(p)},
		}
	}
	l, _ := s.Memory.Learning(ref)
	return append([]fact{
		{"Learning", l.ID}, {"Type", string(l.Type)}, {"Content", l.Content}, {"Source", l.Source}, {"Found", l.Extracted.Raw},
		{"Confirmed", l.ConfirmedAt.Raw}, {"Tags", strings.Join(l.Tags, ", ")},
	}, staleFact(l, s)...)
}

func staleFact(l model.Learning, s model.Snapshot) []fact {
	if !l.Stale(s.At) {
		return nil
	}
	return []fact{{"Stale", "nobody has confirmed it for 90 days"}}
}
