package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
)

func newReader(r io.Reader) *bufio.Reader { return bufio.NewReader(r) }

// fakeVault makes a decision once by its id, as a vault does.
type fakeVault struct {
	Vault
	mu      sync.Mutex
	made    map[string]model.Receipt
	void    map[string]bool
	changed func(ctx context.Context)
	// before runs in a decision before it is made, after behind it.
	before, after func()
	// untold is why it cannot say what became of a decision.
	untold error
}

func (v *fakeVault) server() Server {
	return Server{
		Version: "v1", Account: "mira@attic", Now: time.Now,
		Vaults: func(context.Context, string) ([]Listed, error) { return []Listed{{"vault", "/srv/vault"}}, nil },
		Open: func(context.Context, string, Asker) (Vault, string, func(), error) {
			return v, "", func() {}, nil
		},
		Run: func(_ context.Context, by Asker, line Line) Output {
			out := Output{Stdout: []byte(by.Operator + ": " + strings.Join(line.Args, " "))}
			switch {
			case line.Settles:
				settled, _ := v.Settle(context.Background(), line.ID, time.Time{})
				out.Unmade = !settled.Made
			case line.ID != "":
				_, _ = v.Decide(context.Background(), model.Decision{ID: line.ID})
			}
			return out
		},
	}
}

func (v *fakeVault) serve(ctx context.Context) func(io.Reader, io.WriteCloser) {
	return func(in io.Reader, out io.WriteCloser) { _ = Serve(ctx, in, out, v.server()) }
}

func (v *fakeVault) Load(_ context.Context, now time.Time) (model.Snapshot, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return model.Snapshot{Name: "vault", At: now, Approvals: make([]model.Approval, len(v.made))}, nil
}

func (v *fakeVault) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return v.Load(ctx, now)
}

func (v *fakeVault) Changed(ctx context.Context) (model.Watching, error) {
	if v.changed != nil {
		v.changed(ctx)
	}
	return model.Watching{}, ctx.Err()
}

func (v *fakeVault) Read(_ context.Context, ref model.Ref) (model.Document, error) {
	return model.Document{Ref: ref, Bytes: []byte(ref.Path)}, nil
}

func (v *fakeVault) Decide(_ context.Context, d model.Decision) (model.Receipt, error) {
	if v.before != nil {
		v.before()
	}
	receipt, err := v.makeOnce(d)
	if v.after != nil {
		v.after()
	}
	return receipt, err
}

func (v *fakeVault) makeOnce(d model.Decision) (model.Receipt, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.void[d.ID] {
		return model.Receipt{}, model.ErrConflict
	}
	if v.made == nil {
		v.made = map[string]model.Receipt{}
	}
	v.made[d.ID] = model.Receipt{ID: d.ID, Decision: d}
	return v.made[d.ID], nil
}

func (v *fakeVault) Settle(_ context.Context, id string, _ time.Time) (model.Settled, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.untold != nil {
		return model.Settled{}, v.untold
	}
	if r, ok := v.made[id]; ok {
		return model.Settled{Made: true, Receipt: r}, nil
	}
	if v.void == nil {
		v.void = map[string]bool{}
	}
	v.void[id] = true
	return model.Settled{}, nil
}

