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
	Facts   []board.Fact
	Doc     model.Document
	Changes []model.Change
	// Body is what must be read before a yes, laid out for the current size; seen marks the
	// lines that were on screen.
	Body []styles.Line
	seen []bool
	Top  int
	// Frame numbers the scroll positions.
	Frame int
	// helping is true while help hides the text; helpTop is its scroll position.
	helping bool
	helpTop int
	// Masked is true while a secret in it is hidden.
	Masked bool
	// Height is the rows for Body, 0 if the window is too small.
	Height int
	// Armed is true after the quiet time; Arming numbers the waits for it.
	Armed  bool
	Arming int
	// steady is true once a second read found the file unchanged.
	steady bool
	// newer is the changed file of a stale dialog; gone says in a sentence why it cannot be read.
	newer model.Document
	gone  string
	// Lost is true if the file does not exist any more.
	Lost bool
	// told is the last DrawnMsg asked for.
	told DrawnMsg
}

// Covers makes it take the whole screen.
func (d *Dialog) Covers() {}

// Hear handles answers, and notes what was on screen.
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

func (d *Dialog) watch(s *Screen, after time.Duration) tea.Cmd {
	from, id, ref := s.Store, d.ID, d.Decision.Ref
	return s.Wait(after, func(time.Time) tea.Msg {
		doc, err := from.Read(context.Background(), ref)
		return WatchedMsg{Dialog: id, Doc: doc, Err: err}
	})
}

// Begin asks for the note if there must be one, else shows the decision.
func (d *Dialog) Begin(s *Screen) tea.Cmd {
	s.Open(d)
	if d.Asked() || d.Decision.Choice.NeedsNote() {
		d.askNote()
		return nil
	}
	return d.fetch(s)
}

// fetch loads what there is to show, under a new ID, so that late answers are dropped.
func (d *Dialog) fetch(s *Screen) tea.Cmd {
	d.ID, d.Stage, d.gone, d.Lost = s.Number(), StageOpening, "", false
	return openCmd(s.Store, d.ID, s.Gen(), d.decisions(s.Now()), s.Board)
}

// edit opens the file in the editor. A change makes the dialog stale.
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

// gotEdited goes stale if the editor changed the file.
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

// NewDialog asks for one yes to all decisions.
func NewDialog(decisions []model.Decision, b *board.Board, k keys.Map) *Dialog {
	d := &Dialog{keys: k}
	d.take(decisions, b)
	return d
}

// take sets the decisions. A session that may still be live needs a second yes.
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
		all[i].At, all[i].Note, all[i].How = now, d.Decision.Note, model.HowScreen
	}
	return all
}

// askNote opens the text field or the form, as it was left.
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

// holds reports whether closing would discard a text.
func (d *Dialog) holds() bool {
	if d.Stage == StageNote || d.Stage == StageForm {
		return d.written()
	}
	return !d.Lost && d.Decision.Choice != model.ChoiceUndo && d.Wrote()
}

// Wrote reports a dialog with a text that the operator typed.
func (d *Dialog) Wrote() bool { return d.Asked() || d.Decision.Note != "" }

// Again shows the decision once more after it failed, with the text that was typed.
func (d *Dialog) Again(s *Screen) tea.Cmd { return d.fetch(s) }

// Asked reports a dialog for a journal entry, whose text must not be lost.
func (d *Dialog) Asked() bool { return d.Compose != nil || d.Form != nil }

func (d *Dialog) open(msg OpenedMsg) {
	d.take(msg.Decisions, msg.About)
	d.Doc, d.Changes, d.steady = msg.Doc, msg.Changes, false
	d.Stage = StageConfirm
}

// layOut makes the lines for a size. What was seen in another layout no longer counts.
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

// look marks the lines of a frame that was drawn as seen.
func (d *Dialog) look(view int) {
	if view != d.Frame || d.helping {
		return
	}
	for i := d.Top; i < min(len(d.Body), d.Top+d.Height); i++ {
		d.seen[i] = true
	}
}

// readOut marks every line as seen.
func (d *Dialog) readOut(view int) {
	if view == d.Frame {
		for i := range d.seen {
			d.seen[i] = true
		}
	}
}

// Unseen counts the lines not on screen yet, in all and below the top of the window.
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

// Refuse is why a yes does not count now, "" when it does.
func (d *Dialog) Refuse() string {
	unseen, _ := d.Unseen()
	switch {
	case d.helping:
		return "help is open; esc closes it"
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
		return "something is masked; " + keys.Of(d.keys.Reveal) + " shows it"
	case !d.steady:
		return "checking that nobody is writing the file"
	case !d.Armed:
		return "too quick; press y once, on its own"
	}
	return ""
}

