package model

import (
	"time"
)

// Pin is the operator's choice of a plan. It is kept outside the vault.
type Pin struct {
	// Path is that of the plan when pinned, empty for no pin.
	Path string
	// PlanID finds it again after a move.
	PlanID string
	At     time.Time
}
