package doubt

import (
	"fmt"
	"strings"
	"unicode"

	"coldstart/model"
)

// disguise is a set of characters that a reader does not see, or that change what
// stands around them.
type disguise struct {
	what string
	has  func(r rune) bool
}

var disguises = []disguise{
	{"turning the direction of text", func(r rune) bool {
		return r == 0x061C || r == 0x200E || r == 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
	}},
	{"without width", func(r rune) bool {
		return r == 0x200B || r == 0x200C || r == 0x2060 || r >= 0x2061 && r <= 0x2064 || r == 0xFEFF || r == 0x180E
	}},
	{"of the tags that nobody sees", func(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }},
	{"able to carry a hidden message", func(r rune) bool { return r >= 0xFE00 && r <= 0xFE0D || r >= 0xE0100 && r <= 0xE01EF }},
}

// hiddenCharacters counts the characters that no honest request needs. A joiner
// between two letters of an emoji is none of them.
func (p *page) hiddenCharacters() []place {
	var found []place
	for _, d := range disguises {
		n, first, example := 0, 0, rune(0)
		for i, line := range p.lines {
			if isASCII(line) {
				continue
			}
			for _, r := range line {
				if !d.has(r) {
					continue
				}
				if n++; n == 1 {
					first, example = i+1, r
				}
			}
		}
		if n > 0 {
			found = append(found, place{first, fmt.Sprintf("%s %s, the first is U+%04X", model.Counted(n, "character"), d.what, example)})
		}
	}
	return found
}

// mixedScripts finds a word of a field of the decision whose letters are of several
// scripts, or an address with letters that look like others.
func (p *page) mixedScripts() []place {
	var found []place
	for _, r := range p.rows {
		key := yamlKey(r.key)
		if !decides(key) || isASCII(r.value) {
			continue
		}
		for _, word := range strings.FieldsFunc(r.value, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsMark(c) }) {
			if odd := strangers(word, strings.ContainsAny(r.value, "@/")); odd != "" {
				found = append(found, place{r.line, fmt.Sprintf("%s mixes letters that look alike: %s", key, odd)})
				break
			}
		}
	}
	return found
}

// strangers spells the letters of a word that are of another script than Latin, when
// it has Latin letters too, or when it stands in an address and looks like Latin.
func strangers(word string, address bool) string {
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
			alike = alike && twins[r] != 0
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
		if key := yamlKey(r.key); decides(key) && strings.IndexFunc(r.value, isRightToLeft) >= 0 {
			return []place{{r.line, key + " has letters that are written from right to left; a terminal may show its parts in another order"}}
		}
	}
	return nil
}

func isRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// twins are the letters of other scripts that look like one of those that names of
// fields and addresses are made of (Unicode, confusables).
var twins = map[rune]rune{
	'а': 'a', 'в': 'b', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'һ': 'h', 'і': 'i', 'ј': 'j', 'к': 'k', 'ӏ': 'l', 'м': 'm', 'о': 'o',
	'р': 'p', 'ԛ': 'q', 'г': 'r', 'ѕ': 's', 'т': 't', 'у': 'y', 'ѵ': 'v', 'ԝ': 'w', 'х': 'x', 'п': 'n',
	'α': 'a', 'β': 'b', 'ϲ': 'c', 'ε': 'e', 'η': 'n', 'ι': 'i', 'κ': 'k', 'ν': 'v', 'ο': 'o', 'ρ': 'p', 'τ': 't', 'υ': 'u', 'χ': 'x',
	'ı': 'i', 'ɑ': 'a', 'ɡ': 'g', 'ո': 'n', 'օ': 'o', 'ս': 'u',
}

// fold gives a key as a person reads it: in small letters, without blanks, with the
// letters that each one looks like.
func fold(key string) string {
	return strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		switch {
		case r >= 0xFF01 && r <= 0xFF5E:
			return unicode.ToLower(r - 0xFEE0)
		case r == ' ', r == '\t', r == '\u00a0', unicode.Is(unicode.Cf, r), unicode.Is(unicode.Mn, r):
			return -1
		case r == '-':
			return '_'
		case twins[r] != 0:
			return twins[r]
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
