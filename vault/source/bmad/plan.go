package bmad

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
)

// inWork reports whether an epic says that it is in work, or has a story that is.
func (e *epic) inWork() bool {
	begun := slices.ContainsFunc(e.stories, func(x *story) bool { return x.stage >= stageReady && x.stage <= stageReview })
	return e.stage != stageOver && (e.stage >= stageReady && e.stage <= stageReview || begun)
}

// shown are the epics in work that have something left. Where there is none, it is the next one,
// and where all are done the last.
func (s *sprint) shown() (out []*epic) {
	for _, e := range s.epics {
		if e.inWork() && e.left() > 0 {
			out = append(out, e)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, e := range s.epics {
		if e.stage != stageDone && e.stage != stageOver && e.left() > 0 {
			return []*epic{e}
		}
	}
	for _, e := range slices.Backward(s.epics) {
		if len(e.stories) > 0 {
			return []*epic{e}
		}
	}
	return nil
}

// left counts the stories of an epic that are not done and are to be.
func (e *epic) left() (n int) {
	for _, x := range e.stories {
		if x.stage != stageDone && x.stage != stageOver {
			n++
		}
	}
	return n
}

// over reports whether all of an epic is done, also where nobody has said so of the whole.
func (e *epic) over() bool { return e.stage == stageDone || len(e.stories) > 0 && e.left() == 0 }

// next is the story to go on with, in the program's own order: what is in work, what is in
// review, what is ready, and then the first of the backlog.
func next(stories []*story) *story {
	for _, at := range []stage{stageWork, stageReview, stageReady, stageBacklog} {
		for _, x := range stories {
			if x.stage == at {
				return x
			}
		}
	}
	return nil
}

// addTo adds the epics in work as one plan, since they are in one file. It counts the epics that
// are done and not shown.
func (s *sprint) addTo(h *source.Here, found *source.Finding) (finished int) {
	shown := s.shown()
	for _, e := range s.epics {
		if e.over() && !slices.Contains(shown, e) {
			finished++
		}
	}
	if len(shown) == 0 {
		return finished
	}
	var stories []*story
	title := shown[0].title
	if len(shown) > 1 {
		title += " and " + model.Counted(len(shown)-1, "more epic")
	}
	for _, e := range shown {
		stories = append(stories, e.stories...)
	}
	m := &model.Plan{
		Path: s.file.Name, ID: "epic-" + shown[0].id, Objective: title, Created: model.ParseStamp(s.generated, h.Zone),
		Touched: model.Stamp{Time: s.file.Changed},
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, ID: model.BasisDeclared, Title: model.BasisDeclared, Status: model.BasisDerived, Steps: model.BasisDeclared, StepsFrom: "the stories",
		},
	}
	for _, x := range stories {
		if x.stage == stageOver {
			continue
		}
		step := model.Step{Number: len(m.Steps) + 1, Text: x.title, Mark: ' ', Maybe: x.stage == stageReview}
		if x.stage == stageDone {
			step.Mark = 'x'
		}
		if m.Steps = append(m.Steps, step); x.file != "" {
			if at := h.Changed(x.file); at.After(m.Touched.Time) {
				m.Touched.Time = at
			}
		}
	}
	s.setStatus(h, m, shown, stories)
	m.Reading.Doubts = s.doubts(stories)
	found.Plans = append(found.Plans, m)
	found.Requests = append(found.Requests, s.asks(h, m, stories)...)
	return finished
}

// setStatus sets how far the plan is, and what is next.
func (s *sprint) setStatus(h *source.Here, m *model.Plan, shown []*epic, stories []*story) {
	x := next(stories)
	switch {
	case x == nil && slices.ContainsFunc(stories, func(x *story) bool { return x.stage == stageOdd }):
		m.Status, m.Reading.Status = model.Status{State: model.StateUnknown, Word: shown[0].word}, model.BasisDeclared
		return
	case x == nil:
		m.Status, m.Reading.Command = model.Status{State: model.StateDone, Word: "done"}, command(h, "retrospective", "")
		return
	}
	if m.Reading.Next = x.title; x.stage == stageWork && x.open != "" {
		m.Reading.Next += ": " + x.open
	}
	switch x.stage {
	case stageWork:
		m.Status = model.Status{State: model.StateActive, Word: "in-progress"}
	case stageReview:
		m.Status, m.Reading.Command = model.Status{State: model.StateActive, Word: "review"}, command(h, "code-review", x.key)
		return
	case stageBacklog:
		m.Reading.Command = command(h, "create-story", x.key)
	}
	if m.Reading.Command == "" {
		m.Reading.Command = command(h, "dev-story", x.key)
	}
	if m.Status.Word == "" {
		e := shown[0]
		if m.Status = (model.Status{State: model.StateDraft, Word: e.word}); e.stage != stageBacklog {
			m.Status.State = model.StateActive
		}
	}
}

// command is what to type, as the version at hand has it.
func command(h *source.Here, skill, key string) string {
	prefix := "/bmad-"
	if !h.Exists("_bmad") && (h.Exists(".bmad") || h.Exists("bmad")) {
		prefix = "/bmad:bmm:workflows:"
	}
	return strings.TrimSpace(prefix + skill + " " + key)
}

// doubts are what contradicts itself in a tracker.
func (s *sprint) doubts(stories []*story) (out []string) {
	for _, e := range s.epics {
		left := e.left()
		if e.stage == stageDone && left == 1 {
			out = append(out, "epic-"+e.id+" is done, and 1 story of it is not")
		} else if e.stage == stageDone && left > 1 {
			out = append(out, fmt.Sprintf("epic-%s is done, and %d stories of it are not", e.id, left))
		}
	}
	odd, word := 0, ""
	for _, x := range stories {
		if x.fileWord != "" {
			out = append(out, fmt.Sprintf("%s is %s in the tracker, and %s in its own file: the lower counts", x.key, x.word, x.fileWord))
		}
		if x.stage == stageOdd {
			odd, word = odd+1, x.word
		}
	}
	if odd == 1 {
		out = append(out, "1 story has a status that is not known: "+word)
	} else if odd > 1 {
		out = append(out, fmt.Sprintf("%d stories have a status that is not known, the last: %s", odd, word))
	}
	for _, name := range s.others {
		out = append(out, "another tracker lies in "+name+", which is not read")
	}
	return out
}

// asks are what may wait for somebody: stories in review, which another agent may do too, and
// what retrospectives asked for. One review is about its story, several are about the tracker.
func (s *sprint) asks(h *source.Here, m *model.Plan, stories []*story) (out []model.Request) {
	var reviews []*story
	var why, parts []string
	for _, x := range stories {
		if x.stage == stageReview {
			reviews = append(reviews, x)
			why = append(why, "review: "+x.title)
		}
	}
	ask := model.Request{
		PlanID: m.ID, Plan: m.Path, Created: model.Stamp{Time: s.file.Changed},
		Reading: model.RequestReading{Tool: tool, Maybe: true, Decision: model.DecisionPending, Summary: model.BasisDerived, Plan: model.BasisDeclared},
	}
	if len(reviews) > 0 {
		ask.Reading.Command = command(h, "code-review", reviews[0].key)
	}
	switch {
	case len(reviews) == 1 && reviews[0].file != "":
		one := ask
		one.Path, one.Summary = reviews[0].file, "Review a story: "+reviews[0].title
		if d, ok := h.Document(one.Path); ok {
			one.Seen, one.Created = d.Seen, model.Stamp{Time: d.Changed}
		}
		one.Name = path.Base(one.Path)
		out, why, ask.Reading.Command = append(out, one), nil, m.Reading.Command
	case len(reviews) == 1:
		parts = append(parts, "Review a story: "+reviews[0].title)
	case len(reviews) > 1:
		parts = append(parts, fmt.Sprintf("%d stories in review, the first: %s", len(reviews), reviews[0].title))
	}
	for _, x := range s.items {
		why = append(why, "action item: "+x.said())
	}
	if n := len(s.items); n > 0 {
		parts = append(parts, model.Counted(n, "open action item")+": "+s.items[0].said())
	}
	if len(parts) > 0 {
		ask.Path, ask.Name, ask.Summary, ask.Rationale = s.file.Name, tracker, strings.Join(parts, "; "), strings.Join(why, "\n")
		out = append(out, ask)
	}
	return out
}

// said is an action item with its owner.
func (x item) said() string {
	if x.owner == "" {
		return x.what
	}
	return x.what + " (" + x.owner + ")"
}
