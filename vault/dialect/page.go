package dialect

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"coldstart/vault/text"
)

// Page is one file, decoded and cut into front matter, lines and sections. All readers take
// it, so that a file that is both a plan and a request is cut only once.
type Page struct {
	// Name is the path in the vault, with slashes.
	Name string
	// Folders are the folders of that vault.
	Folders *Folders
	// Notes says what was unusual about the bytes.
	Notes text.Notes
	// Warnings are the lines that other readers may stumble over.
	Warnings []Warning
	// Broken is where a file that is called JSON stops being JSON, nil where it is.
	Broken *text.JSONError

	place place
	// ending is that of the name, as "ending" gives it.
	ending   string
	text     string
	front    frontMatter
	lines    []line
	sections []section
	parts    []part
	labels   []label
	// labelled are the fields that a label may state, named those that the name of a part may.
	labelled, named fieldSet
	// spare is the memory of a search that has ended, anyValue the rule of one that takes the first value.
	spare    *weighing
	anyValue fieldRule
	// listed are the steps of a JSON file.
	listed []Step
}

// Open cuts up a file of a vault with these folders. Name is its path in the vault; the
// caller bounds b (1 MiB is far more than real plans have). Any bytes give a page. Of a
// file whose extension no rule knows, only the name is read.
func Open(folders *Folders, name string, b []byte) *Page {
	p := &Page{Name: name, Folders: folders, place: folders.placeOf(name), ending: ending(name)}
	if !p.isText() && !p.isData() {
		return p
	}
	p.text, p.Notes = text.Decode(b)
	if p.isData() {
		p.readData([]byte(p.text))
		return p
	}
	p.front = readFront(p.text)
	p.place.asked = p.place.plansFirst && p.place.stage == FolderRejected && p.asks() && p.key(fieldAction).Given()
	p.Warnings = p.front.warnings
	p.cut()
	p.findSections()
	p.findParts()
	p.findLabels()
	return p
}

// Decoded returns the text of the file, with what was unusual about its bytes.
func (p *Page) Decoded(b []byte) (string, text.Notes) {
	if p.isText() || p.isData() {
		return p.text, p.Notes
	}
	return text.Decode(b)
}

// Words lists what a person should know about a file's bytes, its warnings and what was found.
func (p *Page) Words(found ...Warning) []string {
	out := p.Notes.Words()
	for _, t := range slices.Concat(p.Warnings, found) {
		if t.Line > 0 {
			t.Reason = fmt.Sprintf("line %d: %s", t.Line, t.Reason)
		}
		out = append(out, t.Reason)
	}
	return out
}

// base is the last part of the path.
func (p *Page) base() string { return path.Base(p.Name) }

// isBlank reports whether a file has no text.
func (p *Page) isBlank() bool { return strings.TrimSpace(p.text) == "" }

// body returns the lines of section s.
func (p *Page) body(s int) []line {
	return p.lines[p.sections[s].from:p.sections[s].to]
}

// line is one line of a body that is not blank.
type line struct {
	// text has no blanks at its end.
	text   string
	number int32
	// section is the index of the section the line is in.
	section int32
	at      context
}

// context is what a line is part of.
type context uint8

const (
	inBody context = iota
	inHeading
	inFence
	inQuote
	inComment
)

// cut splits the text outside the front matter into lines.
func (p *Page) cut() {
	n := 1
	for rest := p.text; ; {
		row, below, more := strings.Cut(rest, "\n")
		if !more {
			break
		}
		if rest = below; row != "" {
			n++
		}
	}
	p.lines = make([]line, 0, n)
	for at, number := 0, int32(1); at < len(p.text); number++ {
		row, next := text.LineAt(p.text, at)
		if row = text.TrimEnd(row); row != "" && (at < p.front.Open || at >= p.front.Body) {
			p.lines = append(p.lines, line{text: row, number: number})
		}
		at = next
	}
	markLines(p.lines)
}

