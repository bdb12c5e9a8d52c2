package journal

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

// journalHead is the front matter of a journal.
type journalHead struct {
	// fm is nil when there is none.
	fm *text.Front
	// rows are the listed attempts.
	rows []indexRow
	// faults are entries of the list that are no attempts.
	faults []*text.LineError
}

// readJournalHead reads the front matter of a journal. With an error it has what could be
// read line by line.
func readJournalHead(b []byte) (journalHead, error) {
	fm, err := text.FindFront(b, maxJournalHead)
	switch {
	case fm == nil:
		return journalHead{}, &text.LineError{Line: 1, Reason: "there is no front matter"}
	case err != nil:
		fm.EndAtBlank(b)
		return journalHead{fm: fm}, err
	}
	head, err := readClosedHead(b, *fm)
	if err != nil && holdsHeading(b, fm.Block) {
		// The line that seems to close it is a rule of the body.
		fm.EndAtBlank(b)
		return journalHead{fm: fm}, &text.LineError{Line: fm.Line - 1, Reason: "front matter is never closed"}
	}
	return head, err
}

// readClosedHead reads the text between the fences.
func readClosedHead(b []byte, fm text.Front) (journalHead, error) {
	if list, rows, ok := plainIndex(b, &fm); ok {
		if err := shortHead(fm.Block, list.To-list.From); err != nil {
			return journalHead{fm: &fm}, err
		}
		// The list is blanked out, so that all other offsets and line numbers hold.
		rest := fm
		err := rest.Scan(blanked(b[:fm.Body], list))
		if f := rest.Find(IndexKey); f != nil && f.Value == "" {
			f.To = list.To
			return journalHead{fm: &rest, rows: rows}, err
		}
	}
	if err := shortHead(fm.Block, 0); err != nil {
		return journalHead{fm: &fm}, err
	}
	if err := fm.Scan(b); err != nil {
		return journalHead{fm: &fm}, err
	}
	rows, faults := yamlIndex(&fm)
	return journalHead{fm: &fm, rows: rows, faults: faults}, nil
}

// holdsHeading reports whether a line between the fences is a heading, which is a comment
// in YAML.
func holdsHeading(b []byte, head text.Block) bool {
	for at := head.Start; at < head.End; {
		line, next := text.LineAt(b, at)
		if level, _ := text.Heading(string(line)); level == 2 || level == 3 {
			return true
		}
		at = next
	}
	return false
}

// shortHead fails when a front matter is too long, apart from a list of some bytes.
func shortHead(head text.Block, list int) error {
	if head.End-head.Start-list > text.MaxFront {
		return &text.LineError{Line: head.Line, Reason: fmt.Sprintf("front matter is longer than %d bytes", text.MaxFront)}
	}
	return nil
}

// blanked returns a copy of b with a part overwritten by blanks.
func blanked(b []byte, part text.Span) []byte {
	b = bytes.Clone(b)
	for i := part.From; i < part.To; i++ {
		if b[i] != '\r' && b[i] != '\n' {
			b[i] = ' '
		}
	}
	return b
}

// newHead is what a new entry changes in the front matter.
type newHead struct {
	// entry is the new entry as it will be read, draft what was asked for.
	entry model.Entry
	draft model.Draft
	at    time.Time
	slug  string
	// end is the file's line end.
	end string
}

// row is the new entry's row in the list of attempts.
func (n newHead) row() model.IndexRow {
	return model.IndexRow{ID: n.entry.ID, Strategy: n.draft.Strategy, Status: n.draft.Outcome.Status(), Tags: n.draft.Tags}
}

// changedHead counts the new entry and lists it when it is an attempt. Missing keys are
// added at the end.
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

// valueSplice changes one value on one line. It keeps the quotes; an empty value gets
// quote.
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

// listSplices adds a row to the list of attempts in its notation. An empty list in brackets
// becomes one of lines.
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
		return nil, fmt.Errorf("%w: %s is not a list", text.ErrEdit, f.Key)
	}
	dash, keys, ok := listIndent(raw[next:])
	if !ok {
		return nil, fmt.Errorf("%w: %s is not a list", text.ErrEdit, f.Key)
	}
	return []text.Splice{{From: f.To, To: f.To, Text: end + strings.Join(rowLines(row, dash, keys), end)}}, nil
}

