package tui

import (
	"testing"

	"coldstart/model"
)

// What a file says that is no JSON is not known: the fault is one row, and no value is made up.
func TestABrokenMemoryIsOneRowWithoutInventedValues(t *testing.T) {
	t.Parallel()
	s := laboratory()
	why := model.Fault{Column: 14, Name: "one comma too many", Cause: "No value belongs to this comma."}
	s.snapshot.Memory = model.Memory{
		Path: seedFile, Found: true, Broken: true, Identity: model.Identity{Principal: "User", AI: "PAI", Catchphrase: "PAI here, ready to go."},
		Faults: []model.SchemaFault{{Path: "seed.json", Line: 1, Reason: "not JSON from line 1 on: one comma too many", Fault: why}},
	}
	s.snapshot.Problems = []model.Problem{{Path: seedFile, Line: 1, Reason: "seed.json: not JSON from line 1 on: one comma too many", Fault: why}}
	d := newDriver(t, s, 120, 40)
	n := 0
	for _, r := range d.app.list().Rows {
		if r.Ref.Path == seedFile {
			n++
			if r.Why != "one comma too many" {
				t.Errorf("the row says %q", r.Why)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d rows on Home", n)
	}
	d.pick("7", seedFile)
	d.press("enter")
	d.shows("Cannot be read: not JSON from line 1 on: one comma too many", "No value belongs to this comma.")
	d.hides("PAI here", "0 pending", "Seed.json:")
}
