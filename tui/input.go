package tui

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/keys"
)

// key sends a key to the overlay, the filter or the page.
func (a *App) key(msg tea.KeyMsg) tea.Cmd {
	a.asked, a.warned = a.warned, false
	if a.all != nil {
		a.all.touch()
	}
	if key.Matches(msg, a.keys[keys.Kill]) {
		if a.late != 0 {
			return nil
		}
		return a.leave(a.keys[keys.Kill])
	}
	if a.feed.visit.leaving {
		// The second q does not wait.
		if key.Matches(msg, a.keys[keys.Quit]) {
			return tea.Quit
		}
		return nil
	}
	if !a.toast.stays(a.keys, msg) {
		a.toast = toast{}
	}
	switch {
	case a.write.on:
		a.write.pressed = true
		if key.Matches(msg, a.keys[keys.Quit]) {
			return a.quit()
		}
		return nil
	case a.over.Top() != nil && !(a.over.OneByOne() && arrivedTogether(msg)):
		return a.over.Top().Key(a.screen(), msg)
	case a.tabs.filtering:
		return a.filterKey(msg)
	case msg.Paste:
		a.say(styles.RoleMuted, "Pasted text does nothing here.")
		return nil
	case arrivedTogether(msg):
		return a.burst(msg)
	}
	return a.pageKey(msg)
}

func arrivedTogether(msg tea.KeyMsg) bool {
	return msg.Paste || msg.Type == tea.KeyRunes && len(msg.Runes) > 1
}

// burst handles keys that arrived in one read one by one. It stops when one of them opens
// something or asks: the rest was typed before that was on screen. The letters of a filter are its own.
func (a *App) burst(msg tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	under := a.over.Top()
	for _, r := range msg.Runes {
		cmds = append(cmds, a.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}))
		if a.all != nil {
			cmds = append(cmds, a.all.settle())
		}
		if o := a.over.Top(); a.warned || o != nil && o != under || a.all != nil && !a.all.onTop(a) {
			break
		}
	}
	return tea.Batch(cmds...)
}

func (a *App) pageKey(msg tea.KeyMsg) tea.Cmd {
	for i, p := range a.pages {
		if msg.String() == p.Key && !(a.all != nil && key.Matches(msg, a.keys[keys.Vaults])) {
			return a.openPage(i)
		}
	}
	var meant []action
	// What the page of a repository without a next step offers comes before what its keys mean elsewhere.
	for _, act := range slices.Concat(firstActions(), a.actions()) {
		if !key.Matches(msg, a.keys[act.id]) {
			continue
		}
		if a.refuse(act) == "" {
			return a.do(act)
		}
		if act.group == firstGroup {
			continue
		}
		meant = append(meant, act)
	}
	if len(meant) > 0 && !key.Matches(msg, a.keys[keys.Back]) {
		a.say(styles.RoleWarn, a.cannot(meant[0]))
	}
	return nil
}

// leave quits with the key by. It asks once where a text would be lost: one that is being written,
// or one that was left in a prompt.
func (a *App) leave(by key.Binding) tea.Cmd {
	if a.all != nil {
		return a.all.leave(by)
	}
	if !a.write.on && !a.asked && (a.over.Loses() || len(a.drafts) > 0) {
		a.warned = true
		a.say(styles.RoleWarn, "Unsaved text: "+keys.Of(by)+" again quits.")
		return nil
	}
	return a.quit()
}

// toolDecides says which program decides on the selected thing, "" for one of the vault.
func (a *App) toolDecides() string {
	ref, _ := a.subject()
	s := a.board.About(ref)
	if why := rule.Refuse(s, ref, rule.YesTo(s, ref)); why.Code == model.BecauseOfTool {
		return phrase.Reason(why)
	}
	return ""
}

// cannot is why an action does nothing now, as a sentence.
func (a *App) cannot(act action) string {
	if d, _ := a.deed(act); d.says != "" {
		return d.says
	}
	reason := a.refuse(act)
	if act.group == decideGroup && reason != "" && reason == a.toolDecides() {
		// It ends with the command, so that nothing follows that could be taken for a part of it.
		return reason
	}
	if act.group == decideGroup || strings.HasPrefix(reason, "nothing ") {
		return phrase.Cannot(a.does(act), reason)
	}
	return "Unavailable: " + reason + "."
}

// KeyError says which key of the settings cannot be used.
type KeyError struct {
	// At indexes the rebindings, or the actions if Own is true.
	At     int
	Own    bool
	Reason string
}

// Error is the reason.
func (e *KeyError) Error() string { return e.Reason }

// KeyNames are the names of the actions whose keys the settings can change.
func KeyNames() []string {
	var names []string
	for _, act := range actions() {
		if act.fixed == "" {
			names = append(names, string(act.id))
		}
	}
	return names
}

// BoundKeys returns the keys of each of KeyNames, in that order.
func BoundKeys(changes []keys.Rebinding) []keys.Rebinding {
	k := defaultKeys().Rebound(changes)
	var all []keys.Rebinding
	for _, name := range KeyNames() {
		all = append(all, keys.Rebinding{Action: keys.ID(name), Keys: k[keys.ID(name)].Keys()})
	}
	return all
}

// CheckKeys returns a KeyError if a key would mean two things, or is fixed.
func CheckKeys(changes []keys.Rebinding, own []Action) error {
	before, after := defaultKeys(), defaultKeys().Rebound(changes)
	taken := func(k string, in where, by keys.ID) string {
		for _, act := range actions() {
			if act.id != by && act.fixed == "" && act.places()&in != 0 && slices.Contains(after[act.id].Keys(), k) && !overlap(before[by].Keys(), before[act.id].Keys()) {
				return keyTaken(k, string(act.id))
			}
		}
		return ""
	}
	for at, c := range changes {
		act := actions()[slices.IndexFunc(actions(), func(act action) bool { return act.id == c.Action })]
		for _, k := range c.Keys {
			if why := fixedKey(k); why != "" && !slices.Contains(before[c.Action].Keys(), k) {
				return &KeyError{at, false, why}
			}
			if why := taken(k, act.places(), c.Action); why != "" {
				return &KeyError{at, false, why}
			}
		}
	}
	for at, act := range own {
		if act.Key == "" {
			continue
		}
		if why := cmp.Or(fixedKey(act.Key), taken(act.Key, onPages, "")); why != "" {
			return &KeyError{at, true, why}
		}
		for _, other := range own[:at] {
			if other.Key == act.Key {
				return &KeyError{at, true, keyTaken(act.Key, other.Name)}
			}
		}
	}
	return nil
}

func keyTaken(k, name string) string { return "the key " + keys.Name(k) + " is taken by " + name }

// overlap reports two actions that share a key by default; the page decides between them.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(k string) bool { return slices.Contains(b, k) })
}

// fixedKey says what a fixed key does, "" for any other key.
func fixedKey(k string) string {
	for _, act := range actions() {
		if act.fixed != "" && slices.Contains(act.binding().Keys(), k) {
			return "the key " + k + " " + act.fixed
		}
	}
	if slices.ContainsFunc(board.Pages(), func(p board.Page) bool { return p.Key == k }) {
		return "the key " + k + " opens a page"
	}
	return ""
}
