package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
)

// fleet drives a screen of vaults here and on hosts. Timers are kept until the test lets them ring,
// and questions to hosts until it lets them answer.
type fleet struct {
	t      testing.TB
	s      *several
	timers []timer
	// asked are the questions to hosts that were not answered.
	asked []tea.Cmd
	fakePrograms
	quit bool
}

type timerMsg struct{ timer }

// fakeHost is a host that answers with vaults, or with an error.
type fakeHost struct {
	name   string
	vaults []Vault
	err    error
	asked  int
}

func (h *fakeHost) host() Host {
	return Host{Name: h.name, Vaults: func(context.Context) ([]Vault, error) {
		h.asked++
		return h.vaults, h.err
	}}
}

// unreached is the error of a host that gives no answer.
type unreached string

func (u unreached) Error() string { return string(u) }

func (u unreached) Is(target error) bool { return target == model.ErrNotReached }

// attic is a host with one vault.
func attic(s Store) *fakeHost {
	return &fakeHost{name: "attic", vaults: []Vault{{Name: "shop", Dir: "/srv/shop", Store: s, As: "me@attic", Screen: []string{"ssh", "-t", "me@attic", "coldstart"}}}}
}

func newFleet(t testing.TB, o Options, w, h int, vaults []Vault, hosts ...*fakeHost) *fleet {
	t.Helper()
	f := &fleet{t: t}
	o.Now, o.Watch = clock, true
	if o.Theme == nil {
		o.Theme = styles.New(styles.Options{NoColor: true})
	}
	o.Wait = func(after time.Duration, ring func(time.Time) tea.Msg) tea.Cmd {
		return func() tea.Msg { return timerMsg{timer{after, ring}} }
	}
	o.Program = f.program
	for _, h := range hosts {
		o.Hosts = append(o.Hosts, h.host())
	}
	f.s = manyOf(vaults, o)
	f.run(f.s.Init())
	f.send(tea.WindowSizeMsg{Width: w, Height: h})
	return f
}

func (f *fleet) send(msg tea.Msg) {
	_, cmd := f.s.Update(msg)
	f.run(cmd)
	f.ring(confirm.DrawTime)
}

func (f *fleet) run(cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0; {
		cmd, queue = queue[0], queue[1:]
		if cmd == nil {
			continue
		}
		msg := cmd()
		to := func(m tea.Msg) tea.Msg { return m }
		if of, ok := msg.(answer); ok {
			msg, to = of.msg, func(m tea.Msg) tea.Msg { return answer{of.to, m} }
		}
		switch own := msg.(type) {
		case nil:
		case tea.BatchMsg:
			queue = append(queue, own...)
		case tea.QuitMsg:
			f.quit = true
		case timerMsg:
			ring := own.ring
			f.timers = append(f.timers, timer{own.after, func(at time.Time) tea.Msg { return to(ring(at)) }})
		case handOver:
			queue = append(queue, func() tea.Msg { return to(own.done(own.process.Run())) })
		case hostMsg:
			f.asked = append(f.asked, func() tea.Msg { return to(own) })
		case changedMsg:
			if own.err == errQuiet {
				continue
			}
			_, next := f.s.Update(to(own))
			queue = append(queue, next)
		default:
			_, next := f.s.Update(to(own))
			queue = append(queue, next)
		}
	}
}

// answer lets the hosts answer that were asked.
func (f *fleet) answer() {
	asked := f.asked
	f.asked = nil
	for _, cmd := range asked {
		_, next := f.s.Update(cmd())
		f.run(next)
	}
}

func (f *fleet) ring(after time.Duration) {
	due := f.timers
	f.timers = nil
	for _, t := range due {
		if t.after == after {
			_, cmd := f.s.Update(t.ring(clock()))
			f.run(cmd)
		} else {
			f.timers = append(f.timers, t)
		}
	}
}

func (f *fleet) press(names ...string) {
	for _, name := range names {
		f.send(keyNamed(name))
		f.ring(confirm.AloneTime)
	}
}

// yes reads a dialog to its end, and says yes to it.
func (f *fleet) yes() {
	f.t.Helper()
	for range 100 {
		f.press("pgdown")
	}
	f.ring(confirm.SteadyTime)
	f.ring(confirm.QuietTime)
	f.press("y")
}

func (f *fleet) shows(words ...string) {
	f.t.Helper()
	screen := strings.Join(strings.Fields(f.s.View()), " ")
	for _, w := range words {
		if !strings.Contains(screen, w) {
			f.t.Errorf("the screen does not show %q:\n%s", w, f.s.View())
		}
	}
}

func (f *fleet) hides(words ...string) {
	f.t.Helper()
	screen := strings.Join(strings.Fields(f.s.View()), " ")
	for _, w := range words {
		if strings.Contains(screen, w) {
			f.t.Errorf("the screen shows %q:\n%s", w, f.s.View())
		}
	}
}

