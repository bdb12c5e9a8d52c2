package tui

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/styles"
)

// memoryCount counts the proposals that wait, and the danger of losing all.
func memoryCount(b *board) int {
	n := len(b.snapshot.Memory.Pending())
	if b.snapshot.Memory.WouldBeWiped() != "" {
		n++
	}
	return n
}

// learnedName names a learning of a category.
func learnedName(t model.LearningType) string {
	switch t {
	case model.LearningPattern:
		return "a pattern"
	case model.LearningInsight:
		return "an insight"
	}
	return "self-knowledge"
}

// learnedNames names the learnings of a category.
func learnedNames(t model.LearningType) string {
	switch t {
	case model.LearningPattern:
		return "Patterns"
	case model.LearningInsight:
		return "Insights"
	}
	return "Self-knowledge"
}

// memoryRows lists what waits for the operator first, then what is learned.
func memoryRows(b *board) []row {
	m := b.snapshot.Memory
	if m.Path == "" {
		return nil
	}
	pending := m.Pending()
	var rows, decided []row
	before := m.Befores()
	for _, p := range m.Proposals {
		r := proposalRow(b, p, before[p.Ref()])
		if p.Status == model.ProposalPending {
			r.section = fmt.Sprintf("Proposed: %d", len(pending))
			rows = append(rows, r)
			continue
		}
		r.section = fmt.Sprintf("Decided before: %d", len(m.Proposals)-len(pending))
		decided = append(decided, r)
	}
	rows = append(rows, memoryRow(b))
	for _, t := range model.LearningTypes() {
		of := m.Of(t)
		for _, l := range of {
			r := learningRow(b, l)
			r.section = fmt.Sprintf("%s: %d", learnedNames(t), len(of))
			rows = append(rows, r)
		}
	}
	return append(rows, decided...)
}

func memoryRow(b *board) row {
	m := b.snapshot.Memory
	r := row{ref: m.Ref(), mark: styles.MarkMemory, what: identityWords(m), why: m.Path, section: "Who the agent is"}
	if m.WouldBeWiped() != "" || m.Unread != "" {
		r.mark = styles.MarkWarn
	}
	return r
}

// identityWords says who the agent is, or why it does not know.
func identityWords(m model.Memory) string {
	switch why := m.FirstRun(); {
	case m.Unread != "":
		return m.Unread
	case why != "":
		return "Not set up: " + why
	}
	return fmt.Sprintf("%s, working with %s", m.Identity.AI, m.Identity.Principal)
}

// proposalRow says what tells against a proposal ahead of its kind and of how sure
// its finder was.
func proposalRow(b *board, p model.Proposal, before string) row {
	mark, why := styles.MarkRequest, typeWords(p.Type)
	if p.Confidence != "" {
		why += " " + p.Confidence
	}
	if p.Status != model.ProposalPending {
		mark, why = styles.MarkDraft, p.Status+", "+why
	}
	if before != "" {
		why = before + ", " + why
	}
	return row{
		ref: p.Ref(), mark: mark, what: p.Content, why: why, since: p.Extracted.Time,
		words: p.ID + " " + p.Source + " " + p.Status,
	}
}

func typeWords(t model.LearningType) string { return strings.ReplaceAll(string(t), "_", " ") }

func learningRow(b *board, l model.Learning) row {
	now := b.snapshot.At
	r := row{
		ref: l.Ref(), mark: styles.MarkDone, what: l.Content, why: "confirmed " + ago(now, l.ConfirmedAt.Time),
		since: l.Extracted.Time, words: l.ID + " " + l.Source + " " + strings.Join(l.Tags, " "),
	}
	if !l.Confirmed {
		r.mark, r.why = styles.MarkDraft, "never confirmed"
	}
	if l.Stale(now) {
		r.mark, r.why = styles.MarkWarn, "stale: "+r.why
	}
	return r
}

