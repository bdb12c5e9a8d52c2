package answer

import (
	"encoding/base64"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
)

// Show is the answer of coldstart show: the whole file, and what is known about it under
// its kind; the other kinds are null.
type Show struct {
	Head
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	// Token is for --expect-hash: the SHA-256, and for a request that is for a plan of the agents a
	// hash over both files.
	Token string `json:"token_hash"`
	// Text is null when the file is not UTF-8; TextBase64 is null when it is, or when it
	// has keys that are masked.
	Text       *string      `json:"text"`
	TextBase64 *string      `json:"text_base64"`
	Plan       *jsonPlan    `json:"plan"`
	Request    *jsonRequest `json:"request"`
	Intake     *jsonIntake  `json:"intake"`
	Problem    *jsonProblem `json:"problem"`
	Other      *jsonOther   `json:"other"`
	Session    *jsonSession `json:"session"`
	Work       *jsonWork    `json:"work"`
	Trace      *jsonTrace   `json:"trace"`

	Research *jsonResearchProblem `json:"research"`
	Journal  *jsonJournalFile     `json:"journal"`
	Entry    *jsonEntry           `json:"entry"`
	Memory   *jsonMemory          `json:"memory"`
	Proposal *jsonProposal        `json:"proposal"`
	Learning *jsonLearning        `json:"learning"`

	// Events is what happened in a session, in order; of one in a program's own records text is
	// null then. InGit is what it left in git, where that is asked for.
	Events []jsonEvent `json:"events"`
	InGit  *jsonInGit  `json:"in_git"`
}

// ShowJSON answers coldstart show.
func ShowJSON(s model.Snapshot, doc model.Document) Show {
	j := Show{
		Head: HeadJSON(s), ID: doc.Ref.String(), Kind: doc.Ref.Kind.String(),
		Path: doc.Ref.Path, SHA256: hashJSON(doc.Seen), Token: hashJSON(Seen(s, doc.Ref, doc.Seen).Token()), Events: []jsonEvent{},
	}
	if doc.Ref.Kind.Session() {
		j.Events = eventsJSON(s, doc.Events)
	}
	if text := string(doc.Bytes); doc.Ref.Kind == model.KindTranscript {
		// Its lines are for its program.
	} else if utf8.ValidString(text) {
		j.Text = &text
	} else {
		coded := base64.StdEncoding.EncodeToString(doc.Bytes)
		j.TextBase64 = &coded
	}
	if p, ok := s.Plan(doc.Ref.Path); ok && doc.Ref.Kind == model.KindPlan {
		j.Plan = new(PlanJSON(p))
	}
	if r, ok := s.RequestAnywhere(doc.Ref.Path); ok && doc.Ref.Kind == model.KindRequest {
		j.Request = new(requestJSON(r, s))
	}
	for _, i := range s.Intake {
		if i.Ref() == doc.Ref {
			j.Intake = new(intakeJSON(i))
		}
	}
	for _, p := range s.Problems {
		if p.Ref() == doc.Ref {
			j.Problem = new(problemJSON(p))
		}
	}
	j.addRecovery(s, doc.Ref)
	j.addLearning(s, doc.Ref)
	return j
}

// Show writes what is known, then the file, of a session what happened in it. The bar before its
// lines cannot come from the file, so no content passes for a heading.
func (p *Output) Show(s model.Snapshot, doc model.Document) {
	hash := "SHA-256"
	if doc.Ref.Kind == model.KindTranscript {
		// It is one of the file's size, time and ends.
		hash = "Fingerprint"
	}
	p.shown(s, doc.Ref)
	if doc.Seen.IsZero() {
		return
	}
	p.facts([]fact{{hash, doc.Seen.String()}, {"Token hash", tokenWords(Seen(s, doc.Ref, doc.Seen))}})
	p.Line()
	if doc.Ref.Kind.Session() {
		p.course(s, doc.Events)
		return
	}
	bar := styles.Span{Text: p.Theme.Symbol(styles.SymGutter), Role: styles.RoleFrame}
	for _, text := range p.Theme.Source(doc.Bytes) {
		p.Line(bar, Words(styles.RolePlain, " "), styles.Span{Text: text})
	}
}

