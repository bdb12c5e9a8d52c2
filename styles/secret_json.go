package styles

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// MaskedJSON gives JSON text without the secrets in its strings: each string is
// looked at as the text that it stands for, and together with the key in front of
// it. What stands for a secret is plain ASCII. All else stays byte for byte.
func MaskedJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	last, isValue := "", false
	for at := 0; at < len(text); {
		if text[at] != '"' {
			isValue = text[at] == ':' || isValue && isBlank(text[at])
			out = append(out, text[at])
			at++
			continue
		}
		end := stringEnd(text, at)
		raw := text[at:end]
		var s string
		if json.Unmarshal(raw, &s) == nil {
			raw = maskedString(raw, s, isValue && namesSecret(last, false))
		}
		out = append(out, raw...)
		last, isValue, at = s, false, end
	}
	return out
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// stringEnd gives where the string ends that starts at an offset.
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

// maskedString gives a string's JSON text without its secrets: of the value of a
// secret name the whole.
func maskedString(raw []byte, s string, named bool) []byte {
	masked := ""
	if _, isSecret := valueBehind(s, 0); named && isSecret {
		masked = maskedPart(len(s))
	} else if masked = maskedText(s); masked == s {
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

// maskedText masks the secrets of a text line by line, as a screen shows them.
func maskedText(s string) string {
	private := privateKey{}
	var out strings.Builder
	for line := range strings.Lines(s) {
		text := strings.TrimRight(line, "\r\n")
		if private.hides(text) {
			out.WriteString(maskedPart(len(text)) + line[len(text):])
			continue
		}
		at := 0
		for _, f := range secrets(text) {
			out.WriteString(text[at:f.from] + maskedPart(f.to-f.from))
			at = f.to
		}
		out.WriteString(line[at:])
	}
	return out.String()
}

func maskedPart(size int) string { return "[" + maskWord + strconv.Itoa(size) + " bytes]" }
