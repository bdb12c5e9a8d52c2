package styles

import (
	"slices"
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

// leastSecret is the shortest text that can hold a secret, in bytes.
const leastSecret = 6

// part is a part of a text, from one offset to another.
type part struct{ from, to int }

// secretsIn finds what looks like a key or a password in a line. It may miss one,
// and takes no ordinary word for one.
func secretsIn(line string) []part {
	if len(line) < leastSecret {
		return nil
	}
	return merged(slices.Concat(shapedKeys(line), namedValues(line), urlPasswords(line)))
}

// shapedKeys finds access keys by how they begin.
func shapedKeys(s string) []part {
	var found []part
	for _, shape := range keyShapes {
		for at := 0; ; {
			i := strings.Index(s[at:], shape.prefix)
			if i < 0 {
				break
			}
			from := at + i
			at = from + len(shape.prefix)
			if from > 0 && isKeyByte(s[from-1]) {
				continue
			}
			if end := at + keyRun(s[at:]); end-at >= shape.least {
				found, at = append(found, part{from, end}), end
			}
		}
	}
	return found
}

// urlPasswords finds what stands between the name and the "@" of an address:
// scheme://name:password@host.
func urlPasswords(s string) []part {
	var found []part
	for at := 0; ; {
		i := strings.Index(s[at:], "://")
		if i < 0 {
			return found
		}
		from := at + i + len("://")
		end := from
		for end < len(s) && s[end] > ' ' && strings.IndexByte("/?#\"'`<>", s[end]) < 0 {
			end++
		}
		at = end
		host := strings.LastIndexByte(s[from:end], '@')
		if host < 0 {
			continue
		}
		_, password, ok := strings.Cut(s[from:from+host], ":")
		if ok && password != "" && !isPlaceholder(password) {
			found = append(found, part{from + host - len(password), from + host})
		}
	}
}

// merged puts secrets in order and together where they overlap.
func merged(found []part) []part {
	slices.SortFunc(found, func(a, b part) int { return a.from - b.from })
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