// markLines finds fences, comments, quotations and headings. A fence or a comment that is
// never closed hides nothing: reading starts again after it and ignores its kind.
func markLines(lines []line) {
	fences, comments := true, true
	quoteEnd := lastQuoteEnd(lines)
	quote := false
	fence, comment, opened := text.Fence(""), false, 0
	for i := 0; ; i++ {
		if i == len(lines) {
			if !comment && fence == "" {
				return
			}
			fences, comments = fences && fence == "", comments && !comment
			i, fence, comment = opened, "", false
			lines[i].at = inBody
			continue
		}
		l := &lines[i]
		outside := fence == ""
		row := strings.TrimLeft(l.text, " \t")
		switch {
		case comment:
			l.at = inComment
			comment = !strings.Contains(row, commentClose)
		case fences && fence.Takes(l.text):
			l.at = inFence
			if outside {
				opened = i
			}
		case comments && strings.HasPrefix(row, commentOpen):
			l.at = inComment
			if comment = !strings.Contains(row[len(commentOpen):], commentClose); comment {
				opened = i
			}
		case row[0] == '>':
			l.at = inQuote
		case quote || i < quoteEnd && hasTag(row, quoteOpen):
			l.at = inQuote
			quote = !hasTag(row, quoteClose)
		case isHeading(l.text):
			l.at = inHeading
		default:
			l.at = inBody
		}
	}
}

// lastQuoteEnd returns the line of the last mark that ends a quotation, -1 for none.
func lastQuoteEnd(lines []line) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if hasTag(strings.TrimLeft(lines[i].text, " \t"), quoteClose) {
			return i
		}
	}
	return -1
}

// hasTag reports whether a line begins with a mark, in any case.
func hasTag(row, tag string) bool {
	return len(row) >= len(tag) && strings.EqualFold(row[:len(tag)], tag)
}

func isHeading(row string) bool {
	level, _ := text.Heading(row)
	return level > 0
}

const (
	commentOpen  = "<!--"
	commentClose = "-->"
	quoteOpen    = "<blockquote"
	quoteClose   = "</blockquote"
)

// item is a line with a list mark.
type item struct {
	indent int
	// numbered is true for "1." and "1)", number is the 1.
	numbered bool
	number   int
	text     string
}

// listItem reads "- text", "* text", "+ text", "1. text", "1) text" and
// "1. - text".
func listItem(row string) (item, bool) {
	text := strings.TrimLeft(row, " \t")
	it := item{indent: len(row) - len(text)}
	if rest, ok := cutNumber(text); ok {
		it.numbered = true
		it.number, _ = strconv.Atoi(text[:strings.IndexAny(text, ".)")])
		text = rest
		if rest, ok := cutBullet(text); ok && strings.HasPrefix(rest, "[") {
			text = rest
		}
	} else if text, ok = cutBullet(text); !ok {
		return item{}, false
	}
	it.text = strings.TrimLeft(text, " \t")
	return it, true
}

// cutBullet cuts "- " off.
func cutBullet(text string) (string, bool) {
	if len(text) < 2 || !strings.ContainsRune("-*+", rune(text[0])) || text[1] != ' ' && text[1] != '\t' {
		return text, false
	}
	return strings.TrimLeft(text[1:], " \t"), true
}

// cutNumber cuts "1. " or "1) " off, with up to three digits.
func cutNumber(text string) (string, bool) {
	n := 0
	for n < len(text) && n < 3 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n == 0 || n+1 >= len(text) || text[n] != '.' && text[n] != ')' || text[n+1] != ' ' && text[n+1] != '\t' {
		return text, false
	}
	return strings.TrimLeft(text[n+1:], " \t"), true
}

// role is what a section of a plan is for.
type role uint8

const (
	// roleNone is for a name that says nothing about steps: boxes below it are steps
	// unless a section with a better name has some.
	roleNone role = iota
	roleSteps
	// roleNext holds what comes next, as boxes or in a sentence.
	roleNext
	// roleLeftOut holds boxes or numbers that are not steps.
	roleLeftOut
	roleLog
	// roleChecks holds what the result is measured by, roleOptions boxes of which one is picked.
	roleChecks
	roleOptions
	// roleEmbedded begins what is pasted.
	roleEmbedded
)

// match is how a name is compared.
type match uint8

const (
	whole match = iota
	starts
	ends
	has
)

