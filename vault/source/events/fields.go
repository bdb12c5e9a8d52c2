package events

import (
	"bytes"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/text"
)

// fields are the members of an event that are understood, as written; nil when absent.
type fields struct {
	kind, session, sessionID, agent, at []byte
	// handoff is an object of any length.
	handoff []byte
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
	case "handoff":
		f.handoff = value
		return
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

// shown returns a value for people: the text of a string, a number or word as written, and ""
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

// sessionKey returns a session's identity as the reference program compares it: numbers by
// value, with true as 1 and false as 0, and never equal to a text; no session is null. It
// fails on lists and objects.
func sessionKey(raw []byte) (key model.SessionKey, label string, ok bool) {
	if len(raw) == 0 {
		return "null", "null", true
	}
	label = string(raw)
	switch raw[0] {
	case '"':
		return textKey(raw), text.Unquote(raw), true
	case 't':
		return "1", label, true
	case 'f':
		return "0", label, true
	case 'n':
		return "null", label, true
	case '{', '[':
		return "", "", false
	}
	return numberKey(label), label, true
}

// textKey spells a text in one way. Halves of a character that JSON can escape alone cannot
// be told apart once they are decoded, so such a text stays as it was written.
func textKey(raw []byte) model.SessionKey {
	label := text.Unquote(raw)
	if bytes.IndexByte(raw, '\\') >= 0 && strings.ContainsRune(label, utf8.RuneError) {
		return model.SessionKey(raw)
	}
	return model.SessionKey(text.QuoteJSON(label))
}

// numberKey spells a number in one way: one with a fraction or an exponent is rounded as
// Python rounds it, then written without them if it is whole. NaN and Infinity stay.
func numberKey(number string) model.SessionKey {
	if strings.HasSuffix(number, "NaN") || strings.HasSuffix(number, "Infinity") {
		return model.SessionKey(number)
	}
	if strings.ContainsAny(number, ".eE") {
		// The error is for numbers beyond all floats, of which it gives the infinite one.
		f, _ := strconv.ParseFloat(number, 64)
		switch {
		case math.IsInf(f, 0):
			number = strings.Replace(strconv.FormatFloat(f, 'g', -1, 64), "Inf", "Infinity", 1)
			return model.SessionKey(strings.TrimPrefix(number, "+"))
		case f == math.Trunc(f):
			number = new(big.Float).SetFloat64(f).Text('f', 0)
		default:
			number = strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	if number == "-0" {
		number = "0"
	}
	return model.SessionKey(number)
}
