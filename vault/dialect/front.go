package dialect

import (
	"slices"
	"strconv"
	"strings"

	"coldstart/vault/text"
)

// entry is one key of a front matter with its value as written. A key that
// is inside another one has a dot in front, whatever its depth.
type entry struct {
	key, value string
	line       int
	// fields are those that the key may state.
	fields fieldSet
}

// frontMatter is the block of keys at the top of a file, read by line: no YAML library
// accepts the unquoted colons and brackets that agents copy into it.
type frontMatter struct {
	text.Block
	entries []entry
	// fields are those that a key may state.
	fields   fieldSet
	warnings []Warning
}

// Warning is something in a file that other readers may misread.
type Warning struct {
	// Line counts from 1.
	Line   int
	Reason string
}

// loose are the rules for front matter in other notations.
var loose = text.Rules{Lines: maxFrontLines, Heading: true, Loose: true}

// readFront reads the front matter of a file.
func readFront(body string) frontMatter {
	block, ok := text.FindBlock(body, loose)
	if !ok {
		return frontMatter{}
	}
	f := frontMatter{Block: block}
	switch f.Ends {
	case text.NeverClosed:
		f.warning(f.Line-1, "front matter is never closed; it is read up to the first blank line")
	case text.Glued:
		f.warning(f.Last, "the front matter ends on the line of a value")
	}
	f.read(body)
	return f
}

// fewEntries is as many keys as most files have at most.
const fewEntries = 12

// put adds an entry.
func (f *frontMatter) put(e entry) {
	e.fields = fieldsOf().key[e.key]
	if f.entries == nil {
		f.entries = make([]entry, 0, min(fewEntries, f.Last-f.Line+1))
	}
	f.entries = append(f.entries, e)
	f.fields |= e.fields
}

func (f *frontMatter) warning(line int, reason string) {
	f.warnings = append(f.warnings, Warning{line, reason})
}

// read makes entries of the rows. Indented rows and items belong to the key above them.
func (f *frontMatter) read(body string) {
	var outer, inner pending
	number := f.Line
	for at := f.Start; at < f.End; number++ {
		row, next := text.LineAt(body[:f.End], at)
		at = next
		row = text.TrimEnd(row)
		bare := strings.TrimLeft(row, " \t")
		key, value, isKey := text.LooseKey(row)
		switch {
		case bare == "":
		case len(bare) < len(row), bare[0] == '-' && (outer.raw == "" || outer.items):
			f.continueEntry(&outer, &inner, bare, len(row)-len(bare), number)
		case bare[0] == '#':
		case isKey:
			f.add(&inner)
			f.add(&outer)
			outer = begin(normalKey(key), value, number, 0)
		default:
			f.warning(number, strayReason(row))
		}
	}
	f.add(&inner)
	f.add(&outer)
}

func strayReason(row string) string {
	if strings.HasPrefix(row, "<<<<<<<") || strings.HasPrefix(row, "=======") || strings.HasPrefix(row, ">>>>>>>") {
		return "unresolved merge conflict"
	}
	return "neither a key nor part of a value"
}

// pending is an entry whose value may go on.
type pending struct {
	key, raw     string
	line, indent int
	// block is true for a value whose rows are text, whatever they look like.
	block bool
	// items is true for a value that is a list with an item in each row.
	items bool
}

func begin(key, value string, line, indent int) pending {
	p := pending{key: key, raw: value, line: line, indent: indent}
	if n := len(value); n > 0 && n <= 3 && (value[0] == '|' || value[0] == '>') {
		p.block, p.raw = true, ""
	}
	return p
}

// continueEntry adds a row to the entry it is below, or begins an inner one.
func (f *frontMatter) continueEntry(outer, inner *pending, row string, indent, line int) {
	key, value, isKey := text.LooseKey(row)
	switch {
	case outer.key == "":
	case outer.block:
		outer.extend(row)
	case inner.key != "" && indent > inner.indent && (inner.block || inner.raw != "" || !isKey):
		inner.extend(row)
	case isKey && (outer.raw == "" || inner.key != ""):
		f.add(inner)
		*inner = begin("."+normalKey(key), value, line, indent)
	case inner.key == "" && row[0] != '#':
		outer.extend(row)
	}
}

