package tui

import (
	"slices"

	"coldstart/tui/board"
	"coldstart/tui/keys"
)

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
func CheckKeys(changes []keys.Rebinding, own []Action) error {
	before, after := keys.Default(), keys.Default().Rebound(changes)
	for at, c := range changes {
		i := slices.IndexFunc(before.Named(), func(n keys.NamedKey) bool { return n.Name == c.Action })
		was := before.Named()[i].Keys()
		for _, k := range c.Keys {
			if why := fixedKey(k); why != "" && !slices.Contains(was, k) {
				return &KeyError{at, false, why}
			}
			for j, n := range after.Named() {
				meet := (c.Action != keys.LookName && n.Name != keys.LookName) || keys.InDialogs(c.Action) && keys.InDialogs(n.Name)
				if n.Name != c.Action && meet && slices.Contains(n.Keys(), k) && !overlap(was, before.Named()[j].Keys()) {
					return &KeyError{at, false, keyTaken(k, n.Name)}
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
		for _, n := range after.Named() {
			if n.Name != keys.LookName && slices.Contains(n.Keys(), act.Key) {
				return &KeyError{at, true, keyTaken(act.Key, n.Name)}
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

func keyTaken(k, name string) string { return "the key " + keys.Name(k) + " is that of " + name }

// overlap reports two actions that have a key in common by default: what is on screen
// tells which of them it is for.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(k string) bool { return slices.Contains(b, k) })
}

// fixedKey says of a key that keeps its meaning what that is.
func fixedKey(k string) string {
	fixed := keys.Default()
	switch {
	case slices.Contains(fixed.Yes.Keys(), k):
		return "the key " + k + " says yes in dialogs, and copies elsewhere"
	case slices.Contains(fixed.Back.Keys(), k):
		return "the key " + k + " leaves what is open, and nothing else"
	case slices.Contains(fixed.Kill.Keys(), k):
		return "the key " + k + " quits from anywhere, and nothing else"
	case slices.ContainsFunc(board.Pages(), func(p board.Page) bool { return p.Key == k }):
		return "the key " + k + " opens a page"
	}
	return ""
}
