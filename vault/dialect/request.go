package dialect

import (
	"slices"
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
	// Name is the path in the vault and the identity; ID is what the file calls itself.
	Name    string
	ID      Fact
	Summary Fact
	Action  Fact
	// Target is who or what the action goes to, as written, hidden characters included.
	Target Fact
	// Sender is who wrote the message that came in, or that is answered.
	Sender Fact
	// Amount is as written, if it looks like money.
	Amount Fact
	// Expires is when the request lapses, as written; Within is set when that is a time
	// after its creation. Due is when the work is wanted.
	Expires Fact
	Within  time.Duration
	Due     Fact
	// Priority and Risk are as written.
	Priority, Risk Fact
	// Rationale is why the agent asks.
	Rationale Fact
	// Plan is the id or path of a plan that the request names. Source and Stem are a weaker
	// link: a plan with the same ones is probably the one.
	Plan   Fact
	Source Fact
	Stem   string
	// Message is the id of the message that it is or answers.
	Message string
	// Platform is true where the target is only the platform on which something is published.
	Platform bool
	// Author is who decided it, by a decided file's own text.
	Author Fact
	// Step is the number of the plan's step, 0 for none; StepText is as written.
	Step     int
	StepText Fact
	// Decision is that of the folder, or of the status where that is how it wants to be answered.
	Decision Decision
	// Status is the file's own word, StatusBelow true where it stands below a heading that is not
	// the title.
	Status      Fact
	StatusBelow bool
	// Contradictions are places where the file disagrees with its folder.
	Contradictions []Contradiction
	Created        Fact
	// Contests are the values that are given twice and differ, so that none counts.
	Contests []Warning
	// Yes and No are how it wants to be answered.
	Yes, No model.Way
}

// Contradiction is a place where a request disagrees with its folder.
type Contradiction struct {
	Warning
	// Stale is true when the file still says pending after the decision, as most do.
	Stale bool
	// Stated is true when the status disagrees, and not a tick.
	Stated bool
}

// isBelowTop reports whether a value stands below a heading that is not the title.
func (p *Page) isBelowTop(f Fact) bool {
	for i := range p.sections {
		if s := &p.sections[i]; s.level > 1 && f.Line > s.number {
			return f.Given()
		}
	}
	return false
}

// ReadRequest reads a file as a request, whatever it is.
func ReadRequest(p *Page) Request {
	r := Request{
		Name: p.Name, Summary: tidied(p.fact(fieldSummary)), Action: p.fact(fieldAction), Target: p.fact(fieldTarget), Amount: p.fact(fieldAmount),
		Due: p.fact(fieldDue), Priority: p.fact(fieldPriority), Risk: p.fact(fieldRisk), Rationale: p.fact(fieldRationale), Plan: p.fact(fieldPlanLink),
		Source: p.statedSource(), Message: messageID(p.fact(fieldMessage)), Stem: linkStem(p.base()), StepText: p.fact(fieldStep), Decision: p.decision(),
		Status: p.fact(fieldApproval), Created: p.fact(fieldCreated), Sender: p.fact(fieldSender), ID: p.fact(fieldRequestID),
	}
	r.Platform = r.Target.Given() && sameWords(r.Target.Text, p.fact(fieldPlatform).Text)
	if r.Decision == DecisionApproved || r.Decision == DecisionRejected {
		r.Author = p.fact(fieldAuthor)
	}
	if n, err := strconv.Atoi(r.StepText.Text); r.StepText.Given() && err == nil && n > 0 {
		r.Step = n
	}
	if r.Expires = p.fact(fieldExpires); r.Created.Basis == model.BasisDeclared {
		r.Within = relative(r.Expires.Text)
	}
	r.StatusBelow = p.isBelowTop(r.Status)
	if r.Decision == DecisionPending {
		r.Yes, r.No = ReadWays(p)
		inFile := r.Yes.Kind == model.WayStatus || r.No.Kind == model.WayStatus
		if says := decisionOf(r.Status.Text); inFile && says != DecisionNone {
			r.Decision = says
		}
	}
	r.Contradictions = p.contradictions(r)
	r.Contests = p.contests(found{fieldTarget, r.Target}, found{fieldAmount, r.Amount}, found{fieldExpires, r.Expires}, found{fieldPlanLink, r.Plan}, found{fieldApproval, r.Status})
	return r
}

