package vault

import (
	"errors"
	"path"
	"time"

	"gopkg.in/yaml.v3"

	"coldstart/model"
)

// workFolders hold the work items that are not closed (seed "Orphan Session
// Detection"): one folder each, with a WORK.md in it.
var workFolders = []string{"docs/work/active", "docs/work/blocked"}

const workFile = "WORK.md"

// nodeEntry is one entry of a work item's node_history. Times are kept as
// written: quoted or not, they are texts to us.
type nodeEntry struct {
	Node    string    `yaml:"node"`
	Entered yaml.Node `yaml:"entered"`
	Exited  yaml.Node `yaml:"exited"`
}

// readWork reads one work item. The reference program searches the front matter
// with regular expressions and is misled by prose; this reads the YAML.
func readWork(name string, b []byte, zone *time.Location) (model.WorkItem, []model.Problem) {
	w := model.WorkItem{Path: name, ID: path.Base(path.Dir(name)), Seen: model.FingerprintOf(b)}
	fm, err := splitFrontmatter(b)
	if err == nil && fm == nil {
		err = errors.New("there is no front matter")
	}
	if err != nil {
		return w, []model.Problem{frontmatterProblem(name, err, "the agents skip this item; fix the line in an editor")}
	}
	if id := fm.get("id"); id != "" {
		w.ID = id
	}
	w.Title, w.Status, w.Phase = fm.get("title"), fm.get("status"), fm.get("cycle_phase")
	var history struct {
		Nodes []nodeEntry `yaml:"node_history"`
	}
	if err := yaml.Unmarshal(b[fm.start:fm.end], &history); err != nil {
		return w, []model.Problem{frontmatterProblem(name, fm.yamlError(b, err), "node_history cannot be read, so nobody can tell whether the item is stuck")}
	}
	for _, n := range history.Nodes {
		if n.Exited.Kind == 0 || n.Exited.Tag == "!!null" {
			w.Node, w.Since = n.Node, model.ParseStamp(n.Entered.Value, zone)
			if w.Node == "" {
				w.Node = "unknown"
			}
		}
	}
	return w, nil
}
