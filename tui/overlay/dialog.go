package overlay

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
	"coldstart/tui/phrase"
)

// Stage is how far a decision dialog has come.
type Stage int

const (
	// StageNote asks for the reason or a remark, or for the text of a note.
	StageNote Stage = iota
	// StageForm asks for the parts of a journal entry.
	StageForm
	// StageOpening waits for the file and the preview.
	StageOpening
	// StageType has the target of an expired request typed; it comes behind the yes.
	StageType
	// StageConfirm shows everything and takes a yes.
	StageConfirm
	// StageStale shows that the file changed under the dialog; no yes counts.
	StageStale
)

// Dialog holds what will be done and what was shown for it; a changed file makes it stale.
type Dialog struct {
	keys     keys.Map
	ID       int
	Decision model.Decision
	// Batch are further decisions that the same yes makes; twice is true while a
	// second yes is needed.
	Batch []model.Decision
	twice bool
	Stage Stage
	Input textinput.Model
	// Ask is the question for the note where the choice alone does not tell it.
	// Compose makes a journal entry of the answer, text being the last one; Form asks
	// for a whole entry.
	Ask string
	// MustType is what has to be typed behind the yes, empty for most decisions, and
	// whyType the reason.
	MustType, WhyType string
	Compose           func(text string) model.Draft
	text              string
	Form              *Form
	// leaving is true behind the first key that would throw a text away.
	leaving bool
	// Subject and Facts say what it is about, from the same bytes as Doc.
	Subject string
	Facts   []board.Fact
	Doc     model.Document
	Changes []model.Change
	// Body is everything the operator has to see, laid out for the current size;
	// seen marks the lines that were on screen.
	Body []styles.Line
	seen []bool
	Top  int
	// view numbers what the window has been over.
	Frame int
	// helping is true while help is over the text, which is not seen meanwhile; helpTop
	// is its first line on screen.
	helping bool
	helpTop int
	// Masked is true while a key or a password in it is not shown.
	Masked bool
	// Height is the rows for the body, zero while the window is too small.
	Height int
	// Armed is true once the quiet time is over; Arming numbers the waits.
	Armed  bool
	Arming int
	// steady is true once the file was read again, a quiet time after it was read for
	// the dialog, and had not grown.
	steady bool
	// newer is what the file holds now when the dialog is stale; gone says that it
	// holds nothing any more.
	newer model.Document
	gone  string
	// Lost is true where the file is not there any more: there is nothing to look at.
	Lost bool
	// told is the view that will count as seen.
	told DrawnMsg
}

// Covers has it take the whole screen.
func (d *Dialog) Covers() {}

// Hear takes answers, and counts what was on screen.
func (d *Dialog) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case OpenedMsg:
		return d.gotOpened(s, msg)
	case WatchedMsg:
		return d.gotWatched(s, msg)
	case EditedMsg:
		return d.gotEdited(s, msg)
	case ArmedMsg:
		d.Armed = d.Armed || msg.Dialog == d.ID && msg.Arming == d.Arming
	case DrawnMsg:
		if msg.dialog == d.ID {
			d.look(msg.view)
		}
	case ReadOutMsg:
		if msg.Dialog == d.ID {
			d.readOut(msg.View)
		}
	case WheelMsg:
		if d.Stage == StageConfirm || d.Stage == StageStale {
			d.scroll(int(msg))
		}
	case tea.WindowSizeMsg, RevealMsg:
		d.layOut(s.Th, s.Width, s.Height)
	case SettledMsg:
		return d.drawCmd(s)
	}
	return nil
}

func (d *Dialog) drawCmd(s *Screen) tea.Cmd {
	now := DrawnMsg{dialog: d.ID, view: d.Frame}
	if now == d.told || now.view == 0 {
		return nil
	}
	d.told = now
	return s.Wait(DrawTime, func(time.Time) tea.Msg { return now })
}

func (d *Dialog) armCmd(s *Screen) tea.Cmd {
	msg := ArmedMsg{Dialog: d.ID, Arming: d.Arming}
	return s.Wait(QuietTime, func(time.Time) tea.Msg { return msg })
}

func (d *Dialog) watch(s *Screen, after time.Duration) tea.Cmd {
	from, id, ref := s.Store, d.ID, d.Decision.Ref
	return s.Wait(after, func(time.Time) tea.Msg {
		doc, err := from.Read(context.Background(), ref)
		return WatchedMsg{Dialog: id, Doc: doc, Err: err}
	})
}