// pick puts the cursor of the pages of all on a row.
func (f *fleet) pick(label, path string) {
	f.t.Helper()
	f.press("g")
	for range f.s.all.list().Rows {
		if r, _ := f.s.all.list().Current(); r.Label == label && r.Ref.Path == path {
			return
		}
		f.press("down")
	}
	f.t.Fatalf("no row of %s for %s:\n%s", label, path, f.s.View())
}

// later is a workshop in which some things wait longer than in others, and one expires.
func later(hours int) *fakeStore {
	s := workshop()
	s.snapshot.Requests = slices.Clone(s.snapshot.Requests)
	for i := range s.snapshot.Requests {
		r := &s.snapshot.Requests[i]
		if r.Created.Known() {
			r.Created.Time = r.Created.Time.Add(time.Duration(hours) * time.Hour)
		}
	}
	return s
}

func TestHostsAreAskedBehindWhatIsHere(t *testing.T) {
	t.Parallel()
	down := &fakeHost{name: "cellar", err: unreached("cellar did not answer within 10 s\x1b[2J")}
	up := attic(later(-5))
	f := newFleet(t, Options{}, 80, 24, []Vault{{Name: "north", Store: workshop()}, {Name: "south", Store: empty()}}, up, down)
	if len(f.asked) != 2 {
		t.Fatalf("%d hosts are asked at once, want 2", len(f.asked))
	}
	f.shows("Needs you 8", "attic connecting…", "cellar connecting…", "north 8")
	f.press("0")
	f.shows("2 vaults, 2 hosts", "attic connecting…")
	f.answer()
	f.shows("3 vaults, 2 hosts", "cellar ✗ did not answer within 10 s⟦ESC⟧[2J, since 07:02")
	f.press("0")
	f.shows("cellar not reached since 07:02 · north 8 · attic 8", "Needs you 16")
	if up.asked != 1 || down.asked != 1 {
		t.Fatalf("asked %d and %d times", up.asked, down.asked)
	}
	down.err, down.vaults = nil, []Vault{{Name: "archive", Store: empty()}}
	f.ring(askAgain)
	f.answer()
	f.shows("north 8 · attic 8 ", "4 vaults")
	f.hides("not reached")
	if up.asked != 1 || down.asked != 2 {
		t.Errorf("asked %d and %d times", up.asked, down.asked)
	}
	f.press("ctrl+r")
	f.answer()
	f.shows("4 vaults")
	if up.asked != 2 || down.asked != 3 {
		t.Errorf("asked %d and %d times after a reload", up.asked, down.asked)
	}
	f.press("q")
	if !f.quit {
		t.Error("q does not quit")
	}
}

// A host alone is a screen, too: before it answers, when it does not, and when it has nothing.
func TestAHostAloneIsAScreen(t *testing.T) {
	t.Parallel()
	h := &fakeHost{name: "attic", err: errors.New("no coldstart there")}
	f := newFleet(t, Options{}, 80, 24, nil, h)
	f.shows("attic connecting…", "Reading…")
	f.hides("✓", "Nothing needs you")
	f.press("a", "enter", "u", "O", "down", "y")
	f.answer()
	f.shows("Not read: attic")
	f.hides("✓")
	f.press("0", "enter", "a", "O", "i")
	f.answer()
	f.shows("no coldstart there")
	h.err = nil
	f.press("ctrl+r")
	f.answer()
	f.shows("attic has no vault")
	for _, k := range []string{"m", "H", "a"} {
		f.press(k)
		f.shows("This host shows no vault; enter asks it again.")
	}
	f.press("q")
	if !f.quit {
		t.Error("q does not quit")
	}
}

// One vault here opens as without hosts; they are asked behind its first load.
func TestAVaultHereOpensBesideHosts(t *testing.T) {
	t.Parallel()
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Hosts: []Host{attic(empty()).host()}}
	if s := newRoot([]Vault{{Name: "shop", Store: workshop()}}, o).many; s == nil || s.choosing() {
		t.Fatal("the vault is not open")
	}
	up, down := attic(later(0)), &fakeHost{name: "cellar", err: unreached("down")}
	f := newFleet(t, Options{Nearest: true}, 80, 24, []Vault{{Name: "shop", Store: workshop()}}, up, down)
	f.shows("RESUMING ACTIVE PLAN", "attic connecting… · cellar connecting…")
	f.answer()
	row, _, _ := strings.Cut(f.s.View(), "\n")
	if want := "0  cellar not reached since 07:02 · attic 8 need you"; !strings.Contains(row, want) {
		t.Errorf("the row is %q, want %q", row, want)
	}
	f.press("0")
	f.shows("Needs you 16")
}

