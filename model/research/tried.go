package research

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"coldstart/model"
)

// triedAgain is Reattempts for all ids.
func triedAgain(j model.Journal) map[string][]model.Entry {
	out := map[string][]model.Entry{}
	for _, e := range j.Entries {
		for _, id := range e.Earlier {
			if id != e.ID {
				out[id] = append(out[id], e)
			}
		}
	}
	return out
}

// Verdict answers whether something was tried before.
type Verdict int

// The verdicts, the one to be told first last.
const (
	NeverTried Verdict = iota
	OnlySpokenOf
	Planned
	RanBefore
	RuledOut
	TriedAndWorked
	BeingTried
	Interrupted
	WorkedInPart
	ChangesWanted
	AskedAndRejected
	TriedAndGivenUp
	TriedAndFailed
)

// verdictWords has the verdict as a heading, and in a row.
var verdictWords = [...][2]string{
	NeverTried:       {"NEVER TRIED", "never"},
	OnlySpokenOf:     {"ONLY SPOKEN OF", "spoken of"},
	Planned:          {"PLANNED, NOT TRIED", "planned"},
	RanBefore:        {"RUN BEFORE", "run"},
	RuledOut:         {"RULED OUT", "ruled out"},
	TriedAndWorked:   {"WORKED", "worked"},
	BeingTried:       {"BEING TRIED", "being tried"},
	Interrupted:      {"INTERRUPTED", "interrupted"},
	WorkedInPart:     {"WORKED IN PART", "in part"},
	ChangesWanted:    {"CHANGES REQUESTED", "changes"},
	AskedAndRejected: {"ASKED AND REJECTED", "rejected"},
	TriedAndGivenUp:  {"GIVEN UP", "given up"},
	TriedAndFailed:   {"TRIED AND FAILED", "failed"},
}

func (v Verdict) known() Verdict {
	if v < 0 || int(v) >= len(verdictWords) {
		return NeverTried
	}
	return v
}

// String returns the verdict as a heading.
func (v Verdict) String() string { return verdictWords[v.known()][0] }

// InRow gives it in lower case, for a row.
func (v Verdict) InRow() string { return verdictWords[v.known()][1] }

// VerdictOf is what an outcome says of what was tried.
func VerdictOf(o model.Outcome) Verdict {
	switch o {
	case model.OutcomeSucceeded:
		return TriedAndWorked
	case model.OutcomeFailed:
		return TriedAndFailed
	case model.OutcomePartial:
		return WorkedInPart
	case model.OutcomeAbandoned:
		return TriedAndGivenUp
	case model.OutcomeInProgress:
		return BeingTried
	case model.OutcomeRuledOut:
		return RuledOut
	}
	return OnlySpokenOf
}

// Trial is something that was tried, asked for or noted.
type Trial struct {
	// Ref is what to open, of no kind where a journal only lists the attempt. Path and Line, which is
	// zero for a whole file, say where it stands.
	Ref  model.Ref
	Path string
	Line int
	// Called names it in few letters, such as PROOF-002, and Of what it is part of.
	Called, Of, Title string
	// Ended is how it ended itself, whatever words are found in it.
	Ended Verdict
	At    time.Time
	// By is the agent or program that noted it.
	By, Strategy string
	// Tried, Why and Taught are what was tried, why it ended that way and what that taught. Asked is
	// what was asked for, by an agent or of one.
	Tried, Asked, Why, Taught string
	// Since are later results that may change how it would end today.
	Since []model.Entry
	// Careful says where two places contradict each other about it.
	Careful string
	// onlySpoken is true where words never say that it was tried.
	onlySpoken bool
	tags       []string
	parts      []part
}

// Name is what a sentence calls it: what it is part of, where its short name says nothing alone.
func (x *Trial) Name() string {
	switch x.Ref.Kind {
	case model.KindTrace:
		return x.Called + " of " + x.Of
	case model.KindRequest, model.KindTranscript:
		return x.Called + " " + model.Quoted(x.Title)
	case model.KindNone:
		if x.Of == OfGit {
			return x.Called + " " + x.Path
		}
	}
	return x.Called
}

