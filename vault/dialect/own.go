package dialect

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/text"
)

// The agents' own schema is the strict dialect: its front matter is YAML, one heading
// holds the steps and one the log. Only what is written in it is ever edited.

// IsOwnPlan reports whether a plan is in the agents' own schema, which may be edited. A file
// named PLAN-….md is, unless it is written as another program does: the agents look for these
// names. Elsewhere a broken front matter that names a task id is theirs too: they skip it, and so
// do we (seed "Initialize Session", error table). The front matter is as text.ReadFront gives it.
func IsOwnPlan(name string, b []byte, fm *text.Front, err error) bool {
	if base := path.Base(name); strings.HasPrefix(base, "PLAN-") && strings.HasSuffix(base, ".md") {
		return err != nil || text.CheckUTF8(b) != nil || !isOthers(fm, b)
	}
	switch {
	case text.CheckUTF8(b) != nil:
		return err == nil && fm.Get("task_id") != "" && hasSection(b, sectionRoadmap)
	case err != nil:
		return namesTask(b)
	case fm == nil || model.ParseStatus(fm.Get("status")).State == model.StateUnknown || isOthers(fm, b):
		return false
	}
	if hasSection(b[fm.Body:], sectionRoadmap) {
		return true
	}
	// Other programs call their drafts and notes by a task id, too.
	strange := slices.ContainsFunc(fm.Fields, func(f text.Field) bool {
		return !slices.Contains(ownKeys, f.Key) && !slices.Contains(laterOwnKeys, f.Key)
	})
	return fm.Get("task_id") != "" && (!strange || hasTrace(fm) || hasSection(b[fm.Body:], sectionLog) || hasSection(b[fm.Body:], sectionObjective))
}

// ownKeys are the keys of the agents' plans, laterOwnKeys those that were added later, and traces those marks of theirs that no other program
// uses.
var (
	ownKeys      = []string{"task_id", "source_link", "created_date", "priority", "status", "blocked_reason"}
	laterOwnKeys = []string{"requires_approval", "completed_steps"}
	traces       = []string{"source_link", "blocked_reason"}
)

func hasTrace(fm *text.Front) bool {
	return slices.ContainsFunc(traces, func(key string) bool { return fm.Find(key) != nil })
}

// isOthers reports whether a plan is written as another program does: it has no front matter, keys
// but no task id of theirs, or a word of its own for the status.
func isOthers(fm *text.Front, b []byte) bool {
	if fm == nil {
		return !text.IsBlank(b)
	}
	if fm.Find("task_id") == nil {
		return slices.ContainsFunc(fm.Fields, func(f text.Field) bool { return !slices.Contains(ownKeys, f.Key) })
	}
	status := model.ParseStatus(fm.Get("status"))
	return status.State == model.StateUnknown && status.Meant() == "" && !hasSection(b, sectionLog) && !hasTrace(fm)
}

// namesTask looks for a task id among the first lines of a file whose front matter
// cannot be read.
func namesTask(b []byte) bool {
	at := 0
	for range 20 {
		line, next := text.LineAt(b, at)
		if key, _, ok := strings.Cut(string(line), ":"); ok && strings.TrimSpace(key) == "task_id" {
			return true
		}
		if at = next; at >= len(b) {
			break
		}
	}
	return false
}

// hasSection reports whether a text has one of the agents' own headings.
func hasSection(body []byte, wanted ownSection) bool {
	for _, line := range text.Unfenced(body) {
		if level, h := text.Heading(line); level > 0 && ownSectionOf(h) == wanted {
			return true
		}
	}
	return false
}

// ReadOwnPlan reads a plan in the agents' own schema. A plan whose front matter is broken
// returns none (seed "Initialize Session", error table). An empty one fails with text.ErrEmpty
// and one with a key given twice with a text.TwiceError; both are plans all the same. Of such
// a key the last value counts, as for the agents.
func ReadOwnPlan(name string, b []byte, fm *text.Front, err error, zone *time.Location) (*model.Plan, error) {
	var twice *text.TwiceError
	if errors.As(err, &twice) {
		fm.LastWins()
		err = nil
	}
	if err := cmp.Or(text.CheckUTF8(b), err); err != nil {
		return nil, err
	}
	get := func(f field) string { return fm.First(spellings[f].plan...) }
	p := &model.Plan{
		Path: name, ID: get(fieldID), Status: model.ParseStatus(get(fieldStatus)), BlockedReason: get(fieldBlocked),
		Priority: get(fieldPriority), Created: model.ParseStamp(get(fieldCreated), zone), SourceLink: get(fieldSource),
		Seen: model.FingerprintOf(b),
		Reading: model.PlanReading{
			ID: model.BasisDeclared, Title: model.BasisDeclared, Status: model.BasisDeclared, Steps: model.BasisDeclared,
		},
	}
	if p.ID == "" {
		p.ID, p.Reading.ID = strings.TrimSuffix(path.Base(name), path.Ext(name)), model.BasisDerived
	}
	whole := string(b)
	readOwnBody(p, afterFront(whole, fm), zone)
	takeAgents(p, whole)
	takeID(p, b, fm)
	if text.IsBlank(b) {
		return p, text.ErrEmpty
	}
	if twice != nil {
		return p, twice
	}
	return p, nil
}

