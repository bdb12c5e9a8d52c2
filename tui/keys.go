package tui

import "github.com/charmbracelet/bubbles/key"

// keyMap holds every binding of the screen. Help, footer and README's table are
// made from it.
type keyMap struct {
	up, down, pageUp, pageDown, top, bottom key.Binding
	nextTab, prevTab                        key.Binding
	open, back                              key.Binding
	approve, reject, changes                key.Binding
	again, inspect, skip, abort, mark, all  key.Binding
	find, dead, other, check                key.Binding
	next, previous, palette                 key.Binding
	entry, worth, vaults, reveal            key.Binding
	nextNews, prevNews, seen                key.Binding
	undo, snooze, snoozed                   key.Binding
	raw, help, reload, quit, kill, copy     key.Binding
	pin, message, edit                      key.Binding
	yes, note, look, views                  key.Binding
}

func newKeyMap() keyMap {
	bind := func(help, desc string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, desc))
	}
	return keyMap{
		up:       bind("↑ k", "up", "up", "k"),
		down:     bind("↓ j", "down", "down", "j"),
		pageUp:   bind("pgup", "page up", "pgup", "ctrl+b", "ctrl+u"),
		pageDown: bind("pgdn", "page down", "pgdown", "ctrl+f", "ctrl+d"),
		top:      bind("g home", "first", "g", "home"),
		bottom:   bind("G end", "last", "G", "end"),
		nextTab:  bind("tab", "next page", "tab", "right", "l"),
		prevTab:  bind("shift+tab", "previous page", "shift+tab", "left", "h"),
		open:     bind("enter", "open", "enter"),
		back:     bind("esc", "back", "esc"),
		approve:  bind("a", "approve", "a"),
		reject:   bind("x", "reject", "x"),
		changes:  bind("c", "ask for changes", "c"),
		again:    bind("r", "re-run", "r"),
		inspect:  bind("i", "inspect", "i"),
		skip:     bind("S", "skip", "S"),
		abort:    bind("X", "abort", "X"),
		mark:     bind("space", "mark", " "),
		all:      bind("A", "acknowledge several", "A"),
		find:     bind("/", "find in the list and its texts", "/"),
		next:     bind("n", "next that needs you, as ]", "n", "]"),
		previous: bind("N", "previous that needs you, as [", "N", "["),
		palette:  bind(":", "all actions, as ctrl+p", ":", "ctrl+p"),
		dead:     bind("f", "tried and failed", "f"),
		other:    bind("o", "other problem", "o"),
		check:    bind("d", "dead-end check", "d"),
		entry:    bind("+", "write a journal entry", "+"),
		worth:    bind("w", "mark as worth retrying", "w"),
		vaults:   bind("0", "all vaults", "0"),
		reveal:   bind("V", "show what is masked", "V"),
		nextNews: bind("}", "next that is not as you saw it last", "}"),
		prevNews: bind("{", "the one before", "{"),
		seen:     bind("L", "I have seen all this", "L"),
		undo:     bind("u", "undo your last decision", "u"),
		views:    bind("F", "saved views", "F"),
		snooze:   bind("s", "snooze", "s"),
		snoozed:  bind("z", "show snoozed", "z"),
		pin:      bind("p", "pin this plan", "p"),
		message:  bind("m", "message to the next session", "m"),
		edit:     bind("e", "edit the file in your editor", "e"),
		raw:      bind("v", "source", "v"),
		help:     bind("?", "help", "?"),
		copy:     bind("y", "copy its path or id, as Y", "y", "Y"),
		reload:   bind("ctrl+r", "reload", "ctrl+r"),
		quit:     bind("q", "quit", "q"),
		kill:     bind("ctrl+c", "quit from anywhere", "ctrl+c"),
		yes:      bind("y", "yes, do it", "y"),
		note:     bind("n", "note", "n"),
		look:     bind("l", "look at the new text", "l"),
	}
}

// keyName is a key as it stands in help.
func keyName(k string) string {
	names := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn", " ": "space"}
	if name, ok := names[k]; ok {
		return name
	}
	return k
}