// extend adds a row to the value. A backslash at the end of a quoted row joins
// the next one without a blank.
func (p *pending) extend(text string) {
	item, isItem := strings.CutPrefix(text, "- ")
	switch {
	case len(p.raw) > maxText:
	case isItem && p.raw == "" && !p.block:
		p.raw, p.items = strings.TrimSpace(item), true
	case isItem && p.items:
		p.raw += ", " + strings.TrimSpace(item)
	case p.raw == "":
		p.raw = text
	case p.raw[0] == '"' && strings.HasSuffix(p.raw, `\`):
		p.raw = strings.TrimSuffix(p.raw, `\`) + text
	default:
		p.raw += " " + text
	}
}

// add ends an entry. A key that is given again is kept only with another value.
func (f *frontMatter) add(p *pending) {
	value := p.raw
	if !p.block {
		value = plainValue(value)
	}
	value = clip(value)
	if e := f.find(p.key); p.key != "" && (e == nil || e.value != value && len(f.entries) < maxFrontLines) {
		f.put(entry{key: p.key, value: value, line: p.line})
	}
	*p = pending{}
}

// saysOnly reports whether all keys that may state a field have one value.
func (f *frontMatter) saysOnly(of field, value string) bool {
	return !slices.ContainsFunc(f.entries, func(e entry) bool { return e.fields.has(of) && e.value != value })
}

func (f *frontMatter) find(key string) *entry {
	for i := range f.entries {
		if f.entries[i].key == key {
			return &f.entries[i]
		}
	}
	return nil
}

// plainValue returns the text of a value without its quotes or its comment. Whatever else
// YAML could mean by it stays as written.
func plainValue(raw string) string {
	if raw != "" && (raw[0] == '"' || raw[0] == '\'') {
		if inner, ok := unquote(raw); ok {
			return inner
		}
	}
	if mark := strings.Index(raw, " # "); mark >= 0 {
		raw = strings.TrimRight(raw[:mark], " \t")
	}
	return raw
}

// unquote removes the quotes around a whole text; a comment may follow.
func unquote(raw string) (string, bool) {
	q := raw[0]
	if inner, rest, ok := strings.Cut(raw[1:], raw[:1]); ok && strings.IndexByte(inner, '\\') < 0 && !strings.HasPrefix(rest, raw[:1]) {
		rest = strings.TrimSpace(rest)
		return inner, rest == "" || rest[0] == '#'
	}
	var b strings.Builder
	for i := 1; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '\\' && q == '"' && i+1 < len(raw):
			i += escape(&b, raw[i+1:])
		case c != q:
			b.WriteByte(c)
		case q == '\'' && i+1 < len(raw) && raw[i+1] == q:
			b.WriteByte(c)
			i++
		default:
			rest := strings.TrimSpace(raw[i+1:])
			return b.String(), rest == "" || rest[0] == '#'
		}
	}
	return "", false
}

// escapes are the escapes of one character that stand for another character.
var escapes = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '0': ""}

// escape writes what the text after a backslash stands for and returns how many
// bytes of it were taken.
func escape(b *strings.Builder, rest string) int {
	c := rest[0]
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	if digits > 0 && len(rest) > digits {
		if code, err := strconv.ParseUint(rest[1:1+digits], 16, 32); err == nil {
			b.WriteRune(rune(code))
			return 1 + digits
		}
	}
	if text, ok := escapes[c]; ok {
		b.WriteString(text)
		return 1
	}
	if !strings.ContainsRune(`"\/ `, rune(c)) {
		b.WriteByte('\\')
	}
	b.WriteByte(c)
	return 1
}

// absentWords are values that say there is none.
var absentWords = []string{
	"", "null", "none", "n/a", "na", "nil", "tbd", "unknown", "~", "-", "[]", "{}", `""`,
	"not specified", "unspecified", "not provided", "not given", "not set", "not available", "not applicable", "to be determined", "attached",
}

// longestAbsent is the most bytes of a value that says nothing.
const longestAbsent = 40

// pointers end a value that only says where the text is, as "See the draft below"; all before them is of pointing.
var (
	pointers = []string{"below", "above", "attached", "attachment"}
	pointing = []string{"see", "as", "given", "shown", "listed", "please", "refer", "to", "the", "draft", "text", "content", "details", "post", "message", "email", "file", "section"}
)

// isPointer reports whether a value only says where the text is.
func isPointer(value string) bool {
	rest := strings.ToLower(strings.TrimRight(value, ".:) "))
	if !slices.ContainsFunc(pointers, func(end string) bool { return strings.HasSuffix(rest, end) }) {
		return false
	}
	before := strings.Fields(strings.TrimLeft(rest, "( "))
	return len(before) > 1 && !slices.ContainsFunc(before[:len(before)-1], func(word string) bool { return !slices.Contains(pointing, word) })
}

// unexpanded are the beginnings of expressions that a shell or template engine should have
// replaced.
var unexpanded = []string{"$(", "${", "{{"}

// isAbsent reports whether a value says nothing.
func isAbsent(value string) bool {
	return slices.ContainsFunc(unexpanded, func(mark string) bool { return strings.Contains(value, mark) }) ||
		len(value) <= longestAbsent && (isPointer(value) || slices.ContainsFunc(absentWords, func(word string) bool { return strings.EqualFold(value, word) }))
}
