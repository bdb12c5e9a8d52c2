package tui

import (
	"context"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/tui/keys"
	"coldstart/tui/plain"
)

// Linear shows one vault, or one of several, as plain lines for screen readers.
func Linear(ctx context.Context, vaults []Vault, o Options, in io.Reader, out io.Writer) error {
	v := plain.Vaults{Theme: o.Theme, Live: o.Watch}
	o.Watch, o.Mouse, o.WindowTitle = false, false, false
	// Commands are the default keys, and programs and the editor would need the terminal.
	o.Keys, o.Actions, o.Program, o.Editor, o.Views = nil, nil, nil, nil, nil
	// Nothing happens by itself: waits are skipped between lines.
	o.Wait = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	o.Clipboard = Clipboard{Off: "only on the screen"}
	for _, vault := range vaults {
		v.Names = append(v.Names, vault.Name)
	}
	v.Open = func(at int) plain.Screen {
		o.Notice = vaults[at].Notice
		a := New(vaults[at].Store, o)
		a.among = len(vaults) > 1
		return spoken{a}
	}
	return plain.Run(ctx, v, in, out)
}

// spoken is an App written as lines.
type spoken struct{ *App }

// Load reloads the vault.
func (t spoken) Load() tea.Cmd { return t.load() }

// State is what there is to write.
func (t spoken) State() plain.State {
	s := plain.State{
		Theme: t.th, Keys: t.keys, Now: t.now, Files: t.store,
		Said: t.toast.text, Err: t.feed.err, Failed: t.feed.visit.failed,
		Board: t.board, Pages: t.pages, Page: t.tabs.at, List: t.list(),
		Filter: t.filter(), Elsewhere: t.tabs.finding.elsewhere[t.tabs.at], Over: t.over.Top(),
	}
	if d := t.detail; d != nil {
		s.Open = &plain.Open{Ref: d.ref, Doc: d.doc, Err: d.err, Found: d.found}
	}
	return s
}

// Actions are the actions with their keys.
func (t spoken) Actions() []plain.Action {
	var all []plain.Action
	for _, act := range actions() {
		all = append(all, plain.Action{
			Key: keys.Of(act.binding(t.keys)), Keys: act.binding(t.bound()).Keys(),
			Group: act.group, Name: act.does(t.App), Refuse: act.refuse(t.App),
		})
	}
	return all
}
