package daylog

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/dialect"
)

// jsonEndings are those of logs that programs read as JSON.
var jsonEndings = []string{".json", ".jsonl", ".ndjson"}

// LogProblems says what of a log cannot be read. A text is never wrong, unless its
// ending says that it is JSON and it has no entry either.
func LogProblems(name string, log dialect.Log) []model.Problem {
	p := model.Problem{Path: name, Hint: "programs may stop at it or write over it; mend it or move it away"}
	isJSON := slices.Contains(jsonEndings, strings.ToLower(path.Ext(name)))
	switch {
	case isJSON && log.Shape == dialect.ShapeEmpty:
		p.Reason = "the log is empty, though its name says JSON"
	case isJSON && log.Shape == dialect.ShapeProse:
		p.Line, p.Reason = 1, "the log is not JSON, though its name says so"
	case log.BadLines > 0 && (isJSON || len(log.Entries) > 0):
		p.Line, p.Reason = log.Bad[0], badWords(log)
	default:
		return nil
	}
	return []model.Problem{p}
}

// badWords counts the bad lines of a log and gives the numbers of the first.
func badWords(log dialect.Log) string {
	numbers := strings.Trim(strings.ReplaceAll(fmt.Sprint(log.Bad), " ", ", "), "[]")
	switch {
	case log.BadLines == 1:
		return "a line of the log cannot be read"
	case log.BadLines > len(log.Bad):
		return fmt.Sprintf("%d entries of the log cannot be read, in lines %s and so on", log.BadLines, numbers)
	}
	return fmt.Sprintf("%d lines of the log cannot be read: %s", log.BadLines, numbers)
}
