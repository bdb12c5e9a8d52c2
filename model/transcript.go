package model

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Transcript is a session as the program of an agent wrote it down in the operator's home folder.
type Transcript struct {
	// Tool is the program for people, such as "Claude Code". ID is the session's own, Path its
	// file as people read it: "~/.claude/projects/…".
	Tool, ID, Path string
	// Title is what the program or its first prompt calls the session.
	Title string
	// Dir is the folder in which it worked, an absolute path as written down, Branch the branch of
	// its repository, Version that of the program.
	Dir, Branch, Version string
	// LastDir is the folder in which it worked last, which may be another one than at first.
	LastDir     string
	Began, Last Stamp
	// Changed is when the file was last written, Size its bytes.
	Changed time.Time
	Size    int64
	// Helped is when one of its sub-agents wrote last, which have files of their own; zero where that is not known.
	Helped time.Time
	// Ending is how it ended by its file alone, Sure how that is known. See State.
	Ending Ending
	Sure   Basis
	// Call is what the last tool call was about, for one without a result.
	Call Event
	// Ran are the last commands of a shell that came to an end, the newest last.
	Ran []Ran
	// Questions are open questions to the operator, Plan is the text of a plan to accept.
	Questions []Question
	Plan      string
	// Prompt are the operator's last words, Said the agent's.
	Prompt, Said string
	// Planning is true while the operator has not said yes to the plan that its agent lays out.
	Planning bool
	// Steps are the plan that its agent keeps in the session itself, nil for none.
	Steps []Step
	// PlanFile is the plan that belongs to it, relative as Path, empty for none.
	PlanFile string
	// Touched are the files that it edited, the last one first, relative to Dir where they lie in it.
	Touched []string
	// TouchedAt is when, in the same order; zero for what has no time.
	TouchedAt []time.Time
	// Beats are what it did, minute by minute, and Counted is true where its program says how many tokens that took.
	Beats   []Beat
	Counted bool
	// Prompts, Calls and Unknown count what was read: the operator's prompts, tool calls, and
	// lines of kinds that are not known. Partial is true if the middle of the file was not read.
	Prompts, Calls, Unknown int
	Partial                 bool
	// Process is what the program says of its running session, nil for nothing.
	Process *Process
	// Command resumes the session, in its folder. Empty where nothing does. Away is true where that folder is gone: it then does so
	// elsewhere.
	Command string
	Away    bool
	// Batch is true for a run without a person at the screen.
	Batch bool
	// From is the id of the session that this one continues or was forked from.
	From string
	// Root is the id of its first message, which copies and forks of it have, too; empty if not
	// known.
	Root string
	// Seen is the hash of its size, when it was last written, its beginning and its end.
	Seen Fingerprint
	// Acked says when the operator acknowledged how it ended, zero for never.
	Acked time.Time
	// Log is the session of the event log that is this one, the zero value for none, and Label
	// what the log calls it. Later says that another one began there since, LogEnded that the
	// session ended there. See Link.
	Log             Ref
	Label           string
	Later, LogEnded bool
	// GoneOn is true if another session continued it, Redone, for a run without a person at
	// the screen, if a later one in its folder ended well. See Follow.
	GoneOn, Redone bool
	// Deferred is true if it ended since a hook left the call of a tool to the operator.
	Deferred bool
	// Trouble is the error that was the answer to the last prompt, empty for none.
	Trouble string
}

// Beat is what a session did in a minute: its calls of tools, the lines that its edits changed, and the tokens of
// its answers.
type Beat struct {
	At                    time.Time
	Calls, Added, Removed int
	Tokens                Tokens
}

// Tokens are those of answers, as the program counted them: In without what came from a cache, which is in CacheRead,
// or went to one, which is in CacheWrite.
type Tokens struct{ In, CacheWrite, CacheRead, Out int64 }

// Plus adds others.
func (t Tokens) Plus(o Tokens) Tokens {
	return Tokens{t.In + o.In, t.CacheWrite + o.CacheWrite, t.CacheRead + o.CacheRead, t.Out + o.Out}
}

// Minus takes others away.
func (t Tokens) Minus(o Tokens) Tokens {
	return t.Plus(Tokens{-o.In, -o.CacheWrite, -o.CacheRead, -o.Out})
}

// Used is the number for people: what went in anew and what came out. The same words come from a cache again and
// again, so they are not in it.
func (t Tokens) Used() int64 { return t.In + t.Out }

// Ran is a command that came to an end: what it was and what came of it. Failed is true where its result says so.
type Ran struct {
	Says, Came string
	Failed     bool
	At         time.Time
}

// Question is what an agent asks, with the answers to choose from.
type Question struct {
	Text    string
	Options []Option
}

