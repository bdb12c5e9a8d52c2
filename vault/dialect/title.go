package dialect

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/vault/text"
)

// titlePrefixes is the table of words before a title that name the kind of file. A colon, a
// dash or "for" follows.
var titlePrefixes = []string{
	"execution plan", "action plan", "task plan", "project plan", "implementation plan", "work plan", "response plan", "reasoning plan", "plan",
	"human approval required", "approval required", "approval request", "request for approval", "pending approval", "approval record",
	"action", "new email", "incoming", "email", "draft reply", "draft",
}

// genericTitles is the table of titles that say nothing.
var genericTitles = []string{
	"plan", "execution plan", "action plan", "task plan", "project plan", "implementation plan", "plan of action", "daily plan",
	"objective", "goal", "summary", "context", "steps", "roadmap", "tasks", "metadata",
	"approval request", "approval required", "approval", "human approval required", "email approval request",
	"api call approval request", "draft reply", "email", "action required", "pending approval",
}

// Titles such as "LinkedIn Post - PENDING APPROVAL" and "File Drop Detected" only name the kind
// of file. mediumWords, formWords and fillWords are all that such a title has; outside of folders
// for approvals it has one of formWords.
var (
	mediumWords = []string{
		"linkedin", "facebook", "instagram", "twitter", "whatsapp", "telegram", "slack", "email", "mail", "gmail", "sms", "social", "media",
		"task", "todo", "query", "payment", "invoice", "post", "tweet", "message", "file",
	}
	formWords = []string{"approval", "request", "required", "needed", "pending", "awaiting", "draft", "detected", "received", "new", "incoming"}
	fillWords = []string{
		"x", "reply", "response", "drop", "document", "action", "plan", "api", "call", "human", "review", "details", "information", "record",
		"for", "the", "a", "an", "of", "and", "to", "is", "item", "personal", "business", "hitl", "manual",
	}
)

// channels are the words of mediumWords for the way that a message takes.
var channels = []string{"linkedin", "facebook", "instagram", "twitter", "whatsapp", "telegram", "slack", "email", "mail", "gmail", "sms", "message"}

// greetings begin a letter, and are no title.
var greetings = []string{
	"hi", "hello", "hey", "dear", "greetings", "good morning", "good afternoon", "good evening", "salam", "assalam", "assalamu", "hallo", "liebe", "lieber",
	"guten tag", "sehr geehrte", "sehr geehrter", "bonjour", "hola", "ciao", "to whom it may concern",
}

// maxGreeting is the most words of a greeting with a name.
const maxGreeting = 7

// goalSections are the sections of a plan whose first line is as good as a title, best first,
// and summarySections those that sum a plan or a request up; contextSections are asked last.
var (
	goalSections    = []string{"objective", "goal", "task description", "task summary", "proposed action"}
	summarySections = []string{"what will happen", "proposed action", "action summary", "summary", "description"}
	contextSections = []string{"context"}
	adviceSections  = []string{"recommendation", "recommended action", "recommended"}
)

// readTitle finds the title of a plan.
func (p *Page) readTitle() Fact { return tidied(p.fact(fieldTitle)) }

func titleLine(p *Page, w *weighing) {
	title, _ := p.titleHeading()
	w.show(title)
}

func stemLine(p *Page, w *weighing) {
	_, stem := p.titleHeading()
	// One word that a time was cut from is what a program calls all of its files.
	if n := tellingWords(stem.Text); n > 1 || n == 1 && !endsInTime(cutTitlePrefix(trimMarks(p.titleSection().name))) {
		w.show(stem)
	}
}

func goalKey(p *Page, w *weighing) { w.show(p.key(fieldGoal)) }

func goalLabel(p *Page, w *weighing) {
	if goal := p.labelOf(fieldGoal); !isStem(goal.Text) {
		w.show(goal)
	}
}

func goalSection(p *Page, w *weighing) { w.show(p.firstOfSections(goalSections)) }

