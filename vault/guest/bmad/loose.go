package bmad

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// storyFile is the name of a story's file: its number, and "story" or a few words.
var storyFile = text.Pattern{Expr: `^(?:story[-.])?\d+[a-z]?[.-]\d+[a-z]?(?:[.-].*)?\.md$`}

// readLoose reads the stories of a version without a tracker: each that is open is a job, the others are counted.
func readLoose(h *source.Repo, left guest.Left) guest.Left {
	for _, name := range h.Files(stories, ".md") {
		id := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".md"), ".story")
		if !storyFile.MatchString(path.Base(name)) {
			continue
		}
		x := &story{title: id, stage: stageOver + 1}
		if x.readFile(h, name); x.fileStage == stageOdd {
			continue
		}
		left.Path, left.Used, left.Ended = stories, true, guest.EndedCounted
		left.Jobs = append(left.Jobs, x.job(id))
	}
	return left
}

// techSpec is the name of the file of work that has no story.
var techSpec = text.Pattern{Expr: `^tech-spec-.+\.md$`}

// readSpecs reads the work that stands beside a tracker and is no story: each that is open is a job, the others are counted.
func readSpecs(h *source.Repo, dir string) (all []guest.Job) {
	for _, name := range h.Files(dir, ".md") {
		if !techSpec.MatchString(path.Base(name)) {
			continue
		}
		x := &story{stage: stageOver + 1}
		if x.readFile(h, name); x.fileStage == stageOdd {
			continue
		}
		_, title, _ := strings.Cut(x.heading, ":")
		x.title = cmp.Or(strings.TrimSpace(title), x.heading)
		all = append(all, x.job(strings.TrimSuffix(path.Base(name), ".md")))
	}
	return all
}

// job is a story that stands for itself. Its own status counts, whatever its boxes say.
func (x *story) job(id string) guest.Job {
	j := guest.Job{
		Files: []source.Document{x.file}, ID: id, Title: x.title, Word: x.fileWord, From: "its tasks", Steps: slices.Clone(x.tasks),
		Known: guest.Known{Status: model.BasisDeclared},
	}
	switch x.fileStage {
	case stageDone, stageOver:
		j.State = model.StateDone
	case stageWork:
		j.State = model.StateActive
	case stageReview:
		j.State = model.StateActive
		j.Waits = []guest.Wait{{Do: "Review", Items: []string{x.title}, Maybe: true}}
	default:
		j.State = model.StateDraft
	}
	return j
}
