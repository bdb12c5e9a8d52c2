package tui

import (
	"errors"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/tui/confirm"
)

func TestOnlyTheNewestLoadIsShown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.holding = true
	d.press("ctrl+r", "ctrl+r")
	first, second := d.held[0], d.held[1]
	d.holding, d.held = false, nil

	d.shows("reading…")
	d.run(second)
	d.store.snapshot.Name = "older"
	d.run(first)
	d.shows("saltmarsh", "as of 07:02")
	d.hides("older", "reading…")
}

func TestLateAnswersForADialogAreDropped(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.holding = true
	d.press("a")
	claim := d.held
	d.held = nil
	d.press("esc")
	d.pick("2", postFile)
	d.press("a")
	post := d.held
	d.holding, d.held = false, nil
	for _, cmd := range claim {
		d.run(cmd)
	}
	d.shows("Reading…")
	for _, cmd := range post {
		d.run(cmd)
	}
	d.shows("5 Post about the truing evening")
	timers := d.timers

	// A second dialog must not be armed or made stale by the first one's timers.
	d.press("esc")
	d.pick("2", twinFile)
	d.press("down", "c", "shorter", "enter")
	d.timers = nil
	for _, timer := range timers {
		d.send(timer.ring(clock()))
	}
	if d.app.dialog().Guard().IsRested() || len(d.timers) != 0 {
		t.Errorf("armed %v, %d new timers; want the old ones to do nothing", d.app.dialog().Guard().IsRested(), len(d.timers))
	}
}

func TestLateTextsAreDropped(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 120, 40)
	d.pick("2", claimFile)
	d.holding = true
	d.press("down", "up")
	old, newer := d.held[0], d.held[1]
	d.holding, d.held = false, nil
	d.run(newer)
	d.shows("Dear Northreach claims team")
	d.run(old)
	d.shows("Dear Northreach claims team")
	d.hides("Pay the deposit Pay the deposit")

	d.holding = true
	d.press("enter", "esc")
	d.press("down", "enter")
	held := d.held
	d.holding, d.held = false, nil
	d.run(held[len(held)-1])
	screen := d.app.View()
	for _, cmd := range held[:len(held)-1] {
		d.run(cmd)
	}
	if d.app.View() != screen {
		t.Error("an answer for a closed text changed the screen")
	}
}

func TestAFailedLoadKeepsTheLastBoard(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.store.loadErr = errors.New("reading the vault: input/output error")
	d.press("ctrl+r")
	d.shows("Could not read the vault: reading the vault: input/output error. ctrl+r tries again.", "stale, as of 07:02", "PLAN-2026-012")
	d.store.loadErr = nil
	d.press("ctrl+r")
	d.shows("as of 07:02")
	d.hides("stale", "Could not read")
}

func TestAFailedFirstLoadSaysSo(t *testing.T) {
	t.Parallel()
	s := workshop()
	s.loadErr = errors.New("reading the vault: permission denied")
	d := newDriver(t, s, 80, 24)
	d.shows("Could not read the vault:", "reading the vault: permission denied", "ctrl+r tries again", "not read")
	d.press("a", "enter", "down", "2")
	s.loadErr = nil
	d.press("ctrl+r")
	d.shows("Claim for 14 cracked hub shells")
}

func TestTextsThatCannotBeReadSayWhy(t *testing.T) {
	t.Parallel()
	s := workshop()
	d := newDriver(t, s, 120, 40)
	s.readErr = errors.New("reading it: permission denied")
	d.pick("2", postFile)
	d.shows("│ reading it: permission denied")
	reads := s.reads
	d.send(tea.WindowSizeMsg{Width: 121, Height: 40})
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	if s.reads != reads {
		t.Errorf("resizing read the file %d times more", s.reads-reads)
	}
	d.press("enter")
	d.shows("│ reading it: permission denied")
	s.readErr = nil
	d.press("ctrl+r")
	d.shows("Post about the truing evening")
	d.hides("permission denied")
}

// writing is a driver whose decision waits for the store.
func writing(t *testing.T) *driver {
	t.Helper()
	d := atConfirm(t)
	d.holding = true
	d.press("y")
	d.shows("Writing…")
	return d
}

func TestKeysDoNothingWhileWriting(t *testing.T) {
	t.Parallel()
	d := writing(t)
	for _, k := range []string{"y", "yy", "esc", "enter", "a", "x", "down", "tab", "2", "?", "ctrl+r"} {
		d.press(k)
		d.shows("Writing… keys do nothing until it is done.")
	}
	d.paste("y")
	d.store.files[claimFile] += "and one line more\n"
	d.ring(confirm.WatchEvery)
	d.ring(confirm.QuietTime)
	d.hides("Read the new text first")
	d.release()
	d.decides(1)
	d.shows("Approved \"Claim for 14 cracked hub shells\" · u undo")
}

func TestQuittingWaitsForAWrite(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		leave func(d *driver)
	}{
		{"q", func(d *driver) { d.press("q") }},
		{"ctrl+c", func(d *driver) { d.press("ctrl+c") }},
		{"signal to quit", func(d *driver) { d.send(afterWriting(d.app, tea.QuitMsg{})) }},
		{"signal to interrupt", func(d *driver) { d.send(afterWriting(d.app, tea.InterruptMsg{})) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := writing(t)
			tt.leave(d)
			if d.quit {
				t.Fatal("it left while the decision was being written")
			}
			d.shows("Saving, then quitting.")
			d.release()
			if !d.quit {
				t.Error("it did not leave when the decision was written")
			}
			d.decides(1)
		})
	}
}

func TestQuittingStaysWhenTheWriteHasSomethingToSay(t *testing.T) {
	t.Parallel()
	d := writing(t)
	d.store.decideErr = model.ErrConflict
	d.press("q")
	d.release()
	if d.quit {
		t.Error("it left without saying that the decision failed")
	}
	d.shows("No decision made: changed since it was seen.")

	d = writing(t)
	d.store.receipt.Notices = []string{"the plan was not written"}
	d.press("q")
	d.release()
	if d.quit {
		t.Error("it left without saying what did not work")
	}
	d.shows("but: the plan was not written")
	d.press("q")
	if !d.quit {
		t.Error("q does not leave afterwards")
	}
}

func TestSignalsPassWhenNothingIsWritten(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	for _, msg := range []tea.Msg{tea.QuitMsg{}, tea.InterruptMsg{}, loadedMsg{gen: 3}} {
		if got := afterWriting(d.app, msg); got != msg {
			t.Errorf("%T became %T", msg, got)
		}
	}
}

func TestCtrlCLeavesFromAnywhere(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{}, {"?"}, {"2", "enter"}, {"2", "a"}, {"2", "x"}} {
		d := newDriver(t, workshop(), 80, 24)
		d.press(keys...)
		d.press("ctrl+c")
		if !d.quit {
			t.Errorf("ctrl+c after %q does not leave", keys)
		}
		d.decides(0)
	}
}
