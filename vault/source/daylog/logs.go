package daylog

import (
	"cmp"
	"fmt"
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
	"coldstart/vault/text"
)

// Source is the newest logs, which say what became of approved requests.
var Source = source.Source{Name: "log", Find: logFiles, Add: addLog}

// NewestLogs is how many log files are read. A folder may hold thousands, and what became
// of an approval is in the newest.
const NewestLogs = 20

// deepestLogs is how many levels below a folder of logs are looked into: logs are sorted by what
// they tell of, or by the month.
const deepestLogs = 2

func logFiles(d disk.Disk, l places.Layout) ([]string, []model.Problem) {
	return Newest(d, l, source.MaxDocument), nil
}

// Newest finds the newest logs of at most some bytes, oldest first.
func Newest(d disk.Disk, l places.Layout, largest int64) (names []string) {
	type dated struct {
		name string
		at   int64
	}
	var found []dated
	var look func(dir string, depth int)
	look = func(dir string, depth int) {
		// A folder that cannot be read is met again when an entry is added.
		entries, _ := d.List(dir)
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			switch {
			case e.IsDir() && depth < deepestLogs && !places.IsSkipped(e.Name()):
				look(name, depth+1)
			case !e.Type().IsRegular() || !places.HasEnding(e.Name(), places.LogEndings) || dialect.NotWork(e.Name()) != "":
			default:
				if info, err := e.Info(); err == nil && info.Size() <= largest {
					found = append(found, dated{name, info.ModTime().UnixNano()})
				}
			}
		}
	}
	for _, dir := range l.Dirs[places.FolderLogs] {
		look(dir, 0)
	}
	slices.SortFunc(found, func(a, b dated) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.name, a.name)) })
	for _, f := range found[:min(len(found), NewestLogs)] {
		names = append(names, f.name)
	}
	slices.Reverse(names)
	return names
}

// addLog notes what became of approved requests, and the lines that cannot be read. Logs
// come oldest first, so that of entries without a time the last one counts.
func addLog(r *source.Reading, name string, s *model.Snapshot) error {
	read, err := source.Once(r, "log", name, r.Path(name), func() (l logRead, info fs.FileInfo, err error) {
		b, info, err := r.Disk.ReadText(name, source.Most(r.Vault, source.MaxDocument))
		if err != nil {
			return l, nil, err
		}
		l.log = dialect.ReadLog(dialect.Open(r.Vault.Opts.Places.Folders, name, b))
		if l.log.BadLines > 0 || l.log.Shape == dialect.ShapeProse {
			l.conflict = text.Conflict(b)
		}
		return l, info, nil
	})
	if err != nil {
		return err
	}
	log := read.log
	s.Problems = append(s.Problems, problemsOf(name, read)...)
	markDecided(log, r.Vault.Opts.Zone, s)
	markCarried(name, log, r.Vault.Opts.Zone, r.Vault.Opts.Places.Folders, s)
	return nil
}

// logRead is a log as it was read, and where git left its marks in one that cannot be read whole.
type logRead struct {
	log      dialect.Log
	conflict *text.LineError
}

// markDecided notes on decided requests who decided them and when, by the entries of coldstart, also
// that of somebody else. The last entry counts.
func markDecided(log dialect.Log, zone *time.Location, s *model.Snapshot) {
	var decided map[string]*model.Request
	for _, e := range log.Entries {
		if e.Operator == "" {
			continue
		}
		if decided == nil {
			decided = map[string]*model.Request{}
			for i := range s.Decided {
				decided[s.Decided[i].Path] = &s.Decided[i]
			}
		}
		r := decided[e.Target]
		if r == nil || e.Action != choiceOf(r.Reading.Decision).Event() {
			continue
		}
		r.DecidedBy, r.Beside = e.Operator, e.Beside
		r.DecidedOn, _ = model.ParseFingerprint(e.Hash)
		if at := model.ParseStamp(e.Time, zone); at.Known() && !at.Time.After(s.At) {
			r.DecidedAt = at.Time
		}
	}
}

// choiceOf is the choice by which a request came into its folder.
func choiceOf(decision string) model.Choice {
	if decision == model.DecisionRejected {
		return model.ChoiceReject
	}
	return model.ChoiceApprove
}

