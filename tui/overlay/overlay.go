// Package overlay has everything that opens over a page: the palette of actions, help and prompts. They
// know nothing of the page below and act on it through Host.
package overlay

import (
	"context"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// KeptMsg is the outcome of a snooze, a pin or a message. After an error Again opens, with
// the text that was typed.
type KeptMsg struct {
	Text  string
	Err   error
	Again Overlay
}

// EditedMsg says that the editor was closed, or why it did not open.
type EditedMsg struct {
	Ref model.Ref
	// Before and After are the file around the edit, or the errors of reading it.
	Before, After       model.Document
	BeforeErr, AfterErr error
	// Refused is why no editor was opened, Ended why one failed.
	Refused, Ended error
}

// Overlay lies over the page. The one on top of the stack takes the keys. It is drawn in place
// of the page, or as a box over it.
type Overlay interface {
	Key(s *Screen, msg tea.KeyMsg) tea.Cmd
	// Hints are the keys that work now.
	Hints(s *Screen) []draw.Hint
}

// What only some overlays do.
type (
	// drawn is drawn in h rows in place of the page.
	drawn interface {
		View(s *Screen, h int) []styles.Line
	}
	// boxed lies over the page, which stays dim below it.
	boxed interface{ Box(s *Screen) draw.Box }
	// listener gets messages that are not keys.
	listener interface {
		Hear(s *Screen, msg tea.Msg) tea.Cmd
	}
	// placed shows its scroll position.
	placed interface{ Place(s *Screen) styles.Line }
	// telling has text for the status line.
	telling interface{ Tell(s *Screen) string }
	// holding reports that quitting discards unsaved text.
	holding interface{ Loses() bool }
	// patient takes keys that arrived together one by one, and no pasted text.
	patient interface{ OneByOne() bool }
	// hinted draws its hints elsewhere than in the footer.
	hinted interface {
		HintAt(s *Screen, x, y int) (draw.Hint, bool)
	}
	// deciding has keys that say yes.
	deciding interface{ Decides(key string) bool }
	// covering takes the whole screen.
	covering interface{ Covers() }
	// coverable has to know when something lies over it.
	coverable interface{ Cover(on bool) }
)

// Messages to overlays, other than the answers to their own commands.
type (
	// WheelMsg scrolls by rows.
	WheelMsg int
	// RevealMsg says that secrets are now shown or masked.
	RevealMsg struct{}
	// SettledMsg follows each message, before the next frame.
	SettledMsg struct{}
)

// Screen is what an overlay knows of the screen during one call.
type Screen struct {
	Host
	Th            *styles.Theme
	Keys          keys.Map
	Width, Height int
	Now           func() time.Time
	Wait          func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	Store         Files
	Board         *board.Board
	// Fits says what a yes for a pattern covers, nil where none can be given.
	Fits model.Fits
	// Writing is true while a decision is written; Stale is why none can be made now.
	Writing bool
	Stale   string
	// Where says where a decision is made, Machine is that machine, both "" on this one. Vault is the name of
	// the vault among several, "" for one alone.
	Where, Machine, Vault string
	// Motion lets a yes light up.
	Motion bool
}

// Host is what an overlay may do to the screen below.
type Host interface {
	// Say sets the status line; Status is that line in at most that many rows.
	Say(role styles.Role, text string)
	Status(most int) []styles.Line
	// Rows is the height of the page, Page its title.
	Rows() int
	Page() string
	// Help are the keys that work now on one screen, in h rows; AllKeys lists all.
	Help(w, h int) []styles.Line
	AllKeys(w int) []styles.Line
	// Kept is a text that was left in a prompt of that name, Keep keeps one.
	Kept(name string) string
	Keep(name, text string)
	// Open and Close push and remove an overlay.
	Open(o Overlay)
	Close(o Overlay)
	// Load reads the vault again; Newer shows a board read during load gen.
	Load() tea.Cmd
	Newer(b *board.Board, gen int) tea.Cmd
	// Gen is the number of the newest load; Number returns a new unique number.
	Gen() int
	Number() int
	// Visit opens a thing in place of an overlay, to which leaving it leads back. Leave closes
	// the open one.
	Visit(ref model.Ref, from Overlay) tea.Cmd
	Leave()
	// Decide writes decisions in turn; promised are the changes the operator saw.
	Decide(o Overlay, all []model.Decision, promised []model.Change) tea.Cmd
	Reveal() tea.Cmd
	// Undo offers to undo one decision.
	Undo(one model.Undone) tea.Cmd
	// Edit opens the editor, CannotEdit is why it cannot.
	CannotEdit() string
	Edit(ref model.Ref) tea.Cmd
	// AddRule asks for the pattern of a rule for actions like these.
	AddRule(actions []model.Action) tea.Cmd
	// Cannot is why an entry of the palette cannot run now, as a reason and as a sentence;
	// Do runs it.
	Cannot(entry keys.ID) (why, whole string)
	Do(entry keys.ID) tea.Cmd
}

// Files is what overlays read and write.
type Files interface {
	Load(ctx context.Context, now time.Time) (model.Snapshot, error)
	Read(ctx context.Context, ref model.Ref) (model.Document, error)
	Preview(ctx context.Context, d model.Decision) ([]model.Change, error)
	// Undoable tells whether the decision with an id can be undone in what was loaded.
	Undoable(id string, s model.Snapshot) (model.Undoable, error)
	LeftInGit(ctx context.Context, dir string, since time.Time) (model.LeftInGit, error)
	Snooze(ctx context.Context, z model.Snooze) error
	KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error)
}

