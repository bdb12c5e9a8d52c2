package tui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Rebinding gives an action other keys than it has by default.
type Rebinding struct {
	// Action is one of KeyActions, Keys are as KeyNamed gives them.
	Action string
	Keys   []string
}

// KeyActions are the names of the actions whose keys can be changed. The yes of a
// dialog, esc and ctrl+c stay what they are, and so do the numbers of the pages.
func KeyActions() []string {
	k := newKeyMap()
	var names []string
	for _, n := range k.named() {
		names = append(names, n.name)
	}
	return names
}

// BoundKeys gives for each of KeyActions, in their order, the keys that hold.
func BoundKeys(changes []Rebinding) []Rebinding {
	k := newKeyMap().rebound(changes)
	var all []Rebinding
	for _, n := range k.named() {
		all = append(all, Rebinding{n.name, n.Keys()})
	}
	return all
}

// namedKey is a binding that the settings can change.
type namedKey struct {
	name string
	*key.Binding
}

// named lists the bindings that the settings can change, by the names that stand there.
func (k *keyMap) named() []namedKey {
	return []namedKey{
		{"up", &k.up}, {"down", &k.down}, {"page-up", &k.pageUp}, {"page-down", &k.pageDown}, {"first", &k.top}, {"last", &k.bottom},
		{"next-page", &k.nextTab}, {"previous-page", &k.prevTab}, {"vaults", &k.vaults}, {"open", &k.open}, {"source", &k.raw}, {"reveal", &k.reveal},
		{"dead-end-check", &k.check}, {"failed", &k.dead}, {"other-problem", &k.other}, {"next-news", &k.nextNews}, {"previous-news", &k.prevNews},
		{"seen", &k.seen}, {"find", &k.find}, {"views", &k.views}, {"snooze", &k.snooze}, {"snoozed", &k.snoozed}, {"next", &k.next}, {"previous", &k.previous},
		{"approve", &k.approve}, {"reject", &k.reject}, {"changes", &k.changes}, {"rerun", &k.again}, {"inspect", &k.inspect},
		{"skip", &k.skip}, {"abort", &k.abort}, {"note", &k.note}, {"entry", &k.entry}, {"worth-retrying", &k.worth}, {"mark", &k.mark},
		{"decide-marked", &k.all}, {"undo", &k.undo}, {lookName, &k.look},
		{"pin", &k.pin}, {"message", &k.message}, {"edit", &k.edit}, {"copy", &k.copy}, {"reload", &k.reload}, {"actions", &k.palette}, {"help", &k.help}, {"quit", &k.quit},
	}
}

// lookName is the one action that only dialogs have; inDialogs are those that they have
// as well.
const lookName = "look"

func inDialogs(name string) bool {
	return slices.Contains([]string{lookName, "note", "up", "down", "page-up", "page-down", "first", "last", "reveal", "edit", "help", "quit"}, name)
}

// rebound is the map with other keys for some actions.
func (k keyMap) rebound(changes []Rebinding) keyMap {
	for _, n := range k.named() {
		for _, c := range changes {
			if c.Action != n.name {
				continue
			}
			// What the default says of a second key holds no more.
			desc, _, _ := strings.Cut(n.Help().Desc, ", as ")
			n.SetKeys(c.Keys...)
			n.SetHelp(keyNames(c.Keys), desc)
		}
	}
	return k
}

// keyOf is the key that stands for a binding in a sentence: its first one.
func keyOf(b key.Binding) string {
	if len(b.Keys()) == 0 {
		return ""
	}
	return keyName(b.Keys()[0])
}

// moving are the two keys that go up and down.
func (k keyMap) moving() string {
	up, down := keyOf(k.up), keyOf(k.down)
	if utf8.RuneCountInString(up+down) > 2 {
		return up + " " + down
	}
	return up + down
}

// keyNames are keys as they stand in help.
func keyNames(keys []string) string {
	var names []string
	for _, k := range keys {
		names = append(names, keyName(k))
	}
	return strings.Join(names, " ")
}

// KeyNamed gives a key as Bubble Tea calls it: a character, or the name of a key as in
// "space", "f5", "ctrl+x" or "alt+x". It is false for a text that is no key.
func KeyNamed(text string) (string, bool) {
	if text == "space" {
		return " ", true
	}
	plain := strings.TrimPrefix(text, "alt+")
	if r, size := utf8.DecodeRuneInString(plain); size == len(plain) && unicode.IsGraphic(r) && r != ' ' && r != utf8.RuneError {
		return text, true
	}
	// Bubble Tea numbers its keys from the last function key up to the highest control key.
	for t := tea.KeyF20; t <= tea.KeyBackspace; t++ {
		if name := t.String(); name == plain && plain != "" && t != tea.KeyRunes && t != tea.KeySpace {
			return text, true
		}
	}
	return "", false
}

// KeyError says which key cannot be what the settings make it.
type KeyError struct {
	// At is the place among the rebindings, or where Own is true among the actions.
	At     int
	Own    bool
	Reason string
}

// Error is the reason.
func (e *KeyError) Error() string { return e.Reason }

// CheckKeys fails with a KeyError when a key would mean two things, or is one that
// keeps its meaning.
func CheckKeys(changes []Rebinding, own []Action) error {
	before, after := newKeyMap(), newKeyMap().rebound(changes)
	for at, c := range changes {
		i := slices.IndexFunc(before.named(), func(n namedKey) bool { return n.name == c.Action })
		was := before.named()[i].Keys()
		for _, k := range c.Keys {
			if why := fixedKey(k); why != "" && !slices.Contains(was, k) {
				return &KeyError{at, false, why}
			}
			for j, n := range after.named() {
				meet := (c.Action != lookName && n.name != lookName) || inDialogs(c.Action) && inDialogs(n.name)
				if n.name != c.Action && meet && slices.Contains(n.Keys(), k) && !overlap(was, before.named()[j].Keys()) {
					return &KeyError{at, false, keyTaken(k, n.name)}
				}
			}
		}
	}
	for at, act := range own {
		if act.Key == "" {
			continue
		}
		if why := fixedKey(act.Key); why != "" {
			return &KeyError{at, true, why}
		}
		for _, n := range after.named() {
			if n.name != lookName && slices.Contains(n.Keys(), act.Key) {
				return &KeyError{at, true, keyTaken(act.Key, n.name)}
			}
		}
		for _, other := range own[:at] {
			if other.Key == act.Key {
				return &KeyError{at, true, keyTaken(act.Key, other.Name)}
			}
		}
	}
	return nil
}

func keyTaken(k, name string) string { return "the key " + keyName(k) + " is that of " + name }

// overlap reports two actions that have a key in common by default: what is on screen
// tells which of them it is for.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(k string) bool { return slices.Contains(b, k) })
}

// fixedKey says of a key that keeps its meaning what that is.
func fixedKey(k string) string {
	fixed := newKeyMap()
	switch {
	case slices.Contains(fixed.yes.Keys(), k):
		return "the key " + k + " says yes in dialogs, and copies elsewhere"
	case slices.Contains(fixed.back.Keys(), k):
		return "the key " + k + " leaves what is open, and nothing else"
	case slices.Contains(fixed.kill.Keys(), k):
		return "the key " + k + " quits from anywhere, and nothing else"
	case slices.ContainsFunc(pages(), func(p page) bool { return p.key == k }):
		return "the key " + k + " opens a page"
	}
	return ""
}
