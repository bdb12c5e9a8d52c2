package vault

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
)

// newHead is what a journal's front matter is brought up to date with.
type newHead struct {
	// entry is the new entry as it will be read, draft where it comes from.
	entry model.Entry
	draft model.Draft
	at    time.Time
	slug  string
	// end is the file's line end.
	end string
}

// row is what the list of attempts says of the new entry.
func (n newHead) row() model.IndexRow {
	return model.IndexRow{ID: n.entry.ID, Strategy: n.draft.Strategy, Status: n.draft.Outcome.Status(), Tags: n.draft.Tags}
}

// changedHead counts the new entry and lists it when it is an attempt. A key that
// the front matter does not have is added at its end.
func (j *journal) changedHead(b []byte, n newHead) ([]splice, error) {
	fm := j.head.fm
	var splices []splice
	missing := ""
	for _, set := range []struct{ key, want, quote string }{
		{totalKey, strconv.Itoa(len(j.Entries) + 1), ""},
		{lastKey, model.FormatUTC(n.at), `"`},
	} {
		f := fm.find(set.key)
		if f == nil {
			missing += set.key + ": " + set.quote + set.want + set.quote + n.end
			continue
		}
		s, err := valueSplice(b, f, set.want, set.quote)
		if err != nil {
			return nil, err
		}
		splices = append(splices, s)
	}
	if n.entry.Category == model.CategoryProof {
		f := fm.find(indexKey)
		if f == nil {
			missing += indexKey + ":" + n.end + strings.Join(rowLines(n.row(), "  ", "    "), n.end) + n.end
		} else {
			list, err := listSplices(b, f, n.row(), n.end)
			if err != nil {
				return nil, err
			}
			splices = append(splices, list...)
		}
	}
	if missing != "" {
		splices = append(splices, splice{fm.end, fm.end, missing})
	}
	return splices, nil
}

// valueSplice changes one value of one line. It keeps the quotes that the value has;
// one that is empty gets quote.
func valueSplice(b []byte, f *field, want, quote string) (splice, error) {
	if f.from == 0 {
		return splice{}, fmt.Errorf("%w: %s is written in an unusual way", errEdit, f.key)
	}
	value, comment := splitComment(string(b[f.from:f.to]))
	if strings.ContainsAny(value, "\r\n") {
		return splice{}, fmt.Errorf("%w: %s has more than one line", errEdit, f.key)
	}
	switch {
	case notNull(value) == "":
	case value[0] == '"' || value[0] == '\'':
		quote = value[:1]
	default:
		quote = ""
	}
	text := quote + want + quote
	if b[f.from-1] == ':' {
		text = " " + text
	}
	if strings.HasPrefix(comment, "#") {
		text += " "
	}
	return splice{f.from, f.from + len(value), text}, nil
}

// listSplices adds a row to the list of attempts in the notation that it has. An
// empty list in brackets becomes one of lines.
func listSplices(b []byte, f *field, row model.IndexRow, end string) ([]splice, error) {
	if f.from == 0 {
		return nil, fmt.Errorf("%w: %s is written in an unusual way", errEdit, f.key)
	}
	raw := string(b[f.from:f.to])
	first, next := lineAt([]byte(raw), 0)
	value, _ := splitComment(string(first))
	if strings.HasPrefix(value, "[") && strings.TrimSpace(raw[next:]) != "" {
		value = raw
	}
	inner, flow := strings.CutPrefix(value, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	switch {
	case flow && closed && strings.TrimSpace(inner) != "":
		text := ", "
		inner = strings.TrimRight(inner, " \t\r\n")
		if strings.HasSuffix(inner, ",") {
			text = " "
		}
		at := f.from + 1 + len(inner)
		return []splice{{at, at, text + flowRow(row)}}, nil
	case flow && closed, notNull(value) == "" && strings.TrimSpace(raw[next:]) == "":
		from := f.from
		for value != "" && (b[from-1] == ' ' || b[from-1] == '\t') {
			from--
		}
		line, _ := lineAt(b, f.from+len(value))
		at := f.from + len(value) + len(line)
		return []splice{
			{from, f.from + len(value), ""},
			{at, at, end + strings.Join(rowLines(row, "  ", "    "), end)},
		}, nil
	case value != "":
		return nil, fmt.Errorf("%w: %s is no list", errEdit, f.key)
	}
	dash, keys, ok := listIndent(raw[next:])
	if !ok {
		return nil, fmt.Errorf("%w: %s is no list", errEdit, f.key)
	}
	return []splice{{f.to, f.to, end + strings.Join(rowLines(row, dash, keys), end)}}, nil
}

// listIndent gives the indents of the dashes and of the keys of a list.
func listIndent(lines string) (dash, keys string, ok bool) {
	for _, line := range linesIn([]byte(lines)) {
		text := strings.TrimLeft(line, " ")
		if text == "" || text[0] == '#' {
			continue
		}
		item, dashed := strings.CutPrefix(text, "-")
		dash = line[:len(line)-len(text)]
		blanks := len(item) - len(strings.TrimLeft(item, " "))
		return dash, dash + strings.Repeat(" ", 1+max(blanks, 1)), dashed && (item == "" || blanks > 0)
	}
	return "", "", false
}

// rowLines gives a row of the list, one key a line.
func rowLines(row model.IndexRow, dash, keys string) []string {
	return []string{
		dash + "-" + strings.Repeat(" ", len(keys)-len(dash)-1) + "id: " + quotedText(row.ID),
		keys + "strategy: " + quotedText(row.Strategy),
		keys + "status: " + quotedText(row.Status),
		keys + "tags: " + quotedList(row.Tags),
	}
}

// flowRow gives a row in braces on one line.
func flowRow(row model.IndexRow) string {
	return fmt.Sprintf("{id: %s, strategy: %s, status: %s, tags: %s}",
		quotedText(row.ID), quotedText(row.Strategy), quotedText(row.Status), quotedList(row.Tags))
}

func quotedList(items []string) string {
	quoted := make([]string, len(items))
	for i, item := range items {
		quoted[i] = quotedText(item)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// quotedText quotes a text as the protocol does, with escapes only where it needs
// them.
func quotedText(text string) string {
	if isPlainText([]byte(text)) && !strings.ContainsAny(text, "\"\\\t") {
		return `"` + text + `"`
	}
	return yamlText(text)
}
