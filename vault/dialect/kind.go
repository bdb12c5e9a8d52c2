package dialect

import (
	"path"
	"strings"

	"coldstart/model"
)

// Kind is what a file of a vault is.
type Kind int

// The kinds. Of KindUnknown nothing but the name should be shown; KindBoth is a plan that
// waits for a decision or was decided, KindIntake something that waits for triage or is
// worked on, KindSignal a heartbeat or a message of an agent about itself. Nothing in a
// KindDocument is to be done, and KindIgnore is furniture of the folder.
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

// String returns the kind in a word or three.
func (k Kind) String() string {
	return nameOf(k, "unknown", "plan", "request", "plan and request", "intake", "log", "signal", "journal", "document", "empty", "ignored")
}

// nameOf returns the name of a value that counts from zero; others have the first one.
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

// furniture is the table of file names that are not work of their own. The names
// with soft set can be work all the same: a key at the top that says so wins.
var furniture = []struct {
	how  match
	name string
	why  string
	soft bool
}{
	{starts, ".", "a hidden file", false},
	{starts, "_", "its name begins with an underscore", false},
	{starts, "readme", "the folder's readme", true},
	{has, "template", "a template", true},
}

// textEndings are the endings of files that are read as text, dataEndings of
// those that are read as JSON, logEndings of logs. Of other files only the name is
// read.
var (
	textEndings = []string{".md", ".markdown", ".txt", ""}
	dataEndings = []string{".json"}
	logEndings  = []string{".json", ".jsonl", ".ndjson", ".log", ".txt", ".md"}
)

// planNames is the table of what the names of plans begin or end with, without
// their ending.
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

// documentWords is the table of words in a type or a name that make a file among
// the plans a document, unless it has steps.
var documentWords = []struct{ phrase, why string }{
	{"briefing", "a briefing"},
	{"report", "a report"},
	{"summary", "a summary"},
	{"social post", "a post"},
	{"linkedin post", "a post"},
	{"draft", "a draft"},
	{"daily", "a day sheet"},
	{"architecture", "notes about the architecture"},
	{"setup", "notes about the set-up"},
}

// dumpStarts are the beginnings of texts that a program printed for itself.
var dumpStarts = []string{"{'", `{"`, "[{", "Traceback (most recent call last)", "<!DOCTYPE", "<html"}

func ending(name string) string { return strings.ToLower(path.Ext(name)) }

// isData reports files that are read as JSON.
func isData(name string) bool { return isOneOf(ending(name), dataEndings) }

// isText reports files that are read as text.
func isText(name string) bool {
	return isOneOf(ending(name), textEndings) || isOneOf(ending(name), logEndings)
}

// Classify tells what a file is, and why. What is in a folder for approvals is
// a request whatever it looks like.
func Classify(p *Page) Class {
	if c, ok := p.furniture(); ok {
		return c
	}
	switch {
	case p.place.stage == FolderLogs && isOneOf(ending(p.Name), logEndings):
		return Class{KindLog, "it lies in a folder for logs", model.BasisFolder}
	case p.place.stage == FolderSignals && isData(p.Name):
		return Class{KindSignal, "it lies in a folder for heartbeats and signals", model.BasisFolder}
	case !isOneOf(ending(p.Name), textEndings) && !isData(p.Name):
		return p.unread()
	case p.isBlank():
		return Class{KindEmpty, "there is no text in it", model.BasisDerived}
	}
	plan, isPlan := p.planMark()
	switch {
	case p.place.awaits() && isPlan:
		return Class{KindBoth, "it lies in a folder for approvals, and " + plan.Why, plan.Basis}
	case p.place.awaits():
		return Class{KindRequest, "it lies in a folder for approvals", model.BasisFolder}
	case p.place.inPlans && !isData(p.Name):
		return p.amongPlans()
	case isPlan:
		return plan
	}
	return p.elsewhere()
}

// unread is for files with an ending that no rule reads.
func (p *Page) unread() Class {
	if p.place.awaits() {
		return Class{KindRequest, "it lies in a folder for approvals; only its name is read", model.BasisFolder}
	}
	return Class{KindUnknown, "no rule reads files with the ending " + ending(p.Name), model.BasisNone}
}

func (p *Page) furniture() (Class, bool) {
	name := strings.ToLower(p.base())
	for _, f := range furniture {
		fits := strings.HasPrefix(name, f.name) || f.how == has && strings.Contains(name, f.name)
		switch {
		case !fits, f.soft && p.isStated():
		case f.soft && p.place.inPlans && !p.place.awaits():
			return Class{KindDocument, f.why, model.BasisDerived}, true
		default:
			return Class{KindIgnore, f.why, model.BasisDerived}, true
		}
	}
	return Class{}, false
}

// isStated reports a front matter that speaks of one real piece of work.
func (p *Page) isStated() bool {
	return p.fromFront(spellings[fieldStatus].keys).Given() || p.fromFront(spellings[fieldCreated].keys).Given()
}

// planMark reports files that are plans wherever they lie.
func (p *Page) planMark() (Class, bool) {
	if kind := p.fromFront(spellings[fieldType].keys); kind.Given() && anyPhrase(words(kind.Text), planTypes) {
		return Class{KindPlan, "its type is " + tidy(kind.Text), model.BasisDeclared}, true
	}
	if isPlanName(p.base()) && !isData(p.Name) {
		return Class{KindPlan, "its name is that of a plan", model.BasisDerived}, true
	}
	return Class{}, false
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
	plan := Class{KindPlan, "it lies in a folder for plans", model.BasisFolder}
	why := p.documentMark()
	if why == "" {
		return plan
	}
	if steps, from := p.findSteps().steps(); len(steps) > 0 && from.basis < model.BasisGuessed || p.nextSentence().Given() {
		return plan
	}
	return Class{KindDocument, why + " without steps", model.BasisDerived}
}

// documentMark says what speaks against a plan, empty when nothing does. A name
// speaks only where it is not that of a plan.
func (p *Page) documentMark() string {
	text := strings.TrimSpace(p.text)
	for _, start := range dumpStarts {
		if strings.HasPrefix(text, start) {
			return "something a program printed for itself,"
		}
	}
	kind := words(p.fromFront(spellings[fieldType].keys).Text)
	name := words(p.base())
	for _, d := range documentWords {
		if hasPhrase(kind, d.phrase) || hasPhrase(name, d.phrase) && !isPlanName(p.base()) {
			return d.why
		}
	}
	return ""
}

// elsewhere is for files outside of the folders for plans and approvals.
func (p *Page) elsewhere() Class {
	switch p.place.stage {
	case FolderNeedsAction, FolderInbox, FolderInProgress:
		return Class{KindIntake, "it lies in a folder for work", model.BasisFolder}
	case FolderDone:
		return Class{KindDocument, "it lies in a folder for finished work", model.BasisFolder}
	}
	if len(p.journalEntries()) > 0 {
		return Class{KindJournal, "it has entries of a research journal", model.BasisDerived}
	}
	return Class{KindUnknown, "it lies in no folder with a meaning", model.BasisNone}
}
