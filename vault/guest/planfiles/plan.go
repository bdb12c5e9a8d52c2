package planfiles

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// plan is a task_plan.md with the log beside it.
type plan struct {
	file  source.Document
	title string
	goal  string
	next  string
	// declared is the word of a status section that says that all is done, empty for none.
	declared string
	phases   []phase
	// loose is true where its phases are the boxes of a plan without a section of phases.
	loose     bool
	questions []string
	errors    []failure
	log       []model.LogEntry
	// beside are the files beside it, which say when it was touched.
	beside []source.Document
}

// phase is a phase of a plan. Its boxes count where it has no status of its own.
type phase struct {
	title         string
	word          string
	state         phaseState
	boxes, ticked int
	// loose is true for an item of a list, which may have no status at all.
	loose bool
}

// failure is an error that a plan lists.
type failure struct {
	what, attempt, resolution string
	line                      int
}

var (
	titleWord  = text.Pattern{Expr: `^(?i)(?:task plan|aufgabenplan|plan de tareas?|任务计划|任務計劃|任務計畫)\s*[:：—–-]\s*`}
	inline     = text.Pattern{Expr: `\s*\[([a-z_ ]{4,12})\]$`}
	numbered   = text.Pattern{Expr: `^(\d{1,3}[.)])\s+(.*)$`}
	saidWithin = text.Pattern{Expr: `(?:[—–:-]\s+|[(（])([^—–()（）]{2,60})`}
	declaredAs = text.Pattern{Expr: `^(?i)\W*(completed?|done|finished)\b`}
)

// fewestBoxes make a plan of a file without a section of phases.
const fewestBoxes = 3

// readPlan reads a plan, and reports whether it is one: it has a section of phases, with phases, or boxes.
func readPlan(h *source.Repo, name string) (*plan, bool) {
	d, ok := h.Document(name)
	if !ok {
		return nil, false
	}
	p := &plan{file: d}
	r := reader{plan: p}
	for l := range guest.Said(d.Text) {
		r.take(l)
	}
	if len(p.phases) == 0 && len(r.boxes) >= fewestBoxes {
		p.phases, p.loose = r.boxes, true
	}
	if len(p.phases) == 0 {
		return nil, false
	}
	for i := range p.phases {
		p.phases[i].settle()
	}
	p.readLog(h, path.Join(path.Dir(name), "progress.md"))
	p.beside = append(p.beside, h.Glance(path.Join(path.Dir(name), "findings.md")))
	return p, true
}

// reader reads a plan line by line.
type reader struct {
	*plan
	in part
	// open is true within a paragraph, below behind the first heading of a section.
	open, below bool
	// boxes are those outside of the known sections, as phases.
	boxes []phase
	// headed is true where the phases are headings, header has the cells of the table's first row.
	headed bool
	header []string
}

func (r *reader) take(l guest.Line) {
	if l.Level > 0 {
		r.takeHeading(l.Level, l.Heading)
		return
	}
	said := strings.TrimSpace(l.Text)
	if said == "" {
		r.open = false
		return
	}
	switch r.in {
	case partNone:
		if m := statusLine.FindStringSubmatch(said); m != nil && !r.below {
			r.declare(m[1])
		}
		if l.Boxed && l.Box.Indent == 0 {
			r.boxes = append(r.boxes, boxPhase(l.Box))
		}
	case partGoal:
		r.goal = r.paragraph(r.goal, said)
	case partNext:
		r.next = r.paragraph(r.next, said)
	case partPhases:
		r.takePhase(l.Text)
	case partQuestions:
		if m := numbered.FindStringSubmatch(said); m != nil && (strings.HasSuffix(m[2], "?") || strings.HasSuffix(m[2], "？")) {
			r.questions = append(r.questions, m[1]+" "+m[2])
		}
	case partErrors:
		r.takeError(l.Number, l.Text)
	case partStatus:
		r.declare(said)
	}
}

