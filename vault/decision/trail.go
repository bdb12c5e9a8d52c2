package decision

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/dialect"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
	"coldstart/vault/text"
)

// What agents do behind a decision on a request or a plan refuses its undo. With the decision
// the ledger gets marks: the lines of the plan, the sizes of the logs, and which files of the
// request's name lie among work that is begun or done. Whatever is there beyond the marks, and
// is not ours, is a sign. What a log says of other things is none.

// marks are the marks of a decision that is about to be made, at least one.
func (e *Engine) marks(r ledger.Record) []ledger.Mark {
	var all []ledger.Mark
	if b, _, err := e.vault.Disk.Read(r.Plan, source.MaxDocument); r.Plan != "" && err == nil {
		all = append(all, ledger.MarkOf(r.Plan, b))
	}
	today := dayLog(e.layout, r.At)
	logs := append(e.eventLogs(), e.dayLogs()...)
	if !slices.Contains(logs, today) {
		logs = append(logs, today)
	}
	for _, name := range logs {
		m := ledger.Mark{Path: name}
		if info, err := e.vault.Disk.Root.Lstat(name); err == nil {
			m.Size = info.Size()
		}
		all = append(all, m)
	}
	for _, name := range e.copies(r) {
		all = append(all, ledger.Mark{Path: name})
	}
	return all
}

// An error of finding files is met again, and reported, when they are read for the screen.
func (e *Engine) eventLogs() []string {
	names, _ := places.EventFiles(e.vault.Disk, e.layout)
	return names
}

func (e *Engine) dayLogs() []string {
	return daylog.Newest(e.vault.Disk, e.layout, math.MaxInt64)
}

// copies are the files with the name of the request, or of what was published, among work
// that is begun or done.
func (e *Engine) copies(r ledger.Record) []string {
	var found []string
	for _, f := range []places.Folder{places.FolderInProgress, places.FolderDone} {
		names, _ := places.Watched(e.vault.Disk, e.layout, f)
		for _, name := range names {
			is := func(other string) bool { return other != "" && strings.EqualFold(path.Base(name), path.Base(other)) }
			if name != r.To && (is(r.To) || r.Is(model.KindRequest) && is(r.Path)) {
				found = append(found, name)
			}
		}
	}
	return found
}

// sign finds out whether an agent went on since a decision.
func (e *Engine) sign(r ledger.Record, records []ledger.Record, s model.Snapshot) model.Reason {
	if sign := e.planSign(r, records); sign.Given() && !rule.IsDisplaced(s, r.ID) {
		return sign
	}
	others := namesOfOthers(r, s)
	for _, name := range e.eventLogs() {
		counts := func(l logLine) bool { return l.names(namesOf(r)) || !l.hasWord(others) }
		if l, ok := e.firstOf(e.behind(r, name), r, records, counts); ok {
			return l.sign(name)
		}
	}
	for _, name := range e.dayLogs() {
		counts := func(l logLine) bool { return l.names(namesOf(r)) || l.does(r) }
		tail := e.behind(r, name)
		// Most logs are about other things altogether.
		if !counts(logLine{says: spoken(tail.b)}) {
			continue
		}
		if l, ok := e.firstOf(tail, r, records, counts); ok {
			return l.sign(name)
		}
	}
	for _, name := range e.copies(r) {
		if _, known := r.Mark(name); !known {
			return model.Reason{Code: model.BecauseTakenUp, Name: name}
		}
	}
	return model.Reason{}
}

// planSign finds a line of the plan that is new and not ours.
func (e *Engine) planSign(r ledger.Record, records []ledger.Record) model.Reason {
	mark, ok := r.Mark(r.Plan)
	if !ok {
		return model.Reason{}
	}
	b, _, err := e.vault.Disk.Read(r.Plan, source.MaxDocument)
	if err != nil {
		// A folder or a link in its place is no plan either.
		return model.Reason{Code: model.BecausePickedUp, Name: r.Plan}
	}
	var ours []string
	for _, other := range records {
		if other.Plan == r.Plan {
			ours = append(ours, other.PlanLines()...)
		}
	}
	line, number, taken := mark.Since(b, ours)
	switch {
	case number > 0:
		return model.Reason{Code: model.BecauseGoneOn, Name: r.Plan, N: number, Text: strings.TrimSpace(line)}
	case taken:
		return model.Reason{Code: model.BecauseTakenFrom, Name: r.Plan}
	}
	return model.Reason{}
}

// mostBehind is how many bytes of one log are looked at.
const mostBehind = 1 << 20

// logTail is a log from some byte on.
type logTail struct {
	name string
	b    []byte
	// from is where in b it is new, and whole is true for the whole log.
	from  int64
	whole bool
}

// behind reads a log as far as it is new since a decision. A log that shrank was begun again.
// One that cannot be read says nothing.
func (e *Engine) behind(r ledger.Record, name string) logTail {
	mark, _ := r.Mark(name)
	f, info, err := e.vault.Disk.Open(name, os.O_RDONLY)
	if err != nil {
		return logTail{}
	}
	defer f.Close()
	tail, start := logTail{name: name, from: mark.Size, whole: true}, int64(0)
	switch size := info.Size(); {
	case size == mark.Size:
		return logTail{}
	case size < mark.Size:
		tail.from = 0
	case size > mostBehind:
		tail.from, tail.whole, start = 0, false, mark.Size
	}
	if tail.b, err = io.ReadAll(io.NewSectionReader(f, start, mostBehind)); err != nil {
		return logTail{}
	}
	return tail
}

