package plain

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/overlay"
)

// leaveLine cancels a question for a text.
const leaveLine = "."

const unwrapped = 1 << 30

// converse asks the questions of the top overlay and writes the outcome.
func (l *lines) converse() {
	l.read = 0
	for !l.over && l.question() {
	}
	l.leave()
	if l.snoozing() != nil {
		l.askSnooze()
	}
	if l.message() != nil {
		l.askMessage()
	}
	l.say()
}

// question asks what a decision needs next, and reports whether there is one.
func (l *lines) question() bool {
	switch o := l.s.Over.(type) {
	case *confirm.Note:
		l.askNote(o)
	case *confirm.Form:
		l.askForm(o)
	case *confirm.Dialog:
		switch o.Guard().Stage() {
		case confirm.Typing:
			l.askTyped()
		case confirm.Reading:
			if l.read != o.ID {
				l.read = o.ID
				l.readOut()
			}
			l.askYes()
		case confirm.Stopped:
			l.askStale()
		default:
			l.leave()
		}
	default:
		return false
	}
	return true
}

// leave closes the dialog without a decision, which may take several keys.
func (l *lines) leave() {
	for range 4 {
		switch l.s.Over.(type) {
		case *confirm.Note, *confirm.Form, *confirm.Dialog:
			l.press("esc")
		}
	}
}

// readOut writes what must be read before a yes, and reads the file once more.
func (l *lines) readOut() {
	d := l.dialog()
	l.value(d.Decision.Choice.Order()+": ", l.s.Theme.Label(d.Subject))
	if l.s.Where != "" {
		l.value("Decided ", l.s.Theme.Label(l.s.Where))
	}
	l.facts(d.Facts)
	for _, words := range d.Lets() {
		l.value("Effect: ", l.s.Theme.Said(words))
	}
	if d.Decision.Note != "" {
		l.value("Your note: ", l.s.Theme.Label(d.Decision.Note))
	}
	if len(d.Changes) == 0 {
		l.plain("What will happen: nothing is written but your own ledger.")
	} else {
		l.plain("What will happen:")
	}
	for _, line := range confirm.ChangeLines(l.s.Theme, d.Changes, unwrapped) {
		l.print(l.s.Theme, line...)
	}
	if parts, ok := d.ActionText(); ok {
		l.parts(parts)
	} else if len(d.Batch) == 0 && !d.ChangesTellAll() {
		l.text(d.Doc.TextName(), draw.WholeLine(d.Decision.Ref.Kind, d.Doc.Bytes), -1)
	}
	if l.over {
		return
	}
	l.send(confirm.ReadOutMsg{Dialog: d.ID, View: d.Frame})
	l.lookAgain()
}

// lookAgain compares the file with what was written, and ends the quiet time.
func (l *lines) lookAgain() {
	d := l.dialog()
	doc, err := l.s.Files.Read(context.Background(), d.Decision.Ref)
	l.send(confirm.WatchedMsg{Dialog: d.ID, Doc: doc, Err: err})
	l.send(confirm.ArmedMsg{Dialog: d.ID, Arming: d.Guard().Quiet()})
}

// askYes accepts only the word yes.
func (l *lines) askYes() {
	d := l.dialog()
	if d == nil || d.Guard().Stage() != confirm.Reading {
		return
	}
	text, ok := l.confirm("Type yes to " + strings.ToLower(d.Decision.Choice.Order()) + offered(d) + ", anything else to cancel")
	switch {
	case !ok:
	case text == "yes":
		if l.lookAgain(); d.Guard().Stage() != confirm.Reading {
			return
		}
		l.press("y")
		l.send(d.Alone())
		if l.dialog() != nil {
			l.say()
		}
	default:
		l.take(text)
	}
}

// offered are the keys that work now besides the yes.
func offered(d *confirm.Dialog) (words string) {
	for _, o := range d.Offers() {
		words += ", " + o.Key + " " + o.Does
	}
	return words
}

// take presses the key of an offer; without one it leaves.
func (l *lines) take(text string) {
	offers := l.dialog().Offers()
	at := slices.IndexFunc(offers, func(o confirm.Offer) bool { return o.Key == text })
	if at < 0 {
		l.leave()
		return
	}
	if l.press(text); offers[at].Anew {
		l.readOut()
	}
}

func (l *lines) askStale() {
	d := l.dialog()
	l.say()
	for _, line := range d.StaleContent(l.s.Theme, unwrapped) {
		l.print(l.s.Theme, line...)
	}
	if d.Lost() {
		l.leave()
		return
	}
	l.take(l.ask("Type " + strings.TrimPrefix(offered(d), ", ") + ", anything else to cancel"))
}