// Begin asks for what has to be written, else shows what there is to decide on.
func (d *Dialog) Begin(s *Screen) tea.Cmd {
	s.Open(d)
	if d.Asked() || d.Decision.Choice.NeedsNote() {
		d.askNote()
		return nil
	}
	return d.fetch(s)
}

// fetch asks for what there is to show. Each asking has a number of its own, so that
// neither answers nor watches of an earlier one reach it.
func (d *Dialog) fetch(s *Screen) tea.Cmd {
	d.ID, d.Stage, d.gone, d.Lost = s.Number(), StageOpening, "", false
	return openCmd(s.Store, d.ID, s.Gen(), d.decisions(s.Now()), s.Board)
}

// edit opens the file that is being decided on. Other bytes have to be read anew.
func (d *Dialog) edit(s *Screen) tea.Cmd {
	reason := ""
	switch {
	case d.Lost:
		reason = "the file is gone"
	case len(d.Batch) > 0 || !d.Decision.Ref.Kind.WholeFile() || d.Decision.Choice == model.ChoiceUndo:
		reason = fmt.Sprintf("the text of %s is not edited here", d.Decision.Ref.Kind)
	default:
		reason = s.CannotEdit()
	}
	if reason != "" {
		s.Say(styles.RoleWarn, "Cannot edit: "+reason+".")
		return d.disarm(s)
	}
	return s.Edit(d.Decision.Ref)
}

// gotEdited looks at what the operator's editor left.
func (d *Dialog) gotEdited(s *Screen, msg EditedMsg) tea.Cmd {
	if d.Decision.Ref != msg.Ref {
		return nil
	}
	cmd := d.disarm(s)
	if d.Stage == StageStale || d.Stage == StageConfirm && msg.After.Seen != d.Doc.Seen {
		d.goStale(s, msg.After, msg.AfterErr)
	}
	return cmd
}

// NewDialog is about decisions that one yes makes.
func NewDialog(decisions []model.Decision, b *board.Board, k keys.Map) *Dialog {
	d := &Dialog{keys: k}
	d.take(decisions, b)
	return d
}

// take sets the decisions. A session that may still be live takes a second yes.
func (d *Dialog) take(decisions []model.Decision, b *board.Board) {
	d.twice, d.Facts = false, nil
	for i := range decisions {
		of := &decisions[i]
		of.Sure = b.MaybeLive(of.Ref)
		d.twice = d.twice || of.Sure
		d.Facts = append(d.Facts, board.BatchFacts(b, of.Ref)...)
	}
	d.Decision, d.Batch = decisions[0], decisions[1:]
	if len(d.Batch) > 0 {
		d.Subject = fmt.Sprintf("%d sessions", len(decisions))
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
		all[i].At, all[i].Note = now, d.Decision.Note
	}
	return all
}

// askNote opens the text field, or the form, as it was left.
func (d *Dialog) askNote() {
	if d.Form != nil {
		d.Stage = StageForm
		return
	}
	text := d.Decision.Note
	if d.Compose != nil {
		text = d.text
	}
	d.Stage, d.Input = StageNote, lineInput(text)
}

func (d *Dialog) written() bool {
	if d.Form == nil {
		return strings.TrimSpace(d.Input.Value()) != ""
	}
	return slices.ContainsFunc(d.Form.Fields, func(f FormField) bool { return f.Choices == nil && strings.TrimSpace(f.input.Value()) != "" })
}

// holds reports whether the operator wrote something, here or as a note.
func (d *Dialog) holds() bool {
	if d.Stage == StageNote || d.Stage == StageForm {
		return d.written()
	}
	return !d.Lost && d.Decision.Choice != model.ChoiceUndo && (d.Asked() || d.Decision.Note != "")
}

// Asked reports a text that must not be lost when it cannot be shown or written.
func (d *Dialog) Asked() bool { return d.Compose != nil || d.Form != nil }

func (d *Dialog) open(msg OpenedMsg) {
	d.take(msg.Decisions, msg.About)
	d.Doc, d.Changes, d.steady = msg.Doc, msg.Changes, false
	d.Stage = StageConfirm
}

