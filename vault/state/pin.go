package state

import (
	"context"
	"time"

	"coldstart/model"
)

// PinName is the operator's pin. Without it the rule chooses the plan to resume.
const PinName = "pin.json"

func keptPin() ownFile { return ownFile{PinName, "the pin", maxOwnFile} }

// pin is the content of that file; with an empty path there is no pin.
type pin struct {
	Path   string    `json:"path"`
	PlanID string    `json:"plan_id"`
	At     time.Time `json:"at"`
}

// Pin makes a plan the one to go on with, in place of the one before; the zero value
// takes the pin away. It writes in the state folder only, and fails with
// model.ErrReadOnly where there is none and with model.ErrLocked.
func (f *Folder) Pin(ctx context.Context, p model.Pin) error {
	return f.holding(ctx, keptPin(), func() error {
		return f.writeKept(keptPin(), pin{p.Path, p.PlanID, p.At.UTC()})
	})
}

// ApplyPin adds the pin. It is the plan's business whether it counts.
func (f *Folder) ApplyPin(s *model.Snapshot) {
	var p pin
	if err := f.readKept(keptPin(), &p); err != nil {
		s.Problems = append(s.Problems, keptPin().damaged(err, "no plan is pinned"))
		return
	}
	s.Pin = model.Pin{Path: p.Path, PlanID: p.PlanID, At: p.At}
}
