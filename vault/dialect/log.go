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
	// BadLines counts the lines or values that could not be read, and Bad has the
	// numbers of the first of these lines, from 1.
	BadLines int
	Bad      []int
}

// mostBad is how many bad lines of one log are told by number.
const mostBad = 10

// bad counts what cannot be read. Where it stands is asked only while it is told.
func (log *Log) bad(line func() int) {
	log.BadLines++
	if len(log.Bad) == mostBad {
		return
	}
	if n := line(); len(log.Bad) == 0 || log.Bad[len(log.Bad)-1] != n {
		log.Bad = append(log.Bad, n)
	}
}

// places tells on which line of a file a value stands that is read one by one.
type places struct {
	text    string
	decoder *json.Decoder
}

func placesIn(text string) places { return places{text, json.NewDecoder(strings.NewReader(text))} }

// last is the line of the value that was read last.
func (p places) last(raw json.RawMessage) int {
	return 1 + strings.Count(p.text[:int(p.decoder.InputOffset())-len(raw)], "\n")
}

// next is the line of what comes behind the last value.
func (p places) next() int {
	at := min(int(p.decoder.InputOffset()), len(p.text))
	rest := strings.TrimLeft(p.text[at:], ", \t\n")
	if rest == "" {
		rest = p.text[min(at, len(strings.TrimRight(p.text, " \t\n"))):]
	}
	return 1 + strings.Count(p.text[:len(p.text)-len(rest)], "\n")
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
		log.readArray(p.text)
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
	at := placesIn(text)
	if _, err := at.decoder.Token(); err != nil {
		log.bad(at.next)
		return
	}
	for at.decoder.More() {
		var raw json.RawMessage
		if err := at.decoder.Decode(&raw); err != nil {
			log.bad(at.next)
			return
		}
		log.addObject(raw, 0, func() int { return at.last(raw) })
	}
	if _, err := at.decoder.Token(); err != nil {
		log.bad(at.next)
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
		here := func() int { return number }
		raw := json.RawMessage(strings.TrimSpace(row))
		switch {
		case len(raw) == 0:
		case raw[0] == '{' && json.Valid(raw):
			log.addObject(raw, number, here)
		default:
			log.bad(here)
		}
	}
	if len(log.Entries) == 0 {
		log.readValues(text)
	}
}

// readObject reads a file that is one object: a wrapper around a list, or one
// event.
func (log *Log) readObject(raw json.RawMessage) {
	first := func() int { return 1 }
	o, ok := asObject(raw)
	if !ok {
		log.bad(first)
		return
	}
	log.Shape = ShapeObject
	one := entryOf(o.values, 0)
	if list := o.longestList(); len(list) > 0 && (one.Time == "" || one.Action == "") {
		log.Shape = ShapeWrapped
		for _, raw := range list {
			log.addObject(raw, 0, first)
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
	log.BadLines, log.Bad = 0, nil
	at := placesIn(text)
	for {
		var raw json.RawMessage
		err := at.decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			log.bad(at.next)
			break
		}
		log.addObject(raw, 0, func() int { return at.last(raw) })
	}
	if len(log.Entries) > 0 {
		log.Shape = ShapeValues
	}
}

// addObject adds an entry; place is where the value stands when it is none.
func (log *Log) addObject(raw json.RawMessage, line int, place func() int) {
	if o, ok := asObject(bytes.TrimSpace(raw)); ok {
		log.Entries = append(log.Entries, entryOf(o.values, line))
		return
	}
	log.bad(place)
}