// sectionRules is the table of section names, in lower case without punctuation, numbers and
// emoji in front. The first row that fits counts.
var sectionRules = []struct {
	role  role
	how   match
	names []string
}{
	{roleEmbedded, starts, []string{"original", "raw", "quoted", "forwarded"}},
	{roleEmbedded, whole, []string{
		"source content", "source file content", "file content", "source file", "source excerpt", "excerpt", "source text", "source email", "source message",
		"incoming email", "incoming message", "received email", "received message", "email thread", "thread",
	}},
	{roleLog, has, []string{"log", "logs", "history", "reasoning", "activity"}},
	{roleOptions, whole, []string{
		"status", "current status", "plan status", "task status", "overall status", "final status", "approval status",
		"priority", "type", "category", "urgency", "complexity", "classification", "domain", "channel", "risk level", "your decision",
	}},
	{roleOptions, ends, []string{"tools required", "tools needed", "tools to use", "required tools", "mcp tools", "mcp servers"}},
	{roleChecks, has, []string{
		"criteria", "acceptance", "definition of done", "done when", "success metrics", "success indicators", "exit conditions", "quality gates",
	}},
	{roleChecks, whole, []string{"verification", "verification checklist", "verification steps", "validation", "validation checklist", "how to verify"}},
	{roleLeftOut, starts, []string{
		"requirements", "output", "expected output", "quality", "completion", "done condition",
		"approval", "notes", "analysis", "context", "metadata", "status tracking", "preview", "content", "references",
	}},
	{roleLeftOut, has, []string{"prerequisites", "follow up", "rollback", "risk", "risks", "security"}},
	{roleNext, has, []string{"next step", "next steps", "next action", "next actions"}},
	{roleSteps, has, []string{"step", "steps", "roadmap", "action items", "tasks", "workflow"}},
	{roleLeftOut, has, []string{"dependencies", "milestones"}},
	{roleSteps, ends, []string{"action required", "actions required", "actions", "action plan", "to do", "todo"}},
	{roleSteps, whole, []string{"plan", "execution plan", "task list", "checklist", "todos", "to do list", "actions taken"}},
	{roleLeftOut, ends, []string{"content", "preview", "requirements", "metadata", "analysis"}},
	{roleLeftOut, has, []string{"approval", "approvals", "hitl", "decision"}},
}

// groupWords begin headings that group steps, as in "Phase 2: Planning". Where isStep is
// set, the text after the word can be the step.
var groupWords = []struct {
	word   string
	isStep bool
}{
	{"step", true},
	{"phase", false},
	{"task", true},
	{"milestone", false},
	{"stage", false},
}

// roleOf returns what a heading says about its section.
func roleOf(heading string) role { return roleNamed(sectionName(heading)) }

// roleNamed is roleOf for a folded heading.
func roleNamed(name string) role {
	for _, rule := range sectionRules {
		for _, word := range rule.names {
			if fits(name, word, rule.how) {
				return rule.role
			}
		}
	}
	return roleNone
}

// sectionName folds a heading, without a number in front.
func sectionName(heading string) string { return withoutNumber(words(heading)) }

func withoutNumber(name string) string {
	if name[1:] != "" && name[1] >= '0' && name[1] <= '9' {
		if end := strings.IndexByte(name[1:], ' ') + 1; end < len(name)-1 && strings.Trim(name[1:end], "0123456789") == "" {
			return name[end:]
		}
	}
	return name
}

func fits(name, word string, how match) bool {
	if len(name) < len(word)+2 {
		return false
	}
	atStart := name[1:1+len(word)] == word && name[1+len(word)] == ' '
	switch how {
	case whole:
		return atStart && len(name) == len(word)+2
	case starts:
		return atStart
	case ends:
		return strings.HasSuffix(name[:len(name)-1], word) && name[len(name)-2-len(word)] == ' '
	}
	return hasPhrase(name, word)
}

// group reads a heading such as "Phase 2: Planning"; title is what is after the number.
func group(heading string) (title string, isStep, ok bool) {
	text := trimMarks(heading)
	for _, g := range groupWords {
		if len(text) <= len(g.word) || !strings.EqualFold(text[:len(g.word)], g.word) {
			continue
		}
		rest := strings.TrimLeft(text[len(g.word):], " ")
		number := strings.TrimLeft(rest, "0123456789.")
		if len(number) == len(rest) && !strings.HasPrefix(rest, ":") {
			return "", false, false
		}
		return strings.TrimLeft(number, " .):-–—"), g.isStep, true
	}
	return "", false, false
}