// Where is the path and the line, if it has one, as editors take them.
func (x *Trial) Where() string {
	if x.Line == 0 {
		return x.Path
	}
	return fmt.Sprintf("%s:%d", x.Path, x.Line)
}

// Lesson is what it taught, else why it ended that way.
func (x *Trial) Lesson() string { return cmp.Or(x.Taught, x.Why) }

// part is a piece of a trial that can be searched. A central one says what was tried.
type part struct {
	name, text string
	central    bool
	// words are its searchable text.
	words string
}

// The parts by which an attempt is a dead end.
const inTags, inStrategy = "its tags", "its strategy"

// says is a part that says what was tried, adds one that only tells more.
func says(name, text string) part { return part{name: name, text: text, central: true} }

func adds(name, text string) part { return part{name: name, text: text} }

// Trials is all of a vault that can tell whether something was tried, made ready for a search.
type Trials struct {
	all []Trial
	has map[model.Kind]bool
	// blank takes keys and passwords out of a text.
	blank func(string) string
	// Unread says what could not be searched.
	Unread []string
	// Commits counts those of the repository that are searched, Ran the commands of sessions.
	Commits, Ran int
}

// NewTrials lists what all journals, other programs, rejected and returned requests, traces and sessions
// tell.
// Blank takes keys and passwords out of a text: who must not see one cannot find it by guessing.
func NewTrials(s model.Snapshot, blank func(string) string) Trials {
	t := Trials{blank: blank, has: map[model.Kind]bool{}}
	for _, p := range s.Research.Problems {
		if p.Journal.Unread != "" {
			t.Unread = append(t.Unread, fmt.Sprintf("The journal of %s cannot be read: %s", p.Name(), p.Journal.Unread))
		}
		t.addJournal(p.Journal, p.Name())
	}
	t.addJournal(s.Lessons, "")
	t.addRequests(s)
	t.addTraces(s.Traces)
	t.addPlans(s)
	t.addSessions(s)
	if s.TranscriptsLeft > 0 {
		t.Unread = append(t.Unread, model.Counted(s.TranscriptsLeft, "older session")+" not read")
	}
	for _, l := range s.LeftOut {
		t.Unread = append(t.Unread, l.String())
	}
	t.index(0)
	return t
}

// index makes what stands from a place on ready for a search.
func (t *Trials) index(from int) {
	for i := from; i < len(t.all); i++ {
		t.has[t.all[i].Ref.Kind] = true
		for k, p := range t.all[i].parts {
			t.all[i].parts[k].words = searchable(p.text)
		}
	}
}

// OfGit is what a commit is part of.
const OfGit = "git"

// undone is the subject of a commit that takes another one back.
const undone = "revert "

// With adds the commits of the repository: each is work that was kept, or taken back.
func (t Trials) With(h model.History) Trials {
	t.all, t.has, t.Unread, t.Commits = slices.Clone(t.all), maps.Clone(t.has), slices.Clone(t.Unread), len(h.Commits)
	from := len(t.all)
	for _, c := range h.Commits {
		ended := TriedAndWorked
		if strings.HasPrefix(strings.ToLower(c.Subject), undone) {
			ended = TriedAndGivenUp
		}
		t.all = append(t.all, Trial{Path: c.ID, Called: "commit", Of: OfGit, Title: c.Subject, Ended: ended, At: c.At, By: c.Author, parts: []part{says("its subject", c.Subject)}})
	}
	if t.index(from); h.None != "" {
		t.Unread = append(t.Unread, "Commits not read: "+h.None)
	}
	if h.More > 0 {
		t.Unread = append(t.Unread, "Older commits not read")
	}
	return t
}

// Has reports whether there is something of a kind to be searched.
func (t Trials) Has(k model.Kind) bool { return t.has[k] }

