package tui

import (
	"context"
	"fmt"
	"slices"
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

// openedMsg brings what a decision dialog has to show: the decisions with the
// hashes of what was read for them, the text of the first, and what all of them
// change. The facts stand on about, which was made from the same bytes; fresh says
// that it is newer than the board of load gen, which was on screen then.
type openedMsg struct {
	dialog    int
	gen       int
	decisions []model.Decision
	doc       model.Document
	changes   []model.Change
	about     *board.Board
	fresh     bool
	err       error
}

// armedMsg ends the quiet time in which a dialog takes no yes.
type armedMsg struct{ dialog, arming int }

// drawnMsg says that a view of a dialog has been on screen.
type drawnMsg struct{ dialog, view int }

// readOutMsg says that all of a dialog was written out in lines, where no view of it is
// drawn; view is the one that was laid out then.
type readOutMsg struct{ dialog, view int }

// rowMsg puts the cursor on a row, where it is named by what it is.
type rowMsg struct{ ref model.Ref }

// watchedMsg brings the bytes that the file under an open dialog has now.
type watchedMsg struct {
	dialog int
	doc    model.Document
	err    error
}

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

// quietTime is how long a dialog must have been on screen, and how long a key
// must have been released, before a yes counts.
const quietTime = 300 * time.Millisecond

// drawTime is three frames: a view that stood so long has been on screen.
const drawTime = 25 * time.Millisecond

// watchEvery is how often the file under an open dialog is read again.
const watchEvery = time.Second

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

// openCmd reads what the decisions are about and what they would change. Each
// decision gets the hash of exactly the bytes that were read for it. When these
// are not the ones that the board was made from, the vault is loaded again: facts
// and text of a dialog never differ in age.
func openCmd(s files, dialog, gen int, decisions []model.Decision, b *board.Board) tea.Cmd {
	return func() tea.Msg {
		opened := openedMsg{dialog: dialog, gen: gen, decisions: slices.Clone(decisions), about: b}
		opened.err = opened.read(s)
		for i := 0; i < len(decisions) && opened.err == nil; i++ {
			opened.err = opened.preview(s, &opened.decisions[i])
		}
		return opened
	}
}

func (m *openedMsg) read(s files) error {
	if m.decisions[0].Choice == model.ChoiceUndo {
		return m.readUndo(s)
	}
	same := true
	for i := range m.decisions {
		d := &m.decisions[i]
		doc, err := s.Read(context.Background(), d.Ref)
		if err != nil {
			return err
		}
		if i == 0 {
			m.doc = doc
		}
		d.Seen = doc.Seen
		same = same && m.about.Seen(d.Ref) == doc.Seen
	}
	if same {
		return nil
	}
	snapshot, err := s.Load(context.Background(), m.decisions[0].At)
	if err != nil {
		return err
	}
	snapshot.LastLook = m.about.Snapshot.LastLook
	m.about, m.fresh = board.New(snapshot), true
	for _, d := range m.decisions {
		if m.about.Seen(d.Ref) != d.Seen {
			return fmt.Errorf("reading %s: it is being changed right now: %w", d.Ref.Path, model.ErrConflict)
		}
	}
	return nil
}

// preview asks what a decision would change, and binds it to the plan among that.
func (m *openedMsg) preview(s files, d *model.Decision) error {
	changes, err := s.Preview(context.Background(), *d)
	d.Foreseen = model.Foresee(changes)
	for _, c := range changes {
		// What an earlier decision of the same yes makes is there for the later ones.
		if slices.ContainsFunc(m.changes, func(was model.Change) bool { return was.Path == c.Path }) {
			c.Kind = model.ChangeAppend
		}
		m.changes = append(m.changes, c)
	}
	return err
}

func decideCmd(s Store, d model.Decision) tea.Cmd {
	return func() tea.Msg {
		receipt, err := s.Decide(context.Background(), d)
		return decidedMsg{decision: d, receipt: receipt, err: err}
	}
}
