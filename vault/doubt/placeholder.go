package doubt

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/vault/text"
)

// gap is a place in a draft that nobody filled in: "[Your Name]", "{{date}}", "TBD".
type gap struct {
	line int
	text string
}

// wordList is words in lower case with blanks between them.
type wordList string

func (l wordList) has(word string) bool { return text.Among(word, string(l)) }

// The words that tell a gap from a tag, a link or an aside in brackets, which may look the same.
const (
	// alwaysGaps are one wherever they stand in brackets.
	alwaysGaps wordList = `name names firstname lastname fullname nom nombre recipient amount betrag price date datum placeholder insert tbd tba tbc todo`
	// gapNouns are one at the end of a phrase, and alone where they cannot be a tag of the line.
	gapNouns wordList = `company firm firma client customer customers guest time deadline link url email phone address adresse number title role position product service
		topic subject cost budget fee value quantity percentage metric metrics result results benefit benefits outcome feature features industry location venue city
		country website signature sender project event day week month year details content headline hashtag hashtags handle username department organization
		organisation business brand person contact reason account iban strategy insight insights announcement observation point audience goal challenge
		achievement testimonial statistic stat item invoice`
	// gapStarts begin a phrase that asks for something.
	gapStarts wordList = `your insert fill specify specific describe brief relevant provide mention replace placeholder x xx ihr ihre dein votre`
	// noGap begins what an editor, a program or a button says.
	noGap wordList = `the a an our his her their its this that no unknown redacted same external internal view read manage update track confirm reset see check visit click get download
		book unsubscribe claim start open reply approve reject`
	// htmlNames are elements that have the name of a gap.
	htmlNames wordList = `address content data details link name time title`
)

// The words of headings, labels and fields that are not about what goes out.
const (
	// decisionWords are of what the operator or a program fills in when it is decided.
	decisionWords wordList = `approve approved approver approval reject rejected rejection decision decided decide review reviewed reviewer executed completed`
	asideWords    wordList = `instructions human operator notes note feedback comments tracking checklist history audit`
	// draftWords are in headings over what goes out, and cameWords in those over what came in.
	draftWords wordList = `draft post email mail message content text reply body letter caption request required needed details summary`
	cameWords  wordList = `original incoming received`
	// codeWords are in the action of a request about code, textFences name blocks that are none.
	codeWords  wordList = `code deploy deployment merge commit script pull pr push template config release migration command shell bash`
	textFences wordList = `text txt plain plaintext md markdown email eml mail message`
)

// wholeLines are gaps without any mark, of at most longestWhole bytes.
var wholeLines = map[string]bool{"your name": true, "your full name": true, "your title": true, "your position": true, "your company": true, "your company name": true}

const longestWhole = len("your company name")

// hasWord reports a heading, a label or a key that has a word of one of these sets.
func hasWord(text string, sets ...wordList) bool {
	for _, word := range wordsOf(text) {
		for _, s := range sets {
			if s.has(word) {
				return true
			}
		}
	}
	return false
}

// mostOfPlaceholders is how many placeholders the sentence quotes.
const mostOfPlaceholders = 3

// placeholders finds what would go out with gaps in it.
func (p *page) placeholders() []place {
	var quoted []string
	told, first := map[string]bool{}, 0
	for _, g := range p.gaps() {
		if told[g.text] {
			continue
		}
		told[g.text] = true
		if first == 0 {
			first = g.line
		}
		if len(told) > mostOfPlaceholders {
			continue
		}
		quote := `"` + short(g.text) + `"`
		if g.line != first {
			quote += fmt.Sprintf(" (line %d)", g.line)
		}
		quoted = append(quoted, quote)
	}
	if len(told) == 0 {
		return nil
	}
	what := "it has unfilled placeholders: "
	if len(told) == 1 {
		what = "it has an unfilled placeholder: "
	}
	what += strings.Join(quoted, ", ")
	if more := len(told) - mostOfPlaceholders; more > 0 {
		what += fmt.Sprintf(" and %d more", more)
	}
	return []place{{first, what}}
}