func summarySection(p *Page, w *weighing) { w.show(p.firstOfSections(summarySections)) }

func adviceLine(p *Page, w *weighing) { w.show(p.firstOfSections(adviceSections)) }

// actionObject takes what is done with whom, "Cancel subscription: Hum", unless it is something that is sent.
func actionObject(p *Page, w *weighing) {
	action, to := p.key(fieldAction), p.key(fieldTarget)
	verb := readable(action.Text)
	if n := strings.Count(verb, " "); n > 0 && n < countWords && to.Given() && !strings.Contains(to.Text, "@") && !anyPhrase(words(verb), outgoing) {
		w.show(Fact{Text: strings.ToUpper(verb[:1]) + verb[1:] + ": " + tidy(to.Text), Basis: model.BasisDerived, Line: action.Line})
	}
}

func contextLine(p *Page, w *weighing) { w.show(p.firstOfSections(contextSections)) }

func objectiveSection(p *Page, w *weighing) { w.show(p.firstOfSections(goalSections[:3])) }

// datedLine takes a title line that says which kind of plan it is of which day: "Execution Plan -
// 2026-02-13". datedWord takes "Plan - 2026-02-13" too.
func datedLine(p *Page, w *weighing) { p.showDated(w, false) }

func datedWord(p *Page, w *weighing) { p.showDated(w, true) }

func (p *Page) showDated(w *weighing, bare bool) {
	s := p.titleSection()
	if s == nil {
		return
	}
	text := trimMarks(s.name)
	from, to, _ := lastTime(text)
	if from < to && isGeneric(cutTitlePrefix(text)) && (bare || strings.Contains(strings.TrimSpace(words(text[:from])), " ")) {
		w.show(Fact{Text: text, Basis: model.BasisDerived, Line: s.number})
	}
}

// topLine looks at the prose above all headings, or below the first one where no heading is a title.
func topLine(p *Page, w *weighing) {
	for i := range min(len(p.sections), 2) {
		if s := &p.sections[i]; i == 0 || s.level > 1 && !s.embedded && !s.message && s.role == roleNone {
			f := p.firstTelling(i)
			f.Basis = model.BasisGuessed
			if !p.isItem(f.Line) {
				w.show(f)
			}
		}
	}
}

// isItem reports whether the line with this number is one of a list.
func (p *Page) isItem(number int) bool {
	i := slices.IndexFunc(p.lines, func(l line) bool { return int(l.number) == number })
	if i < 0 {
		return false
	}
	_, ok := listItem(p.lines[i].text)
	return ok
}

// media is how the type of a message that came in reads in a title.
var media = []struct{ word, title string }{
	{"whatsapp", "WhatsApp message"}, {"sms", "SMS"}, {"email", "Email"}, {"gmail", "Email"}, {"mail", "Email"}, {"message", "Message"},
}

// senderLine names who wrote a message that says no more than a greeting.
func senderLine(p *Page, w *weighing) {
	if !p.isIncoming() {
		return
	}
	from := p.said(fieldSender)
	kind := words(p.key(fieldType).Text + " " + p.labelNamed("type"))
	for _, m := range media {
		if hasPhrase(kind, m.word) {
			w.show(Fact{Text: m.title + " from " + senderName(from.Text), Basis: model.BasisDerived, Line: from.Line})
			return
		}
	}
}

// enoughWords is how many words a name of a file has that says what the file is about.
const enoughWords = 3

// tellingName takes the name of the file where it says what the plan is about, and not only of
// which kind and time it is.
func tellingName(p *Page, w *weighing) {
	if title := readable(p.stem()); tellingWords(title) >= enoughWords {
		w.show(Fact{Text: title, Basis: model.BasisGuessed})
	}
}

// tellingWords counts the words of a name that say what it is about.
func tellingWords(name string) (n int) {
	for _, word := range strings.Fields(words(name)) {
		if !isKindWord(word) && len(word) > 1 && !strings.ContainsAny(word, "0123456789") {
			n++
		}
	}
	return n
}

