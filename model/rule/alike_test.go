package rule

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"coldstart/model"
)

// Each request is held against all others here, and against two of each sort in the program.
func TestRequestsThatAreAlikeAreFoundAmongMany(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(15, 5))
	decisions := []string{model.DecisionPending, model.DecisionApproved, "rejected"}
	for range 300 {
		var pending, decided []model.Request
		for i := range 2 + random.IntN(8) {
			r := model.Request{Name: []string{"pay.md", "Pay.md", "PAY.md"}[random.IntN(3)], PlanID: "7", Step: 1 + random.IntN(2)}
			r.Path = fmt.Sprintf("%d/%s", i, r.Name)
			r.Seen = model.FingerprintOf([]byte{byte(random.IntN(3))})
			r.Reading.Decision = decisions[random.IntN(3)]
			if r.Reading.Decision == model.DecisionPending {
				pending = append(pending, r)
			} else {
				decided = append(decided, r)
			}
		}
		all := slices.Concat(pending, decided)
		find := func(r model.Request, counts func(o model.Request) bool) string {
			for _, o := range all {
				if o.Path != r.Path && counts(o) {
					return ": " + o.Path
				}
			}
			return ""
		}
		same := alikeIn(pending, decided, copiesIn(pending, nil))
		for _, r := range pending {
			var want, got []string
			for _, found := range []string{
				find(r, func(o model.Request) bool { return o.Seen == r.Seen && o.Reading.Decision == model.DecisionApproved }),
				find(r, func(o model.Request) bool { return o.Seen == r.Seen && o.Reading.Decision == model.DecisionPending }),
				find(r, func(o model.Request) bool {
					return o.Seen != r.Seen && o.Step == r.Step && o.Reading.Decision == model.DecisionPending
				}),
				find(r, func(o model.Request) bool {
					return o.Reading.Decision == model.DecisionPending || path.Base(o.Path) != r.Name
				}),
			} {
				if found != "" {
					want = append(want, found)
				}
			}
			for _, d := range same.doubts(r) {
				got = append(got, d.What[len(d.What)-len(": 1/pay.md"):])
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%+v\ngot  %q\nwant %q", r, got, want)
			}
		}
	}
}

// Thousands of requests may have the same bytes.
func TestRequestsThatAreAllAlikeTakeOneLookEach(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{Requests: make([]model.Request, 100_000)}
	for i := range s.Requests {
		s.Requests[i].Path = fmt.Sprint(i)
		s.Requests[i].Reading.Decision = model.DecisionPending
	}
	WeighRequests(&s)
	if d := s.Requests[7].Doubts; len(d) == 0 || d[0].What != "another request has exactly the same text: 0" {
		t.Errorf("got %+v", d)
	}
}
