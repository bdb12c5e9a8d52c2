//go:build unix

package cli

import (
	"net"
	"strconv"
	"sync"

	"coldstart/testdata/must"
)

// road is a way to a machine on which something happens after so many bytes.
type road struct {
	to string

	mu   sync.Mutex
	ends []net.Conn
	// passed counts the bytes there and back.
	passed [2]int
	// at is how many have passed one way when then happens, in the middle of their flow.
	way, at int
	then    func()
	// closed is a road that nobody can enter.
	closed bool
	over   chan struct{}
}

// The two ways of a road.
const there, back = 0, 1

// newRoad opens a road to a machine, and gives the name by which ssh takes it.
func (m *sshd) newRoad() (r *road, name string) {
	m.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(m)
	r = &road{to: "127.0.0.1:" + strconv.Itoa(m.port), over: make(chan struct{})}
	m.Cleanup(func() {
		l.Close()
		r.cut()
	})
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			r.enter(near)
		}
	}()
	port := l.Addr().(*net.TCPAddr).Port
	name = m.name + "-by-" + strconv.Itoa(port)
	m.reached(name, port)
	return r, name
}

func (r *road) enter(near net.Conn) {
	far, err := net.Dial("tcp", r.to)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil || r.closed {
		near.Close()
		if far != nil {
			far.Close()
		}
		return
	}
	r.ends = append(r.ends, near, far)
	go r.carry(near, far, there)
	go r.carry(far, near, back)
}

// carry moves bytes one way until an end closes.
func (r *road) carry(from, into net.Conn, way int) {
	defer from.Close()
	defer into.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		first, then := r.pass(way, n)
		_, failed := into.Write(buffer[:first])
		if then != nil {
			then()
			_, failed = into.Write(buffer[first:n])
		}
		if err != nil || failed != nil {
			return
		}
	}
}

// pass counts n bytes, and says how many of them come before what happens, if it happens now.
func (r *road) pass(way, n int) (first int, then func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.passed[way]
	r.passed[way] += n
	if r.then == nil || way != r.way || r.passed[way] < r.at {
		return n, nil
	}
	then, r.then = r.then, nil
	return r.at - before, then
}

// after has something happen once so many more bytes have passed one way. They wait for it.
func (r *road) after(bytes, way int, then func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.way, r.at, r.then = way, r.passed[way]+bytes, then
}

// hold lets nothing pass until the road is cut.
func (r *road) hold() {
	r.mu.Lock()
	over := r.over
	r.mu.Unlock()
	<-over
}

// cut ends all connections on the road.
func (r *road) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.ends {
		c.Close()
	}
	close(r.over)
	r.ends, r.over = nil, make(chan struct{})
}

// close lets nobody enter, or everybody again.
func (r *road) close(closed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = closed
}

// bytes are those that passed so far, there and back.
func (r *road) bytes() [2]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.passed
}
