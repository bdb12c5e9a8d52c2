package overlay

import (
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/keys"
)

// Stage is the stage of a decision dialog.
type Stage int

const (
	// StageNote asks for a reason, a remark or the text of a journal note.
	StageNote Stage = iota
	// StageForm asks for a journal entry.
	StageForm
	// StageOpening loads the file and the preview.
	StageOpening
	// StageType asks to type the target of an expired or doubtful request, after the yes.
	StageType
	// StageConfirm shows everything and takes a yes.
	StageConfirm
	// StageStale shows that the file changed; no yes counts.
	StageStale
)

// Dialog asks for a yes to a decision. It goes stale when the file changes.
type Dialog struct {
	keys     keys.Map
	ID       int
	Decision model.Decision
	// Batch are more decisions that the same yes makes; twice is true while a second yes is
	// needed.
	Batch []model.Decision
	twice bool
	Stage Stage
	Input textinput.Model
	// Prompt is the note being written; onCard is true if it was opened from the card.
	Prompt *Prompt
	onCard bool
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
	action *model.Ask
	// fits says what a pattern covers; wording is true while one is written in the prompt.
	fits    model.Fits
	wording bool
	// from is the choice that the dialog began with, while a no is written down in it.
	from model.Choice
	// Body is what must be read before a yes, laid out for the current size; seen marks the
	// lines that were on screen. card says what is what in it.
	Body []styles.Line
	seen []bool
	card card
	Top  int
	// Frame numbers the scroll positions.
	Frame int
	// bytes is true while the text begins with line 1 and nothing in it is folded.
	bytes bool
	// lid lies over the text, at a scroll position.
	lid    lid
	lidTop int
	// Masked is true while a secret in it is hidden.
	Masked bool
	// Height is the rows for Body, 0 if the window is too small.
	Height int
	// Armed is true after the quiet time; Arming numbers the waits for it.
	Armed bool
	yes   loneYes
	// bright is how far the yes has lit up before that.
	bright int
	Arming int
	// steady is true once a second read found the file unchanged.
	steady bool
	// newer is the changed file of a stale dialog; gone says in a sentence why it cannot be read.
	newer model.Document
	gone  string
	// unheard is the machine that does not answer, where that is why.
	unheard string
	// Lost is true if the file does not exist any more.
	Lost bool
	// told is the last DrawnMsg asked for.
	told DrawnMsg
}

// Covers makes it take the whole screen.
func (d *Dialog) Covers() {}

// NewDialog asks for one yes to all decisions.
func NewDialog(decisions []model.Decision, b *board.Board, k keys.Map) *Dialog {
	d := &Dialog{keys: k}
	d.take(decisions, b)
	return d
}

// take sets the decisions. A session that may still be live needs a second yes.
func (d *Dialog) take(decisions []model.Decision, b *board.Board) {
	d.twice, d.Facts, d.action = false, nil, nil
	for i := range decisions {
		of := &decisions[i]
		of.Sure = b.MaybeLive(of.Ref)
		d.twice = d.twice || of.Sure
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
func (d *Dialog) Begin(s *Screen) tea.Cmd {
	s.Open(d)
	d.fits = s.Fits
	switch {
	case d.Asked():
		d.askNote(s)
		return nil
	case d.Decision.Choice.NeedsNote():
		// What the reason is about is read while it is being written.
		return d.fetchUnderNote(s)
	}
	return d.fetch(s)
}

// fetchUnderNote asks for the note, and loads what it is about under it.
func (d *Dialog) fetchUnderNote(s *Screen) tea.Cmd {
	d.ID = s.Number()
	d.askNote(s)
	return openCmd(s.Store, d.ID, s.Gen(), d.decisions(s.Now()), s.Board)
}

// fetch loads what there is to show, under a new ID, so that late answers are dropped.
func (d *Dialog) fetch(s *Screen) tea.Cmd {
	d.ID, d.Stage, d.gone, d.unheard, d.Lost = s.Number(), StageOpening, "", "", false
	return openCmd(s.Store, d.ID, s.Gen(), d.decisions(s.Now()), s.Board)
}

func (d *Dialog) open(msg OpenedMsg) {
	d.take(msg.Decisions, msg.About)
	d.Doc, d.Changes, d.steady = msg.Doc, msg.Changes, false
	d.Stage, d.from = StageConfirm, model.ChoiceNone
}

// Hear handles answers, and notes what was on screen.
func (d *Dialog) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case OpenedMsg:
		return d.gotOpened(s, msg)
	case WatchedMsg:
		return d.gotWatched(s, msg)
	case EditedMsg:
		return d.gotEdited(s, msg)
	case aloneMsg:
		return d.gotAlone(s, msg)
	case brightenedMsg:
		if msg.dialog == d.ID && msg.arming == d.Arming && !d.Armed {
			d.bright = msg.step
		}
	case ArmedMsg:
		d.Armed = d.Armed || msg.Dialog == d.ID && msg.Arming == d.Arming
	case DrawnMsg:
		if msg.Dialog == d.ID {
			d.look(msg.View)
		}
	case ReadOutMsg:
		if msg.Dialog == d.ID {
			d.readOut(msg.View)
		}
	case WheelMsg:
		switch d.Stage {
		case StageConfirm, StageStale:
			d.scroll(int(msg))
		case StageNote:
			d.scrollUnder(s, int(msg))
		}
	case tea.WindowSizeMsg, RevealMsg:
		d.layOutAgain(s)
	case SettledMsg:
		return d.drawCmd(s)
	}
	return nil
}

func (d *Dialog) gotOpened(s *Screen, msg OpenedMsg) tea.Cmd {
	noting := d.Stage == StageNote
	if d.ID != msg.Dialog || d.Stage != StageOpening && !noting {
		return nil
	}
	if msg.err != nil {
		verb := "decide"
		if d.Decision.Choice == model.ChoiceUndo {
			verb = "undo"
		}
		s.Say(styles.RoleBad, phrase.Cannot(verb, phrase.Error(msg.err)))
		if d.Asked() {
			d.askNote(s)
			return nil
		}
		if noting {
			d.keepText(s)
		}
		s.Close(d)
		return s.Load()
	}
	var shown tea.Cmd
	if msg.fresh {
		shown = s.Newer(msg.About, msg.gen)
	}
	from := d.from
	d.open(msg)
	d.layOut(s.Th, s.Width, s.Height)
	if noting {
		d.Stage, d.from = StageNote, from
		return shown
	}
	return tea.Batch(shown, d.disarm(s), d.watch(s, SteadyTime))
}

// layOutAgain is for another size, also under a prompt.
func (d *Dialog) layOutAgain(s *Screen) {
	stage := d.Stage
	if stage == StageNote && d.Body != nil {
		d.Stage = StageConfirm
	}
	d.layOut(s.Th, s.Width, s.Height)
	d.Stage = stage
}

func (d *Dialog) carryOut(s *Screen) tea.Cmd {
	s.Keep(d.textName(), "")
	return s.Decide(d, d.decisions(s.Now()), d.Changes)
}

// Wrote reports a dialog with a text that the operator typed.
func (d *Dialog) Wrote() bool { return d.Asked() || d.Decision.Note != "" }

// Again shows the decision once more after it failed, with the text that was typed.
func (d *Dialog) Again(s *Screen) tea.Cmd { return d.fetch(s) }

// Asked reports a dialog for a journal entry, whose text must not be lost.
func (d *Dialog) Asked() bool { return d.Compose != nil || d.Form != nil }
