package vault

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/dialect"
)

// newestLogs is how many log files are read: what an agent did with an approval is
// in the newest ones, and a folder of logs may hold thousands.
const newestLogs = 20

// logEndings are those of files that may be logs.
var logEndings = []string{".json", ".jsonl", ".ndjson", ".log", ".md", ".txt"}

// logFiles finds the newest logs.
func logFiles(d disk, l layout) (names []string, problems []model.Problem) {
	type dated struct {
		name string
		at   int64
	}
	var found []dated
	for _, dir := range l[folderLogs] {
		// A folder that cannot be read is met again when something is to be added there.
		entries, _ := readDir(d.root, dir)
		for _, e := range entries {
			if !e.Type().IsRegular() || !hasEnding(e.Name(), logEndings) || isFurniture(e.Name()) {
				continue
			}
			if info, err := e.Info(); err == nil && info.Size() <= maxDocument {
				found = append(found, dated{path.Join(dir, e.Name()), info.ModTime().UnixNano()})
			}
		}
	}
	slices.SortFunc(found, func(a, b dated) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.name, a.name)) })
	for _, f := range found[:min(len(found), newestLogs)] {
		names = append(names, f.name)
	}
	return names, nil
}

// addLog remembers of a log what became of approved requests.
func addLog(f file, s *model.Snapshot) {
	for _, e := range dialect.ReadLog(dialect.Open(f.name, f.b)).Entries {
		name := requestNamed(e)
		if name == "" || e.Result == "" || strings.HasPrefix(e.Action, "approval_") {
			continue
		}
		carried := model.Carried{
			Path: f.name, At: model.ParseStamp(e.Time, f.zone), Result: e.Result, Why: e.Why, Failed: hasFailed(e.Result),
		}
		for i := range s.Decided {
			r := &s.Decided[i]
			if r.Name == name && (r.Carried == nil || !carried.At.Time.Before(r.Carried.At.Time)) {
				r.Carried = &carried
			}
		}
	}
}

// requestNamed gives the file name that an entry speaks of.
func requestNamed(e dialect.Entry) string {
	for _, text := range append(strings.Fields(e.Target), strings.Fields(e.Why)...) {
		if text = strings.Trim(text, "`'\",.;:()[]"); strings.HasSuffix(strings.ToLower(text), ".md") {
			return path.Base(text)
		}
	}
	return ""
}

// hasFailed reads the word for a result.
func hasFailed(result string) bool {
	word := strings.ToLower(result)
	return word == "false" || strings.Contains(word, "fail") || strings.Contains(word, "error")
}
