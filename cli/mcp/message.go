package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

const (
	// maxMessage is the longest message in bytes. A whole request draft takes 130 kB
	// when every character is escaped.
	maxMessage = 512 << 10
	// maxDeep is how deep values of a message may nest.
	maxDeep = 32
	// maxID is the longest id of a message in bytes.
	maxID = 256
	// maxBatch is how many messages may come in one line.
	maxBatch = 32
)

// The codes of JSON-RPC 2.0 that are used.
const (
	codeParse   = -32700
	codeInvalid = -32600
	codeMethod  = -32601
	codeParams  = -32602
)

// failure is a protocol error.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (f *failure) Error() string { return f.Message }

func fails(code int, format string, args ...any) *failure {
	return &failure{code, fmt.Sprintf(format, args...)}
}

// request is a message that wants an answer, or a notification without an id.
type request struct {
	id     json.RawMessage
	method string
	params map[string]json.RawMessage
	// bad is what is wrong with it.
	bad *failure
	// settles is the id of the server's own question that it answers, nil for most.
	settles json.RawMessage
}

// parse reads the messages of one line. Several are a batch, as in revision 2025-03-26.
func parse(line []byte) (requests []request, batch bool) {
	line = bytes.TrimSpace(line)
	broken := func(format string, args ...any) []request {
		return []request{{bad: fails(codeParse, format, args...)}}
	}
	switch {
	case !utf8.Valid(line):
		return broken("the message is not UTF-8"), false
	case deeper(line, maxDeep):
		return broken("the message is nested more than %d levels deep", maxDeep), false
	case !json.Valid(line):
		return broken("the message is not JSON"), false
	case line[0] != '[':
		return []request{parseOne(line)}, false
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(line, &parts); err != nil || len(parts) == 0 || len(parts) > maxBatch {
		return []request{{bad: fails(codeInvalid, "a batch must have 1 to %d messages", maxBatch)}}, false
	}
	for _, part := range parts {
		requests = append(requests, parseOne(part))
	}
	return requests, true
}

// parseOne reads one message. The case of its field names counts.
func parseOne(text []byte) request {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil || fields == nil {
		return request{bad: fails(codeInvalid, "a message must be an object")}
	}
	var r request
	if id, ok := fields["id"]; ok {
		if !isID(id) {
			return request{bad: fails(codeInvalid, "an id must be a whole number or a text of less than %d bytes", maxID)}
		}
		r.id = id
	}
	var version string
	if json.Unmarshal(fields["jsonrpc"], &version) != nil || version != "2.0" {
		r.bad = fails(codeInvalid, `a message must have "jsonrpc": "2.0"`)
		return r
	}
	if json.Unmarshal(fields["method"], &r.method) != nil || r.method == "" {
		_, result := fields["result"]
		_, failed := fields["error"]
		if result || failed {
			return request{settles: r.id}
		}
		r.bad = fails(codeInvalid, "a message must have a method")
		return r
	}
	if params, ok := fields["params"]; ok && json.Unmarshal(params, &r.params) != nil {
		r.bad = fails(codeParams, "params must be an object")
	}
	return r
}

// isID accepts whole numbers and texts (MCP, base protocol: an id is never null).
func isID(raw json.RawMessage) bool {
	var text string
	var number json.Number
	switch {
	case len(raw) >= maxID:
		return false
	case raw[0] == '"':
		return json.Unmarshal(raw, &text) == nil
	case json.Unmarshal(raw, &number) != nil:
		return false
	}
	return number != "" && !bytes.ContainsAny(raw, ".eE")
}

// sameID reports whether two ids are one, however their texts are written.
func sameID(a, b json.RawMessage) bool {
	var x, y string
	return bytes.Equal(a, b) || json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && x == y
}

// deeper reports whether values nest more than most deep, in text that need not be JSON.
func deeper(text []byte, most int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > most {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// reply is a successful answer, denial a refused one.
type reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type denial struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *failure        `json:"error"`
}

func refusal(id json.RawMessage, f *failure) denial {
	if id == nil {
		id = json.RawMessage("null")
	}
	return denial{"2.0", id, f}
}

// notice is a message of the server's own; one with an id is a question.
type notice struct {
	Version string `json:"jsonrpc"`
	ID      string `json:"id,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}
