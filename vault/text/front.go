package text

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// MaxFront is the largest front matter in bytes.
const MaxFront = 64 << 10

// Rules are what one kind of reader accepts as front matter: the agents are strict,
// readers of other notations are looser, and doubts know no limits.
type Rules struct {
	// Bytes and Lines are the most that it may have, 0 for any number.
	Bytes, Lines int
	// Heading makes a heading end one that is never closed, as a blank line does.
	Heading bool
	// Loose accepts one after the first heading too, wants a key in its first line, and
	// accepts an end that is glued to the last value.
	Loose bool
}

// strict are the rules by which the agents read.
var strict = Rules{Bytes: MaxFront, Heading: true}

// Ending is how a front matter ends.
type Ending int

// The endings: none, a line of its own, three dashes after the last value, and none within
// the limit.
const (
	NeverClosed Ending = iota
	Closed
	Glued
	TooLong
)

// Block is where a front matter is in a text.
type Block struct {
	// Open is where its first fence begins. Start and End enclose what is between the
	// fences; Body is where the text after them begins.
	Open, Start, End, Body int
	// Line is the number of the first line between the fences, Last that of the line
	// before Body.
	Line, Last int
	Ends       Ending
}

// FindBlock finds a front matter at the first line that is not blank, without reading it.
// One that is never closed ends at the first blank line.
func FindBlock[T Either](b T, r Rules) (f Block, ok bool) {
	from, number := 0, 1
	if len(b) >= len(BOM) && string(b[:len(BOM)]) == string(BOM) {
		from = len(BOM)
	}
	line, next := LineAt(b, from)
	skip := func() {
		for next < len(b) && blank(line) {
			from, number = next, number+1
			line, next = LineAt(b, from)
		}
	}
	skip()
	titled := r.Loose && len(line) > 1 && line[0] == '#' && line[1] == ' '
	if titled && next < len(b) {
		from, number = next, number+1
		line, next = LineAt(b, from)
		skip()
	}
	if !IsFence(line) || r.Loose && !keyFollows(b[next:]) {
		return Block{}, false
	}
	f = Block{Open: from, Start: next, Line: number + 1}
	if findEnd(b, r, &f); f.Ends == Closed || f.Ends == Glued {
		return f, true
	}
	endAtBlank(b, r, &f)
	return f, !titled
}

// findEnd looks for the line that closes a front matter.
func findEnd[T Either](b T, r Rules, f *Block) {
	afterBlank := false
	number := f.Line
	for at := f.Start; at < len(b) && (r.Lines == 0 || number < f.Line+r.Lines); number++ {
		if r.Bytes > 0 && at-f.Start > r.Bytes {
			f.Ends = TooLong
			return
		}
		line, next := LineAt(b, at)
		if IsFence(line) || isDots(line) {
			f.End, f.Body, f.Last, f.Ends = at, next, number, Closed
			return
		}
		if r.Loose {
			row := strings.TrimRight(string(line), " \t")
			_, value, isKey := LooseKey(row)
			if isKey && strings.HasSuffix(value, dashes) && value != dashes && endsBlock(b[next:]) {
				f.End, f.Body, f.Last, f.Ends = at+len(row)-len(dashes), next, number, Glued
				return
			}
			if afterBlank && !isKey && row != "" && !strings.ContainsRune(" \t#-", rune(row[0])) {
				return
			}
			afterBlank = row == ""
		}
		at = next
	}
}

// endAtBlank ends a front matter that is never closed.
func endAtBlank[T Either](b T, r Rules, f *Block) {
	f.End, f.Last = f.Start, f.Line-1
	for f.End < len(b) && (r.Lines == 0 || f.Last+1 < f.Line+r.Lines) {
		line, next := LineAt(b, f.End)
		if blank(line) || r.Heading && line[0] == '#' || r.Bytes > 0 && next-f.Start > MaxFront {
			break
		}
		f.End, f.Last = next, f.Last+1
	}
	f.Body = f.End
}

const dashes = "---"

// IsFence reports whether a line is three dashes alone.
func IsFence[T Either](line T) bool {
	if len(line) < len(dashes) || string(line[:len(dashes)]) != dashes {
		return false
	}
	for i := len(dashes); i < len(line); i++ {
		if line[i] != ' ' && line[i] != '\t' {
			return false
		}
	}
	return true
}

func isDots[T Either](line T) bool {
	return len(line) > 0 && line[0] == '.' && strings.TrimRight(string(line), " \t") == "..."
}

func blank[T Either](line T) bool {
	if len(line) > 0 && line[0] > ' ' && line[0] < utf8.RuneSelf {
		return false
	}
	return strings.TrimSpace(string(line)) == ""
}

