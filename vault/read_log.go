package vault

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
)

// newestLogs is how many log files are read: what an agent did with an approval is
// in the newest ones, and a folder of logs may hold thousands.
const newestLogs = 20

// logFiles finds the newest logs, and gives them oldest first.
func logFiles(d disk.Disk, l places.Layout) (names []string, problems []model.Problem) {
	type dated struct {
		name string
		at   int64
	}
	var found []dated
	for _, dir := range l.Dirs[places.FolderLogs] {
		// A folder that cannot be read is met again when something is to be added there.
		entries, _ := d.List(dir)
		for _, e := range entries {
			if !e.Type().IsRegular() || !places.HasEnding(e.Name(), places.LogEndings) || disk.IsFurniture(e.Name()) {
				continue
			}
			if info, err := e.Info(); err == nil && info.Size() <= source.MaxDocument {
				found = append(found, dated{path.Join(dir, e.Name()), info.ModTime().UnixNano()})
			}
		}
	}
	slices.SortFunc(found, func(a, b dated) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.name, a.name)) })
	for _, f := range found[:min(len(found), newestLogs)] {
		names = append(names, f.name)
	}
	slices.Reverse(names)
	return names, nil
}

// addLog remembers of a log what became of approved requests, and which of its lines
// cannot be read. Logs come oldest first, so that of entries without a time the last
// one stays.
func addLog(l *source.Reading, name string, s *model.Snapshot) error {
	log, err := source.Once(l, "log", name, l.Path(name), func() (log dialect.Log, info fs.FileInfo, err error) {
		b, info, err := l.Disk.Read(name, source.Most(l.Where, source.MaxDocument))
		if err != nil {
			return log, nil, err
		}
		return dialect.ReadLog(dialect.Open(l.Where.Opts.Places.Folders, name, b)), info, nil
	})
	if err != nil {
		return err
	}
	s.Problems = append(s.Problems, daylog.LogProblems(name, log)...)
	markCarried(name, log, l.Where.Opts.Zone, l.Where.Opts.Places.Folders, s)
	return nil
}

// markCarried tells the approved requests what a log says became of them.
func markCarried(name string, log dialect.Log, zone *time.Location, in *dialect.Folders, s *model.Snapshot) {
	approved := map[string][]*model.Request{}
	for i := range s.Decided {
		if r := &s.Decided[i]; r.Reading.Decision == model.DecisionApproved {
			approved[r.Name] = append(approved[r.Name], r)
		}
	}
	if len(approved) == 0 {
		return
	}
	for _, e := range log.Entries {
		if !isOver(e, in) {
			continue
		}
		names := requestsNamed(e, in, approved)
		if len(names) == 0 {
			names, e = requestsInWords(e, in, approved)
		}
		carried := model.Carried{
			Path: name, At: model.ParseStamp(e.Time, zone), Result: e.Result, Why: e.Why, Failed: hasFailed(e.Result),
		}
		for _, name := range names {
			for _, r := range approved[name] {
				if !tellsOfWork(e, r) || r.Created.Known() && !r.Created.Assumed && isOlder(carried.At, r.Created.Time) {
					continue
				}
				if r.Carried == nil || !carried.At.Time.Before(r.Carried.At.Time) {
					own := carried
					r.Carried = &own
				}
			}
		}
	}
}

// ends are parts of words for work that is over, in a sentence.
var ends = []string{"executed", "completed", "processed", "succe", "sent", "posted", "paid", "done"}

// requestsInWords gives the names of the approved requests in the sentence that a
// logging library wrote, and the entry with what the sentence says came of them: a
// failure at the level of an error or in the words, else an end in the words. Of a
// beginning ("executing x.md") nothing is known.
func requestsInWords(e dialect.Entry, in *dialect.Folders, approved map[string][]*model.Request) ([]string, dialect.Entry) {
	names := requestsNamed(dialect.Entry{Target: e.Action}, in, approved)
	switch {
	case len(names) == 0:
	case hasFailed(e.Result) || strings.EqualFold(e.Result, "critical") || hasFailed(e.Action):
		e.Result, e.Why = "failed", e.Action
		return names, e
	case source.ContainsAny(strings.ToLower(e.Action), ends...):
		e.Result, e.Why = e.Action, ""
		return names, e
	}
	return nil, e
}

// requestsNamed gives the names of the approved requests that an entry speaks of: in
// its target, else in its details. Other files that it names do not matter.
func requestsNamed(e dialect.Entry, in *dialect.Folders, approved map[string][]*model.Request) []string {
	for _, text := range []string{e.Target, e.Why} {
		var names []string
		for _, word := range append(strings.Fields(text), text) {
			word = strings.ReplaceAll(strings.Trim(word, "`'\",.;:()[]"), `\`, "/")
			if name := path.Base(word); approved[name] != nil && mayBeRequest(in, path.Dir(word)) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			return names
		}
	}
	return nil
}

// mayBeRequest reports whether a file in a folder may be an approved request: a task
// and its plan often have the very name of the request that they led to.
func mayBeRequest(in *dialect.Folders, dir string) bool {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		switch places.FolderAt(in, dir) {
		case places.FolderPending, places.FolderApproved, places.FolderDone:
			return true
		case places.FolderNone:
		default:
			return false
		}
	}
	return true
}

// failures are parts of words for a bad end.
var failures = []string{"fail", "error", "exception", "timeout", "denied", "refused", "abort", "bounce", "unsuccess"}

// noFailures are words that take the next one back.
var noFailures = []string{"0", "no", "without"}

// hasFailed reads the words for a result: "send_failed", but not "sent, 0 errors".
func hasFailed(result string) bool {
	words := strings.FieldsFunc(strings.ToLower(result), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		bad := w == "not" || w == "false" || source.ContainsAny(w, failures...)
		if bad && (i == 0 || !slices.Contains(noFailures, words[i-1])) {
			return true
		}
	}
	return false
}
