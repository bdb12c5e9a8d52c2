package confirm

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// Key is a row of the table of a dialog's keys. A key has several rows where its words depend.
type Key struct {
	ID keys.ID
	// Says is what it does, in help and in docs/keys.md, "" for one that another row explains.
	Says string
	// Bound, Does and Command are those of an action that no page has: its first key, its name in the
	// settings, and the command that does the same.
	Bound, Does, Command string
	// here is when the dialog has the key, nil for always, and shown when it is among the hints.
	here  func(d *Dialog) bool
	shown func(d *Dialog) bool
	// hint is its name there, "" for none, or name where it depends; place is where it stands, and rank when
	// it gives way.
	hint        string
	name        func(d *Dialog) string
	place, rank int
	// offer is what plain lines say of it, with the name behind it where that depends, "" for nothing. After
	// anew they write the decision again.
	offer string
	anew  bool
	// run is nil for a key that moves over the text.
	run func(d *Dialog, s *overlay.Screen) tea.Cmd
}

// What gives way in the footer of a card where there is little room, last first.
const (
	staysRank = iota
	refuseRank
	helpRank
	exactRank
	doubtRank
	noteRank
	editRank
	bytesRank
)

// Keys is the table of the dialog's keys. What a key does, hints, help, plain lines, docs/keys.md and the keys
// of the settings are made from it.
func Keys() []Key {
	return []Key{
		{ID: keys.Yes, Bound: "y", Does: "approve, do it", Says: "approve, once you have read everything", shown: (*Dialog).lit, name: (*Dialog).key, run: (*Dialog).confirm},
		{ID: keys.PageDown, here: func(d *Dialog) bool { _, below := d.Unseen(); return d.reads() && below > 0 }, hint: "read on", place: 1},
		{ID: keys.PageUp, here: func(d *Dialog) bool { all, below := d.Unseen(); return d.reads() && all > 0 && below == 0 }, hint: "read the rest", place: 1},
		{ID: keys.Reject, Says: "reject instead, with a reason", here: func(d *Dialog) bool { return d.reads() && d.no() != model.ChoiceNone },
			name: func(d *Dialog) string { return d.no().Key() }, place: 4, rank: refuseRank, run: func(d *Dialog, s *overlay.Screen) tea.Cmd { return d.turnTo(s, d.no()) }},
		{ID: keys.Changes, Says: "ask for changes instead", here: func(d *Dialog) bool { return d.reads() && d.no() == model.ChoiceReject },
			hint: model.ChoiceChanges.Key(), place: 5, rank: refuseRank, run: func(d *Dialog, s *overlay.Screen) tea.Cmd { return d.turnTo(s, model.ChoiceChanges) }},
		{ID: keys.Note, Says: "add or change the note for the agent", here: func(d *Dialog) bool { return d.reads() && !d.Asked() }, hint: "note", place: 6, rank: noteRank, offer: "to add a note", run: (*Dialog).noteOnCard},
		{ID: keys.Note, here: (*Dialog).asks, hint: "edit", place: 6, rank: noteRank, offer: "to edit it", run: (*Dialog).noteOnCard},
		{ID: keys.Exact, Bound: "D", Does: "exact changes of a decision", Command: "approve REF --dry-run", Says: "every change this decision makes, line by line", here: (*Dialog).reads,
			shown: func(d *Dialog) bool { return len(d.Changes) > 0 }, hint: "changes", place: 8, rank: exactRank, run: (*Dialog).showExact},
		{ID: keys.NextDoubt, Bound: "]", Does: "next warning in a decision", Says: "go to the next warning in the text", here: func(d *Dialog) bool { return d.reads() && len(d.card.notes) > 0 }, hint: "next warning", place: 7, rank: doubtRank, run: (*Dialog).toNextDoubt},
		{ID: keys.HowOften, Bound: "t", Does: "how often an action may run", Command: "approve REF --times N", Says: "allow an action once, 3 times, 10 times, for 30 minutes, or in its session", here: (*Dialog).scoped,
			name: func(d *Dialog) string { return phrase.NextTimes(d.nextScope()) }, place: 2, rank: refuseRank, offer: "for ", anew: true, run: (*Dialog).turnScope},
		{ID: keys.Pattern, Bound: "p", Does: "allow all that fits a pattern", Command: "approve REF --pattern PATTERN", Says: "allow every shell line that fits a pattern", here: (*Dialog).patterned, hint: "pattern", place: 3, rank: refuseRank, offer: "for a pattern", run: (*Dialog).askPattern},
		{ID: keys.Rule, Says: "add a rule that asks for actions like this one", here: func(d *Dialog) bool { return d.reads() && d.action != nil }, run: (*Dialog).addRule},
		{ID: keys.Look, Bound: "l", Does: "look at the new text", Says: "reread a file that changed", here: func(d *Dialog) bool { return d.stopped() && d.gone == "" }, hint: "look at the new text", offer: "to look at the new text", run: (*Dialog).fetch},
		{ID: keys.Look, here: func(d *Dialog) bool { return d.stopped() && d.gone != "" && !d.Lost() }, hint: "reread", offer: "to look at the new text", run: (*Dialog).fetch},
		{ID: keys.Source, Says: "show the file from its first line on, nothing folded", here: func(d *Dialog) bool { return d.reads() && !d.ChangesTellAll() && len(d.Batch) == 0 },
			name: func(d *Dialog) string { return map[bool]string{false: "bytes", true: "text"}[d.bytes] }, place: 9, rank: bytesRank, run: (*Dialog).turnBytes},
		{ID: keys.Edit, Says: "open it in your editor; then read the changes", here: func(d *Dialog) bool { return d.reads() || d.stopped() },
			shown: func(d *Dialog) bool { return d.reads() && d.cannotEdit() == "" }, hint: "edit", place: 10, rank: editRank, run: (*Dialog).edit},
		{ID: keys.Reveal, Says: "show keys and passwords that are masked", shown: func(d *Dialog) bool { return d.reads() && d.guard.IsMasked() },
			hint: "show masked", offer: "to show what is masked", anew: true, run: func(_ *Dialog, s *overlay.Screen) tea.Cmd { return s.Reveal() }},
		{ID: keys.Help, Says: "these keys", here: func(d *Dialog) bool { return !d.Lost() }, shown: func(d *Dialog) bool { return d.reads() || d.stopped() }, hint: "help", place: 11, rank: helpRank, run: (*Dialog).showHelp},
		{ID: keys.Back, Says: "cancel; nothing changes", here: func(d *Dialog) bool { return !d.asks() }, hint: "cancel", place: 12, run: (*Dialog).leave},
		{ID: keys.Back, here: (*Dialog).asks, hint: "back", place: 12, run: func(d *Dialog, s *overlay.Screen) tea.Cmd { d.askNote(s, false); return nil }},
		{ID: keys.Quit, Says: "cancel as well", run: (*Dialog).leave},
	}
}

