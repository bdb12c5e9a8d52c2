package dialect

import (
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// stem is the name of the file without its endings.
func (p *Page) stem() string { return planStem(p.base()) }

// planStem removes the extension from a name, and ".plan" before it.
func planStem(base string) string {
	name := strings.TrimSuffix(base, path.Ext(base))
	if cut := len(name) - len(".plan"); cut > 0 && strings.EqualFold(name[cut:], ".plan") {
		name = name[:cut]
	}
	if name == "" {
		return base
	}
	return name
}

// editorNames are what editors put around the name of a file that is open: the locks of Emacs, Word and
// LibreOffice, the swap files of vim and Kate, and what Emacs and JetBrains have not saved.
var editorNames = []struct{ before, behind string }{
	{".#", ""}, {"~$", ""}, {".~lock.", "#"}, {".", ".swp"}, {".", ".swo"}, {".", ".swn"}, {".", ".kate-swp"}, {"#", "#"}, {"", "___jb_tmp___"},
}

// vimTries is the file by which vim tries a folder before it writes.
const vimTries = "4913"

// EditorOf returns the name of the file that somebody has open, by the name of what the editor keeps beside
// it, "" for any other name.
func EditorOf(name string) string {
	for _, e := range editorNames {
		of, before := strings.CutPrefix(name, e.before)
		if of, behind := strings.CutSuffix(of, e.behind); before && behind && len(path.Ext(of)) > 1 && path.Ext(of) != of {
			return of
		}
	}
	return ""
}

// cutEndings removes all known extensions from a name.
func cutEndings(name string) string {
	for cut := true; cut; {
		cut = false
		for _, ending := range fileEndings {
			if n := len(name) - len(ending); n > 0 && strings.EqualFold(name[n:], ending) {
				name, cut = name[:n], true
			}
		}
	}
	return name
}

// stemPrefixes and stemSuffixes tell the files of one piece of work apart: the plan, the
// request and the reply.
var (
	stemPrefixes = []string{"approval_", "approve_", "action_", "plan_", "reply_", "request_", "approval-", "action-", "plan-", "reply-"}
	stemSuffixes = []string{"_plan", "-plan", "_approval", "-approval"}
)

// linkStem returns what the names of a plan and of its requests have in common.
func linkStem(base string) string {
	name := strings.ToLower(cutEndings(base))
	for _, prefix := range stemPrefixes {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" {
			name = rest
		}
	}
	for _, suffix := range stemSuffixes {
		if rest, ok := strings.CutSuffix(name, suffix); ok {
			name = rest
			break
		}
	}
	return strings.Trim(strings.ReplaceAll(strings.ReplaceAll(name, "-", "_"), " ", "_"), "_")
}

// sourceKey returns the name of a source so that two spellings of one file are equal. Its
// folder of the life cycle does not count, since it moves on.
func (o *Folders) sourceKey(source string) string {
	source = strings.ReplaceAll(strings.Trim(source, "`\"'[]() "), `\`, "/")
	source = cutEndings(strings.Trim(path.Clean("/"+source), "/"))
	if o.placeOf(source).stage != FolderNone {
		source = path.Base(source)
	}
	return strings.ToLower(source)
}

// SourceName returns the name of the file that a source names, so that two spellings of it are equal.
func (o *Folders) SourceName(source string) string { return path.Base(o.sourceKey(source)) }

// Stem returns what the names of the files of one piece of work have in common.
func Stem(name string) string { return linkStem(path.Base(name)) }

// messageID returns the id of a message without its brackets.
func messageID(f Fact) string { return strings.ToLower(strings.Trim(f.Text, "<> ")) }

// looksLikeFile reports whether a value names a file and not a program.
func looksLikeFile(value string) bool {
	value = strings.Trim(value, "`\"'[]() ")
	return strings.Contains(value, "/") || cutEndings(value) != value || strings.Count(value, "_") > 1
}

// sharedNames are the keys by which a plan and its requests name a third thing.
const sharedNames = "related_action related_request action_id correlation_id case_id thread_id"

// sharedKeys are the values of such keys.
func (p *Page) sharedKeys() (keys []string) {
	for i := range p.front.entries {
		if e := &p.front.entries[i]; text.Among(e.key, sharedNames) && !isAbsent(e.value) {
			keys = append(keys, model.BareID(e.value))
		}
	}
	return keys
}

// statedSource finds the file that a plan or a request was made from.
func (p *Page) statedSource() Fact {
	source := p.fact(fieldSource)
	if !source.Given() {
		source = p.fact(fieldSourceLoose)
	}
	if !source.Given() {
		return Fact{}
	}
	if source.Text = p.Folders.sourceKey(source.Text); source.Text == "" {
		return Fact{}
	}
	return source
}

