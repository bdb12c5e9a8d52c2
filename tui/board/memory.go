package board

import (
	"cmp"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
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
			r.Section = list.Over("Proposed", len(pending))
			rows = append(rows, r)
			continue
		}
		r.Section = list.Over("Decided before", len(m.Proposals)-len(pending))
		decided = append(decided, r)
	}
	rows = append(rows, memoryRow(b))
	for _, t := range model.LearningTypes() {
		of := m.Of(t)
		for _, l := range of {
			r := learningRow(b, l)
			r.Section = list.Over(view.LearnedNames(t), len(of))
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
			Words: l.ID + " " + l.Tool, Section: list.Over("Kept by "+l.Tool, len(kept)),
		})
	}
	return rows
}

func memoryRow(b *Board) list.Row {
	m := b.Snapshot.Memory
	r := list.Row{Ref: m.Ref(), Mark: styles.MarkMemory, What: view.IdentityWords(m), Why: path.Base(m.Path), Words: m.Path, Section: list.Section{Name: "Who the agent is"}}
	if m.WouldBeWiped().Given() || m.Unread != "" {
		r.Mark = styles.MarkWarn
	}
	return r
}

// proposalRow puts what speaks against a proposal first.
func proposalRow(b *Board, p model.Proposal, before model.Reason) list.Row {
	mark, why := styles.MarkMemory, phrase.Evidence(p)
	switch {
	case p.Status != model.ProposalPending:
		mark, why = styles.MarkDraft, p.Status
	case before.Given():
		why = before.Other + " before"
	}
	return list.Row{
		Ref: p.Ref(), Mark: mark, What: p.Content, Why: why, Since: cmp.Or(p.Decided.Time, p.Extracted.Time),
		Words: strings.Join([]string{p.ID, p.Source, p.Status, typeWords(p.Type), p.Confidence, phrase.Reason(before)}, " "),
	}
}

func typeWords(t model.LearningType) string { return strings.ReplaceAll(string(t), "_", " ") }

func learningRow(b *Board, l model.Learning) list.Row {
	now := b.Snapshot.At
	r := list.Row{
		Ref: l.Ref(), Mark: styles.MarkDone, What: l.Content, Why: "confirmed",
		Since: cmp.Or(l.ConfirmedAt.Time, l.Extracted.Time), Words: l.ID + " " + l.Source + " " + strings.Join(l.Tags, " "),
	}
	if !l.Confirmed {
		r.Mark, r.Why = styles.MarkDraft, "never confirmed"
	}
	if l.Stale(now) {
		r.Mark, r.Why, r.Words = styles.MarkWarn, "stale", r.Words+" "+r.Why
	}
	return r
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