// listIndent returns the indents of the dashes and of the keys of a list.
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

// rowLines returns a row of the list, one key a line.
func rowLines(row model.IndexRow, dash, keys string) []string {
	return []string{
		dash + "-" + strings.Repeat(" ", len(keys)-len(dash)-1) + "id: " + text.QuotePlain(row.ID),
		keys + "strategy: " + text.QuotePlain(row.Strategy),
		keys + "status: " + text.QuotePlain(row.Status),
		keys + "tags: " + quotedList(row.Tags),
	}
}

// flowRow returns a row in braces on one line.
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

// rebuiltHead rebuilds a front matter that cannot be read from the body (seed "Resume",
// error handling): the number of entries, the newest time, and the list of attempts. Other
// keys that can be read stay, the rest becomes comments.
func (j *Journal) rebuiltHead(b []byte, n newHead) ([]text.Splice, error) {
	entries := append(slices.Clone(j.Entries), n.entry)
	newest := n.entry.At
	var rows []string
	for _, e := range entries {
		if e.At.Known() && e.At.Time.After(newest.Time) {
			newest = e.At
		}
		if e.Category == model.CategoryProof && e.Copy == 0 {
			rows = append(rows, rowLines(rowOf(e), "  ", "    ")...)
		}
	}
	kept, named, err := keptHead(b, j.head.fm)
	if err != nil {
		return nil, err
	}
	lines := []string{TotalKey + ": " + strconv.Itoa(len(entries)), LastKey + ": " + text.QuotePlain(newest.Raw)}
	if !named {
		lines = append([]string{"problem: " + text.QuotePlain(n.slug)}, lines...)
	}
	if lines = append(lines, IndexKey+":"); len(rows) == 0 {
		lines[len(lines)-1] += " []"
	}
	if last := len(kept) - 1; last >= 0 && kept[last] != '\n' && kept[last] != '\r' {
		kept += n.end
	}
	block := kept + strings.Join(append(lines, rows...), n.end) + n.end
	fm := j.head.fm
	switch {
	case fm == nil:
		at := 0
		if bytes.HasPrefix(b, text.BOM) {
			at = len(text.BOM)
		}
		block = "---" + n.end + block + "---" + n.end
		if first, _ := text.LineAt(b, at); at == len(b) || len(bytes.TrimSpace(first)) > 0 {
			block += n.end
		}
		return []text.Splice{{From: at, To: at, Text: block}}, nil
	case fm.Body == fm.End:
		block += "---" + n.end
	}
	return []text.Splice{{From: fm.Start, To: fm.End, Text: block}}, nil
}

// rowOf is an entry's row in the list of attempts.
func rowOf(e model.Entry) model.IndexRow {
	status := e.Result().Status()
	if status == "" {
		status = e.Outcome
	}
	return model.IndexRow{ID: e.ID, Strategy: e.Strategy, Status: status, Tags: e.Tags}
}

// keptHead returns the lines of a broken front matter that stay, and whether they name the
// problem.
func keptHead(b []byte, fm *text.Front) (kept string, named bool, err error) {
	if fm == nil {
		return "", false, nil
	}
	if rest, _ := text.LineAt(b, fm.End); fm.Body == fm.End && len(bytes.TrimSpace(rest)) > 0 && rest[0] != '#' {
		return "", false, fmt.Errorf("%w: it is unclear where the front matter ends", text.ErrEdit)
	}
	seen := map[string]bool{TotalKey: true, LastKey: true, IndexKey: true}
	var out strings.Builder
	for at := fm.Start; at < fm.End; {
		line, next := text.LineAt(b, at)
		f, isKey := text.ScanField(line, at, 0)
		for isKey && next < fm.End {
			below, behind := text.LineAt(b, next)
			if !goesOn(below) {
				break
			}
			next = behind
		}
		entry := b[at:next]
		at = next
		switch {
		case len(bytes.TrimSpace(line)) == 0, line[0] == '#':
			out.Write(entry)
		case isKey && (f.Key == TotalKey || f.Key == LastKey || f.Key == IndexKey):
		case isKey && !seen[f.Key] && readsAlone(entry):
			out.Write(entry)
			seen[f.Key] = true
		default:
			out.WriteString(commented(entry))
		}
	}
	return out.String(), seen["problem"], nil
}

