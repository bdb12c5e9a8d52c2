package dialect

import (
	"slices"
	"strings"
	"unicode/utf8"

	"coldstart/model"
)

// needSigns are signs that mean a human wherever they are, but beside one of pictureWords: "add the
// 🔒 icon".
var (
	needSigns    = []string{"✋", "🔒"}
	pictureWords = []string{"icon", "icons", "emoji", "emojis", "symbol", "symbols", "logo", "badge"}
)

// askVerbs begin a step that asks for an approval or waits for it, wantVerbs one that needs it.
// After askVerbs but not after waitVerbs, "approval letter" is a thing.
var (
	wantVerbs   = []string{"require", "requires", "requiring", "need", "needs"}
	waitVerbs   = []string{"await", "awaits", "awaiting", "wait for", "waiting for", "wait until"}
	askVerbs    = []string{"obtain", "get", "request", "seek", "ask for"}
	handVerbs   = []string{"submit", "send", "present", "forward", "share"}
	refusals    = []string{"not", "never", "dont", "doesnt", "nobody", "noone", "no one", "nothing", "no need to"}
	negations   = []string{"not", "never", "dont", "no", "nobody", "noone", "nothing", "cannot", "nicht", "nichts", "nie", "kein", "keine"}
	germanNeeds = []string{"freigabe", "genehmigung", "zustimmung"}
)

// thingWords are words after "approval" that make it a thing: "get the approval letter".
var thingWords = []string{
	"template", "templates", "letter", "letters", "number", "numbers", "rate", "rates", "article", "articles", "form", "forms", "page", "pages",
	"code", "codes", "list", "lists", "policy", "banner", "dashboard", "button", "screen", "guide", "history", "statistics", "document", "documents",
}

// otherHumans are words after "human" that speak of no person who is asked.
var otherHumans = []string{"readable", "friendly", "like", "resource", "resources", "language", "error", "errors", "rights", "capital", "interface", "being", "beings", "body", "factors"}

// needDenials are phrases by which nothing is to be approved. They speak for their clause alone.
var needDenials = []string{
	"approval required no", "approval needed no", "no approval", "no human approval", "no human review", "no hitl",
	"approval not required", "approval not needed", "approval is not required", "approval is not needed",
	"requires approval no", "requires human approval no", "requires hitl no", "needs approval no", "needs human approval no",
	"requires_approval no", "requires_approval false", "approval_required no", "approval_required false",
	"requires_human_approval no", "requires_human_approval false", "requires_hitl no", "requires_hitl false",
	"keine freigabe", "keine genehmigung", "keine zustimmung",
}

// needRules is the table of phrases that ask for an approval, in lower case without punctuation.
// Mere mentions, such as "after approval" and names of folders, are in no row.
var needRules = []struct {
	// before are words of which one has to be anywhere ahead, nil for none.
	before []string
	// first is how the phrase begins.
	first []string
	// then are phrases of which one has to follow, with at most four words between;
	// nil for none. No word of needBreaks may be between.
	then []string
}{
	{nil, slices.Concat(wantVerbs, waitVerbs, askVerbs), []string{"approval", "sign off", "signoff", "go ahead", "green light"}},
	{nil, slices.Concat(waitVerbs, askVerbs), []string{"consent"}},
	{negations, []string{"without"}, []string{"approval", "sign off", "signoff", "consent", "go ahead"}},
	{handVerbs, []string{"for"}, []string{"approval", "sign off"}},
	{nil, []string{"until"}, []string{"approval", "approved", "approves", "sign off", "signed off"}},
	{nil, []string{"once"}, []string{"approves", "approved it", "approved this", "approved them", "approved the", "has approved", "have approved", "approved by"}},
	{nil, []string{
		"approval required", "approval needed", "human approval", "human review", "hitl", "manual approval", "approval gate", "approval by",
		"must approve", "has to approve", "have to approve", "needs to approve", "must be approved", "has to be approved", "needs to be approved",
		"needs human", "needs a human", "requires human", "requires a human", "human must approve",
		"requires_approval", "approval_required", "requires_human_approval", "requires_hitl",
	}, nil},
	{nil, approvers, []string{"approves"}},
	{nil, []string{"review and approval", "review and approve", "sign off and approval"}, []string{"by"}},
	{nil, germanNeeds, []string{"abwarten", "einholen", "nötig", "erforderlich", "notwendig"}},
	{nil, []string{"auf"}, []string{"freigabe warten", "genehmigung warten", "zustimmung warten"}},
	{[]string{"nicht", "nichts", "nie", "kein", "keine"}, []string{"ohne"}, germanNeeds},
}

// approvers are words for a person who approves.
var approvers = []string{"human", "owner", "manager", "boss", "ceo", "cfo", "operator", "lead", "legal", "finance", "director", "supervisor", "treasurer", "client", "customer"}

// needWindow is how many words lie at most between the two parts of a row.
const needWindow = 4

// needBreaks are words after which an approval is only mentioned: it was given
// elsewhere.
var needBreaks = []string{"after", "once", "upon", "following", "before", "no", "not"}

