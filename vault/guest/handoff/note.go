package handoff

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// note is one handoff.
type note struct {
	source.Document
	title  string
	titled model.Basis
	status string
	at     model.Stamp
	// state says where things stand, next what comes next, blocker what is in the way.
	state, next, blocker string
	// items are what is left. boxes are all boxes of the note, if what is left has some.
	items     []string
	boxes     []text.Box
	questions []string
	// asked are those questions that a heading gives to a person.
	asked   []string
	lessons []model.Entry
	// place is where notes like it are looked for: a file, or a folder.
	place string
	// lead are its first lines, for one that says nothing else.
	lead []string
	// nothing is true for one that says that nothing is left, later the name of a later note.
	nothing bool
	later   string
}

// part is what a section of a note is about.
type part int

const (
	other part = iota
	partNext
	partState
	partBlockers
	partQuestions
	partFailed
)

// headings are the words with which the headings of a part begin. They come before the words of what is left, which may stand
// anywhere in a heading.
var headings = []struct {
	is    part
	words []string
}{
	{partNext, []string{
		"action items", "next steps", "next step", "next actions", "next action", "next up", "next session", "exact next", "immediate next",
		"what's next", "what is next", "whats next", "what's left", "what is left", "whats left", "left to do", "still to do", "remaining",
		"what remains", "must do", "must be done", "to do", "todo", "pending work", "pending tasks", "what's not done", "not done yet", "follow-up", "follow up", "plan for next",
	}},
	{partState, []string{
		"current state", "current status", "where things stand", "where we are", "where we left off", "state", "status", "in progress",
		"work in progress", "task", "session summary", "summary", "tl;dr", "context", "goal",
	}},
	{partBlockers, []string{"blockers", "blocked", "open blockers"}},
	{partQuestions, []string{"open questions", "open decisions", "questions for", "decisions for you", "decisions needed", "needs your decision", "waiting on you"}},
	{partFailed, []string{"what didn't work", "what did not work", "what didnt work", "what failed", "failed approaches", "failed attempts", "approaches that failed", "tried and failed", "dead ends"}},
}

// leftWords are about what is left, wherever they stand in a heading or label, as whole words; the first openWords say only that it
// is open. leftSigns are those of languages
// that put no blanks between words, or write an article to them.
var (
	leftWords = []string{
		"open", "outstanding", "unfinished", "pending", "offen", "offene", "offenes", "pendiente", "pendientes", "pendente", "pendentes",
		"next", "remaining", "resume", "continue", "pick up", "todo", "todos", "to do", "to be done", "must do",
		"nächste", "nächster", "nächsten", "nächstes", "verbleibend", "verbleibende", "weiter", "prochaine", "prochaines", "prochain", "prochains",
		"restant", "restante", "restantes", "restants", "à faire", "reprendre", "próximo", "próximos", "próxima", "próximas", "siguiente", "siguientes",
		"por hacer", "prossimo", "prossimi", "prossima", "prossime", "da fare", "volgende", "resterend", "resterende", "следующий", "следующие", "осталось", "далее",
		"sonraki", "kalan", "yapılacaklar", "następne", "następny", "pozostało", "do zrobienia", "наступні", "залишилось", "tiếp theo", "còn lại", "selanjutnya", "berikutnya", "tersisa",
	}
	leftSigns = []string{"下一步", "接下来", "接下來", "待办", "待辦", "剩余", "剩餘", "未完成", "后续", "後續", "次の", "残り", "残作業", "未完了", "다음", "남은", "할 일", "متبق", "التالية", "التالي", "القادمة", "باقی", "بعدی", "נותר", "הבאים", "הבא", "अगले", "शेष", "बाकी"}
)

const (
	// openWords is how many of leftWords say that something is open, and not what is next.
	openWords = 11
	// mostHeading is how many words a heading has that speaks of what is left anywhere in it, mostLabel a label without bold.
	mostHeading = 8
	mostLabel   = 4
)

// partOf says what a heading is about. Numbers, signs and pictures before its words do not count.
func partOf(heading string) part {
	lower := lowered(heading)
	for _, row := range headings {
		if beginsWith(lower, row.words) {
			return row.is
		}
	}
	if says(lower, leftWords) || slices.ContainsFunc(leftSigns, func(sign string) bool { return strings.Contains(lower, sign) }) {
		return partNext
	}
	return other
}

// product is the name of a program that begins with a word of a heading.
var product = text.Pattern{Expr: `\bnext(?:\.?js| \d+)`}

// lowered is a heading without the numbers, signs and pictures before its words.
func lowered(heading string) string {
	lower := product.ReplaceAllString(strings.ToLower(strings.ReplaceAll(heading, "’", "'")), "")
	return strings.TrimLeftFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) })
}