// section is a heading with the lines up to the next one; the first is what is before any.
type section struct {
	// name is the heading as written, words are those in it.
	name, words string
	level       int
	number      int
	// parent is the index of the section around it, -1 for none.
	parent int
	// from and to are the lines below the heading.
	from, to int
	// role is the section's own, or that of the nearest one around it that has one.
	role role
	// own is the role by its own name.
	own role
	// group is true for Phase and Step headings, step for those of one step; title is their title.
	group, step bool
	title       string
	// round is true for a heading that counts a round of work.
	round bool
	// embedded is true for what is pasted, document for a whole file that is, with its front
	// matter.
	embedded, document bool
	// message is true for the text of a mail or a post.
	message bool
	// head is true for what speaks of the file as a whole: the text before the first section,
	// that below the title, and sections for metadata.
	head bool
}

// headSections are names of sections about the file itself.
var headSections = []string{
	"status", "metadata", "meta", "details", "overview", "info", "information", "header", "properties", "plan details", "plan metadata", "plan overview",
	"plan information", "plan info", "request details", "request information", "approval details", "approval request details", "action details", "task details", "task information",
}

// findSections cuts the lines at the headings, and where something is pasted.
func (p *Page) findSections() {
	headings := 1
	for i := range p.lines {
		if p.lines[i].at == inHeading {
			headings++
		}
	}
	p.sections = append(make([]section, 0, headings), section{words: words(""), parent: -1, head: true})
	var around [7]int
	titled := false
	for i := range p.lines {
		l := &p.lines[i]
		switch {
		case l.at == inHeading:
			level, name := text.Heading(l.text)
			s := section{name: name, words: words(name), level: level, number: int(l.number), from: i + 1}
			for up := level - 1; up >= 0; up-- {
				if s.parent = around[up]; s.parent > 0 || up == 0 {
					break
				}
			}
			isTitle := level == 1 && !titled
			p.assign(&s, isTitle)
			s.head = isTitle || s.isHead()
			titled = titled || isTitle
			p.begin(s, i)
			around[level] = len(p.sections) - 1
			for deeper := level + 1; deeper < len(around); deeper++ {
				around[deeper] = 0
			}
		case p.pastes(i):
			p.begin(p.pastedSection(i), i)
		}
		l.section = int32(len(p.sections) - 1)
	}
	p.sections[len(p.sections)-1].to = len(p.lines)
	p.markPasted()
}

// begin ends the last section at line i, where s begins.
func (p *Page) begin(s section, i int) {
	p.sections[len(p.sections)-1].to = i
	p.sections = append(p.sections, s)
}

// folded is the heading in words, without a number in front.
func (s *section) folded() string { return withoutNumber(s.words) }

// isOneOf reports whether the heading is among names.
func (s *section) isOneOf(names []string) bool {
	return slices.Contains(names, strings.TrimSpace(s.folded()))
}

func (s *section) isHead() bool { return s.isOneOf(headSections) }

// assign gives a section its role. The title of a file says nothing about its sections, and a
// numbered heading below one for steps is a step.
func (p *Page) assign(s *section, isTitle bool) {
	s.title, s.step, s.group = group(s.name)
	s.round = isRound(s.words)
	if title, ok := cutNumber(trimMarks(s.name)); ok && p.sections[s.parent].own == roleSteps {
		s.title, s.step, s.group = title, true, true
	}
	if s.group && roleOf(s.title) == roleChecks && !strings.Contains(s.name, ":") {
		// "Milestone 1 Acceptance Checklist" is none of its steps.
		s.group, s.step = false, false
	}
	if !s.group && !isTitle {
		s.own = roleNamed(s.folded())
		if !p.place.awaits() && s.isOneOf(receivedSections) {
			s.own = roleEmbedded
		}
	}
	s.message = !isTitle && (s.isMessage() || p.sections[s.parent].message)
	s.role = s.own
	if around := p.sections[s.parent]; s.role == roleNone && around.role != roleNext {
		s.role = around.role
	}
	if s.group && s.role == roleNone {
		s.role = roleSteps
	}
}