// The other methods, which the fuzz target asks.
func (v *fakeVault) SessionLines(context.Context, string, []model.SessionKey, int) (map[model.SessionKey][]byte, error) {
	return nil, nil
}
func (v *fakeVault) Inspect(context.Context, model.Ref, int) (model.Inspection, error) {
	return model.Inspection{}, nil
}
func (v *fakeVault) LeftInGit(context.Context, string, time.Time) (model.LeftInGit, error) {
	return model.LeftInGit{}, nil
}
func (v *fakeVault) PreviewLeft(context.Context, model.Ref, int, string) (model.Preview, error) {
	return model.Preview{}, nil
}
func (v *fakeVault) Excerpt(context.Context, model.Ref, int, int) (model.Excerpt, error) {
	return model.Excerpt{}, nil
}
func (v *fakeVault) Preview(context.Context, model.Decision) ([]model.Change, error) { return nil, nil }
func (v *fakeVault) Undoable(string, model.Snapshot) (model.Undoable, error) {
	return model.Undoable{}, nil
}
func (v *fakeVault) LastLook(context.Context) (model.Look, error)                  { return model.Look{}, nil }
func (v *fakeVault) KeepLook(context.Context, model.Look) error                    { return nil }
func (v *fakeVault) KeepFirstLook(context.Context) error                           { return nil }
func (v *fakeVault) LookedText(context.Context, model.Fingerprint) ([]byte, error) { return nil, nil }
func (v *fakeVault) Snooze(context.Context, model.Snooze) error                    { return nil }
func (v *fakeVault) Wake(context.Context, model.Ref, time.Time) error              { return nil }
func (v *fakeVault) Pin(context.Context, model.Pin) error                          { return nil }
func (v *fakeVault) KeepMessage(context.Context, string, time.Time) (model.Message, error) {
	return model.Message{}, nil
}

// cut lets so many bytes through, then ends.
type cut struct {
	io.Writer
	left int
	end  func()
}

func (c *cut) Write(b []byte) (int, error) {
	if len(b) < c.left {
		c.left -= len(b)
		return c.Writer.Write(b)
	}
	n, _ := c.Writer.Write(b[:c.left])
	c.left = 0
	c.end()
	return n, io.ErrClosedPipe
}

// cutting is a far side whose first connection ends after so many bytes to it, or from it.
func cutting(v *fakeVault, ctx context.Context, to, from int) func(io.Reader, io.WriteCloser) {
	first := true
	return func(in io.Reader, out io.WriteCloser) {
		if !first {
			v.serve(ctx)(in, out)
			return
		}
		first = false
		theirs, w := io.Pipe()
		end := func() {
			_ = out.Close()
			_ = w.Close()
		}
		go func() {
			_, _ = io.Copy(&cut{w, to, end}, in)
			_ = w.Close()
		}()
		v.serve(ctx)(theirs, struct {
			io.Writer
			io.Closer
		}{&cut{out, from, end}, out})
		end()
	}
}

// Wherever a connection is cut, what is said of a decision is so, and stays so.
func TestACutConnectionSaysWhatIsSo(t *testing.T) {
	t.Parallel()
	question := message{Kind: isAsk, Name: askDecide, Dir: "/srv/vault", Body: encoded(model.Decision{ID: "20260314T070200Z-00000000"})}
	cutAnywhere(t, question, func(c *Conn) (done bool, err error) {
		receipt, err := c.Store(Listed{Dir: "/srv/vault"}).Decide(t.Context(), model.Decision{Ref: model.Ref{Path: "x.md"}, Choice: model.ChoiceApprove, Note: "go"})
		return receipt.ID != "", err
	})
}

// Of a line that decides the same holds.
func TestACutLineSaysWhatIsSo(t *testing.T) {
	t.Parallel()
	question := message{Kind: isAsk, Name: askRun, Body: encoded(Line{Args: []string{"approve", "--", "x"}, ID: "20260314T070200Z-00000000"})}
	cutAnywhere(t, question, func(c *Conn) (done bool, err error) {
		out, err := c.Decide(t.Context(), []string{"approve", "--", "x"})
		return string(out.Stdout) == "sam@porch: approve -- x", err
	})
}

// cutAnywhere decides over connections that are cut at each ninth byte, there and back, and compares what is
// said with what is so.
func cutAnywhere(t *testing.T, question message, decide func(c *Conn) (done bool, err error)) {
	t.Helper()
	said := map[string]int{}
	for direction := range 2 {
		for at := 0; at < 300+2*len(lines(question)); at += 9 {
			to, from := at, 1<<30
			if direction == 1 {
				to, from = 1<<30, at
			}
			v := &fakeVault{}
			c := piped(t, 5*time.Second, cutting(v, t.Context(), to, from))
			done, err := decide(c)
			v.mu.Lock()
			made := len(v.made)
			v.mu.Unlock()
			switch {
			case err == nil && (made != 1 || !done):
				t.Fatalf("cut at %d/%d: said to be done, and made %d times", to, from, made)
			case err != nil && (made != 0 || model.IsUnsettled(err)):
				t.Fatalf("cut at %d/%d: %v, and made %d times", to, from, err, made)
			}
			said[fmt.Sprint(err)]++
			c.Close()
		}
	}
	if len(said) < 2 || said["<nil>"] == 0 || said[lostBefore("attic").Error()] == 0 {
		t.Errorf("not every end was met: %v", said)
	}
}

