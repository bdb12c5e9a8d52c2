package confirm

import (
	"fmt"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
)

// Dialog asks for a yes to a decision. It goes stale when the file changes.
type Dialog struct {
	keys     keys.Map
	ID       int
	Decision model.Decision
	// Batch are more decisions that the same yes makes.
	Batch []model.Decision
	// guard holds when a yes counts; bright is how far the yes has lit up before that.
	guard  Guard
	bright int
	Input  textinput.Model
	// onTop is what lies over the card, nil for nothing of its own: a note, a form or a lid.
	onTop overlay.Overlay
	// Ask replaces the question for the note. Compose makes a journal entry of the answer,
	// the last of which is text; Form asks for a whole entry.
	Ask string
	// MustType is what must be typed after the yes, usually "", and WhyType all that asks for it.
	MustType string
	WhyType  []string
	Compose  func(text string) model.Draft
	text     string
	Form     *Form
	// leaving is true after the first key that would discard a text.
	leaving bool
	// Subject and Facts come from the same bytes as Doc.
	Subject string
	Facts   []view.Said
	Doc     model.Document
	Changes []model.Change
	// matter is what the card says of it, action what the gate held up, nil for all else.
	matter board.Matter
	action *model.HeldAction
	// fits says what a pattern covers.
	fits model.Fits
	// from is the choice that the dialog began with, while a no is written down in it.
	from model.Choice
	// Body is what must be read before a yes, laid out for the current size. card says what is
	// what in it.
	Body []styles.Line
	card card
	list.Scroller
	// Frame numbers the scroll positions.
	Frame int
	// bytes is true while the text begins with line 1 and nothing in it is folded.
	bytes bool
	// Height is the rows for Body, 0 if the window is too small.
	Height int
	// newer is the changed file of a stale dialog; gone says in a sentence why it cannot be read.
	newer model.Document
	gone  string
	// motion lets a yes light up, barred is why the screen opens no editor.
	motion bool
	barred func() string
	// told is the last DrawnMsg asked for.
	told DrawnMsg
}

// isWriting reports a note or a form over the card.
func (d *Dialog) isWriting() bool {
	_, lid := d.onTop.(*Lid)
	return d.onTop != nil && !lid
}

// lay opens something over the card in place of what lies there.
func (d *Dialog) lay(s *overlay.Screen, o overlay.Overlay) {
	d.lift(s)
	d.onTop = o
	s.Open(o)
}

// lift closes what lies over the card.
func (d *Dialog) lift(s *overlay.Screen) {
	if d.onTop != nil {
		s.Close(d.onTop)
	}
	d.onTop = nil
}

// uncover goes back to the card, where a yes counts after a quiet time.
func (d *Dialog) uncover(s *overlay.Screen) tea.Cmd {
	d.lift(s)
	d.scroll(0)
	return d.disarm(s)
}

// Cover says whether something lies over the card. A frame being drawn does not count as seen.
func (d *Dialog) Cover(on bool) {
	if on != d.guard.IsCovered() {
		d.guard = d.guard.Cover(on)
		d.Frame++
	}
}

// Guard says when a yes counts.
func (d *Dialog) Guard() Guard { return d.guard }

// Lost reports that the file does not exist any more.
func (d *Dialog) Lost() bool {
	return d.guard.Stage() == Stopped && d.guard.Why() == Gone
}

// Covers makes it take the whole screen.
func (d *Dialog) Covers() {}

// NewDialog asks for one yes to all decisions.
func NewDialog(decisions []model.Decision, b *board.Board, k keys.Map) *Dialog {
	d := &Dialog{keys: k}
	d.take(decisions, b)
	return d
}

// take sets the decisions. A session that may be running needs a second yes.
func (d *Dialog) take(decisions []model.Decision, b *board.Board) {
	d.Facts, d.action = nil, nil
	for i := range decisions {
		of := &decisions[i]
		of.Sure = b.MaybeLive(of.Ref)
		d.Facts = append(d.Facts, board.BatchFacts(b, of.Ref)...)
	}
	d.Decision, d.Batch = decisions[0], decisions[1:]
	if r, ok := b.About(d.Decision.Ref).Request(d.Decision.Ref.Path); ok && len(d.Batch) == 0 && d.Decision.Choice != model.ChoiceUndo {
		d.action = r.Ask
	}
	d.weigh(b)
	if len(d.Batch) > 0 {
		d.Subject = fmt.Sprintf("%d sessions", len(decisions))
		d.matter = board.SeveralMatter(d.Decision.Choice, d.Subject, d.Facts)
		return
	}
	if d.Decision.Choice == model.ChoiceUndo {
		d.Subject, d.Facts = b.UndoFacts(d.Decision)
		return
	}
	d.MustType, d.WhyType = b.MustType(d.Decision)
	d.Subject, d.Facts = b.Subject(d.Decision.Ref), append(b.Facts(d.Decision.Ref), b.DraftFacts(d.Decision)...)
}

