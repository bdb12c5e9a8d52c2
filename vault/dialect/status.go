package dialect

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"coldstart/model"
)

// statusRule is a row of the table of status words.
type statusRule struct {
	state model.State
	// words are phrases of which the clause has one.
	words []string
	// with are phrases of which it has one as well; nil for none.
	with []string
}

// statusRules is the table of status words, in lower case without punctuation. A status is read
// clause by clause, and in a clause the first row that fits counts. A block counts in every
// clause, so a plan that is "active (awaiting approval)" is blocked. A word for what is done
// only counts where the status begins with it: see endsWork.
var statusRules = []statusRule{
	{model.StateBlocked, []string{
		"blocked", "on hold", "waiting", "paused", "failed", "error", "in review", "under review", "awaiting", "awaits", "stuck", "halted", "suspended",
		"stopped", "action required", "for approval", "for review", "for sign off", "for signoff", "blockiert", "wartet", "pausiert", "bloqueado", "bloqué",
	}, nil},
	{model.StateBlocked,
		[]string{"ready for", "pending", "needs", "requires", "required"},
		[]string{"approval", "human", "review", "decision", "input", "sign off", "you"}},
	{model.StateDraft, []string{"not started", "not yet started", "not done", "not completed", "not complete", "not yet done"}, nil},
	{model.StateActive, []string{"partial", "partially", "partly", "almost", "nearly"}, nil},
	{model.StateDone, []string{
		"done", "completed", "complete", "delivered", "archived", "executed", "sent", "posted", "published", "processed",
		"resolved", "cancelled", "canceled", "rejected", "success", "successful", "closed", "finished",
		"erledigt", "fertig", "abgeschlossen", "terminado", "completado", "hecho", "terminé",
	}, nil},
	{model.StateActive, []string{
		"active", "in progress", "inprogress", "approved", "running", "executing", "processing", "claimed", "working", "started",
		"reopened", "in arbeit", "in bearbeitung", "en cours", "en curso",
	}, nil},
	{model.StateDraft, []string{
		"draft", "pending", "ready", "fallback", "planned", "planning", "new", "needs action", "received",
		"unread", "needs refinement", "queued", "scheduled", "todo", "to do", "open", "created",
		"entwurf", "borrador", "brouillon", "offen", "geplant",
	}, nil},
}

// maxStatusWords is the most words of a status; longer ones are sentences about more.
const maxStatusWords = 8

// Words around a status word.
var (
	// denials take back the word after them, with at most one between.
	denials = []string{"not", "no", "never", "isnt", "wasnt", "arent", "without", "was", "formerly", "previously", "un", "nicht", "nie", "kein"}
	// ends of a block, right after it.
	blockEnds = []string{"fixed", "resolved", "passed", "cleared", "lifted", "over", "removed", "no", "none", "completed", "complete", "done"}
	// leads may be in front of a word for what is done.
	leads = []string{
		"task", "tasks", "plan", "project", "job", "work", "workflow", "status", "execution", "processing", "step", "steps", "is", "are", "has", "have", "been",
		"now", "already", "fully", "successfully", "automatically", "100", "everything", "and", "approved", "reviewed", "tested", "verified", "implemented",
	}
	// rests may be right behind it.
	rests = []string{
		"successfully", "successful", "success", "fully", "on", "at", "in", "via", "by", "and", "to", "with", "without", "today", "yesterday", "automatically",
		"manually", "ok", "am", "le", "el",
	}
	// openWords anywhere in a status say that something is left to do.
	openWords = []string{
		"not", "never", "except", "but", "until", "when", "after", "if", "once", "unless", "before", "outstanding", "remaining", "remains", "left", "missing",
		"redo", "retry", "again", "needed", "needs", "need", "pending", "to be", "to do", "todo", "ready to", "in progress", "ongoing", "open", "soon",
		"for confirmation", "for feedback", "for signature", "partially", "partly", "tomorrow", "will", "would", "should", "must", "reopened",
	}
	// troubles do so as well, but for "no errors".
	troubles = []string{"error", "errors", "failure", "failures", "failed", "issues", "problems", "warnings"}
	// monthWords are the months, and limits other words that make a limit of a "by".
	monthWords = []string{
		"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
		"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
	}
	limits = []string{
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "tomorrow", "tonight", "noon", "end", "eod", "eow", "next", "the", "then",
	}
)

