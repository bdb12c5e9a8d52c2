package vault

import (
	"time"

	"coldstart/model"
)

// Made lists the operator's decisions that were carried out after a moment,
// oldest first, as this operator's ledger has them. What was decided and undone in
// that time is left out, with its undo.
func (v *Vault) Made(after time.Time) ([]model.Made, error) {
	records, _, err := v.ledger().read()
	if err != nil {
		return nil, err
	}
	since := map[string]bool{}
	var made []model.Made
	for _, r := range records {
		if r.Phase != phaseDone || !r.At.After(after) {
			continue
		}
		since[r.ID] = true
		if r.undoneBy != "" || r.Undoes != "" && since[r.Undoes] {
			continue
		}
		made = append(made, model.Made{ID: r.ID, At: r.At, Decision: r.decision(), PlanID: r.PlanID, Step: r.Step, To: r.To})
	}
	return made, nil
}
