package superpowers

import (
	"fmt"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// ledger is what a session wrote down of how far it is with a plan.
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
	// header is the first row of a table, said counts the lines that were not understood.
	header []string
	said   int
	// spans counts the lines about several tasks.
	spans int
	// past is true where the file goes on with another plan.
	past bool
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

// mostSpan is how many tasks one line is about at most, and how many such lines are read.
const mostSpan = 99

const number = `[A-Za-z]{0,3}[-.]?\d+[A-Za-z]?(?:[.-]\d+){0,3}`

var (
	ledgerLine  = text.Pattern{Expr: `^(?:[-*]\s+)?(?:\[.\]\s+)?\**(?:[A-Z]\d{0,2}\s+)?(?:Task\s+|T)(` + number + `)(?:\s*\([^)]*\))?\**\s*:\**\s*(.*)$`}
	ledgerRange = text.Pattern{Expr: `^(?:[-*]\s+)?\**Tasks\s+(\d{1,3})\s*(?:[-–—]|to)\s*(\d{1,3})\**\s*:\**\s*(.*)$`}
	rowNumber   = text.Pattern{Expr: `^(?:Task\s+)?(` + number + `)(?:\W|$)`}
	saysDone    = text.Pattern{Expr: `^(?i)\W*(complete|completed|done)\b`}
	rowDone     = text.Pattern{Expr: `^(?i)\W*(complete|completed|done|approved|merged)\b`}
	saysBlocked = text.Pattern{Expr: `^\W*BLOCKED\b\s*[:–—-]*\s*(.*)$`}
	saysFixing  = text.Pattern{Expr: `^(?i)fix round (\d+(?:/\d+)?)`}
	saysParked  = text.Pattern{Expr: `^parked\s*[:–—-]\s*(.*)$`}
	ruling      = text.Pattern{Expr: `\s*[:;,–—-]?\s*\b[Rr]uling:\s*`}
)

func newLedger(d source.Document, plan string) *ledger {
	return &ledger{file: d, plan: plan, tasks: map[string]taskState{}, blocked: map[string]string{}}
}

// take takes a line: one about a task, one about several, or a row of a table. It reports
// whether it was one of these.
func (l *ledger) take(lines []string, i int) bool {
	line := lines[i]
	if m := ledgerLine.FindStringSubmatch(line); m != nil {
		b, boxed := text.ReadBox(line)
		l.add(m[1], withMore(m[2], lines[i+1:]), i+1, boxed && b.Ticked())
		return true
	}
	if m := ledgerRange.FindStringSubmatch(line); m != nil && l.spans < mostSpan {
		l.spans++
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		for n := from; n <= min(to, from+mostSpan); n++ {
			l.add(strconv.Itoa(n), m[3], i+1, false)
		}
		return true
	}
	return l.takeRow(line, i+1)
}

// withMore joins a line with those behind it that begin with blanks.
func withMore(said string, lines []string) string {
	all := []string{said}
	for _, more := range lines {
		if strings.TrimSpace(more) == "" || strings.TrimLeft(more, " \t") == more {
			break
		}
		all = append(all, strings.TrimSpace(more))
	}
	return strings.Join(all, " ")
}

// takeRow takes a row of a table that begins with the number of a task.
func (l *ledger) takeRow(line string, at int) bool {
	row := text.Cells(line)
	switch {
	case row == nil:
		l.header = nil
		return false
	case len(row) == 0:
		return true
	case l.header == nil:
		l.header = row
		return true
	}
	m := rowNumber.FindStringSubmatch(row[0])
	if first := strings.ToLower(l.header[0]); m == nil || first != "#" && !strings.HasPrefix(first, "task") {
		return true
	}
	said := ""
	for _, cell := range row[1:] {
		if rowDone.MatchString(cell) {
			said = "complete"
		} else if saysBlocked.MatchString(cell) {
			said = cell
			break
		}
	}
	l.add(m[1], said, at, false)
	return true
}

// add takes what is said about one task.
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

// allDone reports whether each task that the ledger names is done.
func (l *ledger) allDone() bool {
	for _, state := range l.tasks {
		if state != taskComplete {
			return false
		}
	}
	return len(l.tasks) > 0
}

// mostSaid is how much a ledger says without a task before it counts as one that is not
// understood: a new one has a few lines above its first task.
const mostSaid = 8

// unclear reports a ledger that says much, and nothing about tasks that is understood.
func (l *ledger) unclear() bool { return len(l.tasks) == 0 && l.said > mostSaid }

// addLedger says what is known of a plan with a ledger.
func (p *plan) addLedger(j *guest.Job) {
	l := p.ledger
	if !p.here {
		j.Doubt("its plan is not here: %s", l.plan)
	} else if p.strangers > 0 {
		j.Doubt("its ledger has %s that the plan does not have", model.Counted(p.strangers, "task"))
	}
	if l.past {
		j.Doubt("its ledger continues with another plan: %s", l.file.Name)
	}
	j.Files, j.From = append(j.Files, l.file), "the ledger"
	j.State, j.Word = model.StateActive, p.far("complete")
	switch {
	case p.done():
		j.State = model.StateDone
	case l.unclear():
		j.State, j.Word, j.Unkept = model.StateUnknown, "progress is not understood", true
		j.Doubt("its ledger has no readable tasks: %s", l.file.Name)
	case len(l.tasks) == 0:
		j.State = model.StateDraft
	}
	if l.fixing != "" {
		j.Stop = &model.Stop{
			From: l.file.Name, Cut: true, At: model.Stamp{Time: l.file.Changed}, Why: "in fix round " + l.round + " of Task " + l.fixing, Next: p.titleOf(l.fixing),
		}
		if p.newer != "" {
			j.Stop.Stale = "a newer plan was written since: " + p.newer
		}
	}
	p.addBlocked(j)
}

// addBlocked says which tasks are blocked.
func (p *plan) addBlocked(j *guest.Job) {
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
	if p.newer == "" {
		j.State, j.Word, j.Blocked, j.Known.Status = model.StateBlocked, "BLOCKED", strings.Join(why, "; "), model.BasisDeclared
	}
	j.Waits = []guest.Wait{{Do: "Unblock", Items: why, In: l.file, Type: j.Type, Maybe: p.newer != ""}}
}

// lessons are the findings that a review made and a ruling left as they are.
func (l *ledger) lessons(p *plan) (all []model.Entry) {
	for _, x := range l.parked {
		e := l.file.Lesson(x.line, x.line, x.finding)
		e.ID, e.Tried, e.Outcome = fmt.Sprintf("PARKED-%03d", x.line), p.titleOf(x.task), model.OutcomeAbandoned.String()
		e.Reasoning, e.At = x.ruling, model.Stamp{Time: l.file.Changed}
		all = append(all, e)
	}
	return all
}
