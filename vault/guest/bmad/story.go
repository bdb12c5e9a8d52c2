package bmad

import (
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

var (
	storyTitle = text.Pattern{Expr: `^(?i)(?:story\s+)?\d+[a-z]?(?:[.-]\d+[a-z]?)*\s*[:.·—–-]?\s+(.+)$`}
	// parts are headings of any level below which tasks or criteria stand, taskHead is a task that is a heading.
	parts     = text.Pattern{Expr: `^(?i)(?:tasks|acceptance)\b`}
	taskHead  = text.Pattern{Expr: `^(?i)task\s+\d`}
	storyLine = text.Pattern{Expr: `^(?:[-*]\s+)?\**[Ss]tatus\s*(?::\**|\**:)\s*(.+)$`}
)

// mostHead is how many lines of a story may be above its status.
const mostHead = 40

// readStories reads the files of the stories in epics in work and in those that are shown. A status there that is lower than in
// the tracker counts, but for a tracker in which nothing is left: that says so on purpose.
func (s *sprint) readStories(h *source.Repo) {
	home := path.Dir(s.file.Name)
	dirs := []string{home, path.Join(home, "stories")}
	if s.location != "" {
		dir, ok := inside(s.location)
		switch {
		case ok:
			dirs = append([]string{dir, path.Join(dir, "stories")}, dirs...)
		case strings.HasPrefix(dir, "../"):
			h.Problem(s.file.Name, s.locationLine, "story_location leads outside the repository, which is not read", "the stories beside the tracker were read")
		}
	}
	shown := s.shown()
	ended := !slices.ContainsFunc(s.epics, func(e *epic) bool { return e.left() > 0 })
	for _, e := range s.epics {
		if !e.inWork() && !slices.Contains(shown, e) {
			continue
		}
		files := map[string]string{}
		for _, dir := range dirs {
			for _, dir := range []string{path.Join(dir, e.key), dir} {
				for _, name := range h.Files(dir, ".md") {
					if _, ok := files[path.Base(name)]; !ok {
						files[path.Base(name)] = name
					}
				}
			}
		}
		for _, x := range e.stories {
			was := x.stage
			if name, ok := files[x.key+".md"]; ok {
				x.readFile(h, name)
			}
			if ended && x.stage != was {
				x.stage, x.fileWord = was, ""
				e.behind++
			}
		}
	}
}

// readFile reads the file of a story: its title, its status and its first open task.
func (x *story) readFile(h *source.Repo, name string) {
	d, ok := h.Document(name)
	if !ok {
		return
	}
	x.file = d
	x.file.Text = ""
	front, body, _ := d.Front()
	if front != nil {
		x.say(front.Get("status"))
	}
	titled, section := false, ""
	var heads, criteria []model.Step
	for l := range guest.Said(body) {
		level, heading, said := l.Level, l.Heading, strings.TrimSpace(l.Text)
		switch {
		case level == 1 && !titled:
			titled, x.heading = true, heading
			x.name(heading)
		case level > 2 && !parts.MatchString(heading):
			if strings.HasPrefix(section, "tasks") && taskHead.MatchString(heading) {
				heads = append(heads, guest.Step(heading, false))
			}
		case level > 0:
			section = strings.ToLower(heading)
			if m := storyLine.FindStringSubmatch(heading); m != nil {
				x.say(m[1])
			}
		case section == "status" && said != "":
			x.say(said)
		case l.Number <= mostHead && section != "dev agent record" && storyLine.MatchString(said):
			x.say(storyLine.FindStringSubmatch(said)[1])
		case strings.HasPrefix(section, "tasks") && l.Boxed:
			if l.Box.Indent == 0 {
				x.tasks = append(x.tasks, guest.Step(strings.Trim(l.Box.Text, "*"), l.Box.Ticked()))
			}
			if x.open == "" && !l.Box.Ticked() {
				x.open = l.Box.Text
			}
		case strings.HasPrefix(section, "acceptance") && l.Boxed && l.Box.Indent == 0:
			criteria = append(criteria, guest.Step(strings.Trim(l.Box.Text, "*"), l.Box.Ticked()))
		}
	}
	for _, instead := range [][]model.Step{heads, criteria} {
		if len(x.tasks) == 0 {
			x.tasks = instead
		}
	}
	if x.fileStage != stageOdd && x.fileStage < x.stage && x.stage != stageOver {
		x.stage = x.fileStage
	} else {
		x.fileWord = ""
	}
}

// name takes the title of the file, with the number of the key.
func (x *story) name(heading string) {
	title := storyTitle.ReplaceAllString(heading, "$1")
	number, _, _ := strings.Cut(x.title, " ")
	if title != "" && numbered.MatchString(number) {
		x.title = number + " " + title
	}
}

// say takes the first status of the file whose word is known.
func (x *story) say(word string) {
	if at := stageOf(word); x.fileStage == stageOdd && at != stageOdd {
		x.fileStage, x.fileWord = at, strings.Trim(word, " *`")
	}
}
