//go:build linux

package vault_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
)

// TestEveryFaultEndsInTheOldStateOrTheNewOne disturbs decisions in every way that the
// system lets us, and counts how often they ended in the old state and in the new one.
func TestEveryFaultEndsInTheOldStateOrTheNewOne(t *testing.T) {
	t.Parallel()
	table := &faultTable{rows: map[string]*faultRow{}}
	for _, family := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"killed at every call", table.killAtEveryCall},
		{"one call fails", table.oneCallFails},
		{"a call is missing", table.aCallIsMissing},
		{"limits", table.limits},
		{"other file systems", table.otherFileSystems},
		{"files and folders that may not be changed", table.notToBeChanged},
		{"power cut", table.powerCut},
	} {
		t.Run(family.name, family.run)
	}
	counted(t, table.tell(t), 0)
}

// faultTable counts how disturbed decisions ended. A case that ends otherwise fails
// its test.
type faultTable struct {
	mu   sync.Mutex
	rows map[string]*faultRow
}

type faultRow struct{ old, new, noticed int }

func (table *faultTable) add(fault string, decided, noticed bool) {
	table.mu.Lock()
	defer table.mu.Unlock()
	row := table.rows[fault]
	if row == nil {
		row = &faultRow{}
		table.rows[fault] = row
	}
	switch {
	case decided && noticed:
		row.noticed++
	case decided:
		row.new++
	default:
		row.old++
	}
}

// tell gives each row to the table of testdata/trust, and the number of all cases.
func (table *faultTable) tell(t *testing.T) (cases int) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(table.rows)) {
		r := *table.rows[name]
		tried := r.old + r.new + r.noticed
		t.Attr("row", fmt.Sprintf("%-32s %5d tried: %5d in the old state, %5d in the new, %5d in the new with a notice", name, tried, r.old, r.new, r.noticed))
		cases += tried
	}
	return cases
}
