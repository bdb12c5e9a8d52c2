package state

import (
	"encoding/json"
	"fmt"
	"time"
)

const (
	// CallersName is the file with the numbers that the sessions of agents' programs have in the
	// event log.
	CallersName = "callers.jsonl"
	// maxCallers is how much of it is read, from its end, in bytes: over 5,000 sessions.
	maxCallers = 1 << 20
)

// called is one line of that file.
type called struct {
	At      time.Time `json:"at"`
	Caller  string    `json:"caller"`
	Session string    `json:"session"`
}

// KeepCaller notes the number of a session, for whoever holds the lock, unless there is no state
// folder. It is not synced: what is lost is recorded twice.
func (f *Folder) KeepCaller(caller, session string, at time.Time) error {
	if f.vault.Opts.StateDir == "" || caller == "" {
		return nil
	}
	line, err := json.Marshal(called{at.UTC(), short(caller), session})
	if err == nil {
		err = f.addLine(CallersName, line)
	}
	if err != nil {
		return fmt.Errorf("noting the session of the agent's program: %w", err)
	}
	return nil
}

// SessionOf returns the number under which a session of an agent's program was recorded last, "" if
// it was not. Earlier versions noted it with the receipt of the report.
func (f *Folder) SessionOf(caller string) (session string, err error) {
	if caller == "" {
		return "", nil
	}
	err = f.eachLine(CallersName, maxCallers, func(line []byte) {
		var c called
		if json.Unmarshal(line, &c) == nil && c.Caller == short(caller) {
			session = c.Session
		}
	})
	if err != nil || session != "" {
		return session, err
	}
	receipts, err := f.HandOvers()
	for _, h := range receipts {
		if h.Caller == short(caller) && h.Session != "" {
			session = h.Session
		}
	}
	return session, err
}
