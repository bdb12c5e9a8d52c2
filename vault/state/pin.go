package state

import (
	"context"
	"time"

	"coldstart/model"
)

// PinName is the file with the operator's pin. Without it the rule chooses the plan to
// resume.
const PinName = "pin.json"

var pinFile = ownFile{PinName, "the pin", maxOwnFile}

// pin is the content of that file. With an empty path there is no pin.
type pin struct {
	Path   string    `json:"path"`
	PlanID string    `json:"plan_id"`
	At     time.Time `json:"at"`
}

// Pin makes a plan the one to resume; the zero value removes the pin. It fails with
// model.ErrReadOnly without a state folder, and with model.ErrLocked.
func (f *Folder) Pin(ctx context.Context, p model.Pin) error {
	return f.holding(ctx, pinFile, func() error {
		return f.writeKept(pinFile, pin{p.Path, p.PlanID, p.At.UTC()})
	})
}

// ApplyPin adds the pin to a snapshot. Whether it counts is decided there.
func (f *Folder) ApplyPin(s *model.Snapshot) {
	var p pin
	if err := f.readKept(pinFile, &p); err != nil {
		s.Problems = append(s.Problems, pinFile.damaged(err, "no plan is pinned"))
		return
	}
	s.Pin = model.Pin{Path: p.Path, PlanID: p.PlanID, At: p.At}
}
