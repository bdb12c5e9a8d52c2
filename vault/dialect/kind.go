package dialect

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/model/rule"
)

// Kind is what a file of a vault is.
type Kind int

// The kinds. KindBoth is a plan that is a request too, KindIntake something that waits for
// triage or is worked on, KindSignal a heartbeat or a message of an agent about itself.
// There is nothing to do in a KindDocument, and KindIgnore is no part of the work. Of
// KindUnknown only the name should be shown.
const (
	KindUnknown Kind = iota
	KindPlan
	KindRequest
	KindBoth
	KindIntake
	KindLog
	KindSignal
	KindJournal
	KindDocument
	KindEmpty
	KindIgnore
)

// String returns the kind in words.
func (k Kind) String() string {
	return nameOf(k, "unknown", "plan", "request", "plan and request", "intake", "log", "signal", "journal", "document", "empty", "ignored")
}

// nameOf gives the n-th name, the first when there is none.
func nameOf[T ~int](n T, names ...string) string {
	if n < 0 || int(n) >= len(names) {
		n = 0
	}
	return names[n]
}

// Class is the kind of a file with the reason for it.
type Class struct {
	Kind Kind
	// Why is for people, half a sentence.
	Why   string
	Basis model.Basis
}

// readmes are the names of a folder's readme in six languages, and templates the words for a template. A
// name is a template's if it says nothing else: all its words are in the two tables.
var (
	readmes       = []string{"readme", "read me", "liesmich", "lies mich", "lisezmoi", "lisez moi", "leeme", "léeme", "leggimi", "leiame", "leia me"}
	templates     = []string{"template", "templates", "vorlage", "vorlagen", "modèle", "modele", "plantilla", "modello"}
	templateWords = []string{"approval", "approvals", "plan", "plans", "request", "requests", "pending", "manual", "form", "example", "sample", "md"}
)

