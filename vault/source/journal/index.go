package journal

import (
	"bytes"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/text"
)

// IndexKey is the key of the list of attempts in a journal's front matter.
const IndexKey = "strategies_tried"

// indexRow is one listed attempt with its line.
type indexRow struct {
	model.IndexRow
	line int
}

// set sets a value by its key. Keys of other programs are skipped.
func (r *indexRow) set(key, value string) {
	switch key {
	case "id":
		r.ID = value
	case "strategy":
		r.Strategy = value
	case "status":
		r.Status = value
	}
}

// plainIndex reads a list in the notation of the protocol, and gives the place of its
// lines. For 20,000 attempts the YAML library takes ten times as long and far more memory.
// It is not ok for any other notation.
func plainIndex(b []byte, fm *text.Front) (list text.Span, rows []indexRow, ok bool) {
	at, line := fm.Start, fm.Line
	for ; at < fm.End && list.From == 0; line++ {
		row, next := text.LineAt(b[:fm.End], at)
		if string(bytes.TrimRight(row, " \t")) == IndexKey+":" {
			list = text.Span{From: next, To: next}
		}
		at = next
	}
	if list.From == 0 {
		return text.Span{}, nil, false
	}
	r := indexReader{dash: -1}
	for ; at < fm.End; line++ {
		row, next := text.LineAt(b[:fm.End], at)
		row = bytes.TrimRight(row, " \t")
		if len(row) > 0 {
			if row[0] != ' ' && row[0] != '-' && row[0] != '#' && row[0] != '\t' {
				break
			}
			if !text.IsPlain(row) || !r.line(string(row), line) {
				return text.Span{}, nil, false
			}
			list.To = at + len(row)
		}
		at = next
	}
	return list, r.rows, len(r.rows) > 0
}

// indexReader reads the lines of such a list.
type indexReader struct {
	rows []indexRow
	// dash and keys are the columns of the rows' dashes and keys; dash is -1 before the
	// first row.
	dash, keys int
	// tags is true below a key with a list of lines, items is its column, -1 before the
	// first.
	tags  bool
	items int
}

// line reads one line. It is false for other notations.
func (r *indexReader) line(row string, number int) bool {
	rest := strings.TrimLeft(row, " ")
	column := len(row) - len(rest)
	item, dashed := strings.CutPrefix(rest, "- ")
	switch {
	case dashed && r.tags && column >= r.keys && (r.items < 0 || column == r.items):
		r.items = column
		tag, plain := text.PlainValue(strings.TrimLeft(item, " "))
		last := &r.rows[len(r.rows)-1]
		last.Tags = append(last.Tags, tag)
		return plain && tag != ""
	case dashed && (r.dash < 0 || column == r.dash):
		r.dash = column
		rest = strings.TrimLeft(item, " ")
		r.keys = len(row) - len(rest)
		r.rows = append(r.rows, indexRow{line: number})
	case dashed || r.dash < 0 || column != r.keys:
		return false
	}
	return r.entry(rest)
}

// entry reads "key: value" of the last row.
func (r *indexReader) entry(pair string) bool {
	f, ok := text.ScanField([]byte(pair), 0, 0)
	if !ok || !text.IsPlainKey(f.Key) {
		return false
	}
	row := &r.rows[len(r.rows)-1]
	raw := pair[f.From:]
	if r.tags = f.Key == "tags" && raw == ""; r.tags {
		row.Tags, r.items = nil, -1
		return true
	}
	if f.Key == "tags" {
		row.Tags, ok = flowItems(raw)
		return ok
	}
	value, plain := text.PlainValue(raw)
	row.set(f.Key, value)
	return plain
}

// flowItems reads a list of plain values in brackets on one line.
func flowItems(raw string) (items []string, ok bool) {
	inner, opened := strings.CutPrefix(raw, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !opened || !closed {
		return nil, false
	}
	for rest := strings.Trim(inner, " \t"); rest != ""; {
		end := 0
		if rest[0] == '"' || rest[0] == '\'' {
			end = text.QuotedEnd(rest)
		}
		comma := strings.IndexByte(rest[end:], ',')
		item := rest
		if comma >= 0 {
			item = rest[:end+comma]
		}
		item = strings.Trim(item, " \t")
		value, plain := text.PlainValue(item)
		if !plain || value == "" || end == 0 && strings.ContainsAny(item, `[]{}"'#`) {
			return nil, false
		}
		items = append(items, value)
		if comma < 0 {
			break
		}
		rest = strings.Trim(rest[end+comma+1:], " \t")
	}
	return items, true
}

// yamlIndex takes the list from the YAML library, without following aliases. What is no
// attempt is a fault.
func yamlIndex(fm *text.Front) (rows []indexRow, faults []*text.LineError) {
	list := fm.Node(IndexKey)
	switch {
	case list == nil:
		if f := fm.Find(IndexKey); f != nil && f.Value != "" {
			faults = append(faults, &text.LineError{Line: f.Line, Reason: IndexKey + " is not a list"})
		}
		return nil, faults
	case list.Kind == yaml.ScalarNode && text.NodeText(list) == "":
		return nil, nil
	case list.Kind != yaml.SequenceNode:
		return nil, []*text.LineError{{Line: fm.Line + list.Line - 1, Reason: IndexKey + " is not a list"}}
	}
	for _, n := range list.Content {
		row := indexRow{line: fm.Line + n.Line - 1}
		if n.Kind != yaml.MappingNode {
			faults = append(faults, &text.LineError{Line: row.line, Reason: "an entry of " + IndexKey + " has no keys and values"})
			continue
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			row.set(n.Content[i].Value, text.NodeText(n.Content[i+1]))
			if n.Content[i].Value == "tags" {
				row.Tags = nodeTags(n.Content[i+1])
			}
		}
		rows = append(rows, row)
	}
	return rows, faults
}

// nodeTags reads tags as a list or as one text.
func nodeTags(n *yaml.Node) []string {
	if n.Kind == yaml.ScalarNode {
		return splitTags(text.NodeText(n))
	}
	var tags []string
	for _, c := range n.Content {
		if text := text.NodeText(c); n.Kind == yaml.SequenceNode && text != "" {
			tags = append(tags, text)
		}
	}
	return tags
}

// splitTags reads "[a, b]", with or without the brackets and quotes.
func splitTags(text string) []string {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "["), "]")
	var tags []string
	for tag := range strings.SplitSeq(text, ",") {
		if tag = strings.Trim(strings.TrimSpace(tag), `"'`); tag != "" {
			tags = append(tags, tag)
		}
	}
	return tags
}