// addJournal adds the attempts of a journal and its other entries.
func (t *Trials) addJournal(j model.Journal, of string) {
	news, attempts := news(j), Attempts(j)
	for i, e := range j.Entries {
		if e.Category != model.CategoryProof {
			attempts = append(attempts, Attempt{ID: e.ID, Entry: &j.Entries[i]})
		}
	}
	for _, a := range attempts {
		x := Trial{
			Path: j.Path, Called: a.Called(), Of: of, Title: a.Title(), Strategy: a.Strategy(), Ended: VerdictOf(model.ParseOutcome(a.Outcome())),
			Since: since(news, a), onlySpoken: a.OnlySpoken(), tags: a.Tags(), parts: []part{says(inTags, strings.Join(a.Tags(), " ")), says(inStrategy, a.Strategy()), says("its number", a.ID)},
		}
		if a.Entry == nil || a.Entry.Category == model.CategoryProof {
			x.Careful = a.Disagree()
		}
		if e := a.Entry; e != nil {
			x.Ref, x.Path, x.Line, x.At, x.By = e.Ref(), e.Path, e.Line, e.At.Time, cmp.Or(e.Tool, e.Agent)
			x.Tried, x.Why, x.Taught = e.Tried, e.Reasoning, e.Insight
			x.parts = append([]part{says("its title", e.Title)}, append(x.parts,
				says("what was tried", e.Tried), adds("why it ended that way", e.Reasoning), adds("what it taught", e.Insight))...)
		}
		t.all = append(t.all, x)
	}
}

// addRequests adds the requests that were rejected or asked to change, with the reason.
func (t *Trials) addRequests(s model.Snapshot) {
	for _, r := range s.Decided {
		if r.Reading.Decision == model.DecisionRejected {
			t.addRequest(s, r, AskedAndRejected, nil)
		}
	}
	for _, r := range s.Requests {
		asked := cmp.Or(r.Asked, r.Wished)
		switch {
		case asked != nil || s.Notes[r.Path].Note != "":
			t.addRequest(s, r, ChangesWanted, asked)
		case r.Rejected != nil:
			t.addRequest(s, r, AskedAndRejected, r.Rejected)
		}
	}
}

// addRequest adds a request with how it ended, and what its operator said, as far as it is known.
func (t *Trials) addRequest(s model.Snapshot, r model.Request, ended Verdict, asked *model.EarlierAnswer) {
	said, reason := s.Notes[r.Path], "why it was rejected"
	if ended == ChangesWanted {
		reason = "what is to change"
	}
	if said.Note == "" {
		if said = s.Said[r.Path]; asked != nil {
			said = model.Said{At: asked.At, Note: asked.Note}
		}
	}
	at := r.DecidedAt
	if !r.DecidedHere {
		// When its file was moved says less.
		at = cmp.Or(said.At, r.DecidedAt, r.Created.Time)
	}
	t.all = append(t.all, Trial{
		Ref: r.Ref(), Path: r.Path, Called: "request", Of: r.PlanID, Title: r.Title(), Ended: ended, At: at, By: r.Reading.Tool, Asked: r.Rationale, Why: said.Note,
		parts: []part{
			says("its title", r.Summary), says("its name", r.Name), says("its action", r.Action), says("its target", r.Target),
			says("its rationale", r.Rationale), says(reason, said.Note),
		},
	})
}

// addTraces adds the steps that failed, and those that were finished in spite of challenges.
func (t *Trials) addTraces(traces []model.Trace) {
	for _, trace := range traces {
		for _, s := range trace.Steps {
			challenges, ended := s.Field("Challenges"), TriedAndFailed
			switch {
			case s.State == model.StepFailed:
			case s.State == model.StepCompleted && challenges != "":
				ended = TriedAndWorked
			default:
				continue
			}
			t.all = append(t.all, Trial{
				Ref: trace.Ref(), Path: trace.Path, Line: s.Line, Called: fmt.Sprintf("step %d", s.Number), Of: trace.Title(), Title: s.Name, Ended: ended,
				At: s.Started.Time, By: trace.Tool, Tried: s.Field("Summary"), Why: challenges, Taught: s.Field("Key decisions"),
				parts: []part{
					says("its name", s.Name), says("its workflow", trace.Title()+" "+trace.Workflow), {name: "its challenges", text: challenges, central: ended == TriedAndFailed},
					adds("its summary", s.Field("Summary")), adds("its decisions", s.Field("Key decisions")),
				},
			})
		}
	}
}

