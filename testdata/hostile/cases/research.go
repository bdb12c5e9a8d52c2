package cases

import (
	"fmt"
	"strings"
)

const (
	mathConfig = ".math/config.json"
	mathFolder = ".math/problems/tide/"
)

// evil is a text for any field of any file.
const evil = "CANARY-e01-1\x1b[2J\u009b31m\u202e\x00\u2028\u200bCANARY-e01-2"

// researchCases are journals, work items and traces.
func researchCases() []Case {
	config := File{Path: mathConfig, Text: `{"current_problem": "tide", "problems": [{"slug": "tide", "title": "Tides\u001b[2J\u202e"}]}`}
	return []Case{
		{Name: "j01-journal", What: "a journal of 20,000 entries", Class: Keep, Alone: true, Big: true, Files: []File{
			config, {Path: mathFolder + "JOURNAL.md", Fill: func() string { return journal(20_000, "") }},
		}},
		{Name: "j01b-journal", What: "a journal with control characters in everything", Class: Keep, Alone: true, Files: []File{
			config, {Path: mathFolder + "JOURNAL.md", Text: journal(6, evil)},
			{Path: mathFolder + "PROBLEM.md", Text: "# Tides" + evil + "\n\n" + evil + "\n"},
			{Path: mathFolder + "STATE.md", Text: "---\ncurrent_state: \"\\e[31mx\"\nstrategy: \"\\u202Ey\"\n---\n\n# " + evil + "\n"},
		}},
		{Name: "j02-work", What: "work items with wrong types, an exit twice, tabs", Class: Keep, Alone: true, Files: []File{
			{Path: "docs/work/active/E2-1/WORK.md", Text: work("node_history:\n- node: DO\n  entered: 2026-03-01 10:00:00\n  exited: null\n  exited: null\n")},
			{Path: "docs/work/active/E2-2/WORK.md", Text: work("node_history: soon\nblocked_by: 7\n")},
			{Path: "docs/work/active/E2-3/WORK.md", Text: work("node_history:\n\t- node: DO\n")},
			{Path: "docs/work/blocked/E2-4/WORK.md", Text: work("title: \"\\e[2J\\u202E" + "CANARY-j02-1\"\ncurrent_node: \"\\x9b\"\n")},
			{Path: "docs/work/active/E2-5\x1b[2J/WORK.md", Text: work("node_history: []\n")},
		}},
		{Name: "j03-trace", What: "a trace of 400,000 lines", Class: Keep, Alone: true, Big: true, Files: []File{
			{Path: "runs/tide/trace.md", Fill: func() string { return trace(40_000, "") }},
		}},
		{Name: "j03b-trace", What: "traces with control characters in everything", Class: Keep, Alone: true, Files: []File{
			{Path: "runs/tide/trace.md", Text: trace(3, evil)},
			{Path: "runs/ti\x1b[2Jde/trace.md", Text: strings.ReplaceAll(trace(3, evil), "in-progress", "failed")},
			{Path: "runs/broken/trace.md", Text: "## Step 1: " + evil},
		}},
	}
}

func journal(n int, payload string) string {
	var index, text strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&index, "  - id: \"PROOF-%03d\"\n    strategy: \"construction\"\n    status: \"failed\"\n    tags: [\"a\", \"b\"]\n", i)
		fmt.Fprintf(&text, "### PROOF-%03d: Try %d%s\n- **Timestamp:** 2026-03-01T10:00:00Z\n- **Agent:** proof%[3]s\n- **Strategy type:** construction\n"+
			"- **Tags:** [a, b, c%[3]s]\n- **What was tried:** x%[3]s\n- **Outcome:** FAILED\n- **Reasoning:** y%[3]s\n- **Insight/Takeaway:** z%[3]s\n\n", i, i, payload)
	}
	return "---\nproblem: \"tide\"\ntotal_entries: " + fmt.Sprint(n) + "\nstrategies_tried:\n" + index.String() + "---\n\n# Journal\n\n## Proof Attempts\n\n" + text.String()
}

func work(fields string) string {
	return "---\nid: E2-1\ntitle: Count the tides\nstatus: active\npriority: high\ncurrent_node: DO\n" + fields + "---\n# Tides\n"
}

func trace(steps int, payload string) string {
	var b strings.Builder
	b.WriteString("# Trace: tide" + payload + "\n\n**Workflow:** tide" + payload + "\n**Status:** in-progress\n**Started:** 2026-03-12T16:31:00Z\n\n")
	for i := 1; i <= steps; i++ {
		state := "completed"
		if i == steps {
			state = "in-progress"
		}
		fmt.Fprintf(&b, "## Step %d: Count%s\n\n**Status:** %s\n**Started:** 2026-03-12T16:47:22Z\n**Summary:** s%[2]s\n**Challenges:** c%[2]s\n"+
			"**Design changes:** None\n**Artifacts:** `a%[2]s`\n**Current focus:** f%[2]s\n\n", i, payload, state)
	}
	return b.String()
}