// afterFront returns the text after a front matter, all of it where there is none.
func afterFront[T text.Either](b T, fm *text.Front) T {
	if fm == nil {
		return b
	}
	return b[fm.Body:]
}

// IsOwnRequest reports whether a request is in the agents' own schema: it names the
// plan that it is about.
func IsOwnRequest(fm *text.Front) bool { return fm != nil && fm.Get("plan_id") != "" }

// ReadOwnRequest reads a request in the agents' own schema.
func ReadOwnRequest(name string, b []byte, fm *text.Front, zone *time.Location) model.Request {
	get := func(f field) string { return fm.First(spellings[f].request...) }
	r := model.Request{
		Path: name, Name: path.Base(name), Summary: get(fieldSummary), Action: get(fieldAction), Target: get(fieldTarget),
		Amount: get(fieldAmount), PlanID: get(fieldPlanLink), StepText: get(fieldStep), StepNote: fm.Get("step_description"),
		Rationale: get(fieldRationale), Priority: get(fieldPriority), Risk: get(fieldRisk), Status: get(fieldStatus),
		Created: model.ParseStamp(get(fieldCreated), zone), Expires: model.ParseStamp(get(fieldExpires), zone),
		Hidden: model.CountHidden(model.WithoutPadding(string(b))), Seen: model.FingerprintOf(b),
		Reading: model.RequestReading{
			Summary: model.BasisDeclared, Action: model.BasisDeclared, Target: model.BasisDeclared, Plan: model.BasisDeclared,
			Decision: model.DecisionPending, Own: true,
		},
	}
	if n, err := strconv.Atoi(r.StepText); err == nil && n > 0 {
		r.Step = n
	}
	if r.Summary == "" {
		r.Summary = firstLine(afterFront(b, fm))
	}
	return r
}

// ReadIntake reads one file that waits for triage. Of one that is no text only the name counts.
func ReadIntake(name string, b []byte, modified time.Time, zone *time.Location) model.Intake {
	if bytes.IndexByte(b, 0) >= 0 {
		said, notes := text.Decode(b)
		if notes.Encoding == text.UTF8 {
			return IntakeByName(name, int64(len(b)), modified)
		}
		b = []byte(said)
	}
	i := intake(name)
	var since string
	if isData(name) {
		p := Open(nil, name, b)
		i.Title, since, i.Message = p.fact(fieldSummary).Text, p.fact(fieldCreated).Text, messageID(p.fact(fieldMessage))
	} else {
		// A broken front matter still gives the values that could be read by line.
		fm, _ := text.ReadFront(b)
		if i.Title = fm.First("title", "subject"); i.Title == "" {
			i.Title = firstLine(afterFront(b, fm))
		}
		i.Message = messageID(Fact{Text: fm.First(spellings[fieldMessage].keys...)})
		since = fm.First("received", "created_date", "created", "created_at", "timestamp", "date")
	}
	if i.Title == "" {
		i.Title = path.Base(name)
	}
	if i.Since = model.ParseStamp(since, zone); !i.Since.Known() {
		i.Since = model.Stamp{Raw: model.FormatUTC(modified), Time: modified}
	}
	return i
}

// IntakeByName is a file that waits for triage and is not opened.
func IntakeByName(name string, size int64, modified time.Time) model.Intake {
	i := intake(name)
	i.Title = fmt.Sprintf("%s (not opened, %d bytes)", path.Base(name), size)
	i.Since = model.Stamp{Raw: model.FormatUTC(modified), Time: modified}
	return i
}

func intake(name string) model.Intake {
	folder, _, _ := strings.Cut(name, "/")
	return model.Intake{Path: name, Folder: folder}
}