var (
	percentRE = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([0-9]{1,3})(?:[.,][0-9]+)? ?%`) })
	ofRE      = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b([0-9]{1,3}) ?(?:of|von|de|out of) ?([0-9]{1,3})\b`)
	})
	countRE = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[^0-9]{0,4}([0-9]{1,3}) ?/ ?([0-9]{1,3})(?:[^0-9/]|$)`)
	})
	partRE = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(` (?:phase|step|part|stage|milestone|sprint|week|day|teil|schritt) [0-9]`)
	})
)

// stateOf returns what a status means: blocked where any part of it says so, else what the first
// clause says that has a status word. What is wrongly called done hides work, so there each
// sign of something that is left makes the state unknown.
func stateOf(status string) model.State {
	if strings.Count(words(status), " ") > maxStatusWords+1 {
		return model.StateUnknown
	}
	if slices.ContainsFunc(clauses(status, clauseMarks), isBlocked) {
		return model.StateBlocked
	}
	for i, clause := range clauses(status, clauseMarks+":") {
		if i == 0 {
			if state, ok := endsWork(status, clause); ok {
				return state
			}
		}
		for _, rule := range statusRules {
			if rule.state != model.StateBlocked && rule.state != model.StateDone && anyPhrase(affirmed(clause, rule.words), rule.words) {
				return rule.state
			}
		}
	}
	return model.StateUnknown
}

// clauseMarks part the clauses of a status.
const clauseMarks = "()[]—–,;.!?&+|→"

// clauses cuts a status at marks and folds its parts; those without words go.
func clauses(status, marks string) []string {
	status = strings.NewReplacer(" - ", ";", " -- ", ";").Replace(cutBytes(status, maxFolded))
	var out []string
	for _, part := range strings.FieldsFunc(status, func(r rune) bool { return strings.ContainsRune(marks, r) }) {
		if folded := words(part); folded != " " {
			out = append(out, folded)
		}
	}
	return out
}

// affirmed returns a clause without those of the phrases that it denies: "not approved".
func affirmed(clause string, phrases []string) string {
	for _, phrase := range phrases {
		at := phraseAt(clause, phrase, 0)
		if at < 0 || strings.HasPrefix(phrase, "not ") {
			continue
		}
		before := strings.Fields(clause[:at])
		if slices.ContainsFunc(before[max(0, len(before)-2):], func(word string) bool { return slices.Contains(denials, word) }) {
			clause = clause[:at] + "–" + clause[at+len(phrase):]
		}
	}
	return clause
}

// isBlocked reports whether a clause speaks of a block that is not over.
func isBlocked(clause string) bool {
	for _, rule := range statusRules {
		if rule.state != model.StateBlocked {
			continue
		}
		left := affirmed(clause, rule.words)
		if rule.with != nil {
			left = affirmed(left, rule.with)
		}
		for _, phrase := range rule.words {
			at := phraseAt(left, phrase, 0)
			if at < 0 || rule.with != nil && !anyPhrase(left, rule.with) {
				continue
			}
			next, _, _ := strings.Cut(strings.TrimSpace(left[at+len(phrase):]), " ")
			if !slices.Contains(blockEnds, next) {
				return true
			}
		}
	}
	return false
}

// endsWork reads a status whose first clause speaks of the end of work. Only a word at its
// beginning means that all is done, and not with a part, a limit, a condition or a question.
func endsWork(status, clause string) (model.State, bool) {
	done := doneWords()
	if anyPhrase(clause, []string{"not started", "not done", "not completed", "not complete", "not yet done"}) || !anyPhrase(clause, done) {
		return model.StateUnknown, false
	}
	if isPartOf(status, clause) {
		return model.StateActive, true
	}
	all := strings.Fields(clause)
	at := 0
	counted := countRE().MatchString(status) || ofRE().MatchString(status)
	for at < len(all) && (slices.Contains(leads, all[at]) || counted && digits(all[at])) {
		at++
	}
	if at == 0 && (all[0] == "all" || all[0] == "both" || all[0] == "alles") {
		at = max(0, slices.IndexFunc(all, func(word string) bool { return slices.Contains(done, word) }))
	}
	if at == len(all) || !slices.Contains(done, all[at]) {
		return model.StateUnknown, false
	}
	for at < len(all) && slices.Contains(done, all[at]) {
		at++
	}
	if strings.Contains(status, "?") || isLeftOpen(status) || at < len(all) && !isHarmless(all[at:]) {
		return model.StateUnknown, true
	}
	return model.StateDone, true
}

func doneWords() []string {
	i := slices.IndexFunc(statusRules, func(rule statusRule) bool { return rule.state == model.StateDone })
	return statusRules[i].words
}

// isPartOf reports whether a status speaks of the end of a part: a share of a hundred, 2 of 5, a
// phase, or nearly all.
func isPartOf(status, clause string) bool {
	if m := percentRE().FindStringSubmatch(status); m != nil && m[1] != "100" {
		return true
	}
	for _, count := range []*regexp.Regexp{ofRE(), countRE()} {
		if m := count.FindStringSubmatch(status); m != nil && len(m[1]) <= len(m[2]) && m[1] != m[2] {
			return true
		}
	}
	return partRE().MatchString(words(status)) && !ofRE().MatchString(status) || anyPhrase(clause, []string{"partial", "partially", "partly", "almost", "nearly"})
}

// isLeftOpen reports whether a status that begins with the end speaks of more to do.
func isLeftOpen(status string) bool {
	said := words(status)
	for _, word := range troubles {
		said = strings.NewReplacer(" no "+word+" ", " ", " without "+word+" ", " ", " 0 "+word+" ", " ").Replace(said)
	}
	return anyPhrase(said, openWords) || anyPhrase(said, troubles)
}

// isHarmless reports whether what follows a word for the end only says when, how or by whom.
func isHarmless(rest []string) bool {
	if rest[0] == "by" {
		return len(rest) > 1 && !slices.Contains(limits, rest[1]) && !isTimeWord(rest[1])
	}
	return slices.Contains(rests, rest[0]) || isTimeWord(rest[0])
}

// isTimeWord reports whether a word begins with a figure or is the name of a month.
func isTimeWord(word string) bool {
	return isDigit(word[0]) || slices.Contains(monthWords, word)
}
