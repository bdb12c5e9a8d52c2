package dialect

import (
	"strconv"
	"strings"
	"time"

	"coldstart/model"
)

// Decision is what was decided about a request.
type Decision int

// The decisions. DecisionNone is for files outside of the folders for approvals.
const (
	DecisionNone Decision = iota
	DecisionPending
	DecisionApproved
	DecisionRejected
)

// String returns the decision in one word.
func (d Decision) String() string { return nameOf(d, "none", "pending", "approved", "rejected") }

// Request is a file read as a request.
type Request struct {
	// Name is the path in the vault and the identity.
	Name    string
	Summary Fact
	Action  Fact
	// Target is who or what the action goes to, as written, hidden characters included.
	Target Fact
	// Amount is as written, if it looks like money.
	Amount Fact
	// Expires is when the request lapses, as written; Within is set when that is a time
	// after its creation. Due is when the work is wanted.
	Expires Fact
	Within  time.Duration
	Due     Fact
	Risk    Fact
	// Rationale is why the agent asks.
	Rationale Fact
	// Plan is the id or path of a plan that the request names. Source and Stem are a weaker
	// link: a plan with the same ones is probably the one.
	Plan   Fact
	Source Fact
	Stem   string
	// Step is the number of the plan's step, 0 for none; StepText is as written.
	Step     int
	StepText Fact
	// Decision is that of the folder alone.
	Decision Decision
	// Status is the file's own word.
	Status Fact
	// Contradictions are places where the file disagrees with its folder.
	Contradictions []Contradiction
	Created        Fact
}

// Contradiction is a place where a request disagrees with its folder.
type Contradiction struct {
	Warning
	// Stale is true when the file still says pending after the decision, as most do.
	Stale bool
	// Stated is true when the status disagrees, and not a tick.
	Stated bool
}

// ReadRequest reads a file as a request, whatever it is.
func ReadRequest(p *Page) Request {
	r := Request{
		Name: p.Name, Summary: p.readSummary(), Action: p.readAction(), Target: p.readTarget(), Amount: p.readAmount(),
		Due: p.fact(fieldDue), Risk: p.fact(fieldRisk), Rationale: p.fact(fieldRationale), Plan: p.readPlanLink(),
		Source: p.statedSource(), Stem: linkStem(p.base()), StepText: p.fact(fieldStep), Decision: p.decision(),
		Status: p.requestStatus(), Created: p.fact(fieldCreated),
	}
	if n, err := strconv.Atoi(r.StepText.Text); err == nil && n > 0 {
		r.Step = n
	}
	if r.Expires, r.Within = p.readExpiry(); !r.Created.Given() {
		r.Within = 0
	}
	r.Contradictions = p.contradictions(r)
	return r
}

// summarySections are the sections whose first line sums a request up, best first.
var summarySections = []string{"what will happen", "proposed action", "action summary", "summary", "content", "post content", "body"}

func (p *Page) readSummary() Fact {
	if f := firstOf(p.fromFront(spellings[fieldSummary].keys), p.fromBody(spellings[fieldSubject].labels)); f.Given() {
		return tidied(f)
	}
	return p.headTitle(summarySections, p.anyText)
}

// anyText returns the first line of text of any section.
func (p *Page) anyText() Fact {
	for i := range p.sections {
		if f := p.firstText(i); f.Given() {
			f.Basis = model.BasisGuessed
			return f
		}
	}
	return Fact{}
}

// approvalTypes are words of a type that only says that the file is a request.
var approvalTypes = []string{"approval", "request"}

// readAction finds the verb. A type that only says "approval request" or "plan" is none.
func (p *Page) readAction() Fact {
	if f := p.fromFront(spellings[fieldAction].keys); f.Given() {
		return f
	}
	kind := p.fromFront(spellings[fieldType].keys)
	asks := anyPhrase(words(kind.Text), approvalTypes)
	if f := p.fromFront(spellings[fieldTaskType].keys); f.Given() && asks {
		return f
	}
	if f := p.fromBody(spellings[fieldAction].labels); f.Given() {
		return f
	}
	if asks || anyPhrase(words(kind.Text), planTypes) {
		return Fact{}
	}
	return kind
}

func (p *Page) readTarget() Fact {
	return firstOf(p.fact(fieldTarget), p.fact(fieldCounterpart))
}

func (p *Page) readAmount() Fact {
	if f := p.fact(fieldAmount); isMoney(f.Text) {
		return f
	}
	return Fact{}
}

// readPlanLink finds the plan that the request names: a key, a label, or the path
// of a file in the plans folder.
func (p *Page) readPlanLink() Fact {
	if f := p.fact(fieldPlanLink); f.Given() {
		return f
	}
	named := p.Folders.Named(FolderPlans)
	for i := range p.lines {
		l := &p.lines[i]
		if l.at != inBody || p.sections[l.section].embedded {
			continue
		}
		if name := planPath(l.text, named); name != "" {
			return Fact{name, model.BasisDerived, int(l.number)}
		}
	}
	return Fact{}
}

// planPath finds "Plans/name.md" in a line, or a file in a folder that was named for
// plans.
func planPath(text string, named []string) string {
	if len(text) > maxText {
		return ""
	}
	for _, dir := range named {
		at := strings.Index(text, dir+"/")
		if at == 0 || at > 0 && strings.IndexByte(" \t/`\"'([:", text[at-1]) >= 0 {
			return fileIn(text[at:])
		}
	}
	at := strings.Index(text, "lans/")
	if named != nil || at < 1 || text[at-1] != 'P' && text[at-1] != 'p' {
		return ""
	}
	return fileIn(text[at-1:])
}