// ofPlan are the verdicts on a plan by its state. What nobody began is planned.
var ofPlan = map[model.State]Verdict{model.StateDone: TriedAndWorked, model.StateActive: BeingTried, model.StateBlocked: BeingTried}

// addPlans adds the plans with their steps, and those that are over and not listed.
func (t *Trials) addPlans(s model.Snapshot) {
	for _, p := range s.Plans {
		if p.Older || p.Reading.Request {
			continue
		}
		ended, why := max(ofPlan[p.Status.State], Planned), p.BlockedReason
		if p.Stop != nil && why == "" {
			why = p.Stop.Why
		}
		t.all = append(t.all, Trial{
			Ref: p.Ref(), Path: p.Path, Called: "plan", Of: cmp.Or(p.Reading.Tool, "the vault"), Title: cmp.Or(p.Objective, p.Stated, p.ID), Ended: ended, At: p.Touched.Time, By: p.Reading.Tool, Tried: p.Stated, Why: why,
			parts: []part{says("its title", cmp.Or(p.Objective, p.Stated, p.ID)), says("its name", p.ID), adds("its goal", p.Stated), adds("where it stopped", why)},
		})
		for _, step := range p.Steps {
			x := Trial{
				Ref: p.Ref(), Path: p.Path, Called: fmt.Sprintf("step %d", step.Number), Of: p.ID, Title: step.Text, Ended: Planned, At: p.Touched.Time, By: p.Reading.Tool,
				parts: []part{says("its text", step.Text)},
			}
			switch {
			case step.Done():
				x.Ended = TriedAndWorked
			case step.Mark == '-':
				x.Ended = BeingTried
			}
			t.all = append(t.all, x)
		}
	}
	for _, g := range s.Guests {
		for _, p := range g.Past {
			t.all = append(t.all, Trial{
				Ref: model.Ref{Kind: model.KindPlan, Path: p.Path}, Path: p.Path, Called: "finished plan", Of: g.Tool, Title: p.Title, Ended: TriedAndWorked, By: g.Tool,
				parts: []part{says("its title", p.Title), says("its name", p.Path)},
			})
		}
		if n := g.Finished - len(g.Past); n > 0 {
			t.Unread = append(t.Unread, model.Counted(n, "finished plan")+" of "+g.Tool+" not read")
		}
		if g.Unkept > 0 {
			t.Unread = append(t.Unread, model.Counted(g.Unkept, "older plan")+" of "+g.Tool+" not read")
		}
	}
}

// addSessions adds what sessions were about. Words are never attempts; the call in which one was cut off, or is, is one.
func (t *Trials) addSessions(s model.Snapshot) {
	for _, x := range s.Transcripts {
		called := "session"
		if x.Label != "" {
			called += " " + x.Label
		}
		trial := Trial{
			Ref: x.Ref(), Path: x.Path, Called: called, Of: x.Branch, Title: x.Name(), Ended: OnlySpokenOf, At: x.Wrote(), By: x.Tool, Asked: x.Prompt, Why: x.Said,
			onlySpoken: true, parts: []part{adds("its title", x.Name()), adds("its prompt", x.Prompt), adds("its last words", x.Said)},
		}
		if x.Call.Open && x.Call.Says != "" {
			if trial.Ended = Interrupted; x.Runs(s.At) {
				trial.Ended = BeingTried
			}
			trial.onlySpoken, trial.Tried = false, x.Call.Says
			trial.parts = append(trial.parts, says("its open call", x.Call.Says))
		}
		t.all = append(t.all, trial)
		t.addRan(x, called)
	}
}

// addRan adds the commands of a session that came to an end. Only one whose result says so failed: what another one was for nobody
// knows.
func (t *Trials) addRan(x model.Transcript, called string) {
	for _, r := range x.Ran {
		ended := RanBefore
		if r.Failed {
			ended = TriedAndFailed
		}
		t.Ran++
		t.all = append(t.all, Trial{
			Ref: x.Ref(), Path: x.Path, Called: "command", Of: called, Title: r.Says, Ended: ended, At: r.At, By: x.Tool, Why: r.Came,
			parts: []part{says("its words", r.Says), adds("what came of it", r.Came)},
		})
	}
}

