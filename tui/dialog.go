package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// stage is how far a decision dialog has come.
type stage int

const (
	// stageNote asks for the reason or a remark, or for the text of a note.
	stageNote stage = iota
	// stageForm asks for the parts of a journal entry.
	stageForm
	// stageOpening waits for the file and the preview.
	stageOpening
	// stageType has the target of an expired request typed; it comes behind the yes.
	stageType
	// stageConfirm shows everything and takes a yes.
	stageConfirm
	// stageStale shows that the file changed under the dialog; no yes counts.
	stageStale
)

// dialog holds a copy of exactly what will be done and what was shown for it. It
// never changes what is decided on: a changed file makes it stale.
type dialog struct {
	keys     keys.Map
	id       int
	decision model.Decision
	// batch are further decisions that the same yes makes; twice is true while a
	// second yes is needed.
	batch []model.Decision
	twice bool
	stage stage
	input textinput.Model
	// ask is the question for the note where the choice alone does not tell it.
	// compose makes a journal entry of the answer, text being the last one; form asks
	// for a whole entry.
	ask string
	// mustType is what has to be typed behind the yes, empty for most decisions, and
	// whyType the reason.
	mustType, whyType string
	compose           func(text string) model.Draft
	text              string
	form              *form
	// leaving is true behind the first key that would throw a text away.
	leaving bool
	// subject and facts say what it is about, from the same bytes as doc.
	subject string
	facts   []board.Fact
	doc     model.Document
	changes []model.Change
	// body is everything the operator has to see, laid out for the current size;
	// seen marks the lines that were on screen.
	body []styles.Line
	seen []bool
	top  int
	// view numbers what the window has been over.
	view int
	// helping is true while help is over the text, which is not seen meanwhile; helpTop
	// is its first line on screen.
	helping bool
	helpTop int
	// masked is true while a key or a password in it is not shown.
	masked bool
	// height is the rows for the body, zero while the window is too small.
	height int
	// armed is true once the quiet time is over; arming numbers the waits.
	armed  bool
	arming int
	// steady is true once the file was read again, a quiet time after it was read for
	// the dialog, and had not grown.
	steady bool
	// newer is what the file holds now when the dialog is stale; gone says that it
	// holds nothing any more.
	newer model.Document
	gone  string
	// lost is true where the file is not there any more: there is nothing to look at.
	lost bool
}

func newDialog(decisions []model.Decision, b *board.Board, k keys.Map) *dialog {
	d := &dialog{keys: k}
	d.take(decisions, b)
	return d
}

// take sets the decisions that a yes makes, with what the board knows of them. A
// session that may still be live takes a second yes.
func (d *dialog) take(decisions []model.Decision, b *board.Board) {
	d.twice, d.facts = false, nil
	for i := range decisions {
		of := &decisions[i]
		of.Sure = b.MaybeLive(of.Ref)
		d.twice = d.twice || of.Sure
		d.facts = append(d.facts, board.BatchFacts(b, of.Ref)...)
	}
	d.decision, d.batch = decisions[0], decisions[1:]
	if len(d.batch) > 0 {
		d.subject = fmt.Sprintf("%d sessions", len(decisions))
		return
	}
	if d.decision.Choice == model.ChoiceUndo {
		d.subject, d.facts = b.UndoFacts(d.decision)
		return
	}
	d.mustType, d.whyType = b.MustType(d.decision)
	d.subject, d.facts = b.Subject(d.decision.Ref), append(b.Facts(d.decision.Ref), b.DraftFacts(d.decision)...)
}

// decisions are all that a yes makes, as of now and with the same note.
func (d *dialog) decisions(now time.Time) []model.Decision {
	all := append([]model.Decision{d.decision}, d.batch...)
	for i := range all {
		all[i].At, all[i].Note = now, d.decision.Note
	}
	return all
}

// askNote opens the text field, or the form, as it was left.
func (d *dialog) askNote() {
	if d.form != nil {
		d.stage = stageForm
		return
	}
	d.stage, d.input = stageNote, lineInput()
	d.input.SetValue(d.decision.Note)
	if d.compose != nil {
		d.input.SetValue(d.text)
	}
	d.input.CursorEnd()
}

// written reports whether something was typed.
func (d *dialog) written() bool {
	if d.form == nil {
		return strings.TrimSpace(d.input.Value()) != ""
	}
	return slices.ContainsFunc(d.form.fields, func(f formField) bool { return f.choices == nil && strings.TrimSpace(f.input.Value()) != "" })
}

// holds reports whether there is something that the operator wrote: in the field, or
// the note of a decision that is being read.
func (d *dialog) holds() bool {
	if d.stage == stageNote || d.stage == stageForm {
		return d.written()
	}
	return !d.lost && d.decision.Choice != model.ChoiceUndo && (d.asked() || d.decision.Note != "")
}

// asked reports whether the operator has written something that must not be lost
// when it cannot be shown or written.
func (d *dialog) asked() bool { return d.compose != nil || d.form != nil }

// open takes what the operator will decide on.
func (d *dialog) open(msg openedMsg) {
	d.take(msg.decisions, msg.about)
	d.doc, d.changes, d.steady = msg.doc, msg.changes, false
	d.stage = stageConfirm
}

