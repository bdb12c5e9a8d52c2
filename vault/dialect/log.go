package dialect

import (
	"bytes"
	"iter"
	"path"
	"slices"
	"strings"

	"coldstart/vault/text"
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
	ShapeValues  Shape = "JSON values one after another"
	ShapeText    Shape = "lines with times"
	ShapeProse   Shape = "text without times"
	ShapeJournal Shape = "research journal"
)

// Log is a file read as a log.
type Log struct {
	Name    string
	Shape   Shape
	Entries []Entry
	// BadLines counts the lines or values that could not be read; Bad has the numbers of
	// the first of these lines, from 1.
	BadLines int
	Bad      []int
}

// mostBad is how many bad lines of one log are listed by number.
const mostBad = 10

// bad counts what cannot be read. The line is worked out only for those that are listed.
func (log *Log) bad(line func() int) {
	log.BadLines++
	if len(log.Bad) == mostBad {
		return
	}
	if n := line(); len(log.Bad) == 0 || log.Bad[len(log.Bad)-1] != n {
		log.Bad = append(log.Bad, n)
	}
}

// lineOf returns the line of an offset, as a function for bad.
func lineOf(b []byte, at int) func() int {
	return func() int { return 1 + bytes.Count(b[:at], []byte("\n")) }
}

// behind returns the line of what comes after the values up to an offset.
func behind(b []byte, at int) func() int {
	rest := bytes.TrimLeft(b[at:], ", \t\n")
	if len(rest) == 0 {
		rest = b[min(at, len(bytes.TrimRight(b, " \t\n"))):]
	}
	return lineOf(b, len(b)-len(rest))
}