// Match says in which parts of a trial a sought word was found.
type Match struct {
	Word  string
	Parts []string
}

// Hit is a trial that has sought words.
type Hit struct {
	*Trial
	Verdict Verdict
	// Matches are the words that it has, Missing those that it lacks.
	Matches []Match
	Missing []string
	// DeadEnd is true for one that failed or was given up, whose strategy or two of whose tags are sought.
	DeadEnd bool
	// central counts the places that say what was tried.
	central int
}

// Answer is what a vault says about sought words.
type Answer struct {
	// Verdict is that of the hits with the most words, or of the dead ends.
	Verdict Verdict
	// DeadEnd is true where nothing has all of the words, and they name what failed or was given up.
	DeadEnd bool
	// Words are the sought words, each once.
	Words []string
	// Hits have the dead ends first that the verdict is about, then the most words.
	Hits []Hit
	// Times is how many of the hits the verdict is about.
	Times int
	// Partly is true where not all could be searched.
	Partly bool
}

// Tried searches what was tried for words. One that is only mentioned, or only in the literature,
// was not tried. Whole words and their beginnings count, in any case, with or without accents and
// a plural s; quotation marks hold words together.
func (t Trials) Tried(text string) Answer {
	terms := termsOf(text)
	if len(terms) == 0 {
		return Answer{}
	}
	a := Answer{Partly: len(t.Unread) > 0}
	for _, w := range terms {
		a.Words = append(a.Words, w.word)
	}
	for i := range t.all {
		if hit := t.hit(&t.all[i], terms); len(hit.Matches) > 0 {
			a.Hits = append(a.Hits, hit)
		}
	}
	whole := slices.ContainsFunc(a.Hits, func(h Hit) bool { return len(h.Missing) == 0 })
	a.DeadEnd = !whole && slices.ContainsFunc(a.Hits, func(h Hit) bool { return h.DeadEnd })
	slices.SortStableFunc(a.Hits, func(x, y Hit) int {
		if a.DeadEnd && x.DeadEnd != y.DeadEnd {
			return model.FalseFirst(!x.DeadEnd, !y.DeadEnd)
		}
		return cmp.Or(cmp.Compare(len(y.Matches), len(x.Matches)), cmp.Compare(y.central, x.central), cmp.Compare(y.Verdict, x.Verdict), y.At.Compare(x.At))
	})
	closest := a.closest()
	for _, hit := range closest {
		a.Verdict = max(a.Verdict, hit.Verdict)
	}
	a.Times = len(model.Where(closest, func(h *Hit) bool { return h.Verdict == a.Verdict }))
	return a
}

// closest are the hits that the verdict is taken from: the dead ends, else those that have as many words as
// the first.
func (a Answer) closest() []Hit {
	for i, h := range a.Hits {
		if a.DeadEnd && !h.DeadEnd || !a.DeadEnd && len(h.Matches) < len(a.Hits[0].Matches) {
			return a.Hits[:i]
		}
	}
	return a.Hits
}

// Best is the hit that the verdict is about, the newest of several.
func (a Answer) Best() (best Hit, found bool) {
	for _, h := range a.closest() {
		if h.Verdict == a.Verdict && (!found || h.At.After(best.At)) {
			best, found = h, true
		}
	}
	return best, found
}

// NotAsSuch reports whether nothing has all of the words: the verdict is then about what is close
// to them.
func (a Answer) NotAsSuch() bool { return len(a.Hits) > 0 && len(a.Hits[0].Missing) > 0 }

// NotFound reports whether nothing was found, and not all could be searched.
func (a Answer) NotFound() bool { return a.Partly && len(a.Hits) == 0 }

