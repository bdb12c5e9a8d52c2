package traces

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// reasons returns problems as "line: reason".
func reasons(problems []model.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}

const tracePath = "runs/report/trace.md"

func mustTrace(t *testing.T, text string) model.Trace {
	t.Helper()
	trace, problems := Read(tracePath, []byte(text), time.UTC)
	if len(problems) > 0 {
		t.Fatalf("problems %q", reasons(problems))
	}
	return trace
}

func TestReadTrace(t *testing.T) {
	t.Parallel()
	const text = `# Trace: quarterly-report

**Workflow:** report
**Status:** in-progress
**Started:** 2026-03-12T16:31:00Z

## Step 1: Collect the bookings

**Status:** completed
**Started:** 2026-03-12T16:31:00Z
**Summary:** 214 bookings,
read from the ledger.

## [Step 2]: Compare

- **Status:** in-progress
- **Started**: 2026-03-12T16:58:03Z
- **Challenges:** None
- **Artifacts:**
  - ` + "`figures.csv`" + `
  - ` + "`draft.md`" + `

---

## Resume

**Resumed:** 2026-03-13T09:00:00Z
**Resuming from:** Step 2 — Compare
**Prior steps completed:** 1
**Decision:** Re-run step 2
`
	for name, text := range map[string]string{
		"line feeds": text, "carriage returns": crlf(text), "a byte order mark": "\ufeff" + text, "damaged line ends": strings.ReplaceAll(text, "\n", "\r\r\n"),
		"no line feed at the end": strings.TrimSuffix(text, "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			got := mustTrace(t, text)
			want := model.Trace{
				Path: tracePath, Name: "quarterly-report", Workflow: "report", Status: "in-progress", State: model.StepInProgress,
				Started: model.ParseStamp("2026-03-12T16:31:00Z", nil), Seen: model.FingerprintOf([]byte(text)),
				Steps: []model.TraceStep{
					{
						Number: 1, Name: "Collect the bookings", Line: 7, Status: "completed", State: model.StepCompleted, Started: model.ParseStamp("2026-03-12T16:31:00Z", nil),
						Fields: []model.TraceField{{Label: "Status", Value: "completed"}, {Label: "Started", Value: "2026-03-12T16:31:00Z"}, {Label: "Summary", Value: "214 bookings, read from the ledger."}},
					},
					{
						Number: 2, Name: "Compare", Line: 14, Status: "in-progress", State: model.StepInProgress, Started: model.ParseStamp("2026-03-12T16:58:03Z", nil),
						Fields: []model.TraceField{
							{Label: "Status", Value: "in-progress"}, {Label: "Started", Value: "2026-03-12T16:58:03Z"}, {Label: "Challenges", Value: "None"}, {Label: "Artifacts", Value: "`figures.csv`; `draft.md`"},
						},
					},
				},
				Resumes: []model.TraceResume{{At: "2026-03-13T09:00:00Z", From: "Step 2 — Compare", Decision: "Re-run step 2", After: 2}},
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if got := got.Steps[1].ArtifactNames(); !slices.Equal(got, []string{"figures.csv", "draft.md"}) {
				t.Errorf("artifacts %q", got)
			}
		})
	}
}

func TestReadTraceSteps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"other headings of a step", "## Step 1\n**Status:** done\n### step 2 - Write\n**Status:** failed\n# STEP 03. Send\n**Status:** running\n## Step 4 — Rest\n", "1 '' completed, 2 'Write' failed, 3 'Send' in-progress, 4 'Rest' unknown"},
		{"headings that are none", "## Step 1: a\n## Steps\n## Step one\n##Step 2\n####### Step 3\n## Step 1234567: x\n", "1 'a' unknown"},
		{"a step within a code block", "## Step 1: a\n**Status:** completed\n```\n## Step 2: b\n**Status:** failed\n```\n", "1 'a' completed"},
		{"a code block that is never closed hides nothing", "## Step 1: a\n```\n**Status:** completed\n## Step 2: b\n**Status:** failed\n", "1 'a' completed, 2 'b' failed"},
		{"a fence within a longer fence", "## Step 1: a\n````\n```\n## Step 2: b\n````\n**Status:** completed\n", "1 'a' completed"},
		{"sections of the step itself", "## Step 1: a\n### What\nText\n### Result\n**Status:** failed\n", "1 'a' failed"},
		{"sections behind the step", "## Step 1: a\n**Status:** completed\n## Notes\n**Status:** failed\n", "1 'a' completed"},
		{"the status on the next line", "## Step 1: a\n**Status:**\n\n  in-progress\nsince noon\n", "1 'a' in-progress"},
		{"text behind the status", "## Step 1: a\n**Status:** completed\nAll is well.\n", "1 'a' completed"},
		{"the last of two states", "## Step 1: a\n**Status:** in-progress\n**Status:** completed\n", "1 'a' completed"},
		{"a field in other letters", "## Step 1: a\n**STATUS:** Completed\n", "1 'a' completed"},
		{"an unknown word", "## Step 1: a\n**Status:** paused\n", "1 'a' unknown"},
		{"the same number again", "## Step 1: a\n**Status:** failed\n## Step 1: a\n**Status:** completed\n", "1 'a' failed, 1 'a' completed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range mustTrace(t, tt.text).Steps {
				got = append(got, strings.TrimSpace(stepWord(s)))
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("got %s, want %s", strings.Join(got, ", "), tt.want)
			}
		})
	}
}

