// Package keys has the names of all actions, the names of keys, and the changes that the settings make.
package keys

import (
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// ID names an action in the settings, in docs/keys.md and in the program.
type ID string

// The actions of which the program speaks. The table of actions has a row for each.
const (
	Up              ID = "up"
	Down            ID = "down"
	PageUp          ID = "page-up"
	PageDown        ID = "page-down"
	Top             ID = "first"
	Bottom          ID = "last"
	NextTab         ID = "next-page"
	PrevTab         ID = "previous-page"
	Vaults          ID = "vaults"
	Open            ID = "open"
	Back            ID = "back"
	History         ID = "history"
	Source          ID = "source"
	Block           ID = "block"
	Reveal          ID = "reveal"
	Check           ID = "dead-end-check"
	FailedOnly      ID = "failed"
	NextProblem     ID = "other-problem"
	Fold            ID = "fold"
	NextNews        ID = "next-news"
	PrevNews        ID = "previous-news"
	Seen            ID = "seen"
	While           ID = "away"
	Find            ID = "find"
	Views           ID = "views"
	Snooze          ID = "snooze"
	Snoozed         ID = "snoozed"
	Next            ID = "next"
	Previous        ID = "previous"
	Approve         ID = "approve"
	Reject          ID = "reject"
	Changes         ID = "changes"
	Rerun           ID = "rerun"
	Inspect         ID = "inspect"
	Skip            ID = "skip"
	Abort           ID = "abort"
	Note            ID = "note"
	Entry           ID = "entry"
	WorthRetry      ID = "worth-retrying"
	Mark            ID = "mark"
	AckAll          ID = "decide-marked"
	Undo            ID = "undo"
	MakeVault       ID = "make-vault"
	Demo            ID = "demo"
	CopyGuide       ID = "copy-guide"
	AllRepositories ID = "all-repositories"
	Pin             ID = "pin"
	Rule            ID = "rule"
	Resume          ID = "resume"
	Continue        ID = "continue"
	Message         ID = "message"
	Edit            ID = "edit"
	Copy            ID = "copy"
	HostScreen      ID = "screen"
	Theme           ID = "theme"
	Reload          ID = "reload"
	Palette         ID = "actions"
	Help            ID = "help"
	Quit            ID = "quit"
	Kill            ID = "quit-at-once"
	Yes             ID = "yes"
	Look            ID = "look"
	Exact           ID = "exact"
	NextDoubt       ID = "next-doubt"
	HowOften        ID = "how-often"
	Pattern         ID = "pattern"
)

// Map has the keys of each action.
type Map map[ID]key.Binding

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
	Action ID
	// Keys are as Named returns them.
	Keys []string
}

// Rebound is the map with other keys for some actions.
func (k Map) Rebound(changes []Rebinding) Map {
	k = maps.Clone(k)
	for _, c := range changes {
		k[c.Action] = key.NewBinding(key.WithKeys(c.Keys...), key.WithHelp(Names(c.Keys), k[c.Action].Help().Desc))
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
	up, down := Of(k[Up]), Of(k[Down])
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
