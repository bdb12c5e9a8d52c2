package dialect

import (
	"slices"
	"strings"

	"coldstart/model"
)

// needSigns are signs that mean a human wherever they are.
var needSigns = []string{"✋", "🔒"}

// needRules is the table of phrases about an approval, in lower case without punctuation.
// The first row that fits counts. Mere mentions, such as "after approval" and names of
// folders, are in no row.
var needRules = []struct {
	need model.Need
	// first is how the phrase begins.
	first []string
	// then are phrases of which one has to follow, with at most four words between;
	// nil for none. No word of needBreaks may be between.
	then []string
}{
	{model.NeedNo, []string{
		"approval required no", "approval needed no", "no approval", "no human approval", "no human review", "no hitl",
		"approval not required", "approval not needed", "approval is not required", "approval is not needed",
		"not require approval", "not need approval", "not require human approval", "not need human approval",
	}, nil},
	{model.NeedYes, []string{
		"require", "requires", "need", "needs", "await", "awaits", "awaiting", "wait for", "waiting for", "wait until",
		"obtain", "get", "request", "seek", "ask for",
	}, []string{"approval"}},
	{model.NeedYes, []string{"not", "never", "dont"}, []string{"without approval", "without human approval"}},
	{model.NeedYes, []string{"approval required", "approval needed", "human approval", "human review", "human approves", "human must approve", "hitl"}, nil},
}

// needWindow is how many words lie at most between the two parts of a row.
const needWindow = 4

// needBreaks are words after which an approval is only mentioned: it was given
// elsewhere.
var needBreaks = []string{"after", "once", "upon", "following", "before", "no", "not"}

// needConditions are phrases that make a need conditional. With any word of approval they
// are a weak sign.
var needConditions = []string{
	"if", "may need", "may require", "may be", "may want", "might", "when needed", "where needed", "as needed",
	"when necessary", "where necessary", "as necessary", "whether", "unless", "in case", "optional", "optionally", "depending",
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

// stepNeed returns what a step says about a human, else what the heading above it says.
func stepNeed(text string, heading model.Need) model.Need {
	need, said := needIn(text)
	if said {
		return need
	}
	return max(need, heading)
}

// needIn is needOf; said is false for a text that does not speak of approval.
func needIn(text string) (need model.Need, said bool) {
	for _, sign := range needSigns {
		if strings.Contains(text, sign) {
			return model.NeedYes, true
		}
	}
	if !speaksOfApproval(text) {
		return model.NeedNo, false
	}
	folded := names(stripBold(text))
	conditional := anyPhrase(folded, needConditions) && anyPhrase(folded, needMentions)
	for _, rule := range needRules {
		fits, weak := ruleFits(folded, rule.first, rule.then)
		switch {
		case !fits:
		case rule.need == model.NeedNo:
			return model.NeedNo, true
		case hasMark(text):
			return model.NeedYes, true
		case weak || conditional:
			return model.NeedMaybe, true
		default:
			return model.NeedYes, true
		}
	}
	switch {
	case hasMark(text):
		return model.NeedYes, true
	case conditional:
		return model.NeedMaybe, true
	}
	return model.NeedNo, false
}

// speaksOfApproval is a quick test before the rules: most steps do not.
func speaksOfApproval(text string) bool {
	for i := 0; i+4 <= len(text); i++ {
		switch text[i] | 0x20 {
		case 'p':
			if i+5 <= len(text) && strings.EqualFold(text[i:i+5], "pprov") {
				return true
			}
		case 'h':
			if strings.EqualFold(text[i:i+4], "hitl") || i+5 <= len(text) && strings.EqualFold(text[i:i+5], "human") {
				return true
			}
		}
	}
	return false
}

// ruleFits looks for a row's phrases. Weak is true when a word before the phrase makes it a
// mere mention.
func ruleFits(folded string, first, then []string) (fits, weak bool) {
	for _, phrase := range first {
		for at := phraseAt(folded, phrase, 0); at >= 0; at = phraseAt(folded, phrase, at+1) {
			if then != nil && !followed(folded[at+len(phrase):], then) {
				continue
			}
			return true, then == nil && endsInBreak(folded[:at])
		}
	}
	return false, false
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
		if anyPhrase(folded, markWords) && !anyPhrase(folded, needConditions) && !anyPhrase(folded, needBreaks) &&
			strings.Count(folded, " ") <= maxMarkWords+1 {
			return true
		}
		rest = rest[end+1:]
	}
}

// yesWords and noWords are the answers to whether something needs an approval.
var (
	yesWords = []string{"true", "yes", "required", "1", "on"}
	noWords  = []string{"false", "no", "not", "0", "off"}
)

// needSections are the beginnings of headings that ask whether the plan needs an
// approval. The text below answers with its first word.
var needSections = []string{
	"requires approval", "requires human approval", "needs approval", "needs human approval",
	"approval required", "approval needed", "human approval required",
}

// planNeed reads the flag of the plan as a whole: a key, or a section "Requires
// Human Approval?" that begins with Yes or No.
func (p *Page) planNeed() (model.Need, Fact) {
	f := p.fact(fieldNeeds)
	if need, ok := answer(f.Text); ok {
		return need, f
	}
	for i := range p.sections {
		s := &p.sections[i]
		if s.embedded || s.group || !asksForNeed(s.name) {
			continue
		}
		f := p.firstText(i)
		if need, ok := answer(f.Text); ok {
			return need, f
		}
	}
	return model.NeedNo, Fact{}
}

// AsksApproval reports whether a text says that it needs approval as a whole.
func AsksApproval(p *Page) bool {
	need, _ := p.planNeed()
	return need == model.NeedYes
}

func asksForNeed(heading string) bool {
	name := sectionName(heading)
	return slices.ContainsFunc(needSections, func(start string) bool { return fits(name, start, starts) })
}

func answer(text string) (model.Need, bool) {
	first, _, _ := strings.Cut(strings.TrimLeft(words(text), " "), " ")
	switch {
	case slices.Contains(yesWords, first):
		return model.NeedYes, true
	case slices.Contains(noWords, first):
		return model.NeedNo, true
	}
	return model.NeedNo, false
}

// groupNeed returns what a Phase or Step heading says of its steps, in its text or
// in a label below it.
func (p *Page) groupNeed(section int) model.Need {
	need := needOf(p.sections[section].name)
	for _, l := range p.labelsOf(section) {
		if slices.Contains(spellings[fieldNeeds].labels, l.key) {
			said, _ := answer(l.value)
			need = max(need, said)
		}
	}
	return need
}
