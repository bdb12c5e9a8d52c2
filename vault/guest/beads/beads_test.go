package beads

import "testing"

func TestTheListOfWhatWaitsHasAllOfIt(t *testing.T) {
	labelled := issue{ID: "yard-a1", Labels: []string{"human"}}
	gate := issue{ID: "yard-b2", Type: "gate", Awaits: "human"}
	for _, c := range []struct {
		wait []issue
		want string
	}{
		{[]issue{labelled, labelled}, "bd human list"},
		{[]issue{labelled, gate}, "bd show yard-a1 yard-b2"},
		{[]issue{gate, gate, gate, gate, gate, gate}, "bd show yard-b2 yard-b2 yard-b2 yard-b2 yard-b2"},
		{[]issue{{ID: "$(x)", Type: "gate"}}, "bd show '$(x)'"},
	} {
		if got := listOf(c.wait); got != c.want {
			t.Errorf("%v: %s, want %s", c.wait, got, c.want)
		}
	}
}
