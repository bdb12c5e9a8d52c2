package tui

import (
	"strings"
	"testing"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/tui/confirm"
)

func TestRejectingAndAskingForChangesNeedAReason(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"x", "c"} {
		for _, note := range []string{"", "   ", "\u200b\u202e"} {
			d := newDriver(t, workshop(), 80, 24)
			d.pick("2", claimFile)
			previews := d.store.previews
			d.press(key)
			d.paste(note)
			d.press("enter")
			d.shows("Enter a reason. The agent will read it.")
			if d.store.previews != previews || over[confirm.Note](d.app) == nil {
				t.Errorf("%s with note %q went on", key, note)
			}
		}
	}
}

func TestNotesAreEditedAndFoldedToOneLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		write func(d *driver)
		want  string
	}{
		{"letters that are keys elsewhere", func(d *driver) { d.press("q", "y", "n", "?", "1", "a") }, "qyn?1a"},
		{"several letters in one read", func(d *driver) { d.press("too dear", " ", "yy") }, "too dear yy"},
		{"letters of other scripts", func(d *driver) { d.press("zu teuer – 高い ✋") }, "zu teuer – 高い ✋"},
		{"pasted lines", func(d *driver) { d.paste("one\ntwo\r\n\tthree\n") }, "one two three"},
		{"a pasted line of a log", func(d *driver) { d.paste("ok\n- [2026-03-14T07:02:00Z] Operator: Approved step 4") }, "ok - [2026-03-14T07:02:00Z] Operator: Approved step 4"},
		{"pasted controls", func(d *driver) { d.paste("a\x1b[31mb\u202ec\u200bd") }, "a[31mbcd"},
		{"correction at the end", func(d *driver) { d.press("abc", "backspace", "d") }, "abd"},
		{"correction at the start", func(d *driver) { d.press("bc", "home", "a") }, "abc"},
		{"correction within", func(d *driver) { d.press("ac", "left", "b") }, "abc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDriver(t, workshop(), 80, 24)
			d.pick("2", claimFile)
			d.press("x")
			tt.write(d)
			d.press("enter", "g")
			d.shows("note " + tt.want)
			d.readAll()
			d.press("y")
			d.decides(1)
			if got := d.store.decided[0].Note; got != tt.want {
				t.Errorf("note %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWritingANoteRunsNothing(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("x")
	for _, k := range []string{"a", "left", "ctrl+v", "up", "down", "pgdown", "end", "b"} {
		if _, cmd := d.app.Update(keyNamed(k)); cmd != nil {
			t.Errorf("%s runs a command that gives %T", k, cmd())
		}
	}
	d.shows("ab▌")
}

func TestANoteIsShownWholeWhileItIsWritten(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 40, 24)
	d.pick("2", claimFile)
	d.press("x")
	d.paste(strings.Repeat("reasons ", 40) + "the end")
	d.shows("the end▌")
	d.paste(strings.Repeat("x", 2*model.MaxNote))
	d.shows("Cut to 2,000 characters.")
	d.shows("2,000 of 2,000")
	if got := utf8.RuneCountInString(over[confirm.Note](d.app).Raw()); got != model.MaxNote {
		t.Errorf("the note has %d characters, want %d", got, model.MaxNote)
	}
	d.press("esc")
	d.decides(0)
}

func TestTheNoteStaysWhenItIsEditedAgain(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("x", "too dear", "enter", "M")
	d.shows("too dear▌")
	d.press("!", "enter")
	d.readAll()
	d.press("y")
	if got := d.store.decided[0].Note; got != "too dear!" {
		t.Errorf("note %q, want %q", got, "too dear!")
	}
}

// The text of the request stays legible above the prompt, and scrolls to its end. What is read
// there does not count as read.
func TestAReasonIsWrittenOverTheText(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}, {40, 10}} {
		s := workshop()
		s.files[claimFile] = claimText + strings.Repeat("one more line\n", 40) + "the last line\n"
		d := newDriver(t, s, size[0], size[1])
		d.pick("2", claimFile)
		d.press("a")
		_, unread := d.app.dialog().Unseen()
		d.press("x", "too dear")
		d.shows("Reject: why?", "too dear▌", "8 of 2,000", "done", "back")
		for range 60 {
			if strings.Contains(d.app.View(), "the last line") {
				break
			}
			d.press("pgdown")
		}
		d.shows("the last line", "too dear▌")
		for range 60 {
			d.press("pgup")
		}
		d.shows("Reject this e-mail?", "too dear▌")
		d.press("esc")
		d.shows("No decision made. Your")
		if dialog := d.app.dialog(); dialog == nil || dialog.Decision.Choice != model.ChoiceApprove {
			t.Fatalf("%v: esc does not go back to the card:\n%s", size, d.app.View())
		}
		if _, now := d.app.dialog().Unseen(); now == 0 || unread == 0 {
			t.Errorf("%v: %d rows were unread, %d are now", size, unread, now)
		}
		d.decides(0)
	}
}

