package speckit

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// feature is a folder with a spec, a plan or tasks.
type feature struct {
	dir, id string
	spec    source.Document
	plan    source.Document
	tasks   source.Document
	steps   tasks
	// asked are the open questions of the spec.
	asked []string
	// left is true where boxes are open and work went on elsewhere.
	left bool
	// status is what the spec declares.
	status  string
	created model.Stamp
}

func (k *kit) features() []feature {
	var all []feature
	for _, dir := range k.folders() {
		f := feature{dir: dir, id: path.Base(dir)}
		var specified, planned, tasked bool
		f.spec, specified = k.h.Document(path.Join(dir, "spec.md"))
		f.plan, planned = k.h.Document(path.Join(dir, "plan.md"))
		f.tasks, tasked = k.h.Document(path.Join(dir, "tasks.md"))
		if !specified && !planned && !tasked {
			continue
		}
		f.steps, f.asked = readTasks(f.tasks), questions(f.spec)
		f.readHead(k.h.Zone)
		all = append(all, f)
	}
	k.findLeft(all)
	return all
}

// readHead reads the labels above the first part of the spec.
func (f *feature) readHead(zone *time.Location) {
	for _, line := range f.spec.Lines() {
		if level, _ := text.Heading(line); level > 1 {
			return
		}
		switch label, value, _ := text.Labelled(line); strings.ToLower(label) {
		case "status":
			f.status = value
		case "created":
			f.created = model.ParseStamp(value, zone)
		}
	}
}

// findLeft finds the features that people take for done though boxes are open: but for the last
// touch, or with a quarter or less to do while later ones are begun. They stay open, and say so.
func (k *kit) findLeft(all []feature) {
	begun := ""
	for _, f := range all {
		if f.steps.done() > 0 {
			begun = max(begun, f.id)
		}
	}
	for i := range all {
		f := &all[i]
		done, steps := f.steps.done(), len(f.steps.list)
		f.left = f.dir != k.current && done > 0 && done < steps && (f.steps.onlyPolish() || f.id < begun && 4*done >= 3*steps)
	}
}

// declared is what the word of a status means, and what stands behind it.
type declared struct {
	state model.State
	why   string
	// weak words may be about the spec alone.
	weak bool
	// dropped is true for what nobody will build.
	dropped bool
}

var firstWords = text.Pattern{Expr: `(?i)^[^a-z]*([a-z]+(?:[ -]hold)?)[\s:—–-]*(.*)$`}

// declares reads the status of a spec. All begin as Draft, so that word says nothing.
func declares(status string) declared {
	m := firstWords.FindStringSubmatch(status)
	if m == nil {
		return declared{}
	}
	switch strings.ToLower(m[1]) {
	case "implemented", "shipped", "merged", "released", "delivered", "deployed":
		return declared{state: model.StateDone}
	case "complete", "completed", "done", "finished", "closed":
		return declared{state: model.StateDone, weak: true}
	case "superseded", "abandoned", "cancelled", "canceled", "deprecated", "withdrawn", "rejected", "obsolete", "archived":
		return declared{state: model.StateDone, dropped: true}
	case "blocked":
		return declared{state: model.StateBlocked, why: cmp.Or(m[2], "blocked, says the spec")}
	}
	return declared{}
}

// title is what a heading says besides the kind of its document, empty where nobody filled it in.
func title(heading string) string {
	for _, word := range []string{"Feature Specification:", "Tasks:", "Task List:", "Implementation Plan:"} {
		if len(heading) >= len(word) && strings.EqualFold(heading[:len(word)], word) {
			heading = strings.TrimSpace(heading[len(word):])
		}
	}
	if strings.HasPrefix(heading, "[") && strings.HasSuffix(heading, "]") {
		return ""
	}
	return heading
}