// NotWork says why a file or folder of this name is no work of its own, "" when it is.
func NotWork(name string) string {
	switch of := EditorOf(name); {
	case of != "":
		return "an editor keeps it while " + of + " is open"
	case name == vimTries:
		return "an editor tries with it whether it can write here"
	case strings.HasPrefix(name, "."):
		return "a hidden file"
	case strings.HasPrefix(name, "_"):
		return "its name begins with an underscore"
	}
	words := strings.FieldsFuncSeq(strings.ToLower(strings.TrimSuffix(name, path.Ext(name))), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	switch {
	case isReadme(words):
		return "the folder's readme"
	case isTemplate(words):
		return "a template"
	}
	return ""
}

func isReadme(words iter.Seq[string]) bool {
	for first := range words {
		// Most names begin otherwise, and then nothing is put together.
		return slices.ContainsFunc(readmes, func(readme string) bool { return strings.HasPrefix(readme, first) }) &&
			slices.Contains(readmes, strings.Join(slices.Collect(words), " "))
	}
	return false
}

func isTemplate(words iter.Seq[string]) bool {
	says := false
	for word := range words {
		if slices.Contains(templates, word) {
			says = true
		} else if !slices.Contains(templateWords, word) {
			return false
		}
	}
	return says
}

// MayAsk reports whether a file in a folder for requests that is no work by its name may ask for
// an approval all the same: the agents read every Markdown file there, and no other program
// takes an underscore for a mark.
func MayAsk(name string) bool {
	return strings.HasPrefix(name, "_") || strings.HasSuffix(name, ".md") && strings.LastIndexByte(name, '.') > 0
}

// textEndings are the extensions of files read as text, dataEndings of those read as JSON,
// logEndings of logs. Of other files only the name is read.
var (
	textEndings = []string{".md", ".markdown", ".txt", ""}
	dataEndings = []string{".json"}
	logEndings  = []string{".json", ".jsonl", ".ndjson", ".log", ".txt", ".md"}
)

// planNames is the table of how names of plans begin or end, without their extension.
var planNames = []struct {
	how  match
	name string
}{
	{starts, "plan-"}, {starts, "plan_"}, {starts, "plan."}, {starts, "plan "},
	{ends, "-plan"}, {ends, "_plan"}, {ends, ".plan"}, {ends, " plan"},
	{whole, "plan"},
}

// planTypes are words of a declared type that make a plan.
var planTypes = []string{"plan", "plans", "loop state"}

// documentWords is the table of words in a type or a name, and at an end of the title line, that
// make a file among the plans a document, unless it has steps.
var documentWords = []struct{ phrase, why string }{
	{"briefing", "a briefing"},
	{"social post", "a post"},
	{"linkedin post", "a post"},
	{"draft", "a draft"},
	{"reply", "a reply"},
	{"post", "a post"},
	{"tweet", "a post"},
	{"newsletter", "a newsletter"},
	{"specification", "a specification"},
	{"spec", "a specification"},
	{"approval request", "a request"},
	{"daily", "a day sheet"},
	{"architecture", "notes about the architecture"},
}

// noteWords are words in a type, a name or a title line for what was said and not what is to be
// done. Only boxes make a plan of such a file.
var noteWords = []string{"minutes", "meeting notes", "notes of the meeting", "call notes"}

// noteTypes are whole types of notes.
var noteTypes = []string{"note", "notes", "meeting"}

// daySheets are the words for a sheet of one day, as a type, or beside a day as a name or a title
// line. Such a sheet lists what is elsewhere and is over by the evening: its boxes make no plan.
var daySheets = []string{"daily", "daily plan", "daily sheet", "daily note", "daily notes", "daily tasks", "day plan", "day sheet", "plan of the day"}

// dumpStarts are the beginnings of program output that ended up in a file.
var dumpStarts = []string{"{'", `{"`, "[{", "Traceback (most recent call last)", "<!DOCTYPE", "<html"}

// ending is that of a file; of a copy, such as pay.md~HEAD, that of the original.
func ending(name string) string {
	name = path.Base(name)
	return strings.ToLower(path.Ext(cmp.Or(rule.CopyOf(name).Of, name)))
}

// isData reports whether a file is read as JSON.
func isData(name string) bool { return slices.Contains(dataEndings, ending(name)) }

func (p *Page) isData() bool { return slices.Contains(dataEndings, p.ending) }

// isText reports whether a file is read as text.
func (p *Page) isText() bool {
	return slices.Contains(textEndings, p.ending) || slices.Contains(logEndings, p.ending)
}

// Classify returns what a file is, and why. Everything in a folder for approvals is a
// request, whatever it looks like.
func Classify(p *Page) Class {
	if c, ok := p.notWork(); ok {
		return c
	}
	switch {
	case p.place.stage == FolderLogs && slices.Contains(logEndings, p.ending):
		return Class{KindLog, "it is in a folder for logs", model.BasisFolder}
	case p.place.stage == FolderSignals && p.isData():
		return Class{KindSignal, "it is in a folder for heartbeats and signals", model.BasisFolder}
	case !slices.Contains(textEndings, p.ending) && !p.isData():
		return p.unread()
	case p.isBlank():
		return Class{KindEmpty, "it has no text", model.BasisDerived}
	}
	plan, isPlan := p.planMark()
	switch {
	case p.place.awaits() && isPlan && p.isPlanToo():
		return Class{KindBoth, "it is in a folder for approvals, and " + plan.Why, plan.Basis}
	case p.place.awaits():
		return Class{KindRequest, "it is in a folder for approvals", model.BasisFolder}
	case p.place.inPlans && p.isData() && !isPlan && len(p.listed) == 0:
		return Class{KindDocument, "it is data without steps", model.BasisDerived}
	case p.place.inPlans:
		return p.amongPlans()
	case isPlan:
		return plan
	}
	return p.elsewhere()
}

// unread is the class of files with an extension that is not read.
func (p *Page) unread() Class {
	if p.place.awaits() {
		return Class{KindRequest, "it is in a folder for approvals; only its name is read", model.BasisFolder}
	}
	return Class{KindUnknown, "nothing is known about files ending in " + p.ending, model.BasisNone}
}

func (p *Page) notWork() (Class, bool) {
	name := p.base()
	why := NotWork(name)
	hidden, marked := strings.HasPrefix(name, "."), strings.HasPrefix(name, "_")
	switch {
	case why == "", marked && p.place.awaits(), !hidden && !marked && p.isStated():
		return Class{}, false
	case !hidden && !marked && p.place.inPlans && !p.place.awaits():
		return Class{KindDocument, why, model.BasisDerived}, true
	}
	return Class{KindIgnore, why, model.BasisDerived}, true
}

// isStated reports whether the front matter speaks of real work.
func (p *Page) isStated() bool {
	return p.key(fieldStatus).Given() || p.key(fieldCreated).Given()
}

// planMark reports whether a file is a plan in any folder.
func (p *Page) planMark() (Class, bool) {
	if p.isDaySheet() {
		return Class{}, false
	}
	if kind := p.key(fieldType); kind.Given() && anyPhrase(words(kind.Text), planTypes) {
		return Class{KindPlan, "its type is " + tidy(kind.Text), model.BasisDeclared}, true
	}
	if isPlanName(p.base()) && (!p.isData() || len(p.front.entries) > 0) && !p.isLetter() {
		return Class{KindPlan, "its name is that of a plan", model.BasisDerived}, true
	}
	return Class{}, false
}

// letterTypes are words of a declared type that make a letter.
var letterTypes = []string{"email", "mail", "message", "whatsapp", "sms", "post"}

// isLetter reports whether a file is a letter whose subject ends in "plan": a mail about "Your
// storage plan" is none.
func (p *Page) isLetter() bool {
	return anyPhrase(words(p.key(fieldType).Text), letterTypes) && strings.HasSuffix(strings.ToLower(p.stem()), " plan")
}

// isPlanToo reports whether a request that has the mark of a plan has the steps of one.
func (p *Page) isPlanToo() bool {
	steps, _ := p.findSteps().steps()
	return len(steps) > 0 || p.nextSentence().Given()
}

func isPlanName(base string) bool {
	name := strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
	for _, n := range planNames {
		switch {
		case n.how == starts && strings.HasPrefix(name, n.name),
			n.how == ends && strings.HasSuffix(name, n.name),
			n.how == whole && name == n.name:
			return true
		}
	}
	return false
}

// amongPlans tells a plan from a document that is beside it.
func (p *Page) amongPlans() Class {
	plan := Class{KindPlan, "it is in a folder for plans", model.BasisFolder}
	if p.isDaySheet() {
		return Class{KindDocument, "a day sheet", model.BasisDerived}
	}
	if why := p.paperMark(); why != "" {
		return Class{KindDocument, why + " by its name", model.BasisDerived}
	}
	why, notes := p.documentMark(), p.isNotes()
	if why == "" && !notes {
		return plan
	}
	steps, from := p.findSteps().steps()
	switch {
	case notes && (!keepState(steps) || from.basis == model.BasisGuessed):
		return Class{KindDocument, "notes without boxes", model.BasisDerived}
	case notes, len(steps) > 0 && from.basis < model.BasisGuessed, p.nextSentence().Given():
		return plan
	}
	return Class{KindDocument, why + " without steps", model.BasisDerived}
}

// isDaySheet reports whether the type, the name or the title line says that this is the sheet of
// one day.
func (p *Page) isDaySheet() bool {
	if slices.Contains(daySheets, strings.TrimSpace(words(p.key(fieldType).Text))) {
		return true
	}
	named := func(text string) bool {
		from, to, _ := lastTime(text)
		return from < to && slices.Contains(daySheets, strings.TrimSpace(words(text[:from]+" "+text[to:])))
	}
	s := p.titleSection()
	return named(p.stem()) || s != nil && named(trimMarks(s.name))
}

// isNotes reports whether the type, the name or the title line is that of notes.
func (p *Page) isNotes() bool {
	kind, name, title := p.kindWords()
	return slices.Contains(noteTypes, strings.TrimSpace(kind)) ||
		slices.ContainsFunc(noteWords, func(word string) bool {
			return hasPhrase(kind, word) || hasPhrase(name, word) || fits(title, word, starts) || fits(title, word, ends)
		})
}

// documentMark says why a file among plans may be none, empty when it may. A name counts
// only where it is not that of a plan.
func (p *Page) documentMark() string {
	text := strings.TrimSpace(p.text)
	for _, start := range dumpStarts {
		if strings.HasPrefix(text, start) && !p.isData() {
			return "the output of a program"
		}
	}
	kind, name, title := p.kindWords()
	for _, d := range documentWords {
		if hasPhrase(kind, d.phrase) || hasPhrase(name, d.phrase) || fits(title, d.phrase, starts) || fits(title, d.phrase, ends) {
			return d.why
		}
	}
	return ""
}

// paperWords are words in a type, a name or a title line for what is read and not done. Boxes make no plan of it.
var paperWords = []struct{ word, why string }{
	{"template", "a template"}, {"guide", "a guide"}, {"tutorial", "a tutorial"}, {"setup", "notes about the setup"}, {"report", "a report"},
	{"summary", "a summary"}, {"tracker", "a tracker"}, {"demo", "a demo"}, {"cheatsheet", "a cheat sheet"}, {"vorlage", "a template"}, {"anleitung", "a guide"}, {"bericht", "a report"},
}

// orders begin what is to be done: "Write the report".
var orders = []string{
	"write", "send", "prepare", "create", "draft", "make", "build", "generate", "update", "review", "read", "finish", "publish", "add", "fix", "improve",
	"set", "plan", "design", "test", "check", "translate", "print", "deliver", "submit", "file", "complete", "compile", "produce", "do", "run", "get",
	"develop", "implement", "move", "rename", "document", "give", "show", "schreibe", "erstelle",
}

// paperMark says why a file among plans is only read, "" where it may be a plan: one with a status among its
// keys, or a title that tells somebody to write a report, may.
func (p *Page) paperMark() string {
	kind, name, title := p.kindWords()
	if p.key(fieldStatus).Given() || slices.ContainsFunc(orders, func(order string) bool { return fits(title, order, starts) || fits(name, order, starts) }) {
		name, title = "", ""
	}
	for _, d := range paperWords {
		if hasPhrase(kind, d.word) || hasPhrase(name, d.word) || fits(title, d.word, starts) || fits(title, d.word, ends) {
			return d.why
		}
	}
	return ""
}

// kindWords returns where a file may say what kind of document it is, folded: its type, and its name
// and title line unless they are those of a plan.
func (p *Page) kindWords() (kind, name, title string) {
	kind, name = words(p.key(fieldType).Text), words(p.base())
	if s := p.titleSection(); s != nil {
		title = words(s.name)
	}
	if isPlanName(p.base()) || strings.HasPrefix(title, " plan ") {
		name, title = "", ""
	}
	return kind, name, title
}

// elsewhere is the class of files outside the folders for plans and approvals.
func (p *Page) elsewhere() Class {
	switch p.place.stage {
	case FolderNeedsAction, FolderInbox, FolderInProgress:
		return Class{KindIntake, "it is in a folder for work", model.BasisFolder}
	case FolderDone:
		return Class{KindDocument, "it is in a folder for finished work", model.BasisFolder}
	}
	if len(p.journalEntries()) > 0 {
		return Class{KindJournal, "it has entries of a research journal", model.BasisDerived}
	}
	return Class{KindUnknown, "coldstart does not know what its folder is for", model.BasisNone}
}
