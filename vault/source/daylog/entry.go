// Package daylog reads the logs of what agents did, and adds entries to the log of a day in
// the format that it has.
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

// Log is a day's log: a JSON array of objects, or one object a line.
type Log struct {
	b       []byte
	IsArray bool
	// list is the array with its entries.
	list    text.Value
	entries [][]byte
}

// errShape refuses a file in which there is no place for another entry.
var errShape = errors.New("it is neither a list of entries nor one entry per line, so it was left unchanged")

// Read reads a day's log. A single object on one line is a log when it has a timestamp, as
// every entry of the reference program has. Lines that are no JSON are skipped: a process
// may have been killed while it wrote one.
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

// readArray reads the array at an offset.
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

// Has reports whether an entry has this decision's id.
func (l Log) Has(id string) bool {
	want := []byte(`"` + id + `"`)
	return slices.ContainsFunc(l.entries, func(entry []byte) bool {
		return bytes.Contains(entry, want)
	})
}

// LineEnd is the line end of the log's first line.
func (l Log) LineEnd() string {
	if i := bytes.IndexByte(l.b, '\n'); i > 0 && l.b[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Insert adds an entry behind the last one of an array, in the same layout. It returns the
// text of the entry and the whole file.
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

// gap is the space between two entries, behind the comma.
func (l Log) gap() string {
	if len(l.entries) > 1 {
		between := l.b[l.list.Parts[0].To:l.list.Parts[1].From]
		return string(between[bytes.IndexByte(between, ',')+1:])
	}
	return cmp.Or(string(text.Blanks(l.b[l.list.From+1:])), " ")
}

// indented spreads an entry over several lines with the indents of like.
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
	// MaxSize is the largest day's log that is rewritten for an entry, in bytes.
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
	// Operator is who decided, "" for what is no decision.
	Operator string
	// Beside is the file by which the same request was decided otherwise before.
	Beside string
}

// String returns the entry's line: the keys of the reference program's AuditLogger first,
// then ours. It is ASCII, and everything that comes from the vault is in a JSON string.
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
	if r.Operator != "" {
		fields = append(fields, struct{ key, value string }{"operator", text.QuoteASCII(r.Operator)})
	}
	if r.Beside != "" {
		fields = append(fields, struct{ key, value string }{"beside", text.QuoteASCII(r.Beside)})
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
