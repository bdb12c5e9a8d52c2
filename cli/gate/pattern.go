package gate

import (
	"slices"
	"strings"
	"unicode"
)

// word is the text of one word of a command. A part that is not known before is one unknown.
type word []rune

// unknown stands for any text, which may be empty and may have blanks.
// Bytes that are no character are as unknown.
const unknown = unicode.ReplacementChar

func known(text string) word { return word(text) }

// String shows what is unknown as "…".
func (w word) String() string {
	return strings.ReplaceAll(string(w), string(unknown), "…")
}

// isKnown reports whether the whole text is known.
func (w word) isKnown() bool {
	for _, r := range w {
		if r == unknown {
			return false
		}
	}
	return true
}

// isOption reports whether the word looks like an option; +name is one of cargo's and
// rustc's.
func (w word) isOption() bool { return len(w) > 1 && (w[0] == '-' || w[0] == '+') }

// wide is a pattern of a rule that restricts.
type wide struct {
	runes []rune
	// fold is true for a pattern without capitals, which fits these, too.
	fold bool
}

// pattern reads a pattern as rules that restrict mean it; an empty one fits everything.
func pattern(text string) wide {
	if text == "" {
		text = "*"
	}
	return wide{runes: []rune(strings.Join(strings.Fields(text), " ")), fold: !strings.ContainsFunc(text, unicode.IsUpper)}
}

// places says for each place of a pattern whether it can be reached; the last one is its
// end.
type places []bool

// begin returns the places before anything is read.
func (p wide) begin() places {
	at := make(places, len(p.runes)+1)
	p.reach(at, 0)
	return at
}

// reach marks a place, and those behind the stars that follow.
func (p wide) reach(at places, i int) {
	at[i] = true
	for ; i < len(p.runes) && p.runes[i] == '*'; i++ {
		at[i+1] = true
	}
}

// step returns the places after a text, false when there is none.
func (p wide) step(from places, text word, fold bool) (places, bool) {
	at, next := slices.Clone(from), make(places, len(from))
	some := at.any()
	for _, r := range text {
		if !some {
			break
		}
		clear(next)
		for i := slices.Index(at, true); i < len(p.runes); i++ {
			switch {
			case r == unknown:
				next[i] = true
			case !at[i]:
			case p.runes[i] == '*':
				p.reach(next, i)
			case p.runes[i] == '?', same(p.runes[i], r, fold):
				p.reach(next, i+1)
			}
		}
		next[len(p.runes)] = next[len(p.runes)] || r == unknown
		at, next = next, at
		some = at.any()
	}
	return at, some
}

func same(a, b rune, fold bool) bool {
	return a == b || fold && unicode.ToLower(a) == unicode.ToLower(b)
}

func (at places) any() bool { return slices.Contains(at, true) }

func (at places) end() bool { return at[len(at)-1] }

func (at places) add(more places) {
	for i, ok := range more {
		at[i] = at[i] || ok
	}
}

// fits reports whether a text can be one of the pattern's.
func (p wide) fits(text word) bool {
	at, ok := p.step(p.begin(), text, p.fold)
	return ok && at.end()
}

// fitsCommand reports whether the pattern fits a command: its program by whole or last
// name, options left out or not, each with the word behind it or without, and any words at
// the end.
func (p wide) fitsCommand(c command) bool {
	for _, program := range c.names() {
		if p.fitsWords(program, c.words[1:], c.input) {
			return true
		}
	}
	return false
}

// mostTries is how often the program of a pattern is looked for among the words of another one.
const mostTries = 32

// fitsWithin reports whether the pattern fits a command that any program may run: its first
// two words, which have to stand in the pattern as they are, stand there as words of their
// own. The second one may be cut short for programs that complete it.
func (p wide) fitsWithin(c command) bool {
	first, rest, _ := strings.Cut(string(p.runes), " ")
	second, _, _ := strings.Cut(rest, " ")
	second = strings.TrimRight(second, "*")
	if second == "" || strings.ContainsAny(first+second, "*?") {
		return false
	}
	switch w, ok := c.row(); {
	case !ok:
		c.words = apart(c)
	case w.how&(talks|starts) != 0:
		return false
	}
	tries := 0
	for i, w := range c.words {
		inner := command{words: c.words[i : i+1]}
		if !w.isKnown() || len(w) == 0 || !strings.EqualFold(string(inner.base()), first) {
			continue
		}
		if tries++; tries > mostTries {
			return true // too many to look at
		}
		inner.words = c.words[i:]
		for j, sub := range inner.words[1:] {
			text := string(sub)
			short := first == "npm" && len(text) > 1 && strings.HasPrefix(second, text)
			if !short && (strings.EqualFold(first, c.program()) || !strings.HasPrefix(text, second)) {
				continue
			}
			words := slices.Clone(inner.words)
			if short {
				words[j+1] = known(second)
			}
			if p.fitsWords(known(first), words[1:], nil) {
				return true
			}
		}
	}
	return false
}

// apart are the words of a program that is not in the table, and behind them those of each text among them, which it may run.
func apart(c command) []word {
	words := c.words
	for _, w := range append(c.words[1:len(c.words):len(c.words)], c.input) {
		if strings.ContainsAny(string(w), " \t\n\"'(,") {
			for _, text := range codeTexts(strings.ReplaceAll(string(w), "=", " ")) {
				words = append(words[:len(words):len(words)], wordsOf(tokens(text))...)
			}
		}
	}
	return words
}

func (p wide) fitsWords(program word, rest []word, input word) bool {
	if len(input) > 0 {
		rest = append(rest[:len(rest):len(rest)], input)
	}
	at := make([]places, len(rest)+2)
	for i := range at {
		at[i] = make(places, len(p.runes)+1)
	}
	at[0], _ = p.step(p.begin(), program, true)
	for i, w := range rest {
		if at[i].end() {
			return true
		}
		if !at[i].any() {
			continue
		}
		if next, ok := p.step(at[i], append(word{' '}, w...), p.fold); ok {
			at[i+1].add(next)
		}
		if w.isOption() {
			at[i+1].add(at[i])
			at[i+2].add(at[i])
		}
	}
	return at[len(rest)].end() || at[len(rest)+1].end()
}

// exact reports whether a pattern of a rule that allows fits a text: as it stands, and from
// its beginning to its end. An empty one fits everything.
func exact(pattern, text string) bool {
	if pattern == "" {
		return true
	}
	p := wide{runes: []rune(pattern)}
	at, ok := p.step(p.begin(), known(text), false)
	return ok && at.end() && known(text).isKnown()
}
