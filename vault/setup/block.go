package setup

import (
	"bytes"
	"errors"
	"strings"

	"coldstart/vault/text"
)

// The block of instructions stands between these lines; what is outside of them is never
// changed.
const (
	beginMarker = "<!-- coldstart:begin -->"
	endMarker   = "<!-- coldstart:end -->"
)

// marks are the lines around a block of ours in a file of somebody else.
type marks struct{ begin, end string }

// ofGuide are the marks of the instructions.
var ofGuide = marks{beginMarker, endMarker}

// errMarkers means that it cannot be told which lines are ours.
var errMarkers = errors.New("it needs one begin marker of coldstart, and one end marker behind it")

// errOpenFence means that what is put behind would be a part of a code block.
var errOpenFence = errors.New("a code block in it has no end, and the instructions would be a part of it")

// find returns the place of the block, from the begin of its first line to the end of its
// last one without the line ending. Markers in a code block are text like any other. It fails
// with errMarkers.
func (m marks) find(b []byte) (at text.Span, found bool, err error) {
	begins, ends, from := 0, 0, markAt(b)
	for place, line := range text.Unfenced(b[from:]) {
		begin := from + place.From
		switch unindented(line) {
		case m.begin:
			begins, at.From = begins+1, begin
		case m.end:
			raw, _ := text.LineAt(b, begin)
			ends, at.To = ends+1, begin+len(raw)
		}
	}
	switch {
	case begins == 0 && ends == 0:
		return text.Span{}, false, nil
	case begins != 1 || ends != 1 || at.To < at.From:
		return text.Span{}, false, errMarkers
	}
	return at, true, nil
}

// markAt is where the text begins: behind a byte order mark.
func markAt(b []byte) int {
	if bytes.HasPrefix(b, text.BOM) {
		return len(text.BOM)
	}
	return 0
}

// unindented is a line without the blanks around it, "" where they make it a code block.
func unindented(line string) string {
	const mostBlanks = 3
	word := strings.TrimLeft(line, " ")
	if len(line)-len(word) > mostBlanks {
		return ""
	}
	return word
}

// put returns the change that puts lines between the markers of b, or behind everything
// with an empty line before it. Whether b ends in a line ending stays as it is, by which
// takeOut knows what was there. It fails with errMarkers, and with errOpenFence.
func (m marks) put(b []byte, content string) (text.Splice, error) {
	at, found, err := m.find(b)
	if err != nil {
		return text.Splice{}, err
	}
	before := b
	if found {
		before = b[:at.From]
	}
	if text.OpenFence(before[markAt(before):]) > 0 {
		return text.Splice{}, errOpenFence
	}
	block := func(end string) string {
		lines := append([]string{m.begin}, text.Lines([]byte(content))...)
		return strings.Join(append(lines, m.end), end)
	}
	if found {
		return text.Splice{From: at.From, To: at.To, Text: block(ownEnd(b, at))}, nil
	}
	end, finished := lastEnd(b)
	put := text.Splice{From: len(b), To: len(b), Text: end + end + block(end)}
	if finished {
		put.Text = end + block(end) + end
	}
	return put, nil
}

// takeOut returns the change that takes the block out of b, with the lines that put added
// around it; all is true when nothing else is in b. It fails with errMarkers.
func (m marks) takeOut(b []byte) (out text.Splice, found, all bool, err error) {
	at, found, err := m.find(b)
	if err != nil || !found {
		return out, false, false, err
	}
	out = text.Splice{From: at.From, To: at.To}
	end := ownEnd(b, at)
	if apart := bytes.HasSuffix(b[:at.From], []byte(end+end)); apart {
		out.From -= len(end)
		if at.To == len(b) {
			out.From -= len(end)
		}
	}
	out.To += len(firstEnd(b[at.To:]))
	return out, true, at.From == 0 && out.To == len(b), nil
}

// ownEnd is the line ending of a block.
func ownEnd(b []byte, at text.Span) string {
	line, _ := text.LineAt(b, at.From)
	return firstEnd(b[at.From+len(line):])
}

// firstEnd is the line ending that b begins with, "" for none.
func firstEnd(b []byte) string {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		if bytes.HasPrefix(b, []byte(end)) {
			return end
		}
	}
	return ""
}

// lastEnd is the line ending of the last line that has one, "\n" without any, and whether b
// ends in it.
func lastEnd(b []byte) (end string, finished bool) {
	last := bytes.LastIndexAny(b, "\r\n")
	if last < 0 {
		return "\n", false
	}
	end = string(b[last])
	if end == "\n" && last > 0 && b[last-1] == '\r' {
		end = "\r\n"
	}
	return end, last == len(b)-1
}
