package vault

import (
	"time"

	"coldstart/model"
)

// Made lists the operator's decisions that were carried out after a moment,
// oldest first, as this operator's ledger has them.
func (v *Vault) Made(after time.Time) ([]model.Made, error) {
	records, _, err := v.readLedger()
	if err != nil {
		return nil, err
	}
	last := furthest(records)
	var made []model.Made
	for _, r := range records {
		if r.Phase != phaseIntent || last[r.ID] != phaseDone || !r.At.After(after) {
			continue
		}
		made = append(made, model.Made{ID: r.ID, At: r.At, Decision: r.decision(), PlanID: r.PlanID, Step: r.Step, To: r.To})
	}
	return made, nil
}
