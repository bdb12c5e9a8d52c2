package bmad

import (
	"slices"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// inWork reports whether an epic says that it is in work, or has a story that is.
func (e *epic) inWork() bool {
	begun := slices.ContainsFunc(e.stories, func(x *story) bool { return x.stage >= stageReady && x.stage <= stageReview })
	return e.stage != stageOver && e.stage != stageDone && (e.stage >= stageReady && e.stage <= stageReview || begun)
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

// job makes one job of the epics in work, since they are in one file.
func (s *sprint) job(h *source.Repo, shown []*epic) guest.Job {
	typed := guest.Spelled(h, spellings, "")
	j := guest.Job{
		Files: []source.Document{s.file}, ID: shown[0].key, Title: shown[0].title, Created: model.ParseStamp(s.generated, h.Zone), From: "the stories",
		Known: guest.Known{ID: model.BasisDeclared},
	}
	if len(shown) > 1 {
		j.Title += " and " + model.Counted(len(shown)-1, "more epic")
	}
	var stories []*story
	for _, e := range shown {
		stories = append(stories, e.stories...)
	}
	for _, x := range stories {
		if x.stage == stageOver {
			continue
		}
		step := guest.Step(x.title, x.stage == stageDone)
		step.Maybe = x.stage == stageReview
		j.Steps, j.Files = append(j.Steps, step), append(j.Files, x.file)
	}
	setState(&j, typed, shown[0], stories)
	s.doubt(&j, stories)
	j.Waits = s.waits(typed, j.Type, stories)
	return j
}

// elsewhere is a word for a story that is done as a part of another one.
var elsewhere = text.Pattern{Expr: `^(?i)\W*(?:supersede|absorb|merge|obsolete)`}

// givenUp are the stories that will not be done, with the word for it.
func (s *sprint) givenUp() (all []model.Entry) {
	for _, e := range s.epics {
		for _, x := range e.stories {
			if x.stage == stageOver && !elsewhere.MatchString(x.word) {
				l := s.file.Lesson(len(all)+1, 0, x.title)
				l.Outcome, l.Reasoning = model.OutcomeAbandoned.String(), x.word
				all = append(all, l)
			}
		}
	}
	return all
}

// setState says how far the job is, and what is next.
func setState(j *guest.Job, typed guest.Spelling, first *epic, stories []*story) {
	x := next(stories)
	if x == nil {
		if j.State, j.Word, j.Type = model.StateDone, "done", typed.Type("retrospective"); slices.ContainsFunc(stories, func(x *story) bool { return x.stage == stageOdd }) {
			j.State, j.Word, j.Type, j.Known.Status = model.StateUnknown, first.word, "", model.BasisDeclared
		}
		return
	}
	if j.Next = x.title; x.stage == stageWork && x.open != "" {
		j.Next += ": " + x.open
	}
	verb := "dev-story"
	switch j.State = model.StateActive; x.stage {
	case stageWork:
		j.Word = "in-progress"
	case stageReview:
		j.Word, verb = "review", "code-review"
	default:
		if x.stage == stageBacklog {
			verb = "create-story"
		}
		if j.Word = first.word; first.stage == stageBacklog {
			j.State = model.StateDraft
		}
	}
	j.Type = typed.Type(verb, x.key)
}

// doubt says what contradicts itself in a tracker.
func (s *sprint) doubt(j *guest.Job, stories []*story) {
	for _, e := range s.epics {
		if left := e.left(); e.stage == stageDone && left > 0 {
			j.Doubt("%s is done, and %s of it %s not", e.key, model.Counted(left, "story"), guest.Are(left))
		}
		if e.behind > 0 {
			j.Doubt("%s %s done in the tracker, and not in %s", model.Counted(e.behind, "story"), guest.Are(e.behind), own(e.behind))
		}
	}
	odd, word := 0, ""
	for _, x := range stories {
		if x.fileWord != "" {
			j.Doubt("%s is %s in the tracker, and %s in its own file: the lower counts", x.key, x.word, x.fileWord)
		}
		if x.stage == stageOdd {
			odd, word = odd+1, x.word
		}
	}
	j.DoubtOdd(odd, "story", word)
	for _, name := range s.others {
		j.Doubt("another tracker in %s is not read", name)
	}
}

// own is what says something else of a number of stories.
func own(n int) string {
	if n == 1 {
		return "its own file"
	}
	return "their own files"
}

// waits are what may wait for somebody: stories in review, which another agent may do too, and
// what retrospectives asked for. One review is about its story, several are about the tracker.
func (s *sprint) waits(typed guest.Spelling, goesOn string, stories []*story) (all []guest.Wait) {
	review := guest.Wait{Do: "Review", In: s.file, Maybe: true}
	for _, x := range stories {
		if x.stage != stageReview {
			continue
		}
		if review.Items, review.Why = append(review.Items, x.title), append(review.Why, "review: "+x.title); len(review.Items) == 1 {
			review.Type = typed.Type("code-review", x.key)
			if review.In = x.file; x.file.Name == "" {
				review.In = s.file
			}
		} else {
			review.In = s.file
		}
	}
	if len(review.Items) > 0 {
		if all = append(all, review); review.In.Name != s.file.Name {
			all[0].Why = nil
		}
	}
	item := guest.Wait{Do: "Action item", In: s.file, Type: goesOn, Maybe: true}
	for _, x := range s.items {
		item.Items, item.Why = append(item.Items, x.said()), append(item.Why, "action item: "+x.said())
	}
	if len(item.Items) > 0 {
		all = append(all, item)
	}
	return all
}

// said is an action item with its owner.
func (x item) said() string {
	if x.owner == "" {
		return x.what
	}
	return x.what + " (" + x.owner + ")"
}
