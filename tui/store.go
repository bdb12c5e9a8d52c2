package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/keys"
)

// Store is all that the screen knows about the disk.
type Store interface {
	// Load reads everything as it is at now, without writing.
	Load(ctx context.Context, now time.Time) (model.Snapshot, error)
	// LoadChanged is Load, but may take from the load before what is the same by all
	// that the system says of a file without opening it.
	LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error)
	// Changed waits until a load may find something else than before, and says how
	// changes are noticed. The first call returns at once; the load that follows it is
	// the first that misses nothing.
	Changed(ctx context.Context) (model.Watching, error)
	// Read gives the exact bytes of one file.
	Read(ctx context.Context, ref model.Ref) (model.Document, error)
	// SessionLines gives the lines of several sessions of one event log, at most so many
	// bytes from either end of each.
	SessionLines(ctx context.Context, path string, keys []model.SessionKey, most int) (map[model.SessionKey][]byte, error)
	// Inspect looks at what a step of a trace left behind; step zero is the last.
	Inspect(ctx context.Context, ref model.Ref, step int) (model.Inspection, error)
	// Preview gives what Decide would change, without changing it.
	Preview(ctx context.Context, d model.Decision) ([]model.Change, error)
	// LastLook gives what the operator saw when they left the screen last, KeepLook writes
	// down what they see now, and LookedText gives a text that they saw then.
	LastLook(ctx context.Context) (model.Look, error)
	KeepLook(ctx context.Context, l model.Look) error
	LookedText(ctx context.Context, seen model.Fingerprint) ([]byte, error)
	// Decide carries a decision out and says what it really did.
	Decide(ctx context.Context, d model.Decision) (model.Receipt, error)
	// Snooze lets a row of the queue rest, Wake ends that. Neither writes in the vault.
	Snooze(ctx context.Context, z model.Snooze) error
	Wake(ctx context.Context, ref model.Ref, now time.Time) error
	// Pin makes a plan the one to go on with; the zero value takes the pin away. It does
	// not write in the vault.
	Pin(ctx context.Context, p model.Pin) error
	// KeepMessage keeps what to say to the next session, an empty text taking it away, and
	// gives what was kept before. It does not write in the vault.
	KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error)
	// File gives the path of a file for the operator's own editor, or says why it must not
	// be opened.
	File(ctx context.Context, ref model.Ref) (path string, err error)
}

// Options are what the screen needs besides the store.
type Options struct {
	Theme *styles.Theme
	// Now gives the time for ages and decisions.
	Now func() time.Time
	// Title is shown behind the vault's name, for example "demo".
	Title string
	// Commit asks for a git commit with each decision on the memory.
	Commit bool
	// Watch has the screen follow the disk and the clock. Without it a load shows one
	// moment, as of which the header speaks.
	Watch bool
	// Looks has the screen tell what changed since the operator last looked, and write
	// down what they saw when they leave.
	Looks bool
	// Clipboard says how names are copied.
	Clipboard Clipboard
	// WindowTitle names the vault in the title of the terminal's window.
	WindowTitle bool
	// Mouse lets a click select and the wheel scroll.
	Mouse bool
	// Views are the operator's, Keys the actions that have other keys than by default.
	Views []board.View
	Keys  []keys.Rebinding
	// Actions are the operator's own, Program makes them ready to run, and Dir is the
	// vault's folder, in which they do. Without Program none can run, nor the editor.
	Actions []Action
	Program Program
	Dir     string
	// Editor gives the words that open a file of the vault at dir in the operator's own
	// editor, at a line where that is not zero and the editor is known to take one. They
	// run as Program has it.
	Editor func(dir, file string, line int) ([]string, error)
	// Notice is the first message in the status line.
	Notice string
	// Wait makes a command that answers after a while, nil for one that really waits.
	Wait func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
}

// loadedMsg is the answer to loadCmd. Older answers are dropped by their number.
type loadedMsg struct {
	gen   int
	board *board.Board
	err   error
	// lookErr is why it is not known what the operator saw last.
	lookErr error
}

type documentMsg struct {
	read int
	doc  model.Document
	err  error
}

type inspectedMsg struct {
	read int
	in   model.Inspection
	err  error
}

type decidedMsg struct {
	decision model.Decision
	receipt  model.Receipt
	err      error
}

// changedMsg says how a change was noticed, or that nothing more will be.
type changedMsg struct {
	how model.Watching
	err error
}

// minuteMsg says that a minute is over, agedMsg brings the board as of now.
type minuteMsg struct{}

type agedMsg struct{ of, board *board.Board }

// lookKeptMsg says that what the operator saw was written down, or why not.
type lookKeptMsg struct {
	look  model.Look
	err   error
	leave bool
}

type lookedMsg struct {
	read int
	text []byte
	err  error
}

// leaveMsg is an order to quit that came from outside, as a signal.
type leaveMsg struct{}

// loader is Load of a store, or LoadChanged.
type loader func(Store, context.Context, time.Time) (model.Snapshot, error)

func loadCmd(s Store, load loader, gen int, now time.Time, g visit) tea.Cmd {
	return func() tea.Msg {
		loaded := loadedMsg{gen: gen}
		snapshot, err := load(s, context.Background(), now)
		if loaded.err = err; err == nil {
			snapshot.LastLook, loaded.lookErr = g.lastLook(s, snapshot)
		}
		loaded.board = board.New(snapshot)
		return loaded
	}
}

func lookedCmd(s Store, read int, seen model.Fingerprint) tea.Cmd {
	return func() tea.Msg {
		text, err := s.LookedText(context.Background(), seen)
		return lookedMsg{read: read, text: text, err: err}
	}
}

func readCmd(s Store, read int, ref model.Ref) tea.Cmd {
	return func() tea.Msg {
		doc, err := s.Read(context.Background(), ref)
		return documentMsg{read: read, doc: doc, err: err}
	}
}

func inspectCmd(s Store, read int, ref model.Ref) tea.Cmd {
	return func() tea.Msg {
		in, err := s.Inspect(context.Background(), ref, 0)
		return inspectedMsg{read: read, in: in, err: err}
	}
}

func decideCmd(s Store, d model.Decision) tea.Cmd {
	return func() tea.Msg {
		receipt, err := s.Decide(context.Background(), d)
		return decidedMsg{decision: d, receipt: receipt, err: err}
	}
}
