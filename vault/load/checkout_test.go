package load

import (
	"testing"
	"time"

	"coldstart/model"
)

func TestTheTimesOfACheckoutSayNothing(t *testing.T) {
	t.Parallel()
	at := func(seconds int) model.Stamp {
		return model.Stamp{Time: time.Date(2026, 11, 20, 8, 0, seconds, 0, time.UTC)}
	}
	stated := model.Stamp{Raw: "2026-11-19", Time: time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)}
	for name, tt := range map[string]struct {
		touched []model.Stamp
		forgets bool
	}{
		"a clone":                     {[]model.Stamp{at(0), at(3), at(9)}, true},
		"a clone with a stated time":  {[]model.Stamp{at(0), stated, at(3)}, true},
		"work over a minute":          {[]model.Stamp{at(0), at(50)}, false},
		"one plan":                    {[]model.Stamp{at(0)}, false},
		"one beside a stated time":    {[]model.Stamp{at(0), stated}, false},
		"nothing but an unknown time": {[]model.Stamp{{}, {}}, false},
	} {
		plans := make([]model.Plan, len(tt.touched))
		for i, s := range tt.touched {
			plans[i].Touched = s
		}
		forgetCheckout(plans)
		for i, p := range plans {
			want := tt.touched[i]
			if tt.forgets && want.Raw == "" {
				want = model.Stamp{}
			}
			if p.Touched != want {
				t.Errorf("%s: plan %d was touched %+v, want %+v", name, i, p.Touched, want)
			}
		}
	}
}
