package superpowers

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// ledger is a file in which a session writes down how far it is with a plan.
type ledger struct {
	file source.Document
	// plan is the file that it names.
	plan string
	// tasks has the state of each task, order their numbers as they first occur.
	tasks map[string]taskState
	order []string
	// blocked are the reasons of tasks that are blocked.
	blocked map[string]string
	parked  []parked
	// fixing is the task of the last line and its round, if that is about a round of fixes.
	fixing, round string
}

type taskState int

const (
	taskBegun taskState = iota
	taskComplete
	taskBlocked
)

// parked is a finding of a review that was left as it is.
type parked struct {
	task, finding, ruling string
	line                  int
}

var (
	ledgerTitle = regexp.MustCompile(`^#\s+SDD ledger\s*(?:[:–—-]\s*(?:plan:\s*(.*))?)?`)
	ledgerPlan  = regexp.MustCompile(`^\**[Pp]lan:\**\s*(\S.*)$`)
	ledgerLine  = regexp.MustCompile(`^(?:[-*]\s+)?(?:\[.\]\s+)?\**Task\s+([A-Za-z]{0,3}[-.]?\d+[A-Za-z]?(?:[.-]\d+){0,3}):\**\s*(.*)$`)
	saysDone    = regexp.MustCompile(`^(?i)(complete|completed|done)\b`)
	saysBlocked = regexp.MustCompile(`^BLOCKED\b\s*[:–—-]*\s*(.*)$`)
	saysFixing  = regexp.MustCompile(`^(?i)fix round (\d+(?:/\d+)?)`)
	saysParked  = regexp.MustCompile(`^parked\s*[:–—-]\s*(.*)$`)
	ruling      = regexp.MustCompile(`\s*[:;,–—-]?\s*\b[Rr]uling:\s*`)
)

// readLedgers reads all ledgers, one for each plan: the one in the plan's own folder first.
func readLedgers(h *source.Here, plans []string) (out []*ledger, unclear int) {
	names := []string{}
	for _, dir := range h.Folders(ledgers) {
		names = append(names, path.Join(dir, "progress.md"))
	}
	byPlan := map[string]*ledger{}
	for _, name := range append(names, path.Join(ledgers, "progress.md")) {
		d, ok := h.Document(name)
		if !ok {
			continue
		}
		named, where, ok := planOf(d)
		if ok && !where.inside {
			unclear++
			h.Problem(name, where.line, "it names a plan outside the repository, which is not read: "+named, "the ledger was left out")
			continue
		}
		file, ok := match(name, named, plans)
		if !ok || byPlan[file] != nil && path.Base(path.Dir(name))+".md" != path.Base(file) {
			continue
		}
		l := readLedger(d, file)
		l.file.Text = ""
		if was := byPlan[file]; was != nil {
			*was = *l
			continue
		}
		byPlan[file], out = l, append(out, l)
	}
	return out, unclear
}

// place says where in a ledger a plan is named, and whether that is inside the repository.
type place struct {
	line   int
	inside bool
}

// planOf finds the plan that a ledger names.
func planOf(d source.Document) (named string, where place, ok bool) {
	titled := false
	for i, line := range d.Lines() {
		m := ledgerTitle.FindStringSubmatch(line)
		if m == nil && titled {
			m = ledgerPlan.FindStringSubmatch(line)
		}
		if i == headerLines {
			break
		}
		if m == nil {
			continue
		}
		titled = true
		named = strings.Trim(strings.TrimSpace(m[1]), "`")
		if at := strings.Index(named, ".md"); at >= 0 {
			named = named[:at+len(".md")]
		}
		if named != "" {
			return strings.Clone(named), place{i + 1, !strings.HasPrefix(path.Clean(named), "..")}, true
		}
	}
	return "", place{}, false
}

