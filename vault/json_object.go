package vault

// maxNesting is how deep arrays and objects may stand in each other on one line
// of an event log. The library's own limit is 10,000, real lines need three.
const maxNesting = 1_000

// jsonObject reads one JSON object in one pass and without recursion, more than
// twice as fast as the library only checks it. Up to maxNesting its verdict is the
// library's, which does not look at UTF-8 either.
type jsonObject struct {
	// member is called for each entry of the object itself, in order, with the key
	// between its quotes as it was written and the exact text of the value. It may
	// have been called when the object turns out to be broken further on.
	member func(key, value []byte)
	// open are the closing brackets that are still owed, kept for their memory.
	open []byte
}

// read gives the offset behind the object at the beginning of b and the blanks
// around it, -1 when there is none. An object alone ends at len(b).
func (j *jsonObject) read(b []byte) int {
	at := skipBlanks(b, 0)
	if at == len(b) || b[at] != '{' {
		return -1
	}
	if at = skipBlanks(b, at+1); at < len(b) && b[at] == '}' {
		return skipBlanks(b, at+1)
	}
	for {
		keyEnd, from := keyAt(b, at)
		if from < 0 {
			return -1
		}
		key := b[at+1 : keyEnd-1]
		if at = j.value(b, from); at < 0 {
			return -1
		}
		j.member(key, b[from:at])
		if at = skipBlanks(b, at); at == len(b) {
			return -1
		}
		switch b[at] {
		case ',':
			at = skipBlanks(b, at+1)
		case '}':
			return skipBlanks(b, at+1)
		default:
			return -1
		}
	}
}

// value gives the offset behind the value at an offset, -1 when there is none.
func (j *jsonObject) value(b []byte, at int) int {
	j.open = j.open[:0]
	for at >= 0 && at < len(b) {
		switch c := b[at]; c {
		case '{', '[':
			closing := c + 2 // as ASCII has it
			j.open = append(j.open, closing)
			at = skipBlanks(b, at+1)
			switch {
			case len(j.open) >= maxNesting || at == len(b):
				return -1
			case b[at] == closing:
			case c == '{':
				_, at = keyAt(b, at)
				continue
			default:
				continue
			}
		case '"':
			at = stringEnd(b, at)
		default:
			at = wordEnd(b, at)
		}
		var more bool
		if at, more = j.behind(b, at); !more {
			return at
		}
	}
	return -1
}

// behind closes what is closed behind a value. When there is more, it gives the
// offset of the next value.
func (j *jsonObject) behind(b []byte, at int) (next int, more bool) {
	for at >= 0 && len(j.open) > 0 {
		owed := j.open[len(j.open)-1]
		if at = skipBlanks(b, at); at == len(b) {
			return -1, false
		}
		switch b[at] {
		case owed:
			j.open = j.open[:len(j.open)-1]
			at++
		case ',':
			if at = skipBlanks(b, at+1); owed == '}' {
				_, at = keyAt(b, at)
			}
			return at, true
		default:
			return -1, false
		}
	}
	return at, false
}

// keyAt reads a key, its colon and the blanks around. It gives the offset behind
// the key and that of the value, -1 when there is no key.
func keyAt(b []byte, at int) (keyEnd, value int) {
	keyEnd = stringEnd(b, at)
	if keyEnd < 0 {
		return -1, -1
	}
	if at = skipBlanks(b, keyEnd); at == len(b) || b[at] != ':' {
		return -1, -1
	}
	return keyEnd, skipBlanks(b, at+1)
}
