package handoff

import (
	"cmp"
	"strings"
	"unicode"

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

// headings are the words with which the headings of a part begin.
var headings = []struct {
	is    part
	words []string
}{
	{partNext, []string{
		"action items", "next steps", "next step", "next actions", "next action", "next up", "next session", "exact next", "immediate next",
		"what's next", "what is next", "whats next", "what's left", "what is left", "whats left", "left to do", "still to do", "remaining",
		"what remains", "to do", "todo", "pending work", "pending tasks", "what's not done", "not done yet", "follow-up", "follow up", "plan for next",
	}},
	{partState, []string{
		"current state", "current status", "where things stand", "where we are", "where we left off", "state of", "status", "in progress",
		"work in progress", "task", "session summary", "summary", "tl;dr", "context", "goal",
	}},
	{partBlockers, []string{"blockers", "blocked", "open blockers"}},
	{partQuestions, []string{"open questions", "questions for", "decisions for you", "decisions needed", "needs your decision", "waiting on you"}},
	{partFailed, []string{"what didn't work", "what did not work", "what didnt work", "what failed", "failed approaches", "failed attempts", "approaches that failed", "tried and failed", "dead ends"}},
}

// partOf says what a heading is about. Numbers, signs and pictures before its words do not count.
func partOf(heading string) part {
	plain := strings.TrimLeftFunc(strings.ToLower(strings.ReplaceAll(heading, "’", "'")), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, row := range headings {
		for _, words := range row.words {
			if rest, ok := strings.CutPrefix(plain, words); ok && !startsWithLetter(strings.TrimPrefix(rest, "s")) {
				return row.is
			}
		}
	}
	return other
}

// forYou finds in a heading of questions who has to answer.
var forYou = text.Pattern{Expr: `(?i)\b(?:for|on|needs?) (?:you|the (?:human|operator|user|owner))\b|\byour decisions?\b`}

func startsWithLetter(s string) bool {
	return strings.IndexFunc(s, unicode.IsLetter) == 0
}

// readNote reads a file, and reports whether it is a handoff: one that says what is left, or that
// nothing is.
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
	if len(n.items) == 0 && !n.nothing {
		return note{}, false
	}
	n.setTitle(front)
	n.at = r.time(h, front)
	for i := range n.lessons {
		n.lessons[i].At = n.at
	}
	return n, true
}

// setTitle takes the topic, else the heading without the word that all have.
func (n *note) setTitle(front *text.Front) {
	heading := strings.TrimFunc(n.title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsPunct(r) })
	named := titleWord.ReplaceAllString(heading, "")
	if named == "" || startsWithDigit(named) {
		named = heading
	}
	n.title, n.titled = cmp.Or(front.Get("topic"), named), model.BasisDeclared
	if n.title == "" {
		n.title, n.titled = n.Name, model.BasisGuessed
	}
}

var titleWord = text.Pattern{Expr: `^(?i)(?:session |context )?hand-?(?:off|over)(?: note| document)?\s*(?:[:—–-]+\s*|$)`}

func startsWithDigit(s string) bool { return strings.IndexFunc(s, unicode.IsDigit) == 0 }

// finished reports a note after which nothing is left. That those of HumanLayer are "complete"
// is about the note.
func (n note) finished() bool {
	switch n.status {
	case "superseded", "archived", "resolved", "closed", "obsolete", "done":
		return true
	}
	return len(n.items) == 0
}
