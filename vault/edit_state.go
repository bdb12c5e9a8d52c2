package vault

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
)

const historyTitle = "History"

// historyTable begins the history of a state that has none.
func historyTable() []string {
	return []string{"| Timestamp | Event | Details |", "|-----------|-------|---------|"}
}

// countSession counts a resumed session in STATE.md and adds it to the history (seed
// "Resume", step 5). It gives the session's number and the changes, and fails with
// errEdit when the result would not read as the same state with just that.
func countSession(b []byte, at time.Time) (number int, splices []splice, err error) {
	end, err := usualEnd(b)
	if err != nil {
		return 0, nil, err
	}
	fm, err := splitFrontmatter(b)
	switch line := openFence(b); {
	case err != nil:
		return 0, nil, fmt.Errorf("%w: %w", errEdit, err)
	case fm == nil:
		return 0, nil, fmt.Errorf("%w: there is no front matter", errEdit)
	case line > 0:
		return 0, nil, fmt.Errorf("%w: the code block that begins in line %d is never closed", errEdit, line)
	}
	number = 1
	counted := splice{fm.end, fm.end, sessionsKey + ": 1" + end}
	if f := fm.find(sessionsKey); f != nil {
		if f.value != "" {
			number = count(f.value) + 1
		}
		if number == 0 {
			return 0, nil, fmt.Errorf("%w: %s is %q", errEdit, sessionsKey, f.value)
		}
		if counted, err = valueSplice(b, f, strconv.Itoa(number), ""); err != nil {
			return 0, nil, err
		}
	}
	row := fmt.Sprintf("| %s | Session resumed | Session #%d |", model.FormatUTC(at), number)
	splices = []splice{counted, historySplice(b, fm.body, row, end)}
	return number, splices, sameStateBut(fm, spliced(b, splices), number, row)
}

// historySplice adds a row behind the last one of the history.
func historySplice(b []byte, body int, row, end string) splice {
	heading, table, to := -1, -1, len(b)
	for at, line := range placedUnfenced(b[body:]) {
		level, title := headingAt(line)
		switch {
		case heading < 0 && level == 2 && strings.EqualFold(title, historyTitle):
			heading = body + at.from
		case heading >= 0 && (level == 1 || level == 2):
			to = min(to, body+at.from)
		case heading >= 0 && to == len(b) && strings.HasPrefix(strings.TrimSpace(line), "|"):
			table = body + at.from
		}
	}
	switch {
	case table >= 0:
		line, _ := lineAt(b, table)
		return splice{table + len(line), table + len(line), end + row}
	case heading >= 0:
		return behind(b, textEnd(b, heading, to), append(historyTable(), row), end)
	}
	return behind(b, lastText(b, len(b)), append(append([]string{"## " + historyTitle, ""}, historyTable()...), row), end)
}

// sameStateBut fails unless a state has the new number, the new row, and otherwise
// what it had.
func sameStateBut(was *frontmatter, next []byte, number int, row string) error {
	now, err := splitFrontmatter(next)
	ours := func(f field) bool { return f.key == sessionsKey }
	same := func(a, b field) bool { return a.key == b.key && a.value == b.value }
	if err != nil || now == nil || count(now.get(sessionsKey)) != number || !slices.Contains(linesIn(next[now.body:]), row) ||
		!slices.EqualFunc(slices.DeleteFunc(slices.Clone(was.fields), ours), slices.DeleteFunc(slices.Clone(now.fields), ours), same) {
		return fmt.Errorf("%w: the result would not be the same state", errEdit)
	}
	return nil
}
