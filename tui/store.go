package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/calling"
	"coldstart/tui/confirm"
	"coldstart/tui/keys"
)

// Store is the disk as the screen sees it.
type Store interface {
	// Load reads the vault as of now, without writing.
	Load(ctx context.Context, now time.Time) (model.Snapshot, error)
	// LoadChanged is Load, but reuses what it read before of files whose metadata is the same.
	LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error)
	// Changed waits until a load may find something new, and says how changes are noticed.
	// The first call returns at once; only loads after it miss nothing.
	Changed(ctx context.Context) (model.Watching, error)
	// Read returns the exact bytes of a thing.
	Read(ctx context.Context, ref model.Ref) (model.Document, error)
	// SessionLines returns the lines of sessions of one event log, at most that many bytes
	// from either end of each.
	SessionLines(ctx context.Context, path string, keys []model.SessionKey, most int) (map[model.SessionKey][]byte, error)
	// Inspect looks at what a step of a trace left behind; step 0 is the last.
	Inspect(ctx context.Context, ref model.Ref, step int) (model.Inspection, error)
	// LeftInGit says what git knows of the work in a folder since a time, "" for the vault.
	LeftInGit(ctx context.Context, dir string, since time.Time) (model.LeftInGit, error)
	// PreviewLeft returns what can be shown of a file that a step left.
	PreviewLeft(ctx context.Context, ref model.Ref, step int, name string) (model.Preview, error)
	// Excerpt returns lines of a problem's file, from first on, at most count.
	Excerpt(ctx context.Context, ref model.Ref, first, count int) (model.Excerpt, error)
	// Preview returns what Decide would change.
	Preview(ctx context.Context, d model.Decision) ([]model.Change, error)
	// Undoable tells whether the decision with an id can be undone in what was loaded.
	Undoable(id string, s model.Snapshot) (model.Undoable, error)
	// LastLook returns what the operator saw on their last visit, KeepLook saves what they
	// see now, and LookedText returns a text as they saw it then.
	LastLook(ctx context.Context) (model.Look, error)
	KeepLook(ctx context.Context, l model.Look) error
	// KeepFirstLook saves what lay approved at the first load, if nobody did before.
	KeepFirstLook(ctx context.Context) error
	LookedText(ctx context.Context, seen model.Fingerprint) ([]byte, error)
	// Decide carries a decision out and reports what it did.
	Decide(ctx context.Context, d model.Decision) (model.Receipt, error)
	// Snooze hides a row of the queue for a while, Wake ends that. Neither writes in the vault.
	Snooze(ctx context.Context, z model.Snooze) error
	Wake(ctx context.Context, ref model.Ref, now time.Time) error
	// Pin makes a plan the one to resume; the zero value unpins. It does not write in the
	// vault.
	Pin(ctx context.Context, p model.Pin) error
	// KeepMessage saves the message to the next session, "" for none, and returns the one
	// before. It does not write in the vault.
	KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error)
	// File returns the path of a file for the editor, or why it must not be opened.
	File(ctx context.Context, ref model.Ref) (path string, err error)
}

