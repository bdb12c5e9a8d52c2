package remote

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os/exec"
	"sync"
	"time"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault"
)

// Host is a machine as the settings name it.
type Host struct {
	Name string
	// SSH is the destination as ssh takes it.
	SSH string
	// Dir is a folder there, empty for the home folder, AllVaults for all of the machine.
	Dir string
	// Program is the program there, empty for coldstart.
	Program string
}

// Config is what a connection needs.
type Config struct {
	Host Host
	// Operator is who decides, as user@host of this machine; Version is this program's.
	Operator, Version string
	// Sign signs what is decided there.
	Sign Signer
	// Person says that a person sits at a terminal here. Under is the agent that runs this program, where the
	// operator's settings let it decide, else empty.
	Person bool
	Under  string
	// Command makes the process that reaches the host; nil for ssh.
	Command func(ctx context.Context) *exec.Cmd
	// Limit is how long connecting may take, and the answer to a look; 0 for ten seconds.
	Limit time.Duration
	// Now is the clock for what is said of times; nil for the machine's.
	Now func() time.Time
}

const (
	// usualLimit is Config.Limit where it is not set.
	usualLimit = 10 * time.Second
	// decideLimit is how long an answer to what writes may take: it may wait for a lock, or for git.
	decideLimit = time.Minute
	// signLimit is how much longer it may take where a key has to sign.
	signLimit = 70 * time.Second
	// leastPause and mostPause are between two attempts to reach a host; longLife is how long a
	// connection has to last so that the pauses begin anew.
	leastPause, mostPause, longLife = time.Second, time.Minute, 30 * time.Second
	// mostOff is how far the host's clock may be from the one here.
	mostOff = 5 * time.Minute
	// mostHeld is how much memory the snapshots of one host may take.
	mostHeld = 2 * mostMemory
)

// Conn is the connection to one host, for all its vaults. It connects when something is asked, and
// again after a loss. Its methods may be called from several goroutines.
type Conn struct {
	c Config
	// ctx ends with the connection.
	ctx context.Context
	end context.CancelFunc
	// pipe is another way to the far side, in tests.
	pipe func() *far

	mu sync.Mutex
	// link is nil while there is none. changed is closed when anything of this changes.
	link    *link
	dialing bool
	changed chan struct{}
	// failure is why the host was not reached, nil while it is. since is when that began, retry when
	// it is tried again.
	failure error
	since   time.Time
	retry   time.Time
	pause   time.Duration
	stores  map[string]*Store
	held    map[string]int
	// clock is what has to be said of the host's clock; heard is true once it was found out.
	clock string
	heard bool
	// bound is true where the login there runs nothing but what answers.
	bound bool
}

// New returns a connection that is not made yet.
func New(c Config) *Conn {
	c.Limit = cmp.Or(c.Limit, usualLimit)
	if c.Now == nil {
		c.Now = time.Now
	}
	conn := &Conn{c: c, changed: make(chan struct{}), stores: map[string]*Store{}, held: map[string]int{}}
	conn.ctx, conn.end = context.WithCancel(context.Background())
	return conn
}

// errClosed is for what is asked behind the end.
var errClosed = errors.New("the connection was closed")

// Close ends the connection. What began to be decided there is finished there.
func (c *Conn) Close() error {
	c.end()
	c.mu.Lock()
	l := c.link
	c.mu.Unlock()
	if l != nil {
		l.lose(errClosed)
	}
	return nil
}

// patience is what to do while a host is not reached.
type patience int

const (
	// quick fails at once where the last attempt failed a moment ago.
	quick patience = iota
	// now tries again now.
	now
	// patient waits until the host is reached.
	patient
)

// reach returns the connection, and makes it where there is none.
func (c *Conn) reach(ctx context.Context, p patience) (*link, error) {
	tried := false
	for {
		c.mu.Lock()
		wait := time.Duration(0)
		switch {
		case c.ctx.Err() != nil:
			c.mu.Unlock()
			return nil, errClosed
		case c.link != nil && c.link.alive():
			defer c.mu.Unlock()
			return c.link, nil
		case c.link != nil: // its end is being looked at
		case c.failure != nil && (p == quick && (c.dialing || tried || time.Now().Before(c.retry)) || p == now && tried && !c.dialing):
			defer c.mu.Unlock()
			return nil, c.failure
		case c.dialing:
			tried = true
		case p == patient && c.failure != nil && time.Now().Before(c.retry):
			wait = time.Until(c.retry)
		default:
			c.dialing, tried = true, true
			go c.dial()
		}
		changed := c.changed
		c.mu.Unlock()
		if err := waitFor(ctx, c.ctx, changed, wait); err != nil {
			return nil, err
		}
	}
}

// waitFor waits for a change, at most as long as wait unless that is 0.
func waitFor(ctx, all context.Context, changed chan struct{}, wait time.Duration) error {
	var over <-chan time.Time
	if wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-all.Done():
	case <-changed:
	case <-over:
	}
	return nil
}

// tell wakes those who wait for a change. The lock is held.
func (c *Conn) tell() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// dial makes a connection, and looks after it until its end.
func (c *Conn) dial() {
	l, err := c.connect()
	began := time.Now()
	c.mu.Lock()
	c.dialing = false
	if err != nil {
		c.failed(err)
		c.mu.Unlock()
		return
	}
	c.link, c.failure = l, nil
	c.tell()
	c.mu.Unlock()

	<-l.over
	said, ended := l.far.end()
	failure := c.unreached(hello{}, l.why, said, ended)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.link = nil; time.Since(began) > longLife {
		c.pause = 0
	}
	c.since = time.Time{}
	c.failed(failure)
}

// failed notes that the host is not reached. The lock is held.
func (c *Conn) failed(err error) {
	if c.since.IsZero() {
		c.since = c.c.Now()
	}
	if u, ok := errors.AsType[Unreachable](err); ok {
		u.Since = c.since
		err = say.Failed(u, u.Why, say.Hints(err)...)
	}
	c.failure = err
	c.pause = min(max(leastPause, 2*c.pause), mostPause)
	c.retry = time.Now().Add(c.pause)
	c.tell()
}

// begin starts the process that reaches the host.
func (c *Conn) begin(ctx context.Context, stop context.CancelFunc) (*far, error) {
	switch {
	case c.pipe != nil:
		return c.pipe(), nil
	case c.c.Command != nil:
		return start(c.c.Command(ctx), stop)
	}
	return start(c.c.Host.command(ctx, c.c.Limit), stop)
}

// connect starts the process that reaches the host, and greets the other side.
func (c *Conn) connect() (*link, error) {
	ctx, stop := context.WithCancel(c.ctx)
	f, err := c.begin(ctx, stop)
	if err != nil {
		stop()
		return nil, c.unreached(hello{}, err, "", nil)
	}
	type greeted struct {
		l     *link
		their hello
		err   error
	}
	done := make(chan greeted, 1)
	go func() {
		l, their, err := greet(f, hello{Program: c.c.Version, Rules: rules, Account: c.c.Operator, Key: c.c.Sign.Key}, c.c.Limit)
		done <- greeted{l, their, err}
	}()
	late := time.NewTimer(c.c.Limit)
	defer late.Stop()
	g := greeted{err: context.DeadlineExceeded}
	select {
	case g = <-done:
	case <-late.C:
		stop()
	}
	if g.err == nil {
		c.hear(g.their)
		return g.l, nil
	}
	said, ended := f.end()
	if errors.Is(g.err, io.EOF) && ended == nil && said == "" {
		g.err = errSilent
	}
	return nil, c.unreached(g.their, g.err, said, ended)
}

// hear keeps what the host says of its login, and compares its clock with the one here, once.
func (c *Conn) hear(their hello) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bound = their.Bound
	there := their.Now
	if c.heard || there.IsZero() {
		return
	}
	c.heard = true
	here := time.Now()
	if ahead := there.Sub(here); ahead > mostOff || ahead < -mostOff {
		c.clock = "the clocks differ: on " + c.c.Host.Name + " it is " + model.FormatUTC(there) + ", here " + model.FormatUTC(here) + "; ages there are off by the difference"
	}
}

// lookOnly says why nothing may be decided on the host, empty where it may or there is no connection.
func (c *Conn) lookOnly() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.link == nil {
		return ""
	}
	return c.link.lookOnly
}

// Clock returns what has to be said of the host's clock, once; empty for nothing.
func (c *Conn) Clock() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	said := c.clock
	c.clock = ""
	return said
}

// unreached is the error for a host that gives no answer, as of now.
func (c *Conn) unreached(their hello, failed error, said string, ended error) error {
	why, hint := c.why(their, failed, said, ended)
	return say.Failed(Unreachable{Host: c.c.Host.Name, Why: why, Since: c.c.Now()}, why, hint)
}

// lossOf returns why a connection ended, once that is known.
func (c *Conn) lossOf(ctx context.Context, l *link) error {
	for {
		c.mu.Lock()
		failure, known, changed := c.failure, c.link != l, c.changed
		c.mu.Unlock()
		switch {
		case known && failure != nil:
			return failure
		case known || c.ctx.Err() != nil:
			return errCutOff
		}
		if err := waitFor(ctx, c.ctx, changed, 0); err != nil {
			return err
		}
	}
}

// lostError is a question whose answer is not known: whether the other side got it neither.
type lostError struct{ err error }

func (e lostError) Error() string { return e.err.Error() }

func (e lostError) Unwrap() error { return e.err }