// approvalWords are the words of a type that only say that the file is a request.
var approvalWords = []string{"approval", "approvals", "request", "requests", "record", "required", "needed", "pending", "human", "hitl", "for", "review"}

// asks reports whether the type of a file says that it is a request.
func (p *Page) asks() bool {
	kind := words(p.key(fieldType).Text)
	return hasPhrase(kind, "approval") || hasPhrase(kind, "request")
}

// withoutApproval removes from a type what says that it is a request: budget_approval is a budget.
func withoutApproval(kind string) string {
	kept := strings.FieldsFunc(kind, func(r rune) bool { return strings.ContainsRune(" _-:./", r) })
	return strings.Join(slices.DeleteFunc(kept, func(word string) bool { return slices.Contains(approvalWords, strings.ToLower(word)) }), "_")
}

// isAction reports whether a text says more than that something is asked for.
func isAction(text string) bool { return withoutApproval(text) != "" }

// executedNames begin the names of files that tell of an execution.
var executedNames = []string{"approval", "approve", "approved", "execute", "executed", "posted", "sent"}

// WasAsked reports whether a file among finished work was a request or tells of its execution. What
// only came in, such as a mail, was never asked of anybody.
func WasAsked(p *Page) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(words(p.stem())), " ")
	return p.asks() || p.key(fieldAction).Given() || p.key(fieldNeeds).Given() ||
		p.fact(fieldApprover).Given() || slices.Contains(executedNames, first)
}

// refusedWords are the words of a status by which a finished request was never allowed.
var refusedWords = []string{"cancelled", "canceled", "rejected", "declined", "denied", "refused", "withdrawn", "expired"}

// NeverAllowed reports whether a finished file says of itself that it came to no approval, or is no
// request at all, such as a note.
func NeverAllowed(p *Page) bool {
	return WasRefused(p) || !WasAsked(p) && !p.labelOf(fieldAction).Given()
}

// WasRefused reports whether a finished request says of itself that it came to no approval.
func WasRefused(p *Page) bool { return anyPhrase(words(p.fact(fieldApproval).Text), refusedWords) }

func taskType(p *Page, w *weighing) {
	w.show(p.key(fieldTaskType))
}

// typeAsAction takes the type for the verb, without the words for a request, unless it is that
// of a plan.
func typeAsAction(p *Page, w *weighing) {
	kind := p.key(fieldType)
	if p.asks() {
		kind.Text, kind.Basis = withoutApproval(kind.Text), model.BasisDerived
	}
	if !anyPhrase(words(kind.Text), planTypes) {
		w.show(kind)
	}
}

// outgoing are words for what is sent, and answering those for what answers somebody.
var (
	outgoing = []string{
		"send", "reply", "replies", "respond", "response", "answer", "draft", "outgoing", "forward", "post", "publish", "approval", "approve", "request", "pay", "payment",
	}
	answering = []string{"reply", "replies", "respond", "response", "answer", "comment", "draft"}
	// replying are those of answering by a message, which goes to whoever wrote.
	replying = []string{"reply", "replies", "respond", "response", "answer", "follow up", "followup"}
)

// mailTypes are types of messages.
var mailTypes = []string{"email", "mail", "message", "whatsapp", "sms", "gmail"}

// purpose is what a file says that it is for, by its type and its action.
func (p *Page) purpose() string {
	return words(p.said(fieldAction).Text + " " + p.key(fieldType).Text + " " + p.key(fieldTaskType).Text)
}

// isOutgoing reports a file of which the type, the action or the first word of the name says
// that something is to be sent.
func (p *Page) isOutgoing() bool {
	first, _, _ := strings.Cut(strings.TrimLeft(words(p.stem()), " "), " ")
	return anyPhrase(p.purpose(), outgoing) || slices.Contains(outgoing, first)
}

