package tui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// Every action has one name, and the screen's own keys are no conflict.
func TestEveryActionHasAName(t *testing.T) {
	t.Parallel()
	var names []string
	for _, act := range actions() {
		names = append(names, string(act.id))
		if name := string(act.id); name == "" || name != draw.Lowered(name) || strings.Contains(name, " ") {
			t.Errorf("the name %q is no small word", name)
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("a name stands twice in %v", names)
	}
	if err := CheckKeys(BoundKeys(nil), nil); err != nil {
		t.Errorf("the keys that everybody has: %v", err)
	}
}

// Every key of the table can be pressed by its name, as a click does.
func TestEveryKeyCanBePressed(t *testing.T) {
	t.Parallel()
	for _, act := range actions() {
		for _, name := range act.binding().Keys() {
			for _, written := range []string{name, keys.Name(name)} {
				if msg, ok := keys.Press(written); !ok || !key.Matches(msg, act.binding()) {
					t.Errorf("%q presses %v, %v", written, msg, ok)
				}
			}
		}
	}
}

func TestCheckKeys(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		changes []keys.Rebinding
		own     []Action
		want    *KeyError
	}{
		{"nothing", nil, nil, nil},
		{"a free key", []keys.Rebinding{{Action: "undo", Keys: []string{"ctrl+z"}}}, []Action{{Name: "x", Key: "K"}}, nil},
		{"two change places", []keys.Rebinding{{Action: "approve", Keys: []string{"x"}}, {Action: "reject", Keys: []string{"a"}}}, nil, nil},
		{"one that was given up", []keys.Rebinding{{Action: "undo", Keys: []string{"ctrl+z"}}}, []Action{{Name: "x", Key: "u"}}, nil},
		{"a taken key", []keys.Rebinding{{Action: "find", Keys: []string{"F3"}}, {Action: "undo", Keys: []string{"ctrl+z", "a"}}}, nil, &KeyError{1, false, "the key a is taken by approve"}},
		{"a key of dialogs", []keys.Rebinding{{Action: "next-page", Keys: []string{"tab"}}, {Action: "down", Keys: []string{"l"}}}, nil, &KeyError{1, false, "the key l is taken by look"}},
		{"one that only dialogs have", []keys.Rebinding{{Action: "look", Keys: []string{"a"}}}, nil, nil},
		{"that one twice", []keys.Rebinding{{Action: "look", Keys: []string{"g"}}}, nil, &KeyError{0, false, "the key g is taken by first"}},
		{"one key for two", []keys.Rebinding{{Action: "next", Keys: []string{"b"}}, {Action: "note", Keys: []string{"b"}}}, nil, &KeyError{0, false, "the key b is taken by note"}},
		{"yes", []keys.Rebinding{{Action: "approve", Keys: []string{"y"}}}, nil, &KeyError{0, false, "the key y approves in dialogs, copies elsewhere"}},
		{"esc", []keys.Rebinding{{Action: "quit", Keys: []string{"esc"}}}, nil, &KeyError{0, false, "the key esc goes back, and nothing else"}},
		{"a page", []keys.Rebinding{{Action: "quit", Keys: []string{"8"}}}, nil, &KeyError{0, false, "the key 8 opens a page"}},
		{"an action on a taken key", nil, []Action{{Name: "x", Key: "K"}, {Name: "z", Key: "q"}}, &KeyError{1, true, "the key q is taken by quit"}},
		{"an action on ctrl+c", nil, []Action{{Name: "x", Key: "ctrl+c"}}, &KeyError{0, true, "the key ctrl+c quits from anywhere, and nothing else"}},
		{"two actions", nil, []Action{{Name: "x", Key: "K"}, {Name: "z", Key: "K"}}, &KeyError{1, true, "the key K is taken by x"}},
		{"two actions without keys", nil, []Action{{Name: "x"}, {Name: "z"}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckKeys(tt.changes, tt.own)
			var got *KeyError
			if errors.As(err, &got); (got == nil) != (tt.want == nil) || got != nil && *got != *tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// With other keys the old ones do nothing, and every place names the new ones.
func TestOtherKeysHoldAndAreNamed(t *testing.T) {
	t.Parallel()
	all := []keys.Rebinding{
		{Action: "undo", Keys: []string{"ctrl+z"}}, {Action: "approve", Keys: []string{"f5", "Z"}}, {Action: "help", Keys: []string{"J"}}, {Action: "find", Keys: []string{"t"}}, {Action: "down", Keys: []string{"j"}}, {Action: "up", Keys: []string{"k"}},
		{Action: "actions", Keys: []string{"!"}}, {Action: "snoozed", Keys: []string{"Q"}}, {Action: "note", Keys: []string{"b"}}, {Action: "page-down", Keys: []string{"ctrl+f"}}, {Action: "reload", Keys: []string{"B"}}, {Action: "quit", Keys: []string{"K"}},
	}
	must.Do(t, CheckKeys(all, nil))
	d := drive(t, workshop(), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Keys: all}, 80, 24)
	d.press("2", "a", "?", "u", "/", "q", "down")
	if d.app.dialog() != nil || d.app.helping() || d.app.tabs.filtering || d.quit || d.app.list().At != 0 {
		t.Fatalf("an old key does something:\n%s", d.app.View())
	}
	d.shows("f5 Z review", "J help", "! all")
	d.press("J", "tab")
	for range 8 {
		d.shows("kj move")
		d.press("ctrl+f")
	}
	d.press("esc", "J", "tab")
	d.send(tea.WindowSizeMsg{Width: 140, Height: 120})
	d.shows("f5 Z review", "ctrl+z undo your last decision", "j down", "b add or change the note", "B reloads", "! all actions")
	d.hides("as ctrl+p", "ctrl+r", "pgdn")
	d.press("K")
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.press("!")
	d.paste("exit")
	d.shows("K Quit")
	d.press("esc", "Z")
	d.shows("ctrl+f read on", "esc cancel")
	d.press("b", "fine", "enter", "ctrl+f", "ctrl+f", "ctrl+f", "ctrl+f")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.shows("ctrl+z undo")
	d.press("1", "s", "1")
	d.shows("Q shows snoozed items", "1 snoozed (Q)")
	d.store.loadErr = errors.New("no")
	d.press("B")
	d.shows("B tries again")
	d.press("K")
	if !d.quit {
		t.Error("K does not quit")
	}
}
