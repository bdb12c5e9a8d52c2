package vault

import (
	"bytes"
	"slices"
	"strings"
)

// splice puts text in the place of a part of a file. Nothing else of the file
// changes.
type splice struct {
	from, to int
	text     string
}

// spliced gives b with all splices, which do not overlap. Those at one place come in
// their order.
func spliced(b []byte, all []splice) []byte {
	all = inOrder(all)
	next := make([]byte, 0, len(b))
	at := 0
	for _, s := range all {
		next = append(append(next, b[at:s.from]...), s.text...)
		at = s.to
	}
	return append(next, b[at:]...)
}

func inOrder(all []splice) []splice {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b splice) int { return a.from - b.from })
	return all
}

// splicedLines gives the lines that go and come with the splices, without empty
// lines around them.
func splicedLines(b []byte, all []splice) (before, after []string) {
	for _, s := range inOrder(all) {
		from := bytes.LastIndexAny(b[:s.from], "\r\n") + 1
		rest, _ := lineAt(b, s.to)
		to := s.to + len(rest)
		was := linesIn(b[from:to])
		now := linesIn(slices.Concat(b[from:s.from], []byte(s.text), rest))
		for len(was) > 0 && len(now) > 0 && was[0] == now[0] {
			was, now = was[1:], now[1:]
		}
		for len(was) > 0 && len(now) > 0 && was[len(was)-1] == now[len(now)-1] {
			was, now = was[:len(was)-1], now[:len(now)-1]
		}
		before, after = append(before, withoutBlankEdges(was)...), append(after, withoutBlankEdges(now)...)
	}
	return before, after
}

func withoutBlankEdges(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// usualEnd gives the line end that a file uses. It fails where they are damaged.
func usualEnd(b []byte) (string, error) {
	first, next := lineAt(b, 0)
	end := string(b[len(first):next])
	switch {
	case bytes.Contains(b, []byte("\r\r\n")):
		return "", errUneven
	case end == "":
		return "\n", nil
	case end != "\n" && end != "\r\n" && end != "\r":
		return "", errUneven
	}
	return end, nil
}

// behind makes a block of lines stand behind the text that ends at an offset, with
// one empty line before it, and one behind it where more text follows at once.
func behind(b []byte, at int, lines []string, end string) splice {
	text := strings.Join(lines, end)
	switch {
	case at == 0:
	case b[at-1] == '\n' || b[at-1] == '\r':
		text = end + text
	default:
		text = end + end + text
	}
	return splice{at, at, text + gapBehind(b, at, end)}
}

// gapBehind is what has to stand between a block that ends at an offset and the text
// behind it, so that an empty line is between them.
func gapBehind(b []byte, at int, end string) string {
	rest, next := lineAt(b, at)
	below, _ := lineAt(b, next)
	if len(rest) == 0 && next < len(b) && len(bytes.TrimSpace(below)) > 0 {
		return end
	}
	return ""
}