// What was shown of a host that stops answering stays, with its age, and nothing in it can be decided.
func TestAVaultWhoseConnectionBrokeIsStale(t *testing.T) {
	t.Parallel()
	far := workshop()
	f := newFleet(t, Options{}, 80, 24, []Vault{{Name: "north", Store: empty()}}, attic(far))
	f.answer()
	f.pick("attic", claimFile)
	f.press("a")
	f.shows("Approve", "on attic, as me@attic")
	far.loadErr = unreached("attic does not answer")
	lost := answer{f.s.apps[1], changedMsg{err: errors.New("the connection broke")}}
	f.send(lost)
	f.yes()
	f.shows("Not yet: attic does not answer; what is shown is as of 07:02.")
	f.press("esc")
	f.shows("attic not reached since 07:02", "attic Claim for 14 cracked hub shells")
	f.press("a")
	f.shows("attic does not answer; what is shown is as of 07:02")
	f.press("enter")
	f.shows("stale, as of 07:02", "attic does not answer; shown as of 07:02. ctrl+r tries again.")
	f.press("a")
	f.shows("attic does not answer; what is shown is as of 07:02")
	if len(far.decided) > 0 || f.s.apps[1].dialog() != nil {
		t.Errorf("decided %v", far.decided)
	}
	loads := far.loads
	f.ring(askSoon)
	if far.loads != loads+1 {
		t.Errorf("%d loads after the pause, want 1", far.loads-loads)
	}
	f.shows("stale, as of 07:02")
	far.loadErr = nil
	f.ring(askAgain)
	f.hides("stale")
	f.press("a")
	f.yes()
	if len(far.decided) != 1 {
		t.Errorf("decided %d times once it answers\n%s", len(far.decided), f.s.View())
	}
}

// What comes with a load of a vault, such as what became of a decision, is said wherever the operator is,
// once.
func TestWhatComesWithALoadIsSaidOnThePagesOfAll(t *testing.T) {
	t.Parallel()
	far := workshop()
	far.snapshot.Notices = []string{"done: approve claim.md on attic"}
	f := newFleet(t, Options{}, 80, 24, []Vault{{Name: "north", Store: empty()}}, attic(far))
	f.answer()
	f.shows("attic: done: approve claim.md on attic")
	far.snapshot.Notices = nil
	f.press("j")
	f.hides("done: approve")
	f.pick("attic", claimFile)
	f.press("enter")
	far.snapshot.Notices = []string{"done: reject claim.md on attic"}
	f.press("ctrl+r")
	f.shows("done: reject claim.md on attic")
	f.hides("attic: done")
}

// A host that never has time for all, or that always says it changed, is not loaded without a pause.
func TestAHostDoesNotKeepTheScreenLoading(t *testing.T) {
	t.Parallel()
	for _, far := range []*fakeStore{{late: 1 << 30}, {changed: make([]model.Watching, 1000)}} {
		far.snapshot = workshop().snapshot
		f := newFleet(t, Options{}, 80, 24, []Vault{{Name: "north", Store: empty()}}, attic(far))
		f.answer()
		f.shows("attic 8")
		for loads := range int64(3) {
			if far.loads != loads+1 {
				t.Fatalf("%d loads, want %d", far.loads, loads+1)
			}
			f.ring(leastBetween)
		}
	}
}

// A host that answers, but not with what can be read, is not called one that was not reached.
func TestWhatCannotBeReadOfAHostIsNotCalledUnreached(t *testing.T) {
	t.Parallel()
	odd := errors.New("/srv/shop is no folder")
	till, shop := workshop(), workshop()
	shop.loadErr = odd
	hosts := []*fakeHost{attic(&fakeStore{loadErr: odd}), {name: "barn", err: odd}, {name: "cellar", vaults: []Vault{{Name: "till", Store: till}, {Name: "shop", Store: shop}}}}
	f := newFleet(t, Options{}, 120, 24, []Vault{{Name: "north", Store: empty()}}, hosts...)
	f.answer()
	f.shows("cellar 1 of 2 not read · attic cannot be read · barn not read since 07:02")
	f.press("0")
	f.shows("attic cannot be read: /srv/shop is no folder", "barn ✗ cannot be read: /srv/shop is no folder, since 07:02")
	till.loadErr = odd
	f.press("ctrl+r", "0")
	f.shows("cellar not read since 07:02")
	f.hides("reached")
}

