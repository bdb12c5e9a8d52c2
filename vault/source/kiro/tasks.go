package kiro

import (
	"regexp"
	"strings"

	"coldstart/vault/source"
	"coldstart/vault/text"
)

// tasks are what a tasks.md says.
type tasks struct {
	list []task
	// optional counts tasks with a star that are not done: they need not be.
	optional int
}

type task struct {
	text.Box
	// blocked is why the agent could not do it, empty for most.
	blocked string
}

var (
	// star stands behind the box of a task that may be left out, also as "\*".
	star = regexp.MustCompile(`^\\?\*(?:\s+|$)`)
	// number begins a task: "1.", "1.2", "7.9*".
	number = regexp.MustCompile(`^([0-9]{1,4}(?:\.[0-9]{1,4})*\.?)(\\?\*)?(?:\s+|$)`)
	// parallel is the mark behind a task that may be done beside others.
	parallel = regexp.MustCompile(`\s*\(P\)$`)
	// blocked is what the agent writes below a task: "_Blocked: no oil_".
	blocked = regexp.MustCompile(`^[-*\s]*_Blocked:\s*(?:_\s*(.+)|(.*?)_?)\s*$`)
)

func readTasks(d source.Document) (t tasks) {
	var plain []task
	of := -1
	for at, line := range text.Unfenced([]byte(text.WithoutComments(d.Text))) {
		if m := blocked.FindStringSubmatch(line); m != nil && of >= 0 {
			t.list[of].blocked = strings.Clone(strings.TrimSpace(m[1] + m[2]))
			continue
		}
		b, ok := text.ReadBox(line)
		if !ok || len(b.Mark) > 1 {
			continue
		}
		b.Line = at.Number
		rest := star.ReplaceAllString(b.Text, "")
		optional := rest != b.Text
		m := number.FindStringSubmatch(rest)
		b.Text = strings.Clone(parallel.ReplaceAllString(rest, ""))
		if m == nil {
			if !optional {
				plain = append(plain, task{Box: b})
			}
			continue
		}
		if m[2] != "" {
			optional = true
			b.Text = m[1] + " " + strings.TrimSpace(b.Text[len(m[0]):])
		}
		if of = -1; optional && !b.Ticked() {
			t.optional++
			continue
		}
		of, t.list = len(t.list), append(t.list, task{Box: b})
	}
	if len(t.list) == 0 && t.optional == 0 {
		// Where tasks have numbers, other boxes are checks beside them.
		t.list = plain
	}
	return t
}

func (t tasks) done() (n int) {
	for _, x := range t.list {
		if x.Ticked() {
			n++
		}
	}
	return n
}

// begun reports whether any task is done or in progress.
func (t tasks) begun() bool {
	for _, x := range t.list {
		if x.Ticked() || x.Mark == "-" {
			return true
		}
	}
	return false
}

// stuck are the open tasks that are blocked; all is true if no other is open.
func (t tasks) stuck() (stuck []task, all bool) {
	all = true
	for _, x := range t.list {
		switch {
		case x.Ticked():
		case x.blocked != "":
			stuck = append(stuck, x)
		default:
			all = false
		}
	}
	return stuck, all && len(stuck) > 0
}
