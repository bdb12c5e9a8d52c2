package model

import (
	"slices"
	"strings"
	"time"
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
	Began, Last          Stamp
	// Changed is when the file was last written, Size its bytes.
	Changed time.Time
	Size    int64
	// Ending is how it ended by its file alone, Sure how that is known. See State.
	Ending Ending
	Sure   Basis
	// Call is what the last tool call was about, for one without a result.
	Call Event
	// Questions are open questions to the operator, Plan is the text of a plan to accept.
	Questions []Question
	Plan      string
	// Prompt are the operator's last words, Said the agent's.
	Prompt, Said string
	// PlanFile is the plan that belongs to it, relative as Path, empty for none.
	PlanFile string
	// Touched are the files that it edited, the last one first, relative to Dir where they lie in it.
	Touched []string
	// Prompts, Calls and Unknown count what was read: the operator's prompts, tool calls, and
	// lines of kinds that are not known. Partial is true if the middle of the file was not read.
	Prompts, Calls, Unknown int
	Partial                 bool
	// Process is what the program says of its running session, nil for nothing.
	Process *Process
	// Command resumes the session, in its folder. Empty where nothing does.
	Command string
	// Batch is true for a run without a person at the screen.
	Batch bool
	// From is the id of the session that this one continues or was forked from.
	From string
	// Seen is the hash of what was read.
	Seen Fingerprint
	// Acked says when the operator acknowledged how it ended, zero for never.
	Acked time.Time
}

// Question is what an agent asks, with the answers to choose from.
type Question struct {
	Text    string
	Options []string
}

// Process is the process of a session that runs, or that was killed.
type Process struct {
	PID int
	// Start is its start time as the system counts, which tells it from another one with the
	// same number; empty if not known.
	Start string
	// Status is what the program says: idle, busy or waiting. For says what it waits for.
	Status, For string
	// Alive is true if it runs now.
	Alive bool
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
	// EndingInTool: it was cut off in a tool call.
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

	endingCount
)

// String gives the name used in JSON.
func (e Ending) String() string {
	return word(e, "unknown", "running", "waits", "cut-off-in-tool", "cut-off-in-writing", "unanswered", "stopped", "your-turn", "done")
}

// ParseEnding reads a name; EndingUnknown for any other text.
func ParseEnding(name string) Ending {
	for e := range endingCount {
		if e.String() == name {
			return e
		}
	}
	return EndingUnknown
}

// Dead reports whether work was cut off.
func (e Ending) Dead() bool {
	return e == EndingInTool || e == EndingInWriting || e == EndingUnanswered
}

// Ref gives the transcript's identity.
func (t Transcript) Ref() Ref { return Ref{Kind: KindTranscript, Path: t.Path} }

// State says how the session ended, by its file, its process and the clock. Nothing that was
// written in the last ten minutes is dead.
func (t Transcript) State(now time.Time) (e Ending, sure Basis) {
	e, sure = t.Ending, t.Sure
	if p := t.Process; p != nil {
		switch {
		case p.Alive && p.Status == "waiting":
			return EndingWaits, BasisDeclared
		case p.Alive && p.Status == "idle":
			return EndingYourTurn, BasisDeclared
		case p.Alive && e == EndingWaits:
			return e, BasisDeclared
		case p.Alive:
			return EndingRuns, BasisDeclared
		case e.Dead():
			sure = BasisDeclared
		}
	}
	if e.Dead() && now.Sub(t.Changed) < stillWrites {
		return EndingRuns, BasisGuessed
	}
	return e, sure
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

// ShortID is the part of the id up to its first hyphen.
func (t Transcript) ShortID() string {
	id, _, _ := strings.Cut(t.ID, "-")
	return id
}

// Transcript finds a session by its file.
func (s Snapshot) Transcript(ref Ref) (Transcript, bool) {
	return first(s.Transcripts, func(t Transcript) bool { return t.Ref() == ref })
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
