package text

import (
	"slices"
	"strings"
)

// Some fields are lists of a few plain keys and values, as the history of a work item. They are
// read here line by line, which takes a tenth of the time that the YAML library takes; whatever is
// not surely read alike is left to it.

// Row is a key with its value in an item of a list of keys and values.
type Row struct {
	// Item counts from 1.
	Item       int
	Key, Value string
	// Null is true for a value that stands for none. An empty text in quotes is a value.
	Null bool
}

// listing is the list of a field while its lines are read.
type listing struct {
	// open is true while a list may follow.
	open bool
	// items is how many items it has so far, margin where they begin.
	items, margin int
}

// row reads a line of a list: "- key: value", and "  key: value" below it.
func (l *listing) row(line string) (r Row, plain bool) {
	rest := strings.TrimLeft(line, " ")
	margin := len(line) - len(rest)
	pair, begins := strings.CutPrefix(rest, "- ")
	switch {
	case !l.open, strings.IndexByte(line, '\t') >= 0:
		return Row{}, false
	case begins && (l.items == 0 || margin == l.margin):
		l.items, l.margin = l.items+1, margin
	case begins, l.items == 0, margin != l.margin+len("- "):
		return Row{}, false
	}
	f, ok := ScanField(pair, 0, 0)
	if !ok || !IsWord(f.Key) || pair[len(f.Key)] != ':' {
		return Row{}, false
	}
	raw := pair[f.From:]
	value, plain := PlainValue(raw)
	return Row{l.items, f.Key, value, value == "" && (raw == "" || raw[0] != '"' && raw[0] != '\'')}, plain
}

// longestWord is well below the length at which YAML takes a key for none.
const longestWord = 100

// IsWord reports whether a key is one word that begins with a letter.
func IsWord(key string) bool {
	if key == "" || len(key) > longestWord {
		return false
	}
	for i := range len(key) {
		if c := key[i]; c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// List returns the keys and values of a field that is a list of such in plain lines, in the order of
// the file. It returns none where the field is anything else, or was read by the library.
func (fm *Front) List(key string) []Row {
	to := len(fm.rows)
	for _, l := range slices.Backward(fm.lists) {
		if l.key == key {
			return fm.rows[l.from:to]
		}
		to = l.from
	}
	return nil
}

// list is where the rows of a field begin.
type list struct {
	key  string
	from int
}