// firstLine returns the first heading or line of text outside code blocks.
func firstLine(body []byte) string {
	for _, line := range text.Unfenced(body) {
		level, h := text.Heading(line)
		switch {
		case h != "":
			return strings.Clone(h)
		case level == 0 && strings.TrimSpace(line) != "" && !text.IsFence([]byte(line)):
			return strings.Clone(strings.TrimSpace(line))
		}
	}
	return ""
}

// ownSection is where in a plan's body a line is.
type ownSection int

const (
	sectionOther ownSection = iota
	sectionObjective
	sectionContext
	sectionRoadmap
	sectionLog
)

// ownSections is the table of headings in the agents' plans.
var ownSections = map[string]ownSection{
	"Objective": sectionObjective, "Context": sectionContext, "Roadmap": sectionRoadmap, "Reasoning Logs": sectionLog,
	"objective": sectionObjective, "context": sectionContext, "roadmap": sectionRoadmap,
	"reasoning logs": sectionLog, "reasoning log": sectionLog,
}

// IsLogHeading reports whether a heading begins the reasoning log of the agents' plans.
func IsLogHeading(title string) bool { return ownSectionOf(title) == sectionLog }

// ownSectionOf returns the section that a heading opens, whatever its case.
func ownSectionOf(title string) ownSection {
	// Most stand there as the agents write them.
	if s, ok := ownSections[title]; ok {
		return s
	}
	return ownSections[strings.ToLower(title)]
}

// fewSteps is as many steps as most plans have.
const fewSteps = 8

// ownBody is what is known while a plan's body is read line by line.
type ownBody struct {
	section            ownSection
	objective, context []string
	// steps are in the roadmap, early before the log but outside of it.
	steps, early []model.Step
	hasRoadmap   bool
}

// readOwnBody walks the body once, as a person reads it. Steps are the boxes between the
// roadmap and the log; without a roadmap heading, all boxes before the log.
func readOwnBody(p *model.Plan, body string, zone *time.Location) {
	var r ownBody
	for _, line := range text.Unfenced(body) {
		if level, h := text.Heading(line); level > 0 {
			r.enter(ownSectionOf(h))
			p.HasLog = p.HasLog || r.section == sectionLog
			continue
		}
		if r.section == sectionLog {
			if e, ok := ownEntry(line, zone); ok {
				if p.Log == nil {
					p.Log = make([]model.LogEntry, 0, 4)
				}
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

// enter moves to the section that a heading opens. Only the log ends a roadmap, and other
// headings belong to the section they are in.
func (r *ownBody) enter(next ownSection) {
	switch {
	case r.section == sectionRoadmap && next != sectionLog:
	case r.section == sectionLog && next == sectionOther:
	default:
		r.section = next
	}
	r.hasRoadmap = r.hasRoadmap || r.section == sectionRoadmap
}

func (r *ownBody) read(line string) {
	if said := strings.TrimSpace(line); said != "" {
		switch r.section {
		case sectionObjective:
			r.objective = append(r.objective, said)
		case sectionContext:
			r.context = append(r.context, said)
		}
	}
	if s, ok := ownStep(line); ok {
		if r.section == sectionRoadmap {
			if r.steps == nil {
				r.steps = make([]model.Step, 0, fewSteps)
			}
			r.steps = append(r.steps, s)
		} else {
			r.early = append(r.early, s)
		}
	}
}

// ownStep reads a step as a person does: a list item of any kind with one sign in its box.
func ownStep(line string) (model.Step, bool) {
	at := strings.TrimLeftFunc(line, unicode.IsSpace)
	item := strings.TrimLeft(at, "0123456789")
	if item == "" || !strings.ContainsRune("-*+", rune(item[0])) && (item == at || !strings.ContainsRune(".)", rune(item[0]))) {
		return model.Step{}, false
	}
	rest, ok := strings.CutPrefix(strings.TrimLeftFunc(item[1:], unicode.IsSpace), "[")
	mark, size := utf8.DecodeRuneInString(rest)
	rest, closed := strings.CutPrefix(rest[size:], "]")
	text := strings.TrimSpace(rest)
	if !ok || !closed || text == "" || mark == utf8.RuneError || strings.ContainsRune("([:", rune(rest[0])) {
		return model.Step{}, false
	}
	s := model.Step{Text: text, Mark: mark}
	if hand, ok := strings.CutPrefix(text, "✋"); ok {
		if hand = afterHand(hand); hand != "" {
			s.Text, s.Human = hand, true
		}
	}
	return s, true
}

// ownEntry reads "- [time] Actor: what — why", with or without the brackets.
func ownEntry(line string, zone *time.Location) (model.LogEntry, bool) {
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

// bareStamp reads a time that is in front of text without brackets, as one or
// two words, and returns what follows it.
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