// Option is an answer to choose from, with what the agent says of it, "" for nothing.
type Option struct{ Label, About string }

// Labels are the answers to choose from.
func (q Question) Labels() []string {
	labels := make([]string, len(q.Options))
	for i, o := range q.Options {
		labels[i] = o.Label
	}
	return labels
}

// Process is the process of a session that runs, or that was killed.
type Process struct {
	PID int
	// Start is its start time as the system counts, which tells it from another one with the
	// same number; empty if not known.
	Start string
	// Status is what the program says: idle, busy or waiting. For says what it waits for.
	Status, For string
	// Alive is true if it runs now, Guessed if only its number says that it is the same process.
	Alive, Guessed bool
}

// Ending is how a session came to its end, or that it goes on.
type Ending int

// The endings.
const (
	EndingUnknown Ending = iota
	// EndingRuns: its process runs, or its file was written a moment ago.
	EndingRuns
	// EndingWaits: it asked the operator something, or for a yes.
	EndingWaits
	// EndingInTool: it was interrupted in a tool call.
	EndingInTool
	// EndingInWriting: its last line was cut short.
	EndingInWriting
	// EndingUnanswered: the operator's last prompt has no answer.
	EndingUnanswered
	// EndingStopped: the operator interrupted it.
	EndingStopped
	// EndingYourTurn: the agent said all that it had to say.
	EndingYourTurn
	// EndingDone: it was closed.
	EndingDone
)

// String returns the name used in JSON.
func (e Ending) String() string {
	return word(e, "unknown", "running", "waits", "cut-off-in-tool", "cut-off-in-writing", "unanswered", "stopped", "your-turn", "done")
}

// Dead reports whether work was cut off.
func (e Ending) Dead() bool {
	return e == EndingInTool || e == EndingInWriting || e == EndingUnanswered
}

// Ref returns the transcript's identity.
func (t Transcript) Ref() Ref { return Ref{Kind: KindTranscript, Path: t.Path} }

// State says how the session ended, by its file, its process and the clock. Nothing that was
// written in the last ten minutes is dead; a time further ahead than that is wrong.
func (t Transcript) State(now time.Time) (e Ending, sure Basis) {
	e, sure = t.Ending, t.Sure
	killed := false
	if p := t.Process; p != nil {
		alive := BasisDeclared
		if p.Guessed {
			alive = BasisGuessed
		}
		switch {
		case p.Alive && p.Status == "waiting":
			return EndingWaits, alive
		case p.Alive && p.Status == "idle":
			return EndingYourTurn, alive
		case p.Alive && e == EndingWaits:
			return e, alive
		case p.Alive:
			return EndingRuns, alive
		case e == EndingInTool && p.Status == "waiting", e == EndingWaits && !t.Deferred:
			// It ended while it asked something: nobody is left to hear the answer.
			e, sure, killed = EndingInTool, BasisDeclared, true
		case e.Dead():
			sure = BasisDeclared
		}
	}
	switch {
	case t.LogEnded && e != EndingRuns && !t.Deferred:
		return EndingDone, BasisDeclared
	case e.Dead() && !killed && (now.Sub(t.Changed).Abs() < stillWrites || now.Sub(t.Helped).Abs() < stillWrites):
		return EndingRuns, BasisGuessed
	case e.Dead() && t.Later:
		sure = BasisDeclared
	}
	return e, sure
}

// forgotten is how long a session that was cut off or that waits needs somebody: what nobody
// missed for longer is only listed.
const forgotten = 14 * 24 * time.Hour

// NeedsYou reports whether somebody has to look at the session: it waits, or was cut off, and
// nobody went on with it, did it again, said that they know, or missed it for two weeks.
func (t Transcript) NeedsYou(now time.Time) bool {
	e, _ := t.State(now)
	return (e.Dead() || e == EndingWaits) && t.Acked.IsZero() && !t.GoneOn && !t.Redone && now.Sub(t.Wrote()) < forgotten
}

// Minor reports whether the session waits or was cut off like one that needs somebody, but long ago,
// or in a run of a script whose later run ended well, so that it is only listed.
func (t Transcript) Minor(now time.Time) bool {
	e, _ := t.State(now)
	return (e.Dead() || e == EndingWaits) && t.Acked.IsZero() && !t.GoneOn && !t.NeedsYou(now)
}

// AsksFor is what a session waits for: a question, else what its program says.
func (t Transcript) AsksFor() string {
	switch {
	case len(t.Questions) > 0:
		return t.Questions[0].Text
	case t.Process != nil && t.Process.For != "" && t.Call.Says != "":
		return t.Process.For + ": " + t.Call.Says
	case t.Process != nil && t.Process.For != "":
		return t.Process.For
	}
	return t.Call.Says
}

