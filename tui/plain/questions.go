package plain

import (
	"context"
	"fmt"
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
	read := 0
	for l.dialog() != nil && !l.over {
		switch d := l.dialog(); d.Step() {
		case confirm.StepNote:
			l.askNote()
		case confirm.StepForm:
			l.askForm()
		case confirm.StepType:
			l.askTyped()
		case confirm.StepConfirm:
			if read != d.ID {
				read = d.ID
				l.readOut()
			}
			l.askYes()
		case confirm.StepStale:
			l.askStale()
		default:
			l.leave()
		}
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

// leave closes the dialog without a decision, which may take several keys.
func (l *lines) leave() {
	for range 4 {
		if l.dialog() != nil {
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
	if d.Step() != confirm.StepConfirm {
		return
	}
	does, other := strings.ToLower(d.Decision.Choice.Order()), ", n to add a note"
	if d.Asked() {
		other = ", n to edit it"
	}
	if d.Guard().IsMasked() {
		other += ", V to show what is masked"
	}
	if scope := d.NextTimes(); scope != "" {
		other += ", t for " + scope
	}
	if d.Patterned() {
		other += ", p for a pattern"
	}
	text, ok := l.confirm("Type yes to " + does + other + ", anything else to cancel")
	switch {
	case !ok:
	case text == "yes":
		if l.lookAgain(); l.dialog().Step() != confirm.StepConfirm {
			return
		}
		l.press("y")
		l.send(d.Alone())
		if l.dialog() != nil {
			l.say()
		}
	case text == "n":
		l.press("n")
	case text == "t" && d.NextTimes() != "":
		l.press("t")
		l.readOut()
	case text == "p" && d.Patterned():
		l.press("p")
	case text == "V":
		l.press("V")
		l.readOut()
	default:
		l.leave()
	}
}

func (l *lines) askStale() {
	d := l.dialog()
	l.say()
	for _, line := range d.StaleContent(l.s.Theme, unwrapped) {
		l.print(l.s.Theme, line...)
	}
	if d.Lost() || l.ask("Type l to look at the new text, anything else to cancel") != "l" {
		l.leave()
		return
	}
	l.press("l")
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
func (l *lines) askNote() {
	d := l.dialog()
	l.plain(d.Question())
	text := l.ask("Your text, or " + leaveLine + " to cancel")
	switch n := utf8.RuneCountInString(text); {
	case text == leaveLine || l.over:
		l.leave()
		return
	case n > model.MaxNote:
		l.plain(fmt.Sprintf("Too long: %d characters of at most %d.", n, model.MaxNote))
		return
	}
	l.press("clear")
	l.enter(text)
	l.press("enter")
	if l.dialog() != nil && l.dialog().Step() == confirm.StepNote {
		l.say()
	}
}

// askForm asks for each field of an entry.
func (l *lines) askForm() {
	f := l.dialog().Form
	l.plain("An empty line keeps a part unchanged, " + leaveLine + " cancels.")
	for range f.Fields {
		if !l.askField(&f.Fields[f.At]) {
			l.leave()
			return
		}
		l.press("tab")
	}
	l.press("review")
	if l.dialog() != nil && l.dialog().Step() == confirm.StepForm {
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
		switch n := utf8.RuneCountInString(text); {
		case text == leaveLine || l.over:
			return false
		case text == "":
			return true
		case n > model.MaxNote:
			l.plain(fmt.Sprintf("Too long: %d characters of at most %d.", n, model.MaxNote))
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
		if n := utf8.RuneCountInString(text); n > model.MaxNote {
			l.plain(fmt.Sprintf("Too long: %d characters of at most %d.", n, model.MaxNote))
			continue
		}
		switch {
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