// Nobody claims to know what a host cannot say.
func TestALineOfWhichNobodyKnows(t *testing.T) {
	t.Parallel()
	var greeted strings.Builder
	must.Do(t, (hello{Program: "v1", Rules: rules, Account: "mira@attic", Now: time.Now()}).write(&greeted))
	for name, settles := range map[string]func(v *fakeVault) func(io.Reader, io.WriteCloser){
		"the host is gone": func(*fakeVault) func(io.Reader, io.WriteCloser) { return func(io.Reader, io.WriteCloser) {} },
		"the host cannot tell": func(v *fakeVault) func(io.Reader, io.WriteCloser) {
			s := v.server()
			s.Run = func(context.Context, Asker, Line) Output { return Output{Exit: 1} }
			return func(in io.Reader, out io.WriteCloser) { _ = Serve(t.Context(), in, out, s) }
		},
	} {
		v := &fakeVault{}
		connections := 0
		c := piped(t, 5*time.Second, func(in io.Reader, out io.WriteCloser) {
			if connections++; connections > 1 {
				settles(v)(in, out)
				return
			}
			cutting(v, t.Context(), 1<<30, greeted.Len()+10)(in, out)
		})
		if out, err := c.Decide(t.Context(), []string{"approve", "--", "x"}); !model.IsUnsettled(err) || len(out.Stdout) > 0 {
			t.Errorf("%s: got %+v, %v", name, out, err)
		}
		c.Close()
	}
}

// A host whose clock is off says so with the first look, and never again.
func TestAClockThatIsOffIsSaidOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		off  time.Duration
		says bool
	}{{0, false}, {4 * time.Minute, false}, {-4 * time.Minute, false}, {6 * time.Minute, true}, {-6 * time.Minute, true}, {1 << 62, true}, {-1 << 62, true}} {
		v := &fakeVault{}
		s := v.server()
		s.Now = func() time.Time { return time.Now().Add(tt.off) }
		c := piped(t, 5*time.Second, func(in io.Reader, out io.WriteCloser) { _ = Serve(t.Context(), in, out, s) })
		var said []string
		for _, dir := range []string{"/srv/vault", "/srv/vault", "/srv/other"} {
			found := must.Get(c.Store(Listed{Dir: dir}).Load(t.Context(), time.Now()))(t)
			said = append(said, found.Notices...)
		}
		if tt.says != (len(said) == 1) || len(said) > 1 || tt.says && !strings.HasPrefix(said[0], "the clocks differ: on attic it is ") {
			t.Errorf("off by %s: got %q", tt.off, said)
		}
		c.Close()
	}
}

// A look of which the host cannot say yet what became of a decision names it.
func TestALookNamesWhatIsNotSettled(t *testing.T) {
	t.Parallel()
	v := &fakeVault{untold: model.ErrLocked}
	connections := 0
	c := piped(t, 5*time.Second, func(in io.Reader, out io.WriteCloser) {
		if connections++; connections == 1 {
			lost := make(chan struct{})
			v.after = sync.OnceFunc(func() { close(lost); <-t.Context().Done() })
			go v.serve(t.Context())(in, out)
			<-lost
			return
		}
		v.serve(t.Context())(in, out)
	})
	store := c.Store(Listed{Dir: "/srv/vault"})
	_, err := store.Decide(t.Context(), model.Decision{Ref: model.Ref{Path: "x.md"}, Choice: model.ChoiceApprove})
	if !model.IsUnsettled(err) {
		t.Fatalf("got %v", err)
	}
	s, err := store.Load(t.Context(), time.Now())
	if err != nil || len(s.Notices) > 0 || len(s.Unsettled) != 1 || s.Unsettled[0].Called() != "approve x.md" {
		t.Errorf("got %q, %+v, %v", s.Notices, s.Unsettled, err)
	}
	v.mu.Lock()
	v.untold = nil
	v.mu.Unlock()
	if s, err = store.Load(t.Context(), time.Now()); err != nil || len(s.Notices) != 1 || len(s.Unsettled) > 0 {
		t.Errorf("then %q, %+v, %v", s.Notices, s.Unsettled, err)
	}
}

