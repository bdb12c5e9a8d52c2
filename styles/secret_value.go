package styles

import (
	"slices"
	"strings"
)

// naming is what a name says about the value behind it.
type naming int

const (
	namesNothing naming = iota
	// namesKey is said of keys and tokens, which are long.
	namesKey
	// namesPassword is said of what a person may have chosen.
	namesPassword
	// namesPin is said of a few digits.
	namesPin
)

// secretNames are the names of values that nobody should read over a shoulder, in
// lower case and without their dashes. A name may end in one of them; a short one
// has to be a whole word of it.
var secretNames = []struct {
	word  string
	whole bool
	means naming
}{
	{"password", false, namesPassword}, {"passwd", false, namesPassword}, {"passphrase", false, namesPassword},
	{"passcode", false, namesPassword}, {"pwd", true, namesPassword}, {"pw", true, namesPassword},
	{"secret", false, namesKey}, {"token", false, namesKey}, {"apikey", false, namesKey}, {"accesskey", false, namesKey},
	{"privatekey", false, namesKey}, {"bearer", false, namesKey}, {"pin", true, namesPin},
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

// isVerb is what may stand between a name and its value in a sentence.
const isVerb = " is "

// namedValues finds the values that stand behind the name of a secret.
func namedValues(s string) []part {
	var found []part
	for i := 0; i < len(s); i++ {
		means, behind := namesNothing, i+1
		switch c := s[i]; {
		case c == ':' || c == '=' || c == '|':
			means = nameBefore(s[:i], false)
		case c == ' ' && strings.HasPrefix(s[i:], isVerb):
			means, behind = nameBefore(s[:i], false), i+len(isVerb)
		case c == ' ' && i > 0 && isKeyByte(s[i-1]):
			// Of several blanks the first tells: no text is looked through again for each.
			means = nameBefore(s[:i], true)
		}
		if means == namesNothing {
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

// nameBefore tells which name of a secret a text ends in; in front of a mere blank
// only "bearer" is one.
func nameBefore(before string, blank bool) naming {
	before = strings.TrimRight(before, `"'* `+"`")
	from := len(before)
	for from > 0 && len(before)-from < maxSecretName && isKeyByte(before[from-1]) {
		from--
	}
	name := before[from:]
	if blank && !strings.EqualFold(name, "bearer") {
		return namesNothing
	}
	for _, n := range secretNames {
		if endsIn(name, n.word, n.whole) {
			return n.means
		}
	}
	return namesNothing
}

// endsIn reports whether a name, whatever its case and without its dashes, ends in a
// word of lower-case letters; as a whole word it has a dash in front, or nothing.
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

// valueBehind gives the value that starts at an offset, behind blanks and quotes, and
// tells whether it looks like a secret.
func valueBehind(s string, at int, means naming) (value part, isSecret bool) {
	for at < len(s) && strings.IndexByte(" \t\"'*`", s[at]) >= 0 {
		at++
	}
	end := at
	for end < len(s) && s[end] > ' ' && strings.IndexByte("\"'`,;<>|", s[end]) < 0 {
		end++
	}
	return part{at, end}, means.fits(s[at:end])
}

// fits reports whether a value looks like a secret and not like a word of a
// sentence: letters alone never do.
func (n naming) fits(value string) bool {
	value = strings.TrimRight(value, ".:!?)")
	letters := strings.ContainsFunc(value, func(r rune) bool { return r >= 'A' && r <= 'z' || r > 0x7F })
	digits := strings.ContainsAny(value, "0123456789")
	switch {
	case isPlaceholder(value):
		return false
	case n == namesPin:
		return digits && len(strings.Trim(value, "0123456789")) == 0 && len(value) >= leastPin && len(value) <= mostPin
	case n == namesKey:
		return len(value) >= leastKey && letters && digits
	}
	// PWD names a folder as often as a password.
	return len(value) >= leastPassword && letters && (digits || strings.ContainsAny(value, "!#$%^&*+=?~")) && value[0] != '/'
}

// isPlaceholder reports what stands for a value that is kept elsewhere: $NAME,
// ${NAME}, $(command, {{name}}, or stars.
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

// namesNext tells of which secret the value is on the next line: this line ends
// behind the name, or in the sign of a YAML block.
func namesNext(line string) naming {
	line = strings.TrimRight(line, " \t")
	line = strings.TrimRight(strings.TrimRight(line, "|>+-"), " \t")
	if name, ok := strings.CutSuffix(line, ":"); ok {
		return nameBefore(name, false)
	}
	return namesNothing
}

// valueAlone gives the value that a line has and nothing else.
func valueAlone(line string, means naming) []part {
	v, isSecret := valueBehind(line, 0, means)
	if !isSecret || slices.ContainsFunc([]byte(line[v.to:]), isWordByte) {
		return nil
	}
	return []part{v}
}

func isWordByte(c byte) bool { return isKeyByte(c) || c > 0x7F }