// layOut makes the lines for a size. What was seen in another layout does not count.
func (d *Dialog) layOut(th *styles.Theme, w, h int) {
	if d.Stage != StageConfirm && d.Stage != StageStale {
		return
	}
	d.Height = 0
	if w >= draw.MinWidth && h >= draw.MinHeight {
		d.Height = h - dialogFrame
	}
	d.Body, d.Masked = d.content(th, w), d.isMasked(th)
	d.seen = make([]bool, len(d.Body))
	d.Top = 0
	d.scroll(0)
}

func (d *Dialog) scroll(n int) {
	d.Top = max(0, min(d.Top+n, len(d.Body)-d.Height))
	d.Frame++
}

// look remembers the lines of a view that was drawn; what is scrolled past sooner is not seen.
func (d *Dialog) look(view int) {
	if view != d.Frame || d.helping {
		return
	}
	for i := d.Top; i < min(len(d.Body), d.Top+d.Height); i++ {
		d.seen[i] = true
	}
}

// readOut remembers that every line was written out, as the text was laid out then.
func (d *Dialog) readOut(view int) {
	if view == d.Frame {
		for i := range d.seen {
			d.seen[i] = true
		}
	}
}

// Unseen counts the lines that were not on screen yet, and those of them below the window.
func (d *Dialog) Unseen() (all, below int) {
	for i, s := range d.seen {
		if s {
			continue
		}
		all++
		if i >= d.Top {
			below++
		}
	}
	return all, below
}

// Refuse says why a yes does not count now, "" when it does.
func (d *Dialog) Refuse() string {
	unseen, _ := d.Unseen()
	switch {
	case d.helping:
		return "help is over the text; esc closes it"
	case d.Lost:
		return "the file is gone, and nothing can be decided"
	case d.gone != "":
		return "the file cannot be read; " + keys.Of(d.keys.Look) + " tries again"
	case d.Stage == StageStale:
		return "the file changed; " + keys.Of(d.keys.Look) + " looks at it again"
	case d.Stage != StageConfirm:
		return "the text is not on screen yet"
	case d.Height == 0:
		return "the window is too small to read it"
	case unseen > 0:
		return "read the rest first"
	case d.Masked:
		return "something in it is masked; " + keys.Of(d.keys.Reveal) + " shows it"
	case !d.steady:
		return "the file is read once more, to see that nobody is writing it"
	case !d.Armed:
		return "too quick; press y once, on its own"
	}
	return ""
}

// isMasked reports whether something is shown masked: nobody can say yes to what nobody saw.
func (d *Dialog) isMasked(th *styles.Theme) bool {
	if th.Masks(d.Doc.Bytes) && !d.ChangesTellAll() {
		return true
	}
	for _, c := range d.Changes {
		if th.Masks([]byte(strings.Join(c.Before, "\n"))) || th.Masks([]byte(strings.Join(c.After, "\n"))) {
			return true
		}
	}
	return false
}

// typeKey edits the target. Each key starts the quiet time anew, so that the enter at the end
// of a paste sent as keys does not approve.
func (d *Dialog) typeKey(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys.Back):
		s.Close(d)
		s.Say(styles.RoleMuted, "Nothing was decided.")
		return nil
	case msg.Paste:
		s.Say(styles.RoleMuted, "Pasted text does not count; type it.")
		return d.disarm(s)
	case msg.Type == tea.KeyEnter && !d.Armed:
		s.Say(styles.RoleWarn, "Not yet: too quick; press enter once, on its own.")
		return d.disarm(s)
	case msg.Type == tea.KeyEnter:
		if d.Decision.Typed = model.OneLine(d.Input.Value()); d.Decision.Typed != d.MustType {
			s.Say(styles.RoleWarn, "That is not what stands above.")
			return d.disarm(s)
		}
		return d.carryOut(s)
	}
	var cmd tea.Cmd
	d.Input, cmd = d.Input.Update(msg)
	return tea.Batch(cmd, d.disarm(s))
}