// goesOn reports whether a line continues the value of the key above it.
func goesOn(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	dash := line[0] == '-' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
	return dash || line[0] == ' ' || line[0] == '\t'
}

// readsAlone reports whether the lines of one key are a valid front matter.
func readsAlone(entry []byte) bool {
	fm := text.Front{Block: text.Block{End: len(entry), Line: 1}}
	return fm.Scan(entry) == nil && len(fm.Fields) == 1
}

// commented turns lines into comments, except those that no reader would take.
func commented(lines []byte) string {
	var out strings.Builder
	for at := 0; at < len(lines); {
		line, next := text.LineAt(lines, at)
		if text.IsPlain(line) {
			out.WriteString("# " + string(lines[at:next]))
		}
		at = next
	}
	return out.String()
}

// sameBut fails unless an edited journal has just the new entry more: all other entries
// have the same bytes, the new one reads as the draft, and the front matter says the same
// of everything else.
func (j *Journal) sameBut(next []byte, n newHead) error {
	now := Read("", next, nil)
	if now.Broken != "" {
		return fmt.Errorf("%w: afterwards %s", text.ErrEdit, now.Broken)
	}
	at := -1
	var others []model.Entry
	for i, e := range now.Entries {
		if e.ID == n.entry.ID {
			at = i
			continue
		}
		others = append(others, e)
	}
	same := func(a, b model.Entry) bool { return a.ID == b.ID && a.Seen == b.Seen }
	if at < 0 || !slices.EqualFunc(others, j.Entries, same) {
		return text.Wrong("the other entries")
	}
	if e := now.Entries[at]; e.Seen != n.entry.Seen || !readsAs(e, n.draft) {
		return text.Wrong("the entry")
	}
	if now.Total != len(now.Entries) || !now.Last.Known() {
		return text.Wrong("the number of entries")
	}
	if j.Broken != "" {
		return now.rebuiltRight()
	}
	return j.sameHead(now, n)
}

// readsAs reports whether an entry says what a draft does.
func readsAs(e model.Entry, d model.Draft) bool {
	return e.Category == d.Category && e.Copy == 0 && e.Title == model.OneLine(d.Title) &&
		e.Insight == model.OneLine(d.Insight) && e.Strategy == d.Strategy && slices.Equal(e.Tags, d.Tags) &&
		e.Outcome == d.Outcome.String()
}

// sameHead fails unless the front matters differ only by the number, the time and the new
// row.
func (j *Journal) sameHead(now *Journal, n newHead) error {
	if now.Last.Raw != model.FormatUTC(n.at) {
		return text.Wrong("the time")
	}
	rows := slices.Clone(j.Index)
	if n.entry.Category == model.CategoryProof {
		rows = append(rows, n.row())
	}
	sameRow := func(a, b model.IndexRow) bool {
		return a.ID == b.ID && a.Strategy == b.Strategy && a.Status == b.Status && slices.Equal(a.Tags, b.Tags)
	}
	if !slices.EqualFunc(now.Index, rows, sameRow) {
		return text.Wrong("the list of attempts")
	}
	ours := func(f text.Field) bool { return f.Key == TotalKey || f.Key == LastKey || f.Key == IndexKey }
	sameField := func(a, b text.Field) bool { return a.Key == b.Key && a.Value == b.Value }
	was := slices.DeleteFunc(slices.Clone(j.head.fm.Fields), ours)
	if !slices.EqualFunc(slices.DeleteFunc(slices.Clone(now.head.fm.Fields), ours), was, sameField) {
		return text.Wrong("the front matter")
	}
	return nil
}

// rebuiltRight fails unless a rebuilt front matter lists every attempt.
func (now *Journal) rebuiltRight() error {
	var attempts, rows []string
	for _, e := range now.Of(model.CategoryProof) {
		if e.Copy == 0 {
			attempts = append(attempts, e.ID)
		}
	}
	for _, row := range now.Index {
		rows = append(rows, row.ID)
	}
	if !slices.Equal(attempts, rows) {
		return text.Wrong("the list of attempts")
	}
	return nil
}
