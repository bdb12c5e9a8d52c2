// Package daylog adds entries to the log of a day in the format that the file
// has.
package daylog

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"coldstart/vault/text"
)

// dayLog is a day's log as it was read: a JSON array of objects, or one object a
// line.
type dayLog struct {
	b       []byte
	IsArray bool
	entries []json.RawMessage
	// first and last are the places of the array's first and last entries.
	first, last text.Span
	// open is the offset behind the array's opening bracket.
	open int
}

// errDayLog is returned for files whose shape has no place for another entry.
var errDayLog = errors.New("it is neither a list of entries nor one entry a line, so it was left as it is")

// ReadDayLog tells the shape of a log. A single object on one line is a log of
// one entry when it has a timestamp, as every entry of the reference program has;
// other single objects are documents. Lines that are no JSON do not make a log
// something else: a process may have been killed while it wrote one.
func ReadDayLog(b []byte) (dayLog, error) {
	text := bytes.TrimPrefix(b, text.BOM)
	trimmed := bytes.TrimLeft(text, " \t\r\n")
	if len(trimmed) > 0 && trimmed[0] == '[' {
		return readArray(b, len(b)-len(trimmed))
	}
	log := dayLog{b: b}
	lines := 0
	for _, line := range bytes.Split(text, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		lines++
		if isObject(line) {
			log.entries = append(log.entries, line)
		}
		if len(log.entries) == 0 {
			return dayLog{}, errDayLog
		}
	}
	if lines == 1 {
		var one map[string]json.RawMessage
		if json.Unmarshal(log.entries[0], &one) != nil || one["timestamp"] == nil {
			return dayLog{}, errDayLog
		}
	}
	return log, nil
}

func isObject(b []byte) bool { return len(b) > 0 && b[0] == '{' && json.Valid(b) }

// readArray reads the array that begins at offset start.
func readArray(b []byte, start int) (dayLog, error) {
	if !json.Valid(b[start:]) {
		return dayLog{}, errDayLog
	}
	log := dayLog{b: b, IsArray: true, open: start + 1}
	if err := json.Unmarshal(b[start:], &log.entries); err != nil {
		return dayLog{}, errDayLog
	}
	at := log.open
	for i, entry := range log.entries {
		if !isObject(entry) {
			return dayLog{}, errDayLog
		}
		// Only blanks and one comma stand between two entries.
		from := at + bytes.IndexByte(b[at:], '{')
		log.last = text.Span{From: from, To: from + len(entry)}
		if i == 0 {
			log.first = log.last
		}
		at = log.last.To
	}
	return log, nil
}

// Has reports whether a whole entry of the log carries this decision's id.
func (l dayLog) Has(id string) bool {
	want := []byte(`"` + id + `"`)
	return slices.ContainsFunc(l.entries, func(entry json.RawMessage) bool {
		return bytes.Contains(entry, want)
	})
}

// LineEnd is the line end that the log's first line has.
func (l dayLog) LineEnd() string {
	if i := bytes.IndexByte(l.b, '\n'); i > 0 && l.b[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Insert adds an entry behind the array's last one, laid out as that one is, and
// gives the entry's text and the whole file.
func (l dayLog) Insert(entry string) (text string, next []byte) {
	end := l.LineEnd()
	if len(l.entries) == 0 {
		added := end + "  " + entry
		if !bytes.ContainsRune(l.b[l.open:], '\n') {
			added += end
		}
		return entry, slices.Concat(l.b[:l.open], []byte(added), l.b[l.open:])
	}
	text = entry
	if last := l.b[l.last.From:l.last.To]; bytes.ContainsRune(last, '\n') {
		text = strings.ReplaceAll(indented(entry, string(last)), "\n", end)
	}
	added := "," + l.gap() + text
	return text, slices.Concat(l.b[:l.last.To], []byte(added), l.b[l.last.To:])
}

// gap is what stands between two entries behind the comma.
func (l dayLog) gap() string {
	from := l.open
	if l.first != l.last {
		from = l.first.To + bytes.IndexByte(l.b[l.first.To:], ',') + 1
		return string(text.Blanks(l.b[from:]))
	}
	if gap := string(text.Blanks(l.b[from:])); gap != "" {
		return gap
	}
	return " "
}

// indented lays an entry out over several lines, with the indents of like.
func indented(entry, like string) string {
	lines := strings.Split(like, "\n")
	outer := indentOf(lines[len(lines)-1])
	inner := strings.TrimPrefix(indentOf(lines[1]), outer)
	if inner == "" {
		inner = "  "
	}
	var out bytes.Buffer
	// The entry is our own and valid.
	_ = json.Indent(&out, []byte(entry), outer, inner)
	return out.String()
}

func indentOf(line string) string { return string(text.Blanks([]byte(strings.TrimRight(line, "\r")))) }

const (
	// MaxDayLog is the largest daily log in bytes that an entry is added to by
	// rewriting it.
	MaxDayLog = 16 << 20
)
