package speckit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// run is one run of a workflow, as its state.json says.
type run struct {
	RunID      string  `json:"run_id"`
	WorkflowID string  `json:"workflow_id"`
	Status     string  `json:"status"`
	Current    string  `json:"current_step_id"`
	Results    results `json:"step_results"`
	Created    string  `json:"created_at"`
	Updated    string  `json:"updated_at"`
	Error      string  `json:"error"`

	doc      source.Document
	began    model.Stamp
	changed  model.Stamp
	inputs   string
	workflow workflow
}

// results are those of the steps, in the order in which they were first reached.
type results []result

type result struct {
	ID     string `json:"-"`
	Type   string `json:"type"`
	Status string `json:"status"`
	Error  any    `json:"error"`
	Output struct {
		Message  any `json:"message"`
		Options  any `json:"options"`
		OnReject any `json:"on_reject"`
		ShowFile any `json:"show_file"`
		Choice   any `json:"choice"`
	} `json:"output"`
}

// UnmarshalJSON keeps the order of the members. What is no object has no results.
func (r *results) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		one := result{}
		var odd *json.UnmarshalTypeError
		if err := d.Decode(&one); err != nil && !errors.As(err, &odd) {
			return err
		}
		one.ID, _ = key.(string)
		*r = append(*r, one)
	}
	return nil
}

// workflow is what the run's copy of its workflow says.
type workflow struct {
	name string
	// verdicts are the inputs that answer a gate, by the id of its step.
	verdicts map[string]string
}

// runID is what the program takes for the name of a run.
var runID = text.Pattern{Expr: `^[a-zA-Z0-9][a-zA-Z0-9_-]*$`}

// addRuns adds the runs that wait at a gate as requests, and those that were cut off, failed or
// were given up as traces. Those that went through say nothing.
func (k *kit) addRuns() {
	var all []run
	for _, dir := range k.h.Folders(runs) {
		if x, ok := k.readRun(dir); ok {
			all = append(all, x)
		}
	}
	slices.SortStableFunc(all, func(a, b run) int {
		return cmp.Or(a.began.Time.Compare(b.began.Time), strings.Compare(a.RunID, b.RunID))
	})
	for i, x := range all {
		again, later := false, false
		for _, y := range all[i+1:] {
			same := y.WorkflowID == x.WorkflowID
			later = later || same
			again = again || same && x.inputs != "" && y.inputs == x.inputs
		}
		gate, waits := x.gate()
		switch {
		case x.Status == "paused" && waits:
			k.addGate(x, gate, again)
		case again, x.Status == "aborted" && later, x.Status == "completed":
			// It was started anew, or is over.
		default:
			k.left.Traces = append(k.left.Traces, x.trace())
		}
	}
}

func (k *kit) readRun(dir string) (run, bool) {
	var x run
	name := path.Join(dir, "state.json")
	d, ok := k.h.JSON(name, &x)
	if !ok {
		return x, false
	}
	x.doc = d
	x.began, x.changed = model.ParseStamp(x.Created, k.h.Zone), model.ParseStamp(x.Updated, k.h.Zone)
	switch x.Status {
	case "created", "running", "paused", "completed", "failed", "aborted":
	default:
		k.h.Problem(name, 0, "the run's status "+text.QuoteJSON(x.Status)+" is unknown", "specify workflow status")
		return x, false
	}
	if x.RunID != path.Base(dir) || !runID.MatchString(x.RunID) {
		k.h.Problem(name, 0, "it is the state of a run of another name, which "+tool+" refuses", "set run_id to the name of the folder")
		return x, false
	}
	if x.Status == "completed" {
		return x, true
	}
	if inputs, ok := k.h.Document(path.Join(dir, "inputs.json")); ok {
		x.inputs = inputs.Text
	}
	x.workflow = k.readWorkflow(path.Join(dir, "workflow.yml"))
	return x, true
}

func (k *kit) readWorkflow(name string) (w workflow) {
	var root yaml.Node
	if _, ok := k.h.YAML(name, &root, "the run's state was read"); !ok {
		return w
	}
	w.verdicts = map[string]string{}
	for open := []*yaml.Node{&root}; len(open) > 0; {
		n := open[len(open)-1]
		open = append(open[:len(open)-1], n.Content...)
		if n.Kind != yaml.MappingNode {
			continue
		}
		id, verdict := text.ValueOf(n, "id"), text.ValueOf(n, "verdict_input")
		if id != nil && verdict != nil {
			w.verdicts[id.Value] = verdict.Value
		}
		if about := text.ValueOf(n, "workflow"); about != nil && about.Kind == yaml.MappingNode && w.name == "" {
			if title := text.ValueOf(about, "name"); title != nil {
				w.name = title.Value
			}
		}
	}
	return w
}

// title names the workflow.
func (x run) title() string { return cmp.Or(x.workflow.name, x.WorkflowID, "a workflow") }

// trace is a run that did not go through. Its last step is the one at which it stands.
func (x run) trace() model.Trace {
	t := model.Trace{
		Path: x.doc.Name, Name: x.title() + ", run " + x.RunID, Workflow: x.WorkflowID, Status: x.Status, State: model.StepInProgress,
		Started: x.began, Tool: tool, Command: "specify workflow resume " + x.RunID, Seen: x.doc.Seen,
	}
	last := model.TraceStep{Name: x.Current, Status: "interrupted", State: model.StepInProgress, Started: x.changed}
	for _, r := range x.Results {
		if r.ID != x.Current {
			t.Steps = append(t.Steps, model.TraceStep{Number: len(t.Steps) + 1, Name: r.ID, Status: r.Status, State: r.state(), Fields: r.fields()})
		}
	}
	why := x.Error
	switch x.Status {
	case "failed", "aborted":
		t.State, last.Status, last.State = model.StepFailed, x.Status, model.StepFailed
	case "running", "created":
		last.Status = "running"
		t.Command = "specify workflow status " + x.RunID
		why = cmp.Or(why, "no end is recorded, and "+tool+" does not resume a run that it considers running: check whether it is still running, else restart it")
	}
	last.Number = len(t.Steps) + 1
	if why != "" {
		last.Fields = append(last.Fields, model.TraceField{Label: "Challenges", Value: why})
	}
	if t.Steps = append(t.Steps, last); x.Status == "aborted" {
		t.Command = "specify workflow status " + x.RunID
		t.Resumes = []model.TraceResume{{At: x.Updated, From: x.Current, Decision: cmp.Or(x.Error, "aborted"), After: len(t.Steps)}}
	}
	return t
}

func (r result) state() model.StepState {
	if r.Status == "skipped" {
		return model.StepCompleted
	}
	return model.ParseStepState(r.Status)
}

func (r result) fields() (f []model.TraceField) {
	if choice := guest.Word(r.Output.Choice); choice != "" {
		f = append(f, model.TraceField{Label: "Summary", Value: "answered: " + choice})
	}
	if why := guest.Word(r.Error); why != "" {
		f = append(f, model.TraceField{Label: "Challenges", Value: why})
	}
	return f
}