func (d *Dialog) decisions(now time.Time) []model.Decision {
	all := append([]model.Decision{d.Decision}, d.Batch...)
	for i := range all {
		all[i].At, all[i].Note, all[i].How = now, d.Decision.Note, model.HowScreen
	}
	return all
}

// Begin asks for the note if there must be one, else shows the decision.
func (d *Dialog) Begin(s *overlay.Screen) tea.Cmd {
	s.Open(d)
	d.fits, d.motion, d.barred = s.Fits, s.Motion, s.CannotEdit
	switch {
	case d.Asked():
		d.askNote(s, false)
		return nil
	case d.Decision.Choice.NeedsNote():
		// What the reason is about is read while it is being written.
		return d.fetchUnderNote(s)
	}
	return d.fetch(s)
}

// fetchUnderNote asks for the note, and loads what it is about under it.
func (d *Dialog) fetchUnderNote(s *overlay.Screen) tea.Cmd {
	d.ID = s.Number()
	d.askNote(s, false)
	return openCmd(s.Store, d.ID, s.Gen(), d.decisions(s.Now()), s.Board)
}

// fetch loads what there is to show, under a new ID, so that late answers are dropped.
func (d *Dialog) fetch(s *overlay.Screen) tea.Cmd {
	d.lift(s)
	d.ID, d.gone, d.guard = s.Number(), "", d.guard.Close()
	return openCmd(s.Store, d.ID, s.Gen(), d.decisions(s.Now()), s.Board)
}

func (d *Dialog) open(msg OpenedMsg) {
	d.take(msg.Decisions, msg.About)
	d.Doc, d.Changes, d.gone = msg.Doc, msg.Changes, ""
	sure := slices.ContainsFunc(msg.Decisions, func(of model.Decision) bool { return of.Sure })
	d.guard = d.guard.Begin(Question{Shown: d.Doc.Seen, No: d.isNo(), Twice: sure, Must: d.MustType})
}

// Hear handles answers, and notes what was on screen.
func (d *Dialog) Hear(s *overlay.Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case OpenedMsg:
		return d.gotOpened(s, msg)
	case WatchedMsg:
		return d.gotWatched(s, msg)
	case overlay.EditedMsg:
		return d.gotEdited(s, msg)
	case aloneMsg:
		return d.gotAlone(s, msg)
	case brightenedMsg:
		if msg.dialog == d.ID && msg.arming == d.guard.Quiet() && !d.guard.IsRested() {
			d.bright = msg.step
		}
	case ArmedMsg:
		if msg.Dialog == d.ID {
			d.guard = d.guard.Rested(msg.Arming)
		}
	case DrawnMsg:
		if msg.Dialog == d.ID && msg.View == d.Frame {
			d.guard = d.guard.Saw(d.Top, d.Top+d.Height)
		}
	case ReadOutMsg:
		if msg.Dialog == d.ID && msg.View == d.Frame {
			d.guard = d.guard.Saw(0, len(d.Body))
		}
	case overlay.WheelMsg:
		if d.onScreen() {
			d.scroll(int(msg))
		}
	case tea.WindowSizeMsg, overlay.RevealMsg:
		d.layOut(s.Th, s.Width, s.Height)
	case overlay.SettledMsg:
		return d.drawCmd(s)
	}
	return nil
}

func (d *Dialog) gotOpened(s *overlay.Screen, msg OpenedMsg) tea.Cmd {
	noting, isNoting := d.onTop.(*Note)
	if d.ID != msg.Dialog || d.guard.Stage() != Opening && !isNoting {
		return nil
	}
	if msg.err != nil {
		verb := "decide"
		if d.Decision.Choice == model.ChoiceUndo {
			verb = "undo"
		}
		s.Say(styles.RoleBad, phrase.Cannot(verb, phrase.Error(msg.err)))
		if d.Asked() {
			d.askNote(s, false)
			return nil
		}
		if isNoting {
			d.keepText(s, noting.Raw())
		}
		s.Close(d)
		return s.Load()
	}
	var shown tea.Cmd
	if msg.fresh {
		shown = s.Newer(msg.About, msg.gen)
	}
	d.open(msg)
	d.layOut(s.Th, s.Width, s.Height)
	if isNoting {
		return shown
	}
	d.from = model.ChoiceNone
	return tea.Batch(shown, d.disarm(s), d.watch(s, SteadyTime))
}

func (d *Dialog) carryOut(s *overlay.Screen) tea.Cmd {
	s.Keep(d.textName(), "")
	return s.Decide(d, d.decisions(s.Now()), d.Changes)
}

// Wrote reports a dialog with a text that the operator typed.
func (d *Dialog) Wrote() bool { return d.Asked() || d.Decision.Note != "" }

// Again shows the decision once more after it failed, with the text that was typed.
func (d *Dialog) Again(s *overlay.Screen) tea.Cmd { return d.fetch(s) }

// Asked reports a dialog for a journal entry, whose text must not be lost.
func (d *Dialog) Asked() bool { return d.Compose != nil || d.Form != nil }
