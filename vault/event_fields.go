package vault

import (
	"bytes"
	"encoding/json"
	"strconv"

	"coldstart/model"
)

// member cuts the number or text behind a quoted key out of a valid line without
// decoding it. Inside a text the key's quotes would be escaped, so they cannot be
// mistaken for it.
func member(line []byte, key string) []byte {
	i := bytes.Index(line, []byte(key))
	if i < 0 {
		return nil
	}
	rest := bytes.TrimLeft(line[i+len(key):], " \t")
	if len(rest) == 0 || rest[0] != ':' {
		return nil
	}
	rest = bytes.TrimLeft(rest[1:], " \t")
	end := 0
	if len(rest) > 0 && rest[0] == '"' {
		for end = 1; end < len(rest) && rest[end] != '"'; end++ {
			if rest[end] == '\\' {
				end++
			}
		}
		end++
	} else {
		end = bytes.IndexAny(rest, ",} \t")
	}
	if end <= 0 || end > len(rest) {
		return nil
	}
	return rest[:end]
}

func text(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// sessionKey makes a session's identity as the reference program compares it:
// numbers by value, with true as 1 and false as 0; texts as themselves; and a
// number is never the same as a text.
func sessionKey(raw json.RawMessage) (key model.SessionKey, label string, ok bool) {
	if len(raw) == 0 {
		return "", "", false
	}
	switch raw[0] {
	case '"':
		s := text(raw)
		quoted, err := json.Marshal(s)
		return model.SessionKey(quoted), s, err == nil
	case 't':
		return "1", "true", true
	case 'f':
		return "0", "false", true
	case '{', '[', 'n':
		return "", "", false
	}
	label = string(raw)
	if f, err := strconv.ParseFloat(label, 64); err == nil && f == float64(int64(f)) && bytes.ContainsAny(raw, ".eE") {
		return model.SessionKey(strconv.FormatInt(int64(f), 10)), label, true
	}
	if label == "-0" {
		return "0", label, true
	}
	return model.SessionKey(label), label, true
}
