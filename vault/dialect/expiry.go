package dialect

import (
	"strconv"
	"strings"
	"time"

	"coldstart/model"
)

// expiryPhrases is the table of how a body says that a request lapses, in lower
// case. What follows is a time, or a number and a unit.
var expiryPhrases = []struct {
	phrase   string
	relative bool
}{
	{"will expire on:", false},
	{"expires on:", false},
	{"will expire in ", true},
	{"expires in ", true},
}

// expiryUnits are the units of a relative expiry, by the beginning of the word.
var expiryUnits = []struct {
	word string
	unit time.Duration
}{
	{"min", time.Minute},
	{"hour", time.Hour},
	{"h", time.Hour},
	{"day", 24 * time.Hour},
	{"week", 7 * 24 * time.Hour},
}

// maxExpiry bounds a relative expiry; longer ones are typing errors.
const maxExpiry = 3650 * 24 * time.Hour

// readExpiry finds when the request lapses: a key or a label, else a phrase of the
// file's own text. A mail that is quoted in it is never searched. Within is how
// long after its creation it lapses, when it says only that.
func (p *Page) readExpiry() (stated Fact, within time.Duration) {
	if f := p.fact(fieldExpires); f.Given() {
		return f, relative(f.Text)
	}
	for i := range p.lines {
		l := &p.lines[i]
		s := &p.sections[l.section]
		if l.at != inBody || s.embedded || s.role == roleLeftOut || isLabelLine(l.text) {
			continue
		}
		if text, ok := expiryIn(l.text); ok {
			return Fact{text, model.BasisDerived, int(l.number)}, relative(text)
		}
	}
	return Fact{}, 0
}

// expiryIn finds a phrase of the table in a line and gives the time behind it.
func expiryIn(text string) (string, bool) {
	if len(text) > maxFolded || !strings.Contains(text, "xpire") && !strings.Contains(text, "XPIRE") {
		return "", false
	}
	text = stripBold(text)
	lower := strings.ToLower(text)
	for _, e := range expiryPhrases {
		at := strings.Index(lower, e.phrase)
		if at < 0 || len(lower) != len(text) {
			continue
		}
		rest := strings.Trim(text[at+len(e.phrase):], " `.)_*")
		if rest != "" && isDigit(rest[0]) && (!e.relative || relative(rest) > 0) {
			return rest, true
		}
	}
	return "", false
}

// relative reads "24 hours", "in 24h" and the like; zero for anything else.
func relative(text string) time.Duration {
	text = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), "in ")
	unit := strings.TrimLeft(text, "0123456789")
	n, err := strconv.Atoi(text[:len(text)-len(unit)])
	if err != nil || n <= 0 {
		return 0
	}
	unit = strings.TrimLeft(unit, " -")
	for _, u := range expiryUnits {
		if strings.HasPrefix(unit, u.word) && (u.word != "h" || len(unit) == 1 || unit[1] == ' ') {
			if n > int(maxExpiry/u.unit) {
				return 0
			}
			return time.Duration(n) * u.unit
		}
	}
	return 0
}
