package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
	"coldstart/tui/overlay"
)

// clock is the time of all tests.
func clock() time.Time { return time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC) }

// fakeStore answers from scripted values and counts the questions.
type fakeStore struct {
	// older are the decisions that can be undone by their id.
	older    map[string]model.Undoable
	snapshot model.Snapshot
	// files are what Read gives; Load takes the hashes from them.
	files   map[string]string
	changes []model.Change
	receipt model.Receipt
	// inGit is what LeftInGit gives, askedGit the folders that it was asked about.
	inGit    model.LeftInGit
	askedGit []string
	// found is what Inspect gives.
	found model.Inspection
	// onRead, when set, is called behind each Read.
	onRead func()
	// The errors that each method answers with, nil for success.
	loadErr, readErr, inspectErr, previewErr, decideErr, snoozeErr, fileErr error

	// last is what the operator saw last, texts what of it was kept, kept what they saw
	// this time.
	last  model.Look
	texts map[model.Fingerprint]string
	// events are what sessions wrote.
	events map[model.Ref][]model.Event
	kept   []model.Look
	// first counts how often the first look was kept.
	first            int
	lookErr, keepErr error

	// changed are the changes that waits end with, one after the other.
	changed []model.Watching

	// A program asks for several things at once: these are added to atomically.
	loads, reads, logReads, inspections, previews, waits int64
	decided                                              []model.Decision
	// late is how many loads have no time for all.
	late int64
}

func (s *fakeStore) calls() int {
	return int(s.loads+s.reads+s.inspections+s.previews) + len(s.decided)
}

func (s *fakeStore) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return s.Load(ctx, now)
}

func (s *fakeStore) Load(_ context.Context, now time.Time) (model.Snapshot, error) {
	found := s.snapshot
	found.Late = atomic.AddInt64(&s.loads, 1) <= s.late
	found.At = now
	found.Requests = slices.Clone(found.Requests)
	for i, r := range found.Requests {
		found.Requests[i].Seen = model.FingerprintOf([]byte(s.files[r.Path]))
	}
	found.Decided = slices.Clone(found.Decided)
	for i, r := range found.Decided {
		found.Decided[i].Seen = model.FingerprintOf([]byte(s.files[r.Path]))
	}
	found.Plans = slices.Clone(found.Plans)
	for i, p := range found.Plans {
		found.Plans[i].Seen = model.FingerprintOf([]byte(s.files[p.Path]))
	}
	found.Traces = slices.Clone(found.Traces)
	for i, t := range found.Traces {
		found.Traces[i].Seen = model.FingerprintOf([]byte(s.files[t.Path]))
	}
	found.Events.Sessions = slices.Clone(found.Events.Sessions)
	for i, o := range found.Events.Sessions {
		found.Events.Sessions[i].Seen = model.FingerprintOf([]byte(s.files[fileKey(o.Ref())]))
	}
	found.Transcripts = slices.Clone(found.Transcripts)
	for i, t := range found.Transcripts {
		found.Transcripts[i].Seen = model.FingerprintOf([]byte(s.files[t.Path]))
	}
	found.Link(nil)
	s.hashLearnt(&found)
	found.Index()
	return found, s.loadErr
}

func (s *fakeStore) LastLook(context.Context) (model.Look, error) { return s.last, s.lookErr }

func (s *fakeStore) KeepLook(_ context.Context, l model.Look) error {
	s.kept = append(s.kept, l)
	return s.keepErr
}

func (s *fakeStore) KeepFirstLook(context.Context) error {
	s.first++
	return s.keepErr
}

func (s *fakeStore) LookedText(_ context.Context, seen model.Fingerprint) ([]byte, error) {
	text, ok := s.texts[seen]
	if !ok {
		return nil, model.ErrNotFound
	}
	return []byte(text), nil
}

// errQuiet stands for a wait that has not ended: a driver drops the answer.
var errQuiet = errors.New("nothing changed")

func (s *fakeStore) Changed(context.Context) (model.Watching, error) {
	atomic.AddInt64(&s.waits, 1)
	if len(s.changed) == 0 {
		return model.Watching{}, errQuiet
	}
	how := s.changed[0]
	s.changed = s.changed[1:]
	return how, nil
}

