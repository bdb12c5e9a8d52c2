package dialect

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/vault/text"
)

// dataLevels is how deep a JSON file is read: the file, the object that speaks of it, its
// phases, each of them, its steps, and what each step says.
const dataLevels = 6

// wrappers are keys of objects that speak of the whole file, in which its own keys may lie.
var wrappers = []string{"plan", "request", "task", "metadata", "meta", "header", "info", "details", "data"}

// stepLists are keys of lists of steps, best first; of phases that hold steps, groupLists.
var (
	stepLists = []string{
		"steps", "plan_steps", "execution_steps", "action_steps", "next_steps", "tasks", "subtasks", "actions", "action_items", "checklist", "todos", "todo", "plan", "roadmap",
	}
	groupLists = []string{"phases", "stages", "milestones"}
)

// The keys of one step, best first.
var (
	stepTextKeys  = []string{"title", "name", "task", "step", "description", "text", "action", "summary", "content"}
	stepStateKeys = []string{"status", "state"}
	stepDoneKeys  = []string{"done", "completed", "complete", "is_done", "is_completed", "checked", "finished"}
	// stepNumberKeys name a step of which only the number is said.
	stepNumberKeys = []string{"step", "number", "step_number", "index", "id"}
	stepNeedKeys   = []string{"requires_human", "human", "human_required", "hitl"}
)

// readData reads a JSON file that is one object, so that its keys and its steps are read as those of any
// other file. The keys of objects inside of it have a dot in front; those of one that speaks of the
// whole file count without it as well, behind the file's own.
func (p *Page) readData(b []byte) {
	v, ok := text.Parts(b, text.SkipBlanks(b, 0), dataLevels)
	if !ok || text.SkipBlanks(b, v.To) < len(b) {
		if _, err := text.ReadJSON(b); err != nil && !p.isBlank() {
			p.Broken = err
		}
		return
	}
	if !v.Is(b, '{') {
		return
	}
	f := &p.front
	f.addData("", b, v)
	for name, part := range byName(b, v) {
		if !part.Is(b, '{') {
			continue
		}
		if slices.Contains(wrappers, normalKey(name)) {
			f.addData("", b, part)
		}
		f.addData(".", b, part)
	}
	f.addGoal()
	p.listed = dataSteps(b, v)
	for _, name := range wrappers {
		if around := memberOf(b, v, name); len(p.listed) == 0 && around.Is(b, '{') {
			p.listed = dataSteps(b, *around)
		}
	}
	for i := range p.listed {
		p.listed[i].Number = i + 1
	}
}

// addData adds the single values of an object. Of a key that is there already the first counts.
func (f *frontMatter) addData(prefix string, b []byte, v text.Value) {
	for name, part := range byName(b, v) {
		key := prefix + normalKey(name)
		if kind := part.Kind(b); kind != '{' && kind != '[' && len(f.entries) < maxFrontLines && (prefix != "" || f.find(key) == nil) {
			f.put(entry{key: key, value: clip(scalar(name, b, part)), line: dataLine(b, part)})
		}
	}
}

// sentenceKeys are keys whose value, if it is a sentence, says what a JSON file is about.
var sentenceKeys = []string{"task", "name", "task_description", "description"}

// addGoal takes such a sentence for the goal where the file gives neither a title nor a goal.
func (f *frontMatter) addGoal() {
	for _, key := range slices.Concat(spellings[fieldTitle].keys, spellings[fieldGoal].keys) {
		if f.find(key) != nil {
			return
		}
	}
	for _, key := range sentenceKeys {
		if e := f.find(key); e != nil && strings.Contains(e.value, " ") && !isStem(e.value) {
			f.put(entry{key: spellings[fieldGoal].keys[0], value: e.value, line: e.line})
			return
		}
	}
}

func dataLine(b []byte, v text.Value) int { return 1 + bytes.Count(b[:v.From], []byte("\n")) }

// memberOf returns the member of an object with this normal key, nil for none.
func memberOf(b []byte, v text.Value, key string) *text.Value {
	for i := len(v.Parts) - 1; i >= 0; i-- {
		if normalKey(v.Parts[i].Key(b)) == key {
			return &v.Parts[i]
		}
	}
	return nil
}

// maxListed is the most steps that are read of a JSON file.
const maxListed = 1000

// dataSteps returns the steps of an object: those of the first list that has some.
func dataSteps(b []byte, v text.Value) []Step {
	for _, key := range groupLists {
		var steps []Step
		if list := memberOf(b, v, key); list.Is(b, '[') {
			for _, g := range list.Parts {
				steps = append(steps, dataSteps(b, g)...)
			}
			if len(steps) == 0 {
				steps = listedSteps(b, *list)
			}
		}
		if len(steps) > 0 {
			return steps[:min(len(steps), maxListed)]
		}
	}
	for _, key := range stepLists {
		if list := memberOf(b, v, key); list.Is(b, '[') {
			if steps := listedSteps(b, *list); len(steps) > 0 {
				return steps
			}
		}
	}
	return nil
}

// listedSteps reads a list of texts or objects. What has no text is no step.
func listedSteps(b []byte, list text.Value) (steps []Step) {
	line, at := dataLine(b, list), list.From
	for _, part := range list.Parts[:min(len(list.Parts), maxListed)] {
		line, at = line+bytes.Count(b[at:part.From], []byte("\n")), part.From
		s := Step{Line: line, Stateless: true}
		switch {
		case part.Is(b, '"'):
			s.Text = stepText(part.Text(b))
			s.Need = needOf(s.Text)
		case part.Is(b, '{'):
			s = dataStep(b, part, s)
		}
		if s.Text != "" {
			steps = append(steps, s)
		}
	}
	return steps
}

// dataStep reads a step that is an object.
func dataStep(b []byte, v text.Value, s Step) Step {
	said := func(keys []string) string {
		for _, key := range keys {
			if m := memberOf(b, v, key); m != nil && !m.Is(b, '{') && !m.Is(b, '[') {
				if says := scalar(key, b, *m); !isAbsent(says) && says != "" {
					return says
				}
			}
		}
		return ""
	}
	for _, key := range stepTextKeys {
		if m := memberOf(b, v, key); m.Is(b, '"') {
			if s.Text = stepText(m.Text(b)); strings.ContainsFunc(s.Text, unicode.IsLetter) {
				break
			}
			s.Text = ""
		}
	}
	if n := said(stepNumberKeys); s.Text == "" && digits(n) {
		s.Text = "Step " + n
	}
	if mark := said(stepStateKeys); mark != "" {
		s.Mark, s.Stateless, s.Done = mark, false, stateOf(mark) == model.StateDone
	} else if mark = said(stepDoneKeys); mark == "true" || mark == "false" {
		s.Stateless, s.Done = false, mark == "true"
	}
	s.Need = needOf(s.Text)
	for _, keys := range [][]string{spellings[fieldNeeds].keys, stepNeedKeys} {
		if need, ok := answer(said(keys)); ok && need != model.NeedNo {
			s.Need = need
		}
	}
	return s
}

func fromData(f *finder, _ func(int) bool) []Step { return slices.Clone(f.page.listed) }
