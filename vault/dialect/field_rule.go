package dialect

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
)

// The places of most values.
var (
	aKey        = evidence{"a key", inKeys}
	aLabelAtTop = evidence{"a label at the top or below a heading for details", atHead}
	aSection    = evidence{"the line below a heading of that name", inSection}
	aLabelBelow = evidence{"a label further down", furtherDown}
	aPlainLine  = evidence{"a plain line near the top", plainLine}
)

// declaredPlaces are the places of a value that a file declares.
var declaredPlaces = []evidence{aKey, aLabelAtTop, aSection, aLabelBelow, aPlainLine}

// fieldRules is the table of evidence: where the value of each field may stand, best place
// first. docs/dev/formats.md shows it.
var fieldRules = [fieldCount]fieldRule{
	fieldType: {name: "type", places: []evidence{aKey}},
	fieldID:   {name: "id", places: []evidence{aKey, aLabelAtTop, aLabelBelow, {"the name of the file", nameAsID}}},
	fieldTitle: {name: "title of a plan", places: []evidence{
		aKey, aLabelAtTop, aPlainLine, {"the title line", titleLine}, {"a key for the goal", goalKey}, {"a label for the goal", goalLabel},
		{"the first line of a section for the goal", goalSection}, {"a title line with a day", datedLine}, {"the first line of a summary", summarySection},
		{"a file name in the title line", stemLine}, {"a heading inside a summary", insideLine}, {"a name of the file that says enough", tellingName}, {"the first line of the context", contextLine},
		{"the word for a plan with a day", datedWord},
		{"the title of what is pasted", pastedLine}, {"the name of what it was made from", sourceName}, {"the name of the file", nameAsTitle},
	}},
	fieldStatus: {name: "status", same: sameState, places: []evidence{
		aKey, aLabelAtTop, aSection, aLabelBelow, aPlainLine,
	}},
	fieldCreated:     {name: "creation", accepts: mayBeTime, places: slices.Concat(declaredPlaces, []evidence{{"a key that ends in _at", keyAt}, {"a time in the name of the file", timeInName}})},
	fieldUpdated:     {name: "last change", accepts: mayBeTime, places: declaredPlaces},
	fieldPriority:    {name: "priority", places: declaredPlaces},
	fieldBlocked:     {name: "reason of a block", places: declaredPlaces},
	fieldNeeds:       {name: "need of an approval", accepts: isAnswer, same: sameAnswer, places: []evidence{aKey, aLabelAtTop, aLabelBelow, aPlainLine, {"the answer below a heading that asks for it", needSection}, {"a heading that says so", needHeading}, {"a bold sentence about all of it", boldRule}}},
	fieldParent:      {name: "parent plan", places: declaredPlaces},
	fieldClaim:       {name: "who took it", places: []evidence{{"the folder", claimFolder}, aKey, aLabelAtTop, aLabelBelow}},
	fieldSource:      {name: "source", places: []evidence{aKey, aLabelAtTop, aLabelBelow, aPlainLine}},
	fieldSourceLoose: {name: "source, where it names a file", accepts: looksLikeFile, places: []evidence{aKey, aLabelAtTop, aLabelBelow, aPlainLine}},
	fieldDoneCount:   {name: "steps done", places: []evidence{aKey}},
	fieldTotalCount:  {name: "steps in all", places: []evidence{aKey}},
	fieldCurrentStep: {name: "current step", places: []evidence{aKey}},
	fieldSummary: {name: "title of a request", accepts: saysMore, places: []evidence{
		aKey, aLabelAtTop, aSection, {"the title line", titleLine}, aLabelBelow, aPlainLine, {"a key for the goal", goalKey}, {"a label for the goal", goalLabel},
		{"the first line of a summary", summarySection}, {"the first line of text at the top", topLine}, {"the first line of its message", messageLine},
		{"who gets a reply", replyLine}, {"an action that is a sentence", actionSentence}, {"the title of what is pasted", pastedLine}, {"a file name in the title line", stemLine}, {"a heading inside a summary", insideLine},
		{"the reason", reasonLine}, {"what it recommends", adviceLine}, {"the action and what it is about", actionObject}, {"who wrote the message that came in", senderLine}, {"a title line for the kind of file", kindLine}, {"the first line of text", anyLine},
		{"the first line of the context", contextLine}, {"the name of the file", nameAsTitle},
	}},
	fieldAction:   {name: "action", accepts: isAction, places: []evidence{aKey, {"the type of the task", taskType}, aLabelAtTop, aSection, aLabelBelow, aPlainLine, {"the type of the file", typeAsAction}}},
	fieldTaskType: {name: "type of the task", places: []evidence{aKey}},
	fieldTarget: {name: "target", same: sameTarget, agree: goTogether, unless: (*Page).isIncoming, places: []evidence{
		aKey, {"where a post is published", publishedOn}, aLabelAtTop, aSection, aLabelBelow, aPlainLine, {"the sender of what is answered", answered}, {"the sender of a quoted message to reply to", quotedSender}, {"where it is published", platform},
	}},
	fieldRequestID:      {name: "id of a request", places: []evidence{aKey, aLabelAtTop, aPlainLine}},
	fieldSender:         {name: "sender", places: []evidence{aKey, aLabelAtTop, {"a heading with a value", inHeadings}, {"a title line that says who wrote it", titleSender}}},
	fieldOriginalSender: {name: "sender of what is answered", places: []evidence{aKey, aLabelAtTop}},
	fieldPlatform:       {name: "where it is published", places: []evidence{aKey, aLabelAtTop, aPlainLine, {"the channel that the action or the type names", namedChannel}}},
	fieldReceived:       {name: "sign of a mail that came in", places: []evidence{aKey, aLabelAtTop, aLabelBelow}},
	fieldAmount:         {name: "amount", accepts: isMoney, same: sameAmount, agree: sameAmount, core: 3, places: declaredPlaces},
	fieldExpires:        {name: "expiry", same: sameTime, agree: sameTime, places: []evidence{aKey, aLabelAtTop, aSection, aLabelBelow, aPlainLine, {"a sentence that says when", expirySentence}}},
	fieldDue:            {name: "due date", places: declaredPlaces},
	fieldRisk:           {name: "risk", places: declaredPlaces},
	fieldPlanLink:       {name: "plan of a request", same: samePlan, places: []evidence{aKey, aLabelAtTop, aLabelBelow, {"the path of a plan in the text", planInText}}},
	fieldStep:           {name: "step", places: declaredPlaces[:4]},
	fieldRationale:      {name: "reason", places: declaredPlaces},
	fieldApproval: {name: "status of a request", same: sameDecision, places: []evidence{
		aKey, aLabelAtTop, aSection, aLabelBelow, aPlainLine,
	}},
	fieldGoal:      {name: "goal", places: []evidence{aKey, aLabelAtTop, aLabelBelow}},
	fieldApprover:  {name: "who approved it", places: []evidence{aKey}},
	fieldAuthor:    {name: "who decided", places: []evidence{aKey, aLabelAtTop, aLabelBelow, aPlainLine}},
	fieldMessage:   {name: "id of a message", places: []evidence{aKey}},
	fieldObjective: {name: "objective", places: []evidence{aKey, aLabelAtTop, aLabelBelow, {"the first line of its section", objectiveSection}}},
}

