package vault

import "encoding/json"

// jsonMember is one entry of a JSON object: its key, and where the key, the value
// and the end of the value stand.
type jsonMember struct {
	key          string
	at, from, to int
}

// jsonMembers lists the entries of the object at an offset of valid JSON and gives
// where its closing bracket stands. It is not ok for other values, and for what is
// nested deeper than maxNesting.
func jsonMembers(b []byte, at int) (members []jsonMember, end int, ok bool) {
	if at >= len(b) || b[at] != '{' {
		return nil, 0, false
	}
	var j jsonObject
	for at = skipBlanks(b, at+1); at < len(b) && b[at] != '}'; {
		keyEnd, from := keyAt(b, at)
		if from < 0 {
			return nil, 0, false
		}
		m := jsonMember{at: at, from: from, to: j.value(b, from)}
		if m.to < 0 {
			return nil, 0, false
		}
		m.key = jsonText(b[at:keyEnd])
		members = append(members, m)
		if at = skipBlanks(b, m.to); at < len(b) && b[at] == ',' {
			at = skipBlanks(b, at+1)
		}
	}
	return members, at, at < len(b)
}

// jsonElements lists where the elements of the array at an offset of valid JSON
// stand.
func jsonElements(b []byte, at int) (elements []span, ok bool) {
	if at >= len(b) || b[at] != '[' {
		return nil, false
	}
	var j jsonObject
	for at = skipBlanks(b, at+1); at < len(b) && b[at] != ']'; {
		to := j.value(b, at)
		if to < 0 {
			return nil, false
		}
		elements = append(elements, span{at, to})
		if at = skipBlanks(b, to); at < len(b) && b[at] == ',' {
			at = skipBlanks(b, at+1)
		}
	}
	return elements, at < len(b)
}

// jsonText reads a JSON string, "" for any other value.
func jsonText(b []byte) string {
	var text string
	if json.Unmarshal(b, &text) != nil {
		return ""
	}
	return text
}