// ReadLog reads a file as a log by its content, not by its ending. A text without
// times has no entries: it is a document.
func ReadLog(p *Page) Log {
	log := Log{Name: p.Name}
	start := strings.TrimSpace(p.text)
	switch {
	case start == "":
		log.Shape = ShapeEmpty
	case start[0] == '[' && looksLikeArray(start, p.Name):
		log.readArray([]byte(p.text))
	case start[0] == '{':
		log.readObjects([]byte(p.text))
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

// looksLikeArray tells a JSON array from a line that begins with a time in brackets.
func looksLikeArray(text, name string) bool {
	rest := strings.TrimLeft(text[1:], " \t\n")
	return rest != "" && (rest[0] == '{' || rest[0] == ']') || rest == "" || strings.HasPrefix(strings.ToLower(path.Ext(name)), ".json")
}

// levels is how deep logs are read: the file, a list in it, its entries, and their values.
const levels = 4

// readArray reads the elements up to the first broken one. A whole array without any object, such
// as a list of ids that a program keeps, has no entries, and nothing is wrong with it.
func (log *Log) readArray(b []byte) {
	log.Shape = ShapeArray
	list, ok := text.Parts(b, text.SkipBlanks(b, 0), levels)
	if ok && !slices.ContainsFunc(list.Parts, func(v text.Value) bool { return v.Is(b, '{') }) {
		return
	}
	for _, v := range list.Parts {
		log.add(b, v, 0, lineOf(b, v.From))
	}
	switch n := len(list.Parts); {
	case ok:
	case n > 0:
		log.bad(behind(b, list.Parts[n-1].To))
	default:
		log.bad(behind(b, min(list.From+1, len(b))))
	}
}

// readObjects reads one object, objects line by line, or objects one after the other.
func (log *Log) readObjects(b []byte) {
	if v, ok := text.Parts(b, text.SkipBlanks(b, 0), levels); ok && text.SkipBlanks(b, v.To) == len(b) {
		log.readObject(b, v)
		return
	}
	log.Shape = ShapeLines
	number := 0
	for at := 0; at < len(b); {
		row, next := text.LineAt(b, at)
		at, number = next, number+1
		here := func() int { return number }
		if row = bytes.TrimSpace(row); len(row) == 0 {
			continue
		}
		if v, ok := text.Parts(row, 0, levels); ok && v.To == len(row) {
			log.add(row, v, number, here)
		} else {
			log.bad(here)
		}
	}
	if len(log.Entries) == 0 {
		log.readValues(b)
	}
}

// readObject reads a file that is one object: a wrapper around a list, or one event.
func (log *Log) readObject(b []byte, v text.Value) {
	log.Shape = ShapeObject
	o, _ := asObject(b, v)
	one := entryOf(o.values, 0)
	if list := o.longestList(); len(list) > 0 && (one.Time == "" || one.Action == "") {
		log.Shape = ShapeWrapped
		for _, v := range list {
			log.add(b, v, 0, lineOf(b, 0))
		}
		return
	}
	log.Entries = append(log.Entries, one)
}

// longestList returns the longest list of objects, the first by name of equal ones.
func (o object) longestList() []text.Value {
	var best []text.Value
	name := ""
	for key, list := range o.lists {
		if len(list) > len(best) || len(list) == len(best) && key < name {
			best, name = list, key
		}
	}
	return best
}

// readValues reads objects that follow each other, whatever the lines.
func (log *Log) readValues(b []byte) {
	log.BadLines, log.Bad = 0, nil
	for at, end := text.SkipBlanks(b, 0), 0; at < len(b); at = text.SkipBlanks(b, end) {
		v, ok := text.Parts(b, at, levels)
		if !ok {
			log.bad(behind(b, end))
			break
		}
		log.add(b, v, 0, lineOf(b, v.From))
		end = v.To
	}
	if len(log.Entries) > 0 {
		log.Shape = ShapeValues
	}
}

// add adds an entry; place is where the value is when it is none.
func (log *Log) add(b []byte, v text.Value, line int, place func() int) {
	if o, ok := asObject(b, v); ok {
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
	// Operator is who decided, by an entry that coldstart wrote, Hash that of the bytes, and Beside the file by
	// which the same request had been decided otherwise, as the operator knew.
	Operator, Hash, Beside string
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
		Result: get(entryResult), Why: get(entryWhy), Line: line, Operator: clip(values["operator"]), Hash: values["sha256"], Beside: clip(values["beside"]),
	}
}

// object is a JSON object with normal keys: its values as text, and its lists of objects.
type object struct {
	values map[string]string
	lists  map[string][]text.Value
}

// asObject reads a JSON object. Of two keys with one normal spelling, the one written like
// that counts, else the first by name.
func asObject(b []byte, v text.Value) (object, bool) {
	if !v.Is(b, '{') {
		return object{}, false
	}
	o := object{values: make(map[string]string, len(v.Parts)), lists: map[string][]text.Value{}}
	for name, part := range byName(b, v) {
		key := normalKey(name)
		if _, taken := o.values[key]; taken && key != name {
			continue
		}
		switch part.Kind(b) {
		case '[':
			if len(part.Parts) > 0 && part.Parts[0].Is(b, '{') {
				o.lists[key] = part.Parts
			}
		case '{':
		default:
			if said := scalar(key, b, part); !isAbsent(said) {
				o.values[key] = said
			}
		}
	}
	return o, true
}

// byName returns the members of an object in the order of their names. The last of several
// with one name counts.
func byName(b []byte, v text.Value) iter.Seq2[string, text.Value] {
	type member struct {
		name  string
		value text.Value
	}
	all := make([]member, 0, len(v.Parts))
	for _, part := range v.Parts {
		all = append(all, member{part.Key(b), part})
	}
	slices.SortStableFunc(all, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return func(yield func(string, text.Value) bool) {
		for i, m := range all {
			if i+1 < len(all) && all[i+1].name == m.name {
				continue
			}
			if !yield(m.name, m.value) {
				return
			}
		}
	}
}

// scalar returns a JSON value as text. A flag for success reads as a result.
func scalar(key string, b []byte, v text.Value) string {
	switch raw := string(b[v.From:v.To]); {
	case raw[0] == '"':
		return v.Text(b)
	case key == "success" && raw == "true":
		return "success"
	case key == "success" && raw == "false":
		return "failed"
	default:
		return raw
	}
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
			if !slices.Contains(journalKeys, key) {
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
