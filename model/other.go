package model

import (
	"strconv"
)

// Problem is something that could not be read.
type Problem struct {
	Path string
	// Line counts from 1; zero when the whole file is meant.
	Line   int
	Reason string
	// Hint says what the operator can do, if anything.
	Hint string
	// Unread is true if nothing of the file or folder could be read.
	Unread bool
}

// Ref gives the problem's identity.
func (p Problem) Ref() Ref {
	item := p.Reason
	if p.Line > 0 {
		item = strconv.Itoa(p.Line) + ": " + item
	}
	return Ref{Kind: KindProblem, Path: p.Path, Item: item}
}

// Intake is a file in the inbox or the needs-action folder.
type Intake struct {
	Path   string
	Title  string
	Folder string
	Since  Stamp
}

// Ref gives the item's identity.
func (i Intake) Ref() Ref { return Ref{Kind: KindIntake, Path: i.Path} }

// Other is a file or folder that is neither plan nor request. Only its name is shown:
// vaults hold credentials.
type Other struct {
	Path string
	// Kind is what the file is, in a few words; Why is half a sentence.
	Kind string
	Why  string
	// Size is in bytes.
	Size int64
	// Asks is true for a text that says it needs an approval.
	Asks bool
}

// Asking counts those that say they need an approval.
func Asking(others []Other) int {
	return len(where(others, func(o Other) bool { return o.Asks }))
}

// Ref gives the file's identity.
func (o Other) Ref() Ref { return Ref{Kind: KindOther, Path: o.Path} }