// Whoever leaves while nobody knows what became of a decision is told which, and where.
func TestLeavingNamesWhatIsNotKnownYet(t *testing.T) {
	t.Parallel()
	far := workshop()
	f := newFleet(t, Options{}, 80, 24, []Vault{{Name: "north", Store: empty()}}, attic(far))
	f.answer()
	f.pick("attic", claimFile)
	f.press("a")
	far.decideErr = model.Unsettled{Err: errors.New("the connection to attic ended")}
	far.loadErr = unreached("attic does not answer")
	f.yes()
	f.shows("attic: Not known yet: the connection to attic ended.")
	f.hides("Failed")
	f.press("q")
	var left NotKnown
	if err := atEnd(appsOf(f.s)); !f.quit || !errors.As(err, &left) || err.Error() != "it is unknown whether it was done: approve "+claimFile+" on attic" {
		t.Fatalf("quit %v, and says %v", f.quit, err)
	}
	if l := left.Left[0]; l.Host != "attic" || l.Dir != "/srv/shop" {
		t.Errorf("it is on %s in %s", l.Host, l.Dir)
	}
	far.loadErr, far.snapshot.Unsettled = nil, far.decided
	f.ring(askSoon)
	if atEnd(appsOf(f.s)) == nil {
		t.Error("a look that cannot tell either takes it for known")
	}
	far.snapshot.Unsettled, far.snapshot.Notices = nil, []string{"done: approve " + claimFile + " on attic"}
	f.press("ctrl+r")
	f.shows("attic: done: approve " + claimFile)
	f.hides("Not known yet")
	if err := atEnd(appsOf(f.s)); err != nil {
		t.Errorf("what is known is said not to be: %v", err)
	}
}

// A host that does not answer keeps nobody on the screen: the second quit leaves, and the last words say
// what is not known. What would have been decided next is not asked for any more.
func TestLeavingDoesNotWaitForAHostThatHangs(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*driver){
		"q":                   func(d *driver) { d.press("q") },
		"ctrl+c":              func(d *driver) { d.press("ctrl+c") },
		"signal to quit":      func(d *driver) { d.send(afterWriting(d.app, tea.QuitMsg{})) },
		"signal to interrupt": func(d *driver) { d.send(afterWriting(d.app, tea.InterruptMsg{})) },
	} {
		t.Run(name, func(t *testing.T) {
			d := atConfirm(t)
			d.app.away.host, d.holding = "attic", true
			d.press("y", "x")
			d.app.write.queue = []model.Decision{{Choice: model.ChoiceAck}}
			late := d.held
			d.holding = false
			leave(d)
			if d.quit {
				t.Fatal("it left while the decision was being made")
			}
			d.shows("Waiting for attic, 0 s… then this quits; q again quits now.")
			d.press("x")
			if d.quit {
				t.Fatal("another key left")
			}
			leave(d)
			if !d.quit || isWriting(d.app) {
				t.Error("the second quit did not leave")
			}
			if err := atEnd([]*App{d.app}); err == nil || err.Error() != "it is unknown whether it was done: approve "+claimFile+" on attic" {
				t.Errorf("the last words are %v", err)
			}
			d.held = late
			if d.release(); len(d.store.decided) != 1 {
				t.Errorf("%d decisions were asked for", len(d.store.decided))
			}
		})
	}
	d := atConfirm(t)
	d.app.away.host, d.holding = "attic", true
	d.press("y", "q")
	d.release()
	if err := atEnd([]*App{d.app}); !d.quit || err != nil {
		t.Errorf("with an answer it quits: %v, %v", d.quit, err)
	}
}

// The look at a vault whose host does not answer is not saved on leaving: that would wait for the host,
// and fail.
func TestLeavingDoesNotWaitForALostHost(t *testing.T) {
	t.Parallel()
	far := workshop()
	f := newFleet(t, Options{Looks: true}, 80, 24, []Vault{{Name: "north", Store: empty()}}, attic(far))
	f.answer()
	f.pick("attic", claimFile)
	f.press("enter")
	far.loadErr, far.keepErr = unreached("attic does not answer"), unreached("attic does not answer")
	f.press("ctrl+r", "q")
	if !f.quit || len(far.kept) > 0 || atEnd(appsOf(f.s)) != nil {
		t.Errorf("quit %v, %d looks, %v", f.quit, len(far.kept), atEnd(appsOf(f.s)))
	}
}

