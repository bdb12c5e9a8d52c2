// Package plans reads plans in the agents' own schema and in other notations,
// and edits their status and log.
package plans

import (
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/text"
)

// ReadPlan reads one plan: by the seed's schema where the file is in it, else as
// the dialects know it.
func ReadPlan(in *dialect.Folders, name string, b []byte, zone *time.Location) (*model.Plan, []model.Problem) {
	if IsOwnPlan(name, b) {
		return ReadOwnPlan(name, b, zone)
	}
	p := ForeignPlan(dialect.Open(in, name, b), b, zone)
	return &p, nil
}

// ReadOwnPlan reads one plan in the seed's schema. A plan whose front matter is
// broken gives a problem and no plan (seed "Initialize Session", error table).
func ReadOwnPlan(name string, b []byte, zone *time.Location) (*model.Plan, []model.Problem) {
	fm, err := text.ReadFront(b)
	if bad := text.CheckUTF8(b); bad != nil {
		err = bad
	}
	if err != nil {
		return nil, []model.Problem{text.Problem(name, err, "the agents skip this plan; fix the line in an editor")}
	}
	body := b
	if fm != nil {
		body = b[fm.Body:]
	}
	p := &model.Plan{
		Path:          name,
		ID:            fm.Get("task_id"),
		Status:        model.ParseStatus(fm.Get("status")),
		BlockedReason: fm.Get("blocked_reason"),
		Priority:      fm.Get("priority"),
		Created:       model.ParseStamp(fm.Get("created_date"), zone),
		SourceLink:    fm.Get("source_link"),
		Seen:          model.FingerprintOf(b),
		Reading: model.PlanReading{
			ID: model.BasisDeclared, Title: model.BasisDeclared, Status: model.BasisDeclared, Steps: model.BasisDeclared,
		},
	}
	if p.ID == "" {
		p.ID, p.Reading.ID = strings.TrimSuffix(path.Base(name), path.Ext(name)), model.BasisDerived
	}
	readPlanBody(p, body, zone)
	if text.IsBlank(b) {
		return p, []model.Problem{text.Problem(name, text.ErrEmpty, "it counts as a draft without steps; take the text from its history, or remove the file")}
	}
	return p, nil
}

// planSection is where in a plan's body a line stands.
type planSection int

const (
	sectionOther planSection = iota
	sectionObjective
	sectionContext
	sectionRoadmap
	sectionLog
)

func planSectionOf(heading string) planSection {
	switch strings.ToLower(heading) {
	case "objective":
		return sectionObjective
	case "context":
		return sectionContext
	case "roadmap":
		return sectionRoadmap
	case "reasoning logs", "reasoning log":
		return sectionLog
	}
	return sectionOther
}

// planBody is what is known while a plan's body is read line by line.
type planBody struct {
	section            planSection
	objective, context []string
	// steps stand in the roadmap, early before the log but outside of it.
	steps, early []model.Step
	hasRoadmap   bool
}

// readPlanBody walks the body once. Steps are the boxes between the roadmap and
// the log, as in the reference program; without a roadmap heading all boxes
// before the log count.
func readPlanBody(p *model.Plan, body []byte, zone *time.Location) {
	var r planBody
	for _, line := range text.Unfenced(body) {
		if level, h := text.Heading(line); level > 0 {
			r.enter(planSectionOf(h))
			p.HasLog = p.HasLog || r.section == sectionLog
			continue
		}
		if r.section == sectionLog {
			if e, ok := logEntry(line, zone); ok {
				p.Log = append(p.Log, e)
			}
			continue
		}
		r.read(line)
	}
	p.Objective, p.Context = strings.Join(r.objective, " "), strings.Join(r.context, " ")
	p.Steps = r.early
	if r.hasRoadmap {
		p.Steps = r.steps
	}
	for i := range p.Steps {
		p.Steps[i].Number = i + 1
	}
}

// enter goes on to the section that a heading opens. Only the log ends a roadmap,
// and headings without a meaning of their own stand inside either.
func (r *planBody) enter(next planSection) {
	switch {
	case r.section == sectionRoadmap && next != sectionLog:
	case r.section == sectionLog && next == sectionOther:
	default:
		r.section = next
	}
	r.hasRoadmap = r.hasRoadmap || r.section == sectionRoadmap
}

func (r *planBody) read(line string) {
	if text := strings.TrimSpace(line); text != "" {
		switch r.section {
		case sectionObjective:
			r.objective = append(r.objective, text)
		case sectionContext:
			r.context = append(r.context, text)
		}
	}
	if s, ok := stepOf(line); ok {
		if r.section == sectionRoadmap {
			r.steps = append(r.steps, s)
		} else {
			r.early = append(r.early, s)
		}
	}
}

// stepOf reads "- [ ] text". As in the reference program a blank has to follow the
// dash, the indent is free, and none has to follow the box.
func stepOf(line string) (model.Step, bool) {
	item, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "-")
	box := strings.TrimLeft(item, " \t")
	rest, boxed := strings.CutPrefix(box, "[")
	if !ok || !boxed || box == item {
		return model.Step{}, false
	}
	mark, size := utf8.DecodeRuneInString(rest)
	rest, ok = strings.CutPrefix(rest[size:], "]")
	text := strings.TrimSpace(rest)
	if !ok || text == "" || mark == utf8.RuneError {
		return model.Step{}, false
	}
	s := model.Step{Text: text, Mark: mark}
	if hand, ok := strings.CutPrefix(text, "✋"); ok {
		hand = strings.TrimLeft(hand, "\uFE0F\uFE0E\U0001F3FB\U0001F3FC\U0001F3FD\U0001F3FE\U0001F3FF")
		if hand = strings.TrimSpace(hand); hand != "" {
			s.Text, s.Human = hand, true
		}
	}
	return s, true
}

// logEntry reads "- [time] Actor: what — why", with or without the brackets.
func logEntry(line string, zone *time.Location) (model.LogEntry, bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "- ")
	if !ok {
		return model.LogEntry{}, false
	}
	rest = strings.TrimSpace(rest)
	var e model.LogEntry
	if inner, ok := strings.CutPrefix(rest, "["); ok {
		stamp, after, closed := strings.Cut(inner, "]")
		if closed {
			e.At, rest = model.ParseStamp(stamp, zone), strings.TrimSpace(after)
		}
	} else {
		e.At, rest = bareStamp(rest, zone)
	}
	rest = strings.TrimLeft(rest, "—–-: ")
	if actor, after, ok := strings.Cut(rest, ": "); ok && len(actor) <= 40 && !strings.Contains(actor, " — ") {
		e.Actor, rest = actor, after
	}
	e.What, e.Why, _ = strings.Cut(rest, " — ")
	return e, e.What != "" || e.At.Known()
}

// bareStamp reads a time that stands in front of text without brackets, as one or
// two words, and gives what follows it.
func bareStamp(text string, zone *time.Location) (at model.Stamp, rest string) {
	first, after, _ := strings.Cut(text, " ")
	second, behind, _ := strings.Cut(after, " ")
	if at = model.ParseStamp(strings.TrimSuffix(first+" "+second, ":"), zone); at.Known() {
		return at, behind
	}
	if at = model.ParseStamp(strings.TrimSuffix(first, ":"), zone); at.Known() {
		return at, after
	}
	return model.Stamp{}, text
}