// firmPhrases hold whatever comes: what begins with them is no condition.
var firmPhrases = []string{"even if", "even when", "even where"}

// needConditions are phrases that make a need conditional. With any word of approval they
// are a weak sign.
var needConditions = []string{
	"if", "may need", "may require", "may be", "may want", "might", "when needed", "where needed", "as needed",
	"when necessary", "where necessary", "as necessary", "whether", "unless", "in case", "optional", "optionally", "depending",
	"when applicable", "where applicable", "when required", "where required", "as required", "only for", "only when", "when over", "when above",
	"sum is above", "sum is over", "sum exceeds", "amount is above", "amount is over", "amount exceeds", "total exceeds", "otherwise", "or else", "alternatively", "either",
}

// needAlternatives are what stands for an approval besides: "approval or rejection" is one answer
// of two, and not another way.
var needAlternatives = []string{
	"rejection", "reject", "rejects", "denial", "feedback", "changes", "edits", "revision", "comments", "confirmation", "modification", "not", "no",
}

// needMentions are words of approval that count together with a condition.
var needMentions = []string{"approval", "approvals", "approve", "approved", "approves", "hitl", "human"}

// markWords are words that make a bracket a mark: "[NEEDS APPROVAL]".
var markWords = []string{"approval", "hitl", "human"}

// maxMarkWords is how many words a bracket has at most to be a mark.
const maxMarkWords = 6

// needOf returns what a text says about a human.
func needOf(text string) model.Need {
	need, _ := needIn(text)
	return need
}

// stepNeed returns what a step says about a human, else what the lines below it say, else what
// the heading above it says.
func stepNeed(c candidate, heading model.Need) model.Need {
	if need, said := needIn(c.text); said {
		return need
	}
	if c.said {
		return c.need
	}
	return heading
}

// needIn is needOf; said is false for a text that does not speak of approval.
func needIn(text string) (need model.Need, said bool) {
	text = unquoted(text)
	if hasSign(text) {
		return model.NeedYes, true
	}
	if !speaksOfApproval(text) {
		return model.NeedNo, false
	}
	folded := namesAtEnds(stripBold(text))
	if denies(folded) {
		if rest := withoutDenials(text); rest != text {
			if need, said := needIn(rest); said {
				return need, true
			}
		}
		return model.NeedNo, true
	}
	conditional := isConditional(folded) && anyPhrase(folded, needMentions)
	fits, weak := asks(folded)
	switch {
	case hasMark(text):
		return model.NeedYes, true
	case fits && (weak || conditional || hasOtherWay(folded)):
		return model.NeedMaybe, true
	case fits:
		return model.NeedYes, true
	case conditional:
		return model.NeedMaybe, true
	}
	return model.NeedNo, false
}

// namesAtEnds is names for the beginning of a long text and its end.
func namesAtEnds(text string) string {
	if len(text) <= maxFolded {
		return names(text)
	}
	from := max(maxFolded, len(text)-maxFolded)
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return names(text) + "…" + names(text[from:])
}