// declare takes a status of the whole plan, if that says that all is done.
func (r *reader) declare(said string) {
	if m := declaredAs.FindStringSubmatch(said); m != nil && r.declared == "" {
		r.declared = m[1]
	}
}

// paragraph keeps the first paragraph that is not of the template.
func (r *reader) paragraph(was, said string) string {
	switch {
	case was != "" && r.open:
		return was + " " + said
	case was != "" || isPlaceholder(said):
		return was
	}
	r.open = true
	return said
}

func (r *reader) takeHeading(level int, heading string) {
	switch {
	case level == 1 && r.title == "":
		if title := titleWord.ReplaceAllString(heading, ""); !isPlaceholder(title) {
			r.title = title
		}
	case level == 2:
		r.open, r.below = false, true
		r.in, r.header = parts[strings.ToLower(strings.TrimRight(heading, ":："))], nil
	case level == 3 && r.in == partPhases:
		r.headed = true
		x := phase{title: heading}
		if m := inline.FindStringSubmatch(heading); m != nil {
			x.title, x.word = inline.ReplaceAllString(heading, ""), m[1]
		}
		r.phases = append(r.phases, x)
	}
}

// takePhase takes a line of the section of phases: what is below a heading belongs to that
// phase, and without headings each box or row is a phase.
func (r *reader) takePhase(line string) {
	said := strings.TrimSpace(line)
	if row := text.Cells(line); row != nil && !r.headed {
		r.takeRow(row)
		return
	}
	if r.headed {
		x := &r.phases[len(r.phases)-1]
		if m := statusLine.FindStringSubmatch(said); m != nil {
			x.word = strings.TrimSpace(m[1])
		} else if b, ok := text.ReadBox(said); ok {
			if x.boxes++; b.Ticked() || stateOf(b.Mark) == phaseComplete {
				x.ticked++
			}
		}
		return
	}
	if m := numbered.FindStringSubmatch(line); m != nil {
		if !strings.HasPrefix(m[2], "[") {
			r.phases = append(r.phases, numberedPhase(m[2]))
			return
		}
		line = "- " + m[2]
	}
	b, ok := text.ReadBox(line)
	if !ok || b.Indent > 0 {
		return
	}
	r.phases = append(r.phases, boxPhase(b))
}

// boxPhase is an item with a box, whose mark may be a word.
func boxPhase(b text.Box) phase {
	x := phase{title: b.Text, boxes: 1}
	switch {
	case b.Ticked():
		x.ticked = 1
	case len(b.Mark) > 1:
		x.word = b.Mark
	}
	return x
}

// numberedPhase reads an item of a numbered list, which may end or go on with its status: "Build
// — complete." and "**Build (complete)** — all of it".
func numberedPhase(item string) phase {
	x := phase{title: strings.ReplaceAll(item, "**", ""), loose: true}
	for _, said := range saidWithin.FindAllStringSubmatch(item, -1) {
		if state := stateOf(said[1]); state != phaseOdd && state != phaseUnsaid {
			x.word = strings.TrimRight(said[1], ".")
			return x
		}
	}
	return x
}

// takeRow takes a row of a table of phases, which has a column for the status.
func (r *reader) takeRow(row []string) {
	if r.header == nil {
		r.header = row
		return
	}
	for i, name := range r.header {
		switch strings.ToLower(name) {
		case "status", "estado", "状态", "狀態":
			if i > 0 && i < len(row) && !isPlaceholder(row[0]) {
				r.phases = append(r.phases, phase{title: strings.Join(row[:i], " "), word: row[i]})
			}
			return
		}
	}
}

// takeError takes a row of the table of errors, or an item of a list.
func (r *reader) takeError(number int, line string) {
	row := text.Cells(line)
	if row == nil {
		item, ok := strings.CutPrefix(line, "- ")
		if ok && !isNothing(item) {
			r.errors = append(r.errors, failure{what: item, line: number})
		}
		return
	}
	if r.header == nil {
		r.header = row
		return
	}
	if e, ok := failureOf(row); ok {
		e.line = number
		r.errors = append(r.errors, e)
	}
}

