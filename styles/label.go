package styles

import "unicode/utf8"

// foldLabel folds white space and drops what [Theme.Label] leaves out.
func foldLabel(raw string) string {
	if isLabel(raw) {
		return raw
	}
	out := make([]byte, 0, len(raw))
	blank := false
	for i := 0; i < len(raw); {
		r, size := utf8.DecodeRuneInString(raw[i:])
		switch {
		case isWhite(r):
			blank = true
		case isSelector(r), isSkinTone(r):
		default:
			if blank && len(out) > 0 {
				out = append(out, ' ')
			}
			blank = false
			out = append(out, raw[i:i+size]...)
		}
		i += size
	}
	return string(out)
}

// isLabel reports whether raw is printable ASCII with nothing to fold.
func isLabel(raw string) bool {
	last := byte(' ')
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c < ' ' || c >= 0x7F || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return raw == "" || last != ' '
}

func isWhite(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }
