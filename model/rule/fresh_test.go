package rule

import (
	"testing"

	"coldstart/model"
)

func TestWhatIsFreshIsToldOnce(t *testing.T) {
	t.Parallel()
	a, b := model.Ref{Kind: model.KindRequest, Path: "a.md"}, model.Ref{Kind: model.KindRequest, Path: "b.md"}
	var known Told
	for i, step := range []struct {
		needs []model.Attention
		fresh []model.Ref
	}{
		{[]model.Attention{{Ref: a}}, nil},                                    // the first look
		{[]model.Attention{{Ref: a}, {Ref: b}}, []model.Ref{b}},               // one came
		{[]model.Attention{{Ref: b}, {Ref: a}}, nil},                          // only the order changed
		{[]model.Attention{{Ref: b, Blocks: true}, {Ref: a}}, []model.Ref{b}}, // it blocks work now
		{nil, nil}, {[]model.Attention{{Ref: a}}, []model.Ref{a}}, // it came again
	} {
		var fresh []model.Attention
		fresh, known = known.Fresh(step.needs)
		if len(fresh) != len(step.fresh) || len(fresh) > 0 && fresh[0].Ref != step.fresh[0] {
			t.Errorf("step %d: %v is fresh, want %v", i, fresh, step.fresh)
		}
	}
}
