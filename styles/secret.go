package styles

import (
	"slices"
	"strings"
)

// keyShape is a kind of key known by its prefix; at least this many key characters follow.
type keyShape struct {
	prefix string
	least  int
}

// keyShapes are the shapes of keys that services give out.
var keyShapes = []keyShape{
	{"sk-", 20}, {"sk_live_", 16}, {"sk_test_", 16}, {"rk_live_", 16},
	{"ghp_", 20}, {"gho_", 20}, {"ghs_", 20}, {"ghu_", 20}, {"github_pat_", 20}, {"glpat-", 16},
	{"xoxb-", 10}, {"xoxp-", 10}, {"xoxa-", 10}, {"xoxs-", 10},
	{"AKIA", 16}, {"ASIA", 16}, {"AIza", 30}, {"ya29.", 20}, {"npm_", 30}, {"SG.", 30}, {"hf_", 30},
	{"eyJ", 40},
}

const leastSecret = 6

// part is a part of a text, from one offset to another.
type part struct{ from, to int }

// secretsIn finds what looks like a key or a password in a line. It may miss one, but takes no
// ordinary word for one.
func secretsIn(line string) []part {
	if len(line) < leastSecret {
		return nil
	}
	return merged(slices.Concat(shapedKeys(line), namedValues(line), urlPasswords(line)))
}

func shapedKeys(s string) []part {
	var found []part
	for _, shape := range keyShapes {
		for at := 0; ; {
			i := strings.Index(s[at:], shape.prefix)
			if i < 0 {
				break
			}
			from := at + i
			at = from + len(shape.prefix)
			if from > 0 && isKeyByte(s[from-1]) {
				continue
			}
			if end := at + keyRun(s[at:]); end-at >= shape.least {
				found, at = append(found, part{from, end}), end
			}
		}
	}
	return found
}

// urlPasswords finds what is between the name and the "@" of an address:
// scheme://name:password@host.
func urlPasswords(s string) []part {
	var found []part
	for at := 0; ; {
		i := strings.Index(s[at:], "://")
		if i < 0 {
			return found
		}
		from := at + i + len("://")
		end := from
		for end < len(s) && s[end] > ' ' && strings.IndexByte("/?#\"'`<>", s[end]) < 0 {
			end++
		}
		at = end
		host := strings.LastIndexByte(s[from:end], '@')
		if host < 0 {
			continue
		}
		_, password, ok := strings.Cut(s[from:from+host], ":")
		if ok && password != "" && !isPlaceholder(password) {
			found = append(found, part{from + host - len(password), from + host})
		}
	}
}

// merged sorts secrets and joins those that overlap.
func merged(found []part) []part {
	slices.SortFunc(found, func(a, b part) int { return a.from - b.from })
	out := found[:0]
	for _, f := range found {
		if n := len(out); n > 0 && f.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, f.to)
			continue
		}
		out = append(out, f)
	}
	return out
}

// isKeyByte reports whether a byte can be part of a key.
func isKeyByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// keyRun counts the characters of a key, with the dots and the like within it.
func keyRun(s string) int {
	n := 0
	for n < len(s) && (isKeyByte(s[n]) || strings.IndexByte("./+=", s[n]) >= 0) {
		n++
	}
	return len(strings.TrimRight(s[:n], "./+"))
}

// secretKind is what a name says about its value.
type secretKind int

const (
	notSecret secretKind = iota
	// keySecret is a key or token, which is long.
	keySecret
	// passwordSecret may be chosen by a person.
	passwordSecret
	// pinSecret is a few digits.
	pinSecret
)

// secretNames are the names of secrets, in lower case and without dashes. A name may end in one
// of them; with whole set, in the whole word.
var secretNames = []struct {
	word  string
	whole bool
	means secretKind
}{
	{"password", false, passwordSecret}, {"passwd", false, passwordSecret}, {"passphrase", false, passwordSecret},
	{"passcode", false, passwordSecret}, {"pwd", true, passwordSecret}, {"pw", true, passwordSecret},
	{"secret", false, keySecret}, {"token", false, keySecret}, {"apikey", false, keySecret}, {"accesskey", false, keySecret},
	{"privatekey", false, keySecret}, {"bearer", false, keySecret}, {"pin", true, pinSecret},
}

// maxSecretName is how much of the end of a name is looked at, in bytes.
const maxSecretName = 64

// The shortest values that count as secrets, by what they are called, and the most
// digits of a PIN.
const (
	leastKey      = 8
	leastPassword = 6
	leastPin      = 4
	mostPin       = 12
)

// isVerb may be between a name and its value in a sentence.
const isVerb = " is "

