package styles

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"coldstart/styles/secrets"
)

// MaskedJSON masks the secrets in the strings of JSON text, in plain ASCII, and keeps every other
// byte. A string is looked at decoded and with its key; the strings of an array are the lines
// of one text.
func (t *Theme) MaskedJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	found, at := stringsIn(text), 0
	for len(found) > 0 {
		n := 1
		for n < len(found) && found[n].goesOn {
			n++
		}
		for i, masked := range t.maskedLines(found[:n]) {
			out = append(out, text[at:found[i].from]...)
			out = append(out, quotedAgain(text[found[i].from:found[i].to], found[i].text, masked)...)
			at = found[i].to
		}
		found = found[n:]
	}
	return append(out, text[at:]...)
}

type jsonString struct {
	from, to int
	text     string
	// key is that of a value; goesOn is true after another string of the same array.
	key    string
	goesOn bool
}

func stringsIn(text []byte) []jsonString {
	var found []jsonString
	key, isValue, apart := "", false, true
	for at := 0; at < len(text); {
		if c := text[at]; c != '"' {
			isValue = c == ':' || isValue && isBlank(c)
			apart = apart || c != ',' && !isBlank(c)
			at++
			continue
		}
		s := jsonString{from: at, to: stringEnd(text, at)}
		at = s.to
		if json.Unmarshal(text[s.from:s.to], &s.text) != nil {
			apart = true
			continue
		}
		isKey := comesNext(text[at:], ':')
		s.goesOn = !apart && !isKey
		if isValue {
			s.key = key
		}
		found = append(found, s)
		key, isValue, apart = s.text, false, isKey
	}
	return found
}

// comesNext reports whether a text begins with a byte, after blanks.
func comesNext(text []byte, want byte) bool {
	for _, c := range text {
		if !isBlank(c) {
			return c == want
		}
	}
	return false
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func stringEnd(text []byte, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// maskedLines masks the secrets of strings that are the lines of one text; the value of a secret
// name it masks whole.
func (t *Theme) maskedLines(lines []jsonString) []string {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text
	}
	hidden, at := t.secrets.In(strings.Join(texts, "\n")), 0
	for i, l := range lines {
		if l.key != "" && secrets.IsValueOf(l.key, l.text) {
			texts[i] = maskedPart(len(l.text))
			continue
		}
		var out strings.Builder
		from, end := at, at+len(l.text)
		for len(hidden) > 0 && hidden[0].From < end {
			out.WriteString(l.text[from-at:hidden[0].From-at] + maskedPart(hidden[0].To-hidden[0].From))
			from, hidden = hidden[0].To, hidden[1:]
		}
		texts[i] = out.String() + l.text[from-at:]
		at = end + 1
	}
	return texts
}

// quotedAgain quotes a masked string; one without secrets stays as it was.
func quotedAgain(raw []byte, was, masked string) []byte {
	if was == masked {
		return raw
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(masked) != nil {
		return raw
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func maskedPart(size int) string { return "[" + maskWord + strconv.Itoa(size) + " bytes]" }
