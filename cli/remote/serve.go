package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault"
)

// Server is what the far side takes from the program.
type Server struct {
	// Version is the program's; Account is who runs it, as user@host.
	Version, Account string
	// Bound says that the login of who asks runs nothing but this.
	Bound bool
	// Now is the machine's clock.
	Now func() time.Time
	// Vaults lists the vaults at a folder, or all of the machine.
	Vaults func(ctx context.Context, dir string) ([]Listed, error)
	// Open opens the vault at a folder for an operator elsewhere. It returns the first notice, and what
	// closes the vault.
	Open func(ctx context.Context, dir string, by Asker) (v Vault, notice string, done func(), err error)
	// Run runs one command line for an operator elsewhere.
	Run func(ctx context.Context, by Asker, line Line) Output
}

// Listed is a vault of a host.
type Listed struct {
	// Name tells it apart from the others of the host; Dir is its folder there.
	Name, Dir string
}

// AllVaults stands for all vaults of a machine, where a folder is named otherwise.
const AllVaults = "--all"

// Line is a command line to run on the other side.
type Line struct {
	// Args are its words behind the program's name.
	Args []string
	// ID names the one decision that the line makes before it is made, empty for a line that makes none or
	// several. With Settles the line came before, and now only asks what became of that decision.
	ID      string
	Settles bool
	// Dir is the folder of the host's entry in the settings.
	Dir string
	// Person says that a person sits at a terminal on the asking side. Under is the agent that runs that
	// side, where the operator's settings there let it decide, else empty.
	Person bool
	Under  string
}

// Output is what a command line wrote, and its exit code.
//
// A stream has at most MostWritten bytes; what is behind them is not sent.
type Output struct {
	Stdout, Stderr []byte
	Exit           int
	// Unmade answers a line that settles: its decision was not made, and never will be.
	Unmade bool
}

// MostWritten is how many bytes of each stream of a command line are sent.
const MostWritten = 16 << 20

const (
	// mostAsked is how many questions may be open at once, mostPlaces how many vaults.
	mostAsked, mostPlaces = 1024, 512
	// silence is how long the asking side may say nothing. It sends something every few seconds.
	silence = 2 * time.Minute
	// lastAnswers is how long a question that only looks may take to end with the connection.
	lastAnswers = 2 * time.Second
)

// serving is one connection, on the far side.
type serving struct {
	Server
	asker   Asker
	methods map[string]method

	sending sync.Mutex
	out     io.Writer

	mu     sync.Mutex
	places map[string]*place
	// asked are the questions under way, each with what ends it.
	asked map[int]context.CancelFunc
	// looking and deciding count them.
	looking, deciding sync.WaitGroup
	// over is true once no more are taken.
	over bool

	// gone is closed when the asking side is.
	gone chan struct{}
	// signing are the signatures that it is asked for, each a chan signAnswer by the number of its question.
	signing sync.Map
}

// place is an opened vault, or the host itself.
type place struct {
	server *serving
	dir    string

	mu     sync.Mutex
	store  Vault
	notice string
	done   func()
	// last is the last snapshot that was loaded, hash what the asking side has of it, by the hashes of its things.
	last   model.Snapshot
	hash   model.Fingerprint
	hashes map[string][]model.Fingerprint
}

// Serve answers questions until in ends, the context does, or nothing comes for two minutes. What
// decides is finished first.
func Serve(ctx context.Context, in io.Reader, out io.Writer, s Server) error {
	sv := &serving{Server: s, methods: methods(), out: out, places: map[string]*place{}, asked: map[int]context.CancelFunc{}, gone: make(chan struct{})}
	if err := sv.own().write(out); err != nil {
		return fmt.Errorf("greeting: %w", err)
	}
	ctx, end := context.WithCancel(ctx)
	defer sv.settle()
	defer close(sv.gone)
	defer end()
	ended := make(chan error, 1)
	heard := time.AfterFunc(silence, end)
	defer heard.Stop()
	go func() { ended <- sv.listen(ctx, bufio.NewReaderSize(in, batch), heard) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return nil
	}
}

// own is what this side says of itself.
func (s *serving) own() hello {
	return hello{Program: s.Version, Rules: rules, Account: s.Account, Now: s.Now(), Bound: s.Bound}
}

// listen takes questions until there are no more.
func (s *serving) listen(ctx context.Context, in *bufio.Reader, heard *time.Timer) error {
	asker, err := readHello(in)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if errors.Is(err, errOtherVersion) {
		return errors.New("the asking side is another version of coldstart: " + asker.Program)
	}
	if err != nil {
		return fmt.Errorf("waiting for a greeting: %w", err)
	}
	s.asker = Asker{Operator: asker.Account, LookOnly: s.own().otherRules(asker)}
	if asker.Key != "" {
		s.asker.Sign = vault.Sign{Key: asker.Key, By: s.signBy}
	}
	for {
		m, err := readMessage(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading a question: %w", err)
		}
		heard.Reset(silence)
		switch m.Kind {
		case isPing:
			s.send(message{Kind: isPong, Number: m.Number})
		case isCancel:
			s.cancel(m.Number)
		case isSigned:
			if err := s.signed(m); err != nil {
				return fmt.Errorf("reading a signature: %w", err)
			}
		case isAsk:
			s.take(ctx, m)
		default:
			return fmt.Errorf("reading a question: %w", errOdd)
		}
	}
}