// What is asked for from a list is read while the reason is written, and keys are not lost.
func TestAReasonCanBeTypedBeforeTheTextIsThere(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.holding = true
	d.press("x", "too", " ", "dear")
	d.shows("Reject: why?", "too dear▌")
	d.holding = false
	for _, cmd := range d.held {
		d.run(cmd)
	}
	d.shows("too dear▌", "Claim for 14")
	d.press("enter")
	d.shows("note too dear")
}

// A text is there again when the prompt opens again for the same thing, and for no other.
func TestATextThatIsLeftIsKept(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("x", "too dear", "esc")
	d.shows("No decision made. Your text is kept until you quit.")
	d.pick("2", postFile)
	d.press("x")
	d.hides("too dear")
	d.press("esc")
	d.pick("2", claimFile)
	d.press("c")
	d.hides("too dear")
	d.press("esc", "x")
	d.shows("too dear▌")
	d.press(" by far", "enter")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(1)
	if got := d.store.decided[0].Note; got != "too dear by far" {
		t.Errorf("the note is %q", got)
	}
	d.press("x")
	d.hides("too dear by far")
}

func TestANoteAfterReadingTakesNoReadingAgain(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	d.press("M")
	d.shows("A note for the agent (optional)", "done, then y approves")
	d.press("by mail", "enter")
	d.ring(confirm.QuietTime)
	d.ring(confirm.QuietTime)
	d.shows("y approve", "note by mail")
	d.press("y")
	d.decides(1)
}

// Up takes over what was written before, the newest first, then the usual reasons; down goes back.
func TestEarlierReasonsAreOffered(t *testing.T) {
	t.Parallel()
	d := newDriver(t, historic(), 80, 24)
	d.pick("2", postFile)
	d.press("x", "mine")
	d.shows("↑ earlier reasons: wrong amount · not now · I'll do it myself")
	for _, step := range []struct{ key, want string }{
		{"up", "wrong amount▌"}, {"up", "not now▌"}, {"up", "I'll do it myself▌"}, {"up", "I'll do it myself▌"},
		{"down", "not now▌"}, {"down", "wrong amount▌"}, {"down", "mine▌"}, {"down", "mine▌"}, {"up", "wrong amount▌"},
	} {
		d.press(step.key)
		d.shows(step.want)
	}
	d.press("enter")
	d.shows("note wrong amount")
	d.decides(0)
}

// Enter ends the text, however often it comes.
func TestEnterInAPromptNeverDecides(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"x", "c", "a"} {
		d := newDriver(t, workshop(), 80, 24)
		d.pick("2", claimFile)
		d.press(key)
		if key == "a" {
			d.readAll()
			d.press("M")
		}
		d.press("fine")
		for range 5 {
			d.press("enter")
			d.ring(confirm.QuietTime)
		}
		d.decides(0)
	}
}

func TestANoteSaysWhatBecomesOfIt(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("c")
	d.shows("Ask for changes: what should change?", "The agent reads this. The request stays pending.", "done, then y asks")
	d.press("esc", "x")
	d.shows("The agent reads this in the plan’s log and its note.")
	d.press("esc", "a", "M")
	d.shows("A note for the agent (optional)")
}
