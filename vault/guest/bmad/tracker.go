package bmad

import (
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	statusKey = "development_status"
	// mostKeys is how many epics and stories of a tracker are read.
	mostKeys = 2000
)

// sprint is what a tracker says.
type sprint struct {
	file source.Document
	// location is where the stories lie, with its line; generated is as written.
	location     string
	locationLine int
	generated    string
	epics        []*epic
	items        []item
	// cutAt is the line from which on nothing was read, zero for none.
	cutAt int
	// others are trackers that are not read.
	others []string
}

// epic is a part of the work, with its stories.
type epic struct {
	// id is what follows "epic-" in its key, and the whole key where a word stands before that.
	key, id, title string
	word           string
	stage          stage
	stories        []*story
	// looked is true where its retrospective was held.
	looked bool
	// behind counts its stories that are done by the tracker and not by their own files, where the tracker counts.
	behind int
}

// story is a piece of work that an agent does at once.
type story struct {
	key, title string
	word       string
	stage      stage
	// fileStage is what its own file says, stageOdd for nothing; lower is true where that counts.
	file      source.Document
	fileWord  string
	fileStage stage
	// heading is the title of its file, open the first open task there, tasks are those without the ones below them.
	heading, open string
	tasks         []model.Step
}

// item is something that a retrospective asked for.
type item struct{ what, owner string }

// stage is how far a story or an epic is.
type stage int

const (
	// stageOdd is a word that is not known.
	stageOdd stage = iota
	stageBacklog
	stageReady
	stageWork
	stageReview
	stageDone
	// stageOver is for work that will not be done.
	stageOver
)

// stages has the words of all versions by what they begin with, the longer first where one begins
// with the other.
var stages = []struct {
	word  string
	stage stage
}{
	{"backlog", stageBacklog}, {"todo", stageBacklog}, {"not-started", stageBacklog}, {"planned", stageBacklog},
	{"ready-for-review", stageReview}, {"ready", stageReady}, {"drafted", stageReady}, {"draft", stageReady}, {"approved", stageReady},
	{"in-progress", stageWork}, {"in-review", stageReview}, {"contexted", stageWork}, {"started", stageWork}, {"doing", stageWork}, {"active", stageWork},
	{"review", stageReview}, {"done", stageDone}, {"complete", stageDone}, {"implemented", stageDone},
	{"cancel", stageOver}, {"cut", stageOver}, {"won't", stageOver}, {"wont", stageOver}, {"supersede", stageOver}, {"obsolete", stageOver}, {"dropped", stageOver},
	{"skipped", stageOver}, {"absorbed", stageOver}, {"removed", stageOver}, {"merged", stageOver},
}

func stageOf(word string) stage {
	plain := strings.NewReplacer(" ", "", "_", "", "-", "", "*", "", "`", "")
	word = strings.TrimLeftFunc(plain.Replace(strings.ToLower(word)), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, s := range stages {
		if strings.HasPrefix(word, plain.Replace(s.word)) {
			return s.stage
		}
	}
	return stageOdd
}

var (
	epicKey   = text.Pattern{Expr: `^epic-(\d+[a-z]?(?:-\d+[a-z]?)?)$`}
	namedEpic = text.Pattern{Expr: `^epic-(.+)$`}
	// otherEpic is an epic of a second row: "extra-epic-2".
	otherEpic = text.Pattern{Expr: `^((?:[a-z]+-)+epic-\d+[a-z]?)$`}
	partKey   = text.Pattern{Expr: `^(\d+[a-z]?)-(.+)$`}
	// otherKey is a story of an epic of a second row: "ee2-4-paint".
	otherKey = text.Pattern{Expr: `^([a-z]{1,6}\d+)-(\d+[a-z]?)-(.+)$`}
	numbered = text.Pattern{Expr: `^\d`}
	// epicTitle is the comment above an epic.
	epicTitle = text.Pattern{Expr: `(?i)^[#\s=─—–-]*(?:[a-z]+\s+)?epic\s+[\w.-]+\s*[:—–-]\s*(.+?)[\s=─—–-]*$`}
)

// readTracker reads a tracker, nil for a file that is something else.
func readTracker(d source.Document) (*sprint, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(d.Text), &doc); err != nil {
		return nil, lineError(d, err)
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, nil
	}
	top := doc.Content[0]
	status := text.ValueOf(top, statusKey)
	if status.Kind != yaml.MappingNode {
		return nil, nil
	}
	s := &sprint{file: d, generated: whole(text.ValueOf(top, "generated"))}
	s.file.Text = ""
	location := text.ValueOf(top, "story_location")
	s.location, s.locationLine = whole(location), location.Line
	for i := 0; i+1 < len(status.Content); i += 2 {
		if i/2 == mostKeys {
			s.cutAt = status.Content[i].Line
			break
		}
		s.take(status.Content[i], status.Content[i+1])
	}
	for _, n := range text.ValueOf(top, "action_items").Content {
		if n.Kind != yaml.MappingNode {
			continue
		}
		x := item{whole(text.ValueOf(n, "action")), whole(text.ValueOf(n, "owner"))}
		if stage := stageOf(whole(text.ValueOf(n, "status"))); x.what != "" && stage != stageDone && stage != stageOver {
			s.items = append(s.items, x)
		}
	}
	return s, nil
}

