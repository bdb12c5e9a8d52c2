package journal

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
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
func (j *Journal) changedHead(b []byte, n newHead) ([]text.Splice, error) {
	fm := j.head.fm
	var splices []text.Splice
	missing := ""
	for _, set := range []struct{ key, want, quote string }{
		{TotalKey, strconv.Itoa(len(j.Entries) + 1), ""},
		{LastKey, model.FormatUTC(n.at), `"`},
	} {
		f := fm.Find(set.key)
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
		f := fm.Find(IndexKey)
		if f == nil {
			missing += IndexKey + ":" + n.end + strings.Join(rowLines(n.row(), "  ", "    "), n.end) + n.end
		} else {
			list, err := listSplices(b, f, n.row(), n.end)
			if err != nil {
				return nil, err
			}
			splices = append(splices, list...)
		}
	}
	if missing != "" {
		splices = append(splices, text.Splice{From: fm.End, To: fm.End, Text: missing})
	}
	return splices, nil
}

// valueSplice changes one value of one line. It keeps the quotes that the value has;
// one that is empty gets quote.
func valueSplice(b []byte, f *text.Field, want, quote string) (text.Splice, error) {
	value, _ := text.SplitComment(string(b[f.From:f.To]))
	switch {
	case strings.ContainsAny(value, "\r\n"):
		return text.Splice{}, fmt.Errorf("%w: %s has more than one line", text.ErrEdit, f.Key)
	case text.NotNull(value) == "":
	case value[0] == '"' || value[0] == '\'':
		quote = value[:1]
	default:
		quote = ""
	}
	return f.Splice(b, quote+want+quote)
}

// listSplices adds a row to the list of attempts in the notation that it has. An
// empty list in brackets becomes one of lines.
func listSplices(b []byte, f *text.Field, row model.IndexRow, end string) ([]text.Splice, error) {
	if f.From == 0 {
		return nil, fmt.Errorf("%w: %s is written in an unusual way", text.ErrEdit, f.Key)
	}
	raw := string(b[f.From:f.To])
	first, next := text.LineAt([]byte(raw), 0)
	value, _ := text.SplitComment(string(first))
	if strings.HasPrefix(value, "[") && strings.TrimSpace(raw[next:]) != "" {
		value = raw
	}
	inner, flow := strings.CutPrefix(value, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	switch {
	case flow && closed && strings.TrimSpace(inner) != "":
		item := ", "
		inner = strings.TrimRight(inner, " \t\r\n")
		if strings.HasSuffix(inner, ",") {
			item = " "
		}
		at := f.From + 1 + len(inner)
		return []text.Splice{{From: at, To: at, Text: item + flowRow(row)}}, nil
	case flow && closed, text.NotNull(value) == "" && strings.TrimSpace(raw[next:]) == "":
		from := f.From
		for value != "" && (b[from-1] == ' ' || b[from-1] == '\t') {
			from--
		}
		line, _ := text.LineAt(b, f.From+len(value))
		at := f.From + len(value) + len(line)
		return []text.Splice{
			{From: from, To: f.From + len(value), Text: ""},
			{From: at, To: at, Text: end + strings.Join(rowLines(row, "  ", "    "), end)},
		}, nil
	case value != "":
		return nil, fmt.Errorf("%w: %s is no list", text.ErrEdit, f.Key)
	}
	dash, keys, ok := listIndent(raw[next:])
	if !ok {
		return nil, fmt.Errorf("%w: %s is no list", text.ErrEdit, f.Key)
	}
	return []text.Splice{{From: f.To, To: f.To, Text: end + strings.Join(rowLines(row, dash, keys), end)}}, nil
}

// listIndent gives the indents of the dashes and of the keys of a list.
func listIndent(lines string) (dash, keys string, ok bool) {
	for _, line := range text.Lines([]byte(lines)) {
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
		dash + "-" + strings.Repeat(" ", len(keys)-len(dash)-1) + "id: " + text.QuotePlain(row.ID),
		keys + "strategy: " + text.QuotePlain(row.Strategy),
		keys + "status: " + text.QuotePlain(row.Status),
		keys + "tags: " + quotedList(row.Tags),
	}
}

// flowRow gives a row in braces on one line.
func flowRow(row model.IndexRow) string {
	return fmt.Sprintf("{id: %s, strategy: %s, status: %s, tags: %s}",
		text.QuotePlain(row.ID), text.QuotePlain(row.Strategy), text.QuotePlain(row.Status), quotedList(row.Tags))
}

func quotedList(items []string) string {
	quoted := make([]string, len(items))
	for i, item := range items {
		quoted[i] = text.QuotePlain(item)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
