package answer

import (
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"coldstart/model"
)

// SchemaVersion counts the incompatible changes of the JSON output; new fields are
// compatible. docs/json.txt lists the keys of each answer.
const SchemaVersion = 1

// ASCIIJSON escapes everything beyond printable ASCII, which JSON has in strings only.
// The encoder has already replaced invalid UTF-8.
func ASCIIJSON(b []byte) []byte {
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

// Time is a time in UTC with whole seconds, null when unknown.
type Time time.Time

// MarshalJSON implements json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) {
	if time.Time(t).IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(model.FormatUTC(time.Time(t)))
}

// jsonStamp is a time as a file states it.
type jsonStamp struct {
	UTC Time `json:"utc"`
	// Raw is the text in the file.
	Raw string `json:"raw"`
	// ZoneAssumed says that the file names no zone, so this machine's zone was assumed.
	ZoneAssumed bool `json:"zone_assumed"`
}

func stampJSON(s model.Stamp) jsonStamp { return jsonStamp{Time(s.Time), s.Raw, s.Assumed} }

// Head begins every answer.
type Head struct {
	SchemaVersion int `json:"schema_version"`
	// Vault is the folder's own name, At the time of the answer.
	Vault string `json:"vault"`
	At    Time   `json:"at"`
}

// HeadJSON begins the answer about a vault.
func HeadJSON(s model.Snapshot) Head { return Head{SchemaVersion, s.Name, Time(s.At)} }

// hashJSON is empty for a file that was not read.
func hashJSON(f model.Fingerprint) string {
	if f.IsZero() {
		return ""
	}
	return f.String()
}

// NotNull returns the same list, [] instead of null.
func NotNull[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
