// Package secrets finds keys and passwords in text: by the rules of gitleaks, by prefixes, and by the words
// of five languages before a password. It may miss one, but takes no ordinary word for one.
package secrets

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Part is a part of a text, from one offset to another.
type Part struct{ From, To int }

// Finder finds secrets. It keeps the patterns that it had to compile; several goroutines may use it.
type Finder struct {
	ready    sync.Once
	words    keywords
	compiled []compiled
}

// In finds the secrets of a text of any number of lines, in their order. They do not overlap,
// and none spans lines.
func (f *Finder) In(text string) []Part {
	if len(text) < leastPin {
		return nil
	}
	if strings.IndexByte(text, 0) >= 0 {
		return f.betweenNulls(text)
	}
	found := slices.Concat(privateKeys(text), f.byRules(text))
	var before lineBefore
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		line := text[at:end]
		here := append(inLine(line), before.goesOn(line)...)
		for _, p := range here {
			found = append(found, Part{at + p.From, at + p.To})
		}
		at = end + 1
	}
	return splitLines(text, merged(found))
}

// lookAhead is how far behind a cut a secret is looked at that begins before it, in bytes.
const lookAhead = 1 << 10

// Beginning is at most so many bytes of a text, and no part of a character or of a secret: half of one
// is not known for one.
func Beginning(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	var finder Finder
	for _, p := range finder.In(text[:min(len(text), most+lookAhead)]) {
		if p.From < most && most < p.To {
			return text[:p.From]
		}
	}
	return text[:most]
}

// inLine finds the secrets of one line that need no other line and no rule.
func inLine(line string) []Part {
	if len(line) < leastPin {
		return nil
	}
	return slices.Concat(namedValues(line), urlPasswords(line), headerValues(line), commandPasswords(line), netrcEntry(line), byLineRules(line))
}

// lineBefore is what the lines before say about the next one.
type lineBefore struct {
	means kind
	// netrc is true within an entry of a netrc file, login behind the word in one.
	netrc, login bool
}

// goesOn finds the secrets of a line that the lines before announce.
func (b *lineBefore) goesOn(line string) []Part {
	var found []Part
	if b.means != notSecret {
		found = valueAlone(line, b.means)
	}
	words := strings.TrimLeft(line, " \t>*-`")
	if blank := strings.TrimSpace(words) == ""; blank {
		b.netrc, b.login = false, false
		return found
	}
	b.means = namesNext(line)
	b.netrc = b.netrc || firstWord(words, "machine") || words == "default" || firstWord(words, "default login")
	if b.netrc {
		found = append(found, netrcPasswords(line, &b.login)...)
	}
	return found
}

func lineEnd(text string, at int) int {
	if i := strings.IndexAny(text[at:], "\r\n"); i >= 0 {
		return at + i
	}
	return len(text)
}

// betweenNulls ignores the NUL characters of a text: UTF-16 has one beside each letter.
func (f *Finder) betweenNulls(text string) []Part {
	plain := make([]byte, 0, len(text))
	places := make([]int, 0, len(text))
	for i := range len(text) {
		if text[i] != 0 {
			plain, places = append(plain, text[i]), append(places, i)
		}
	}
	found := f.In(string(plain))
	for i, p := range found {
		found[i] = Part{places[p.From], places[p.To-1] + 1}
	}
	return found
}

// splitLines cuts secrets at the ends of lines.
func splitLines(text string, found []Part) []Part {
	var out []Part
	for _, p := range found {
		for from := p.From; from < p.To; {
			end := min(lineEnd(text[:p.To], from), p.To)
			if strings.TrimSpace(text[from:end]) != "" {
				out = append(out, Part{from, end})
			}
			from = end + 1
		}
	}
	return out
}

// merged sorts secrets and joins those that overlap or touch.
func merged(found []Part) []Part {
	slices.SortFunc(found, func(a, b Part) int { return a.From - b.From })
	out := found[:0]
	for _, p := range found {
		if n := len(out); n > 0 && p.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, p.To)
			continue
		}
		out = append(out, p)
	}
	return out
}

// isKeyByte reports whether a byte can be part of a key.
func isKeyByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

func isWordByte(c byte) bool { return isKeyByte(c) || c > 0x7F }
