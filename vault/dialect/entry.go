package dialect

import (
	"bytes"
	"encoding/json"
	"sort"
	"strings"
)

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
