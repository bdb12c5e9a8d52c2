package board

import (
	"fmt"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/list"
)

func memoryCount(b *Board) int {
	n := len(b.Snapshot.Memory.Pending())
	if b.Snapshot.Memory.WouldBeWiped().Given() {
		n++
	}
	return n
}

func learnedName(t model.LearningType) string {
	switch t {
	case model.LearningPattern:
		return "a pattern"
	case model.LearningInsight:
		return "an insight"
	}
	return "self-knowledge"
}

func learnedNames(t model.LearningType) string {
	switch t {
	case model.LearningPattern:
		return "Patterns"
	case model.LearningInsight:
		return "Insights"
	}
	return "Self-knowledge"
}

func memoryRows(b *Board) []list.Row {
	m := b.Snapshot.Memory
	if m.Path == "" {
		return keptRows(b)
	}
	pending := m.Pending()
	var rows, decided []list.Row
	before := m.Befores()
	for _, p := range m.Proposals {
		r := proposalRow(b, p, before[p.Ref()])
		if p.Status == model.ProposalPending {
			r.Section = fmt.Sprintf("Proposed %d", len(pending))
			rows = append(rows, r)
			continue
		}
		r.Section = fmt.Sprintf("Decided before %d", len(m.Proposals)-len(pending))
		decided = append(decided, r)
	}
	rows = append(rows, memoryRow(b))
	for _, t := range model.LearningTypes() {
		of := m.Of(t)
		for _, l := range of {
			r := learningRow(b, l)
			r.Section = fmt.Sprintf("%s %d", learnedNames(t), len(of))
			rows = append(rows, r)
		}
	}
	return append(append(rows, keptRows(b)...), decided...)
}

// keptRows are what programs of agents keep of the work here.
func keptRows(b *Board) (rows []list.Row) {
	kept := b.Snapshot.Memory.Kept
	for _, l := range kept {
		rows = append(rows, list.Row{
			Ref: l.Ref(), Mark: styles.MarkMemory, What: l.Content, Why: strings.Join(l.Tags, ", "), Since: l.Extracted.Time,
			Words: l.ID + " " + l.Tool, Section: fmt.Sprintf("Kept by %s %d", l.Tool, len(kept)),
		})
	}
	return rows
}

func memoryRow(b *Board) list.Row {
	m := b.Snapshot.Memory
	r := list.Row{Ref: m.Ref(), Mark: styles.MarkMemory, What: identityWords(m), Why: path.Base(m.Path), Words: m.Path, Section: "Who the agent is"}
	if m.WouldBeWiped().Given() || m.Unread != "" {
		r.Mark = styles.MarkWarn
	}
	return r
}

