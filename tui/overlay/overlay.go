// Package overlay has what lies over a page: the dialog of a decision, the list of all actions,
// help, and small questions. They know nothing of the page under them.
package overlay

import (
	"context"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// KeptMsg says what came of a snooze, a pin or a message, which are not in the vault.
type KeptMsg struct {
	Text string
	Err  error
}

// EditedMsg says that the editor was closed, or why it could not be opened.
type EditedMsg struct {
	Ref model.Ref
	// Before and After are the file around the edit; BeforeErr and AfterErr say why one
	// of them is not known.
	Before, After       model.Document
	BeforeErr, AfterErr error
	// Refused is why no editor was opened, Ended how one failed.
	Refused, Ended error
}

// Overlay lies over the page. The one on top of the stack takes the keys.
type Overlay interface {
	Key(s *Screen, msg tea.KeyMsg) tea.Cmd
	// View draws it in h rows.
	View(s *Screen, h int) []styles.Line
	// Hints are the keys that work now.
	Hints(s *Screen) []draw.Hint
}

// What only some overlays do.
type (
	// listener hears what is no key: answers, the wheel, another size, and settled.
	listener interface {
		Hear(s *Screen, msg tea.Msg) tea.Cmd
	}
	// placed says how far it is read.
	placed interface{ Place(s *Screen) styles.Line }
	// telling has something for the status line.
	telling interface{ Tell(s *Screen) string }
	// holding reports once whether closing it throws away what the operator wrote.
	holding interface{ Loses() bool }
	// patient takes keys that arrived together one by one, and nothing pasted.
	patient interface{ OneByOne() bool }
	// covering takes the whole screen, header and hints included.
	covering interface{ Covers() }
)

// Messages that overlays hear besides the answers to their own commands.
type (
	// WheelMsg is a turn of the wheel by some rows.
	WheelMsg int
	// RevealMsg says that secrets are shown from now on, or masked.
	RevealMsg struct{}
	// SettledMsg comes behind each message, ahead of the next frame.
	SettledMsg struct{}
)

// Screen is what an overlay sees of the screen, and what it may ask of it, for one call.
type Screen struct {
	Host
	Th            *styles.Theme
	Keys          keys.Map
	Width, Height int
	Now           func() time.Time
	Wait          func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	Store         Files
	Board         *board.Board
	// Writing is true while a decision is written; Stale is why none can be made.
	Writing bool
	Stale   string
}

// Host is what an overlay may ask of the screen under it.
type Host interface {
	// Say puts words into the status line, and Status gives that in at most so many rows.
	Say(role styles.Role, text string)
	Status(most int) []styles.Line
	// Rows is the height of the page.
	Rows() int
	// Help lists all keys.
	Help(w int) []styles.Line
	// Open lays an overlay on the stack, Close takes it away.
	Open(o Overlay)
	Close(o Overlay)
	// Load reads the vault again; Newer shows a board that was read beside load gen.
	Load() tea.Cmd
	Newer(b *board.Board, gen int) tea.Cmd
	// Gen is the number of the newest load, and Number one that nobody else has.
	Gen() int
	Number() int
	// Visit opens a thing over the whole page, Leave closes the one that is open.
	Visit(ref model.Ref) tea.Cmd
	Leave()
	// Decide writes decisions, one after the other; promised is what the operator saw.
	Decide(o Overlay, all []model.Decision, promised []model.Change) tea.Cmd
	Reveal() tea.Cmd
	// Edit opens the operator's editor, CannotEdit says why it cannot.
	CannotEdit() string
	Edit(ref model.Ref) tea.Cmd
	// Cannot says why an entry of the palette does nothing now, in few words and whole;
	// Do does what its key does.
	Cannot(entry int) (why, whole string)
	Do(entry int) tea.Cmd
	// CannotRun and Run are about the operator's own actions.
	CannotRun(own int) string
	Run(own int, words []string) tea.Cmd
}

// Files is what overlays read and write.
type Files interface {
	Load(ctx context.Context, now time.Time) (model.Snapshot, error)
	Read(ctx context.Context, ref model.Ref) (model.Document, error)
	Preview(ctx context.Context, d model.Decision) ([]model.Change, error)
	Snooze(ctx context.Context, z model.Snooze) error
	KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error)
}

func (s *Screen) small() bool { return s.Width < draw.MinWidth || s.Height < draw.MinHeight }

// Stack is what lies over the page, the last one on top.
type Stack []Overlay

// Top is nil where nothing lies over the page.
func (st Stack) Top() Overlay {
	if len(st) == 0 {
		return nil
	}
	return st[len(st)-1]
}