func (l *lines) askTyped() {
	d := l.dialog()
	for _, why := range d.WhyType {
		l.value("Careful: ", l.s.Theme.Show(why))
	}
	l.value("To approve anyway, type: ", l.s.Theme.Show(d.MustType))
	text, ok := l.confirm("The target, or an empty line to cancel")
	switch {
	case !ok:
		return
	case text == "":
		l.leave()
		return
	}
	l.press("clear")
	l.enter(text)
	// The line came after the question, which is the quiet time here.
	l.send(confirm.ArmedMsg{Dialog: d.ID, Arming: d.Guard().Quiet()})
	l.press("enter")
	l.send(d.Alone())
	if l.dialog() != nil {
		l.say()
	}
}

// askNote asks for a note, again if it is too long.
func (l *lines) askNote(n *confirm.Note) {
	l.plain(n.Title)
	text := l.ask("Your text, or " + leaveLine + " to cancel")
	switch {
	case text == leaveLine || l.over:
		l.leave()
		return
	case l.tooLong(text):
		return
	}
	l.press("clear")
	l.enter(text)
	l.press("enter")
	if l.s.Over == overlay.Overlay(n) {
		l.say()
	}
}

// tooLong says that a text is longer than a note can be.
func (l *lines) tooLong(text string) bool {
	n := utf8.RuneCountInString(text)
	if n > model.MaxNote {
		l.plain(fmt.Sprintf("Too long: %d characters of at most %d.", n, model.MaxNote))
	}
	return n > model.MaxNote
}

// askForm asks for each field of an entry.
func (l *lines) askForm(f *confirm.Form) {
	l.plain("An empty line keeps a part unchanged, " + leaveLine + " cancels.")
	for range f.Fields {
		if !l.askField(&f.Fields[f.At]) {
			l.leave()
			return
		}
		l.press("tab")
	}
	l.press("review")
	if l.s.Over == overlay.Overlay(f) {
		l.say()
	}
}

// askField asks for a field until the answer fits. It returns false to cancel.
func (l *lines) askField(field *confirm.FormField) bool {
	for !l.over {
		question := field.Label
		if field.Choices != nil {
			question += " (" + strings.Join(field.Choices, ", ") + "), now " + field.Choices[field.Chosen]
		}
		text := l.ask(question)
		switch {
		case text == leaveLine || l.over:
			return false
		case text == "":
			return true
		case l.tooLong(text):
		case field.Choices == nil:
			l.press("clear")
			l.enter(text)
			return true
		case l.turn(field, text):
			return true
		default:
			l.plain("Not one of them.")
		}
	}
	return false
}

func (l *lines) turn(field *confirm.FormField, name string) bool {
	for range field.Choices {
		if strings.EqualFold(field.Choices[field.Chosen], name) {
			return true
		}
		l.press("right")
	}
	return false
}

func (l *lines) askSnooze() {
	l.value("Snooze: ", l.s.Theme.Label(l.snoozing().Subject))
	l.press("3")
	for l.snoozing() != nil {
		text := l.ask("Until when (1h, 2d, tomorrow, " + overlay.ExampleDates(l.s.Now()) + "), or an empty line to cancel")
		if text == "" {
			l.press("esc")
			return
		}
		l.press("clear")
		l.enter(text)
		l.press("enter")
		if l.snoozing() != nil {
			l.say()
		}
	}
}

// noMessage clears the message.
const noMessage = "-"

func (l *lines) askMessage() {
	if was := l.message().Was; was != "" {
		l.value("The next session gets: ", l.s.Theme.Label(was))
	}
	for l.message() != nil {
		text := l.ask("Your message to the next session, " + noMessage + " to clear it, or " + leaveLine + " to cancel")
		switch {
		case l.tooLong(text):
			continue
		case l.over, text == leaveLine, text == "":
			l.press("esc")
			continue
		case text == noMessage:
			text = ""
		}
		l.press("clear")
		l.enter(text)
		l.press("enter")
	}
}

// dialog, snoozing and message are the top overlay, nil if it is another one.
func (l *lines) dialog() *confirm.Dialog { d, _ := l.s.Over.(*confirm.Dialog); return d }

func (l *lines) snoozing() *overlay.Snooze { p, _ := l.s.Over.(*overlay.Snooze); return p }

func (l *lines) message() *overlay.Message { p, _ := l.s.Over.(*overlay.Message); return p }
