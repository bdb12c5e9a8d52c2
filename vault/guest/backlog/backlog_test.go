package backlog

import (
	"testing"

	"coldstart/model"
)

func TestAColumnOfTheProjectIsNoBlock(t *testing.T) {
	for _, c := range []struct {
		statuses []string
		word     string
		want     model.State
	}{
		{[]string{"To Do", "Waiting", "Done"}, "Waiting", model.StateActive},
		{[]string{"To Do", "On Hold", "Done"}, "on hold", model.StateActive},
		{[]string{"To Do", "In Progress", "Done"}, "Waiting", model.StateBlocked},
		{nil, "Waiting", model.StateBlocked},
		{[]string{"To Do", "Blocked", "Done"}, "Blocked", model.StateBlocked},
		{[]string{"To Do", "In Progress", "Done"}, "Parked", model.StateUnknown},
	} {
		b := backlog{statuses: c.statuses}
		if got, _ := b.status(c.word, "tasks"); got != c.want {
			t.Errorf("%s among %q is %v, want %v", c.word, c.statuses, got, c.want)
		}
	}
}
