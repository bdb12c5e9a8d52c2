package plans

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"coldstart/vault/dialect"
	"coldstart/vault/text"
)

// ErrNoLog is returned for a plan that has no place for another log line.
var ErrNoLog = errors.New("so no line was added to its reasoning log")

// logPlace is where a plan's reasoning log ends.
type logPlace struct {
	// at is the offset behind the log's last line that is not blank.
	at int
	// end is that line's own end, empty at the end of a file without one.
	end string
	// bare is true when that line is the log's heading.
	bare bool
}

// AddLogLine puts line behind the last one of the reasoning log, in the line ends
// of the file. A file without a line end at its end stays without one.
func AddLogLine(b []byte, line string) ([]byte, error) {
	p, err := findLogEnd(b)
	if err != nil {
		return nil, err
	}
	first, next := text.LineAt(b, 0)
	usual := string(b[len(first):next])
	end, gap := p.end, ""
	if end == "" {
		end = cmp.Or(usual, "\n")
	}
	if end != "\n" && end != "\r\n" && (end != "\r" || usual != end) {
		return nil, text.ErrUneven
	}
	if p.bare {
		gap = end
	}
	text := gap + line + end
	if p.end == "" {
		text = end + gap + line
	}
	return slices.Concat(b[:p.at], []byte(text), b[p.at:]), nil
}

// findLogEnd walks the body. The last log counts where there are several, since
// the reference program takes everything behind the first one for it. A heading
// of the same or a higher level ends a log; smaller ones stand inside.
func findLogEnd(b []byte) (logPlace, error) {
	fm, err := text.ReadFront(b)
	if err != nil {
		return logPlace{}, fmt.Errorf("%w: %w", text.ErrEdit, err)
	}
	at := 0
	if fm != nil {
		at = fm.Body
	}
	var place logPlace
	level := 0
	var fence text.Fence
	for at < len(b) {
		raw, next := text.LineAt(b, at)
		line := string(bytes.TrimRight(raw, " \t"))
		end := string(b[at+len(raw) : next])
		at = next
		if !fence.Takes(line) {
			rank, title := text.Heading(line)
			switch {
			case rank > 0 && dialect.IsLogHeading(title):
				level = rank
				place = logPlace{at: next, end: end, bare: true}
				continue
			case rank > 0 && rank <= level:
				level = 0
			}
		}
		if level > 0 && line != "" {
			place = logPlace{at: next, end: end}
		}
	}
	if fence != "" {
		return logPlace{}, fmt.Errorf("a code block is never closed, %w", ErrNoLog)
	}
	if place.at == 0 {
		return logPlace{}, fmt.Errorf("there is none, %w", ErrNoLog)
	}
	return place, nil
}
