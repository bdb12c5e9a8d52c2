package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/styles"
)

// schemaVersion counts the changes of the JSON output that a reader could
// stumble over. New fields do not count. docs/schema says what each answer has.
const schemaVersion = 1

// answer writes the answer of a command, as JSON or as text.
func (c *call) answer(json func() any, text func()) (int, error) {
	if c.json {
		return exitDone, c.writeJSON(json())
	}
	text()
	return exitDone, nil
}

// writeJSON writes v as indented JSON in pure ASCII, without keys and passwords.
func (c *call) writeJSON(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	text := b.Bytes()
	// What a hook prints was masked when it was put together.
	if !c.reveal && !c.forHook() {
		text = styles.MaskedJSON(text)
	}
	c.out.text.Write(asciiJSON(text))
	return nil
}

// asciiJSON escapes everything beyond printable ASCII. Such characters occur in
// strings only, and the encoder has replaced what is no UTF-8.
func asciiJSON(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		b = b[size:]
		switch {
		case r < 0x7F:
			out = append(out, byte(r))
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// jsonTime is a time in UTC with whole seconds, null when it is not known.
type jsonTime time.Time

// MarshalJSON implements json.Marshaler.
func (t jsonTime) MarshalJSON() ([]byte, error) {
	if time.Time(t).IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(model.FormatUTC(time.Time(t)))
}

// jsonStamp is a time as a file states it.
type jsonStamp struct {
	UTC jsonTime `json:"utc"`
	// Raw is what stands in the file.
	Raw string `json:"raw"`
	// ZoneAssumed says that the file names no zone, so that the one of this machine was
	// assumed.
	ZoneAssumed bool `json:"zone_assumed"`
}

func stampJSON(s model.Stamp) jsonStamp { return jsonStamp{jsonTime(s.Time), s.Raw, s.Assumed} }

// jsonHead begins every answer.
type jsonHead struct {
	SchemaVersion int `json:"schema_version"`
	// Vault is the folder's own name, At the time of the answer.
	Vault string   `json:"vault"`
	At    jsonTime `json:"at"`
}

func headJSON(s model.Snapshot) jsonHead { return jsonHead{schemaVersion, s.Name, jsonTime(s.At)} }

// each makes a list that is [] and never null.
func each[T, J any](list []T, one func(T) J) []J {
	out := make([]J, 0, len(list))
	for _, item := range list {
		out = append(out, one(item))
	}
	return out
}

// hashJSON is empty for what was never read.
func hashJSON(f model.Fingerprint) string {
	if f.IsZero() {
		return ""
	}
	return f.String()
}
