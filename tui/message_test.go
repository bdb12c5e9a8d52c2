package tui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

// told is a workshop in which a message waits for the next session.
func told() *fakeStore {
	s := workshop()
	s.snapshot.Message = model.Message{Text: "Ask Northreach before you send anything, and keep the batch list", At: clock().Add(-2 * time.Hour)}
	return s
}

func TestAMessageIsWrittenOnEveryPage(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
		d := newDriver(t, interrupted(), 80, 24)
		d.press(page, "m", "Ask first", "enter")
		d.shows("Saved for the next session. m changes it.")
		if m := d.store.snapshot.Message; m.Text != "Ask first" || !m.At.Equal(clock()) {
			t.Errorf("page %s: kept %+v", page, m)
		}
		d.press("1")
		d.shows("Your message to the next session, just now: Ask first")
		d.decides(0)
	}
}

func TestAMessageIsChangedAndTakenAway(t *testing.T) {
	t.Parallel()
	d := newDriver(t, told(), 80, 24)
	d.shows("Your message to the next session, 2 h ago: Ask Northreach before")
	d.press("2", "enter", "m")
	d.shows("Message to the next session", "keep the batch list")
	d.press("ctrl+u")
	d.paste("Send\nnothing\u202e")
	d.shows("⟦U+202E RLO⟧")
	d.press("enter")
	if m := d.store.snapshot.Message; m.Text != "Send nothing" {
		t.Errorf("kept %q", m.Text)
	}
	d.press("m", "enter")
	d.shows("Message unchanged.")
	d.press("m", "ctrl+u", "enter")
	d.shows("Message cleared; no session got it.")
	if m := d.store.snapshot.Message; m.Text != "" {
		t.Errorf("kept %q", m.Text)
	}
}

func TestATypedMessageIsNotLostByOneKey(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("m", "q?1", "esc")
	d.shows("Message unchanged; your text is kept")
	d.press("2", "m")
	d.shows("q?1▌")
	d.press("x", "ctrl+c")
	d.shows("Unsaved text: ctrl+c again quits.")
	if d.quit {
		t.Fatal("it quit")
	}
	d.press("ctrl+c")
	if !d.quit || d.store.snapshot.Message.Text != "" {
		t.Errorf("quit %v, kept %+v", d.quit, d.store.snapshot.Message)
	}
	// Keys that came in one read: the others were typed before the field stood there.
	d = newDriver(t, workshop(), 80, 24)
	d.press("mabc")
	if d.app.message() == nil || d.app.message().Raw() != "" {
		t.Error("what was typed ahead is in the field")
	}
	d.press(strings.Repeat("ß", model.MaxNote+1))
	d.shows("2,000 of 2,000")
	d.store.snoozeErr = errors.New("writing the message: no room")
	d.press("enter")
	d.shows("Failed: writing the message: no room.", "ß")
	d.store.snoozeErr = model.ErrLocked
	d.press("enter")
	d.shows("Nothing was written: another coldstart is writing. Try again in a moment.")
	d.store.snoozeErr = nil
	d.press("enter")
	if n := len([]rune(d.store.snapshot.Message.Text)); n != model.MaxNote {
		t.Errorf("%d characters were kept of what was typed", n)
	}
}

func TestASessionThatGotTheMessageIsTold(t *testing.T) {
	t.Parallel()
	s := told()
	d := newDriver(t, s, 80, 24)
	d.press("m", " too")
	// A session starts meanwhile.
	s.snapshot.Message.Delivered = model.Delivery{Session: "246", At: clock()}
	d.press("enter")
	d.shows("Session 246 already got the old one; the next gets this.")

	s = told()
	s.snapshot.Message.Delivered = model.Delivery{Session: "246", At: clock().Add(-5 * time.Minute)}
	d = newDriver(t, s, 80, 24)
	d.shows("Session 246 got your message, 5 min ago: Ask Northreach")
	d.press("m")
	d.shows("Session 246 got the last one, 5 min ago: Ask Northreach")
	if d.app.message().Raw() != "" {
		t.Error("it is offered again")
	}
	s.snapshot.Message.Delivered.At = clock().Add(-25 * time.Hour)
	newDriver(t, s, 80, 24).hides("got your message")
}