// namedValues finds the values after the name of a secret.
func namedValues(s string) []part {
	var found []part
	for i := 0; i < len(s); i++ {
		means, behind := notSecret, i+1
		switch c := s[i]; {
		case c == ':' || c == '=' || c == '|':
			means = nameBefore(s[:i], false)
		case c == ' ' && strings.HasPrefix(s[i:], isVerb):
			means, behind = nameBefore(s[:i], false), i+len(isVerb)
		case c == ' ' && i > 0 && isKeyByte(s[i-1]):
			// Of several blanks the first tells: no text is looked through again for each.
			means = nameBefore(s[:i], true)
		}
		if means == notSecret {
			continue
		}
		v, isSecret := valueBehind(s, behind, means)
		if isSecret {
			found = append(found, v)
		}
		// Nothing within a value is looked at twice, but it may end in another name.
		i = max(i, v.to-2)
	}
	return found
}

// nameBefore returns the kind of secret whose name a text ends in; before a mere blank only
// "bearer" counts.
func nameBefore(before string, blank bool) secretKind {
	before = strings.TrimRight(before, `"'* `+"`")
	from := len(before)
	for from > 0 && len(before)-from < maxSecretName && isKeyByte(before[from-1]) {
		from--
	}
	name := before[from:]
	if blank && !strings.EqualFold(name, "bearer") {
		return notSecret
	}
	for _, n := range secretNames {
		if endsIn(name, n.word, n.whole) {
			return n.means
		}
	}
	return notSecret
}

// endsIn reports whether a name, without case and dashes, ends in a word; with whole set, after
// a dash or as all of it.
func endsIn(name, word string, whole bool) bool {
	i := len(name) - 1
	for ; i >= 0 && word != ""; i-- {
		switch c := name[i]; {
		case !whole && (c == '-' || c == '_'):
		case c|0x20 == word[len(word)-1]:
			word = word[:len(word)-1]
		default:
			return false
		}
	}
	return word == "" && (!whole || i < 0 || name[i] == '-' || name[i] == '_')
}

// valueBehind returns the value after blanks and quotes at an offset, and whether it looks like
// a secret.
func valueBehind(s string, at int, means secretKind) (value part, isSecret bool) {
	for at < len(s) && strings.IndexByte(" \t\"'*`", s[at]) >= 0 {
		at++
	}
	end := at
	for end < len(s) && s[end] > ' ' && strings.IndexByte("\"'`,;<>|", s[end]) < 0 {
		end++
	}
	return part{at, end}, means.fits(s[at:end])
}

// fits reports whether a value looks like a secret and not like a word: letters alone never do.
func (n secretKind) fits(value string) bool {
	value = strings.TrimRight(value, ".:!?)")
	letters := strings.ContainsFunc(value, func(r rune) bool { return r >= 'A' && r <= 'z' || r > 0x7F })
	digits := strings.ContainsAny(value, "0123456789")
	switch {
	case isPlaceholder(value):
		return false
	case n == pinSecret:
		return digits && len(strings.Trim(value, "0123456789")) == 0 && len(value) >= leastPin && len(value) <= mostPin
	case n == keySecret:
		return len(value) >= leastKey && letters && digits
	}
	// PWD names a folder as often as a password.
	return len(value) >= leastPassword && letters && (digits || strings.ContainsAny(value, "!#$%^&*+=?~")) && value[0] != '/'
}

// isPlaceholder reports whether a value is kept elsewhere: $NAME, ${NAME}, $(command, {{name}},
// or stars.
func isPlaceholder(value string) bool {
	switch {
	case strings.HasPrefix(value, "${"), strings.HasPrefix(value, "$("), strings.HasPrefix(value, "{{"):
		return true
	case strings.Trim(value, "*") == "":
		return true
	}
	name, ok := strings.CutPrefix(value, "$")
	return ok && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

// namesNext returns which secret has its value on the next line: this one ends after the name,
// or in a YAML block sign.
func namesNext(line string) secretKind {
	line = strings.TrimRight(line, " \t")
	line = strings.TrimRight(strings.TrimRight(line, "|>+-"), " \t")
	if name, ok := strings.CutSuffix(line, ":"); ok {
		return nameBefore(name, false)
	}
	return notSecret
}

// valueAlone returns the secret that is all of a line.
func valueAlone(line string, means secretKind) []part {
	v, isSecret := valueBehind(line, 0, means)
	if !isSecret || slices.ContainsFunc([]byte(line[v.to:]), isWordByte) {
		return nil
	}
	return []part{v}
}

func isWordByte(c byte) bool { return isKeyByte(c) || c > 0x7F }
