// Package setup makes a vault in a folder and removes it again: folders, an example, and instructions for
// agents. What would change is listed first, as a value; nothing of anybody else's is overwritten.
package setup

import (
	_ "embed" // the texts
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"

	"coldstart/model"
	"coldstart/vault/places"
)

// guideText is what an agent is told; {plan} and {request} stand for the example.
//
//go:embed guide.md
var guideText string

// examplePlan is a plan in the agents' own schema, blocked at the step that exampleRequest is
// about.
//
//go:embed plan.md
var examplePlan string

//go:embed request.md
var exampleRequest string

const (
	// exampleTime is every time in the example.
	exampleTime = "2026-03-14T09:00:00Z"

	planName    = "PLAN-example.md"
	requestName = "example-step-2.md"
)

// folders are the folders of a vault, in the order in which they are made.
var folders = []places.Folder{
	places.FolderPlans, places.FolderPending, places.FolderApproved, places.FolderRejected,
	places.FolderNeedsAction, places.FolderInProgress, places.FolderDone, places.FolderLogs,
}

// folderAbout says what is in a folder; those with the same words are shown together.
var folderAbout = map[places.Folder]string{
	places.FolderPlans: "one file for each task", places.FolderPending: "requests wait here",
	places.FolderApproved: "your decisions", places.FolderRejected: "your decisions",
	places.FolderNeedsAction: "tasks, from new to done", places.FolderInProgress: "tasks, from new to done", places.FolderDone: "tasks, from new to done",
	places.FolderLogs: "one file a day",
}

// guideAbout is what a file of instructions gets.
const guideAbout = "the guide for agents"

// Guide returns the instructions for an agent in the vault at dir: how to plan, log, ask for an
// approval and hand over, in Markdown. Folders have the names that the vault gives them; with
// an empty dir, the usual ones. It fails with a *Refusal.
func Guide(dir string, p places.Places) (string, error) {
	l := places.Layout{Places: p}
	if dir != "" {
		s, err := open(Wish{Dir: dir, Places: p})
		if err != nil {
			return "", err
		}
		defer s.close()
		l = s.layout
	}
	return guideFor(l)
}

// guideFor is the guide with the names of the folders, as a folder's name and a slash.
func guideFor(l places.Layout) (string, error) {
	names := []string{"{plan}\n", examplePlan, "{request}\n", exampleRequest}
	for _, f := range folders {
		name := l.Main(f)
		if strings.ContainsFunc(name, isNoName) {
			return "", &Refusal{
				Reason: fmt.Sprintf("instructions cannot contain the name of the folder %s", name),
				Hint:   "rename it: letters, digits, blanks and - _ . are fine",
			}
		}
		names = append(names, places.FolderNames[f]+"/", name+"/")
	}
	return strings.NewReplacer(names...).Replace(guideText), nil
}

// isNoName reports a character that would end a name in Markdown or not be seen in it.
func isNoName(r rune) bool { return !unicode.IsGraphic(r) || strings.ContainsRune("`<>|*\\", r) }

// example returns the files of the example by their paths, as they are made at a time.
func example(l places.Layout, at time.Time) []file {
	stamp := strings.NewReplacer(exampleTime, model.FormatUTC(at))
	return []file{
		{path.Join(l.Main(places.FolderPlans), planName), []byte(stamp.Replace(examplePlan))},
		{path.Join(l.Main(places.FolderPending), requestName), []byte(stamp.Replace(exampleRequest))},
	}
}

// file is a path in the vault with its text.
type file struct {
	name string
	text []byte
}

var exampleCreated = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^created_date: '([0-9TZ:-]+)'$`) })

// madeAt returns the time at which a file of the example was made, by its own word.
func madeAt(b []byte) (time.Time, bool) {
	found := exampleCreated().FindSubmatch(b)
	if found == nil {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339, string(found[1]))
	return at, err == nil
}