// isIncoming reports a message that somebody wrote to the owner: it has a sender, and nothing
// says that it is to be sent. It goes to nobody, whatever address it has.
func (p *Page) isIncoming() bool {
	kind := words(p.key(fieldType).Text + " " + p.labelNamed("type"))
	if !p.said(fieldSender).Given() || !anyPhrase(kind, mailTypes) || p.isOutgoing() {
		return false
	}
	return p.saysIncoming() || p.said(fieldReceived).Given() || p.front.find("date") != nil || p.labelNamed("date") != "" || !p.said(fieldTarget).Given()
}

// incomingWords say in a type, in a direction or at the beginning of a title line that a message came in.
var incomingWords = []string{"incoming", "inbound", "inbox", "new email", "new mail", "new message", "email received", "mail received", "message received", "received email", "received message", "eingehend", "entrante"}

// saysIncoming reports whether a file calls what it holds a message that came in.
func (p *Page) saysIncoming() bool {
	said := p.key(fieldType).Text + " " + p.labelNamed("direction")
	if e := p.front.find("direction"); e != nil {
		said += " " + e.value
	}
	title := ""
	if s := p.titleSection(); s != nil {
		title = words(trimMarks(s.name))
	}
	return anyPhrase(words(said), incomingWords) || slices.ContainsFunc(incomingWords, func(word string) bool { return fits(title, word, starts) })
}

// said returns the value of a field in a key or else a label.
func (p *Page) said(f field) Fact {
	if found := p.key(f); found.Given() {
		return found
	}
	return p.labelOf(f)
}

// labelNamed returns the value of the first label with a name, "" for none.
func (p *Page) labelNamed(name string) string {
	for i := range p.labels {
		if p.labels[i].key == name {
			return p.labels[i].value
		}
	}
	return ""
}

// answered takes the sender of the original for the one who gets the answer. A request about a
// mail asks to answer it. What sends a mail may be from the owner.
func answered(p *Page, w *weighing) {
	purpose := p.purpose()
	if from := p.said(fieldOriginalSender); from.Given() {
		w.show(from)
		return
	}
	if from := p.key(fieldSender); from.Given() && !hasPhrase(purpose, "send") &&
		(anyPhrase(purpose, answering) || p.asks() && anyPhrase(purpose, mailTypes)) {
		from.Basis = model.BasisDerived
		w.show(from)
	}
}

// quotedSender takes whoever wrote the quoted original for the one who gets a reply. It is the one
// thing in which what is pasted speaks for its file, and only where all senders in it are one.
func quotedSender(p *Page, w *weighing) {
	if !anyPhrase(p.purpose(), replying) {
		return
	}
	var from Fact
	for i := range p.lines {
		l := &p.lines[i]
		if l.at != inBody && l.at != inQuote || !p.sections[l.section].embedded {
			continue
		}
		key, value, _ := strings.Cut(tidy(stripBold(strings.TrimLeft(l.text, "-*>| \t"))), ":")
		value = strings.TrimSpace(value)
		switch key = normalKey(key); {
		case key != "from" && key != "sender" && key != "reply_to" || isAbsent(value):
		case !from.Given():
			from = Fact{Text: clip(value), Basis: model.BasisGuessed, Line: int(l.number)}
		case !sameTarget(from.Text, value):
			return
		}
	}
	w.show(from)
}

func platform(p *Page, w *weighing) {
	if w.show(p.stated(fieldPlatform)); !w.first.Given() {
		namedChannel(p, w)
	}
}

// publishing are words for what is published, and publicChannels where.
var (
	publishing     = []string{"post", "posts", "posting", "tweet", "publish", "publication", "thread", "reel"}
	publicChannels = []string{"linkedin", "facebook", "instagram", "twitter", "mastodon", "bluesky", "threads", "youtube", "tiktok"}
)

