package vault

import (
	"errors"
	"path"
	"time"

	"gopkg.in/yaml.v3"

	"coldstart/model"
)

// usualWorkFolders hold the work items that are not closed (seed "Orphan Session
// Detection"): one folder each, with a WORK.md in it.
var usualWorkFolders = []string{"docs/work/active", "docs/work/blocked"}

const workFile = "WORK.md"

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
	var node, entered string
	if f := fm.find("node_history"); f != nil {
		node, entered, err = openNode(fm.node(f.key), fm.line, f)
	}
	if err != nil {
		return w, []model.Problem{frontmatterProblem(name, err, "nobody can tell whether the item is stuck; fix the line in an editor")}
	}
	if node != "" {
		w.Node, w.Since = node, model.ParseStamp(entered, zone)
	}
	return w, nil
}

// openNode goes through a node_history for the last node that was entered and not
// left: its exited is absent, empty or null. Times are kept as written: quoted or
// not, they are texts to us. The node is nil where no library was needed to read the
// field; firstLine is the number of the first YAML line.
func openNode(history *yaml.Node, firstLine int, f *field) (node, entered string, err error) {
	switch {
	case history == nil && f.value == "", history != nil && isNull(history):
		return "", "", nil
	case history == nil:
		return "", "", &lineError{f.line, f.key + " is not a list"}
	case history.Kind != yaml.SequenceNode:
		return "", "", &lineError{firstLine + history.Line - 1, f.key + " is not a list"}
	}
	for _, entry := range history.Content {
		if entry.Kind == yaml.AliasNode {
			entry = entry.Alias
		}
		if entry.Kind != yaml.MappingNode {
			return "", "", &lineError{firstLine + entry.Line - 1, "an entry of node_history has no keys"}
		}
		if !isNull(valueOf(entry, "exited")) {
			continue
		}
		entered = nodeText(valueOf(entry, "entered"))
		if node = nodeText(valueOf(entry, "node")); node == "" {
			node = "unknown"
		}
	}
	return node, entered, nil
}

// valueOf gives the value of a key, an empty node when there is none.
func valueOf(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return &yaml.Node{}
}

func isNull(n *yaml.Node) bool { return n.ShortTag() == "!!null" }