// Key lets only a single typed y say yes. Pasted text and keys that arrived together are
// dropped.
func (d *Dialog) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	typing := d.Stage == StageNote || d.Stage == StageForm || d.Stage == StageType
	d.leaving = d.leaving && (key.Matches(msg, s.Keys.Back) || !typing && key.Matches(msg, s.Keys.Quit))
	switch {
	case d.Stage == StageNote:
		return d.noteKey(s, msg)
	case d.Stage == StageForm:
		return d.formKey(s, msg)
	case d.Stage == StageType:
		return d.typeKey(s, msg)
	case d.helping:
		return d.helpKey(s, msg)
	case key.Matches(msg, s.Keys.Help):
		return d.showHelp(s, true)
	case msg.Paste || len(msg.Runes) > 1:
		return d.burst(s, msg)
	case key.Matches(msg, s.Keys.Yes):
		return d.confirm(s)
	case key.Matches(msg, s.Keys.Back) && d.Asked() && d.Stage == StageConfirm:
		d.askNote()
		return nil
	case key.Matches(msg, s.Keys.Back), key.Matches(msg, s.Keys.Quit):
		d.leaveText(s)
		if d.Lost {
			return s.Load()
		}
		return nil
	case key.Matches(msg, s.Keys.Note) && d.Stage == StageConfirm:
		d.askNote()
		return nil
	case key.Matches(msg, s.Keys.Look) && d.Stage == StageStale && !d.Lost:
		return d.fetch(s)
	case key.Matches(msg, s.Keys.Edit) && (d.Stage == StageConfirm || d.Stage == StageStale):
		return d.edit(s)
	case key.Matches(msg, s.Keys.Reveal):
		return s.Reveal()
	case d.move(s, msg):
		return nil
	}
	s.Say(styles.RoleMuted, d.onlyWords())
	return d.disarm(s)
}

// onlyWords say which keys do something, where another one was pressed.
func (d *Dialog) onlyWords() string {
	switch {
	case d.Lost:
		return "The file is gone; only esc works now."
	case d.Stage == StageStale:
		return "Nothing can be decided now: " + keys.Of(d.keys.Look) + " looks again, esc leaves everything as it is."
	}
	return "Only y decides; esc leaves everything as it is."
}

// burst lets only movement through: over a slow line a held key arrives in bursts.
func (d *Dialog) burst(s *Screen, msg tea.KeyMsg) tea.Cmd {
	for _, r := range msg.Runes {
		single := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
		if msg.Paste || !d.move(s, single) {
			s.Say(styles.RoleMuted, "Several keys at once decide nothing.")
			break
		}
	}
	return d.disarm(s)
}

func (d *Dialog) move(s *Screen, msg tea.KeyMsg) bool {
	top := d.Top
	moved := scroll(s.Keys, msg, &top, max(1, d.Height-1), len(d.Body))
	if moved {
		d.scroll(top - d.Top)
	}
	return moved
}

// noteKey edits the reason. Enter shows the decision; it does not make it.
func (d *Dialog) noteKey(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys.Back):
		d.leaveText(s)
		return nil
	case msg.Type == tea.KeyEnter:
		return d.takeNote(s, model.OneLine(d.Input.Value()))
	}
	var cmd tea.Cmd
	d.Input, cmd = d.Input.Update(msg)
	return cmd
}

// Loses reports once whether closing it throws away what the operator wrote.
func (d *Dialog) Loses() bool {
	if d.leaving || !d.holds() {
		return false
	}
	d.leaving = true
	return true
}

// leaveText leaves the dialog. A text would be lost with it, so that takes the key twice.
func (d *Dialog) leaveText(s *Screen) {
	if d.Loses() {
		s.Say(styles.RoleWarn, "What you wrote would be lost; esc again leaves it.")
		return
	}
	s.Close(d)
	s.Say(styles.RoleMuted, "Nothing was decided.")
}

// takeNote goes on with a note: as part of the decision, or as what is decided.
func (d *Dialog) takeNote(s *Screen, note string) tea.Cmd {
	switch {
	case note == "" && d.Compose != nil:
		s.Say(styles.RoleWarn, "An entry needs an insight: what was learned.")
		return nil
	case note == "" && d.Decision.Choice.NeedsNote():
		s.Say(styles.RoleWarn, "A reason is needed: the agent will read it.")
		return nil
	case d.Compose != nil:
		d.text = note
		return d.openEntry(s, d.Compose(note))
	}
	d.Decision.Note = note
	return d.fetch(s)
}

func (d *Dialog) disarm(s *Screen) tea.Cmd {
	d.Armed = false
	d.Arming++
	return d.armCmd(s)
}

