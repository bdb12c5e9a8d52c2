package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// mostMarks is how many pieces of one line have a look of their own. The rest of the
// line is shown as it is.
const mostMarks = 500

// stressed is a line of Markdown by its pieces: code in backticks, and words between
// one or two stars. Stars go where the look of the words says the same; everywhere
// else, and around words that only might be meant so, they stay. Backticks always stay.
func stressed(th *styles.Theme, row styles.Row, from, to int, role styles.Role) styles.Line {
	raw := row.Raw()
	var line styles.Line
	plain := from
	show := func(from, to int, role styles.Role) {
		if from < to {
			line = append(line, styles.Span{Text: row.Part(from, to), Role: role})
		}
	}
	for at := from; at < to && len(line) < mostMarks; {
		size := sameAs(raw[at:to])
		end := 0
		switch raw[at] {
		case '\\':
			// What is escaped is no mark, and stays with its backslash.
			size = min(2, to-at)
		case '`':
			end = codeEnd(raw[:to], at, size)
		case '*':
			end = stressEnd(raw[from:to], at-from, size) + from
		default:
			size = plainSize(raw[at:to])
		}
		if end <= at {
			at += size
			continue
		}
		show(plain, at, role)
		switch {
		case raw[at] == '`':
			show(at, end, styles.RoleCode)
		case th.Emphasizes():
			show(at+size, end-size, stressRole(size))
		default:
			show(at, end, role)
		}
		at, plain = end, end
	}
	show(plain, to, role)
	return line
}

// stressRole is the role of words between stars: one is for italic, two for bold.
func stressRole(stars int) styles.Role {
	if stars == 1 {
		return styles.RoleEmphasis
	}
	return styles.RoleTitle
}

// sameAs counts how often the first byte of s, which is not empty, is repeated.
func sameAs(s string) int { return len(s) - len(strings.TrimLeft(s, s[:1])) }

// plainSize is how far the next byte is that may be a mark.
func plainSize(s string) int {
	if i := strings.IndexAny(s, "\\`*"); i > 0 {
		return i
	}
	return len(s)
}

// farthestMark is how many bytes there may be between two marks that belong together,
// so that a line of nothing but marks is read in reasonable time.
const farthestMark = 4 << 10

// codeEnd is the offset behind the code that n backticks begin, 0 without an end: just
// as many of them.
func codeEnd(raw string, at, n int) int {
	near := raw[:min(len(raw), at+farthestMark)]
	for i := at + n; i < len(near); {
		next := strings.IndexByte(near[i:], '`')
		if next < 0 {
			return 0
		}
		i += next
		size := sameAs(raw[i:])
		if size == n {
			return i + size
		}
		i += size
	}
	return 0
}

// stressEnd is the offset behind the words that n stars begin, else -1. Stars are marks
// only where a word begins and ends: "2*3" and "src/*/x/*" have none.
func stressEnd(raw string, at, n int) int {
	if n > 2 || !opensHere(raw[:at]) {
		return -1
	}
	near := raw[:min(len(raw), at+farthestMark)]
	if first, _ := utf8.DecodeRuneInString(near[at+n:]); !stands(first, "`\"'([") {
		return -1
	}
	for i := at + n; i < len(near); {
		next := strings.IndexAny(near[i:], "*`\\")
		if next < 0 {
			return -1
		}
		i += next
		size := sameAs(raw[i:])
		switch before, _ := utf8.DecodeLastRuneInString(raw[:i]); {
		case raw[i] == '\\':
			i += min(2, len(raw)-i)
			continue
		case raw[i] == '`':
			// Whatever stands in code is no mark.
			if end := codeEnd(raw, i, size); end > 0 {
				i = end
				continue
			}
		case size == n && stands(before, "`\"')].,;:!?%…") && closesHere(raw[i+size:]):
			return i + size
		case size == n:
			return -1
		}
		i += size
	}
	return -1
}

// stands reports whether words between stars may have this at their edge: what words
// and pictures are made of, and some punctuation.
func stands(r rune, punctuation string) bool {
	return draw.IsWordRune(r) || unicode.Is(unicode.So, r) || strings.ContainsRune(punctuation, r)
}

// opensHere reports whether words may begin behind before, closesHere whether they may
// end ahead of after.
func opensHere(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || unicode.IsSpace(r) || strings.ContainsRune("([{\"'—–|", r)
}

func closesHere(after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	return after == "" || unicode.IsSpace(r) || strings.ContainsRune(".,;:!?)]}\"'—–|…", r)
}
