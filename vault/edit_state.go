package vault

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

const historyTitle = "History"

// historyTable begins the history of a state that has none.
func historyTable() []string {
	return []string{"| Timestamp | Event | Details |", "|-----------|-------|---------|"}
}

// countSession counts a resumed session in STATE.md and adds it to the history (seed
// "Resume", step 5). It gives the session's number and the changes, and fails with
// errEdit when the result would not read as the same state with just that.
func countSession(b []byte, at time.Time) (number int, splices []text.Splice, err error) {
	end, err := text.LineEnd(b)
	if err != nil {
		return 0, nil, err
	}
	fm, err := text.ReadFront(b)
	switch line := text.OpenFence(b); {
	case err != nil:
		return 0, nil, fmt.Errorf("%w: %w", text.ErrEdit, err)
	case fm == nil:
		return 0, nil, fmt.Errorf("%w: there is no front matter", text.ErrEdit)
	case line > 0:
		return 0, nil, fmt.Errorf("%w: the code block that begins in line %d is never closed", text.ErrEdit, line)
	}
	number = 1
	counted := text.Splice{From: fm.End, To: fm.End, Text: sessionsKey + ": 1" + end}
	if f := fm.Find(sessionsKey); f != nil {
		if f.Value != "" {
			number = count(f.Value) + 1
		}
		if number == 0 {
			return 0, nil, fmt.Errorf("%w: %s is %q", text.ErrEdit, sessionsKey, f.Value)
		}
		if counted, err = valueSplice(b, f, strconv.Itoa(number), ""); err != nil {
			return 0, nil, err
		}
	}
	row := fmt.Sprintf("| %s | Session resumed | Session #%d |", model.FormatUTC(at), number)
	splices = []text.Splice{counted, historySplice(b, fm.Body, row, end)}
	return number, splices, sameStateBut(fm, text.Apply(b, splices), number, row)
}

// historySplice adds a row behind the last one of the history.
func historySplice(b []byte, body int, row, end string) text.Splice {
	heading, table, to := -1, -1, len(b)
	for at, line := range text.Unfenced(b[body:]) {
		level, title := text.HeadingAt(line)
		switch {
		case heading < 0 && level == 2 && strings.EqualFold(title, historyTitle):
			heading = body + at.From
		case heading >= 0 && (level == 1 || level == 2):
			to = min(to, body+at.From)
		case heading >= 0 && to == len(b) && strings.HasPrefix(strings.TrimSpace(line), "|"):
			table = body + at.From
		}
	}
	switch {
	case table >= 0:
		line, _ := text.LineAt(b, table)
		return text.Splice{From: table + len(line), To: table + len(line), Text: end + row}
	case heading >= 0:
		return text.Behind(b, text.TextEnd(b, heading, to), append(historyTable(), row), end)
	}
	return text.Behind(b, text.LastText(b, len(b)), append(append([]string{"## " + historyTitle, ""}, historyTable()...), row), end)
}

// sameStateBut fails unless a state has the new number, the new row, and otherwise
// what it had.
func sameStateBut(was *text.Front, next []byte, number int, row string) error {
	now, err := text.ReadFront(next)
	ours := func(f text.Field) bool { return f.Key == sessionsKey }
	same := func(a, b text.Field) bool { return a.Key == b.Key && a.Value == b.Value }
	if err != nil || now == nil || count(now.Get(sessionsKey)) != number || !slices.Contains(text.Lines(next[now.Body:]), row) ||
		!slices.EqualFunc(slices.DeleteFunc(slices.Clone(was.Fields), ours), slices.DeleteFunc(slices.Clone(now.Fields), ours), same) {
		return fmt.Errorf("%w: the result would not be the same state", text.ErrEdit)
	}
	return nil
}