// hashLearnt takes the hashes of what was learnt from the files.
func (s *fakeStore) hashLearnt(found *model.Snapshot) {
	hash := func(ref model.Ref) model.Fingerprint { return model.FingerprintOf([]byte(s.files[fileKey(ref)])) }
	found.Memory.Proposals = slices.Clone(found.Memory.Proposals)
	for i, p := range found.Memory.Proposals {
		found.Memory.Proposals[i].Seen = hash(p.Ref())
	}
	found.Research.Problems = slices.Clone(found.Research.Problems)
	for i, p := range found.Research.Problems {
		found.Research.Problems[i].Journal.Seen = hash(p.Journal.Ref())
		found.Research.Problems[i].Statement.Seen = hash(p.Ref())
	}
}

// fileKey is where the text of a thing stands among the files: a session, an
// entry or a proposal has a part of its file.
func fileKey(ref model.Ref) string {
	switch ref.Kind {
	case model.KindSession, model.KindEntry, model.KindProposal, model.KindLearning:
		return ref.Path + "#" + ref.Item
	}
	return ref.Path
}

func (s *fakeStore) Read(_ context.Context, ref model.Ref) (model.Document, error) {
	atomic.AddInt64(&s.reads, 1)
	text, ok := s.files[fileKey(ref)]
	if s.onRead != nil {
		defer s.onRead()
	}
	switch {
	case s.readErr != nil:
		return model.Document{}, s.readErr
	case !ok:
		return model.Document{}, fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
	}
	return model.Document{Ref: ref, Bytes: []byte(text), Seen: model.FingerprintOf([]byte(text)), Events: s.events[ref]}, nil
}

func (s *fakeStore) SessionLines(_ context.Context, path string, keys []model.SessionKey, most int) (map[model.SessionKey][]byte, error) {
	atomic.AddInt64(&s.logReads, 1)
	texts := map[model.SessionKey][]byte{}
	for _, key := range keys {
		text := s.files[fileKey(model.Session{Path: path, Key: key}.Ref())]
		texts[key] = []byte(text[:min(len(text), 2*most)])
	}
	return texts, nil
}

func (s *fakeStore) LeftInGit(_ context.Context, dir string, since time.Time) (model.LeftInGit, error) {
	s.askedGit = append(s.askedGit, dir+" since "+since.UTC().Format("15:04"))
	return s.inGit, nil
}

func (s *fakeStore) PreviewLeft(_ context.Context, _ model.Ref, _ int, name string) (model.Preview, error) {
	text, ok := s.files[name]
	if !ok {
		return model.Preview{}, model.ErrNotFound
	}
	return model.Preview{Path: name, Size: int64(len(text)), Text: []byte(text)}, s.inspectErr
}

func (s *fakeStore) Excerpt(_ context.Context, ref model.Ref, first, count int) (model.Excerpt, error) {
	text, ok := s.files[ref.Path]
	if !ok {
		return model.Excerpt{}, model.ErrNotFound
	}
	lines := bytes.Split([]byte(strings.TrimSuffix(text, "\n")), []byte("\n"))
	from := min(first-1, len(lines))
	return model.Excerpt{First: first, Lines: lines[from:min(len(lines), from+count)], Of: len(lines)}, nil
}

func (s *fakeStore) Inspect(_ context.Context, _ model.Ref, _ int) (model.Inspection, error) {
	atomic.AddInt64(&s.inspections, 1)
	return s.found, s.inspectErr
}

func (s *fakeStore) Undoable(id string, now model.Snapshot) (model.Undoable, error) {
	if u, ok := s.older[id]; ok {
		return u, nil
	}
	if now.Undo.Past.ID == id {
		return now.Undo, nil
	}
	return model.Undoable{}, fmt.Errorf("your ledger has no decision %s: %w", id, model.ErrNotFound)
}

func (s *fakeStore) Preview(context.Context, model.Decision) ([]model.Change, error) {
	atomic.AddInt64(&s.previews, 1)
	return s.changes, s.previewErr
}

func (s *fakeStore) Decide(_ context.Context, d model.Decision) (model.Receipt, error) {
	s.decided = append(s.decided, d)
	r := s.receipt
	r.Decision = d
	return r, s.decideErr
}

func (s *fakeStore) Snooze(_ context.Context, z model.Snooze) error {
	if s.snoozeErr == nil {
		s.snapshot.Snoozes = append(slices.Clone(s.snapshot.Snoozes), z)
	}
	return s.snoozeErr
}

func (s *fakeStore) Wake(_ context.Context, ref model.Ref, _ time.Time) error {
	s.snapshot.Snoozes = slices.DeleteFunc(slices.Clone(s.snapshot.Snoozes), func(z model.Snooze) bool { return z.Ref == ref })
	return s.snoozeErr
}