// sourceName takes the name of what a plan was made from, without its times.
func sourceName(p *Page, w *weighing) {
	for _, f := range []field{fieldSource, fieldSourceLoose} {
		source := p.stated(f)
		if name := nameWords(path.Base(strings.ReplaceAll(strings.Trim(source.Text, "`\"'[]() "), `\`, "/"))); looksLikeFile(source.Text) && tellingWords(name) > 0 {
			w.show(Fact{Text: name, Basis: model.BasisDerived, Line: source.Line})
		}
	}
}

// nameWords are the words of a file's name without its times.
func nameWords(name string) string {
	name = cutEndings(name)
	for {
		from, to, _ := lastTime(name)
		if from == to {
			return readable(strings.Trim(name, nameMarks))
		}
		name = strings.TrimRight(name[:from], nameMarks) + strings.TrimRight("_"+strings.TrimLeft(name[to:], nameMarks), "_")
	}
}

// messageLine looks at the first line of a message that goes out or came in, in a code block
// too, but not at a greeting.
func messageLine(p *Page, w *weighing) {
	for i := range p.labels {
		if l := &p.labels[i]; slices.Contains(messageSections, strings.ReplaceAll(l.key, "_", " ")) && isTelling(l.value) && !isCourtesy(l.value) {
			w.show(declared(tidy(l.value), l.line))
		}
	}
	for i := range p.sections {
		if s := &p.sections[i]; s.message && !s.embedded {
			if f := p.firstTelling(i); !isCourtesy(f.Text) {
				w.show(f)
			}
		}
		if w.first.Given() {
			return
		}
	}
}

// courtesies begin the first line of many letters, whatever they are about.
var courtesies = []string{
	"thank you for your", "thanks for your", "thank you for reaching", "thanks for reaching", "thank you for contacting", "thank you for getting in touch",
	"i hope this", "hope this", "i hope you", "hope you are", "hope you re", "vielen dank für ihre", "danke für deine", "merci pour votre", "gracias por su",
}

// isCourtesy reports whether a line is one that stands in any letter.
func isCourtesy(text string) bool {
	folded := words(text)
	return slices.ContainsFunc(courtesies, func(c string) bool { return fits(folded, c, starts) })
}

// senderName returns the name of a sender, "Ida Roe <ida@club.example>", without the address if it has one.
func senderName(sender string) string {
	name, _, _ := strings.Cut(sender, "<")
	if name = strings.Trim(name, ` "'`); name == "" {
		return strings.Trim(sender, "<> ")
	}
	return name
}

// replyLine names who gets a reply, where the reply itself says no more than any letter.
func replyLine(p *Page, w *weighing) {
	to := weighing{rule: new(fieldRule)}
	courteous := false
	for i := range p.sections {
		courteous = courteous || p.sections[i].message && isCourtesy(p.firstTelling(i).Text)
	}
	if !courteous || !anyPhrase(p.purpose(), replying) {
		return
	}
	for _, f := range []field{fieldTarget, fieldOriginalSender, fieldSender} {
		to.show(p.said(f))
	}
	if quotedSender(p, &to); to.first.Given() {
		w.show(Fact{Text: "Reply to " + senderName(to.first.Text), Basis: model.BasisGuessed, Line: to.first.Line})
	}
}

// actionSentence takes an action that is a sentence.
func actionSentence(p *Page, w *weighing) {
	for _, f := range []Fact{p.key(fieldAction), p.labelOf(fieldAction), p.stated(fieldAction)} {
		if strings.Count(f.Text, " ") > 1 {
			w.show(f)
		}
	}
}

func reasonLine(p *Page, w *weighing) { w.show(p.stated(fieldRationale)) }

// saysMore reports whether a title says more than which way a message takes: "WhatsApp Message" does not.
func saysMore(title string) bool {
	folded := words(title)
	return !anyPhrase(folded, channels) || slices.ContainsFunc(strings.Fields(folded), func(word string) bool {
		return !slices.Contains(channels, word) && !slices.Contains(formWords, word) && !slices.Contains(fillWords, word)
	})
}

// titleSender reads who wrote a message from a title line such as "Email from Bank <bank@bank.example>".
func titleSender(p *Page, w *weighing) {
	s := p.titleSection()
	if s == nil {
		return
	}
	kind, sender, ok := strings.Cut(trimMarks(s.name), " from ")
	if sender, _, _ = strings.Cut(sender, ": "); ok && allKind(words(kind)) && anyPhrase(words(kind), channels) {
		w.show(Fact{Text: strings.TrimSpace(sender), Basis: model.BasisDerived, Line: s.number})
	}
}

// namesSender reports whether the title line says who wrote a message.
func (p *Page) namesSender() bool {
	w := weighing{rule: &p.anyValue}
	titleSender(p, &w)
	return w.first.Given()
}

// subject returns what a file, or what is pasted in it, calls the subject of a message.
func (p *Page) subject() Fact {
	for i := range p.lines {
		l := &p.lines[i]
		row := strings.TrimLeft(l.text, "#>-* \t")
		key, value, ok := strings.Cut(stripBold(row), ":")
		if (l.at == inHeading || p.sections[l.section].embedded) && ok && text.Among(normalKey(key), subjectKeys) {
			if value = plainValue(strings.TrimSpace(value)); isTelling(value) && saysMore(value) && !isAbsent(value) {
				return Fact{Text: tidy(value), Basis: model.BasisDerived, Line: int(l.number)}
			}
		}
	}
	return Fact{}
}

// subjectKeys are the names of a subject.
const subjectKeys = "subject original_subject betreff asunto objet oggetto"

// kindLine takes a title line that only names the kind of file, but says of which medium.
func kindLine(p *Page, w *weighing) {
	s := p.titleSection()
	if s == nil {
		return
	}
	title := tidy(strings.TrimRight(cutTitlePrefix(trimMarks(s.name)), ": "))
	hasMedium := slices.ContainsFunc(strings.Fields(words(title)), func(word string) bool { return slices.Contains(mediumWords, word) })
	if hasMedium && !isGeneric(title) {
		w.first = Fact{Text: title, Basis: model.BasisGuessed, Line: s.number}
	}
}

// anyLine looks at the first line of text of each section that is about the whole file.
func anyLine(p *Page, w *weighing) {
	for i := range p.sections {
		s := &p.sections[i]
		if s.embedded || s.message || s.role != roleNone || fieldsOf().label[keyOf(s.folded())] != 0 {
			continue
		}
		f := p.firstTelling(i)
		f.Basis = model.BasisGuessed
		if w.show(f); w.first.Given() {
			return
		}
	}
}

func pastedSubject(p *Page, w *weighing) { w.show(p.subject()) }

// pastedLine looks at the title of what is pasted, else at its first line.
func pastedLine(p *Page, w *weighing) {
	pastedSubject(p, w)
	for i := range p.sections {
		s := &p.sections[i]
		if title := tidy(trimMarks(s.name)); s.embedded && s.level == 1 && isTelling(title) && !p.namesKind(title) {
			w.show(Fact{Text: title, Basis: model.BasisGuessed, Line: s.number})
		}
	}
	for i := range p.sections {
		if s := &p.sections[i]; s.embedded && !s.document && !w.first.Given() {
			f := p.firstTelling(i)
			f.Basis = model.BasisGuessed
			w.show(f)
		}
	}
}

// otherTitle is what a plan may be called where others have its title, too.
func (p *Page) otherTitle(title Fact) Fact {
	w := weighing{rule: &p.anyValue}
	for _, look := range []func(*Page, *weighing){pastedSubject, sourceName, insideLine} {
		look(p, &w)
	}
	if w.first.Text == title.Text {
		return Fact{}
	}
	return w.first
}

// readObjective finds what a plan with this title states as its objective.
func (p *Page) readObjective(title Fact) Fact {
	f := tidied(p.fact(fieldObjective))
	if f.Text == title.Text {
		return Fact{}
	}
	return f
}

// nameAsTitle makes a title of the file's name. A row needs one, even of marks alone.
func nameAsTitle(p *Page, w *weighing) {
	title := readable(p.stem())
	if title == "" {
		title = p.base()
	}
	w.first = Fact{Text: title, Basis: model.BasisGuessed}
}

// tidied makes one line of a value, unless nothing would be left.
func tidied(f Fact) Fact {
	if text := tidy(stripBold(f.Text)); text != "" {
		f.Text = text
	}
	return f
}

// titleHeading returns the title line without the words for the kind of file. One that is just
// a file name is returned as stem, made readable.
func (p *Page) titleHeading() (title, stem Fact) {
	s := p.titleSection()
	if s == nil {
		return Fact{}, Fact{}
	}
	whole := trimMarks(s.name)
	text := tidy(cutTitlePrefix(whole))
	switch {
	case isStem(text):
		return Fact{}, Fact{Text: readable(text), Basis: model.BasisDerived, Line: s.number}
	case text == "" || p.namesKind(whole) || isGeneric(text) || p.namesKind(text) || !isTelling(text):
		return Fact{}, Fact{}
	case p.namesSender() && p.subject().Given():
		// It only says who wrote what has a subject.
		return Fact{}, Fact{}
	}
	return declared(text, s.number), Fact{}
}

// titleSection returns the section of the title line: the first H1, else a first heading that
// says "Plan: Mend the canoe" or the like; nil for none.
func (p *Page) titleSection() *section {
	for i := range p.sections {
		if s := &p.sections[i]; s.level == 1 && !s.embedded {
			return s
		}
	}
	if len(p.sections) < 2 {
		return nil
	}
	s := &p.sections[1]
	name := trimMarks(s.name)
	key, _, named := strings.Cut(name, ": ")
	named = named || strings.Contains(name, " — ")
	if s.embedded || s.group || cutTitlePrefix(name) == name && (!named || s.own != roleNone || isStatus(normalKey(key))) {
		return nil
	}
	return s
}

// cutTitlePrefix cuts "Execution Plan:" and "Payment Approval Request:" off, also "— Approval
// required" at the end.
func cutTitlePrefix(text string) string {
	for _, dash := range []string{" — ", " – ", " - "} {
		if at := strings.LastIndex(text, dash); at > 0 && slices.Contains(titlePrefixes, strings.TrimSpace(words(text[at:]))) {
			text = strings.TrimRight(text[:at], " ")
		}
	}
	if kind, title, ok := strings.Cut(text, ": "); ok && hasPhrase(words(kind), "approval") && allKind(words(kind)) {
		return strings.TrimLeft(title, " ")
	}
	for _, prefix := range titlePrefixes {
		if len(text) <= len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
			continue
		}
		rest := strings.TrimLeft(text[len(prefix):], " ")
		for _, mark := range []string{":", "–", "—", "- ", "for ", "for:"} {
			if title, ok := strings.CutPrefix(rest, mark); ok {
				return strings.TrimLeft(title, " :–—-")
			}
		}
	}
	return text
}

// isGeneric reports whether a title says nothing: it is in the table, or has no letters.
func isGeneric(text string) bool {
	folded := words(text)
	return slices.ContainsFunc(genericTitles, func(g string) bool { return fits(folded, g, whole) }) ||
		!strings.ContainsFunc(text, unicode.IsLetter)
}

// namesKind reports whether a title only says what kind of file it is in.
func (p *Page) namesKind(title string) bool {
	folded := words(title)
	return allKind(folded) && (p.place.awaits() || anyPhrase(folded, formWords))
}

// allKind reports whether each word of a folded text is one for a kind of file.
func allKind(folded string) bool {
	return !slices.ContainsFunc(strings.Fields(folded), func(word string) bool { return !isKindWord(word) })
}

func isKindWord(word string) bool {
	return slices.Contains(formWords, word) || slices.Contains(mediumWords, word) || slices.Contains(fillWords, word)
}

// formPhrases are in lines that stand in every request of a vault.
var formPhrases = []string{
	"requires human approval", "requires your approval", "requires approval", "needs your approval", "needs human approval",
	"move this file", "move file", "move to approved", "generated by", "created by",
}

// isTelling reports whether a line can be a title: it is no greeting, no count such as "Items:
// 1", no HTML, and no line of a form.
func isTelling(text string) bool {
	return !isCount(text) && !isGreeting(text) && !isKeyLine(text) && !isID(text) && !strings.HasPrefix(text, "<") && !isAbsent(text) && !anyPhrase(words(text), formPhrases)
}

// isKeyLine reports whether a line is a key of a front matter with its value: "type: email".
func isKeyLine(text string) bool {
	key, _, ok := strings.Cut(text, ": ")
	return ok && key == normalKey(key) && fieldsOf().key[key] != 0 && strings.ToLower(key) == key
}

// isID reports whether a text is one word with figures in it.
func isID(text string) bool {
	return !strings.ContainsAny(text, " \t") && strings.ContainsAny(text, "0123456789") && len(text) >= leastID
}

// leastID is the fewest signs of an id.
const leastID = 6

// isCount reports whether a line is a key of a few words with a number.
func isCount(text string) bool {
	key, value, ok := strings.Cut(text, ":")
	value = strings.TrimLeft(value, " ~$€£")
	return ok && value != "" && isDigit(value[0]) && strings.Count(key, " ") < countWords && strings.Count(value, " ") < countWords
}

// countWords is the most words that the key of a count has, and its value.
const countWords = 4

// isGreeting reports whether a line is nothing but a greeting: "Hello," or "Dear Club Team,".
func isGreeting(text string) bool {
	folded := words(text)
	for _, g := range greetings {
		rest, ok := strings.CutPrefix(folded, " "+g+" ")
		if !ok {
			continue
		}
		n := len(strings.Fields(rest))
		return n == 0 || n <= maxGreeting && strings.ContainsRune(",!:", rune(text[len(text)-1]))
	}
	return false
}

// fileEndings are extensions by which a file name differs from a title.
var fileEndings = []string{".md", ".markdown", ".txt", ".plan", ".json", ".csv", ".pdf", ".eml", ".docx", ".xlsx"}

// isStem reports whether a text is a file name and not a title.
func isStem(text string) bool {
	if text == "" {
		return false
	}
	lower := strings.ToLower(text)
	return slices.ContainsFunc(fileEndings, func(ending string) bool { return strings.HasSuffix(lower, ending) }) ||
		!strings.ContainsAny(text, " \t") && (strings.Contains(text, "_") || strings.Count(text, "-") > 1) ||
		endsInTime(text)
}

// readable turns a file name into words, without the time at its end, which is that of the file.
func readable(stem string) string {
	stem = cutEndings(stem)
	if from, to, _ := lastTime(stem); to == len(stem) && from > 0 {
		if bare := strings.TrimRight(stem[:from], nameMarks); !isGeneric(strings.ReplaceAll(bare, "_", " ")) {
			stem = bare
		}
	}
	switch {
	case hasKey(stem):
		// Taken apart, a key would not be known for one, and be shown.
	case strings.Contains(stem, "_"):
		stem = strings.ReplaceAll(stem, "_", " ")
	case !strings.Contains(stem, " "):
		stem = strings.ReplaceAll(stem, "-", " ")
	}
	return tidy(stem)
}

// leastMixed and leastKey are the lengths from which a run of letters and figures may be a key: with capital
// letters, and in small ones only, as the shorter ids of mails are.
const leastMixed, leastKey = 16, 20

// hasKey reports whether a name may have a key in it.
func hasKey(name string) bool {
	for run := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.ContainsAny(run, "0123456789") && (len(run) >= leastMixed && strings.ContainsFunc(run, unicode.IsUpper) || len(run) >= leastKey && strings.ContainsFunc(run, unicode.IsLower)) {
			return true
		}
	}
	return false
}

// firstOfSections returns the first line of text that can be a title in the best of these
// sections.
func (p *Page) firstOfSections(names []string) Fact {
	for _, name := range names {
		for i := range p.sections {
			if p.sections[i].embedded || !fits(p.sections[i].folded(), name, whole) {
				continue
			}
			if f := p.firstTelling(i); f.Given() {
				return f
			}
		}
	}
	return Fact{}
}

// insideLine takes a heading right below that of a summary without text of its own, such as a title line that
// was copied there.
func insideLine(p *Page, w *weighing) {
	for i := range p.sections {
		if s := &p.sections[i]; !s.embedded && (s.isOneOf(goalSections) || s.isOneOf(summarySections)) {
			w.show(p.headingInside(i))
		}
	}
}

// headingInside returns the heading right below that of a section without text of its own, where it is no
// heading that files use for themselves.
func (p *Page) headingInside(section int) Fact {
	s := &p.sections[section]
	if section+1 == len(p.sections) || len(p.body(section)) > 0 {
		return Fact{}
	}
	below := &p.sections[section+1]
	text := tidy(cutTitlePrefix(trimMarks(below.name)))
	if below.isOwn() || below.embedded || below.level == s.level || below.level > 1 && below.level < s.level || isGeneric(text) || !isTelling(text) || isStem(text) {
		return Fact{}
	}
	return declared(text, below.number)
}

// firstText returns the first line of a section that is no label, table or rule.
func (p *Page) firstText(section int) Fact {
	return p.firstLine(section, func(string) bool { return true })
}

// firstTelling is firstText for a line that can be a title.
func (p *Page) firstTelling(section int) Fact { return p.firstLine(section, isTelling) }

func (p *Page) firstLine(section int, accepts func(text string) bool) Fact {
	for _, l := range p.body(section) {
		fenced := l.at == inFence && p.sections[section].message && !isFenceLine(l.text)
		if l.at != inBody && !fenced || l.text[0] == '|' || isRule(l.text) || isLabelLine(l.text) {
			continue
		}
		line := l.text
		// "15. März 2026" is no item.
		if it, ok := listItem(line); ok && (!it.numbered || !model.ParseStamp(line, nil).Known()) {
			line = it.text
			if _, _, rest, isBox := boxOf(line); isBox {
				line = rest
			}
		}
		if p.sections[section].message {
			line = cutMailHeader(line)
		}
		if line = tidy(stripBold(line)); line != "" && accepts(line) {
			return declared(line, int(l.number))
		}
	}
	return Fact{}
}

// cutMailHeader returns the subject of a mail's line "Subject: Hay", and nothing of the other
// lines above a mail.
func cutMailHeader(line string) string {
	key, value, ok := strings.Cut(line, ":")
	switch {
	case ok && strings.EqualFold(key, "subject"):
		return value
	case ok && slices.ContainsFunc(mailHeaders, func(header string) bool { return strings.EqualFold(key, header) }):
		return ""
	}
	return line
}

// mailHeaders are what stands above a mail, beside its subject.
var mailHeaders = []string{"from", "to", "cc", "bcc", "date", "sent", "reply-to"}

// isFenceLine reports whether a line begins or ends a code block.
func isFenceLine(row string) bool {
	fence := text.Fence("")
	return fence.Takes(row)
}

// isRule reports whether a line is a horizontal rule.
func isRule(text string) bool { return strings.Trim(text, "-*_= ") == "" }

// isLabelLine reports whether a line is "**Key:** value", with or without a list mark.
func isLabelLine(text string) bool {
	text = strings.TrimLeft(text, " \t")
	if rest, ok := cutBullet(text); ok {
		text = rest
	}
	return strings.HasPrefix(text, "**") && isNextLabel(text[2:])
}
