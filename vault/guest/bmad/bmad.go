// Package bmad reads the sprint tracker and the stories of BMAD-METHOD
// (github.com/bmad-code-org/BMAD-METHOD, as of commit 67d876f1c). They are read and never changed.
package bmad

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool    = "BMAD"
	tracker = "sprint-status.yaml"
	root    = "{project-root}/"
	// stories is where versions without a tracker keep the stories.
	stories = "docs/stories"
)

// homes are the folders in which versions of the program keep the tracker, the newest first.
var homes = []string{
	"_bmad-output/implementation-artifacts", "_bmad-output/sprint-artifacts", "_bmad-output", "docs/implementation-artifacts", "docs/sprint-artifacts",
	"docs", "docs/stories", "docs/bmad", "bmad", ".bmad/sprint-artifacts", ".",
}

// settings are the files in which somebody may have chosen another folder.
var settings = []string{"_bmad/bmm/config.yaml", ".bmad/bmm/config.yaml", "bmad/bmm/config.yaml"}

// Guest are the sprints of BMAD.
var Guest = guest.Guest{Name: "bmad", Tool: tool, Signs: signs(), Shared: []string{stories}, Read: read}

func signs() (names []string) {
	for _, dir := range homes {
		names = append(names, path.Join(dir, tracker))
	}
	return append(append(names, settings...), stories)
}

func read(h *source.Repo) (left guest.Left) {
	var first *sprint
	var others []string
	for _, name := range trackers(h) {
		d, ok := h.Document(name)
		if !ok {
			continue
		}
		s, err := readTracker(d)
		switch {
		case err != nil && strings.Contains(d.Text, statusKey+":"):
			h.Broken(name, err, tool+guest.Neither+"; its stories are not shown")
		case s == nil:
			// Other programs have files of that name.
			continue
		case first != nil:
			others = append(others, name)
		default:
			first = s
		}
		left.Path = cmp.Or(left.Path, name)
	}
	if first == nil {
		return readLoose(h, left)
	}
	if left.Used = true; first.cutAt > 0 {
		h.Problem(first.file.Name, first.cutAt, fmt.Sprintf("the rest was not read: %d epics and stories of a tracker are", mostKeys), "move finished items to another file")
	}
	first.others = others
	first.readStories(h)
	shown := first.shown()
	for _, e := range first.epics {
		if e.over() && !slices.Contains(shown, e) {
			left.Finished++
		}
	}
	left.Lessons = first.givenUp()
	if len(shown) > 0 {
		left.Jobs = []guest.Job{first.job(h, shown)}
		left.Jobs[0].Kept = true
	}
	left.Ended = guest.EndedCounted
	for _, dir := range slices.Compact([]string{path.Dir(first.file.Name), homes[0]}) {
		left.Jobs = append(left.Jobs, readSpecs(h, dir)...)
	}
	return left
}

// spellings are how commands are typed, as the version at hand has it.
var spellings = []guest.Spelling{
	{Sign: "_bmad", Before: "/bmad-"}, {Sign: ".bmad", Before: "/bmad:bmm:workflows:"}, {Sign: "bmad", Before: "/bmad:bmm:workflows:"}, {Before: "/bmad-"},
}

// trackers are the places to look for it, the one that was chosen first.
func trackers(h *source.Repo) (names []string) {
	for _, name := range settings {
		d, ok := h.Document(name)
		if !ok {
			continue
		}
		var chosen struct {
			Implementation string `yaml:"implementation_artifacts"`
			Sprint         string `yaml:"sprint_artifacts"`
		}
		if yaml.Unmarshal([]byte(d.Text), &chosen) != nil {
			// It has much that is not for coldstart, and the usual places are tried all the same.
			continue
		}
		for _, dir := range []string{chosen.Implementation, chosen.Sprint} {
			if dir, ok := inside(dir); ok {
				names = append(names, path.Join(dir, tracker))
			}
		}
	}
	for _, dir := range homes {
		if name := path.Join(dir, tracker); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return slices.Compact(names)
}

// inside returns a folder as it is named in the repository, and reports whether it lies there.
func inside(dir string) (string, bool) {
	dir = path.Clean(strings.TrimPrefix(strings.TrimSpace(dir), root))
	return dir, fs.ValidPath(dir) && dir != "." && !strings.ContainsAny(dir, `{}\`)
}

// whole takes a value of YAML that is one word or line, empty for any other.
func whole(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode {
		return ""
	}
	return strings.TrimSpace(text.NodeText(n))
}