// Key accepts only a single typed y as a yes, never pasted text or keys that arrived together.
func (d *Dialog) Key(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	var joined Reason
	if d.guard, joined = d.guard.Key(); joined != None {
		return d.answers(s, joined)
	}
	d.leaving = d.leaving && key.Matches(msg, s.Keys[keys.Back], s.Keys[keys.Quit])
	switch {
	case d.guard.Stage() == Typing:
		return d.typeKey(s, msg)
	case msg.Paste || len(msg.Runes) > 1:
		return d.burst(s, msg)
	}
	for _, k := range d.here() {
		if k.run != nil && key.Matches(msg, s.Keys[k.ID]) {
			return k.run(d, s)
		}
	}
	if d.move(s, msg) {
		return nil
	}
	s.Say(styles.RoleMuted, d.onlyWords())
	return d.disarm(s)
}

// here are the keys that the dialog has now.
func (d *Dialog) here() []Key {
	return slices.DeleteFunc(Keys(), func(k Key) bool { return k.here != nil && !k.here(d) })
}

func (k Key) called(d *Dialog) string {
	if k.name != nil {
		return k.name(d)
	}
	return k.hint
}

// Offer is a key for plain lines. After Anew the decision is another one, to be read again.
type Offer struct {
	Key, Does string
	Anew      bool
}

// Offers are the keys that plain lines have now besides the yes.
func (d *Dialog) Offers() []Offer {
	var all []Offer
	for _, k := range d.here() {
		if k.offer != "" && (k.shown == nil || k.shown(d)) {
			says := k.offer
			if k.name != nil {
				says += k.name(d)
			}
			all = append(all, Offer{keys.Of(d.keys[k.ID]), says, k.anew})
		}
	}
	return all
}

// helpOf are keys of the table as help lists them.
func helpOf(k keys.Map, rows []Key) []draw.Hint {
	var hints []draw.Hint
	for _, row := range rows {
		if row.Says != "" {
			hints = append(hints, draw.Hint{Key: keys.Of(k[row.ID]), Does: row.Says})
		}
	}
	return hints
}

// DialogKeys are the keys of a dialog, for help.
func DialogKeys(k keys.Map) []draw.Hint { return helpOf(k, Keys()) }

// reads reports that the text is there to be read, stopped that nothing can be decided any more.
func (d *Dialog) reads() bool   { return d.guard.Stage() == Reading }
func (d *Dialog) stopped() bool { return d.guard.Stage() == Stopped }

// asks reports an entry whose question can be answered anew.
func (d *Dialog) asks() bool { return d.reads() && d.Asked() }

// lit reports that the yes is drawn: it counts, or is about to.
func (d *Dialog) lit() bool {
	return d.reads() && !d.guard.IsMasked() && d.guard.IsRead() && (d.guard.IsReady() || !d.guard.IsRested() && d.motion)
}

// noteOnCard writes the note over the card.
func (d *Dialog) noteOnCard(s *overlay.Screen) tea.Cmd {
	d.askNote(s, true)
	return d.disarm(s)
}

