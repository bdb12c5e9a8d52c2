package answer

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/research"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/phrase"
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
		Path: doc.Ref.Path, SHA256: doc.Seen.String(), Token: Seen(s, doc.Ref, doc.Seen).Token().String(), Events: []jsonEvent{},
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
	p.facts(append(ShowFacts(s, doc.Ref), fact{hash, doc.Seen.String()}, fact{"Token hash", tokenWords(Seen(s, doc.Ref, doc.Seen))}))
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
		return d.Token().String() + ", covers " + plan + " too"
	}
	return d.Token().String()
}

// ShowFacts lists what is known about a thing; values may be empty.
func ShowFacts(s model.Snapshot, ref model.Ref) []fact {
	facts := []fact{{"Id", ref.String()}}
	switch ref.Kind {
	case model.KindPlan:
		p, _ := s.Plan(ref.Path)
		done, total := p.Progress()
		progress := phrase.OfSteps(p, fmt.Sprintf("%d/%d steps", done, total))
		if p.Reading.Stateless || total == 0 {
			progress = phrase.Progress(p)
		}
		title := ""
		if p.Stated != "" {
			title = phrase.Heading(p)
		}
		facts = append(facts, fact{"Plan ID", p.ID}, fact{"Title", title}, fact{"Objective", phrase.Aim(p)}, fact{"Status", phrase.Status(p.Status)},
			fact{"Blocked", p.BlockedReason}, fact{"Priority", p.Priority}, fact{"Created", p.Created.Raw},
			fact{"Progress", progress}, fact{"Approved", phrase.Granted(p)})
		if step, ok := rule.WaitingStep(p); ok && p.Own() && p.Status.State == model.StateBlocked {
			facts = append(facts, fact{"Waits for", phrase.StepNamed(step)})
		}
		facts = append(facts, planReadingFacts(p)...)
	case model.KindRequest:
		r, _ := s.RequestAnywhere(ref.Path)
		if r.Ask != nil {
			facts = append(facts, actionFacts(s, *r.Ask)...)
		}
		facts = append(facts, fact{"Title", r.Title()}, fact{"Asked by", r.Reading.Tool}, fact{"Type", r.Reading.Command}, fact{"Action", r.Action}, fact{"Target", r.Target},
			fact{"From", r.Sender}, fact{"Amount", r.Amount}, fact{"Document", r.About}, fact{"Plan", planStep(r)}, fact{"Rationale", r.Rationale},
			fact{"Created", r.Created.Raw}, fact{"Expires", r.Expires.Raw}, fact{"Remarks", requestRemarks(r, s)})
		if step, ok := rule.Unlocks(s, r); ok {
			facts = append(facts, fact{"Unlocks", phrase.StepNamed(step)})
		}
		facts = append(facts, requestReadingFacts(s, r)...)
	case model.KindSession, model.KindTranscript, model.KindWork, model.KindTrace:
		return append(facts, recoveryFacts(s, ref)...)
	case model.KindResearch, model.KindJournal, model.KindEntry, model.KindMemory, model.KindProposal, model.KindLearning:
		return append(facts, learningFacts(s, ref)...)
	case model.KindIntake:
		for _, i := range s.Intake {
			if i.Ref() == ref {
				facts = append(facts, fact{"Title", i.Title}, fact{"Since", i.Since.Raw})
			}
		}
	}
	of := ref.Path
	if r, ok := s.RequestAnywhere(ref.Path); ok && r.Against != nil && ref.Kind == model.KindRequest {
		// The problem stands at one of the two files.
		of = r.Against.Path()
	}
	for _, p := range s.Problems {
		if p.Path == of {
			facts = append(facts, fact{"Problem", say.Place(p.Path, p.Line) + ": " + p.Reason}, fact{"Advice", p.Hint})
		}
	}
	return facts
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

// toolsOnly is a value of an entry that another program noted somewhere in a file; that of a
// journal's own is in its text.
func toolsOnly(e model.Entry, value string) string {
	if e.Tool == "" {
		return ""
	}
	return value
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

// learningFacts lists what is known about a part of the research journal or the memory.
func learningFacts(s model.Snapshot, ref model.Ref) []fact {
	switch ref.Kind {
	case model.KindResearch:
		p, _ := s.Research.Problem(ref.Path)
		facts := []fact{
			{"Problem", p.Name()}, {"Domain", p.Domain}, {"State", p.State.Name}, {"Last active", p.LastActive.Raw},
			{"Entries", fmt.Sprint(len(p.Journal.Entries))}, {"Suggested", research.Suggest(p).Text},
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
			{"Tags", strings.Join(e.Tags, ", ")}, {"Noted by", e.Tool}, {"Outcome", e.Outcome}, {"Tried", toolsOnly(e, e.Tried)}, {"Why", toolsOnly(e, e.Reasoning)}, {"Links", strings.TrimSpace(entryLinks(e, triedAgain(journal)[e.ID]))},
		}
	case model.KindMemory:
		m := s.Memory
		return []fact{
			{"Version", m.Version}, {"Learned", fmt.Sprint(len(m.Learned))}, {"Pending", fmt.Sprint(len(m.Pending()))},
			{"First run", phrase.Reason(m.FirstRun())}, {"Unread", m.Unread},
		}
	case model.KindProposal:
		p, _ := s.Memory.Proposal(ref)
		return []fact{
			{"Proposal", p.ID}, {"Type", string(p.Type)}, {"Content", p.Content}, {"Status", p.Status}, {"Confidence", p.Confidence},
			{"Source", p.Source}, {"Proposed", p.Extracted.Raw}, {"Decided", p.Decided.Raw}, {"Before", phrase.Reason(s.Memory.Before(p))},
		}
	}
	l, _ := s.Memory.Learning(ref)
	stale := ""
	if l.Stale(s.At) {
		stale = "not confirmed for 90 days"
	}
	return []fact{
		{"Learning", l.ID}, {"Type", string(l.Type)}, {"Content", l.Content}, {"Source", l.Source}, {"Found", l.Extracted.Raw},
		{"Confirmed", l.ConfirmedAt.Raw}, {"Tags", strings.Join(l.Tags, ", ")}, {"Stale", stale},
	}
}

// planReadingFacts say how a plan was understood.
func planReadingFacts(p model.Plan) []fact {
	r, stopped := p.Reading, ""
	if p.Stop != nil {
		stopped = phrase.Stopped(*p.Stop)
	}
	facts := []fact{
		{"Known from", phrase.PlanKnown(r)}, {"Plan of", r.Tool}, {"Go on with", r.Command}, {"Stopped", stopped}, {"Steps from", r.StepsFrom}, {"Claimed by", r.Claimed}, {"State of", r.Parent},
		{"Source", r.Source}, {"Versions", phrase.Versions(p)},
	}
	for _, d := range r.Doubts {
		facts = append(facts, fact{"Doubt", d})
	}
	return append(facts, doubtFacts(p.Doubts)...)
}

func doubtFacts(doubts []model.Doubt) []fact {
	return say.Each(doubts, func(d model.Doubt) fact { return fact{phrase.DoubtHeading(d.Weight), d.String()} })
}

// requestReadingFacts say how a request was understood, and what became of it.
func requestReadingFacts(s model.Snapshot, r model.Request) []fact {
	probably := ""
	if r.Probably != "" {
		probably = "of " + r.Probably
	}
	facts := []fact{{"Due", r.Reading.Due}, {"Probably", probably}, {"Known from", phrase.RequestKnown(r.Reading)}}
	if r.Reading.Decision != model.DecisionPending {
		facts = append(facts, fact{"Decided", phrase.Decided(s, r)})
	}
	facts = append(facts, fact{"Outcome", outcome(r, s.At)})
	if r.Carried != nil {
		facts = append(facts, fact{"Told by", strings.TrimSpace(r.Carried.Path + " " + r.Carried.At.Raw)})
	}
	return append(facts, doubtFacts(r.Doubts)...)
}

// ShowOther says what is known of a file that is neither plan nor request. Its text is not
// shown, since vaults hold credentials.
func (p *Output) ShowOther(o model.Other) {
	p.facts([]fact{
		{"Id", o.Ref().String()}, {"Looks like", o.Kind}, {"Because", phrase.OtherWhy(o)}, {"Size", phrase.OtherSize(o)}, {"Advice", phrase.OtherAdvice(o)},
		{"Text", "not shown: this is neither a plan nor a request, and vaults can hold credentials"},
	})
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

// recoveryFacts lists what is known about a session, a work item or a trace.
func recoveryFacts(s model.Snapshot, ref model.Ref) []fact {
	switch ref.Kind {
	case model.KindSession:
		o, _ := s.Session(ref)
		facts := []fact{
			{"Session", o.Label}, {"Agent", o.Agent}, {"Started", o.Started.Raw}, {"Last event", o.Last.Raw},
			{"State", SessionState(s, o)}, {"Line", fmt.Sprint(o.Line)},
		}
		if t, ok := s.Written(ref); ok {
			facts = append(facts, writtenFacts(s, t)...)
		}
		return facts
	case model.KindTranscript:
		t, _ := s.Transcript(ref)
		return append([]fact{{"Session", t.ID}}, writtenFacts(s, t)...)
	case model.KindWork:
		w, _ := s.WorkItem(ref.Path)
		return []fact{
			{"Work item", w.ID}, {"Title", w.Title}, {"Status", w.Status}, {"Phase", w.Phase},
			{"Open node", w.Node}, {"Since", w.Since.Raw}, {"Stuck by", phrase.WorkRule(s.WorkRule())},
		}
	}
	t, _ := s.Trace(ref.Path)
	return []fact{
		{"Trace", t.Title()}, {"Workflow", t.Workflow}, {"Status", t.Status},
		{"Recovery", t.Recovery().String()}, {"Advice", TraceRemark(t)},
	}
}

// writtenFacts list what the program of an agent wrote down of a session.
func writtenFacts(s model.Snapshot, t model.Transcript) []fact {
	var facts []fact
	for _, f := range board.WrittenFacts(s, t) {
		facts = append(facts, fact{f.Label, f.Value})
	}
	return facts
}

// SessionState says whether a session is current, ended or orphaned.
func SessionState(s model.Snapshot, o model.Session) string {
	if c, ok := s.Events.CurrentSession(); ok && c.Key == o.Key {
		return "current: it started last"
	}
	for _, orphan := range s.Orphans() {
		if orphan.Key == o.Key && o.MaybeLive(s.At) {
			return "never ended; may still be live"
		}
		if orphan.Key == o.Key {
			return "never ended; very likely dead"
		}
	}
	return "ended"
}
