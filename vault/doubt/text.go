package doubt

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/text"
)

func (p *page) empty() []place {
	if strings.TrimSpace(p.text) != "" {
		return nil
	}
	return []place{{0, "it is empty"}}
}

func (p *page) isUTF16() []place {
	switch p.notes.Encoding {
	case text.UTF16LittleEndian, text.UTF16BigEndian:
		return []place{{0, "it is UTF-16, which the agents cannot read"}}
	}
	return nil
}

// noText finds bytes that are not text. Some programs refuse the whole file for one of them,
// some replace it.
func (p *page) noText() []place {
	if p.notes.Encoding == text.UTF16LittleEndian || p.notes.Encoding == text.UTF16BigEndian {
		return nil
	}
	var found []place
	if n := p.notes.Invalid; n > 0 {
		at := 0
		for r, size := utf8.DecodeRune(p.raw); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRune(p.raw[at:]) {
			at += size
		}
		found = append(found, place{p.lineOf(at), fmt.Sprintf("it has invalid UTF-8 in %s, the first byte is 0x%02X; programs refuse the file or read something else there", model.Counted(n, "place"), p.raw[at])})
	}
	if n := p.notes.Nulls; n > 0 {
		at := bytes.IndexByte(p.raw, 0)
		found = append(found, place{p.lineOf(at), fmt.Sprintf("it has %s; programs refuse the file or drop the rest", model.Counted(n, "NUL byte"))})
	}
	return found
}

// lineOf is the line of the byte at an index of the file.
func (p *page) lineOf(at int) int {
	before, _ := text.Decode(p.raw[:at])
	return strings.Count(before, "\n") + 1
}

// mostBlank is the most blank lines in a row.
const mostBlank = 200

func (p *page) blankLines() []place {
	var found []place
	run := 0
	for i := 0; i <= len(p.lines); i++ {
		if i < len(p.lines) && strings.TrimSpace(p.lines[i]) == "" {
			run++
			continue
		}
		if run > mostBlank && i < len(p.lines) {
			found = append(found, place{i - run + 1, fmt.Sprintf("%d blank lines, then more text on line %d", run, i+1)})
		}
		run = 0
	}
	return found
}

// conflictMark is what git puts before the first of two versions.
const conflictMark = "<<<<<<<"

// inConflict finds the two versions that git leaves of a request, which one is meant nobody has said.
func (p *page) inConflict() []place {
	if !strings.Contains(p.text, conflictMark) {
		return nil
	}
	if at := text.Conflict([]byte(p.text)); at != nil {
		return []place{{at.Line, "a merge left its marks here: it has two versions side by side; keep one of them"}}
	}
	return nil
}

// mergeMarks finds a mark of git that is no whole conflict, or is shown in a code block.
func (p *page) mergeMarks() []place {
	if len(p.inConflict()) > 0 {
		return nil
	}
	for i, line := range p.lines {
		if strings.HasPrefix(line, conflictMark+" ") {
			return []place{{i + 1, "it has a conflict mark of git"}}
		}
	}
	return nil
}

