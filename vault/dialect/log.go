package dialect

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"
)

// Shape is how a log is written.
type Shape string

// The shapes of logs.
const (
	ShapeEmpty   Shape = "empty"
	ShapeArray   Shape = "JSON array"
	ShapeObject  Shape = "JSON object"
	ShapeWrapped Shape = "list inside a JSON object"
	ShapeLines   Shape = "JSON lines"
	ShapeValues  Shape = "JSON values one behind the other"
	ShapeText    Shape = "lines with a time"
	ShapeProse   Shape = "text without times"
	ShapeJournal Shape = "research journal"
)

// Log is what a file says as a log.
type Log struct {
	Name    string
	Shape   Shape
	Entries []Entry
	// BadLines counts the lines or values that could not be read.
	BadLines int
}

// ReadLog reads a file as a log by its content, not by its ending. A text without
// times has no entries: it is a document.
func ReadLog(p *Page) Log {
	log := Log{Name: p.Name}
	text := strings.TrimSpace(p.text)
	switch {
	case text == "":
		log.Shape = ShapeEmpty
	case text[0] == '[' && looksLikeArray(text, p.Name):
		log.readArray(text)
	case text[0] == '{':
		log.readObjects(p.text)
	default:
		if log.Entries = p.journalEntries(); len(log.Entries) > 0 {
			log.Shape = ShapeJournal
			break
		}
		log.Shape, log.Entries = ShapeText, readTimes(p.text)
		if len(log.Entries) == 0 {
			log.Shape = ShapeProse
		}
	}
	return log
}

// looksLikeArray tells a JSON array from a line that begins with a time in
// brackets.
func looksLikeArray(text, name string) bool {
	rest := strings.TrimLeft(text[1:], " \t\n")
	return rest != "" && (rest[0] == '{' || rest[0] == ']') || rest == "" || strings.HasPrefix(strings.ToLower(path.Ext(name)), ".json")
}

// readArray takes the elements one by one, so that those before a break are kept.
func (log *Log) readArray(text string) {
	log.Shape = ShapeArray
	decoder := json.NewDecoder(strings.NewReader(text))
	if _, err := decoder.Token(); err != nil {
		log.BadLines++
		return
	}
	for decoder.More() {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			log.BadLines++
			return
		}
		log.addObject(raw, 0)
	}
	if _, err := decoder.Token(); err != nil {
		log.BadLines++
	}
}

// readObjects reads one object, objects line by line, or objects one behind the
// other, whichever fits.
func (log *Log) readObjects(text string) {
	if raw := json.RawMessage(text); json.Valid(raw) {
		log.readObject(raw)
		return
	}
	log.Shape = ShapeLines
	number := 0
	for row := range strings.SplitSeq(text, "\n") {
		number++
		raw := json.RawMessage(strings.TrimSpace(row))
		switch {
		case len(raw) == 0:
		case raw[0] == '{' && json.Valid(raw):
			log.addObject(raw, number)
		default:
			log.BadLines++
		}
	}
	if len(log.Entries) == 0 {
		log.readValues(text)
	}
}

// readObject reads a file that is one object: a wrapper around a list, or one
// event.
func (log *Log) readObject(raw json.RawMessage) {
	o, ok := asObject(raw)
	if !ok {
		log.BadLines++
		return
	}
	log.Shape = ShapeObject
	one := entryOf(o.values, 0)
	if list := o.longestList(); len(list) > 0 && (one.Time == "" || one.Action == "") {
		log.Shape = ShapeWrapped
		for _, raw := range list {
			log.addObject(raw, 0)
		}
		return
	}
	log.Entries = append(log.Entries, one)
}

// longestList gives the longest list of objects, the first by name of equal ones.
func (o object) longestList() []json.RawMessage {
	var best []json.RawMessage
	name := ""
	for key, list := range o.lists {
		if len(list) > len(best) || len(list) == len(best) && key < name {
			best, name = list, key
		}
	}
	return best
}

// readValues reads objects that follow each other without a rule for lines.
func (log *Log) readValues(text string) {
	log.BadLines = 0
	decoder := json.NewDecoder(strings.NewReader(text))
	for {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			log.BadLines++
			break
		}
		log.addObject(raw, 0)
	}
	if len(log.Entries) > 0 {
		log.Shape = ShapeValues
	}
}

func (log *Log) addObject(raw json.RawMessage, line int) {
	if o, ok := asObject(bytes.TrimSpace(raw)); ok {
		log.Entries = append(log.Entries, entryOf(o.values, line))
		return
	}
	log.BadLines++
}
