package mcp

import (
	"encoding/json"
	"strconv"
)

// mostTold is how many questions the user of one client is shown.
const mostTold = 20

// showsQuestions reports whether a client shows its user questions with a form (MCP,
// elicitation; one that names no mode means that one).
func showsQuestions(capabilities json.RawMessage) bool {
	var of, modes map[string]json.RawMessage
	if json.Unmarshal(capabilities, &of) != nil || json.Unmarshal(of["elicitation"], &modes) != nil || modes == nil {
		return false
	}
	_, form := modes["form"]
	_, url := modes["url"]
	return form || !url
}

// tell has the client tell its user what waits, once for each thing and as long as the call
// waits. The protocol knows only questions for that; whatever is answered changes nothing.
func (c *connection) tell(r *running, what string) {
	c.guard.Lock()
	if !c.asks || r.question != "" || c.told[what] || len(c.told) == mostTold {
		c.guard.Unlock()
		return
	}
	c.told[what] = true
	r.question = "coldstart-" + strconv.Itoa(len(c.told))
	c.asked[r.question] = true
	c.guard.Unlock()
	c.write(notice{"2.0", r.question, "elicitation/create", map[string]any{
		"message":         what + "\nDecide on it in coldstart. Whatever you answer here changes nothing.",
		"requestedSchema": map[string]any{"type": "object", "properties": struct{}{}},
	}})
}

// settled takes note that the user's client answered a question.
func (c *connection) settled(id json.RawMessage) {
	var question string
	if json.Unmarshal(id, &question) != nil {
		return
	}
	c.guard.Lock()
	delete(c.asked, question)
	c.guard.Unlock()
}
