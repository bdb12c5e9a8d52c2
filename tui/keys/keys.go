// Package keys is the table of all keys, and how the settings change it.
package keys

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Map holds every binding; help, footer and the page of keys are made from it.
type Map struct {
	Up, Down, PageUp, PageDown, Top, Bottom    key.Binding
	NextTab, PrevTab                           key.Binding
	Open, Back                                 key.Binding
	Approve, Reject, Changes                   key.Binding
	Again, Inspect, Skip, Abort, Mark, All     key.Binding
	Find, Dead, Other, Check, Fold             key.Binding
	Next, Previous, Palette                    key.Binding
	Entry, Worth, Vaults, Reveal               key.Binding
	NextNews, PrevNews, Seen                   key.Binding
	Undo, Snooze, Snoozed                      key.Binding
	Raw, Block, Help, Reload, Quit, Kill, Copy key.Binding
	Pin, Message, Edit, History, Theme         key.Binding
	Yes, Note, Look, Views                     key.Binding
	Exact, NextDoubt, HowOften, Pattern, Rule  key.Binding
	Init, Demo, Guide, Repositories            key.Binding
	Screen                                     key.Binding
}

// Default is the table without settings.
func Default() Map {
	var k Map
	for _, row := range k.table() {
		*row.Binding = key.NewBinding(key.WithKeys(row.keys...), key.WithHelp(row.help, row.desc))
	}
	return k
}

// Name is a key as help writes it.
func Name(k string) string {
	switch k {
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case "pgdown":
		return "pgdn"
	case " ":
		return "space"
	}
	return k
}

// Rebinding gives an action other keys.
type Rebinding struct {
	// Action is one of Actions, Keys are as Named gives them.
	Action string
	Keys   []string
}

// Actions are the names of the actions whose keys can change. The yes of a dialog, esc, ctrl+c
// and the numbers of pages are fixed.
func Actions() []string {
	k := Default()
	var names []string
	for _, n := range k.Named() {
		names = append(names, n.Name)
	}
	return names
}

// Bound returns the keys of each of Actions, in that order.
func Bound(changes []Rebinding) []Rebinding {
	k := Default().Rebound(changes)
	var all []Rebinding
	for _, n := range k.Named() {
		all = append(all, Rebinding{n.Name, n.Keys()})
	}
	return all
}

// NamedKey is a binding that settings can change.
type NamedKey struct {
	Name string
	*key.Binding
}

// Named lists the bindings that settings can change.
func (k *Map) Named() []NamedKey {
	var all []NamedKey
	for _, row := range k.table() {
		if row.Name != "" {
			all = append(all, row.NamedKey)
		}
	}
	return all
}

// row is a binding with its defaults.
type row struct {
	NamedKey
	help, desc string
	keys       []string
}

// bind is one row of the table.
func bind(name string, b *key.Binding, help, desc string, keys ...string) row {
	return row{NamedKey{name, b}, help, desc, keys}
}

// table is every binding: its name in the settings ("" if fixed), its keys as help writes them,
// what it does, and its keys.
func (k *Map) table() []row {
	return append([]row{
		bind("up", &k.Up, "↑ k", "up", "up", "k"),
		bind("down", &k.Down, "↓ j", "down", "down", "j"),
		bind("page-up", &k.PageUp, "pgup", "page up", "pgup", "ctrl+b", "ctrl+u"),
		bind("page-down", &k.PageDown, "pgdn", "page down", "pgdown", "ctrl+f", "ctrl+d"),
		bind("first", &k.Top, "g home", "first", "g", "home"),
		bind("last", &k.Bottom, "G end", "last", "G", "end"),
		bind("next-page", &k.NextTab, "tab", "next page", "tab", "right", "l"),
		bind("previous-page", &k.PrevTab, "shift+tab", "previous page", "shift+tab", "left", "h"),
		bind("vaults", &k.Vaults, "0", "all vaults", "0"),
		bind("open", &k.Open, "enter", "open", "enter"),
		bind("source", &k.Raw, "v", "source", "v"),
		bind("block", &k.Block, "v", "plan in full", "v"),
		bind("reveal", &k.Reveal, "V", "show masked", "V"),
		bind("dead-end-check", &k.Check, "d", "was this tried?", "d"),
		bind("failed", &k.Dead, "f", "tried and failed", "f"),
		bind("other-problem", &k.Other, "o", "other problem", "o"),
		bind("fold", &k.Fold, "o", "open the group", "o"),
		bind("next-news", &k.NextNews, "}", "next change", "}"),
		bind("previous-news", &k.PrevNews, "{", "previous change", "{"),
		bind("seen", &k.Seen, "L", "mark all as seen", "L"),
		bind("find", &k.Find, "/", "find in rows and texts", "/"),
		bind("views", &k.Views, "F", "saved views", "F"),
		bind("snooze", &k.Snooze, "s", "snooze", "s"),
		bind("snoozed", &k.Snoozed, "z", "show snoozed", "z"),
		bind("next", &k.Next, "n", "next needing you (also ])", "n", "]"),
		bind("previous", &k.Previous, "N", "previous needing you (also [)", "N", "["),
		bind("approve", &k.Approve, "a", "approve", "a"),
		bind("reject", &k.Reject, "x", "reject", "x"),
		bind("changes", &k.Changes, "c", "ask for changes", "c"),
		bind("rerun", &k.Again, "r", "re-run", "r"),
		bind("inspect", &k.Inspect, "i", "inspect", "i"),
		bind("skip", &k.Skip, "S", "skip", "S"),
		bind("abort", &k.Abort, "X", "abort", "X"),
		bind("note", &k.Note, "n", "note", "n"),
		bind("entry", &k.Entry, "+", "write a journal entry", "+"),
		bind("worth-retrying", &k.Worth, "w", "mark as worth retrying", "w"),
		bind("mark", &k.Mark, "space", "mark", " "),
		bind("decide-marked", &k.All, "A", "acknowledge several", "A"),
		bind("undo", &k.Undo, "u", "undo your last decision", "u"),
		bind("history", &k.History, "H", "history of decisions", "H"),
		bind(LookName, &k.Look, "l", "look at the new text", "l"),
		bind("exact", &k.Exact, "D", "exact changes of a decision", "D"),
		bind("next-doubt", &k.NextDoubt, "]", "next doubt in a decision", "]"),
		bind("how-often", &k.HowOften, "t", "how often an action may run", "t"),
		bind("pattern", &k.Pattern, "p", "let all run that fits a pattern", "p"),
		bind("rule", &k.Rule, "R", "ask for this each time", "R"),
		bind("pin", &k.Pin, "p", "pin this plan", "p"),
		bind("message", &k.Message, "m", "message to the next session", "m"),
		bind("edit", &k.Edit, "e", "edit the file in your editor", "e"),
		bind("copy", &k.Copy, "y", "copy its command, path or id (also Y)", "y", "Y"),
	}, k.programRows()...)
}

