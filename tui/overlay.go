package tui

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

// overlay lies over the page. The one on top of the stack takes the keys.
type overlay interface {
	Key(s *screen, msg tea.KeyMsg) tea.Cmd
	// View draws it in h rows.
	View(s *screen, h int) []styles.Line
	// Hints are the keys that work now.
	Hints(s *screen) []draw.Hint
}

// What only some overlays do.
type (
	// listener hears what is no key: answers, the wheel, another size, and settled.
	listener interface {
		Hear(s *screen, msg tea.Msg) tea.Cmd
	}
	// placed says how far it is read.
	placed interface{ Place(s *screen) styles.Line }
	// telling has something for the status line.
	telling interface{ Tell(s *screen) string }
	// holding reports once whether closing it throws away what the operator wrote.
	holding interface{ Loses() bool }
	// patient takes keys that arrived together one by one, and nothing pasted.
	patient interface{ OneByOne() bool }
	// covering takes the whole screen, header and hints included.
	covering interface{ Covers() }
)

// Messages that overlays hear besides the answers to their own commands.
type (
	// wheelMsg is a turn of the wheel by some rows.
	wheelMsg int
	// revealMsg says that secrets are shown from now on, or masked.
	revealMsg struct{}
	// settledMsg comes behind each message, ahead of the next frame.
	settledMsg struct{}
)

// screen is what an overlay sees of the screen, and what it may ask of it, for one call.
type screen struct {
	host
	th            *styles.Theme
	keys          keys.Map
	width, height int
	now           func() time.Time
	wait          func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	store         files
	board         *board.Board
	// writing is true while a decision is written; stale is why none can be made.
	writing bool
	stale   string
}

// host is what an overlay may ask of the screen under it.
type host interface {
	// Say puts words into the status line, and Status gives that in at most so many rows.
	Say(role styles.Role, text string)
	Status(most int) []styles.Line
	// Rows is the height of the page.
	Rows() int
	// Help lists all keys.
	Help(w int) []styles.Line
	// Open lays an overlay on the stack, Close takes it away.
	Open(o overlay)
	Close(o overlay)
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
	Decide(o overlay, all []model.Decision, promised []model.Change) tea.Cmd
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

// files is what overlays read and write.
type files interface {
	Load(ctx context.Context, now time.Time) (model.Snapshot, error)
	Read(ctx context.Context, ref model.Ref) (model.Document, error)
	Preview(ctx context.Context, d model.Decision) ([]model.Change, error)
	Snooze(ctx context.Context, z model.Snooze) error
	KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error)
}

func (s *screen) small() bool { return s.width < draw.MinWidth || s.height < draw.MinHeight }

// stack is what lies over the page, the last one on top.
type stack []overlay

// top is nil where nothing lies over the page.
func (st stack) top() overlay {
	if len(st) == 0 {
		return nil
	}
	return st[len(st)-1]
}

// without is the stack without one of its overlays.
func (st stack) without(o overlay) stack {
	return slices.DeleteFunc(slices.Clone(st), func(own overlay) bool { return own == o })
}

// hear hands a message to all that listen.
func (st stack) hear(s *screen, msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, o := range st {
		if l, ok := o.(listener); ok {
			cmds = append(cmds, l.Hear(s, msg))
		}
	}
	return tea.Batch(cmds...)
}

// place, tell, loses, oneByOne and covers are about the overlay on top.
func (st stack) place(s *screen) styles.Line {
	if o, ok := st.top().(placed); ok {
		return o.Place(s)
	}
	return nil
}

func (st stack) tell(s *screen) string {
	if o, ok := st.top().(telling); ok {
		return o.Tell(s)
	}
	return ""
}

func (st stack) loses() bool {
	o, ok := st.top().(holding)
	return ok && o.Loses()
}

func (st stack) oneByOne() bool {
	o, ok := st.top().(patient)
	return ok && o.OneByOne()
}

func (st stack) covers() bool {
	_, ok := st.top().(covering)
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

// lineInput is a text field of one line. It draws no cursor of its own, which
// would blink by timers, and does not read the clipboard: terminals paste by
// themselves.
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

// inputField is the text so far with a bar where the next letter goes, at most h
// rows of it, the one with the bar among them.
func (s *screen) inputField(in textinput.Model, h int) []styles.Line {
	head, tail := s.typed(in)
	w := s.width - 4
	rows := draw.Wrapped(s.th.Show(head+tail), styles.RolePlain, w)
	rows = draw.Prefixed(rows, " "+s.th.Symbol(styles.SymCursor).String()+" ", styles.RoleKey)
	return draw.Between(rows, len(s.th.Show(head).Wrap(w))-h, h)
}

// typed is what was typed up to the bar where the next letter goes, and what follows.
func (s *screen) typed(in textinput.Model) (head, tail string) {
	value := []rune(in.Value())
	at := min(in.Position(), len(value))
	return string(value[:at]) + s.th.Symbol(styles.SymVertical).String(), string(value[at:])
}

// help lists the keys.
type help struct{ top int }

// OneByOne lets a held key scroll.
func (*help) OneByOne() bool { return true }

// Key moves over the text, or closes it.
func (o *help) Key(s *screen, msg tea.KeyMsg) tea.Cmd {
	if scroll(s.keys, msg, &o.top, s.Rows(), len(s.Help(s.width))) {
		return nil
	}
	if k := s.keys; key.Matches(msg, k.Help) || key.Matches(msg, k.Back) || key.Matches(msg, k.Quit) {
		s.Close(o)
	}
	return nil
}

// Hear keeps the window over the text.
func (o *help) Hear(s *screen, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(wheelMsg); ok {
		o.top += int(by)
	}
	o.top = max(0, min(o.top, o.below(s)))
	return nil
}

// below is how far the text scrolls.
func (o *help) below(s *screen) int { return max(0, len(s.Help(s.width))-s.Rows()) }

// View is the part of the text in the window.
func (o *help) View(s *screen, h int) []styles.Line { return draw.Between(s.Help(s.width), o.top, h) }

// Place says how far it was read.
func (o *help) Place(s *screen) styles.Line {
	return draw.OfLines(o.top, s.Rows(), len(s.Help(s.width)))
}

// Hints are the keys that do something in it.
func (o *help) Hints(s *screen) []draw.Hint {
	hints := []draw.Hint{{Key: "esc", Does: "close"}}
	if o.below(s) > 0 {
		return append([]draw.Hint{{Key: s.keys.Moving(), Does: "move"}}, hints...)
	}
	return hints
}