// markCarried notes on approved requests what a log says became of them.
func markCarried(name string, log dialect.Log, zone *time.Location, in *dialect.Folders, s *model.Snapshot) {
	approved := callNames(s)
	if len(approved) == 0 {
		return
	}
	for _, e := range log.Entries {
		if e = sentence(e); !isOver(e, in) {
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

// callNames finds approved requests by what logs call them: the name of the file, also without
// its ending, and an id. What could be any word names none, and neither does what two share.
func callNames(s *model.Snapshot) map[string][]*model.Request {
	approved, loose := map[string][]*model.Request{}, map[string][]*model.Request{}
	for i := range s.Decided {
		r := &s.Decided[i]
		if r.Reading.Decision != model.DecisionApproved {
			continue
		}
		approved[r.Name] = append(approved[r.Name], r)
		stem := strings.TrimSuffix(r.Name, path.Ext(r.Name))
		for _, name := range []string{stem, r.Reading.ID} {
			if isDistinct(name) && !slices.Contains(loose[name], r) {
				loose[name] = append(loose[name], r)
			}
		}
	}
	for name, requests := range loose {
		if len(requests) == 1 && approved[name] == nil {
			approved[name] = requests
		}
	}
	return approved
}

// isDistinct reports whether a name can be no word of a sentence: it has figures, or several
// parts.
func isDistinct(name string) bool {
	return len(name) > 3 && (strings.ContainsAny(name, "0123456789") && strings.IndexFunc(name, unicode.IsLetter) >= 0 || strings.Count(name, "_")+strings.Count(name, "-") > 1)
}

// sentence reads an entry that has a message and nothing else as the line of a logging library.
func sentence(e dialect.Entry) dialect.Entry {
	if e.Action == "" && e.Result == "" && e.Target == "" && e.Why != "" {
		e.Action, e.Result, e.Why = e.Why, "said", ""
	}
	return e
}

// ends are parts of words for finished work, in a sentence.
var ends = []string{"executed", "completed", "processed", "succe", "sent", "posted", "published", "paid", "done", "delivered"}

// unsure are words of a sentence that tells of no end: it is still to come, or it was a trial.
var unsure = []string{"will", "would", "should", "could", "can", "may", "if", "when", "once", "until", "ready", "about", "to be", "be", "waiting", "queued", "scheduled", "pending", "dry", "dryrun", "sim", "simulated", "simulation", "test", "mock"}

// requestsInWords returns the approved requests in a sentence of a logging library, and the
// entry with the outcome: a failure by its level or its words, else an end by its words. A
// mere beginning ("executing x.md") gives none.
func requestsInWords(e dialect.Entry, in *dialect.Folders, approved map[string][]*model.Request) ([]string, dialect.Entry) {
	names := requestsNamed(dialect.Entry{Target: e.Action}, in, approved)
	switch {
	case len(names) == 0:
	case hasFailed(e.Result) || strings.EqualFold(e.Result, "critical") || hasFailed(e.Action):
		e.Result, e.Why = "failed", e.Action
		return names, e
	case slices.ContainsFunc(letterWords(e.Action), func(word string) bool { return slices.Contains(unsure, word) }):
	case containsAny(strings.ToLower(e.Action), ends...):
		e.Result, e.Why = e.Action, ""
		return names, e
	}
	return nil, e
}

// requestsNamed returns the approved requests that an entry names, in its target or else in
// its details.
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

// mayBeRequest reports whether a file in a folder may be an approved request. A task and
// its plan often have the name of the request that they led to.
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

// noFailures are words that negate the next one.
var noFailures = []string{"0", "no", "without"}

// hasFailed reads the words for a result: "send_failed", but not "sent, 0 errors".
func hasFailed(result string) bool {
	words := strings.FieldsFunc(strings.ToLower(result), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		bad := w == "not" || w == "false" || containsAny(w, failures...)
		if bad && (i == 0 || !slices.Contains(noFailures, words[i-1])) {
			return true
		}
	}
	return false
}

// unfinished are results of work that goes on.
var unfinished = []string{"", "pending", "pending_approval", "awaiting_approval", "requested", "queued", "started", "in_progress"}

// askings are beginnings of words for what happens to a request before anybody acts on it.
var askings = []string{"move", "creat", "queue", "enqueue", "request", "notif", "approv", "reject", "filed", "ask", "propos"}

// doings are parts of words for acting on a request, whatever else the action says.
var doings = []string{"execut", "process", "perform", "complet", "fail"}

// isOver reports an entry with a result that is not about a pending request.
func isOver(e dialect.Entry, in *dialect.Folders) bool {
	return !slices.Contains(unfinished, strings.ToLower(e.Result)) && !namesPending(e.Action, in) && !namesPending(e.Target, in) && !namesPending(e.Why, in)
}

// tellsOfWork reports an entry about work that was done or tried for a request. What
// happens to the request itself says nothing of it, unless it is the very action that was
// asked for.
func tellsOfWork(e dialect.Entry, r *model.Request) bool {
	action := strings.ToLower(e.Action)
	if containsAny(action, doings...) || action != "" && action == strings.ToLower(r.Action) {
		return true
	}
	return !slices.ContainsFunc(letterWords(e.Action), func(word string) bool {
		return slices.ContainsFunc(askings, func(begin string) bool { return strings.HasPrefix(word, begin) })
	})
}

// namesPending reports a text that names the folder of pending requests. A folder named in
// the settings must have a slash behind it, since its name may be any word.
func namesPending(text string, in *dialect.Folders) bool {
	if named := in.Named(places.FolderPending); named != nil {
		text = strings.ReplaceAll(text, `\\`, "/")
		return slices.ContainsFunc(named, func(dir string) bool { return strings.Contains(text, dir+"/") })
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/\\`'\",;:()[]", r) }) {
		if places.FolderOf(word) == places.FolderPending && strings.ToLower(word) != "pending" {
			return true
		}
	}
	return false
}

// mostZone is how far a time without a zone may be off.
const mostZone = 14 * time.Hour

// isOlder reports whether a log's time is surely before another, to the second.
func isOlder(at model.Stamp, than time.Time) bool {
	if !at.Known() {
		return false
	}
	end := at.End()
	if at.Assumed {
		end = end.Add(mostZone)
	}
	return end.Before(than.Truncate(time.Second))
}

// DropOlder removes what logs say of approved requests where it is older than the approval,
// as the making of the request is. A failure is kept where only the times of files tell,
// since they change for other reasons too.
func DropOlder(s *model.Snapshot) {
	for i := range s.Decided {
		q := &s.Decided[i]
		if q.Carried == nil || q.DecidedAt.IsZero() || q.Carried.Failed && !q.DecidedHere {
			continue
		}
		if isOlder(q.Carried.At, q.DecidedAt) {
			q.Carried = nil
		}
	}
}

// jsonEndings are the endings of logs in JSON.
var jsonEndings = []string{".json", ".jsonl", ".ndjson"}

// problemsOf reports what of a log cannot be read. A text is never wrong, unless its ending
// says JSON and it has no entry either.
func problemsOf(name string, read logRead) []model.Problem {
	log := read.log
	p := model.Problem{Path: name, Hint: "programs may stop at it or overwrite it; fix it or move it away"}
	isJSON := slices.Contains(jsonEndings, strings.ToLower(path.Ext(name)))
	switch c := read.conflict; {
	case c != nil && (isJSON || len(log.Entries) > 0):
		p.Line, p.Reason, p.Fault = c.Line, c.Reason, c.Fault
	case isJSON && log.Shape == dialect.ShapeEmpty:
		p.Reason = "the log is empty, though its name says JSON"
	case isJSON && log.Shape == dialect.ShapeProse:
		p.Line, p.Reason = 1, "the log is not JSON, despite its name"
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
		return fmt.Sprintf("%d lines of the log cannot be read: %s and more", log.BadLines, numbers)
	}
	return fmt.Sprintf("%d lines of the log cannot be read: %s", log.BadLines, numbers)
}

// letterWords returns the words of an action, "emailSend" and "email_send" alike.
func letterWords(action string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range action {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}

// containsAny reports whether text has one of the parts.
func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
}