// endsBlock reports whether a text is empty or begins with a blank line or a heading.
func endsBlock[T Either](b T) bool {
	line, _ := LineAt(b, 0)
	return blank(line) || line[0] == '#'
}

// keyFollows reports whether the first line that is not a comment is a key.
func keyFollows[T Either](b T) bool {
	line, next := LineAt(b, 0)
	for len(line) > 0 && line[0] == '#' {
		line, next = LineAt(b, next)
	}
	_, _, ok := LooseKey(string(line))
	return ok
}

// Front is a front matter with the byte range of every top-level entry, so that a value
// can be changed without touching another byte.
type Front struct {
	Block
	Fields []Field
	// rows are those of all lists that were read by line.
	rows  []Row
	lists []list
	// top is what the YAML library read, nil where it was not needed; text is what it would read
	// where somebody asks for lists that were read by line.
	top  *yaml.Node
	text string
}

// Field is one top-level "key: value" entry. Offsets are in the whole file.
type Field struct {
	Key string
	// Line counts from 1.
	Line int
	// From is where the value's text begins on the key's line, after the colon and
	// blanks; To is the end of the entry, without its last line ending, and spans the lines
	// in which a long value goes on. Both are zero for an entry in an unusual notation,
	// which can be read but not edited.
	From, To int
	Value    string
}

// ReadFront reads the front matter of b as the agents do. It returns nil and no error when
// there is none. Even with an error it has the fields that could be read line by line,
// since an unreadable request must be listed too.
func ReadFront(b []byte) (*Front, error) {
	fm, err := FindFront(b, MaxFront)
	switch {
	case fm == nil:
		return nil, nil
	case err != nil:
		// What else is wrong follows from the missing end.
		_ = fm.Scan(b)
		return fm, err
	}
	return fm, fm.Scan(b)
}

// FindFront finds a front matter of at most limit bytes, without reading it.
func FindFront(b []byte, limit int) (*Front, error) {
	rules := strict
	rules.Bytes = limit
	block, ok := FindBlock(b, rules)
	if !ok {
		return nil, nil
	}
	fm := &Front{Block: block}
	switch block.Ends {
	case TooLong:
		return fm, &LineError{Line: block.Line - 1, Reason: fmt.Sprintf("front matter is longer than %d bytes", limit)}
	case NeverClosed:
		return fm, neverClosed(block.Line - 1)
	}
	return fm, nil
}

// EndAtBlank reads a front matter that is never closed as if it ended before the first
// blank line or heading.
func (fm *Front) EndAtBlank(b []byte) {
	endAtBlank(b, strict, &fm.Block)
	// That its end is missing is reported already.
	_ = fm.Scan(b)
}

// Scan finds the entries and reads their values.
func (fm *Front) Scan(b []byte) error {
	if !fm.scanLines(b) {
		fm.rows, fm.lists, fm.text = nil, nil, ""
		if err := fm.decode(b); err != nil {
			return err
		}
	}
	return fm.duplicate()
}

// scanLines finds the entries line by line, and reports whether they are so simple that the library
// would read nothing else.
func (fm *Front) scanLines(b []byte) bool {
	simple, tabbed := true, false
	var below listing
	// The keys and values share the memory of one string.
	text := string(b[fm.Start:fm.End])
	if fm.Fields == nil {
		fm.Fields = make([]Field, 0, min(fewFields, strings.Count(text, "\n")+1))
	}
	for at, number := 0, fm.Line; at < len(text); number++ {
		line, next := LineAt(text, at)
		trimmed := TrimEnd(line)
		simple = simple && IsPlain(trimmed)
		switch {
		case len(trimmed) == 0:
			tabbed = tabbed || strings.IndexByte(line, '\t') >= 0
		case trimmed[0] == '#':
			simple = simple && below.items == 0
			below.open = false
		case trimmed[0] == ' ', trimmed[0] == '\t', trimmed[0] == '-':
			n := len(fm.Fields)
			if n > 0 {
				fm.Fields[n-1].To = fm.Start + at + len(trimmed)
			}
			if simple {
				simple = n > 0 && fm.takeRow(&below, trimmed)
				fm.text = text
			}
		default:
			f, ok := ScanField(trimmed, fm.Start+at, number)
			if !ok {
				simple = false
				break
			}
			raw := text[f.From-fm.Start : f.To-fm.Start]
			var plain bool
			if f.Value, plain = PlainValue(raw); raw == emptyList {
				f.Value, plain, fm.text = "", true, text
			}
			simple = simple && plain && IsPlainKey(f.Key)
			below = listing{open: raw == ""}
			fm.Fields = append(fm.Fields, f)
		}
		at = next
	}
	// The library takes no tab in a blank line, which is passed over where there are only words.
	return simple && (fm.text == "" || !tabbed)
}