// question is what is asked of a host.
type question struct {
	dir, name string
	args      args
	patience  patience
	// writes is true for what changes something there.
	writes bool
	// limit is how long the answer may take, 0 for any time.
	limit time.Duration
	// sign signs what is decided by the question, nil where nothing may be signed.
	sign func(line []byte) ([]byte, error)
}

// askOf asks, and reads the answer. A lostError says that it was asked, and that no answer came.
func askOf[T any](ctx context.Context, c *Conn, q question) (answer T, err error) {
	// A late answer is read into a value that nobody looks at.
	got := new(T)
	err = c.ask(ctx, q, reading(got))
	if err != nil {
		return answer, err
	}
	return *got, nil
}

// ask asks, and lets read take the answer. What writes is not asked of a host with other rules.
func (c *Conn) ask(ctx context.Context, q question, read answering) error {
	l, err := c.reach(ctx, q.patience)
	if err != nil {
		return err
	}
	if q.writes && l.lookOnly != "" {
		return say.Failed(model.ErrReadOnly, "nothing can be decided: "+l.lookOnly, c.c.Host.copyThere())
	}
	limited := ctx
	if q.limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, q.limit)
		defer cancel()
	}
	err = l.ask(limited, q, read)
	switch {
	case errors.Is(err, errCutOff):
		return lostError{c.lossOf(ctx, l)}
	case err != nil && ctx.Err() != nil:
		return lostError{ctx.Err()}
	case err != nil && limited.Err() != nil && errors.Is(err, limited.Err()):
		return lostError{c.unreached(hello{}, context.DeadlineExceeded, "", nil)}
	}
	return err
}

// Vaults lists the vaults of the host. A host that was not reached is tried again.
func (c *Conn) Vaults(ctx context.Context) ([]Listed, error) { return c.VaultsIn(ctx, c.c.Host.Dir) }

// VaultsIn is Vaults for another folder of the host.
func (c *Conn) VaultsIn(ctx context.Context, dir string) ([]Listed, error) {
	listed, err := askOf[[]Listed](ctx, c, question{name: askVaults, args: args{Dir: dir}, patience: now, limit: c.c.Limit})
	return listed[:min(len(listed), mostPlaces)], err
}

// Run runs one command line on the host. What it wrote is foreign text. It fails with a model.Unsettled
// where the line was sent and no answer came.
func (c *Conn) Run(ctx context.Context, args []string) (Output, error) {
	return c.run(ctx, Line{Args: args})
}

// Decide runs one command line that makes one decision. Where its answer is lost, the host is asked what
// became of that: the output is then the receipt, or it was not done. It fails with a model.Unsettled
// where the host cannot be asked or does not know.
func (c *Conn) Decide(ctx context.Context, args []string) (Output, error) {
	line := Line{Args: args, ID: vault.NewID(c.c.Now())}
	out, err := c.run(ctx, line)
	if !model.IsUnsettled(err) {
		return out, err
	}
	line.Settles = true
	settled, failed := c.run(context.WithoutCancel(ctx), line)
	switch {
	case failed == nil && settled.Unmade:
		return Output{}, lostBefore(c.c.Host.Name)
	case failed == nil && settled.Exit == 0:
		return settled, nil
	}
	return Output{}, err
}

func (c *Conn) run(ctx context.Context, line Line) (Output, error) {
	line.Dir, line.Person, line.Under = c.c.Host.Dir, c.c.Person, c.c.Under
	q := question{name: askRun, args: args{Line: line}, patience: now, limit: decideLimit}
	switch {
	case line.Settles:
		q.limit = c.c.Limit
	case c.c.Sign.Key != "" && c.c.Sign.Line != nil && line.ID != "":
		q.limit += signLimit
		q.sign = func(record []byte) ([]byte, error) { return c.c.Sign.Line(c.ctx, line, record) }
	}
	q.writes = line.ID != "" && !line.Settles
	got := new(Output)
	err := c.ask(ctx, q, func(m message, newer bool) error {
		err := reading(got)(m, newer)
		if err == nil && max(len(got.Stdout), len(got.Stderr)) > MostWritten {
			err = errLarge
		}
		return err
	})
	if lost, ok := errors.AsType[lostError](err); ok {
		return Output{}, model.Unsettled{Err: lost.err}
	}
	if err != nil {
		return Output{}, err
	}
	return *got, nil
}

// Store is a vault of the host.
func (c *Conn) Store(l Listed) *Store {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stores[l.Dir]
	if s == nil {
		s = &Store{c: c, dir: l.Dir, listed: l}
		c.stores[l.Dir] = s
	}
	return s
}

// hold books the memory of a vault's snapshot.
func (c *Conn) hold(dir string, memory int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	sum := memory
	for other, held := range c.held {
		if other != dir {
			sum += held
		}
	}
	if sum > mostHeld {
		return errLarge
	}
	c.held[dir] = memory
	return nil
}