// comments finds what viewers of Markdown hide and agents read.
func (p *page) comments() []place {
	body, first := p.body()
	at, n := 0, 0
	for i, line := range body {
		if c := strings.Count(line, "<!--"); c > 0 {
			if n == 0 {
				at = first + i + 1
			}
			n += c
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return []place{{at, "a comment: viewers hide it, the agent reads it"}}
	}
	return []place{{at, model.Counted(n, "comment") + ": viewers hide them, the agent reads them"}}
}

var (
	embedded = text.Pattern{Expr: `!\[\[[^\]\n]+\]\]`}
	wikiLink = text.Pattern{Expr: `\[\[([^\]\n]+)\]\]`}
	fileLink = text.Pattern{Expr: `\]\(([^)\s:]+)\)`}
)

// embeds finds other files that a note program shows as part of this one.
func (p *page) embeds() []place {
	var found []place
	if !strings.Contains(p.text, "![[") {
		return nil
	}
	for i, line := range p.lines {
		if name := embedded.FindString(line); name != "" {
			found = append(found, place{i + 1, fmt.Sprintf("part of it is in another file, which this approval does not cover: %s", short(name))})
		}
	}
	return found
}

// linksElsewhere names the first other file that the text links to.
func (p *page) linksElsewhere() []place {
	body, first := p.body()
	for i, line := range body {
		if !strings.Contains(line, "]") {
			continue
		}
		line = embedded.ReplaceAllString(line, "")
		link := wikiLink.FindStringSubmatch(line)
		if link == nil {
			link = fileLink.FindStringSubmatch(line)
		}
		if link != nil {
			return []place{{first + i + 1, fmt.Sprintf("it links to other files, which this approval does not cover: %s", short(link[1]))}}
		}
	}
	return nil
}

// sum is an amount of money as it is in a text.
var sum = text.Pattern{Expr: `(?:[$€£] ?|\b(?:EUR|USD|GBP|CHF|INR|PKR|Rs\.?) ?)([0-9][0-9.,]*[0-9]|[0-9])|\b([0-9][0-9.,]*[0-9]|[0-9]) ?(?:[$€£]|EUR\b|USD\b|GBP\b|CHF\b|INR\b|PKR\b)`}

// amounts compares the amount of the front matter with those of the text.
func (p *page) amounts() []place {
	r, ok := p.field("amount")
	if !ok {
		return nil
	}
	said := digits(bare(r.value))
	body, first := p.body()
	var other place
	for i, line := range body {
		for _, m := range sum.FindAllStringSubmatch(line, -1) {
			if digits(m[1]+m[2]) == said {
				return nil
			}
			if other.line == 0 {
				other = place{first + i + 1, fmt.Sprintf("the text says %s, the amount on line %d is %s", strings.TrimSpace(m[0]), r.line, short(r.value))}
			}
		}
	}
	if other.line == 0 || said == "" {
		return nil
	}
	return []place{other}
}

// digits keeps the figures of an amount, without the cents when there are none.
func digits(text string) string {
	text = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(strings.TrimRight(text, "$€£ ABCDEFGHIJKLMNOPQRSTUVWXYZ")), ".00"), ",00")
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// invisible is a set of characters that a reader does not see, or that change those around them.
type invisible struct {
	what string
	has  func(r rune) bool
}

var invisibles = []invisible{
	{"direction control", func(r rune) bool {
		return r == 0x061C || r == 0x200E || r == 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
	}},
	{"zero-width character", func(r rune) bool {
		return r >= 0x200B && r <= 0x200D || r == 0x2060 || r >= 0x2061 && r <= 0x2064 || r == 0xFEFF || r == 0x180E
	}},
	{"invisible tag", func(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }},
	{"variation selector", func(r rune) bool { return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF }},
	{"character that does not show", func(r rune) bool { return r == 0xFFFC || r == 0x13455 || r == 0x16FE4 }},
}

// hiddenCharacters counts the invisible characters, apart from the padding of newsletters and from
// joiners where a script or an emoji needs them.
func (p *page) hiddenCharacters() []place {
	if isASCII(p.text) {
		return nil
	}
	var found []place
	lines := strings.Split(model.WithoutPadding(p.text), "\n")
	for _, d := range invisibles {
		n, first, example := 0, 0, rune(0)
		for i, line := range lines {
			if isASCII(line) {
				continue
			}
			for at, r := range line {
				if !d.has(r) || model.JoinsAt(line, at) || model.SelectsAt(line, at) {
					continue
				}
				if n++; n == 1 {
					first, example = i+1, r
				}
			}
		}
		if n > 0 {
			what := fmt.Sprintf("%s, the first is U+%04X", model.Counted(n, d.what), example)
			if eye := p.readsAs(first); eye != "" {
				what = "looks like " + eye + ", but contains " + what
			}
			found = append(found, place{first, what})
		}
	}
	return found
}

// The marks between which letters are drawn from right to left.
const turned, turnedBack = "\u202E", "\u202C"