// send writes one message.
func (s *serving) send(m message) {
	b, err := m.add(nil)
	if err != nil {
		b, _ = message{Kind: isFailure, Number: m.Number, Body: encoded(failureOf(err))}.add(nil)
	}
	s.write(b)
}

// write writes whole lines. Where the connection is gone, nobody waits for them.
func (s *serving) write(b []byte) {
	s.sending.Lock()
	defer s.sending.Unlock()
	_, _ = s.out.Write(b)
}

func (s *serving) cancel(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.asked[number]; cancel != nil {
		cancel()
	}
}

// take begins to answer a question.
func (s *serving) take(ctx context.Context, m message) {
	fail := func(err error) { s.send(message{Kind: isFailure, Number: m.Number, Body: encoded(failureOf(err))}) }
	asks, known := s.methods[m.Name]
	if !known {
		fail(fmt.Errorf("%s cannot be asked: %w", m.Name, model.ErrNotAllowed))
		return
	}
	m.Body = slices.Clone(m.Body)
	count, cancel := &s.deciding, func() {}
	if asks.writes {
		// What began is finished, whoever still waits.
		ctx = context.WithoutCancel(ctx)
	} else {
		count = &s.looking
		ctx, cancel = context.WithCancel(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked[m.Number] != nil || len(s.asked) >= mostAsked || s.over {
		cancel()
		go fail(errors.New("too many questions at once"))
		return
	}
	s.asked[m.Number] = cancel
	count.Go(func() {
		defer cancel()
		body, err := s.answer(context.WithValue(ctx, numberKey{}, m.Number), asks, m)
		s.mu.Lock()
		delete(s.asked, m.Number)
		s.mu.Unlock()
		if err != nil {
			fail(err)
			return
		}
		s.send(message{Kind: isAnswer, Number: m.Number, Body: body})
	})
}

func (s *serving) answer(ctx context.Context, asks method, m message) ([]byte, error) {
	at := &place{server: s}
	if m.Dir != "" {
		var err error
		if at, err = s.at(ctx, m.Dir); err != nil {
			return nil, err
		}
	} else if !slices.Contains([]string{askVaults, askRun}, m.Name) {
		return nil, fmt.Errorf("no vault is named: %w", model.ErrNotFound)
	}
	body, err := asks.answer(ctx, at, m.Body)
	if _, replaced := errors.AsType[model.Replaced](err); !replaced {
		return body, err
	}
	// Another folder is there now, such as a new clone: the next question finds it opened.
	s.leave(at)
	if asks.writes {
		return nil, err
	}
	if at, err = s.at(ctx, m.Dir); err != nil {
		return nil, err
	}
	return asks.answer(ctx, at, m.Body)
}

// leave closes a vault that is opened anew by the next question.
func (s *serving) leave(p *place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.places[p.dir] == p {
		delete(s.places, p.dir)
		p.done()
	}
}

// at opens a vault once. One that could not be opened is tried again.
func (s *serving) at(ctx context.Context, dir string) (*place, error) {
	s.mu.Lock()
	p := s.places[dir]
	if p == nil {
		if len(s.places) >= mostPlaces {
			s.mu.Unlock()
			return nil, errors.New("too many vaults at once")
		}
		p = &place{server: s, dir: dir}
		s.places[dir] = p
	}
	s.mu.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.store != nil {
		return p, nil
	}
	var err error
	p.store, p.notice, p.done, err = s.Open(ctx, dir, s.asker)
	return p, err
}

// settle ends what only looks, lets decisions end, and closes the vaults.
func (s *serving) settle() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.deciding.Wait()
	ended := make(chan struct{})
	go func() {
		s.looking.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(lastAnswers):
		// A disk gives no answer. The process ends anyway.
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.places {
		if p.done != nil {
			p.done()
		}
	}
}

// batch is how many bytes of lines are written at once.
const batch = 64 << 10

// load sends what the asking side has not, line by line, and answers with the end of it.
func (p *place) load(ctx context.Context, ask args) (loaded, error) {
	load := p.store.Load
	if ask.Changed {
		load = p.store.LoadChanged
	}
	snapshot, err := load(ctx, ask.At)
	if err != nil {
		return loaded{}, err
	}
	number, _ := ctx.Value(numberKey{}).(int)
	var lines []byte
	out := outgoing{has: map[string][]model.Fingerprint{}, left: map[string]int{}, send: func(t thing) {
		if lines, _ = (message{Kind: isThing, Number: number, Body: encoded(t)}).add(lines); len(lines) > batch {
			p.server.write(lines)
			lines = lines[:0]
		}
	}}
	var end loaded
	p.mu.Lock()
	if !ask.Have.IsZero() && ask.Have == p.hash {
		out.had, end.From = p.hashes, ask.Have
	}
	p.mu.Unlock()
	// The asking side has its own time.
	timeless := snapshot
	timeless.At = time.Time{}
	end.Hash, end.Left = out.all(timeless), out.left
	p.server.write(lines)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last, p.hash, p.hashes = snapshot, end.Hash, out.has
	end.Notice, p.notice = p.notice, ""
	return end, nil
}

// undoable asks of the snapshot that was loaded last, which is on the other screen.
func (p *place) undoable(ctx context.Context, ask args) (model.Undoable, error) {
	p.mu.Lock()
	last, loaded := p.last, !p.hash.IsZero()
	p.mu.Unlock()
	if !loaded {
		var err error
		if last, err = p.store.Load(ctx, ask.At); err != nil {
			return model.Undoable{}, err
		}
	}
	return p.store.Undoable(ask.ID, last)
}