// A row of the queue of all is decided on right there, in its own vault, and what was decided last is
// what undo takes back.
func TestOneQueueDecidesInTheVaultOfTheRow(t *testing.T) {
	t.Parallel()
	near, far := workshop(), workshop()
	for _, s := range []*fakeStore{near, far} {
		s.receipt.Changes = s.changes
	}
	f := newFleet(t, Options{}, 80, 24, []Vault{{Name: "north", Store: near}}, attic(far))
	f.answer()
	f.pick("attic", claimFile)
	reads := near.reads
	f.press("a")
	f.shows("on attic, as me@attic", "Approve")
	f.yes()
	if len(far.decided) != 1 || len(near.decided) != 0 || far.decided[0].Ref.Path != claimFile {
		t.Fatalf("decided here %v, there %v\n%s", near.decided, far.decided, f.s.View())
	}
	if far.decided[0].Seen != model.FingerprintOf([]byte(far.files[claimFile])) || near.reads != reads {
		t.Errorf("the bytes that were shown are not those of the host")
	}
	f.shows("Needs you", "attic: Approved")
	if !f.s.choosing() || f.s.top().loan {
		t.Error("the queue of all is not back")
	}
	f.press("g", "x", "esc")
	if f.s.top().loan || !f.s.choosing() {
		t.Errorf("esc does not lead back:\n%s", f.s.View())
	}
	f.pick("north", claimFile)
	f.press("a")
	f.hides("on attic")
	f.press("esc", "enter")
	if f.s.choosing() || f.s.at != 0 || f.s.apps[0].cursor() != claimFile {
		t.Errorf("enter does not open the vault on the row:\n%s", f.s.View())
	}
	f.press("0", "3")
	f.pick("attic", claimPlan)
	f.shows("³Plans", "attic", "north")
	f.press("enter")
	if f.s.at != 1 || f.s.apps[1].tabs.at != 2 || f.s.apps[1].cursor() != claimPlan {
		t.Errorf("the plan is not under the cursor:\n%s", f.s.View())
	}
}

func (a *App) cursor() string {
	r, _ := a.list().Current()
	return r.Ref.Path
}

// What was decided last is what undo takes back, wherever the cursor is by then.
func TestWhatWasDecidedLastIsUndone(t *testing.T) {
	t.Parallel()
	near, far := workshop(), decidedBefore()
	f := newFleet(t, Options{}, 80, 24, []Vault{{Name: "north", Store: near}}, attic(far))
	f.answer()
	f.pick("attic", postFile)
	f.press("a")
	f.yes()
	if len(far.decided) != 1 {
		t.Fatalf("decided %v\n%s", far.decided, f.s.View())
	}
	f.s.all.list().At = 0
	// Another key takes the receipt from the screen, and not what undo means.
	f.press("?", "esc", "u")
	if f.s.apps[1].dialog() == nil || f.s.apps[0].dialog() != nil {
		t.Errorf("the decision on the host is not offered for undo:\n%s", f.s.View())
	}
}

// A host that stops to answer under an open dialog says so, and that nothing was decided, before any key.
func TestAHostIsLostUnderADialog(t *testing.T) {
	t.Parallel()
	far := workshop()
	f := newFleet(t, Options{}, 100, 30, []Vault{{Name: "north", Store: empty()}}, attic(far))
	f.answer()
	f.pick("attic", claimFile)
	f.press("a")
	f.ring(confirm.SteadyTime)
	far.readErr = unreached("the connection to attic ended: Connection to attic.example closed by remote host")
	f.ring(confirm.WatchEvery)
	f.shows("attic is not responding. No decision was made.", "attic is not responding: the connection to attic ended")
	f.hides("file can no longer", "cannot be read")
	f.press("y")
	f.shows("Not yet: attic is not responding; l tries again.")
	far.readErr = nil
	f.press("l")
	f.hides("does not answer")
}

// While a host decides, the screen names it and counts.
func TestAHostIsWaitedFor(t *testing.T) {
	t.Parallel()
	now := clock()
	d := atConfirm(t)
	d.app.away.host, d.app.now = "attic", func() time.Time { return now }
	d.holding = true
	d.press("y")
	d.shows("Waiting for attic, 0 s…")
	d.press("x")
	now = now.Add(8 * time.Second)
	d.ring(time.Second)
	d.shows("Waiting for attic, 8 s… keys do nothing until it is done.")
	if d.waiting(time.Second) != 1 {
		t.Errorf("it counts %d times a second", d.waiting(time.Second))
	}
}

// Among several vaults the list of decisions says of which it is.
func TestHistoryNamesItsVault(t *testing.T) {
	t.Parallel()
	f := newFleet(t, Options{}, 100, 30, []Vault{{Name: "north", Store: empty()}}, attic(workshop()))
	f.answer()
	f.pick("attic", claimFile)
	f.press("H")
	f.shows("Your decisions in attic ")
}

