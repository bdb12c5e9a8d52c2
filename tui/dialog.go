package tui

import (
	"context"
	"errors"
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
	// told is the view that will count as seen.
	told drawnMsg
}

// Covers has it take the whole screen.
func (d *dialog) Covers() {}

// Hear takes answers, and counts what was on screen.
func (d *dialog) Hear(s *screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case openedMsg:
		return d.gotOpened(s, msg)
	case watchedMsg:
		return d.gotWatched(s, msg)
	case editedMsg:
		return d.gotEdited(s, msg)
	case armedMsg:
		d.armed = d.armed || msg.dialog == d.id && msg.arming == d.arming
	case drawnMsg:
		if msg.dialog == d.id {
			d.look(msg.view)
		}
	case readOutMsg:
		if msg.dialog == d.id {
			d.readOut(msg.view)
		}
	case wheelMsg:
		if d.stage == stageConfirm || d.stage == stageStale {
			d.scroll(int(msg))
		}
	case tea.WindowSizeMsg, revealMsg:
		d.layOut(s.th, s.width, s.height)
	case settledMsg:
		return d.drawCmd(s)
	}
	return nil
}

// drawCmd answers when a view that is new has been drawn.
func (d *dialog) drawCmd(s *screen) tea.Cmd {
	now := drawnMsg{dialog: d.id, view: d.view}
	if now == d.told || now.view == 0 {
		return nil
	}
	d.told = now
	return s.wait(drawTime, func(time.Time) tea.Msg { return now })
}

// armCmd answers when the quiet time is over.
func (d *dialog) armCmd(s *screen) tea.Cmd {
	msg := armedMsg{dialog: d.id, arming: d.arming}
	return s.wait(quietTime, func(time.Time) tea.Msg { return msg })
}

// watch looks after a while at the file.
func (d *dialog) watch(s *screen, after time.Duration) tea.Cmd {
	from, id, ref := s.store, d.id, d.decision.Ref
	return s.wait(after, func(time.Time) tea.Msg {
		doc, err := from.Read(context.Background(), ref)
		return watchedMsg{dialog: id, doc: doc, err: err}
	})
}

// begin asks for what has to be written, else shows what there is to decide on.
func (d *dialog) begin(s *screen) tea.Cmd {
	s.Open(d)
	if d.asked() || d.decision.Choice.NeedsNote() {
		d.askNote()
		return nil
	}
	return d.fetch(s)
}

// fetch asks for what there is to show. Each asking has a number of its own, so that
// neither answers nor watches of an earlier one reach it.
func (d *dialog) fetch(s *screen) tea.Cmd {
	d.id, d.stage, d.gone, d.lost = s.Number(), stageOpening, "", false
	return openCmd(s.store, d.id, s.Gen(), d.decisions(s.now()), s.board)
}

// edit opens the file that is being decided on. Other bytes have to be read anew.
func (d *dialog) edit(s *screen) tea.Cmd {
	reason := ""
	switch {
	case d.lost:
		reason = "the file is gone"
	case len(d.batch) > 0 || !d.decision.Ref.Kind.WholeFile() || d.decision.Choice == model.ChoiceUndo:
		reason = fmt.Sprintf("the text of %s is not edited here", d.decision.Ref.Kind)
	default:
		reason = s.CannotEdit()
	}
	if reason != "" {
		s.Say(styles.RoleWarn, "Cannot edit: "+reason+".")
		return d.disarm(s)
	}
	return s.Edit(d.decision.Ref)
}

// gotEdited looks at what the operator's editor left.
func (d *dialog) gotEdited(s *screen, msg editedMsg) tea.Cmd {
	if d.decision.Ref != msg.ref {
		return nil
	}
	cmd := d.disarm(s)
	if d.stage == stageStale || d.stage == stageConfirm && msg.after.Seen != d.doc.Seen {
		d.goStale(s, msg.after, msg.afterErr)
	}
	return cmd
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
	text := d.decision.Note
	if d.compose != nil {
		text = d.text
	}
	d.stage, d.input = stageNote, lineInput(text)
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
func (d *dialog) typeKey(s *screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.keys.Back):
		s.Close(d)
		s.Say(styles.RoleMuted, "Nothing was decided.")
		return nil
	case msg.Paste:
		s.Say(styles.RoleMuted, "Pasted text does not count; type it.")
		return d.disarm(s)
	case msg.Type == tea.KeyEnter && !d.armed:
		s.Say(styles.RoleWarn, "Not yet: too quick; press enter once, on its own.")
		return d.disarm(s)
	case msg.Type == tea.KeyEnter:
		if d.decision.Typed = model.OneLine(d.input.Value()); d.decision.Typed != d.mustType {
			s.Say(styles.RoleWarn, "That is not what stands above.")
			return d.disarm(s)
		}
		return d.carryOut(s)
	}
	var cmd tea.Cmd
	d.input, cmd = d.input.Update(msg)
	return tea.Batch(cmd, d.disarm(s))
}

