// Package work reads work items.
package work

import (
	"errors"
	"path"
	"slices"
	"time"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// read reads one work item. The reference program searches the front matter with regular
// expressions and is misled by prose; this reads the YAML.
func read(name string, b []byte, zone *time.Location) (model.WorkItem, []model.Problem) {
	w := model.WorkItem{Path: name, ID: path.Base(path.Dir(name)), Seen: model.FingerprintOf(b)}
	fm, err := text.ReadFront(b)
	if err == nil && fm == nil {
		err = errors.New("there is no front matter")
	}
	if err != nil {
		return w, []model.Problem{text.Problem(name, err, "the agents skip this item; fix the line in an editor")}
	}
	if id := fm.Get("id"); id != "" {
		w.ID = id
	}
	w.Title, w.Status, w.Phase = fm.Get("title"), fm.Get("status"), fm.Get("cycle_phase")
	var node, entered string
	if rows := fm.List(historyKey); rows != nil {
		node, entered = openRow(rows)
	} else if f := fm.Find(historyKey); f != nil {
		node, entered, err = openNode(fm.Node(f.Key), fm.Line, f)
	}
	if err != nil {
		return w, []model.Problem{text.Problem(name, err, "it is unknown whether the item is stuck; fix the line in an editor")}
	}
	if node != "" {
		w.Node, w.Since = node, model.ParseStamp(entered, zone)
	}
	return w, nil
}

// historyKey is the key of the nodes that an item has passed.
const historyKey = "node_history"

// openRow is openNode for a history in plain lines.
func openRow(rows []text.Row) (node, entered string) {
	for len(rows) > 0 {
		to := slices.IndexFunc(rows, func(r text.Row) bool { return r.Item != rows[0].Item })
		if to < 0 {
			to = len(rows)
		}
		item := rows[:to]
		if rows = rows[to:]; !valueIn(item, "exited").Null {
			continue
		}
		entered = valueIn(item, "entered").Value
		if node = valueIn(item, "node").Value; node == "" {
			node = "unknown"
		}
	}
	return node, entered
}

// valueIn returns the first value of a key, a null where there is none.
func valueIn(item []text.Row, key string) text.Row {
	for _, r := range item {
		if r.Key == key {
			return r
		}
	}
	return text.Row{Null: true}
}

// openNode finds the last node of a node_history that was entered and not left: its exited
// is absent, empty or null. Times stay as written. The node is nil where the field needed
// no YAML library; firstLine is the number of the first YAML line.
func openNode(history *yaml.Node, firstLine int, f *text.Field) (node, entered string, err error) {
	switch {
	case history == nil && f.Value == "", history != nil && text.IsNull(history):
		return "", "", nil
	case history == nil:
		return "", "", &text.LineError{Line: f.Line, Reason: f.Key + " is not a list"}
	case history.Kind != yaml.SequenceNode:
		return "", "", &text.LineError{Line: firstLine + history.Line - 1, Reason: f.Key + " is not a list"}
	}
	for _, entry := range history.Content {
		if entry.Kind == yaml.AliasNode {
			entry = entry.Alias
		}
		if entry.Kind != yaml.MappingNode {
			return "", "", &text.LineError{Line: firstLine + entry.Line - 1, Reason: "an entry of node_history has no keys"}
		}
		if !text.IsNull(text.ValueOf(entry, "exited")) {
			continue
		}
		entered = text.NodeText(text.ValueOf(entry, "entered"))
		if node = text.NodeText(text.ValueOf(entry, "node")); node == "" {
			node = "unknown"
		}
	}
	return node, entered, nil
}

// Source is the work items.
var Source = source.Source{Name: "work", Many: "work items", Find: places.WorkFiles, Read: workOf, Limit: source.MaxDocument}

func workOf(f source.File) source.Finding {
	w, problems := read(f.Name, f.B, f.Zone)
	return source.Finding{Work: []model.WorkItem{w}, Problems: problems}
}