func nameAsID(p *Page, w *weighing) { w.show(Fact{Text: p.stem(), Basis: model.BasisDerived}) }

func claimFolder(p *Page, w *weighing) { w.show(Fact{Text: p.place.claim, Basis: model.BasisFolder}) }

// sameState reports whether two statuses mean the same.
func sameState(a, b string) bool { return sameWords(a, b) || stateOf(a) == stateOf(b) }

func sameDecision(a, b string) bool { return sameWords(a, b) || decisionOf(a) == decisionOf(b) }

func sameAnswer(a, b string) bool {
	first, _ := answer(a)
	second, _ := answer(b)
	return first == second
}

func isAnswer(text string) bool {
	_, ok := answer(text)
	return ok
}

// longestTime is the most bytes of a text that may be a time which nobody can read for sure.
const longestTime = 40

// mayBeTime reports whether a text is a time, or has a year and says little else.
func mayBeTime(text string) bool {
	if model.ParseStamp(text, nil).Known() {
		return true
	}
	return len(text) <= longestTime && (strings.Contains(text, "19") || strings.Contains(text, "20"))
}

// sameTime takes two spellings of a moment for one, and a day for any time in it. A moment and a
// time after the creation cannot be compared.
func sameTime(a, b string) bool {
	if (relative(a) > 0) != (relative(b) > 0) {
		return true
	}
	one, other := model.ParseStamp(a, nil), model.ParseStamp(b, nil)
	if !one.Known() || !other.Known() {
		return sameWords(a, b)
	}
	return one.Time.Equal(other.Time) || one.End().After(other.Time) && other.End().After(one.Time)
}

// laterKeys are words of keys for a time that is not that of a beginning.
var laterKeys = []string{"due", "scheduled", "expires", "next", "remind", "ends", "closed", "sent", "published", "posted", "failed", "finished", "archived", "decided", "rejected", "denied", "reviewed", "publish", "send", "run", "starts", "start"}

// keyAt takes the first key such as classified_at that is no other field and no time to come.
func keyAt(p *Page, w *weighing) {
	for i := range p.front.entries {
		if e := &p.front.entries[i]; strings.HasSuffix(e.key, "_at") && e.fields == 0 && !anyPhrase(words(e.key), laterKeys) {
			w.show(declared(e.value, e.line))
		}
	}
}