// mostTurned is the longest value whose looks are named.
const mostTurned = 80

// readsAs is how the value in a line looks where a direction control turns a part of it around, ""
// for any other line and where that would not be plain letters.
func (p *page) readsAs(line int) string {
	value := p.lines[line-1]
	if _, after, ok := strings.Cut(value, ": "); ok {
		value = after
	}
	before, rest, ok := strings.Cut(strings.TrimSpace(value), turned)
	if !ok {
		return ""
	}
	inside, after, _ := strings.Cut(rest, turnedBack)
	letters := []rune(inside)
	slices.Reverse(letters)
	eye := bare(before + string(letters) + after)
	if inside == "" || len(eye) > mostTurned || !isASCII(eye) {
		return ""
	}
	return eye
}

// mixedScripts finds a word of several scripts in a field of the decision, or an address with
// letters that look like others.
func (p *page) mixedScripts() []place {
	var found []place
	for _, r := range p.rows {
		if !r.decides || isASCII(r.value) {
			continue
		}
		for _, word := range strings.FieldsFunc(r.value, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsMark(c) }) {
			if odd := foreignLetters(word, strings.ContainsAny(r.value, "@/")); odd != "" {
				found = append(found, place{r.line, fmt.Sprintf("%s mixes letters that look alike: %s", r.name, odd)})
				break
			}
		}
	}
	return found
}

// foreignLetters lists the letters of a word that are not Latin, when it has Latin letters too,
// or is in an address and looks Latin.
func foreignLetters(word string, address bool) string {
	latin := false
	var odd []string
	alike := true
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Latin, r) && r < 0xFF00:
			latin = true
		case unicode.Is(unicode.Common, r), unicode.Is(unicode.Inherited, r):
		default:
			odd = append(odd, fmt.Sprintf("U+%04X", r))
			alike = alike && confusables[r] != 0
		}
	}
	if len(odd) == 0 || !latin && !(address && alike) {
		return ""
	}
	const most = 5
	if len(odd) > most {
		odd = append(odd[:most], "…")
	}
	return strings.Join(odd, " ")
}

func (p *page) rightToLeft() []place {
	for _, r := range p.rows {
		if r.decides && !isASCII(r.value) && strings.IndexFunc(r.value, isRightToLeft) >= 0 {
			return []place{{r.line, r.name + " has right-to-left letters; a terminal may show its parts in another order"}}
		}
	}
	return nil
}

func isRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// confusables are letters of other scripts that look like those of field names and addresses
// (Unicode, confusables).
var confusables = map[rune]rune{
	'а': 'a', 'в': 'b', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'һ': 'h', 'і': 'i', 'ј': 'j', 'к': 'k', 'ӏ': 'l', 'м': 'm', 'о': 'o',
	'р': 'p', 'ԛ': 'q', 'г': 'r', 'ѕ': 's', 'т': 't', 'у': 'y', 'ѵ': 'v', 'ԝ': 'w', 'х': 'x', 'п': 'n',
	'α': 'a', 'β': 'b', 'ϲ': 'c', 'ε': 'e', 'η': 'n', 'ι': 'i', 'κ': 'k', 'ν': 'v', 'ο': 'o', 'ρ': 'p', 'τ': 't', 'υ': 'u', 'χ': 'x',
	'ı': 'i', 'ɑ': 'a', 'ɡ': 'g', 'ո': 'n', 'օ': 'o', 'ս': 'u',
}

// fold returns a key as a person reads it: in lower case, without blanks, with Latin look-alikes.
func fold(key string) string {
	if strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_") == "" {
		return key
	}
	return strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		switch {
		case r >= 0xFF01 && r <= 0xFF5E:
			return unicode.ToLower(r - 0xFEE0)
		case r == ' ', r == '\t', r == '\u00a0', unicode.Is(unicode.Cf, r), unicode.Is(unicode.Mn, r):
			return -1
		case r == '-':
			return '_'
		case confusables[r] != 0:
			return confusables[r]
		}
		return r
	}, key)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