// arm ends the quiet time that was asked for by this number.
func (d *dialog) arm(arming int) {
	if d.arming == arming {
		d.armed = true
	}
}

// layOut makes the lines for a size and starts at the first of them. Lines that
// were seen in another layout do not count: what was beside them may not have
// been.
func (d *dialog) layOut(th *styles.Theme, w, h int) {
	if d.stage != stageConfirm && d.stage != stageStale {
		return
	}
	d.height = 0
	if w >= draw.MinWidth && h >= draw.MinHeight {
		d.height = h - dialogFrame
	}
	d.body, d.masked = d.content(th, w), d.isMasked(th)
	d.seen = make([]bool, len(d.body))
	d.top = 0
	d.scroll(0)
}

// scroll moves the text.
func (d *dialog) scroll(n int) {
	d.top = max(0, min(d.top+n, len(d.body)-d.height))
	d.view++
}

// look remembers the lines of a view that has been drawn. One that has been
// scrolled past before it could be drawn does not count as seen.
func (d *dialog) look(view int) {
	if view != d.view || d.helping {
		return
	}
	for i := d.top; i < min(len(d.body), d.top+d.height); i++ {
		d.seen[i] = true
	}
}

// readOut remembers that every line was written out, as the text was laid out then.
func (d *dialog) readOut(view int) {
	if view == d.view {
		for i := range d.seen {
			d.seen[i] = true
		}
	}
}

// unseen counts the lines that have not been on screen yet, and those of them
// that lie below the window.
func (d *dialog) unseen() (all, below int) {
	for i, s := range d.seen {
		if s {
			continue
		}
		all++
		if i >= d.top {
			below++
		}
	}
	return all, below
}

// refuse says why a yes does not count now, "" when it does.
func (d *dialog) refuse() string {
	unseen, _ := d.unseen()
	switch {
	case d.helping:
		return "help is over the text; esc closes it"
	case d.lost:
		return "the file is gone, and nothing can be decided"
	case d.gone != "":
		return "the file cannot be read; " + keys.Of(d.keys.Look) + " tries again"
	case d.stage == stageStale:
		return "the file changed; " + keys.Of(d.keys.Look) + " looks at it again"
	case d.stage != stageConfirm:
		return "the text is not on screen yet"
	case d.height == 0:
		return "the window is too small to read it"
	case unseen > 0:
		return "read the rest first"
	case d.masked:
		return "something in it is masked; " + keys.Of(d.keys.Reveal) + " shows it"
	case !d.steady:
		return "the file is read once more, to see that nobody is writing it"
	case !d.armed:
		return "too quick; press y once, on its own"
	}
	return ""
}

// isMasked reports whether something of what the dialog shows stands there masked:
// nobody has seen that, so nobody can say yes to it.
func (d *dialog) isMasked(th *styles.Theme) bool {
	if th.Masks(d.doc.Bytes) && !d.changesTellAll() {
		return true
	}
	for _, c := range d.changes {
		if th.Masks([]byte(strings.Join(c.Before, "\n"))) || th.Masks([]byte(strings.Join(c.After, "\n"))) {
			return true
		}
	}
	return false
}

// typeKey edits the target. Pasted text does not count: it was not typed. Each key
// starts the quiet time anew, so that the enter at the end of a paste that a terminal
// sends as keys does not approve.
func (a *App) typeKey(msg tea.KeyMsg) tea.Cmd {
	d := a.dialog
	switch {
	case key.Matches(msg, a.keys.Back):
		a.dialog = nil
		a.say(styles.RoleMuted, "Nothing was decided.")
		return nil
	case msg.Paste:
		a.say(styles.RoleMuted, "Pasted text does not count; type it.")
		return a.disarm()
	case msg.Type == tea.KeyEnter && !d.armed:
		a.say(styles.RoleWarn, "Not yet: too quick; press enter once, on its own.")
		return a.disarm()
	case msg.Type == tea.KeyEnter:
		if d.decision.Typed = model.OneLine(d.input.Value()); d.decision.Typed != d.mustType {
			a.say(styles.RoleWarn, "That is not what stands above.")
			return a.disarm()
		}
		return a.carryOut()
	}
	var cmd tea.Cmd
	d.input, cmd = d.input.Update(msg)
	return tea.Batch(cmd, a.disarm())
}

// viewType asks for the target in h rows.
func (a *App) viewType(h int) []styles.Line {
	lines := draw.Prefixed(draw.Wrapped(a.th.Show(a.dialog.whyType), styles.RoleBad, max(1, a.width-10)), " Careful: ", styles.RoleBad)
	lines = append(lines, draw.Sentence(styles.RolePlain, " To approve it all the same, type:", a.width)...)
	lines = append(lines, draw.Prefixed(draw.Wrapped(a.th.Show(a.dialog.mustType), styles.RoleTitle, max(1, a.width-1)), " ", styles.RolePlain)...)
	lines = append(lines, nil)
	return append(lines, a.inputField(a.dialog.input, max(1, h-len(lines)))...)
}
