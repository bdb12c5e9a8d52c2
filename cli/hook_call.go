package cli

import (
	"encoding/json"
	"io"
	"time"
)

// hookCall is what Claude Code tells a hook on standard input.
type hookCall struct {
	// Session is the program's own name for its session, Source why a session starts
	// (startup, resume, clear, compact), Reason why it ends.
	Session string `json:"session_id"`
	Source  string `json:"source"`
	Reason  string `json:"reason"`
}

const (
	// mostHookCall is how much of standard input is read, in bytes.
	mostHookCall = 64 << 10
	// hookCallWait is how long it is waited for: not every caller says something, or
	// closes what it gave us.
	hookCallWait = 100 * time.Millisecond
)

// hookCall reads what the caller says of itself. Nothing depends on it but which
// session of ours is meant, so that what cannot be read is passed over.
func (c *call) hookCall() hookCall {
	if c.env.StdinIsTerminal || c.env.Stdin == nil {
		return hookCall{}
	}
	said := make(chan hookCall, 1)
	go func() {
		var h hookCall
		// One object is enough: the end of the input need not come.
		if json.NewDecoder(io.LimitReader(c.env.Stdin, mostHookCall)).Decode(&h) != nil {
			h = hookCall{}
		}
		said <- h
	}()
	select {
	case h := <-said:
		return h
	case <-time.After(hookCallWait):
		return hookCall{}
	}
}