// Options are what the screen needs apart from the store.
type Options struct {
	Theme *styles.Theme
	// Now is the clock for ages and decisions.
	Now func() time.Time
	// Title is shown after the vault's name, for example "demo".
	Title string
	// Commit asks for a git commit with each decision.
	Commit bool
	// Fits says what a yes for a pattern covers; with nil none can be given.
	Fits model.Fits
	// Watch follows the disk and the clock; without it the screen shows a snapshot.
	Watch bool
	// Looks shows what changed since the last look, and saves what was seen on leaving.
	Looks bool
	// AwayAfter is how long somebody has to be away for Home to say what happened.
	AwayAfter time.Duration
	Clipboard Clipboard
	// WindowTitle puts the vault's name in the window's title, and Call tells when something new needs
	// the operator.
	WindowTitle bool
	Call        calling.Caller
	// Mouse turns clicks and the wheel on.
	Mouse bool
	// Motion lets the few things move that do.
	Motion bool
	// Views and Keys come from the settings.
	Views []board.View
	Keys  []keys.Rebinding
	// Actions come from the settings. Program prepares them to run in Dir, the vault's
	// folder; without it neither they nor the editor can run.
	Actions []Action
	Program Program
	Dir     string
	// Unable says why the program of an agent cannot be started, "" where it can; nil for never.
	Unable func(program string) string
	// Editor returns the command line that opens a file in the editor, at line if that is
	// not 0 and the editor takes one.
	Editor func(dir, file string, line int) ([]string, error)
	// AddRule writes a rule of the gate into the operator's settings, and says what came of it; nil
	// where that is not possible.
	AddRule func(r model.GateRule) (said string, err error)
	// Nearest opens the first of several vaults, beside which the others lie, instead of their list.
	Nearest bool
	// Hints are what helps against an error of a host, nil for nothing.
	Hints func(error) []string
	// Hosts are other machines, asked all at once and behind what is here.
	Hosts []Host
	// Machine is about the other repositories of this machine; the zero value for none.
	Machine Machine
	// Begin is what can be done where nothing was left.
	Begin Beginning
	// Notice is the first message in the status line.
	Notice string
	// Told, Close and Again are those of the vault.
	Told  func(s model.Snapshot, tool, dir string) (confirm.Told, error)
	Close func()
	Again func() (Vault, error)
	// Wait replaces tea.Tick in tests; nil for tea.Tick.
	Wait func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
}

// loadedMsg answers loadCmd. Answers of older loads are dropped by gen.
type loadedMsg struct {
	gen   int
	board *board.Board
	err   error
	// lookErr is why the last look is not known.
	lookErr error
}

type documentMsg struct {
	read int
	doc  model.Document
	err  error
	// other is the second record of a session that has two.
	other *model.Document
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

// changedMsg says how a change was noticed, or that watching ended. Anew is how often the vault had been
// opened anew when the wait began.
type changedMsg struct {
	anew int
	how  model.Watching
	err  error
}

// minuteMsg comes every minute, agedMsg brings the board as of now.
type minuteMsg struct{}

type agedMsg struct{ of, board *board.Board }

func (msg agedMsg) reach(a *App) tea.Cmd {
	if msg.of != a.board {
		return nil
	}
	return a.show(msg.board)
}

// lookKeptMsg answers keepLookCmd.
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

// leaveMsg is an order to quit from a signal.
type leaveMsg struct{}

func (leaveMsg) reach(a *App) tea.Cmd { return a.quit() }

// loader is Store.Load or Store.LoadChanged.
type loader func(Store, context.Context, time.Time) (model.Snapshot, error)

// loadCmd loads, and makes a board after the one that is shown.
func loadCmd(s Store, load loader, gen int, now time.Time, g visit, shown *board.Board) tea.Cmd {
	return func() tea.Msg {
		loaded := loadedMsg{gen: gen}
		snapshot, err := load(s, context.Background(), now)
		if loaded.err = err; err == nil {
			snapshot.LastLook, loaded.lookErr = g.lastLook(s, snapshot)
		}
		loaded.board = board.After(shown, snapshot)
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

// halvesCmd reads a session of which there are two records, and puts what they tell in one order.
func halvesCmd(s Store, read int, halves []model.Ref) tea.Cmd {
	return func() tea.Msg {
		var other *model.Document
		doc, err := s.Read(context.Background(), halves[0])
		if err != nil {
			return documentMsg{read: read, doc: doc, err: err}
		}
		for _, ref := range halves[1:] {
			if half, err := s.Read(context.Background(), ref); err == nil {
				doc.Events, other = model.Merged(doc.Events, half.Events), &half
			}
		}
		return documentMsg{read: read, doc: doc, other: other}
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