// Small reports a window without room for anything but a few words.
func (s *Screen) Small() bool { return s.Width < draw.MinWidth || s.Height < draw.MinHeight }

// Stack holds the open overlays, the last on top.
type Stack []Overlay

// Top is the overlay on top, nil for none.
func (st Stack) Top() Overlay {
	if len(st) == 0 {
		return nil
	}
	return st[len(st)-1]
}

// With is the stack with o on top.
func (st Stack) With(o Overlay) Stack { return append(st[:len(st):len(st)], o).covered() }

// Without is the stack without o and what lies over it.
func (st Stack) Without(o Overlay) Stack {
	if i := slices.Index(st, o); i >= 0 {
		return st[:i:i].covered()
	}
	return st
}

// covered tells each whether something lies over it.
func (st Stack) covered() Stack {
	for i, o := range st {
		if c, ok := o.(coverable); ok {
			c.Cover(i < len(st)-1)
		}
	}
	return st
}

// Hear passes a message to all that listen.
func (st Stack) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, o := range st {
		if l, ok := o.(listener); ok {
			cmds = append(cmds, l.Hear(s, msg))
		}
	}
	return tea.Batch(cmds...)
}

// View draws the one on top in place of the page.
func (st Stack) View(s *Screen, h int) []styles.Line {
	if o, ok := st.Top().(drawn); ok {
		return o.View(s, h)
	}
	return nil
}

// Box is the one on top as a box, false if it is none.
func (st Stack) Box(s *Screen) (draw.Box, bool) {
	if o, ok := st.Top().(boxed); ok {
		return o.Box(s), true
	}
	return draw.Box{}, false
}

// HintAt is the hint that the one on top draws at a cell; own is false unless it places them
// itself.
func (st Stack) HintAt(s *Screen, x, y int) (h draw.Hint, ok, own bool) {
	if o, is := st.Top().(hinted); is {
		h, ok = o.HintAt(s, x, y)
		return h, ok, true
	}
	return draw.Hint{}, false, false
}

// Decides reports whether a key says yes to the one on top.
func (st Stack) Decides(key string) bool {
	o, ok := st.Top().(deciding)
	return ok && o.Decides(key)
}

// Place is the scroll position of the one on top.
func (st Stack) Place(s *Screen) styles.Line {
	if o, ok := st.Top().(placed); ok {
		return o.Place(s)
	}
	return nil
}

// Tell is the text of the one on top for the status line.
func (st Stack) Tell(s *Screen) string {
	if o, ok := st.Top().(telling); ok {
		return o.Tell(s)
	}
	return ""
}

// Loses reports whether quitting discards a text of the one on top.
func (st Stack) Loses() bool {
	o, ok := st.Top().(holding)
	return ok && o.Loses()
}

// OneByOne reports whether the one on top takes keys that arrived together one by one.
func (st Stack) OneByOne() bool {
	o, ok := st.Top().(patient)
	return ok && o.OneByOne()
}

// Covers reports whether the one on top takes the whole screen.
func (st Stack) Covers() bool {
	_, ok := st.Top().(covering)
	return ok
}

// LineInput is a text field of one line without a blinking cursor or clipboard.
func LineInput(text string) textinput.Model {
	in := textinput.New()
	in.CharLimit = model.MaxNote
	in.KeyMap.Paste.SetEnabled(false)
	in.Cursor.SetMode(cursor.CursorStatic)
	in.Focus()
	in.SetValue(text)
	in.CursorEnd()
	return in
}

// Typed is the text up to the cursor, with a bar for it, and the rest.
func (s *Screen) Typed(in textinput.Model) (head, tail string) {
	value := []rune(in.Value())
	at := min(in.Position(), len(value))
	return string(value[:at]) + s.Th.Symbol(styles.SymVertical).String(), string(value[at:])
}