// Without is the stack without one of its overlays.
func (st Stack) Without(o Overlay) Stack {
	return slices.DeleteFunc(slices.Clone(st), func(own Overlay) bool { return own == o })
}

// Hear hands a message to all that listen.
func (st Stack) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, o := range st {
		if l, ok := o.(listener); ok {
			cmds = append(cmds, l.Hear(s, msg))
		}
	}
	return tea.Batch(cmds...)
}

// Place says how far the one on top is read.
func (st Stack) Place(s *Screen) styles.Line {
	if o, ok := st.Top().(placed); ok {
		return o.Place(s)
	}
	return nil
}

// Tell is what it has for the status line.
func (st Stack) Tell(s *Screen) string {
	if o, ok := st.Top().(telling); ok {
		return o.Tell(s)
	}
	return ""
}

// Loses reports once whether closing it throws away what the operator wrote.
func (st Stack) Loses() bool {
	o, ok := st.Top().(holding)
	return ok && o.Loses()
}

// OneByOne reports whether it takes keys that arrived together one by one.
func (st Stack) OneByOne() bool {
	o, ok := st.Top().(patient)
	return ok && o.OneByOne()
}

// Covers reports whether it takes the whole screen.
func (st Stack) Covers() bool {
	_, ok := st.Top().(covering)
	return ok
}

// scroll moves a window of h rows over a text of all rows, where a key asks for it.
func scroll(k keys.Map, msg tea.KeyMsg, top *int, page, all int) bool {
	by := 0
	switch {
	case key.Matches(msg, k.Up):
		by = -1
	case key.Matches(msg, k.Down):
		by = 1
	case key.Matches(msg, k.PageUp):
		by = -page
	case key.Matches(msg, k.PageDown):
		by = page
	case key.Matches(msg, k.Top):
		by = -all
	case key.Matches(msg, k.Bottom):
		by = all
	default:
		return false
	}
	*top += by
	return true
}

// lineInput is a text field of one line, without a cursor that blinks by timers, or a
// clipboard.
func lineInput(text string) textinput.Model {
	in := textinput.New()
	in.CharLimit = model.MaxNote
	in.KeyMap.Paste.SetEnabled(false)
	in.Cursor.SetMode(cursor.CursorStatic)
	in.Focus()
	in.SetValue(text)
	in.CursorEnd()
	return in
}

// inputField is at most h rows of the text so far, the one where the next letter goes among
// them.
func (s *Screen) inputField(in textinput.Model, h int) []styles.Line {
	head, tail := s.typed(in)
	w := s.Width - 4
	rows := draw.Wrapped(s.Th.Show(head+tail), styles.RolePlain, w)
	rows = draw.Prefixed(rows, " "+s.Th.Symbol(styles.SymCursor).String()+" ", styles.RoleKey)
	return draw.Between(rows, len(s.Th.Show(head).Wrap(w))-h, h)
}

// typed is what was typed up to the bar where the next letter goes, and what follows.
func (s *Screen) typed(in textinput.Model) (head, tail string) {
	value := []rune(in.Value())
	at := min(in.Position(), len(value))
	return string(value[:at]) + s.Th.Symbol(styles.SymVertical).String(), string(value[at:])
}

// Help lists the keys.
type Help struct{ Top int }

// OneByOne lets a held key scroll.
func (*Help) OneByOne() bool { return true }

// Key moves over the text, or closes it.
func (o *Help) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	if scroll(s.Keys, msg, &o.Top, s.Rows(), len(s.Help(s.Width))) {
		return nil
	}
	if k := s.Keys; key.Matches(msg, k.Help) || key.Matches(msg, k.Back) || key.Matches(msg, k.Quit) {
		s.Close(o)
	}
	return nil
}

// Hear keeps the window over the text.
func (o *Help) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(WheelMsg); ok {
		o.Top += int(by)
	}
	o.Top = max(0, min(o.Top, o.Below(s)))
	return nil
}

// Below is how far the text scrolls.
func (o *Help) Below(s *Screen) int { return max(0, len(s.Help(s.Width))-s.Rows()) }

// View is the part of the text in the window.
func (o *Help) View(s *Screen, h int) []styles.Line { return draw.Between(s.Help(s.Width), o.Top, h) }

// Place says how far it was read.
func (o *Help) Place(s *Screen) styles.Line {
	return draw.OfLines(o.Top, s.Rows(), len(s.Help(s.Width)))
}

// Hints are the keys that do something in it.
func (o *Help) Hints(s *Screen) []draw.Hint {
	hints := []draw.Hint{{Key: "esc", Does: "close"}}
	if o.Below(s) > 0 {
		return append([]draw.Hint{{Key: s.Keys.Moving(), Does: "move"}}, hints...)
	}
	return hints
}