// groupSource returns what plans are grouped by: what they say they were made from,
// else the name of the file without its last time.
func (p *Page) groupSource() Fact {
	if f := p.statedSource(); f.Given() {
		return f
	}
	name := strings.ToLower(p.stem())
	from, to, _ := lastTime(name)
	if from == to {
		return Fact{}
	}
	before, behind := strings.TrimRight(name[:from], nameMarks), strings.TrimLeft(name[to:], nameMarks)
	if before != "" && behind != "" {
		before += "_"
	}
	if bare := linkStem(before + behind); bare == "" || bare == "plan" {
		return Fact{}
	}
	return Fact{Text: before + behind, Basis: model.BasisGuessed}
}

// taskOf folds a title so that those of two versions of a plan are equal: without a time, and
// nothing for one that was made from the name of the file.
func taskOf(title Fact) string {
	text := title.Text
	if title.Basis == model.BasisGuessed {
		return " "
	}
	if from, to, _ := lastTime(text); from < to {
		text = text[:from] + text[to:]
	}
	return words(text)
}

// nameMarks are between the words of a file name.
const nameMarks = "-_. "

// nameTime returns the time that the name of the file holds, written so that it can be read as one: of
// several the latest, since a file is made after what it is about, and one with a time of day before a date.
func (p *Page) nameTime() Fact {
	best := ""
	for name := p.stem(); name != ""; {
		from, to, text := lastTime(name)
		if from == to {
			break
		}
		if best == "" || hasClock(text) && !hasClock(best) || hasClock(text) == hasClock(best) && text > best {
			best = text
		}
		name = name[:from]
	}
	if best == "" {
		return Fact{}
	}
	return Fact{Text: best, Basis: model.BasisDerived}
}

// lastTime finds the last date in a name, with the time of day after it where one
// is: 20260305_081502, 2026-03-05, 2026-03-05T08-15-02Z. Text is the same time
// with the usual marks.
func lastTime(name string) (from, to int, text string) {
	for i := len(name) - 8; i >= 0; i-- {
		if i > 0 && isDigit(name[i-1]) {
			continue
		}
		n, date := dateAt(name[i:])
		if n == 0 {
			continue
		}
		m, clock := clockAt(name[i+n:])
		if m == 0 && i+n < len(name) && isDigit(name[i+n]) {
			continue
		}
		return i, i + n + m, date + clock
	}
	return 0, 0, ""
}

// endsInTime reports whether a name ends in a time behind an underscore.
func endsInTime(name string) bool {
	from, to, _ := lastTime(name)
	return from > 0 && to == len(name) && name[from-1] == '_'
}

// dateAt reads 20260305, 2026-03-05, 2026_03_05 or 2026/03/05.
func dateAt(s string) (n int, date string) {
	for _, step := range []int{0, 1} {
		n = 8 + 2*step
		if len(s) < n || step == 1 && (s[4] != s[7] || strings.IndexByte("-_/", s[4]) < 0) {
			continue
		}
		year, month, day := s[:4], s[4+step:6+step], s[6+2*step:8+2*step]
		if digits(year) && digits(month) && digits(day) && year >= "1970" && year < "2200" &&
			month >= "01" && month <= "12" && day >= "01" && day <= "31" {
			return n, year + "-" + month + "-" + day
		}
	}
	return 0, ""
}

// clockAt reads a separator and 081502, 0815, 08-15-02, 08_15_02 or 08:15:02, with
// a Z after it or not.
func clockAt(s string) (n int, clock string) {
	if len(s) < 5 || !strings.ContainsRune("_-Tt ", rune(s[0])) {
		return 0, ""
	}
	var parts []string
	n = 1
	for len(parts) < 3 {
		at := n
		if len(parts) > 0 && at < len(s) && strings.ContainsRune("-_:", rune(s[at])) {
			at++
		}
		if at+2 > len(s) || !digits(s[at:at+2]) {
			break
		}
		parts = append(parts, s[at:at+2])
		n = at + 2
	}
	if len(parts) < 2 || parts[0] > "23" || parts[1] > "59" || n < len(s) && isDigit(s[n]) {
		return 0, ""
	}
	if n < len(s) && (s[n] == 'Z' || s[n] == 'z') {
		return n + 1, "T" + strings.Join(parts, ":") + "Z"
	}
	return n, "T" + strings.Join(parts, ":")
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func digits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}