func memoryFacts(b *board, m model.Memory) []fact {
	facts := []fact{{"Memory", identityWords(m), styles.RoleTitle}}
	if why := m.WouldBeWiped(); why != "" {
		facts = append(facts, fact{"Careful", "the agent would take this for a first run, and its set-up would replace the file: " + why, styles.RoleBad})
	}
	for i, f := range m.Faults {
		if i == mostFaults {
			facts = append(facts, fact{"Schema", fmt.Sprintf("and %d more places", len(m.Faults)-i), styles.RoleBad})
			break
		}
		facts = append(facts, fact{"Schema", fmt.Sprintf("line %d, %s: %s", f.Line, f.Path, f.Reason), styles.RoleBad})
	}
	stale := 0
	for _, l := range m.Learned {
		if l.Stale(b.snapshot.At) {
			stale++
		}
	}
	return append(facts,
		fact{"Version", m.Version, styles.RolePlain},
		fact{"Catchphrase", m.Identity.Catchphrase, styles.RolePlain},
		fact{"Style", strings.Join(notEmpty(m.Identity.Style, m.Identity.Timezone, m.Identity.Locale), ", "), styles.RolePlain},
		fact{"Learned", fmt.Sprintf("%d, %d of them stale", len(m.Learned), stale), styles.RolePlain},
		fact{"Proposed", fmt.Sprintf("%d pending", len(m.Pending())), styles.RolePlain},
		fact{"Last session", m.LastSession, styles.RolePlain},
		fact{"Projects", strings.Join(m.Projects, ", "), styles.RolePlain},
		fact{"Checkpoint", m.Checkpoint, styles.RolePlain},
		fact{fileLabel, m.Path, styles.RolePlain})
}

// mostFaults is how many schema faults are listed.
const mostFaults = 5

func notEmpty(parts ...string) []string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

func proposalFacts(b *board, p model.Proposal) []fact {
	wiped := b.snapshot.Memory.WouldBeWiped()
	if wiped != "" {
		wiped = "the agent's set-up would replace this file, and this decision with it: " + wiped
	}
	return []fact{
		{"Proposal", p.Content, styles.RoleTitle},
		{"Careful", wiped, styles.RoleBad},
		{"Would be", learnedName(p.Type), styles.RolePlain},
		{"Careful", b.snapshot.Memory.Before(p), styles.RoleWarn},
		{"Status", p.Status, styles.RolePlain},
		{"From", p.Source, styles.RolePlain},
		{"Found by", p.Method, styles.RolePlain},
		{"Confidence", p.Confidence, styles.RolePlain},
		{"Extracted", stampWords(b.snapshot, p.Extracted), styles.RolePlain},
		{"Decided", knownStamp(b.snapshot, p.Decided), styles.RolePlain},
		{"Id", p.ID, styles.RolePlain},
		{fileLabel, p.Path, styles.RolePlain},
	}
}

func learningFacts(b *board, l model.Learning) []fact {
	stale := ""
	if l.Stale(b.snapshot.At) {
		stale = "stale: nobody has confirmed it for 90 days"
	}
	return []fact{
		{"Learning", l.Content, styles.RoleTitle},
		{"Careful", stale, styles.RoleWarn},
		{"Kind", typeWords(l.Type), styles.RolePlain},
		{"From", l.Source, styles.RolePlain},
		{"Extracted", stampWords(b.snapshot, l.Extracted), styles.RolePlain},
		{"Confirmed", knownStamp(b.snapshot, l.ConfirmedAt), styles.RolePlain},
		{"Tags", strings.Join(l.Tags, ", "), styles.RolePlain},
		{"Id", l.ID, styles.RolePlain},
		{fileLabel, l.Path, styles.RolePlain},
	}
}

// knownStamp is a time that a thing need not have.
func knownStamp(s model.Snapshot, t model.Stamp) string {
	if t.Raw == "" {
		return ""
	}
	return stampWords(s, t)
}

// memoryFactsOf is what is known about the memory, a proposal or a learning, nil
// when it is gone.
func (b *board) memoryFactsOf(ref model.Ref) []fact {
	m := b.snapshot.Memory
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

// learntSubject names what a decision on a proposal, a journal or a research
// problem is about, "" for anything else.
func (b *board) learntSubject(ref model.Ref) string {
	if p, ok := b.snapshot.Memory.Proposal(ref); ok {
		return p.Content
	}
	if p, ok := b.snapshot.Research.Holding(ref.Path); ok {
		return p.Name()
	}
	p, _ := b.snapshot.Research.Problem(ref.Path)
	return p.Name()
}
