// Package traces reads workflow traces.
package traces

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	// MaxSize is the largest trace in bytes. Workflows only add to theirs.
	MaxSize = 32 << 20
)

var (
	// traceHeading matches the "Trace: name" of the title.
	traceHeading = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i)trace\b:?\s*(.*)$`) })
)

// Read reads one trace (seed "Recovery Protocol"). Any text gives a trace; one without a
// step is reported, since it may be a file of another kind.
func Read(name string, b []byte, zone *time.Location) (model.Trace, []model.Problem) {
	r := traceReader{zone: zone, trace: model.Trace{Path: name, Seen: model.FingerprintOf(b)}}
	for at, line := range text.Unfenced(bytes.TrimPrefix(b, text.BOM)) {
		r.line(line, at.Number)
	}
	r.endField()
	trace := r.trace
	trace.State = model.ParseStepState(trace.Status)
	if len(trace.Steps) == 0 {
		return trace, []model.Problem{{
			Path: name, Reason: "a trace without any \"## Step N\"", Hint: "it may be another kind of file; nothing can be recovered from it",
		}}
	}
	return trace, nil
}

// tracePart is the part of a trace that a line is in.
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
	// level is that of the step's heading.
	level int
	// label and value are the field of a step that is being read, first its first line with
	// text.
	label, first string
	value        strings.Builder
}

func (r *traceReader) line(row string, number int) {
	if level, h := text.Heading(row); level > 0 {
		r.endField()
		r.heading(h, level, number)
		return
	}
	row = strings.TrimSpace(row)
	if label, value, ok := text.Labelled(row); ok {
		r.field(label, value)
		return
	}
	r.more(row)
}

func (r *traceReader) heading(text_ string, level, number int) {
	var step []string
	if mayBeStep(text_) {
		step = text.StepHeading().FindStringSubmatch(text_)
	}
	switch {
	case step != nil:
		// Six digits are always a number.
		n, _ := strconv.Atoi(step[1])
		r.part, r.level = partStep, level
		r.trace.Steps = append(r.trace.Steps, model.TraceStep{Number: n, Name: step[2], Line: number})
	case strings.EqualFold(text_, "resume"):
		r.part = partResume
		r.trace.Resumes = append(r.trace.Resumes, model.TraceResume{After: len(r.trace.Steps)})
	case r.part == partHeader:
		if m := traceHeading().FindStringSubmatch(text_); m != nil && r.trace.Name == "" {
			r.trace.Name = m[1]
		}
	case r.part == partStep && level > r.level:
		// A section of the step itself.
	default:
		r.part = partOther
	}
}

// mayBeStep rules out most headings without the pattern.
func mayBeStep(text string) bool {
	text = strings.TrimPrefix(text, "[")
	return len(text) > len("step") && strings.EqualFold(text[:len("step")], "step")
}

func (r *traceReader) field(label, value string) {
	r.endField()
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
		r.label, r.first = label, value
		r.value.WriteString(value)
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

// more continues the field of a step: a value may have several lines or be a list below its
// label.
func (r *traceReader) more(text string) {
	if r.label == "" || text == "" || text == "---" {
		return
	}
	item := strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ")
	if item {
		text = strings.TrimSpace(text[2:])
	}
	switch {
	case r.value.Len() == 0:
		r.first = text
	case item:
		r.value.WriteString("; ")
	default:
		r.value.WriteByte(' ')
	}
	r.value.WriteString(text)
}

// endField adds a complete field to its step.
func (r *traceReader) endField() {
	if r.label == "" {
		return
	}
	s := &r.trace.Steps[len(r.trace.Steps)-1]
	s.Fields = append(s.Fields, model.TraceField{Label: r.label, Value: r.value.String()})
	switch strings.ToLower(r.label) {
	case "status":
		s.Status, s.State = r.first, model.ParseStepState(r.first)
	case "started":
		s.Started = model.ParseStamp(r.first, r.zone)
	}
	r.label, r.first = "", ""
	r.value.Reset()
}

// Source is the traces of workflows.
var Source = source.Source{Name: "trace", Many: "traces", Find: places.TraceFiles, Read: traceOf, Limit: MaxSize}

func traceOf(f source.File) source.Finding {
	t, problems := Read(f.Name, f.B, f.Zone)
	if len(problems) > 0 {
		return source.Finding{Problems: problems}
	}
	return source.Finding{Traces: []model.Trace{t}}
}
