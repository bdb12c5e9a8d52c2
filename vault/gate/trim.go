package gate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"coldstart/model"
	"coldstart/vault/state"
)

const (
	// mostRead is how many bytes of the file are read, from its end. What must not be forgotten has
	// room there: trimming keeps it when the file grows over trimFrom, with the newest bytes.
	mostRead   = 16 << 20
	trimFrom   = 4 << 20
	keepNewest = 1 << 20
	// mostLine is how many bytes a line has at most, but for its names.
	mostLine = 32 << 10
	// mostAlarms is how many alarms are kept that nobody acknowledged. Who is not alarmed by so many is
	// not by one more.
	mostAlarms = 100
)

// record is a line as it was read.
type record struct {
	raw []byte
	id  string
	at  time.Time
	// alarm says that it is one.
	alarm bool
}

// encoded is a line as it is written.
func (l line) encoded() ([]byte, error) {
	for {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(l); err != nil || b.Len() <= mostLine || !l.shorten() {
			return b.Bytes(), err
		}
	}
}

// shorten leaves out half of what is only there to be shown, false where little is left.
func (l *line) shorten() bool {
	half := func(s string) string { return string(bytes.ToValidUTF8([]byte(s[:len(s)/2]), nil)) }
	if len(l.Input)+len(l.Line)+len(l.Text)+len(l.Paths)+len(l.Links)+len(l.Runs) < 100 {
		return false
	}
	l.Input, l.Line, l.Text = half(l.Input), half(l.Line), half(l.Text)
	l.Paths, l.Links, l.Runs = l.Paths[:len(l.Paths)/2], l.Links[:len(l.Links)/2], l.Runs[:len(l.Runs)/2]
	return true
}

// trim leaves out of a large file what became of no account long ago. What waits, what was answered
// and holds, and alarms that nobody acknowledged stay, however much was asked since.
func (w *work) trim() error {
	size := 0
	for _, r := range w.lines {
		size += len(r.raw) + 1
	}
	if size <= trimFrom {
		return nil
	}
	alarms := map[string]bool{}
	for _, a := range w.alarms {
		alarms[a.ID] = a.Acked.IsZero()
	}
	latest := 0
	for i, r := range w.lines {
		if r.at.After(w.lines[latest].at) {
			latest = i
		}
	}
	var kept bytes.Buffer
	left := size
	for i, r := range w.lines {
		newest := left <= keepNewest
		left -= len(r.raw) + 1
		e := w.byID[r.id]
		// The latest time counts against clocks that are set back.
		if newest || i == latest || r.alarm && alarms[r.id] || e != nil && e.stands() {
			kept.Write(r.raw)
			kept.WriteByte('\n')
		}
	}
	if kept.Len() > size/4*3 {
		return nil
	}
	if err := state.Of(w.gate.vault).Replace(state.AsksName, kept.Bytes()); err != nil {
		return fmt.Errorf("shortening the gate's requests: %w", err)
	}
	return nil
}

// stands reports whether an ask still waits, or has an answer that holds.
func (e *entry) stands() bool {
	switch e.state {
	case model.ReplyPending, model.ReplyChanges, model.ReplyApproved, model.ReplyRejected:
		return true
	}
	return false
}
