package styles

import (
	"slices"
	"strconv"
	"strings"
)

// keyShape is a kind of access key that is known by how it begins: its prefix, and
// how many more characters of a key follow at least.
type keyShape struct {
	prefix string
	least  int
}

// keyShapes are the shapes of keys that services give out. A new one is one row
// here and one in the test.
var keyShapes = []keyShape{
	{"sk-", 20}, {"sk_live_", 16}, {"sk_test_", 16}, {"rk_live_", 16},
	{"ghp_", 20}, {"gho_", 20}, {"ghs_", 20}, {"ghu_", 20}, {"github_pat_", 20}, {"glpat-", 16},
	{"xoxb-", 10}, {"xoxp-", 10}, {"xoxa-", 10}, {"xoxs-", 10},
	{"AKIA", 16}, {"ASIA", 16}, {"AIza", 30}, {"ya29.", 20}, {"npm_", 30}, {"SG.", 30}, {"hf_", 30},
	{"eyJ", 40},
}

// secretNames are the names of values that nobody should read over a shoulder, in
// lower case and without their dashes. A name may end in one of them.
var secretNames = []string{"password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "bearer"}

// leastValue is the shortest value that counts as a secret.
const leastValue = 8

// secret is a part of a text that is not shown.
type secret struct{ from, to int }

// secrets finds what looks like a key or a password. It may miss one, and takes no
// ordinary word for one: a value counts only with letters and digits in it.
func secrets(s string) []secret {
	if len(s) < leastValue {
		return nil
	}
	var found []secret
	for _, shape := range keyShapes {
		for at := 0; ; {
			i := strings.Index(s[at:], shape.prefix)
			if i < 0 {
				break
			}
			from := at + i
			at = from + len(shape.prefix)
			// Asked first, so that a long run is not measured from each of its bytes.
			if from > 0 && isKeyByte(s[from-1]) {
				continue
			}
			if end := at + keyRun(s[at:]); end-at >= shape.least {
				found, at = append(found, secret{from, end}), end
			}
		}
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c == ':' || c == '=' || c == ' ') && namesSecret(s[:i], c == ' ') {
			v, isSecret := valueBehind(s, i+1)
			if isSecret {
				found = append(found, v)
			}
			// Nothing within a value is looked at twice, but it may end in another name.
			i = max(i, v.to-2)
		}
	}
	return merged(found)
}

// merged puts secrets in order and together where they touch.
func merged(found []secret) []secret {
	slices.SortFunc(found, func(a, b secret) int { return a.from - b.from })
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

// maxName is how far before a value its name is looked for, in bytes: a bound keeps
// the work linear, however many quotes and blanks a text consists of.
const maxName = 64

// namesSecret reports whether a text ends in the name of a secret; behind a blank
// only "bearer" is one.
func namesSecret(before string, blank bool) bool {
	before = strings.TrimRight(before[max(0, len(before)-maxName):], `"'* `+"`")
	from := len(before)
	for from > 0 && isKeyByte(before[from-1]) {
		from--
	}
	var letters [maxName]byte
	name := letters[:0]
	for _, c := range []byte(before[from:]) {
		switch {
		case c >= 'A' && c <= 'Z':
			name = append(name, c+'a'-'A')
		case c != '-' && c != '_':
			name = append(name, c)
		}
	}
	if blank {
		return string(name) == "bearer"
	}
	for _, n := range secretNames {
		if len(name) >= len(n) && string(name[len(name)-len(n):]) == n {
			return true
		}
	}
	return false
}

// valueBehind gives the value that starts at an offset, behind blanks and quotes, and
// tells whether it looks like a secret.
func valueBehind(s string, at int) (value secret, isSecret bool) {
	for at < len(s) && strings.IndexByte(" \t\"'*`", s[at]) >= 0 {
		at++
	}
	end, letters, digits := at, false, false
	for end < len(s) && s[end] > ' ' && strings.IndexByte("\"'`,;<>", s[end]) < 0 {
		letters = letters || s[end] >= 'A' && s[end] <= 'z'
		digits = digits || s[end] >= '0' && s[end] <= '9'
		end++
	}
	return secret{at, end}, end-at >= leastValue && letters && digits
}

// showMasked is show with the secrets of raw replaced by their length.
func showMasked(raw string, as notation) Text {
	found := secrets(raw)
	if len(found) == 0 {
		return show(raw, as)
	}
	w := writer{notation: as}
	at := 0
	for _, f := range found {
		w.write(raw[at:f.from])
		w.token(maskWord + strconv.Itoa(f.to-f.from) + " bytes")
		at = f.to
	}
	w.write(raw[at:])
	return w.text()
}

// maskWord begins the token that stands for a secret.
const maskWord = "masked: "

// Masking gives the theme that shows no keys and passwords of a vault: in their
// place stands how long they are. They cannot be read back from it.
func (t *Theme) Masking() *Theme {
	masking := *t
	masking.masks = true
	return &masking
}

// Revealing gives the theme that shows everything.
func (t *Theme) Revealing() *Theme {
	revealing := *t
	revealing.masks = false
	return &revealing
}

// Masks reports whether the theme leaves out secrets, and a text has one.
func (t *Theme) Masks(raw []byte) bool {
	if !t.masks {
		return false
	}
	private := privateKey{}
	for line := range strings.Lines(string(raw)) {
		if private.hides(line) || len(secrets(line)) > 0 {
			return true
		}
	}
	return false
}

// MaskedJSON gives JSON text without the secrets in its strings. What stands for a
// secret is plain ASCII, so that JSON stays JSON.
func MaskedJSON(text []byte) []byte {
	found := secrets(string(text))
	out := make([]byte, 0, len(text))
	at := 0
	for _, f := range found {
		// A value may run over an escape or the end of its string.
		end := f.from + strings.IndexAny(string(text[f.from:f.to])+`\`, `\"`)
		out = append(out, text[at:f.from]...)
		out = append(out, "["+maskWord+strconv.Itoa(end-f.from)+" bytes]"...)
		at = end
	}
	return append(out, text[at:]...)
}

// privateKey tells, line by line, which lines of a file are the body of a private
// key.
type privateKey struct{ inside bool }

func (p *privateKey) hides(line string) bool {
	switch {
	case strings.Contains(line, "PRIVATE KEY-----"):
		p.inside = strings.Contains(line, "-----BEGIN ")
		return false
	case strings.TrimSpace(line) == "":
		p.inside = false
	}
	return p.inside
}
