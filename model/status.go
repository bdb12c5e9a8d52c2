package model

import "strings"

// State is what a plan's status means.
type State int

// The states of the seed's plan life cycle. StateUnknown stands for a word that
// is none of them; the word itself stays visible.
const (
	StateUnknown State = iota
	StateDraft
	StateActive
	StateBlocked
	StateDone
)

// String gives the word the reference program writes for s.
func (s State) String() string {
	switch s {
	case StateDraft:
		return "Draft"
	case StateActive:
		return "Active"
	case StateBlocked:
		return "Blocked"
	case StateDone:
		return "Done"
	}
	return "Unknown"
}

// rank orders states for the choice of the active plan (seed "Initialize
// Session": Active before Blocked before Draft). An unknown word ranks last, as
// in the reference program.
func (s State) rank() int {
	switch s {
	case StateActive:
		return 0
	case StateBlocked:
		return 1
	case StateDraft:
		return 2
	}
	return 3
}

// Status is a plan's state together with the word its file used for it.
type Status struct {
	State State
	Word  string
}

// ParseStatus maps a status word. No word at all means Draft, as the reference
// program reads it. Case is ignored here although the reference program heeds
// it, because a person who writes "done" means Done.
func ParseStatus(word string) Status {
	w := strings.TrimSpace(word)
	switch strings.ToLower(w) {
	case "", "draft":
		return Status{StateDraft, w}
	case "active":
		return Status{StateActive, w}
	case "blocked":
		return Status{StateBlocked, w}
	case "done":
		return Status{StateDone, w}
	}
	return Status{StateUnknown, w}
}

// String gives the known state's name, or the file's own word when unknown.
func (s Status) String() string {
	if s.State == StateUnknown && s.Word != "" {
		return s.Word
	}
	return s.State.String()
}