// The screen on the host is opened by its own command, from the lists and from inside.
func TestTheScreenOnTheHostIsOpened(t *testing.T) {
	t.Parallel()
	far := workshop()
	act := Action{Name: "lint", Key: "K", Run: []string{"lint", "{path}"}}
	o := Options{Actions: []Action{act}, Editor: func(string, string, int) ([]string, error) { return []string{"vi"}, nil }}
	f := newFleet(t, o, 80, 24, []Vault{{Name: "north", Store: empty(), Dir: "/data/north"}}, attic(far))
	f.answer()
	f.pick("attic", claimFile)
	loads := far.loads
	f.send(tea.KeyMsg{Type: tea.KeyEnter, Alt: true})
	if len(f.ran) != 1 || strings.Join(f.ran[0], " ") != "ssh -t me@attic coldstart" || far.loads == loads || !f.s.choosing() {
		t.Fatalf("ran %q, %d loads\n%s", f.ran, far.loads-loads, f.s.View())
	}
	for _, k := range []string{"e", "K"} {
		f.press(k)
		f.shows("it is on attic; O opens the screen there")
	}
	f.press("enter", "e")
	f.shows("it is on attic; O opens the screen there")
	f.press("enter", "K", "e", "O")
	if len(f.ran) != 2 || f.ran[1][0] != "ssh" {
		t.Errorf("ran %q", f.ran)
	}
	f.press("0", "0", "g", "O")
	if len(f.ran) != 3 {
		t.Errorf("the list of vaults ran %q\n%s", f.ran, f.s.View())
	}
	f.press("G", "enter", "O")
	f.shows("the vault is on this machine")
	if len(f.ran) != 3 {
		t.Errorf("ran %q", f.ran)
	}
	if f.dirs[0] != "" || f.s.apps[1].outside.dir != "" {
		t.Errorf("%q ran in %q, a folder of another machine", f.ran[0], f.dirs[0])
	}
}

// A vault to which two hosts lead is shown and counted once, and the list says so.
func TestAVaultOfTwoHostsIsShownOnce(t *testing.T) {
	t.Parallel()
	far := workshop()
	loft := attic(far)
	loft.name, loft.vaults[0].Same = "loft", "attic"
	f := newFleet(t, Options{}, 80, 24, []Vault{{Name: "north", Store: empty()}}, loft, attic(far))
	f.answer()
	f.shows("attic 8", "2 vaults, 2 hosts")
	f.hides("loft")
	f.press("0")
	f.shows("loft is the same as attic")
	f.press("ctrl+r")
	f.answer()
	if len(f.s.apps) != 2 {
		t.Errorf("%d vaults are shown", len(f.s.apps))
	}
}

// Where the login on a host opens no screen, none is offered: not as a key, and not as the way to something.
func TestALoginThatOpensNoScreenOffersNone(t *testing.T) {
	t.Parallel()
	host := attic(workshop())
	host.vaults[0].Screen = nil
	o := Options{Editor: func(string, string, int) ([]string, error) { return []string{"vi"}, nil }}
	f := newFleet(t, o, 100, 24, []Vault{{Name: "north", Store: empty(), Dir: "/data/north"}}, host)
	f.answer()
	f.pick("attic", claimFile)
	f.press("O")
	f.shows("attic: Unavailable: the login on attic opens no screen.")
	f.press("e")
	f.shows("it is on attic.")
	f.hides("opens the screen there", "O its screen")
	f.press("0", "g")
	f.hides("O its screen")
	if len(f.ran) > 0 {
		t.Errorf("ran %q", f.ran)
	}
}

// The vault that needs somebody most stands first, and no row moves while the list is looked at.
func TestVaultsStandByNeedAndStay(t *testing.T) {
	t.Parallel()
	urgent := later(-40)
	cellar := &fakeHost{name: "cellar", vaults: []Vault{{Name: "till", Store: urgent}, {Name: "archive", Store: empty()}}}
	f := newFleet(t, Options{}, 80, 24, []Vault{{Name: "idle", Store: empty()}, {Name: "north", Store: later(0)}}, cellar)
	f.press("0")
	order := func() string {
		var names []string
		for _, e := range f.s.entries() {
			if e.vault < 0 {
				names = append(names, f.s.hosts[e.host].Name)
			} else {
				names = append(names, f.s.label(e.vault))
			}
		}
		return strings.Join(names, " ")
	}
	if got := order(); got != "north cellar idle" {
		t.Fatalf("%q", got)
	}
	f.press("down")
	f.answer()
	if got := order(); got != "north cellar:archive cellar:till idle" || f.s.cursor().At != 1 {
		t.Errorf("%q, at %d", got, f.s.cursor().At)
	}
	f.press("down", "down")
	urgent.snapshot.Requests = nil
	f.press("ctrl+r")
	if got := order(); got != "north cellar:archive cellar:till idle" || f.s.cursor().At != 3 {
		t.Errorf("%q, at %d", got, f.s.cursor().At)
	}
	f.press("0", "0")
	if got := order(); got != "cellar:till north idle cellar:archive" {
		t.Errorf("%q once the list was left", got)
	}
}