// remove takes a thing and its file away, as a decision or an agent would.
func (s *fakeStore) remove(path string) {
	s.files = maps.Clone(s.files)
	delete(s.files, path)
	s.snapshot.Requests = slices.DeleteFunc(slices.Clone(s.snapshot.Requests), func(r model.Request) bool { return r.Path == path })
	s.snapshot.Plans = slices.DeleteFunc(slices.Clone(s.snapshot.Plans), func(p model.Plan) bool { return p.Path == path })
}

// driver presses keys on an App and runs the commands that it returns. Timers
// are kept until the test lets them ring.
type driver struct {
	t      testing.TB
	app    *App
	store  *fakeStore
	timers []timer
	// holding keeps commands in held instead of running them.
	holding bool
	held    []tea.Cmd
	quit    bool
}

type timer struct {
	after time.Duration
	ring  func(time.Time) tea.Msg
}

// newDriver shows the store at a size, without colour.
func newDriver(t testing.TB, s *fakeStore, w, h int) *driver {
	t.Helper()
	return themedDriver(t, s, styles.Options{NoColor: true}, w, h)
}

func themedDriver(t testing.TB, s *fakeStore, o styles.Options, w, h int) *driver {
	t.Helper()
	return drive(t, s, Options{Theme: styles.New(o), Now: clock}, w, h)
}

// followingDriver is a driver of a screen that follows the disk. The first wait ends
// at once, as that of a vault does.
func followingDriver(t testing.TB, s *fakeStore, w, h int) *driver {
	t.Helper()
	s.changed = append([]model.Watching{{Every: 5 * time.Second}}, s.changed...)
	return drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Watch: true}, w, h)
}

func drive(t testing.TB, s *fakeStore, o Options, w, h int) *driver {
	t.Helper()
	d := &driver{t: t, store: s}
	d.opens(s, o, w, h)
	return d
}

// opens starts the screen on a store, which may be a real vault.
func (d *driver) opens(s Store, o Options, w, h int) {
	o.Wait = func(after time.Duration, ring func(time.Time) tea.Msg) tea.Cmd {
		d.timers = append(d.timers, timer{after, ring})
		return nil
	}
	d.app = New(s, o)
	d.run(d.app.Init())
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
}

// send hands a message over and lets the frame be drawn that shows the outcome.
func (d *driver) send(msg tea.Msg) {
	d.unseen(msg)
	d.ring(confirm.DrawTime)
}

// unseen hands a message over that the next one follows before a frame.
func (d *driver) unseen(msg tea.Msg) {
	_, cmd := d.app.Update(msg)
	d.run(cmd)
}

// run runs a command and what comes of it until nothing is left to run.
func (d *driver) run(cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0; {
		cmd, queue = queue[0], queue[1:]
		switch {
		case cmd == nil:
			continue
		case d.holding:
			d.held = append(d.held, cmd)
			continue
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			queue = append(queue, msg...)
		case tea.QuitMsg:
			d.quit = true
		case handOver:
			// A program runs to its end here, as it would on the terminal.
			queue = append(queue, func() tea.Msg { return msg.done(msg.process.Run()) })
		case changedMsg:
			if msg.err == errQuiet {
				continue
			}
			_, next := d.app.Update(msg)
			queue = append(queue, next)
		default:
			_, next := d.app.Update(msg)
			queue = append(queue, next)
		}
	}
}

// release runs what was held back.
func (d *driver) release() {
	held := d.held
	d.holding, d.held = false, nil
	for _, cmd := range held {
		d.run(cmd)
	}
}

// ring lets all timers of one length ring, those that wait now.
func (d *driver) ring(after time.Duration) {
	if after == confirm.QuietTime {
		d.ring(confirm.SteadyTime)
	}
	due := d.timers
	d.timers = nil
	for _, t := range due {
		if t.after == after {
			d.unseen(t.ring(clock()))
		} else {
			d.timers = append(d.timers, t)
		}
	}
}

func (d *driver) waiting(after time.Duration) int {
	n := 0
	for _, t := range d.timers {
		if t.after == after {
			n++
		}
	}
	return n
}

// press presses keys by name. A name of several letters that is no key stands
// for letters that arrive in one read.
func (d *driver) press(keys ...string) {
	for _, k := range keys {
		d.send(keyNamed(k))
		// A key that is pressed is alone.
		d.ring(confirm.AloneTime)
	}
}

