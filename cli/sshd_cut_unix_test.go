//go:build unix

package cli

import (
	"fmt"
	"maps"
	"strings"
	"syscall"
	"testing"
	"time"

	"coldstart/cli/remote"
	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/tui"
)

// cutCase is what happens while a decision is under way.
type cutCase struct {
	name string
	// bytes have passed one way when it happens; below zero counts from the last that belong to the
	// decision.
	bytes, way int
	// wait is how long it takes from there.
	wait time.Duration
	// processes are those that it ends or stops, found beforehand.
	processes func(p *passage) []int
	// happens is what it is; afterwards heals what would not heal by itself.
	happens, afterwards func(p *passage)
}

// passage is one decision over a road on which something happens.
type passage struct {
	*testing.T
	m    *sshd
	r    *road
	name string
	conn *remote.Conn
	dir  string
	// processes are those of the case.
	processes []int
	// undecided and decided are the files there in the only two states that may be.
	undecided, decided map[string]string
	// atLast looks once more when nothing runs there any more.
	atLast func()
}

func cut(p *passage)   { p.r.cut() }
func stall(p *passage) { p.r.hold() }

// cuts are the places at which the road is cut, spread over all bytes of a decision and the time in
// which it is made.
func cuts(t *testing.T, size [2]int) (all []cutCase) {
	t.Helper()
	last := whole.Rounds(2, 5)
	for i := range last + 1 {
		for way, name := range []string{"there", "back"} {
			all = append(all, cutCase{name: fmt.Sprintf("cut %s %d", name, i), bytes: 1 + i*(size[way]-1)/last, way: way, happens: cut})
		}
	}
	for _, wait := range whole.Some(t, 3, []time.Duration{1, 2, 4, 6, 9, 13, 18, 25}) {
		wait *= time.Millisecond
		all = append(all, cutCase{name: fmt.Sprint("cut after ", wait), bytes: size[there], way: there, wait: wait, happens: cut})
	}
	return all
}

// others are other things that can happen, each on a machine of its own.
func others(size [2]int) (all []cutCase) {
	for way, name := range []string{"there", "back"} {
		for _, part := range []int{1, size[way] / 2, size[way]} {
			all = append(all, cutCase{name: fmt.Sprintf("stall %s %d", name, part), bytes: part, way: way, happens: stall, afterwards: cut})
		}
	}
	kills := func(what string, found func(p *passage) []int) {
		for _, wait := range []time.Duration{0, 1, 3, 6, 10, 15} {
			wait *= time.Millisecond
			all = append(all, cutCase{
				name: fmt.Sprint(what, " killed after ", wait), bytes: size[there], way: there, wait: wait,
				processes: found, happens: func(p *passage) { sendSignal(p.processes, syscall.SIGKILL) },
			})
		}
	}
	coldstart := func(p *passage) []int { return p.m.running() }
	kills("coldstart there", coldstart)
	kills("the session of sshd", func(p *passage) []int { return p.m.sessions() })
	kills("the operator's ssh", func(p *passage) []int { return clients(p, p.name) })
	// The decision may be through before sshd has stopped, and two cannot listen.
	stopped := make(chan struct{})
	return append(all,
		cutCase{
			name: "sshd killed and started again", bytes: size[there], way: there,
			happens: func(p *passage) {
				defer close(stopped)
				p.m.stop()
			},
			afterwards: func(p *passage) {
				<-stopped
				p.m.start()
			},
		},
		cutCase{
			name: "stopped there", bytes: size[there], way: there, wait: 3 * time.Millisecond,
			processes: coldstart, happens: func(p *passage) { sendSignal(p.processes, syscall.SIGSTOP) },
			afterwards: func(p *passage) { sendSignal(p.processes, syscall.SIGCONT) },
		},
		cutCase{
			name: "cut and no way back", bytes: size[there], way: there, wait: 2 * time.Millisecond,
			happens: func(p *passage) {
				p.r.close(true)
				p.r.cut()
			},
			afterwards: func(p *passage) { p.r.close(false) },
		},
	)
}

