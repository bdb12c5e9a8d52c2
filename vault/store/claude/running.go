package claude

import (
	"encoding/json"
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/vault/process"
	"coldstart/vault/store"
)

// registry is the folder with a file for each process.
const registry = "sessions"

// running are the processes of sessions. The program takes the file of one away when it ends, and
// at its next start those of sessions that were killed. Of several for one session, as of one that
// was resumed in a second terminal, one that runs counts, else the one that began last. A session that
// asks the operator and has none runs no more, if its program keeps such files and nothing runs in its
// folder.
func running(h *store.Home, found []model.Transcript) map[string]model.Process {
	wanted := map[string]bool{}
	for _, t := range found {
		wanted[t.ID] = true
	}
	all, began, busy := map[string]model.Process{}, map[string]time.Time{}, map[string]bool{}
	for _, name := range h.Files(registry, ".json") {
		id, dir, p, at := processIn(h, name)
		if p.PID <= 0 {
			continue
		}
		var sure bool
		p.Alive, sure = process.Runs(p.PID, p.Start, at)
		p.Guessed = !sure
		busy[dir] = busy[dir] || p.Alive
		if !wanted[id] {
			continue
		}
		had, ok := all[id]
		if !ok || p.Alive && !had.Alive || p.Alive == had.Alive && !at.Before(began[id]) {
			all[id], began[id] = p, at
		}
	}
	byPath := map[string]model.Process{}
	for _, t := range found {
		p, ok := all[t.ID]
		gone := t.Ending == model.EndingWaits && saysWhy(t.Version) && !busy[t.Dir] && !busy[t.LastDir]
		if ok || gone && h.Exists(registry) {
			byPath[t.Path] = p
		}
	}
	return byPath
}

// processIn is what a file says of a process, as far as it can be read: the session, its folder, and
// when it began. The program may be writing it.
func processIn(h *store.Home, name string) (session, dir string, p model.Process, at time.Time) {
	var fields map[string]json.RawMessage
	if d, ok := h.Document(name); !ok || json.Unmarshal([]byte(d.Text), &fields) != nil {
		return "", "", p, at
	}
	p.PID, _ = strconv.Atoi(word(fields["pid"]))
	p.Start, p.Status, p.For = word(fields["procStart"]), word(fields["status"]), word(fields["waitingFor"])
	if ms, err := strconv.ParseFloat(word(fields["startedAt"]), 64); err == nil {
		at = time.UnixMilli(int64(ms))
	}
	return word(fields["sessionId"]), word(fields["cwd"]), p, at
}

// word is a text or a number as text, "" for anything else.
func word(raw json.RawMessage) string {
	var s string
	var n json.Number
	switch {
	case json.Unmarshal(raw, &s) == nil:
		return s
	case json.Unmarshal(raw, &n) == nil:
		return n.String()
	}
	return ""
}