// On the pages of all a row of a host is snoozed there, and what takes several rows says why not. What
// does not work on a host is not offered.
func TestWhatWorksOnTheRowsOfAHost(t *testing.T) {
	t.Parallel()
	far := workshop()
	act := Action{Name: "lint", Key: "K", Run: []string{"lint", "{path}"}}
	f := newFleet(t, Options{Actions: []Action{act}, Editor: func(string, string, int) ([]string, error) { return []string{"vi"}, nil }}, 200, 40, []Vault{{Name: "north", Store: empty()}}, attic(far))
	f.answer()
	f.pick("attic", claimFile)
	f.shows("s snooze", "O its screen")
	f.hides("e edit", "K lint")
	for k, why := range map[string]string{" ": "only sessions can be marked", "A": "Sessions only"} {
		f.press(k)
		f.shows(why)
	}
	f.press("s", "1")
	f.shows("attic: Snoozed")
	f.press("?")
	f.shows("0 all vaults", "O screen on its host", "s snooze")
	f.press("esc", ":")
	for _, r := range "screen" {
		f.press(string(r))
	}
	f.shows("O Its own screen on its host")
	f.press("esc", "esc", "enter", "?")
	f.shows("0 all vaults", "O screen on its host")
}

// The colours are turned for all vaults at once, also for those of a host that answers later.
func TestTheColoursOfAllVaultsAreTurnedTogether(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		f := newFleet(t, Options{Theme: styles.New(colours)}, 80, 24, []Vault{{Name: "north", Store: workshop()}, {Name: "south", Store: empty()}}, attic(workshop()))
		if open {
			f.press("enter")
		}
		was := f.s.all.th.Dark()
		f.press("T")
		f.answer()
		for _, a := range append([]*App{f.s.all}, f.s.apps...) {
			if a.th.Dark() == was {
				t.Errorf("open %v: one of %d keeps its colours", open, len(f.s.apps))
			}
		}
		f.press("0", "T")
		if f.s.all.th.Dark() != was || f.s.apps[2].th.Dark() != was {
			t.Errorf("open %v: they are not turned back", open)
		}
	}
}

// What is masked here is masked in what a host sends, too, and in what it is called there.
func TestTextsOfAHostAreMasked(t *testing.T) {
	t.Parallel()
	key := "AKIA" + strings.Repeat("Q7", 8)
	far := workshop()
	far.snapshot.Requests = slices.Clone(far.snapshot.Requests)
	for i := range far.snapshot.Requests {
		far.snapshot.Requests[i].Summary, far.snapshot.Requests[i].Target = "Rotate "+key, key
	}
	broken := &fakeHost{name: "barn", err: unreached("the connection to barn ended: " + key)}
	vaults := &fakeHost{name: "loft", vaults: []Vault{{Name: key, Dir: "/srv/" + key, Store: &fakeStore{loadErr: errors.New("no folder " + key)}}, {Name: "b", Store: empty()}}}
	f := newFleet(t, Options{Theme: styles.New(styles.Options{NoColor: true}).Masking()}, 200, 40, nil, attic(far), broken, vaults)
	f.answer()
	for _, k := range []string{"1", "2", "3", "0", "down", "down", "down", "down", "0", "enter"} {
		f.press(k)
		f.hides(key)
	}
}

// Hosts answer in another order each time. What needs somebody equally stands in the order of the settings.
func TestEqualNeedStandsInTheOrderOfTheSettings(t *testing.T) {
	t.Parallel()
	for _, turned := range []bool{false, true} {
		hosts := []*fakeHost{
			{name: "porch", vaults: []Vault{{Name: "b", Store: workshop()}, {Name: "a", Store: workshop()}}},
			{name: "attic", vaults: []Vault{{Name: "shop", Store: workshop()}}},
		}
		f := newFleet(t, Options{}, 100, 40, []Vault{{Name: "north", Store: workshop()}}, hosts...)
		if turned {
			slices.Reverse(f.asked)
		}
		f.answer()
		var labels []string
		for _, r := range f.s.all.list().Rows[:4] {
			labels = append(labels, r.Label)
		}
		if got := strings.Join(labels, " "); got != "north porch:a porch:b attic" {
			t.Errorf("turned %v: the rows are of %q", turned, got)
		}
		f.press("0")
		labels = nil
		for _, e := range f.s.entries() {
			labels = append(labels, f.s.labels[e.vault])
		}
		if got := strings.Join(labels, " "); got != "north porch:a porch:b attic" {
			t.Errorf("turned %v: the vaults are %q", turned, got)
		}
	}
}

