package tui

import (
	"context"
	"io"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/tui/calling"
	"coldstart/tui/plain"
)

// Linear shows one vault, or one of several, as plain lines for screen readers. A host is asked for its
// vaults when it is chosen.
func Linear(ctx context.Context, vaults []Vault, o Options, in io.Reader, out io.Writer) error {
	v := plain.Vaults{Theme: o.Theme, Live: o.Watch}
	o.Watch, o.Mouse, o.WindowTitle, o.Motion, o.Call = false, false, false, false, calling.Caller{}
	// Commands are the default keys, and programs and the editor would need the terminal.
	o.Keys, o.Actions, o.Program, o.Editor, o.Views = nil, nil, nil, nil, nil
	o.Machine = Machine{}
	// Nothing happens by itself: waits are skipped between lines.
	o.Wait = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	o.Clipboard = Clipboard{Off: "only on the screen"}
	for _, vault := range vaults {
		v.Names = append(v.Names, vault.Name)
	}
	v.Open = func(at int) plain.Screen {
		a := vaultApp(newWorld(o), vaults[at], o)
		a.among, a.tabs.whole = len(vaults) > 1, true
		return lineScreen{a}
	}
	for _, h := range o.Hosts {
		v.Hosts = append(v.Hosts, h.Name)
	}
	v.Ask = func(ctx context.Context, host string) (names, failed []string) {
		h := o.Hosts[slices.IndexFunc(o.Hosts, func(h Host) bool { return h.Name == host })]
		found, err := h.vaults(ctx)
		if err != nil {
			failed = []string{trouble(host, err) + "."}
			if o.Hints != nil {
				failed = append(failed, o.Hints(err)...)
			}
			return nil, failed
		}
		for _, vault := range found {
			vaults, names = append(vaults, vault), append(names, host+": "+vault.Name)
		}
		return names, nil
	}
	return plain.Run(ctx, v, in, out)
}

// lineScreen is an App written as lines.
type lineScreen struct{ *App }

// Load reloads the vault.
func (l lineScreen) Load() tea.Cmd { return l.load() }

// State is what there is to write.
func (l lineScreen) State() plain.State {
	s := plain.State{
		Theme: l.th, Keys: l.keys, Now: l.now, Files: l.store,
		Said: l.toast.text, Err: l.feed.err, Failed: atEnd([]*App{l.App}),
		Board: l.board, Pages: l.pages, Page: l.tabs.at, List: l.list(),
		Filter: l.filter(), Elsewhere: l.tabs.finding.elsewhere[l.tabs.at], Over: l.over.Top(), Where: l.where(),
	}
	if d := l.detail; d != nil {
		s.Open = &plain.Open{Ref: d.ref, Doc: d.doc, Err: d.err, Found: d.found, InGit: d.inGit}
	}
	return s
}

// Actions are the actions with their keys.
func (l lineScreen) Actions() []plain.Action {
	var all []plain.Action
	for _, act := range actions() {
		all = append(all, plain.Action{
			ID: act.id, Keys: l.keys[act.id].Keys(), Decides: act.group == decideGroup, Finds: act.group == "Find",
			Name: l.does(act), Use: act.plain, Refuse: act.refuse(l.App),
		})
	}
	return all
}
