package secrets

import (
	"regexp"
	"strings"
	"sync"
)

// lineRule says where a secret stands in a line that has a word, or enough digits if there is none: in
// the groups of a pattern, which is tried from the word on. What else holds of it says fits.
type lineRule struct {
	word    string
	pattern func() *regexp.Regexp
	fits    func(value string) bool
}

// lineRules are for values that may have blanks or be one word, so that only their places tell them.
var lineRules = []lineRule{
	{"ookie", once(`(?i)[\w.-]*(?:sess|sid|auth|token|jwt|remember)[\w.-]*=([^;\s"',]{8,})`), keySecret.fits},
	{`"auth"`, once(`"auth"\s*:\s*"([A-Za-z0-9+/]{12,}={0,2})"`), keySecret.fits},
	{"define", once(`define\(\s*['"](?:AUTH|SECURE_AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)['"]\s*,\s*(?:'([^']+)'|"([^"]+)")`), isAny},
	{"psk", once(`(?i)\bpsk\s*=\s*"([^"]{8,})"`), isAny},
	{"bindpw", once(`(?i)\bbindpw(?:\s*[:=]\s*(\S+)|\s+(\S+)\s*$)`), isAny},
	{"snmp-server community", once(`(?i)community\s+(\S+)`), isAny},
	{"rocommunity", once(`(?i)community6?\s+(\S+)`), isAny},
	{"rwcommunity", once(`(?i)community6?\s+(\S+)`), isAny},
	{"", once(`(?:^|[^\w.,-]|_)((?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6011|65\d\d|35\d\d)(?:\d{12}|(?:[ -]\d{4}){3})|3[47]\d\d(?:\d{11}|[ -]\d{6}[ -]\d{5}))(?:\b|_)`), isCard},
}

func once(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

func isAny(string) bool { return true }

// leastCard is how many digits the number of a card has at least.
const leastCard = 15

// byLineRules finds the secrets of a line that stand where lineRules say.
func byLineRules(line string) []Part {
	var found []Part
	for _, r := range lineRules {
		at := 0
		if r.word != "" {
			at = strings.Index(line, r.word)
		} else if mostDigits(line) < leastCard {
			continue
		}
		if at < 0 {
			continue
		}
		for _, m := range r.pattern().FindAllStringSubmatchIndex(line[at:], -1) {
			for g := 2; g < len(m); g += 2 {
				if p := (Part{at + m[g], at + m[g+1]}); m[g] >= 0 && !isPlaceholder(line[p.From:p.To]) && r.fits(line[p.From:p.To]) {
					found = append(found, p)
				}
			}
		}
	}
	return found
}

// mostDigits is how many digits stand together, with nothing but blanks and dashes between them.
func mostDigits(line string) (most int) {
	n := 0
	for i := range len(line) {
		switch c := line[i]; {
		case c >= '0' && c <= '9':
			n++
			most = max(most, n)
		case c != ' ' && c != '-':
			n = 0
		}
	}
	return most
}

// isCard reports whether the last digit of a number is the one that the others ask for (ISO/IEC 7812).
func isCard(number string) bool {
	sum, place := 0, 0
	for i := len(number) - 1; i >= 0; i-- {
		n := int(number[i]) - '0'
		if n < 0 || n > 9 {
			continue
		}
		if place++; place%2 == 0 {
			n *= 2
		}
		sum += n/10 + n%10
	}
	return sum%10 == 0
}

// appPassword is four groups of four small letters, as Google shows the password of an app, if no word
// follows.
var appPassword = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^[ \\t\"'*`]*([a-z]{4}(?:[ \\x{A0}][a-z]{4}){3})(?:$|[ \\x{A0}]?(?:$|[^ \\w\\x{A0}]))")
})

// mostApp is how much of a text is looked at for one, in bytes.
const mostApp = 64

// fourFours returns the password of an app at an offset.
func fourFours(s string, at int) (Part, bool) {
	rest := s[at:min(len(s), at+mostApp)]
	if strings.Count(rest, " ")+strings.Count(rest, "\u00A0") < 3 {
		return Part{}, false
	}
	m := appPassword().FindStringSubmatchIndex(rest)
	if m == nil {
		return Part{}, false
	}
	return Part{at + m[2], at + m[3]}, true
}