// Hosts that are down do not push what needs somebody off the line, and no row of the list of vaults is
// above its top.
func TestHostsThatAreDownLeaveRoomForWhatNeedsYou(t *testing.T) {
	t.Parallel()
	urgent := later(-6)
	urgent.snapshot.Requests[2].Expires = model.ParseStamp("2026-03-14 12:00", time.UTC)
	hosts := []*fakeHost{
		{name: "porch", err: unreached("porch did not answer in time")}, {name: "barn", err: unreached("barn refused the login")},
		{name: "cellar", vaults: []Vault{{Name: "till", Store: empty()}}}, {name: "loft", vaults: []Vault{{Name: "loft", Store: workshop()}}}, attic(urgent),
	}
	for _, w := range []int{60, 80} {
		th := styles.New(styles.Options{NoColor: true, ASCII: true})
		f := newFleet(t, Options{Nearest: true, Theme: th}, w, 20, []Vault{{Name: "shop", Store: workshop()}}, hosts...)
		f.answer()
		f.press("0")
		f.shows("porch, barn x - attic 8 - shop 8")
		f.press("0")
		f.shows("attic", "porch x did not answer", "barn x refused", "loft", "cellar", "shop")
		f.hides("U+")
		if first := f.s.labels[f.s.entries()[0].vault]; first != "attic" || f.s.cursor().Top != 0 {
			t.Errorf("%s is first, and the list begins at %d", first, f.s.cursor().Top)
		}
	}
}

// scenery has what an operator with three machines sees in the morning.
func scenery(t testing.TB, o Options, w, h int) *fleet {
	soon := later(-6)
	soon.snapshot.Requests[2].Expires = model.ParseStamp("2026-03-14 12:00", time.UTC)
	down := &fakeHost{name: "porch", err: unreached("porch did not answer in time")}
	cellar := &fakeHost{name: "cellar", vaults: []Vault{{Name: "till", Store: later(-30)}, {Name: "archive", Store: empty()}}}
	f := newFleet(t, o, w, h, []Vault{{Name: "saltmarsh", Store: workshop()}}, attic(soon), cellar, down)
	f.answer()
	return f
}

func TestGoldenOfSeveralMachines(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
		f := scenery(t, Options{}, size[0], size[1])
		golden(t, "machines_"+sizeName(size), f.s.View())
		f.press("0")
		golden(t, "machines_vaults_"+sizeName(size), f.s.View())
		f.press("0")
		f.pick("attic", claimFile)
		f.press("a")
		golden(t, "machines_dialog_"+sizeName(size), f.s.View())
	}
}

// Whatever keys come, and whatever hosts do, the screen keeps its size and nothing but a yes decides.
func TestAnyKeysOnSeveralMachines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		f := scenery(t, Options{}, rapid.IntRange(30, 130).Draw(rt, "width"), rapid.IntRange(6, 45).Draw(rt, "height"))
		all := []string{
			"0", "1", "2", "3", "4", "8", "up", "down", "g", "G", "enter", "esc", "a", "x", "c", "s", "p", "u", "o", "n", "N", "/", ":", "?", "H", "m", "O", "r", "i", "tab", "pgdown",
			"ctrl+r", "e", "jj", "V", "L", "z", "F", " ",
		}
		for range 12 {
			switch what := rapid.IntRange(0, 9).Draw(rt, "what"); what {
			case 0:
				f.answer()
			case 1:
				f.ring(askAgain)
			case 2:
				f.send(answer{f.s.apps[rapid.IntRange(0, len(f.s.apps)-1).Draw(rt, "vault")], changedMsg{err: errors.New("lost")}})
			default:
				f.press(rapid.SampledFrom(all).Draw(rt, "key"))
			}
			if got := strings.Count(f.s.View(), "\n") + 1; got != f.s.height {
				rt.Fatalf("%d rows, want %d:\n%s", got, f.s.height, f.s.View())
			}
		}
		for _, a := range f.s.apps {
			if len(a.store.(*fakeStore).decided) > 0 {
				rt.Fatalf("decided %v", a.store.(*fakeStore).decided)
			}
		}
	})
}

// BenchmarkSeveralMachines draws fifty vaults of five hosts, and takes a key.
func BenchmarkSeveralMachines(b *testing.B) {
	var hosts []*fakeHost
	for h := range 5 {
		host := &fakeHost{name: fmt.Sprintf("host%d", h)}
		for v := range 10 {
			host.vaults = append(host.vaults, Vault{Name: fmt.Sprintf("vault%d", v), Store: many(40)})
		}
		hosts = append(hosts, host)
	}
	f := newFleet(b, Options{Theme: styles.New(colours)}, 120, 40, nil, hosts...)
	f.answer()
	for _, page := range []string{"1", "0"} {
		f.press(page)
		b.Run("frame "+page, func(b *testing.B) {
			for b.Loop() {
				f.s.View()
			}
		})
		b.Run("key "+page, func(b *testing.B) {
			keys := []tea.KeyMsg{keyNamed("down"), keyNamed("up")}
			for i := 0; b.Loop(); i++ {
				f.s.Update(keys[i%2])
			}
		})
	}
	b.Run("gather", func(b *testing.B) {
		for b.Loop() {
			f.s.made = nil
			f.s.gather()()
			f.s.making = false
		}
	})
}
