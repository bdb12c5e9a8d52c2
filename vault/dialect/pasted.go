package dialect

import (
	"slices"
	"strings"

	"coldstart/vault/text"
)

// Many files carry what they were made from: a mail, a task, the text of another file. What
// is pasted never speaks for its file: its boxes are no steps, and its title, status and keys
// are its own. It begins at a heading that says so (roleEmbedded), at the front matter of
// another file, or at the line that mail programs put above a mail. It ends at the next
// heading of its level or above that plans use for themselves. A whole document, with a title
// or a front matter, has such headings too: then only the last one for steps is the plan's,
// and none if there were steps before.

// receivedSections are names of sections in plans that hold a mail as it came.
var receivedSections = []string{"email content", "mail content", "message content", "email body", "message body", "email preview", "message preview"}

// messageSections are names of sections with a text that goes out, or came in. Whom it goes to
// and what about stands there too; a status there is none of the file's.
var messageSections = []string{
	"content", "post content", "message content", "email content", "mail content", "query content", "draft content", "full content",
	"body", "email body", "message body", "message", "post", "tweet", "caption", "caption text", "post text", "message text",
	"draft", "draft reply", "draft response", "draft email", "email draft", "draft message", "draft post", "proposed reply", "proposed response",
	"reply", "reply draft", "suggested reply", "email preview", "message preview", "post preview",
}

// messageFields are what a message may say of its file.
var messageFields = []field{fieldSummary, fieldAction, fieldTarget, fieldAmount}

// ownWords are words of headings that files use for themselves, beside those with a role.
var ownWords = []string{"draft", "reply", "response", "proposed", "execution", "approve", "reject", "decision", "instructions", "reviewer"}

// mailMarks are what mail programs write above the mail that they quote, between dashes.
var mailMarks = []string{" original message ", " forwarded message ", " begin forwarded message ", " ursprüngliche nachricht ", " weitergeleitete nachricht "}

// isMessage reports whether a section of this name holds a message.
func (s *section) isMessage() bool { return s.isOneOf(messageSections) }

// isOwn reports whether plans and requests use a heading for themselves.
func (s *section) isOwn() bool {
	switch {
	case s.group, anyPhrase(s.folded(), ownWords), s.isHead():
		return true
	case s.isMessage():
		return false
	}
	return s.own != roleNone && s.own != roleEmbedded || s.isOneOf(goalSections) || s.isOneOf(summarySections)
}

// pastes reports whether a line begins pasted text.
func (p *Page) pastes(i int) bool {
	l := &p.lines[i]
	if l.at == inQuote {
		return text.IsFence(withoutQuoteMark(l.text)) && (i == 0 || p.lines[i-1].at != inQuote) && p.isFrontAt(i)
	}
	if l.at != inBody {
		return false
	}
	next := ""
	if i+1 < len(p.lines) && p.lines[i+1].number == l.number+1 {
		next = p.lines[i+1].text
	}
	return text.IsFence(l.text) && p.isFrontAt(i) && !p.isMisplaced() || isMailMark(l.text, next)
}

// isFrontAt reports whether three dashes begin the front matter of a pasted file: keys as
// programs write them, and an end, or two keys at least.
func (p *Page) isFrontAt(i int) bool {
	keys, number := 0, p.lines[i].number
	for _, l := range p.lines[i+1 : min(len(p.lines), i+1+maxFrontLines)] {
		number++
		row := withoutQuoteMark(l.text)
		_, _, isKey := text.LooseKey(row)
		switch {
		case text.IsFence(row):
			return keys > 0
		case l.number != number, l.at == inHeading, row == "":
			return keys > 1
		case isKey && row[0] >= 'a' && row[0] <= 'z':
			keys++
		case keys == 0 || row[0] != ' ' && row[0] != '-':
			return false
		}
	}
	return keys > 1
}

// withoutQuoteMark returns a line without the mark of a quotation.
func withoutQuoteMark(row string) string {
	row, quoted := strings.CutPrefix(row, ">")
	if quoted {
		row = strings.TrimPrefix(row, " ")
	}
	return row
}

