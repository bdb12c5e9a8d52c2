package claude

import (
	"encoding/json"

	"coldstart/model"
	"coldstart/vault/source"
)

// running are the processes of sessions. The program takes the file of one away when it ends, and
// at its next start those of sessions that were killed.
func running(h *source.Home, _ []model.Transcript) map[string]model.Process {
	all, newest := map[string]model.Process{}, map[string]int64{}
	for _, name := range h.Files("sessions", ".json") {
		var p struct {
			PID       int
			SessionID string
			ProcStart string
			StartedAt int64
			Status    string
			Waiting   string `json:"waitingFor"`
		}
		// The program may be writing it.
		if d, ok := h.Document(name); !ok || json.Unmarshal([]byte(d.Text), &p) != nil || p.SessionID == "" || p.PID <= 0 {
			continue
		}
		if at, ok := newest[p.SessionID]; ok && at > p.StartedAt {
			continue
		}
		newest[p.SessionID] = p.StartedAt
		all[p.SessionID] = model.Process{PID: p.PID, Start: p.ProcStart, Status: p.Status, For: p.Waiting}
	}
	return all
}
