package tui

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
)

// quietTime is how long a dialog must have been on screen, and how long a key
// must have been released, before a yes counts.
const quietTime = 300 * time.Millisecond

// watchEvery is how often the file under an open dialog is read again.
const watchEvery = time.Second

func loadCmd(s Store, gen int, now time.Time) tea.Cmd {
	return func() tea.Msg {
		snapshot, err := s.Load(context.Background(), now)
		return loadedMsg{gen: gen, board: newBoard(snapshot), err: err}
	}
}

func readCmd(s Store, read int, ref model.Ref) tea.Cmd {
	return func() tea.Msg {
		doc, err := s.Read(context.Background(), ref)
		return documentMsg{read: read, doc: doc, err: err}
	}
}

func inspectCmd(s Store, ref model.Ref) tea.Cmd {
	return func() tea.Msg {
		in, err := s.Inspect(context.Background(), ref, 0)
		return inspectedMsg{ref: ref, in: in, err: err}
	}
}

// openCmd reads the file that a decision is about and what the decision would
// change. The decision gets the hash of exactly the bytes that will be shown.
// When these are not the known ones, which the facts on screen come from, the
// vault is loaded again: facts and text of a dialog never differ in age.
func openCmd(s Store, dialog int, d model.Decision, known model.Fingerprint, batch []model.Decision) tea.Cmd {
	return func() tea.Msg {
		opened := openedMsg{dialog: dialog}
		opened.doc, opened.err = s.Read(context.Background(), d.Ref)
		if opened.err == nil && opened.doc.Seen != known {
			opened.board, opened.err = reloaded(s, d.Ref, opened.doc.Seen, d.At)
		}
		if opened.err == nil {
			d.Seen = opened.doc.Seen
			opened.changes, opened.err = s.Preview(context.Background(), d)
		}
		for _, more := range batch {
			if opened.err == nil {
				opened.err = opened.add(s, more)
			}
		}
		return opened
	}
}

// add reads and previews one more decision of a batch.
func (m *openedMsg) add(s Store, d model.Decision) error {
	doc, err := s.Read(context.Background(), d.Ref)
	if err != nil {
		return err
	}
	d.Seen = doc.Seen
	changes, err := s.Preview(context.Background(), d)
	for _, c := range changes {
		// What an earlier decision of the batch makes is there for the later ones.
		if slices.ContainsFunc(m.changes, func(was model.Change) bool { return was.Path == c.Path }) {
			c.Kind = model.ChangeAppend
		}
		m.changes = append(m.changes, c)
	}
	m.batch = append(m.batch, d)
	return err
}

// reloaded loads the vault and insists that ref has the bytes just read.
func reloaded(s Store, ref model.Ref, seen model.Fingerprint, now time.Time) (*board, error) {
	snapshot, err := s.Load(context.Background(), now)
	if err != nil {
		return nil, err
	}
	b := newBoard(snapshot)
	if b.seen(ref) != seen {
		return nil, fmt.Errorf("reading %s: it is being changed right now: %w", ref.Path, model.ErrConflict)
	}
	return b, nil
}

// armCmd answers when the quiet time of the open dialog is over.
func (a *App) armCmd() tea.Cmd {
	msg := armedMsg{dialog: a.dialog.id, arming: a.dialog.arming}
	return a.wait(quietTime, func(time.Time) tea.Msg { return msg })
}

// watchCmd looks after a while at the file under the open dialog.
func (a *App) watchCmd() tea.Cmd {
	s, id, ref := a.store, a.dialog.id, a.dialog.decision.Ref
	return a.wait(watchEvery, func(time.Time) tea.Msg {
		doc, err := s.Read(context.Background(), ref)
		return watchedMsg{dialog: id, doc: doc, err: err}
	})
}

func decideCmd(s Store, d model.Decision) tea.Cmd {
	return func() tea.Msg {
		receipt, err := s.Decide(context.Background(), d)
		return decidedMsg{decision: d, receipt: receipt, err: err}
	}
}
