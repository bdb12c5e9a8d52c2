package model

import "errors"

// The ways a decision can fail that callers tell apart, with errors.Is.
var (
	// ErrConflict means that the file is not what the operator saw, or that
	// somebody else decided first.
	ErrConflict = errors.New("changed since it was seen")
	// ErrNotFound means that the thing is not there.
	ErrNotFound = errors.New("not found")
	// ErrNotAllowed means that the rules forbid the decision as things stand.
	ErrNotAllowed = errors.New("not allowed")
	// ErrLocked means that another copy of coldstart is deciding right now.
	ErrLocked = errors.New("another coldstart is writing")
	// ErrReadOnly means that the vault cannot be written or must not be.
	ErrReadOnly = errors.New("read-only")
)