// Key handles a key while a dialog is open. Only a single typed y says yes:
// pasted text and keys that arrived together are dropped here, enter and blank
// are bound to nothing.
func (d *dialog) Key(s *screen, msg tea.KeyMsg) tea.Cmd {
	typing := d.stage == stageNote || d.stage == stageForm || d.stage == stageType
	d.leaving = d.leaving && (key.Matches(msg, s.keys.Back) || !typing && key.Matches(msg, s.keys.Quit))
	switch {
	case d.stage == stageNote:
		return d.noteKey(s, msg)
	case d.stage == stageForm:
		return d.formKey(s, msg)
	case d.stage == stageType:
		return d.typeKey(s, msg)
	case d.helping:
		return d.helpKey(s, msg)
	case key.Matches(msg, s.keys.Help):
		return d.showHelp(s, true)
	case msg.Paste || len(msg.Runes) > 1:
		return d.burst(s, msg)
	case key.Matches(msg, s.keys.Yes):
		return d.confirm(s)
	case key.Matches(msg, s.keys.Back) && d.asked() && d.stage == stageConfirm:
		d.askNote()
		return nil
	case key.Matches(msg, s.keys.Back), key.Matches(msg, s.keys.Quit):
		d.leaveText(s)
		if d.lost {
			return s.Load()
		}
		return nil
	case key.Matches(msg, s.keys.Note) && d.stage == stageConfirm:
		d.askNote()
		return nil
	case key.Matches(msg, s.keys.Look) && d.stage == stageStale && !d.lost:
		return d.fetch(s)
	case key.Matches(msg, s.keys.Edit) && (d.stage == stageConfirm || d.stage == stageStale):
		return d.edit(s)
	case key.Matches(msg, s.keys.Reveal):
		return s.Reveal()
	case d.move(s, msg):
		return nil
	}
	s.Say(styles.RoleMuted, d.onlyWords())
	return d.disarm(s)
}

// onlyWords say which keys do something, where another one was pressed.
func (d *dialog) onlyWords() string {
	switch {
	case d.lost:
		return "The file is gone; only esc works now."
	case d.stage == stageStale:
		return "Nothing can be decided now: " + keys.Of(d.keys.Look) + " looks again, esc leaves everything as it is."
	}
	return "Only y decides; esc leaves everything as it is."
}

// burst lets movement through, since a held key arrives in bursts over a
// slow line, and nothing else.
func (d *dialog) burst(s *screen, msg tea.KeyMsg) tea.Cmd {
	for _, r := range msg.Runes {
		single := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
		if msg.Paste || !d.move(s, single) {
			s.Say(styles.RoleMuted, "Several keys at once decide nothing.")
			break
		}
	}
	return d.disarm(s)
}

// move scrolls when the key asks for it.
func (d *dialog) move(s *screen, msg tea.KeyMsg) bool {
	top := d.top
	moved := scroll(s.keys, msg, &top, max(1, d.height-1), len(d.body))
	if moved {
		d.scroll(top - d.top)
	}
	return moved
}

// noteKey edits the reason. Enter shows the decision; it does not make it.
func (d *dialog) noteKey(s *screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.keys.Back):
		d.leaveText(s)
		return nil
	case msg.Type == tea.KeyEnter:
		return d.takeNote(s, model.OneLine(d.input.Value()))
	}
	var cmd tea.Cmd
	d.input, cmd = d.input.Update(msg)
	return cmd
}

// Loses reports once whether closing it throws away what the operator wrote.
func (d *dialog) Loses() bool {
	if d.leaving || !d.holds() {
		return false
	}
	d.leaving = true
	return true
}

// leaveText leaves a dialog. A note or an entry would be lost with it, so that takes
// the key twice.
func (d *dialog) leaveText(s *screen) {
	if d.Loses() {
		s.Say(styles.RoleWarn, "What you wrote would be lost; esc again leaves it.")
		return
	}
	s.Close(d)
	s.Say(styles.RoleMuted, "Nothing was decided.")
}

// takeNote goes on with a note: as part of the decision, or as what is decided.
func (d *dialog) takeNote(s *screen, note string) tea.Cmd {
	switch {
	case note == "" && d.compose != nil:
		s.Say(styles.RoleWarn, "An entry needs an insight: what was learned.")
		return nil
	case note == "" && d.decision.Choice.NeedsNote():
		s.Say(styles.RoleWarn, "A reason is needed: the agent will read it.")
		return nil
	case d.compose != nil:
		d.text = note
		return d.openEntry(s, d.compose(note))
	}
	d.decision.Note = note
	return d.fetch(s)
}

// disarm starts a new quiet time.
func (d *dialog) disarm(s *screen) tea.Cmd {
	d.armed = false
	d.arming++
	return d.armCmd(s)
}