// lineError names the line of an error. The library names the one before a tab.
func lineError(d source.Document, err error) error {
	line, reason := text.YAMLReason(err)
	for i, said := range d.Lines() {
		if indent := said[:len(said)-len(strings.TrimLeft(said, " \t"))]; i >= line && strings.Contains(reason, "tab") && strings.Contains(indent, "\t") {
			line = i + 1
			break
		}
	}
	return &text.LineError{Line: line, Reason: reason}
}

// take takes a key of the status, in their order: an epic, its retrospective, or a story.
func (s *sprint) take(key, value *yaml.Node) {
	word := whole(value)
	if value.Kind == yaml.MappingNode {
		word = whole(text.ValueOf(value, "status"))
	}
	at := stageOf(word)
	if id, ok := strings.CutSuffix(key.Value, "-retrospective"); ok {
		if e := s.epic(strings.TrimPrefix(id, "epic-")); e != nil {
			e.looked = at == stageDone
		}
		return
	}
	m := namedEpic.FindStringSubmatch(key.Value)
	title := "Epic "
	if m == nil && at != stageOdd {
		m, title = otherEpic.FindStringSubmatch(key.Value), ""
	}
	switch {
	case word == "":
	case m != nil && (at != stageOdd || epicKey.MatchString(key.Value)):
		e := s.epic(m[1])
		if e == nil {
			e = &epic{key: key.Value, id: m[1]}
			s.epics = append(s.epics, e)
		}
		if title += m[1]; m[1] == key.Value {
			title = strings.ToUpper(m[1][:1]) + strings.ReplaceAll(m[1][1:], "-", " ")
		}
		e.title, e.word, e.stage = title, word, at
		for _, line := range strings.Split(key.HeadComment, "\n") {
			if t := epicTitle.FindStringSubmatch(line); t != nil {
				e.title = title + ": " + t[1]
			}
		}
	case m == nil && (at != stageOdd || numbered.MatchString(key.Value) && !strings.HasSuffix(key.Value, "-id") || len(s.epics) > 0 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz-") == ""):
		s.addStory(key.Value, word, at)
	}
}

func (s *sprint) epic(id string) *epic {
	if i := slices.IndexFunc(s.epics, func(e *epic) bool { return e.id == id }); i >= 0 {
		return s.epics[i]
	}
	return nil
}

// addStory adds a story to the epic whose number begins its key, else to the last one.
func (s *sprint) addStory(key, word string, at stage) {
	var of *epic
	rest := ""
	for _, e := range s.epics {
		behind, ok := strings.CutPrefix(key, e.id+"-")
		if ok && partKey.MatchString(behind) && (of == nil || len(e.id) > len(of.id)) {
			of, rest = e, behind
		}
	}
	for _, e := range s.epics {
		// A key that is there twice counts where it is last.
		e.stories = slices.DeleteFunc(e.stories, func(x *story) bool { return x.key == key })
	}
	x := &story{key: key, title: strings.ReplaceAll(key, "-", " "), word: word, stage: at}
	if of != nil {
		m := partKey.FindStringSubmatch(rest)
		x.title = strings.ReplaceAll(of.id, "-", ".") + "." + m[1] + " " + strings.ReplaceAll(m[2], "-", " ")
	} else {
		if m := otherKey.FindStringSubmatch(key); m != nil {
			x.title = m[1] + "." + m[2] + " " + strings.ReplaceAll(m[3], "-", " ")
		}
		if len(s.epics) == 0 {
			s.epics = append(s.epics, &epic{key: "epic-0", id: "0", title: "Stories", word: word, stage: stageWork})
		}
		of = s.epics[len(s.epics)-1]
	}
	of.stories = append(of.stories, x)
}