// Why says why a session needs somebody.
func (t Transcript) Why(now time.Time) Reason {
	switch e, _ := t.State(now); {
	case e == EndingInTool:
		return Reason{Code: BecauseCutOffInTool, Name: t.Call.Act.String(), Text: t.Call.Says}
	case e == EndingInWriting:
		return Because(BecauseDiedWriting)
	case e == EndingUnanswered && t.Trouble != "":
		return Reason{Code: BecauseServerError, Text: t.Trouble}
	case e == EndingUnanswered:
		return Reason{Code: BecauseNeverAnswered, Text: t.Prompt}
	case e == EndingWaits && t.Plan != "":
		return Because(BecausePlanToAccept)
	case e == EndingWaits && len(t.Questions) == 0:
		return Reason{Code: BecauseWaitsForYes, Text: t.AsksFor()}
	case e == EndingWaits:
		return Reason{Code: BecauseAsksYou, Text: t.AsksFor()}
	}
	return Reason{}
}

// Runs reports whether the session goes on now, or may.
func (t Transcript) Runs(now time.Time) bool {
	e, _ := t.State(now)
	return e == EndingRuns || t.Process != nil && t.Process.Alive
}

// Resume is the command that resumes the session, "" for one that runs: it must not get a second writer.
func (t Transcript) Resume(now time.Time) string {
	if t.Runs(now) {
		return ""
	}
	return t.Command
}

// Attention is the row in the queue of a session that needs somebody.
func (t Transcript) Attention(now time.Time) Attention {
	a := Attention{
		Ref: t.Ref(), What: t.Called(), Who: t.Tool, Why: []Reason{t.Why(now)}, Since: t.Wrote(), Severity: SeverityNormal,
	}
	if e, _ := t.State(now); e == EndingWaits {
		a.Blocks, a.Human = true, true
	}
	if t.Batch {
		a.Severity, a.Why = SeverityLow, append(a.Why, Because(BecauseByScript))
	}
	return a
}

// Called is the name of a session with its number in the event log, if it has one.
func (t Transcript) Called() string {
	if t.Label == "" {
		return t.Name()
	}
	return "Session " + t.Label + ": " + t.Name()
}

// sameStart is how long after the beginning of a transcript the event log may have its start, and
// how long before.
const (
	sameStart   = 2 * time.Minute
	beforeStart = 10 * time.Second
)

// Link finds the sessions of the event log among the transcripts: by the reports that agents got
// at their start, which have both names, else by the time of the start, where only these two fit.
// It marks those that others followed.
func (s *Snapshot) Link(reports []HandOver) {
	by := map[string]int{}
	for i, o := range s.Events.Sessions {
		if o.Starts > 0 {
			by[o.Label] = i
		}
	}
	called, taken := map[string]string{}, map[int]bool{}
	for _, h := range reports {
		if _, ok := by[h.Session]; ok && h.Caller != "" {
			called[h.Caller] = h.Session
		}
	}
	for i := range s.Transcripts {
		t := &s.Transcripts[i]
		if label, ok := called[t.ID]; ok && t.ID != "" && !taken[by[label]] {
			t.isSession(s.Events, by[label])
			taken[by[label]] = true
		}
	}
	s.linkByTime(taken)
	Follow(s.Transcripts)
}

// Follow marks the sessions from which others went on, and the runs of scripts after which another
// one in the same folder ended well.
func Follow(all []Transcript) {
	from, well := map[string]bool{}, map[string]time.Time{}
	for i := range all {
		t := &all[i]
		if t.From != t.ID {
			from[t.From] = true
		}
		if over := t.Ending == EndingDone || t.Ending == EndingYourTurn; t.Batch && over && t.Wrote().After(well[t.Dir]) {
			well[t.Dir] = t.Wrote()
		}
	}
	for i := range all {
		t := &all[i]
		t.GoneOn = t.ID != "" && from[t.ID]
		t.Redone = t.Batch && t.Dir != "" && well[t.Dir].After(t.Wrote())
	}
}

