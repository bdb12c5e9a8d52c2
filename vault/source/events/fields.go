package events

import (
	"bytes"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// fields are the members of an event that are understood, as written; nil when absent.
type fields struct {
	kind, session, sessionID, agent, at []byte
	// twice is a key that was given more than once. As in the reference program the last
	// value counts.
	twice string
}

// take keeps one member. Keys are compared exactly; the JSON library ignores case.
func (f *fields) take(key, value []byte) {
	if bytes.IndexByte(key, '\\') >= 0 {
		key = []byte(text.Unquote([]byte(`"` + string(key) + `"`)))
	}
	var field *[]byte
	switch string(key) {
	case "type":
		field = &f.kind
	case "session":
		field = &f.session
	case "session_id":
		field = &f.sessionID
	case "agent":
		field = &f.agent
	case "timestamp":
		field = &f.at
	default:
		return
	}
	if *field != nil {
		f.twice = string(key)
	}
	*field = value
}

// overlong names a field that is longer than maxEventField.
func (f *fields) overlong() string {
	for _, field := range []struct {
		name  string
		value []byte
	}{{"type", f.kind}, {"session", f.session}, {"session_id", f.sessionID}, {"agent", f.agent}, {"timestamp", f.at}} {
		if len(field.value) > maxEventField {
			return field.name
		}
	}
	return ""
}

// shown gives a value for people: the text of a string, a number or word as written, and ""
// for null, lists and objects.
func shown(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	switch raw[0] {
	case '"':
		return text.Unquote(raw)
	case '{', '[', 'n':
		return ""
	}
	return string(raw)
}

// sessionKey gives a session's identity as the reference program compares it: numbers by
// value, with true as 1 and false as 0, and never equal to a text; no session is null.
// Numbers are taken for the same only up to ".0", since parsing would round them. It fails
// on lists and objects.
func sessionKey(raw []byte) (key model.SessionKey, label string, ok bool) {
	if len(raw) == 0 {
		return "null", "null", true
	}
	label = string(raw)
	switch raw[0] {
	case '"':
		label = text.Unquote(raw)
		return model.SessionKey(`"` + label + `"`), label, true
	case 't':
		return "1", label, true
	case 'f':
		return "0", label, true
	case 'n':
		return "null", label, true
	case '{', '[':
		return "", "", false
	}
	number := label
	if whole, fraction, dotted := strings.Cut(number, "."); dotted && strings.Trim(fraction, "0") == "" {
		number = whole
	}
	if number == "-0" {
		number = "0"
	}
	return model.SessionKey(number), label, true
}
