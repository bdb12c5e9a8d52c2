package gate

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// mostWords is how many words of code are taken for one command.
const mostWords = 12

// code adds the commands that a script in another language may run. A script that is not known
// before is doubtful.
func (l *line) code(c command) {
	operand, script := false, false
	for i, w := range c.words[1:] {
		begins := !operand && !w.isOption() && string(w) != "-" && !takesValue(c.words[i])
		operand = operand || !w.isOption() && (!isInput(w) || string(w) == string(unknown)) || slices.Contains([]string{"--version", "--help", "-V", "-v", "-h", "-l"}, string(w))
		script = script || begins && w.isKnown() && !c.words[i].isOption() && !c.is(first) // Its options are its own.
		_, glued := codeOption(c.program(), w)
		bare, _ := codeOption(c.program(), c.words[i])
		if !w.isKnown() && !script && (bare || glued) || begins && string(w) == string(unknown) && c.is(first) {
			l.doubt(c.String(), "part of its code is unknown until it runs")
			break
		}
	}
	if c.input == nil && !operand {
		l.doubt(c.String(), "it runs what it reads from its input")
	}
	if !c.is(first) {
		l.scripts(c)
	}
	l.mentions(c)
	switch name := c.program(); {
	case strings.HasSuffix(name, "sed"):
		l.replacing(c)
		if hasE().MatchString(joined(c.words[1:])) || hasE().MatchString(string(c.input)) {
			l.inCode(c)
		}
	case strings.HasSuffix(name, "awk") && known(joined(c.words[1:])).isKnown() && c.input.isKnown():
		if text := joined(c.words[1:]) + string(c.input); strings.Contains(text, "|") || strings.Contains(text, "system") || strings.Contains(text, "@") {
			l.inCode(c)
		}
	default:
		l.inCode(c)
	}
}

// mentions notes the words of code, which may write the files of these names, by the only command that has them.
func (l *line) mentions(c command) {
	by, isSed := joined(c.words), strings.HasSuffix(c.program(), "sed")
	if c.is(code) && !c.is(first) && c.input == nil && !slices.ContainsFunc(c.words[1:], func(w word) bool {
		bare, glued := codeOption(c.program(), w)
		return bare || glued
	}) {
		return
	}
	for _, t := range append(c.words[1:len(c.words):len(c.words)], c.input) {
		if isSed && !strings.Contains(string(t), "w ") {
			continue
		}
		for _, token := range tokens(string(t)) {
			name := string(baseOf(known(token)))
			if other, before := l.mentioned[name]; before && other != by {
				l.mentioned[name] = ""
			} else {
				l.mentioned[name] = by
			}
		}
	}
}

// hasE finds the command of sed that runs a line.
var hasE = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[\s\d;{}!$/,~+])e(\s|$)`) })

// codeOption reports whether a word is an option with code, in the word behind it or in the
// same one.
func codeOption(program string, w word) (bare, glued bool) {
	text := string(w)
	if text == "--eval" || text == "--print" || text == "eval" {
		return true, false
	}
	if !w.isOption() || strings.HasPrefix(text, "--") {
		return false, false
	}
	letters := strings.TrimRightFunc(text[1:min(len(text), 6)], func(r rune) bool { return r == unknown || r >= 0x80 })
	bares, glues := "ceEp", "ceE"
	if program == "php" {
		bares, glues = "rRB", "rRB"
	}
	return len(text) < 7 && strings.ContainsAny(letters[max(len(letters)-1, 0):], bares), strings.ContainsAny(letters, glues)
}

// withE finds the flag of sed by which what was put in is run.
var withE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[^\sa-zA-Z0-9][gpiImM0-9]*e[gpiImM0-9]*\s*($|[;}\n])`)
})

// replacing adds the commands that sed runs where it replaces a text.
func (l *line) replacing(c command) {
	for _, w := range c.words[1:] {
		if !withE().MatchString(string(w)) {
			continue
		}
		for _, part := range strings.FieldsFunc(string(w), func(r rune) bool { return strings.ContainsRune("/|#,@!~%", r) }) {
			l.data(part)
		}
	}
}

// inCode adds the commands in the words and the input of a command, as in
// subprocess.run(["git", "push"]): each word of a text may begin one.
func (l *line) inCode(c command) {
	for i, t := range append(c.words[1:len(c.words):len(c.words)], c.input) {
		l.inText(string(t))
		if behind := joined(c.words[min(i+2, len(c.words)):]); argv().MatchString(string(t)) {
			if i+1 == len(c.words) { // the input
				behind = strings.TrimPrefix(joined(operandsOf(c)), "- ")
			}
			l.inText(argv().ReplaceAllLiteralString(string(t), " "+shortened(behind)+" "))
		}
		if c.program() == "socat" {
			l.fields(strings.ReplaceAll(string(t), ":", " "))
		}
	}
}

// argv finds where code takes the words behind it.
var argv = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\]?\s*\+?\s*[\w.]*argv\b(\.slice\(\d*\)|\[[^\]]*\])?|[@*]?\bARGV\b`)
})

// inText adds the commands in a text of code.
func (l *line) inText(text string) {
	for _, spelled := range codeTexts(text) {
		l.fields(spelled)
	}
}

// codeTexts are a text of code as it stands, and as it is with its blanks and joints read.
func codeTexts(text string) []string {
	if read := blanks().Replace(text); read != text {
		return []string{text, read}
	}
	return []string{text}
}

// blanks are the spellings of a blank in a text of code, what stands between the words of a call, and what joins texts.
var blanks = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(".arg(", " ", ".args(", " ", "args:", " ", " nil", "", `"+"`, "", `" + "`, "", "'+'", "", "' + '", "", `" . "`, "", "' . '", "", `\t`, " ", `\n`, " ", `\r`, " ", `\x20`, " ", `\x09`, " ", `\040`, " ", `\u0020`, " ", "\t-", " ", "\t+", " ")
})

// tokens are the words of a text of code.
func tokens(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./@:=+~*"+string(unknown), r)
	})
}

// wordsOf are tokens as words, without make's marks.
func wordsOf(tokens []string) (words []word) {
	for _, t := range tokens {
		if t[0] == '@' {
			t = strings.TrimLeft(t, "@-+")
		}
		words = append(words, known(t))
	}
	return words
}

func (l *line) fields(text string) {
	found := tokens(text)
	if len(found) < 2 {
		return
	}
	words := wordsOf(found)
	for i := range words {
		part := words[i:min(i+mostWords, len(words))]
		if len(part[0]) == 0 || !part[0].isKnown() {
			continue
		}
		if !part[0].isOption() {
			l.list(command{words: part, inner: true})
		}
		if at := slices.Index(part[0], '='); at > 0 && at+1 < len(part[0]) {
			l.list(command{words: append([]word{part[0][at+1:]}, part[1:]...), inner: true}) // x=git push
		}
	}
}

// escapes adds the commands behind the mark by which a program hands a line to a shell.
func (l *line) escapes(c command) {
	for _, t := range append(c.words[1:len(c.words):len(c.words)], c.input) {
		for _, mark := range []string{"!", "shell ", "system ", "program ", ".sh "} {
			for rest := string(t); !l.full; {
				_, after, found := strings.Cut(rest, mark)
				if !found {
					break
				}
				first, _, _ := strings.Cut(after, "\n")
				l.data(strings.Trim(first, `'"`))
				rest = after
			}
		}
	}
}