// programRows are the bindings that are about no row: for an empty folder, and for the program.
func (k *Map) programRows() []row {
	return []row{
		bind("make-vault", &k.Init, "i", "make a vault here", "i"),
		bind("demo", &k.Demo, "d", "see the demo", "d"),
		bind("copy-guide", &k.Guide, "g", "copy the guide for agents", "g"),
		bind("all-repositories", &k.Repositories, "A", "all repositories", "A"),
		bind("screen", &k.Screen, "O", "its own screen on its host (also alt+enter)", "O", "alt+enter"),
		bind("theme", &k.Theme, "T", "theme", "T"),
		bind("reload", &k.Reload, "ctrl+r", "reload", "ctrl+r"),
		bind("actions", &k.Palette, ":", "all actions (also ctrl+p)", ":", "ctrl+p"),
		bind("help", &k.Help, "?", "help", "?"),
		bind("quit", &k.Quit, "q", "quit", "q"),
		bind("", &k.Back, "esc", "back", "esc"),
		bind("", &k.Kill, "ctrl+c", "quit from anywhere", "ctrl+c"),
		bind("", &k.Yes, "y", "yes, do it", "y"),
	}
}

// LookName is an action that only dialogs have.
const LookName = "look"

// OnlyInDialogs reports whether pages do not have an action, so that its key may mean something
// else there: only dialogs have it, or the page of an empty folder.
func OnlyInDialogs(name string) bool {
	return slices.Contains([]string{LookName, "next-doubt", "exact", "how-often", "pattern", "make-vault", "demo", "copy-guide", "all-repositories"}, name)
}

// InDialogs reports whether an action works in dialogs as well.
func InDialogs(name string) bool {
	return slices.Contains([]string{LookName, "exact", "next-doubt", "how-often", "pattern", "rule", "reject", "changes", "source", "note", "up", "down", "page-up", "page-down", "first", "last", "reveal", "edit", "help", "quit"}, name)
}

// Rebound is the map with other keys for some actions.
func (k Map) Rebound(changes []Rebinding) Map {
	for _, n := range k.Named() {
		for _, c := range changes {
			if c.Action != n.Name {
				continue
			}
			// The "(also …)" of the default no longer holds.
			desc, _, _ := strings.Cut(n.Help().Desc, " (also ")
			n.SetKeys(c.Keys...)
			n.SetHelp(Names(c.Keys), desc)
		}
	}
	return k
}

// Of is the first key of a binding, for sentences.
func Of(b key.Binding) string {
	if len(b.Keys()) == 0 {
		return ""
	}
	return Name(b.Keys()[0])
}

// Cap is the first key of a binding in as few letters as it is known by: "^r".
func Cap(b key.Binding) string {
	name := Of(b)
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return "^" + rest
	}
	return name
}

// Moving are the two keys that go up and down.
func (k Map) Moving() string {
	up, down := Of(k.Up), Of(k.Down)
	if utf8.RuneCountInString(up+down) > 2 {
		return up + " " + down
	}
	return up + down
}

// Names are keys as help writes them.
func Names(keys []string) string {
	var names []string
	for _, k := range keys {
		names = append(names, Name(k))
	}
	return strings.Join(names, " ")
}

// Named parses a key: a character, or a name such as "space", "f5", "ctrl+x" or "alt+x".
func Named(text string) (string, bool) {
	if text == "space" {
		return " ", true
	}
	plain := strings.TrimPrefix(text, "alt+")
	if r, size := utf8.DecodeRuneInString(plain); size == len(plain) && unicode.IsGraphic(r) && r != ' ' && r != utf8.RuneError {
		return text, true
	}
	// Bubble Tea numbers its keys from the last function key to the last control key.
	for t := tea.KeyF20; t <= tea.KeyBackspace; t++ {
		if name := t.String(); name == plain && plain != "" && t != tea.KeyRunes && t != tea.KeySpace {
			return text, true
		}
	}
	return "", false
}