// match finds the file of the plan that a ledger names, by its last part, since agents write
// whole paths of this or another checkout. One that names none belongs to the plan that its
// folder is called after.
func match(ledger, named string, plans []string) (file string, ok bool) {
	base := path.Base(path.Dir(ledger)) + ".md"
	if named != "" {
		base = path.Base(strings.ReplaceAll(named, `\`, "/"))
	}
	for _, file := range plans {
		if path.Base(file) == base {
			return file, true
		}
	}
	return named, named != ""
}

func readLedger(d source.Document, plan string) *ledger {
	l := &ledger{file: d, plan: plan, tasks: map[string]taskState{}, blocked: map[string]string{}}
	lines := d.Lines()
	for i, line := range lines {
		m := ledgerLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		said := []string{m[2]}
		for _, more := range lines[i+1:] {
			// A long line goes on behind blanks.
			if strings.TrimSpace(more) == "" || strings.TrimLeft(more, " \t") == more {
				break
			}
			said = append(said, strings.TrimSpace(more))
		}
		b, boxed := text.ReadBox(line)
		l.add(strings.Clone(m[1]), strings.Join(said, " "), i+1, boxed && b.Ticked())
	}
	return l
}

// add takes one line about a task.
func (l *ledger) add(number, said string, line int, ticked bool) {
	if _, ok := l.tasks[number]; !ok {
		l.order = append(l.order, number)
		l.tasks[number] = taskBegun
	}
	l.fixing, l.round = "", ""
	if m := saysParked.FindStringSubmatch(said); m != nil {
		finding, why := m[1], ""
		if at := ruling.FindStringIndex(m[1]); at != nil {
			finding, why = m[1][:at[0]], m[1][at[1]:]
		}
		l.parked = append(l.parked, parked{number, finding, why, line})
		return
	}
	switch {
	case ticked || saysDone.MatchString(said):
		l.tasks[number] = taskComplete
	case saysBlocked.MatchString(said):
		l.tasks[number], l.blocked[number] = taskBlocked, saysBlocked.FindStringSubmatch(said)[1]
	case strings.HasPrefix(said, "minor"):
	case saysFixing.MatchString(said):
		l.tasks[number] = taskBegun
		l.fixing, l.round = number, saysFixing.FindStringSubmatch(said)[1]
	case l.tasks[number] == taskBlocked:
		// Work on it went on.
		l.tasks[number] = taskBegun
	}
}

// addLedger says what is known of a plan with a ledger.
func (p *plan) addLedger(m *model.Plan, found *source.Finding) {
	l := p.ledger
	if !p.here {
		m.Path = l.file.Name
		m.Reading.Doubts = append(m.Reading.Doubts, "its plan is not here: "+l.plan)
	} else if p.strangers > 0 {
		m.Reading.Doubts = append(m.Reading.Doubts, "its ledger has "+model.Counted(p.strangers, "task")+" that the plan does not have")
	}
	m.Touched, m.Reading.StepsFrom = model.Stamp{Time: l.file.Changed}, "the ledger"
	if p.file.Changed.After(l.file.Changed) {
		m.Touched.Time = p.file.Changed
	}
	m.Status = model.Status{State: model.StateActive, Word: p.far("complete")}
	if p.done() {
		m.Status.State = model.StateDone
	}
	if l.fixing != "" {
		m.Stop = &model.Stop{
			From: l.file.Name, Cut: true, At: model.Stamp{Time: l.file.Changed}, Why: "in fix round " + l.round + " of Task " + l.fixing, Next: p.titleOf(l.fixing),
		}
	}
	p.askAbout(m, found)
}

// askAbout asks for the tasks that are blocked.
func (p *plan) askAbout(m *model.Plan, found *source.Finding) {
	l := p.ledger
	var why []string
	for _, number := range l.order {
		if l.tasks[number] == taskBlocked {
			why = append(why, strings.TrimSuffix("Task "+number+": "+l.blocked[number], ": "))
		}
	}
	if len(why) == 0 || p.done() {
		return
	}
	m.Status, m.BlockedReason = model.Status{State: model.StateBlocked, Word: "BLOCKED"}, strings.Join(why, "; ")
	m.Reading.Status = model.BasisDeclared
	task, reason, _ := strings.Cut(why[0], ": ")
	ask, all := strings.TrimSuffix(task+" is blocked: "+reason, ": "), ""
	if len(why) > 1 {
		ask, all = fmt.Sprintf("%s are blocked. %s", model.Counted(len(why), "task"), why[0]), strings.Join(why, "\n")
	}
	found.Requests = append(found.Requests, model.Request{
		Path: l.file.Name, Name: path.Base(l.file.Name), Summary: ask, Rationale: all, PlanID: m.ID, Plan: m.Path,
		Created: model.Stamp{Time: l.file.Changed}, Seen: l.file.Seen,
		Reading: model.RequestReading{Tool: tool, Command: m.Reading.Command, Decision: model.DecisionPending, Summary: model.BasisDerived, Plan: model.BasisDeclared},
	})
}

// addParked adds the findings that a review made and a ruling left as they are.
func (l *ledger) addParked(p *plan, found *source.Finding) {
	for i, x := range l.parked {
		found.Lessons = append(found.Lessons, model.Entry{
			Path: l.file.Name, ID: fmt.Sprintf("PARKED-%03d", i+1), Category: model.CategoryProof, Number: i + 1, Title: x.finding, Tried: p.titleOf(x.task),
			Outcome: model.OutcomeAbandoned.String(), Reasoning: x.ruling, At: model.Stamp{Time: l.file.Changed}, Line: x.line, Tool: tool, Seen: l.file.Seen,
		})
	}
}
