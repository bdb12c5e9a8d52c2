package vault

// began, stopped and noted are lines of an event log.
func began(session string) string {
	return `{"type": "SessionStarted", "session": ` + session + `, "agent": "Spindle", "timestamp": "2026-01-26T10:00:00.000001"}`
}

func stopped(session, agent string) string {
	return `{"type": "SessionEnded", "session": ` + session + `, "agent": "` + agent + `", "timestamp": "2026-01-26T10:30:00"}`
}

func noted(sessionID, at string) string {
	return `{"type": "CyclePhaseEntered", "phase": "DO", "timestamp": "` + at + `", "session_id": ` + sessionID + `}`
}