func timeInName(p *Page, w *weighing) { w.show(p.nameTime()) }

func sameWords(a, b string) bool { return words(a) == words(b) }

// sameTarget compares who something goes to, whatever its case, blanks and quotes. "Ann <ann@shop.example>"
// is the same as its address, and as its name.
func sameTarget(a, b string) bool {
	if foldTarget(a) == foldTarget(b) {
		return true
	}
	name, address := splitTarget(a)
	other, where := splitTarget(b)
	if address != "" && where != "" {
		return address == where
	}
	return name != "" && name == other
}

func foldTarget(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("\"'`<>", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// splitTarget splits "Ann <ann@shop.example>" and "Ann (ann@shop.example)", folded. A text with
// several addresses is a name.
func splitTarget(text string) (name, address string) {
	if strings.Count(text, "@") == 1 && !strings.ContainsAny(text, ",;") {
		text = strings.TrimSpace(text)
		if open := strings.IndexAny(text, "<("); open >= 0 && strings.HasSuffix(text, closing[text[open]]) {
			name, address = foldTarget(text[:open]), foldTarget(text[open+1:len(text)-1])
			if strings.Contains(address, "@") && !strings.ContainsAny(address, "<>()") {
				return name, address
			}
		}
		if !strings.ContainsAny(text, " \t<>()") {
			return "", foldTarget(text)
		}
	}
	return foldTarget(text), ""
}

var closing = map[byte]string{'<': ">", '(': ")"}

// goTogether reports whether two places may both be right about the target: they give the same, a
// name and its account or address, or a name and an address in which a word of it stands.
func goTogether(a, b string) bool {
	name, address := splitTarget(a)
	other, where := splitTarget(b)
	switch {
	case sameTarget(a, b), isAccount(name) != isAccount(other) && (address == "") == (where == ""):
		return true
	case beginsWith(a, b), beginsWith(b, a):
		return true
	case strings.Contains(name+other, "@"):
		return false
	case address != "" && where == "":
		return shareWord(b, address)
	case where != "" && address == "":
		return shareWord(a, where)
	}
	return false
}

// beginsWith reports whether a name is in front of a longer text with its address: "Ann, ann@shop.example".
func beginsWith(name, longer string) bool {
	rest, ok := strings.CutPrefix(longer, name)
	return ok && len(name) >= shortestWord && !strings.Contains(name, "@") && strings.HasPrefix(rest, ",") && strings.Count(rest, "@") == 1
}

// isAccount reports whether a folded text is an account or a telephone number.
func isAccount(folded string) bool {
	digits := 0
	for _, r := range folded {
		if isDigit(byte(r)) && r < 0x80 {
			digits++
		}
	}
	return digits >= 6 && 2*digits > len(folded)
}

// shortestWord is the fewest letters of a name that are no chance in an address.
const shortestWord = 3

func shareWord(name, address string) bool {
	for word := range strings.FieldsSeq(words(name)) {
		if len(word) >= shortestWord && strings.Contains(address, word) {
			return true
		}
	}
	return false
}

// samePlan compares two names of a plan by their last parts.
func samePlan(a, b string) bool {
	last := func(name string) string {
		name = strings.Trim(name, "`\"'[]() ")
		return linkStem(name[strings.LastIndexAny(name, `/\`)+1:])
	}
	return last(a) == last(b)
}

// found is the fact of a field.
type found struct {
	field field
	fact  Fact
}

// contests lists the fields of which two values are given, for people.
func (p *Page) contests(all ...found) []Warning {
	var out []Warning
	for _, one := range all {
		f, found := one.field, one.fact
		if found.Contested() {
			out = append(out, Warning{found.Rivals[0].Line, found.words(fieldRules[f].name)})
		} else if other := p.otherwise(f, found); other.Given() {
			out = append(out, Warning{other.Line, fmt.Sprintf("%s is %q in line %d, but %q in line %d", fieldRules[f].name, tidy(found.Text), found.Line, tidy(other.Text), other.Line)})
		}
	}
	return slices.Clip(out)
}

// otherwise returns a value that the file states for a field in another place or under another name
// and that does not agree with the one that counts.
func (p *Page) otherwise(f field, counts Fact) Fact {
	rule := &fieldRules[f]
	if rule.agree == nil || !counts.Given() || counts.Line == 0 {
		return Fact{}
	}
	w := p.weigh(weighing{field: f, rule: &fieldRule{accepts: rule.accepts, same: rule.agree, core: rule.core}, first: counts, all: true})
	defer p.weighed(w)
	for _, place := range declaredPlaces {
		if place.look(p, w); w.rival.Given() {
			break
		}
	}
	return w.rival
}