func stepWord(s model.TraceStep) string {
	return string(rune('0'+s.Number)) + " '" + s.Name + "' " + s.State.String()
}

func TestReadTraceHeads(t *testing.T) {
	t.Parallel()
	const step = "\n## Step 1: a\n**Status:** completed\n"
	for _, tt := range []struct{ name, text, title, status string }{
		{"a title", "# Trace: report\n**Status:** completed" + step, "report", "completed"},
		{"a title without a colon", "# Trace report" + step, "report", ""},
		{"a title of other words", "# Tracing the report\n**Workflow:** weekly" + step, "weekly", ""},
		{"no title", "**Status:** In Progress" + step, "report", "In Progress"},
		{"a section in the head", "# Trace: x\n## Overview\n**Status:** failed" + step, "x", "failed"},
		{"the first of two titles", "# Trace: x\n# Trace: y" + step, "x", ""},
		{"a status behind the steps is not the workflow's", "# Trace: x" + step + "\n## Summary\n**Status:** failed\n", "x", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := mustTrace(t, tt.text)
			if got.Title() != tt.title || got.Status != tt.status || len(got.Steps) != 1 {
				t.Errorf("got %q, %q", got.Title(), got.Status)
			}
		})
	}
}

// FuzzTrace reads any bytes as a trace.
func FuzzTrace(f *testing.F) {
	for _, text := range []string{
		"", seedTrace("in-progress", "completed", "failed"), crlf(seedTrace("completed", "completed")),
		"## Step 1: a\n```\n**Status:** x\n## Resume\n**Decision:** Re-run step 1\n", "## Resume\n## [Step 999999]\n- **a**: b\n* c\n- d\n### e\nf\n---\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		trace, problems := Read(tracePath, b, time.UTC)
		again, _ := Read(tracePath, b, time.UTC)
		if !reflect.DeepEqual(trace, again) {
			t.Fatal("read twice it is not the same")
		}
		if (len(trace.Steps) == 0) != (len(problems) > 0) {
			t.Fatalf("%d steps, problems %q", len(trace.Steps), reasons(problems))
		}
		lines := []string{""}
		for at := 0; at < len(b); {
			raw, next := text.LineAt(b, at)
			lines, at = append(lines, string(raw)), next
		}
		before := 0
		for _, s := range trace.Steps {
			if s.Line <= before || s.Line >= len(lines) || !strings.Contains(lines[s.Line], "#") || s.Number < 0 || s.Number > 999_999 {
				t.Fatalf("step %+v behind line %d of %d", s, before, len(lines)-1)
			}
			before = s.Line
		}
		behind := 0
		for _, r := range trace.Resumes {
			if r.After < behind || r.After > len(trace.Steps) {
				t.Fatalf("an entry behind %d of %d steps", r.After, len(trace.Steps))
			}
			behind = r.After
		}
		if _, ok := trace.Answered(); ok && trace.NeedsHuman() {
			t.Fatal("it is answered and needs a human")
		}
	})
}

// seedTrace is a trace with these states of the workflow and its steps.
func seedTrace(workflow string, steps ...string) string {
	var b strings.Builder
	b.WriteString("# Trace: report\n\n**Workflow:** report\n**Status:** " + workflow + "\n")
	for i, state := range steps {
		b.WriteString("\n## Step " + string(rune('1'+i)) + ": Count\n\n**Status:** " + state + "\n**Challenges:** None\n")
	}
	return b.String()
}
