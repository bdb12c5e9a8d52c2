package text

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Span is a part of a text, from one offset to another.
type Span struct{ From, To int }

// indentAt returns the indent of the line at an offset.
func indentAt(b []byte, at int) string {
	from := strings.LastIndexAny(string(b[:at]), "\r\n") + 1
	line := string(b[from:at])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// Splice replaces one part of a file with Text.
type Splice struct {
	From, To int
	Text     string
}

// Apply returns b with all splices made. They must not overlap; those at one offset keep
// their order.
func Apply(b []byte, all []Splice) []byte { return applied(b, 0, len(b), inOrder(all)) }

// applied returns what is between two offsets after the splices there, which are in order.
func applied(b []byte, from, to int, all []Splice) []byte {
	next := make([]byte, 0, to-from)
	for _, s := range all {
		if s.From >= from && s.To <= to {
			next = append(append(next, b[from:s.From]...), s.Text...)
			from = s.To
		}
	}
	return append(next, b[from:to]...)
}

func inOrder(all []Splice) []Splice {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Splice) int { return a.From - b.From })
	return all
}

// Changed returns the lines that the splices remove and add, without empty lines around
// them.
func Changed(b []byte, all []Splice) (before, after []string) {
	for all = inOrder(all); len(all) > 0; {
		from := bytes.LastIndexAny(b[:all[0].From], "\r\n") + 1
		to, n := from, 0
		for ; n < len(all) && (n == 0 || all[n].From <= to); n++ {
			rest, _ := LineAt(b, all[n].To)
			to = all[n].To + len(rest)
		}
		was, now := Lines(b[from:to]), Lines(applied(b, from, to, all))
		all = all[n:]
		// Of two lines that are alike, the first is the one that changed.
		for len(was) > 0 && len(now) > 0 && was[len(was)-1] == now[len(now)-1] {
			was, now = was[:len(was)-1], now[:len(now)-1]
		}
		for len(was) > 0 && len(now) > 0 && was[0] == now[0] {
			was, now = was[1:], now[1:]
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

// Behind puts a block of lines after the text that ends at an offset, with one empty
// line before it, and one after it where more text follows at once.
func Behind(b []byte, at int, lines []string, end string) Splice {
	text := strings.Join(lines, end)
	switch {
	case at == 0:
	case b[at-1] == '\n' || b[at-1] == '\r':
		text = end + text
	default:
		text = end + end + text
	}
	return Splice{at, at, text + GapBehind(b, at, end)}
}

// GapBehind returns the line ending that is missing for an empty line between a block that
// ends at an offset and the text after it.
func GapBehind(b []byte, at int, end string) string {
	rest, next := LineAt(b, at)
	below, _ := LineAt(b, next)
	if len(rest) == 0 && next < len(b) && len(bytes.TrimSpace(below)) > 0 {
		return end
	}
	return ""
}

// ErrEdit means that a value cannot be changed without risk.
var ErrEdit = errors.New("cannot be edited safely")

// Wrong is the ErrEdit of a result that was read back and is not what was meant.
func Wrong(what string) error { return fmt.Errorf("%w: the edit would leave %s wrong", ErrEdit, what) }

// Region is a part of a file's new text, with what was there before.
type Region struct {
	Was      []byte
	From, To int
}

// RegionsOf returns the parts of the new text that the splices make.
func RegionsOf(b []byte, splices []Splice) []Region {
	var regions []Region
	shift := 0
	for _, s := range inOrder(splices) {
		from := s.From + shift
		regions = append(regions, Region{b[s.From:s.To], from, from + len(s.Text)})
		shift += len(s.Text) - (s.To - s.From)
	}
	return regions
}

// AddedBehind returns the part of next that was added to the end of was.
func AddedBehind(was, next []byte) []Region {
	if len(next) == len(was) {
		return nil
	}
	return []Region{{nil, len(was), len(next)}}
}