// gaps lists the placeholders in the fields and in the text, as far as these go out.
func (p *page) gaps() []gap {
	s := gapScan{defined: map[string]bool{}, closed: map[string]bool{}}
	body, first := p.body()
	for _, line := range body {
		s.learn(line)
	}
	p.gapsInFields(&s)
	p.gapsInBody(&s, body, first)
	return s.found
}

func (p *page) gapsInFields(s *gapScan) {
	ofDecision := false
	for _, r := range p.rows {
		key, value := r.key, r.value
		if key != "" {
			ofDecision = hasWord(key, decisionWords)
		} else if key, value = splitRow(strings.TrimLeft(r.text, " \t-")); key == "" {
			value = r.text
		}
		isComment := strings.HasPrefix(r.text, "#")
		// A list in brackets is most often that: "tags: [client]".
		isList := strings.HasPrefix(value, "[") && key != "" && !decides(yamlKey(key))
		if !ofDecision && !isComment && !isList {
			s.line(value, r.line)
		}
	}
}

func (p *page) gapsInBody(s *gapScan, body []string, first int) {
	var block text.Fence
	// aside is the level of the heading whose section does not go out.
	code, aside := false, 0
	aboutCode, unclosed := p.isAboutCode(), text.OpenFence([]byte(strings.Join(body, "\n")))
	for i, line := range body {
		switch before := block; {
		case i+1 != unclosed && block.Takes(strings.TrimRight(line, " \t\r")):
			if before == "" {
				info := wordsOf(strings.TrimLeft(line, " \t`~"))
				code = aboutCode || len(info) > 0 && !textFences.has(info[0])
			}
			if before == "" || block == "" || code {
				continue
			}
		case strings.TrimSpace(line) == fence:
			// A rule ends a section as a heading does.
			aside = 0
		default:
			aside = asideFrom(line, aside)
		}
		label, _, labelled := strings.Cut(line, ":")
		if aside == 0 && !(labelled && len(label) <= longestLabel && hasWord(label, decisionWords)) {
			s.line(line, first+i+1)
		}
	}
}

// asideFrom is the level of the heading whose section does not go out, from this line on.
func asideFrom(line string, aside int) int {
	level, heading := text.Heading(line)
	switch {
	case level == 0, aside > 0 && level > aside:
		return aside
	case level > 1 && (hasWord(heading, cameWords) || hasWord(heading, decisionWords, asideWords) && !hasWord(heading, draftWords)):
		return level
	}
	return 0
}

// longestLabel is how many bytes of a line before its colon can be a label.
const longestLabel = 40

// isAboutCode reports a request whose blocks of code are no drafts.
func (p *page) isAboutCode() bool {
	for _, key := range []string{"action_type", "action", "type"} {
		if r, ok := p.field(key); ok && hasWord(r.value, codeWords) {
			return true
		}
	}
	return false
}

// gapScan looks for gaps line by line, each of them once.
type gapScan struct {
	// defined are the names of reference links, closed the elements of HTML that are closed somewhere.
	defined, closed map[string]bool
	found           []gap
}

// learn notes what a line says about others: "[name]: https://…" and "</name>".
func (s *gapScan) learn(line string) {
	trimmed := strings.TrimLeft(line, " ")
	if name, rest, ok := strings.Cut(trimmed, "]:"); ok && strings.HasPrefix(name, "[") && len(name) <= longestGap {
		if to := strings.Fields(rest[:min(len(rest), longestTarget)]); len(to) == 1 || len(to) > 1 && strings.ContainsAny(to[1][:1], `"'(`) {
			s.defined[strings.ToLower(name[1:])] = true
		}
	}
	for {
		_, after, ok := strings.Cut(line, "</")
		if !ok {
			return
		}
		end := min(len(after), longestGap)
		if name, _, ok := strings.Cut(after[:end], ">"); ok {
			s.closed[strings.ToLower(name)] = true
		}
		line = after
	}
}

const (
	// longestGap bounds a gap in bytes, so that a line of many brackets is read in one go.
	longestGap = 80
	// longestTarget is how much of a definition is read.
	longestTarget = 1000
)

