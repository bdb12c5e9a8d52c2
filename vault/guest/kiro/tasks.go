package kiro

import (
	"strings"

	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// tasks are what a tasks.md says.
type tasks struct {
	list []task
	// optional counts tasks with a star that are not done: they need not be.
	optional int
	// begun is true if any task is done or in progress.
	begun bool
}

type task struct {
	text.Box
	// number is "1.2", empty for none; under is the task of which it is a part.
	number, under string
	// blocked is why the agent could not do it, empty for most; needs are the numbers of the tasks
	// that come before it.
	blocked string
	needs   []string
}

var (
	// star stands behind the box of a task that may be left out, also as "\*".
	star = text.Pattern{Expr: `^\\?\*(?:\s+|$)`}
	// number begins a task: "1.", "1.2", "7.9*".
	number = text.Pattern{Expr: `^([0-9]{1,4}(?:\.[0-9]{1,4})*\.?)(\\?\*)?(?:\s+|$)`}
	// parallel is the mark of a task that may be done beside others.
	parallel = text.Pattern{Expr: `\s*\(P\)(?:\s+|$)`}
	// blocked is what the agent writes below a task: "_Blocked: no oil_".
	blocked = text.Pattern{Expr: `^[-*\s]*_Blocked:\s*(?:_\s*(.+)|(.*?)_?)\s*$`}
	// depends is the line that names what comes before a task: "_Depends: 2, 3.1_".
	depends = text.Pattern{Expr: `^[-*\s]*_Depends:[\s_]*([0-9., ]+)`}
)

func readTasks(d source.Document) (t tasks) {
	var plain []task
	of := -1
	for l := range guest.Said(d.Text) {
		if m := blocked.FindStringSubmatch(l.Text); m != nil && of >= 0 {
			t.list[of].blocked = strings.TrimSpace(m[1] + m[2])
			continue
		}
		if m := depends.FindStringSubmatch(l.Text); m != nil && of >= 0 {
			t.list[of].needs = strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' })
			continue
		}
		b := l.Box
		if !l.Boxed || len(b.Mark) > 1 {
			continue
		}
		rest := star.ReplaceAllString(b.Text, "")
		optional := rest != b.Text
		m := number.FindStringSubmatch(rest)
		t.begun = t.begun || b.Ticked() || b.Mark == "-"
		b.Text = strings.TrimSpace(parallel.ReplaceAllString(rest, " "))
		if m == nil {
			if !optional {
				plain = append(plain, task{Box: b})
			}
			continue
		}
		if m[2] != "" {
			optional = true
			b.Text = m[1] + " " + strings.TrimSpace(b.Text[min(len(m[0]), len(b.Text)):])
		}
		if of = -1; optional && !b.Ticked() {
			t.optional++
			continue
		}
		of, t.list = len(t.list), append(t.list, task{Box: b, number: strings.TrimSuffix(m[1], ".")})
	}
	t.dropWholes()
	if len(t.list) == 0 && t.optional == 0 {
		// Where tasks have numbers, other boxes are checks beside them.
		t.list = plain
	}
	return t
}

// whole is a task whose parts are tasks too.
type whole struct {
	text string
	// ticked is true if it is done, parts if one of its parts is, open if one is not.
	ticked, parts, open bool
}

// keeps reports that only the whole is ticked, and its parts never were.
func (w *whole) keeps() bool { return w != nil && w.ticked && !w.parts }

// partly reports that the mark of a whole says that something of it is left, though all its parts are done.
func (w *whole) partly(x task) bool {
	return w != nil && w.parts && !w.open && (x.Mark == "~" || x.Mark == "-")
}

// dropWholes takes out the tasks whose parts are tasks too, since many agents tick the parts
// only; or their parts, where only the whole is ticked.
func (t *tasks) dropWholes() {
	wholes := map[string]*whole{}
	for _, x := range t.list {
		if in := x.in(); in != "" {
			if wholes[in] == nil {
				wholes[in] = &whole{}
			}
			wholes[in].parts = wholes[in].parts || x.Ticked()
			wholes[in].open = wholes[in].open || !x.Ticked()
		}
	}
	for _, x := range t.list {
		if w := wholes[x.number]; w != nil {
			w.text, w.ticked = x.Text, x.Ticked()
		}
	}
	kept := t.list[:0]
	for _, x := range t.list {
		if w := wholes[x.in()]; w.keeps() {
			continue
		} else if w != nil {
			x.under = w.text
		}
		w := wholes[x.number]
		if w.partly(x) {
			x.Mark = "-"
		}
		if w == nil || w.keeps() || x.blocked != "" || w.partly(x) {
			kept = append(kept, x)
		}
	}
	t.list = kept
}

// in is the number of the task of which it is a part: "1" for "1.2", empty for none.
func (x task) in() string {
	i := strings.LastIndexByte(x.number, '.')
	return x.number[:max(i, 0)]
}

// now is the task of which the first open one is a part, empty for none.
func (t tasks) now() string {
	for _, x := range t.list {
		if !x.Ticked() {
			return x.under
		}
	}
	return ""
}

func (t tasks) done() (n int) {
	for _, x := range t.list {
		if x.Ticked() {
			n++
		}
	}
	return n
}

// held are the numbers of the open tasks that are blocked, and of those that need one of them.
func (t tasks) held() map[string]bool {
	held, behind := map[string]bool{}, map[string][]string{}
	var queue []string
	for _, x := range t.list {
		if x.Ticked() {
			continue
		}
		for _, n := range x.needs {
			behind[n] = append(behind[n], x.number)
		}
		if x.blocked != "" {
			held[x.number], queue = true, append(queue, x.number)
		}
	}
	for len(queue) > 0 {
		for _, n := range behind[queue[0]] {
			if !held[n] {
				held[n], queue = true, append(queue, n)
			}
		}
		queue = queue[1:]
	}
	return held
}

// stuck are the open tasks that are blocked; all is true if what else is open needs one of them.
func (t tasks) stuck() (stuck []task, all bool) {
	all = true
	held := t.held()
	for _, x := range t.list {
		switch {
		case x.Ticked():
		case x.blocked != "":
			stuck = append(stuck, x)
		default:
			all = all && held[x.number] && x.number != ""
		}
	}
	return stuck, all && len(stuck) > 0
}
