package model

import "time"

// Watching says how changes of a vault are noticed.
type Watching struct {
	// Polling says why the system does not tell of every change, so that the vault is
	// looked at again and again. It is empty when the system tells.
	Polling string
	// Every is how often that happens.
	Every time.Duration
}