// shown writes what is known of a thing.
func (p *Output) shown(s model.Snapshot, ref model.Ref) {
	facts := []fact{{"Id", ref.String()}}
	for _, said := range view.Shown(s, ref) {
		facts = append(facts, fact{said.Label, said.Text})
	}
	p.facts(facts)
}

// ShowOther says what is known of a file that is neither plan nor request. Its text is not
// shown, since vaults hold credentials.
func (p *Output) ShowOther(s model.Snapshot, o model.Other) { p.shown(s, o.Ref()) }

// Seen is a yes to what is shown, as far as its token covers it.
func Seen(s model.Snapshot, ref model.Ref, shown model.Fingerprint) model.Decision {
	return model.Decision{Ref: ref, Seen: shown, Foreseen: rule.Foresee(s, ref, model.ChoiceApprove)}
}

// tokenWords are what approve takes of a request, "" for anything else.
func tokenWords(d model.Decision) string {
	switch plan := d.Covers(); {
	case d.Ref.Kind != model.KindRequest || !d.Foreseen.Known:
		return ""
	case plan != "":
		return d.Token().String() + ", also covers " + plan
	}
	return d.Token().String()
}

// addLearning adds what is known about a part of the research journal or the memory.
func (j *Show) addLearning(s model.Snapshot, ref model.Ref) {
	m := s.Memory
	switch ref.Kind {
	case model.KindResearch:
		if p, ok := s.Research.Problem(ref.Path); ok {
			j.Research = new(researchProblemJSON(p))
		}
	case model.KindJournal:
		if p, ok := s.Research.Holding(ref.Path); ok {
			j.Journal = new(journalFileJSON(p.Journal))
		}
	case model.KindEntry:
		if journal, e, ok := entryAt(s, ref); ok {
			j.Entry = new(entryJSON(e, triedAgain(journal)[e.ID]))
		}
	case model.KindMemory:
		j.Memory = new(memoryJSON(m, s.At))
	case model.KindProposal:
		if p, ok := m.Proposal(ref); ok {
			j.Proposal = new(proposalJSON(m, p))
		}
	case model.KindLearning:
		if l, ok := m.Learning(ref); ok {
			j.Learning = new(learningJSON(l, s.At))
		}
	}
}

// entryAt finds an entry with its journal.
func entryAt(s model.Snapshot, ref model.Ref) (model.Journal, model.Entry, bool) {
	if e, ok := s.Lesson(ref); ok {
		return s.Lessons, e, true
	}
	p, _ := s.Research.Holding(ref.Path)
	for _, e := range p.Journal.Entries {
		if e.Ref() == ref {
			return p.Journal, e, true
		}
	}
	return model.Journal{}, model.Entry{}, false
}

// ShowOtherJSON answers coldstart show for a file whose text is not shown.
func ShowOtherJSON(s model.Snapshot, o model.Other) Show {
	return Show{Head: HeadJSON(s), ID: o.Ref().String(), Kind: o.Ref().Kind.String(), Path: o.Path, Other: new(otherJSON(o)), Events: []jsonEvent{}}
}

// addRecovery adds what is known about a session, a work item or a trace.
func (j *Show) addRecovery(s model.Snapshot, ref model.Ref) {
	if o, ok := s.Session(ref); ok {
		j.Session = new(sessionJSON(o, s))
	}
	if t, ok := s.Transcript(ref); ok {
		j.Session = new(writtenJSONOf(s, t))
	}
	if w, ok := s.WorkItem(ref.Path); ok && ref.Kind == model.KindWork {
		j.Work = new(workJSON(w))
	}
	if t, ok := s.Trace(ref.Path); ok && ref.Kind == model.KindTrace {
		j.Trace = new(traceJSON(t))
	}
}

// SessionState says whether a session is current, ended or orphaned.
func SessionState(s model.Snapshot, o model.Session) string {
	if c, ok := s.Events.CurrentSession(); ok && c.Key == o.Key {
		return "current: it started last"
	}
	for _, orphan := range s.Orphans() {
		if orphan.Key == o.Key && o.MaybeLive(s.At) {
			return "never ended; may be running"
		}
		if orphan.Key == o.Key {
			return "never ended; very likely ended"
		}
	}
	return "ended"
}
