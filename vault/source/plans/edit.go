package plans

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/text"
)

// EditPlan adds a line to the reasoning log, and with activate sets the status to Active and
// the reason to null. Every other byte stays. When only one of the two can be done, a notice
// says so. It fails when the result would differ in anything else.
func EditPlan(b []byte, line string, activate bool) (next []byte, change model.Change, notices []string, err error) {
	if bytes.Contains(b, []byte("\r\r\n")) {
		return nil, change, nil, text.ErrUneven
	}
	next, change.Kind = b, model.ChangeAppend
	if activate {
		splices, err := unblocked(b)
		if activate = err == nil; activate {
			next, change.Kind = text.Apply(b, splices), model.ChangeEdit
			change.Before, change.After = text.Changed(b, splices)
			if was, _ := ReadOwnPlan("", b, nil); was != nil {
				change.Word, change.NewWord = was.Status.Word, model.StateActive.String()
			}
		} else {
			notices = append(notices, fmt.Sprintf("its status was not changed: %v", err))
		}
	}
	logged, err := AddLogLine(next, line)
	added := err == nil
	switch {
	case added:
		next = logged
		change.After, change.LogLine = append(change.After, line), line
	case errors.Is(err, ErrNoLog):
		notices = append(notices, err.Error())
	default:
		return nil, change, nil, err
	}
	if err := samePlanBut(b, next, added, activate); err != nil {
		return nil, change, nil, err
	}
	return next, change, notices, nil
}

// unblocked returns the changes that make a blocked plan active.
func unblocked(b []byte) ([]text.Splice, error) {
	set := []text.NewValue{{Key: "status", Word: model.StateActive.String()}}
	if fm, _ := text.ReadFront(b); fm.Get("blocked_reason") != "" {
		set = append(set, text.NewValue{Key: "blocked_reason", Word: "null"})
	}
	return text.SetValues(b, set...)
}

// samePlanBut fails unless two versions differ only by one more log entry and, with active,
// by the status and its reason.
func samePlanBut(b, next []byte, more, active bool) error {
	return SamePlan(b, next, more, func(was, _ *model.Plan) {
		if active {
			was.Status, was.BlockedReason = model.Status{State: model.StateActive, Word: model.StateActive.String()}, ""
		}
	})
}

// SamePlan fails unless two versions differ only by one more log entry and by what expect
// changes in the first.
func SamePlan(b, next []byte, more bool, expect func(was, now *model.Plan)) error {
	was, _ := ReadOwnPlan("", b, nil)
	now, _ := ReadOwnPlan("", next, nil)
	if was == nil || now == nil {
		return fmt.Errorf("%w: the plan cannot be read", text.ErrEdit)
	}
	entries := len(was.Log)
	if more {
		entries++
	}
	expect(was, now)
	same := was.ID == now.ID && was.Objective == now.Objective && was.Context == now.Context &&
		was.Status == now.Status && was.BlockedReason == now.BlockedReason && was.Priority == now.Priority &&
		was.Created.Raw == now.Created.Raw && was.SourceLink == now.SourceLink &&
		slices.Equal(was.Steps, now.Steps) && len(now.Log) == entries
	if !same {
		return text.Wrong("the plan")
	}
	return nil
}

// ErrNoLog is returned for a plan that has no place for a log line.
var ErrNoLog = errors.New("so no line was added")

// logPlace is where a plan's reasoning log ends.
type logPlace struct {
	// at is the offset behind the last line of the log that is not blank.
	at int
	// end is the line end of that line, empty at the end of a file without one.
	end string
	// bare is true when that line is the log's heading.
	bare bool
}

// AddLogLine adds a line to the end of the reasoning log, in the line ends of the file. A
// file without a line end at its end stays so.
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

// findLogEnd finds the end of the last log: the reference program takes everything behind
// the first heading for one. A heading of the same or a higher level ends a log.
func findLogEnd(b []byte) (logPlace, error) {
	fm, err := text.ReadFront(b)
	var twice *text.TwiceError
	if err != nil && !errors.As(err, &twice) {
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
		return logPlace{}, fmt.Errorf("it has no reasoning log, %w", ErrNoLog)
	}
	return place, nil
}
