package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// jsonTraces is the answer of coldstart traces.
type jsonTraces struct {
	jsonHead
	Traces []jsonTrace `json:"traces"`
}

type jsonTrace struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Workflow   string `json:"workflow"`
	Status     string `json:"status"`
	Recovery   string `json:"recovery"`
	Advice     string `json:"advice"`
	NeedsHuman bool   `json:"needs_human"`
	// Answer is the operator's decision that no step has followed yet.
	Answer string          `json:"answer"`
	Steps  []jsonTraceStep `json:"steps"`
	Path   string          `json:"path"`
	SHA256 string          `json:"sha256"`
}

type jsonTraceStep struct {
	Number  int               `json:"number"`
	Name    string            `json:"name"`
	Status  string            `json:"status"`
	State   string            `json:"state"`
	Started jsonStamp         `json:"started"`
	Fields  map[string]string `json:"fields"`
}

func traceJSON(t model.Trace) jsonTrace {
	answer, _ := t.Answered()
	return jsonTrace{
		t.Ref().String(), t.Title(), t.Workflow, t.Status, t.Recovery().String(), t.Advice(), t.NeedsHuman(),
		answer.Decision, each(t.Steps, traceStepJSON), t.Path, t.Seen.String(),
	}
}

func traceStepJSON(s model.TraceStep) jsonTraceStep {
	fields := map[string]string{}
	for _, f := range s.Fields {
		fields[f.Label] = f.Value
	}
	return jsonTraceStep{s.Number, s.Name, s.Status, s.State.String(), stampJSON(s.Started), fields}
}

func newTraces(c *call) *cobra.Command {
	return c.listing("traces [--json]", "coldstart traces --json", "List workflows by their trace, with what the recovery rules advise",
		func(s model.Snapshot) any { return tracesJSON(s) }, func(p *paper, s model.Snapshot) { p.traces(s) })
}

func tracesJSON(s model.Snapshot) jsonTraces {
	return jsonTraces{headJSON(s), each(s.Traces, traceJSON)}
}

func (p *paper) traces(s model.Snapshot) {
	var rows [][]styles.Span
	for _, t := range s.Traces {
		last, _ := t.LastStep()
		rows = append(rows, []styles.Span{
			p.exact(styles.RoleTitle, t.Path), p.when(last.Started.Time, s.At), words(styles.RoleMuted, t.Recovery().String()),
			p.label(styles.RolePlain, fmt.Sprintf("step %d %s", last.Number, last.Name)), p.label(styles.RolePlain, traceRemark(t)),
		})
	}
	p.list(rows, "No workflow left a trace")
}

func traceRemark(t model.Trace) string {
	if r, ok := t.Answered(); ok {
		return "you decided: " + r.Decision
	}
	return t.Advice()
}

// jsonInspection is the answer of coldstart inspect.
type jsonInspection struct {
	jsonHead
	ID        string         `json:"id"`
	Step      jsonTraceStep  `json:"step"`
	Artifacts []jsonArtifact `json:"artifacts"`
	Changed   []jsonArtifact `json:"changed_since_start"`
}

type jsonArtifact struct {
	Path     string   `json:"path"`
	Exists   bool     `json:"exists"`
	Refused  string   `json:"refused"`
	Size     int64    `json:"size"`
	Modified jsonTime `json:"modified"`
}

func artifactJSON(a model.Artifact) jsonArtifact {
	return jsonArtifact{a.Path, a.Exists, a.Refused, a.Size, jsonTime(a.Modified)}
}

func newInspect(c *call) *cobra.Command {
	var step int
	cmd := &cobra.Command{
		Use: "inspect TRACE [--step N]", Example: "coldstart inspect quarterly-report",
		Short: "Show what an interrupted step left behind; writes nothing",
		Args:  needs("the trace to inspect"), RunE: c.running(func() (int, error) { return c.runInspect(step) }),
		ValidArgsFunction: c.argument(traceOffers),
	}
	stepFlag(cmd, &step)
	c.jsonFlag(cmd)
	return cmd
}

func (c *call) runInspect(step int) (int, error) {
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, err := findTrace(s, c.args[0])
		if err != nil {
			return 0, err
		}
		in, err := v.Inspect(c.ctx, ref, step)
		if err != nil {
			return 0, err
		}
		return c.answer(func() any { return inspectionJSON(s, ref, in) }, func() { c.out.inspection(s, in) })
	})
}

func inspectionJSON(s model.Snapshot, ref model.Ref, in model.Inspection) jsonInspection {
	return jsonInspection{
		headJSON(s), ref.String(), traceStepJSON(in.Step), each(in.Artifacts, artifactJSON), each(in.Changed, artifactJSON),
	}
}

func (p *paper) inspection(s model.Snapshot, in model.Inspection) {
	p.line(p.label(styles.RoleTitle, fmt.Sprintf("Step %d: %s", in.Step.Number, in.Step.Name)))
	for _, f := range in.Step.Fields {
		p.line(p.label(styles.RoleMuted, f.Label+": "), words(styles.RolePlain, " "), p.label(styles.RolePlain, f.Value))
	}
	p.line()
	p.line(words(styles.RoleHeading, "Artifacts"))
	p.artifacts(s, in.Artifacts)
	p.line()
	p.line(words(styles.RoleHeading, "Written in its folder since it began"))
	p.artifacts(s, in.Changed)
	if in.More > 0 {
		p.say("  and %d files that were not looked at", in.More)
	}
}

func (p *paper) artifacts(s model.Snapshot, list []model.Artifact) {
	if len(list) == 0 {
		p.say("  none")
	}
	var rows [][]styles.Span
	for _, a := range list {
		row := []styles.Span{words(styles.RolePlain, ""), p.exact(styles.RolePlain, a.Path), words(styles.RoleMuted, fmt.Sprintf("%d bytes", a.Size)), p.when(a.Modified, s.At)}
		switch {
		case a.Refused != "":
			row[1].Role, row[2], row[3] = styles.RoleWarn, p.label(styles.RoleWarn, a.Refused), words(styles.RoleMuted, "-")
		case !a.Exists:
			row[1].Role, row[2], row[3] = styles.RoleBad, words(styles.RoleBad, "missing"), words(styles.RoleMuted, "-")
		}
		rows = append(rows, row)
	}
	p.table(rows)
}
