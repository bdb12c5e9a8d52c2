package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Memory is what an agent remembers of its operator: seed.json (seed "Session Start
// Hook").
type Memory struct {
	// Path is relative to the vault, or as the operator named a file elsewhere; empty for
	// no place at all.
	Path  string
	Found bool
	// Unread says why the file could not be read.
	Unread string
	// Broken is true for a file that is no JSON: what it says is not known.
	Broken bool
	// Faults are what the agent's schema refuses, in file order.
	Faults []SchemaFault

	Version  string
	Identity Identity
	// Learned has all categories, each in file order.
	Learned   []Learning
	Proposals []Proposal
	// Kept are what programs of agents keep of the work here, in files of their own.
	Kept []Learning
	// LastSession is as written.
	LastSession string
	Projects    []string
	Checkpoint  string
	// Stats is true if the file counts accepted and rejected proposals.
	Stats bool
	Seen  Fingerprint
}

// SchemaFault is one violation of the agent's schema.
type SchemaFault struct {
	// Path names the place: "learned.patterns[2].extractedAt".
	Path string
	// Line counts from 1.
	Line   int
	Reason string
	// Fault names the place in a text that is no JSON.
	Fault Fault
}

// Identity is who the agent is and whom it works for.
type Identity struct {
	Principal, AI, Catchphrase string
	Style, Timezone, Locale    string
}

// LearningType is the category of a learning.
type LearningType string

// The categories, as proposals name them.
const (
	LearningPattern       LearningType = "pattern"
	LearningInsight       LearningType = "insight"
	LearningSelfKnowledge LearningType = "self_knowledge"
)

// LearningTypes lists the categories in the agent's order.
func LearningTypes() []LearningType {
	return []LearningType{LearningPattern, LearningInsight, LearningSelfKnowledge}
}

// List is the key of the list in seed.json, "" for an unknown type.
func (t LearningType) List() string {
	switch t {
	case LearningPattern:
		return "patterns"
	case LearningInsight:
		return "insights"
	case LearningSelfKnowledge:
		return "selfKnowledge"
	}
	return ""
}

// Learning is something the agent has learned.
type Learning struct {
	// Path is the file's; Copy counts earlier ones with the same id.
	Path string
	ID   string
	Copy int
	// Tool is the program that keeps it, empty for the agent's own memory.
	Tool        string
	Type        LearningType
	Content     string
	Source      string
	Extracted   Stamp
	ConfirmedAt Stamp
	Confirmed   bool
	Tags        []string
}

// Ref returns the learning's identity.
func (l Learning) Ref() Ref { return Ref{Kind: KindLearning, Path: l.Path, Item: copied(l.ID, l.Copy)} }

// staleAfter is when a learning needs another look (the agent's rule).
const staleAfter = 90 * 24 * time.Hour

// Stale reports whether nobody has confirmed the learning for 90 days.
func (l Learning) Stale(now time.Time) bool {
	at := l.Extracted
	if l.ConfirmedAt.Known() {
		at = l.ConfirmedAt
	}
	return at.Known() && now.Sub(at.Time) > staleAfter
}

// ProposalPending is the status of an undecided proposal.
const ProposalPending = "pending"

const proposalRejected = "rejected"

// Proposal is something the agent wants to learn.
type Proposal struct {
	Path      string
	ID        string
	Copy      int
	Type      LearningType
	Content   string
	Source    string
	Extracted Stamp
	// Status is pending, accepted or rejected.
	Status string
	Method string
	// Confidence is as written.
	Confidence string
	Evidence   []Evidence
	Decided    Stamp
	// Twice is true if several proposals have this id.
	Twice bool
	// Seen is the hash of the proposal's own bytes.
	Seen Fingerprint
}

// Ref returns the proposal's identity.
func (p Proposal) Ref() Ref { return Ref{Kind: KindProposal, Path: p.Path, Item: copied(p.ID, p.Copy)} }

// copied tells things of the same id apart.
func copied(id string, earlier int) string {
	if earlier > 0 {
		return fmt.Sprintf("%s~%d", id, earlier+1)
	}
	return id
}

// Ref returns the identity of the memory as a whole.
func (m Memory) Ref() Ref { return Ref{Kind: KindMemory, Path: m.Path} }

// Pending lists the undecided proposals, in file order.
func (m Memory) Pending() []Proposal {
	return Where(m.Proposals, func(p *Proposal) bool { return p.Status == ProposalPending })
}

// Of lists the learnings of one category, in file order.
func (m Memory) Of(t LearningType) []Learning {
	return Where(m.Learned, func(l *Learning) bool { return l.Type == t })
}

// NoJSON says why the file is none, if it is none.
func (m Memory) NoJSON() (why SchemaFault, ok bool) {
	if !m.Broken || len(m.Faults) == 0 {
		return SchemaFault{}, false
	}
	return m.Faults[0], true
}

// Proposal finds a proposal.
func (m Memory) Proposal(ref Ref) (Proposal, bool) {
	return First(m.Proposals, func(p *Proposal) bool { return p.Ref() == ref })
}

// Learning finds a learning.
func (m Memory) Learning(ref Ref) (Learning, bool) {
	return First(slices.Concat(m.Learned, m.Kept), func(l *Learning) bool { return l.Ref() == ref })
}

// unnamed is the principal's name before setup.
const unnamed = "User"

// FirstRun says why the agent would take this memory for one that was never set up.
func (m Memory) FirstRun() Reason {
	switch {
	case m.Unread != "":
		return Reason{}
	case !m.Found:
		return Because(BecauseNoFile)
	case len(m.Faults) > 0:
		return Reason{Code: BecauseSchemaFault, Name: m.Faults[0].Path, Text: m.Faults[0].Reason}
	case m.Identity.Principal == unnamed:
		return Because(BecauseUnnamed)
	}
	return Reason{}
}

// WouldBeWiped says why the agent's setup would replace this memory and lose what it
// holds.
func (m Memory) WouldBeWiped() Reason {
	if !m.Found || len(m.Learned)+len(m.Proposals) == 0 && len(m.Faults) == 0 {
		return Reason{}
	}
	return m.FirstRun()
}

// Before is Befores for one proposal.
func (m Memory) Before(p Proposal) Reason { return m.wordings().before(p) }

// Befores returns for each proposal a learning or a rejected proposal with the same words.
func (m Memory) Befores() map[Ref]Reason {
	words, out := m.wordings(), map[Ref]Reason{}
	for _, p := range m.Proposals {
		if before := words.before(p); before.Given() {
			out[p.Ref()] = before
		}
	}
	return out
}

// wordings indexes a memory by its words.
type wordings struct {
	learned map[string]string
	// rejected has at most two of each: one may be the proposal in question.
	rejected map[string][]Proposal
}

func (m Memory) wordings() wordings {
	t := wordings{map[string]string{}, map[string][]Proposal{}}
	for _, l := range m.Learned {
		w := wording(l.Content)
		if _, told := t.learned[w]; w != "" && !told {
			t.learned[w] = l.ID
		}
	}
	for _, p := range m.Proposals {
		if w := wording(p.Content); p.Status == proposalRejected && w != "" && len(t.rejected[w]) < 2 {
			t.rejected[w] = append(t.rejected[w], p)
		}
	}
	return t
}

func (t wordings) before(p Proposal) Reason {
	if as, ok := t.learned[wording(p.Content)]; ok {
		return Reason{Code: BecauseKnownAs, Name: as, Other: "learned"}
	}
	for _, other := range t.rejected[wording(p.Content)] {
		if other.Ref() != p.Ref() {
			return Reason{Code: BecauseKnownAs, Name: other.ID, Other: proposalRejected}
		}
	}
	return Reason{}
}

// wording folds case and white space.
func wording(text string) string {
	return strings.ToLower(strings.ToUpper(strings.Join(strings.Fields(text), " ")))
}

// mostLearnings is how many learnings of a category the context lists.
const mostLearnings = 5

// Context returns the text that tells an agent at session start who it is and what it
// learned (seed "Session Start Hook", to the letter). Line breaks within a value become
// blanks, so that a proposal cannot pass for a learning.
func (m Memory) Context() string {
	switch {
	case m.Unread != "":
		return "PAI session context error: " + Unbroken(m.Unread)
	case m.FirstRun().Given():
		return "PAI seed not configured. Run setup to initialize."
	}
	parts := []string{"Seed: v" + Unbroken(m.Version) + "\n" + m.Identity.Context()}
	for _, part := range []string{m.learningContext(), m.proposalContext(), m.stateContext()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n")
}

// Context says in three lines who the agent is.
func (i Identity) Context() string {
	return strings.Join([]string{
		Unbroken(fmt.Sprintf("Identity: %s (working with %s)", i.AI, i.Principal)),
		Unbroken(fmt.Sprintf("Catchphrase: \"%s\"", i.Catchphrase)),
		Unbroken(fmt.Sprintf("Style: %s | Timezone: %s | Locale: %s", i.Style, i.Timezone, i.Locale)),
	}, "\n")
}

// learningContext counts the learnings and lists up to five confirmed ones of each
// category; "" for none.
func (m Memory) learningContext() string {
	patterns, insights, own := m.Of(LearningPattern), m.Of(LearningInsight), m.Of(LearningSelfKnowledge)
	if len(patterns)+len(insights)+len(own) == 0 {
		return ""
	}
	lines := []string{fmt.Sprintf("Learnings: %s, %s, %d self-knowledge",
		Counted(len(patterns), "pattern"), Counted(len(insights), "insight"), len(own))}
	for _, part := range []struct {
		heading string
		list    []Learning
	}{{"Recent patterns:", patterns}, {"Recent insights:", insights}, {"Recent self-knowledge:", own}} {
		lines = append(lines, confirmedLines(part.heading, part.list)...)
	}
	return strings.Join(lines, "\n")
}

func confirmedLines(heading string, list []Learning) []string {
	var lines []string
	confirmed := 0
	for _, l := range list {
		if !l.Confirmed {
			continue
		}
		if confirmed++; confirmed <= mostLearnings {
			lines = append(lines, "  - "+Unbroken(l.Content))
		}
	}
	if confirmed == 0 {
		return nil
	}
	if more := confirmed - mostLearnings; more > 0 {
		lines = append(lines, fmt.Sprintf("  ... and %d more", more))
	}
	return append([]string{heading}, lines...)
}

// proposalContext lists the pending proposals; "" for none.
func (m Memory) proposalContext() string {
	pending := m.Pending()
	if len(pending) == 0 {
		return ""
	}
	lines := []string{fmt.Sprintf("Pending proposals (%d):", len(pending))}
	for i, p := range pending {
		lines = append(lines, Unbroken(fmt.Sprintf("  %d. [%s] \"%s\" (from %s)", i+1, p.Type, p.Content, p.Source)))
	}
	return strings.Join(lines, "\n")
}

// stateContext says where the last session stopped.
func (m Memory) stateContext() string {
	lines := []string{
		Unbroken("Last session: " + cmp.Or(m.LastSession, "never")),
		Unbroken("Active projects: " + cmp.Or(strings.Join(m.Projects, ", "), "none")),
	}
	if m.Checkpoint != "" {
		lines = append(lines, Unbroken("Checkpoint: "+m.Checkpoint))
	}
	return strings.Join(lines, "\n")
}