func beginsWith(lower string, all []string) bool {
	return slices.ContainsFunc(all, func(words string) bool {
		rest, ok := strings.CutPrefix(lower, words)
		return ok && !startsWithLetter(strings.TrimPrefix(rest, "s"))
	})
}

// begins reports a heading that begins with what is next.
func begins(heading string) bool { return beginsWith(lowered(heading), headings[0].words) }

// isLoose reports a heading about what is left that only says that it is open.
func isLoose(heading string) bool {
	lower := lowered(heading)
	return !begins(heading) && says(lower, leftWords[:openWords]) && !says(lower, leftWords[openWords:])
}

// says reports a heading that is short and has one of some words.
func says(lower string, all []string) bool {
	words := strings.FieldsFunc(lower, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '\''
	})
	in := " " + strings.Join(words, " ") + " "
	return len(words) <= mostHeading && slices.ContainsFunc(all, func(w string) bool { return strings.Contains(in, " "+w+" ") })
}

// boldLabel is one with a dash for its colon.
var boldLabel = text.Pattern{Expr: `^\*\*([^*]{1,40})\*\*\s+[—–-]\s+(.*)$`}

// labelled takes a line apart that begins with a label of one of the parts: "**Next:** oil it", or "Next: oil it".
func labelled(line string) (label, value string, ok bool) {
	if label, value, ok = text.Labelled(line); ok {
		return label, value, partOf(label) != other
	}
	if m := boldLabel.FindStringSubmatch(line); m != nil {
		return m[1], m[2], partOf(m[1]) != other
	}
	at := strings.IndexAny(line, ":：")
	if at <= 0 || strings.HasPrefix(line, "|") {
		return "", "", false
	}
	_, size := utf8.DecodeRuneInString(line[at:])
	label, value = plain(line[:at]), line[at+size:]
	if size == 1 && value != "" && value[0] != ' ' && value[0] != '*' || len(strings.Fields(label)) > mostLabel {
		return "", "", false
	}
	return label, strings.TrimSpace(value), partOf(label) != other
}

// forYou finds in a heading of questions who has to answer.
var forYou = text.Pattern{Expr: `(?i)\b(?:for|on|needs?) (?:you|the (?:human|operator|user|owner))\b|\byour decisions?\b`}

func startsWithLetter(s string) bool {
	return strings.IndexFunc(s, unicode.IsLetter) == 0
}

// readNote reads a file, and reports whether it is a handoff: one that says what is left, or that
// nothing is. One by whose name or date somebody handed over is so whatever it says.
func readNote(h *source.Repo, name string) (note, bool) {
	d, ok := h.Document(name)
	if !ok {
		return note{}, false
	}
	front, _ := text.ReadFront([]byte(d.Text))
	body, before := d.Text, 0
	if front != nil {
		body = d.Text[front.Body:]
		before = strings.Count(d.Text[:front.Body], "\n")
	}
	r := reader{note: note{Document: d, status: strings.ToLower(front.Get("status"))}, before: before}
	r.read(body)
	n := r.note
	if len(n.items) == 0 && !n.nothing && (name != root && dateIn(name) == "" || n.state == "" && len(n.lead) == 0) {
		return note{}, false
	}
	n.setTitle(front)
	n.at = r.time(h, front)
	for i := range n.lessons {
		n.lessons[i].At = n.at
	}
	return n, true
}

// setTitle takes the topic, else the heading without the word that all have. A heading that is nothing but that word says
// nothing: then what the note says first stands for it.
func (n *note) setTitle(front *text.Front) {
	heading := strings.TrimFunc(n.title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsPunct(r) })
	named := titleWord.ReplaceAllString(heading, "")
	if startsWithDigit(named) {
		named = heading
	}
	n.title, n.titled = cmp.Or(front.Get("topic"), named), model.BasisDeclared
	if n.title == "" {
		n.title, n.titled = cmp.Or(strings.Join(n.lead[:min(1, len(n.lead))], ""), n.state, n.next, n.Name), model.BasisGuessed
	}
}

var titleWord = text.Pattern{Expr: `^(?i)(?:the |session |context |agent |project )*hand[- ]?(?:off|over)(?: notes?| document| file)?\s*(?:[:—–-]+\s*|$)`}

func startsWithDigit(s string) bool { return strings.IndexFunc(s, unicode.IsDigit) == 0 }

// finished reports a note after which nothing is left. That those of HumanLayer are "complete"
// is about the note.
func (n note) finished() bool {
	switch n.status {
	case "superseded", "archived", "resolved", "closed", "obsolete", "done":
		return true
	}
	return len(n.items) == 0 && (n.nothing || allDone.MatchString(n.state))
}

// allDone is a state behind which nothing is left.
var allDone = text.Pattern{Expr: `^(?i)(?:all|everything)\b[^.;,]*\b(?:done|complete|completed|finished|merged|shipped)\b`}