// linkByTime links the others by the time of their start.
func (s *Snapshot) linkByTime(taken map[int]bool) {
	var free []*Transcript
	for i := range s.Transcripts {
		if t := &s.Transcripts[i]; t.Log == (Ref{}) && t.Began.Known() {
			free = append(free, t)
		}
	}
	slices.SortFunc(free, func(a, b *Transcript) int { return a.Began.Time.Compare(b.Began.Time) })
	fits, fitted := map[int]*Transcript{}, map[*Transcript]int{}
	for i, o := range s.Events.Sessions {
		if o.Starts == 0 || taken[i] || !o.Started.Known() {
			continue
		}
		earliest := o.Started.Time.Add(-sameStart)
		at, _ := slices.BinarySearchFunc(free, earliest, func(t *Transcript, at time.Time) int { return t.Began.Time.Compare(at) })
		n := 0
		for ; at+n < len(free) && !free[at+n].Began.Time.After(o.Started.Time.Add(beforeStart)); n++ {
			fitted[free[at+n]]++
		}
		if n == 1 {
			fits[i] = free[at]
		}
	}
	for i, t := range fits {
		if fitted[t] == 1 {
			t.isSession(s.Events, i)
		}
	}
}

// isSession makes one session of the log this one.
func (t *Transcript) isSession(l EventLog, at int) {
	o := l.Sessions[at]
	t.Log, t.Label = o.Ref(), o.Label
	_, t.Later = l.After(o)
	t.LogEnded = o.Ended != nil && o.Ended.Line > o.Line && !o.Ended.At.Time.Before(t.Wrote().Add(-sameStart))
	if d := o.Declared; d != nil && d.Agent == OperatorAgent && !o.Open() && !t.Wrote().After(d.At.Time) && t.Acked.IsZero() {
		t.Acked = d.At.Time
	}
}

// Halves are the two records of a session that the event log and its program have, that of ref
// first; for anything else ref alone.
func (s Snapshot) Halves(ref Ref) []Ref {
	if t, ok := s.Transcript(ref); ok && t.Log != (Ref{}) {
		return []Ref{ref, t.Log}
	}
	if t, ok := s.Written(ref); ok {
		return []Ref{ref, t.Ref()}
	}
	return []Ref{ref}
}

// Worked is the folder in which a session worked, empty for that of the vault, and when it began.
func (s Snapshot) Worked(ref Ref) (dir string, since time.Time) {
	for _, half := range s.Halves(ref) {
		if t, ok := s.Transcript(half); ok {
			return t.Dir, t.Began.Time
		}
	}
	o, _ := s.Session(ref)
	return "", o.Started.Time
}

// orphanRefs are the sessions of the event log that never ended, by their reference.
func (l EventLog) orphanRefs() map[Ref]bool {
	refs := map[Ref]bool{}
	for _, o := range l.Orphans() {
		refs[o.Ref()] = true
	}
	return refs
}

// ApartFromLog lists the transcripts that have a row of their own: those of the event log's orphans are
// told in the rows of these.
func (s Snapshot) ApartFromLog() []Transcript {
	orphans := s.Events.orphanRefs()
	return Where(s.Transcripts, func(t *Transcript) bool { return !orphans[t.Log] })
}

// Name is the title, or what else tells the session from others.
func (t Transcript) Name() string {
	switch {
	case t.Title != "":
		return t.Title
	case t.Prompt != "":
		return t.Prompt
	}
	return t.ShortID()
}

// leastID is the fewest bytes of an id that ShortID gives.
const leastID = 8

// ShortID is the part of the id up to its first hyphen.
func (t Transcript) ShortID() string {
	id, _, _ := strings.Cut(t.ID, "-")
	return id
}

// ShortID is the beginning of a session's id by which it can be told from the others: what stands
// before the first hyphen, longer where another one begins like it.
func (s Snapshot) ShortID(t Transcript) string {
	n := min(max(len(t.ShortID()), leastID), len(t.ID))
	for _, other := range s.idsBeside(t.ID) {
		if other != t.ID {
			n = max(n, min(alikeUpTo(t.ID, other)+1, len(t.ID)))
		}
	}
	for n < len(t.ID) && !utf8.RuneStart(t.ID[n]) {
		n++
	}
	return t.ID[:n]
}

// alikeUpTo counts the bytes with which two texts begin alike.
func alikeUpTo(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// LastSession is the session that wrote last, one with a person at the screen if there is one;
// false if agents' programs wrote none down.
func (s Snapshot) LastSession() (Transcript, bool) {
	if t, ok := First(s.Transcripts, func(t *Transcript) bool { return !t.Batch }); ok {
		return t, true
	}
	return First(s.Transcripts, func(*Transcript) bool { return true })
}

// SortTranscripts puts those first that wrote last.
func SortTranscripts(all []Transcript) {
	slices.SortFunc(all, func(a, b Transcript) int {
		if c := b.Wrote().Compare(a.Wrote()); c != 0 {
			return c
		}
		return strings.Compare(a.Path, b.Path)
	})
}

// Wrote is when the session last wrote, by its lines, else by its file.
func (t Transcript) Wrote() time.Time {
	if t.Last.Known() {
		return t.Last.Time
	}
	return t.Changed
}
