package dialect

import "strings"

// entry is one key of a front matter with its value as written. A key that
// stands inside another one has a dot in front, whatever its depth.
type entry struct {
	key, value string
	line       int
}

// frontMatter is the block of keys at the top of a file, read by line: no YAML
// library takes the unquoted colons and brackets that agents copy into it.
type frontMatter struct {
	entries []entry
	// from and to enclose the rows of the whole block with its fences; both are
	// zero when there is none.
	from, to int
	troubles []Trouble
}

// Trouble is something in a file that other readers may stumble over.
type Trouble struct {
	// Line counts from 1.
	Line   int
	Reason string
}

const fence = "---"

// readFront finds the front matter among the rows of a file: at the first row
// that is not blank, or straight after a leading H1 when keys follow.
func readFront(rows []string) frontMatter {
	open := firstText(rows, 0)
	if open == len(rows) {
		return frontMatter{}
	}
	afterTitle := strings.HasPrefix(rows[open], "# ")
	if afterTitle {
		open = firstText(rows, open+1)
	}
	if open == len(rows) || !isFence(rows[open]) || !keysFollow(rows, open+1) {
		return frontMatter{}
	}
	f := frontMatter{from: open}
	end, how := frontEnd(rows, open+1)
	if how == neverClosed {
		if afterTitle {
			return frontMatter{}
		}
		f.troubles = append(f.troubles, Trouble{open + 1, "front matter is never closed; it is read up to the first blank line"})
	}
	f.to = end
	if how == closedByFence || how == closedGlued {
		f.to = end + 1
	}
	if how == closedGlued {
		f.troubles = append(f.troubles, Trouble{end + 1, "the end of the front matter stands behind a value"})
		end++
	}
	f.read(rows, open+1, end, how == closedGlued)
	return f
}

// firstText gives the first row at or behind from that is not blank.
func firstText(rows []string, from int) int {
	for from < len(rows) && strings.TrimSpace(rows[from]) == "" {
		from++
	}
	return from
}

func isFence(row string) bool { return strings.TrimRight(row, " \t") == fence }

// keysFollow reports whether the first row that is no comment is a key.
func keysFollow(rows []string, from int) bool {
	for from < len(rows) && strings.HasPrefix(rows[from], "#") {
		from++
	}
	if from >= len(rows) {
		return false
	}
	_, _, ok := keyLine(rows[from])
	return ok
}

// closing is how a front matter comes to its end.
type closing int

const (
	neverClosed closing = iota
	closedByFence
	closedGlued
)

// frontEnd finds the row that ends the front matter that begins at from. Without
// an end that is the first blank row or heading.
func frontEnd(rows []string, from int) (int, closing) {
	afterBlank := false
	for k := from; k < len(rows) && k < from+maxFrontLines; k++ {
		row := strings.TrimRight(rows[k], " \t")
		if row == fence || row == "..." {
			return k, closedByFence
		}
		if _, value, ok := keyLine(row); ok && strings.HasSuffix(value, fence) && value != fence && endsBlock(rows, k+1) {
			return k, closedGlued
		}
		if afterBlank && isProse(row) {
			break
		}
		afterBlank = row == ""
	}
	for k := from; k < len(rows) && k < from+maxFrontLines; k++ {
		if endsBlock(rows, k) {
			return k, neverClosed
		}
	}
	return min(len(rows), from+maxFrontLines), neverClosed
}

// endsBlock reports whether row k is missing, blank or a heading.
func endsBlock(rows []string, k int) bool {
	return k >= len(rows) || strings.TrimSpace(rows[k]) == "" || strings.HasPrefix(rows[k], "#")
}

// isProse reports rows that no front matter has behind a blank one.
func isProse(row string) bool {
	if row == "" || strings.ContainsRune(" \t#-", rune(row[0])) {
		return false
	}
	_, _, ok := keyLine(row)
	return !ok
}

// keyLine reads "key: value" at the margin.
func keyLine(row string) (key, value string, ok bool) {
	colon := strings.IndexByte(row, ':')
	if colon <= 0 || colon > maxKey || colon+1 < len(row) && row[colon+1] != ' ' && row[colon+1] != '\t' {
		return "", "", false
	}
	key = strings.Trim(row[:colon], `"' `)
	if key == "" || !isKeyByte(row[0]) && row[0] != '"' && row[0] != '\'' {
		return "", "", false
	}
	for i := range len(key) {
		if c := key[i]; !isKeyByte(c) && c != ' ' && c != '-' && c != '.' {
			return "", "", false
		}
	}
	return key, strings.TrimSpace(row[colon+1:]), true
}

func isKeyByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// read takes the rows from up to end as entries. Indented rows and items belong
// to the key above them.
func (f *frontMatter) read(rows []string, from, end int, glued bool) {
	var outer, inner pending
	for k := from; k < end; k++ {
		row := strings.TrimRight(rows[k], " \t")
		if glued && k == end-1 {
			row = strings.TrimSuffix(row, fence)
		}
		text := strings.TrimLeft(row, " \t")
		key, value, isKey := keyLine(row)
		switch {
		case text == "":
		case len(text) < len(row), text[0] == '-' && (outer.raw == "" || outer.items):
			f.goOn(&outer, &inner, text, len(row)-len(text), k+1)
		case text[0] == '#':
		case isKey:
			f.add(&inner)
			f.add(&outer)
			outer = begin(normalKey(key), value, k+1, 0)
		default:
			f.troubles = append(f.troubles, Trouble{k + 1, strayReason(row)})
		}
	}
	f.add(&inner)
	f.add(&outer)
}

func strayReason(row string) string {
	if strings.HasPrefix(row, "<<<<<<<") || strings.HasPrefix(row, "=======") || strings.HasPrefix(row, ">>>>>>>") {
		return "mark of a merge that was not finished"
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

// goOn adds a row to the entry it stands below, or begins an inner one.
func (f *frontMatter) goOn(outer, inner *pending, text string, indent, line int) {
	key, value, isKey := keyLine(text)
	switch {
	case outer.key == "":
	case outer.block:
		outer.extend(text)
	case inner.key != "" && indent > inner.indent && (inner.block || inner.raw != "" || !isKey):
		inner.extend(text)
	case isKey && (outer.raw == "" || inner.key != ""):
		f.add(inner)
		*inner = begin("."+normalKey(key), value, line, indent)
	case inner.key == "" && text[0] != '#':
		outer.extend(text)
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

// add ends an entry. The first of several with one key counts.
func (f *frontMatter) add(p *pending) {
	if p.key != "" && f.find(p.key) == nil {
		value := p.raw
		if !p.block {
			value = plainValue(value)
		}
		f.entries = append(f.entries, entry{p.key, clip(value), p.line})
	}
	*p = pending{}
}

func (f *frontMatter) find(key string) *entry {
	for i := range f.entries {
		if f.entries[i].key == key {
			return &f.entries[i]
		}
	}
	return nil
}
