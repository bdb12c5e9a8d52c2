package dialect

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path"
	"sort"
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

// Entry is one thing that happened, as a log or a plan tells it. All values are
// as written; what a log does not say is empty.
type Entry struct {
	Time   string
	Who    string
	Action string
	Target string
	Result string
	// Why is the reason or the details.
	Why string
	// Line counts from 1; zero in a file that is read as one value.
	Line int
}

// entryField is a part of an entry.
type entryField int

const (
	entryTime entryField = iota
	entryWho
	entryAction
	entryTarget
	entryResult
	entryWhy
	entryFieldCount
)

// entryKeys is the table of keys in logs, best first. They are also the heads of
// the columns of log tables.
var entryKeys = [entryFieldCount][]string{
	entryTime:   {"timestamp", "ts", "time", "created_at", "date"},
	entryWho:    {"actor", "agent", "watcher", "component", "server"},
	entryAction: {"action", "action_type", "event", "type", "step"},
	entryTarget: {"target", "item", "file", "source_file", "task", "to"},
	entryResult: {"result", "status", "outcome", "success"},
	entryWhy:    {"error", "detail", "details", "message", "notes", "reason"},
}

// entryOf makes an entry of keys and values.
func entryOf(values map[string]string, line int) Entry {
	get := func(f entryField) string {
		for _, key := range entryKeys[f] {
			if v := values[key]; v != "" {
				return clip(v)
			}
		}
		return ""
	}
	return Entry{
		Time: get(entryTime), Who: get(entryWho), Action: get(entryAction), Target: get(entryTarget),
		Result: get(entryResult), Why: get(entryWhy), Line: line,
	}
}

// object is a JSON object with its keys in the normal spelling, its values as text
// where they are short, and the lists of objects inside of it.
type object struct {
	values map[string]string
	lists  map[string][]json.RawMessage
}

// asObject reads a JSON object. Of two keys with one normal spelling the one that
// is written in it counts, else the first by name.
func asObject(raw json.RawMessage) (object, bool) {
	var fields map[string]json.RawMessage
	if !bytes.HasPrefix(raw, []byte("{")) || json.Unmarshal(raw, &fields) != nil {
		return object{}, false
	}
	names := sortedNames(fields)
	o := object{values: make(map[string]string, len(fields)), lists: map[string][]json.RawMessage{}}
	for _, name := range names {
		key, value := normalKey(name), fields[name]
		if _, taken := o.values[key]; taken && key != name {
			continue
		}
		switch value[0] {
		case '[':
			var list []json.RawMessage
			if json.Unmarshal(value, &list) == nil && len(list) > 0 && list[0][0] == '{' {
				o.lists[key] = list
			}
		case '{':
		default:
			if text := scalar(key, value); !isAbsent(text) {
				o.values[key] = text
			}
		}
	}
	return o, true
}

// scalar gives a JSON value as text. A flag for success reads as a result.
func scalar(key string, value json.RawMessage) string {
	var text string
	switch {
	case json.Unmarshal(value, &text) == nil && value[0] == '"':
		return text
	case key == "success" && string(value) == "true":
		return "success"
	case key == "success" && string(value) == "false":
		return "failed"
	}
	return strings.TrimSpace(string(value))
}

// jsonFront gives the keys of a file that is one JSON object, so that such a file
// is read as any other. The keys of objects inside of it have a dot in front.
func jsonFront(text string) frontMatter {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &fields) != nil {
		return frontMatter{}
	}
	var f frontMatter
	f.addAll("", fields)
	for _, name := range sortedNames(fields) {
		var inner map[string]json.RawMessage
		if json.Unmarshal(fields[name], &inner) == nil {
			f.addAll(".", inner)
		}
	}
	return f
}

func (f *frontMatter) addAll(prefix string, fields map[string]json.RawMessage) {
	for _, name := range sortedNames(fields) {
		if c := fields[name][0]; c != '{' && c != '[' && len(f.entries) < maxFrontLines {
			f.entries = append(f.entries, entry{prefix + normalKey(name), clip(scalar(name, fields[name])), 0})
		}
	}
}

func sortedNames(fields map[string]json.RawMessage) []string {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// journalPrefixes are the beginnings of the ids of journal entries.
var journalPrefixes = []string{"PROOF-", "LIT-", "COMP-", "NOTE-"}

// journalKeys is the table of bold keys of a journal entry. Other files have
// headings such as "PROOF-001" too, so an entry has at least two of them.
var journalKeys = []string{
	"timestamp", "agent", "strategy_type", "tags", "what_was_tried", "outcome", "reasoning", "artifacts_produced",
	"related_files", "insight_takeaway", "insight", "takeaway",
}

const fewestJournalKeys = 2

// journalEntries finds the entries of a research journal: "### PROOF-001: Title"
// with bold keys below. The id is the action, the title the target, the outcome
// the result.
func (p *Page) journalEntries() []Entry {
	var out []Entry
	for i := range p.sections {
		s := &p.sections[i]
		id, title, ok := strings.Cut(s.name, ":")
		if !ok || !isJournalID(id) {
			continue
		}
		e := Entry{Action: id, Target: tidy(title), Line: s.number}
		if p.readJournalKeys(i, &e) >= fewestJournalKeys {
			out = append(out, e)
		}
	}
	return out
}

// readJournalKeys fills an entry from the lines below its heading and counts the
// keys that journals have.
func (p *Page) readJournalKeys(section int, e *Entry) int {
	keys := 0
	for _, l := range p.body(section) {
		text, isItem := cutBullet(strings.TrimLeft(l.text, " \t"))
		if l.at != inBody || !isItem {
			continue
		}
		for key, value := range boldPairs(text) {
			key, value = normalKey(key), clip(stripBold(value))
			if !isOneOf(key, journalKeys) {
				continue
			}
			keys++
			switch key {
			case "timestamp":
				e.Time = value
			case "agent":
				e.Who = value
			case "outcome":
				e.Result = value
			case "insight_takeaway", "insight", "takeaway":
				e.Why = value
			}
		}
	}
	return keys
}

func isJournalID(id string) bool {
	for _, prefix := range journalPrefixes {
		if number, ok := strings.CutPrefix(id, prefix); ok {
			return digits(number)
		}
	}
	return false
}