// unquoted cuts out what is only mentioned: text in quotes, and text that is struck out.
func unquoted(text string) string {
	for _, marks := range [][2]string{{"~~", "~~"}, {"\"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}} {
		for {
			before, rest, opened := strings.Cut(text, marks[0])
			_, behind, closed := strings.Cut(rest, marks[1])
			if !opened || !closed {
				break
			}
			text = before + " … " + behind
		}
	}
	return text
}

// hasSign reports whether a text has a sign for a human that is no picture.
func hasSign(text string) bool {
	for _, sign := range needSigns {
		before, behind, ok := strings.Cut(text, sign)
		if !ok {
			continue
		}
		last, next := strings.Fields(words(before)), strings.Fields(words(behind))
		isPicture := len(last) > 0 && slices.Contains(pictureWords, last[len(last)-1]) || len(next) > 0 && slices.Contains(pictureWords, next[0])
		if !isPicture {
			return true
		}
	}
	return false
}

// denies reports whether a text says that no approval is needed: "does not require approval",
// "do not wait for approval".
func denies(folded string) bool {
	if anyPhrase(folded, needDenials) {
		return true
	}
	for _, refusal := range refusals {
		for at := phraseAt(folded, refusal, 0); at >= 0; at = phraseAt(folded, refusal, at+1) {
			rest := folded[at+len(refusal):]
			for _, verb := range needRules[0].first {
				if behind, ok := strings.CutPrefix(rest, " "+verb+" "); ok && followed(" "+behind, needRules[0].then) {
					return true
				}
			}
		}
	}
	return false
}

// withoutDenials returns a text without the clauses that deny a need: "no approval for the draft,
// but wait for approval before publishing".
func withoutDenials(text string) string {
	for _, mark := range []string{"; ", ". ", " but ", " so "} {
		text = strings.ReplaceAll(text, mark, ", ")
	}
	clauses := strings.Split(text, ", ")
	return strings.Join(slices.DeleteFunc(clauses, func(clause string) bool { return denies(namesAtEnds(stripBold(clause))) }), ", ")
}

// isConditional reports whether a text names a condition. "Even if" is none.
func isConditional(folded string) bool {
	for _, firm := range firmPhrases {
		folded = strings.ReplaceAll(folded, " "+firm+" ", " ")
	}
	return anyPhrase(folded, needConditions)
}

// hasOtherWay reports whether a text offers another way than an approval: "send it or request
// approval", "get approval or skip it".
func hasOtherWay(folded string) bool {
	for at := phraseAt(folded, "or", 0); at >= 0; at = phraseAt(folded, "or", at+1) {
		before, behind := folded[:at], folded[at+len("or"):]
		next, _, _ := strings.Cut(strings.TrimLeft(behind, " "), " ")
		switch {
		case !anyPhrase(before, needMentions):
			if slices.ContainsFunc(needRules[0].first, func(verb string) bool {
				rest, ok := strings.CutPrefix(behind, " "+verb)
				return ok && followed(rest, needRules[0].then)
			}) {
				return true
			}
		case strings.HasSuffix(before, " approval ") && !slices.Contains(needAlternatives, next):
			return true
		}
	}
	return false
}

// approvalStems are parts of the words of which one is in every text about an approval.
var approvalStems = []string{"pprov", "hitl", "human", "sign off", "sign-off", "signoff", "signed off", "consent", "go-ahead", "go ahead", "green light", "freigabe", "genehmigung", "zustimmung"}

// speaksOfApproval is a quick test before the rules: most steps do not.
func speaksOfApproval(text string) bool { return hasStem(text, approvalStems) }

// hasStem reports whether a text has one of the stems in it, in any case.
func hasStem(text string, stems []string) bool {
	// Bit n of starts is set where a stem begins with the n-th letter.
	var starts uint32
	for _, stem := range stems {
		starts |= 1 << (stem[0] & 0x1f)
	}
	for i := range len(text) {
		if starts>>(text[i]&0x1f)&1 == 0 {
			continue
		}
		for _, stem := range stems {
			if text[i]|0x20 == stem[0] && text[min(i+1, len(text)-1)]|0x20 == stem[1] && len(text)-i >= len(stem) && strings.EqualFold(text[i:i+len(stem)], stem) {
				return true
			}
		}
	}
	return false
}

// asks reports whether a row of the table fits. Weak is true when a word before the phrase makes
// it a mere mention.
func asks(folded string) (fits, weak bool) {
	for _, rule := range needRules {
		for _, phrase := range rule.first {
			for at := phraseAt(folded, phrase, 0); at >= 0; at = phraseAt(folded, phrase, at+1) {
				rest := folded[at+len(phrase):]
				switch {
				case rule.before != nil && !anyPhrase(folded[:at], rule.before),
					rule.then != nil && !followed(rest, rule.then),
					isThing(phrase, rest):
					continue
				}
				return true, rule.then == nil && endsInBreak(folded[:at])
			}
		}
	}
	return false, false
}

// isThing reports whether a phrase and what follows it speak of a thing, as an approval letter or
// human resources.
func isThing(phrase, rest string) bool {
	next, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	switch {
	case strings.HasSuffix(phrase, "human"):
		return slices.Contains(otherHumans, next)
	case strings.HasSuffix(phrase, "approval"):
		return slices.Contains(thingWords, next)
	case slices.Contains(askVerbs, phrase):
		_, behind, found := strings.Cut(rest, " approval ")
		next, _, _ = strings.Cut(behind, " ")
		return found && slices.Contains(thingWords, next)
	}
	return false
}

// followed reports whether one of the phrases begins among the next few words,
// with no breaking word before it.
func followed(folded string, then []string) bool {
	for range needWindow + 1 {
		for _, phrase := range then {
			if strings.HasPrefix(folded, " "+phrase+" ") {
				return true
			}
		}
		if folded == "" || folded == " " {
			return false
		}
		word, _, _ := strings.Cut(folded[1:], " ")
		if slices.Contains(needBreaks, word) {
			return false
		}
		folded = folded[1+len(word):]
	}
	return false
}

func endsInBreak(folded string) bool {
	last := strings.TrimRight(folded, " ")
	return slices.Contains(needBreaks, last[strings.LastIndexByte(last, ' ')+1:])
}

// hasMark reports whether a text has a bracket that is a mark of approval: short, without a
// condition, and no mere mention.
func hasMark(text string) bool {
	for rest := cutBytes(text, maxFolded); ; {
		open := strings.IndexAny(rest, "[(")
		if open < 0 {
			return false
		}
		rest = rest[open+1:]
		end := strings.IndexAny(rest, "])")
		if end < 0 {
			return false
		}
		folded := names(rest[:end])
		if isMark(folded) && !anyPhrase(folded, needConditions) && !anyPhrase(folded, needBreaks) &&
			strings.Count(folded, " ") <= maxMarkWords+1 {
			return true
		}
		rest = rest[end+1:]
	}
}

// isMark reports whether a bracket has a word of a mark that speaks of no thing.
func isMark(folded string) bool {
	return slices.ContainsFunc(markWords, func(word string) bool {
		at := phraseAt(folded, word, 0)
		return at >= 0 && !isThing(word, folded[at+len(word):])
	})
}
