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

// Map holds every binding of the screen. Help, footer and README's table are
// made from it.
type Map struct {
	Up, Down, PageUp, PageDown, Top, Bottom key.Binding
	NextTab, PrevTab                        key.Binding
	Open, Back                              key.Binding
	Approve, Reject, Changes                key.Binding
	Again, Inspect, Skip, Abort, Mark, All  key.Binding
	Find, Dead, Other, Check                key.Binding
	Next, Previous, Palette                 key.Binding
	Entry, Worth, Vaults, Reveal            key.Binding
	NextNews, PrevNews, Seen                key.Binding
	Undo, Snooze, Snoozed                   key.Binding
	Raw, Help, Reload, Quit, Kill, Copy     key.Binding
	Pin, Message, Edit                      key.Binding
	Yes, Note, Look, Views                  key.Binding
}

// Default is the table of keys as it is without settings.
func Default() Map {
	bind := func(help, desc string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, desc))
	}
	return Map{
		Up:       bind("↑ k", "up", "up", "k"),
		Down:     bind("↓ j", "down", "down", "j"),
		PageUp:   bind("pgup", "page up", "pgup", "ctrl+b", "ctrl+u"),
		PageDown: bind("pgdn", "page down", "pgdown", "ctrl+f", "ctrl+d"),
		Top:      bind("g home", "first", "g", "home"),
		Bottom:   bind("G end", "last", "G", "end"),
		NextTab:  bind("tab", "next page", "tab", "right", "l"),
		PrevTab:  bind("shift+tab", "previous page", "shift+tab", "left", "h"),
		Open:     bind("enter", "open", "enter"),
		Back:     bind("esc", "back", "esc"),
		Approve:  bind("a", "approve", "a"),
		Reject:   bind("x", "reject", "x"),
		Changes:  bind("c", "ask for changes", "c"),
		Again:    bind("r", "re-run", "r"),
		Inspect:  bind("i", "inspect", "i"),
		Skip:     bind("S", "skip", "S"),
		Abort:    bind("X", "abort", "X"),
		Mark:     bind("space", "mark", " "),
		All:      bind("A", "acknowledge several", "A"),
		Find:     bind("/", "find in the list and its texts", "/"),
		Next:     bind("n", "next that needs you, as ]", "n", "]"),
		Previous: bind("N", "previous that needs you, as [", "N", "["),
		Palette:  bind(":", "all actions, as ctrl+p", ":", "ctrl+p"),
		Dead:     bind("f", "tried and failed", "f"),
		Other:    bind("o", "other problem", "o"),
		Check:    bind("d", "dead-end check", "d"),
		Entry:    bind("+", "write a journal entry", "+"),
		Worth:    bind("w", "mark as worth retrying", "w"),
		Vaults:   bind("0", "all vaults", "0"),
		Reveal:   bind("V", "show what is masked", "V"),
		NextNews: bind("}", "next that is not as you saw it last", "}"),
		PrevNews: bind("{", "the one before", "{"),
		Seen:     bind("L", "I have seen all this", "L"),
		Undo:     bind("u", "undo your last decision", "u"),
		Views:    bind("F", "saved views", "F"),
		Snooze:   bind("s", "snooze", "s"),
		Snoozed:  bind("z", "show snoozed", "z"),
		Pin:      bind("p", "pin this plan", "p"),
		Message:  bind("m", "message to the next session", "m"),
		Edit:     bind("e", "edit the file in your editor", "e"),
		Raw:      bind("v", "source", "v"),
		Help:     bind("?", "help", "?"),
		Copy:     bind("y", "copy its path or id, as Y", "y", "Y"),
		Reload:   bind("ctrl+r", "reload", "ctrl+r"),
		Quit:     bind("q", "quit", "q"),
		Kill:     bind("ctrl+c", "quit from anywhere", "ctrl+c"),
		Yes:      bind("y", "yes, do it", "y"),
		Note:     bind("n", "note", "n"),
		Look:     bind("l", "look at the new text", "l"),
	}
}

// Name is a key as it stands in help.
func Name(k string) string {
	names := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn", " ": "space"}
	if name, ok := names[k]; ok {
		return name
	}
	return k
}