func keyNamed(name string) tea.KeyMsg {
	named := map[string]tea.KeyType{
		"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab,
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
		"backspace": tea.KeyBackspace, "ctrl+a": tea.KeyCtrlA, "ctrl+b": tea.KeyCtrlB, "ctrl+c": tea.KeyCtrlC,
		"ctrl+d": tea.KeyCtrlD, "ctrl+f": tea.KeyCtrlF, "ctrl+r": tea.KeyCtrlR, "ctrl+u": tea.KeyCtrlU,
		"ctrl+v": tea.KeyCtrlV, "ctrl+z": tea.KeyCtrlZ, "f5": tea.KeyF5,
	}
	if kind, ok := named[name]; ok {
		return tea.KeyMsg{Type: kind}
	}
	if name == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

func (d *driver) paste(text string) {
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

// pick opens a page and puts the cursor on the thing with a path or, in a file
// that holds several, with an item.
func (d *driver) pick(page, name string) {
	d.t.Helper()
	d.press(page, "g")
	for range d.app.list().Rows {
		if r, _ := d.app.list().Current(); r.Ref.Path == name && (r.Ref.Item == "" || r.Ref.Kind == model.KindProblem) || r.Ref.Item == name {
			return
		}
		d.press("down")
	}
	d.t.Fatalf("page %s has no row for %s", page, name)
}

// cursor is the path of the thing under the cursor.
func (d *driver) cursor() string {
	r, _ := d.app.list().Current()
	return r.Ref.Path
}

// readAll scrolls through an open dialog and lets its quiet time pass.
func (d *driver) readAll() {
	d.t.Helper()
	for n := 0; d.app.dialog() != nil; n++ {
		if unseen, _ := d.app.dialog().Unseen(); unseen == 0 || d.app.dialog().Height == 0 {
			break
		}
		if n > 1000 {
			d.t.Fatal("the dialog has no end")
		}
		d.press("pgdown")
	}
	d.ring(confirm.QuietTime)
}

// shows fails unless the screen has the words, whatever rows they are on and in any case.
func (d *driver) shows(words ...string) {
	d.t.Helper()
	screen := strings.ToLower(strings.Join(strings.Fields(d.app.View()), " "))
	for _, w := range words {
		if !strings.Contains(screen, strings.ToLower(w)) {
			d.t.Errorf("the screen does not show %q:\n%s", w, d.app.View())
		}
	}
}

func (d *driver) hides(words ...string) {
	d.t.Helper()
	screen := strings.Join(strings.Fields(d.app.View()), " ")
	for _, w := range words {
		if strings.Contains(screen, w) {
			d.t.Errorf("the screen shows %q:\n%s", w, d.app.View())
		}
	}
}

// decides fails unless the store was asked for exactly n decisions.
func (d *driver) decides(n int) {
	d.t.Helper()
	for _, decided := range d.store.decided {
		if decided.How != model.HowScreen {
			d.t.Errorf("%s was decided by the %s", decided.Ref, decided.How)
		}
	}
	if got := len(d.store.decided); got != n {
		d.t.Errorf("the store was asked for %d decisions, want %d\n%s", got, n, d.app.View())
	}
}

func (s *fakeStore) Pin(_ context.Context, p model.Pin) error {
	if s.snoozeErr == nil {
		s.snapshot.Pin = p
	}
	return s.snoozeErr
}

func (s *fakeStore) KeepMessage(_ context.Context, text string, at time.Time) (model.Message, error) {
	before := s.snapshot.Message
	if s.snoozeErr == nil {
		s.snapshot.Message = model.Message{Text: text, At: at}
	}
	return before, s.snoozeErr
}

func (s *fakeStore) File(_ context.Context, ref model.Ref) (string, error) {
	return "/vault/" + ref.Path, s.fileErr
}

// over is the overlay on top where it is of a type, else nil.
func over[T any](a *App) *T {
	o, _ := any(a.over.Top()).(*T)
	return o
}

// dialog is the open decision, nil for none; something may lie over it.
func (a *App) dialog() *confirm.Dialog {
	for _, o := range a.over {
		if d, ok := o.(*confirm.Dialog); ok {
			return d
		}
	}
	return nil
}

func (a *App) palette() *overlay.Palette { return over[overlay.Palette](a) }

func (a *App) check() *overlay.Check { return over[overlay.Check](a) }

func (a *App) message() *overlay.Message { return over[overlay.Message](a) }

func (a *App) helping() bool { return over[overlay.Help](a) != nil }