// line looks for gaps in one line.
func (s *gapScan) line(line string, number int) {
	add := func(text string) { s.found = append(s.found, gap{number, text}) }
	line = bareValue(line)
	if trimmed := strings.Trim(line, " \t\r-—–*_>|,."); len(trimmed) <= longestWhole && wholeLines[strings.ToLower(trimmed)] {
		add(trimmed)
		return
	}
	for at := 0; at < len(line); {
		n := 1
		switch c := line[at]; {
		case c == '`':
			// What is quoted as code is spoken of.
			if end := strings.IndexByte(line[at+1:], '`'); end >= 0 {
				n = end + 2
			} else {
				line = line[:at] + " " + line[at+1:]
			}
		case c == '[':
			n = s.square(line, at)
		case c == '{', c == '<':
			n = s.marked(line, at)
		case c == '$':
			n = shellName(line, at)
		case isWordByte(c):
			n = wordGap(line, at)
		}
		if n < 0 {
			n = -n
			add(line[at : at+n])
		}
		at += max(n, 1)
	}
}

// bareValue takes the marks of code off a value that is all code, as in "**To:** `[name]`".
func bareValue(line string) string {
	trimmed := strings.TrimSpace(line)
	if strings.Count(trimmed, "`") == 2 && strings.HasSuffix(trimmed, "`") {
		if label, value, ok := strings.Cut(trimmed, ":"); ok && strings.HasPrefix(strings.TrimLeft(value, "* "), "`") && !strings.Contains(label, "`") {
			return strings.ReplaceAll(line, "`", "")
		}
	}
	return line
}

// inside returns what stands between the marks around a gap, and its length with them; 0 for none.
func inside(line string, at int, from, to string) (what string, n int) {
	rest := line[at+len(from):]
	end := strings.Index(rest[:min(len(rest), longestGap)], to)
	if end < 0 {
		return "", 0
	}
	return rest[:end], len(from) + end + len(to)
}

// square measures what begins with a bracket; less than zero for a gap.
func (s *gapScan) square(line string, at int) int {
	if strings.HasPrefix(line[at:], "[[") {
		if _, n := inside(line, at, "[[", "]]"); n > 0 {
			return n
		}
	}
	what, n := inside(line, at, "[", "]")
	if n == 0 || strings.Contains(what, "[") {
		return 1
	}
	before, after := line[:at], line[at+n:]
	switch {
	case before != "" && (isWordByte(before[len(before)-1]) || before[len(before)-1] == ']'),
		after != "" && (after[0] == '(' || after[0] == '['),
		s.defined[strings.ToLower(what)]:
		return n
	}
	what = strings.Trim(what, `*_\ #@$€`)
	if asked, _, ok := strings.Cut(what, ":"); ok {
		switch strings.ToLower(asked) {
		case "todo", "tbd", "insert", "placeholder":
			return -n
		}
		return n
	}
	if r, _ := utf8.DecodeRuneInString(what); !unicode.IsLetter(r) || !isGap(what, isTag(before, after, r)) {
		return n
	}
	return -n
}

// isTag reports whether brackets with a capital letter stand before a title, as in "[Product] Launch".
func isTag(before, after string, first rune) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " "))
	titled := strings.HasPrefix(after, " ") && (unicode.IsUpper(next) || unicode.IsDigit(next))
	begins := len(before) < longestGap && strings.Trim(before, " \t#>*-+|0123456789.") == "" || strings.HasSuffix(before, ": ")
	return unicode.IsUpper(first) && titled && begins
}

// isGap reports a phrase that asks for what it names.
func isGap(what string, tag bool) bool {
	words := wordsOf(what)
	last := len(words) - 1
	if last > 0 && (len(words[last]) == 1 && words[last][0] <= '9' || words[last] == "here") {
		if words[last] == "here" && !noGap.has(words[0]) {
			return true
		}
		last--
	}
	switch {
	case last < 0 || noGap.has(words[0]):
		return false
	case gapStarts.has(words[0]) && !strings.EqualFold(what, words[0]), alwaysGaps.has(words[last]):
		return true
	}
	for _, w := range words[1:] {
		if w == "your" {
			return true
		}
	}
	return gapNouns.has(words[last]) && !tag
}

