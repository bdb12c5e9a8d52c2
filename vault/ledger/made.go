package ledger

import (
	"time"

	"coldstart/model"
	"coldstart/vault/places"
)

// Made lists the operator's decisions that were carried out after a moment,
// oldest first, as this operator's ledger has them. What was decided and undone in
// that time is left out, with its undo.
func Made(v *places.Where, after time.Time) ([]model.Made, error) {
	records, _, err := Of(v).Read()
	if err != nil {
		return nil, err
	}
	since := map[string]bool{}
	var made []model.Made
	for _, r := range records {
		if r.Phase != PhaseDone || !r.At.After(after) {
			continue
		}
		since[r.ID] = true
		if r.UndoneBy != "" || r.Undoes != "" && since[r.Undoes] {
			continue
		}
		made = append(made, model.Made{ID: r.ID, At: r.At, Decision: r.Decision(), PlanID: r.PlanID, Step: r.Step, To: r.To})
	}
	return made, nil
}
