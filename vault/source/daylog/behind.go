package daylog

import (
	"bytes"
	"time"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/text"
)

// Line is an entry of a log as it stands there.
type Line struct {
	// Number is that of its first line, from 1.
	Number int
	Raw    []byte
}

// Behind returns the entries of a log that end behind an offset: the elements of a JSON array,
// else lines.
func Behind(b []byte, from int64) []Line {
	start := text.SkipBlanks(b, len(b)-len(bytes.TrimPrefix(b, text.BOM)))
	if start < len(b) && b[start] == '[' {
		if list, ok := text.Parts(b, start, 1); ok && text.SkipBlanks(b, list.To) == len(b) {
			return elementsBehind(b, list.Parts, from)
		}
	}
	var lines []Line
	for at, number := 0, 1; at < len(b); number++ {
		raw, next := text.LineAt(b, at)
		if int64(at+len(raw)) > from && !text.IsBlank(raw) {
			lines = append(lines, Line{number, raw})
		}
		at = next
	}
	return lines
}

func elementsBehind(b []byte, list []text.Value, from int64) []Line {
	var lines []Line
	for _, v := range list {
		if int64(v.To) > from {
			lines = append(lines, Line{1 + bytes.Count(b[:v.From], []byte("\n")), b[v.From:v.To]})
		}
	}
	return lines
}

// Entry reads the line as an entry of a log with a name. Whatever is no entry has no values.
func (l Line) Entry(in *dialect.Folders, name string) dialect.Entry {
	log := dialect.ReadLog(dialect.Open(in, name, l.Raw))
	if len(log.Entries) != 1 {
		return dialect.Entry{}
	}
	return log.Entries[0]
}

// IsOlder reports whether a log's time is surely before another, to the second.
func IsOlder(stated string, zone *time.Location, than time.Time) bool {
	return isOlder(model.ParseStamp(stated, zone), than)
}