// marked measures what begins with a brace or an angle bracket; less than zero for a gap.
func (s *gapScan) marked(line string, at int) int {
	joined := at > 0 && (isWordByte(line[at-1]) || strings.IndexByte(`\$}/^`, line[at-1]) >= 0)
	if strings.HasPrefix(line[at:], "{{") {
		what, n := inside(line, at, "{{", "}}")
		name := strings.TrimLeft(what, "#/ ")
		if n == 0 {
			return 2
		}
		if joined || name == "" || !isLetter(name[0]) || strings.Trim(name, letters+"0123456789_-. ") != "" {
			return n
		}
		return -n
	}
	from, to := line[at:at+1], "}"
	if from == "<" {
		to = ">"
	}
	what, n := inside(line, at, from, to)
	if n == 0 || joined || what == "" || !isLetter(what[0]) || strings.Trim(what, letters+"0123456789_-. '") != "" {
		return 1
	}
	lower := strings.ToLower(what)
	switch {
	case from == "<" && (htmlNames.has(what) || s.closed[lower]):
		return n
	case isGap(what, false), from == "<" && strings.Contains(what, "_") && strings.ToUpper(what) == what:
		return -n
	}
	return 1
}

// shellName measures "$AMOUNT"; less than zero for a gap.
func shellName(line string, at int) int {
	name := strings.TrimLeft(line[at+1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")
	name = line[at+1 : len(line)-len(name)]
	n := len(name) + 1
	if len(name) < 3 || at > 0 && (isWordByte(line[at-1]) || line[at-1] == '\\') || !isGap(name, false) {
		return 1
	}
	return -n
}

// wordGap measures a word from its first letter on; less than zero for a gap without marks: "TBD",
// "YOUR_NAME", "lorem ipsum", crosses.
func wordGap(line string, at int) int {
	n := 0
	for n < len(line)-at && isWordByte(line[at+n]) {
		n++
	}
	word, rest := line[at:at+n], line[at+n:]
	switch {
	case n == len("tbd") && strings.EqualFold(word, "tbd"), strings.HasPrefix(word, "YOUR_") && strings.ToUpper(word) == word:
		return -n
	case n == len("lorem") && strings.EqualFold(word, "lorem") && len(rest) >= 6 && strings.EqualFold(rest[:6], " ipsum"):
		return -(n + 6)
	case strings.Trim(word, "X") == "":
		return crosses(line, at)
	}
	return n
}

// crosses measures letters X, as in "XX/XX", from the first one on; less than zero unless they hide figures of a
// number, or are too few.
func crosses(line string, at int) int {
	end, count, group, longest := at, 0, 0, 0
	for ; end < len(line); end++ {
		if line[end] == 'X' {
			count, group = count+1, group+1
			longest = max(longest, group)
			continue
		}
		if strings.IndexByte(",./- ", line[end]) < 0 || end+1 == len(line) || line[end+1] != 'X' {
			break
		}
		group = 0
	}
	// The figures of a card stand in groups of four.
	const card = 4
	masks := longest == card && endsInDigit(strings.TrimRight(line[max(0, at-2):at], " -"))
	if after := line[end:]; after != "" {
		next := strings.TrimLeft(after[:min(len(after), 2)], " -")
		masks = masks || isWordByte(after[0]) || next != "" && isDigit(next[0])
	}
	if count < 3 || masks {
		return end - at
	}
	return at - end
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func endsInDigit(s string) bool { return s != "" && isDigit(s[len(s)-1]) }

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWordByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '_' || c >= utf8.RuneSelf
}

// wordsOf splits a phrase or the name of a field into words in lower case: "firstName" has two.
func wordsOf(text string) []string {
	var spaced strings.Builder
	low := false
	for _, r := range text {
		if low && unicode.IsUpper(r) {
			spaced.WriteByte(' ')
		}
		low = unicode.IsLower(r)
		spaced.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(spaced.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
}
