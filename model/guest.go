package model

import (
	"path"
	"slices"
	"strings"
	"time"
)

// Guest is what another program keeps in the repository: read, never changed.
type Guest struct {
	// Tool is the program's name for people, Path the folder or file by which it was found,
	// relative to the vault.
	Tool, Path string
	// Names are what its plans and requests call the program: several programs may share a format.
	Names []string
	// Version is that of the format, as its files state it; empty for none. Odd says why it is
	// read with care, as a version that is not known.
	Version, Odd string
	// Finished counts its plans that are over and not among the snapshot's.
	Finished int
	// Past are those of them of which a title is known.
	Past []PastPlan
	// Unkept counts its plans whose progress no file keeps and which the snapshot leaves out.
	Unkept int
	// Unclear counts what was not understood. Each has a problem that names the place.
	Unclear int
}

// PastPlan is a plan of another program that is over and not listed.
type PastPlan struct{ Title, Path string }

// Left reports whether something that carries the name of a program is of this guest.
func (g Guest) Left(tool string) bool { return tool == g.Tool || slices.Contains(g.Names, tool) }

// SessionsOf counts the sessions that a program keeps of the work here.
func (s Snapshot) SessionsOf(g Guest) int {
	return len(Where(s.Transcripts, func(t *Transcript) bool { return g.Left(t.Tool) }))
}

// PlansOf counts the plans of a guest: those that it lists, and the finished ones that it only
// counts.
func (s Snapshot) PlansOf(g Guest) (open, finished int) {
	finished = g.Finished
	for _, p := range s.Plans {
		switch {
		case !g.Left(p.Reading.Tool):
		case p.Status.State == StateDone:
			finished++
		default:
			open++
		}
	}
	return open, finished
}

// Foreign reports whether only other programs left something here, also with no more than a known name, or sessions.
func (s Snapshot) Foreign() bool {
	if len(s.Guests) == 0 && len(s.Transcripts)+len(s.KnownNames()) > 0 {
		s.Guests = []Guest{{}}
	}
	return s.GuestsAlone()
}

// GuestsAlone reports whether other programs left something here, and nothing is a vault's own.
func (s Snapshot) GuestsAlone() bool {
	own := func(tool string) bool { return tool == "" }
	for _, p := range s.Plans {
		if own(p.Reading.Tool) {
			return false
		}
	}
	for _, r := range s.Requests {
		if own(r.Reading.Tool) {
			return false
		}
	}
	for _, t := range s.Traces {
		if own(t.Tool) {
			return false
		}
	}
	return len(s.Guests) > 0 && !s.HasPlansFolder && !s.Research.Found && s.Memory.Path == "" && s.Events.Path == "" &&
		len(s.Decided)+len(s.Intake)+len(s.Work) == 0
}

// Stop says how work on a plan of another program came to rest, by what its files say.
type Stop struct {
	// From is the file that says so, relative to the vault.
	From string
	// Cut is true for work that was cut off, false for a pause that somebody declared.
	Cut bool
	At  Stamp
	// Why is half a sentence, in the file's words where it has some. Next is what comes next.
	Why, Next string
	// Stale says why it does not count any more, empty where it does.
	Stale string
}

// stillWrites is how long after its last sign of life work does not count as cut off.
const stillWrites = maybeLive

// Counts reports whether there is a note that is not stale.
func (s *Stop) Counts() bool { return s != nil && s.Stale == "" }

// Holds reports whether work rests at a time: a stale note does not count, and work that
// wrote a moment ago may go on.
func (s *Stop) Holds(now time.Time) bool {
	return s.Counts() && !(s.Cut && s.At.Known() && now.Sub(s.At.Time) < stillWrites)
}

// Lesson finds what another program wrote down as tried.
func (s Snapshot) Lesson(ref Ref) (Entry, bool) {
	return First(s.Lessons.Entries, func(e *Entry) bool { return e.Ref() == ref })
}

// Tools names the programs that wrote entries, each once, in order.
func (j Journal) Tools() []string {
	var tools []string
	for _, e := range j.Entries {
		if !slices.Contains(tools, e.Tool) {
			tools = append(tools, e.Tool)
		}
	}
	return tools
}

// Search is what a load looked for.
type Search struct {
	// Own are the vault's own sources, with the places by which most vaults are known.
	Own []Sought
	// Guests are the other programs that are known. Stores are the programs of agents of whose
	// sessions the folders are known.
	Guests, Stores []Sought
	// UpTo is how far up was looked, as people read it. It is empty where the folder was named.
	UpTo string
	// Repository is true if that is the root of a repository.
	Repository bool
}

// Sought is a source that is looked for.
type Sought struct {
	// Name is one of the vault's own sources, or another program, for people.
	Name string
	// Signs are files and folders any of which may show that it is here.
	Signs []string
}

// The names of the vault's own sources.
const (
	OwnPlans   = "plans and requests"
	OwnEvents  = "event log"
	OwnWork    = "work items"
	OwnTraces  = "traces"
	OwnJournal = "journal"
	OwnMemory  = "memory"
)

// Names are the places of the vault's own sources.
func (s Search) Names() (names []string) {
	for _, own := range s.Own {
		names = append(names, own.Signs...)
	}
	return names
}

// Marks are what the other programs are known by, one each: the top of their first sign, a folder
// with a slash behind it.
func (s Search) Marks() (marks []string) {
	for _, g := range s.Guests {
		if len(g.Signs) == 0 {
			continue
		}
		parts := strings.Split(g.Signs[0], "/")
		n := 1
		switch parts[0] {
		case "docs":
			// Many have one.
			n = min(2, len(parts))
		case "~", "":
			n = len(parts)
		}
		mark := strings.Join(parts[:n], "/")
		if n < len(parts) || path.Ext(strings.TrimPrefix(path.Base(mark), ".")) == "" {
			mark += "/"
		}
		if !slices.Contains(marks, mark) {
			marks = append(marks, mark)
		}
	}
	return marks
}