// isMasked reports whether something to be read is masked.
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

// typeKey edits the target. Each key restarts the quiet time, so that the enter at the end of a
// paste sent as keys does not approve.
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
			s.Say(styles.RoleWarn, "That does not match.")
			return d.disarm(s)
		}
		return d.carryOut(s)
	}
	var cmd tea.Cmd
	d.Input, cmd = d.Input.Update(msg)
	return tea.Batch(cmd, d.disarm(s))
}

// Key accepts only a single typed y as a yes, never pasted text or keys that arrived together.
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

// onlyWords say which keys work, after another one.
func (d *Dialog) onlyWords() string {
	switch {
	case d.Lost:
		return "The file is gone; only esc works now."
	case d.Stage == StageStale:
		return "Nothing can be decided now: " + keys.Of(d.keys.Look) + " looks again, esc cancels."
	}
	return "Only y decides; esc cancels."
}

// burst accepts only movement: over a slow line a held key arrives in bursts.
func (d *Dialog) burst(s *Screen, msg tea.KeyMsg) tea.Cmd {
	for _, r := range msg.Runes {
		single := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
		if msg.Paste || !d.move(s, single) {
			s.Say(styles.RoleMuted, "Several keys at once do nothing here.")
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

// noteKey edits the note. Enter shows the decision.
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

// Loses reports, once, whether closing it discards unsaved text.
func (d *Dialog) Loses() bool {
	if d.leaving || !d.holds() {
		return false
	}
	d.leaving = true
	return true
}

// leaveText closes the dialog, at the second key if a text would be lost.
func (d *Dialog) leaveText(s *Screen) {
	if d.Loses() {
		s.Say(styles.RoleWarn, "Unsaved text: esc again discards it.")
		return
	}
	s.Close(d)
	s.Say(styles.RoleMuted, "Nothing was decided.")
}

// takeNote puts the note into the decision, or makes a journal entry of it.
func (d *Dialog) takeNote(s *Screen, note string) tea.Cmd {
	switch {
	case note == "" && d.Compose != nil:
		s.Say(styles.RoleWarn, "An entry needs an insight: what was learned.")
		return nil
	case note == "" && d.Decision.Choice.NeedsNote():
		s.Say(styles.RoleWarn, "A reason is needed: the agent reads it.")
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
	msg := ArmedMsg{Dialog: d.ID, Arming: d.Arming}
	return s.Wait(QuietTime, func(time.Time) tea.Msg { return msg })
}

// confirm decides if the yes counts. If not, the quiet time restarts, so that a held key never
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
		verb := "decide"
		if d.Decision.Choice == model.ChoiceUndo {
			verb = "undo"
		}
		s.Say(styles.RoleBad, phrase.Cannot(verb, phrase.Error(msg.err)))
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

// goStale disables the yes and shows what the file is now.
func (d *Dialog) goStale(s *Screen, now model.Document, err error) {
	d.Stage, d.newer, d.gone = StageStale, now, ""
	d.Lost = errors.Is(err, model.ErrNotFound)
	moved, decided := errors.AsType[model.Moved](err)
	switch {
	case decided:
		d.gone = moved.Choice.Past() + " meanwhile: it lies in " + moved.To + ". Nothing is left to decide."
		s.Say(styles.RoleBad, moved.Choice.Past()+" meanwhile; only esc works now.")
	case d.Lost:
		d.gone = "The file is gone: it, or the vault, was moved or deleted. Nothing can be decided on it."
		s.Say(styles.RoleBad, "The file is gone; only esc works now.")
	case err != nil:
		d.gone = "The file cannot be read any more: " + phrase.Error(err)
		s.Say(styles.RoleBad, "The file cannot be read any more. y is off.")
	default:
		s.Say(styles.RoleBad, "The file changed while you were reading. y is off.")
	}
	d.layOut(s.Th, s.Width, s.Height)
}

// DialogKeys are the keys of a dialog, for help.
func DialogKeys(k keys.Map) []draw.Hint {
	return []draw.Hint{
		{Key: "y", Does: "yes, once you have read it all"},
		{Key: keys.Of(k.Note), Does: "add or change the note for the agent"},
		{Key: keys.Of(k.Look), Does: "look again when the file changed"},
		{Key: keys.Of(k.Edit), Does: "open it in your editor; then read what changed"},
		{Key: keys.Of(k.Reveal), Does: "show keys and passwords that are masked"},
		{Key: "esc", Does: "cancel; nothing changes"},
	}
}

// showHelp opens or closes help. A frame being drawn does not count as seen.
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
		s.Say(styles.RoleMuted, "esc closes help.")
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
