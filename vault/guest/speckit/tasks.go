package speckit

import (
	"strings"

	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// tasks are what a tasks.md says.
type tasks struct {
	list []task
	// phases are the headings of the parts that have tasks.
	phases []string
	// samples counts tasks of the template that nobody replaced.
	samples int
	// unkept is true where the tasks have no boxes, so that nobody can tick them.
	unkept bool
}

// task is one box with its number, as T012. Phase counts from 1, zero for before any.
type task struct {
	text.Box
	id    string
	phase int
	// bare is true for one without a box.
	bare bool
}

var (
	// taskID is the number of a task, also in bold: "**T001**", "T-12", "T4a", "T1.2".
	taskID = text.Pattern{Expr: "^[*`]*(T-?[0-9]{1,5}[a-z]?(?:[.-][0-9]{1,4})*)\\b[*`:.)]*"}
	// bareTask is a task without a box. What has no mark behind its number speaks of a task.
	bareTask = text.Pattern{Expr: "^[-*] (`?\\*{0,2}T[0-9]{1,5}(?:`|\\*\\*|:|\\. ).*)$"}
	// sampleID is a number that the template leaves open.
	sampleID = text.Pattern{Expr: `^T[0-9]*X+\b`}
	// placeholder is what the template leaves open in the text of a task.
	placeholder = text.Pattern{Expr: `(?i)\[(language|framework|endpoint|endpoint/feature|user journey|entity ?[0-9]?|service|location|name)\]`}
	// label stands before the text of a task: "[P]" for parallel, "[US1]" for a story.
	label = text.Pattern{Expr: `^\s*\[(?:P|US ?[0-9]{1,3})\]`}
	phase = text.Pattern{Expr: `(?i)^phase\s+[0-9A-Z.]{1,8}\s*[:.—–-]\s*(.+)$`}
	// rank is what a heading says of a phase besides its name.
	rank = text.Pattern{Expr: `(?i)\s*\(priority:? [^)]*\).*$`}
)

// firstSample is the first task of the template. It is often kept as a real one.
const firstSample = "Create project structure per implementation plan"

func readTasks(d source.Document) tasks {
	var t tasks
	var numbered, bare []task
	heading, counted := "", ""
	for l := range guest.Said(d.Text) {
		if l.Level > 0 {
			if m := phase.FindStringSubmatch(l.Heading); m != nil {
				heading = strings.TrimSpace(rank.ReplaceAllString(m[1], ""))
			} else if l.Level == 2 {
				heading = ""
			}
			continue
		}
		x, is := t.taskIn(l)
		if !is {
			continue
		}
		if heading != counted && heading != "" {
			counted, t.phases = heading, append(t.phases, heading)
		}
		if heading != "" {
			x.phase = len(t.phases)
		}
		if x.bare {
			bare = append(bare, x)
			continue
		}
		if t.list = append(t.list, x); x.id != "" {
			numbered = append(numbered, x)
		}
	}
	switch {
	case len(numbered) > 0:
		// Other boxes are checks beside the tasks.
		t.list = numbered
	case len(t.list) == 0 && len(bare) > 0:
		t.list, t.unkept = bare, true
	}
	t.dropFirstSample()
	return t
}

// taskIn reads a line as a task: a box, or an item with a number and no box. It counts samples.
func (t *tasks) taskIn(l guest.Line) (x task, ok bool) {
	b := l.Box
	if !l.Boxed {
		m := bareTask.FindStringSubmatch(l.Text)
		if m == nil {
			return x, false
		}
		x.id, x.Text = splitID(m[1])
		x.bare = true
		return x, x.Text != ""
	}
	switch {
	case strings.HasPrefix(b.Text, "~~"), len(b.Mark) > 1:
		return x, false
	case sampleID.MatchString(b.Text), !b.Ticked() && placeholder.MatchString(b.Text):
		t.samples++
		return x, false
	}
	x.Box = b
	if x.id, x.Text = splitID(b.Text); x.id == "" && b.Mark != "" && !b.Ticked() {
		return x, false
	}
	if x.Mark == "P" {
		// The mark for parallel tasks, in the wrong place.
		x.Mark = ""
	}
	return x, true
}

// splitID takes the number and the labels off a task.
func splitID(s string) (id, rest string) {
	if m := taskID.FindStringSubmatchIndex(s); m != nil {
		id, rest = s[m[2]:m[3]], s[m[1]:]
	} else {
		rest = s
	}
	for {
		m := label.FindStringIndex(rest)
		if m == nil {
			break
		}
		rest = rest[m[1]:]
	}
	return id, strings.TrimSpace(strings.ReplaceAll(rest, "**", ""))
}

func (t *tasks) dropFirstSample() {
	for i, x := range t.list {
		if t.samples > 0 && !x.Ticked() && x.Text == firstSample {
			t.list = append(t.list[:i:i], t.list[i+1:]...)
			t.samples++
			return
		}
	}
}

func (t tasks) done() (n int) {
	for _, x := range t.list {
		if x.Ticked() {
			n++
		}
	}
	return n
}

// onlyPolish reports whether all that is open is the last touch, which is often left at that.
func (t tasks) onlyPolish() bool {
	for _, x := range t.list {
		if !x.Ticked() && (x.phase == 0 || !strings.HasPrefix(strings.ToLower(t.phases[x.phase-1]), "polish")) {
			return false
		}
	}
	return true
}

// phase is that of the first open task, counted from 1; zero for none.
func (t tasks) phase() int {
	for _, x := range t.list {
		if !x.Ticked() {
			return x.phase
		}
	}
	return 0
}