// isMisplaced reports whether front matter here is the file's own, below a title that is no H1.
func (p *Page) isMisplaced() bool {
	last := len(p.sections) - 1
	s := &p.sections[last]
	return p.front.Body == 0 && last <= 1 && !s.isOwn() && s.own != roleEmbedded && (last == 0 || s.level > 1)
}

// wrote is the table of lines above an answered mail: how they begin, and the verb before their colon.
var wrote = []struct{ begin, verb string }{
	{"On ", " wrote"}, {"Am ", " schrieb"}, {"Le ", " a écrit"}, {"El ", " escribió"},
}

// mailHeads are the first two lines of a forwarded mail, as Outlook writes them.
var mailHeads = []struct{ from, sent string }{
	{"From:", "Sent:"}, {"Von:", "Gesendet:"}, {"De :", "Envoyé :"}, {"De:", "Enviado:"},
}

// isMailMark reports whether a mail program wrote line i above a mail that it quotes. Next is the line
// below, "" where that is blank: a long mark is wrapped.
func isMailMark(row, next string) bool {
	for _, w := range wrote {
		if strings.HasPrefix(row, w.begin) && (saysWrote(row, w.verb) || strings.HasPrefix(next, "<") && saysWrote(next, w.verb)) {
			return true
		}
	}
	for _, h := range mailHeads {
		if strings.HasPrefix(stripBold(row), h.from) && strings.HasPrefix(stripBold(next), h.sent) {
			return true
		}
	}
	return (strings.HasPrefix(row, "---") || strings.HasPrefix(row, "Begin ")) && slices.Contains(mailMarks, words(row))
}

// saysWrote reports whether a line ends in the verb, or has a name behind it, and a colon.
func saysWrote(row, verb string) bool {
	return strings.HasSuffix(row, ":") && strings.Contains(row, verb)
}

// pastedSection is what is pasted at line i into the section above it.
func (p *Page) pastedSection(i int) section {
	around := len(p.sections) - 1
	level := p.sections[around].level
	if level <= 1 {
		level = deepest
	}
	return section{
		name: p.sections[around].name, words: p.sections[around].words, level: level, number: int(p.lines[i].number), parent: around, from: i + 1,
		role: roleEmbedded, own: roleEmbedded, document: text.IsFence(withoutQuoteMark(p.lines[i].text)),
	}
}

// deepest is the lowest level of a heading.
const deepest = 6

// markPasted marks the sections that are pasted.
func (p *Page) markPasted() {
	planned := false
	for i := 0; i < len(p.sections); i++ {
		if p.sections[i].own != roleEmbedded {
			planned = planned || p.hasSteps(i)
			continue
		}
		end := p.endOfPasted(i, planned)
		for ; i < end; i++ {
			p.sections[i].embedded = true
		}
		i--
	}
}

// endOfPasted returns the section at which the text that is pasted at section begin ends.
// Planned is true if the plan has steps above it.
func (p *Page) endOfPasted(begin int, planned bool) int {
	level := p.sections[begin].level
	document := p.sections[begin].document
	last := len(p.sections)
	for i := begin + 1; i < len(p.sections); i++ {
		s := &p.sections[i]
		document = document || s.document || s.level == 1 && level > 1
		switch {
		case s.level > level:
		case !document && s.isOwn():
			return i
		case document && !planned && p.isForSteps(i):
			last = i
		}
	}
	return last
}

// isForSteps reports whether a section is for steps and has text, or headings of steps right below.
func (p *Page) isForSteps(section int) bool {
	s := &p.sections[section]
	if s.own != roleSteps || s.from < s.to {
		return s.own == roleSteps
	}
	below := p.sections[section+1:]
	return len(below) > 0 && below[0].group && below[0].level > s.level
}

// hasSteps reports whether a section has steps: it is for them, or has a box.
func (p *Page) hasSteps(section int) bool {
	s := &p.sections[section]
	if p.isForSteps(section) {
		return true
	}
	return slices.ContainsFunc(p.body(section), func(l line) bool {
		it, ok := listItem(l.text)
		if !ok || l.at != inBody {
			return false
		}
		_, _, _, isBox := boxOf(it.text)
		return isBox && s.role.isKept()
	})
}