// addFeatures adds the features that are open, then those that are over: of them the current one
// comes last, or else that with the highest number.
func (k *kit) addFeatures(all []feature) {
	slices.SortStableFunc(all, func(a, b feature) int {
		current := func(f feature) int {
			if f.dir == k.current {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(current(a), current(b)), strings.Compare(a.id, b.id))
	})
	for _, f := range all {
		if declares(f.status).dropped {
			k.left.Finished++
		} else {
			k.left.Jobs = append(k.left.Jobs, k.job(f))
		}
	}
}

func (k *kit) job(f feature) guest.Job {
	j := guest.Job{
		Files: []source.Document{f.tasks, f.plan, f.spec}, ID: f.id, Title: guest.TitleIn(title, f.spec, f.tasks, f.plan), Created: f.created,
		From: "the tasks", Unkept: f.steps.unkept, Current: f.dir == k.current, Blocked: declares(f.status).why,
	}
	for _, x := range f.steps.list {
		j.Steps = append(j.Steps, model.Step{Text: strings.TrimSpace(x.id + " " + x.Text), Mark: x.Rune()})
	}
	if at := f.steps.phase(); at > 0 && !f.steps.unkept {
		j.From += fmt.Sprintf(", now in phase %d of %d: %s", at, len(f.steps.phases), f.steps.phases[at-1])
	}
	k.setState(&j, f)
	k.doubt(&j, f)
	if j.State != model.StateDone && len(f.asked) > 0 {
		// Where work went on without an answer it is only probable that anybody waits.
		j.Waits = []guest.Wait{{Do: "Answer", Items: f.asked, Why: f.asked, In: f.spec, Type: k.typed("clarify", f.dir), Maybe: f.steps.done() > 0}}
	}
	return j
}

// setState says how far a feature is, how that is known, and what to type to go on.
func (k *kit) setState(j *guest.Job, f feature) {
	done, all := f.steps.done(), len(f.steps.list)
	says := declares(f.status)
	switch {
	case says.state == model.StateDone && (!says.weak || done > 0):
		j.State, j.Word, j.Known.Status = model.StateDone, f.status, model.BasisDeclared
		return
	case all > 0 && done == all:
		j.State, j.Word = model.StateDone, "implemented"
		return
	case f.left:
		j.State, j.Word, j.Known.Status = model.StateActive, "left over: "+model.Counted(all-done, "task"), model.BasisGuessed
		j.Type = k.typed("implement", f.dir)
		return
	}
	verb := "implement"
	switch j.State = model.StateDraft; {
	case done > 0:
		j.State, j.Word = model.StateActive, "in progress"
	case f.steps.unkept:
		j.Word = "tasks written"
	case all > 0:
		j.Word = "not started"
	case f.tasks.Name != "":
		j.Word, verb, j.Next = "no tasks", "tasks", "Write the tasks"
	case f.plan.Name != "":
		j.Word, verb, j.Next = "planned", "tasks", "Break the plan into tasks"
	case len(f.asked) > 0:
		j.Word, verb, j.Next = "specified", "clarify", "Answer "+model.Counted(len(f.asked), "question")+" of the spec"
	default:
		j.Word, verb, j.Next = "specified", "plan", "Make the plan"
	}
	if j.Type = k.typed(verb, f.dir); says.state == model.StateBlocked {
		j.State, j.Word, j.Known.Status = model.StateBlocked, f.status, model.BasisDeclared
	}
}

// doubt says what contradicts itself, or will stop the program.
func (k *kit) doubt(j *guest.Job, f feature) {
	if n := f.steps.samples; n > 0 {
		they := "they are"
		if n == 1 {
			they = "it is"
		}
		j.Doubt("%s of the template %s still among the tasks; %s left out", model.Counted(n, "sample"), guest.Are(n), they)
	}
	switch {
	case j.State == model.StateDone && j.Known.Status == model.BasisDeclared:
		j.DoubtOpen("the spec says that it is over", "task")
		return
	case j.State == model.StateDone, len(j.Steps) == 0:
		return
	}
	for _, name := range k.h.Files(path.Join(f.dir, "checklists"), ".md") {
		d, _ := k.h.Document(name)
		open := 0
		for l := range guest.Said(d.Text) {
			if l.Boxed && l.Box.Mark == "" {
				open++
			}
		}
		if open > 0 {
			j.Doubt("checklists/%s has %s: %s asks before it continues", path.Base(name), model.Counted(open, "open point"), tool)
		}
	}
}