// namedChannel takes the channel from what is published on it: a linkedin_post goes to LinkedIn. Where several
// are named it is none of them.
func namedChannel(p *Page, w *weighing) {
	for _, f := range []Fact{p.said(fieldAction), p.key(fieldTaskType), p.key(fieldType)} {
		folded := words(f.Text)
		named := slices.DeleteFunc(strings.Fields(folded), func(word string) bool { return !slices.Contains(publicChannels, word) })
		if anyPhrase(folded, publishing) && len(named) == 1 {
			f.Text, f.Basis = named[0], model.BasisDerived
			w.show(f)
			return
		}
	}
}

// postWords say in a type or an action that something is published.
var postWords = []string{"post", "tweet", "publish", "social", "linkedin", "facebook", "instagram", "twitter", "mastodon", "thread", "reel"}

// publishedOn takes the platform of a post before a client or a contact that is named beside it.
func publishedOn(p *Page, w *weighing) {
	to := p.labelNamed("to") + p.labelNamed("recipient")
	if to == "" && anyPhrase(p.purpose(), postWords) {
		w.show(p.stated(fieldPlatform))
	}
}

// planInText looks for the path of a file in the plans folder.
func planInText(p *Page, w *weighing) {
	named := p.Folders.Named(FolderPlans)
	for i := range p.lines {
		l := &p.lines[i]
		if l.at != inBody || p.sections[l.section].embedded {
			continue
		}
		if name := planPath(l.text, named); name != "" {
			w.show(Fact{Text: name, Basis: model.BasisDerived, Line: int(l.number)})
			return
		}
	}
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
	at := max(strings.Index(text, "lans/"), strings.Index(text, "LANS/"))
	if named != nil || at < 1 || text[at-1] != 'P' && text[at-1] != 'p' {
		return ""
	}
	return fileIn(text[at-1:])
}

// fileIn returns the path of a Markdown or JSON file with which a text begins.
func fileIn(path string) string {
	ending := ".md"
	end := strings.Index(path, ending)
	if at := strings.Index(path, ".json"); at >= 0 && (end < 0 || at < end) {
		ending, end = ".json", at
	}
	if end < 0 || strings.ContainsAny(path[:end], "`\"'*|<>") {
		return ""
	}
	return path[:end+len(ending)]
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
	differs := func(says Decision) bool { return says != DecisionNone && says != r.Decision }
	if says := decisionOf(r.Status.Text); differs(says) {
		reason := "the status says " + tidy(r.Status.Text) + ", the folder " + r.Decision.String()
		out = append(out, Contradiction{Warning{r.Status.Line, reason}, says == DecisionPending, true})
	}
	for i := range p.lines {
		l := &p.lines[i]
		it, ok := listItem(l.text)
		if l.at != inBody || !ok || p.sections[l.section].embedded {
			continue
		}
		_, done, text, isBox := boxOf(it.text)
		if choice, isChoice := choiceOf(text); isBox && done && isChoice && differs(decisionOf(choice)) {
			reason := "ticked " + choice + ", but the file was not moved"
			out = append(out, Contradiction{Warning{int(l.number), reason}, decisionOf(choice) == DecisionPending, false})
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
	{"will expire on ", false},
	{"expires on ", false},
	{"expires at ", false},
	{"expires: ", false},
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

// expirySentence looks for a phrase of the file's own text, never of a quoted mail.
func expirySentence(p *Page, w *weighing) {
	for i := range p.lines {
		l := &p.lines[i]
		s := &p.sections[l.section]
		if l.at != inBody || s.embedded || s.role == roleLeftOut || isLabelLine(l.text) {
			continue
		}
		if text, ok := expiryIn(l.text); ok {
			w.show(Fact{Text: text, Basis: model.BasisDerived, Line: int(l.number)})
			return
		}
	}
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
		if rest != "" && (!e.relative && (isDigit(rest[0]) || model.ParseStamp(rest, nil).Known()) || e.relative && relative(rest) > 0) {
			return rest, true
		}
	}
	return "", false
}

// relative reads "24 hours", "in 24h" and the like; zero for anything else.
func relative(text string) time.Duration {
	text = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), "in ")
	unit := strings.TrimLeft(text, "0123456789")
	if len(unit) == len(text) {
		return 0
	}
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
