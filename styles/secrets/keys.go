package secrets

import (
	"strconv"
	"strings"
)

// keyForms are the lines around a key: those of PEM, PGP and OpenSSH, and those of SSH2.
var keyForms = []struct{ begins, ends, dashes string }{
	{"-----BEGIN ", "-----END ", "-----"},
	{"---- BEGIN ", "---- END ", " ----"},
}

// maxKeyName is how long the words of such a line may be, in bytes.
const maxKeyName = 64

// privateKeys finds the bodies of private keys.
func privateKeys(text string) []Part {
	found := puttyKeys(text)
	for _, form := range keyForms {
		last := -1
		for at := 0; ; {
			i := strings.Index(text[at:], form.begins)
			if i < 0 {
				break
			}
			if last < 0 {
				last = max(0, strings.LastIndex(text, form.ends))
			}
			at += i + len(form.begins)
			name, _, ok := strings.Cut(text[at:min(at+maxKeyName, len(text))], form.dashes)
			if !ok || !strings.Contains(name, "PRIVATE KEY") && !strings.Contains(name, "Static key") {
				continue
			}
			at += len(name) + len(form.dashes)
			stop := at + untilBlank(text[at:])
			if at <= last {
				stop = at + strings.Index(text[at:], form.ends)
			}
			if stop > at {
				found = append(found, Part{at, stop})
			}
			at = stop
		}
	}
	return found
}

// untilBlank returns where the blank line begins that ends a key without an end, except the one
// after the headers of old keys.
func untilBlank(text string) int {
	goesOn := true
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		blank := strings.TrimSpace(text[at:end]) == ""
		if blank && !goesOn {
			return at
		}
		goesOn = !blank && strings.Contains(text[at:end], ": ")
		at = end + 1
		if strings.HasPrefix(text[end:], "\r\n") {
			at++
		}
	}
	return len(text)
}

const (
	puttyLines = "Private-Lines:"
	puttyMAC   = "Private-MAC:"
	// mostPuttyLines is more than the longest key has.
	mostPuttyLines = 1000
)

// puttyKeys finds the private lines of PuTTY's key files, which the line before them counts, and the
// MAC behind them.
func puttyKeys(text string) []Part {
	var found []Part
	for at := 0; ; {
		i := strings.Index(text[at:], puttyLines)
		if i < 0 {
			return found
		}
		from := at + i + len(puttyLines)
		end := lineEnd(text, from)
		at = end
		lines, err := strconv.Atoi(strings.TrimSpace(text[from:end]))
		if err != nil {
			continue
		}
		for range min(lines, mostPuttyLines) {
			at = lineEnd(text, nextLine(text, at))
		}
		if at > end {
			found = append(found, Part{end, at})
		}
		mac := nextLine(text, at)
		if line := text[mac:lineEnd(text, mac)]; strings.Contains(line, puttyMAC) {
			found = append(found, Part{mac + strings.Index(line, puttyMAC) + len(puttyMAC) + 1, mac + len(line)})
			at = mac + len(line)
		}
	}
}

// nextLine returns where the line behind one that ends at an offset begins.
func nextLine(text string, end int) int {
	if strings.HasPrefix(text[end:], "\r\n") {
		end++
	}
	return min(end+1, len(text))
}