// takeRow takes a line below the last entry for one of its list.
func (fm *Front) takeRow(below *listing, line string) bool {
	first := below.items == 0
	row, plain := below.row(line)
	if !plain {
		return false
	}
	if first {
		fm.lists = append(fm.lists, list{fm.Fields[len(fm.Fields)-1].Key, len(fm.rows)})
	}
	fm.rows = append(fm.rows, row)
	return true
}

// emptyList is a list without items.
const emptyList = "[]"

// IsPlain reports whether a line has no character that YAML forbids or reads as a line break.
func IsPlain[T Either](line T) bool {
	ascii := 0
	for ascii < len(line) && (line[ascii] >= ' ' && line[ascii] <= '~' || line[ascii] == '\t') {
		ascii++
	}
	return ascii == len(line) || strings.IndexFunc(string(line[ascii:]), func(r rune) bool {
		return r != '\t' && unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\uFEFF' || r == utf8.RuneError
	}) < 0
}

// IsPlainKey reports whether a key means the same to every YAML reader.
func IsPlainKey(key string) bool {
	return strings.IndexFunc(key, func(r rune) bool {
		return r != '_' && r != '-' && r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

// ScanField reads one "key: value" at the margin; at is the offset of the line.
func ScanField[T Either](line T, at, number int) (Field, bool) {
	colon := 0
	for colon < len(line) && line[colon] != ':' {
		colon++
	}
	from := colon + 1
	if colon == 0 || from > len(line) || from < len(line) && line[from] != ' ' && line[from] != '\t' {
		return Field{}, false
	}
	for from < len(line) && (line[from] == ' ' || line[from] == '\t') {
		from++
	}
	key := strings.TrimSpace(string(line[:colon]))
	return Field{Key: key, Line: number, From: at + from, To: at + len(line)}, true
}

// maxKey is the most bytes that a key has.
const maxKey = 64

// LooseKey reads "key: value" at the margin without a YAML library: a key has letters,
// digits and a few marks, and may be quoted.
func LooseKey(line string) (key, value string, ok bool) {
	f, ok := ScanField(line, 0, 0)
	if !ok || len(f.Key) > maxKey {
		return "", "", false
	}
	key = strings.Trim(f.Key, `"' `)
	if key == "" || !isKeyByte(line[0]) && line[0] != '"' && line[0] != '\'' {
		return "", "", false
	}
	for i := range len(key) {
		if c := key[i]; !isKeyByte(c) && c != ' ' && c != '-' && c != '.' {
			return "", "", false
		}
	}
	return key, strings.TrimSpace(line[f.From:]), true
}

func isKeyByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// fewFields are as many as are compared with each other sooner than put into a map.
const fewFields = 24

// duplicate fails at the first entry whose key was given before.
func (fm *Front) duplicate() error {
	if len(fm.Fields) <= fewFields {
		for i, f := range fm.Fields {
			if first := slices.IndexFunc(fm.Fields[:i], func(g Field) bool { return g.Key == f.Key }); first >= 0 {
				return &TwiceError{twice(f, fm.Fields[first].Line)}
			}
		}
		return nil
	}
	seen := make(map[string]int, len(fm.Fields))
	for _, f := range fm.Fields {
		if first, ok := seen[f.Key]; ok {
			return &TwiceError{twice(f, first)}
		}
		seen[f.Key] = f.Line
	}
	return nil
}

// LastWins takes the last of several entries of one key for its value.
func (fm *Front) LastWins() {
	last := make(map[string]int, len(fm.Fields))
	for i, f := range fm.Fields {
		last[f.Key] = i
	}
	kept := fm.Fields[:0]
	for i, f := range fm.Fields {
		if last[f.Key] == i {
			kept = append(kept, f)
		}
	}
	fm.Fields = kept
}

// Get returns a value, empty when the key is absent or its value is null.
func (fm *Front) Get(key string) string {
	if f := fm.Find(key); f != nil {
		return f.Value
	}
	return ""
}

// First returns the first value of several keys that is not empty.
func (fm *Front) First(keys ...string) string {
	for _, key := range keys {
		if v := fm.Get(key); v != "" {
			return v
		}
	}
	return ""
}

// Find returns the entry of a key, nil when there is none.
func (fm *Front) Find(key string) *Field {
	if fm == nil {
		return nil
	}
	for i := range fm.Fields {
		if fm.Fields[i].Key == key {
			return &fm.Fields[i]
		}
	}
	return nil
}

// Node returns a value as the YAML library reads it, nil when it is absent or all values are words.
func (fm *Front) Node(key string) *yaml.Node {
	if fm.top == nil && fm.text != "" {
		var doc yaml.Node
		if b := []byte(fm.text); yaml.Unmarshal(PlainLines(b, 0, len(b)), &doc) == nil && len(doc.Content) > 0 {
			fm.top = doc.Content[0]
		}
	}
	if fm.top == nil {
		return nil
	}
	for i := 0; i+1 < len(fm.top.Content); i += 2 {
		if fm.top.Content[i].Value == key {
			return fm.top.Content[i+1]
		}
	}
	return nil
}

// decode reads the entries with the YAML library, for front matters that are more than
// plain lines; the scan by line only adds the places. Aliases are not followed, so a small
// file cannot unfold into a large one.
func (fm *Front) decode(b []byte) error {
	var doc, more yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(PlainLines(b, fm.Start, fm.End)))
	err := decoder.Decode(&doc)
	if errors.Is(err, io.EOF) {
		fm.Fields = nil
		return nil
	}
	if err != nil {
		return fm.yamlError(b, err)
	}
	if !errors.Is(decoder.Decode(&more), io.EOF) {
		return &LineError{Line: fm.Line, Reason: "front matter holds more than one YAML document"}
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return &LineError{Line: fm.Line, Reason: "front matter is not a list of keys and values"}
	}
	fm.top = top
	places := make(map[int]Field, len(fm.Fields))
	for _, f := range fm.Fields {
		places[f.Line] = f
	}
	fm.Fields = fm.Fields[:0]
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		line := fm.Line + key.Line - 1
		f, placed := places[line]
		if !placed || f.Key != key.Value {
			f = Field{Key: key.Value, Line: line}
		}
		f.Value = NodeText(value)
		fm.Fields = append(fm.Fields, f)
	}
	return nil
}

// yamlError names the line in the file. For some faults the library names an earlier line,
// so the first entry that is wrong by itself comes first.
func (fm *Front) yamlError(b []byte, err error) error {
	line, text := fm.Line, PlainLines(b, fm.Start, fm.End)
	for _, f := range fm.Fields {
		start := bytes.LastIndexAny(b[:f.From], "\r\n") + 1
		entry := PlainLines(b, start, f.To)
		if alone := yaml.Unmarshal(entry, new(yaml.Node)); alone != nil {
			line, text, err = f.Line, entry, alone
			break
		}
	}
	at, reason := YAMLReason(err)
	if at > 0 {
		line += min(at, bytes.Count(text, []byte("\n"))) - 1
	}
	return fm.fault(b, line, reason)
}

// NewValue is a value for a top-level key, a plain word.
type NewValue struct{ Key, Word string }

// SetValues changes values of a front matter, and no other byte. A value of several lines is replaced
// as a whole. It fails with ErrEdit when the front matter is not valid, a key is absent, or the result
// would read differently in anything but these values.
func SetValues(b []byte, values ...NewValue) ([]Splice, error) {
	was, err := ReadFront(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEdit, err)
	}
	var splices []Splice
	for _, v := range values {
		f := was.Find(v.Key)
		if f == nil {
			return nil, fmt.Errorf("%w: there is no %s", ErrEdit, v.Key)
		}
		s, err := f.Splice(b, v.Word)
		if err != nil {
			return nil, err
		}
		splices = append(splices, s)
		f.Value = NotNull(v.Word)
	}
	next := Apply(b, splices)
	now, err := ReadFront(next)
	if err != nil || len(now.Fields) != len(was.Fields) || len(next)-now.Body != len(b)-was.Body {
		return nil, Wrong("the front matter")
	}
	for i, f := range now.Fields {
		if want := was.Fields[i]; f.Key != want.Key || f.Value != want.Value {
			return nil, fmt.Errorf("%w: %s would read otherwise", ErrEdit, f.Key)
		}
	}
	return splices, nil
}

// Splice gives the value another text. A comment after it stays; one inside of it makes it fail.
func (f *Field) Splice(b []byte, written string) (Splice, error) {
	if f.From == 0 {
		return Splice{}, fmt.Errorf("%w: %s is written in an unusual way", ErrEdit, f.Key)
	}
	raw := string(b[f.From:f.To])
	value, comment := SplitComment(raw)
	if strings.ContainsAny(raw, "\r\n") && !strings.ContainsRune(`"'|>`, rune(raw[0])) && strings.Contains(raw, "#") {
		return Splice{}, fmt.Errorf("%w: there is a comment inside %s", ErrEdit, f.Key)
	}
	if b[f.From-1] == ':' {
		written = " " + written
	}
	if strings.HasPrefix(comment, "#") {
		written += " "
	}
	return Splice{f.From, f.From + len(value), written}, nil
}