// firstOf finds the first entry that counts, is not ours, and does not state that it is older
// than a decision.
func (e *Engine) firstOf(tail logTail, r ledger.Record, records []ledger.Record, counts func(logLine) bool) (logLine, bool) {
	for _, raw := range daylog.Behind(tail.b, tail.from) {
		if !tail.whole {
			raw.Number = 0
		}
		// Most lines are about other things, so that they are not even read as entries.
		l := logLine{Line: raw, says: spoken(raw.Raw)}
		if !counts(l) {
			continue
		}
		l.Entry = raw.Entry(e.vault.Opts.Places.Folders, tail.name)
		if l.Time != "" {
			l.says = strings.ReplaceAll(l.says, strings.ToLower(l.Time), "")
		}
		if counts(l) && !l.isSession() && !l.isOurs(records) && !daylog.IsOlder(l.Time, e.vault.Opts.Zone, r.At) {
			return l, true
		}
	}
	return logLine{}, false
}

// logLine is an entry of a log that is new since a decision.
type logLine struct {
	daylog.Line
	dialect.Entry
	// says is its text in small letters, in the end without its time.
	says string
}

// spoken is the text of a line in small letters, without the escapes of JSON.
func spoken(raw []byte) string {
	says := string(raw)
	var values any
	if bytes.Contains(raw, []byte(`\u`)) && json.Unmarshal(raw, &values) == nil {
		says += fmt.Sprint(values)
	}
	return strings.ToLower(says)
}

// isSession reports a line about the start or the end of a session, which is no work.
func (l logLine) isSession() bool {
	switch strings.ToLower(strings.ReplaceAll(l.Action, "_", "")) {
	case "sessionstarted", "sessionended":
		return true
	}
	return model.IsAuditLine(string(l.Raw))
}

// isOurs reports a line that the ledger answers for.
func (l logLine) isOurs(records []ledger.Record) bool {
	return l.Who == "operator" && slices.ContainsFunc(records, func(r ledger.Record) bool { return bytes.Contains(l.Raw, []byte(r.ID)) })
}

// does reports a line about the very action on the very target of a decision.
func (l logLine) does(r ledger.Record) bool {
	return r.Action != "" && strings.Contains(l.says, strings.ToLower(r.Action)) && l.names([]string{r.Target})
}

// fewestLetters is how long a name is at least that is looked for in a log.
const fewestLetters = 4

// names reports whether the line has one of the names, as words of their own.
func (l logLine) names(any []string) bool {
	return slices.ContainsFunc(any, func(name string) bool {
		name = strings.ToLower(name)
		for at := 0; len(name) >= fewestLetters; {
			i := strings.Index(l.says[at:], name)
			if i < 0 {
				return false
			}
			before, _ := utf8.DecodeLastRuneInString(l.says[:at+i])
			at += i + len(name)
			after, _ := utf8.DecodeRuneInString(l.says[at:])
			if !isLetter(before) && !isLetter(after) {
				return true
			}
		}
		return false
	})
}

// hasWord reports whether the line has one of many words.
func (l logLine) hasWord(any map[string]bool) bool {
	notInName := func(r rune) bool { return !isLetter(r) && !strings.ContainsRune("-_.", r) }
	return slices.ContainsFunc(strings.FieldsFunc(l.says, notInName), func(word string) bool { return any[strings.Trim(word, ".")] })
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// sign quotes the line.
func (l logLine) sign(name string) model.Reason {
	first, _ := text.LineAt(bytes.TrimSpace(l.Raw), 0)
	if len(first) < fewestLetters {
		first = []byte(model.OneLine(string(l.Raw)))
	}
	return model.Reason{Code: model.BecauseGoneOn, Name: name, N: l.Number, Text: string(first)}
}

// namesOf are what logs call the thing that was decided.
func namesOf(r ledger.Record) []string {
	names := []string{r.PlanID, model.BareID(r.PlanID)}
	for _, file := range []string{r.Path, r.To, r.Plan} {
		if file != "" {
			names = append(names, fileNames(file)...)
		}
	}
	return names
}

// namesOfOthers are what logs call other plans and requests, in small letters, and the key of
// a work item.
func namesOfOthers(r ledger.Record, s model.Snapshot) map[string]bool {
	names := map[string]bool{"work_id": true}
	add := func(all ...string) {
		for _, name := range all {
			if len(name) >= fewestLetters {
				names[strings.ToLower(name)] = true
			}
		}
	}
	for _, p := range s.Plans {
		if p.Path != r.Plan {
			add(append(fileNames(p.Path), p.ID)...)
		}
	}
	for _, list := range [][]model.Request{s.Requests, s.Decided} {
		for _, q := range list {
			if q.Path != r.Path && q.Path != r.To {
				add(fileNames(q.Path)...)
			}
		}
	}
	return names
}

// fileNames are the name of a file, and the name without its ending where that is no mere
// word.
func fileNames(file string) []string {
	name := path.Base(file)
	stem := strings.TrimSuffix(name, path.Ext(name))
	if !strings.ContainsAny(stem, "-_0123456789") {
		return []string{name}
	}
	return []string{name, stem}
}
