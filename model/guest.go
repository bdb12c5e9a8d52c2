package model

import (
	"slices"
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
	// Unclear counts what was not understood. Each has a problem that names the place.
	Unclear int
}

// Left reports whether something that carries the name of a program is of this guest.
func (g Guest) Left(tool string) bool { return tool == g.Tool || slices.Contains(g.Names, tool) }

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