// Where a host cannot be asked again at once, the next look says what became of the decision.
func TestTheNextLookSaysWhatBecameOfADecision(t *testing.T) {
	t.Parallel()
	for _, made := range []bool{true, false} {
		v := &fakeVault{}
		connections := 0
		c := piped(t, 5*time.Second, func(in io.Reader, out io.WriteCloser) {
			connections++
			switch connections {
			case 1:
				// The order arrives, and no answer leaves.
				lost := make(chan struct{})
				end := sync.OnceFunc(func() { close(lost) })
				hang := func() {
					end()
					<-t.Context().Done()
				}
				if made {
					v.after = hang
				} else {
					v.before = hang
				}
				go v.serve(t.Context())(in, out)
				<-lost
			case 2, 3:
				// Nobody there.
			default:
				v.serve(t.Context())(in, out)
			}
		})
		store := c.Store(Listed{Dir: "/srv/vault"})
		_, err := store.Decide(t.Context(), model.Decision{Ref: model.Ref{Path: "x.md"}, Choice: model.ChoiceApprove})
		if !model.IsUnsettled(err) || !strings.Contains(err.Error(), "the next look says whether it was done") {
			t.Fatalf("got %v", err)
		}
		// The host is asked about the decision before it is looked at.
		var s model.Snapshot
		for range 200 {
			if s, err = store.Load(t.Context(), time.Now()); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		want := "not done: approve x.md on attic (the connection was lost)"
		if made {
			want = "done: approve x.md on attic"
		}
		if err != nil || len(s.Notices) != 1 || s.Notices[0] != want {
			t.Errorf("got %q, %v", s.Notices, err)
		}
		if s, err = store.Load(t.Context(), time.Now()); err != nil || len(s.Notices) != 0 {
			t.Errorf("said twice: %q, %v", s.Notices, err)
		}
		c.Close()
	}
}

// While a host is not reached, a look fails at once and says since when; waiting for a change lasts until
// the host is back.
func TestAHostComesBack(t *testing.T) {
	t.Parallel()
	var up sync.Mutex
	there := false
	v := &fakeVault{}
	c := piped(t, 5*time.Second, func(in io.Reader, out io.WriteCloser) {
		up.Lock()
		serve := there
		up.Unlock()
		if serve {
			v.serve(t.Context())(in, out)
		}
	})
	at := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	c.c.Now = func() time.Time { return at }
	store := c.Store(Listed{Dir: "/srv/vault"})
	for range 3 {
		_, err := store.Load(t.Context(), at)
		u, ok := errors.AsType[Unreachable](err)
		if !ok || !u.Since.Equal(time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)) || u.Host != "attic" {
			t.Fatalf("got %v since %s", err, u.Since)
		}
		at = at.Add(time.Minute)
	}
	if _, err := store.Decide(t.Context(), model.Decision{}); err == nil || model.IsUnsettled(err) {
		t.Fatalf("got %v", err)
	}
	up.Lock()
	there = true
	up.Unlock()
	must.Get(store.Changed(t.Context()))(t)
	must.Get(store.Load(t.Context(), at))(t)
	if out, err := c.Run(t.Context(), []string{"status", "--json"}); err != nil || string(out.Stdout) != "sam@porch: status --json" {
		t.Errorf("got %q, %v", out.Stdout, err)
	}
	c.Close()
	if _, err := store.Changed(t.Context()); !errors.Is(err, errClosed) {
		t.Errorf("got %v", err)
	}
}
