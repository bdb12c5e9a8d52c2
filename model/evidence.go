package model

import "strings"

// Evidence is something that speaks for a proposal or against it, as its agent wrote it
// down. The agent's schema knows no such member and keeps it.
type Evidence struct {
	// Quote is what somebody said or wrote, Where the file or session that has it. Line counts
	// from 1; 0 is none.
	Quote, Where string
	Line         int
	At           Stamp
	Against      bool
	// Found says whether Quote was looked for in Where and stands there.
	Found Lookup
}

// Lookup is what came of looking for words where they are said to be.
type Lookup int

// What came of looking. Nothing is looked for in a session, whose words lie elsewhere.
const (
	NotLookedFor Lookup = iota
	FoundThere
	NotFoundThere
	FileGone
)

var lookups = [...]string{NotLookedFor: "", FoundThere: "yes", NotFoundThere: "no", FileGone: "gone"}

// String is the word of l in answers for programs.
func (l Lookup) String() string {
	if l < 0 || int(l) >= len(lookups) {
		return "unknown"
	}
	return lookups[l]
}

// Quotes reports whether a text has the words of e, however its lines are wrapped.
func (e Evidence) Quotes(text []byte) bool {
	words := strings.Join(strings.Fields(e.Quote), " ")
	return words != "" && strings.Contains(strings.Join(strings.Fields(string(text)), " "), words)
}

// Told says whether the agent's session start would list a proposal once it is accepted: of
// each category it lists the first five, and counts the others.
func (m Memory) Told(p Proposal) bool {
	confirmed := Where(m.Of(p.Type), func(l *Learning) bool { return l.Confirmed })
	return len(confirmed) < mostLearnings && !m.FirstRun().Given()
}