// TestCutWhileDecidingOverSSH breaks the connection in the middle of a decision. What is said then is
// true: done, not done, or ask again, and the next look says which. There is never half of it.
func TestCutWhileDecidingOverSSH(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "attic")
	undecided, decided, size := bothWays(t, m)
	counted := make(chan string, 100)
	var shared []*passage
	t.Run("all", func(t *testing.T) {
		for i, c := range cuts(t, size) {
			p := &passage{m: m, undecided: undecided, decided: decided}
			shared = append(shared, p)
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				dir := fmt.Sprint("cut", i, "/vault")
				p.T, p.dir = t, m.vault(dir)
				counted <- p.decides(c, dir)
			})
		}
		for _, c := range whole.Some(t, 2, others(size)) {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				m := newMachine(t, "cellar")
				p := &passage{T: t, m: m, dir: m.vault("vault"), undecided: undecided, decided: decided}
				counted <- p.decides(c, "vault")
				p.atLast()
			})
		}
	})
	for _, p := range shared {
		p.T = t
		p.atLast()
	}
	close(counted)
	said := map[string]int{}
	for word := range counted {
		said[word]++
	}
	t.Log(said)
	if said["done"] == 0 || said["not done"] == 0 {
		t.Errorf("the places are not spread over the decision: %v", said)
	}
}

// bothWays returns the files of a vault before and after the decision, and how many bytes it takes there
// and back.
func bothWays(t *testing.T, m *sshd) (undecided, decided map[string]string, size [2]int) {
	t.Helper()
	dir := m.vault("whole/vault")
	undecided = files(t, dir)
	r, name := m.newRoad()
	conn := m.connect(name)
	defer conn.Close()
	s := conn.Store(remote.Listed{Name: "vault", Dir: "whole/vault"})
	d := must.Get(thePrices().seen(t.Context(), s))(t)
	before := r.bytes()
	d.ID = newID(0)
	must.Get(s.Decide(t.Context(), d))(t)
	for way, n := range r.bytes() {
		size[way] = n - before[way]
	}
	return undecided, files(t, dir), size
}

func thePrices() errand { return onRequest(model.ChoiceApprove, pricesRequest, "prices are right") }

// decides makes the decision while c happens, and gives what was said of it.
func (p *passage) decides(c cutCase, dir string) (said string) {
	p.r, p.name = p.m.newRoad()
	p.conn = p.m.connect(p.name)
	s := p.conn.Store(remote.Listed{Name: "vault", Dir: dir})
	d := must.Get(thePrices().seen(p.Context(), s))(p)
	if c.processes != nil {
		if p.processes = c.processes(p); len(p.processes) == 0 {
			p.Fatal("no process to end")
		}
	}
	p.r.after(c.bytes, c.way, func() {
		time.Sleep(c.wait)
		c.happens(p)
	})
	d.ID = newID(0)
	receipt, err := s.Decide(p.Context(), d)
	switch {
	case err == nil:
		said = "done"
		if receipt.ID != d.ID || len(receipt.Changes) == 0 {
			p.Errorf("done, with the receipt of another decision: %+v", receipt)
		}
	case model.IsUnsettled(err):
		said = "ask again"
	default:
		said = "not done"
	}
	words := map[string]string{"not done": "the connection to attic was lost", "ask again": "the next look says whether it was done"}
	if err != nil && !strings.Contains(err.Error(), words[said]) {
		p.Errorf("it is %s, and says: %v", said, err)
	}
	if c.afterwards != nil {
		c.afterwards(p)
	}
	pending := p.asksAgain(s)
	p.agrees(said, err, pending)
	p.conn.Close()
	p.atLast = func() {
		p.m.until("coldstart ends there", func() bool { return len(p.m.running()) == 0 })
		p.agrees(said, err, pending)
	}
	return said
}

// asksAgain looks until the machine answers, and says whether the request still waits then.
func (p *passage) asksAgain(s tui.Store) (pending bool) {
	p.Helper()
	var snapshot model.Snapshot
	p.m.until("the next look comes back", func() bool {
		var err error
		snapshot, err = s.Load(p.Context(), demoStart())
		return err == nil
	})
	for _, r := range snapshot.Requests {
		if r.Ref() == thePrices().ref {
			return true
		}
	}
	return false
}

// agrees holds what was said against what lies there in the end.
func (p *passage) agrees(said string, err error, pending bool) {
	p.Helper()
	now := files(p.T, p.dir)
	made := maps.Equal(now, p.decided)
	switch {
	case !made && !maps.Equal(now, p.undecided):
		p.Errorf("half a decision is there; %s was said (%v)", said, err)
		sameFiles(p.T, said, now, p.decided)
	case made && said == "not done", !made && said == "done":
		p.Errorf("%s was said (%v), and it is not so", said, err)
	case made == pending:
		p.Errorf("the next look says that the request waits: %v, and the decision was made: %v", pending, made)
	}
}
