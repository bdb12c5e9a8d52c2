package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/tui/board"
)

// loadedMsg is the answer to loadCmd. Answers to older questions are dropped by
// their number.
type loadedMsg struct {
	gen   int
	board *board.Board
	err   error
	// lookErr is why it is not known what the operator saw last.
	lookErr error
}

// documentMsg is the answer to readCmd.
type documentMsg struct {
	read int
	doc  model.Document
	err  error
}

// inspectedMsg is the answer to inspectCmd.
type inspectedMsg struct {
	read int
	in   model.Inspection
	err  error
}

// rowMsg puts the cursor on a row, where it is named by what it is.
type rowMsg struct{ ref model.Ref }

// decidedMsg says what came of a decision.
type decidedMsg struct {
	decision model.Decision
	receipt  model.Receipt
	err      error
}

// changedMsg says that the vault may be another than it was, and how that was
// noticed; or that nothing more will be noticed.
type changedMsg struct {
	how model.Watching
	err error
}

// minuteMsg says that a minute is over, and agedMsg brings the board of then as of
// now.
type minuteMsg struct{}

type agedMsg struct{ of, board *board.Board }

// lookKeptMsg says that what the operator saw was written down, or why not.
type lookKeptMsg struct {
	look  model.Look
	err   error
	leave bool
}

// lookedMsg is the answer to lookedCmd.
type lookedMsg struct {
	read int
	text []byte
	err  error
}

// leaveMsg is an order to quit that came from outside, as a signal.
type leaveMsg struct{}

// loader is Load of a store, or LoadChanged.
type loader func(Store, context.Context, time.Time) (model.Snapshot, error)

func loadCmd(s Store, load loader, gen int, now time.Time, g glance) tea.Cmd {
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

// lookedCmd reads a text that the operator saw at the last look.
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