// fileIn returns the path of a Markdown file with which a text begins.
func fileIn(path string) string {
	end := strings.Index(path, ".md")
	if end < 0 || strings.ContainsAny(path[:end], "`\"'*|<>") {
		return ""
	}
	return path[:end+len(".md")]
}

func (p *Page) decision() Decision {
	if !p.place.awaits() {
		return DecisionNone
	}
	switch p.place.stage {
	case FolderApproved:
		return DecisionApproved
	case FolderRejected:
		return DecisionRejected
	}
	return DecisionPending
}

// requestStatus returns the status that the file states.
func (p *Page) requestStatus() Fact {
	return firstOf(p.fromFront([]string{"approval_status", "status"}), p.statedStatus())
}

// decisionRules is the table of words about a decision. Pending comes first: "not approved
// yet" and "pending approval" speak of approval too.
var decisionRules = []struct {
	decision Decision
	words    []string
}{
	{DecisionPending, []string{
		"pending", "awaiting", "waiting", "draft", "planned", "needs approval", "requires approval", "approval required",
		"in review", "not approved", "not yet approved",
	}},
	{DecisionApproved, []string{"approved", "approve", "executed", "sent", "posted", "published", "done", "completed"}},
	{DecisionRejected, []string{"rejected", "reject", "denied", "declined", "cancelled", "canceled"}},
}

func decisionOf(text string) Decision {
	folded := words(text)
	for _, rule := range decisionRules {
		if anyPhrase(folded, rule.words) {
			return rule.decision
		}
	}
	return DecisionNone
}

// contradictions compares the folder with the status and the boxes in which a person ticks a
// choice. A tick moves nothing.
func (p *Page) contradictions(r Request) []Contradiction {
	if r.Decision == DecisionNone {
		return nil
	}
	var out []Contradiction
	add := func(says Decision, line int, reason string, stated bool) {
		if says != DecisionNone && says != r.Decision {
			out = append(out, Contradiction{Warning{line, reason}, says == DecisionPending, stated})
		}
	}
	add(decisionOf(r.Status.Text), r.Status.Line, "the status says "+tidy(r.Status.Text)+", the folder "+r.Decision.String(), true)
	for i := range p.lines {
		l := &p.lines[i]
		it, ok := listItem(l.text)
		if l.at != inBody || !ok {
			continue
		}
		_, done, text, isBox := boxOf(it.text)
		if choice, isChoice := choiceOf(text); isBox && done && isChoice {
			add(decisionOf(choice), int(l.number), "ticked "+choice+", but the file was not moved", false)
		}
	}
	return out
}

// expiryPhrases is the table of how a body says that a request lapses, in lower
// case. What follows is a time, or a number and a unit.
var expiryPhrases = []struct {
	phrase   string
	relative bool
}{
	{"will expire on:", false},
	{"expires on:", false},
	{"will expire in ", true},
	{"expires in ", true},
}

// expiryUnits are the units of a relative expiry, by the beginning of the word.
var expiryUnits = []struct {
	word string
	unit time.Duration
}{
	{"min", time.Minute},
	{"hour", time.Hour},
	{"h", time.Hour},
	{"day", 24 * time.Hour},
	{"week", 7 * 24 * time.Hour},
}

// maxExpiry bounds a relative expiry; longer ones are typing errors.
const maxExpiry = 3650 * 24 * time.Hour

// readExpiry finds when the request lapses: a key or a label, else a phrase of the file's own
// text, never of a quoted mail. Within is set when it says how long after its creation.
func (p *Page) readExpiry() (stated Fact, within time.Duration) {
	if f := p.fact(fieldExpires); f.Given() {
		return f, relative(f.Text)
	}
	for i := range p.lines {
		l := &p.lines[i]
		s := &p.sections[l.section]
		if l.at != inBody || s.embedded || s.role == roleLeftOut || isLabelLine(l.text) {
			continue
		}
		if text, ok := expiryIn(l.text); ok {
			return Fact{text, model.BasisDerived, int(l.number)}, relative(text)
		}
	}
	return Fact{}, 0
}

// expiryIn finds a phrase of the table in a line and returns the time after it.
func expiryIn(text string) (string, bool) {
	if len(text) > maxFolded || !strings.Contains(text, "xpire") && !strings.Contains(text, "XPIRE") {
		return "", false
	}
	text = stripBold(text)
	lower := strings.ToLower(text)
	for _, e := range expiryPhrases {
		at := strings.Index(lower, e.phrase)
		if at < 0 || len(lower) != len(text) {
			continue
		}
		rest := strings.Trim(text[at+len(e.phrase):], " `.)_*")
		if rest != "" && isDigit(rest[0]) && (!e.relative || relative(rest) > 0) {
			return rest, true
		}
	}
	return "", false
}

// relative reads "24 hours", "in 24h" and the like; zero for anything else.
func relative(text string) time.Duration {
	text = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), "in ")
	unit := strings.TrimLeft(text, "0123456789")
	n, err := strconv.Atoi(text[:len(text)-len(unit)])
	if err != nil || n <= 0 {
		return 0
	}
	unit = strings.TrimLeft(unit, " -")
	for _, u := range expiryUnits {
		if strings.HasPrefix(unit, u.word) && (u.word != "h" || len(unit) == 1 || unit[1] == ' ') {
			if n > int(maxExpiry/u.unit) {
				return 0
			}
			return time.Duration(n) * u.unit
		}
	}
	return 0
}
