package tui

import (
	"context"
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
		return loadedMsg{gen: gen, snapshot: snapshot, err: err}
	}
}

func readCmd(s Store, ref model.Ref) tea.Cmd {
	return func() tea.Msg {
		doc, err := s.Read(context.Background(), ref)
		doc.Ref = ref
		return documentMsg{doc: doc, err: err}
	}
}

// openCmd reads the file that a decision is about and what the decision would
// change. The decision gets the hash of exactly the bytes that will be shown.
func openCmd(s Store, dialog int, d model.Decision) tea.Cmd {
	return func() tea.Msg {
		doc, err := s.Read(context.Background(), d.Ref)
		if err != nil {
			return openedMsg{dialog: dialog, err: err}
		}
		d.Seen = doc.Seen
		changes, err := s.Preview(context.Background(), d)
		return openedMsg{dialog: dialog, doc: doc, changes: changes, err: err}
	}
}

func armCmd(dialog, arming int) tea.Cmd {
	return tea.Tick(quietTime, func(time.Time) tea.Msg {
		return armedMsg{dialog: dialog, arming: arming}
	})
}

func watchCmd(s Store, dialog int, ref model.Ref) tea.Cmd {
	return tea.Tick(watchEvery, func(time.Time) tea.Msg {
		doc, err := s.Read(context.Background(), ref)
		return watchedMsg{dialog: dialog, doc: doc, err: err}
	})
}

func decideCmd(s Store, d model.Decision) tea.Cmd {
	return func() tea.Msg {
		receipt, err := s.Decide(context.Background(), d)
		return decidedMsg{decision: d, receipt: receipt, err: err}
	}
}