// hit looks for words in a trial.
func (t Trials) hit(x *Trial, terms []term) Hit {
	h := Hit{Trial: x, Verdict: OnlySpokenOf}
	for _, w := range terms {
		m := Match{Word: w.word}
		for _, p := range x.parts {
			if w.in(p.words) && t.shows(p, w) {
				m.Parts = append(m.Parts, p.name)
				if p.central {
					h.central++
				}
			}
		}
		if len(m.Parts) == 0 {
			h.Missing = append(h.Missing, w.word)
			continue
		}
		h.Matches = append(h.Matches, m)
	}
	if h.central > 0 && !x.onlySpoken {
		h.Verdict = x.Ended
	}
	h.DeadEnd = (h.Verdict == TriedAndFailed || h.Verdict == TriedAndGivenUp) && h.names(terms)
	return h
}

// names reports whether the sought words have the strategy, or two tags (seed "Resume", function 2).
func (h Hit) names(terms []term) bool {
	sought := map[string]bool{}
	for _, w := range terms {
		for word := range strings.FieldsSeq(w.need) {
			sought[strings.TrimSuffix(word, "s")] = true
		}
	}
	has := func(name string) bool {
		words := strings.Fields(searchable(name))
		return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return !sought[strings.TrimSuffix(word, "s")] })
	}
	found := func(part string) bool {
		return slices.ContainsFunc(h.Matches, func(m Match) bool { return slices.Contains(m.Parts, part) })
	}
	shared := map[string]bool{}
	for _, tag := range h.tags {
		if found(inTags) && has(tag) {
			shared[tag] = true
		}
	}
	return found(inStrategy) && has(h.Strategy) || len(shared) >= fewestShared
}

// shows reports whether a part has a word outside keys and passwords, too.
func (t Trials) shows(p part, w term) bool {
	blanked := t.blank(p.text)
	return blanked == p.text || w.in(searchable(blanked))
}

// term is a sought word, or several that follow each other.
type term struct {
	// word is how it was typed, need what searchable text has.
	word, need string
	// whole is true for one too short to be the beginning of a word.
	whole bool
}

const (
	// leastStem is the shortest word whose plural s is dropped.
	leastStem = 3
	// leastBeginning is the shortest beginning of a word, in bytes: two letters of ASCII say little,
	// two of Korean much.
	leastBeginning = 3
)

// in reports whether a searchable text has the word.
func (w term) in(text string) bool {
	for {
		i := strings.Index(text, w.need)
		if i < 0 {
			return false
		}
		text = text[i+len(w.need):]
		if !w.whole || text == "" || text[0] == ' ' {
			return true
		}
	}
}

// termsOf are the words of a question, each once. Words that every question has count only where
// there are no others.
func termsOf(text string) []term {
	var all, telling []term
	add := func(word string, quoted bool) {
		w := newTerm(word)
		if w.need == "" || slices.ContainsFunc(all, func(other term) bool { return other.need == w.need }) {
			return
		}
		all = append(all, w)
		if quoted || !isFiller(w.word) {
			telling = append(telling, w)
		}
	}
	pieces := strings.Split(strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`).Replace(text), `"`)
	for i, piece := range pieces {
		if i%2 == 1 && i < len(pieces)-1 {
			add(model.OneLine(piece), true)
			continue
		}
		for word := range strings.FieldsFuncSeq(piece, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;、，。", r) }) {
			add(word, false)
		}
	}
	if len(telling) == 0 {
		return all
	}
	return telling
}

func newTerm(word string) term {
	w := term{word: strings.ToLower(strings.Trim(word, ".:?!'…？！")), need: searchable(word)}
	last := w.need[strings.LastIndexByte(w.need, ' ')+1:]
	w.whole = len(last)+1 == len(w.need) && len(last) < leastBeginning
	if stem := strings.TrimSuffix(last, "s"); len(stem) >= leastStem {
		w.need = strings.TrimSuffix(w.need, "s")
	}
	return w
}

// isFiller reports the words of a question that say nothing of what is sought.
func isFiller(word string) bool {
	switch word {
	case "a", "an", "and", "any", "anyone", "as", "at", "before", "by", "did", "do", "does", "ever", "for", "from", "has", "have", "how", "i", "in", "is", "it",
		"its", "of", "on", "or", "that", "the", "there", "this", "to", "tried", "try", "was", "we", "were", "with":
		return true
	}
	return false
}
