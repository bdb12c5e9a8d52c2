// Package daylog adds entries to the log of a day in the format that the file
// has.
package daylog

import (
	"bytes"
	"cmp"
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
	// list is the array with its entries.
	list    text.Value
	entries [][]byte
}

// errDayLog is returned for files whose shape has no place for another entry.
var errDayLog = errors.New("it is neither a list of entries nor one entry a line, so it was left as it is")

// ReadDayLog tells the shape of a log. A single object on one line is a log of
// one entry when it has a timestamp, as every entry of the reference program has;
// other single objects are documents. Lines that are no JSON do not make a log
// something else: a process may have been killed while it wrote one.
func ReadDayLog(b []byte) (dayLog, error) {
	log := dayLog{b: b}
	bare := bytes.TrimPrefix(b, text.BOM)
	if start := text.SkipBlanks(b, len(b)-len(bare)); start < len(b) && b[start] == '[' {
		return readArray(b, start)
	}
	lines := 0
	var one text.Value
	for _, line := range bytes.Split(bare, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		lines++
		if v, ok := text.Parts(line, 0, 1); ok && v.To == len(line) && v.Is(line, '{') {
			one, log.entries = v, append(log.entries, line)
		}
		if len(log.entries) == 0 {
			return dayLog{}, errDayLog
		}
	}
	if lines == 1 && one.Member(log.entries[0], "timestamp") == nil {
		return dayLog{}, errDayLog
	}
	return log, nil
}

// readArray reads the array that begins at offset start.
func readArray(b []byte, start int) (dayLog, error) {
	list, ok := text.Parts(b, start, 1)
	log := dayLog{b: b, IsArray: true, list: list}
	for _, entry := range list.Parts {
		ok = ok && entry.Is(b, '{')
		log.entries = append(log.entries, b[entry.From:entry.To])
	}
	if !ok || text.SkipBlanks(b, list.To) < len(b) {
		return dayLog{}, errDayLog
	}
	return log, nil
}

// Has reports whether a whole entry of the log carries this decision's id.
func (l dayLog) Has(id string) bool {
	want := []byte(`"` + id + `"`)
	return slices.ContainsFunc(l.entries, func(entry []byte) bool {
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
func (l dayLog) Insert(entry string) (written string, next []byte) {
	end, open := l.LineEnd(), l.list.From+1
	if len(l.entries) == 0 {
		added := end + "  " + entry
		if !bytes.ContainsRune(l.b[open:], '\n') {
			added += end
		}
		return entry, text.Apply(l.b, []text.Splice{{From: open, To: open, Text: added}})
	}
	if last := l.entries[len(l.entries)-1]; bytes.ContainsRune(last, '\n') {
		entry = strings.ReplaceAll(indented(entry, string(last)), "\n", end)
	}
	at := l.list.Parts[len(l.entries)-1].To
	return entry, text.Apply(l.b, []text.Splice{{From: at, To: at, Text: "," + l.gap() + entry}})
}

// gap is what stands between two entries behind the comma.
func (l dayLog) gap() string {
	if len(l.entries) > 1 {
		between := l.b[l.list.Parts[0].To:l.list.Parts[1].From]
		return string(between[bytes.IndexByte(between, ',')+1:])
	}
	return cmp.Or(string(text.Blanks(l.b[l.list.From+1:])), " ")
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
