package gate

import (
	"bytes"
	"strings"
)

// End is how a run of a hook ended.
type End struct {
	// Exit is its exit code, where no signal ended it.
	Exit int
	// Signal says that a signal ended it, TimedOut that the client did.
	Signal, TimedOut bool
	Stdout, Stderr   []byte
}

func (e End) stderr() string { return strings.TrimSpace(string(e.Stderr)) }

// object is what was printed, where that is one JSON object and nothing else.
func (e End) object() (members, bool) {
	m, err := object(bytes.TrimPrefix(e.Stdout, []byte("\ufeff")), "")
	return m, err == nil
}

// preToolUse returns the part of an answer that is for the event before a tool.
func (m members) preToolUse() (members, bool) {
	inner, err := object(m["hookSpecificOutput"], "")
	if err != nil {
		return nil, false
	}
	event, err := inner.text("hookEventName", true)
	return inner, err == nil && event == "PreToolUse"
}