// failureOf reads the cells of an error: what, which attempt if there are three, and what helped.
func failureOf(row []string) (failure, bool) {
	if len(row) < 2 || isNothing(row[0]) {
		return failure{}, false
	}
	e := failure{what: row[0], resolution: row[len(row)-1]}
	if len(row) > 2 && !isNothing(row[1]) {
		if e.attempt = row[1]; strings.Trim(e.attempt, "0123456789") == "" {
			e.attempt = "attempt " + e.attempt
		}
	}
	return e, true
}

// settle decides how far a phase is: its status beats its boxes.
func (x *phase) settle() {
	if x.state = stateOf(x.word); x.state != phaseUnsaid {
		return
	}
	switch {
	case x.loose:
	case x.boxes > 0 && x.ticked == x.boxes:
		x.state = phaseComplete
	case x.ticked > 0:
		x.state = phaseBegun
	default:
		x.state = phasePending
	}
}

// state is how far the plan is.
func (p *plan) state() model.State {
	n := map[phaseState]int{}
	for _, x := range p.phases {
		n[x.state]++
	}
	switch {
	case p.declared != "" || n[phaseComplete] == len(p.phases):
		return model.StateDone
	case n[phaseBlocked] > 0 && n[phaseBegun] == 0:
		return model.StateBlocked
	case n[phaseBegun]+n[phaseComplete] > 0:
		return model.StateActive
	case n[phaseOdd]+n[phaseUnsaid] > 0:
		return model.StateUnknown
	}
	return model.StateDraft
}

// kept reports whether the plan says of any phase how far it is.
func (p *plan) kept() bool {
	return slices.ContainsFunc(p.phases, func(x phase) bool { return x.state != phaseUnsaid })
}

// word is the plan's status in the file's own words, where it has some.
func (p *plan) word() string {
	wanted := map[model.State]phaseState{
		model.StateActive: phaseBegun, model.StateDone: phaseComplete, model.StateUnknown: phaseOdd, model.StateDraft: phasePending,
	}[p.state()]
	if p.declared != "" {
		return p.declared
	}
	if !p.kept() {
		return "progress is not kept"
	}
	if p.state() == model.StateBlocked {
		return "blocked"
	}
	done := 0
	for _, x := range p.phases {
		if x.state == wanted && x.word != "" {
			return x.word
		}
		if x.state == phaseComplete {
			done++
		}
	}
	noun := "phase"
	if p.loose {
		noun = "step"
	}
	return fmt.Sprintf("%d of %s complete", done, model.Counted(len(p.phases), noun))
}

var day = text.Pattern{Expr: `\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?`}

// readLog reads the sessions of progress.md, and the errors that it gives a time.
func (p *plan) readLog(h *source.Repo, name string) {
	d, ok := h.Document(name)
	if !ok {
		return
	}
	p.beside = append(p.beside, d)
	for l := range guest.Said(d.Text) {
		if l.Level == 2 {
			if at := day.FindString(l.Heading); at != "" {
				what, _, _ := strings.Cut(strings.Replace(l.Heading, at, "", 1), ":")
				p.addLog(h, at, strings.Trim(what, " —–-"), "")
			}
		} else if row := text.Cells(l.Text); len(row) > 2 && day.FindString(row[0]) != "" && !isNothing(row[1]) {
			p.addLog(h, day.FindString(row[0]), row[1], row[len(row)-1])
		}
	}
	slices.SortStableFunc(p.log, func(a, b model.LogEntry) int { return a.At.Time.Compare(b.At.Time) })
}

func (p *plan) addLog(h *source.Repo, at, what, why string) {
	if what == "" {
		what = "Session"
	}
	p.log = append(p.log, model.LogEntry{At: model.ParseStamp(at, h.Zone), What: what, Why: why})
}
