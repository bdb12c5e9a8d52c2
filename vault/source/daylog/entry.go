// Package daylog adds entries to the log of a day in the format that the file
// has.
package daylog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

// Log is a day's log as it was read: a JSON array of objects, or one object a
// line.
type Log struct {
	b       []byte
	IsArray bool
	// list is the array with its entries.
	list    text.Value
	entries [][]byte
}

// errShape is returned for files whose shape has no place for another entry.
var errShape = errors.New("it is neither a list of entries nor one entry a line, so it was left as it is")

// Read tells the shape of a log. A single object on one line is a log of
// one entry when it has a timestamp, as every entry of the reference program has;
// other single objects are documents. Lines that are no JSON do not make a log
// something else: a process may have been killed while it wrote one.
func Read(b []byte) (Log, error) {
	log := Log{b: b}
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
			return Log{}, errShape
		}
	}
	if lines == 1 && one.Member(log.entries[0], "timestamp") == nil {
		return Log{}, errShape
	}
	return log, nil
}

// readArray reads the array that begins at offset start.
func readArray(b []byte, start int) (Log, error) {
	list, ok := text.Parts(b, start, 1)
	log := Log{b: b, IsArray: true, list: list}
	for _, entry := range list.Parts {
		ok = ok && entry.Is(b, '{')
		log.entries = append(log.entries, b[entry.From:entry.To])
	}
	if !ok || text.SkipBlanks(b, list.To) < len(b) {
		return Log{}, errShape
	}
	return log, nil
}

// Has reports whether a whole entry of the log carries this decision's id.
func (l Log) Has(id string) bool {
	want := []byte(`"` + id + `"`)
	return slices.ContainsFunc(l.entries, func(entry []byte) bool {
		return bytes.Contains(entry, want)
	})
}

// LineEnd is the line end that the log's first line has.
func (l Log) LineEnd() string {
	if i := bytes.IndexByte(l.b, '\n'); i > 0 && l.b[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Insert adds an entry behind the array's last one, laid out as that one is, and
// gives the entry's text and the whole file.
func (l Log) Insert(entry string) (written string, next []byte) {
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
func (l Log) gap() string {
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
	// MaxSize is the largest daily log in bytes that an entry is added to by
	// rewriting it.
	MaxSize = 16 << 20
)

// Entry is one entry of a day's log.
type Entry struct {
	ID           string
	At           time.Time
	Event, Actor string
	PlanID       string
	Step         int
	Detail       string
	File, Hash   string
	Kind, Item   string
	Undoes       string
}

// String is the entry's line: the keys of the reference program's AuditLogger first, then
// ours. It is ASCII only, and everything that comes from the vault stands inside a JSON
// string.
func (r Entry) String() string {
	step := "null"
	if r.Step > 0 {
		step = strconv.Itoa(r.Step)
	}
	fields := []struct{ key, value string }{
		{"timestamp", text.QuoteASCII(model.FormatUTC(r.At))},
		{"event", text.QuoteASCII(r.Event)},
		{"actor", text.QuoteASCII(r.Actor)},
		{"plan_id", text.QuoteASCII(r.PlanID)},
		{"step_id", step},
		{"result", text.QuoteASCII("success")},
		{"detail", text.QuoteASCII(r.Detail)},
		{"decision_id", text.QuoteASCII(r.ID)},
		{"file", text.QuoteASCII(r.File)},
		{"sha256", text.QuoteASCII(r.Hash)},
	}
	if r.Item != "" {
		key := r.Kind
		if key == model.KindJournal.String() {
			key = model.KindEntry.String()
		}
		fields = append(fields, struct{ key, value string }{key, text.QuoteASCII(r.Item)})
	}
	if r.Undoes != "" {
		fields = append(fields, struct{ key, value string }{"undoes", text.QuoteASCII(r.Undoes)})
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = text.QuoteASCII(f.key) + ": " + f.value
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