// confirm carries the decision out when a yes counts. A y that does not count
// starts the quiet time anew, so that a held key can never get through.
func (d *dialog) confirm(s *screen) tea.Cmd {
	reason := d.refuse()
	if s.stale != "" {
		reason = s.stale
	}
	if reason != "" {
		s.Say(styles.RoleWarn, "Not yet: "+reason+".")
		return d.disarm(s)
	}
	if d.twice {
		d.twice = false
		s.Say(styles.RoleWarn, "It may still be live: it wrote in the last 10 minutes. y again ends it.")
		return d.disarm(s)
	}
	if d.mustType != "" {
		d.stage, d.input = stageType, lineInput("")
		return d.disarm(s)
	}
	return d.carryOut(s)
}

// carryOut makes the decisions of the dialog.
func (d *dialog) carryOut(s *screen) tea.Cmd { return s.Decide(d, d.decisions(s.now()), d.changes) }

// gotOpened shows the dialog, or says why it cannot be shown.
func (d *dialog) gotOpened(s *screen, msg openedMsg) tea.Cmd {
	if d.id != msg.dialog || d.stage != stageOpening {
		return nil
	}
	if msg.err != nil {
		cannot := "Cannot decide: "
		if d.decision.Choice == model.ChoiceUndo {
			cannot = "Cannot undo: "
		}
		s.Say(styles.RoleBad, cannot+msg.err.Error()+".")
		if d.asked() {
			d.askNote()
			return nil
		}
		s.Close(d)
		return s.Load()
	}
	var shown tea.Cmd
	if msg.fresh {
		shown = s.Newer(msg.about, msg.gen)
	}
	d.open(msg)
	d.layOut(s.th, s.width, s.height)
	return tea.Batch(shown, d.disarm(s), d.watch(s, quietTime))
}

// gotWatched compares the file with what the dialog shows.
func (d *dialog) gotWatched(s *screen, msg watchedMsg) tea.Cmd {
	switch {
	case d.id != msg.dialog || s.writing || d.stage == stageStale:
		return nil
	case d.stage != stageConfirm:
		return d.watch(s, watchEvery)
	case msg.err == nil && msg.doc.Seen == d.doc.Seen:
		d.steady = true
		return d.watch(s, watchEvery)
	}
	d.goStale(s, msg.doc, msg.err)
	return nil
}

// goStale takes the yes away, and shows what the file has become.
func (d *dialog) goStale(s *screen, now model.Document, err error) {
	d.stage, d.newer, d.gone = stageStale, now, ""
	d.lost = errors.Is(err, model.ErrNotFound)
	switch {
	case d.lost:
		d.gone = err.Error()
		s.Say(styles.RoleBad, "The file is gone; only esc works now.")
	case err != nil:
		d.gone = err.Error()
		s.Say(styles.RoleBad, "The file cannot be read any more. y is off.")
	default:
		s.Say(styles.RoleBad, "The file changed while you were reading. y is off.")
	}
	d.layOut(s.th, s.width, s.height)
}

// dialogKeys are the keys of a dialog, for its own help and for that of the pages.
func dialogKeys(k keys.Map) []draw.Hint {
	return []draw.Hint{
		{Key: "y", Does: "yes, once the whole text was on screen"},
		{Key: keys.Of(k.Note), Does: "add or change the note for the agent"},
		{Key: keys.Of(k.Look), Does: "look again when the file changed"},
		{Key: keys.Of(k.Edit), Does: "open it in your editor; what changed has to be read anew"},
		{Key: keys.Of(k.Reveal), Does: "show keys and passwords that are masked"},
		{Key: "esc", Does: "leave everything as it is"},
	}
}

// showHelp puts help over the text, or takes it away. The quiet time begins anew
// with the text, and a frame that was on its way before does not count for it.
func (d *dialog) showHelp(s *screen, open bool) tea.Cmd {
	d.helping, d.helpTop = open, 0
	d.view++
	return d.disarm(s)
}

// helpKey moves over help or closes it. Nothing is decided from here.
func (d *dialog) helpKey(s *screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.keys.Help), key.Matches(msg, s.keys.Back), key.Matches(msg, s.keys.Quit):
		return d.showHelp(s, false)
	case !scroll(s.keys, msg, &d.helpTop, max(1, s.height-dialogFrame-1), len(d.help(s))):
		s.Say(styles.RoleMuted, "Help is over the text; esc closes it.")
	}
	d.helpTop = max(0, min(d.helpTop, len(d.help(s))-(s.height-dialogFrame)))
	return nil
}

// help lists the keys of the open dialog.
func (d *dialog) help(s *screen) []styles.Line {
	k := s.keys
	all := append(dialogKeys(k), draw.Hint{Key: k.Moving() + " " + keys.Of(k.Top) + " " + keys.Of(k.Bottom), Does: "move over the text"},
		draw.Hint{Key: keys.Of(k.PageUp) + " " + keys.Of(k.PageDown), Does: "by a page"}, draw.Hint{Key: "ctrl+c", Does: "quit; nothing is decided"})
	var lines []styles.Line
	for _, h := range all {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, s.width)...)
	}
	return lines
}
