package main

import (
	"bytes"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

func TestASeedMakesTheSameVaults(t *testing.T) {
	t.Parallel()
	for number := range 20 {
		a, b := makeVault(1, number), makeVault(1, number)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("vault %d is not the same twice", number)
		}
		other := makeVault(2, number)
		if reflect.DeepEqual(slices.Sorted(maps.Keys(a.files)), slices.Sorted(maps.Keys(other.files))) {
			t.Errorf("vault %d of two seeds is the same", number)
		}
	}
}

// What is read now. A change of a rule must not make it worse.
const (
	leastNow = 97.8
	mostNow  = 1.5
)

func TestNothingGetsWorse(t *testing.T) {
	t.Parallel()
	all := must.Get(measure(whole.Rounds(40, 300), 1, t.TempDir()))(t)
	_, _, sum := count(all)
	if sum.percent(right) < leastNow || sum.percent(wrong) > mostNow {
		var table bytes.Buffer
		if err := report(&table, all); err != nil && !errors.Is(err, errLimits) {
			t.Fatal(err)
		}
		t.Errorf("%.1f %% are right and %.1f %% wrong; there were %.1f %% and %.1f %%\n%s", sum.percent(right), sum.percent(wrong), leastNow, mostNow, &table)
	}
}

func TestEachFieldIsMeasured(t *testing.T) {
	t.Parallel()
	asked := map[field]bool{}
	for number := range 40 {
		for _, f := range makeVault(1, number).facts {
			asked[f.field] = true
		}
	}
	for _, f := range fields {
		if !asked[f] {
			t.Errorf("no vault says anything of %q", f)
		}
	}
}

func TestEachClockSaysWhatItWrites(t *testing.T) {
	t.Parallel()
	at := newMaker(1, 1).moment()
	for _, c := range clocks {
		text, says := c.v.write(at)
		if says.IsZero() || at.Sub(says) < 0 || at.Sub(says).Hours() >= 24 {
			t.Errorf("%s: %q says %v", c.v.name, text, says)
		}
	}
}

func TestJudging(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		field     field
		want, got string
		same      bool
	}{
		{fieldTitle, "Pay the bill", "pay the bill.", true},
		{fieldTitle, "Pay the bill of Quillon", "Pay", false},
		{fieldTitle, "", "Pay the bill", false},
		{fieldTarget, "ops@quillon.example", "Quillon <ops@quillon.example>", true},
		{fieldAmount, "$5,000/month", "5,000", false},
		{fieldAmount, "Rs. 1,20,000", "rs 1,20,000", true},
		{fieldKind, string(kindDocument), "listed", true},
		{fieldKind, string(kindPlan), "listed", false},
		{fieldSteps, "3", "13", false},
	} {
		if got := tt.field.same(tt.want, tt.got); got != tt.same {
			t.Errorf("%s: %q and %q: %v", tt.field, tt.want, tt.got, got)
		}
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run([]string{"-n", "2", "-v", "-keep", t.TempDir()}, &out); err != nil && !errors.Is(err, errLimits) {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "right %") || !strings.Contains(text, "plan title") {
		t.Errorf("no table: %s", text)
	}
	if err := run([]string{"-none"}, &out); err == nil {
		t.Error("an unknown flag is taken")
	}
}