func identityWords(m model.Memory) string {
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

// proposalRow puts what speaks against a proposal first.
func proposalRow(b *Board, p model.Proposal, before model.Reason) list.Row {
	mark, why := styles.MarkMemory, strings.TrimSpace("lesson "+p.Confidence)
	switch {
	case p.Status != model.ProposalPending:
		mark, why = styles.MarkDraft, p.Status
	case before.Given():
		why = before.Other + " before"
	}
	return list.Row{
		Ref: p.Ref(), Mark: mark, What: p.Content, Why: why, Since: p.Extracted.Time,
		Words: strings.Join([]string{p.ID, p.Source, p.Status, typeWords(p.Type), p.Confidence, phrase.Reason(before)}, " "),
	}
}

func typeWords(t model.LearningType) string { return strings.ReplaceAll(string(t), "_", " ") }

func learningRow(b *Board, l model.Learning) list.Row {
	now := b.Snapshot.At
	r := list.Row{
		Ref: l.Ref(), Mark: styles.MarkDone, What: l.Content, Why: "confirmed " + phrase.AgeWords(now, l.ConfirmedAt.Time),
		Since: l.Extracted.Time, Words: l.ID + " " + l.Source + " " + strings.Join(l.Tags, " "),
	}
	if phrase.Dated(now, l.ConfirmedAt.Time) {
		r.Why = "confirmed long ago"
	}
	if !l.Confirmed {
		r.Mark, r.Why = styles.MarkDraft, "never confirmed"
	}
	if l.Stale(now) {
		r.Mark, r.Why, r.Words = styles.MarkWarn, "stale", r.Words+" "+r.Why
	}
	return r
}

func memoryFacts(b *Board, m model.Memory) []Fact {
	facts := []Fact{{"Memory", identityWords(m), styles.RoleTitle}}
	if why := m.WouldBeWiped(); why.Given() {
		facts = append(facts, Fact{"Careful", "the agent would think this is a first run and replace the file: " + phrase.Reason(why), styles.RoleBad})
	}
	if broken, ok := m.NoJSON(); ok {
		return append(facts, Fact{"Cause", broken.Fault.Cause, styles.RolePlain}, Fact{fileLabel, m.Path, styles.RolePlain})
	}
	for i, f := range m.Faults {
		if i == mostFaults {
			facts = append(facts, Fact{"Schema", fmt.Sprintf("and %d more places", len(m.Faults)-i), styles.RoleBad})
			break
		}
		facts = append(facts, Fact{"Schema", fmt.Sprintf("line %d, %s: %s", f.Line, f.Path, f.Reason), styles.RoleBad})
	}
	stale := 0
	for _, l := range m.Learned {
		if l.Stale(b.Snapshot.At) {
			stale++
		}
	}
	return append(facts,
		Fact{"Version", m.Version, styles.RolePlain},
		Fact{"Catchphrase", m.Identity.Catchphrase, styles.RolePlain},
		Fact{"Style", strings.Join(phrase.NotEmpty(m.Identity.Style, m.Identity.Timezone, m.Identity.Locale), ", "), styles.RolePlain},
		Fact{"Learned", fmt.Sprintf("%d, %d of them stale", len(m.Learned), stale), styles.RolePlain},
		Fact{"Proposed", fmt.Sprintf("%d pending", len(m.Pending())), styles.RolePlain},
		Fact{"Last session", phrase.KnownStamp(b.Snapshot.At, model.ParseStamp(m.LastSession, nil)), styles.RolePlain},
		Fact{"Projects", strings.Join(m.Projects, ", "), styles.RolePlain},
		Fact{"Checkpoint", m.Checkpoint, styles.RolePlain},
		Fact{fileLabel, m.Path, styles.RolePlain})
}

// mostFaults is how many schema faults are listed.
const mostFaults = 5

func proposalFacts(b *Board, p model.Proposal) []Fact {
	wiped := ""
	if why := b.Snapshot.Memory.WouldBeWiped(); why.Given() {
		wiped = "the agent's setup would replace this file and this decision: " + phrase.Reason(why)
	}
	decided := phrase.KnownStamp(b.Snapshot.At, p.Decided)
	if p.Status != model.ProposalPending {
		decided = strings.Join(phrase.NotEmpty(p.Status, decided), ", ")
	}
	return []Fact{
		{"Proposal", p.Content, styles.RoleTitle},
		{"Careful", wiped, styles.RoleBad},
		{"Kind", learnedName(p.Type), styles.RolePlain},
		{"Confidence", p.Confidence, styles.RolePlain},
		{"Source", p.Source, styles.RolePlain},
		{"Asked", phrase.StampWords(b.Snapshot.At, p.Extracted), styles.RolePlain},
		{"Seen before", phrase.Reason(b.Snapshot.Memory.Before(p)), styles.RoleWarn},
		{"Decided", decided, styles.RolePlain},
		{fileLabel, p.Path, styles.RolePlain},
	}
}

func learningFacts(b *Board, l model.Learning) []Fact {
	if l.Tool != "" {
		return []Fact{
			{"Learning", l.Content, styles.RoleTitle},
			{"Kind", strings.Join(l.Tags, ", "), styles.RolePlain},
			{"Kept by", l.Tool + ", which alone changes it", styles.RolePlain},
			{"Learned", phrase.StampWords(b.Snapshot.At, l.Extracted), styles.RolePlain},
			{fileLabel, l.Path, styles.RolePlain},
		}
	}
	stale := ""
	if l.Stale(b.Snapshot.At) {
		stale = "stale: not confirmed for 90 days"
	}
	return []Fact{
		{"Learning", l.Content, styles.RoleTitle},
		{"Careful", stale, styles.RoleWarn},
		{"Kind", learnedName(l.Type), styles.RolePlain},
		{"Source", l.Source, styles.RolePlain},
		{"Learned", phrase.StampWords(b.Snapshot.At, l.Extracted), styles.RolePlain},
		{"Confirmed", phrase.KnownStamp(b.Snapshot.At, l.ConfirmedAt), styles.RolePlain},
		{"Tags", strings.Join(l.Tags, ", "), styles.RolePlain},
		{fileLabel, l.Path, styles.RolePlain},
	}
}

// memoryFactsOf is about the memory, a proposal or a learning, nil if it is gone.
func (b *Board) memoryFactsOf(ref model.Ref) []Fact {
	m := b.Snapshot.Memory
	if p, ok := m.Proposal(ref); ok {
		return proposalFacts(b, p)
	}
	if l, ok := m.Learning(ref); ok {
		return learningFacts(b, l)
	}
	if ref == m.Ref() {
		return memoryFacts(b, m)
	}
	return nil
}

// learnedSubject names a proposal, a journal or a problem, "" for anything else.
func (b *Board) learnedSubject(ref model.Ref) string {
	if p, ok := b.Snapshot.Memory.Proposal(ref); ok {
		return p.Content
	}
	if p, ok := b.Snapshot.Research.Holding(ref.Path); ok {
		return p.Name()
	}
	p, _ := b.Snapshot.Research.Problem(ref.Path)
	return p.Name()
}