func (d *Dialog) addRule(s *overlay.Screen) tea.Cmd {
	return tea.Batch(s.AddRule([]model.Action{d.action.Action}), d.disarm(s))
}

// turnBytes shows the file in its own order, or the letter first again.
func (d *Dialog) turnBytes(s *overlay.Screen) tea.Cmd {
	d.bytes = !d.bytes
	d.layOut(s.Th, s.Width, s.Height)
	return d.disarm(s)
}

// no is the choice of the no key, ChoiceNone for a decision without one.
func (d *Dialog) no() model.Choice {
	switch {
	case len(d.Batch) > 0:
		return model.ChoiceNone
	case d.Decision.Choice == model.ChoiceApprove:
		return model.ChoiceReject
	case d.Decision.Choice == model.ChoiceAccept:
		return model.ChoiceDecline
	}
	return model.ChoiceNone
}

// isNo reports a decision that takes no reading: a no, a wish for changes, and an undo.
func (d *Dialog) isNo() bool {
	switch d.Decision.Choice {
	case model.ChoiceReject, model.ChoiceChanges, model.ChoiceDecline, model.ChoiceUndo:
		return true
	}
	return false
}

// turnTo makes the dialog ask for a no. Its reason is asked for over the same text, with what the
// no changes.
func (d *Dialog) turnTo(s *overlay.Screen, choice model.Choice) tea.Cmd {
	about := s.Board.About(d.Decision.Ref)
	if reason := rule.Refuse(about, d.Decision.Ref, choice); reason.Given() {
		s.Say(styles.RoleWarn, phrase.Cannot(choice.Key(), phrase.Reason(reason)))
		return d.disarm(s)
	}
	d.from, d.Decision.Choice, d.Decision.Scope = d.Decision.Choice, choice, model.Scope{}
	d.weigh(s.Board)
	return d.fetchUnderNote(s)
}

// toNextDoubt moves to the next remark in the text, after the last to the first.
func (d *Dialog) toNextDoubt(s *overlay.Screen) tea.Cmd {
	to := d.card.notes[0]
	for _, row := range d.card.notes {
		if row > d.Top+d.Height/2 {
			to = row
			break
		}
	}
	d.scroll(to - d.Height/2 - d.Top)
	return d.disarm(s)
}

// onlyWords say which keys work, after another one.
func (d *Dialog) onlyWords() string {
	switch {
	case d.Lost():
		return "The file is gone; only esc works now."
	case d.stopped():
		return "Nothing can be decided now: " + keys.Of(d.keys[keys.Look]) + " rereads it, esc cancels."
	}
	return "y confirms, esc cancels."
}

// burst accepts only movement: over a slow line a held key arrives in bursts.
func (d *Dialog) burst(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	for _, r := range msg.Runes {
		single := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
		if msg.Paste || !d.move(s, single) {
			s.Say(styles.RoleMuted, "Several keys at once do nothing here.")
			break
		}
	}
	return d.disarm(s)
}

func (d *Dialog) move(s *overlay.Screen, msg tea.KeyMsg) bool {
	moved := d.Scroller.Key(s.Keys, msg, d.Height, len(d.Body))
	if moved {
		d.Frame++
	}
	return moved
}

// typeKey edits the target. Each key restarts the quiet time, so that the enter at the end of a
// paste sent as keys does not approve.
func (d *Dialog) typeKey(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys[keys.Back]):
		s.Close(d)
		s.Say(styles.RoleMuted, "No decision made.")
		return nil
	case msg.Type == tea.KeyPgUp, msg.Type == tea.KeyPgDown:
		by := max(1, d.typeBox(s).Y-1)
		if msg.Type == tea.KeyPgUp {
			by = -by
		}
		d.By(by, max(by, -by), len(d.Body))
		d.Frame++
		return nil
	case msg.Type == tea.KeyEnter:
		d.Decision.Typed = model.OneLine(d.Input.Value())
		return d.confirm(s)
	}
	var cmd tea.Cmd
	if !msg.Paste {
		d.Input, cmd = d.Input.Update(msg)
	}
	var pasted Reason
	if d.guard, pasted = d.guard.Type(model.OneLine(d.Input.Value()), msg.Paste); pasted != None {
		return d.answers(s, pasted)
	}
	return tea.Batch(cmd, d.rest(s))
}

// Decides is true for the yes, and for the enter behind a typed target.
func (d *Dialog) Decides(key string) bool {
	return key == "y" || d.guard.Stage() == Typing && key == "enter"
}

// HintAt is the hint at a cell of the screen, false for none.
func (d *Dialog) HintAt(s *overlay.Screen, x, y int) (draw.Hint, bool) {
	if y != s.Height-1 {
		return draw.Hint{}, false
	}
	return draw.HintAt(d.Hints(s), s.Width-draw.TextEdge-draw.RightEdge, x-draw.TextEdge)
}
