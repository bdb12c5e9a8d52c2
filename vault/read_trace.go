package vault

import (
	"bytes"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
)

const traceFile = "trace.md"

var (
	// stepHeading takes "Step 3: name", "[Step 3]: name" and "Step 3 - name".
	stepHeading = regexp.MustCompile(`^(?i)\[?step (\d{1,6})\]?\s*[:.—–-]?\s*(.*)$`)
	// labelled takes "**Label:** value" and "**Label**: value", also as a list item.
	labelled = regexp.MustCompile(`^(?:[-*] )?\*\*([^*]{1,40}?):?\*\*:?\s*(.*)$`)
	// traceHeading takes the title's "Trace: name".
	traceHeading = regexp.MustCompile(`^(?i)trace:?\s*(.*)$`)
)

// readTrace reads one trace (seed "Recovery Protocol"). Any text gives a trace;
// one without a step is reported, since it may be a file of another kind.
func readTrace(name string, b []byte, zone *time.Location) (model.Trace, []model.Problem) {
	t := traceReader{zone: zone, trace: model.Trace{Path: name, Seen: model.FingerprintOf(b)}}
	line, fenced := 0, false
	for at := 0; at < len(b); {
		raw, next := lineAt(b, at)
		at, line = next, line+1
		text := string(bytes.TrimRight(raw, " \t\r"))
		if strings.HasPrefix(strings.TrimSpace(text), "```") {
			fenced = !fenced
		}
		if !fenced {
			t.line(text, line)
		}
	}
	trace := t.trace
	if trace.Name == "" {
		trace.Name = path.Base(path.Dir(name))
	}
	trace.State = model.ParseStepState(trace.Status)
	if len(trace.Steps) == 0 {
		return trace, []model.Problem{{
			Path: name, Reason: "a trace without any \"## Step N\"", Hint: "it may be a file of another kind; nothing can be recovered from it",
		}}
	}
	return trace, nil
}

// tracePart is where in a trace a line stands.
type tracePart int

const (
	partHeader tracePart = iota
	partStep
	partResume
	partOther
)

type traceReader struct {
	zone  *time.Location
	trace model.Trace
	part  tracePart
}

func (r *traceReader) line(text string, number int) {
	if h, ok := heading(text); ok {
		r.heading(h, number)
		return
	}
	m := labelled.FindStringSubmatch(strings.TrimSpace(text))
	switch {
	case m != nil:
		r.field(strings.TrimSpace(m[1]), strings.TrimSpace(m[2]))
	case r.part == partStep:
		r.more(strings.TrimSpace(text))
	}
}

func (r *traceReader) heading(text string, number int) {
	if m := stepHeading.FindStringSubmatch(text); m != nil {
		n, err := strconv.Atoi(m[1])
		if err == nil {
			r.part = partStep
			r.trace.Steps = append(r.trace.Steps, model.TraceStep{Number: n, Name: m[2], Line: number})
			return
		}
	}
	if strings.EqualFold(text, "resume") {
		r.part = partResume
		r.trace.Resumes = append(r.trace.Resumes, model.TraceResume{After: len(r.trace.Steps)})
		return
	}
	if m := traceHeading.FindStringSubmatch(text); m != nil && r.part == partHeader && r.trace.Name == "" {
		r.trace.Name = m[1]
		return
	}
	if r.part != partHeader {
		r.part = partOther
	}
}

func (r *traceReader) field(label, value string) {
	switch r.part {
	case partHeader:
		switch strings.ToLower(label) {
		case "workflow":
			r.trace.Workflow = value
		case "status":
			r.trace.Status = value
		case "started":
			r.trace.Started = model.ParseStamp(value, r.zone)
		}
	case partStep:
		s := &r.trace.Steps[len(r.trace.Steps)-1]
		s.Fields = append(s.Fields, model.TraceField{Label: label, Value: value})
		switch strings.ToLower(label) {
		case "status":
			s.Status, s.State = value, model.ParseStepState(value)
		case "started":
			s.Started = model.ParseStamp(value, r.zone)
		}
	case partResume:
		e := &r.trace.Resumes[len(r.trace.Resumes)-1]
		switch strings.ToLower(label) {
		case "resumed":
			e.At = value
		case "resuming from":
			e.From = value
		case "decision":
			e.Decision = value
		}
	}
}

// more continues the last field of a step: values may run over several lines or
// be a list below their label.
func (r *traceReader) more(text string) {
	s := &r.trace.Steps[len(r.trace.Steps)-1]
	if text == "" || text == "---" || len(s.Fields) == 0 {
		return
	}
	f := &s.Fields[len(s.Fields)-1]
	switch {
	case f.Value == "":
		f.Value = text
	case strings.HasPrefix(text, "- "), strings.HasPrefix(text, "* "):
		f.Value += "; " + text[2:]
	default:
		f.Value += " " + text
	}
}
