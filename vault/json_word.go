package vault

import "bytes"

func skipBlanks(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r' || b[at] == '\n') {
		at++
	}
	return at
}

// stringEnd gives the offset behind the JSON string at an offset, -1 when there
// is none.
func stringEnd(b []byte, at int) int {
	if at >= len(b) || b[at] != '"' {
		return -1
	}
	for at++; at < len(b); at++ {
		c := b[at]
		if c > '"' && c != '\\' || c == ' ' || c == '!' {
			continue
		}
		switch c {
		case '"':
			return at + 1
		case '\\':
			if at = escapeEnd(b, at); at < 0 {
				return -1
			}
		default:
			return -1
		}
	}
	return -1
}

// escapeEnd gives the offset of the last byte of the escape at an offset, -1 when
// JSON knows none like it.
func escapeEnd(b []byte, at int) int {
	at++
	switch {
	case at >= len(b):
		return -1
	case b[at] == 'u':
		for range 4 {
			if at++; at >= len(b) || bytes.IndexByte([]byte("0123456789abcdefABCDEF"), b[at]) < 0 {
				return -1
			}
		}
	case bytes.IndexByte([]byte(`"\/bfnrt`), b[at]) < 0:
		return -1
	}
	return at
}

// wordEnd gives the offset behind the number, true, false or null at an offset,
// -1 when there is none.
func wordEnd(b []byte, at int) int {
	switch b[at] {
	case 't':
		return literalEnd(b, at, "true")
	case 'f':
		return literalEnd(b, at, "false")
	case 'n':
		return literalEnd(b, at, "null")
	case '-':
		at++
	}
	if at < len(b) && b[at] == '0' {
		at++
	} else if at = digitsEnd(b, at); at < 0 {
		return -1
	}
	if at < len(b) && b[at] == '.' {
		if at = digitsEnd(b, at+1); at < 0 {
			return -1
		}
	}
	if at < len(b) && (b[at] == 'e' || b[at] == 'E') {
		if at++; at < len(b) && (b[at] == '+' || b[at] == '-') {
			at++
		}
		at = digitsEnd(b, at)
	}
	return at
}

func literalEnd(b []byte, at int, word string) int {
	if !bytes.HasPrefix(b[at:], []byte(word)) {
		return -1
	}
	return at + len(word)
}

// digitsEnd gives the offset behind one or more digits, -1 when there is none.
func digitsEnd(b []byte, at int) int {
	from := at
	for at < len(b) && b[at] >= '0' && b[at] <= '9' {
		at++
	}
	if at == from {
		return -1
	}
	return at
}
