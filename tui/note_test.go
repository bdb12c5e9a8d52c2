package tui

import (
	"strings"
	"testing"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/tui/overlay"
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
			d.shows("A reason is needed: the agent reads it.")
			if d.store.previews != previews || d.app.dialog().Stage != overlay.StageNote {
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
	for _, k := range []string{"x", "a", "left", "ctrl+v", "end", "b"} {
		if _, cmd := d.app.Update(keyNamed(k)); cmd != nil {
			t.Errorf("%s runs a command that gives %T", k, cmd())
		}
	}
	d.shows("ab│")
}

func TestANoteIsShownWholeWhileItIsWritten(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 40, 24)
	d.pick("2", claimFile)
	d.press("x")
	d.paste(strings.Repeat("reasons ", 40) + "the end")
	d.shows("the end│")
	d.paste(strings.Repeat("x", 2*model.MaxNote))
	d.shows("The note is full.")
	if got := utf8.RuneCountInString(d.app.dialog().Input.Value()); got != model.MaxNote {
		t.Errorf("the note has %d characters, want %d", got, model.MaxNote)
	}
	d.press("esc")
	d.decides(0)
}

func TestTheNoteStaysWhenItIsEditedAgain(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("x", "too dear", "enter", "n")
	d.shows("too dear│")
	d.press("!", "enter")
	d.readAll()
	d.press("y")
	if got := d.store.decided[0].Note; got != "too dear!" {
		t.Errorf("note %q, want %q", got, "too dear!")
	}
}

func TestWritingANoteShowsTheFacts(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("x")
	d.shows("Why not? The agent reads this.", "to claims@northreach.example", "until Fri 23:59")
	d.press("esc", "c")
	d.shows("What should change? The request stays pending.")
	d.press("esc", "a", "n")
	d.shows("A note for the agent (optional).")
}
