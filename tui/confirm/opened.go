package confirm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/tui/board"
	"coldstart/tui/overlay"
)

// OpenedMsg is what a dialog shows: the decisions with the hashes of what was read, the text of
// the first, and all changes. About was made from the same bytes; fresh is true if it is newer
// than the board of load gen.
type OpenedMsg struct {
	Dialog    int
	gen       int
	Decisions []model.Decision
	Doc       model.Document
	Changes   []model.Change
	About     *board.Board
	fresh     bool
	err       error
}

// ArmedMsg ends a quiet time.
type ArmedMsg struct{ Dialog, Arming int }

// brightenedMsg lights a yes that will be unlocked by one more step.
type brightenedMsg struct{ dialog, arming, step int }

// brightening are the steps in which a yes lights up during QuietTime.
const brightening = 3

// DrawnMsg says that a frame of a dialog was on screen.
type DrawnMsg struct{ Dialog, View int }

// ReadOutMsg says that all of a dialog was written as lines.
type ReadOutMsg struct{ Dialog, View int }

// WatchedMsg is the current file of an open dialog.
type WatchedMsg struct {
	Dialog int
	Doc    model.Document
	Err    error
}

// QuietTime is how long a dialog must be open without keys before a yes counts.
const QuietTime = 300 * time.Millisecond

// SteadyTime is how long a file must be the same before a yes counts. It is over before QuietTime.
const SteadyTime = 200 * time.Millisecond

// DrawTime is how long a frame takes to be on screen for sure.
const DrawTime = 25 * time.Millisecond

// WatchEvery is how often the file under an open dialog is read again.
const WatchEvery = time.Second

// openCmd reads what the decisions are about and would change. If the board is older it loads the
// vault again, so that facts and text never differ in age.
func openCmd(s overlay.Files, dialog, gen int, decisions []model.Decision, b *board.Board) tea.Cmd {
	return func() tea.Msg {
		opened := OpenedMsg{Dialog: dialog, gen: gen, Decisions: slices.Clone(decisions), About: b}
		opened.err = opened.read(s)
		if opened.err == nil {
			opened.err = opened.preview(s)
		}
		if errors.Is(opened.err, model.ErrConflict) && !opened.fresh && decisions[0].Choice != model.ChoiceUndo {
			// The plan on the board may be older than its file.
			if opened.Changes, opened.err = nil, opened.load(s); opened.err == nil {
				opened.err = opened.preview(s)
			}
		}
		return opened
	}
}

func (m *OpenedMsg) read(s overlay.Files) error {
	if m.Decisions[0].Choice == model.ChoiceUndo {
		return m.readUndo(s)
	}
	same := true
	for i := range m.Decisions {
		d := &m.Decisions[i]
		doc, err := s.Read(context.Background(), d.Ref)
		if err != nil {
			return err
		}
		if i == 0 {
			m.Doc = doc
		}
		d.Seen = doc.Seen
		same = same && m.About.Seen(d.Ref) == doc.Seen
	}
	if same {
		return nil
	}
	return m.load(s)
}

// load reads the vault again, so that facts and text have one age.
func (m *OpenedMsg) load(s overlay.Files) error {
	snapshot, err := s.Load(context.Background(), m.Decisions[0].At)
	if err != nil {
		return err
	}
	snapshot.LastLook = m.About.Snapshot.LastLook
	m.About, m.fresh = board.New(snapshot), true
	for _, d := range m.Decisions {
		if m.About.Seen(d.Ref) != d.Seen {
			return fmt.Errorf("reading %s: it is being changed right now: %w", d.Ref.Path, model.ErrConflict)
		}
	}
	return nil
}

// preview asks what the decisions change, with the plans that the board shows.
func (m *OpenedMsg) preview(s overlay.Files) error {
	for i := range m.Decisions {
		d := &m.Decisions[i]
		if d.Choice.NeedsNote() && d.Note == "" {
			// Without the reason that it needs, a decision has no changes yet.
			continue
		}
		d.Foreseen = rule.ForeseeOne(m.About.Snapshot, d.Ref, d.Choice)
		changes, err := s.Preview(context.Background(), *d)
		if !d.Foreseen.Known {
			d.Foreseen = model.Foresee(changes)
		}
		m.add(changes)
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *OpenedMsg) add(changes []model.Change) {
	for _, c := range changes {
		// A file that an earlier decision of this yes creates is there for later ones.
		if slices.ContainsFunc(m.Changes, func(was model.Change) bool { return was.Path == c.Path }) {
			c.Kind = model.ChangeAppend
		}
		m.Changes = append(m.Changes, c)
	}
}

// readUndo finds the decision that was asked for, without one the newest that can be undone. An open
// dialog keeps its own.
func (m *OpenedMsg) readUndo(s overlay.Files) error {
	d := &m.Decisions[0]
	snapshot, err := s.Load(context.Background(), d.At)
	if err != nil {
		return err
	}
	u := snapshot.Undo
	newest := d.Undoes.ID == "" || d.Undoes.ID == u.Past.ID
	if !newest {
		if u, err = s.Undoable(d.Undoes.ID, snapshot); err != nil {
			return err
		}
		snapshot.Undo = u
	}
	if reason := phrase.RefuseUndo(snapshot); reason != "" {
		return errors.New(reason)
	}
	snapshot.LastLook = m.About.Snapshot.LastLook
	// The screen goes on to offer the newest.
	m.About, m.fresh = board.New(snapshot), newest
	d.Ref, d.Undoes = u.On, rule.Undone(u.Past)
	m.Doc, err = s.Read(context.Background(), d.Ref)
	d.Seen = m.Doc.Seen
	return err
}