// Rebinding gives an action other keys than it has by default.
type Rebinding struct {
	// Action is one of KeyActions, Keys are as KeyNamed gives them.
	Action string
	Keys   []string
}

// Actions are the names of the actions whose keys can be changed. The yes of a
// dialog, esc and ctrl+c stay what they are, and so do the numbers of the pages.
func Actions() []string {
	k := Default()
	var names []string
	for _, n := range k.Named() {
		names = append(names, n.Name)
	}
	return names
}

// Bound gives for each of KeyActions, in their order, the keys that hold.
func Bound(changes []Rebinding) []Rebinding {
	k := Default().Rebound(changes)
	var all []Rebinding
	for _, n := range k.Named() {
		all = append(all, Rebinding{n.Name, n.Keys()})
	}
	return all
}

// NamedKey is a binding that the settings can change.
type NamedKey struct {
	Name string
	*key.Binding
}

// Named lists the bindings that the settings can change, by the names that stand there.
func (k *Map) Named() []NamedKey {
	return []NamedKey{
		{"up", &k.Up}, {"down", &k.Down}, {"page-up", &k.PageUp}, {"page-down", &k.PageDown}, {"first", &k.Top}, {"last", &k.Bottom},
		{"next-page", &k.NextTab}, {"previous-page", &k.PrevTab}, {"vaults", &k.Vaults}, {"open", &k.Open}, {"source", &k.Raw}, {"reveal", &k.Reveal},
		{"dead-end-check", &k.Check}, {"failed", &k.Dead}, {"other-problem", &k.Other}, {"next-news", &k.NextNews}, {"previous-news", &k.PrevNews},
		{"seen", &k.Seen}, {"find", &k.Find}, {"views", &k.Views}, {"snooze", &k.Snooze}, {"snoozed", &k.Snoozed}, {"next", &k.Next}, {"previous", &k.Previous},
		{"approve", &k.Approve}, {"reject", &k.Reject}, {"changes", &k.Changes}, {"rerun", &k.Again}, {"inspect", &k.Inspect},
		{"skip", &k.Skip}, {"abort", &k.Abort}, {"note", &k.Note}, {"entry", &k.Entry}, {"worth-retrying", &k.Worth}, {"mark", &k.Mark},
		{"decide-marked", &k.All}, {"undo", &k.Undo}, {LookName, &k.Look},
		{"pin", &k.Pin}, {"message", &k.Message}, {"edit", &k.Edit}, {"copy", &k.Copy}, {"reload", &k.Reload}, {"actions", &k.Palette}, {"help", &k.Help}, {"quit", &k.Quit},
	}
}

// LookName is the one action that only dialogs have; inDialogs are those that they have
// as well.
const LookName = "look"

// InDialogs reports whether an action works in dialogs as well.
func InDialogs(name string) bool {
	return slices.Contains([]string{LookName, "note", "up", "down", "page-up", "page-down", "first", "last", "reveal", "edit", "help", "quit"}, name)
}

// Rebound is the map with other keys for some actions.
func (k Map) Rebound(changes []Rebinding) Map {
	for _, n := range k.Named() {
		for _, c := range changes {
			if c.Action != n.Name {
				continue
			}
			// What the default says of a second key holds no more.
			desc, _, _ := strings.Cut(n.Help().Desc, ", as ")
			n.SetKeys(c.Keys...)
			n.SetHelp(Names(c.Keys), desc)
		}
	}
	return k
}

// Of is the key that stands for a binding in a sentence: its first one.
func Of(b key.Binding) string {
	if len(b.Keys()) == 0 {
		return ""
	}
	return Name(b.Keys()[0])
}

// Moving are the two keys that go up and down.
func (k Map) Moving() string {
	up, down := Of(k.Up), Of(k.Down)
	if utf8.RuneCountInString(up+down) > 2 {
		return up + " " + down
	}
	return up + down
}

// Names are keys as they stand in help.
func Names(keys []string) string {
	var names []string
	for _, k := range keys {
		names = append(names, Name(k))
	}
	return strings.Join(names, " ")
}

// Named gives a key as Bubble Tea calls it: a character, or the name of a key as in
// "space", "f5", "ctrl+x" or "alt+x". It is false for a text that is no key.
func Named(text string) (string, bool) {
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
