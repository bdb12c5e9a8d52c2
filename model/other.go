package model

import (
	"strconv"
)

// Problem is something that could not be read. It is a row on the screen, never
// a missing one.
type Problem struct {
	Path string
	// Line counts from 1; zero when the whole file is meant.
	Line   int
	Reason string
	// Hint says what the operator can do, empty when there is nothing to do.
	Hint string
	// Unread is true when nothing at all of the file, or of the folder, could be read.
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

// Intake is one thing that waits for triage: a file in the inbox or in the
// needs-action folder.
type Intake struct {
	Path   string
	Title  string
	Folder string
	Since  Stamp
}

// Ref gives the item's identity.
func (i Intake) Ref() Ref { return Ref{Kind: KindIntake, Path: i.Path} }

// Other is a file or folder in a watched folder that is neither plan nor request. Of
// it only the name is shown: vaults hold credentials.
type Other struct {
	Path string
	// Kind is what the file is, in a word or three; Why is half a sentence.
	Kind string
	Why  string
	// Size is that of a file, in bytes.
	Size int64
	// Asks is true for a text that says it needs an approval, and yet is no request.
	Asks bool
}

// Asking counts the others that say they need an approval.
func Asking(others []Other) int {
	return len(where(others, func(o Other) bool { return o.Asks }))
}

// Ref gives the file's identity.
func (o Other) Ref() Ref { return Ref{Kind: KindOther, Path: o.Path} }