// confirm decides when a yes counts; else the quiet time begins anew, so that a held key never
// gets through.
func (d *Dialog) confirm(s *Screen) tea.Cmd {
	reason := d.Refuse()
	if s.Stale != "" {
		reason = s.Stale
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
	if d.MustType != "" {
		d.Stage, d.Input = StageType, lineInput("")
		return d.disarm(s)
	}
	return d.carryOut(s)
}

func (d *Dialog) carryOut(s *Screen) tea.Cmd { return s.Decide(d, d.decisions(s.Now()), d.Changes) }

func (d *Dialog) gotOpened(s *Screen, msg OpenedMsg) tea.Cmd {
	if d.ID != msg.Dialog || d.Stage != StageOpening {
		return nil
	}
	if msg.err != nil {
		cannot := "Cannot decide: "
		if d.Decision.Choice == model.ChoiceUndo {
			cannot = "Cannot undo: "
		}
		s.Say(styles.RoleBad, cannot+phrase.Error(msg.err)+".")
		if d.Asked() {
			d.askNote()
			return nil
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
	return tea.Batch(shown, d.disarm(s), d.watch(s, QuietTime))
}

func (d *Dialog) gotWatched(s *Screen, msg WatchedMsg) tea.Cmd {
	switch {
	case d.ID != msg.Dialog || s.Writing || d.Stage == StageStale:
		return nil
	case d.Stage != StageConfirm:
		return d.watch(s, WatchEvery)
	case msg.Err == nil && msg.Doc.Seen == d.Doc.Seen:
		d.steady = true
		return d.watch(s, WatchEvery)
	}
	d.goStale(s, msg.Doc, msg.Err)
	return nil
}

// goStale takes the yes away, and shows what the file has become.
func (d *Dialog) goStale(s *Screen, now model.Document, err error) {
	d.Stage, d.newer, d.gone = StageStale, now, ""
	d.Lost = errors.Is(err, model.ErrNotFound)
	switch {
	case d.Lost:
		d.gone = phrase.Error(err)
		s.Say(styles.RoleBad, "The file is gone; only esc works now.")
	case err != nil:
		d.gone = phrase.Error(err)
		s.Say(styles.RoleBad, "The file cannot be read any more. y is off.")
	default:
		s.Say(styles.RoleBad, "The file changed while you were reading. y is off.")
	}
	d.layOut(s.Th, s.Width, s.Height)
}

// DialogKeys are the keys of a dialog, for its own help and for that of the pages.
func DialogKeys(k keys.Map) []draw.Hint {
	return []draw.Hint{
		{Key: "y", Does: "yes, once the whole text was on screen"},
		{Key: keys.Of(k.Note), Does: "add or change the note for the agent"},
		{Key: keys.Of(k.Look), Does: "look again when the file changed"},
		{Key: keys.Of(k.Edit), Does: "open it in your editor; what changed has to be read anew"},
		{Key: keys.Of(k.Reveal), Does: "show keys and passwords that are masked"},
		{Key: "esc", Does: "leave everything as it is"},
	}
}

// showHelp puts help over the text, or takes it away. A frame that was on its way does not
// count as seen.
func (d *Dialog) showHelp(s *Screen, open bool) tea.Cmd {
	d.helping, d.helpTop = open, 0
	d.Frame++
	return d.disarm(s)
}

func (d *Dialog) helpKey(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys.Help), key.Matches(msg, s.Keys.Back), key.Matches(msg, s.Keys.Quit):
		return d.showHelp(s, false)
	case !scroll(s.Keys, msg, &d.helpTop, max(1, s.Height-dialogFrame-1), len(d.help(s))):
		s.Say(styles.RoleMuted, "Help is over the text; esc closes it.")
	}
	d.helpTop = max(0, min(d.helpTop, len(d.help(s))-(s.Height-dialogFrame)))
	return nil
}

func (d *Dialog) help(s *Screen) []styles.Line {
	k := s.Keys
	all := append(DialogKeys(k), draw.Hint{Key: k.Moving() + " " + keys.Of(k.Top) + " " + keys.Of(k.Bottom), Does: "move over the text"},
		draw.Hint{Key: keys.Of(k.PageUp) + " " + keys.Of(k.PageDown), Does: "by a page"}, draw.Hint{Key: "ctrl+c", Does: "quit; nothing is decided"})
	var lines []styles.Line
	for _, h := range all {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, s.Width)...)
	}
	return lines
}
