package claude

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/store"
)

// left are what is remembered of the work in dirs, and the plan file that the newest session of a person names, with the tasks of that session
// as its steps where the file has none.
func left(h *store.Home, dirs []string, sessions []model.Transcript) (all source.Finding) {
	all.Kept = memories(h, dirs)
	t, ok := newestOf(sessions)
	if !ok {
		return all
	}
	t.Steps = tasks(h, t.ID)
	if p, ok := planOf(h, t); ok {
		all.Plans = append(all.Plans, &p)
		return all
	}
	all.Plans = store.PlanOf(tool, []model.Transcript{t}).Plans
	return all
}

// newestOf is the session that wrote last, of those with a person at the screen.
func newestOf(sessions []model.Transcript) (newest model.Transcript, ok bool) {
	for _, t := range sessions {
		if !t.Batch && (!ok || t.Wrote().After(newest.Wrote())) {
			newest, ok = t, true
		}
	}
	return newest, ok
}

// leftText returns what left tells of: what is remembered of dirs, and the plan of the newest session
// there, its file or its tasks.
func leftText(h *store.Home, dirs []string, name string) (d source.Document, ok bool) {
	if slices.Contains(memoryFolders(dirs), path.Dir(name)) {
		return h.Document(name)
	}
	only := store.Store{Name: storeName, Tool: tool, Read: read}
	t, ok := newestOf(only.SessionsAt(h, h.Newest(names(h, dirs), mostNewest), dirs))
	switch {
	case !ok:
		return d, false
	case t.PlanFile == h.Path(name) && isPlan(h, name):
		return h.Document(name)
	case t.Path != h.Path(name):
		return d, false
	}
	t.Steps = tasks(h, t.ID)
	return source.Document{Name: name, Text: string(store.StepsText(t)), Seen: t.Seen}, len(t.Steps) > 0
}

// mostNewest is how many sessions are looked at for the newest one with a person at the screen.
const mostNewest = 50

// isPlan reports whether a file of the store is a plan by where it lies. Which file a session names
// is up to its agent, so it may name any.
func isPlan(h *store.Home, name string) bool {
	return slices.Contains(h.Files(plans, ".md"), name)
}

// planOf reads the plan file of a session. Nothing in it says whether the plan is in work; the session
// says whether the operator has accepted it.
func planOf(h *store.Home, t model.Transcript) (p model.Plan, ok bool) {
	name, ok := strings.CutPrefix(t.PlanFile, h.Shown+"/")
	if !ok || !isPlan(h, name) {
		return p, false
	}
	d, ok := h.Document(name)
	if !ok {
		return p, false
	}
	p = model.Plan{
		Path: t.PlanFile, ID: strings.TrimSuffix(path.Base(name), ".md"), Created: t.Began, Touched: model.Stamp{Time: d.Changed}, Seen: d.Seen,
		Status: model.Status{State: model.StateActive, Word: "laid out"},
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, Command: t.Command, ID: model.BasisFolder, Title: model.BasisDeclared, Status: model.BasisGuessed,
			Steps: model.BasisDerived, StepsFrom: "its boxes",
		},
	}
	if t.Planning {
		p.Status = model.Status{State: model.StateDraft, Word: "waits for your approval"}
	}
	title, boxes, numbered := store.Markdown(d.Text)
	p.Objective, p.Steps = title, boxes
	switch {
	case len(p.Steps) > 0:
	case len(t.Steps) > 0:
		p.Steps, p.Reading.StepsFrom = t.Steps, "the tasks of its session"
	default:
		p.Steps, p.Reading.StepsFrom, p.Reading.Stateless = numbered, "its numbered list", true
	}
	if done, of := p.Progress(); of > 0 && done == of {
		return p, false
	}
	p.Objective = cmp.Or(p.Objective, t.Name())
	return p, true
}

// mostTasks is how many tasks of a session are read.
const mostTasks = 200

// tasks are those of a session, in the order of their numbers. Newer models keep none, so that a list
// which is not there says nothing.
func tasks(h *store.Home, session string) (steps []model.Step) {
	type task struct {
		ID, Subject, Status string
		number              int
	}
	var all []task
	for _, name := range h.Files("tasks/"+session, ".json") {
		var t task
		if len(all) == mostTasks {
			break
		}
		// The program may be writing it.
		if d, ok := h.Document(name); !ok || json.Unmarshal([]byte(d.Text), &t) != nil || strings.TrimSpace(t.Subject) == "" {
			continue
		}
		t.number, _ = strconv.Atoi(strings.TrimSuffix(path.Base(name), ".json"))
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b task) int { return cmp.Compare(a.number, b.number) })
	for _, t := range all {
		steps = append(steps, model.Step{Number: len(steps) + 1, Text: store.OneLine(t.Subject, store.MostTitle), Mark: store.Mark(t.Status)})
	}
	return steps
}
